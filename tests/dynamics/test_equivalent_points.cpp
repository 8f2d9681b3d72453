// Points that share their G: which ones do, and that nothing else changes.
#include <catch2/catch.hpp>

#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/hubbard_second_born.h"
#include "tests/dynamics/two_bands.h"

using namespace diagc::dynamics;

namespace {

PointMap points_of_bands(const std::vector<std::size_t>& grid, const std::vector<Hop>& hops) {
  const auto h = bands_from_hopping(grid, 2, hops);
  return equivalent_points(grid, {h});
}

/// The largest difference of ρ and of energies, all points against those that are kept.
double difference_of_kept(const Model& model, const Propagation& propagation,
                          const std::vector<Complex>& rho, const PointMap& map) {
  const Trajectory all = propagate(model, propagation, rho);
  const Model kept = of_kept_points(model, map);
  const Trajectory some = propagate(kept, propagation, picked(map, 4, rho));
  REQUIRE(all.times() == some.times());
  double largest = 0;
  for (std::size_t node = 0; node < all.times().size(); ++node) {
    const auto spread_out = spread(map, 4, some.rho(node));
    for (std::size_t i = 0; i < rho.size(); ++i) {
      largest = std::max(largest, std::abs(all.rho(node)[i] - spread_out[i]));
    }
    largest = std::max(largest, std::abs(all.energy(node) - some.energy(node)));
  }
  return largest;
}

}  // namespace

TEST_CASE("a square lattice keeps an eighth of its points, a chain half") {
  const Model square = two_bands({32, 32}, 1), chain = two_bands({9}, 1);
  const PointMap of_square = equivalent_points({32, 32}, {square.h});
  CHECK(of_square.kept.size() == 153);
  double weights = 0;
  for (const double weight : of_square.weights) weights += weight;
  CHECK(weights == 1024);
  CHECK(equivalent_points({9}, {chain.h}).kept.size() == 5);
  // Axes that differ are not exchanged, nor equal ones with different hopping.
  CHECK(equivalent_points({4, 6}, {two_bands({4, 6}, 1).h}).kept.size() == 12);
  CHECK(points_of_bands({4, 4}, {{{1, 0}, 0, 0, 1.0}, {{0, 1}, 0, 0, 0.5}}).kept.size() == 9);
  // A phase makes k differ from −k.
  CHECK(points_of_bands({8}, {{{1}, 0, 0, Complex(1, 0.5)}}).kept.size() == 8);
  // What a start breaks counts, too.
  std::vector<Complex> rho = filled_valence(square);
  rho[4 * 5] = 0.5;
  CHECK(equivalent_points({32, 32}, {square.h, rho}).kept.size() > 500);
}

TEST_CASE("points that share their G give what all points give") {
  const Model model = two_bands({4, 4}, 2);
  const PointMap map = equivalent_points(model.grid, {model.h});
  CHECK(map.kept.size() == 6);
  Propagation propagation = kicked(1.5, 1e-7);
  propagation.step = 0.5;
  CHECK(difference_of_kept(model, propagation, filled_valence(model), map) < 1e-12);
}

TEST_CASE("points that share their G with bands that mix, and a field") {
  Model model = two_bands({6}, 1.5);
  model.h = bands_from_hopping(
      {6}, 2,
      {{{0}, 1, 1, 0.7}, {{0}, 0, 0, -0.7}, {{0}, 0, 1, 0.3}, {{1}, 0, 1, 0.2}, {{-1}, 0, 1, 0.2}});
  model.field = [](double t) { return 0.5 * std::sin(t); };
  model.dipole = {0, 1, 1, 0};
  const PointMap map = equivalent_points(model.grid, {model.h});
  CHECK(map.kept.size() == 4);
  Propagation propagation = kicked(1.2, 1e-7);
  propagation.step = 0.4;
  CHECK(difference_of_kept(model, propagation, filled_valence(model), map) < 1e-12);
}
