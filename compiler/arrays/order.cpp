#include "compiler/arrays/order.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::arrays {

void verify(const Network& network, const Order& order) {
  const std::size_t tensors = network.tensors.size();
  const std::size_t steps = tensors == 0 ? 0 : tensors - 1;
  if (order.steps.size() != steps) {
    throw std::logic_error(
        fmt::format("order: found {} steps, expected {}", order.steps.size(), steps));
  }
  std::vector<bool> used(tensors + steps);
  for (std::size_t s = 0; s < steps; ++s) {
    for (const std::uint32_t value : order.steps[s]) {
      if (value >= tensors + s || used[value]) {
        throw std::logic_error(fmt::format("order: step {} uses value {}", s, value));
      }
      used[value] = true;
    }
  }
  std::vector<bool> sliced(network.extents.size());
  for (const Label label : order.sliced) {
    if (label >= network.extents.size() || sliced[label]) {
      throw std::logic_error(fmt::format("order: label {} is sliced", label));
    }
    sliced[label] = true;
  }
}

std::vector<std::vector<Label>> value_labels(const Network& network, const Order& order) {
  std::vector<bool> sliced(network.extents.size());
  for (const Label label : order.sliced) sliced[label] = true;
  std::vector<std::uint32_t> users(network.extents.size());  // values not yet used that have it
  std::vector<std::vector<Label>> labels;
  labels.reserve(network.tensors.size() + order.steps.size());
  for (const auto& axes : network.tensors) {
    std::vector<Label>& own = labels.emplace_back(axes);
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
    std::erase_if(own, [&](Label label) { return sliced[label]; });
    for (const Label label : own) ++users[label];
  }
  for (const Label label : network.open) ++users[label];
  for (const auto& [a, b] : order.steps) {
    std::vector<Label> both;
    std::ranges::set_union(labels[a], labels[b], std::back_inserter(both));
    for (const Label label : labels[a]) --users[label];
    for (const Label label : labels[b]) --users[label];
    std::erase_if(both, [&](Label label) { return users[label] == 0; });
    for (const Label label : both) ++users[label];
    labels.push_back(std::move(both));
  }
  return labels;
}

OrderCost cost(const Network& network, const Order& order, const std::vector<double>& log2_runs) {
  std::vector<double> log2_extent(network.extents.size());
  for (std::size_t l = 0; l < log2_extent.size(); ++l) {
    log2_extent[l] = std::log2(static_cast<double>(network.extents[l]));
  }
  const auto size = [&](const std::vector<Label>& labels) {
    double sum = 0;
    for (const Label label : labels) sum += log2_extent[label];
    return sum;
  };
  OrderCost result;
  for (const Label label : order.sliced) result.log2_slices += log2_extent[label];
  const auto labels = value_labels(network, order);
  for (const auto& own : labels) result.log2_width = std::max(result.log2_width, size(own));
  double largest = 0, sum = 0;  // Σ 2^x as sum · 2^largest
  for (std::size_t s = 0; s < order.steps.size(); ++s) {
    const auto [a, b] = order.steps[s];
    std::vector<Label> both;
    std::ranges::set_union(labels[a], labels[b], std::back_inserter(both));
    const double macs = size(both) + (log2_runs.empty() ? result.log2_slices : log2_runs[s]);
    if (macs > largest) {
      sum *= std::exp2(largest - macs);
      largest = macs;
    }
    sum += std::exp2(macs - largest);
  }
  if (sum > 0) result.log10_macs = (largest + std::log2(sum)) * std::log10(2.0);
  return result;
}

}  // namespace diagc::arrays
