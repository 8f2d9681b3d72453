// The candidates that the cost model ranks: how they are written, which there are.
#include <set>

#include "compiler/emit/choice/cooperative_candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cuda/lanes.h"
#include "tests/emit/cuda_subjects.h"

namespace diagc {

TEST_CASE("candidates are read back as they are written") {
  const char* const by_panels =
      "cooperative:low=4,row=v,after=2000,lanes=32,warps=6,blocks=2,groups=16,stages=2,sums=96,"
      "stagger=90";
  for (const std::string text :
       {"straight", "straight:blocks=3", "straight:shared=227", "straight:blocks=1,shared=64",
        "straight:shared=227,ahead=300", "chunked:operations=7000,shared=113", "chunked",
        "chunked:operations=3500", "chunked:operations=3500,blocks=2", "chunked:blocks=2",
        "windowed", "cooperative", "cooperative:row=open,lanes=16", "cooperative:packed",
        "cooperative:packed,lanes=16,warps=32,blocks=1", by_panels}) {
    CAPTURE(text);
    const std::optional<CudaCandidate> candidate = cuda_candidate(text);
    REQUIRE(candidate);
    CHECK(to_string(*candidate) == text);
  }
  for (const std::string text : {"",
                                 "auto",
                                 "straigh",
                                 "straight:",
                                 "straight:operations=100",
                                 "straight:blocks",
                                 "straight:blocks=",
                                 "straight:blocks=0",
                                 "straight:blocks=17",
                                 "straight:shared=0",
                                 "straight:shared=2049",
                                 "windowed:shared=20",
                                 "straight:blocks=-1",
                                 "straight:blocks=2x",
                                 "chunked:operations=1,",
                                 "chunked,operations=3500",
                                 "windowed:blocks=2",
                                 "windowed:window=4",
                                 "windowed:low=4",
                                 "straight:lanes=32",
                                 "cooperative:",
                                 "cooperative:low=",
                                 "cooperative:row=",
                                 "cooperative:operations=3500",
                                 "cooperative:lanes=5",
                                 "cooperative:warps=33",
                                 "cooperative:stagger=101",
                                 "cooperative:tiles=2",
                                 "cooperative:low=0",
                                 "cooperative:packed=1",
                                 "cooperative:lanes=16,packed",
                                 "cooperative:packed,low=3",
                                 "cooperative:packed,row=v",
                                 "cooperative:packed,groups=4",
                                 "cooperative:packed,stagger=50",
                                 "cooperative:packed,lanes=5",
                                 "chunked:packed"}) {
    CAPTURE(text);
    // A comma at the end promises another option.
    CHECK_FALSE(cuda_candidate(text));
  }
  CHECK(cuda_options(StraightOptions{3}, {}).form == CudaForm(StraightOptions{3}));
  CHECK(schedule_options(ChunkedOptions{1234}).chunk_operations == 1234);
  CHECK(schedule_options(ChunkedOptions{}).chunk_operations == ScheduleOptions::gpu_chunk);
  const auto cooperative = cuda_candidate("cooperative:low=3,row=v,after=7,lanes=16,stagger=30");
  CHECK(schedule_options(*cooperative).panels == PanelRule{3, "v", 7});
  CHECK(schedule_options(*cooperative).chunk_operations == ScheduleOptions::gpu_chunk);
  CHECK(std::get<CooperativeOptions>(cuda_options(*cooperative, {}).form).lanes == 16);
  CHECK(std::get<CooperativeOptions>(cuda_options(*cooperative, {}).form).stagger == 0.3);
  CHECK_FALSE(schedule_options(ChunkedOptions{}).panels);
  const auto records = cuda_candidate("cooperative:packed,lanes=8");
  CHECK_FALSE(schedule_options(*records).panels);
  CHECK(schedule_options(*records).chunk_operations == ScheduleOptions::one_chunk);
  CHECK(cuda_options(*records, {}).form == CudaForm(PackedOptions{.lanes = 8}));
}

TEST_CASE("large panels that an option names have a form that fits") {
  for (const int n : {8, 9, 10}) {
    CAPTURE(n);
    const Graph graph = panel_graph(density, n);
    const OrderRule order = make_schedule(graph).order;
    const auto list = cooperative_candidates(
        graph, order, h200(), std::get<CooperativeOptions>(*cuda_candidate("cooperative:low=4")));
    CHECK(std::get<CooperativeOptions>(list.front().candidate).panels.low == 4);
    CHECK(std::get<CooperativeOptions>(list.front().candidate).lanes == (n < 10 ? 32U : 16U));
    CHECK(std::get<CooperativeOptions>(list.front().candidate).warps == (n < 9 ? 6U : 12U));
  }
}

TEST_CASE("large graphs of real values have up to three cooperative candidates") {
  const Subject eight = subject(density, 8);
  const Graph graph = panel_graph(density, 8);
  int made = 0;
  const auto panel_graph_of = [&]() -> const Graph& {
    ++made;
    return graph;
  };
  const auto count = [&](const Subject& subject, const CudaOptions& options) {
    const auto list = ranked_candidates(subject.graph, subject.whole, options, {.cores = 16},
                                        nullptr, panel_graph_of);
    return std::ranges::count_if(list, [](const RankedCandidate& each) {
      return std::holds_alternative<CooperativeOptions>(each.candidate);
    });
  };
  CHECK(count(eight, h200()) == 3);
  CHECK(made == 1);
  const auto list =
      ranked_candidates(eight.graph, eight.whole, h200(), {.cores = 16}, nullptr, panel_graph_of);
  CHECK(schedule_of(list.front().candidate) == CudaSchedule::cooperative);
  CHECK(complete(list.front().candidate));
  // Panels of both sizes, of each the form that ran fastest on an H200.
  for (const std::int64_t low : {3, 4}) {
    CHECK(std::ranges::any_of(list, [&](const RankedCandidate& each) {
      const auto* options = std::get_if<CooperativeOptions>(&each.candidate);
      return options && options->panels.low == low && options->warps == 6 && options->blocks == 2;
    }));
  }
  // Emission makes what is ranked.
  ScheduleOptions options = schedule_options(list.front().candidate);
  const Schedule schedule = make_schedule(graph, options);
  const CudaProgram program =
      emit_cuda(graph, schedule, cuda_options(list.front().candidate, h200()));
  CHECK(program.schedule == CudaSchedule::cooperative);
  CHECK(program.slab % (132 * 512) == 0);

  made = 0;
  CHECK(count(subject(density, 6), h200()) == 0);  // stays in registers
  GrammarKernel complex = grammar_kernel(density, 7, true, {cuda_disabled_pass});
  Schedule whole = make_schedule(complex.graph, schedule_options(StraightOptions{}));
  const Subject of_complex{std::move(complex.graph), std::move(whole)};
  CHECK(count(of_complex, h200()) == 0);
  CHECK(made == 0);
  CudaOptions small = h200();
  small.device.shared_bytes = 12 << 10;  // nothing fits
  CHECK(count(eight, small) == 0);
  CHECK_THROWS_WITH(cooperative_candidates(graph, eight.whole.order, small, {}),
                    Catch::StartsWith("the schedule `cooperative` needs "));
}

TEST_CASE("large graphs of any kind have up to two packed candidates, which are complete") {
  const auto packed_of = [](const Subject& subject, const CudaOptions& options) {
    std::vector<CudaCandidate> found;
    for (const RankedCandidate& each : ranked(subject, options)) {
      if (std::holds_alternative<PackedOptions>(each.candidate)) found.push_back(each.candidate);
    }
    return found;
  };
  GrammarKernel kernel = grammar_kernel(density, 7, true, {cuda_disabled_pass});
  Schedule whole = make_schedule(kernel.graph, schedule_options(StraightOptions{}));
  const Subject complex{std::move(kernel.graph), std::move(whole)};
  const std::vector<CudaCandidate> found = packed_of(complex, h200());
  CHECK(found.size() == 2);
  for (const CudaCandidate& candidate : found) {
    CAPTURE(to_string(candidate));
    CHECK(complete(candidate));
    CHECK(cuda_candidate(to_string(candidate)) == candidate);
    CHECK_NOTHROW(emit_cuda(complex.graph, complex.whole, cuda_options(candidate, h200())));
  }
  CHECK(packed_of(subject(density, 5), h200()).empty());  // stays in registers
  CudaOptions small = h200();
  small.device.shared_bytes = 8 << 10;
  CHECK(packed_of(complex, small).empty());
}

TEST_CASE("panels that are a small part of a graph do not make it look fast") {
  // Nearly all values of this one stand outside of panels.
  const std::string gluons = "gluons/gluon_current";
  const Graph graph = panel_graph(gluons, 8);
  const Subject eight = subject(gluons, 8);
  const auto all = cooperative_candidates(graph, eight.whole.order, h200(), {});
  CHECK(all.front().estimate.seconds > 0.7 * ranked(eight, h200()).front().estimate.seconds);
}

TEST_CASE("options that a cooperative candidate has are kept, the others are found") {
  const Graph graph = panel_graph(density, 7);
  const OrderRule order = make_schedule(graph).order;
  for (const RankedCandidate& each :
       cooperative_candidates(graph, order, h200(),
                              std::get<CooperativeOptions>(
                                  *cuda_candidate("cooperative:low=2,groups=4,stagger=70")))) {
    CAPTURE(to_string(each.candidate));
    CHECK(complete(each.candidate));
    const auto& options = std::get<CooperativeOptions>(each.candidate);
    CHECK(options.panels.low == 2);
    CHECK(options.groups == 4);
    CHECK(options.stagger == 0.7);
    CHECK(cuda_candidate(to_string(each.candidate)) == each.candidate);
  }
  // A grammar of its own, whose complex values the schedule refuses.
  CHECK_THROWS_WITH(
      cooperative_candidates(panel_graph(density, 6, true), order, h200(), {}),
      "panels of the schedule `cooperative` have real values only: take cooperative:packed");
}

TEST_CASE("what registers cannot hold makes candidates with slots in shared memory") {
  const auto with_slots = [](const Subject& subject, const CudaOptions& options) {
    std::vector<RankedCandidate> found;
    for (const RankedCandidate& each : ranked(subject, options)) {
      const auto* straight = std::get_if<StraightOptions>(&each.candidate);
      if (straight && straight->shared > 0) found.push_back(each);
    }
    return found;
  };
  CHECK(with_slots(subject(density, 6), h200()).empty());
  // 241 values of 8 bytes: two blocks have no room for all, one has.
  const Subject seven = subject(density, 7);
  const auto found = with_slots(seven, h200(false));
  REQUIRE(!found.empty());
  for (const RankedCandidate& each : found) {
    CAPTURE(to_string(each.candidate));
    const CudaOptions options = cuda_options(each.candidate, h200(false));
    const LaneShape shape = lane_shape(seven.graph, seven.whole, options);
    CHECK(each.estimate.warps == shape.blocks * shape.threads / 32);
    const CudaProgram program = emit_cuda(seven.graph, seven.whole, options);
    REQUIRE(program.launches.size() == 1);
    CHECK(program.launches[0].threads == shape.threads);
    CHECK(program.launches[0].shared_bytes > 0);
    CHECK(shape.blocks * (program.launches[0].shared_bytes + 1024) <=
          h200().device.shared_bytes + 1024);
  }
  const auto list = ranked(seven, h200(false));
  CHECK(to_string(list.front().candidate).find("shared=") != std::string::npos);
}

TEST_CASE("candidates beyond the compile budget are left out, and something is always left") {
  const Subject eight = subject(density, 8);
  const auto list = ranked(eight, h200(), {.seconds = 10, .cores = 1});
  for (const RankedCandidate& each : list) {
    CAPTURE(to_string(each.candidate));
    CHECK(schedule_of(each.candidate) != CudaSchedule::straight);
  }
  const auto least = ranked(eight, h200(), {.seconds = 0, .cores = 1});
  REQUIRE(least.size() == 1);
  CHECK(to_string(least.front().candidate) == "windowed");
}

}  // namespace diagc
