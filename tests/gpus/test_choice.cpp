// Choices as text, and what their keys tell apart.
#include <algorithm>
#include <set>

#include "library/schedule_choice.h"
#include "tests/gpus/fixture.h"

namespace diagc {

TEST_CASE("choices are read back as they were written") {
  ScheduleChoice choice{"chunked:operations=3500", {}};
  choice.trials = {{"straight", 1.25e10, 0, "compiling would take\nabout 40 s"},
                   {"chunked:operations=3500", 3.5e8, 3.251234567e8, ""},
                   {"windowed", 2e7, 0, ""}};
  const std::optional<ScheduleChoice> read = choice_from(choice_text(choice));
  REQUIRE(read);
  CHECK(read->schedule == choice.schedule);
  REQUIRE(read->trials.size() == 3);
  CHECK(read->trials[0].skipped == "compiling would take about 40 s");
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(read->trials[i].schedule == choice.trials[i].schedule);
    CHECK(read->trials[i].predicted == choice.trials[i].predicted);
    CHECK(read->trials[i].measured == choice.trials[i].measured);
  }
}

TEST_CASE("text that is no choice is none") {
  const std::string good = choice_text({"straight", {{"straight", 1, 2, ""}}});
  REQUIRE(choice_from(good));
  for (const std::string& bad : {std::string(), std::string("diagc schedule choice 0\nstraight\n"),
                                 good.substr(0, good.find('\n') + 1), choice_text({"curved", {}}),
                                 choice_text({"straight:operations=5", {}}), good + "straight\t1\n",
                                 good + "straight\tx\t1\t\n", good + "straight\t1\t-1\t\n"}) {
    CAPTURE(bad);
    CHECK_FALSE(choice_from(bad));
  }
}

TEST_CASE("graph, precision, device, driver and compiler have choices of their own") {
  const Density three(3), four(4);
  cuda::DeviceInfo gpu, other_name, other_architecture;
  gpu.name = other_architecture.name = "One";
  other_name.name = "Other";
  gpu.architecture = other_name.architecture = "sm_90";
  other_architecture.architecture = "sm_80";
  const std::set<std::string> keys = {
      choice_key(three.graph, Precision::fp32, gpu, 13000, "13.0").hex(),
      choice_key(four.graph, Precision::fp32, gpu, 13000, "13.0").hex(),
      choice_key(three.graph, Precision::fp64, gpu, 13000, "13.0").hex(),
      choice_key(three.graph, Precision::fp32, other_name, 13000, "13.0").hex(),
      choice_key(three.graph, Precision::fp32, other_architecture, 13000, "13.0").hex(),
      choice_key(three.graph, Precision::fp32, gpu, 12080, "13.0").hex(),
      choice_key(three.graph, Precision::fp32, gpu, 13000, "12.8").hex()};
  CHECK(keys.size() == 7);
  CHECK(keys.contains(choice_key(Density(3).graph, Precision::fp32, gpu, 13000, "13.0").hex()));
}

TEST_CASE("a candidate is the same program whichever was planned before") {
  const Density density(7);
  for (const char* name : {"straight", "straight:blocks=3", "chunked", "chunked:operations=1500",
                           "windowed", "cooperative:packed,lanes=32,warps=16,blocks=2"}) {
    CAPTURE(name);
    const CudaCandidate candidate = *cuda_candidate(name);
    GpuPlanner fresh(density.rules, density.options, density.graph, {});
    GpuPlanner used(density.rules, density.options, density.graph, {});
    used.ranked(1);
    CHECK(fresh.plan(candidate).program.source() == used.plan(candidate).program.source());
  }
}

TEST_CASE("without measuring the model's first candidate is taken") {
  const Density density(5);
  GpuPlanner planner(density.rules, density.options, density.graph, {});
  CHECK(modelled_plan(planner, 1).candidate == planner.ranked(1).front().candidate);
  CHECK(modelled_plan(planner, 1, 1e9).candidate == planner.ranked(1).front().candidate);
  CHECK_FALSE(asked_candidate("auto"));
  CHECK(asked_candidate("straight:blocks=3") == CudaCandidate(StraightOptions{3}));
}

TEST_CASE(
    "what is wanted for a time is the candidate that evaluates most in it, compiling included") {
  const Density density(7);
  GpuPlanner planner(density.rules, density.options, density.graph, {});
  const std::vector<RankedCandidate>& ranked = planner.ranked(1);
  const auto seconds_of = [](const RankedCandidate& one) {
    return compile_time(one.estimate, {.cores = 1});
  };
  const auto evaluated = [&](const RankedCandidate& one, double seconds) {
    return std::max(0.0, seconds - seconds_of(one)) / one.estimate.seconds;
  };
  const auto taken = [&](double seconds) {
    const CudaCandidate candidate = modelled_plan(planner, 1, seconds).candidate;
    return *std::ranges::find(ranked, candidate, &RankedCandidate::candidate);
  };
  // From where only the quickest to compile is there to where the fastest pays.
  std::set<std::string> all;
  for (const double seconds : {0.5, 2.0, 5.0, 20.0, 1e4}) {
    CAPTURE(seconds);
    const RankedCandidate one = taken(seconds);
    for (const RankedCandidate& other : ranked)
      CHECK(evaluated(one, seconds) >= evaluated(other, seconds));
    all.insert(to_string(one.candidate));
  }
  CHECK(all.size() > 1);
  // Where nothing is there in time, what is there first.
  const RankedCandidate first = taken(1e-3);
  for (const RankedCandidate& other : ranked) CHECK(seconds_of(first) <= seconds_of(other));
}

}  // namespace diagc
