#include "compiler/emit/cuda/edge_tables.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "compiler/emit/layout.h"

namespace diagc {

namespace {

class TableBuilder {
 public:
  TableBuilder(const Graph& graph, const Schedule& schedule, EdgeTables& tables)
      : graph_(graph),
        schedule_(schedule),
        tables_(tables),
        first_input_(rows_before(graph.signature().inputs)),
        coefficient_(2 * schedule.coefficients.size()) {
    for (const Chunk& chunk : schedule.chunks) {
      for (const Statement& statement : chunk.statements) statements_.push_back(&statement);
    }
  }

  void build() {
    tables_.first_number = rows(graph_.signature().inputs);
    number(1);
    find_levels();
    place_values();
    collect_numbers();
    for (std::size_t s = 0; s < statements_.size(); ++s) add(*statements_[s]);
    sort_into_levels();
    for (const NodeId output : graph_.outputs()) tables_.output_places.push_back(place(output));
    tables_.known = next_known_;
    if (tables_.known >= place_known || tables_.values >= place_known ||
        tables_.operands.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw std::runtime_error(
          "the graph has more numbers than the windowed kernel can address: 2^30 of a "
          "configuration");
    }
  }

 private:
  template <class Body>
  void for_operands(const Statement& statement, Body body) const {
    for (const SumTerm& term : statement.terms) {
      for (const NodeId factor : term.factors) body(factor);
    }
    if (statement.terms.empty()) {
      for (const Term term : graph_.terms(statement.node)) body(term.node);
    }
  }

  bool is_value(NodeId node) const { return schedule_.role[node] == Role::value; }
  bool is_uniform(NodeId node) const { return schedule_.role[node] == Role::uniform; }
  bool is_complex(NodeId node) const { return graph_[node].type == Type::complex; }

  void find_levels() {
    level_.assign(graph_.node_count(), 0);
    for (const Statement* statement : statements_) {
      std::uint32_t below = 0;
      for_operands(*statement, [&](NodeId node) { below = std::max(below, level_[node]); });
      level_[statement->node] = below + 1;
      level_count_ = std::max(level_count_, below + 1);
    }
  }

  void place_values() {
    std::stable_sort(
        statements_.begin(), statements_.end(),
        [&](const Statement* a, const Statement* b) { return level_[a->node] < level_[b->node]; });
    place_.assign(graph_.node_count(), 0);
    tables_.values = 1;
    for (const Statement* statement : statements_) {
      const NodeId node = statement->node;
      tables_.value_nodes.push_back({node, tables_.values});
      place_[node] = tables_.values | (is_complex(node) ? place_complex : 0);
      tables_.values += static_cast<std::uint32_t>(rows_of(graph_[node].type));
    }
  }

  std::uint32_t number(const Rational& value) {
    const auto [entry, is_new] =
        number_index_.emplace(value, static_cast<std::uint32_t>(tables_.numbers.size()));
    if (is_new) tables_.numbers.push_back(value);
    return tables_.first_number + entry->second;
  }

  /// Pure coefficients come first, so that they are one stretch of `known`.
  void collect_numbers() {
    for (const Statement* statement : statements_) {
      for (const SumTerm& term : statement->terms) {
        if (!has_scalar_factors(term)) coefficient(term);
      }
    }
    next_known_ = tables_.first_number + static_cast<std::uint32_t>(tables_.numbers.size());
  }

  /// Millions of terms have some tens of coefficients: a rational number is looked for once for each.
  std::uint32_t coefficient(const SumTerm& term) {
    std::optional<std::uint32_t>& found =
        coefficient_[2 * term.coefficient + (term.negative ? 1 : 0)];
    if (!found) {
      const Rational& value = schedule_.coefficients[term.coefficient];
      found = number(term.negative ? Rational(-value) : value);
    }
    return *found;
  }

  bool is_scalar_factor(NodeId node) const { return is_uniform(node) && !is_complex(node); }
  bool has_scalar_factors(const SumTerm& term) const {
    return std::ranges::any_of(term.factors, [&](NodeId node) { return is_scalar_factor(node); });
  }
  std::vector<NodeId> scalar_factors(const SumTerm& term) const {
    std::vector<NodeId> factors;
    for (const NodeId factor : term.factors) {
      if (is_scalar_factor(factor)) factors.push_back(factor);
    }
    return factors;
  }

  std::uint32_t uniform(SumTerm term, Type type) {
    std::ranges::sort(term.factors);
    const auto key = std::tuple(term.negative, term.coefficient, term.factors);
    const auto [entry, is_new] = uniform_index_.emplace(key, next_known_);
    if (is_new) {
      tables_.uniforms.push_back({std::move(term), type, next_known_});
      next_known_ += static_cast<std::uint32_t>(rows_of(type));
    }
    return entry->second;
  }

  /// Everything of a term that is real and the same for all configurations, as one number.
  std::uint32_t scalar(const SumTerm& term) {
    if (!has_scalar_factors(term)) return coefficient(term);
    return uniform({term.negative, term.coefficient, scalar_factors(term)}, Type::real);
  }

  std::uint32_t place(NodeId node) {
    if (is_value(node)) return place_[node];
    const std::uint32_t mark = place_known | (is_complex(node) ? place_complex : 0);
    if (graph_[node].kind == Kind::input) {
      const auto& inputs = graph_.signature().inputs;
      const RowPlace at = place_of(inputs, graph_[node].payload);
      return mark | (first_input_[at.variable] + at.row);
    }
    return mark | uniform({false, unit_coefficient, {node}}, graph_[node].type);
  }

  void add(const Statement& statement) {
    const NodeId node = statement.node;
    for (std::size_t t = 0; t < statement.terms.size(); ++t) {
      add_term(node, statement.terms[t], static_cast<std::uint32_t>(t));
    }
    if (statement.terms.empty()) add_operation(node);
  }

  void add_term(NodeId node, const SumTerm& term, std::uint32_t number_in_sum) {
    std::vector<NodeId> leaves, values;
    bool real = !is_complex(node);
    for (const NodeId factor : term.factors) {
      real = real && !is_complex(factor);
      if (is_value(factor)) values.push_back(factor);
      if (!is_value(factor) && !is_uniform(factor)) leaves.push_back(factor);
    }
    constexpr std::uint32_t index = place_known - 1;
    if (real && leaves.size() <= 1 && values.size() <= 1) {
      const std::uint32_t src = values.empty() ? 0 : place_[values[0]];
      const std::uint32_t leaf = leaves.empty() ? tables_.first_number : place(leaves[0]) & index;
      edges_.push_back({level_[node], number_in_sum, {place_[node], src, leaf, scalar(term)}});
      return;
    }
    const auto first = static_cast<std::uint32_t>(tables_.operands.size());
    tables_.operands.push_back(place_known | scalar(term));
    for (const NodeId factor : term.factors) {
      if (!is_uniform(factor) || is_complex(factor)) tables_.operands.push_back(place(factor));
    }
    add_step(node, 0, number_in_sum, first);
  }

  void add_operation(NodeId node) {
    const NodeId a = graph_.operand(node, 0);
    EdgeTables::Operation operation{graph_[node].kind, graph_[node].type, graph_[a].type,
                                    Type::real};
    const auto first = static_cast<std::uint32_t>(tables_.operands.size());
    for (const Term term : graph_.terms(node)) tables_.operands.push_back(place(term.node));
    if (graph_.operand_count(node) > 1) operation.second = graph_[graph_.operand(node, 1)].type;
    const auto [entry, is_new] = operation_index_.emplace(
        operation, static_cast<std::uint32_t>(tables_.operations.size() + 1));
    if (is_new) tables_.operations.push_back(operation);
    add_step(node, entry->second, 0, first);
  }

  void add_step(NodeId node, std::uint32_t operation, std::uint32_t number_in_sum,
                std::uint32_t first) {
    const auto count = static_cast<std::uint32_t>(tables_.operands.size()) - first;
    steps_.push_back(
        {level_[node], number_in_sum, {place_[node] & (place_known - 1), operation, first, count}});
  }

  /// Within a level first the first terms of all sums, then the second ones, …: neighbours add to different values, so that the
  /// atomic additions of a warp do not meet.
  void sort_into_levels() {
    std::ranges::stable_sort(edges_, {}, [](const auto& edge) {
      return std::tuple(edge.level, edge.term, edge.record.dst);
    });
    std::ranges::stable_sort(steps_, {}, [](const auto& step) {
      return std::tuple(step.level, step.record.operation, step.term, step.record.dst);
    });
    auto edge = edges_.begin();
    auto step = steps_.begin();
    for (std::uint32_t level = 1; level <= level_count_; ++level) {
      for (; edge != edges_.end() && edge->level == level; ++edge) {
        tables_.edges.push_back(edge->record);
      }
      for (; step != steps_.end() && step->level == level; ++step) {
        tables_.steps.push_back(step->record);
      }
      tables_.levels.push_back({static_cast<std::uint32_t>(tables_.edges.size()),
                                static_cast<std::uint32_t>(tables_.steps.size())});
    }
  }

  template <class Record>
  struct Placed {
    std::uint32_t level, term;
    Record record;
  };

  const Graph& graph_;
  const Schedule& schedule_;
  EdgeTables& tables_;
  std::vector<std::uint32_t> first_input_;  ///< by variable: its first row
  std::vector<const Statement*> statements_;
  std::vector<std::uint32_t> level_, place_;  ///< by node
  std::uint32_t level_count_ = 0, next_known_ = 0;
  std::map<Rational, std::uint32_t> number_index_;
  std::vector<std::optional<std::uint32_t>>
      coefficient_;  ///< of a coefficient, and of its negative
  std::map<std::tuple<bool, CoefficientId, std::vector<NodeId>>, std::uint32_t> uniform_index_;
  std::map<EdgeTables::Operation, std::uint32_t> operation_index_;
  std::vector<Placed<EdgeRecord>> edges_;
  std::vector<Placed<StepRecord>> steps_;
};

}  // namespace

EdgeTables::EdgeTables(const Graph& graph, const Schedule& schedule) {
  TableBuilder(graph, schedule, *this).build();
}

}  // namespace diagc
