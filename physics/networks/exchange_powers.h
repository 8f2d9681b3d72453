// The powers of two of arrays that devices exchange, as sums that the devices add up without the host.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_plan.h"

namespace diagc::networks {

/// struct PowerTerm of device/text/powers.cuh.
struct PowerTerm {
  std::uint32_t
      index;  ///< of a value, whose largest number's exponent it is, or behind all values of a launch that exchanges
  std::int32_t weight;
};

/// Terms of all exchanges of a plan. The power in which a step's result is computed is that of its operands and of their largest numbers: over all
/// steps before an exchange, a sum of exponents of largest numbers, of powers that earlier exchanges brought arrays to, and of powers
/// that tensors are given with.
struct ExchangePowers {
  explicit ExchangePowers(const arrays::DevicePlan& plan);

  std::vector<PowerTerm> terms;
  std::vector<std::size_t> first;  ///< by launch, and behind the last one: where its terms begin
  /// By launch: the tensors' terms, whose weights are those of the powers they are given with.
  std::vector<std::vector<PowerTerm>> tensors;
};

}  // namespace diagc::networks
