// Density, double occupancy, energy and ln Z of clusters, held against each other, against free particles and the atom.
#include <Eigen/Eigenvalues>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <cmath>

#include "physics/series/exact/atom_series.h"
#include "physics/series/exact/cluster_series.h"

namespace {

using namespace diagc::series::exact;
using Digits = boost::multiprecision::cpp_bin_float_50;

constexpr int last_order = 6;

const std::vector<std::vector<double>> dimer{{0.3, -1}, {-1, -0.2}};
const std::vector<std::vector<double>> triangle{{0.2, -1, 0.4}, {-1, -0.3, -0.8}, {0.4, -0.8, 0}};
const std::vector<std::vector<double>> four{
    {0.3, -1, 0.2, -0.7}, {-1, -0.5, -1, 0.1}, {0.2, -1, 0.1, -1.2}, {-0.7, 0.1, -1.2, 0.4}};

const std::vector<Cluster> clusters{{dimer, 3, 0.4, 2, 0},    {dimer, 2, -0.6, 3, 0},
                                    {dimer, 1, 0.2, 4, 0},    {dimer, 0.5, 0.9, 6, 0},
                                    {triangle, 2, 0.5, 2, 0}, {triangle, 0.7, -0.1, 3, 0},
                                    {four, 1, 0.3, 2, 0},     {four, 4, -0.2, 2, 0}};

Cluster at_mu(Cluster cluster, double mu) {
  cluster.mu = mu;
  return cluster;
}

/// At another β, with βμ as it is.
Cluster at_beta(Cluster cluster, double beta) {
  cluster.mu *= cluster.beta / beta;
  cluster.beta = beta;
  return cluster;
}

/// The derivative at 0, its error of order step⁸, from values at ±1 … ±4 steps.
template <typename Function>
std::vector<double> slope(const Function& series_at, double step) {
  const double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  std::vector<double> result(last_order + 1);
  for (int i = 1; i <= 4; ++i) {
    const std::vector<double> above = series_at(i * step), below = series_at(-i * step);
    for (std::size_t n = 0; n <= last_order; ++n) {
      result[n] += weights[i - 1] * (above[n] - below[n]) / step;
    }
  }
  return result;
}

double largest(const std::vector<double>& series) {
  double result = 0;
  for (const double coefficient : series) result = std::max(result, std::abs(coefficient));
  return result;
}

double sum(const std::vector<double>& series, double u) {
  double result = 0;
  for (std::size_t n = series.size(); n-- > 0;) result = result * u + series[n];
  return result;
}

}  // namespace

TEST_CASE("Double occupancy is the derivative of ln Z by U") {
  for (const Cluster& cluster : clusters) {
    const ThermalSeries series = thermal_series(cluster, last_order + 1);
    const double pairs = cluster.flavours * (cluster.flavours - 1) / 2.0;
    CAPTURE(cluster.hopping.size(), cluster.flavours, cluster.beta);
    for (std::size_t n = 0; n <= last_order; ++n) {
      CHECK(series.double_occupancy[n] ==
            Approx(-static_cast<double>(n + 1) * series.log_z[n + 1] / (pairs * cluster.beta))
                .margin(1e-11 * largest(series.double_occupancy)));
    }
  }
}

TEST_CASE("The density is the derivative of ln Z by the chemical potential") {
  for (const Cluster& cluster : clusters) {
    const ThermalSeries series = thermal_series(cluster, last_order);
    const std::vector<double> of_log_z = slope(
        [&](double shift) {
          return thermal_series(at_mu(cluster, cluster.mu + shift), last_order).log_z;
        },
        0.02 / cluster.beta);
    CAPTURE(cluster.hopping.size(), cluster.flavours, cluster.beta);
    for (std::size_t n = 1; n <= last_order; ++n) {
      CHECK(series.density[n] == Approx(of_log_z[n] / (cluster.beta * cluster.flavours))
                                     .margin(1e-9 * largest(series.density)));
    }
  }
}

TEST_CASE("The density by U is −(N − 1)/2 times the double occupancy by the chemical potential") {
  for (const Cluster& cluster : clusters) {
    const ThermalSeries series = thermal_series(cluster, last_order + 1);
    const std::vector<double> by_mu = slope(
        [&](double shift) {
          return thermal_series(at_mu(cluster, cluster.mu + shift), last_order).double_occupancy;
        },
        0.02 / cluster.beta);
    CAPTURE(cluster.hopping.size(), cluster.flavours, cluster.beta);
    for (std::size_t n = 0; n <= last_order; ++n) {
      CHECK(static_cast<double>(n + 1) * series.density[n + 1] ==
            Approx(-(cluster.flavours - 1) / 2.0 * by_mu[n])
                .margin(1e-9 * static_cast<double>(n + 1) * largest(series.density)));
    }
  }
}

TEST_CASE("The energy is minus the derivative of ln Z by beta, with beta mu as it is") {
  for (const Cluster& cluster : clusters) {
    const ThermalSeries series = thermal_series(cluster, last_order);
    const auto sites = static_cast<double>(cluster.hopping.size());
    const std::vector<double> by_beta = slope(
        [&](double shift) {
          const Cluster at = at_beta(cluster, cluster.beta + shift);
          std::vector<double> log_z = thermal_series(at, last_order).log_z;
          log_z[0] = std::log(partition_series(at, 0)[0]) / sites;
          return log_z;
        },
        0.01 * cluster.beta);
    CAPTURE(cluster.hopping.size(), cluster.flavours, cluster.beta);
    for (std::size_t n = 0; n <= last_order; ++n) {
      CHECK(series.energy[n] == Approx(-by_beta[n]).margin(1e-9 * largest(series.energy)));
    }
  }
}

TEST_CASE("Particles and holes of clusters are alike") {
  // c → c†: hopping and chemical potential change their signs, with α = 1/2 the interaction does not.
  for (Cluster cluster : clusters) {
    cluster.alpha = 0.5;
    Cluster holes = at_mu(cluster, -cluster.mu);
    double levels = 0;
    for (std::size_t a = 0; a < cluster.hopping.size(); ++a) {
      levels +=
          cluster.flavours * cluster.hopping[a][a] / static_cast<double>(cluster.hopping.size());
      for (double& element : holes.hopping[a]) element = -element;
    }
    const ThermalSeries some = thermal_series(cluster, last_order),
                        other = thermal_series(holes, last_order);
    const double pairs = cluster.flavours * (cluster.flavours - 1) / 2.0;
    const double margin = 1e-10 * largest(some.double_occupancy) * pairs;
    CAPTURE(cluster.hopping.size(), cluster.flavours, cluster.beta);
    for (std::size_t n = 0; n <= last_order; ++n) {
      const double one = n == 0 ? 1 : 0;
      CHECK(other.log_z[n] == Approx(some.log_z[n]).margin(margin * cluster.beta));
      CHECK(other.density[n] == Approx(one - some.density[n]).margin(margin));
      CHECK(other.double_occupancy[n] ==
            Approx(one - 2 * some.density[n] + some.double_occupancy[n]).margin(margin));
      const auto without_pairs = [&](const ThermalSeries& series) {
        return series.energy[n] - (n > 0 ? pairs * series.double_occupancy[n - 1] : 0);
      };
      CHECK(without_pairs(other) == Approx(without_pairs(some) - one * levels).margin(margin));
    }
  }
}

TEST_CASE("Order 0 is that of free particles") {
  for (const Cluster& cluster : clusters) {
    const auto sites = static_cast<Eigen::Index>(cluster.hopping.size());
    Eigen::MatrixXd h(sites, sites);
    for (Eigen::Index a = 0; a < sites; ++a) {
      for (Eigen::Index b = 0; b < sites; ++b) {
        h(a, b) = cluster.hopping[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> levels(h);
    const Eigen::ArrayXd fermi =
        1 / (1 + (cluster.beta * (levels.eigenvalues().array() - cluster.mu)).exp());
    const Eigen::MatrixXd matrix =
        levels.eigenvectors() * fermi.matrix().asDiagonal() * levels.eigenvectors().transpose();
    const ThermalSeries series = thermal_series(cluster, 0);
    CAPTURE(sites, cluster.flavours, cluster.beta);
    CHECK(series.log_z == std::vector<double>{0});
    CHECK(series.density[0] == Approx(matrix.diagonal().mean()).epsilon(1e-12));
    CHECK(series.double_occupancy[0] ==
          Approx(matrix.diagonal().array().square().mean()).epsilon(1e-12));
    CHECK(series.energy[0] ==
          Approx(cluster.flavours * (fermi * levels.eigenvalues().array()).mean()).epsilon(1e-12));
  }
}

TEST_CASE("All series sum to the values at another coupling") {
  for (const Cluster& cluster : clusters) {
    const double u = 0.02 / cluster.beta;
    const ThermalSeries series = thermal_series(cluster, 8), there = thermal_series(cluster, 8, u);
    CAPTURE(cluster.hopping.size(), cluster.flavours, cluster.beta);
    CHECK(sum(series.density, u) == Approx(there.density[0]).epsilon(1e-12));
    CHECK(sum(series.double_occupancy, u) == Approx(there.double_occupancy[0]).epsilon(1e-12));
    CHECK(sum(series.energy, u) == Approx(there.energy[0]).epsilon(1e-12));
    CHECK(sum(series.log_z, u) == Approx(-sum(there.log_z, -u)).epsilon(1e-12));
  }
}

TEST_CASE("A cluster of one site is the atom") {
  const double beta = 1.7, mu = 0.4, level = 0.3;
  const Digits filling = 1 / (1 + exp(Digits(beta) * (Digits(level) - Digits(mu))));
  for (const int flavours : {2, 3, 6}) {
    for (const double alpha : {0.0, 0.35}) {
      const ThermalSeries series = thermal_series({{{level}}, beta, mu, flavours, alpha}, 8);
      const AtomSeries<Digits> atom = atom_series<Digits>(flavours, filling, 8, Digits(alpha));
      const double pairs = flavours * (flavours - 1) / 2.0;
      CAPTURE(flavours, alpha);
      double power = 1;
      for (std::size_t n = 0; n <= 8; ++n) {
        const auto exact = [&](const std::vector<Digits>& coefficients) {
          return Approx(power * static_cast<double>(coefficients[n])).margin(1e-11 * power);
        };
        CHECK(series.density[n] == exact(atom.density));
        CHECK(series.double_occupancy[n] == exact(atom.double_occupancy));
        CHECK(series.log_z[n] == exact(atom.log_z));
        CHECK(series.energy[n] == Approx(flavours * level * series.density[n] +
                                         (n > 0 ? pairs * series.double_occupancy[n - 1] : 0))
                                      .margin(1e-11 * power));
        power *= beta;
      }
    }
  }
}
