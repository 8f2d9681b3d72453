#include "physics/lattice/own_table.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "physics/lattice/own_evaluation.h"
#include "physics/lattice/table_numbers.h"
#include "physics/lattice/tabulate.h"
#include "runtime/system/ask_worker.h"
#include "runtime/system/string_sequence.h"
#include "toolchain/client/error_at.h"
#include "toolchain/client/toolchain.h"

namespace diagc::lattice {
namespace {

/// Enough for propagators that are no sharper than those of lattices at β t of some tens.
constexpr std::uint32_t interval_count = 256;

enum Stage : int { reading = 1, compiling, calling, calling_derivative };

constexpr const char* way_out =
    "`diagc integrate JOB --tabulate g0.npy` writes a table where there is Clang, and "
    "`propagator = \"g0.npy\"` takes it here";

std::string request_of(const OwnPropagator& own, std::uint32_t degree) {
  StringSequence request;
  request.put(own.path);
  request.put(own.text);
  for (const std::uint32_t extent : own.extents) request.put(std::to_string(extent));
  request.put(std::to_string(own.coordinates));
  request.put(fmt::format("{}", own.beta));
  request.put(own.real);
  request.put(std::to_string(degree));
  return request.bytes();
}

OwnTables tabulated(OwnPropagator own, std::uint32_t degree, WorkerProgress& progress) {
  progress.stage = reading;
  const OwnLines lines = check_own_propagator(own, progress.line);
  own.derivative = lines.g0_mu > 0;
  progress.line = lines.g0;
  progress.stage = compiling;
  const OwnEvaluation functions = own_evaluation(own, [&progress](const auto& cell, double tau) {
    for (std::size_t i = 0; i < 3; ++i) progress.numbers[i] = cell[i];
    progress.numbers[3] = tau;
  });
  const auto table_of = [&](const char* name, const PropagatorsAt& function) {
    const auto at = [&](double tau, std::span<double> rows) {
      // The limit 0⁺ is taken at a time that is not 0 in either precision.
      function(tau == 0 ? double{std::numeric_limits<float>::min()} : tau, rows);
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (std::isfinite(rows[row])) continue;
        const auto& [l0, l1, l2] = own.extents;
        throw WrongModel(own_propagator_option,
                         fmt::format("found {} = {} at the displacement ({}, {}, {}) and tau = "
                                     "{:g}, expected a finite number",
                                     name, rows[row], row % l0, row / l0 % l1, row / l0 / l1, tau));
      }
    };
    const std::uint32_t rows = own.extents[0] * own.extents[1] * own.extents[2];
    return tabulate_with(rows, own.beta, degree, interval_count, at);
  };
  progress.stage = calling;
  OwnTables tables{table_of("g0", functions.g0), {}};
  if (!own.derivative) return tables;
  progress.stage = calling_derivative;
  progress.line = lines.g0_mu;
  tables.derivative = table_of("g0_mu", functions.g0_mu);
  return tables;
}

std::string work(const std::string& request, WorkerProgress& progress) {
  StringSequence from(request);
  OwnPropagator own;
  own.path = from.take();
  own.text = from.take();
  for (std::uint32_t& extent : own.extents)
    extent = static_cast<std::uint32_t>(std::stoul(from.take()));
  own.coordinates = static_cast<std::uint32_t>(std::stoul(from.take()));
  own.beta = std::stod(from.take());
  own.real = from.take();
  const auto degree = static_cast<std::uint32_t>(std::stoul(from.take()));
  try {
    const auto numbers = table_numbers(label_of(own, degree), tabulated(own, degree, progress));
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
  } catch (const WrongModel& wrong) {
    throw RequestRefused(wrong.what());
  }
}

/// Of a process that died or was stopped.
std::string death(const OwnPropagator& own, const WorkerAnswer& answer) {
  const WorkerProgress& progress = answer.progress;
  const std::string how = text_of(answer.end);
  std::string message;
  if (progress.stage >= calling) {
    message = fmt::format(
        "the process that called {} at the displacement ({}, {}, {}) and tau = {:g} {}, expected a "
        "number",
        progress.stage == calling ? "g0" : "g0_mu", progress.numbers[0], progress.numbers[1],
        progress.numbers[2], progress.numbers[3], how);
  } else if (progress.stage == compiling) {
    message = fmt::format(
        "the process in which Clang compiled g0 {}, expected C++ that it can compile", how);
  } else {
    message = fmt::format(
        "the process in which Clang read this {}, expected C++ that it can compile", how);
  }
  message = toolchain::error_at(own.path, own.text, progress.line, message);
  message.pop_back();
  return message;
}

}  // namespace

int own_propagator_worker(const std::vector<std::string>& arguments) {
  return answer(arguments, work);
}

OwnTables own_tables(const OwnPropagator& own, std::uint32_t degree, const ProcessLimits& limits) {
  const std::string no_clang = toolchain::why_unavailable();
  if (!no_clang.empty()) {
    throw WrongModel(own_propagator_option,
                     fmt::format("found the header \"{}\" but no Clang to compile it, "
                                 "expected a table: {}\n{}",
                                 own.path, way_out, no_clang));
  }
  if (!has_worker(own_propagator_worker_name)) {
    throw WrongModel(own_propagator_option,
                     fmt::format("found the header \"{}\" in a program that cannot call it in a "
                                 "process of its own, expected a table: {}",
                                 own.path, way_out));
  }
  const std::uint32_t rows = own.extents[0] * own.extents[1] * own.extents[2];
  require_table_fits(rows, interval_count, degree);
  try {
    const WorkerAnswer answer =
        ask_worker(own_propagator_worker_name, request_of(own, degree), limits);
    if (!answer.end.succeeded()) throw WrongModel(own_propagator_option, death(own, answer));
    std::vector<double> numbers(answer.text.size() / sizeof(double));
    std::memcpy(numbers.data(), answer.text.data(), numbers.size() * sizeof(double));
    return tables_from(numbers, label_of(own, degree));
  } catch (const RequestRefused& refused) {
    throw WrongModel(own_propagator_option, refused.what());
  } catch (const WrongTable& wrong) {
    throw std::logic_error(
        fmt::format("the table of an own propagator is wrong: {}", wrong.what()));
  }
}

}  // namespace diagc::lattice
