#include "compiler/schedule/panels.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "compiler/schedule/panel_keys.h"
#include "compiler/schedule/product_panels.h"

namespace diagc {

namespace {

/// Tiles of fewer positions are thin: no load from them serves many values.
constexpr std::size_t thin = 3;

class PanelFinder {
 public:
  PanelFinder(const Graph& graph, const Values& values, const std::vector<NodeId>& order,
              const PanelRule& rule, Families families)
      : graph_(graph), values_(values), order_(order), rule_(rule), families_(families) {}

  std::optional<Panels> find() {
    list_readers();
    group();
    leave_before();
    if (!sort_panels()) return std::nullopt;
    leave_after();
    return result();
  }

 private:
  static constexpr std::uint32_t none = no_panel;

  void list_readers() {
    readers_.resize(graph_.node_count());
    for (NodeId node : order_) {
      for (NodeId operand : values_.operands(node)) readers_[operand].push_back(node);
    }
    is_output_.assign(graph_.node_count(), 0);
    for (NodeId node : values_.output_values) is_output_[node] = 1;
  }

  /// Gives every value a group, and those with a call a tile.
  void group() {
    const Forgetting forget(graph_.calls(), rule_, families_);
    std::map<Key, std::uint32_t> groups, tiles, shapes;
    group_of_.assign(graph_.node_count(), none);
    tile_of_.assign(graph_.node_count(), none);
    residual_.resize(graph_.node_count());
    // Values of one call: a vector's components, or sums on the way.
    std::map<CallId, std::int64_t> components;
    std::map<NodeId, Key> apart;
    for (NodeId node : values_.values) {
      if (graph_[node].call != no_call) residual_[node].push_back(components[graph_[node].call]++);
    }
    std::vector<std::uint8_t> depends_on_low(graph_.node_count(), 0);
    for (NodeId node : order_) {
      depends_on_low[node] = std::ranges::any_of(
          values_.operands(node), [&](NodeId operand) { return depends_on_low[operand] != 0; });
      const CallId call = graph_[node].call;
      if (call == no_call) continue;
      PanelKeys keys = forget(call);
      depends_on_low[node] |= keys.low_part;
      keys.set_apart(!depends_on_low[node]);
      group_of_[node] =
          groups.try_emplace(keys.panel, static_cast<std::uint32_t>(groups.size())).first->second;
      const auto shape = shapes.try_emplace(keys.shape, static_cast<std::uint32_t>(shapes.size()));
      const auto tile =
          tiles.try_emplace(keys.tile, static_cast<std::uint32_t>(tiles.size())).first->second;
      tile_of_[node] = tile;
      if (!depends_on_low[node]) apart.emplace(node, keys.beside);
      if (tile == shape_of_.size()) shape_of_.push_back(shape.first->second);
      residual_[node].insert(residual_[node].end(), keys.residual.begin(), keys.residual.end());
    }
    for (const auto& [node, key] : apart) {
      if (const auto beside = tiles.find(key); beside != tiles.end()) {
        tile_beside_.emplace(node, beside->second);
      }
    }
    group_count_ = static_cast<std::uint32_t>(groups.size());
    shape_count_ = static_cast<std::uint32_t>(shapes.size());
    // A value without a call joins the group of its readers, where these are of one group.
    for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
      if (group_of_[*node] != none) continue;
      const auto& readers = readers_[*node];
      const std::uint32_t first = readers.empty() ? none : group_of_[readers.front()];
      const bool agree =
          std::ranges::all_of(readers, [&](NodeId reader) { return group_of_[reader] == first; });
      group_of_[*node] = agree && first != none ? first : group_count_++;
    }
    count_positions();
  }

  void count_positions() {
    std::vector<std::map<Key, std::uint32_t>> positions(shape_count_);
    std::vector<std::uint8_t> is_thin(group_count_, 1);
    for (NodeId node : order_) {
      if (tile_of_[node] == none) continue;
      auto& known = positions[shape_of_[tile_of_[node]]];
      known.try_emplace(residual_[node], static_cast<std::uint32_t>(known.size()));
    }
    for (NodeId node : order_) {
      if (tile_of_[node] == none) continue;
      if (positions[shape_of_[tile_of_[node]]].size() >= thin) is_thin[group_of_[node]] = 0;
    }
    thin_ = std::move(is_thin);
  }

  void leave_before() {
    place_.assign(graph_.node_count(), Place::inside);
    for (NodeId node : order_) {
      const auto operands = values_.operands(node);
      const bool ready = std::ranges::all_of(
          operands, [&](NodeId operand) { return place_[operand] == Place::before; });
      if (ready && thin_[group_of_[node]]) place_[node] = Place::before;
    }
  }

  /// Topological order of the groups inside; of those that are ready, the one that the schedule begins first. False where groups
  /// depend on each other in a circle.
  bool sort_panels() {
    std::vector<std::vector<NodeId>> members(group_count_);
    std::vector<std::vector<std::uint32_t>> users(group_count_);
    std::vector<std::uint32_t> missing(group_count_, 0), first(group_count_, none);
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      const NodeId node = order_[i];
      if (place_[node] != Place::inside) continue;
      const std::uint32_t group = group_of_[node];
      first[group] = std::min(first[group], i);
      members[group].push_back(node);
      for (NodeId operand : values_.operands(node)) {
        if (place_[operand] == Place::inside && group_of_[operand] != group) {
          users[group_of_[operand]].push_back(group);
        }
      }
    }
    for (auto& row : users) {
      std::ranges::sort(row);
      row.erase(std::unique(row.begin(), row.end()), row.end());
      for (std::uint32_t user : row) ++missing[user];
    }
    std::map<std::uint32_t, std::uint32_t> ready;  // by place in the schedule
    std::size_t inside = 0;
    for (std::uint32_t group = 0; group < group_count_; ++group) {
      if (members[group].empty()) continue;
      ++inside;
      if (missing[group] == 0) ready.emplace(first[group], group);
    }
    while (!ready.empty()) {
      const std::uint32_t group = ready.begin()->second;
      ready.erase(ready.begin());
      sorted_.push_back(group);
      for (std::uint32_t user : users[group]) {
        if (--missing[user] == 0) ready.emplace(first[user], user);
      }
    }
    users_ = std::move(users);
    members_ = std::move(members);
    return sorted_.size() == inside;
  }

  /// Moves groups from the last one on behind the panels: those with outputs or thin tiles, and as many more as the rule allows.
  void leave_after() {
    std::vector<std::uint8_t> after(group_count_, 0);
    std::size_t edges = 0;
    for (auto group = sorted_.rbegin(); group != sorted_.rend(); ++group) {
      const bool last =
          std::ranges::all_of(users_[*group], [&](std::uint32_t user) { return after[user]; });
      if (!last) continue;
      std::size_t own = 0;
      bool output = false;
      for (NodeId node : members_[*group]) {
        own += values_.operands(node).size();
        output = output || is_output_[node];
      }
      if (!output && !thin_[*group]) {
        if (edges + own > rule_.after_edges) continue;
        edges += own;
      }
      after[*group] = 1;
      for (NodeId node : members_[*group]) place_[node] = Place::after;
    }
    std::erase_if(sorted_, [&](std::uint32_t group) { return after[group] != 0; });
  }

  std::optional<Panels> result() {
    if (sorted_.empty()) return std::nullopt;
    Panels panels;
    panels.rule = rule_;
    panels.panel_of.assign(graph_.node_count(), none);
    panels.tile_of.assign(graph_.node_count(), none);
    panels.position.assign(graph_.node_count(), 0);
    for (NodeId node : order_) {
      if (place_[node] == Place::before) panels.before.push_back(node);
      if (place_[node] == Place::after) panels.after.push_back(node);
    }
    for (std::uint32_t group : sorted_) {
      for (NodeId node : members_[group]) {
        panels.panel_of[node] = static_cast<PanelId>(panels.panels.size());
      }
      panels.panels.push_back({std::move(members_[group]), {}});
    }
    copy_from_before(panels);
    make_tiles(panels);
    return panels;
  }

  /// Values of which nothing is low go to the tile of those that have a low part, so that what reads all of a tile finds them there.
  void copy_from_before(Panels& panels) {
    std::map<TileId, PanelId> panel_of_tile;
    for (PanelId panel = 0; panel < panels.panels.size(); ++panel) {
      for (NodeId node : panels.panels[panel].values) {
        if (tile_of_[node] != none) panel_of_tile.emplace(tile_of_[node], panel);
      }
    }
    std::vector<std::vector<NodeId>> copies(panels.panels.size());
    for (const auto& [node, tile] : tile_beside_) {
      const auto panel = panel_of_tile.find(tile);
      if (place_[node] != Place::before || panel == panel_of_tile.end()) continue;
      // What an earlier panel reads stays outside: that panel would wait for a later one.
      bool read = false, early = false;
      for (NodeId reader : readers_[node]) {
        if (place_[reader] != Place::inside) continue;
        read = read || panels.panel_of[reader] > panel->second;
        early = early || panels.panel_of[reader] < panel->second;
      }
      if (!read || early) continue;
      tile_of_[node] = tile;
      panels.panel_of[node] = panel->second;
      copies[panel->second].push_back(node);
    }
    for (PanelId panel = 0; panel < panels.panels.size(); ++panel) {
      auto& values = panels.panels[panel].values;
      values.insert(values.begin(), copies[panel].begin(), copies[panel].end());
      panels.panels[panel].copies = static_cast<std::uint32_t>(copies[panel].size());
    }
  }

  bool read_outside(const Panels& panels, NodeId node) const {
    return is_output_[node] || std::ranges::any_of(readers_[node], [&](NodeId reader) {
             return panels.panel_of[reader] != panels.panel_of[node];
           });
  }

  void make_tiles(Panels& panels) {
    // Positions in the order of the largest tile of a shape.
    std::vector<std::vector<NodeId>> read(shape_of_.size());
    std::vector<std::vector<NodeId>> alone;
    for (const Panel& panel : panels.panels) {
      for (NodeId node : panel.values) {
        if (!read_outside(panels, node)) continue;
        if (tile_of_[node] == none) {
          alone.push_back({node});
        } else {
          read[tile_of_[node]].push_back(node);
        }
      }
    }
    std::vector<std::uint32_t> by_size(read.size());
    std::iota(by_size.begin(), by_size.end(), 0u);
    std::ranges::stable_sort(
        by_size, [&](std::uint32_t a, std::uint32_t b) { return read[a].size() > read[b].size(); });
    std::vector<std::map<Key, std::uint32_t>> positions(shape_count_);
    for (std::uint32_t tile : by_size) {
      auto& known = positions[shape_of_[tile]];
      for (NodeId node : read[tile]) {
        known.try_emplace(residual_[node], static_cast<std::uint32_t>(known.size()));
      }
    }
    for (std::uint32_t tile = 0; tile < read.size(); ++tile) {
      if (read[tile].empty()) continue;
      Tile& made = new_tile(panels, read[tile].front());
      made.values.assign(positions[shape_of_[tile]].size(), no_node);
      for (NodeId node : read[tile]) {
        const std::uint32_t position = positions[shape_of_[tile]].at(residual_[node]);
        panels.tile_of[node] = static_cast<TileId>(panels.tiles.size() - 1);
        panels.position[node] = position;
        made.values[position] = node;
      }
    }
    for (const auto& value : alone) {
      new_tile(panels, value.front()).values = value;
      panels.tile_of[value.front()] = static_cast<TileId>(panels.tiles.size() - 1);
    }
    for (Panel& panel : panels.panels) {
      for (NodeId node : panel.values) {
        const TileId tile = panels.tile_of[node];
        if (tile != none && std::ranges::find(panel.tiles, tile) == panel.tiles.end()) {
          panel.tiles.push_back(tile);
        }
      }
    }
  }

  Tile& new_tile(Panels& panels, NodeId value) {
    panels.tiles.push_back({panels.panel_of[value], {}});
    return panels.tiles.back();
  }

  enum class Place : std::uint8_t { inside, before, after };

  const Graph& graph_;
  const Values& values_;
  const std::vector<NodeId>& order_;
  const PanelRule& rule_;
  Families families_;
  std::vector<std::vector<NodeId>> readers_;
  std::vector<std::uint8_t> is_output_;
  std::vector<std::uint32_t> group_of_, tile_of_;  ///< by node
  std::vector<Key> residual_;                      ///< likewise
  std::map<NodeId, std::uint32_t>
      tile_beside_;                      ///< of values apart: that of their family with low parts
  std::vector<std::uint32_t> shape_of_;  ///< by tile
  std::uint32_t group_count_ = 0, shape_count_ = 0;
  std::vector<std::uint8_t> thin_;  ///< by group
  std::vector<Place> place_;        ///< by node
  std::vector<std::uint32_t> sorted_;
  std::vector<std::vector<std::uint32_t>> users_;  ///< by group
  std::vector<std::vector<NodeId>> members_;       ///< likewise
};

}  // namespace

std::string to_string(const PanelRule& rule) {
  return fmt::format("arguments up to {} forgotten{}", rule.low,
                     rule.row.empty() ? "" : ", all " + rule.row + " at once");
}

std::optional<Panels> find_panels(const Graph& graph, const Values& values,
                                  const std::vector<NodeId>& order, const PanelRule& rule) {
  if (rule.products) return find_product_panels(graph, values, order, rule);
  // Families that read each other within one high part close a circle where they are separate.
  for (const Families families : {Families::separate, Families::joined}) {
    if (auto panels = PanelFinder(graph, values, order, rule, families).find()) return panels;
  }
  return std::nullopt;
}

std::vector<std::string> row_parameters(const Graph& graph, const Values& values) {
  const CallTable& calls = graph.calls();
  std::vector<std::size_t> uses(calls.families.size(), 0);
  std::vector<CallId> example(calls.families.size(), no_call);
  for (NodeId node : values.values) {
    const CallId call = graph[node].call;
    if (call == no_call) continue;
    ++uses[calls.family(call)];
    example[calls.family(call)] = call;
  }
  if (uses.empty()) return {};
  const auto family = static_cast<std::size_t>(std::ranges::max_element(uses) - uses.begin());
  if (example[family] == no_call) return {};
  std::vector<std::string> names;
  const auto arguments = calls.arguments(example[family]);
  const auto& parameters = calls.families[family].parameters;
  for (std::size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) {
    if (arguments[i].kind == StaticValue::Kind::integer) names.push_back(parameters[i]);
  }
  return names;
}

}  // namespace diagc
