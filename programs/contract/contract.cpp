// diagc contract: the value of a tensor network.
#include "programs/contract/contract.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "physics/networks/order_file.h"
#include "programs/command/machine.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/contract/report.h"
#include "programs/contract/subject.h"
#include "runtime/batch/npy.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

using namespace contract;
using networks::Element;

struct Options {
  SubjectOptions subject;
  std::string order, save_order, memory, output, minimise = "time";
  std::int64_t moves = 0, seed = 1;
  bool plan = false, check = false, json = false;
};

/// `8GiB`, `500MB`, `1`: bytes.
std::uint64_t parse_memory(const std::string& text) {
  double amount = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, amount);
  const std::string unit(stop, end);
  double factor = 0;
  for (const auto& [name, value] : {std::pair{"", 1.0},
                                    {"B", 1.0},
                                    {"kB", 1e3},
                                    {"MB", 1e6},
                                    {"GB", 1e9},
                                    {"TB", 1e12},
                                    {"KiB", 0x1p10},
                                    {"MiB", 0x1p20},
                                    {"GiB", 0x1p30},
                                    {"TiB", 0x1p40}}) {
    if (unit == name) factor = value;
  }
  if (error != std::errc() || factor == 0 || !(amount * factor >= 1 && amount * factor < 0x1p62)) {
    throw UsageError(
        fmt::format("found --memory {}, expected bytes such as 8GiB, 500MB or 1000000", text));
  }
  return static_cast<std::uint64_t>(amount * factor);
}

/// What is given, or 80 % of what is free.
std::uint64_t memory_limit(const Options& options) {
  if (!options.memory.empty()) return parse_memory(options.memory);
  const std::uint64_t free = this_machine().memory;
  return free == 0 ? std::uint64_t{1} << 30U : free / 5 * 4;
}

networks::Planned plan(const Options& options, const Subject& subject, std::uint64_t seed,
                       bool search) {
  const arrays::Network& network = subject.network.network;
  const std::uint64_t memory = memory_limit(options);
  const unsigned threads = available_threads();
  try {
    if (!search && !options.order.empty()) {
      const arrays::Order order = networks::read_order(read_source(options.order), subject.network);
      return networks::plan_order(network, order, subject.element, memory, threads);
    }
    if (!search && subject.network.order && options.moves == 0) {
      return networks::plan_order(network, *subject.network.order, subject.element, memory,
                                  threads);
    }
    arrays::SearchOptions found;
    found.moves = static_cast<std::uint64_t>(options.moves);
    found.seed = seed;
    found.minimise = options.minimise == "flops"    ? arrays::Minimise::flops
                     : options.minimise == "memory" ? arrays::Minimise::memory
                                                    : arrays::Minimise::time;
    Progress progress;
    progress.stage("searching an order");
    return networks::plan_search(network, found, subject.element, memory, threads);
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", subject.network.source->path(), error.what()));
  }
}

networks::Value evaluate(const Subject& subject, const networks::Planned& planned) {
  try {
    Progress progress;
    progress.stage("contracting");
    return networks::evaluate(subject.network.network, planned.plan, *subject.values,
                              subject.element, available_threads());
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", subject.network.source->path(), error.what()));
  }
}

/// The same by another order. Rounding may differ by as much as sums of very many terms of the largest size have.
void check(const Options& options, const Subject& subject, const networks::Value& value) {
  const networks::Planned other =
      plan(options, subject, static_cast<std::uint64_t>(options.seed) + 1, true);
  const networks::Value again = evaluate(subject, other);
  bool agrees = value.count == again.count && value.max == again.max &&
                value.numbers.size() == again.numbers.size();
  const bool is_single = subject.element == Element::f32 || subject.element == Element::c64;
  const double tolerance = is_single ? 1e-3 : 1e-9;
  double largest = 0, difference = 0;
  const auto shift =
      static_cast<int>(std::clamp<std::int64_t>(again.exponent - value.exponent, -10'000, 10'000));
  for (std::size_t k = 0; agrees && k < value.numbers.size(); ++k) {
    const std::complex<double> found(std::ldexp(again.numbers[k].real(), shift),
                                     std::ldexp(again.numbers[k].imag(), shift));
    largest = std::max(largest, std::abs(value.numbers[k]));
    difference = std::max(difference, std::abs(value.numbers[k] - found));
  }
  agrees = agrees && difference <= tolerance * largest;
  if (!agrees) {
    throw Failure(
        fmt::format("{}: found values by two orders that differ by {:.2g} of the largest one, "
                    "expected at most {}",
                    subject.network.source->path(), difference / largest, tolerance));
  }
}

void write_array(const std::string& path, const Subject& subject, const networks::Value& value) {
  std::vector<std::size_t> shape;
  for (const arrays::Label label : subject.network.network.open) {
    shape.push_back(subject.network.network.extents[label]);
  }
  const auto scale = static_cast<int>(std::clamp<std::int64_t>(value.exponent, -10'000, 10'000));
  const auto write = [&]<class T>(ElementType type, bool is_complex, T) {
    std::vector<T> numbers;
    for (const std::complex<double>& z : value.numbers) {
      numbers.push_back(static_cast<T>(std::ldexp(z.real(), scale)));
      if (is_complex) numbers.push_back(static_cast<T>(std::ldexp(z.imag(), scale)));
    }
    HoldSignals hold(path);
    write_npy(path, type, shape, std::as_bytes(std::span(numbers)));
  };
  switch (subject.element) {
    case Element::f32:
      return write(ElementType::float32, false, float());
    case Element::c64:
      return write(ElementType::complex64, true, float());
    case Element::c128:
      return write(ElementType::complex128, true, double());
    default:
      return write(ElementType::float64, false, double());
  }
}

void run(const Options& options) {
  if (options.plan && (options.json || options.check || !options.output.empty())) {
    throw UsageError(
        "found --plan with --json, --check or -o, expected it without: a plan has no value");
  }
  const Subject subject = read_subject(options.subject);
  const bool is_floating =
      subject.element != Element::count && subject.element != Element::tropical;
  if (!options.plan && !subject.values && options.save_order.empty()) {
    throw UsageError("found no numbers for the tensors, expected --values F.npz or --fill ones");
  }
  if (!options.output.empty() && !is_floating) {
    throw UsageError(
        fmt::format("found -o with --element {}, expected f32, f64, c64 or c128",
                    networks::element_names[static_cast<std::size_t>(subject.element)]));
  }
  if (subject.values && !options.plan && !subject.network.network.open.empty() &&
      options.output.empty()) {
    throw UsageError("found a result with open axes, expected -o OUT.npy for it");
  }
  const networks::Planned planned =
      plan(options, subject, static_cast<std::uint64_t>(options.seed), false);
  if (!options.save_order.empty())
    write_result(options.save_order, networks::order_text(planned.order, subject.network));
  if (!options.json && options.save_order != "-") write_out(order_text(subject, planned));
  if (options.plan) write_out(plan_text(planned));
  if (options.plan || !subject.values) return;
  flush_out();
  const auto start = std::chrono::steady_clock::now();
  const networks::Value value = evaluate(subject, planned);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.check) check(options, subject, value);
  if (!options.output.empty()) write_array(options.output, subject, value);
  write_out(options.json ? value_json(subject, planned, value, seconds)
                         : value_text(subject, planned, value, seconds));
}

}  // namespace

void add_contract(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  SubjectOptions& subject = options->subject;
  CLI::App* command = app.add_subcommand("contract", "the value of a tensor network");
  command
      ->add_option("FILE", subject.file,
                   "a network of cotengra or TensorBFS (JSON), a circuit of qsim (.qsim), or an "
                   "einsum string "
                   "such as ij,jk->ik")
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--fill", subject.fill,
                   "numbers of all tensors: ones, random:SEED (uniform in (-1, 1)) or a number")
      ->type_name("NUMBERS");
  command
      ->add_option("--extent", subject.extents,
                   "extent of a label of an einsum string, as in a=2; may be repeated")
      ->type_name("LABEL=N")
      ->allow_extra_args(false);
  take_one_of(command->add_option(
                  "--element", subject.element,
                  "kind of numbers; default: f64, or c128 where tensors are complex. count: exact "
                  "whole numbers; tropical: largest sum and how often it occurs"),
              {"f32", "f64", "c64", "c128", "count", "tropical"});
  command
      ->add_option(
          "--values", subject.values,
          "arrays of all tensors: .npz with arr_0, arr_1, ... in their order, or .npy of one")
      ->type_name("FILE");
  command
      ->add_option("--order", options->order,
                   "order of contraction, as --save-order writes it, or a list of pairs")
      ->type_name("FILE");
  command
      ->add_option("--memory", options->memory,
                   "most bytes, such as 8GiB; default: 80 % of what is free")
      ->type_name("SIZE");
  take_whole_number(command
                        ->add_option("--moves", options->moves,
                                     "rotations that the search of orders tries; default: by size")
                        ->type_name("NUMBER"),
                    1);
  take_whole_number(command->add_option("--seed", options->seed, "seed of the search")
                        ->type_name("NUMBER")
                        ->capture_default_str(),
                    0);
  take_one_of(command->add_option("--minimise", options->minimise, "what the search makes small")
                  ->capture_default_str(),
              {"flops", "time", "memory"});
  command
      ->add_option("--save-order", options->save_order,
                   "write the order, which cotengra reads, too")
      ->type_name("FILE");
  command
      ->add_option("--bits", subject.bits,
                   "final state of a circuit's qubits, qubit 0 first; default: all 0")
      ->type_name("BITS");
  command->add_option("--open", subject.open, "qubits that are axes of the result, as in 3,7")
      ->delimiter(',')
      ->type_name("QUBITS");
  command->add_flag("--plan", options->plan, "print the steps, without contracting");
  command->add_flag("--check", options->check, "contract again by another order and compare");
  command->add_flag("--json", options->json, "one JSON object on standard output");
  command->add_option("-o", options->output, "the result's array, where it has axes or not")
      ->type_name("FILE.npy");
  command->callback([options, &action] { action = [options] { run(*options); }; });
}

}  // namespace diagc
