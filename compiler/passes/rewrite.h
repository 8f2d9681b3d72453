// Carrying a graph over into a new one, node by node: what most passes are written on.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/graph/builder.h"
#include "compiler/graph/huge_pages.h"
#include "compiler/graph/users.h"

namespace diagc::passes {

/// Every needed node of the old graph becomes a multiple of a node of the new one, its image. A
/// pass goes through the old nodes in order, and finds the images of their operands already there.
class Rewriter {
 public:
  explicit Rewriter(const Graph& graph) : Rewriter(graph, needed_nodes(graph)) {}
  /// `needed` in place of needed_nodes().
  Rewriter(const Graph& graph, std::vector<std::uint8_t> needed);

  const Graph& graph;
  GraphBuilder builder;

  bool needed(NodeId old) const { return needed_[old] != 0; }
  const std::vector<std::uint8_t>& needed() const { return needed_; }
  Term image(NodeId old) const { return image_[old]; }
  /// Records the image; with coefficient 1 the new node takes over the old one's call.
  void set_image(NodeId old, Term image);

  /// The same node with the images of its operands. Signs leave products; other coefficients there become nodes, since a
  /// product may have many users.
  void copy(NodeId old);

  /// A node whose value is coefficient · node: itself, or a sum of one term, made once for each.
  NodeId plain(Term term);
  /// The image of a function's operand as a node. Square root and logarithm of a number that was complex before get a
  /// complex one, also where its imaginary part has turned out to be 0: the real functions have no value for negative ones.
  NodeId argument(Kind function, NodeId old);
  /// The exact number as a term, for passes that rewrite whole sums.
  bool is_number(Term term) const { return term.node == 0; }
  bool is_zero(Term term) const {
    return term.node == 0 && term.coefficient > minus_coefficient &&
           builder.coefficients[term.coefficient] == 0;
  }
  CoefficientId multiply(CoefficientId a, CoefficientId b) {
    return builder.coefficients.multiply(a, b);
  }

  /// The new graph, its outputs the images of the old ones.
  Graph finish();

 private:
  std::vector<std::uint8_t> needed_;
  std::vector<Term, HugePages<Term>> image_;
  std::unordered_map<std::uint64_t, NodeId> multiples_;
  std::vector<Term> terms_;
};

}  // namespace diagc::passes
