// Products of tiles: what templates compute, where tiles stand, what the kernels compute.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/choice/product_candidates.h"
#include "compiler/emit/products/plan.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/node_values.h"
#include "tests/emit/text_graphs.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;

namespace {

const std::string apart = "hubbard/hubbard_sun_cdet_density_fixed_apart";

struct Tiled {
  std::string grammar;
  int n;
  std::int64_t low;
};

const Tiled subjects[] = {
    {apart, 5, 2},
    {apart, 6, 1},
    {apart, 6, 2},
    {apart, 6, 3},
    {"hubbard/hubbard_su2_cdet_density", 7, 2},
    {"hubbard/hubbard_su2_cdet_density_elimination", 7, 2},
    {"hubbard/hubbard_su3_cdet_density_fixed", 6, 1},
    {"hubbard/hubbard_sun_cdet_log_z", 6, 2},
};

CudaOptions options_of(const ProductOptions& form, bool single_precision = false) {
  CudaOptions options;
  options.single_precision = single_precision;
  options.form = form;
  return options;
}

Schedule scheduled(const Graph& graph, const ProductOptions& form) {
  return make_schedule(graph, schedule_options(form));
}

/// What the tasks of a plan leave in shared memory, round by round, for one configuration.
class Simulation {
 public:
  Simulation(const Graph& graph, const Schedule& schedule, const ProductPlan& plan)
      : schedule_(schedule),
        plan_(plan),
        panels_(schedule.cooperation->panels),
        value_(values_of(graph)),
        memory_(plan.rounds.rows, std::nan("")) {
    for (std::uint32_t row = 0; row < plan.rounds.zero_rows; ++row) {
      memory_[plan.rounds.zeros + row] = 0;
    }
    for (const Panel& panel : panels_.panels) {
      if (panel.copies == 0) continue;
      const TileId tile = panel.tiles.front();
      for (std::uint32_t i = 0; i < plan.templates.tile_sizes[tile]; ++i) {
        const auto& values = panels_.tiles[tile].values;
        const bool there = i < values.size() && values[i] != no_node;
        memory_[plan.rounds.place[tile] + i] = there ? value_[values[i]] : 0;
      }
    }
  }

  /// Numbers of values that came out, and came out wrong.
  std::pair<std::size_t, std::size_t> run() {
    for (const auto& round : plan_.rounds.rounds) {
      std::vector<std::pair<std::uint32_t, double>> written;
      for (const auto& warp : round) {
        for (const ProductTask& task : warp) {
          for (const PanelId panel : task.panels) compute(panel, written);
        }
      }
      // Between two barriers nobody sees what others write.
      for (const auto& [row, number] : written) memory_[row] = number;
    }
    return {computed_, wrong_};
  }

 private:
  double at(TileId tile, std::uint32_t position) const {
    const std::uint32_t first = tile == no_tile ? plan_.rounds.zeros : plan_.rounds.place[tile];
    return memory_[first + position];
  }

  void compute(PanelId panel, std::vector<std::pair<std::uint32_t, double>>& written) {
    const ProductUse& use = plan_.templates.uses[panel];
    const ProductTemplate& form = plan_.templates.templates[use.index];
    std::vector<double> values(form.values.size(), 0);
    for (std::size_t kind = 0; kind < form.kinds.size(); ++kind) {
      for (const auto& [first, second] : use.pairs[kind]) {
        for (const PairTerm& term : form.kinds[kind]) {
          const double product = at(first, term.first) * at(second, term.second);
          values[term.target] += term.negative ? -product : product;
        }
      }
    }
    const TileId tile = panels_.panels[panel].tiles.front();
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const ProductTerm& term : form.values[i].terms) {
        double product = schedule_.coefficients.to_double(term.coefficient);
        for (const ProductFactor& factor : term.factors) {
          switch (factor.kind) {
            case ProductFactor::Kind::parameter: {
              const NodeId node = use.parameters[factor.index];
              product *= node == no_node ? 0 : value_[node];
              break;
            }
            case ProductFactor::Kind::local:
              product *= values[factor.index];
              break;
            case ProductFactor::Kind::element:
              product *= at(use.tiles[factor.index], factor.position);
              break;
          }
        }
        values[i] += term.negative ? -product : product;
      }
      if (!form.values[i].position) continue;
      const std::uint32_t position = *form.values[i].position;
      written.emplace_back(plan_.rounds.place[tile] + position, values[i]);
      const auto& nodes = panels_.tiles[tile].values;
      if (position >= nodes.size() || nodes[position] == no_node) continue;
      const double expected = value_[nodes[position]];
      ++computed_;
      wrong_ += !(std::abs(values[i] - expected) <= 1e-7 * (1 + std::abs(expected)));
    }
  }

  const Schedule& schedule_;
  const ProductPlan& plan_;
  const Panels& panels_;
  std::vector<double> value_, memory_;
  std::size_t computed_ = 0, wrong_ = 0;
};

}  // namespace

TEST_CASE(
    "templates of products compute every value of their tiles, from tiles of earlier rounds") {
  for (const Tiled& subject : subjects) {
    const Graph graph = graph_for_products(subject.grammar, subject.n);
    for (const unsigned lanes : {1U, 4U}) {
      const ProductOptions form{.low = subject.low, .lanes = lanes, .warps = 3, .blocks = 1};
      const Schedule schedule = scheduled(graph, form);
      const ProductPlan plan = plan_products(graph, schedule, options_of(form));
      CAPTURE(subject.grammar, subject.n, subject.low, lanes);
      const auto [computed, wrong] = Simulation(graph, schedule, plan).run();
      CHECK(wrong == 0);
      std::size_t values = 0;
      const Panels& panels = schedule.cooperation->panels;
      for (const Tile& tile : panels.tiles) {
        if (panels.panels[tile.panel].copies > 0) continue;
        for (const NodeId node : tile.values) values += node != no_node;
      }
      CHECK(computed == values);
      CHECK(plan.rounds.conflicts >= 1);
      CHECK(plan.rounds.conflicts < 1.6);
    }
  }
}

TEST_CASE("tiles of a family share the code of few templates") {
  const Graph graph = graph_for_products(apart, 7);
  const ProductOptions form{.low = 2, .lanes = 4, .warps = 8, .blocks = 1};
  const ProductPlan plan = plan_products(graph, scheduled(graph, form), options_of(form));
  CHECK(plan.templates.templates.size() <= 12);
  std::map<std::uint32_t, std::size_t> uses;
  for (const auto& round : plan.rounds.rounds) {
    for (const auto& warp : round) {
      for (const ProductTask& task : warp) uses[task.index] += task.panels.size();
    }
  }
  std::size_t tiles = 0;
  for (const auto& [index, count] : uses) tiles += count;
  CHECK(tiles > 200);
}

TEST_CASE("kernels of products of tiles agree with the interpreter", "[grammars][cooperative]") {
  if (const std::string why = toolchain::why_unavailable(); !why.empty()) {
    WARN(why);
    return;
  }
  const auto check = [](auto real, std::initializer_list<std::pair<Tiled, ProductOptions>> all) {
    using Real = decltype(real);
    std::vector<Graph> graphs;
    std::vector<typename CudaOnCpu<Real>::Plan> plans;
    for (const auto& [subject, form] : all) {
      graphs.push_back(renamed(graph_for_products(subject.grammar, subject.n),
                               fmt::format("g{}", graphs.size())));
    }
    std::size_t i = 0;
    for (const auto& [subject, form] : all) {
      plans.push_back({&graphs[i], emit_cuda(graphs[i], scheduled(graphs[i], form),
                                             options_of(form, sizeof(Real) == sizeof(float)))});
      ++i;
    }
    const CudaOnCpu<Real> programs(std::move(plans));
    for (i = 0; i < graphs.size(); ++i) {
      CAPTURE(i);
      check_run(programs, i, graphs[i]);
    }
  };
  check(double(), {{{apart, 5, 2}, {.low = 2, .lanes = 8, .warps = 3, .blocks = 1, .steps = 2}},
                   {{apart, 5, 1}, {.low = 1, .lanes = 1, .warps = 2, .blocks = 2}},
                   {{"hubbard/hubbard_su2_cdet_density", 6, 1},
                    {.low = 1, .lanes = 32, .warps = 2, .blocks = 1}},
                   {{"hubbard/hubbard_su2_cdet_density_elimination", 6, 2},
                    {.low = 2, .lanes = 16, .warps = 4, .blocks = 1}}});
  check(float(), {{{"hubbard/hubbard_sun_cdet_log_z", 5, 2},
                   {.low = 2, .lanes = 4, .warps = 1, .blocks = 1}}});
}

TEST_CASE("products of tiles have a name, and refuse what they are not for") {
  CHECK(to_string(CudaCandidate(ProductOptions{})) == "cooperative:products");
  const ProductOptions form{.low = 2, .lanes = 4, .warps = 8, .blocks = 1};
  CHECK(to_string(CudaCandidate(form)) == "cooperative:products,low=2,lanes=4,warps=8,blocks=1");
  CHECK(cuda_candidate("cooperative:products,low=2,lanes=4,warps=8,blocks=1") ==
        CudaCandidate(form));
  const ProductOptions two{.low = 2, .lanes = 4, .warps = 8, .blocks = 1, .steps = 2};
  CHECK(to_string(CudaCandidate(two)) ==
        "cooperative:products,low=2,lanes=4,warps=8,blocks=1,steps=2");
  CHECK(cuda_candidate(to_string(CudaCandidate(two))) == CudaCandidate(two));
  CHECK_FALSE(cuda_candidate("cooperative:products,steps=9"));
  CHECK_FALSE(cuda_candidate("cooperative:products,lanes=3"));
  CHECK_FALSE(cuda_candidate("straight:products"));

  // Loops read inputs at every step, so that nothing is left inside.
  const Graph loops = graph_for_products("hubbard/hubbard_sun_density", 5);
  CHECK_THROWS_WITH(scheduled(loops, form),
                    "no tiles of products in the graph with arguments up to 2 forgotten");
  const Graph graph = graph_for_products(apart, 6);
  const ProductOptions wide{.low = 2, .lanes = 32, .warps = 8, .blocks = 1};
  CHECK_THROWS_WITH(
      plan_products(graph, scheduled(graph, wide), options_of(wide)),
      Catch::StartsWith("tiles of 32 configurations take ") &&
          Catch::EndsWith(" bytes of shared memory, and a block has 232448: take fewer lanes, or "
                          "another schedule"));
}

TEST_CASE("of products of tiles those forms are tried that fit") {
  const Graph graph = graph_for_products(apart, 6);
  const OrderRule order = find_order(graph, Values(graph), nullptr, nullptr);
  const auto list = product_candidates(graph, order, options_of(ProductOptions{}), {});
  REQUIRE(list.size() >= 2);
  std::set<std::string> names;
  for (const RankedCandidate& each : list) {
    const auto& form = std::get<ProductOptions>(each.candidate);
    CHECK(form.low == 2);
    CHECK(form.warps * form.blocks <= 16);
    CHECK(each.estimate.seconds > 0);
    names.insert(to_string(each.candidate));
  }
  CHECK(names.size() == list.size());
  const auto asked =
      product_candidates(graph, order, options_of(ProductOptions{}), {.lanes = 4, .blocks = 1});
  REQUIRE(asked.size() == 1);
  CHECK(std::get<ProductOptions>(asked.front().candidate).lanes == 4);
}
