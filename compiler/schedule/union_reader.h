// What one unit does, in terms that units of other numbers share (unions.h): before union_forms.h unites them.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "compiler/schedule/unions.h"

namespace diagc {

/// Which parameters of a family are what.
struct UnionFamily {
  std::uint32_t family;
  std::size_t sets[2], row;
  std::vector<std::size_t> keys;
};

/// A place among the values of a unit.
struct WayRow {
  std::uint32_t way, position;
  auto operator<=>(const WayRow&) const = default;
};

/// Numbers may be several labels of a unit at once, the row and a key; bit l: label l, bit 32 + q: key q.
using Labels = std::uint64_t;

struct RawUnionInput {
  std::size_t variable;
  std::uint32_t component;
  std::vector<Labels> labels;
  auto operator<=>(const RawUnionInput&) const = default;
};

/// A pack of another unit as seen from one: which of its elements the other's union has, the other's keys and row, and the pack.
using RawPack = std::vector<std::int64_t>;

struct RawUnionTerm {
  UnionScale scale;
  std::vector<RawUnionInput> inputs;
  UnionTerm::Operand operand = UnionTerm::Operand::none;
  WayRow own{};
  RawPack pack;
  std::uint32_t lane = 0;
  std::uint32_t inner = 0;  ///< of InnerSums
};

struct RawUnit {
  std::uint64_t elements;
  std::vector<std::int64_t> keys, labels;
  std::map<WayRow, std::vector<RawUnionTerm>> values;
  std::map<RawPack, UnionPack> packs;                       ///< those that it reads
  std::map<std::uint32_t, std::vector<UnionScale>> scales;  ///< by inner sum, term by term
  std::vector<std::pair<std::uint32_t, std::vector<RawUnionTerm>>> outputs;
};

/// Sums that are computed anew, of inputs and of each other, but for their scales: equal ones have one number in all units.
class InnerSums {
 public:
  struct Term {
    std::vector<RawUnionInput> inputs;  ///< with one label each
    std::optional<std::uint32_t> inner;
    auto operator<=>(const Term&) const = default;
  };
  /// `variant` keeps sums apart that differ in their scales alone.
  std::uint32_t add(std::vector<Term> terms, std::uint32_t variant);
  const std::vector<Term>& operator[](std::uint32_t sum) const { return *sums_[sum]; }

 private:
  std::map<std::pair<std::vector<Term>, std::uint32_t>, std::uint32_t> numbers_;
  std::vector<const std::vector<Term>*> sums_;
};

/// Reads unit after unit. Throws std::runtime_error where values are no sums of such terms.
class UnionReader {
 public:
  UnionReader(const Graph& graph, const Schedule& whole, const UnionFamily& family,
              const UnionRule& rule);
  std::size_t units() const { return units_.size(); }
  RawUnit read(std::uint32_t unit, InnerSums& inner);

 private:
  struct Place {
    std::uint32_t unit;
    std::uint32_t way;
    std::int64_t row;
  };
  struct Unit {
    std::uint64_t elements;
    std::vector<std::int64_t> keys, labels;
    std::vector<NodeId> values;
  };

  void find_units();
  void find_outputs();
  std::uint32_t position(const Unit& unit, std::int64_t number) const;
  Labels labels_of(const Unit& unit, std::int64_t number) const;
  std::int64_t label_of(const Unit& unit, std::int64_t number) const;
  RawUnionInput input_of(const Unit& unit, NodeId node) const;
  RawUnionTerm term_of(std::uint32_t unit, const SumTerm& term, RawUnit& raw, InnerSums& inner);
  std::uint32_t inner_of(std::uint32_t unit, NodeId node, RawUnit& raw, InnerSums& inner);
  const Statement& statement(NodeId node) const;
  [[noreturn]] void refuse(NodeId node, const std::string& why) const;

  const Graph& graph_;
  const Schedule& whole_;
  const UnionFamily family_;
  const UnionRule rule_;
  std::vector<std::uint32_t> statement_of_;  ///< by node
  std::vector<std::optional<Place>> place_;  ///< by node
  std::vector<Unit> units_;
  std::vector<std::vector<std::uint32_t>> outputs_;  ///< by unit
  std::map<NodeId, std::uint32_t> known_;            ///< inner sums of the unit at hand
};

}  // namespace diagc
