// Detailed balance of every move of the Markov chains around trees, by counting, as test_detailed_balance.cpp does for chains of links: walkers
// that stand where p = |f| + λ w says make one move, then every pair of cells must have been crossed as often one way as the other.
//
// p is computed here from its definition, w by elimination on the host. A redraw gives all walkers of a step the same random names of vertices, so that
// it is reversible only up to these: its cells are those of unordered vertices. For the others they have names.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "tests/series_sampling/flows.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/tree_models.h"

using namespace diagc;
using namespace diagc::series;

namespace {

constexpr std::uint32_t tree_block = TreePopulation::block_members, part_of_block = 64;
constexpr double normalisation = 0.03;

/// Walkers of two integrated vertices.
class Walkers {
 public:
  /// `term`: of m = 2. `alpha`: where vertex 0 is measured.
  Walkers(const lattice::ModelOptions& options, const series::Term& term, double alpha)
      : model_(lattice::make_model(options)),
        term_(term),
        shared_(model_.space, model_.table, tree_bins,
                model_.derivative ? &model_.derivative.value() : nullptr),
        tables_(shared_tree_tables(model_, diagc::Precision::fp64, !term.derivative.empty())) {
    REQUIRE(form().m == 2);
    const auto link = [&](std::uint32_t period) {
      std::vector<double> weights;
      for (std::uint32_t cell = 0; cell < shared_.classes().cells(); ++cell)
        weights.push_back(1.0 + cell / 9 % period);
      const std::vector<double> even(weights.size(), 1);
      const auto drawn = link_distribution(shared_.classes(), weights, even, 0.1);
      return space().cell_sites == 1 && !term_.measured
                 ? symmetrised(space(), shared_.classes(), drawn)
                 : drawn;
    };
    plan_.links.other = link(4);
    plan_.links.root = term_.measured ? link(3) : plan_.links.other;
    plan_.links.alpha = term_.measured ? alpha : 1;
    plan_.normalisation = normalisation;
  }

  struct Walker {
    std::vector<std::uint32_t> times, sites;
  };

  /// Independent walkers from p, by rejection. The number that p is cut at is the largest of all that were drawn.
  std::vector<Walker> draw(std::uint32_t blocks, std::mt19937_64& random) const {
    constexpr std::size_t tries = 1U << 18U;
    const std::vector<double> tried = density(uniform(tries, random));
    const double highest = *std::ranges::max_element(tried);
    std::vector<Walker> taken;
    const std::size_t wanted = std::size_t{blocks} * tree_block;
    while (taken.size() < wanted) {
      const auto walkers = uniform(tries, random);
      const std::vector<double> p = density(walkers);
      for (std::size_t i = 0; i < tries && taken.size() < wanted; ++i) {
        const double chance = static_cast<double>(random() >> 11U) * 0x1p-53;
        if (chance * highest < p[i]) taken.push_back(walkers[i]);
      }
    }
    return taken;
  }

  /// Where they are after one move, that of this place in the cycle, under a normalisation.
  std::vector<Walker> moved(const std::vector<Walker>& walkers, std::uint64_t step,
                            double lambda = normalisation) const {
    OrderOptions options{.params = term_.kernel.param_numbers(term_.params), .seed = 5};
    for (std::uint32_t i = 0; i < walkers.size() / tree_block; ++i) options.groups.push_back(i);
    const auto population = tables_->make(
        {.kernel = term_.kernel, .form = form(), .order = 3, .alike = !term_.measured}, options);
    TreePlan plan = plan_;
    plan.normalisation = lambda;
    population->set_plan(plan);
    std::vector<runs::Sums> sums(1,
                                 runs::Sums(TreePopulation::quantities, TreePopulation::counters));
    std::vector<Walker> after;
    for (std::size_t part = 0; part < population->parts(); ++part) {
      const auto here = std::span(walkers).subspan(part * tree_block, tree_block);
      const std::vector<std::uint32_t> places = places_of(here);
      population->restore(part, std::as_bytes(std::span(places)));
      population->advance(part, {.first = step, .count = 1}, {.groups = sums, .histogram = {}});
      const runs::Bytes states = population->save(part);
      REQUIRE(states.size() == places.size() * sizeof(std::uint32_t));
      std::vector<std::uint32_t> moved(places.size());
      std::span<const std::byte> from(states);
      runs::read_numbers(from, std::span(moved));
      for (std::uint32_t i = 0; i < tree_block; ++i) after.push_back(walker_of(moved, i));
    }
    return after;
  }

  /// Cells are the sites of all vertices, on lattices from that of vertex 0, and so many parts of the times from its time.
  std::vector<std::uint32_t> cells(const std::vector<Walker>& walkers, std::uint32_t parts,
                                   bool named) const {
    std::vector<std::uint32_t> cells;
    for (const Walker& walker : walkers) {
      std::vector<std::uint32_t> of_vertex;
      for (std::uint32_t v = 1; v < vertices; ++v) {
        const std::uint32_t ticks = walker.times[v] - walker.times[0];
        const std::uint32_t site =
            is_lattice() ? space().displacement(walker.sites[0], walker.sites[v]) : walker.sites[v];
        of_vertex.push_back(site * parts +
                            static_cast<std::uint32_t>((std::uint64_t{ticks} * parts) >> 32U));
      }
      if (!named) std::ranges::sort(of_vertex);
      std::uint32_t cell = is_lattice() ? 0 : walker.sites[0];
      for (const std::uint32_t of : of_vertex) cell = cell * sites() * parts + of;
      cells.push_back(cell);
    }
    return cells;
  }
  std::uint32_t cell_count(std::uint32_t parts) const {
    return (is_lattice() ? 1 : sites()) * sites() * parts * sites() * parts;
  }
  std::vector<std::uint8_t> moves() const { return tree_moves(2, space()); }

 private:
  static constexpr std::uint32_t vertices = 3;

  const lattice::Space& space() const { return model_.space; }
  bool is_lattice() const { return space().cell_sites == 1; }
  std::uint32_t sites() const { return space().sites; }
  std::uint32_t rows() const { return (shared_.codes().one_code() ? 2 : 3) * vertices; }
  IntegrandForm form() const { return integrand_form(term_); }

  /// As TreePopulation::save() gives them: rows of times, codes, anchors of 64 at a time.
  std::vector<std::uint32_t> places_of(std::span<const Walker> walkers) const {
    std::vector<std::uint32_t> places(walkers.size() * rows());
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      for (std::uint32_t v = 0; v < vertices; ++v) {
        place(places, i, v) = walkers[i].times[v];
        place(places, i, vertices + v) = shared_.codes().code[walkers[i].sites[v]];
        if (rows() == 3 * vertices)
          place(places, i, 2 * vertices + v) = shared_.codes().anchor[walkers[i].sites[v]];
      }
    }
    return places;
  }
  Walker walker_of(std::vector<std::uint32_t>& places, std::size_t i) const {
    Walker walker;
    for (std::uint32_t v = 0; v < vertices; ++v) {
      const auto& code = shared_.codes().code;
      walker.times.push_back(place(places, i, v));
      walker.sites.push_back(static_cast<std::uint32_t>(
          std::ranges::find(code, place(places, i, vertices + v)) - code.begin()));
    }
    return walker;
  }
  std::uint32_t& place(std::vector<std::uint32_t>& places, std::size_t i, std::uint32_t row) const {
    return places[(i / part_of_block * rows() + row) * part_of_block + i % part_of_block];
  }

  std::vector<Walker> uniform(std::size_t count, std::mt19937_64& random) const {
    std::vector<Walker> walkers(count);
    for (Walker& walker : walkers) {
      walker.times.push_back(0);
      walker.sites.push_back(is_lattice() ? 0 : static_cast<std::uint32_t>(random() % sites()));
      for (std::uint32_t v = 1; v < vertices; ++v) {
        walker.times.push_back(static_cast<std::uint32_t>(random()));
        walker.sites.push_back(static_cast<std::uint32_t>(random() % sites()));
      }
    }
    return walkers;
  }

  static std::vector<double> lines(const lattice::Space& space,
                                   const lattice::PropagatorTable& table, double beta,
                                   const std::vector<Walker>& walkers) {
    std::vector<double> lines;
    for (const Walker& walker : walkers) {
      for (std::size_t a = 0; a < vertices; ++a) {
        for (std::size_t b = 0; b < vertices; ++b) {
          const std::uint32_t row = space.row(walker.sites[a], walker.sites[b]);
          const double tau =
              (static_cast<double>(walker.times[b]) - static_cast<double>(walker.times[a])) *
              0x1p-32 * beta;
          lines.push_back(a == b ? table.equal_time[row] : lattice::value(table, row, tau));
        }
      }
    }
    return lines;
  }

  /// |f| + λ w of walkers, times the probability of their root.
  std::vector<double> density(const std::vector<Walker>& walkers) const {
    const auto g = lines(space(), model_.table, model_.beta, walkers);
    std::vector<double> h, f(walkers.size()), p;
    std::vector<InputArray> inputs{{"G", std::span(g)}};
    if (!term_.derivative.empty()) {
      h = lines(space(), *model_.derivative, model_.beta, walkers);
      inputs.push_back({"H", std::span(std::as_const(h))});
    }
    term_.kernel.evaluate(walkers.size(), inputs, term_.params,
                          {{term_.kernel.outputs().front().name, std::span(f)}});
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      const Walker& walker = walkers[i];
      LinkMatrix links(2);
      for (std::uint32_t v = 1; v < vertices; ++v) {
        for (std::uint32_t u = 0; u < vertices; ++u) {
          if (u == v) continue;
          const std::uint32_t cell = shared_.cell(shared_.codes().anchor[walker.sites[u]],
                                                  shared_.codes().code[walker.sites[v]],
                                                  walker.times[v] - walker.times[u]);
          links(u, v) = (u == 0 ? plan_.links.root : plan_.links.other).density[cell];
        }
      }
      const double w = tree_weight(links, plan_.links.alpha);
      const double root = is_lattice() ? 1 : root_weight(walker.sites[0]);
      p.push_back(root * (std::abs(f[i]) + normalisation * w));
    }
    return p;
  }
  double root_weight(std::uint32_t site) const {
    const auto& roots = space().roots;
    const auto at = std::ranges::find(roots, site);
    return at == roots.end() ? 0
                             : space().root_weights[static_cast<std::size_t>(at - roots.begin())];
  }

  lattice::Model model_;
  series::Term term_;
  SharedTables<double> shared_;
  std::unique_ptr<SharedTreeTables> tables_;
  TreePlan plan_;
};

series::Term measured_term() {
  series::Term term = hubbard_terms("hubbard_sun_cdet_density", 2, 2, 2, {}).front();
  term.params = {{"N", {2.0}}};
  term.all_labellings = true;
  return term;
}
series::Term fixed_term() {
  return fixed_terms("hubbard_sun_cdet_density_fixed", 3, 3, 2, {}).front();
}

}  // namespace

TEST_CASE("every move of chains around trees has detailed balance") {
  const auto two_sites = with_derivative(cluster_options({{0.5, -1}, {-1, -0.4}}, 0.3, 2));
  const auto ring = with_derivative(lattice_options(lattice::Lattice::chain, {3}));
  struct Case {
    std::string name;
    lattice::ModelOptions model;
    series::Term term;
  };
  const std::vector<Case> cases{
      {"two sites, measured vertex integrated out", two_sites, fixed_term()},
      {"two sites, measured vertex", two_sites, measured_term()},
      {"a ring, measured vertex integrated out", ring, fixed_term()},
      {"a ring, measured vertex", ring, measured_term()}};
  std::mt19937_64 random(11);
  constexpr std::uint32_t parts = 3;
  for (const Case& each : cases) {
    const Walkers walkers(each.model, each.term, 0.4);
    const auto before = walkers.draw(2048, random);
    const std::vector<std::uint8_t> moves = walkers.moves();
    REQUIRE(moves.size() >= 8);
    const auto verdict = [&](const std::vector<Walkers::Walker>& after, bool named) {
      return verdict_of(walkers.cells(before, parts, named), walkers.cells(after, parts, named),
                        walkers.cell_count(parts));
    };
    double worst_other = 0;
    for (std::size_t step = 0; step < moves.size(); ++step) {
      const bool named = moves[step] != 0;
      const Verdict one = verdict(walkers.moved(before, step), named);
      INFO(each.name << ", move " << int{moves[step]} << ": " << one.flows.pairs()
                     << " pairs of cells, " << one.flows.deviations()
                     << " standard deviations; contents " << one.contents.deviations());
      CHECK(one.flows.pairs() > (moves[step] == redraw_root ? 5 : 50));
      CHECK(std::abs(one.flows.deviations()) < unlikely);
      CHECK(std::abs(one.contents.deviations()) < unlikely);
      // Under a normalisation that is three times as large walkers follow another density.
      const Verdict other = verdict(walkers.moved(before, step, 3 * normalisation), named);
      worst_other = std::max(worst_other, other.flows.deviations());
    }
    INFO(each.name << ", another density: " << worst_other);
    CHECK(worst_other > 2 * unlikely);
  }
}
