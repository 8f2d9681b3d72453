// Unions: a recurrence over the ways to part a set in two, by the set that is parted.
//
// Of a family with two sets, W(free, open, s, v), all values of one union V = free + open and one choice of the numbers but one, the
// `row` v, are a *unit*. A *way* says how V is parted: bit k - 1 - r of it whether the element of rank r is in the first set. What a unit
// reads of others are values of its rows in V, so that a value goes to few units, most to one, and those that are read within their unit
// need no memory.
//
// Units look alike when their numbers are forgotten. The *labels* of a unit are the elements of V in ascending order, then its rows
// outside of V, those last that are a key; code that says "the element of rank 2" in place of a number is a *form*, and serves many units.
// What only some units of a form read is a zero in the others.
//
// Values of unions of fewer than `least` elements, and what has no name, are computed anew where they are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/schedule/schedule.h"

namespace diagc {

struct UnionRule {
  unsigned least = 3;  ///< elements of the smallest union that has units
  /// Consecutive ways of one row that stand together in memory: a power of two.
  unsigned pack_values = 4;
  /// Terms of all forms up to which units with other terms have forms of their own, at about 26 bytes of code each. Beyond, units share the
  /// form of those that have more terms: warps that are at different places of larger code wait for it.
  std::size_t most_terms = 3000;
};

/// What a term is multiplied by, apart from inputs and values.
struct UnionScale {
  bool negative = false;
  CoefficientId coefficient = unit_coefficient;
  std::vector<NodeId> uniforms;  ///< ascending
  auto operator<=>(const UnionScale&) const = default;
  bool is_one() const { return coefficient == unit_coefficient && uniforms.empty(); }
};

/// An element of an input whose indices are labels of a unit; label `positions + q` is the unit's key q.
struct UnionInput {
  std::size_t variable;
  std::uint32_t component;
  std::vector<std::uint32_t> labels;
  auto operator<=>(const UnionInput&) const = default;
};

struct UnionTerm {
  enum class Operand : std::uint8_t { none, own, outside, inner };
  std::uint32_t scale;  ///< of UnionForm::scales
  std::vector<UnionInput> inputs;
  Operand operand = Operand::none;
  std::uint32_t index = 0;  ///< own: of UnionForm::values; outside: of `reads`; inner: of `inner`
  std::uint32_t lane = 0;   ///< outside: place in the pack
  auto operator<=>(const UnionTerm&) const = default;
};

struct UnionValue {
  std::uint32_t way, position;
  std::vector<UnionTerm> terms;
};

/// Packs of one row that units write: ways lane, lane + 1, … of it, from pack · pack_values on.
struct UnionWrite {
  std::uint32_t position, pack;
  bool always;  ///< in all units of the form; else where somebody reads it
};

struct UnionOutput {
  std::uint32_t output;          ///< number of the output scalar
  std::vector<UnionTerm> terms;  ///< of own values
};

struct UnionForm {
  std::uint32_t elements = 0, positions = 0, keys = 0;
  std::vector<std::optional<UnionScale>> scales;  ///< nothing: each unit has its own
  std::vector<std::vector<UnionTerm>> inner;      ///< sums, operands first
  std::vector<UnionValue> values;  ///< in an order in which operands come first, way by way
  std::uint32_t reads = 0;         ///< packs
  std::vector<UnionWrite> writes;
  std::vector<UnionOutput> outputs;
  /// The index of inputs that is the row of the value, where the values of every way are rows of inputs times one vector.
  std::optional<std::size_t> row_index;
};

inline constexpr std::uint32_t no_pack = ~0U;

struct UnionUnit {
  std::uint32_t form;
  std::uint64_t elements;  ///< the union, a bit an element
  std::vector<std::int64_t> keys;
  std::vector<std::int64_t> labels;  ///< by position
  std::vector<UnionScale> scales;    ///< those that the form has not
  std::vector<std::uint32_t> reads,
      writes;  ///< of Unions::packs, as in the form; no_pack: a zero, or not read
};

/// Values that are written and read at once.
struct UnionPack {
  std::uint32_t unit, position, pack;
};

struct Unions {
  std::string family, row;
  UnionRule rule;
  std::vector<UnionForm> forms;
  std::vector<UnionUnit> units;  ///< operands first, by the size of their unions
  std::vector<UnionPack> packs;
};

/// Divides the values of a graph; `whole` is its schedule in one chunk. Throws std::runtime_error with the reason where the graph has no such
/// form.
Unions find_unions(const Graph& graph, const Schedule& whole, const UnionRule& rule);

}  // namespace diagc
