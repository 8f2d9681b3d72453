// The transposed graph: who uses a node.
#pragma once

#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// The in-edges of every node, in arrays beside the graph, since most passes need only counts. A user that has an operand twice is
/// listed twice; users are ascending.
class Users {
 public:
  explicit Users(const Graph& graph);
  std::span<const NodeId> operator[](NodeId node) const {
    return std::span(users_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  std::size_t count(NodeId node) const { return first_[node + 1] - first_[node]; }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<NodeId> users_;
};

/// For every node the number of its in-edges from nodes that an output needs; being an output
/// counts as one more use.
std::vector<std::uint32_t> use_counts(const Graph& graph);
/// The same where `needed_nodes` are known already.
std::vector<std::uint32_t> use_counts(const Graph& graph, const std::vector<std::uint8_t>& needed);

/// For every node 1 when an output depends on it (or is it), else 0. The unit is always needed.
/// Nodes are topologically sorted, so that one loop in descending order finds them.
std::vector<std::uint8_t> needed_nodes(const Graph& graph);

}  // namespace diagc
