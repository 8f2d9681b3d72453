// Writes the text form of an array graph.
#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/text.h"
#include "compiler/graph/text.h"

namespace diagc::arrays {

namespace {

/// a, b, …, z, a1, b1, …
std::string variable_name(std::size_t index) {
  const char letter = static_cast<char>('a' + index % 26);
  return index < 26 ? std::string(1, letter) : fmt::format("{}{}", letter, index / 26);
}

/// The variables of a node in the order in which its line names them, those of no operand first.
std::vector<Variable> order_of_names(const ArrayNode& node) {
  std::vector<bool> named(node.variables.size());
  std::vector<Variable> order;
  for (const Operand& operand : node.operands) {
    for (const Argument& argument : arguments_of(operand)) {
      for (const SignedVariable& term : argument) {
        if (!named[term.variable]) order.push_back(term.variable);
        named[term.variable] = true;
      }
    }
  }
  std::vector<Variable> over;
  for (Variable variable = 0; variable < named.size(); ++variable) {
    if (!named[variable]) over.push_back(variable);
  }
  order.insert(order.begin(), over.begin(), over.end());
  return order;
}

/// The extent of a variable: a number, or the name of its cyclic axis.
std::string extent_text(const ArrayGraph& graph, const ArrayNode& node, Variable variable) {
  const std::uint32_t cyclic = node.cyclic_axis(variable);
  return cyclic == 0 ? std::to_string(node.variables[variable]) : graph.cyclic[cyclic - 1].name;
}

std::string line_of(const ArrayGraph& graph, const ArrayNode& node) {
  std::string text = to_string(node.kind);
  if (node.kind == ArrayKind::input || node.kind == ArrayKind::constant) {
    text += fmt::format(" {}(", node.name);
    for (std::size_t axis = 0; axis < node.axes.size(); ++axis) {
      text += (axis == 0 ? "" : ", ") + extent_text(graph, node, node.axes[axis]);
    }
    return text + ")" + (node.digits.empty() ? "" : " " + node.digits);
  }
  if (node.kind == ArrayKind::volterra) text += fmt::format(" {} {}", node.element, node.digits);
  const std::vector<Variable> order = order_of_names(node);
  std::vector<std::string> names(order.size());
  std::vector<bool> stands(order.size());
  std::vector<std::size_t> rank(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    names[order[k]] = variable_name(k);
    rank[order[k]] = k;
  }
  const auto list = [&](const std::vector<Variable>& variables) {
    std::string result = "(";
    for (std::size_t k = 0; k < variables.size(); ++k) {
      result += (k == 0 ? "" : ", ") + names[variables[k]];
    }
    return result + ")";
  };
  const auto sums = [&](const std::vector<Argument>& arguments) {
    std::string result = "(";
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (k > 0) result += ", ";
      if (arguments[k].empty()) result += "0";
      // In the order of their names, which reading keeps.
      Argument terms = arguments[k];
      std::ranges::sort(terms, {}, [&](const SignedVariable& term) { return rank[term.variable]; });
      for (std::size_t term = 0; term < terms.size(); ++term) {
        if (terms[term].sign < 0) result += "-";
        if (terms[term].sign > 0 && term > 0) result += "+";
        result += names[terms[term].variable];
      }
    }
    return result + ")";
  };
  for (const Operand& operand : node.operands) {
    for (const Argument& argument : arguments_of(operand)) {
      for (const SignedVariable& term : argument) stands[term.variable] = true;
    }
  }
  std::string over;
  for (const Variable variable : order) {
    if (stands[variable]) continue;
    over += fmt::format("{}{} = {}", over.empty() ? "" : ", ", names[variable],
                        extent_text(graph, node, variable));
  }
  if (!over.empty()) text += fmt::format(" over ({})", over);
  for (const Operand& operand : node.operands) {
    text +=
        fmt::format(" %{}{}", operand.array,
                    operand.arguments.empty() ? list(operand.variables) : sums(operand.arguments));
  }
  text += " -> " + list(node.axes);
  for (std::size_t axis = 0; axis < node.powers.size(); ++axis) {
    if (node.powers[axis] != 0)
      text += fmt::format(" * {}^{}", graph.cyclic[axis].name, node.powers[axis]);
  }
  return text;
}

std::string body_lines(const Graph& body) {
  std::istringstream lines(diagc::to_text(body));
  std::string text;
  for (std::string line; std::getline(lines, line);) text += "  | " + line + "\n";
  return text;
}

}  // namespace

std::string to_text(const ArrayGraph& graph) {
  std::string text = "arrays\n";
  for (const CyclicAxis& axis : graph.cyclic)
    text += fmt::format("cyclic {} = {}\n", axis.name, fmt::join(axis.grid, " x "));
  for (std::size_t id = 0; id < graph.nodes.size(); ++id) {
    text += fmt::format("%{} = {}\n", id, line_of(graph, graph.nodes[id]));
    if (graph.nodes[id].body) text += body_lines(*graph.nodes[id].body);
  }
  for (const ArrayId output : graph.outputs) text += fmt::format("output %{}\n", output);
  return text;
}

}  // namespace diagc::arrays
