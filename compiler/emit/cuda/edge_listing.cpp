#include "compiler/emit/cuda/edge_listing.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "compiler/emit/layout.h"

namespace diagc {

namespace {

class Listing {
 public:
  Listing(const Graph& graph, const EdgeTables& tables, const Names& names,
          const Expressions& expressions)
      : graph_(graph), tables_(tables), names_(names), expressions_(expressions) {
    value_names_.assign(tables.values, "");
    value_names_[0] = "1";
    for (const EdgeTables::Value& value : tables.value_nodes) {
      put(value_names_, value.place, graph[value.node].type, names[value.node]);
    }
    name_known();
  }

  std::string text(std::size_t most_records) {
    line("");
    line(
        "// The tables, level by level. Names stand for numbers, their places in values and known "
        "in parentheses.");
    std::size_t edge = 0, step = 0;
    const std::size_t all = tables_.edges.size() + tables_.steps.size();
    for (std::size_t level = 0; level < tables_.levels.size(); ++level) {
      const LevelRecord end = tables_.levels[level];
      if (edge + step == most_records) break;
      line("// Level {}: {} edges, {} other steps", level, end.edges_end - edge,
           end.steps_end - step);
      for (; edge < end.edges_end && edge + step < most_records; ++edge) {
        add_edge(tables_.edges[edge]);
      }
      for (; edge == end.edges_end && step < end.steps_end && edge + step < most_records; ++step) {
        add_step(tables_.steps[step]);
      }
    }
    if (edge + step < all) line("// … and {} more records.", all - edge - step);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  static void put(std::vector<std::string>& list, std::uint32_t place, Type type,
                  const std::string& name) {
    list[place] = name;
    if (type == Type::complex) list[place + 1] = fmt::format("im {}", name);
  }

  void name_known() {
    known_names_.assign(tables_.known, "");
    const std::vector<Variable>& inputs = graph_.signature().inputs;
    const std::vector<std::uint32_t> first = rows_before(inputs);
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (graph_[node].kind != Kind::input) continue;
      const RowPlace at = place_of(inputs, graph_[node].payload);
      put(known_names_, first[at.variable] + at.row, graph_[node].type, names_[node]);
    }
    for (std::size_t i = 0; i < tables_.numbers.size(); ++i) {
      known_names_[tables_.first_number + i] = expressions_.literal(tables_.numbers[i]);
    }
    for (const EdgeTables::Uniform& uniform : tables_.uniforms) {
      const std::string value = expressions_.of({no_node, {uniform.term}});
      const bool whole = value.find_first_of(" -") == std::string::npos;
      put(known_names_, uniform.place, uniform.type, whole ? value : fmt::format("[{}]", value));
    }
  }

  std::string value(std::uint32_t place) const {
    return fmt::format("{} ({})", value_names_[place], place);
  }
  std::string known(std::uint32_t place) const {
    return fmt::format("{} ({})", known_names_[place], place);
  }
  std::string operand(std::uint32_t place) const {
    const std::uint32_t index = place & (place_known - 1);
    return place & place_known ? known(index) : value(index);
  }
  bool is_one(std::uint32_t known_place) const { return known_place == tables_.first_number; }

  void add_edge(const EdgeRecord& edge) {
    std::vector<std::string> factors;
    if (edge.src != 0) factors.push_back(value(edge.src));
    if (!is_one(edge.leaf)) factors.push_back(known(edge.leaf));
    if (!is_one(edge.scalar)) factors.push_back(known(edge.scalar));
    if (factors.empty()) factors.emplace_back("1");
    line("//   {} += {}", value(edge.dst), fmt::join(factors, " * "));
  }

  void add_step(const StepRecord& step) {
    std::vector<std::string> operands;
    for (std::uint32_t i = 0; i < step.count; ++i) {
      const std::uint32_t place = tables_.operands[step.first + i];
      // The first factor of a product is its number.
      if (step.operation == 0 && i == 0 && step.count > 1 && is_one(place & (place_known - 1)))
        continue;
      operands.push_back(operand(place));
    }
    if (step.operation == 0) {
      return line("//   {} += {}", value(step.dst), fmt::join(operands, " * "));
    }
    const EdgeTables::Operation& what = tables_.operations[step.operation - 1];
    line("//   {} = {}", value(step.dst),
         expressions_.operation(what.kind, what.first, operands.front(), operands.back()));
  }

  const Graph& graph_;
  const EdgeTables& tables_;
  const Names& names_;
  const Expressions& expressions_;
  std::vector<std::string> value_names_, known_names_;
  std::string text_;
};

}  // namespace

std::string edge_listing(const Graph& graph, const EdgeTables& tables, const Names& names,
                         const Expressions& expressions, std::size_t most_records) {
  return Listing(graph, tables, names, expressions).text(most_records);
}

}  // namespace diagc
