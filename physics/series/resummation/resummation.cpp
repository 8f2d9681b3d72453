#include "physics/series/resummation/resummation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/resummation/together.h"

namespace diagc::series {

namespace {

Sum partial_sum(const Series& series, int order, const std::vector<double>& couplings) {
  Sum sum;
  sum.approximant = {Method::partial_sum, order, order, 0};
  const std::size_t size = series.coefficients.size();
  const auto terms = static_cast<std::size_t>(order) + 1;
  for (const double coupling : couplings) {
    std::vector<double> powers(terms, 1);
    for (std::size_t n = 1; n < terms; ++n) powers[n] = powers[n - 1] * coupling;
    SummedValue at;
    double variance = 0;
    for (std::size_t n = terms; n-- > 0;) {
      at.value += series.coefficients[n] * powers[n];
      for (std::size_t m = 0; m < terms; ++m)
        variance += powers[n] * powers[m] * series.covariance[n * size + m];
    }
    at.error = std::sqrt(std::max(variance, 0.0));
    at.low = at.value - at.error;
    at.high = at.value + at.error;
    sum.at.push_back(at);
  }
  return sum;
}

/// At most so many orders, the highest first. An order whose coefficient is exactly 0, as the first one is with a Hartree shift, tells
/// approximants nothing that the order below does not.
std::vector<int> telling_orders(const Series& series, std::size_t count) {
  const std::size_t size = series.coefficients.size();
  std::vector<int> orders;
  for (std::size_t n = size; n-- > 1 && orders.size() < count;) {
    if (series.coefficients[n] != 0 || series.covariance[n * size + n] > 0)
      orders.push_back(static_cast<int>(n));
  }
  if (orders.empty()) orders.push_back(static_cast<int>(size) - 1);
  return orders;
}

/// Those that exist of these orders: Padé, then Dlog-Padé unless a draw begins with 0. Partial sums take the place of orders that have none.
std::vector<Continuations> approximants_of(const std::vector<int>& orders,
                                           const std::vector<std::vector<double>>& draws,
                                           const std::vector<double>& couplings) {
  const bool begins_with_zero =
      std::any_of(draws.begin(), draws.end(), [](const auto& draw) { return draw[0] == 0; });
  std::vector<Continuations> result;
  for (const Method method : {Method::pade, Method::dlog_pade}) {
    if (method == Method::dlog_pade && begins_with_zero) continue;
    for (const int order : orders) {
      for (const Approximant& approximant : near_diagonal(method, order)) {
        Continuations of = continuations(approximant, draws, couplings);
        if (of.exists) result.push_back(std::move(of));
      }
    }
  }
  for (const int order : orders) {
    const bool has_one = std::any_of(result.begin(), result.end(), [&](const Continuations& of) {
      return of.approximant.order == order;
    });
    if (!has_one)
      result.push_back(continuations({Method::partial_sum, order, order, 0}, draws, couplings));
  }
  return result;
}

/// Why an approximant cannot be relied on at the furthest coupling; empty where it can.
std::string warning_of(const Continuations& approximant, const std::vector<double>& couplings) {
  const double end = furthest(couplings);
  const SummedValue& last =
      end == couplings.back() ? approximant.at.back() : approximant.at.front();
  if (last.reliable) return "";
  if (last.poles > most_poles)
    return fmt::format("{:.0f} % of the draws have a pole between 0 and U = {:.6g}",
                       100 * last.poles, end);
  return fmt::format("not finite at U = {:.6g}", end);
}

/// Order 0 is the same whatever is made of the others.
void carry_marks(const Series& series, const std::vector<double>& couplings, int order,
                 std::vector<SummedValue>& values) {
  const bool uses_one = !series.untrusted.empty() && series.untrusted.front() <= order;
  for (std::size_t i = 0; i < couplings.size(); ++i)
    values[i].trusted = !uses_one || couplings[i] == 0;
}

}  // namespace

Series series_of(const Result& result, int last_order) {
  const std::size_t all = result.orders.size();
  std::size_t size = 0;
  while (size < all && result.orders[size].order == static_cast<int>(size) &&
         std::isfinite(result.orders[size].value))
    ++size;
  if (size == 0) throw std::runtime_error("found no order 0, expected the series to begin with it");
  if (last_order >= 0) {
    if (static_cast<std::size_t>(last_order) >= size) {
      throw std::runtime_error(fmt::format(
          "found orders 0 to {} without a gap, expected order {}, too", size - 1, last_order));
    }
    size = static_cast<std::size_t>(last_order) + 1;
  }
  Series series;
  series.covariance.assign(size * size, 0);
  for (std::size_t n = 0; n < size; ++n) {
    if (!result.orders[n].trustworthy) series.untrusted.push_back(static_cast<int>(n));
    series.coefficients.push_back(result.orders[n].value);
    for (std::size_t m = 0; m < size; ++m) {
      if (!result.covariance.empty()) {
        series.covariance[n * size + m] = result.covariance[n * all + m];
      } else if (n == m) {
        series.covariance[n * size + m] = result.orders[n].error * result.orders[n].error;
      }
    }
  }
  return series;
}

Resummation resum(const Series& series, const std::vector<double>& couplings, int resamples,
                  std::uint64_t seed) {
  if (couplings.empty() || couplings.front() * couplings.back() < 0)
    throw std::logic_error("resum: couplings of both signs");
  Resummation result;
  result.couplings = couplings;
  result.untrusted = series.untrusted;
  const int highest = static_cast<int>(series.coefficients.size()) - 1;
  for (int order = 0; order <= highest; ++order)
    result.sums.push_back(partial_sum(series, order, couplings));
  if (highest == 0) {
    result.combined = result.sums.back().at;
    for (SummedValue& at : result.combined) at.reliable = false;
    result.warnings.emplace_back("there is order 0 only: nothing to sum");
    return result;
  }
  const std::vector<std::vector<double>> draws = drawn(series, resamples, seed);
  const std::vector<int> orders = telling_orders(series, 3);
  const std::vector<Continuations> approximants = approximants_of(orders, draws, couplings);
  for (const Continuations& of : approximants) {
    const bool is_shown = of.approximant.method != Method::partial_sum &&
                          (orders.size() < 3 || of.approximant.order > orders[2]);
    if (is_shown) result.sums.push_back({of.approximant, of.at, warning_of(of, couplings)});
  }
  if (series.coefficients[0] == 0)
    result.warnings.emplace_back("the series begins with 0: no Dlog-Padé");
  Together together = taken_together(approximants, series.coefficients[0], orders, couplings);
  for (std::size_t i = 0; i < couplings.size(); ++i) {
    if (std::isfinite(together.at[i].value)) continue;
    together.at[i] = result.sums[static_cast<std::size_t>(highest)].at[i];
    together.at[i].reliable = false;
  }
  result.combined = std::move(together.at);
  result.warnings.insert(result.warnings.end(), together.warnings.begin(), together.warnings.end());
  for (Sum& sum : result.sums) carry_marks(series, couplings, sum.approximant.order, sum.at);
  carry_marks(series, couplings, highest, result.combined);
  return result;
}

std::vector<double> sensitivity(const std::vector<double>& coefficients, double coupling) {
  const int highest = static_cast<int>(coefficients.size()) - 1;
  std::vector<double> bare;
  for (int n = 0; n <= highest; ++n) bare.push_back(std::pow(std::abs(coupling), n));
  const bool all_known = std::all_of(coefficients.begin(), coefficients.end(),
                                     [](double c) { return std::isfinite(c); });
  if (!all_known || coefficients[0] == 0) return bare;

  std::vector<double> sum(coefficients.size(), 0);
  int count = 0;
  for (const Method method : {Method::pade, Method::dlog_pade}) {
    for (const Approximant& approximant : near_diagonal(method, highest)) {
      std::vector<double> slopes;
      bool usable = continued(approximant, coefficients, {coupling}).axis_pole == 0;
      for (std::size_t n = 0; n < coefficients.size() && usable; ++n) {
        if (coefficients[n] == 0) {  // exact, or not sampled yet
          slopes.push_back(bare[n]);
          continue;
        }
        const double step = 1e-4 * std::abs(coefficients[n]);
        std::vector<double> up = coefficients, down = coefficients;
        up[n] += step;
        down[n] -= step;
        const double slope = (continued(approximant, up, {coupling}).at[0] -
                              continued(approximant, down, {coupling}).at[0]) /
                             (2 * step);
        slopes.push_back(std::abs(slope));
        usable = std::isfinite(slope);
      }
      if (!usable) continue;
      ++count;
      for (std::size_t n = 0; n < coefficients.size(); ++n) sum[n] += slopes[n];
    }
  }
  if (count == 0) return bare;
  for (double& slope : sum) slope /= count;
  return sum;
}

}  // namespace diagc::series
