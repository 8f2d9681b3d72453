// Kernels by determinants: which graphs they are for, where values stand, what the kernels compute.
#include <bit>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include <fmt/format.h>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/determinant_candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/determinants/plan.h"
#include "compiler/emit/determinants/square_plan.h"
#include "compiler/schedule/prime_field.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"

using namespace diagc;

namespace {

const std::string fixed = "hubbard/hubbard_sun_cdet_density_fixed";
const std::string measured = "hubbard/hubbard_sun_cdet_density";
const std::string squares = "hubbard/hubbard_su2_cdet_density";
const std::string squares_fixed = squares + "_fixed";

Graph graph_of(const std::string& grammar, int n) {
  return grammar_kernel(grammar, n, false, {cuda_disabled_pass}).graph;
}

CudaOptions options_of(const DeterminantOptions& form) {
  CudaOptions options;
  options.single_precision = false;
  options.form = form;
  return options;
}

/// What stands in the packs of shared memory: who left it, for whom.
class Replay {
 public:
  explicit Replay(const DeterminantPlaces& places) : places_(places), shape_(places.shape) {}

  void run() {
    for (unsigned level = 0; level < shape_.vertices; ++level) {
      const bool together = level == 0 || places_.merged.contains(level);
      for (const bool again : {false, true}) {
        if (!again || !together) reads_.clear(), writes_.clear();
        for (const auto& step : places_.levels[level]) {
          for (const DeterminantUnit& unit : step) add(level, unit, again);
        }
        if (again || !together) check();
      }
    }
  }
  std::size_t checked = 0, wrong = 0;

 private:
  using Tag = std::tuple<char, VertexSet, unsigned, bool, std::uint32_t>;  // and the pack
  struct Access {
    Tag tag;
    VertexSet unit;
  };
  void touch(std::multimap<std::uint32_t, Access>& list, char what, VertexSet from, unsigned v,
             bool again, std::uint32_t at, std::uint32_t first, std::uint32_t count,
             VertexSet unit) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      list.emplace(at + (i - first) * shape_.columns(), Access{{what, from, v, again, i}, unit});
    }
  }
  void add(unsigned level, const DeterminantUnit& unit, bool again) {
    const VertexSet set = unit.set;
    const std::uint32_t half = std::max(1U, (1U << level) / 2);
    const bool pass = again && level > 0;  // of the smallest units both passes are in one pack
    for (const unsigned v : unit.inside) {
      const VertexSet from = set & ~(1U << v);
      const std::uint32_t at = places_.lines.at({{from, v}, again});
      const std::uint32_t packs = std::max(1U, (1U << level) / 4);
      touch(reads_, 'L', from, v, again && level > 1, at, 0, packs + (again ? 0 : 1), set);
    }
    for (const unsigned v : unit.outside) {
      const std::uint32_t at = places_.lines.at({{set, v}, again});
      if (level == 0 && again) continue;
      touch(writes_, 'L', set, v, pass, at, 0, half + (again ? 0 : 1), set);
    }
    if (level == 0) {
      if (!again) touch(writes_, 'W', set, 0, false, places_.ways.at({set, false}), 0, 1, set);
      return;
    }
    const auto way = places_.ways.find({set, again});
    if (way != places_.ways.end()) touch(writes_, 'W', set, 0, again, way->second, 0, half, set);
    if (!again) {
      const VertexSet rest = set & (set - 1);
      const std::uint32_t packs = std::max(1U, (1U << (level - 1)) / 2);
      touch(reads_, 'W', rest, 0, false, places_.ways.at({rest, false}), 0, packs, set);
      touch(reads_, 'W', rest, 0, level > 1, places_.ways.at({rest, true}), 0, packs, set);
    } else if (!places_.in_place(level, unit)) {
      touch(reads_, 'W', set, 0, false, places_.ways.at({set, false}), 0, half, set);
    }
  }
  /// Of a phase between barriers: what is read is there before it or made by the reader itself, and nobody else writes there.
  void check() {
    for (const auto& [at, read] : reads_) {
      ++checked;
      bool mine = false;
      const auto [begin, end] = writes_.equal_range(at);
      for (auto write = begin; write != end; ++write) {
        mine = mine || (write->second.tag == read.tag && write->second.unit == read.unit);
        wrong += write->second.unit != read.unit;
      }
      const auto there = memory_.find(at);
      wrong += !mine && (there == memory_.end() || there->second != read.tag);
    }
    for (auto write = writes_.begin(); write != writes_.end(); ++write) {
      const auto next = std::next(write);
      wrong += next != writes_.end() && next->first == write->first;
      memory_[write->first] = write->second.tag;
      wrong += (write->first + 1) * shape_.pack_bytes() > places_.shared_bytes;
      wrong += write->first * shape_.pack_bytes() <
               places_.sums_at + 2 * shape_.pack_bytes() * (1U << shape_.vertices);
    }
  }

  const DeterminantPlaces& places_;
  const DeterminantShape& shape_;
  std::multimap<std::uint32_t, Access> reads_, writes_;
  std::map<std::uint32_t, Tag> memory_;
};

std::string power_of(const Graph& graph, const DeterminantSum& sum) {
  const Node& node = graph[sum.power.value];
  return fmt::format("{} {}{}", sum.vertices, sum.negative ? "-" : "+",
                     node.kind == Kind::param ? fmt::format("N{}", sum.power.shift)
                                              : std::string(to_string(node.kind)));
}

}  // namespace

TEST_CASE("numbers modulo a prime are a field") {
  const FieldElement a(123456789012345678), b(FieldElement::prime - 5);
  CHECK((a + b) - b == a);
  CHECK(b + FieldElement(5) == FieldElement());
  CHECK(a * a.inverse() == FieldElement(1));
  CHECK(b * b == FieldElement(25));
  CHECK(-FieldElement() == FieldElement());
  CHECK(modulo_prime(Rational(-3, 4)) * FieldElement(4) == -FieldElement(3));
}

TEST_CASE("connected parts of powers of determinants are found, however they are written") {
  for (const int n : {3, 4, 5}) {
    CAPTURE(n);
    for (const std::string& grammar : {fixed, fixed + "_apart", fixed + "_lowest"}) {
      const Graph graph = graph_of(grammar, n);
      const DeterminantSum sum = find_determinants(graph);
      CHECK(sum.vertices == static_cast<unsigned>(n));
      CHECK(sum.propagator == 0);
      CHECK(sum.derivative == 1);
      CHECK_FALSE(sum.negative);
      CHECK(power_of(graph, sum) != "");
    }
    const DeterminantSum sum = find_determinants(graph_of(measured, n));
    CHECK(sum.vertices == static_cast<unsigned>(n));
    CHECK_FALSE(sum.derivative);
    CHECK_FALSE(sum.negative);
  }
  const DeterminantSum three =
      find_determinants(graph_of("hubbard/hubbard_su3_cdet_density_fixed", 4));
  CHECK(three.power.value == no_node);
  CHECK(three.power.shift == 2);
}

TEST_CASE("squares of determinants are found for two flavours, with and without division") {
  for (const std::string& grammar : {squares, squares + "_elimination", squares_fixed}) {
    CAPTURE(grammar);
    const DeterminantSum sum = find_determinants(graph_of(grammar, 6));
    CHECK(is_square(sum));
    CHECK(sum.vertices == 6);
    CHECK(sum.derivative.has_value() == (grammar == squares_fixed));
  }
  CHECK(is_square(find_determinants(graph_of(squares, 10))));
  CHECK_FALSE(is_square(find_determinants(graph_of(squares, 4))));
  CHECK_FALSE(is_square(find_determinants(graph_of("hubbard/hubbard_su3_cdet_density_fixed", 5))));
}

TEST_CASE("graphs of other polynomials are refused with the reason") {
  const auto refused = [](const std::string& text) { return "no kernel by determinants: " + text; };
  CHECK_THROWS_WITH(find_determinants(graph_of("hubbard/hubbard_sun_cdet_log_z", 4)),
                    refused("the output is no connected part of a power of a sum of determinants"));
  CHECK_THROWS_WITH(find_determinants(graph_of("hubbard/hubbard_sun_density", 4)),
                    refused("the output is no connected part of a power of a sum of determinants"));
  CHECK_THROWS_WITH(find_determinants(graph_of("gluons/gluon_current", 4)),
                    Catch::StartsWith(refused("")));
  CHECK_THROWS_WITH(plan_determinants(find_determinants(graph_of(fixed, 2)), options_of({})),
                    refused("2 vertices, expected 3 at least"));
  CudaOptions single = options_of({});
  single.single_precision = true;
  CHECK_THROWS_WITH(plan_determinants(find_determinants(graph_of(fixed, 3)), single),
                    refused("it is for double precision alone"));
  CHECK_THROWS_WITH(plan_determinants(find_determinants(graph_of(fixed, 6)),
                                      options_of({.lanes = 32, .blocks = 3})),
                    Catch::Contains("bytes of shared memory a block, of 232448"));
}

TEST_CASE("what a unit reads by determinants nobody has overwritten") {
  for (const auto& [n, lanes, warps] : {std::tuple(3U, 16U, 4U),
                                        {4U, 8U, 4U},
                                        {5U, 16U, 4U},
                                        {6U, 8U, 4U},
                                        {7U, 8U, 8U},
                                        {7U, 1U, 8U},
                                        {8U, 3U, 8U}}) {
    CAPTURE(n, lanes, warps);
    const DeterminantPlaces places = place_determinants(
        {.vertices = n, .lanes = lanes, .warps = warps, .input_rows = 2 * n * n});
    Replay replay(places);
    replay.run();
    CHECK(replay.wrong == 0);
    CHECK(replay.checked > n);
  }
}

TEST_CASE(
    "minors are made from those of one vertex less, each array read by the unit that it is for") {
  for (const unsigned n : {5U, 8U, 10U}) {
    CAPTURE(n);
    const MinorPlaces places = place_minors(n);
    std::map<std::uint32_t, std::pair<VertexSet, unsigned>> memory;
    std::size_t units = 0, wrong = 0;
    for (const auto& level : places.levels) {
      std::map<std::uint32_t, std::pair<VertexSet, unsigned>> written;
      std::map<std::uint32_t, VertexSet> reader;
      for (const MinorUnit& unit : level) {
        ++units;
        REQUIRE(unit.read.size() == unit.inside.size());
        REQUIRE(unit.written.size() == unit.outside.size());
        for (std::size_t i = 0; i < unit.read.size(); ++i) {
          const unsigned v = unit.inside[i];
          wrong += memory.at(unit.read[i]) != std::pair(unit.set & ~(VertexSet{1} << v), v);
          wrong += !reader.emplace(unit.read[i], unit.set).second;
        }
        for (std::size_t i = 0; i < unit.written.size(); ++i) {
          wrong += unit.written[i] >= places.arrays;
          wrong += !written.emplace(unit.written[i], std::pair(unit.set, unit.outside[i])).second;
        }
      }
      for (const auto& [array, line] : written) {
        // What is written over only the same unit reads.
        const auto read = reader.find(array);
        wrong += read != reader.end() && read->second != line.first;
        memory[array] = line;
      }
    }
    CHECK(wrong == 0);
    CHECK(units == (1U << (n - 2)) - 1);
  }
}

TEST_CASE("tasks of squares have every part of every set once") {
  for (const auto& [n, form] : {std::pair(5, DeterminantOptions{.lanes = 16, .warps = 1}),
                                {8, {.lanes = 8, .warps = 4}},
                                {10, {.lanes = 4, .warps = 8}}}) {
    CAPTURE(n);
    const SquarePlan plan = plan_squares(find_determinants(graph_of(squares, n)), options_of(form));
    std::map<std::uint32_t, std::set<std::uint32_t>> parts;
    std::size_t tasks = 0;
    for (const SquarePlan::Level& level : plan.blocks) {
      CHECK((level.team == 1 || level.count <= plan.slots()));
      for (unsigned i = 0; i < level.count; ++i, ++tasks) {
        const std::uint32_t task = plan.words.at(level.at + i), set = task & 0xff,
                            mine = task >> 8 & 0xff, others = task >> 16;
        CHECK(plan.words.at(level.at + i / level.team * level.team) % 256 == set);
        CHECK((mine & others) == 0);
        for (std::uint32_t part = others;; part = (part - 1) & others) {
          CHECK(parts[set].insert(mine | part).second);
          if (part == 0) break;
        }
      }
    }
    CHECK(parts.size() == (1U << plan.other_vertices()) - 1);
    for (const auto& [set, of_set] : parts) {
      CHECK(of_set.size() == 1U << std::popcount(set));
      for (const std::uint32_t part : of_set) CHECK((part & ~set) == 0);
    }
  }
}

TEST_CASE("members of a unit wait for those whose values they read") {
  for (const int n : {4, 5, 6}) {
    CAPTURE(n);
    const DeterminantPlan plan = plan_determinants(
        find_determinants(graph_of(fixed, n)), options_of({.lanes = 8, .warps = 4, .blocks = 1}));
    const unsigned level = plan.shape.last_level() - 1, members = plan.shape.team(level);
    REQUIRE(members > 1);
    CHECK(2U << plan.shape.loops(level) == members);
    std::map<std::pair<unsigned, unsigned>, unsigned> lag;  // by highest ranks and pass
    for (unsigned member = 0; member < members; ++member) {
      const std::uint32_t task = plan.words[plan.tasks_at[level] + member];
      lag[{task & 0xff, task >> 8 & 0xff}] = task >> 16;
    }
    REQUIRE(lag.size() == members);
    for (const auto& [task, own] : lag) {
      const auto [high, again] = task;
      if (again > 0) CHECK(lag.at({high, 0}) < own);
      for (unsigned bit = 0; bit < plan.shape.loops(level); ++bit) {
        if (!(high >> bit & 1)) CHECK(lag.at({high | 1U << bit, again}) < own);
      }
    }
  }
}

TEST_CASE("ways of a unit come behind those that they read") {
  for (const auto& [n, level] : {std::pair(4, 3U), {5, 4U}, {6, 5U}}) {
    CAPTURE(n, level);
    const DeterminantPlan plan = plan_determinants(
        find_determinants(graph_of(fixed, n)), options_of({.lanes = 8, .warps = 4, .blocks = 1}));
    REQUIRE(plan.shape.in_waves(level));
    const unsigned members = plan.shape.slots() / plan.shape.units(level);
    std::map<std::pair<unsigned, unsigned>, std::size_t> step;  // by way and pass
    for (std::size_t at = 0; at <= plan.wave_steps(level); ++at) {
      for (unsigned member = 0; member < members; ++member) {
        const std::uint32_t task = plan.words.at(plan.tasks_at[level] + at * members + member);
        if (task >> 15 & 1) continue;
        CHECK(at < plan.wave_steps(level));
        CHECK(step.emplace(std::pair(task & 0xff, task >> 8 & 1), at).second);
      }
    }
    CHECK(step.size() == 2U << level);
    for (const auto& [task, own] : step) {
      const auto [way, again] = task;
      if (again > 0) CHECK(step.at({way, 0}) < own);
      for (unsigned bit = 0; bit < level; ++bit) {
        if (!(way >> bit & 1)) CHECK(step.at({way | 1U << bit, again}) < own);
      }
    }
  }
}

TEST_CASE("kernels by determinants agree with the interpreter", "[grammars][cooperative]") {
  if (!compiler_here()) return;
  struct Subject {
    std::string grammar;
    int n;
    DeterminantOptions form;
  };
  const std::vector<Subject> subjects = {{fixed, 3, {.lanes = 32, .warps = 1, .blocks = 1}},
                                         {fixed, 4, {.lanes = 16, .warps = 2, .blocks = 1}},
                                         {fixed, 5, {.lanes = 3, .warps = 2, .blocks = 1}},
                                         {fixed, 6, {.lanes = 8, .warps = 4, .blocks = 3}},
                                         {fixed, 6, {.lanes = 4, .warps = 4, .blocks = 1}},
                                         {measured, 4, {.lanes = 8, .warps = 3, .blocks = 1}},
                                         {squares, 5, {.lanes = 16, .warps = 1, .blocks = 1}},
                                         {squares, 6, {.lanes = 4, .warps = 2, .blocks = 1}},
                                         {squares, 7, {.lanes = 5, .warps = 3, .blocks = 1}},
                                         {squares_fixed, 6, {.lanes = 8, .warps = 4, .blocks = 3}},
                                         {squares + "_elimination", 5, {.lanes = 8, .warps = 2}}};
  std::vector<Graph> graphs;
  std::vector<CudaOnCpu<double>::Plan> plans;
  for (const Subject& subject : subjects) {
    graphs.push_back(
        renamed(graph_of(subject.grammar, subject.n), fmt::format("g{}", graphs.size())));
  }
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const Schedule schedule = make_schedule(graphs[i], schedule_options(DeterminantOptions{}));
    plans.push_back({&graphs[i], emit_cuda(graphs[i], schedule, options_of(subjects[i].form))});
  }
  const CudaOnCpu<double> programs(std::move(plans));
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    CAPTURE(i);
    check_run(programs, i, graphs[i]);
  }
}

TEST_CASE("kernels by determinants have a name, and numbers for every size") {
  CHECK(to_string(CudaCandidate(DeterminantOptions{})) == "cooperative:determinants");
  const DeterminantOptions form{.lanes = 3, .warps = 8, .blocks = 1};
  CHECK(to_string(CudaCandidate(form)) == "cooperative:determinants,lanes=3,warps=8,blocks=1");
  CHECK(cuda_candidate("cooperative:determinants,lanes=3,warps=8,blocks=1") == CudaCandidate(form));
  CHECK_FALSE(cuda_candidate("cooperative:determinants,lanes=33"));
  CHECK_FALSE(cuda_candidate("cooperative:determinants,low=2"));
  CHECK_FALSE(cuda_candidate("straight:determinants"));

  const auto chosen = [](int n) {
    const auto list = determinant_candidates(graph_of(fixed, n), options_of({}), {});
    REQUIRE(list.size() == 1);
    CHECK(list.front().estimate.seconds > 0);
    return to_string(list.front().candidate);
  };
  CHECK_THROWS_WITH(plan_squares(DeterminantSum{12, 0, {}, {}, false}, options_of({})),
                    "no kernel by determinants: 12 vertices, of 11 at most for two flavours");
  CHECK(chosen(5) == "cooperative:determinants,lanes=16,warps=4,blocks=3");
  CHECK(chosen(6) == "cooperative:determinants,lanes=8,warps=4,blocks=3");
}
