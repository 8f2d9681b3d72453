// Parts of scalar graphs as graphs of their own: the bodies of maps.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc::arrays {

struct ScalarBody {
  std::shared_ptr<const Graph> graph;  ///< inputs `x0`, `x1`, … and one output
  std::vector<NodeId> operands;        ///< what the inputs stand for, nodes of the original
};

/// The part below `root`; nodes for which `is_operand` holds become inputs.
ScalarBody scalar_body(const Graph& graph, NodeId root,
                       const std::function<bool(NodeId)>& is_operand);

/// The body of a map without operands whose value is this number.
std::shared_ptr<const Graph> body_of_number(const Rational& value);

/// A signature of inputs `x0`, `x1`, … of these types and one output `value`.
std::shared_ptr<Signature> body_signature(const std::vector<Type>& inputs, Type output);

}  // namespace diagc::arrays
