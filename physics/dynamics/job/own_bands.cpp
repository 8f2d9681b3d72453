#include "physics/dynamics/job/own_bands.h"

#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/grid.h"
#include "runtime/system/ask_worker.h"
#include "runtime/system/string_sequence.h"
#include "runtime/system/whole_file.h"
#include "toolchain/client/error_at.h"
#include "toolchain/client/foreign_header.h"
#include "toolchain/client/toolchain.h"

namespace diagc::dynamics {

namespace {

constexpr std::uint64_t largest_bands_header = 1 << 20;
constexpr const char* axis_names[] = {"kx", "ky", "kz"};

enum BandStage : int { reading_bands = 1, compiling_bands, calling_bands };

std::string type_of_bands(const OwnBands& own) {
  std::string type = "double (int, int";
  for (std::size_t axis = 0; axis < own.grid.size(); ++axis) type += ", double";
  return type + ")";
}

std::string message_of(const toolchain::Refused& refused) {
  std::string message = refused.what();
  while (message.ends_with('\n')) message.pop_back();
  return message;
}

/// What is called in the place of a function of the header; none: zero.
std::string entry_of(const OwnBands& own, const char* name, bool exists) {
  std::string arguments = "to, from", unused;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (axis < own.grid.size()) {
      arguments += fmt::format(", {}", axis_names[axis]);
    } else {
      unused += fmt::format("  (void){};\n", axis_names[axis]);
    }
  }
  return fmt::format(
      "extern \"C\" double call_{0}(int to, int from, double kx, double ky, double kz) {{\n"
      "  (void)to;\n  (void)from;\n  (void)kx;\n{1}  return {2};\n}}\n",
      name, unused, exists ? fmt::format("diagc_own::{}({})", name, arguments) : "0");
}

std::vector<double> evaluated(const OwnBands& own, const std::string& text,
                              WorkerProgress& progress) {
  progress.stage = reading_bands;
  toolchain::Source source{text, own.path, toolchain::resolve_cpu("native")};
  source.line = &progress.line;
  toolchain::FunctionRule rule{.name = "h_re",
                               .type = type_of_bands(own),
                               .declarations = toolchain::numeric_declarations(""),
                               .headers = {"cmath", "math.h"}};
  toolchain::check_function(source, rule);
  const int line = progress.line;
  rule.name = "h_im";
  rule.required = false;
  toolchain::check_function(source, rule);
  const bool has_imaginary = progress.line > 0;
  progress.line = line;
  progress.stage = compiling_bands;
  const std::string kernel = toolchain::header_in_namespace(own.path, text, "diagc_own") +
                             entry_of(own, "h_re", true) + entry_of(own, "h_im", has_imaginary);
  const auto module = toolchain::Module::load(
      toolchain::compile(toolchain::Source{kernel, "bands.cpp", toolchain::resolve_cpu("native")},
                         toolchain::Product::object));
  using Function = double(int, int, double, double, double);
  Function* const parts[] = {module.function<Function>("call_h_re"),
                             module.function<Function>("call_h_im")};
  progress.stage = calling_bands;
  std::vector<double> numbers;
  for (std::size_t k = 0; k < points_of(own.grid); ++k) {
    double at[3] = {};
    std::size_t rest = k;
    for (std::size_t axis = own.grid.size(); axis-- > 0; rest /= own.grid[axis]) {
      at[axis] = 2 * std::numbers::pi * static_cast<double>(rest % own.grid[axis]) /
                 static_cast<double>(own.grid[axis]);
    }
    for (std::size_t to = 0; to < own.bands; ++to) {
      for (std::size_t from = 0; from < own.bands; ++from) {
        progress.numbers[0] = static_cast<double>(to);
        progress.numbers[1] = static_cast<double>(from);
        progress.numbers[2] = static_cast<double>(k);
        for (Function* const part : parts) {
          const double value =
              part(static_cast<int>(to), static_cast<int>(from), at[0], at[1], at[2]);
          if (!std::isfinite(value)) {
            throw RequestRefused(
                fmt::format("found {} = {} from band {} to band {} at point {}, expected a finite "
                            "number",
                            part == parts[0] ? "h_re" : "h_im", value, from, to, k));
          }
          numbers.push_back(value);
        }
      }
    }
  }
  return numbers;
}

std::string work_of_bands(const std::string& request, WorkerProgress& progress) {
  StringSequence from(request);
  OwnBands own;
  own.path = from.take();
  const std::string text = from.take();
  own.bands = std::stoul(from.take());
  for (std::size_t axes = std::stoul(from.take()); axes > 0; --axes)
    own.grid.push_back(std::stoul(from.take()));
  try {
    const std::vector<double> numbers = evaluated(own, text, progress);
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
  } catch (const toolchain::Refused& refused) {
    throw RequestRefused(message_of(refused));
  }
}

/// Of a process that died or was stopped.
std::string death_of_bands(const OwnBands& own, const std::string& text,
                           const WorkerAnswer& answer) {
  const WorkerProgress& progress = answer.progress;
  const std::string how = text_of(answer.end);
  std::string message =
      progress.stage == calling_bands
          ? fmt::format(
                "the process that called it from band {} to band {} at point {} {}, "
                "expected a number",
                progress.numbers[1], progress.numbers[0], progress.numbers[2], how)
          : fmt::format("the process in which Clang {} it {}, expected C++ that it can compile",
                        progress.stage == compiling_bands ? "compiled" : "read", how);
  message = toolchain::error_at(own.path, text, progress.line, message);
  message.pop_back();
  return message;
}

}  // namespace

int own_bands_worker(const std::vector<std::string>& arguments) {
  return answer(arguments, work_of_bands);
}

std::vector<Complex> own_bands(const OwnBands& own, const ProcessLimits& limits) {
  std::string text;
  try {
    text = read_bounded(own.path, largest_bands_header);
  } catch (const NotRead& reason) {
    throw std::runtime_error(fmt::format(
        "found no file \"{}\" that can be read ({}), expected a header with a function h_re of "
        "type '{}'",
        own.path, reason.what(), type_of_bands(own)));
  }
  const std::string no_clang = toolchain::why_unavailable();
  if (!no_clang.empty()) {
    throw std::runtime_error(
        fmt::format("found the header \"{}\" but no Clang to compile it, expected `file`, h(k) as "
                    "numbers\n{}",
                    own.path, no_clang));
  }
  if (!has_worker(own_bands_worker_name)) {
    throw std::runtime_error(
        fmt::format("found the header \"{}\" in a program that cannot call it in a process of its "
                    "own, expected `file`, h(k) as numbers",
                    own.path));
  }
  StringSequence request;
  request.put(own.path);
  request.put(text);
  request.put(std::to_string(own.bands));
  request.put(std::to_string(own.grid.size()));
  for (const std::size_t extent : own.grid) request.put(std::to_string(extent));
  try {
    const WorkerAnswer answer = ask_worker(own_bands_worker_name, request.bytes(), limits);
    if (!answer.end.succeeded()) throw std::runtime_error(death_of_bands(own, text, answer));
    const std::size_t count = points_of(own.grid) * own.bands * own.bands;
    if (answer.text.size() != 2 * count * sizeof(double))
      throw std::logic_error("the bands of a header have another size than the grid");
    std::vector<double> numbers(2 * count);
    std::memcpy(numbers.data(), answer.text.data(), answer.text.size());
    std::vector<Complex> h;
    for (std::size_t i = 0; i < count; ++i) h.emplace_back(numbers[2 * i], numbers[2 * i + 1]);
    return h;
  } catch (const RequestRefused& refused) {
    throw std::runtime_error(refused.what());
  }
}

}  // namespace diagc::dynamics
