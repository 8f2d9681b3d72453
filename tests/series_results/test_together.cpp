// One value from all approximants: its error by hand, and what is marked.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "physics/series/resummation/pade.h"
#include "physics/series/resummation/resummation.h"
#include "physics/series/resummation/resummation_text.h"
#include "physics/series/resummation/scan.h"

using namespace diagc::series;

namespace {

Series exact_series(std::vector<double> coefficients) {
  Series series{std::move(coefficients), {}};
  series.covariance.assign(series.coefficients.size() * series.coefficients.size(), 0);
  return series;
}

double dlog(const std::vector<double>& coefficients, int L, int M, double U) {
  const RationalFunction derivative = pade(logarithmic_derivative(coefficients), L, M);
  return exponential_of_integral(derivative, coefficients[0], std::vector{U})[0];
}

/// One row a chemical potential: the density of every point at U = 1, and its error.
struct Scan {
  std::vector<Result> results;
  std::vector<Resummation> sums;

  void add(double beta, double mu, double value, double error) {
    Result& result = results.emplace_back();
    result.observable = "density";
    result.model.beta = beta;
    result.model.mu = mu;
    Resummation& sum = sums.emplace_back();
    sum.couplings = {0, 1};
    sum.combined.resize(2);
    sum.combined[1].value = value;
    sum.combined[1].error = error;
  }
  std::vector<bool> marks() {
    mark_falling_densities(results, sums);
    std::vector<bool> marked;
    for (const Resummation& sum : sums) {
      CHECK(sum.combined[0].reliable);
      marked.push_back(!sum.combined[1].reliable);
    }
    return marked;
  }
};

}  // namespace

TEST_CASE("the error of a value together holds spread, change and share of poles") {
  // Order 2: Padé [1/1] and Dlog-Padé [0/1]; order 1: Padé [0/1] and Dlog-Padé [0/0].
  const std::vector<double> a{1, -0.5, 0.4};
  const double U = 0.7;
  const std::vector<double> first{a[0], a[1]};
  const double pade2 = pade(a, 1, 1)(U), dlog2 = dlog(a, 0, 1, U);
  const double pade1 = pade(first, 0, 1)(U), dlog1 = dlog(first, 0, 0, U);
  std::vector<double> all{pade2, dlog2, pade1, dlog1};
  std::sort(all.begin(), all.end());
  const double value = (all[1] + all[2]) / 2, before = (pade1 + dlog1) / 2;
  const SummedValue together = resum(exact_series(a), {U}, 0).combined[0];
  CHECK(together.value == Approx(value).epsilon(1e-12));
  CHECK(together.error ==
        Approx(0.6 * ((all[3] - all[0]) / 2 + std::abs(value - before))).epsilon(1e-12));
  CHECK(together.low == Approx(together.value - together.error));
  CHECK(together.high == Approx(together.value + together.error));
  CHECK(together.reliable);

  // The errors of the coefficients come on top, in squares.
  Series noisy = exact_series(a);
  noisy.covariance[4] = 1e-2;
  const SummedValue wider = resum(noisy, {U}, 2000).combined[0];
  CHECK(wider.error > 1.1 * together.error);
  CHECK(wider.error < 1.1 * std::hypot(together.error, 0.1 * U));
}

TEST_CASE("an approximant with a pole on the way widens the error and does not count") {
  // Padé [0/1] of 1 + U / 2 has a pole at 2, Dlog-Padé [0/0] is an exponential.
  const std::vector<double> a{1, 0.5};
  const SummedValue together = resum(exact_series(a), {3}, 0).combined[0];
  const double value = std::exp(1.5);
  CHECK(together.value == Approx(value));
  CHECK(together.error == Approx(0.6 * (value - 1) / std::sqrt(0.5)));
}

TEST_CASE("values behind poles near the axis are marked, before them they are not") {
  // Two poles at distance 1: at 30° from the axis, and at 60°.
  for (const double degrees : {30.0, 60.0}) {
    const double cosine = std::cos(degrees * std::numbers::pi / 180);
    std::vector<double> a{1, 2 * cosine};
    for (std::size_t n = 2; n <= 6; ++n) a.push_back(2 * cosine * a[n - 1] - a[n - 2]);
    const Resummation sums = resum(exact_series(a), {1.2, 1.6}, 0);
    CAPTURE(degrees);
    CHECK(sums.combined[0].reliable);
    CHECK(sums.combined[1].reliable == (degrees > 45));
    const std::vector<std::string> told{
        "from U = 1.6 on poles near the axis lie before the values taken together: they are not "
        "reliable"};
    CHECK(sums.warnings == (degrees > 45 ? std::vector<std::string>{} : told));
    // With U for −U all is the same.
    for (std::size_t n = 1; n < a.size(); n += 2) a[n] = -a[n];
    const Resummation mirrored = resum(exact_series(a), {-1.6, -1.2}, 0);
    CHECK(mirrored.combined[0].reliable == sums.combined[1].reliable);
    CHECK(mirrored.combined[0].value == Approx(sums.combined[1].value));
    CHECK(mirrored.combined[1].error == Approx(sums.combined[0].error));
  }
}

TEST_CASE("Padé [1/1] of a series without a first coefficient does not exist") {
  CHECK_FALSE(pade(std::vector{1.0, 0.0, 2.0}, 1, 1).exists);
  CHECK(pade(std::vector{1.0, 0.0, 2.0}, 0, 2).exists);
  CHECK(pade(std::vector{1.0, 0.5, 0.25}, 1, 1).exists);
  CHECK(pade(std::vector{1.0, 0.0, 0.0}, 1, 1).exists);
  // Then the partial sum is all there is to take, and order 0 all there is to compare it with.
  const Resummation sums = resum(exact_series({1, 0, 2}), {0.5}, 0);
  CHECK(sums.sums.size() == 3);
  CHECK(sums.combined[0].value == 1.5);
  CHECK(sums.combined[0].error == Approx(0.6 * 0.5));
  CHECK(sums.combined[0].reliable);
}

TEST_CASE("sums that use an order whose error bar is not to be trusted are marked") {
  Result result;
  for (int order = 0; order <= 4; ++order) {
    OrderResult& row = result.orders.emplace_back();
    row.order = order;
    row.value = std::pow(-0.5, order);
    row.trustworthy = order != 3;
  }
  const Series series = series_of(result);
  CHECK(series.untrusted == std::vector<int>{3});
  CHECK(series_of(result, 2).untrusted.empty());
  const Resummation sums = resum(series, {0, 1}, 0);
  for (const Sum& sum : sums.sums) {
    CAPTURE(name(sum.approximant));
    CHECK(sum.at[0].trusted);
    CHECK(sum.at[1].trusted == (sum.approximant.order < 3));
    CHECK(sum.at[1].reliable);
  }
  CHECK(sums.combined[0].trusted);
  CHECK_FALSE(sums.combined[1].trusted);
  const std::string table = resummation_table(result, sums);
  CHECK(table ==
        "       U          order 3           order 4        Padé [2/2]   Dlog-Padé [2/1]          "
        "together \n"
        "       0                1                 1                 1                 1           "
        "      1 \n"
        "       1            0.625!           0.6875!     0.6666666667!     0.6666666667!     "
        "0.6666666667!\n"
        "! the error bar of order 3 is not to be trusted, nor are those of sums that use it\n");
  result.orders[4].trustworthy = false;
  CHECK(resummation_table(result, resum(series_of(result), {1}, 0))
            .ends_with("! the error bars of orders 3, 4 are not to be trusted, nor are those of "
                       "sums that use them\n"));
}

TEST_CASE("a density that falls with the chemical potential is marked") {
  Scan falling;
  falling.add(2.5, 0.5, 0.1971, 0.0014);
  falling.add(2.5, -0.5, 0.270, 0.007);
  CHECK(falling.marks() == std::vector<bool>{true, true});
  const std::vector<std::string> told{
      "at U = 1 the density falls from 0.270(7) at mu = -0.5 to 0.1971(14) at mu = 0.5: one of the "
      "two is wrong"};
  CHECK(falling.sums[0].warnings == told);
  CHECK(falling.sums[1].warnings == told);

  Scan rising;
  rising.add(2.5, 0.5, 0.270, 0.007);
  rising.add(2.5, -0.5, 0.1971, 0.0014);
  rising.add(2.5, 0.75, 0.260, 0.002);  // within two errors
  CHECK(rising.marks() == std::vector<bool>{false, false, false});

  // One temperature says nothing of another, and other observables may fall.
  Scan other;
  other.add(1.5, -0.5, 0.270, 0.001);
  other.add(2.5, 0.5, 0.1971, 0.0014);
  CHECK(other.marks() == std::vector<bool>{false, false});
  falling.sums[0].combined[1].reliable = falling.sums[1].combined[1].reliable = true;
  for (Result& result : falling.results) result.observable = "double_occupancy";
  CHECK(falling.marks() == std::vector<bool>{false, false});

  // With a Hartree shift μ depends on U: 0 + U 2 (N − 1) / 2 and 0.5 − U (N − 1) / 2 change places.
  Scan shifted;
  shifted.add(1, 0, 0.3, 0.001);
  shifted.add(1, 0.5, 0.4, 0.001);
  shifted.results[0].model.hartree_alpha = 1;
  CHECK(shifted.marks() == std::vector<bool>{true, true});

  Scan unknown;
  unknown.add(1, std::nan(""), 0.4, 0.001);
  unknown.add(1, std::nan(""), 0.3, 0.001);
  CHECK(unknown.marks() == std::vector<bool>{false, false});

  // What is marked already is not compared; the rest is, until nothing falls.
  Scan several;
  for (const double value : {0.10, 0.50, 0.30, 0.20, 0.60})
    several.add(1, static_cast<double>(several.results.size()), value, 0.001);
  several.sums[1].combined[1].reliable = false;
  CHECK(several.marks() == std::vector<bool>{false, true, true, true, false});
  CHECK(several.sums[1].warnings.empty());
}
