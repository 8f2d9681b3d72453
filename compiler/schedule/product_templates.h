// Templates of panels for products of tiles (product_panels.h): the code that all tiles of a family share.
//
// A template is the union of what its tiles do. Where a tile lacks a term, one of the term's factors is 0: a place of a copied tile
// that no value has, a tile of zeros, or a parameter that is 0. So the few tiles at the border of a recurrence run the code of all
// others.
//
// A value is a sum of terms, and of products of a value of one tile and a value of another. Such products of a pair of tiles are a *kind*;
// code goes through the pairs of each kind in a loop.
#pragma once

#include "compiler/schedule/panels.h"
#include "compiler/schedule/statement.h"

namespace diagc {

struct ProductFactor {
  enum class Kind : std::uint8_t {
    parameter,  ///< depends on params alone: `index` of ProductUse::parameters
    local,      ///< value `index` of the template
    element,    ///< of tile `index` of ProductUse::tiles, at `position`
  };
  Kind kind = Kind::parameter;
  std::uint32_t index = 0, position = 0;
  auto operator<=>(const ProductFactor&) const = default;
};

struct ProductTerm {
  bool negative = false;
  CoefficientId coefficient = unit_coefficient;
  std::vector<ProductFactor> factors;
  auto operator<=>(const ProductTerm&) const = default;
};

struct ProductValue {
  std::vector<ProductTerm> terms;
  std::optional<std::uint32_t> position;  ///< in the tile, where others read it or it is an output
};

/// values[target] += ± first tile[first] · second tile[second]
struct PairTerm {
  std::uint32_t target = 0, first = 0, second = 0;
  bool negative = false;
  auto operator<=>(const PairTerm&) const = default;
};

struct ProductTemplate {
  std::vector<ProductValue> values;          ///< operands first
  std::vector<std::vector<PairTerm>> kinds;  ///< by target
  std::uint32_t tiles = 0, parameters = 0;
  std::uint32_t family = 0;
};

struct ProductUse {
  std::uint32_t index = 0;                                    ///< of the template
  std::vector<TileId> tiles;                                  ///< no_tile: zeros
  std::vector<NodeId> parameters;                             ///< no_node: 0
  std::vector<std::vector<std::pair<TileId, TileId>>> pairs;  ///< by kind
};

struct ProductTemplates {
  std::vector<ProductTemplate> templates;
  std::vector<ProductUse> uses;           ///< by panel; those of copies say nothing
  std::vector<std::uint32_t> tile_sizes;  ///< positions, by tile
};

/// Throws std::runtime_error where values inside are no sums of products.
ProductTemplates find_product_templates(const Graph& graph, const Values& values,
                                        const Panels& panels, Coefficients& coefficients);

}  // namespace diagc
