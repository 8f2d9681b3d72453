// Derivatives of a network's value with respect to every element of every tensor.
//
// The derivative with respect to a tensor is the network without it, its environment. A reverse sweep through the order gives all of them: the
// derivative with respect to an operand is the one with respect to the result, contracted with the other operand. That is twice the work of
// the value, and what loops within take again (compiler/arrays/reverse_sweep.h). Complex tensors have holomorphic derivatives, nothing is conjugated.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/reverse_sweep.h"
#include "physics/networks/tensor_values.h"

namespace diagc::networks {

struct Gradient {
  /// As TensorValues has tensors: environments of all of them, numbers times 2^exponents[t].
  TensorValues environments;
  std::vector<std::int64_t> exponents;  ///< by tensor
  std::uint64_t most_elements =
      0;  ///< of values and derivatives that were there at a time; on processors
};

/// A sweep on processors in which sums over sliced labels end early, but for those over `outer`. Values of loops are kept as far as `memory` bytes
/// allow; where there is too little memory for the sums of loops, the largest of them become those of slices. Where nothing helps, the one that needs
/// least.
arrays::ReverseSweep gradient_sweep(const arrays::Network& network, const arrays::Order& order,
                                    std::vector<arrays::Label> outer, bool is_complex,
                                    std::uint64_t memory, unsigned threads);

/// Bytes that gradient() takes at most, in double precision whatever the element.
std::uint64_t gradient_bytes(const arrays::Network& network, const arrays::ReverseSweep& sweep,
                             bool is_complex, unsigned threads);

/// Of a network without open axes; throws std::runtime_error where it has some. The sweep is one of the order. Results have the same bits for any
/// number of threads.
Gradient gradient(const arrays::Network& network, const arrays::Order& order,
                  const arrays::ReverseSweep& sweep, const TensorValues& values, unsigned threads);

/// All sums over sliced labels are those of slices.
Gradient gradient(const arrays::Network& network, const arrays::Order& order,
                  const TensorValues& values, unsigned threads);

}  // namespace diagc::networks
