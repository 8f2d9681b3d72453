// One text for all drawings of a diagram: the smallest over the numberings of its parts that refinement of colours leaves open.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/theory/enumerate.h"

namespace diagc::theory {

namespace {

using End = Diagram::End;

/// Vertices, their points, legs and ends of legs, with what they are as colours.
class Coloured {
 public:
  Coloured(const Diagram& diagram, const Model& model);
  std::string smallest() { return smallest(ranks(texts_)); }

 private:
  using Colours = std::vector<std::size_t>;

  std::size_t node(const std::string& key, const std::string& text);
  void join(std::size_t a, std::size_t b, std::size_t kind) {
    neighbours_[a].emplace_back(kind, b);
    neighbours_[b].emplace_back(kind, a);
  }
  std::size_t end(const Diagram& diagram, const Model& model, std::size_t field, const End& end,
                  bool is_start);
  template <class Key>
  static Colours ranks(const std::vector<Key>& keys);
  Colours refined(Colours colours) const;
  std::string smallest(Colours colours) const;
  std::string text_of(const Colours& order) const;

  std::map<std::string, std::size_t> by_key_;
  std::vector<std::string> texts_;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> neighbours_;  ///< kind, node
};

Coloured::Coloured(const Diagram& diagram, const Model& model) {
  for (const Diagram::Line& line : diagram.lines) {
    const std::size_t from = end(diagram, model, line.field, line.from, true);
    const std::size_t to = end(diagram, model, line.field, line.to, false);
    join(from, to, 1 + line.field);
  }
}

std::size_t Coloured::node(const std::string& key, const std::string& text) {
  const auto [entry, is_new] = by_key_.try_emplace(key, texts_.size());
  if (is_new) {
    texts_.push_back(text);
    neighbours_.emplace_back();
  }
  return entry->second;
}

std::size_t Coloured::end(const Diagram& diagram, const Model& model, std::size_t field,
                          const End& end, bool is_start) {
  const Field& of = model.fields[field];
  const char* way = !of.is_directed ? "end" : is_start ? "out" : "in";
  if (end.vertex == End::outside)
    return node(is_start ? "begins" : "ends", is_start ? "begins" : "ends");
  const Diagram::Vertex& vertex = diagram.vertices[end.vertex];
  if (vertex.name.empty()) {
    const std::string key = fmt::format("x{}", vertex.label);
    const std::size_t point = node(key, key);
    const std::size_t leg =
        node(fmt::format("{}/{}/{}/{}/{}/{}", key, field, end.leg, end.slot, way, by_key_.size()),
             fmt::format("leg{}{}", field, way));
    join(point, leg, 0);
    return leg;
  }
  const std::string key = fmt::format("v{}", end.vertex);
  const std::size_t owner = node(key, fmt::format("v{}", vertex.species));
  const std::string slot_key = fmt::format("{}/{}/{}", key, end.leg, end.slot);
  const bool has_slot = by_key_.contains(slot_key);
  const std::size_t slot = node(slot_key, fmt::format("slot{}", field));
  if (!has_slot) join(owner, slot, 0);
  const LegClass& legs = model.vertices[vertex.species].classes[end.leg];
  const std::size_t point = end.goes_out ? legs.out : legs.in;
  const std::string point_key = fmt::format("{}.{}", key, point);
  const bool has_point = by_key_.contains(point_key);
  const std::size_t at = node(point_key, "point");
  if (!has_point) join(owner, at, 0);
  const std::size_t tip =
      node(fmt::format("{}{}", slot_key, of.is_line ? (end.goes_out ? ">" : "<") : "-"), way);
  join(slot, tip, 0);
  join(at, tip, 0);
  return tip;
}

template <class Key>
Coloured::Colours Coloured::ranks(const std::vector<Key>& keys) {
  const std::set<Key> sorted(keys.begin(), keys.end());
  Colours result;
  for (const Key& key : keys)
    result.push_back(static_cast<std::size_t>(std::distance(sorted.begin(), sorted.find(key))));
  return result;
}

/// Told apart by what their neighbours are, as long as that tells more.
Coloured::Colours Coloured::refined(Colours colours) const {
  for (std::size_t count = 0;;) {
    using Key = std::pair<std::size_t, std::vector<std::pair<std::size_t, std::size_t>>>;
    std::vector<Key> keys;
    for (std::size_t i = 0; i < colours.size(); ++i) {
      Key key{colours[i], {}};
      for (const auto& [kind, other] : neighbours_[i])
        key.second.emplace_back(kind, colours[other]);
      std::ranges::sort(key.second);
      keys.push_back(std::move(key));
    }
    colours = ranks(keys);
    const std::size_t now = std::set<std::size_t>(colours.begin(), colours.end()).size();
    if (now == count) return colours;
    count = now;
  }
}

std::string Coloured::smallest(Colours colours) const {
  colours = refined(std::move(colours));
  std::map<std::size_t, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < colours.size(); ++i) classes[colours[i]].push_back(i);
  const auto open =
      std::ranges::find_if(classes, [](const auto& entry) { return entry.second.size() > 1; });
  if (open == classes.end()) return text_of(colours);
  std::string best;
  for (const std::size_t chosen : open->second) {
    Colours told = colours;
    for (std::size_t& colour : told) colour *= 2;
    ++told[chosen];
    std::string text = smallest(std::move(told));
    if (best.empty() || text < best) best = std::move(text);
  }
  return best;
}

std::string Coloured::text_of(const Colours& order) const {
  std::vector<std::string> lines(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::vector<std::string> others;
    for (const auto& [kind, other] : neighbours_[i])
      others.push_back(fmt::format("{}:{}", kind, order[other]));
    std::ranges::sort(others);
    lines[order[i]] = fmt::format("{} {}", texts_[i], fmt::join(others, ","));
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

std::string canonical_text(const Diagram& diagram, const Model& model) {
  return Coloured(diagram, model).smallest();
}

}  // namespace diagc::theory
