#include "compiler/graph/json.h"

#include <iterator>

#include <fmt/format.h>

namespace diagc {

namespace {

std::string quoted_json(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// JSON has no numbers for what is not finite: those are text.
std::string number(double value) {
  return value - value == 0 ? fmt::format("{}", value) : fmt::format("\"{}\"", value);
}

std::string variables(const std::vector<Variable>& list) {
  std::string text = "[";
  for (const Variable& variable : list) {
    std::string ranges;
    for (const IndexRange& range : variable.ranges) {
      ranges += fmt::format("{}[{}, {}]", ranges.empty() ? "" : ", ", range.first, range.last);
    }
    text += fmt::format(
        "{}\n    {{\"name\": {}, \"doc\": {}, \"ranges\": [{}], \"lorentz\": {}, \"complex\": {}, "
        "\"first\": {}}}",
        text.size() > 1 ? "," : "", quoted_json(variable.name), quoted_json(variable.doc), ranges,
        variable.lorentz, variable.type == Type::complex, variable.first);
  }
  return text + "]";
}

void append_node(fmt::memory_buffer& text, const Graph& graph, NodeId id) {
  const auto out = std::back_inserter(text);
  const Node& node = graph[id];
  fmt::format_to(out, "{}\n    {{\"kind\": \"{}\", \"complex\": {}", id > 0 ? "," : "",
                 to_string(node.kind), node.type == Type::complex);
  if (node.kind == Kind::input || node.kind == Kind::param)
    fmt::format_to(out, ", \"scalar\": {}", node.payload);
  if (node.kind == Kind::constant) {
    const std::complex<double> value = graph.constants()[node.payload];
    fmt::format_to(out, ", \"value\": [{}, {}]", number(value.real()), number(value.imag()));
  }
  if (node.call != no_call)
    fmt::format_to(out, ", \"call\": {}", quoted_json(graph.calls().name(node.call)));
  if (!is_leaf(node.kind)) {
    const char* separator = "";
    fmt::format_to(out, ", \"operands\": [");
    for (const Term term : graph.terms(id)) {
      fmt::format_to(out, "{}{}", separator, term.node);
      separator = ", ";
    }
    fmt::format_to(out, "]");
  }
  if (node.kind == Kind::sum) {
    const char* separator = "";
    fmt::format_to(out, ", \"coefficients\": [");
    for (const Term term : graph.terms(id)) {
      fmt::format_to(out, "{}\"{}\"", separator, to_string(graph.coefficients()[term.coefficient]));
      separator = ", ";
    }
    fmt::format_to(out, "]");
  }
  fmt::format_to(out, "}}");
}

}  // namespace

std::string to_json(const Graph& graph) {
  const Signature& signature = graph.signature();
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  std::string statics;
  for (const auto& [name, value] : signature.statics) {
    statics +=
        fmt::format("{}{}: {}", statics.empty() ? "" : ", ", quoted_json(name), quoted_json(value));
  }
  fmt::format_to(out, "{{\n  \"grammar\": {},\n  \"doc\": {},\n  \"statics\": {{{}}},\n",
                 quoted_json(signature.name), quoted_json(signature.doc), statics);
  fmt::format_to(out, "  \"inputs\": {},\n  \"params\": {},\n  \"outputs\": {},\n",
                 variables(signature.inputs), variables(signature.params),
                 variables(signature.outputs));
  fmt::format_to(out, "  \"nodes\": [");
  for (NodeId id = 0; id < graph.node_count(); ++id) append_node(text, graph, id);
  fmt::format_to(out, "],\n  \"results\": [{}]\n}}\n", fmt::join(graph.outputs(), ", "));
  return fmt::to_string(text);
}

}  // namespace diagc
