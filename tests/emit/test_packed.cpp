// The packed form of the schedule `cooperative`: sums of products, tasks, rounds, and what there is to say where it cannot be. What its kernels compute
// is checked with those of the other schedules, in test_cuda.cpp.
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "compiler/emit/choice/emit.h"
#include "compiler/emit/packed/plan.h"
#include "compiler/graph/text.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

struct Sums {
  Schedule schedule;
  EdgeTables tables;
  PairSums sums;
  explicit Sums(const Graph& graph)
      : schedule(make_schedule(graph, schedule_options(StraightOptions{}))),
        tables(graph, schedule),
        sums(graph, schedule, tables) {}
};

CudaOptions packed_options_of(const PackedOptions& form, bool single = true) {
  CudaOptions options;
  options.single_precision = single;
  options.form = form;
  options.slab = 100;
  return options;
}

/// a, b in either order, and the sign.
using Product = std::tuple<Scalar, Scalar, bool>;
Product product(Scalar a, Scalar b, bool negative) {
  return {std::min(a, b), std::max(a, b), negative};
}

std::vector<Graph> packed_graphs() {
  std::vector<Graph> list;
  list.push_back(grammar_kernel("hubbard/hubbard_sun_density", 6).graph);
  list.push_back(grammar_kernel("hubbard/hubbard_su2_cdet_density", 5).graph);
  list.push_back(grammar_kernel("gluons/gluon_current", 5, true).graph);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    list.push_back(random_graph(seed + 900, {40 + 60 * static_cast<int>(seed), false, true}));
  }
  return list;
}

}  // namespace

TEST_CASE("complex values are two sums of real products, long products go through shared ones") {
  const Graph graph = graph_of_text(
      "graph pairs\ninput x[1..3] : real\ninput z : complex\noutput y : complex\noutput w : real\n"
      "%1 = product x[1] x[2] x[3]\n%2 = product x[1] x[2] z\n%3 = sum z - 2 x[1]\n"
      "%4 = product %2 %3\n%5 = sum %4 - %1\ny = %5\nw = %1\n");
  const Sums made(graph);
  const PairSums& sums = made.sums;
  // Places of what is known: x 0, 1, 2; z 3, 4; the numbers 1, −1, −2 or 2 behind them.
  CHECK(sums.one == 5);
  std::size_t shared = 0;
  std::map<std::size_t, std::size_t> lengths;
  for (const PairStep& step : sums.steps) {
    CHECK(step.operation == 0);
    ++lengths[step.pairs.size()];
    shared += step.pairs.size() == 1 &&
              product(step.pairs[0].a, step.pairs[0].b, false) == product(0, 1, false);
  }
  // x[1] · x[2] is computed once.
  CHECK(shared == 1);
  // Re y: two products of parts and %1; Im y: two products.
  CHECK(lengths[3] == 1);
  CHECK(sums.outputs.size() == 3);
  CHECK(sums.outputs[0] != sums.outputs[1]);
}

TEST_CASE("an imaginary part that nothing reads is not computed, and one that is not there is 0") {
  const Graph graph = graph_of_text(
      "graph parts\ninput x : real\ninput z : complex\noutput y[1..2] : complex\n"
      "%1 = product z z\n%2 = re %1\n%3 = product x x\ny[1] = %2\ny[2] = %3\n");
  const Sums made(graph);
  // Both parts of %1 are operands of `re`; the real one is its value. Of x² there is one part, and 0 is 1 − 1.
  REQUIRE(made.sums.outputs.size() == 4);
  CHECK(made.sums.outputs[1] == made.sums.outputs[3]);
  const auto zero = std::ranges::find_if(made.sums.steps, [&](const PairStep& step) {
    return step.results.front() == made.sums.outputs[1];
  });
  REQUIRE(zero != made.sums.steps.end());
  REQUIRE(zero->pairs.size() == 2);
  CHECK(zero->pairs[0].negative != zero->pairs[1].negative);
}

TEST_CASE("tasks have every product of every sum once, with its sign") {
  for (const Graph& graph : packed_graphs()) {
    CAPTURE(graph.signature().name);
    Sums made(graph);
    std::map<Scalar, std::multiset<Product>> before, after;
    for (const PairStep& step : made.sums.steps) {
      if (step.operation > 0) continue;
      for (const Pair& pair : step.pairs) {
        before[step.results.front()].insert(product(pair.a, pair.b, pair.negative));
      }
    }
    const Scalar known = made.sums.scalars;
    std::size_t alone = 0, in_stars = 0;
    for (const PackedTask& task : packed_tasks(made.sums, {60, 150})) {
      if (task.kind != PackedTask::Kind::sums) continue;
      CHECK((task.results.size() == 1 || task.results.size() == 3));
      CHECK(task.pairs.size() == task.results.size());
      for (std::size_t i = 0; i < task.results.size(); ++i) {
        for (const Pair& pair : task.pairs[i]) {
          after[task.results[i]].insert(product(pair.a, pair.b, pair.negative));
        }
        for (const Star& star : task.stars) {
          after[task.results[i]].insert(product(star.hub, star.spokes[i], star.negative));
        }
        alone += task.pairs[i].size();
        in_stars += task.stars.size();
      }
    }
    // Chains are undone by moving 1 · PART to the end; parts of long sums are put back.
    const auto flat = [&](auto& list, Scalar sum, auto& self, std::multiset<Product>& to,
                          bool negative) -> void {
      for (const auto& [a, b, minus] : list.at(sum)) {
        const Scalar part = a == made.sums.one ? b : a;
        const bool link = (a == made.sums.one || b == made.sums.one) && list.contains(part);
        if (link) {
          self(list, part, self, to, negative != minus);
        } else {
          to.insert({a, b, negative != minus});
        }
      }
    };
    std::size_t wrong = 0;
    for (const auto& [sum, products] : before) {
      // Those that are a part of one other sum only have changed their meaning.
      std::multiset<Product> left, right;
      if (!std::ranges::count(made.sums.outputs, sum)) continue;
      flat(before, sum, flat, left, false);
      flat(after, sum, flat, right, false);
      wrong += left != right;
    }
    CHECK(wrong == 0);
    CHECK(known <= made.sums.scalars);
    if (graph.signature().name.starts_with("hubbard")) CHECK(in_stars > alone);
  }
}

TEST_CASE("sums that go on from another one do not wait for it") {
  // What the pass `split` makes of a long sum.
  std::string text = "graph chain\ninput x[1..40] : real\noutput y : real\n";
  int next = 1;
  for (int part = 0; part < 4; ++part) {
    std::string sum;
    for (int i = 1; i <= 10; ++i) {
      text += fmt::format("%{} = product x[{}] x[{}]\n", next, 10 * part + i, (part + i) % 40 + 1);
      sum += fmt::format("{}%{}", sum.empty() ? "" : " + ", next++);
    }
    if (part > 0) sum = fmt::format("%{} + {}", 11 * part, sum);
    text += fmt::format("%{} = sum {}\n", next++, sum);
  }
  Sums made(graph_of_text(text + fmt::format("y = %{}\n", next - 1)));
  const Scalar known = made.sums.known;
  const std::vector<PackedTask> tasks = packed_tasks(made.sums, {60, 150});
  std::size_t waiting = 0, sums = 0;
  for (const PackedTask& task : tasks) {
    if (task.kind != PackedTask::Kind::sums) continue;
    ++sums;
    waiting += std::ranges::any_of(task.reads, [&](Scalar read) { return read >= known; });
  }
  CHECK(sums >= 2);
  CHECK(waiting == 1);
}

TEST_CASE("rounds: every number is in its slot when it is read, and is not overwritten meanwhile") {
  for (const Graph& graph : packed_graphs()) {
    for (const std::uint32_t slots : {96u, 300u, 5000u}) {
      CAPTURE(graph.signature().name, slots);
      Sums made(graph);
      PairSums& sums = made.sums;
      const std::vector<PackedTask> tasks = packed_tasks(sums, {30, slots / 6});
      const std::vector<double> cost(tasks.size(), 1);
      const PackedRounds made_rounds = packed_rounds(sums, tasks, cost, {slots, 25, nullptr});
      std::vector<Scalar> holds(slots, no_scalar), rows(made_rounds.rows, no_scalar);
      std::map<Scalar, Slot> slot;
      std::vector<int> done(tasks.size(), 0);
      std::size_t wrong = 0, fetched = 0;
      const auto is_here = [&](Scalar scalar) {
        return scalar == sums.one || (slot.contains(scalar) && holds[slot[scalar]] == scalar);
      };
      for (const PackedRound& round : made_rounds.rounds) {
        std::set<Slot> read;
        for (const std::uint32_t task : round.tasks) {
          ++done[task];
          for (const Scalar scalar : tasks[task].reads) {
            wrong += !is_here(scalar);
            if (scalar != sums.one) read.insert(slot[scalar]);
          }
        }
        for (const Scalar scalar : round.kept) {
          wrong += !is_here(scalar);
          read.insert(slot[scalar]);
        }
        // Rows: fetched before those of this round are stored, in whatever order that happens.
        for (const Placed& placed : round.fetched) {
          ++fetched;
          if (placed.scalar < sums.known) continue;
          wrong += rows.at(made_rounds.row[placed.scalar - sums.known]) != placed.scalar;
        }
        std::set<std::uint32_t> stored;
        for (const Scalar scalar : round.kept) {
          const std::uint32_t row = made_rounds.row[scalar - sums.known];
          for (const Placed& placed : round.fetched) {
            wrong +=
                placed.scalar >= sums.known && made_rounds.row[placed.scalar - sums.known] == row;
          }
          rows.at(row) = scalar;
          wrong += !stored.insert(row).second;
        }
        for (const auto* list : {&round.results, &round.fetched}) {
          for (const Placed& placed : *list) {
            wrong += !read.insert(placed.slot).second;  // read, or written twice
            holds.at(placed.slot) = placed.scalar;
            slot[placed.scalar] = placed.slot;
          }
        }
      }
      CHECK(wrong == 0);
      CHECK(std::ranges::all_of(done, [](int times) { return times == 1; }));
      CHECK(fetched == made_rounds.fetches);
      if (slots == 5000) CHECK(made_rounds.rows == 0);
      CHECK(made_rounds.slots <= slots);
    }
  }
}

TEST_CASE("packed kernels give a configuration the same bits wherever it stands, every time") {
  if (!toolchain::why_unavailable().empty()) return;
  const Graph graph = grammar_kernel("hubbard/hubbard_su2_cdet_density", 4).graph;
  const Graph first = renamed(graph, "first"), second = renamed(graph, "second");
  std::vector<CudaOnCpu<float>::Plan> plans;
  for (const Graph* named : {&first, &second}) {
    const unsigned lanes = named == &first ? 32 : 8;
    plans.push_back(
        {named, emit_cuda(*named, make_schedule(*named),
                          packed_options_of({.lanes = lanes, .warps = 2, .blocks = 1}))});
  }
  const CudaOnCpu<float> programs(std::move(plans));
  constexpr std::size_t few = 13, many = 130;
  const Problem<float> problem(graph, few, 5);
  std::vector<float> inputs;
  for (std::size_t at = 0; at < problem.inputs.size(); at += few) {
    for (std::size_t c = 0; c < many; ++c) inputs.push_back(problem.inputs[at + c % few]);
  }
  for (std::size_t program = 0; program < 2; ++program) {
    std::vector<float> once(many), again(many);
    programs.run(program, inputs, once, problem.params, many, 0, many);
    programs.run(program, inputs, again, problem.params, many, 0, many);
    CHECK(std::memcmp(once.data(), again.data(), many * sizeof(float)) == 0);
    for (std::size_t c = few; c < many; ++c) {
      CHECK(std::memcmp(&once[c], &once[c % few], sizeof(float)) == 0);
    }
  }
}

TEST_CASE("launch, workspace and tables of a packed program") {
  const GrammarKernel kernel = grammar_kernel("hubbard/hubbard_sun_density", 6);
  CudaOptions options = packed_options_of({.lanes = 16, .warps = 4, .blocks = 2}, false);
  const CudaProgram program = emit_cuda(kernel.graph, kernel.schedule, options);
  CHECK(program.schedule == CudaSchedule::cooperative);
  REQUIRE(program.launches.size() == 1);
  CHECK(program.launches[0].function == "hubbard_sun_density_packed");
  CHECK(program.launches[0].threads == 128);
  CHECK(program.launches[0].configurations == 16);
  CHECK(program.launches[0].shared_bytes <= (options.device.shared_bytes >> 1) - 1024);
  REQUIRE(program.tables.size() == 2);
  CHECK(program.tables[0].name == "records");
  CHECK(program.tables[0].bytes.size() % 512 == 16);  // where the lists of four warps begin; pages
  CHECK(program.tables[1].name == "numbers");
  CHECK(program.slab % 16 == 0);
  CHECK(program.source().find("atomicAdd") == std::string::npos);
}

TEST_CASE("what does not fit shared memory is refused with what it takes") {
  const GrammarKernel kernel = grammar_kernel("hubbard/hubbard_sun_density", 4);
  CudaOptions options = packed_options_of({.lanes = 32, .warps = 16, .blocks = 4});
  CHECK_NOTHROW(emit_cuda(kernel.graph, kernel.schedule, options));
  std::get<PackedOptions>(options.form).blocks = 8;
  CHECK_THROWS_WITH(
      emit_cuda(kernel.graph, kernel.schedule, options),
      "the schedule `cooperative:packed` needs 29124 bytes of shared memory a block, and 8 blocks "
      "of a multiprocessor have 28032 each: take fewer lanes, warps or blocks");
  ScheduleOptions in_chunks;
  in_chunks.chunk_operations = 100;
  CHECK_THROWS_WITH(emit_cuda(kernel.graph, make_schedule(kernel.graph, in_chunks), options),
                    "the schedule `cooperative` of a CUDA program takes one chunk");
}
