#include "programs/diagc/explain_arrays.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/lower.h"
#include "compiler/expand/expand_arrays.h"
#include "programs/command/command.h"

namespace diagc {

namespace {

using arrays::ArrayId;
using arrays::ArrayKind;
using arrays::ArrayNode;

constexpr std::size_t most_shown = 50;  ///< factors, arrays or users

/// Names of arrays: those of inputs, else their numbers; outputs have their own.
class ArrayNames {
 public:
  ArrayNames(const arrays::ArrayGraph& graph, const std::vector<ArrayExpansion::Output>& outputs)
      : graph_(graph), outputs_(outputs) {}

  std::string of(ArrayId id) const {
    const ArrayNode& node = graph_.nodes[id];
    return node.kind == ArrayKind::input ? node.name : fmt::format("a{}", id);
  }

  /// With the outputs that it is: another name for nobody else.
  std::vector<std::string> outputs_of(ArrayId id) const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (graph_.outputs[k] == id) names.push_back(outputs_[k].name);
    }
    return names;
  }

 private:
  const arrays::ArrayGraph& graph_;
  const std::vector<ArrayExpansion::Output>& outputs_;
};

std::string shape_text(const ArrayNode& node) {
  const std::vector<std::uint64_t> shape = node.shape();
  return shape.empty() ? "a number" : fmt::format("{} elements", fmt::join(shape, " x "));
}

std::string operand_text(const ArrayNames& names, const arrays::Operand& operand) {
  std::vector<std::string> variables;
  for (const arrays::Variable variable : operand.variables)
    variables.push_back(fmt::format("x{}", variable));
  const std::string name = names.of(operand.array);
  return variables.empty() ? name : fmt::format("{}({})", name, fmt::join(variables, ", "));
}

/// `x0, x2 : 2; x1 : 3`, variables by their extents; empty for none.
std::string variables_text(const ArrayNode& node, const std::vector<arrays::Variable>& variables) {
  std::vector<std::uint64_t> extents;
  for (const arrays::Variable variable : variables) extents.push_back(node.variables[variable]);
  std::ranges::sort(extents);
  extents.erase(std::unique(extents.begin(), extents.end()), extents.end());
  std::vector<std::string> groups;
  for (const std::uint64_t extent : extents) {
    std::vector<std::string> names;
    for (const arrays::Variable variable : variables) {
      if (node.variables[variable] != extent) continue;
      if (names.size() == most_shown) {
        names.emplace_back("...");
        break;
      }
      names.push_back(fmt::format("x{}", variable));
    }
    groups.push_back(fmt::format("{} : {}", fmt::join(names, ", "), extent));
  }
  return fmt::format("{}", fmt::join(groups, "; "));
}

std::string first_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t k = 0; k < lines.size() && k < most_shown; ++k)
    text += fmt::format("    {}\n", lines[k]);
  if (lines.size() > most_shown)
    text += fmt::format("    ... {} more\n", lines.size() - most_shown);
  return text;
}

/// What an element is, in one line; `of` says what it is made of.
std::string meaning(const ArrayNode& node, const std::string& of) {
  switch (node.kind) {
    case ArrayKind::input:
      return "given: an input, a param or a static element";
    case ArrayKind::constant:
      return "0 or 1, as a condition says";
    case ArrayKind::map:
      return node.operands.empty() ? "a number of the file" : "a function of " + of;
    default:
      break;
  }
  std::vector<arrays::Variable> summed;
  double terms = 1;
  for (arrays::Variable variable = 0; variable < node.variables.size(); ++variable) {
    if (std::ranges::count(node.axes, variable) > 0) continue;
    summed.push_back(variable);
    terms *= static_cast<double>(node.variables[variable]);
  }
  // Of one factor: it itself.
  const std::string each = node.operands.size() == 1 ? "one element" : "the product of " + of;
  if (summed.empty()) return each;
  return fmt::format("a sum of {:.6g} terms over {}, each {}", terms, variables_text(node, summed),
                     each);
}

std::string users_text(const arrays::ArrayGraph& graph, const ArrayNames& names, ArrayId id) {
  std::vector<std::string> users;
  for (ArrayId user = id + 1; user < graph.nodes.size(); ++user) {
    const auto uses = std::ranges::count(graph.nodes[user].operands, id, &arrays::Operand::array);
    if (uses == 0) continue;
    std::vector<std::string> own = names.outputs_of(user);
    if (own.empty()) own.push_back(names.of(user));
    users.push_back(uses == 1 ? fmt::format("{}", fmt::join(own, " = "))
                              : fmt::format("{}, {} times", fmt::join(own, " = "), uses));
  }
  std::string text = fmt::format("used by ({})\n", users.size()) + first_lines(users);
  if (!names.outputs_of(id).empty()) text += "    the outside: it is an output\n";
  return text;
}

std::string place_text(const rules::Rules& rules, const std::vector<const syntax::Decl*>& list,
                       const std::string& name) {
  const std::string base = name.substr(0, name.find('['));
  const auto found =
      std::ranges::find(list, base, [](const syntax::Decl* decl) { return decl->name; });
  if (found == list.end()) return {};
  const Position position = rules.file->source->position((*found)->name_span.begin);
  std::string rule((*found)->derived ? std::string()
                                     : std::string(rules.file->source->slice((*found)->span)));
  for (std::size_t at = 0; (at = rule.find('\n', at)) != std::string::npos; at += 5)
    rule.replace(at, 1, "\n    ");
  return fmt::format("{}:{}:{}:\n    {}\n", rules.file->source->path(), position.line,
                     position.column, rule);
}

}  // namespace

std::string arrays_text(const rules::Rules& rules, const ExpandOptions& options,
                        const std::string& name) {
  const ArrayExpansion expansion = expand_arrays(rules, options);
  const arrays::Lowered lowered = arrays::lower(expansion);
  const arrays::ArrayGraph& graph = lowered.graph;
  const ArrayNames names(graph, expansion.outputs);
  ArrayId id = static_cast<ArrayId>(graph.nodes.size());
  std::string place;
  for (std::size_t k = 0; k < expansion.outputs.size(); ++k) {
    if (expansion.outputs[k].name != name) continue;
    id = graph.outputs[k];
    place = place_text(rules, rules.outputs, name);
  }
  for (ArrayId array = 0; array < graph.nodes.size() && id == graph.nodes.size(); ++array) {
    if (names.of(array) != name) continue;
    id = array;
    for (const auto* list : {&rules.inputs, &rules.params}) place += place_text(rules, *list, name);
  }
  if (id == graph.nodes.size()) {
    std::vector<std::string> known;
    for (const auto& output : expansion.outputs) known.push_back(fmt::format("`{}`", output.name));
    if (known.size() > 8) known.resize(8);
    throw Failure(fmt::format(
        "error: found no output or array `{}`, expected an output such as {}, an input or an array "
        "that explaining these shows",
        name, fmt::join(known, ", ")));
  }
  const ArrayNode& node = graph.nodes[id];
  std::string text = fmt::format("{}\n\n{}value\n    {}, {}\n", name, place, shape_text(node),
                                 meaning(node, "the elements below"));
  if (!node.axes.empty() && node.kind != ArrayKind::input && node.kind != ArrayKind::constant)
    text += fmt::format("axes\n    {}\n", variables_text(node, node.axes));
  if (!node.operands.empty()) {
    std::vector<std::string> factors, below;
    std::vector<ArrayId> different;
    for (const arrays::Operand& operand : node.operands) {
      factors.push_back(operand_text(names, operand));
      if (std::ranges::count(different, operand.array) > 0) continue;
      different.push_back(operand.array);
      const ArrayNode& own = graph.nodes[operand.array];
      const std::string of =
          fmt::format("{} element{}", own.operands.size(), own.operands.size() == 1 ? "" : "s");
      below.push_back(
          fmt::format("{}: {}, {}", names.of(operand.array), shape_text(own), meaning(own, of)));
    }
    text += fmt::format("elements ({})\n", factors.size()) + first_lines(factors);
    text += fmt::format("arrays ({})\n", below.size()) + first_lines(below);
  }
  return text + users_text(graph, names, id);
}

}  // namespace diagc
