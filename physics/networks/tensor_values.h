// The numbers of a network's tensors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/arrays/network.h"

namespace diagc::networks {

struct TensorValues {
  bool is_complex = false;
  /// By tensor, in C order; complex numbers are real and imaginary part after each other.
  std::vector<std::vector<double>> numbers;
  /// What whole numbers beyond 2^53 are more than the doubles in `numbers`; of a tensor without such numbers empty, as may be the whole list.
  std::vector<std::vector<double>> lacking = {};

  /// Nothing where element `index` of a tensor is what its double says.
  double lacking_of(std::size_t tensor, std::size_t index) const {
    return tensor < lacking.size() && !lacking[tensor].empty() ? lacking[tensor][index] : 0;
  }
};

/// How tensors are filled where no arrays are given.
struct Fill {
  enum class Kind : std::uint8_t { constant, random } kind = Kind::constant;
  double value = 1;
  std::uint64_t seed = 0;
};

/// `ones`, `random:SEED` or a number. Throws std::runtime_error for other text.
Fill parse_fill(const std::string& text);

/// Random numbers are uniform in (−1, 1), both parts of complex ones.
TensorValues filled(const arrays::Network& network, const Fill& fill, bool is_complex);

}  // namespace diagc::networks
