#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "physics/lattice/model.h"
#include "tests/lattice/brute_force.h"

namespace {

using namespace diagc::lattice;

ModelOptions options_of(Lattice lattice, std::vector<std::uint32_t> size) {
  ModelOptions options;
  options.lattice = lattice;
  options.size = std::move(size);
  options.t = 0.9;
  options.t_prime = lattice == Lattice::square ? -0.25 : 0;
  options.beta = 3;
  options.mu = 0.4;
  options.precision = Precision::fp64;
  return options;
}

const std::vector<ModelOptions> lattices = {
    options_of(Lattice::chain, {7}),         options_of(Lattice::chain, {2}),
    options_of(Lattice::chain, {1}),         options_of(Lattice::square, {4, 4}),
    options_of(Lattice::square, {3, 6}),     options_of(Lattice::triangular, {5, 5}),
    options_of(Lattice::triangular, {4, 3}), options_of(Lattice::cubic, {4, 4, 4}),
    options_of(Lattice::cubic, {2, 3, 4}),   options_of(Lattice::honeycomb, {3, 3}),
    options_of(Lattice::honeycomb, {4, 4}),  options_of(Lattice::honeycomb, {2, 5}),
};

std::array<int, 3> cell_of(const Space& space, std::uint32_t site) {
  const std::uint32_t cell = site / space.cell_sites;
  const auto& [l0, l1, l2] = space.extents;
  return {int(cell % l0), int(cell / l0 % l1), int(cell / l0 / l1)};
}

}  // namespace

TEST_CASE("Propagators are the sums over momenta, for every pair of sites") {
  std::mt19937 random(1);
  for (const ModelOptions& options : lattices) {
    const Model model = make_model(options);
    CAPTURE(model.description);
    const double beta = options.beta;
    std::uniform_real_distribution<double> time(0, beta);
    for (std::uint32_t a = 0; a < model.space.sites; ++a) {
      for (std::uint32_t b = 0; b < model.space.sites; ++b) {
        const auto from = cell_of(model.space, a), to = cell_of(model.space, b);
        const std::array<int, 3> r{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
        const double tau = time(random);
        const auto exact = [&](double at) {
          return double(exact::propagator(options, model.space.extents, model.mu,
                                          a % model.space.cell_sites, b % model.space.cell_sites, r,
                                          at));
        };
        const std::uint32_t row = model.space.row(a, b);
        REQUIRE(value(model.table, row, tau) == Approx(exact(tau)).margin(1e-11));
        REQUIRE(value(model.table, row, tau - beta) == Approx(-exact(tau)).margin(1e-11));
        REQUIRE(model.table.equal_time[row] == Approx(-exact(beta)).margin(1e-13));
        REQUIRE(value(model.table, row, 0) == Approx(-exact(beta)).margin(1e-11));
      }
    }
  }
}

TEST_CASE("Filling and its derivative are those of the levels, and the local propagator's") {
  for (const ModelOptions& options : lattices) {
    const Model model = make_model(options);
    CAPTURE(model.description);
    const std::uint32_t local = model.space.row(0, 0);
    CHECK(model.table.equal_time[local] == Approx(model.filling).epsilon(1e-13));
    CHECK(value(model.table, local, 1e-12) == Approx(model.filling - 1).margin(1e-11));
    const double step = 1e-4;
    ModelOptions above = options, below = options;
    above.mu = *options.mu + step;
    below.mu = *options.mu - step;
    const double slope = (make_model(above).filling - make_model(below).filling) / (2 * step);
    CHECK(model.dn_dmu == Approx(slope).epsilon(1e-7));

    ModelOptions by_filling = options;
    by_filling.mu.reset();
    by_filling.filling = model.filling;
    CHECK(make_model(by_filling).mu == Approx(*options.mu).margin(1e-13));
  }
}

TEST_CASE("The sum over displacements is the level at k = 0") {
  for (const ModelOptions& options : lattices) {
    const Model model = make_model(options);
    CAPTURE(model.description);
    const double z = options.lattice == Lattice::chain       ? 2
                     : options.lattice == Lattice::square    ? 4
                     : options.lattice == Lattice::honeycomb ? 3
                                                             : 6;
    const double lowest = -z * options.t - 4 * options.t_prime;
    const double xi = lowest - model.mu, tau = 1.1;
    double sum = 0, at_equal_times = 0;
    for (std::uint32_t b = 0; b < model.space.sites; ++b) {
      sum += value(model.table, model.space.row(0, b), tau);
      at_equal_times += model.table.equal_time[model.space.row(0, b)];
    }
    const double f = 1 / (std::exp(options.beta * xi) + 1);
    CHECK(at_equal_times == Approx(f).epsilon(1e-12));
    CHECK(sum == Approx(-std::exp(-xi * tau) * (1 - f)).margin(1e-9));
  }
}

TEST_CASE("Half-filled bipartite lattices have particle-hole symmetry") {
  // G0(r, τ) = −(−1)^r G0(r, −τ), with (−1)^r the parity of the sublattice.
  for (const auto& [lattice, size] :
       std::vector<std::pair<Lattice, std::vector<std::uint32_t>>>{{Lattice::chain, {6}},
                                                                   {Lattice::square, {4, 6}},
                                                                   {Lattice::cubic, {4, 4, 2}},
                                                                   {Lattice::honeycomb, {3, 4}}}) {
    ModelOptions options = options_of(lattice, size);
    options.t_prime = 0;
    options.mu.reset();
    options.filling = 0.5;
    const Model model = make_model(options);
    CAPTURE(model.description);
    CHECK(std::abs(model.mu) < 1e-14);
    for (std::uint32_t b = 0; b < model.space.sites; ++b) {
      const auto cell = cell_of(model.space, b);
      const bool odd =
          lattice == Lattice::honeycomb ? b % 2 == 1 : (cell[0] + cell[1] + cell[2]) % 2 == 1;
      const std::uint32_t row = model.space.row(0, b);
      for (const double tau : {0.1, 0.8, 1.5, 2.9}) {
        const double mirrored = value(model.table, row, -tau);
        CHECK(value(model.table, row, tau) == Approx(odd ? mirrored : -mirrored).margin(1e-11));
      }
    }
  }
}

TEST_CASE("The sign of t turns bands of bipartite lattices over, and changes the triangular one") {
  ModelOptions options = options_of(Lattice::square, {4, 4});
  options.t_prime = 0;
  const Model plus = make_model(options);
  options.t = -options.t;
  const Model minus = make_model(options);
  CHECK(plus.filling == Approx(minus.filling).epsilon(1e-13));
  // The triangular band reaches from −6t to 3t.
  ModelOptions triangular = options_of(Lattice::triangular, {6, 6});
  triangular.t = 1;
  triangular.beta = 60;
  triangular.mu = -5.8;
  CHECK(make_model(triangular).filling == Approx(1.0 / 36).margin(1e-5));
  triangular.t = -1;
  triangular.mu = 5.8;
  CHECK(make_model(triangular).filling == Approx(35.0 / 36).margin(1e-5));
}

TEST_CASE("Rows are shared by symmetry") {
  CHECK(make_model(options_of(Lattice::square, {8, 8})).table.rows == 15);
  CHECK(make_model(options_of(Lattice::square, {8, 6})).table.rows == 20);
  CHECK(make_model(options_of(Lattice::chain, {8})).table.rows == 5);
  CHECK(make_model(options_of(Lattice::cubic, {4, 4, 4})).table.rows == 10);
  CHECK(make_model(options_of(Lattice::triangular, {6, 6})).table.rows == 7);
}

TEST_CASE("At tau = 0 the propagator jumps by -1 on one site, and its derivative by h - mu") {
  for (const ModelOptions& options : lattices) {
    const Model model = make_model(options);
    CAPTURE(model.description);
    const double step = 1e-4;
    for (std::uint32_t b = 0; b < model.space.sites; ++b) {
      const std::uint32_t row = model.space.row(0, b);
      const double later = value(model.table, row, 1e-13), earlier = value(model.table, row, 0);
      CHECK(later - earlier == Approx(b == 0 ? -1 : 0).margin(1e-10));
      const auto slope = [&](double sign) {
        const double at = sign * 1e-13;
        return sign *
               (-3 * value(model.table, row, at) + 4 * value(model.table, row, at + sign * step) -
                value(model.table, row, at + 2 * sign * step)) /
               (2 * step);
      };
      double h = 0;
      for (const Neighbour& neighbour : model.space.neighbours_of(0)) {
        if (neighbour.site == b) h = neighbour.hopping;
      }
      if (b == 0) {
        double energy = 0;  // what wraps around the torus onto the site itself
        if (model.space.sites == 1) energy = -2 * options.t;
        h = energy - model.mu;
      }
      CHECK(slope(1) - slope(-1) == Approx(h).margin(3e-6));
    }
  }
}
