// The cost model against what was measured on a device, and the candidates that it ranks.
#include <set>

#include <catch2/catch.hpp>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/cooperative_candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cuda/lanes.h"
#include "compiler/schedule/spills.h"
#include "tests/emit/grammar_graphs.h"

namespace diagc {
namespace {

const std::string density = "hubbard/hubbard_sun_density";

CudaOptions h200(bool single_precision = true) {
  CudaOptions options;
  options.single_precision = single_precision;
  options.device.cache_bytes = 60U << 20U;
  return options;
}

struct Subject {
  Graph graph;
  Schedule whole;
};

Subject subject(const std::string& grammar, int n) {
  GrammarKernel kernel = grammar_kernel(grammar, n, false, {cuda_disabled_pass});
  Schedule whole = make_schedule(kernel.graph, schedule_options(StraightOptions{}));
  return {std::move(kernel.graph), std::move(whole)};
}

std::vector<RankedCandidate> ranked(const Subject& subject, const CudaOptions& options,
                                    const CompileBudget& budget = {.cores = 16}) {
  return ranked_candidates(subject.graph, subject.whole, options, budget);
}

Graph panel_graph(const std::string& grammar, int n, bool complex = false) {
  return grammar_kernel(grammar, n, complex, disabled_for_panels()).graph;
}

double seconds(const std::vector<RankedCandidate>& list, const std::string& name) {
  for (const RankedCandidate& each : list) {
    if (to_string(each.candidate) == name) return each.estimate.seconds;
  }
  FAIL(name << " is no candidate");
  return 0;
}

}  // namespace

TEST_CASE("candidates are read back as they are written") {
  const char* const by_panels =
      "cooperative:low=4,row=v,after=2000,lanes=32,warps=6,blocks=2,groups=16,stages=2,sums=96,"
      "stagger=90";
  for (const std::string text :
       {"straight", "straight:blocks=3", "straight:shared=227", "straight:blocks=1,shared=64",
        "chunked:operations=7000,shared=113", "chunked", "chunked:operations=3500",
        "chunked:operations=3500,blocks=2", "chunked:blocks=2", "windowed", "cooperative",
        "cooperative:row=open,lanes=16", "cooperative:packed",
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

TEST_CASE("cooperative candidates are simulated to be about as fast as an H200 runs them") {
  struct Measured {
    int n;
    std::string options;
    double evaluations;
  };
  std::set<int> fastest;
  for (const auto& [n, options, evaluations] :
       {Measured{8,
                 "low=4,row=v,after=2000,lanes=32,warps=6,blocks=2,groups=16,stages=2,sums=128,"
                 "stagger=90",
                 6.18e8},
        Measured{8,
                 "low=4,row=v,after=2000,lanes=32,warps=4,blocks=2,groups=16,stages=2,sums=192,"
                 "stagger=60",
                 5.88e8},
        Measured{8,
                 "low=3,row=v,after=2200,lanes=32,warps=6,blocks=2,groups=16,stages=2,sums=128,"
                 "stagger=50",
                 5.6e8},
        Measured{9,
                 "low=3,row=v,after=2900,lanes=32,warps=12,blocks=1,groups=16,stages=3,sums=128,"
                 "stagger=30",
                 2.66e8},
        Measured{10,
                 "low=3,row=v,after=4000,lanes=16,warps=12,blocks=1,groups=16,stages=3,sums=112,"
                 "stagger=60",
                 9.9e7},
        Measured{11,
                 "low=3,row=v,after=5400,lanes=8,warps=12,blocks=1,groups=16,stages=2,sums=112,"
                 "stagger=60",
                 3.77e7}}) {
    CAPTURE(n, options);
    const Graph graph = panel_graph(density, n);
    const OrderRule order = make_schedule(graph).order;
    const CudaCandidate candidate = *cuda_candidate("cooperative:" + options);
    const auto& asked = std::get<CooperativeOptions>(candidate);
    CHECK(complete(asked));
    const auto one = cooperative_candidates(graph, order, h200(), asked);
    REQUIRE(one.size() == 1);
    CHECK(one.front().candidate == candidate);
    const double ratio = one.front().estimate.seconds * evaluations;
    CHECK(ratio > 1 / 1.2);
    CHECK(ratio < 1.2);
    // The first of each n is the fastest that was measured.
    if (!fastest.insert(n).second) continue;
    const auto all = cooperative_candidates(graph, order, h200(), {});
    CHECK(to_string(all.front().candidate) == to_string(asked));
  }
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

TEST_CASE("packed kernels are expected to be about as fast as an H200 runs them") {
  struct Measured {
    std::string grammar;
    int n;
    double evaluations;
  };
  const std::string determinants = "hubbard/hubbard_su2_cdet_density";
  for (const auto& [grammar, n, evaluations] :
       {Measured{determinants, 8, 8.7e7}, Measured{determinants, 9, 3.7e7},
        Measured{determinants, 10, 1.26e7}, Measured{"gluons/gluon_current", 12, 5.9e7}}) {
    CAPTURE(grammar, n);
    const Subject what = subject(grammar, n);
    const auto list = packed_candidates(what.graph, what.whole, h200(), {});
    const double ratio = list.front().estimate.seconds * evaluations;
    CHECK(ratio > 1 / 1.5);
    CHECK(ratio < 1.5);
    const auto others = ranked(what, h200());
    CHECK(2.5 * list.front().estimate.seconds < seconds(others, "windowed"));
    if (grammar == determinants && n > 8)
      CHECK(list.front().estimate.seconds < seconds(others, "chunked"));
  }
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

TEST_CASE("the model finds what an H200 was measured to reach, within a factor of 1.5") {
  struct Measured {
    int n;
    const char* schedule;
    double evaluations, windowed;
  };
  // docs/performance.md, single precision.
  for (const auto& [n, schedule, evaluations, windowed] :
       {Measured{2, "straight", 1.29e11, 1.19e9}, Measured{3, "straight", 7.54e10, 8.85e8},
        Measured{4, "straight", 4.35e10, 6.40e8}, Measured{5, "straight", 2.03e10, 3.47e8},
        Measured{6, "straight", 7.88e9, 1.41e8}, Measured{7, "straight", 2.98e9, 5.46e7},
        Measured{8, "chunked", 3.34e8, 1.50e7}, Measured{9, "chunked", 9.66e7, 8.02e6},
        Measured{10, "chunked", 3.53e7, 3.93e6}}) {
    CAPTURE(n, schedule);
    const std::vector<RankedCandidate> list = ranked(subject(density, n), h200());
    const double ratio = seconds(list, schedule) * evaluations;
    CHECK(ratio > 1 / 1.5);
    CHECK(ratio < 1.5);
    const double windowed_ratio = seconds(list, "windowed") * windowed;
    CHECK(windowed_ratio > 1 / 1.6);
    CHECK(windowed_ratio < 1.6);
    // Slots in shared memory change nothing here: what registers hold needs none.
    const auto first = std::ranges::find_if(list, [](const RankedCandidate& each) {
      return to_string(each.candidate).find("shared=") == std::string::npos;
    });
    CHECK(to_string(schedule_of(first->candidate)) == std::string(schedule));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const CudaEstimate& estimate = list[i].estimate;
      CHECK(estimate.seconds > 0);
      CHECK(estimate.registers <= 255);
      CHECK(estimate.warps >= 2);
      CHECK(estimate.largest_code <= estimate.code_bytes);
      CHECK(estimate.longest_compile <= estimate.compile_seconds);
    }
  }
}

TEST_CASE("kernels with slots are expected to be about as fast as an H200 runs them") {
  struct Measured {
    std::string grammar;
    int n;
    bool single_precision;
    const char* schedule;
    double evaluations;
  };
  const std::string sun = "hubbard/hubbard_sun_cdet_density_fixed",
                    su2 = "hubbard/hubbard_su2_cdet_density",
                    elimination = "hubbard/hubbard_su2_cdet_density_elimination",
                    gluons = "gluons/gluon_light_cone";
  // docs/notes/gpu-kernels.md.
  for (const auto& [grammar, n, single, schedule, evaluations] :
       {Measured{sun, 4, false, "straight:shared=113", 9.30e9},
        Measured{sun, 5, false, "straight:shared=227", 1.50e9},
        Measured{sun, 5, false, "straight:shared=302", 1.44e9},
        Measured{sun, 5, false, "straight:blocks=2,shared=113", 1.21e9},
        Measured{sun, 6, false, "straight:shared=227", 8.5e7},
        Measured{sun, 6, false, "straight:shared=302", 7.65e7},
        Measured{sun, 6, false, "straight:shared=454", 1.03e8},
        Measured{su2, 7, false, "straight:shared=227", 9.38e8},
        Measured{su2, 8, false, "straight:shared=302", 1.00e8},
        Measured{su2, 8, false, "straight:shared=454", 1.20e8},
        Measured{elimination, 7, false, "straight:shared=227", 1.75e9},
        Measured{elimination, 8, false, "straight:shared=302", 1.79e8},
        Measured{elimination, 8, false, "straight:shared=454", 1.92e8},
        Measured{elimination, 9, false, "straight:shared=302", 4.97e7},
        Measured{elimination, 9, false, "chunked:shared=302", 4.46e7},
        Measured{gluons, 10, true, "straight:shared=227", 2.83e9},
        Measured{gluons, 12, true, "straight:shared=227", 8.70e8}}) {
    CAPTURE(grammar, n, schedule);
    CudaOptions options = cuda_options(*cuda_candidate(schedule), h200());
    options.single_precision = single;
    const Subject what = subject(grammar, n);
    const Schedule made = make_schedule(what.graph, schedule_options(*cuda_candidate(schedule)));
    const double ratio = estimate_lanes(what.graph, made, options).seconds * evaluations;
    CHECK(ratio > 1 / 1.6);
    CHECK(ratio < 1.6);
  }
}

TEST_CASE("spills are those that ptxas reports, within a factor of two where there are many") {
  struct Measured {
    const char* grammar;
    int n;
    double spill_bytes;
  };
  for (const auto& [grammar, n, spill_bytes] :
       {Measured{"hubbard/hubbard_sun_density", 7, 660},
        Measured{"hubbard/hubbard_sun_density", 8, 17008},
        Measured{"hubbard/hubbard_su2_cdet_density", 8, 32454}}) {
    CAPTURE(grammar, n);
    const Subject what = subject(grammar, n);
    const CudaEstimate estimate = estimate_lanes(what.graph, what.whole, h200());
    CHECK(static_cast<double>(estimate.spill_bytes) > spill_bytes / 2);
    CHECK(static_cast<double>(estimate.spill_bytes) < spill_bytes * 2);
  }
}

TEST_CASE("double precision, fewer multiprocessors and a slower clock take longer") {
  const Subject six = subject(density, 6);
  const auto list = ranked(six, h200());
  CudaOptions small = h200(), slow = h200();
  small.device.multiprocessors = 66;
  slow.device.clock /= 2;
  for (const CudaOptions& worse : {h200(false), small, slow}) {
    for (const char* schedule : {"straight", "windowed"}) {
      CHECK(seconds(ranked(six, worse), schedule) > 1.2 * seconds(list, schedule));
    }
  }
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

TEST_CASE("what registers cannot hold is stored once and loaded at each use after that") {
  // The schedule of one chunk holds few values alive; each register less costs loads, and none costs them all.
  const Subject six = subject(density, 6);
  const Chunk& chunk = six.whole.chunks.front();
  const Spills none = spills(six.graph, six.whole, chunk, 1'000'000, 1);
  CHECK(none.stores == 0);
  CHECK(none.loads == 0);
  CHECK(none.stack == 0);
  // Beside the values alive there are inputs that were read and will be again.
  CHECK(none.registers >= six.whole.max_live);
  CHECK(none.registers <= six.whole.max_live + chunk.leaves.size() + 1);
  Spills before = none;
  for (std::uint64_t registers = none.registers; registers > 2; registers = registers * 3 / 4) {
    CAPTURE(registers);
    const Spills fewer = spills(six.graph, six.whole, chunk, registers, 1);
    CHECK(fewer.registers <= none.registers);
    CHECK(fewer.loads >= before.loads);
    CHECK(fewer.loads >= fewer.stores);
    CHECK(fewer.stack <= fewer.stores);
    CHECK(fewer.stack + registers >= none.registers - 1);
    // A number of two words in twice the registers is the same thing.
    const Spills wide = spills(six.graph, six.whole, chunk, 2 * registers, 2);
    CHECK(wide.loads == 2 * fewer.loads);
    CHECK(wide.stores == 2 * fewer.stores);
    before = fewer;
  }
}

}  // namespace diagc
