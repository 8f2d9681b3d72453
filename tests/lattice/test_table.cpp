#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "physics/lattice/fermi.h"
#include "physics/lattice/model.h"
#include "physics/lattice/tabulate.h"
#include "tests/lattice/brute_force.h"

namespace {

using namespace diagc::lattice;

/// Two levels of an insulator and one at the Fermi energy.
constexpr double kLevels[] = {-7.5, 0.0, 6.0};

PropagatorsAt levels(double beta) {
  return [beta](double tau, std::span<double> rows) {
    for (std::size_t i = 0; i < 3; ++i) rows[i] = -evolution(beta, kLevels[i], tau);
  };
}

}  // namespace

TEST_CASE("Functions of a level neither overflow nor cancel") {
  CHECK(occupation(1, 0) == 0.5);
  CHECK(occupation(10, 100) == Approx(std::exp(-1000.0)));
  CHECK(occupation(10, -100) == 1);
  CHECK(occupation(2, 20) == Approx(std::exp(-40.0)).epsilon(1e-14));
  CHECK(occupation_slope(2, 30) == Approx(2 * std::exp(-60.0)).epsilon(1e-14));
  CHECK(occupation_slope(2, -30) == Approx(2 * std::exp(-60.0)).epsilon(1e-14));
  CHECK(evolution(1000, 50, 0) == 1);
  CHECK(evolution(1000, 50, 1000) == 0);
  CHECK(evolution(1000, -50, 0) == 0);
  CHECK(evolution(1000, -50, 1000) == 1);
  CHECK(evolution(1e6, 1e6, 1e-6) == Approx(std::exp(-1.0)).epsilon(1e-14));
  for (const double xi : {-3.0, -0.01, 0.0, 0.5, 12.0}) {
    for (const double tau : {0.0, 0.7, 2.0}) {
      CHECK(evolution(2, xi, tau) ==
            Approx(std::exp(-xi * tau) / (1 + std::exp(-2 * xi))).epsilon(1e-14));
      CHECK(evolution(2, xi, tau) == Approx(evolution(2, -xi, 2 - tau)).epsilon(1e-14));
    }
    CHECK(evolution(2, xi, 2) == Approx(occupation(2, xi)).epsilon(1e-14));
  }
}

TEST_CASE("The measured error bounds the error everywhere, and is what was asked for") {
  for (const double beta : {0.5, 4.0, 25.0}) {
    for (const auto& [degree, bound] : std::vector<std::pair<std::uint32_t, double>>{
             {2, 1e-7}, {3, 1e-7}, {5, 1e-9}, {7, 1e-11}, {15, 1e-11}}) {
      const PropagatorTable table = tabulate(3, beta, degree, bound, levels(beta));
      CAPTURE(beta, degree, table.intervals);
      CHECK(table.measured_error <= bound);
      CHECK(table.measured_error > 0);
      CHECK((table.intervals & (table.intervals - 1)) == 0);
      CHECK(table.coefficients.size() == 3 * std::size_t{table.intervals} * (degree + 1));
      double worst = 0;
      const int points = 20011;
      for (int i = 1; i < points; ++i) {
        const double tau = beta * i / points;
        for (std::uint32_t row = 0; row < 3; ++row) {
          worst = std::max(worst,
                           std::abs(value(table, row, tau) + evolution(beta, kLevels[row], tau)));
        }
      }
      // The points between the nodes are near the maxima, not on them.
      CHECK(worst <= 1.25 * table.measured_error + 1e-15);
      if (degree < 10) CHECK(worst >= 0.3 * table.measured_error);
    }
  }
}

TEST_CASE("Too few intervals show in the measured error") {
  const PropagatorTable coarse = tabulate_with(3, 4, 3, 16, levels(4));
  const PropagatorTable fine = tabulate_with(3, 4, 3, 32, levels(4));
  CHECK(coarse.measured_error > 1e-5);
  // Of order h⁴
  CHECK(fine.measured_error < coarse.measured_error / 10);
}

TEST_CASE("Times beside 0 and beta have the limits of their side") {
  const double beta = 4, tiny = 1e-300;
  const PropagatorTable table = tabulate(3, beta, 7, 1e-11, levels(beta));
  for (std::uint32_t row = 0; row < 3; ++row) {
    const double filling = occupation(beta, kLevels[row]);
    CHECK(value(table, row, -tiny) == Approx(filling).margin(1e-12));
    CHECK(value(table, row, 0) == Approx(filling).margin(1e-12));
    CHECK(value(table, row, tiny) == Approx(filling - 1).margin(1e-12));
    CHECK(value(table, row, beta) == Approx(-filling).margin(1e-12));
    CHECK(value(table, row, -beta) == Approx(1 - filling).margin(1e-12));
    CHECK(table.equal_time[row] == Approx(filling).epsilon(1e-14));
    // Continuous where intervals meet
    for (std::uint32_t i = 1; i < table.intervals; ++i) {
      const double node = beta * i / table.intervals;
      CHECK(value(table, row, std::nextafter(node, 0.0)) ==
            Approx(value(table, row, node)).margin(1e-14));
    }
  }
}

TEST_CASE("Single precision adds rounding and nothing else") {
  const double beta = 4;
  const PropagatorTable table = tabulate(3, beta, 3, 1e-7, levels(beta));
  CHECK(table.measured_error_float >= table.measured_error / 2);
  CHECK(table.measured_error_float < 3e-6);
  const std::vector<float> single(table.coefficients.begin(), table.coefficients.end());
  std::mt19937 random(2);
  std::uniform_real_distribution<float> time(-4, 4);
  for (int i = 0; i < 10000; ++i) {
    const float tau = time(random);
    for (std::uint32_t row = 0; row < 3; ++row) {
      REQUIRE(std::abs(value_float(table, single, row, tau) - value(table, row, tau)) < 3e-6);
    }
  }
  for (const float edge : {-4.0f, -1e-30f, 0.0f, 1e-30f, 4.0f}) {
    for (std::uint32_t row = 0; row < 3; ++row) {
      CHECK(value_float(table, single, row, edge) == Approx(value(table, row, edge)).margin(1e-6));
    }
  }
}

TEST_CASE("A degree that cannot reach the bound is refused") {
  CHECK_THROWS_WITH(tabulate(3, 1e5, 2, 1e-11, levels(1e5)),
                    "found degree = 2, with which 131072 intervals do not bring the error of the "
                    "propagator below 1e-11; expected a higher degree");
}
