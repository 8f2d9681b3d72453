#include "compiler/schedule/templates.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace diagc {

namespace {

/// Numbers things in the order in which they are first met.
template <class Thing>
class Numbering {
 public:
  std::uint32_t operator()(const Thing& thing) {
    const auto [place, fresh] =
        numbers_.try_emplace(thing, static_cast<std::uint32_t>(things_.size()));
    if (fresh) things_.push_back(thing);
    return place->second;
  }
  std::vector<Thing> take() { return std::move(things_); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(things_.size()); }

 private:
  std::map<Thing, std::uint32_t> numbers_;
  std::vector<Thing> things_;
};

/// The normal form of one panel: panels of equal structure have equal forms.
class PanelForm {
 public:
  PanelForm(const Graph& graph, const Values& values, const Panels& panels, PanelId panel,
            Coefficients& coefficients)
      : graph_(graph),
        values_(values),
        panels_(panels),
        panel_(panel),
        coefficients_(coefficients) {}

  void find() {
    const Panel& panel = panels_.panels[panel_];
    for (std::uint32_t i = 0; i < panel.values.size(); ++i) local_.emplace(panel.values[i], i);
    read_statements(panel);
    sort_columns();
    number_operands();
    form.outputs = static_cast<std::uint32_t>(panel.tiles.size());
    use.outputs = panel.tiles;
    for (std::uint32_t i = 0; i < panel.values.size(); ++i) {
      const TileId tile = panels_.tile_of[panel.values[i]];
      if (tile == no_tile) continue;
      TemplateStatement& statement = form.statements[i];
      statement.tile =
          static_cast<std::uint32_t>(std::ranges::find(panel.tiles, tile) - panel.tiles.begin());
      statement.position = panels_.position[panel.values[i]];
    }
  }

  Template form;
  TemplateUse use;

 private:
  /// A term with nodes as factors.
  struct RawTerm {
    bool negative;
    CoefficientId coefficient;
    std::vector<NodeId> factors;
  };
  struct RawColumn {
    std::uint32_t target;
    std::uint32_t position;
    bool negative;
    NodeId factor;
  };

  bool is_external(NodeId node) const {
    return values_.role[node] == Role::value && panels_.panel_of[node] != no_panel &&
           panels_.panel_of[node] != panel_;
  }

  void read_statements(const Panel& panel) {
    for (std::uint32_t i = 0; i < panel.values.size(); ++i) {
      const NodeId node = panel.values[i];
      auto& rest = terms_.emplace_back();
      if (i < panel.copies) {
        form.statements.push_back({.kind = Kind::sum, .terms = {}, .operands = {}});
        rest.push_back({false, unit_coefficient, {node}});
        continue;
      }
      form.statements.push_back({.kind = graph_[node].kind, .terms = {}, .operands = {}});
      if (graph_[node].kind == Kind::product) form.statements.back().kind = Kind::sum;
      if (ages_.empty()) ages_.assign(graph_.node_count(), 0);
      const Statement statement = make_statement(graph_, values_, node, ages_, coefficients_);
      for (const SumTerm& term : statement.terms) {
        if (!take_column(i, term)) rest.push_back({term.negative, term.coefficient, term.factors});
      }
    }
  }

  /// Whether a term is a value of another panel's tile times an input, or times such a value.
  bool take_column(std::uint32_t target, const SumTerm& term) {
    if (term.coefficient != unit_coefficient || term.factors.size() != 2) return false;
    NodeId value = term.factors[0], factor = term.factors[1];
    if (!is_external(value)) std::swap(value, factor);
    if (!is_external(value)) return false;
    TileId other = no_tile;
    if (is_external(factor)) {
      // Tiles of one kind stand on the same side in all columns.
      if (side(factor) < side(value)) std::swap(value, factor);
      other = panels_.tile_of[factor];
    } else if (values_.role[factor] != Role::leaf) {
      return false;
    }
    columns_[{panels_.tile_of[value], other}].push_back(
        {target, panels_.position[value], term.negative, factor});
    return true;
  }

  std::pair<std::uint32_t, TileId> side(NodeId node) const {
    const CallId call = graph_[node].call;
    return {call == no_call ? no_call : graph_.calls().family(call), panels_.tile_of[node]};
  }

  void sort_columns() {
    std::map<TemplateColumn, std::vector<TemplateUse::ColumnUse>> kinds;
    for (auto& [tiles, terms] : columns_) {
      const auto [tile, other] = tiles;
      TemplateColumn column;
      Numbering<NodeId> leaves;
      for (RawColumn& term : terms) {
        if (other != no_tile) {
          column.terms.push_back(
              {term.target, term.position, panels_.position[term.factor], term.negative});
        }
      }
      if (other != no_tile) {
        std::ranges::sort(column.terms);
      } else {
        std::ranges::stable_sort(
            terms, {}, [](const RawColumn& term) { return std::pair(term.target, term.position); });
        for (const RawColumn& term : terms) {
          column.terms.push_back({term.target, term.position, leaves(term.factor), term.negative});
        }
        column.leaves = leaves.size();
      }
      kinds[column].push_back({tile, other, leaves.take()});
    }
    for (auto& [column, uses] : kinds) {
      form.columns.push_back(column);
      use.columns.push_back(std::move(uses));
    }
  }

  void number_operands() {
    Numbering<NodeId> leaves, imports;
    Numbering<TileId> tiles;
    std::uint32_t statement = 0;  // at hand
    // Without the numbers of inputs, imports and tiles, which follow the order of terms.
    const auto unnumbered = [&](NodeId node) -> TemplateOperand {
      switch (values_.role[node]) {
        case Role::leaf:
          return {TemplateOperand::Kind::leaf};
        case Role::value:
          break;
        default:
          return {TemplateOperand::Kind::uniform, node};
      }
      const auto found = local_.find(node);
      // Statements read no value that comes after them, so that a copy is the only one to read itself.
      const bool local = found != local_.end() && found->second != statement;
      if (local) return {TemplateOperand::Kind::local, found->second};
      if (found != local_.end() || panels_.panel_of[node] == no_panel) {
        return {TemplateOperand::Kind::import};
      }
      return {TemplateOperand::Kind::element, 0, panels_.position[node]};
    };
    const auto operand = [&](NodeId node) {
      TemplateOperand made = unnumbered(node);
      if (made.kind == TemplateOperand::Kind::leaf) made.index = leaves(node);
      if (made.kind == TemplateOperand::Kind::import) made.index = imports(node);
      if (made.kind == TemplateOperand::Kind::element) made.index = tiles(panels_.tile_of[node]);
      return made;
    };
    const auto rank = [&](const RawTerm& term) {
      TemplateTerm plain{term.negative, term.coefficient, {}};
      for (NodeId node : term.factors) plain.factors.push_back(unnumbered(node));
      return rank_of(plain);
    };
    // Of the inputs of a term, the one that the panel reads most goes first: names differ from panel to panel, uses do not.
    std::map<NodeId, std::size_t> uses;
    for (const auto& terms : terms_) {
      for (const RawTerm& term : terms) {
        for (NodeId factor : term.factors) ++uses[factor];
      }
    }
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      statement = static_cast<std::uint32_t>(i);
      std::ranges::stable_sort(terms_[i], {}, rank);
      for (RawTerm& term : terms_[i]) {
        std::ranges::stable_sort(term.factors, {}, [&](NodeId node) {
          const Role role = values_.role[node];
          const int kind = role == Role::leaf ? 2 : role == Role::value ? 1 : 0;
          return std::pair(kind, kind == 2 ? ~uses[node] : 0);
        });
        TemplateTerm made{term.negative, term.coefficient, {}};
        for (NodeId factor : term.factors) made.factors.push_back(operand(factor));
        form.statements[i].terms.push_back(std::move(made));
      }
      if (form.statements[i].kind != Kind::sum) {
        for (const Term term : graph_.terms(panels_.panels[panel_].values[i])) {
          form.statements[i].operands.push_back(operand(term.node));
        }
      }
    }
    form.leaves = leaves.size();
    form.imports = imports.size();
    form.tiles = tiles.size();
    use.leaves = leaves.take();
    use.imports = imports.take();
    use.tiles = tiles.take();
  }

  const Graph& graph_;
  const Values& values_;
  const Panels& panels_;
  PanelId panel_;
  Coefficients& coefficients_;
  std::map<NodeId, std::uint32_t> local_;
  std::vector<std::vector<RawTerm>> terms_;
  std::map<std::pair<TileId, TileId>, std::vector<RawColumn>>
      columns_;  ///< by tile and other tile, or no_tile
  std::vector<std::uint32_t> ages_;
};

}  // namespace

TermRank rank_of(const TemplateTerm& term) {
  TermRank rank{term.factors.size() > 1, {}, term.negative};
  for (const TemplateOperand& factor : term.factors) {
    switch (factor.kind) {
      case TemplateOperand::Kind::local:
        rank.values.emplace_back(1, factor.index);
        break;
      case TemplateOperand::Kind::element:
        rank.values.emplace_back(0, factor.position);
        break;
      case TemplateOperand::Kind::import:
        rank.values.emplace_back(0, 0);
        break;
      default:
        break;
    }
  }
  std::ranges::sort(rank.values);
  return rank;
}

Templates find_templates(const Graph& graph, const Values& values, const Panels& panels,
                         Coefficients& coefficients) {
  Templates result;
  std::map<Template, std::uint32_t> known;
  for (PanelId panel = 0; panel < panels.panels.size(); ++panel) {
    PanelForm form(graph, values, panels, panel, coefficients);
    form.find();
    const auto [place, fresh] =
        known.try_emplace(form.form, static_cast<std::uint32_t>(known.size()));
    if (fresh) result.templates.push_back(form.form);
    form.use.index = place->second;
    result.uses.push_back(std::move(form.use));
  }
  unify(result);
  return result;
}

}  // namespace diagc
