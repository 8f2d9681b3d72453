// Arrays as expansion finds them.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

struct Axis {
  std::string name;
  std::uint64_t extent = 1;  ///< variables run over 0 … extent − 1
};

struct AxisVariable {
  std::uint32_t level = 0;  ///< which variable of an array's body
  std::uint32_t axis = 0;   ///< what it runs over
  auto operator<=>(const AxisVariable&) const = default;
};

/// Element [axes] of an array of which kind is
///
///   input   that of an input with these axes; `leaf` is the number of its static element among the scalars of all inputs
///   table   0 or 1; `bits` has '0' and '1', the last axis fastest
///   sum     Σ over `summed` of the body, a node over the variables of `axes` and `summed`
struct ExpandedArray {
  enum class Kind : std::uint8_t { input, table, sum };
  Kind kind = Kind::sum;
  std::vector<AxisVariable> axes;    ///< different variables
  std::vector<AxisVariable> summed;  ///< others, all of which stand in the body
  std::uint32_t leaf = 0;
  std::string bits;
  NodeId body = no_node;
  auto operator<=>(const ExpandedArray&) const = default;
};

/// array[variables], a leaf of the scalar graph.
struct ArrayElement {
  std::uint32_t array = 0;
  std::vector<AxisVariable> variables;  ///< one for each axis of the array; one may stand twice
  auto operator<=>(const ArrayElement&) const = default;
};

}  // namespace diagc
