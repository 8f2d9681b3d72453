// Derivatives of a network's value with respect to every element of every tensor.
//
// The derivative with respect to a tensor is the network without it, its environment. A reverse sweep through the order gives all of them: the
// derivative with respect to an operand is the one with respect to the result, contracted with the other operand. That is twice the work of
// the value. Complex tensors have holomorphic derivatives, nothing is conjugated.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "physics/networks/tensor_values.h"

namespace diagc::networks {

struct Gradient {
  /// As TensorValues has tensors: environments of all of them, numbers times 2^exponents[t].
  TensorValues environments;
  std::vector<std::int64_t> exponents;  ///< by tensor
};

/// Bytes that gradient() takes at most, in double precision whatever the element.
std::uint64_t gradient_bytes(const arrays::Network& network, const arrays::Order& order,
                             bool is_complex, unsigned threads);

/// Of a network without open axes; throws std::runtime_error where it has some. Results have the same bits for any number of threads.
Gradient gradient(const arrays::Network& network, const arrays::Order& order,
                  const TensorValues& values, unsigned threads);

}  // namespace diagc::networks
