// Maps that Fourier transforms go through.
#pragma once

#include <functional>

#include "compiler/arrays/array_graph.h"
#include "compiler/graph/builder.h"

namespace diagc::arrays {

/// Whether a map along one cyclic axis is a sum of products, quotients and conjugates in which every term has one factor with the axis, at
/// the axis's variable or its negative: F[y](R) is then the same sum of the operands' transforms.
bool is_linear(const ArrayGraph& graph, const ArrayNode& map);

/// A map under construction over one cyclic variable, or over none.
class MapBuilder {
 public:
  /// `axis`: one more than the number of the cyclic axis; 0: a map without axes.
  MapBuilder(std::uint32_t axis, std::uint64_t points);

  /// An array at sign · the variable; at the origin where sign is 0.
  NodeId at(ArrayId array, std::int32_t sign, Type type);
  NodeId scalar(ArrayId array, Type type);  ///< an array without axes
  ArrayNode finish(NodeId value);

  GraphBuilder graph;

 private:
  NodeId leaf(Operand operand, Type type);

  ArrayNode node_;
  std::vector<Type> types_;
};

/// The value at sign · the variable of the new map of what a linear map is there: `at(k, sign)` gives operand k, which has the axis,
/// `scalar(k)` one that has none.
NodeId copy_linear(MapBuilder& to, const ArrayNode& map, std::int32_t sign,
                   const std::function<NodeId(std::size_t, std::int32_t)>& at,
                   const std::function<NodeId(std::size_t)>& scalar);

}  // namespace diagc::arrays
