#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "programs/integrate/model/model.h"

namespace {

using namespace diagc::integrate;

Model lattice(Lattice lattice, std::vector<std::uint32_t> size) {
  ModelOptions options;
  options.lattice = lattice;
  options.size = std::move(size);
  options.beta = 3;
  options.mu = -0.5;
  return make_model(options);
}

// Probability of each result of a draw, from where it changes with u.
template <typename Draw>
std::vector<double> frequencies(const Distribution& distribution, const Draw& draw_one) {
  const int points = 400000;
  std::vector<double> counted(distribution.size(), 0);
  for (int i = 0; i < points; ++i) {
    counted.at(draw_one(distribution, (i + 0.5) / points)) += 1.0 / points;
  }
  return counted;
}

void check(const Distribution& distribution) {
  CHECK(std::accumulate(distribution.probability.begin(), distribution.probability.end(), 0.0) ==
        Approx(1).epsilon(1e-13));
  CHECK(distribution.cumulative.back() == 1);
  const auto drawn = frequencies(distribution, draw),
             by_alias = frequencies(distribution, draw_alias);
  for (std::uint32_t i = 0; i < distribution.size(); ++i) {
    REQUIRE(drawn[i] == Approx(distribution.probability[i]).margin(1e-5));
    REQUIRE(by_alias[i] == Approx(distribution.probability[i]).margin(distribution.size() * 1e-5));
    // What the alias method gives, exactly: its own column and what others lend.
    double exact = distribution.threshold[i];
    for (std::uint32_t j = 0; j < distribution.size(); ++j) {
      if (distribution.alias[j] == i) exact += 1 - distribution.threshold[j];
    }
    REQUIRE(exact / distribution.size() == Approx(distribution.probability[i]).margin(1e-14));
  }
}

}  // namespace

TEST_CASE("Both ways to draw have the probabilities asked for") {
  check(make_distribution(std::vector<double>{3}));
  check(make_distribution(std::vector<double>{1, 0, 2, 5, 0.1}));
  check(make_distribution(std::vector<double>{0, 0, 1}));
  check(make_distribution(std::vector<double>(17, 0.1)));
  const auto last_is_zero = make_distribution(std::vector<double>{0.1, 0.2, 0.3, 0});
  CHECK(draw(last_is_zero, std::nextafter(1.0, 0.0)) == 2);
  CHECK_THROWS_AS(make_distribution(std::vector<double>{0, 0}), std::logic_error);
  CHECK_THROWS_AS(make_distribution(std::vector<double>{1, -1e-9}), std::logic_error);
  CHECK_THROWS_AS(make_distribution(std::vector<double>{1, NAN}), std::logic_error);
  CHECK_THROWS_AS(make_distribution(std::vector<double>{}), std::logic_error);
}

TEST_CASE("Displacements are drawn by the size of the propagator, and all can be reached") {
  for (const Model& model : {lattice(Lattice::square, {6, 6}), lattice(Lattice::honeycomb, {3, 3}),
                             lattice(Lattice::chain, {8})}) {
    CAPTURE(model.description);
    REQUIRE(model.space.displacements.size() == model.space.cell_sites);
    for (std::uint32_t from = 0; from < model.space.cell_sites; ++from) {
      const Distribution& distribution = model.space.displacements[from];
      REQUIRE(distribution.size() == model.space.sites);
      check(distribution);
      double most = 0;
      for (std::uint32_t i = 0; i < distribution.size(); ++i) {
        CHECK(distribution.probability[i] >= 0.05 / model.space.sites * 0.999);
        most = std::max(most, distribution.probability[i]);
      }
      const std::uint32_t home = model.space.displacement(from, from) - from * model.space.sites;
      CHECK(distribution.probability[home] == Approx(most));
    }
    check(model.space.times);
    const auto& times = model.space.times.probability;
    for (std::size_t bin = 0; bin < times.size(); ++bin) {
      CHECK(times[bin] == Approx(times[times.size() - 1 - bin]).epsilon(1e-12));
    }
    CHECK(times.front() > times[times.size() / 2]);
  }
}

TEST_CASE("Displacements lead from site to site and back") {
  for (const Model& model :
       {lattice(Lattice::cubic, {2, 3, 4}), lattice(Lattice::honeycomb, {3, 2}),
        lattice(Lattice::triangular, {4, 4})}) {
    const Space& space = model.space;
    for (std::uint32_t a = 0; a < space.sites; ++a) {
      for (std::uint32_t b = 0; b < space.sites; ++b) {
        const std::uint32_t displacement = space.displacement(a, b);
        CHECK(displacement / space.sites == a % space.cell_sites);
        CHECK(space.site_at(a, displacement) == b);
        CHECK(space.row(a, b) == space.row(b, a));
      }
    }
  }
}

TEST_CASE("Neighbours are those of the lattice") {
  const auto count = [](const Model& model) { return model.space.neighbours_of(0).size(); };
  CHECK(count(lattice(Lattice::chain, {5})) == 2);
  CHECK(count(lattice(Lattice::chain, {2})) == 1);
  CHECK(count(lattice(Lattice::chain, {1})) == 0);
  CHECK(count(lattice(Lattice::square, {5, 5})) == 4);
  CHECK(count(lattice(Lattice::triangular, {5, 5})) == 6);
  CHECK(count(lattice(Lattice::cubic, {3, 3, 3})) == 6);
  CHECK(count(lattice(Lattice::honeycomb, {4, 4})) == 3);
  const Model pair = lattice(Lattice::chain, {2});
  CHECK(pair.space.neighbours_of(0)[0].hopping == -2);  // once for each way around
  for (const Model& model :
       {lattice(Lattice::honeycomb, {4, 3}), lattice(Lattice::triangular, {4, 4})}) {
    for (std::uint32_t a = 0; a < model.space.sites; ++a) {
      for (const Neighbour& neighbour : model.space.neighbours_of(a)) {
        CHECK(neighbour.hopping == -1);
        const auto back = model.space.neighbours_of(neighbour.site);
        CHECK(std::ranges::count(back, a, &Neighbour::site) == 1);
      }
    }
  }
}
