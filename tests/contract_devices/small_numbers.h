// Numbers of networks whose derivatives are exact in double precision.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "physics/networks/gradient.h"

namespace diagc::networks {

/// Whole numbers: sums and products are exact.
inline TensorValues small_numbers(const arrays::Network& network, bool is_complex,
                                  std::mt19937& random) {
  TensorValues values{is_complex, {}};
  for (const auto& axes : network.tensors) {
    auto& numbers =
        values.numbers.emplace_back(*element_count(network, axes) * (is_complex ? 2 : 1));
    for (double& number : numbers) number = static_cast<double>(random() % 5) - 2;
  }
  return values;
}

inline std::vector<double> scaled(const Gradient& gradient, std::size_t tensor) {
  std::vector<double> numbers = gradient.environments.numbers[tensor];
  for (double& number : numbers)
    number = std::ldexp(number, static_cast<int>(gradient.exponents[tensor]));
  return numbers;
}

}  // namespace diagc::networks
