// What is tried and taken, on fake devices whose kernels take as long as a test says.
#include "compiler/emit/choice/cooperative_candidates.h"
#include "diagc/compile.h"
#include "library/schedule_choice.h"
#include "runtime/system/deadline.h"
#include "runtime/system/temporary_folder.h"
#include "tests/gpus/fixture.h"

namespace diagc {
namespace {

constexpr double forever = 1e6;  // however busy the machine

/// The two candidates that a test can tell apart: straight, and chunks of 1,500 operations.
TuneLimits two_families() {
  return {.candidates = 16,
          .hopeless = 4,
          .least_seconds = forever,
          .most_seconds = forever,
          .measure_seconds = 1e-6,
          .rounds = 1};
}

const Kernel::ScheduleTrial& trial(const std::vector<Kernel::ScheduleTrial>& trials,
                                   const std::string& schedule) {
  const auto found = std::find_if(trials.begin(), trials.end(),
                                  [&](const auto& each) { return each.schedule == schedule; });
  REQUIRE(found != trials.end());
  return *found;
}

CudaOptions h200() {
  CudaOptions options;
  options.device.cache_bytes = 60U << 20U;
  return options;
}

}  // namespace

TEST_CASE("what runs fastest is taken, whatever the model expected") {
  if (!has_nvrtc()) return;
  const Density density(6);
  for (const bool chunks_are_faster : {true, false}) {
    CAPTURE(chunks_are_faster);
    const FakeGpus gpus;
    add_kernels(chunks_are_faster ? 40 : 0, chunks_are_faster ? 0 : 40);
    GpuPlanner planner(density.rules, density.options, density.graph, h200());
    const GpuRequest request{.devices = {0}};
    const Tuned<float> tuned = tune<float>(planner, 1, request, two_families());
    CHECK(tuned.measured);
    CHECK((schedule_of(tuned.plan.candidate) == CudaSchedule::chunked) == chunks_are_faster);
    CHECK(tuned.plan.program.schedule == schedule_of(tuned.plan.candidate));
    CHECK(trial(tuned.trials, "straight").measured > 0);
    CHECK(trial(tuned.trials, "chunked:operations=1500").measured > 0);
    // Sixty times slower by the model: not even compiled.
    CHECK(trial(tuned.trials, "windowed").measured == 0);
    CHECK(trial(tuned.trials, "windowed").skipped.empty());
    CHECK(tuned.code.functions.size() == tuned.plan.program.launches.size());
  }
}

TEST_CASE("a cooperative plan has a graph of its own, and its candidate names it again") {
  const Density density(7);
  GpuPlanner planner(density.rules, density.options, density.graph, h200());
  const GpuPlan chosen = planner.plan(CooperativeOptions{});
  CHECK(chosen.graph != &density.graph);
  CHECK(chosen.graph->edge_count() > density.graph.edge_count());
  CHECK(chosen.schedule.cooperation);
  CHECK(complete(chosen.candidate));
  const std::string text = to_string(chosen.candidate);
  CAPTURE(text);
  GpuPlanner other(density.rules, density.options, density.graph, h200());
  const GpuPlan again = other.plan(*cuda_candidate(text));
  CHECK(again.candidate == chosen.candidate);
  CHECK(again.program.source() == chosen.program.source());
  CHECK(planner.plan(WindowedOptions{}).graph == &density.graph);
  // Seven lines stay in registers, eight do not.
  const auto cooperative = [](GpuPlanner& of) {
    return std::ranges::count_if(of.ranked(16), [](const RankedCandidate& each) {
      return std::holds_alternative<CooperativeOptions>(each.candidate);
    });
  };
  CHECK(cooperative(planner) == 0);
  const Density larger(8);
  GpuPlanner of_larger(larger.rules, larger.options, larger.graph, h200());
  CHECK(cooperative(of_larger) == 3);
  CHECK(schedule_of(modelled_plan(of_larger, 16).candidate) == CudaSchedule::cooperative);
}

TEST_CASE("without panels a cooperative plan is packed, of the graph of the others") {
  Density complex(6);
  complex.options.expand.input_types["G"] = {syntax::Scalar::complex, ElementShape::scalar};
  complex.graph = expand_and_simplify(complex.rules, complex.options).graph;
  GpuPlanner planner(complex.rules, complex.options, complex.graph, h200());
  const GpuPlan plan = planner.plan(CooperativeOptions{});
  CHECK(plan.graph == &complex.graph);
  CHECK_FALSE(plan.schedule.cooperation);
  CHECK(plan.program.schedule == CudaSchedule::cooperative);
  const std::string text = to_string(plan.candidate);
  CAPTURE(text);
  CHECK(text.starts_with("cooperative:packed,lanes="));
  CHECK(complete(plan.candidate));
  GpuPlanner other(complex.rules, complex.options, complex.graph, h200());
  CHECK(other.plan(*cuda_candidate(text)).program.source() == plan.program.source());
  CHECK(to_string(planner.plan(*cuda_candidate("cooperative:lanes=8")).candidate)
            .starts_with("cooperative:packed,lanes=8,warps="));
  // Who asks for panels hears why there are none.
  CHECK_THROWS_WITH(
      planner.plan(*cuda_candidate("cooperative:low=2")),
      "panels of the schedule `cooperative` have real values only: take cooperative:packed");
  CudaOptions small = h200();
  small.device.shared_bytes = 8 << 10;
  GpuPlanner too_small(complex.rules, complex.options, complex.graph, small);
  CHECK_THROWS_WITH(too_small.plan(CooperativeOptions{}),
                    Catch::StartsWith("the schedule `cooperative:packed` needs "));
}

TEST_CASE("a candidate that fails is passed over, and all failing is the first one's error") {
  if (!has_nvrtc()) return;
  const Density density(6);
  GpuPlanner planner(density.rules, density.options, density.graph, h200());
  const GpuRequest request{.devices = {0}};
  SECTION("it cannot be loaded") {
    const FakeGpus gpus;
    add_kernels(0, 0);
    fake_cuda::fail("cuModuleLoadData", 1, 2);
    const Tuned<float> tuned = tune<float>(planner, 1, request, two_families());
    CHECK(tuned.trials.front().measured == 0);
    CHECK(tuned.trials.front().skipped.find("CUDA_ERROR_OUT_OF_MEMORY") != std::string::npos);
    CHECK(to_string(tuned.plan.candidate) != tuned.trials.front().schedule);
  }
  SECTION("it cannot be launched") {
    const FakeGpus gpus;
    add_kernels(0, 0);
    fake_cuda::fail("cuLaunchKernel", 1, 1);
    const Tuned<float> tuned = tune<float>(planner, 1, request, two_families());
    CHECK(tuned.trials.front().skipped.find("CUDA_ERROR_INVALID_VALUE") != std::string::npos);
    CHECK(to_string(tuned.plan.candidate) != tuned.trials.front().schedule);
  }
  SECTION("all fail") {
    const FakeGpus without_kernels;
    CHECK_THROWS_WITH(tune<float>(planner, 1, request, two_families()),
                      "kernel 'hubbard_sun_density_straight' is in none of the program's CUBINs");
  }
  SECTION("no memory for the trial: the model decides") {
    const FakeGpus gpus;
    add_kernels(0, 0);
    fake_cuda::fail("cuMemAlloc_v2", 1, 2);
    const Tuned<float> tuned = tune<float>(planner, 1, request, two_families());
    CHECK_FALSE(tuned.measured);
    CHECK(to_string(tuned.plan.candidate) == tuned.trials.front().schedule);
  }
}

TEST_CASE("what would take too long to compile is not tried") {
  if (!has_nvrtc()) return;
  const FakeGpus gpus;
  add_kernels(0, 0);
  const Density density(6);
  GpuPlanner planner(density.rules, density.options, density.graph, h200());
  TuneLimits limits = two_families();
  limits.least_seconds = limits.most_seconds = 0;
  const Tuned<float> tuned = tune<float>(planner, 1, {.devices = {0}}, limits);
  CHECK_FALSE(tuned.measured);
  CHECK(tuned.trials[1].skipped.starts_with("compiling would take about "));
}

TEST_CASE("a stop request ends the tuning, a passed deadline only a candidate") {
  if (!has_nvrtc()) return;
  const FakeGpus gpus;
  add_kernels(0, 0);
  const Density density(6);
  GpuPlanner planner(density.rules, density.options, density.graph, h200());
  std::stop_source source;
  source.request_stop();
  GpuRequest request{.devices = {0}};
  request.stop = source.get_token();
  CHECK_THROWS_AS(tune<float>(planner, 1, request, two_families()), cuda::Cancelled);
}

TEST_CASE("a deadline asks to stop when time is up, when the outer token does, and not before") {
  std::stop_source outer;
  const Deadline never(outer.get_token(), 1e6);
  CHECK_FALSE(never.token().stop_requested());
  outer.request_stop();
  CHECK(never.token().stop_requested());
  const Deadline soon({}, 0.001);
  while (!soon.token().stop_requested()) std::this_thread::yield();
}

TEST_CASE("a choice that was measured is kept, and names the same kernel again") {
  if (!has_nvrtc()) return;
  const TemporaryFolder folder;
  setenv("DIAGC_CACHE_DIR", folder.path().c_str(), 1);
  const FakeGpus gpus;
  add_kernels(0, 0);
  const auto kernel = [](CompileOptions options) {
    if (options.tune_seconds > 0) options.tune_seconds = forever;
    options.statics = {{"n", "4"}};
    options.precision = Precision::fp32;
    options.target = Target::cuda;
    Compiled compiled = compile_file(density_file(), options);
    INFO((compiled.diagnostics.empty() ? "" : compiled.diagnostics.front().rendered));
    REQUIRE(compiled.kernel);
    return *compiled.kernel;
  };
  const Kernel first = kernel({});
  CHECK(first.schedule_choice() == "measured");
  CHECK(first.times().tune > 0);
  const Kernel again = kernel({});
  CHECK(again.schedule_choice() == "measured before");
  CHECK(again.schedule() == first.schedule());
  CHECK(again.source() == first.source());
  CHECK(again.from_cache());
  CHECK(again.times().tune == 0);
  REQUIRE(again.schedule_trials().size() == first.schedule_trials().size());
  CHECK(again.schedule_trials()[0].measured == first.schedule_trials()[0].measured);
  const Kernel forced = kernel({.cuda_schedule = first.schedule()});
  CHECK(forced.schedule_choice() == "requested");
  CHECK(forced.source() == first.source());
  const Kernel modelled = kernel({.tune_seconds = 0});
  CHECK(modelled.schedule_choice() == "cost model");
  CHECK(modelled.schedule() == modelled.schedule_trials().front().schedule);
  CHECK(kernel({.use_cache = false}).schedule_choice() == "measured");

  // Damage is a miss, and the choice is made and kept anew.
  std::size_t choices = 0;
  for (const auto& item : Cache(cache_options_from_environment()).list()) {
    if (item.metadata.at("kind") != "schedule") continue;
    ++choices;
    CHECK(item.metadata.at("schedule") == first.schedule());
    std::filesystem::resize_file(item.file, item.bytes - 1);
  }
  CHECK(choices == 1);
  CHECK(kernel({}).schedule_choice() == "measured");
  CHECK(kernel({}).schedule_choice() == "measured before");
  const Compiled wrong =
      compile_file(density_file(),
                   {.statics = {{"n", "4"}}, .target = Target::cuda, .cuda_schedule = "fastest"});
  REQUIRE(!wrong.kernel);
  CHECK(wrong.diagnostics.front().message ==
        "found the CUDA schedule `fastest`, expected " + cuda_schedule_names() +
            ", one of them with options such as chunked:operations=3500, or auto");
}

}  // namespace diagc
