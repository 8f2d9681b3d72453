// Emitted CUDA programs: what they compute, run on the CPU, and what their descriptions say.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cuda/edge_tables.h"
#include "compiler/emit/layout.h"
#include "compiler/graph/interpret.h"
#include "compiler/graph/text.h"
#include "tests/emit/cuda_on_cpu.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

/// One way to emit a graph.
struct Variant {
  const char* name;
  CudaForm form;
  bool small_memory = false;  ///< of a device with little shared memory
};
const Variant variants[] = {{"straight", StraightOptions{}},
                            {"chunks", ChunkedOptions{.operations = 23}},
                            {"larger_chunks", ChunkedOptions{.operations = 31}},
                            {"slots", StraightOptions{.shared = 5}},
                            {"chunks_slots", ChunkedOptions{.operations = 31, .shared = 9}},
                            {"windowed", WindowedOptions{}},
                            {"no_shared", WindowedOptions{}, true},
                            {"packed", PackedOptions{.lanes = 32, .warps = 3, .blocks = 2}},
                            {"packed_8", PackedOptions{.lanes = 8, .warps = 2, .blocks = 1}, true},
                            {"packed_4", PackedOptions{.lanes = 4, .warps = 1, .blocks = 1}, true}};

CudaProgram emit_variant(const Graph& graph, const Variant& variant, bool single) {
  CudaOptions options;
  options.single_precision = single;
  options.slab = 100;
  options.form = variant.form;
  // Registers for few values, so that slots are wanted and too few.
  if (options.form.index() < 2) options.device.thread_registers = 48;
  if (variant.small_memory) {
    options.device.shared_bytes = 1028;
    // A little more than a hundred numbers: most are fetched anew, and sums are cut in pieces.
    if (const auto* packed = std::get_if<PackedOptions>(&variant.form)) {
      options.device.shared_bytes = 6'000 + 110 * packed->lanes * (single ? 4 : 8);
    }
  }
  return emit_cuda(graph, make_schedule(graph, schedule_options(variant.form)), options);
}

/// Every graph in every `step`-th variant, where the first one changes from grammar to grammar (each has a real and a complex graph).
template <class T>
void check_all(const std::vector<Graph>& graphs, std::size_t step) {
  std::vector<Graph> named;
  std::vector<const Variant*> how;
  std::vector<std::size_t> of;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (std::size_t v = g / 2 % step; v < std::size(variants); v += step) {
      named.push_back(renamed(graphs[g], "g" + std::to_string(g) + "_" + variants[v].name));
      how.push_back(&variants[v]);
      of.push_back(g);
    }
  }
  std::vector<typename CudaOnCpu<T>::Plan> plans;
  for (std::size_t i = 0; i < named.size(); ++i) {
    plans.push_back({&named[i], emit_variant(named[i], *how[i], sizeof(T) == 4)});
  }
  const CudaOnCpu<T> programs(std::move(plans));
  for (std::size_t i = 0; i < named.size(); ++i) {
    CAPTURE(named[i].signature().name, graphs[of[i]].signature().name);
    check_run(programs, i, named[i]);
  }
}

std::vector<Graph> grammars() {
  std::vector<Graph> graphs;
  for (const std::string& path : grammar_paths()) {
    Graph graph = grammar_kernel_from(path, 3).graph;
    if (graph.node_count() > 300)
      graph = grammar_kernel_from(path, 2).graph;  // for the compiler's time
    graphs.push_back(std::move(graph));
    graphs.push_back(grammar_kernel_from(path, 2, true).graph);
  }
  return graphs;
}

std::vector<Graph> random_graphs() {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    graphs.push_back(random_graph(seed + 500, {10 + 8 * static_cast<int>(seed), false, true}));
  }
  return graphs;
}

}  // namespace

TEST_CASE("CUDA programs of the grammars agree with the interpreter", "[grammars][cuda]") {
  if (!compiler_here()) return;
  const std::vector<Graph> graphs = grammars();
  check_all<float>(graphs, 5);
  check_all<double>(graphs, 3);
}

TEST_CASE("CUDA programs of random graphs agree with the interpreter") {
  if (!compiler_here()) return;
  const std::vector<Graph> graphs = random_graphs();
  check_all<double>(graphs, 1);
}

TEST_CASE("straight and chunked CUDA programs give the same bits") {
  if (!compiler_here()) return;
  const Graph graph = grammar_kernel("hubbard/hubbard_sun_density", 4).graph;
  std::vector<Graph> named;
  constexpr std::size_t lanes = 5;
  for (std::size_t v = 0; v < lanes; ++v) named.push_back(renamed(graph, variants[v].name));
  std::vector<CudaOnCpu<float>::Plan> plans;
  for (std::size_t v = 0; v < lanes; ++v) {
    plans.push_back({&named[v], emit_variant(named[v], variants[v], true)});
  }
  const CudaOnCpu<float> programs(std::move(plans));
  const Problem<float> problem(graph, 260, 3);
  std::vector<float> straight(260), other(260);
  programs.run(0, problem.inputs, straight, problem.params, 260, 0, 260);
  for (std::size_t v = 1; v < lanes; ++v) {
    CAPTURE(variants[v].name);
    programs.run(v, problem.inputs, other, problem.params, 260, 0, 260);
    CHECK(std::memcmp(straight.data(), other.data(), 260 * sizeof(float)) == 0);
  }
}

TEST_CASE("launches, workspace and slabs of a CUDA program") {
  const GrammarKernel kernel = grammar_kernel("hubbard/hubbard_sun_density", 5);
  CudaOptions options;
  const CudaProgram straight = emit_cuda(kernel.graph, kernel.schedule, options);
  REQUIRE(straight.launches.size() == 1);
  CHECK(straight.launches[0].function == "hubbard_sun_density_straight");
  CHECK(straight.launches[0].threads == 128);
  CHECK(straight.launches[0].configurations == 128);
  CHECK(straight.launches[0].shared_bytes == 0);
  CHECK(straight.workspace_bytes == 0);
  CHECK(straight.slab == 0);
  CHECK(straight.tables.empty());
  CHECK(straight.source() == straight.source(0));

  ScheduleOptions in_chunks;
  in_chunks.chunk_operations = 300;
  const Schedule schedule = make_schedule(kernel.graph, in_chunks);
  REQUIRE(schedule.chunks.size() == 4);
  CHECK_THROWS_WITH(emit_cuda(kernel.graph, schedule, options),
                    "the schedule `straight` of a CUDA program takes one chunk");
  options.form = ChunkedOptions{};
  const CudaProgram chunked = emit_cuda(kernel.graph, schedule, options);
  REQUIRE(chunked.launches.size() == 4);
  CHECK(chunked.kernels.size() == 4);
  CHECK(chunked.launches[3].function == "hubbard_sun_density_chunk3");
  CHECK(chunked.workspace_bytes == schedule.slots * 4);
  // Whole waves of two blocks a multiprocessor, in three fifths of the cache.
  const std::size_t wave = 132 * 2 * 128;
  const std::size_t bytes = (schedule.slots + 36) * 4;
  CHECK(chunked.slab == (50 << 20) * 3 / 5 / bytes / wave * wave);
  CHECK(chunked.launches[3].shared_bytes == 0);
  options.slab = 500;
  options.single_precision = false;
  const CudaProgram doubles = emit_cuda(kernel.graph, schedule, options);
  CHECK(doubles.slab == 512);
  CHECK(doubles.workspace_bytes == schedule.slots * 8);

  CudaOptions windowed_options;
  windowed_options.form = WindowedOptions{};
  const CudaProgram windowed = emit_cuda(kernel.graph, kernel.schedule, windowed_options);
  const EdgeTables tables(kernel.graph, kernel.schedule);
  REQUIRE(windowed.launches.size() == 1);
  CHECK(windowed.launches[0].configurations == 1);
  CHECK(windowed.launches[0].shared_bytes == tables.known * 4);
  CHECK(windowed.workspace_bytes == tables.values * 4);
  REQUIRE(windowed.tables.size() == 6);
  CHECK(windowed.tables[0].name == "edges");
  CHECK(windowed.tables[0].bytes.size() == tables.edges.size() * 16);
}

TEST_CASE("values that registers cannot hold get slots of shared memory, and rows beyond them") {
  const GrammarKernel kernel = grammar_kernel("hubbard/hubbard_sun_density", 6);
  CudaOptions options;
  options.single_precision = false;
  options.form = StraightOptions{.shared = 60};
  const CudaProgram roomy = emit_cuda(kernel.graph, kernel.schedule, options);
  CHECK(roomy.workspace_bytes == 0);
  CHECK(roomy.launches[0].shared_bytes % (128 * 8) == 0);
  CHECK(roomy.launches[0].shared_bytes <= 60 * 128 * 8);
  CHECK(roomy.source().find("store_slot<0>(slots, ") != std::string::npos);
  CHECK(roomy.source().find("  store_row<") == std::string::npos);
  options.form = StraightOptions{.shared = 4};
  const CudaProgram tight = emit_cuda(kernel.graph, kernel.schedule, options);
  CHECK(tight.launches[0].shared_bytes == 4 * 128 * 8);
  // Blocks stay: each has rows of its own, whatever the batch.
  CHECK(tight.launches[0].resident);
  CHECK(tight.workspace_bytes == 0);
  CHECK(tight.slab == 0);
  CHECK(tight.block_bytes > 0);
  CHECK(tight.block_bytes % (128 * 8) == 0);
  CHECK(tight.source().find("  store_row<0>(work, ") != std::string::npos);
  // Few threads of many slots.
  options.form = StraightOptions{.shared = 454};
  CHECK(emit_cuda(kernel.graph, kernel.schedule, options).launches[0].threads == 64);
  options.form = StraightOptions{.shared = 2000};
  CHECK(emit_cuda(kernel.graph, kernel.schedule, options).launches[0].threads == 32);
}

TEST_CASE("edge tables") {
  const Graph graph = graph_of_text(
      "graph edges\nparam N : real\ninput x[1..3] : real\noutput y : real\n"
      "%1 = product x[1] x[2]\n%2 = product %1 x[3]\n%3 = product N %1\n"
      "%4 = sum 2 %2 - %3\n%5 = quotient %1 %4\n%6 = sum 1/2 + %5\ny = %6\n");
  const EdgeTables tables(graph, make_schedule(graph));
  // Values: 1, %1, %4, %5, %6. Known: three inputs, the numbers 1, 2 and 1/2, and −N.
  CHECK(tables.values == 5);
  CHECK(tables.known == 7);
  CHECK(tables.first_number == 3);
  CHECK(tables.numbers == std::vector<Rational>{1, 2, Rational(1, 2)});
  REQUIRE(tables.uniforms.size() == 1);
  CHECK(tables.uniforms[0].place == 6);
  CHECK(tables.uniforms[0].term.negative);
  const auto edge = [&](std::size_t i) {
    const EdgeRecord& e = tables.edges[i];
    return std::vector<std::uint32_t>{e.dst, e.src, e.leaf, e.scalar};
  };
  REQUIRE(tables.edges.size() == 4);
  CHECK(edge(0) == std::vector<std::uint32_t>{2, 1, 2, 4});  // %4 += %1 · x[3] · 2
  CHECK(edge(1) == std::vector<std::uint32_t>{2, 1, 3, 6});  // %4 += %1 · 1 · −N
  CHECK(edge(2) == std::vector<std::uint32_t>{4, 0, 3, 5});  // %6 += 1 · 1 · 1/2
  CHECK(edge(3) == std::vector<std::uint32_t>{4, 3, 3, 3});  // %6 += %5 · 1 · 1
  REQUIRE(tables.steps.size() == 2);
  CHECK(tables.steps[0].operation == 0);  // x[1] · x[2], which are two inputs
  CHECK(tables.steps[0].count == 3);
  CHECK(tables.steps[1].operation == 1);
  REQUIRE(tables.operations.size() == 1);
  CHECK(tables.operations[0].kind == Kind::quotient);
  CHECK(tables.operands ==
        std::vector<std::uint32_t>{place_known | 3, place_known | 0, place_known | 1, 1, 2});
  REQUIRE(tables.levels.size() == 4);
  CHECK(tables.levels[0].edges_end == 0);
  CHECK(tables.levels[0].steps_end == 1);
  CHECK(tables.levels[1].edges_end == 2);
  CHECK(tables.levels[3].edges_end == 4);
  CHECK(tables.output_places == std::vector<std::uint32_t>{4});
}

TEST_CASE("edge tables as people read them") {
  const Graph graph = graph_of_text(
      "graph edges\nparam N : real\ninput x[1..3] : real\noutput y : real\n"
      "%1 = product x[1] x[2]\n%2 = product %1 x[3]\n%3 = product N %1\n"
      "%4 = sum 2 %2 - %3\n%5 = quotient %1 %4\n%6 = sum 1/2 + %5\ny = %6\n");
  CudaOptions options;
  options.form = WindowedOptions{};
  const Schedule schedule = make_schedule(graph);
  const CudaProgram program = emit_cuda(graph, schedule, options);
  CHECK(program.tail ==
        "\n// The tables, level by level. Names stand for numbers, their places in values and "
        "known in "
        "parentheses.\n"
        "// Level 0: 0 edges, 1 other steps\n"
        "//   t1 (1) += x_1 (0) * x_2 (1)\n"
        "// Level 1: 2 edges, 0 other steps\n"
        "//   t2 (2) += t1 (1) * x_3 (2) * 2.0f (4)\n"
        "//   t2 (2) += t1 (1) * [-N] (6)\n"
        "// Level 2: 0 edges, 1 other steps\n"
        "//   t3 (3) = t1 (1) / t2 (2)\n"
        "// Level 3: 2 edges, 0 other steps\n"
        "//   t4 (4) += 0.5f (5)\n"
        "//   t4 (4) += t3 (3)\n");
  CHECK(program.source().ends_with(program.tail));
  CHECK(program.source(0) + program.tail == program.source());
  options.form = StraightOptions{};
  CHECK(emit_cuda(graph, schedule, options).tail.empty());
}

TEST_CASE("of many records the first thousand are shown, and how many more there are") {
  const GrammarKernel kernel =
      grammar_kernel("hubbard/hubbard_sun_density", 6, false, {cuda_disabled_pass});
  const EdgeTables tables(kernel.graph, kernel.schedule);
  const std::size_t records = tables.edges.size() + tables.steps.size();
  REQUIRE(records > 1000);
  CudaOptions options;
  options.form = WindowedOptions{};
  const std::string tail = emit_cuda(kernel.graph, kernel.schedule, options).tail;
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = tail.find("\n//   ", at)) != std::string::npos; ++at) ++lines;
  CHECK(lines == 1000);
  CHECK(tail.ends_with("\n// … and " + std::to_string(records - 1000) + " more records.\n"));
}

TEST_CASE("edge tables of the expanded SU(N) Hubbard density are its edges and nodes") {
  const std::pair<int, std::pair<std::size_t, std::uint32_t>> counts[] = {
      {4, {304, 126}}, {5, {911, 317}}, {6, {2552, 764}}};
  for (const auto& [n, count] : counts) {
    const rules::Rules rules =
        read_rules(read_source(DIAGC_SOURCE_DIR "/grammars/hubbard/hubbard_sun_density.diag"));
    FrontOptions options;
    options.expand.statics["n"] = std::to_string(n);
    const Graph graph = expand_and_simplify(rules, options).expansion.graph;
    const EdgeTables tables(graph, make_schedule(graph, schedule_options(WindowedOptions{})));
    CAPTURE(n);
    CHECK(tables.edges.size() == count.first);
    CHECK(tables.values == count.second);
    CHECK(tables.steps.empty());
  }
}

TEST_CASE("more params than a CUDA kernel can take are an error") {
  const Graph graph = graph_of_text(
      "graph wide\nparam w[1..5000] : real\ninput x : real\noutput y : real\n"
      "%1 = product w[3] x\ny = %1\n");
  CudaOptions options;
  CHECK_NOTHROW(emit_cuda(graph, make_schedule(graph), options));
  options.single_precision = false;
  CHECK_THROWS_WITH(emit_cuda(graph, make_schedule(graph), options),
                    "wide has 5000 numbers of params, and a CUDA kernel takes 32764 bytes of "
                    "parameters at most: make some of the params inputs");
}

TEST_CASE("schedules and devices have names") {
  for (const char* name : {"straight", "chunked", "windowed"}) {
    REQUIRE(cuda_schedule(name));
    CHECK(to_string(*cuda_schedule(name)) == std::string(name));
  }
  CHECK_FALSE(cuda_schedule("auto"));
  CHECK(cuda_device("sm_90")->multiprocessors == 132);
  CHECK_FALSE(cuda_device("sm_12"));
}
