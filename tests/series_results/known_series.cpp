#include "tests/series_results/known_series.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <iterator>
#include <numbers>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "physics/series/exact/cluster_series.h"

namespace diagc::known {

namespace {

using Complex = std::complex<double>;
using Digits = boost::multiprecision::cpp_bin_float_50;
/// A partition function, up to a positive factor that may depend on |U|.
using Partition = std::function<Complex(Complex)>;

/// Zeros with |U| < radius, by the change of the phase along the circle. Z is real on the real axis: half of the circle will do.
long zeros_within(const Partition& z, double radius) {
  constexpr int points = 400;
  double turned = 0;
  Complex last = z(radius);
  for (int i = 1; i <= points; ++i) {
    const Complex next = z(std::polar(radius, std::numbers::pi * i / points));
    turned += std::arg(next / last);
    last = next;
  }
  return std::lround(turned / std::numbers::pi);
}

/// |U| of the nearest zero, which is the nearest pole of the density; searched from `from` on.
double nearest_zero(const Partition& z, double from) {
  double inner = from, outer = from;
  while (zeros_within(z, outer) == 0) {
    inner = outer;
    outer *= 1.1;
  }
  for (int halving = 0; halving < 20; ++halving) {
    const double middle = (inner + outer) / 2;
    (zeros_within(z, middle) == 0 ? inner : outer) = middle;
  }
  return inner;
}

template <class T>
std::vector<T> quotient(std::vector<T> above, const std::vector<T>& below) {
  for (std::size_t n = 0; n < above.size(); ++n) {
    for (std::size_t k = 0; k < n; ++k) above[n] -= above[k] * below[n - k];
    above[n] /= below[0];
  }
  return above;
}

/// Weights of m particles on the atom: binomial e^(μ m) e^(slope U).
struct Levels {
  std::vector<double> logarithm, slope;  ///< [m]
};

Levels levels_of(int flavours, double mu, double alpha) {
  Levels levels;
  for (int m = 0; m <= flavours; ++m) {
    levels.logarithm.push_back(std::lgamma(flavours + 1.0) - std::lgamma(m + 1.0) -
                               std::lgamma(flavours - m + 1.0) + mu * m);
    levels.slope.push_back(-0.5 * m * (m - 1) + (flavours - 1) * alpha * m);
  }
  return levels;
}

std::vector<double> atom_coefficients(const Levels& levels, std::size_t terms) {
  const std::size_t flavours = levels.slope.size() - 1;
  std::vector<Digits> above(terms), below(terms);
  for (std::size_t m = 0; m <= flavours; ++m) {
    Digits term = exp(Digits(levels.logarithm[m]));
    for (std::size_t n = 0; n < terms; ++n) {
      above[n] += Digits(m) / flavours * term;
      below[n] += term;
      term *= Digits(levels.slope[m]) / (n + 1);
    }
  }
  std::vector<double> coefficients;
  for (const Digits& coefficient : quotient(above, below))
    coefficients.push_back(static_cast<double>(coefficient));
  return coefficients;
}

}  // namespace

double uniform(Random& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
}

double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random, 0, 1)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random, 0, 1));
}

Series atom(int flavours, double mu, double alpha, std::size_t terms) {
  const Levels levels = levels_of(flavours, mu, alpha);
  const auto exponents = [levels](double U) {
    std::vector<double> result;
    for (std::size_t m = 0; m < levels.slope.size(); ++m)
      result.push_back(levels.logarithm[m] + levels.slope[m] * U);
    const double most = *std::ranges::max_element(result);
    for (double& exponent : result) exponent -= most;
    return result;
  };
  const auto value = [exponents](double U) {
    double above = 0, below = 0;
    const std::vector<double> of_level = exponents(U);
    for (std::size_t m = 0; m < of_level.size(); ++m) {
      above += static_cast<double>(m) * std::exp(of_level[m]);
      below += std::exp(of_level[m]);
    }
    return above / below / static_cast<double>(of_level.size() - 1);
  };
  const auto partition = [&](Complex U) {
    Complex sum = 0;
    const std::vector<double> of_level = exponents(U.real());
    for (std::size_t m = 0; m < of_level.size(); ++m)
      sum += std::polar(std::exp(of_level[m]), levels.slope[m] * U.imag());
    return sum;
  };
  return {"atom", mu, atom_coefficients(levels, terms), value, nearest_zero(partition, 0.05)};
}

Series random_atom(Random& random, std::size_t terms) {
  const int choices[] = {2, 3, 4, 5, 6, 8};
  const int flavours = choices[random() % std::size(choices)];
  const double mu = uniform(random, -5, 5);
  const bool is_shifted = random() % 2 == 1;
  return atom(flavours, mu, is_shifted ? 1 / (1 + std::exp(-mu)) : 0, terms);
}

Series random_cluster(Random& random, std::size_t terms) {
  struct Kind {
    std::size_t sites;
    int flavours;
  };
  const Kind kinds[] = {{2, 2}, {2, 3}, {2, 4}, {3, 2}};
  const Kind kind = kinds[random() % std::size(kinds)];
  series::exact::Cluster cluster;
  cluster.flavours = kind.flavours;
  cluster.hopping.assign(kind.sites, std::vector<double>(kind.sites, -1));
  for (std::size_t site = 0; site < kind.sites; ++site) cluster.hopping[site][site] = 0;
  cluster.beta = std::exp(uniform(random, std::log(0.5), std::log(5)));
  const double beta_mu = uniform(random, -5, 5);
  cluster.mu = beta_mu / cluster.beta;
  if (random() % 2 == 1) cluster.alpha = series::exact::density_series(cluster, 0)[0];
  // Z is entire: a polynomial of high order is exact near 0.
  constexpr int order = 90;
  const std::vector<double> z = series::exact::partition_series(cluster, order);
  const auto partition = [&](Complex U) {
    Complex sum = 0;
    for (std::size_t n = z.size(); n-- > 0;) sum = sum * U + z[n];
    return sum;
  };
  return {"cluster", beta_mu, series::exact::density_series(cluster, static_cast<int>(terms) - 1),
          [cluster](double U) { return series::exact::density_series(cluster, 0, U)[0]; },
          nearest_zero(partition, 0.02 / cluster.beta)};
}

Series random_rational(Random& random, std::size_t terms) {
  const double constant = uniform(random, 0.3, 1);
  const double distance = uniform(random, 1, 2);
  const Complex pair =
      std::polar(distance, uniform(random, std::numbers::pi / 2, std::numbers::pi * 0.95));
  const double real = uniform(random, -0.3, 0.3), imaginary = uniform(random, -0.3, 0.3);
  const Complex pair_residue(real, imaginary);
  const double pole = -uniform(random, 1, 3);
  const double residue = uniform(random, -0.4, 0.4);
  const auto value = [=](double u) {
    return constant + residue / (1 - u / pole) + 2 * (pair_residue / (1.0 - u / pair)).real();
  };
  Series series{"rational", 0, {}, value, std::min(distance, -pole)};
  for (std::size_t n = 0; n < terms; ++n) {
    series.coefficients.push_back(
        (n == 0 ? constant : 0) + residue * std::pow(pole, -static_cast<double>(n)) +
        2 * (pair_residue * std::pow(pair, -static_cast<double>(n))).real());
  }
  return series;
}

Series random_powers(Random& random, std::size_t terms) {
  const double a = uniform(random, 1, 3), alpha = uniform(random, -1.2, 0.8),
               beta = uniform(random, -0.6, 0.6), rate = uniform(random, -0.2, 0.2),
               distance = uniform(random, 1, 2);
  const Complex c = std::polar(distance, uniform(random, 0, std::numbers::pi / 2));
  const auto value = [=](double u) {
    return std::pow(1 + u / a, alpha) * std::pow(std::norm(1.0 + u / c), beta) * std::exp(rate * u);
  };
  // n f_n = Σ_k f_k g_(n−1−k) with g = f'/f
  std::vector<double> g, f{1};
  for (std::size_t n = 0; n < terms; ++n) {
    const double sign = n % 2 == 0 ? 1 : -1;
    g.push_back(sign * alpha * std::pow(a, -static_cast<double>(n + 1)) +
                sign * 2 * beta * std::pow(c, -static_cast<double>(n + 1)).real() +
                (n == 0 ? rate : 0));
  }
  for (std::size_t n = 1; n < terms; ++n) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += f[k] * g[n - 1 - k];
    f.push_back(sum / static_cast<double>(n));
  }
  return {"powers", 0, f, value, std::min(a, distance)};
}

}  // namespace diagc::known
