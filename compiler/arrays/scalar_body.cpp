#include "compiler/arrays/scalar_body.h"

#include <map>

#include <fmt/format.h>

#include "compiler/graph/builder.h"

namespace diagc::arrays {

std::shared_ptr<Signature> body_signature(const std::vector<Type>& inputs, Type output) {
  auto signature = std::make_shared<Signature>();
  signature->name = "map";
  for (std::uint32_t k = 0; k < inputs.size(); ++k) {
    signature->inputs.push_back(
        {fmt::format("x{}", k), "", {}, ElementShape::scalar, inputs[k], k});
  }
  signature->outputs.push_back({"value", "", {}, ElementShape::scalar, output, 0});
  return signature;
}

ScalarBody scalar_body(const Graph& graph, NodeId root,
                       const std::function<bool(NodeId)>& is_operand) {
  std::vector<NodeId> nodes{root};
  std::map<NodeId, NodeId> renamed{{root, no_node}};
  for (std::size_t next = 0; next < nodes.size(); ++next) {
    for (std::size_t k = 0; k < graph.operand_count(nodes[next]); ++k) {
      const NodeId operand = graph.operand(nodes[next], k);
      if (renamed.emplace(operand, no_node).second) nodes.push_back(operand);
    }
  }
  ScalarBody body;
  GraphBuilder builder(GraphBuilder::Sharing::hash_consed);
  std::vector<Type> types;
  for (auto& [id, copy] : renamed) {  // ascending: operands first
    const Node& node = graph[id];
    if (node.kind == Kind::one) {
      copy = builder.one();
    } else if (is_operand(id)) {
      copy = builder.leaf(Kind::input, node.type, static_cast<std::uint32_t>(types.size()));
      types.push_back(node.type);
      body.operands.push_back(id);
    } else {
      std::vector<Term> terms;
      for (const Term& term : graph.terms(id)) {
        terms.push_back({renamed.at(term.node),
                         builder.coefficients.add(graph.coefficients()[term.coefficient])});
      }
      Node own = node;
      own.call = no_call;
      copy = is_leaf(node.kind) ? builder.leaf(node.kind, node.type, node.payload)
                                : builder.add(own, terms);
    }
  }
  body.graph = std::make_shared<const Graph>(builder.finish({renamed.at(root)},
                                                            body_signature(types, graph[root].type),
                                                            std::make_shared<const CallTable>()));
  return body;
}

std::shared_ptr<const Graph> body_of_number(const Rational& value) {
  GraphBuilder builder(GraphBuilder::Sharing::hash_consed);
  const Term term{builder.one(), builder.coefficients.add(value)};
  const NodeId node = builder.sum(std::span(&term, 1));
  auto signature = body_signature({}, Type::real);
  signature->name = "number";
  return std::make_shared<const Graph>(
      builder.finish({node}, std::move(signature), std::make_shared<const CallTable>()));
}

}  // namespace diagc::arrays
