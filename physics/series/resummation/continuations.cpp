#include "physics/series/resummation/continuations.h"

#include <algorithm>
#include <cmath>

namespace diagc::series {

namespace {

constexpr double lower_share =
    0.158655253931457;  // of a normal distribution below −1 standard deviation
constexpr double behind = 0.7;

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

SummedValue summed(std::vector<double> values) {
  const std::size_t draws = values.size();
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  SummedValue result;
  result.reliable = !values.empty() && static_cast<double>(values.size()) >=
                                           (1 - most_poles) * static_cast<double>(draws);
  if (values.empty()) {
    result.value = result.error = result.low = result.high = std::nan("");
    return result;
  }
  std::sort(values.begin(), values.end());
  result.value = quantile(values, 0.5);
  result.low = quantile(values, lower_share);
  result.high = quantile(values, 1 - lower_share);
  result.error = (result.high - result.low) / 2;
  return result;
}

Continuations continuations(const Approximant& approximant,
                            const std::vector<std::vector<double>>& draws,
                            const std::vector<double>& couplings) {
  const std::size_t size = couplings.size();
  Continuations result;
  result.approximant = approximant;
  std::vector<std::vector<double>> values(size);
  result.free.resize(size);
  std::vector<std::size_t> on_axis(size), near_axis(size);
  for (const std::vector<double>& coefficients : draws) {
    const Continuation of_draw = continued(approximant, coefficients, couplings);
    if (&coefficients == &draws.front()) result.exists = of_draw.exists;
    for (std::size_t i = 0; i < size; ++i) {
      const double distance = std::abs(couplings[i]);
      const bool has_pole = of_draw.axis_pole != 0 && std::abs(of_draw.axis_pole) <= distance;
      const bool is_free = !has_pole && std::isfinite(of_draw.at[i]);
      values[i].push_back(of_draw.at[i]);
      result.free[i].push_back(is_free ? of_draw.at[i] : std::nan(""));
      on_axis[i] += has_pole ? 1 : 0;
      near_axis[i] += of_draw.near_pole != 0 && of_draw.near_pole < behind * distance ? 1 : 0;
    }
  }
  const auto share = [&](std::size_t count) {
    return static_cast<double>(count) / static_cast<double>(draws.size());
  };
  for (std::size_t i = 0; i < size; ++i) {
    SummedValue& at = result.at.emplace_back(summed(std::move(values[i])));
    at.poles = share(on_axis[i]);
    if (at.poles > most_poles) at.reliable = false;
    result.behind_poles.push_back(share(near_axis[i]));
  }
  return result;
}

}  // namespace diagc::series
