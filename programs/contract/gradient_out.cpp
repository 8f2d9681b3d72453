#include "programs/contract/gradient_out.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "programs/command/command.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/contract/distributed_run.h"
#include "programs/contract/planning.h"
#include "programs/contract/report.h"
#include "runtime/batch/npz.h"
#include "runtime/system/thread_pool.h"

namespace diagc::contract {

namespace {

void check_memory(const Subject& subject, std::uint64_t needed, std::uint64_t memory,
                  const char* where) {
  if (needed <= memory) return;
  throw Failure(fmt::format(
      "{}: the gradient takes {} bytes{}, {} more than the {} of --memory; an order with "
      "more slices takes less",
      subject.network.source->path(), needed, where, needed - memory, memory));
}

template <class Sweep>
networks::Gradient swept(const Subject& subject, const Sweep& sweep) {
  Progress progress;
  progress.stage("sweeping back");
  try {
    return sweep();
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", subject.network.source->path(), error.what()));
  }
}

bool has_complex_numbers(const Subject& subject) {
  return networks::is_complex(subject.element) || subject.values->is_complex;
}

std::string loops_text(std::size_t loops) {
  return loops == 0 ? "" : fmt::format(", {} loop{} in a slice", loops, loops == 1 ? "" : "s");
}

GradientWork work_of(const Options& options, const Subject& subject, const arrays::Order& order) {
  const arrays::Network& network = subject.network.network;
  const bool is_complex = has_complex_numbers(subject);
  const unsigned threads = available_threads();
  const auto device = device_of(options);
  GradientWork work;
  work.memory = memory_limit(options, device.get());
  if (device) {
    work.device = *device;
    const auto sweep = [&] {
      return networks::device_sweep(network, order, is_complex, work.memory, *work.device);
    };
    work.device_sweep = sweep();
    if (work.device_sweep.bytes > work.memory) {
      // Copies for the library take memory.
      work.device->limits.library = arrays::LibrarySteps::none;
      work.device_sweep = sweep();
    }
    work.bytes = work.device_sweep.bytes;
  } else if (!network.tensors.empty()) {
    work.sweep = networks::gradient_sweep(network, order, {}, is_complex, work.memory, threads);
    work.bytes = networks::gradient_bytes(network, work.sweep, is_complex, threads);
  }
  return work;
}

/// Of the kind of the element.
networks::TensorValues values_of(const Subject& subject) {
  networks::TensorValues values = *subject.values;
  if (!networks::is_complex(subject.element) || values.is_complex) return values;
  values.is_complex = true;
  for (auto& numbers : values.numbers) {
    std::vector<double> complex;
    for (const double number : numbers) complex.insert(complex.end(), {number, 0});
    numbers = std::move(complex);
  }
  return values;
}

void write_file(const Options& options, const Subject& subject, networks::Gradient gradient) {
  const arrays::Network& network = subject.network.network;
  const bool is_complex = networks::is_complex(subject.element);
  const bool is_single = networks::is_single(subject.element);
  std::vector<std::vector<float>> singles(network.tensors.size());
  std::vector<NpzMember> members;
  for (std::size_t t = 0; t < network.tensors.size(); ++t) {
    std::vector<double>& numbers = gradient.environments.numbers[t];
    const auto power =
        static_cast<int>(std::clamp<std::int64_t>(gradient.exponents[t], -10'000, 10'000));
    for (double& number : numbers) number = std::ldexp(number, power);
    NpzMember& member = members.emplace_back();
    member.name = fmt::format("arr_{}", t);
    for (const arrays::Label label : network.tensors[t])
      member.shape.push_back(network.extents[label]);
    member.type = is_single ? element_type<float>(is_complex) : element_type<double>(is_complex);
    member.bytes = std::as_bytes(std::span(numbers));
    if (is_single) {
      singles[t].assign(numbers.begin(), numbers.end());
      member.bytes = std::as_bytes(std::span(singles[t]));
    }
  }
  HoldSignals hold(options.gradient);
  write_npz(options.gradient, members);
}

/// Whether no order is searched.
bool has_order(const Options& options, const Subject& subject) {
  return !options.order.empty() || !options.load_plan.empty() ||
         (subject.network.order && options.moves == 0);
}

RankGradientWork rank_work(const Subject& subject, const networks::Distributed& distributed) {
  RankGradientWork work;
  if (distributed.device) work.setup = *distributed.device;
  const auto sweep = [&] {
    work.sweep =
        networks::rank_sweep(subject.network.network, distributed, has_complex_numbers(subject),
                             work.setup ? &*work.setup : nullptr);
  };
  sweep();
  if (work.setup && work.sweep.bytes > distributed.memory) {
    // Copies for the library take memory.
    work.setup->limits.library = arrays::LibrarySteps::none;
    sweep();
  }
  return work;
}

}  // namespace

GradientWork plan_gradient(const Options& options, const Subject& subject,
                           networks::Planned& planned) {
  GradientWork work = work_of(options, subject, planned.order);
  const bool is_given = has_order(options, subject);
  Options of_search = options;
  while (work.bytes > work.memory && !is_given && planned.plan.arena > 0) {
    // Half of the results, beside panels and tensors.
    const std::uint64_t results = planned.plan.arena * networks::element_bytes(subject.element);
    of_search.memory = fmt::to_string(planned.peak_bytes - (results + 1) / 2);
    try {
      planned = plan(of_search, subject, static_cast<std::uint64_t>(options.seed), false);
    } catch (const Failure&) {
      break;
    }
    work = work_of(options, subject, planned.order);
  }
  check_memory(subject, work.bytes, work.memory, "");
  return work;
}

std::string gradient_text(const GradientWork& work) {
  std::string text =
      fmt::format("gradient {} at most", bytes_text(static_cast<double>(work.bytes)));
  if (work.sweep.places.size() > arrays::SliceLoops::first_loop) {
    const auto kept = std::ranges::count_if(work.sweep.places, &arrays::SweepPlace::is_kept);
    text += fmt::format(
        ", 10^{:.2f} products; {} of {} loops keep{} their values", std::log10(work.sweep.products),
        kept, work.sweep.places.size() - arrays::SliceLoops::first_loop, kept == 1 ? "s" : "");
  }
  return text + loops_text(work.device_sweep.loops) + "\n";
}

void write_gradient(const Options& options, const Subject& subject, const arrays::Order& order,
                    const GradientWork& work) {
  const arrays::Network& network = subject.network.network;
  const networks::TensorValues values = values_of(subject);
  const unsigned threads = available_threads();
  write_file(options, subject, swept(subject, [&] {
               return work.device
                          ? networks::device_gradient(network, order, work.device_sweep.outer,
                                                      values, *work.device, threads)
                          : networks::gradient(network, order, work.sweep, values, threads);
             }));
}

RankGradientWork plan_gradient(const Options& options, const Subject& subject, Processes& processes,
                               networks::Distributed& distributed) {
  const std::uint64_t memory = distributed.memory;
  RankGradientWork work = rank_work(subject, distributed);
  Options of_search = options;
  while (work.sweep.bytes > memory && !has_order(options, subject)) {
    const arrays::Distribution& own = distributed.distribution;
    const std::uint64_t largest = own.largest_shard * own.element_bytes;
    of_search.memory = fmt::to_string(distributed.peak_bytes - (largest + 1) / 2);
    try {
      distributed = processes.size() == 1 ? plan_distributed(of_search, subject, distributed.device)
                                          : plan_distributed(of_search, subject, processes);
    } catch (const Failure&) {
      break;
    }
    distributed.memory = memory;
    work = rank_work(subject, distributed);
  }
  check_memory(subject, work.sweep.bytes, memory, " on each rank");
  return work;
}

std::string gradient_text(const RankGradientWork& work) {
  return fmt::format("gradient {} at most on each rank{}\n",
                     bytes_text(static_cast<double>(work.sweep.bytes)),
                     loops_text(work.sweep.loops));
}

void write_gradient(const Options& options, const Subject& subject, const RankGradientWork& work,
                    Processes& processes) {
  networks::Gradient gradient = swept(subject, [&] {
    return networks::rank_gradient(work.sweep.distribution, values_of(subject),
                                   work.setup ? &*work.setup : nullptr, available_threads(),
                                   processes.links());
  });
  if (processes.is_first()) write_file(options, subject, std::move(gradient));
}

void check_gradient(const Options& options, const Subject& subject) {
  if (options.gradient.empty()) return;
  if (!options.slices.slices.empty() || !options.slices.checkpoint.empty() || options.plan) {
    throw UsageError(
        "found --gradient with --slices, --checkpoint or --plan, expected it without: it is of all "
        "slices");
  }
  if (!is_floating(subject.element)) {
    throw UsageError(
        fmt::format("found --gradient with --element {}, expected f32, f64, c64 or c128",
                    networks::element_names[static_cast<std::size_t>(subject.element)]));
  }
  if (!subject.network.network.open.empty()) {
    throw UsageError(
        "found --gradient and a result with open axes, expected a network whose value is a number");
  }
}

}  // namespace diagc::contract
