// Kernels by unions: what units and forms are, where packs stand, what the kernels compute.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include <fmt/format.h>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/choice/union_candidates.h"
#include "compiler/emit/unions/plan.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/node_values.h"
#include "tests/emit/text_graphs.h"

using namespace diagc;

namespace {

const std::string symmetric = "hubbard/hubbard_sun_symmetric_density";
const std::string all_labellings = "theories/hubbard_density_all_labellings";

struct Sized {
  std::string grammar;
  int n;
};

CudaOptions union_options(const UnionOptions& form, bool single_precision = true) {
  CudaOptions options;
  options.single_precision = single_precision;
  options.form = form;
  return options;
}

Schedule scheduled(const Graph& graph) {
  return make_schedule(graph, schedule_options(UnionOptions{}));
}

Unions unions_of(const Graph& graph, const UnionRule& rule = {}) {
  return find_unions(graph, scheduled(graph), rule);
}

/// What the forms make of units, in their order, with packs in place of what they read of each other.
class Evaluation {
 public:
  Evaluation(const Graph& graph, const Schedule& schedule, const Unions& unions)
      : graph_(graph), schedule_(schedule), unions_(unions), node_(values_of(graph)) {
    for (NodeId node = 0; node < graph.node_count(); ++node) {
      if (graph[node].kind == Kind::input) input_[graph[node].payload] = node_[node];
      if (graph[node].call == no_call) continue;
      named_[graph.calls().name(graph[node].call)] = node_[node];
    }
    packs_.assign(unions.packs.size(), {});
  }

  /// Values of the graph that came out, and came out wrong; outputs count.
  std::pair<std::size_t, std::size_t> run() {
    for (const UnionUnit& unit : unions_.units) {
      unit_ = &unit;
      form_ = &unions_.forms[unit.form];
      inner_.clear();
      values_.clear();
      for (const auto& sum : form_->inner) inner_.push_back(value_of(sum));
      for (const UnionValue& value : form_->values) {
        const bool there = value.position < unit.labels.size();
        values_.push_back(there ? value_of(value.terms) : 0);
        if (!there) continue;
        const auto named = named_.find(name(value));
        if (named != named_.end()) compare(values_.back(), named->second);
      }
      for (std::size_t i = 0; i < unit.writes.size(); ++i) {
        if (unit.writes[i] != no_pack) packs_[unit.writes[i]] = pack(form_->writes[i]);
      }
      for (const UnionOutput& output : form_->outputs) {
        compare(value_of(output.terms), node_[graph_.outputs()[output.output]]);
      }
    }
    return {computed_, wrong_};
  }

 private:
  void compare(double value, double expected) {
    ++computed_;
    wrong_ += !(std::abs(value - expected) <= 1e-9 * (1 + std::abs(expected)));
  }
  std::string name(const UnionValue& value) const {
    std::vector<std::int64_t> sets[2];
    for (std::uint32_t r = 0; r < form_->elements; ++r) {
      const bool first = (value.way >> (form_->elements - 1 - r) & 1) != 0;
      sets[first ? 0 : 1].push_back(unit_->labels[r]);
    }
    return fmt::format("W({{{}}}, {{{}}}, {}, {})", fmt::join(sets[0], ", "),
                       fmt::join(sets[1], ", "), unit_->keys.front(),
                       unit_->labels[value.position]);
  }
  std::vector<double> pack(const UnionWrite& write) const {
    std::vector<double> pack(unions_.rule.pack_values, 0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const UnionValue& value = form_->values[i];
      if (value.position != write.position || value.way / pack.size() != write.pack) continue;
      pack[value.way % pack.size()] = values_[i];
    }
    return pack;
  }
  double scale(std::uint32_t number) const {
    std::size_t own = 0;
    for (std::uint32_t s = 0; s < number; ++s) own += !form_->scales[s];
    const UnionScale& scale = form_->scales[number] ? *form_->scales[number] : unit_->scales[own];
    double result = schedule_.coefficients.to_double(scale.coefficient);
    for (const NodeId node : scale.uniforms) result *= node_[node];
    return scale.negative ? -result : result;
  }
  double value_of(const std::vector<UnionTerm>& terms) const {
    double sum = 0;
    for (const UnionTerm& term : terms) {
      double product = scale(term.scale);
      for (const UnionInput& input : term.inputs) product *= element(input);
      if (term.operand == UnionTerm::Operand::own) product *= values_[term.index];
      if (term.operand == UnionTerm::Operand::inner) product *= inner_[term.index];
      if (term.operand == UnionTerm::Operand::outside) {
        const std::uint32_t pack = unit_->reads[term.index];
        product *= pack == no_pack ? 0 : packs_[pack].at(term.lane);
      }
      sum += product;
    }
    return sum;
  }
  double element(const UnionInput& input) const {
    const Variable& variable = graph_.signature().inputs[input.variable];
    std::int64_t at = 0;
    for (std::size_t d = 0; d < input.labels.size(); ++d) {
      const std::uint32_t label = input.labels[d];
      const std::int64_t number =
          label < form_->positions ? unit_->labels[label] : unit_->keys[label - form_->positions];
      at = at * variable.ranges[d].size() + number - variable.ranges[d].first;
    }
    return input_.at(variable.first + static_cast<std::uint32_t>(at));
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const Unions& unions_;
  std::vector<double> node_;
  std::map<std::uint32_t, double> input_;
  std::map<std::string, double> named_;
  std::vector<std::vector<double>> packs_;
  const UnionUnit* unit_ = nullptr;
  const UnionForm* form_ = nullptr;
  std::vector<double> inner_, values_;
  std::size_t computed_ = 0, wrong_ = 0;
};

/// Tasks in the order in which lists and waits let them run, groups after each other: whether what each reads is there, and what each
/// writes stands where nothing is read any more.
class Replay {
 public:
  Replay(const Unions& unions, const UnionLists& lists, std::uint32_t packs)
      : unions_(unions), lists_(lists), tenant_(packs, nothing), done_(lists.tasks.size(), 0) {
    left_.assign(groups + 1, std::vector<std::size_t>(unions.packs.size(), 0));
    for (const UnionUnit& unit : unions.units) {
      for (const std::uint32_t pack : unit.reads) {
        if (pack == no_pack) continue;
        for (auto& group : left_) ++group[pack];
      }
    }
  }

  /// Faults, and steps that could be taken in all.
  std::pair<std::size_t, std::size_t> run(std::uint32_t seed) {
    std::minstd_rand chance(seed);
    std::vector<std::size_t> at(lists_.warps.size(), 0), turn(lists_.warps.size(), 1);
    for (std::size_t idle = 0; idle < 1000; ++idle) {
      const std::size_t w = chance() % at.size();
      if (turn[w] > groups || lists_.warps[w].empty()) continue;
      const std::uint32_t task = lists_.warps[w][at[w]];
      if (!ready(task, turn[w])) continue;
      compute(task, turn[w]);
      done_[task] = turn[w];
      ++steps_;
      idle = 0;
      if (++at[w] == lists_.warps[w].size()) {
        at[w] = 0;
        ++turn[w];
      }
    }
    return {faults_, steps_};
  }
  static constexpr std::size_t groups = 3;

 private:
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};

  bool ready(std::uint32_t task, std::size_t turn) const {
    const UnionTask& own = lists_.tasks[task];
    return std::ranges::all_of(own.now, [&](std::uint32_t o) { return done_[o] >= turn; }) &&
           std::ranges::all_of(own.before, [&](std::uint32_t o) { return done_[o] + 1 >= turn; });
  }
  void compute(std::uint32_t task, std::size_t turn) {
    for (const auto& step : lists_.tasks[task].steps) {
      for (const std::uint32_t number : step) {
        const UnionUnit& unit = unions_.units[number];
        for (const std::uint32_t pack : unit.reads) {
          if (pack == no_pack) continue;
          faults_ += tenant_[lists_.place[pack]] != name(pack, turn);
          --left_[turn][pack];
        }
        for (const std::uint32_t pack : unit.writes) {
          if (pack == no_pack) continue;
          std::uint64_t& tenant = tenant_[lists_.place[pack]];
          if (tenant != nothing) faults_ += left_[tenant >> 32][tenant & 0xffffffff] > 0;
          tenant = name(pack, turn);
        }
      }
    }
  }
  static std::uint64_t name(std::uint32_t pack, std::size_t turn) {
    return static_cast<std::uint64_t>(turn) << 32 | pack;
  }

  const Unions& unions_;
  const UnionLists& lists_;
  std::vector<std::uint64_t> tenant_;           ///< by place: pack and group
  std::vector<std::size_t> done_;               ///< by task: the last group
  std::vector<std::vector<std::size_t>> left_;  ///< readers by group and pack
  std::size_t faults_ = 0, steps_ = 0;
};

}  // namespace

TEST_CASE("units of one size share few forms, whatever their numbers are") {
  // In the rule written by hand no loop closes while line 1 is open, so that unions with it and without it have other terms.
  for (const auto& [grammar, most_terms, forms, units] :
       {std::tuple{symmetric, 9000U, 7U, 122U}, std::tuple{symmetric, 0U, 5U, 122U},
        std::tuple{all_labellings, 9000U, 4U, 138U}}) {
    CAPTURE(grammar, most_terms);
    const Unions unions = unions_of(graph_for_products(grammar, 6), {.most_terms = most_terms});
    CHECK(unions.family == "W");
    CHECK(unions.row == "v");
    CHECK(unions.forms.size() == forms);
    CHECK(unions.units.size() == units);
    for (const UnionUnit& unit : unions.units) {
      const UnionForm& form = unions.forms[unit.form];
      CHECK(unit.reads.size() == form.reads);
      CHECK(unit.writes.size() == form.writes.size());
      CHECK(unit.labels.size() <= form.positions);
      // The elements in ascending order come first.
      for (std::uint32_t r = 0; r + 1 < form.elements; ++r) {
        CHECK(unit.labels[r] < unit.labels[r + 1]);
      }
    }
    // Each pack is written by one unit.
    std::map<std::uint32_t, int> writers;
    for (const UnionUnit& unit : unions.units) {
      for (const std::uint32_t pack : unit.writes) writers[pack] += pack != no_pack;
    }
    writers.erase(no_pack);
    CHECK(writers.size() == unions.packs.size());
    CHECK(std::ranges::all_of(writers, [](const auto& each) { return each.second == 1; }));
  }
}

TEST_CASE("forms compute every value of their units from packs of others") {
  for (const auto& [grammar, n, pack_values, most_terms, at_least] :
       {std::tuple{symmetric, 6, 4U, 0U, 4000U}, std::tuple{symmetric, 6, 4U, 9000U, 4000U},
        std::tuple{symmetric, 5, 2U, 9000U, 900U}, std::tuple{all_labellings, 5, 4U, 9000U, 900U},
        std::tuple{all_labellings, 4, 2U, 9000U, 100U}}) {
    CAPTURE(grammar, n, pack_values, most_terms);
    const Graph graph = graph_for_products(grammar, n);
    const Schedule schedule = scheduled(graph);
    const Unions unions =
        find_unions(graph, schedule, {.pack_values = pack_values, .most_terms = most_terms});
    const auto [computed, wrong] = Evaluation(graph, schedule, unions).run();
    CHECK(wrong == 0);
    CHECK(computed > at_least);
  }
}

TEST_CASE("tasks by unions find what they read, in any order that lists and waits allow") {
  const Unions unions = unions_of(graph_for_products(symmetric, 6));
  for (const auto& [warps, sides, packs] :
       {std::tuple{12U, 1U, 418U}, std::tuple{5U, 1U, 600U}, std::tuple{8U, 4U, 500U}}) {
    CAPTURE(warps, sides, packs);
    const UnionLists lists =
        make_union_lists(unions, {.warps = warps, .sides = sides, .packs = packs, .trials = 20});
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
      const auto [faults, steps] = Replay(unions, lists, packs).run(seed);
      CHECK(faults == 0);
      CHECK(steps == Replay::groups * lists.tasks.size());
    }
    CHECK(lists.work <= warps * lists.cycles);
  }
  CHECK_THROWS_WITH(make_union_lists(unions, {.warps = 12, .packs = 100, .trials = 3}),
                    "no kernel by unions: 100 packs of values have no room for what is alive at "
                    "once");
}

TEST_CASE("kernels by unions agree with the interpreter", "[grammars][cooperative]") {
  if (!compiler_here()) return;
  const auto check = [](auto real, std::initializer_list<std::pair<Sized, UnionOptions>> all) {
    using Real = decltype(real);
    std::vector<Graph> graphs;
    std::vector<typename CudaOnCpu<Real>::Plan> plans;
    for (const auto& [subject, form] : all) {
      graphs.push_back(renamed(graph_for_products(subject.grammar, subject.n),
                               fmt::format("g{}", graphs.size())));
    }
    std::size_t i = 0;
    for (const auto& [subject, form] : all) {
      plans.push_back({&graphs[i], emit_cuda(graphs[i], scheduled(graphs[i]),
                                             union_options(form, sizeof(Real) == sizeof(float)))});
      ++i;
    }
    const CudaOnCpu<Real> programs(std::move(plans));
    for (i = 0; i < graphs.size(); ++i) {
      CAPTURE(i);
      check_run(programs, i, graphs[i]);
    }
  };
  check(float(), {{{symmetric, 5}, {.lanes = 32, .warps = 3}},
                  {{symmetric, 5}, {.lanes = 8, .warps = 2}},
                  {{all_labellings, 4}, {.lanes = 16, .warps = 4}}});
  check(double(), {{{symmetric, 4}, {.lanes = 16, .warps = 2}}});
}

TEST_CASE("kernels by unions have a name, and refuse what they are not for") {
  CHECK(to_string(CudaCandidate(UnionOptions{})) == "cooperative:unions");
  const UnionOptions form{.lanes = 32, .warps = 12};
  CHECK(to_string(CudaCandidate(form)) == "cooperative:unions,lanes=32,warps=12");
  CHECK(cuda_candidate("cooperative:unions,lanes=32,warps=12") == CudaCandidate(form));
  CHECK_FALSE(cuda_candidate("cooperative:unions,lanes=3"));
  CHECK_FALSE(cuda_candidate("cooperative:unions,blocks=2"));
  CHECK_FALSE(cuda_candidate("straight:unions"));

  CHECK_THROWS_WITH(unions_of(graph_for_products("hubbard/hubbard_sun_density", 4)),
                    "no kernel by unions: no family has two sets and a number");
  CHECK_THROWS_WITH(unions_of(graph_for_products(symmetric, 2)),
                    "no kernel by unions: `W` has no value of 3 elements");
  CHECK_THROWS_WITH(unions_of(graph_for_products("theories/hubbard_self_energy_all_labellings", 4)),
                    Catch::Contains("is an output that is no sum of values of one union"));
  CHECK_THROWS_WITH(unions_of(graph_for_products("hubbard/hubbard_sun_cdet_density_fixed", 5)),
                    Catch::StartsWith("no kernel by unions: "));
  const Graph graph = graph_for_products(symmetric, 7);
  const UnionOptions wide{.lanes = 32, .warps = 12};
  CHECK_THROWS_WITH(plan_unions(graph, scheduled(graph), union_options(wide)),
                    Catch::StartsWith("no kernel by unions: "));
}

TEST_CASE("of kernels by unions the widest that fits is tried") {
  const Graph graph = graph_for_products(symmetric, 6);
  const OrderRule order = find_order(graph, Values(graph), nullptr, nullptr);
  const auto list = union_candidates(graph, order, union_options({}), {});
  REQUIRE(list.size() == 1);
  CHECK(to_string(list.front().candidate) == "cooperative:unions,lanes=32,warps=12");
  CHECK(list.front().estimate.seconds > 0);
}
