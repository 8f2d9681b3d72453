#include <catch2/catch.hpp>
#include <cmath>

#include "physics/series/exact/cluster_series.h"

namespace {

using diagc::series::exact::Cluster;
using diagc::series::exact::density_series;

/// n = Σ m C(N,m) z^m e^(−βU m(m−1)/2) / Σ …, per flavour, in long double.
long double atom_density(int flavours, long double beta, long double mu, long double u) {
  long double above = 0, below = 0, ways = 1;
  for (int m = 0; m <= flavours; ++m) {
    const long double weight = ways * std::exp(beta * (mu * m - u * m * (m - 1) / 2));
    above += m * weight;
    below += weight;
    ways = ways * (flavours - m) / (m + 1);
  }
  return above / below / flavours;
}

}  // namespace

TEST_CASE("The series of the SU(2) atom at half filling has its exact coefficients") {
  const double beta = 2;
  const auto series = density_series({{{0}}, beta, 0, 2, 0}, 8);
  const double exact[] = {1,
                          -1.0 / 4,
                          1.0 / 16,
                          1.0 / 192,
                          -5.0 / 768,
                          13.0 / 15360,
                          77.0 / 184320,
                          -823.0 / 5160960,
                          -25.0 / 4128768};
  for (int n = 0; n <= 8; ++n) {
    CHECK(2 * series[n] / std::pow(beta, n) == Approx(exact[n]).epsilon(1e-12));
  }
}

TEST_CASE("The series of atoms with any number of flavours sums to their density") {
  for (const int flavours : {1, 2, 3, 6}) {
    const Cluster atom{{{0.3}}, 1.7, 0.4, flavours, 0};
    const auto series = density_series(atom, 12);
    const double u = 0.005;
    double sum = 0;
    for (int n = 12; n >= 0; --n) sum = sum * u + series[n];
    const auto exact = static_cast<double>(atom_density(flavours, 1.7L, 0.4L - 0.3L, u));
    CHECK(sum == Approx(exact).epsilon(1e-13));
  }
}

TEST_CASE("A series about another coupling begins with the density there") {
  for (const int flavours : {2, 3}) {
    const Cluster atom{{{0.3}}, 1.7, 0.4, flavours, 0};
    const double u = 2.4, step = 0.01;
    const auto series = density_series(atom, 6, u);
    CHECK(series[0] == Approx(static_cast<double>(atom_density(flavours, 1.7L, 0.1L, u))));
    double sum = 0;
    for (int n = 6; n >= 0; --n) sum = sum * step + series[static_cast<std::size_t>(n)];
    CHECK(sum ==
          Approx(static_cast<double>(atom_density(flavours, 1.7L, 0.1L, u + step))).epsilon(1e-12));
  }
  const Cluster dimer{{{0, -1}, {-1, 0}}, 2, -0.4, 2, 0};
  const auto series = density_series(dimer, 14);
  double sum = 0;
  for (int n = 14; n >= 0; --n) sum = sum * 0.2 + series[static_cast<std::size_t>(n)];
  CHECK(density_series(dimer, 0, 0.2)[0] == Approx(sum).epsilon(1e-10));
}

TEST_CASE("The first coefficient of equivalent sites is -(N - 1) n dn/dmu") {
  const std::vector<std::vector<double>> dimer{{0, -1}, {-1, 0}};
  const std::vector<std::vector<double>> square{
      {0, -1, -1, 0}, {-1, 0, 0, -1}, {-1, 0, 0, -1}, {0, -1, -1, 0}};
  for (const auto& hopping : {dimer, square}) {
    for (const int flavours : {2, 3}) {
      if (hopping.size() == 4 && flavours == 3) continue;
      const double mu = 0.7, beta = 1.5, step = 1e-4;
      const auto at = [&](double shifted) {
        return density_series({hopping, beta, shifted, flavours, 0}, 1);
      };
      const auto series = at(mu);
      const double slope = (at(mu + step)[0] - at(mu - step)[0]) / (2 * step);
      CHECK(series[1] == Approx(-(flavours - 1) * series[0] * slope).epsilon(1e-7));
      // The Hartree shift removes it.
      const auto shifted = density_series({hopping, beta, mu, flavours, series[0]}, 1);
      CHECK(std::abs(shifted[1]) < 1e-12);
    }
  }
}

TEST_CASE("The density of bipartite clusters is symmetric about half filling") {
  // n(μ, U) = 1 − n(U − μ, U) per flavour, so with α = 1/2 the density less 1/2 is odd in μ.
  const std::vector<std::vector<double>> dimer{{0, -1}, {-1, 0}};
  const std::vector<std::vector<double>> square{
      {0, -1, -1, 0}, {-1, 0, 0, -1}, {-1, 0, 0, -1}, {0, -1, -1, 0}};
  for (const auto& hopping : {dimer, square}) {
    const auto above = density_series({hopping, 2, 0.6, 2, 0.5}, 6);
    const auto below = density_series({hopping, 2, -0.6, 2, 0.5}, 6);
    CHECK(above[0] + below[0] == Approx(1));
    for (int n = 1; n <= 6; ++n) CHECK(above[n] == Approx(-below[n]).margin(1e-12));
  }
}

TEST_CASE("The series at one alpha is that at another, at a shifted chemical potential") {
  // n(μ, α; U) = n(μ + (N − 1) U α, 0; U): summed at a small U, orders up to 8.
  const std::vector<std::vector<double>> square{
      {0, -1, -1, 0}, {-1, 0, 0, -1}, {-1, 0, 0, -1}, {0, -1, -1, 0}};
  const double beta = 1.5, mu = 0.4, alpha = 0.3, u = 0.02;
  const auto summed = [&](double at, double with) {
    const auto series = density_series({square, beta, at, 2, with}, 8);
    double sum = 0;
    for (int n = 8; n >= 0; --n) sum = sum * u + series[n];
    return sum;
  };
  CHECK(summed(mu, alpha) == Approx(summed(mu + u * alpha, 0)).epsilon(1e-13));
}

TEST_CASE("The series of a dimer is that of its eigenvalues") {
  // Two sites, two flavours, U = 0.1, written out: energies of the sectors in closed form.
  const double beta = 1.3, mu = 0.45, u = 0.1, t = 1;
  const double root = std::sqrt(u * u / 4 + 4 * t * t);
  double z = 0, particles = 0;
  const auto add = [&](int number, double energy, int times = 1) {
    const double weight = times * std::exp(-beta * (energy - mu * number));
    z += weight;
    particles += number * weight;
  };
  add(0, 0);
  add(1, -t, 2), add(1, t, 2);
  add(2, 0, 3), add(2, u), add(2, u / 2 - root), add(2, u / 2 + root);
  add(3, u - t, 2), add(3, u + t, 2);
  add(4, 2 * u);
  const auto series = density_series({{{0, -t}, {-t, 0}}, beta, mu, 2, 0}, 12);
  double sum = 0;
  for (int n = 12; n >= 0; --n) sum = sum * u + series[n];
  CHECK(sum == Approx(particles / z / 4).epsilon(1e-13));
}
