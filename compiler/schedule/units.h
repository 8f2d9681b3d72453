// Units: stretches of a large graph that look alike, so that one piece of code can compute many of them.
//
// The calls of a recurrence over subsets look alike when the low part of their arguments is forgotten: numbers up to `low`, and
// elements up to `low` of sets. Values that then agree form a *block*, whose values stand at the same positions in every block of
// its shape. Blocks that agree but for one parameter, `row`, form a *unit*. For the SU(N) Hubbard density, W(k, open, s, v), with low = 4
// and row = v, a unit is all of one k and one high part of `open`, for all s up to 4, all subsets of the low lines and all v; a block
// is one v of it, with 31 values. Units read blocks and write blocks, and keep to themselves what no other unit reads.
//
// What does not fit stays outside: values that nothing but such values goes into come `before`, those that only such values read
// come `after`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/schedule/values.h"

namespace diagc {

struct UnitRule {
  std::int64_t low = 0;
  std::string row;  ///< empty: every block is a unit
  /// Edges of the graph of values that `after` may take over from the last units.
  std::size_t after_edges = 0;

  bool operator==(const UnitRule&) const = default;
};
std::string to_string(const UnitRule& rule);

using UnitId = std::uint32_t;
using BlockId = std::uint32_t;
inline constexpr std::uint32_t no_unit = 0xffffffffu;

struct UnitBlock {
  UnitId unit = no_unit;
  std::vector<NodeId>
      values;  ///< by position: no_node where this block has no value that others read
};

struct Unit {
  std::vector<NodeId> values;   ///< operands first
  std::vector<BlockId> blocks;  ///< that others read, in the order of their first values
};

struct Units {
  UnitRule rule;
  std::vector<Unit> units;  ///< operands first
  std::vector<UnitBlock> blocks;
  std::vector<UnitId>
      unit_of;  ///< by node; no_unit for what stays outside, and for what is no value
  std::vector<BlockId> block_of;        ///< by node; no_unit for what only its own unit reads
  std::vector<std::uint32_t> position;  ///< by node, within its block
  std::vector<NodeId> before, after;    ///< in the order of the schedule
};

/// Divides the values of a graph. `order` has operands before users. Nothing where units would read each other in a circle, or where no unit
/// is left.
std::optional<Units> find_units(const Graph& graph, const Values& values,
                                const std::vector<NodeId>& order, const UnitRule& rule);

/// Names of parameters that may serve as `row`: those of the family with the most values that hold numbers.
std::vector<std::string> row_parameters(const Graph& graph, const Values& values);

}  // namespace diagc
