// Which nodes a kernel gives a place of their own.
#pragma once

#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

enum class Role : std::uint8_t {
  unused,   ///< no output depends on it
  leaf,     ///< an input: read from the batch where it is used
  uniform,  ///< depends on no input, the same for all configurations: computed once before the loop
  fused,  ///< a product that sums alone read, mostly one sum: part of their statements, mostly a fused multiply-add
  value,  ///< computed by a statement of its own for every configuration
};

/// Products of two factors that several sums read.
enum class SharedProducts : std::uint8_t {
  computed_once,
  fused,  ///< into each of the sums: one operation a sum, and sums that agree by chance stay apart
};

/// The roles of all nodes, and the graph of values alone (leaves, uniforms and fused products looked through).
struct Values {
  explicit Values(const Graph& graph,
                  SharedProducts shared_products = SharedProducts::computed_once);

  /// Values that the value `node` is computed from, an operand that occurs twice named twice.
  std::span<const NodeId> operands(NodeId node) const {
    return std::span(operands_).subspan(first_operand_[node],
                                        first_operand_[node + 1] - first_operand_[node]);
  }
  std::size_t edge_count() const { return operands_.size(); }

  std::vector<Role> role;             ///< by node
  std::vector<NodeId> values;         ///< nodes with Role::value, ascending
  std::vector<NodeId> output_values;  ///< values that are outputs, in the order of the outputs

 private:
  std::vector<std::uint32_t> first_operand_;
  std::vector<NodeId> operands_;
};

}  // namespace diagc
