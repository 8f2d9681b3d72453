// How often the combined value of a resummation holds the exact one within its error: random series whose sums are known, with noise
// on every coefficient but the first. Prints the table that docs/integrate.md reports.
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <numbers>
#include <random>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/series/resummation/resummation.h"

using namespace diagc;
using namespace diagc::integrate;

namespace {

using Random = std::mt19937_64;

double uniform(Random& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
}

double normal(Random& random) {
  return std::sqrt(-2 * std::log(uniform(random, 0, 1))) *
         std::cos(2 * std::numbers::pi * uniform(random, 0, 1));
}

/// A function by its Taylor coefficients; `radius` is that of their convergence, by its nearest singularity or an estimate of it.
struct Function {
  std::vector<double> coefficients;
  std::function<double(double)> value;
  double radius = 1;
};

std::vector<double> quotient(std::vector<double> above, const std::vector<double>& below) {
  for (std::size_t n = 0; n < above.size(); ++n) {
    for (std::size_t k = 0; k < n; ++k) above[n] -= above[k] * below[n - k];
    above[n] /= below[0];
  }
  return above;
}

/// Density per flavour of the SU(N) atom at some filling; not those of SU(2), SU(3), SU(6) at half filling, which other tests have.
Function atom(Random& random, std::size_t terms) {
  const int flavours[] = {4, 5, 7, 8};
  const int N = flavours[random() % std::size(flavours)];
  const double mu = uniform(random, -2, 2);  // of U = 0, times β
  std::vector<double> weights(static_cast<std::size_t>(N) + 1, 1);
  double binomial = 1;
  for (int m = 0; m <= N; ++m) {
    weights[static_cast<std::size_t>(m)] = binomial * std::exp(mu * m);
    binomial *= static_cast<double>(N - m) / (m + 1);
  }
  std::vector<double> above(terms, 0), below(terms, 0);
  for (int m = 0; m <= N; ++m) {
    double term = weights[static_cast<std::size_t>(m)];
    for (std::size_t n = 0; n < terms; ++n) {
      above[n] += m * term / N;
      below[n] += term;
      term *= -0.5 * m * (m - 1) / static_cast<double>(n + 1);
    }
  }
  return {quotient(above, below),
          [weights, N](double x) {
            double sum = 0, all = 0;
            for (int m = 0; m <= N; ++m) {
              const double weight =
                  weights[static_cast<std::size_t>(m)] * std::exp(-x * m * (m - 1) / 2);
              sum += m * weight / N;
              all += weight;
            }
            return sum / all;
          },
          3.0 / (N - 1)};
}

/// Σ residue / (1 + U / a) over three poles: one on the negative axis, a pair of complex ones; plus a constant.
Function rational(Random& random, std::size_t terms) {
  using Complex = std::complex<double>;
  const double constant = uniform(random, 0.3, 1);
  const Complex pair = std::polar(uniform(random, 1, 2),
                                  uniform(random, std::numbers::pi / 2, std::numbers::pi * 0.95));
  const Complex pair_residue(uniform(random, -0.3, 0.3), uniform(random, -0.3, 0.3));
  const double pole = -uniform(random, 1, 3), residue = uniform(random, -0.4, 0.4);
  const auto value = [=](double u) {
    return constant + residue / (1 - u / pole) + 2 * (pair_residue / (1.0 - u / pair)).real();
  };
  Function function{{}, value, std::min(std::abs(pair), -pole)};
  for (std::size_t n = 0; n < terms; ++n) {
    function.coefficients.push_back(
        (n == 0 ? constant : 0) + residue * std::pow(pole, -static_cast<double>(n)) +
        2 * (pair_residue * std::pow(pair, -static_cast<double>(n))).real());
  }
  return function;
}

/// A product of two powers, (1 + U/a)^α |1 + U/c|^(2β) with a > 0 and c complex, times an exponential: branch cuts, no poles.
Function powers(Random& random, std::size_t terms) {
  using Complex = std::complex<double>;
  const double a = uniform(random, 1, 3), alpha = uniform(random, -1.2, 0.8),
               beta = uniform(random, -0.6, 0.6), rate = uniform(random, -0.2, 0.2);
  const Complex c = std::polar(uniform(random, 1, 2), uniform(random, 0, std::numbers::pi / 2));
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
  return {f, value, std::min(a, std::abs(c))};
}

struct Count {
  int series = 0, reliable = 0, one = 0, two = 0;
  double percent(int of) const { return reliable > 0 ? 100.0 * of / reliable : 0; }
  void add(const Count& other) {
    series += other.series, reliable += other.reliable, one += other.one, two += other.two;
  }
};

/// `noise` is the error of order n, in units of s / radiusⁿ with s the largest |coefficient of order m| radiusᵐ, m ≥ 1; `reach` is
/// U / radius.
Count covered(Function (*make)(Random&, std::size_t), int order, double noise, double reach,
              int series, Random& random) {
  Count count;
  for (int i = 0; i < series; ++i) {
    const auto terms = static_cast<std::size_t>(order) + 1;
    const Function function = make(random, terms);
    Series noisy{function.coefficients, std::vector<double>(terms * terms, 0)};
    double size = 0;
    for (std::size_t n = 1; n < terms; ++n)
      size = std::max(size, std::abs(function.coefficients[n]) *
                                std::pow(function.radius, static_cast<double>(n)));
    for (std::size_t n = 1; n < terms; ++n) {
      const double error = noise * size * std::pow(function.radius, -static_cast<double>(n));
      noisy.coefficients[n] += error * normal(random);
      noisy.covariance[n * terms + n] = error * error;
    }
    const double coupling = reach * function.radius;
    const SummedValue sum = resum(noisy, {coupling}, 200, random()).combined[0];
    ++count.series;
    if (!sum.reliable) continue;
    ++count.reliable;
    const double off = std::abs(sum.value - function.value(coupling));
    count.one += off <= sum.error;
    count.two += off <= 2 * sum.error;
  }
  return count;
}

}  // namespace

TEST_CASE("coverage of the combined value", "[coverage][slow]") {
  struct Family {
    const char* name;
    Function (*make)(Random&, std::size_t);
  };
  const Family families[] = {{"atom", atom}, {"rational", rational}, {"powers", powers}};
  Random random(20261121);
  constexpr int each = 30;
  Count all;
  std::string table =
      fmt::format("{:<10}{:>6}{:>8}{:>11}{:>8}{:>10}{:>9}{:>9}\n", "functions", "order", "noise",
                  "U/radius", "series", "reliable", "1 sigma", "2 sigma");
  const auto row = [&](const std::string& name, const std::string& order, const std::string& noise,
                       const std::string& reach, const Count& count) {
    table += fmt::format("{:<10}{:>6}{:>8}{:>11}{:>8}{:>10}{:>7.0f} %{:>7.0f} %\n", name, order,
                         noise, reach, count.series, count.reliable, count.percent(count.one),
                         count.percent(count.two));
  };
  for (const Family& family : families) {
    Count of_family;
    for (const double noise : {1e-6, 1e-4, 1e-3, 1e-2}) {
      for (const double reach : {0.5, 1.0, 2.0, 4.0}) {
        Count count;
        for (const int order : {4, 5, 6})
          count.add(covered(family.make, order, noise, reach, each, random));
        row(family.name, "4-6", fmt::format("{:.0e}", noise), fmt::format("{:.1f}", reach), count);
        of_family.add(count);
      }
    }
    row(family.name, "4-6", "all", "all", of_family);
    CAPTURE(family.name);
    CHECK(of_family.percent(of_family.one) > 60);
    CHECK(of_family.percent(of_family.two) > 90);
    CHECK(of_family.reliable > of_family.series * 95 / 100);
    all.add(of_family);
  }
  row("all", "4-6", "all", "all", all);
  std::fputs(table.c_str(), stdout);
}
