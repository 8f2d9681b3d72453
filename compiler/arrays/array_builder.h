// Nodes of an array graph, each kept once.
#pragma once

#include <string>
#include <unordered_map>

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

class ArrayBuilder {
 public:
  ArrayGraph graph;

  /// The node, or an earlier one that equals it.
  ArrayId add(ArrayNode node);
  /// A map without operands and axes whose value is this number.
  ArrayId number(const Rational& value);
  /// The number of points of a cyclic axis to some power, without axes.
  ArrayId power_of_length(std::uint32_t axis, std::int32_t power);

 private:
  std::unordered_map<std::string, ArrayId> index_;
};

/// The graph without nodes that no output needs; inputs stay.
ArrayGraph without_unused(const ArrayGraph& graph);

}  // namespace diagc::arrays
