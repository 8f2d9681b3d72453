#include "physics/series/resummation/together.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace diagc::series {

namespace {

/// Chosen on series other than those that they are tested with: docs/integrate.md.
constexpr double truncation_factor = 0.6;
constexpr double most_behind_poles = 0.4;
constexpr double least_free = 0.5;  // of the draws of an approximant that is taken

enum class Reason { none, no_approximant, behind_poles };

/// What the approximants of some orders say at one coupling. Draws with a pole on the way do not count.
struct Consensus {
  SummedValue value;  ///< of the medians of each draw
  double spread = 0;  ///< half of the distance between the lowest and the highest
  double free =
      0;  ///< fraction of approximants and draws without a pole on the way; 0: no approximant can be taken
  double behind_poles = 0;  ///< fraction of all approximants and draws
};

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

Consensus consensus(const std::vector<Continuations>& approximants, std::span<const int> orders,
                    std::size_t coupling) {
  Consensus result;
  std::vector<const std::vector<double>*> taken;
  std::size_t all = 0;
  double low = INFINITY, high = -INFINITY;
  for (const Continuations& of : approximants) {
    if (std::ranges::find(orders, of.approximant.order) == orders.end()) continue;
    ++all;
    result.behind_poles += of.behind_poles[coupling];
    std::vector<double> values = of.free[coupling];
    std::erase_if(values, [](double value) { return std::isnan(value); });
    const double share =
        static_cast<double>(values.size()) / static_cast<double>(of.free[coupling].size());
    if (share < least_free) continue;
    result.free += share;
    taken.push_back(&of.free[coupling]);
    const double middle = median(values);
    low = std::min(low, middle);
    high = std::max(high, middle);
  }
  if (all > 0) result.behind_poles /= static_cast<double>(all);
  if (taken.empty()) return result;
  result.free /= static_cast<double>(all);
  result.spread = (high - low) / 2;
  std::vector<double> medians, of_draw;
  for (std::size_t draw = 0; draw < taken.front()->size(); ++draw) {
    of_draw.clear();
    for (const std::vector<double>* values : taken) {
      if (!std::isnan((*values)[draw])) of_draw.push_back((*values)[draw]);
    }
    if (!of_draw.empty()) medians.push_back(median(of_draw));
  }
  result.value = summed(std::move(medians));
  return result;
}

void widen(SummedValue& value, double by) {
  value.low = value.value - std::hypot(value.value - value.low, by);
  value.high = value.value + std::hypot(value.high - value.value, by);
  value.error = (value.high - value.low) / 2;
}

Reason take_together(const std::vector<Continuations>& approximants, double first,
                     std::span<const int> orders, std::size_t coupling, SummedValue& result) {
  const auto two = [&](std::size_t from) {
    return orders.subspan(from, std::min<std::size_t>(2, orders.size() - from));
  };
  const Consensus last = consensus(approximants, two(0), coupling);
  result = last.value;
  result.poles = last.behind_poles;
  result.reliable = false;
  if (last.free == 0) {
    result.value = result.error = result.low = result.high = std::nan("");
    return Reason::no_approximant;
  }
  double before = first;
  if (orders.size() > 1) {
    const Consensus lower = consensus(approximants, two(1), coupling);
    if (lower.free > 0) before = lower.value.value;
  }
  widen(result,
        truncation_factor * (last.spread + std::abs(result.value - before)) / std::sqrt(last.free));
  if (last.behind_poles >= most_behind_poles) return Reason::behind_poles;
  result.reliable = true;
  return Reason::none;
}

std::string text_of(Reason reason, double from) {
  switch (reason) {
    case Reason::no_approximant:
      return fmt::format(
          "from U = {:.6g} on no approximant is free of poles: the partial sum stands in", from);
    case Reason::behind_poles:
      return fmt::format(
          "from U = {:.6g} on poles near the axis lie before the values taken together: they are "
          "not reliable",
          from);
    case Reason::none:
      break;
  }
  return "";
}

}  // namespace

Together taken_together(const std::vector<Continuations>& approximants, double first,
                        std::span<const int> orders, const std::vector<double>& couplings) {
  Together result;
  result.at.resize(couplings.size());
  std::vector<Reason> reasons(couplings.size());
  for (std::size_t i = 0; i < couplings.size(); ++i)
    reasons[i] = take_together(approximants, first, orders, i, result.at[i]);
  if (furthest(couplings) < 0) std::reverse(reasons.begin(), reasons.end());
  for (const Reason reason : {Reason::behind_poles, Reason::no_approximant}) {
    const auto found = std::find(reasons.begin(), reasons.end(), reason);
    if (found == reasons.end()) continue;
    const auto place = static_cast<std::size_t>(found - reasons.begin());
    result.warnings.push_back(text_of(reason, furthest(couplings) < 0
                                                  ? couplings[couplings.size() - 1 - place]
                                                  : couplings[place]));
  }
  return result;
}

}  // namespace diagc::series
