#include "compiler/graph/operations.h"

#include "compiler/graph/users.h"

namespace diagc {

std::uint64_t Operations::flops() const {
  return multiplications + additions + divisions + functions;
}

std::uint64_t Operations::cost() const {
  return multiplications + additions + 4 * (divisions + roots) + 8 * (functions - roots);
}

Operations& Operations::operator+=(const Operations& other) {
  multiplications += other.multiplications;
  additions += other.additions;
  divisions += other.divisions;
  functions += other.functions;
  roots += other.roots;
  return *this;
}

namespace {

Operations of_sum(const Graph& graph, NodeId node) {
  Operations cost;
  std::uint64_t real_parts = 0, imaginary_parts = 0;
  for (const Term term : graph.terms(node)) {
    const Node& operand = graph[term.node];
    // i x occupies the imaginary part alone.
    const bool imaginary = operand.kind == Kind::imaginary;
    const auto rows = static_cast<std::uint64_t>(imaginary ? 1 : rows_of(operand.type));
    if (term.coefficient > minus_coefficient && operand.kind != Kind::one && !imaginary &&
        operand.kind != Kind::constant) {
      cost.multiplications += rows;
    }
    real_parts += imaginary ? 0 : 1;
    imaginary_parts += operand.type == Type::complex ? 1 : 0;
  }
  if (real_parts > 1) cost.additions += real_parts - 1;
  if (imaginary_parts > 1) cost.additions += imaginary_parts - 1;
  return cost;
}

Operations of_product(const Graph& graph, NodeId node) {
  // Real factors first, then complex ones: the cheapest order is the one that is counted.
  std::uint64_t reals = 0, complexes = 0;
  for (const Term term : graph.terms(node)) {
    const Node& factor = graph[term.node];
    if (factor.kind == Kind::one || factor.kind == Kind::imaginary) continue;
    (factor.type == Type::complex ? complexes : reals) += 1;
  }
  Operations cost;
  if (reals > 1) cost.multiplications += reals - 1;
  if (reals > 0 && complexes > 0) cost.multiplications += 2;
  if (complexes > 1) {
    cost.multiplications += 4 * (complexes - 1);
    cost.additions += 2 * (complexes - 1);
  }
  return cost;
}

}  // namespace

Operations operations(const Graph& graph, NodeId node) {
  Operations cost;
  switch (graph[node].kind) {
    case Kind::sum:
      return of_sum(graph, node);
    case Kind::product:
      return of_product(graph, node);
    case Kind::quotient: {
      const Type above = graph[graph.operand(node, 0)].type;
      const Type below = graph[graph.operand(node, 1)].type;
      cost.divisions = static_cast<std::uint64_t>(rows_of(join(above, below)));
      if (below == Type::complex) {
        // |b|², then a·conj(b), then two divisions.
        cost.multiplications = above == Type::complex ? 6 : 4;
        cost.additions = above == Type::complex ? 3 : 1;
        if (graph[graph.operand(node, 0)].kind == Kind::one) cost.multiplications = 2;
      }
      return cost;
    }
    case Kind::sqrt:
      cost.roots = 1;
      [[fallthrough]];
    case Kind::exp:
    case Kind::log:
    case Kind::sin:
    case Kind::cos:
      cost.functions = 1;
      return cost;
    default:
      return cost;
  }
}

Operations operations(const Graph& graph) {
  Operations total;
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (needed[node]) total += operations(graph, node);
  }
  return total;
}

}  // namespace diagc
