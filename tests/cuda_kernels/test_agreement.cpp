// Every grammar, schedule and precision on a device against the interpreter in double precision.
#include <stdlib.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <future>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>

#include "compiler/expand/expand.h"
#include "diagc/compile.h"
#include "programs/bench/sample.h"
#include "programs/command/grammars.h"
#include "programs/command/values.h"
#include "runtime/system/temporary_folder.h"
#include "tests/cuda_kernels/worker.h"
#include "tests/grammar_order.h"

namespace diagc {
namespace {

using namespace bench;

struct Case {
  std::string_view grammar;
  int n;
  bool complex_inputs = false;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const Example& example : examples()) {
    const bool has_axes = example.text.find("\naxis ") != std::string_view::npos;
    if (has_axes) continue;  // no kernels
    if (example.theory == "theories")
      continue;  // derived rules are compiled as those written by hand
    list.push_back({example.name, 4});
    // Four quarks are the fewest legs of two lines.
    const int fewest = example.name == "two_quark_lines_colour_sum" ? 4 : 3;
    list.push_back({example.name, fewest, true});
  }
  // Several chunks.
  list.push_back({"hubbard_sun_density", 8});
  return list;
}

/// Of the grammar, its inputs complex where the case asks for that.
CompileOptions options_of(const Case& which) {
  const auto source =
      std::make_shared<const Source>("rules.diag", std::string(find_example(which.grammar)->text));
  CompileOptions options{.statics = testing::order_statics(rules::load(source), which.n),
                         .use_cache = false};
  if (!which.complex_inputs) return options;
  options.target = Target::interpreter;
  const Compiled plain =
      compile_text(std::string(find_example(which.grammar)->text), "rules.diag", options);
  if (!plain.kernel) throw std::runtime_error(plain.diagnostics.front().rendered);  // of any thread
  for (const Kernel::Variable& input : plain.kernel->inputs()) {
    options.input_types[input.name] = type_name(input.shape, true);
  }
  return options;
}

std::vector<ParamValue> params_of(const Kernel& kernel) {
  std::vector<ParamValue> params;
  for (const Kernel::Variable& param : kernel.params()) params.push_back({param.name, {2.0}});
  return params;
}

Graph expanded_graph(const Case& which, const CompileOptions& options) {
  ExpandOptions expand_options;
  expand_options.statics = options.statics;
  for (const auto& [input, type] : options.input_types) {
    expand_options.input_types[input] = {syntax::Scalar::complex, type.starts_with("lorentz")
                                                                      ? ElementShape::four_vector
                                                                      : ElementShape::scalar};
  }
  const auto source =
      std::make_shared<const Source>("rules.diag", std::string(find_example(which.grammar)->text));
  return expand(rules::load(source), expand_options).graph;
}

/// A kernel to compare: what compiles takes the time, so several do beside each other (compare_all).
struct Trial {
  Case which;
  std::string schedule;
  Precision precision;
};

CompileOptions options_of(const Trial& trial) {
  CompileOptions options = options_of(trial.which);
  options.precision = trial.precision;
  options.target = Target::cuda;
  options.cuda_schedule = trial.schedule;
  options.compile_worker = {"/proc/self/exe", compile_worker_mode};
  return options;
}

/// Both precisions of a schedule.
void add_both(std::vector<Trial>& trials, const Case& which, const std::string& schedule) {
  for (const Precision precision : {Precision::fp32, Precision::fp64})
    trials.push_back({which, schedule, precision});
}

template <class T>
void compare(const Trial& trial, const Compiled& compiled) {
  const auto& [which, schedule, precision] = trial;
  const CompileOptions options = options_of(trial);
  INFO((compiled.diagnostics.empty() ? "" : compiled.diagnostics.front().rendered));
  REQUIRE(compiled.kernel);
  const Kernel& kernel = *compiled.kernel;
  const Graph expanded = expanded_graph(which, options);
  const std::vector<ParamValue> params = params_of(kernel);
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());

  // The last block is not full, and the first configurations come again at other places.
  RowArrays<T> few(kernel, 64), batch(kernel, 64 * 5 + 33), again(kernel, 64 * 5 + 33);
  few.fill(Catch::rngSeed());
  batch.repeat(few);
  again.repeat(few);
  few.evaluate(kernel, uniform, 0, few.configurations());
  batch.evaluate(kernel, uniform, 0, batch.configurations());
  again.evaluate(kernel, uniform, 0, again.configurations());
  check_results<T>(sample_of(few), expanded, param_scalars(params, kernel), "the kernel gives");
  check_results<T>(sample_of(batch), expanded, param_scalars(params, kernel), "the kernel gives");
  if (schedule == "windowed") return;  // atomic additions come in any order
  std::size_t different = 0;
  for (std::size_t row = 0; row < batch.output_rows(); ++row) {
    for (std::size_t c = 0; c < batch.configurations(); ++c) {
      const T value = batch.output(row, c), repeated = again.output(row, c),
              first = few.output(row, c % few.configurations());
      different += std::memcmp(&value, &repeated, sizeof(T)) != 0;
      different += std::memcmp(&value, &first, sizeof(T)) != 0;
    }
  }
  CHECK(different == 0);
}

/// Kernels are compiled on all cores and compared in order, one at a time: assertions are of one thread.
void compare_all(const std::vector<Trial>& trials) {
  CAPTURE(Catch::rngSeed());
  std::vector<std::promise<Compiled>> compiled(trials.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> compilers;
  for (unsigned k = 0; k < std::max(1U, std::thread::hardware_concurrency()); ++k) {
    compilers.emplace_back([&] {
      for (std::size_t i = next++; i < trials.size(); i = next++) {
        try {
          compiled[i].set_value(
              compile_text(std::string(find_example(trials[i].which.grammar)->text), "rules.diag",
                           options_of(trials[i])));
        } catch (...) {
          compiled[i].set_exception(std::current_exception());
        }
      }
    });
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Trial& trial = trials[i];
    const bool is_single = trial.precision == Precision::fp32;
    CAPTURE(trial.which.grammar, trial.which.n, trial.which.complex_inputs, trial.schedule,
            is_single);
    CHECK_NOTHROW(is_single ? compare<float>(trial, compiled[i].get_future().get())
                            : compare<double>(trial, compiled[i].get_future().get()));
  }
}

}  // namespace

TEST_CASE("kernels on a device give what the interpreter gives, with the same bits every time") {
  std::vector<Trial> trials;
  for (const Case& which : cases()) {
    for (const std::string schedule : {"straight", "chunked", "windowed", "cooperative:packed"}) {
      if (schedule == "straight" && which.n == 8) continue;  // minutes to compile
      add_both(trials, which, schedule);
    }
  }
  compare_all(trials);
}

TEST_CASE("cooperative kernels in all forms give what the interpreter gives") {
  std::vector<Trial> trials;
  for (const int n : {6, 7, 8}) {
    const Case which{"hubbard_sun_density", n};
    for (const std::string schedule :
         {"cooperative", "cooperative:low=3,lanes=16,warps=12,blocks=1"})
      add_both(trials, which, schedule);
    // Two blocks of 32 configurations are too much for the shared memory of a multiprocessor in double precision.
    trials.push_back({which, "cooperative:low=3,lanes=32,warps=6,blocks=2", Precision::fp32});
  }
  compare_all(trials);
}

TEST_CASE("packed kernels in all forms give what the interpreter gives") {
  std::vector<Trial> trials;
  for (const Case& which : {Case{"hubbard_su2_cdet_density", 7}, Case{"gluon_current", 6, true}}) {
    // The last two have too few slots for all values.
    for (const std::string form :
         {"lanes=32,warps=32,blocks=1", "lanes=16,warps=16,blocks=2", "lanes=8,warps=8,blocks=4",
          "lanes=4,warps=3,blocks=1", "lanes=32,warps=4,blocks=4", "lanes=16,warps=4,blocks=8"})
      add_both(trials, which, "cooperative:packed," + form);
  }
  compare_all(trials);
}

TEST_CASE("kernels of matrices in all forms give what the interpreter gives") {
  std::vector<Trial> trials;
  for (const Case& which : {Case{"hubbard_su2_cdet_density", 6},
                            Case{"hubbard_sun_cdet_density", 5}, Case{"hubbard_sun_density", 7}}) {
    for (const std::string form : {"lanes=1,warps=16", "lanes=2,warps=4,blocks=1",
                                   "lanes=4,warps=8", "lanes=1,warps=3,blocks=2"})
      trials.push_back({which, "cooperative:matrix," + form, Precision::fp64});
  }
  compare_all(trials);
}

TEST_CASE("kernels of products of tiles in all forms give what the interpreter gives") {
  std::vector<Trial> trials;
  for (const Case& which :
       {Case{"hubbard_su2_cdet_density_elimination", 7}, Case{"hubbard_sun_cdet_log_z", 6}}) {
    for (const std::string form :
         {"low=2,lanes=16,warps=8,blocks=1", "low=2,lanes=4,warps=4,blocks=2,steps=2",
          "low=1,lanes=8,warps=3,blocks=1", "low=2,lanes=1,warps=5,blocks=3"})
      trials.push_back({which, "cooperative:products," + form, Precision::fp64});
  }
  compare_all(trials);
}

TEST_CASE("kernels by determinants in all forms give what the interpreter gives") {
  std::vector<Trial> trials;
  for (const Case& which :
       {Case{"hubbard_sun_cdet_density_fixed", 6}, Case{"hubbard_sun_cdet_density", 5}}) {
    for (const std::string form : {"", ",lanes=3,warps=5", ",lanes=16,warps=6,blocks=1"})
      trials.push_back({which, "cooperative:determinants" + form, Precision::fp64});
  }
  // Squares.
  trials.push_back({{"hubbard_su2_cdet_density", 5}, "cooperative:determinants", Precision::fp64});
  for (const std::string form : {"", ",lanes=5,warps=3", ",lanes=16,warps=6,blocks=1"})
    trials.push_back(
        {{"hubbard_su2_cdet_density", 7}, "cooperative:determinants" + form, Precision::fp64});
  compare_all(trials);
}

TEST_CASE("kernels by rotations in all forms give what the interpreter gives") {
  std::vector<Trial> trials;
  for (const Case& which :
       {Case{"hubbard_sun_cdet_density_fixed", 6}, Case{"hubbard_sun_cdet_density_fixed", 4},
        Case{"hubbard_sun_cdet_density", 6}}) {
    for (const std::string form : {"", ",warps=5"})
      trials.push_back({which, "cooperative:rotations" + form, Precision::fp64});
  }
  compare_all(trials);
}

TEST_CASE("auto measures on a device, and has the same choice when asked again") {
  const TemporaryFolder folder;
  setenv("DIAGC_CACHE_DIR", folder.path().c_str(), 1);
  const CompileOptions options{.statics = {{"n", "6"}},
                               .precision = Precision::fp32,
                               .target = Target::cuda,
                               .tune_seconds = 100,
                               .compile_worker = {"/proc/self/exe", compile_worker_mode}};
  const std::string text(find_example("hubbard_sun_density")->text);
  const Compiled first = compile_text(text, "rules.diag", options);
  const Compiled again = compile_text(text, "rules.diag", options);
  REQUIRE(first.kernel);
  REQUIRE(again.kernel);
  CHECK(first.kernel->schedule_choice() == "measured");
  CHECK(again.kernel->schedule_choice() == "measured before");
  CHECK(again.kernel->schedule() == first.kernel->schedule());
  CHECK(again.kernel->source() == first.kernel->source());
  std::size_t measured = 0;
  double fastest = 0, chosen = 0;
  for (const Kernel::ScheduleTrial& trial : first.kernel->schedule_trials()) {
    CAPTURE(trial.schedule, trial.skipped);
    CHECK(trial.skipped.empty());
    measured += trial.measured > 0;
    fastest = std::max(fastest, trial.measured);
    if (trial.schedule == first.kernel->schedule()) chosen = trial.measured;
  }
  CHECK(measured >= 2);
  // The model's first is preferred where the fastest gains less than 2 %.
  CHECK(chosen >= 0.979 * fastest);
}

TEST_CASE("batches of 0, 1, 31 and 33 configurations on every schedule: exact permanents") {
  // Of matrices of −1, 0 and 1 every sum is exact, in whatever order.
  constexpr std::size_t n = 5, most = 33;
  std::vector<float> matrices(most * n * n);
  std::mt19937 engine(Catch::rngSeed());
  for (float& entry : matrices) entry = static_cast<float>(engine() % 3) - 1;
  CompileOptions options{.statics = {{"n", "5"}}, .use_cache = false};
  options.compile_worker = {"/proc/self/exe", compile_worker_mode};
  const auto permanents = [&](std::size_t batch) {
    const Compiled compiled =
        compile_text(std::string(find_example("permanent")->text), "rules.diag", options);
    REQUIRE(compiled.kernel);
    std::vector<float> result(batch, -77);
    compiled.kernel->evaluate(batch,
                              {{"A", std::span<const float>(matrices.data(), batch * n * n)}}, {},
                              {{"perm", std::span<float>(result)}});
    return result;
  };
  options.target = Target::interpreter;
  const std::vector<float> exact = permanents(most);
  options.target = Target::cuda;
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    options.precision = precision;
    for (const std::string schedule :
         {"auto", "straight", "chunked", "windowed", "cooperative:packed"}) {
      options.cuda_schedule = schedule;
      for (const std::ptrdiff_t batch : {0, 1, 31, 33}) {
        CAPTURE(schedule, batch, Catch::rngSeed());
        CHECK(permanents(static_cast<std::size_t>(batch)) ==
              std::vector<float>(exact.begin(), exact.begin() + batch));
      }
    }
  }
}

TEST_CASE("a hundred million configurations of a small graph, from the host") {
  CompileOptions options;
  options.precision = Precision::fp32;
  options.target = Target::cuda;
  options.use_cache = false;
  const Compiled compiled =
      compile_text("grammar small\ninput x : real\noutput y = 2 * x + 1\n", "small.diag", options);
  REQUIRE(compiled.kernel);
  const std::size_t batch = 100'000'000;
  std::vector<float> x(batch), y(batch);
  for (std::size_t c = 0; c < batch; ++c) x[c] = static_cast<float>(c % 8'388'593);  // a prime
  compiled.kernel->evaluate(batch, {{"x", std::span<const float>(x)}}, {},
                            {{"y", std::span<float>(y)}});
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < batch; ++c) wrong += y[c] != 2 * x[c] + 1;
  CHECK(wrong == 0);
}

TEST_CASE("a device that is not there is an error that names it") {
  CompileOptions options{.statics = {{"n", "2"}}, .target = Target::cuda, .devices = {77}};
  const Compiled compiled =
      compile_text(std::string(find_example("permanent")->text), "rules.diag", options);
  REQUIRE(!compiled.kernel);
  CHECK(compiled.diagnostics.front().message.find("77") != std::string::npos);
}

}  // namespace diagc
