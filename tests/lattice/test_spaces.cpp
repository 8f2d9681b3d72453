#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "physics/lattice/distribution.h"
#include "physics/lattice/model.h"

namespace {

using namespace diagc::lattice;

Model lattice(Lattice lattice, std::vector<std::uint32_t> size) {
  ModelOptions options;
  options.lattice = lattice;
  options.size = std::move(size);
  options.beta = 3;
  options.mu = -0.5;
  return make_model(options);
}

void check(const Distribution& distribution) {
  CHECK(std::accumulate(distribution.probability.begin(), distribution.probability.end(), 0.0) ==
        Approx(1).epsilon(1e-13));
  for (std::uint32_t i = 0; i < distribution.size(); ++i) {
    // Of the alias method: an entry's own column and what others lend.
    double exact = distribution.threshold[i];
    for (std::uint32_t j = 0; j < distribution.size(); ++j) {
      if (distribution.alias[j] == i) exact += 1 - distribution.threshold[j];
    }
    REQUIRE(exact / distribution.size() == Approx(distribution.probability[i]).margin(1e-14));
  }
}

}  // namespace

TEST_CASE("The alias method draws with the probabilities asked for") {
  check(make_distribution(std::vector<double>{3}));
  check(make_distribution(std::vector<double>{1, 0, 2, 5, 0.1}));
  check(make_distribution(std::vector<double>{0, 0, 1}));
  check(make_distribution(std::vector<double>(17, 0.1)));
  CHECK(make_distribution(std::vector<double>{1, 0, 3}).probability ==
        std::vector<double>{0.25, 0, 0.75});
  CHECK_THROWS_AS(make_distribution(std::vector<double>{0, 0}), std::logic_error);
  CHECK_THROWS_AS(make_distribution(std::vector<double>{1, -1e-9}), std::logic_error);
  CHECK_THROWS_AS(make_distribution(std::vector<double>{1, NAN}), std::logic_error);
  CHECK_THROWS_AS(make_distribution(std::vector<double>{}), std::logic_error);
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
