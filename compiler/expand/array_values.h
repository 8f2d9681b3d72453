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
  std::uint64_t extent = 1;  ///< variables run over 0 … extent − 1; of a cyclic one not known here
  bool cyclic =
      false;  ///< arguments are sums of variables, modulo a length that expansion does not know
  bool is_factor = true;  ///< a variable that is summed and stands nowhere multiplies by the extent
};

struct AxisVariable {
  std::uint32_t level = 0;  ///< which variable of an array's body
  std::uint32_t axis = 0;   ///< what it runs over
  auto operator<=>(const AxisVariable&) const = default;
};

/// One argument behind an array: a variable, or on a cyclic axis a sum of variables, each with a sign. Without variables: the origin.
struct AxisArgument {
  struct Term {
    std::uint32_t level = 0;
    std::int32_t sign = 1;  ///< 1 or −1
    auto operator<=>(const Term&) const = default;
  };
  std::uint32_t axis = 0;
  std::vector<Term> terms;  ///< ascending by level
  auto operator<=>(const AxisArgument&) const = default;

  bool is_variable() const { return terms.size() == 1 && terms[0].sign == 1; }
  AxisVariable variable() const { return {terms.at(0).level, axis}; }
};

/// Element [axes] of an array of which kind is
///
///   input   that of an input with these axes; `leaf` is the number of its static element among the scalars of all inputs
///   table   0 or 1; `bits` has '0' and '1', the last axis fastest
///   sum     Σ over `summed` of the body, a node over the variables of `axes` and `summed`, divided by the lengths of `divisors`
///   product ∫_C body(z, s) right(s, z') ds, both over the variables of `axes`
struct ExpandedArray {
  enum class Kind : std::uint8_t { input, table, sum, product };
  Kind kind = Kind::sum;
  std::vector<AxisVariable> axes;  ///< different variables
  std::vector<AxisVariable>
      summed;  ///< others; those of axes of static extent all stand in the body
  std::vector<std::uint32_t> divisors;  ///< cyclic axes, an axis once for each division
  std::uint32_t leaf = 0;
  std::string bits;
  NodeId body = no_node;
  NodeId right = no_node;
  auto operator<=>(const ExpandedArray&) const = default;
};

/// array[arguments], a leaf of the scalar graph.
struct ArrayElement {
  std::uint32_t array = 0;
  std::vector<AxisArgument> arguments;  ///< one for each axis of the array; two may be equal
  auto operator<=>(const ArrayElement&) const = default;
};

}  // namespace diagc
