// Slices of a plan: where its tensors begin in one, and what its last value is for the result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "physics/networks/execute.h"
#include "physics/networks/scaling.h"
#include "physics/networks/tensor_stride.h"
#include "runtime/linear/contract.h"

namespace diagc::networks {

/// By tensor, the first element of a slice.
inline std::vector<std::uint64_t> slice_starts(const arrays::Network& network,
                                               const arrays::Plan& plan, std::uint64_t slice) {
  std::vector<std::uint64_t> starts(network.tensors.size());
  for (std::size_t k = plan.sliced.size(); k-- > 0;) {
    const arrays::Label label = plan.sliced[k];
    const std::uint64_t index = slice % network.extents[label];
    slice /= network.extents[label];
    for (std::size_t t = 0; t < starts.size(); ++t)
      starts[t] += index * tensor_stride(network, network.tensors[t], label);
  }
  return starts;
}

/// The plan's last value with its axes in the order of the result: a contraction with the number 1, which also takes what is to be summed of a
/// network of one tensor.
inline linear::Contraction contraction_into_result(const arrays::Network& network,
                                                   const arrays::Plan& plan) {
  const std::vector<arrays::Label>& labels = plan.values[plan.result].labels;
  // Axes of extent 1 move nothing.
  const auto has_axis = [&](arrays::Label label) {
    return std::ranges::count(plan.sliced, label) == 0 && network.extents[label] > 1;
  };
  const auto axis = [&](arrays::Label label) {
    return linear::Axis{network.extents[label], 0, tensor_stride(network, labels, label), 0};
  };
  linear::Contraction shape;
  for (const arrays::Label label : network.open)
    if (has_axis(label)) shape.columns.push_back(axis(label));
  std::uint64_t c = 1;
  for (std::size_t k = shape.columns.size(); k-- > 0;) {
    shape.columns[k].c = c;
    c *= shape.columns[k].extent;
  }
  std::vector<arrays::Label> summed = labels;
  std::ranges::sort(summed);
  summed.erase(std::unique(summed.begin(), summed.end()), summed.end());
  for (const arrays::Label label : summed) {
    if (has_axis(label) && std::ranges::count(network.open, label) == 0)
      shape.summed.push_back(axis(label));
  }
  return shape;
}

/// The sum of a slice: `values` are those of the plan's last value, times 2^exponent.
template <class Value>
ScaledArray<Value> sum_of_slice(const linear::Contraction& into_result, const Value* values,
                                std::int64_t exponent, unsigned threads, std::uint32_t prime) {
  std::uint64_t count = 1;
  for (const linear::Axis& axis : into_result.columns) count *= axis.extent;
  ScaledArray<Value> sum{std::vector<Value>(count), exponent};
  Value unit;
  if constexpr (std::is_same_v<Value, linear::Residue>) {
    unit = {1};
  } else if constexpr (std::is_same_v<Value, linear::Tropical>) {
    unit = {0, 1};
  } else {
    unit = Value(1);
  }
  linear::contract(into_result, &unit, values, sum.values.data(), threads, prime);
  sum.exponent += scale(sum.values.data(), count, 0, threads);
  return sum;
}

}  // namespace diagc::networks
