// Detailed balance of every move, by counting: walkers that stand where the density p = |f| + λ w says make one move; then every pair
// of cells of the space must have been crossed as often one way as the other, and cells must hold as many as before.
//
// p is computed here from its definition, not by the step. Cells are the sites of all vertices and a few parts of their times.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "physics/series/sampling/moves.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/step_tables.h"
#include "tests/series_sampling/flows.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

namespace {

constexpr std::uint32_t block = OrderPopulation::block_walkers;
constexpr std::uint32_t link_parts = 4;

/// Two unlike sites, both of which are measured, and walkers of some order on them.
class TwoSites {
 public:
  explicit TwoSites(std::uint32_t order)
      : order_(order),
        model_(lattice::make_model(options())),
        shared_(model_.space, model_.table, link_parts),
        tables_(shared_walker_tables(model_, diagc::Precision::fp64, link_parts)),
        kernel_(hubbard_terms("hubbard_sun_density", order, order, 2,
                              {.precision = diagc::Precision::fp64})
                    .front()
                    .kernel) {
    REQUIRE(model_.space.roots.size() == 2);
    // Links that are neither uniform nor those that tuning would find.
    std::vector<double> weights;
    for (std::uint32_t cell = 0; cell < shared_.classes().cells(); ++cell)
      weights.push_back(1 + cell % 3);
    const std::vector<double> even(weights.size(), 1);
    plan_.links.assign(order, link_distribution(shared_.classes(), weights, even, 0.1));
    plan_.shift_ticks = 900000000;
    plan_.normalisation = 0.02;
  }

  std::uint32_t order() const { return order_; }
  std::uint32_t vertices() const { return order_ + 1; }
  const StepPlan& plan() const { return plan_; }

  /// Walkers as OrderPopulation::save gives them: rows of times, codes, anchors of blocks of 128.
  using Places = std::vector<std::uint32_t>;

  /// `blocks` blocks of independent walkers from p, by rejection. The number that p is cut at is the largest of all that were drawn.
  Places draw(std::uint32_t blocks, std::mt19937_64& random) const {
    Places places;
    const std::size_t wanted = std::size_t{blocks} * block;
    std::vector<std::vector<std::uint32_t>> taken;  // [walker]: times, then sites
    const std::vector<double> tried = density(uniform(1U << 18U, random));
    const double highest = *std::ranges::max_element(tried);
    while (taken.size() < wanted) {
      const auto walkers = uniform(1U << 18U, random);
      const std::vector<double> p = density(walkers);
      for (std::size_t i = 0; i < walkers.size() && taken.size() < wanted; ++i) {
        // What is higher than the highest that was seen counts as that: it is met once in a hundred thousand draws.
        const double chance = static_cast<double>(random() >> 11U) * 0x1p-53;
        if (chance * highest < p[i]) taken.push_back(walkers[i]);
      }
    }
    places.resize(wanted * place_rows());
    for (std::size_t i = 0; i < wanted; ++i) {
      const auto put = [&](std::uint32_t row, std::uint32_t value) {
        places[(i / block * place_rows() + row) * block + i % block] = value;
      };
      for (std::uint32_t v = 0; v < vertices(); ++v) {
        const std::uint32_t site = taken[i][vertices() + v];
        put(v, taken[i][v]);
        put(vertices() + v, codes().code[site]);
        if (place_rows() == 3 * vertices()) put(2 * vertices() + v, codes().anchor[site]);
      }
    }
    return places;
  }

  /// Cell of every walker; `parts` of each time.
  std::vector<std::uint32_t> cells(const Places& places, std::uint32_t parts) const {
    std::vector<std::uint32_t> cells(places.size() / place_rows());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (std::uint32_t v = 0; v < vertices(); ++v) {
        const auto row = [&](std::uint32_t which) {
          return places[(i / block * place_rows() + which) * block + i % block];
        };
        cells[i] = cells[i] * 2 + (row(vertices() + v) == codes().code[0] ? 0 : 1);
        if (v > 0)
          cells[i] =
              cells[i] * parts + static_cast<std::uint32_t>((std::uint64_t{row(v)} * parts) >> 32U);
      }
    }
    return cells;
  }
  std::uint32_t cell_count(std::uint32_t parts) const {
    std::uint32_t count = 2;
    for (std::uint32_t v = 1; v < vertices(); ++v) count *= 2 * parts;
    return count;
  }

  /// Where walkers are after so many steps of these moves under a normalisation.
  Places moved(const Places& places, std::vector<std::uint8_t> moves, std::uint64_t step,
               std::uint64_t steps, double normalisation) const {
    OrderOptions options{.params = {2}, .seed = 3, .use_cache = true};
    for (std::uint32_t i = 0; i < places.size() / place_rows() / block; ++i)
      options.groups.push_back(i);
    const auto population = tables_->make(kernel_, options);
    StepPlan plan = plan_;
    plan.moves = std::move(moves);
    plan.normalisation = normalisation;
    population->set_plan(plan);
    const std::size_t of_group = population->shape().state_bytes / sizeof(std::uint32_t);
    REQUIRE(of_group == std::size_t{place_rows()} * block);
    Places after(places.size());
    std::vector<runs::Sums> sums(
        1, runs::Sums(OrderPopulation::quantities, OrderPopulation::counters));
    for (std::size_t part = 0; part < population->parts(); ++part) {
      population->restore(part,
                          std::as_bytes(std::span(places).subspan(part * of_group, of_group)));
      population->advance(part, {.first = step, .count = steps}, {.groups = sums, .histogram = {}});
      const runs::Bytes states = population->save(part);
      std::span<const std::byte> from(states);
      runs::read_numbers(from, std::span(after).subspan(part * of_group, of_group));
    }
    return after;
  }

 private:
  static lattice::ModelOptions options() {
    lattice::ModelOptions options = cluster_options({{0.5, -1}, {-1, -0.4}}, 0.3, 2);
    options.precision = lattice::Precision::fp64;
    return options;
  }
  const PairCodes& codes() const { return shared_.codes(); }
  std::uint32_t place_rows() const { return (codes().one_code() ? 2 : 3) * vertices(); }

  std::vector<std::vector<std::uint32_t>> uniform(std::size_t count,
                                                  std::mt19937_64& random) const {
    std::vector<std::vector<std::uint32_t>> walkers(count);
    for (auto& walker : walkers) {
      walker.push_back(0);
      for (std::uint32_t v = 1; v < vertices(); ++v)
        walker.push_back(static_cast<std::uint32_t>(random()));
      for (std::uint32_t v = 0; v < vertices(); ++v)
        walker.push_back(static_cast<std::uint32_t>(random() & 1U));
    }
    return walkers;
  }

  /// p of walkers (times, sites) times the probability of their root, which is half for each of two: |f| + λ w.
  std::vector<double> density(const std::vector<std::vector<std::uint32_t>>& walkers) const {
    const std::size_t n = vertices();
    std::vector<double> lines, f(walkers.size()), p;
    for (const auto& walker : walkers) {
      for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
          const std::uint32_t row = model_.space.row(walker[n + a], walker[n + b]);
          const double tau = (static_cast<double>(walker[b]) - static_cast<double>(walker[a])) *
                             0x1p-32 * model_.beta;
          lines.push_back(a == b ? model_.table.equal_time[row]
                                 : lattice::value(model_.table, row, tau));
        }
      }
    }
    kernel_.evaluate(walkers.size(), {{"G", std::span<const double>(lines)}}, {{"N", {2.0}}},
                     {{"density", std::span(f)}});
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      const auto& walker = walkers[i];
      double norm = plan_.normalisation;
      for (std::size_t v = 1; v < n; ++v) {
        norm *= plan_.links[v - 1]
                    .density[shared_.cell(codes().anchor[walker[n + v - 1]],
                                          codes().code[walker[n + v]], walker[v] - walker[v - 1])];
      }
      const double root = model_.space.root_weights[walker[n]];
      p.push_back(root * (std::abs(f[i]) + norm));
    }
    return p;
  }

  std::uint32_t order_;
  lattice::Model model_;
  SharedTables<double> shared_;
  std::unique_ptr<SharedWalkerTables> tables_;
  Kernel kernel_;
  StepPlan plan_;
};

Verdict verdict(const TwoSites& sites, const TwoSites::Places& before,
                const TwoSites::Places& after, std::uint32_t parts) {
  return verdict_of(sites.cells(before, parts), sites.cells(after, parts), sites.cell_count(parts));
}

}  // namespace

TEST_CASE("every move has detailed balance on two sites and a few parts of their times") {
  std::mt19937_64 random(7);
  for (const std::uint32_t order : {1U, 2U}) {
    const TwoSites sites(order);
    const std::uint32_t parts = order == 1 ? 8 : 3;
    const TwoSites::Places before = sites.draw(2048, random);
    std::vector<std::uint8_t> moves = {move_number(Move::redraw, order, 0),
                                       move_number(Move::root, order, 0)};
    for (std::uint32_t v = 1; v <= order; ++v) {
      moves.push_back(move_number(Move::draw, order, v));
      moves.push_back(move_number(Move::shift, order, v));
    }
    for (const std::uint8_t move : moves) {
      const Verdict one = verdict(
          sites, before, sites.moved(before, {move}, 1, 1, sites.plan().normalisation), parts);
      INFO("order " << order << ", move " << int{move} << ": " << one.flows.pairs()
                    << " pairs of cells, " << one.flows.deviations()
                    << " standard deviations; contents " << one.contents.deviations());
      if (std::getenv("SHOW"))
        std::cout << fmt::format("order {}, move {}: {} pairs, {:.2f}, {:.2f}\n", order, move,
                                 one.flows.pairs(), one.flows.deviations(),
                                 one.contents.deviations());
      CHECK(one.flows.pairs() > 10);
      CHECK(std::abs(one.flows.deviations()) < unlikely);
      CHECK(std::abs(one.contents.deviations()) < unlikely);
    }
    // A whole cycle is no reversible step, but leaves the cells as they are.
    const auto cycle = move_cycle(order, true, true);
    const Verdict all =
        verdict(sites, before,
                sites.moved(before, cycle, 0, 3 * cycle.size(), sites.plan().normalisation), parts);
    CHECK(std::abs(all.contents.deviations()) < unlikely);
    // Had the walkers another density to follow, by a normalisation that is a third larger, it would show.
    const Verdict other = verdict(
        sites, before,
        sites.moved(before, cycle, 0, 3 * cycle.size(), 1.3 * sites.plan().normalisation), parts);
    INFO("with another density: " << other.contents.deviations());
    CHECK(other.contents.deviations() > 2 * unlikely);
  }
}
