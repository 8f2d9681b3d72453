#include "compiler/schedule/product_reader.h"

#include <algorithm>
#include <stdexcept>

namespace diagc {

ProductReader::ProductReader(const Graph& graph, const Values& values, const Panels& panels,
                             Coefficients& coefficients)
    : graph_(graph), values_(values), panels_(panels), coefficients_(coefficients) {
  ages_.assign(graph.node_count(), 0);
}

RawPanel ProductReader::read(PanelId panel) {
  raw_ = {.panel = panel,
          .family = 0,
          .values = {},
          .terms = {},
          .pairs = {},
          .parameters = {},
          .tiles = {}};
  keys_.clear();
  for (const NodeId node : panels_.panels[panel].values) {
    if (graph_[node].call == no_call) continue;
    raw_.family = graph_.calls().family(graph_[node].call);
    std::uint32_t ordinal = 0;
    name(node, panels_.position[node], ordinal);
  }
  for (const NodeId node : panels_.panels[panel].values) {
    const LocalKey key = keys_.at(node);
    auto& stored = raw_.values[key];
    if (panels_.tile_of[node] != no_tile) stored = panels_.position[node];
    read_statement(node, key);
  }
  for (auto& [tiles, pattern] : raw_.pairs) std::ranges::sort(pattern);
  return std::move(raw_);
}

/// The value and, after it, those without names that it is made of.
void ProductReader::name(NodeId node, std::uint32_t position, std::uint32_t& ordinal) {
  if (!keys_.try_emplace(node, position, ordinal).second) return;
  for (const NodeId operand : values_.operands(node)) {
    if (graph_[operand].call != no_call || panels_.panel_of[operand] != raw_.panel) continue;
    if (!keys_.contains(operand)) name(operand, position, ++ordinal);
  }
}

void ProductReader::read_statement(NodeId node, const LocalKey& key) {
  if (graph_[node].kind != Kind::sum && graph_[node].kind != Kind::product) {
    throw std::runtime_error("products of tiles have sums and products of values only");
  }
  const Statement statement = make_statement(graph_, values_, node, ages_, coefficients_);
  std::uint32_t parameter = 0;
  for (const SumTerm& term : statement.terms) {
    const auto external = [&](NodeId factor) {
      return values_.role[factor] == Role::value && panels_.panel_of[factor] != raw_.panel;
    };
    if (term.coefficient == unit_coefficient && term.factors.size() == 2 &&
        external(term.factors[0]) && external(term.factors[1])) {
      add_pair(key, term);
      continue;
    }
    RawTerm raw{key, term.negative, term.coefficient, {}};
    for (const NodeId factor : term.factors) {
      raw.factors.push_back(factor_of(factor, key, parameter));
    }
    std::ranges::sort(raw.factors);
    raw_.terms.insert(std::move(raw));
  }
}

void ProductReader::add_pair(const LocalKey& key, const SumTerm& term) {
  NodeId first = term.factors[0], second = term.factors[1];
  const auto side = [&](NodeId node) {
    return std::pair(graph_.calls().family(graph_[node].call), panels_.tile_of[node]);
  };
  if (side(second) < side(first)) std::swap(first, second);
  raw_.pairs[{panels_.tile_of[first], panels_.tile_of[second]}].push_back(
      {key, panels_.position[first], panels_.position[second], term.negative});
}

RawFactor ProductReader::factor_of(NodeId node, const LocalKey& key, std::uint32_t& parameter) {
  if (values_.role[node] == Role::leaf) {
    throw std::runtime_error("products of tiles read no inputs");
  }
  if (values_.role[node] != Role::value) {
    const std::pair name(key.second, parameter++);
    const auto [known, fresh] = raw_.parameters.try_emplace(name, node);
    if (known->second == node) return {ProductFactor::Kind::parameter, name};
    // Of another value of the tile there is another number in this place.
    const std::pair own(key.second + 1000 * (key.first + 1), parameter);
    raw_.parameters[own] = node;
    return {ProductFactor::Kind::parameter, own};
  }
  if (panels_.panel_of[node] == raw_.panel) {
    return {ProductFactor::Kind::local, keys_.at(node)};
  }
  const TileId tile = panels_.tile_of[node];
  const std::uint32_t family = graph_.calls().family(graph_[node].call);
  for (std::uint32_t i = 0;; ++i) {
    const auto [known, fresh] = raw_.tiles.try_emplace({family, i}, tile);
    if (known->second == tile) {
      return {ProductFactor::Kind::element, {family, i}, panels_.position[node]};
    }
  }
}

}  // namespace diagc
