#include "compiler/graph/text.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace diagc {

namespace {

std::string quote(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      default:
        result += c;
    }
  }
  return result + '"';
}

/// Shortest decimal that reads back as the same number.
std::string shortest(double number) {
  if (std::isnan(number)) return "nan";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return std::string(buffer, end);
}

class Writer {
 public:
  explicit Writer(const Graph& graph) : graph_(graph) {}

  std::string write() {
    header();
    for (NodeId node = 1; node < graph_.node_count(); ++node) line(node);
    outputs();
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
  }

  void header() {
    const Signature& signature = graph_.signature();
    text_ += "graph " + (signature.name.empty() ? "unnamed" : signature.name);
    if (!signature.doc.empty()) text_ += ' ' + quote(signature.doc);
    text_ += '\n';
    if (!graph_.calls().path.empty()) put("path {}\n", quote(graph_.calls().path));
    for (const auto& [name, value] : signature.statics) put("static {} = {}\n", name, value);
    for (const Variable& variable : signature.inputs) declaration("input", variable);
    for (const Variable& variable : signature.params) declaration("param", variable);
    for (const Variable& variable : signature.outputs) declaration("output", variable);
    for (const CallTable::Family& family : graph_.calls().families) {
      put("family {}", family.name);
      if (!family.parameters.empty()) put("({})", fmt::join(family.parameters, ", "));
      if (family.line != 0) put(" line {}", family.line);
      text_ += '\n';
    }
  }

  void declaration(std::string_view keyword, const Variable& variable) {
    put("{} {}", keyword, variable.name);
    std::string ranges;
    for (const IndexRange& range : variable.ranges) {
      ranges += fmt::format("{}{}..{}", ranges.empty() ? "" : ", ", range.first, range.last);
    }
    if (!ranges.empty()) put("[{}]", ranges);
    put(" : {}", type_name(variable.shape, variable.type == Type::complex));
    if (!variable.doc.empty()) text_ += ' ' + quote(variable.doc);
    text_ += '\n';
  }

  void operand(NodeId node) {
    if (node == 0) {
      text_ += '1';
    } else {
      put("%{}", node);
    }
  }

  void line(NodeId id) {
    const Node& node = graph_[id];
    put("%{} = {}", id, to_string(node.kind));
    switch (node.kind) {
      case Kind::constant: {
        const std::complex<double> value = graph_.constants()[node.payload];
        if (node.type == Type::real) {
          put(" {}", shortest(value.real()));
        } else {
          put(" ({}, {})", shortest(value.real()), shortest(value.imag()));
        }
        break;
      }
      case Kind::input:
        put(" {}", graph_.signature().input_of(node.payload).scalar_name(node.payload));
        break;
      case Kind::param:
        put(" {}", graph_.signature().param_of(node.payload).scalar_name(node.payload));
        break;
      case Kind::sum:
        sum(id);
        break;
      default:
        for (const Term term : graph_.terms(id)) {
          text_ += ' ';
          operand(term.node);
        }
    }
    if (node.call != no_call) text_ += "  @ " + graph_.calls().name(node.call);
    text_ += '\n';
  }

  void sum(NodeId id) {
    bool first = true;
    for (const Term term : graph_.terms(id)) {
      std::string magnitude = to_string(graph_.coefficients()[term.coefficient]);
      const bool negative = magnitude.front() == '-';
      if (negative) magnitude.erase(0, 1);
      text_ += first ? (negative ? " -" : " ") : (negative ? " - " : " + ");
      if (term.node == 0) {
        text_ += magnitude;
      } else {
        if (magnitude != "1") text_ += magnitude + ' ';
        operand(term.node);
      }
      first = false;
    }
  }

  void outputs() {
    std::size_t scalar = 0;
    for (const Variable& variable : graph_.signature().outputs) {
      for (std::int64_t i = 0; i < variable.scalars(); ++i, ++scalar) {
        text_ += variable.scalar_name(variable.first + static_cast<std::uint32_t>(i)) + " = ";
        operand(graph_.outputs()[scalar]);
        text_ += '\n';
      }
    }
  }

  const Graph& graph_;
  std::string text_;
};

}  // namespace

std::string to_text(const Graph& graph) { return Writer(graph).write(); }

}  // namespace diagc
