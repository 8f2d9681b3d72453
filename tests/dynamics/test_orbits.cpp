// Theories of functions that are the same on orbits of points, against direct sums over the whole grid.
#include <algorithm>
#include <random>

#include <catch2/catch.hpp>

#include "physics/dynamics/equivalent_points.h"
#include "tests/dynamics/rule_theories.h"
#include "tests/dynamics/two_bands.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

/// Lattices whose points are the same in eights, in twos, and in pairs that are not opposite.
linear::Orbits orbits_of(const std::vector<std::size_t>& grid, const std::vector<Hop>& hops) {
  const std::vector<Complex> h = bands_from_hopping(grid, 1, hops);
  const PointMap map = equivalent_points(grid, {h});
  return {grid, map.kept, map.place};
}

std::vector<linear::Orbits> orbits_of_lattices() {
  return {orbits_of({8}, {{{1}, 0, 0, 1.0}}),
          orbits_of({7}, {{{1}, 0, 0, 1.0}}),
          orbits_of({4, 4}, {{{1, 0}, 0, 0, 1.0}, {{0, 1}, 0, 0, 1.0}}),
          orbits_of({3, 3}, {{{1, 0}, 0, 0, 1.0}, {{0, 1}, 0, 0, 1.0}}),
          orbits_of({6, 4}, {{{1, 0}, 0, 0, 1.0}, {{0, 1}, 0, 0, 1.0}}),
          orbits_of({4, 4}, {{{1, 0}, 0, 0, Complex(1, 0.5)}, {{0, 1}, 0, 0, Complex(1, 0.5)}})};
}

/// Values of fields at pairs of times; those of an orbit depend on the field, the pair and the orbit alone.
class Fields {
 public:
  Fields(const StagedTheory& theory, const linear::Orbits& orbits, std::size_t fields)
      : orbits_(orbits),
        on_orbits_(theory.points() == orbits.count()),
        values_{nullptr, fields, theory.pairs(), theory.distance()},
        memory_(2 * std::max<std::size_t>(fields * theory.pairs() * theory.distance(), 1)) {
    values_.numbers = reinterpret_cast<Complex*>(memory_.data());
  }
  const FieldValues& values() const { return values_; }

  void fill(unsigned seed) {
    for (std::size_t field = 0; field < values_.fields; ++field) {
      for (std::size_t pair = 0; pair < values_.pairs; ++pair) {
        std::mt19937 random(static_cast<unsigned>(seed + 100 * field + pair));
        std::uniform_real_distribution<double> number(-1, 1);
        std::vector<Complex> own;
        for (std::size_t orbit = 0; orbit < orbits_.count(); ++orbit)
          own.emplace_back(number(random), number(random));
        for (std::size_t k = 0; k < points(); ++k)
          values_.at(field, pair)[k] = own[on_orbits_ ? k : orbits_.place[k]];
      }
    }
  }

  /// The largest difference at any point of the grid, over pairs that both have.
  double difference(const Fields& of_points) const {
    double largest = 0;
    const std::size_t pairs = std::min(values_.pairs, of_points.values_.pairs);
    for (std::size_t field = 0; field < values_.fields; ++field) {
      for (std::size_t pair = 0; pair < pairs; ++pair) {
        for (std::size_t k = 0; k < orbits_.points(); ++k) {
          largest = std::max(largest, std::abs(values_.at(field, pair)[orbits_.place[k]] -
                                               of_points.values_.at(field, pair)[k]));
        }
      }
    }
    return largest;
  }

 private:
  std::size_t points() const { return on_orbits_ ? orbits_.count() : orbits_.points(); }

  const linear::Orbits& orbits_;
  bool on_orbits_;
  FieldValues values_;
  Numbers memory_;
};

struct StageRun {
  StageRun(const CompiledInteraction& theory, const linear::Orbits& orbits, std::size_t stage)
      : fields(theory.plan().stages[stage].reads.size()),
        results(stage + 1 < theory.plan().stages.size() ? theory.plan().stages[stage].writes.size()
                                                        : theory.bands() * theory.bands()),
        given{{theory, orbits, fields}, {theory, orbits, fields}},
        found{{theory, orbits, results}, {theory, orbits, results}} {
    given[0].fill(1);
    given[1].fill(7);
    std::vector<double> first(theory.vertices() * theory.pairs(), 0.7),
        second(theory.vertices() * theory.pairs(), -1.2);
    theory.run(stage, {first, second}, given[0].values(), given[1].values(), found[0].values(),
               found[1].values());
  }
  std::size_t fields, results;
  Fields given[2], found[2];
};

/// At equal times: density matrices in, mean fields out.
double difference_of_mean_fields(const Interaction& of_points, const Interaction& of_orbits,
                                 const linear::Orbits& orbits) {
  const PointMap map{orbits.kept, orbits.place, {}};
  const std::size_t values = of_points.bands() * of_points.bands();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Complex> rho(orbits.count() * values), h(rho.size());
  for (Complex& value : rho) value = {number(random), number(random)};
  std::vector<Complex> h_of_points(orbits.points() * values);
  const std::vector<double> vertices(of_points.vertices(), 0.8);
  for (int chemical_potential = 0; chemical_potential < 2; ++chemical_potential) {
    if (chemical_potential == 1) {
      of_orbits.add_chemical_potential(vertices, h);
      of_points.add_chemical_potential(vertices, h_of_points);
    } else {
      of_orbits.add_mean_field_of(vertices, rho, h);
      of_points.add_mean_field_of(vertices, spread(map, values, rho), h_of_points);
    }
  }
  const std::vector<Complex> spread_out = spread(map, values, h);
  double largest = 0;
  for (std::size_t i = 0; i < spread_out.size(); ++i)
    largest = std::max(largest, std::abs(spread_out[i] - h_of_points[i]));
  return largest;
}

void check_theory(const std::string& name, TheoryOptions options) {
  for (const linear::Orbits& orbits : orbits_of_lattices()) {
    if (name == "extended_hubbard_gw") {
      // V(k) that is the same on orbits.
      options.along_axis["V"] = {};
      for (const std::size_t orbit : orbits.place)
        options.along_axis["V"].push_back(0.3 - 0.05 * static_cast<double>(orbit));
    }
    options.transforms = true;
    const auto by_transforms = theory_of_grammar(name, orbits.grid, options);
    const auto found = by_transforms->on_orbits(orbits);
    REQUIRE(found);
    REQUIRE(found->points() == orbits.count());
    const auto& of_orbits = dynamic_cast<const CompiledInteraction&>(*found);
    options.transforms = false;
    const auto direct = theory_of_grammar(name, orbits.grid, options);
    CAPTURE(name, orbits.grid, orbits.count());
    REQUIRE(direct->plan().stages.size() == of_orbits.plan().stages.size());
    for (std::size_t stage = 0; stage < direct->plan().stages.size(); ++stage) {
      const StageRun one(of_orbits, orbits, stage), other(*direct, orbits, stage);
      CHECK(one.found[0].difference(other.found[0]) < 1e-12);
      CHECK(one.found[1].difference(other.found[1]) < 1e-12);
    }
    CHECK(difference_of_mean_fields(*direct, of_orbits, orbits) < 1e-12);
    // Sums over two momenta at once have no form on orbits.
    if (name == "two_band_second_born") CHECK_FALSE(direct->on_orbits(orbits));
  }
}

}  // namespace

TEST_CASE("theories on orbits of points give what direct sums over all points give") {
  check_theory("two_band_second_born", {});
  check_theory("extended_hubbard_gw", {});
  TheoryOptions sites;
  sites.statics = {{"sites", "1"}};
  for (const char* name : {"hubbard_second_born", "hubbard_third_order", "hubbard_t_matrix"})
    check_theory(name, sites);
}

TEST_CASE("two bands on orbits of points give what all points give") {
  for (const linear::Orbits& orbits : orbits_of_lattices()) {
    const TwoBand all(orbits.grid, Approximation::second_born, 1);
    const auto some = all.on_orbits(orbits);
    REQUIRE(some);
    Numbers of_points(16 * all.distance()), of_orbits(16 * some->pairs() * some->distance());
    const auto shape = [](const Interaction& theory, Numbers& memory, std::size_t component) {
      PairValues values{nullptr, 2, theory.pairs(), theory.distance()};
      values.numbers = reinterpret_cast<Complex*>(memory.data()) + component * values.size();
      return values;
    };
    const PairValues p[] = {shape(all, of_points, 0), shape(all, of_points, 1)};
    const PairValues o[] = {shape(*some, of_orbits, 0), shape(*some, of_orbits, 1)};
    const std::size_t last = some->pairs() - 1;
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    for (std::size_t entry = 0; entry < 8; ++entry) {
      for (std::size_t orbit = 0; orbit < orbits.count(); ++orbit) {
        o[entry / 4].at(entry / 2 % 2, entry % 2, last)[orbit] = {number(random), number(random)};
      }
      for (std::size_t k = 0; k < orbits.points(); ++k) {
        p[entry / 4].at(entry / 2 % 2, entry % 2, 0)[k] =
            o[entry / 4].at(entry / 2 % 2, entry % 2, last)[orbits.place[k]];
      }
    }
    all.self_energy(std::vector<double>(1, 0.6), p[0], p[1]);
    some->self_energy(std::vector<double>(some->pairs(), 0.6), o[0], o[1]);
    double largest = 0;
    for (std::size_t entry = 0; entry < 8; ++entry) {
      for (std::size_t k = 0; k < orbits.points(); ++k) {
        largest = std::max(
            largest, std::abs(p[entry / 4].at(entry / 2 % 2, entry % 2, 0)[k] -
                              o[entry / 4].at(entry / 2 % 2, entry % 2, last)[orbits.place[k]]));
      }
    }
    CHECK(largest < 1e-13);
    CHECK(difference_of_mean_fields(all, *some, orbits) < 1e-13);
  }
}
