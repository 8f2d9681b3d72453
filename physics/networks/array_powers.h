// The powers of two of arrays that devices exchange or add up over loops, as sums that the devices find without the host.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_plan.h"

namespace diagc::networks {

/// struct PowerTerm of device/text/powers.cuh.
struct PowerTerm {
  std::uint32_t
      index;  ///< of a value, whose largest number's exponent it is, or behind all values of a launch that exchanges or adds a term
  std::int32_t weight;
};

/// Terms of all exchanges of a plan and of all its sums over loops. The power in which a step's result is computed is that of its operands and of their
/// largest numbers: over all steps before, a sum of exponents of largest numbers, of powers that earlier exchanges and sums brought arrays to,
/// and of powers that tensors are given with.
struct ArrayPowers {
  explicit ArrayPowers(const arrays::DevicePlan& plan);

  std::vector<PowerTerm> terms;
  std::vector<std::size_t> first;  ///< by launch, and behind the last one: where its terms begin
  /// By launch: the tensors' terms, whose weights are those of the powers they are given with.
  std::vector<std::vector<PowerTerm>> tensors;
};

/// Whether a launch brings arrays to one power of two.
bool finds_power(const arrays::DeviceLaunch& launch);

}  // namespace diagc::networks
