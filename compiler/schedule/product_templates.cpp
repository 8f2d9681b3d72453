#include "compiler/schedule/product_templates.h"

#include "compiler/schedule/product_reader.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

namespace diagc {

namespace {

/// Panels of one family, as many of them as one template serves.
class TemplateUnion {
 public:
  TemplateUnion(const Panels& panels, std::vector<const RawPanel*> members)
      : panels_(panels), members_(std::move(members)) {}

  /// Keeps the panels that the union serves and returns the others. Panels of one form come and go together: the most frequent form
  /// first, then those that it can take in.
  std::vector<const RawPanel*> make() {
    using Form = std::pair<std::set<RawTerm>, std::map<LocalKey, std::optional<std::uint32_t>>>;
    std::map<Form, std::vector<const RawPanel*>> forms;
    for (const RawPanel* panel : members_) forms[{panel->terms, panel->values}].push_back(panel);
    std::vector<std::vector<const RawPanel*>> by_size;
    for (auto& [form, of] : forms) by_size.push_back(std::move(of));
    std::ranges::stable_sort(by_size,
                             [](const auto& a, const auto& b) { return a.size() > b.size(); });
    std::vector<const RawPanel*> rest;
    members_.clear();
    for (const auto& more : by_size) {
      const std::size_t before = members_.size();
      members_.insert(members_.end(), more.begin(), more.end());
      unite_values();
      if (std::ranges::all_of(members_, [&](const RawPanel* panel) { return serves(*panel); }))
        continue;
      members_.resize(before);
      rest.insert(rest.end(), more.begin(), more.end());
    }
    unite_values();
    unite_pairs();
    if (!std::ranges::all_of(members_, [&](const RawPanel* panel) { return serves(*panel); })) {
      throw std::runtime_error("tiles of one family have no common form");
    }
    return rest;
  }

  void write(ProductTemplates& result) const {
    std::map<LocalKey, std::uint32_t> numbers;
    ProductTemplate form;
    for (const LocalKey& key : sorted()) {
      numbers.emplace(key, static_cast<std::uint32_t>(form.values.size()));
      form.values.push_back({{}, values_.at(key)});
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> parameters, tiles;
    for (const RawTerm& raw : terms_) {
      ProductTerm term{raw.negative, raw.coefficient, {}};
      for (const RawFactor& factor : raw.factors) {
        const auto number = [&](auto& known) {
          return known.try_emplace(factor.name, static_cast<std::uint32_t>(known.size()))
              .first->second;
        };
        const std::uint32_t index =
            factor.kind == ProductFactor::Kind::local       ? numbers.at(factor.name)
            : factor.kind == ProductFactor::Kind::parameter ? number(parameters)
                                                            : number(tiles);
        term.factors.push_back({factor.kind, index, factor.position});
      }
      form.values[numbers.at(raw.target)].terms.push_back(std::move(term));
    }
    for (const Pattern& kind : kinds_) {
      auto& terms = form.kinds.emplace_back();
      for (const RawPair& pair : kind) {
        terms.push_back({numbers.at(pair.target), pair.first, pair.second, pair.negative});
      }
      std::ranges::sort(terms);
    }
    form.tiles = static_cast<std::uint32_t>(tiles.size());
    form.parameters = static_cast<std::uint32_t>(parameters.size());
    form.family = members_.front()->family;
    const auto index = static_cast<std::uint32_t>(result.templates.size());
    for (const RawPanel* panel : members_) {
      ProductUse& use = result.uses[panel->panel];
      use.index = index;
      use.tiles.assign(tiles.size(), no_tile);
      use.parameters.assign(parameters.size(), no_node);
      use.pairs.resize(kinds_.size());
      for (const auto& [name, tile] : panel->tiles) use.tiles[tiles.at(name)] = tile;
      for (const auto& [name, node] : panel->parameters) use.parameters[parameters.at(name)] = node;
      for (const auto& [pair, pattern] : panel->pairs) {
        use.pairs[kind_of_.at(pattern)].push_back(pair);
      }
    }
    result.templates.push_back(std::move(form));
  }

 private:
  bool is_zero(TileId tile, std::uint32_t position) const {
    const Tile& of = panels_.tiles[tile];
    const bool copied = panels_.panels[of.panel].copies > 0;
    return copied && (position >= of.values.size() || of.values[position] == no_node);
  }

  /// Whether there is a number at all.
  bool holds(TileId tile, std::uint32_t position) const {
    const Tile& of = panels_.tiles[tile];
    return panels_.panels[of.panel].copies > 0 ||
           (position < of.values.size() && of.values[position] != no_node);
  }

  bool vanishes(const RawPair& pair, TileId first, TileId second) const {
    return is_zero(first, pair.first) || is_zero(second, pair.second);
  }

  void unite_values() {
    values_.clear();
    terms_.clear();
    for (const RawPanel* panel : members_) {
      for (const auto& [key, position] : panel->values) {
        auto& stored = values_[key];
        if (position) stored = position;
      }
      terms_.insert(panel->terms.begin(), panel->terms.end());
    }
    computed_.clear();
    for (const RawTerm& term : terms_) computed_.insert(term.target);
  }

  void unite_pairs() {
    std::map<Pattern, std::vector<std::pair<const RawPanel*, std::pair<TileId, TileId>>>> uses;
    for (const RawPanel* panel : members_) {
      for (const auto& [tiles, pattern] : panel->pairs) uses[pattern].emplace_back(panel, tiles);
    }
    // The largest patterns take the others in where what those lack is 0 or goes nowhere.
    std::vector<const Pattern*> patterns;
    for (const auto& [pattern, of] : uses) patterns.push_back(&pattern);
    std::ranges::stable_sort(
        patterns, [](const Pattern* a, const Pattern* b) { return a->size() > b->size(); });
    kinds_.clear();
    kind_of_.clear();
    std::vector<std::vector<const Pattern*>> parts;
    for (const Pattern* pattern : patterns) {
      std::uint32_t kind = 0;
      for (; kind < kinds_.size(); ++kind) {
        Pattern both;
        std::ranges::set_union(kinds_[kind], *pattern, std::back_inserter(both));
        const auto fits = [&](const Pattern* part) {
          Pattern more;
          std::ranges::set_difference(both, *part, std::back_inserter(more));
          return std::ranges::all_of(uses.at(*part), [&](const auto& use) {
            return std::ranges::all_of(more, [&](const RawPair& pair) {
              const auto [first, second] = use.second;
              return holds(first, pair.first) && holds(second, pair.second) &&
                     (!use.first->values.contains(pair.target) || vanishes(pair, first, second));
            });
          });
        };
        // Work that is done for nothing stays a small part.
        if (both.size() > kinds_[kind].size() * 5 / 4 || both.size() > pattern->size() * 3 / 2)
          continue;
        if (!fits(pattern)) continue;
        if (both.size() > kinds_[kind].size() && !std::ranges::all_of(parts[kind], fits)) continue;
        kinds_[kind] = std::move(both);
        break;
      }
      if (kind == kinds_.size()) {
        kinds_.push_back(*pattern);
        parts.emplace_back();
      }
      parts[kind].push_back(pattern);
      kind_of_.emplace(*pattern, kind);
    }
  }

  /// Whether every term of the union that the panel lacks is 0, or adds to what the panel lacks.
  bool serves(const RawPanel& panel) const {
    return std::ranges::all_of(terms_, [&](const RawTerm& term) {
      if (panel.terms.contains(term) || !panel.values.contains(term.target)) return true;
      return std::ranges::any_of(term.factors, [&](const RawFactor& factor) {
        switch (factor.kind) {
          case ProductFactor::Kind::parameter:
            return !panel.parameters.contains(factor.name);
          case ProductFactor::Kind::local:
            return vanishes(panel, factor.name);
          case ProductFactor::Kind::element: {
            const auto tile = panel.tiles.find(factor.name);
            return tile == panel.tiles.end() || is_zero(tile->second, factor.position);
          }
        }
        return false;
      });
    });
  }

  /// Whether a value that the panel lacks comes out as 0 there.
  bool vanishes(const RawPanel& panel, const LocalKey& key) const {
    if (panel.values.contains(key) || computed_.contains(key)) return false;
    if (kind_of_.empty()) return true;  // what pairs add is looked at when there are kinds
    const bool has_pairs = std::ranges::any_of(panel.pairs, [&](const auto& pair) {
      return std::ranges::any_of(kinds_[kind_of_.at(pair.second)], [&](const RawPair& each) {
        return each.target == key && !vanishes(each, pair.first.first, pair.first.second);
      });
    });
    return !has_pairs;
  }

  /// Values after those that their terms read.
  std::vector<LocalKey> sorted() const {
    std::map<LocalKey, std::set<LocalKey>> operands;
    for (const auto& [key, position] : values_) operands[key];
    for (const RawTerm& term : terms_) {
      for (const RawFactor& factor : term.factors) {
        if (factor.kind == ProductFactor::Kind::local) operands[term.target].insert(factor.name);
      }
    }
    std::vector<LocalKey> order;
    std::set<LocalKey> done;
    while (order.size() < operands.size()) {
      const std::size_t before = order.size();
      for (const auto& [key, of] : operands) {
        if (done.contains(key)) continue;
        if (std::ranges::all_of(of, [&](const LocalKey& each) { return done.contains(each); })) {
          order.push_back(key);
          done.insert(key);
        }
      }
      if (order.size() == before)
        throw std::runtime_error("tiles of one family have no common order");
    }
    return order;
  }

  const Panels& panels_;
  std::vector<const RawPanel*> members_;
  std::map<LocalKey, std::optional<std::uint32_t>> values_;
  std::set<RawTerm> terms_;
  std::set<LocalKey> computed_;  ///< targets of terms
  std::vector<Pattern> kinds_;
  std::map<Pattern, std::uint32_t> kind_of_;
};

/// Calls `read(tile, position)` for all that the code of templates reads.
template <class Read>
void visit_reads(const Panels& panels, const ProductTemplates& result, Read read) {
  for (PanelId panel = 0; panel < panels.panels.size(); ++panel) {
    if (panels.panels[panel].copies > 0) continue;
    const ProductUse& use = result.uses[panel];
    const ProductTemplate& form = result.templates[use.index];
    for (std::size_t kind = 0; kind < form.kinds.size(); ++kind) {
      for (const auto& [first, second] : use.pairs[kind]) {
        for (const PairTerm& term : form.kinds[kind]) {
          read(first, term.first);
          read(second, term.second);
        }
      }
    }
    for (const ProductValue& value : form.values) {
      for (const ProductTerm& term : value.terms) {
        for (const ProductFactor& factor : term.factors) {
          if (factor.kind != ProductFactor::Kind::element) continue;
          const TileId tile = use.tiles[factor.index];
          if (tile != no_tile) read(tile, factor.position);
        }
      }
    }
  }
}

/// What a tile holds: of copies all positions that are read, else what its template stores. Code of a template may read places that no
/// value of this panel stands in: those of copies are 0, others hold a number if the tile's template stores one.
void find_tile_sizes(const Panels& panels, ProductTemplates& result) {
  std::vector<std::vector<std::uint8_t>> holds(panels.tiles.size());
  for (TileId tile = 0; tile < panels.tiles.size(); ++tile) {
    if (panels.panels[panels.tiles[tile].panel].copies > 0) continue;
    const ProductUse& use = result.uses[panels.tiles[tile].panel];
    for (const ProductValue& value : result.templates[use.index].values) {
      if (!value.position) continue;
      if (holds[tile].size() <= *value.position) holds[tile].resize(*value.position + 1, 0);
      holds[tile][*value.position] = 1;
    }
  }
  visit_reads(panels, result, [&](TileId tile, std::uint32_t position) {
    if (panels.panels[panels.tiles[tile].panel].copies > 0) {
      if (holds[tile].size() <= position) holds[tile].resize(position + 1, 1);
    } else if (position >= holds[tile].size() || !holds[tile][position]) {
      throw std::runtime_error("a template of products of tiles reads what is not there");
    }
  });
  for (const auto& of : holds) result.tile_sizes.push_back(static_cast<std::uint32_t>(of.size()));
}

}  // namespace

ProductTemplates find_product_templates(const Graph& graph, const Values& values,
                                        const Panels& panels, Coefficients& coefficients) {
  ProductReader reader(graph, values, panels, coefficients);
  std::vector<RawPanel> raw;
  for (PanelId panel = 0; panel < panels.panels.size(); ++panel) {
    if (panels.panels[panel].copies == 0) raw.push_back(reader.read(panel));
  }
  std::map<std::uint32_t, std::vector<const RawPanel*>> families;
  for (const RawPanel& panel : raw) families[panel.family].push_back(&panel);
  ProductTemplates result;
  result.uses.resize(panels.panels.size());
  for (auto& [family, members] : families) {
    while (!members.empty()) {
      TemplateUnion form(panels, std::move(members));
      members = form.make();
      form.write(result);
    }
  }
  find_tile_sizes(panels, result);
  return result;
}

}  // namespace diagc
