#include "programs/diagc/explain_arrays.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/convolve.h"
#include "compiler/arrays/lower_cyclic.h"
#include "compiler/expand/expand_arrays.h"
#include "compiler/source/diagnostic.h"
#include "programs/command/axis_lengths.h"
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

/// Extents as text: numbers, of a cyclic axis of open length n and its name.
class Extents {
 public:
  Extents(const arrays::ArrayGraph& graph, std::vector<bool> open)
      : graph_(graph), open_(std::move(open)) {}

  /// `8`, `nk`.
  std::string count(const ArrayNode& node, arrays::Variable variable) const {
    const std::uint32_t axis = node.cyclic_axis(variable);
    if (axis == 0 || !open_[axis - 1]) return std::to_string(node.variables[variable]);
    return "n" + graph_.cyclic[axis - 1].name;
  }

  /// `8`, `k`, `k = 4 x 2`.
  std::string range(const ArrayNode& node, arrays::Variable variable) const {
    const std::uint32_t axis = node.cyclic_axis(variable);
    if (axis == 0) return std::to_string(node.variables[variable]);
    const arrays::CyclicAxis& cyclic = graph_.cyclic[axis - 1];
    return open_[axis - 1] ? cyclic.name
                           : fmt::format("{} = {}", cyclic.name, fmt::join(cyclic.grid, " x "));
  }

  /// `64`, `nk^2`, `3 nk`: of all combinations of these variables.
  std::string product(const ArrayNode& node, const std::vector<arrays::Variable>& all) const {
    double number = 1;
    std::vector<std::pair<std::string, int>> powers;
    for (const arrays::Variable variable : all) {
      const std::uint32_t axis = node.cyclic_axis(variable);
      if (axis == 0 || !open_[axis - 1]) {
        number *= static_cast<double>(node.variables[variable]);
        continue;
      }
      const std::string name = count(node, variable);
      const auto found = std::ranges::find(powers, name, &std::pair<std::string, int>::first);
      if (found == powers.end()) {
        powers.emplace_back(name, 1);
      } else {
        ++found->second;
      }
    }
    std::vector<std::string> factors;
    if (number != 1 || powers.empty()) factors.push_back(fmt::format("{:.6g}", number));
    for (const auto& [name, power] : powers)
      factors.push_back(power == 1 ? name : fmt::format("{}^{}", name, power));
    return fmt::format("{}", fmt::join(factors, " "));
  }

  const std::string& name(std::size_t axis) const { return graph_.cyclic[axis].name; }

 private:
  const arrays::ArrayGraph& graph_;
  std::vector<bool> open_;  ///< by cyclic axis
};

std::string shape_text(const ArrayNode& node, const Extents& extents) {
  if (node.axes.empty() && node.kind != ArrayKind::input) return "a number";
  std::vector<std::string> shape;
  if (node.kind == ArrayKind::input) {
    for (arrays::Variable axis = 0; axis < node.variables.size(); ++axis)
      shape.push_back(extents.count(node, axis));
  } else {
    for (const arrays::Variable axis : node.axes) shape.push_back(extents.count(node, axis));
  }
  return shape.empty() ? "a number" : fmt::format("{} elements", fmt::join(shape, " x "));
}

/// `x0`, `x1-x2`, `-x0`, or 0 for the origin.
std::string argument_text(const arrays::Argument& argument) {
  std::string text;
  for (const arrays::SignedVariable& term : argument) {
    if (term.sign < 0 || !text.empty()) text += term.sign < 0 ? "-" : "+";
    text += fmt::format("x{}", term.variable);
  }
  return text.empty() ? "0" : text;
}

std::string operand_text(const ArrayNames& names, const arrays::Operand& operand) {
  std::vector<std::string> arguments;
  for (const arrays::Argument& argument : arrays::arguments_of(operand))
    arguments.push_back(argument_text(argument));
  const std::string name = names.of(operand.array);
  return arguments.empty() ? name : fmt::format("{}({})", name, fmt::join(arguments, ", "));
}

/// `x0, x2 : 2; x1 : 3`, variables by what they run over; empty for none.
std::string variables_text(const ArrayNode& node, const Extents& extents,
                           const std::vector<arrays::Variable>& variables) {
  // Short axes first, cyclic ones by their names behind those of static extent.
  std::vector<std::pair<std::uint64_t, std::string>> ranges;
  const auto range_of = [&](arrays::Variable variable) {
    return std::pair(node.cyclic_axis(variable) == 0 ? node.variables[variable] : ~std::uint64_t{0},
                     extents.range(node, variable));
  };
  for (const arrays::Variable variable : variables) ranges.push_back(range_of(variable));
  std::ranges::sort(ranges);
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  std::vector<std::string> groups;
  for (const auto& range : ranges) {
    std::vector<std::string> names;
    for (const arrays::Variable variable : variables) {
      if (range_of(variable) != range) continue;
      if (names.size() == most_shown) {
        names.emplace_back("...");
        break;
      }
      names.push_back(fmt::format("x{}", variable));
    }
    groups.push_back(fmt::format("{} : {}", fmt::join(names, ", "), range.second));
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
std::string meaning(const ArrayNode& node, const Extents& extents, const std::string& of) {
  switch (node.kind) {
    case ArrayKind::input:
      return "given: an input, a param or a static element";
    case ArrayKind::constant:
      return "0 or 1, as a condition says";
    case ArrayKind::map:
      return node.operands.empty() ? "a number of the file" : "a function of " + of;
    case ArrayKind::transform:
      return "the Fourier transform of " + of + ", at lattice vectors";
    case ArrayKind::inverse:
      return "the inverse Fourier transform of " + of;
    default:
      break;
  }
  std::vector<arrays::Variable> summed;
  for (arrays::Variable variable = 0; variable < node.variables.size(); ++variable) {
    if (std::ranges::count(node.axes, variable) == 0) summed.push_back(variable);
  }
  // Of one factor: it itself.
  std::string each = node.operands.size() == 1 ? "one element" : "the product of " + of;
  for (std::size_t axis = 0; axis < node.powers.size(); ++axis) {
    const std::int32_t power = node.powers[axis];
    if (power != 0) {
      each += fmt::format(" {} n{}{}", power < 0 ? "over" : "times", extents.name(axis),
                          std::abs(power) == 1 ? "" : fmt::format("^{}", std::abs(power)));
    }
  }
  if (summed.empty()) return each;
  return fmt::format("a sum of {} terms over {}, each {}", extents.product(node, summed),
                     variables_text(node, extents, summed), each);
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

std::string explained(const rules::Rules& rules, const ArrayExpansion& expansion,
                      const arrays::ArrayGraph& graph, std::vector<bool> open,
                      const std::string& name) {
  const Extents extents(graph, std::move(open));
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
  std::string text =
      fmt::format("{}\n\n{}value\n    {}, {}\n", name, place, shape_text(node, extents),
                  meaning(node, extents, "the elements below"));
  if (!node.axes.empty() && node.kind != ArrayKind::input && node.kind != ArrayKind::constant)
    text += fmt::format("axes\n    {}\n", variables_text(node, extents, node.axes));
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
      below.push_back(fmt::format("{}: {}, {}", names.of(operand.array), shape_text(own, extents),
                                  meaning(own, extents, of)));
    }
    text += fmt::format("elements ({})\n", factors.size()) + first_lines(factors);
    text += fmt::format("arrays ({})\n", below.size()) + first_lines(below);
  }
  return text + users_text(graph, names, id);
}

}  // namespace

std::string arrays_text(const RuleOptions& options, const rules::Rules& rules,
                        const StaticValues& statics, const std::string& name) {
  if (!rules.greens.empty()) {
    throw Failure(fmt::format(
        "error: found the green {} in the file, expected --plan: it shows what a theory at two "
        "times stores and computes",
        diagc::quoted(rules.greens[0]->name)));
  }
  // `convolve` is a pass of array graphs, not among those of scalar ones.
  RuleOptions front = options;
  const bool convolves = std::erase(front.disabled_passes, "convolve") == 0;
  const ArrayExpansion expansion = expand_arrays(rules, front_options(front, statics).expand);
  if (!has_cyclic_axes(rules))
    return explained(rules, expansion, arrays::lower(expansion).graph, {}, name);
  const arrays::Grids given = parse_axes(options.axes, rules);
  arrays::Grids grids = given;
  // Of any length the graph is the same.
  for (const Axis& axis : expansion.axes) {
    if (axis.cyclic) grids.emplace(axis.name, std::vector<std::uint64_t>{2});
  }
  arrays::ArrayGraph graph = arrays::lower(expansion, grids).graph;
  if (convolves) graph = arrays::convolve(graph);
  std::vector<bool> open;
  for (const arrays::CyclicAxis& axis : graph.cyclic) open.push_back(!given.contains(axis.name));
  return explained(rules, expansion, graph, std::move(open), name);
}

}  // namespace diagc
