#include "compiler/arrays/single_points.h"

#include <algorithm>

#include "compiler/arrays/linear_map.h"

namespace diagc::arrays {

namespace {

/// Along one cyclic axis, or none, as all that it reads.
bool is_single(const ArrayGraph& graph, const ArrayNode& node) {
  const auto single = [](const ArrayNode& array) {
    return array.axes.empty() || (array.axes.size() == 1 && array.cyclic_axis(array.axes[0]) != 0);
  };
  const bool cyclic =
      std::ranges::all_of(node.variables, [&, variable = Variable{0}](std::uint64_t) mutable {
        return node.cyclic_axis(variable++) != 0;
      });
  return cyclic && single(node) && std::ranges::all_of(node.operands, [&](const Operand& operand) {
           return single(graph.nodes[operand.array]);
         });
}

ArrayNode product_of(const ArrayGraph& graph, const ArrayNode& node) {
  const std::uint32_t axis = node.axes.empty() ? 0 : node.cyclic_axis(node.axes[0]);
  MapBuilder to(axis, 1);
  std::vector<NodeId> factors;
  for (const Operand& operand : node.operands) {
    const ArrayNode& array = graph.nodes[operand.array];
    const bool along = !array.axes.empty() && array.cyclic_axis(array.axes[0]) == axis;
    factors.push_back(array.axes.empty() ? to.scalar(operand.array, Type::complex)
                                         : to.at(operand.array, along ? 1 : 0, Type::complex));
  }
  return to.finish(factors.size() == 1 ? factors[0] : to.graph.product(factors));
}

}  // namespace

bool has_single_points(const ArrayGraph& graph) {
  return !graph.cyclic.empty() && std::ranges::all_of(graph.cyclic, [](const CyclicAxis& axis) {
    return axis.points() == 1;
  });
}

ArrayGraph without_single_sums(const ArrayGraph& graph) {
  ArrayGraph result = graph;
  for (ArrayNode& node : result.nodes) {
    if (node.operands.empty() || !is_single(graph, node)) continue;
    if (node.kind == ArrayKind::contract || node.kind == ArrayKind::reduce) {
      node = product_of(graph, node);
    } else if (node.kind == ArrayKind::map && node.axes.size() == 1) {
      for (Operand& operand : node.operands) {
        std::vector<Argument> arguments = arguments_of(operand);
        const bool along = !arguments.empty() && !arguments[0].empty();
        if (along) operand = operand_at(operand.array, {{{node.axes[0], 1}}});
      }
    }
  }
  return result;
}

}  // namespace diagc::arrays
