// diagc explain: where a value comes from and what it is used for.
#include "programs/diagc/explain.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/expand/call_terms.h"
#include "compiler/expand/figures.h"
#include "compiler/graph/term_counts.h"
#include "compiler/syntax/print.h"
#include "library/cyclic/contour_plan.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/kernel_options.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/diagc/call_text.h"
#include "programs/diagc/explain_arrays.h"
#include "programs/diagc/explain_diagrams.h"

namespace diagc {

namespace {

struct ExplainArguments {
  RuleOptions rules;
  std::string call;
  bool plan = false;
  bool diagrams = false;
  std::string picture = "-";  ///< file of the diagrams
};

constexpr std::size_t most_listed = 50;  // terms or users
constexpr auto vector_component_names = component_names(ElementShape::four_vector);

/// The text of a graph's values, terms and leaves.
class Wording {
 public:
  explicit Wording(const Expansion& expansion)
      : expansion_(expansion), graph_(expansion.graph), is_value_(call_values(graph_)) {}

  const std::vector<std::uint8_t>& values() const { return is_value_; }

  /// `root` is the value whose terms are shown: it is written out, not named.
  std::string of_term(const CallTerm& term, bool first, NodeId root) const {
    const bool negative = term.coefficient < 0;
    const Rational size = abs(term.coefficient);
    std::vector<std::string> factors;
    if (size != 1) factors.push_back(to_string(size));
    for (const auto* list : {&term.leaves, &term.others, &term.values}) {
      for (const NodeId node : *list) factors.push_back(of_factor(node, root));
    }
    if (factors.empty()) factors.emplace_back("1");
    return fmt::format("{}{}", negative ? (first ? "-" : "- ") : (first ? "" : "+ "),
                       fmt::join(factors, " * "));
  }

 private:
  /// A call, with the component where the call's value is a vector: K(1, 2).E
  std::string of_value(NodeId node) const {
    const CallId call = graph_[node].call;
    std::string name = graph_.calls().name(call);
    const auto vector = expansion_.vector_values.find(call);
    if (vector == expansion_.vector_values.end()) return name;
    const auto& components = vector->second;
    const auto at = std::find(components.begin(), components.end(), node);
    if (at == components.end()) return name;
    return fmt::format("{}.{}", name,
                       vector_component_names[static_cast<std::size_t>(at - components.begin())]);
  }

  std::string of_factor(NodeId node, NodeId root = no_node) const {
    const Node& what = graph_[node];
    const Signature& signature = graph_.signature();
    switch (what.kind) {
      case Kind::one:
        return "1";
      case Kind::imaginary:
        return "I";
      case Kind::input:
        return signature.input_of(what.payload).scalar_name(what.payload);
      case Kind::param:
        return signature.param_of(what.payload).scalar_name(what.payload);
      case Kind::constant: {
        const auto value = graph_.constants()[what.payload];
        return value.imag() == 0 ? fmt::format("{}", value.real())
                                 : fmt::format("({} + {}*I)", value.real(), value.imag());
      }
      default:
        break;
    }
    if (what.call != no_call && node != root) return of_value(node);
    if (what.kind == Kind::sum) return "(" + of_sum(node) + ")";
    if (what.kind == Kind::quotient) {
      return fmt::format("{} / {}", of_operand(graph_.operand(node, 0), Closed::sums),
                         of_operand(graph_.operand(node, 1), Closed::products));
    }
    std::string arguments;
    for (const Term term : graph_.terms(node)) {
      arguments += (arguments.empty() ? "" : ", ") + of_operand(term.node, Closed::nothing);
    }
    return fmt::format("{}({})", to_string(what.kind), arguments);
  }

  std::string of_sum(NodeId node) const {
    std::string text;
    for (const CallTerm& term : call_terms(graph_, is_value_, node)) {
      text += (text.empty() ? "" : " ") + of_term(term, text.empty(), node);
    }
    return text;
  }

  /// What takes parentheses.
  enum class Closed { nothing, sums, products };

  /// An operand of a quotient or a function: the name of a call, or what there is in its place.
  std::string of_operand(NodeId node, Closed closed) const {
    if (is_leaf(graph_[node].kind) || graph_[node].call != no_call) return of_factor(node);
    const std::string text = of_sum(node);
    const std::vector<CallTerm> terms = call_terms(graph_, is_value_, node);
    const bool is_sum = terms.size() != 1 || terms[0].coefficient < 0;
    const bool is_product = is_sum || terms[0].coefficient != 1 || factor_count(terms[0]) != 1 ||
                            graph_[node].kind == Kind::quotient;
    const bool enclose = closed == Closed::sums ? is_sum : closed == Closed::products && is_product;
    return enclose ? "(" + text + ")" : text;
  }

  static std::size_t factor_count(const CallTerm& term) {
    return term.leaves.size() + term.values.size() + term.others.size();
  }

  const Expansion& expansion_;
  const Graph& graph_;
  std::vector<std::uint8_t> is_value_;
};

/// The calls in whose terms one of `nodes` stands.
std::vector<std::string> users_of(const Graph& graph, const std::vector<std::uint8_t>& is_value,
                                  const std::vector<NodeId>& nodes) {
  std::vector<std::uint8_t> reaches(graph.node_count());
  for (const NodeId node : nodes) reaches[node] = 1;
  std::vector<std::string> names;
  std::set<CallId> seen;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const bool uses = std::ranges::any_of(
        graph.terms(node), [&](const Term& term) { return reaches[term.node] != 0; });
    if (!uses || reaches[node]) continue;
    const CallId call = graph[node].call;
    if (!is_value[node] && call == no_call) {
      reaches[node] = 1;  // a part of somebody's value
    } else if (call != no_call && seen.insert(call).second) {
      names.push_back(graph.calls().name(call));
    }
  }
  return names;
}

const syntax::Decl* find_declaration(const rules::Rules& rules, const std::string& name) {
  for (const auto* list : {&rules.families, &rules.outputs}) {
    const auto found =
        std::ranges::find_if(*list, [&](const syntax::Decl* decl) { return decl->name == name; });
    if (found != list->end()) return *found;
  }
  return nullptr;
}

/// The rule behind a call, and how the call's value is related to that of the rule.
struct Origin {
  const syntax::Decl* decl = nullptr;
  std::string relation;  ///< empty: it is the value
};

Origin origin_of(const rules::Rules& rules, const std::vector<Gradient>& gradients,
                 const std::string& family) {
  if (const auto* decl = find_declaration(rules, family)) return {decl, ""};
  const std::string adjoint = adjoint_name("");
  if (family.starts_with(adjoint)) {
    if (const auto* decl = find_declaration(rules, family.substr(adjoint.size())))
      return {decl, " the derivative by a value of"};
  }
  for (const Gradient& gradient : gradients) {
    if (family.starts_with(gradient_name(gradient.output, "")))
      return {find_declaration(rules, gradient.output), " a derivative of"};
  }
  throw std::logic_error("explain: no rule has made " + family);
}

[[noreturn]] void not_found(const CallTable& calls, const CallText& call) {
  std::vector<std::string> names;
  const CallTable::Family* family = nullptr;
  for (const CallTable::Family& candidate : calls.families) {
    names.push_back(fmt::format("`{}`", candidate.name));
    if (candidate.name == call.family) family = &candidate;
  }
  if (!family) {
    throw Failure(fmt::format("error: found no family or output `{}`, expected one of {}",
                              call.family, fmt::join(names, ", ")));
  }
  if (family->parameters.size() != call.arguments.size()) {
    throw Failure(fmt::format("error: found {} argument{} for `{}`, expected {}: {}({})",
                              call.arguments.size(), call.arguments.size() == 1 ? "" : "s",
                              call.family, family->parameters.size(), family->name,
                              fmt::join(family->parameters, ", ")));
  }
  const std::vector<CallId> near = near_calls(calls, call, 8);
  if (near.empty()) {
    throw Failure(fmt::format(
        "error: found no call of `{}`: its values are static, or nothing uses them", call.family));
  }
  std::string message = fmt::format(
      "error: found no call `{}({})`: nothing uses it, or its value is static; near it are",
      call.family, fmt::join(call.arguments, ", "));
  for (const CallId id : near) message += "\n  " + calls.name(id);
  throw Failure(message);
}

template <class List>
std::string listed(const List& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size() && i < most_listed; ++i)
    text += fmt::format("    {}\n", list[i]);
  if (list.size() > most_listed)
    text += fmt::format("    … and {} more\n", list.size() - most_listed);
  return text;
}

std::string terms_text(const Expansion& expansion, const Wording& wording, CallId call,
                       NodeId node) {
  const auto vector = expansion.vector_values.find(call);
  std::string text;
  const auto of_node = [&](NodeId part, const std::string& title) {
    std::vector<std::string> lines;
    for (const CallTerm& term : call_terms(expansion.graph, wording.values(), part)) {
      lines.push_back(wording.of_term(term, false, part));
    }
    text += fmt::format("{} ({})\n", title, lines.size()) + listed(lines);
  };
  if (vector == expansion.vector_values.end()) {
    of_node(node, "terms");
    return text;
  }
  for (std::size_t c = 0; c < vector->second.size(); ++c) {
    const NodeId part = vector->second[c];
    if (part == no_node) {
      text += fmt::format("terms of component {}: none, it is zero\n", vector_component_names[c]);
    } else {
      of_node(part, fmt::format("terms of component {}", vector_component_names[c]));
    }
  }
  return text;
}

std::string diagrams_text(const Graph& graph, const std::vector<NodeId>& nodes) {
  const auto counts = term_counts(graph);
  if (!counts) {
    return "diagrams\n    not counted: the terms of the outputs have functions as factors\n";
  }
  Rational within, through;
  bool counted = false;
  for (const NodeId node : nodes) {
    within += counts->within[node];
    through += counts->through(node);
    counted = counted || counts->counted[node] != 0;
  }
  if (!counted) {
    return fmt::format(
        "diagrams\n    none of the {} is counted by it: it stands in divisors only, and a divisor "
        "is one factor\n",
        to_string(counts->total));
  }
  return fmt::format(
      "diagrams\n    {} term{} when written out\n    {} of the {} diagrams pass through it\n",
      to_string(within), within == 1 ? "" : "s", to_string(through), to_string(counts->total));
}

/// What a theory of Green's functions at two times stores and computes.
void explain_plan(const ExplainArguments& options) {
  if (!options.call.empty())
    throw UsageError("found a call beside --plan, expected one of the two");
  const StaticValues statics = Definitions(options.rules.definitions).single("explain");
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(options.rules, source);
  const auto grids = parse_axes(options.rules.axes, rules);
  ContourOptions contour;
  contour.statics = as_map(statics);
  contour.grid = grids.empty() ? std::vector<std::uint64_t>{2} : grids.begin()->second;
  contour.convolve = std::ranges::count(options.rules.disabled_passes, "convolve") == 0;
  write_out(plan_text(read_contour(source, contour), !grids.empty()));
}

void run_explain(const ExplainArguments& options) {
  if (options.plan) return explain_plan(options);
  if (options.diagrams) {
    return explain_diagrams(options.rules, Definitions(options.rules.definitions).single("explain"),
                            options.call, options.picture);
  }
  if (options.call.empty())
    throw UsageError("found no call, expected one, as in 'W(2, {1}, 0, 2)', --plan or --diagrams");
  const StaticValues statics = Definitions(options.rules.definitions).single("explain");
  const rules::Rules rules = read_rules(options.rules);
  if (!rules.axes.empty())
    return write_out(arrays_text(options.rules, rules, statics, options.call));
  const CallText wanted = parse_call(options.call);
  Progress progress;
  progress.stage("expanding " + to_string(statics));
  const FrontOptions front = front_options(options.rules, statics);
  const Expansion expansion = expand(rules, front.expand);
  const Graph& graph = expansion.graph;
  const CallTable& calls = graph.calls();
  const CallId call = find_call(calls, wanted);
  if (call == no_call) not_found(calls, wanted);

  const NodeId node = expansion.call_values[call];
  const CallTable::Family& family = calls.families[calls.family(call)];
  const Origin origin = origin_of(rules, front.expand.gradients, family.name);
  const syntax::Decl& decl = *origin.decl;
  const Position position = rules.file->source->position(decl.name_span.begin);
  std::string text =
      fmt::format("{}\n\n{}:{}:{}:{}\n", calls.name(call), rules.file->source->path(),
                  position.line, position.column, origin.relation);
  // What is derived from a theory stands in no file; its place is that of the expression that asks for it.
  std::string rule =
      decl.derived ? syntax::print(decl) : std::string(rules.file->source->slice(decl.span));
  for (std::size_t at = 0; (at = rule.find('\n', at)) != std::string::npos; at += 5)
    rule.replace(at, 1, "\n    ");
  text += fmt::format("    {}\n", rule);
  const auto arguments = calls.arguments(call);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "arguments\n    " : ", ", family.parameters[i],
                        calls.print(arguments[i]));
  }
  if (!arguments.empty()) text += "\n";

  std::vector<NodeId> nodes;
  if (const auto vector = expansion.vector_values.find(call);
      vector != expansion.vector_values.end()) {
    for (const NodeId part : vector->second) {
      if (part != no_node) nodes.push_back(part);
    }
  } else if (node != no_node) {
    nodes.push_back(node);
  }
  if (nodes.empty()) {
    write_out(text + "value\n    needed by no output\n");
    return;
  }
  if (graph[node].call != no_call && graph[node].call != call) {
    text += fmt::format("value\n    the same as {}\n", calls.name(graph[node].call));
  }
  const Wording wording(expansion);
  text += terms_text(expansion, wording, call, node);
  const std::vector<std::string> users = users_of(graph, wording.values(), nodes);
  text += fmt::format("used by ({})\n", users.size()) + listed(users);
  if (std::find(graph.outputs().begin(), graph.outputs().end(), node) != graph.outputs().end()) {
    text += "    the outside: it is an output\n";
  }
  write_out(text + diagrams_text(graph, nodes));
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExplainArguments>();
  CLI::App* command = app.add_subcommand(
      "explain",
      "where a call's value comes from, what uses it, how many diagrams pass through it");
  add_rule_options(*command, options->rules);
  command
      ->add_option("CALL", options->call,
                   "a call or output, as in 'W(2, {1}, 0, 2)'; of a file with axes an output or "
                   "an array of it")
      ->type_name("CALL");
  command->add_flag("--plan", options->plan,
                    "of a file with a green: what is stored, the kernels in order, products with "
                    "the history, bytes and operations");
  command->add_flag(
      "--diagrams", options->diagrams,
      "of a theory: pictures of its diagrams, of all outputs or of that which CALL names, "
      "where there are at most 400; with weights, and signs of closed loops");
  command
      ->add_option(
          "-o", options->picture,
          "with --diagrams: file to write, .svg, .png or .pdf; - for SVG on standard output")
      ->type_name("PATH|-");
  command->callback([options, &action] { action = [options] { run_explain(*options); }; });
}

}  // namespace diagc
