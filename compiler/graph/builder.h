// Building graphs, node by node, operands first.
#pragma once

#include <span>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/graph/huge_pages.h"

namespace diagc {

/// Appends nodes in topological order. With hash-consing a node that equals an earlier one (kind, type, payload,
/// operands and coefficients in order, compared in full) is that earlier one; without, every call makes a node.
/// The unit is node 0 from the start. The builder does no algebra: passes simplify.
class GraphBuilder {
 public:
  enum class Sharing { hash_consed, as_given };

  explicit GraphBuilder(Sharing sharing);
  /// A builder for a pass over `graph`: same signature, calls, coefficients and constants.
  GraphBuilder(const Graph& graph, Sharing sharing);

  Coefficients coefficients;
  std::vector<std::complex<double>> constants;

  /// Makes room: growing by doubling copies large graphs and takes twice their memory.
  void reserve(std::size_t nodes, std::size_t edges);

  NodeId one() const { return 0; }
  NodeId leaf(Kind kind, Type type, std::uint32_t payload);
  NodeId sum(std::span<const Term> terms);
  NodeId product(std::span<const NodeId> factors);
  /// Prefetches what `product(factors)` looks at first, so that many products made one after another wait for memory once.
  void prefetch_product(std::span<const NodeId> factors) const;
  NodeId function(Kind kind, std::span<const NodeId> operands);  ///< quotient … complex
  /// Any node, operands already in this builder's numbering. The type is derived from the operands.
  NodeId add(Node node, std::span<const Term> operands);

  const Node& operator[](NodeId node) const { return nodes_[node]; }
  std::span<const Term> operands(NodeId node) const;
  std::size_t node_count() const { return nodes_.size(); }
  std::size_t edge_count() const { return terms_.size(); }
  /// Marks a node as the value of a call; the first call stays.
  void set_call(NodeId node, CallId call);

  /// Drops the nodes that `needed` does not depend on, in place; the unit stays. Returns the new number of every old
  /// node, no_node where it is gone. Nodes made afterwards are not shared with those made before.
  std::vector<NodeId> prune(std::span<const NodeId> needed);

  Graph finish(std::vector<NodeId> outputs, std::shared_ptr<const Signature> signature,
               std::shared_ptr<const CallTable> calls);
  /// For passes: signature and calls of the graph that the builder was made from.
  Graph finish(std::vector<NodeId> outputs);

 private:
  NodeId append(const Node& node, std::span<const Term> operands);
  static std::uint64_t hash(const Node& node, std::span<const Term> operands);
  void grow_index();

  Sharing sharing_;
  template <class T>
  using Table = std::vector<T, HugePages<T>>;

  Table<Node> nodes_;
  Table<std::uint32_t> first_term_;
  Table<Term> terms_;
  struct Slot {
    std::uint32_t hash = 0;
    NodeId node = no_node;  ///< no_node where the slot is free
  };
  Table<Slot>
      index_;  ///< open addressing over nodes, when hash-consed; unequal hashes spare a look at the node
  bool has_complex_ = false;
  std::shared_ptr<const Signature> signature_;
  std::shared_ptr<const CallTable> calls_;
};

/// The type that a node of this kind has with operands of these types.
Type result_type(Kind kind, Type joined_operands);

}  // namespace diagc
