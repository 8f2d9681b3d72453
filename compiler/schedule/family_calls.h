// The calls of some families, to be sorted by their arguments.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/schedule/order.h"

namespace diagc {

/// Values that are calls, with their arguments in one array: sorting then touches no call table.
class FamilyCalls {
 public:
  FamilyCalls(const Graph& graph, const Values& values, const std::vector<std::string>& families);

  /// Of all families, each once.
  const std::vector<std::string>& parameters() const { return parameters_; }

  /// Their values in the order of the keys.
  std::vector<NodeId> sorted(const std::vector<OrderRule::Key>& keys,
                             const std::atomic<bool>* stop) const;

 private:
  std::vector<std::string> parameters_;
  std::vector<NodeId> nodes_;
  std::vector<std::int64_t> arguments_;  ///< [call][parameter]; 0 where its family has it not
};

}  // namespace diagc
