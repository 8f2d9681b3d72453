// Panels: parts of a large graph that look alike, so that one piece of code can compute many of them.
//
// The calls of a recurrence over subsets look alike when the low part of their arguments is forgotten: numbers up to `low`, and
// elements up to `low` of sets. Values that then agree form a *tile*, whose values stand at the same positions in every tile of
// its shape. Tiles that agree but for one parameter, `row`, form a *panel*. For the SU(N) Hubbard density, W(k, open, s, v), with low = 4
// and row = v, a panel is all of one k and one high part of `open`, for all s up to 4, all subsets of the low lines and all v; a tile
// is one v of it, with 31 values. Panels read tiles and write tiles, and keep to themselves what no other panel reads.
//
// What does not fit stays outside: values that nothing but such values goes into come `before`, those that only such values read
// come `after`. Calls of which nothing is low are the recurrence itself, on the high part alone: few values, all `before`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/schedule/values.h"

namespace diagc {

struct PanelRule {
  std::int64_t low = 0;
  std::string row;  ///< empty: every tile is a panel
  /// Edges of the graph of values that `after` may take over from the last panels.
  std::size_t after_edges = 0;
  /// Panels for products of tiles (product_panels.h): every tile is a panel, and what inputs go into comes before.
  bool products = false;

  bool operator==(const PanelRule&) const = default;
};
std::string to_string(const PanelRule& rule);

using PanelId = std::uint32_t;
using TileId = std::uint32_t;
inline constexpr PanelId no_panel = 0xffffffffu;
inline constexpr TileId no_tile = 0xffffffffu;

struct Tile {
  PanelId panel = no_panel;
  std::vector<NodeId>
      values;  ///< by position: no_node where this tile has no value that others read
};

struct Panel {
  std::vector<NodeId> values;  ///< operands first
  std::vector<TileId> tiles;   ///< that others read, in the order of their first values
  /// So many of the first values are computed before all panels: this one puts them into its tiles, where others look for them.
  std::uint32_t copies = 0;
};

struct Panels {
  PanelRule rule;
  std::vector<Panel> panels;  ///< operands first
  std::vector<Tile> tiles;
  std::vector<PanelId>
      panel_of;  ///< by node; no_panel for what stays outside, and for what is no value
  std::vector<TileId> tile_of;          ///< by node; no_tile for what only its own panel reads
  std::vector<std::uint32_t> position;  ///< by node, within its tile
  std::vector<NodeId> before, after;    ///< in the order of the schedule
};

/// Divides the values of a graph. `order` has operands before users. Nothing where panels would depend on each other in a circle, or
/// where no panel is left.
std::optional<Panels> find_panels(const Graph& graph, const Values& values,
                                  const std::vector<NodeId>& order, const PanelRule& rule);

/// Names of parameters that may serve as `row`: those of the family with the most values that hold numbers.
std::vector<std::string> row_parameters(const Graph& graph, const Values& values);

}  // namespace diagc
