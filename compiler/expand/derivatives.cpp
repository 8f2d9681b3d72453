#include "compiler/expand/derivatives.h"

#include <limits>

namespace diagc::expansion {

NodeId Derivatives::source(std::int64_t index) {
  has_sources_ = true;
  return builder_.leaf(Kind::input, Type::real,
                       signature_.leaves() + static_cast<std::uint32_t>(index));
}

bool Derivatives::is_source(NodeId node) const {
  return builder_[node].kind == Kind::input && builder_[node].payload >= signature_.leaves();
}

Derivatives::Leaves Derivatives::leaves_with(NodeId leaf) const {
  if (is_source(leaf))
    return {Kind::input, signature_.leaves(), std::numeric_limits<std::uint32_t>::max()};
  const Node& node = builder_[leaf];
  const Variable& variable = node.kind == Kind::input ? signature_.input_of(node.payload)
                                                      : signature_.param_of(node.payload);
  return {node.kind, variable.first,
          variable.first + static_cast<std::uint32_t>(variable.scalars() - 1)};
}

Term Derivatives::derivative(NodeId value, NodeId leaf) {
  const Leaves leaves = leaves_with(leaf);
  const auto [sweep, is_new] = found_.try_emplace({leaves, value});
  if (is_new) {
    Dependence& dependence = dependences_[leaves];
    dependence.extend(builder_, [&](const Node& node) {
      return node.kind == leaves.kind && node.payload >= leaves.first &&
             node.payload <= leaves.last;
    });
    const Adjoints adjoints(builder_, dependence, value);
    for (const auto& [node, adjoint] : adjoints.entries()) {
      if (can_be_by(node)) sweep->second.emplace(node, adjoint);
      if (adjoint.coefficient == unit_coefficient && !is_leaf(builder_[adjoint.node].kind))
        records_.push_back({node, adjoint.node, completed_});
    }
  }
  const auto found = sweep->second.find(leaf);
  return found == sweep->second.end() ? Term{no_node} : found->second;
}

}  // namespace diagc::expansion
