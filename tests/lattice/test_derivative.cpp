// Derivatives of G0 by μ and by β against differences of G0 and closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "physics/lattice/model.h"
#include "tests/lattice/brute_force.h"

namespace {

using namespace diagc::lattice;

ModelOptions lattice(Lattice kind, std::vector<std::uint32_t> size, double beta) {
  ModelOptions options;
  options.lattice = kind;
  options.size = std::move(size);
  options.t = 0.9;
  options.t_prime = kind == Lattice::square ? -0.25 : 0;
  options.beta = beta;
  options.mu = 0.4;
  options.precision = Precision::fp64;
  options.derivative = Derivative::mu;
  return options;
}

ModelOptions cluster_with_derivative(std::vector<std::vector<double>> hopping, double beta,
                                     double mu) {
  ModelOptions options;
  options.lattice = Lattice::cluster;
  options.hopping = std::move(hopping);
  options.beta = beta;
  options.mu = mu;
  options.precision = Precision::fp64;
  options.derivative = Derivative::mu;
  return options;
}

const std::vector<ModelOptions> models = {
    lattice(Lattice::chain, {7}, 3),
    lattice(Lattice::chain, {2}, 0.2),
    lattice(Lattice::square, {4, 6}, 3),
    lattice(Lattice::square, {5, 5}, 11),
    lattice(Lattice::triangular, {4, 3}, 3),
    lattice(Lattice::cubic, {2, 3, 4}, 3),
    lattice(Lattice::honeycomb, {3, 4}, 3),
    cluster_with_derivative({{0}}, 2, 0.7),
    cluster_with_derivative({{0.3, -1}, {-1, -0.4}}, 4, -0.2),
    cluster_with_derivative({{0.2, -1, 0}, {-1, -0.5, -1}, {0, -1, 0.2}}, 6, 0.3),
};

Model at_mu(ModelOptions options, double mu) {
  options.mu = mu;
  options.derivative = Derivative::none;
  return make_model(options);
}

}  // namespace

TEST_CASE("The derivative is that of the propagators in mu, for every pair of sites") {
  std::mt19937 random(1);
  for (const bool hartree_shift : {false, true}) {
    for (ModelOptions options : models) {
      const Model model = make_model(options);
      options.hartree_shift = hartree_shift;
      const Model with_shift = make_model(options);
      CAPTURE(model.description, hartree_shift);
      REQUIRE(with_shift.derivative);
      const PropagatorTable& derivative = *with_shift.derivative;
      // The shift is a constant, so that G is that of mu alone.
      options.hartree_shift = false;
      const double step = 2e-3, mu = *options.mu;
      const Model far_below = at_mu(options, mu - 2 * step), below = at_mu(options, mu - step),
                  above = at_mu(options, mu + step), far_above = at_mu(options, mu + 2 * step);
      const auto slope = [&](const auto& of) {
        return (8 * (of(above.table) - of(below.table)) -
                (of(far_above.table) - of(far_below.table))) /
               (12 * step);
      };
      std::uniform_real_distribution<double> time(-options.beta, options.beta);
      for (std::uint32_t a = 0; a < model.space.sites; ++a) {
        for (std::uint32_t b = 0; b < model.space.sites; ++b) {
          const std::uint32_t row = model.space.row(a, b);
          const double tau = time(random);
          CAPTURE(a, b, tau);
          REQUIRE(value(derivative, row, tau) == Approx(slope([&](const PropagatorTable& table) {
                                                   return value(table, row, tau);
                                                 })).margin(1e-7));
          REQUIRE(value(derivative, row, 0) == Approx(slope([&](const PropagatorTable& table) {
                                                 return value(table, row, 0);
                                               })).margin(1e-7));
          REQUIRE(derivative.equal_time[row] == Approx(slope([&](const PropagatorTable& table) {
                                                  return table.equal_time[row];
                                                })).margin(1e-9));
        }
      }
    }
  }
}

TEST_CASE("The atom's derivative is G (tau - beta f), at any level") {
  for (const double mu : {-30.0, -0.7, 0.0, 1.3, 40.0}) {
    const double beta = 2;
    const Model model = make_model(cluster_with_derivative({{0}}, beta, mu));
    REQUIRE(model.derivative);
    const double f = 1 / (std::exp(-beta * mu) + 1), empty = 1 / (std::exp(beta * mu) + 1);
    CHECK(model.derivative->equal_time[0] == Approx(beta * f * empty).epsilon(1e-13));
    for (const double tau : {0.003, 0.5, 1.0, 1.9}) {
      const double exact = -std::exp(mu * tau) / (1 + std::exp(beta * mu)) * (tau - beta * f);
      CHECK(value(*model.derivative, 0, tau) == Approx(exact).margin(2e-11));
      CHECK(value(*model.derivative, 0, tau - beta) == Approx(-exact).margin(2e-11));
    }
    // It has no jump at τ = 0, as that of G0 is −1 whatever μ is.
    CHECK(value(*model.derivative, 0, 1e-13) ==
          Approx(value(*model.derivative, 0, 0)).margin(1e-10));
  }
}

TEST_CASE("The derivative at equal times, averaged over sites, is that of the filling") {
  for (ModelOptions options : models) {
    options.hartree_shift = true;
    const Model model = make_model(options);
    CAPTURE(model.description);
    double average = 0;
    for (std::size_t i = 0; i < model.space.roots.size(); ++i) {
      const std::uint32_t root = model.space.roots[i];
      average +=
          model.space.root_weights[i] * model.derivative->equal_time[model.space.row(root, root)];
    }
    CHECK(average == Approx(model.dn_dmu).epsilon(1e-12));
  }
}

TEST_CASE("Propagators and derivatives stand on one set of intervals, each to its error") {
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    for (ModelOptions options : models) {
      options.precision = precision;
      const Model model = make_model(options);
      CAPTURE(model.description);
      const double bound = precision == Precision::fp32 ? 1e-7 : 1e-11;
      CHECK(model.derivative->intervals == model.table.intervals);
      CHECK(model.derivative->degree == model.table.degree);
      CHECK(model.derivative->rows == model.table.rows);
      CHECK(model.table.measured_error <= bound);
      CHECK(model.derivative->measured_error <= options.beta * bound);
      options.derivative = Derivative::none;
      CHECK_FALSE(make_model(options).derivative);
    }
  }
}

TEST_CASE("The energy's table is beta dG/dbeta at fixed beta mu and tau/beta, and half of G") {
  std::mt19937 random(2);
  for (ModelOptions options : models) {
    options.derivative = Derivative::energy;
    const Model model = make_model(options);
    CAPTURE(model.description);
    REQUIRE(model.derivative);
    CHECK(model.derivative->intervals == model.table.intervals);
    const double step = 1e-3, nu = options.beta * *options.mu;
    const auto at = [&](double scale) {
      ModelOptions other = options;
      other.beta = options.beta * scale;
      return at_mu(other, nu / other.beta);
    };
    const Model far_below = at(1 - 2 * step), below = at(1 - step), above = at(1 + step),
                far_above = at(1 + 2 * step);
    const auto expected = [&](const auto& of) {
      return (8 * (of(above.table) - of(below.table)) -
              (of(far_above.table) - of(far_below.table))) /
                 (12 * step) +
             of(model.table) / 2;
    };
    std::uniform_real_distribution<double> place(-1, 1);
    for (std::uint32_t row = 0; row < model.table.rows; ++row) {
      const double x = place(random);
      CAPTURE(row, x);
      REQUIRE(value(*model.derivative, row, x * options.beta) ==
              Approx(expected([&](const PropagatorTable& table) {
                return value(table, row, x * table.beta);
              })).margin(2e-7));
      REQUIRE(model.derivative->equal_time[row] ==
              Approx(expected([&](const PropagatorTable& table) {
                return table.equal_time[row];
              })).margin(1e-8));
    }
  }
}

TEST_CASE("The energy of U = 0 is -d ln Z/d beta at fixed beta mu") {
  for (const ModelOptions& options : models) {
    const Model model = make_model(options);
    CAPTURE(model.description);
    // ln Z0 per site and flavour has the derivatives filling in βμ and −energy in β: they must have a common mixed one.
    const double step = 1e-4, beta = options.beta;
    const auto filling_at_beta = [&](double scale) {
      ModelOptions other = options;
      other.beta = beta * scale;
      return at_mu(other, beta * *options.mu / other.beta).filling;
    };
    const double filling_slope =
        (filling_at_beta(1 + step) - filling_at_beta(1 - step)) / (2 * step * beta);
    const double energy_slope =
        (at_mu(options, *options.mu + step).energy - at_mu(options, *options.mu - step).energy) /
        (2 * step * beta);
    CHECK(filling_slope == Approx(-energy_slope).margin(1e-7));
  }
  // An atom: ε f(ε).
  const Model atom = make_model(cluster_with_derivative({{0.6}}, 2, 0.1));
  CHECK(atom.energy == Approx(0.6 / (1 + std::exp(2 * 0.5))).epsilon(1e-14));
}
