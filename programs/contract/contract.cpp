// diagc contract: the value of a tensor network.
#include "programs/contract/contract.h"

#include <malloc.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/source/diagnostic.h"
#include "physics/networks/checksum.h"
#include "physics/networks/order_file.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/contract/device_sharing.h"
#include "programs/contract/distributed_run.h"
#include "programs/contract/gradient_out.h"
#include "programs/contract/options.h"
#include "programs/contract/planning.h"
#include "programs/contract/processes.h"
#include "programs/contract/report.h"
#include "programs/contract/results.h"
#include "programs/contract/slices.h"
#include "programs/contract/subject.h"
#include "runtime/system/thread_pool.h"

namespace diagc::contract {

namespace {

/// By how much another order differs, of the largest element. Rounding may do as much as in sums of very many terms of the largest size.
double checked(const Options& options, const Subject& subject, const networks::Value& value) {
  const networks::Planned other =
      plan(options, subject, static_cast<std::uint64_t>(options.seed) + 1, true);
  const networks::Value again = outcome_of(run_slices(subject, other, {})).value;
  if (value.count != again.count || value.max != again.max) {
    throw Failure(
        fmt::format("{}: found other values by another order, expected the same: {} is exact",
                    subject.network.source->path(),
                    networks::element_names[static_cast<std::size_t>(subject.element)]));
  }
  const double tolerance = is_single(subject.element) ? 1e-3 : 1e-9;
  double largest = 0, difference = 0;
  const auto shift =
      static_cast<int>(std::clamp<std::int64_t>(again.exponent - value.exponent, -10'000, 10'000));
  for (std::size_t k = 0; k < value.numbers.size(); ++k) {
    const std::complex<double> found(std::ldexp(again.numbers[k].real(), shift),
                                     std::ldexp(again.numbers[k].imag(), shift));
    largest = std::max(largest, std::abs(value.numbers[k]));
    difference = std::max(difference, std::abs(value.numbers[k] - found));
  }
  if (!(difference <= tolerance * largest)) {
    throw Failure(
        fmt::format("{}: found values by two orders that differ by {:.2g} of the largest one, "
                    "expected at most {}",
                    subject.network.source->path(), difference / largest, tolerance));
  }
  return largest > 0 ? difference / largest : 0;
}

/// The value of all slices, to where the options say.
void show_outcome(const Options& options, const networks::PartFile& part, const Outcome& outcome,
                  Results& results) {
  results.add(part.state, {outcome.value},
              options.json ? value_json(outcome) : value_text(outcome));
}

void refuse_no_file(const Options& options, const networks::SliceState& state,
                    const char* file = "OUT.npy") {
  if (!options.output.empty() && !is_floating(state.element)) {
    throw UsageError(fmt::format("found -o with --element {}, expected f32, f64, c64 or c128",
                                 networks::element_names[static_cast<std::size_t>(state.element)]));
  }
  if (!state.layout.open.empty() && options.output.empty())
    throw UsageError(fmt::format("found a result with open axes, expected -o {} for it", file));
}

/// A part, and what is printed of it.
struct PartOutcome {
  networks::PartFile part;
  Outcome outcome;
  bool is_stopped = false;  ///< by the first of several processes
};

/// Every configuration by the same plan, one after the other.
void run_batch(const Options& options, const Subject& subject,
               const std::function<PartOutcome(const Subject&)>& contract, bool is_shown,
               Results& results) {
  std::vector<networks::Value> values;
  std::string shown;
  networks::SliceState state;
  Subject one{subject.network, subject.element, subject.modulus, subject.values};
  for (std::size_t k = 0; k <= subject.batch.size(); ++k) {
    if (k > 0) one.values = subject.batch[k - 1];
    auto [part, outcome, is_stopped] = contract(one);
    if (!is_shown) continue;
    if (options.check) outcome.check = checked(options, one, outcome.value);
    if (options.json) {
      std::string object = value_json(outcome);
      if (object.ends_with('\n')) object.pop_back();
      shown += (k == 0 ? "" : ",") + object;
    } else {
      shown += fmt::format("configuration {}\n{}", k, value_text(outcome));
    }
    values.push_back(outcome.value);
    state = part.state;
  }
  if (!is_shown) return;
  results.add(state, values, options.json ? fmt::format("{{\"batch\":[{}]}}\n", shown) : shown);
}

void write_part(const Options& options, const networks::PartFile& part) {
  write_result(options.output, networks::part_text(part));
  write_out(fmt::format("part     slices {}..{} of {} in {}\n", part.begin, part.end,
                        part.state.layout.slices, options.output));
}

/// On ranks of this process, or of several, of which the first one prints.
void run_on_ranks(const Options& options, const Subject& subject, networks::Distributed distributed,
                  Processes& processes, Results& results) {
  std::optional<RankGradientWork> gradient;
  if (!options.gradient.empty() && subject.values)
    gradient = plan_gradient(options, subject, processes, distributed);
  if (!options.save_order.empty())
    write_result(options.save_order, networks::order_text(distributed.order, subject.network));
  if (!options.save_plan.empty())
    write_result(options.save_plan, distributed_plan_text(subject, distributed));
  if (processes.is_first()) {
    if (!options.json && options.save_order != "-")
      write_out(distribution_summary(subject, distributed));
    if (options.plan) {
      write_out(options.step < 0 ? distribution_text(subject, distributed)
                                 : distributed_step_text(subject, distributed, options.step));
    }
  }
  if (options.plan || !subject.values) return;
  if (gradient && processes.is_first() && !options.json && options.save_order != "-")
    write_out(gradient_text(*gradient));
  flush_out();
  Options of_check = options;
  if (!distributed.device) of_check.memory.clear();  // that is a rank's
  StepTimes times;
  const auto contract = [&](const Subject& one) {
    SharedSlices shared = run_shared_slices(one, distributed, processes, options.slices);
    times = shared.times;
    PartOutcome run{std::move(shared.part), {}, shared.is_stopped};
    if (shared.is_stopped || !options.slices.slices.empty()) return run;
    run.outcome = outcome_of(run.part);
    run.outcome.planned_seconds = distributed.seconds;
    run.outcome.ranks = shared.ranks;
    return run;
  };
  if (!subject.batch.empty())
    return run_batch(of_check, subject, contract, processes.is_first(), results);
  auto [part, outcome, is_stopped] = contract(subject);
  if (is_stopped) return;
  if (gradient) write_gradient(options, subject, *gradient, processes);
  if (!processes.is_first()) return;
  if (!options.slices.slices.empty()) {
    write_part(options, part);
  } else {
    if (options.check) outcome.check = checked(of_check, subject, outcome.value);
    show_outcome(options, part, outcome, results);
  }
  if (options.profile) write_out(distribution_text(subject, distributed, times));
}

void add(const Options& options) {
  if (!options.subject.file.empty())
    throw UsageError("found a FILE with --add, expected parts alone: they have all that is needed");
  if (!options.gradient.empty())
    throw UsageError(
        "found --gradient with --add, expected it with the network: parts have sums alone");
  const networks::PartFile part = add_parts(options.add);
  refuse_no_file(options, part.state);
  Results results(options, 1);
  show_outcome(options, part, outcome_of(part), results);
}

void refuse_batch(const Options& options, const Subject& subject) {
  if (subject.batch.empty()) return;
  if (options.slices.slices.empty() && options.slices.checkpoint.empty() &&
      options.gradient.empty() && !options.profile)
    return;
  throw UsageError(
      fmt::format("found a batch of {} configurations with --slices, --checkpoint, --gradient or "
                  "--profile, expected one configuration",
                  subject.batch.size() + 1));
}

void check_options(const Options& options) {
  if (options.subject.file.empty())
    throw UsageError("found no FILE, expected a network, a circuit or an einsum string");
  if (options.step >= 0 && !options.plan)
    throw UsageError("found --step without --plan, expected both");
  if (options.profile && (options.plan || options.json)) {
    throw UsageError(
        "found --profile with --plan or --json, expected it without: it prints the plan behind the "
        "value");
  }
  if (options.plan && (options.json || options.check || !options.output.empty())) {
    throw UsageError(
        "found --plan with --json, --check or -o, expected it without: a plan has no value");
  }
  check_distributed(options);
  if (!options.load_plan.empty() && (!options.order.empty() || options.moves > 0)) {
    throw UsageError(
        "found --load-plan with --order or --moves, expected it without: a plan has its order");
  }
  if (options.slices.resume && options.slices.checkpoint.empty())
    throw UsageError("found --resume without --checkpoint, expected the file to go on from");
  if (options.slices.slices.empty()) return;
  if (options.output.empty())
    throw UsageError("found --slices without -o, expected -o PART.json for their sum");
  if (options.check || options.json) {
    throw UsageError(
        "found --slices with --json or --check, expected it without: a part has no value");
  }
}

bool needs_numbers(const Options& options) {
  return !options.plan && options.save_order.empty() && options.save_plan.empty();
}

/// Before anything is contracted.
void check_subject(const Options& options, const Subject& subject, bool is_shown) {
  if (needs_numbers(options) && !subject.values) {
    throw UsageError("found no numbers for the tensors, expected --values F.npz or --fill ones");
  }
  check_gradient(options, subject);
  refuse_batch(options, subject);
  networks::SliceState result;
  result.element = subject.element;
  for (const arrays::Label label : subject.network.network.open)
    result.layout.open.push_back(subject.network.network.extents[label]);
  if (options.slices.slices.empty() && subject.values && !options.plan && is_shown)
    refuse_no_file(options, result, subject.output.empty() ? "OUT.npy" : "OUT.npz");
}

/// What files of one network have does not go with several.
void check_outputs(const Options& options, const std::vector<Subject>& subjects) {
  if (subjects.size() == 1) return;
  std::string names;
  for (const Subject& subject : subjects) {
    if (names.size() < 200) names += (names.empty() ? "" : ", ") + diagc::quoted(subject.output);
  }
  for (const auto& [name, is_given] : {std::pair{"--order", !options.order.empty()},
                                       {"--save-order", !options.save_order.empty()},
                                       {"--load-plan", !options.load_plan.empty()},
                                       {"--save-plan", !options.save_plan.empty()},
                                       {"--gradient", !options.gradient.empty()},
                                       {"--slices", !options.slices.slices.empty()},
                                       {"--checkpoint", !options.slices.checkpoint.empty()},
                                       {"--step", options.step >= 0}}) {
    if (is_given) {
      throw UsageError(fmt::format("found {} outputs with {}, expected --output with one of {}",
                                   subjects.size(), name, names));
    }
  }
  if (!options.output.empty() && !options.output.ends_with(".npz")) {
    throw UsageError(
        fmt::format("found -o {} with {} outputs, expected a file that ends in .npz, which gets an "
                    "array for each, or --output with one of {}",
                    options.output, subjects.size(), names));
  }
}

void contract_subject(const Options& options, const Subject& subject, Processes& processes,
                      Results& results) {
  if (options.simulate > 0 || processes.size() > 1) {
    return run_on_ranks(options, subject, plan_distributed(options, subject, processes), processes,
                        results);
  }
  Sharing sharing = choose_sharing(options, subject);
  if (sharing.arrays) {
    return run_on_ranks(options, subject, std::move(*sharing.arrays), processes, results);
  }
  networks::Planned& planned = *sharing.slices;
  std::optional<GradientWork> gradient;
  if (!options.gradient.empty() && subject.values)
    gradient = plan_gradient(options, subject, planned);
  if (!options.save_order.empty())
    write_result(options.save_order, networks::order_text(planned.order, subject.network));
  if (!options.save_plan.empty()) {
    write_result(options.save_plan,
                 networks::plan_text({networks::network_digest(subject.network.network),
                                      subject.element,
                                      planned.order,
                                      0,
                                      planned.form,
                                      planned.loops.outer,
                                      {}}));
  }
  if (!options.json && options.save_order != "-") {
    write_out(order_text(subject, planned));
    if (gradient) write_out(gradient_text(*gradient));
  }
  if (options.plan) {
    write_out(options.step < 0 ? plan_text(subject, planned)
                               : step_text(subject, planned, options.step));
  }
  if (options.plan || !subject.values) return;
  flush_out();
  if (!subject.batch.empty()) {
    const auto contract = [&](const Subject& one) {
      PartOutcome run{run_slices(one, planned, {}), {}};
      run.outcome = outcome_of(run.part);
      run.outcome.planned_seconds = networks::planned_seconds(planned.plan);
      return run;
    };
    return run_batch(options, subject, contract, true, results);
  }
  KernelTimes times;
  const networks::PartFile part = run_slices(subject, planned, options.slices, &times);
  if (!options.slices.slices.empty()) {
    write_part(options, part);
    if (options.profile) write_out(plan_text(subject, planned, times));
    return;
  }
  Outcome outcome = outcome_of(part);
  outcome.planned_seconds = networks::planned_seconds(planned.plan);
  if (options.check) outcome.check = checked(options, subject, outcome.value);
  if (gradient) write_gradient(options, subject, planned.order, *gradient);
  show_outcome(options, part, outcome, results);
  if (options.profile) write_out(plan_text(subject, planned, times));
}

/// Before hours of work whose result has no place.
void check_folders(const Options& options) {
  for (const auto& [name, path] : {std::pair{"-o", options.output},
                                   {"--gradient", options.gradient},
                                   {"--save-order", options.save_order},
                                   {"--save-plan", options.save_plan},
                                   {"--checkpoint", options.slices.checkpoint}}) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code ignored;
    if (folder.empty() || std::filesystem::is_directory(folder, ignored)) continue;
    throw Failure(fmt::format("{}: found no folder {}, expected one that exists for {}", path,
                              diagc::quoted(folder.string()), name));
  }
}

void contract_all(const Options& options, Processes& processes) {
  if (processes.is_first()) check_folders(options);
  // What a pass over the slices frees goes back at once: a heap with holes would take more than the peak that is printed.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  SubjectOptions subject_options = options.subject;
  subject_options.needs_numbers = needs_numbers(options);
  // Plans in files are of the network as it is given, with or without numbers.
  subject_options.keeps_tensors =
      !options.gradient.empty() || !options.save_plan.empty() || !options.load_plan.empty();
  const std::vector<Subject> subjects = read_subjects(subject_options);
  check_outputs(options, subjects);
  for (const Subject& subject : subjects) check_subject(options, subject, processes.is_first());
  Results results(options, subjects.size(), processes.is_first());
  for (const Subject& subject : subjects) {
    results.begin(subject.output);
    contract_subject(options, subject, processes, results);
  }
  results.finish();
}

void run(const Options& options) {
  if (!options.add.empty()) return add(options);
  check_options(options);
  Processes processes;
  try {
    contract_all(shared_options(options, processes), processes);
  } catch (...) {
    processes.leave();
    throw;
  }
}

}  // namespace

}  // namespace diagc::contract

namespace diagc {

void add_contract(CLI::App& app, Action& action) {
  auto options = std::make_shared<contract::Options>();
  CLI::App* command = app.add_subcommand("contract", "the value of a tensor network");
  contract::add_options(command, *options);
  command->callback([options, &action] { action = [options] { contract::run(*options); }; });
}

}  // namespace diagc
