#include "compiler/schedule/product_panels.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "compiler/schedule/panel_keys.h"

namespace diagc {

namespace {

/// Which integer parameters of a family label elements of sets.
std::vector<std::vector<std::uint8_t>> find_labels(const CallTable& calls) {
  std::vector<std::vector<std::uint8_t>> labels;
  for (const CallTable::Family& family : calls.families) {
    labels.emplace_back(family.parameters.size(), 1);
  }
  std::uint64_t known = 0;  // elements of any set
  for (CallId call = 0; call < calls.size(); ++call) {
    for (const StaticValue& value : calls.arguments(call)) {
      if (value.kind == StaticValue::Kind::set) known |= static_cast<std::uint64_t>(value.bits);
    }
  }
  const auto largest = static_cast<std::int64_t>(std::bit_width(known)) - 1;
  for (CallId call = 0; call < calls.size(); ++call) {
    const auto arguments = calls.arguments(call);
    std::int64_t elements = 0;
    for (const StaticValue& value : arguments) {
      if (value.kind == StaticValue::Kind::set) elements |= value.bits;
    }
    auto& of_family = labels[calls.family(call)];
    for (std::size_t i = 0; i < arguments.size() && i < of_family.size(); ++i) {
      const std::int64_t number = arguments[i].bits;
      const bool possible = arguments[i].kind == StaticValue::Kind::integer && number <= largest;
      if (!possible || (number >= 0 && (elements >> number & 1) != 0)) of_family[i] = 0;
    }
  }
  return labels;
}

class ProductPanelFinder {
 public:
  ProductPanelFinder(const Graph& graph, const Values& values, const std::vector<NodeId>& order,
                     const PanelRule& rule)
      : graph_(graph),
        values_(values),
        order_(order),
        rule_(rule),
        labels_(find_labels(graph.calls())) {}

  std::optional<Panels> find() {
    list_readers();
    split_arguments();
    leave_before();
    for (const NodeId node : order_) {
      if (is_output_[node] && before_[node]) return std::nullopt;
    }
    if (!make_tiles() || !sort_tiles()) return std::nullopt;
    return result();
  }

 private:
  void list_readers() {
    readers_.resize(graph_.node_count());
    for (NodeId node : order_) {
      for (NodeId operand : values_.operands(node)) readers_[operand].push_back(node);
    }
    is_output_.assign(graph_.node_count(), 0);
    for (NodeId node : values_.output_values) is_output_[node] = 1;
  }

  /// High parts name the tile, low ones the position.
  void split_arguments() {
    tile_key_.resize(graph_.node_count());
    residual_.resize(graph_.node_count());
    is_high_.assign(graph_.node_count(), 0);
    std::map<CallId, std::int64_t> components;
    const CallTable& calls = graph_.calls();
    for (NodeId node : values_.values) {
      const CallId call = graph_[node].call;
      if (call == no_call) continue;
      Key& key = tile_key_[node];
      Key& residual = residual_[node];
      key = {calls.family(call), components[call]++};
      const auto arguments = calls.arguments(call);
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::int64_t high = arguments[i].bits;
        if (arguments[i].kind == StaticValue::Kind::set) {
          const std::int64_t mask = (std::int64_t{2} << rule_.low) - 1;
          residual.push_back(high & mask);
          high &= ~mask;
          if (high != 0) is_high_[node] = 1;
        } else if (i < labels_[calls.family(call)].size() && labels_[calls.family(call)][i]) {
          if (high <= rule_.low) {
            residual.push_back(high);
            high = -1;
          } else {
            is_high_[node] = 1;
          }
        }
        key.push_back(high);
      }
    }
  }

  /// Quotients and functions are no products: what comes from them is as good as an input.
  bool is_given(NodeId node) const {
    const Kind kind = graph_[node].kind;
    return values_.role[node] == Role::leaf ||
           (values_.role[node] == Role::value && kind != Kind::sum && kind != Kind::product);
  }

  bool reads_given(NodeId node) const {
    return std::ranges::any_of(graph_.terms(node), [&](const Term term) {
      return is_given(term.node) ||
             (values_.role[term.node] == Role::fused && reads_given(term.node));
    });
  }

  void leave_before() {
    before_.assign(graph_.node_count(), 0);
    for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
      before_[*node] =
          is_given(*node) || reads_given(*node) ||
          std::ranges::any_of(readers_[*node], [&](NodeId reader) { return before_[reader] != 0; });
    }
    // Of a family all go that can, where some go or where values have few terms.
    constexpr std::size_t few = 6;
    const CallTable& calls = graph_.calls();
    std::vector<std::size_t> terms(calls.families.size() + graph_.outputs().size() + 1, 0);
    std::vector<std::uint8_t> goes(terms.size(), 0);
    std::vector<std::size_t> read(graph_.node_count(), 0);  // with what sums without a name read
    for (const NodeId node : order_) {
      for (const NodeId operand : values_.operands(node)) {
        read[node] += graph_[operand].call == no_call ? read[operand] : 1;
      }
      if (graph_[node].call == no_call) continue;
      const std::uint32_t family = calls.family(graph_[node].call);
      terms[family] = std::max(terms[family], read[node]);
      goes[family] |= before_[node];
    }
    for (const NodeId node : order_) {
      const CallId call = graph_[node].call;
      const bool may = call == no_call || !is_high_[node] || goes[calls.family(call)] != 0 ||
                       (terms[calls.family(call)] <= few && !is_output_[node]);
      before_[node] |= may && std::ranges::all_of(values_.operands(node), [&](NodeId operand) {
                         return before_[operand] != 0;
                       });
    }
    // What only tiles read, as a sum that one of their values is a multiple of, is computed there.
    for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
      if (graph_[*node].call != no_call || is_given(*node) || reads_given(*node)) continue;
      if (std::ranges::none_of(readers_[*node], [&](NodeId r) { return before_[r] != 0; })) {
        before_[*node] = 0;
      }
    }
  }

  /// False where a tile would have values of both kinds, or a value without a name several readers.
  bool make_tiles() {
    std::map<Key, TileId> known;
    std::vector<std::uint8_t> copied;
    tile_of_.assign(graph_.node_count(), no_tile);
    for (const NodeId node : order_) {
      const bool read = std::ranges::any_of(readers_[node], [&](NodeId r) { return !before_[r]; });
      if ((before_[node] && !read) || graph_[node].call == no_call) continue;
      const auto [place, fresh] =
          known.try_emplace(tile_key_[node], static_cast<TileId>(members_.size()));
      if (fresh) {
        members_.emplace_back();
        copied.push_back(before_[node]);
      }
      if (copied[place->second] != before_[node]) return false;
      tile_of_[node] = place->second;
    }
    for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
      if (graph_[*node].call != no_call) continue;
      std::set<TileId> tiles;
      for (const NodeId reader : readers_[*node]) {
        if (!before_[reader]) tiles.insert(tile_of_[reader]);
      }
      if (tiles.empty()) continue;
      if (tiles.size() > 1 || before_[*node]) return false;
      tile_of_[*node] = *tiles.begin();
    }
    for (const NodeId node : order_) {
      if (tile_of_[node] != no_tile) members_[tile_of_[node]].push_back(node);
    }
    copied_ = std::move(copied);
    return true;
  }

  /// Operands first; copies come first of all. False where there is a circle, or nothing but copies.
  bool sort_tiles() {
    std::vector<std::set<TileId>> users(members_.size());
    std::vector<std::size_t> missing(members_.size(), 0);
    for (TileId tile = 0; tile < members_.size(); ++tile) {
      if (copied_[tile]) continue;
      for (const NodeId node : members_[tile]) {
        for (const NodeId operand : values_.operands(node)) {
          const TileId of = tile_of_[operand];
          if (of != tile && users[of].insert(tile).second) ++missing[tile];
        }
      }
    }
    std::set<std::pair<bool, TileId>> ready;
    for (TileId tile = 0; tile < members_.size(); ++tile) {
      if (missing[tile] == 0) ready.emplace(copied_[tile] == 0, tile);
    }
    while (!ready.empty()) {
      const TileId tile = ready.begin()->second;
      ready.erase(ready.begin());
      sorted_.push_back(tile);
      for (const TileId user : users[tile]) {
        if (--missing[user] == 0) ready.emplace(copied_[user] == 0, user);
      }
    }
    return sorted_.size() == members_.size() && std::ranges::count(copied_, 0) > 0;
  }

  bool read_outside(NodeId node) const {
    return is_output_[node] || std::ranges::any_of(readers_[node], [&](NodeId reader) {
             return !before_[reader] && tile_of_[reader] != tile_of_[node];
           });
  }

  Panels result() {
    // Positions depend on low parts alone, so that tiles of all families and powers are laid out alike.
    std::map<std::size_t, std::map<Key, std::uint32_t>> positions;
    for (const auto& members : members_) {
      for (const NodeId node : members) {
        if (graph_[node].call != no_call)
          positions[residual_[node].size()].emplace(residual_[node], 0);
      }
    }
    for (auto& [size, known] : positions) {
      std::uint32_t next = 0;
      for (auto& [key, position] : known) position = next++;
    }
    Panels panels;
    panels.rule = rule_;
    panels.panel_of.assign(graph_.node_count(), no_panel);
    panels.tile_of.assign(graph_.node_count(), no_tile);
    panels.position.assign(graph_.node_count(), 0);
    for (const NodeId node : order_) {
      if (before_[node]) panels.before.push_back(node);
    }
    for (const TileId tile : sorted_) {
      const auto id = static_cast<TileId>(panels.tiles.size());
      Panel& panel = panels.panels.emplace_back();
      panel.values = members_[tile];
      panel.tiles = {id};
      if (copied_[tile]) panel.copies = static_cast<std::uint32_t>(panel.values.size());
      Tile& made = panels.tiles.emplace_back();
      made.panel = id;
      for (const NodeId node : panel.values) {
        panels.panel_of[node] = id;
        if (graph_[node].call == no_call) continue;
        const std::uint32_t position = positions[residual_[node].size()].at(residual_[node]);
        panels.position[node] = position;
        if (!read_outside(node)) continue;
        panels.tile_of[node] = id;
        if (made.values.size() <= position) made.values.resize(position + 1, no_node);
        made.values[position] = node;
      }
    }
    return panels;
  }

  const Graph& graph_;
  const Values& values_;
  const std::vector<NodeId>& order_;
  const PanelRule& rule_;
  const std::vector<std::vector<std::uint8_t>> labels_;  ///< by family and parameter
  std::vector<std::vector<NodeId>> readers_;
  std::vector<std::uint8_t> is_output_, is_high_, before_;  ///< by node
  std::vector<Key> tile_key_, residual_;                    ///< likewise
  std::vector<TileId> tile_of_;                             ///< likewise
  std::vector<std::vector<NodeId>> members_;                ///< by tile
  std::vector<std::uint8_t> copied_;                        ///< likewise
  std::vector<TileId> sorted_;
};

}  // namespace

std::optional<Panels> find_product_panels(const Graph& graph, const Values& values,
                                          const std::vector<NodeId>& order, const PanelRule& rule) {
  return ProductPanelFinder(graph, values, order, rule).find();
}

}  // namespace diagc
