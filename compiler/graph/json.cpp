#include "compiler/graph/json.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace diagc {

namespace {

using Json = nlohmann::ordered_json;

/// JSON has no numbers for what is not finite: those are text.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
}

Json variables(const std::vector<Variable>& list) {
  Json result = Json::array();
  for (const Variable& variable : list) {
    Json ranges = Json::array();
    for (const IndexRange& range : variable.ranges) ranges.push_back({range.first, range.last});
    result.push_back({{"name", variable.name},
                      {"doc", variable.doc},
                      {"ranges", ranges},
                      {"lorentz", variable.shape == ElementShape::four_vector},
                      {"complex", variable.type == Type::complex},
                      {"first", variable.first}});
  }
  return result;
}

Json node_of(const Graph& graph, NodeId id) {
  const Node& node = graph[id];
  Json result{{"kind", to_string(node.kind)}, {"complex", node.type == Type::complex}};
  if (node.kind == Kind::input || node.kind == Kind::param) result["scalar"] = node.payload;
  if (node.kind == Kind::constant) {
    const std::complex<double> value = graph.constants()[node.payload];
    result["value"] = {number(value.real()), number(value.imag())};
  }
  if (node.call != no_call) result["call"] = graph.calls().name(node.call);
  if (!is_leaf(node.kind)) {
    Json& operands = result["operands"] = Json::array();
    for (const Term term : graph.terms(id)) operands.push_back(term.node);
  }
  if (node.kind == Kind::sum) {
    Json& coefficients = result["coefficients"] = Json::array();
    for (const Term term : graph.terms(id)) {
      coefficients.push_back(to_string(graph.coefficients()[term.coefficient]));
    }
  }
  return result;
}

/// On one line; a byte that is no UTF-8 becomes U+FFFD.
std::string line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const Graph& graph) {
  const Signature& signature = graph.signature();
  Json statics = Json::object();
  for (const auto& [name, value] : signature.statics) statics[name] = value;
  std::string text = fmt::format("{{\n  \"grammar\": {},\n  \"doc\": {},\n  \"statics\": {},\n",
                                 line(signature.name), line(signature.doc), line(statics));
  // An element a line, and only one of them in memory: graphs have millions of nodes.
  const auto array = [&](const char* name, std::size_t size, auto element) {
    text += fmt::format("  \"{}\": [", name);
    for (std::size_t i = 0; i < size; ++i)
      text += (i > 0 ? ",\n    " : "\n    ") + line(element(i));
    text += "],\n";
  };
  const auto add_variables = [&](const char* name, const std::vector<Variable>& list) {
    const Json all = variables(list);
    array(name, all.size(), [&](std::size_t i) { return all[i]; });
  };
  add_variables("inputs", signature.inputs);
  add_variables("params", signature.params);
  add_variables("outputs", signature.outputs);
  array("nodes", graph.node_count(),
        [&](std::size_t i) { return node_of(graph, static_cast<NodeId>(i)); });
  return text + "  \"results\": " + line(graph.outputs()) + "\n}\n";
}

}  // namespace diagc
