#include "physics/series/resummation/resummation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/Dense>

#include "physics/series/resummation/pade.h"

namespace diagc::integrate {

namespace {

constexpr double most_poles = 0.05;  // of the draws of a reliable estimate
constexpr double lower_share =
    0.158655253931457;  // of a normal distribution below −1 standard deviation
constexpr int most_off_diagonal = 1;

/// Draws of all coefficients; the first is the series itself.
std::vector<std::vector<double>> draws_of(const Series& series, int resamples, std::uint64_t seed) {
  const auto size = static_cast<Eigen::Index>(series.coefficients.size());
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> covariance(series.covariance.data(), size, size);
  // Orders differ by many powers of ten: the square root is taken of the correlations.
  const Eigen::VectorXd error = covariance.diagonal().cwiseMax(0).cwiseSqrt();
  Eigen::MatrixXd correlation = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      if (error[i] > 0 && error[j] > 0)
        correlation(i, j) = covariance(i, j) / (error[i] * error[j]);
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(correlation);
  const Eigen::MatrixXd root = error.asDiagonal() * solver.eigenvectors() *
                               solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();

  // Box and Muller, since the standard's normal distribution differs between libraries.
  std::mt19937_64 random(seed);
  const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
  std::vector<std::vector<double>> draws{series.coefficients};
  if (error.isZero(0)) return draws;
  Eigen::VectorXd normal(size);
  for (int draw = 0; draw < resamples; ++draw) {
    for (Eigen::Index i = 0; i < size; ++i) {
      const double radius = std::sqrt(-2 * std::log(uniform()));
      normal[i] = radius * std::cos(2 * std::numbers::pi * uniform());
    }
    const Eigen::VectorXd shift = root * normal;
    std::vector<double>& drawn = draws.emplace_back(series.coefficients);
    for (Eigen::Index i = 0; i < size; ++i) drawn[static_cast<std::size_t>(i)] += shift[i];
  }
  return draws;
}

/// An approximant's values for one draw, and where its first pole is (0: none up to the last coupling).
struct Values {
  std::vector<double> at;
  double pole = 0;
};

Values evaluate(const Approximant& approximant, const std::vector<double>& coefficients,
                const std::vector<double>& couplings) {
  Values values;
  // The far end: couplings ascend, and are negative or positive.
  const double end = std::abs(couplings.front()) > std::abs(couplings.back()) ? couplings.front()
                                                                              : couplings.back();
  if (approximant.method == Method::pade) {
    const RationalFunction function = pade(coefficients, approximant.L, approximant.M);
    for (const double coupling : couplings) values.at.push_back(function(coupling));
    values.pole = first_pole(function, end);
    return values;
  }
  const RationalFunction function =
      pade(logarithmic_derivative(coefficients), approximant.L, approximant.M);
  std::vector<double> outwards = couplings;
  if (end < 0) std::reverse(outwards.begin(), outwards.end());
  values.at = exponential_of_integral(function, coefficients[0], outwards);
  if (end < 0) std::reverse(values.at.begin(), values.at.end());
  values.pole = first_pole(function, end);
  return values;
}

/// Median and the two quantiles of finite values, which are reordered.
SummedValue estimate(std::vector<double>& values, std::size_t draws, double poles) {
  SummedValue result;
  result.poles = poles;
  result.reliable =
      poles <= most_poles &&
      static_cast<double>(values.size()) >= (1 - most_poles) * static_cast<double>(draws) &&
      !values.empty();
  if (values.empty()) {
    result.value = result.error = result.low = result.high = std::nan("");
    return result;
  }
  std::sort(values.begin(), values.end());
  const auto quantile = [&](double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
  };
  result.value = quantile(0.5);
  result.low = quantile(lower_share);
  result.high = quantile(1 - lower_share);
  result.error = (result.high - result.low) / 2;
  return result;
}

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

/// Padé and Dlog-Padé of the two highest orders, close to the diagonal, the highest first. Those without a denominator are
/// left out: they are partial sums, of the series or of the logarithm's derivative.
std::vector<Approximant> approximants(int highest, Method method) {
  std::vector<Approximant> result;
  for (int order = highest; order >= std::max(highest - 1, 1); --order) {
    const int degrees = method == Method::pade ? order : order - 1;
    for (int apart = 0; apart <= most_off_diagonal; ++apart) {
      for (const int difference : {apart, -apart}) {
        const int L = (degrees + difference) / 2, M = degrees - L;
        const bool exists = (degrees + difference) % 2 == 0 && L >= 0 && M >= (degrees > 0 ? 1 : 0);
        if (exists) result.push_back({method, order, L, M});
        if (apart == 0) break;
      }
    }
  }
  return result;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// The values of all approximants at one coupling, each sorted or empty, but for stragglers: of four or more, those whose median lies
/// further from the median of all than most_spreads times the median distance and their own width.
std::vector<double> taken_together(const std::vector<std::vector<std::vector<double>>>& reliable,
                                   std::size_t coupling) {
  constexpr double most_spreads = 6;
  std::vector<double> medians, distances;
  for (const auto& values : reliable) {
    if (!values[coupling].empty()) medians.push_back(median(values[coupling]));
  }
  if (medians.empty()) return {};
  const double centre = median(medians);
  for (const double value : medians) distances.push_back(std::abs(value - centre));
  const double spread = median(distances);
  std::vector<double> together;
  std::size_t place = 0;
  for (const auto& values : reliable) {
    const std::vector<double>& here = values[coupling];
    if (here.empty()) continue;
    const double width = here[(here.size() - 1) * 5 / 6] - here[(here.size() - 1) / 6];
    const bool straggles = medians.size() >= 4 && distances[place] > most_spreads * spread + width;
    ++place;
    if (!straggles) together.insert(together.end(), here.begin(), here.end());
  }
  return together;
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

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

std::string name(const Approximant& approximant) {
  switch (approximant.method) {
    case Method::partial_sum:
      return fmt::format("order {}", approximant.order);
    case Method::pade:
      return fmt::format("Padé [{}/{}]", approximant.L, approximant.M);
    case Method::dlog_pade:
      return fmt::format("Dlog-Padé [{}/{}]", approximant.L, approximant.M);
  }
  throw std::logic_error("name: no such method");
}

Resummation resum(const Series& series, const std::vector<double>& couplings, int resamples,
                  std::uint64_t seed) {
  if (couplings.empty() || couplings.front() * couplings.back() < 0)
    throw std::logic_error("resum: couplings of both signs");
  Resummation result;
  result.couplings = couplings;
  const int highest = static_cast<int>(series.coefficients.size()) - 1;
  for (int order = 0; order <= highest; ++order)
    result.sums.push_back(partial_sum(series, order, couplings));
  result.combined = result.sums.back().at;
  if (highest == 0) {
    for (SummedValue& at : result.combined) at.reliable = false;
    result.warnings.emplace_back("there is order 0 only: nothing to sum");
    return result;
  }

  std::vector<Approximant> wanted = approximants(highest, Method::pade);
  const std::vector<std::vector<double>> draws = draws_of(series, resamples, seed);
  const bool begins_with_zero =
      std::any_of(draws.begin(), draws.end(), [](const auto& drawn) { return drawn[0] == 0; });
  if (begins_with_zero) {
    result.warnings.emplace_back("the series begins with 0: no Dlog-Padé");
  } else {
    const std::vector<Approximant> dlog = approximants(highest, Method::dlog_pade);
    wanted.insert(wanted.end(), dlog.begin(), dlog.end());
  }

  // [approximant][coupling]: values, empty where they are not reliable.
  std::vector<std::vector<std::vector<double>>> reliable;
  for (const Approximant& approximant : wanted) {
    std::vector<std::vector<double>> values(couplings.size());
    std::vector<std::size_t> poles(couplings.size());
    for (const std::vector<double>& drawn : draws) {
      const Values of_draw = evaluate(approximant, drawn, couplings);
      for (std::size_t i = 0; i < couplings.size(); ++i) {
        if (std::isfinite(of_draw.at[i])) values[i].push_back(of_draw.at[i]);
        if (of_draw.pole != 0 && std::abs(of_draw.pole) <= std::abs(couplings[i])) ++poles[i];
      }
    }
    Sum sum;
    sum.approximant = approximant;
    for (std::size_t i = 0; i < couplings.size(); ++i) {
      const double share = static_cast<double>(poles[i]) / static_cast<double>(draws.size());
      const SummedValue& at = sum.at.emplace_back(estimate(values[i], draws.size(), share));
      if (!at.reliable) values[i].clear();
    }
    const double end = std::abs(couplings.front()) > std::abs(couplings.back()) ? couplings.front()
                                                                                : couplings.back();
    const SummedValue& last = end == couplings.back() ? sum.at.back() : sum.at.front();
    if (last.poles > most_poles) {
      sum.warning = fmt::format("{} of the draws have a pole between 0 and U = {:.6g}",
                                percent(last.poles), end);
    } else if (!last.reliable) {
      sum.warning = fmt::format("not finite at U = {:.6g}", end);
    }
    result.sums.push_back(std::move(sum));
    reliable.push_back(std::move(values));
  }

  std::string without;
  for (std::size_t i = 0; i < couplings.size(); ++i) {
    std::vector<double> together = taken_together(reliable, i);
    if (together.empty()) {
      result.combined[i].reliable = false;
      if (without.empty()) without = fmt::format("{:.6g}", couplings[i]);
    } else {
      result.combined[i] = estimate(together, together.size(), 0);
    }
  }
  if (!without.empty()) {
    result.warnings.push_back(fmt::format(
        "from U = {} on no approximant is free of poles: the partial sum stands in", without));
  }
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
    for (const Approximant& approximant : approximants(highest, method)) {
      if (approximant.order != highest) continue;
      std::vector<double> slopes;
      bool usable = evaluate(approximant, coefficients, {coupling}).pole == 0;
      for (std::size_t n = 0; n < coefficients.size() && usable; ++n) {
        if (coefficients[n] == 0) {  // exact, or not sampled yet
          slopes.push_back(bare[n]);
          continue;
        }
        const double step = 1e-4 * std::abs(coefficients[n]);
        std::vector<double> up = coefficients, down = coefficients;
        up[n] += step;
        down[n] -= step;
        const double slope = (evaluate(approximant, up, {coupling}).at[0] -
                              evaluate(approximant, down, {coupling}).at[0]) /
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

}  // namespace diagc::integrate
