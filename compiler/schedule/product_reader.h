// What panels for products do, in terms that the panels of a family share: before product_templates.h unites them.
#pragma once

#include <map>
#include <set>

#include "compiler/schedule/product_templates.h"

namespace diagc {

/// A value within any tile of a family: the position of the named value that it is or belongs to, and which of the sums on the way
/// there it is.
using LocalKey = std::pair<std::uint32_t, std::uint32_t>;

/// A factor before templates have numbers. Parameters are named by the sums that they stand in, tiles by family.
struct RawFactor {
  ProductFactor::Kind kind;
  std::pair<std::uint32_t, std::uint32_t> name;
  std::uint32_t position = 0;
  auto operator<=>(const RawFactor&) const = default;
};
struct RawTerm {
  LocalKey target;
  bool negative;
  CoefficientId coefficient;
  std::vector<RawFactor> factors;
  auto operator<=>(const RawTerm&) const = default;
};
struct RawPair {
  LocalKey target;
  std::uint32_t first, second;
  bool negative;
  auto operator<=>(const RawPair&) const = default;
};
using Pattern = std::vector<RawPair>;  // ascending

/// What one panel does, in terms that panels of its family share.
struct RawPanel {
  PanelId panel;
  std::uint32_t family;
  std::map<LocalKey, std::optional<std::uint32_t>> values;  ///< with the position where stored
  std::set<RawTerm> terms;
  std::map<std::pair<TileId, TileId>, Pattern> pairs;
  std::map<std::pair<std::uint32_t, std::uint32_t>, NodeId> parameters;
  std::map<std::pair<std::uint32_t, std::uint32_t>, TileId> tiles;
};

/// Reads panel after panel. Throws std::runtime_error where values are no sums of products.
class ProductReader {
 public:
  ProductReader(const Graph& graph, const Values& values, const Panels& panels,
                Coefficients& coefficients);
  RawPanel read(PanelId panel);

 private:
  void name(NodeId node, std::uint32_t position, std::uint32_t& ordinal);
  void read_statement(NodeId node, const LocalKey& key);
  void add_pair(const LocalKey& key, const SumTerm& term);
  RawFactor factor_of(NodeId node, const LocalKey& key, std::uint32_t& parameter);

  const Graph& graph_;
  const Values& values_;
  const Panels& panels_;
  Coefficients& coefficients_;
  std::vector<std::uint32_t> ages_;
  std::map<NodeId, LocalKey> keys_;
  RawPanel raw_{};
};

}  // namespace diagc
