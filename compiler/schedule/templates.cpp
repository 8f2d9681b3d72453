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

/// Brings one unit to the form in which equal units are equal.
class UnitForm {
 public:
  UnitForm(const Graph& graph, const Values& values, const Units& units, UnitId unit,
           Coefficients& coefficients)
      : graph_(graph), values_(values), units_(units), unit_(unit), coefficients_(coefficients) {}

  void find() {
    const Unit& unit = units_.units[unit_];
    for (std::uint32_t i = 0; i < unit.values.size(); ++i) local_.emplace(unit.values[i], i);
    read_statements(unit);
    sort_columns();
    number_operands();
    form.outputs = static_cast<std::uint32_t>(unit.blocks.size());
    use.outputs = unit.blocks;
    for (std::uint32_t i = 0; i < unit.values.size(); ++i) {
      const BlockId block = units_.block_of[unit.values[i]];
      if (block == no_unit) continue;
      TemplateStatement& statement = form.statements[i];
      statement.block =
          static_cast<std::uint32_t>(std::ranges::find(unit.blocks, block) - unit.blocks.begin());
      statement.position = units_.position[unit.values[i]];
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
    NodeId leaf;
  };

  bool is_external(NodeId node) const {
    return values_.role[node] == Role::value && units_.unit_of[node] != no_unit &&
           units_.unit_of[node] != unit_;
  }

  void read_statements(const Unit& unit) {
    for (std::uint32_t i = 0; i < unit.values.size(); ++i) {
      const NodeId node = unit.values[i];
      auto& rest = terms_.emplace_back();
      form.statements.push_back({.kind = graph_[node].kind, .terms = {}, .operands = {}});
      if (graph_[node].kind == Kind::product) form.statements.back().kind = Kind::sum;
      if (ages_.empty()) ages_.assign(graph_.node_count(), 0);
      const Statement statement = make_statement(graph_, values_, node, ages_, coefficients_);
      for (const SumTerm& term : statement.terms) {
        if (!take_column(i, term)) rest.push_back({term.negative, term.coefficient, term.factors});
      }
    }
  }

  /// Whether a term is a value of another unit's block times an input.
  bool take_column(std::uint32_t target, const SumTerm& term) {
    if (term.coefficient != unit_coefficient || term.factors.size() != 2) return false;
    NodeId value = term.factors[0], leaf = term.factors[1];
    if (!is_external(value)) std::swap(value, leaf);
    if (!is_external(value) || values_.role[leaf] != Role::leaf) return false;
    columns_[units_.block_of[value]].push_back(
        {target, units_.position[value], term.negative, leaf});
    return true;
  }

  void sort_columns() {
    std::map<TemplateColumn, std::vector<TemplateUse::ColumnUse>> kinds;
    for (auto& [block, terms] : columns_) {
      std::ranges::stable_sort(
          terms, {}, [](const RawColumn& term) { return std::pair(term.target, term.position); });
      TemplateColumn column;
      Numbering<NodeId> leaves;
      for (const RawColumn& term : terms) {
        column.terms.push_back({term.target, term.position, leaves(term.leaf), term.negative});
      }
      column.leaves = leaves.size();
      kinds[column].push_back({block, leaves.take()});
    }
    for (auto& [column, uses] : kinds) {
      form.columns.push_back(column);
      use.columns.push_back(std::move(uses));
    }
  }

  void number_operands() {
    Numbering<NodeId> leaves, imports;
    Numbering<BlockId> blocks;
    // Without the numbers of inputs, imports and blocks, which follow the order of terms.
    const auto unnumbered = [&](NodeId node) -> TemplateOperand {
      switch (values_.role[node]) {
        case Role::leaf:
          return {TemplateOperand::Kind::leaf};
        case Role::value:
          break;
        default:
          return {TemplateOperand::Kind::uniform, node};
      }
      if (const auto found = local_.find(node); found != local_.end()) {
        return {TemplateOperand::Kind::local, found->second};
      }
      if (units_.unit_of[node] == no_unit) return {TemplateOperand::Kind::import};
      return {TemplateOperand::Kind::element, 0, units_.position[node]};
    };
    const auto operand = [&](NodeId node) {
      TemplateOperand made = unnumbered(node);
      if (made.kind == TemplateOperand::Kind::leaf) made.index = leaves(node);
      if (made.kind == TemplateOperand::Kind::import) made.index = imports(node);
      if (made.kind == TemplateOperand::Kind::element) made.index = blocks(units_.block_of[node]);
      return made;
    };
    const auto rank = [&](const RawTerm& term) {
      TemplateTerm plain{term.negative, term.coefficient, {}};
      for (NodeId node : term.factors) plain.factors.push_back(unnumbered(node));
      return rank_of(plain);
    };
    // Among the inputs of a term those go first that the unit reads most: their names differ from unit to unit, their uses do not.
    std::map<NodeId, std::size_t> uses;
    for (const auto& terms : terms_) {
      for (const RawTerm& term : terms) {
        for (NodeId factor : term.factors) ++uses[factor];
      }
    }
    for (std::size_t i = 0; i < terms_.size(); ++i) {
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
        for (const Term term : graph_.terms(units_.units[unit_].values[i])) {
          form.statements[i].operands.push_back(operand(term.node));
        }
      }
    }
    form.leaves = leaves.size();
    form.imports = imports.size();
    form.blocks = blocks.size();
    use.leaves = leaves.take();
    use.imports = imports.take();
    use.blocks = blocks.take();
  }

  const Graph& graph_;
  const Values& values_;
  const Units& units_;
  UnitId unit_;
  Coefficients& coefficients_;
  std::map<NodeId, std::uint32_t> local_;
  std::vector<std::vector<RawTerm>> terms_;
  std::map<BlockId, std::vector<RawColumn>> columns_;
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

Templates find_templates(const Graph& graph, const Values& values, const Units& units,
                         Coefficients& coefficients) {
  Templates result;
  std::map<Template, std::uint32_t> known;
  for (UnitId unit = 0; unit < units.units.size(); ++unit) {
    UnitForm form(graph, values, units, unit, coefficients);
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
