#include "compiler/graph/dot.h"

#include <iterator>

#include <fmt/format.h>

#include "compiler/graph/users.h"

namespace diagc {

namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string leaf_name(const Graph& graph, const Node& node) {
  const Signature& signature = graph.signature();
  switch (node.kind) {
    case Kind::one:
      return "1";
    case Kind::imaginary:
      return "i";
    case Kind::input:
      return signature.input_of(node.payload).scalar_name(node.payload);
    case Kind::param:
      return signature.param_of(node.payload).scalar_name(node.payload);
    default:
      break;
  }
  const std::complex<double> value = graph.constants()[node.payload];
  return value.imag() == 0 ? fmt::format("{}", value.real())
                           : fmt::format("({}, {})", value.real(), value.imag());
}

const char* symbol(Kind kind) {
  switch (kind) {
    case Kind::sum:
      return "+";
    case Kind::product:
      return "×";
    case Kind::quotient:
      return "÷";
    default:
      return to_string(kind);
  }
}

}  // namespace

std::string to_dot(const Graph& graph) {
  std::string text;
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  const std::vector<std::uint32_t> uses = use_counts(graph);
  text += fmt::format(
      "digraph \"{}\" {{\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n",
      escaped(graph.signature().name));
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    const Node& node = graph[id];
    if (!needed[id] || (id == 0 && uses[0] == 0)) continue;
    if (is_leaf(node.kind)) {
      text += fmt::format("  n{} [label=\"{}\", shape=plaintext];\n", id,
                          escaped(leaf_name(graph, node)));
    } else {
      const std::string call =
          node.call == no_call ? "" : escaped(graph.calls().name(node.call)) + "\\n";
      text += fmt::format("  n{} [label=\"{}{}\"];\n", id, call, symbol(node.kind));
    }
    for (const Term term : graph.terms(id)) {
      text += fmt::format("  n{} -> n{}", term.node, id);
      if (term.coefficient != unit_coefficient) {
        text += fmt::format(" [label=\"{}\"]", to_string(graph.coefficients()[term.coefficient]));
      }
      text += ";\n";
    }
  }
  const auto& outputs = graph.signature().outputs;
  for (const Variable& output : outputs) {
    for (std::int64_t i = 0; i < output.scalars(); ++i) {
      const auto scalar = static_cast<std::uint32_t>(output.first + i);
      text += fmt::format("  out{0} [label=\"{1}\", shape=plaintext];\n  n{2} -> out{0};\n", scalar,
                          escaped(output.scalar_name(scalar)), graph.outputs()[scalar]);
    }
  }
  text += "}\n";
  return text;
}

}  // namespace diagc
