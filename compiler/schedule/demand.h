// Values computed on demand, each right after the operands that it still lacks.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "compiler/schedule/values.h"

namespace diagc {

/// Who reads each value: what orders whose users may go first look at.
struct Uses {
  Uses(const Values& values, std::size_t nodes, const std::atomic<bool>* stop);

  std::vector<std::uint32_t> of_operands;  ///< by node: how often it is read
  std::vector<std::uint32_t> of_values;    ///< by node: how many operands it reads
  std::vector<std::uint32_t> first_user;   ///< by node, into `users`
  std::vector<NodeId> users;
};

/// Demands a sequence of values, then the outputs. With `uses`, of the same values, a user is computed as soon as it can be and ends the life of
/// an operand; `backwards`: operands last to first. `stop` is polled, and Stopped is thrown once it is set.
std::vector<NodeId> by_demand(const std::vector<NodeId>& sequence, const Values& values,
                              std::size_t nodes, const Uses* uses, bool backwards,
                              const std::atomic<bool>* stop);

}  // namespace diagc
