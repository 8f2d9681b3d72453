// The result of a plan from its slices, last one first.
#pragma once

#include <cmath>
#include <type_traits>
#include <vector>

#include "physics/networks/execute.h"

namespace diagc::networks {

/// `Execution` has slice(), as SliceExecution and DeviceExecution.
template <class Value, class Execution>
ScaledArray<Value> all_slices(const arrays::Network& network, const arrays::Plan& plan,
                              Execution& execution, std::uint32_t modulus) {
  constexpr bool is_residue = std::is_same_v<Value, linear::Residue>,
                 is_tropical = std::is_same_v<Value, linear::Tropical>;
  constexpr std::size_t parts = std::is_floating_point_v<Value> || is_residue ? 1 : 2;
  using Kind = SliceArithmetic::Kind;
  const SliceLayout layout(network, plan);
  SliceSums sums(layout.slices_of_block(), {is_residue    ? Kind::residue
                                            : is_tropical ? Kind::tropical
                                                          : Kind::floating,
                                            modulus});
  for (std::uint64_t slice = plan.slices; slice-- > 0;) sums.add(execution.slice(slice));
  std::int64_t exponent = -1'000'000;
  for (std::uint64_t block = 0; block < layout.blocks(); ++block)
    exponent = std::max(exponent, sums.block(block).exponent);
  std::vector<double> numbers(layout.elements() * parts);
  for (std::uint64_t block = 0; block < layout.blocks(); ++block) {
    SliceSum sum = sums.block(block);
    for (double& number : sum.numbers) {
      if (!is_residue && !is_tropical)
        number = std::ldexp(number, static_cast<int>(sum.exponent - exponent));
    }
    layout.scatter(block, sum.numbers, parts, numbers);
  }
  ScaledArray<Value> result{{}, exponent};
  for (std::size_t k = 0; k < numbers.size(); k += parts) {
    if constexpr (is_residue) {
      result.values.push_back({static_cast<std::uint32_t>(numbers[k])});
    } else if constexpr (is_tropical) {
      result.values.push_back({numbers[k], static_cast<std::uint32_t>(numbers[k + 1])});
    } else if constexpr (parts == 2) {
      result.values.emplace_back(numbers[k], numbers[k + 1]);
    } else {
      result.values.push_back(static_cast<Value>(numbers[k]));
    }
  }
  return result;
}

template <class Value>
ScaledArray<Value> execute(const arrays::Network& network, const arrays::Plan& plan,
                           const std::vector<ScaledArray<Value>>& tensors, unsigned threads,
                           std::uint32_t modulus = 0, const TileCodes* codes = nullptr) {
  SliceExecution<Value> execution(network, plan, tensors, threads, modulus, codes);
  return all_slices<Value>(network, plan, execution, modulus);
}

}  // namespace diagc::networks
