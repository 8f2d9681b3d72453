// Resummation against functions that are known: rational ones, powers, logarithms, the Hubbard atom.
#include <cmath>
#include <ctime>
#include <numbers>
#include <random>

#include <catch2/catch.hpp>

#include "physics/series/resummation/pade.h"
#include "physics/series/resummation/resummation.h"
#include "programs/demo/atom.h"

using namespace diagc;
using namespace diagc::series;

namespace {

std::vector<double> multiplied(const std::vector<double>& a, const std::vector<double>& b,
                               std::size_t terms) {
  std::vector<double> product(terms, 0);
  for (std::size_t i = 0; i < std::min(a.size(), terms); ++i) {
    for (std::size_t j = 0; j < b.size() && i + j < terms; ++j) product[i + j] += a[i] * b[j];
  }
  return product;
}

/// (1 + x / a)^power
std::vector<double> power_series(double a, double power, std::size_t terms) {
  std::vector<double> series{1};
  for (std::size_t n = 1; n < terms; ++n)
    series.push_back(series.back() * (power - static_cast<double>(n) + 1) /
                     (static_cast<double>(n) * a));
  return series;
}

std::vector<double> exponential_series(double rate, std::size_t terms) {
  std::vector<double> series{1};
  for (std::size_t n = 1; n < terms; ++n)
    series.push_back(series.back() * rate / static_cast<double>(n));
  return series;
}

Series series_without_errors(std::vector<double> coefficients) {
  Series series{std::move(coefficients), {}};
  series.covariance.assign(series.coefficients.size() * series.coefficients.size(), 0);
  return series;
}

const Sum& of(const Resummation& resummation, const Approximant& approximant) {
  for (const Sum& sum : resummation.sums) {
    if (sum.approximant == approximant) return sum;
  }
  FAIL("no " << name(approximant));
  throw std::logic_error("unreachable");
}

std::vector<double> atom_series(int flavours, int order) {
  std::vector<double> series;
  for (const diagc::Rational& coefficient : demo::exact_series(flavours, order))
    series.push_back(to_double(coefficient));
  return series;
}

}  // namespace

TEST_CASE("Padé is exact for rational functions") {
  const std::vector<double> geometric = power_series(-2, -1, 5);  // 1 / (1 − x/2)
  const RationalFunction simple = pade(geometric, 0, 1);
  CHECK(simple.denominator[1] == Approx(-0.5).epsilon(1e-14));
  for (const auto& [L, M] : {std::pair(0, 1), {1, 1}, {2, 2}, {1, 3}}) {
    CAPTURE(L, M);
    CHECK(pade(geometric, L, M)(1.7) == Approx(1 / (1 - 0.85)).epsilon(1e-12));
    CHECK(pade(geometric, L, M)(-40) == Approx(1 / 21.0).epsilon(1e-11));
  }
  // (2 − x + 3 x²) / ((1 + x)(1 + x/3)), in units in which coefficients fall by 10⁶ from order to order.
  const double unit = 1e6;
  std::vector<double> series =
      multiplied(multiplied({2, -1, 3}, power_series(1, -1, 7), 7), power_series(3, -1, 7), 7);
  for (std::size_t n = 0; n < series.size(); ++n)
    series[n] *= std::pow(unit, -static_cast<double>(n));
  for (const auto& [L, M] : {std::pair(2, 2), {3, 2}, {3, 3}}) {
    const RationalFunction function = pade(series, L, M);
    for (const double x : {0.5, 3.0, 20.0}) {
      CAPTURE(L, M, x);
      CHECK(function(x * unit) ==
            Approx((2 - x + 3 * x * x) / ((1 + x) * (1 + x / 3))).epsilon(1e-9));
    }
  }
  auto poles = pade(series, 2, 2).poles();
  std::sort(poles.begin(), poles.end(), [](auto a, auto b) { return std::abs(a) < std::abs(b); });
  REQUIRE(poles.size() == 2);
  CHECK(poles[0].real() == Approx(-unit).epsilon(1e-10));
  CHECK(poles[1].real() == Approx(-3 * unit).epsilon(1e-10));
}

TEST_CASE("Padé of the logarithm is the known continued fraction") {
  // log(1 + x) / x: [1/1] = (6 + x) / (6 + 4 x), [2/2] = (30 + 21 x + x²) / (30 + 36 x + 9 x²).
  std::vector<double> series;
  for (int n = 0; n < 9; ++n) series.push_back((n % 2 == 0 ? 1.0 : -1.0) / (n + 1));
  const double x = 2.5;
  CHECK(pade(series, 1, 1)(x) == Approx((6 + x) / (6 + 4 * x)).epsilon(1e-13));
  CHECK(pade(series, 2, 2)(x) ==
        Approx((30 + 21 * x + x * x) / (30 + 36 * x + 9 * x * x)).epsilon(1e-12));
  // Far outside the circle of convergence.
  CHECK(pade(series, 4, 4)(x) == Approx(std::log(1 + x) / x).epsilon(1e-4));
}

TEST_CASE("Dlog-Padé is exact for products of powers and exponentials") {
  // (1 + x)^−0.7 (1 + x/4)^1.3 e^(0.2 x): f'/f has degrees [2/2].
  const std::vector<double> series =
      multiplied(multiplied(power_series(1, -0.7, 6), power_series(4, 1.3, 6), 6),
                 exponential_series(0.2, 6), 6);
  const std::vector<double> x{0, 0.5, 3, 10};
  const RationalFunction derivative = pade(logarithmic_derivative(series), 2, 2);
  const std::vector<double> values = exponential_of_integral(derivative, series[0], x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected =
        std::pow(1 + x[i], -0.7) * std::pow(1 + x[i] / 4, 1.3) * std::exp(0.2 * x[i]);
    CHECK(values[i] == Approx(expected).epsilon(1e-10));
  }
  const std::vector<double> negative =
      exponential_of_integral(derivative, series[0], std::vector{-0.3, -0.9});
  CHECK(negative[1] ==
        Approx(std::pow(0.1, -0.7) * std::pow(1 - 0.225, 1.3) * std::exp(-0.18)).epsilon(1e-9));
}

TEST_CASE("behind a pole the integral is the principal value") {
  // (1 − x)^0.01: |1 − x|^0.01 behind x = 1.
  const std::vector<double> series = power_series(-1, 0.01, 4);
  const RationalFunction derivative = pade(logarithmic_derivative(series), 0, 1);
  CHECK(first_pole(derivative.poles(), 3) == Approx(1));
  CHECK(first_pole(derivative.poles(), 0.9) == 0);
  CHECK(exponential_of_integral(derivative, 1, std::vector{0.5, 3.0})[1] ==
        Approx(std::pow(2, 0.01)).epsilon(1e-12));
}

TEST_CASE("a fine curve of a weak coupling takes no longer than its points") {
  Series series = series_without_errors({0.4, 0, 0.00324964, -3.986e-4, 6.33e-5});
  const double errors[] = {0, 0, 8e-8, 6e-7, 6e-7};
  for (std::size_t n = 0; n < 5; ++n) series.covariance[6 * n] = errors[n] * errors[n];
  std::vector<double> couplings;
  for (int i = 0; i <= 200; ++i) couplings.push_back(i / 200.0);
  const std::clock_t begin = std::clock();
  const Resummation fine = resum(series, couplings, 50), last = resum(series, {1}, 50);
  // Minutes where short intervals are integrated as accurately as long ones.
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 20);
  CHECK(fine.combined[200].value == Approx(last.combined[0].value).epsilon(1e-9));
}

TEST_CASE("resummation without errors: exact values, no width") {
  const Resummation of_power =
      resum(series_without_errors(power_series(1, -0.5, 6)), {0, 1, 4, 9}, 100);
  const Sum& dlog = of(of_power, {Method::dlog_pade, 5, 2, 2});
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(dlog.at[i].value == Approx(1 / std::sqrt(1 + of_power.couplings[i])).epsilon(1e-10));
    CHECK(dlog.at[i].error == 0);
    CHECK(dlog.at[i].reliable);
  }
  const Sum& partial = of(of_power, {Method::partial_sum, 2, 2, 0});
  CHECK(partial.at[1].value == Approx(1 - 0.5 + 0.375));
  CHECK(of_power.sums.size() == 6 + 3 + 3);
  CHECK(of_power.warnings.empty());
}

TEST_CASE("the atom: from the series to order 10, far beyond where partial sums hold") {
  for (const int flavours : {2, 3, 6}) {
    CAPTURE(flavours);
    const double coupling = 6.0 / (flavours - 1);
    const double expected = demo::exact_density(flavours, coupling);
    double last = 1e9;
    for (const int order : {4, 10}) {
      const Resummation result =
          resum(series_without_errors(atom_series(flavours, order)), {coupling / 2, coupling}, 10);
      const double difference = std::abs(result.combined[1].value - expected);
      CHECK(result.combined[1].reliable);
      CHECK(difference < last / 2);
      last = difference;
      if (order == 10) {
        CHECK(difference < 5e-3 * expected);
        const double partial = of(result, {Method::partial_sum, order, order, 0}).at[1].value;
        CHECK(std::abs(partial - expected) > 20 * difference);
      }
    }
  }
}

TEST_CASE("a pole on the way is told, and keeps an approximant out of the combined value") {
  const Resummation result =
      resum(series_without_errors({1, 1, 1, 1}), {0.5, 2}, 10);  // 1 / (1 − U)
  const Sum& pade = of(result, {Method::pade, 3, 1, 2});
  CHECK(pade.at[0].reliable);
  CHECK(pade.at[0].value == Approx(2));
  CHECK_FALSE(pade.at[1].reliable);
  CHECK(pade.at[1].poles == 1);
  CHECK(pade.warning == "100 % of the draws have a pole between 0 and U = 2");
  CHECK(result.combined[0].reliable);
  CHECK(result.combined[0].value == Approx(2));
  CHECK_FALSE(result.combined[1].reliable);
  CHECK(result.combined[1].value == 1 + 2 + 4 + 8);
  CHECK(result.warnings ==
        std::vector<std::string>{
            "from U = 2 on no approximant is free of poles: the partial sum stands in"});
}

TEST_CASE("a series that begins with 0 has no Dlog-Padé") {
  const Resummation result = resum(series_without_errors({0, 1, -1}), {1}, 10);
  CHECK(result.warnings == std::vector<std::string>{"the series begins with 0: no Dlog-Padé"});
  CHECK(of(result, {Method::pade, 2, 1, 1}).at[0].value == Approx(0.5));  // U / (1 + U)
}

TEST_CASE("errors are those of linear propagation where they are small, correlations included") {
  const std::vector<double> coefficients = atom_series(3, 5);
  const std::size_t size = coefficients.size();
  // A covariance that is no diagonal: A Aᵀ with A of random numbers, in proportion to the coefficients.
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> root(size * size);
  for (double& value : root) value = uniform(random);
  Series series{coefficients, std::vector<double>(size * size, 0)};
  for (std::size_t i = 1; i < size; ++i) {  // order 0 is exact
    for (std::size_t j = 1; j < size; ++j) {
      for (std::size_t k = 0; k < size; ++k)
        series.covariance[i * size + j] += 1e-10 * root[i * size + k] * root[j * size + k] *
                                           std::abs(coefficients[i] * coefficients[j]);
    }
  }
  const double coupling = 0.8;
  const Resummation result = resum(series, {coupling}, 20000);
  for (const Sum& sum : result.sums) {
    CAPTURE(name(sum.approximant));
    // dvalue/dcoefficient by central differences of the same approximant without errors.
    const auto value_at = [&](const std::vector<double>& shifted) {
      return of(resum(series_without_errors(shifted), {coupling}, 0), sum.approximant).at[0].value;
    };
    std::vector<double> slope(size, 0);
    for (std::size_t n = 1; n < size; ++n) {
      const double step = 1e-4 * std::abs(coefficients[n]);
      std::vector<double> up = coefficients, down = coefficients;
      up[n] += step;
      down[n] -= step;
      slope[n] = (value_at(up) - value_at(down)) / (2 * step);
    }
    double variance = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j)
        variance += slope[i] * slope[j] * series.covariance[i * size + j];
    }
    CHECK(sum.at[0].error == Approx(std::sqrt(variance)).epsilon(0.03));
    CHECK(sum.at[0].value == Approx(value_at(coefficients)).margin(0.05 * std::sqrt(variance)));
  }
}

TEST_CASE("large errors: median and quantiles hold 68 % of independent draws") {
  // 1 / (1 + U) with 20 % on the last coefficients: Padé has heavy tails.
  Series series = series_without_errors(power_series(1, -1, 5));
  for (const std::size_t n : {3u, 4u}) series.covariance[n * 5 + n] = 0.04;
  const Resummation result = resum(series, {1}, 4000);
  std::mt19937_64 random(99);
  std::normal_distribution<double> normal(0, 0.2);
  for (const Sum& sum : result.sums) {
    if (sum.approximant.method != Method::pade || sum.approximant.order != 4) continue;
    int inside = 0;
    constexpr int trials = 4000;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<double> drawn = series.coefficients;
      drawn[3] += normal(random);
      drawn[4] += normal(random);
      const double value = pade(drawn, sum.approximant.L, sum.approximant.M)(1);
      if (value >= sum.at[0].low && value <= sum.at[0].high) ++inside;
    }
    CAPTURE(name(sum.approximant));
    CHECK(inside / static_cast<double>(trials) == Approx(0.6827).margin(0.03));
  }
}

TEST_CASE(
    "sensitivities: of a geometric series, known; bare powers where nothing is free of poles") {
  // [0/1] of a0 + a1 U is a0² / (a0 − a1 U); Dlog-Padé [0/0] is a0 exp(a1 U / a0).
  const double a0 = 2, a1 = -1, U = 3;
  const std::vector<double> slopes = sensitivity({a0, a1}, U);
  const double below = a0 - a1 * U;
  const double e = std::exp(a1 * U / a0);
  REQUIRE(slopes.size() == 2);
  CHECK(
      slopes[0] ==
      Approx(((2 * a0 * below - a0 * a0) / (below * below) + std::abs(e * (1 - a1 * U / a0))) / 2));
  CHECK(slopes[1] == Approx((a0 * a0 * U / (below * below) + e * U) / 2));
  CHECK(sensitivity({0, 1, 1}, 3) == std::vector<double>{1, 3, 9});
  // The Hartree shift makes the first coefficient zero: the others are weighted as before.
  const std::vector<double> shifted = sensitivity({0.5, 0, 1.4e-3, -2e-4, 1.2e-5}, 8);
  CHECK(shifted[1] == 8);
  CHECK(shifted[4] > 0);
  CHECK(shifted[4] < std::pow(8, 4));
  CHECK(sensitivity({1, 1, 1, 1}, 2) == std::vector<double>{1, 2, 4, 8});
}

TEST_CASE("the draws depend on the seed alone") {
  Series series = series_without_errors(power_series(1, -1, 5));
  series.covariance[12] = 0.01;
  const auto value = [&](std::uint64_t seed) {
    return resum(series, {1}, 100, seed).combined[0].value;
  };
  CHECK(value(3) == value(3));
  CHECK(value(3) != value(4));
}

TEST_CASE("a series of a result: without gaps, with its covariance") {
  Result result;
  for (const int order : {0, 1, 2, 4}) {
    OrderResult& row = result.orders.emplace_back();
    row.order = order;
    row.value = order + 1;
    row.error = order;
  }
  CHECK(series_of(result).coefficients == std::vector<double>{1, 2, 3});
  CHECK(series_of(result).covariance == std::vector<double>{0, 0, 0, 0, 1, 0, 0, 0, 4});
  CHECK(series_of(result, 1).coefficients == std::vector<double>{1, 2});
  CHECK_THROWS_WITH(series_of(result, 3),
                    "found orders 0 to 2 without a gap, expected order 3, too");
  result.covariance.assign(16, 0);
  result.covariance[1 * 4 + 2] = 0.5;
  CHECK(series_of(result, 2).covariance == std::vector<double>{0, 0, 0, 0, 0, 0.5, 0, 0, 0});
  result.orders[2].value = std::nan("");
  CHECK(series_of(result).coefficients == std::vector<double>{1, 2});
  result.orders.erase(result.orders.begin());
  CHECK_THROWS_WITH(series_of(result), "found no order 0, expected the series to begin with it");
}
