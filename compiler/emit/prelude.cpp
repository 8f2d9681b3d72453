#include "compiler/emit/prelude.h"

#include <fmt/format.h>

#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

bool is_function(Kind kind) {
  return kind == Kind::sqrt || kind == Kind::exp || kind == Kind::log || kind == Kind::sin ||
         kind == Kind::cos;
}

}  // namespace

PreludeNeeds::PreludeNeeds(const Graph& graph, const Schedule& schedule) {
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    if (schedule.role[id] == Role::unused) continue;
    complex = complex || graph[id].type == Type::complex;
    if (is_function(graph[id].kind)) functions.emplace(graph[id].kind, graph[id].type);
  }
}

std::string complex_numbers(const char* real, const char* function, const char* member) {
  std::string text =
      "\n" + embedded_text("complex", {{"REAL", real}, {"FUNCTION", function}, {"MEMBER", member}});
  if (std::string_view(real) != "Real") {
    text += fmt::format(
        "{} Complex operator*(Real a, Complex b) {{ return {{a * b.re, a * b.im}}; }}\n", function);
  }
  return text;
}

std::string cpp_prelude(const Graph& graph, const Schedule& schedule,
                        const PreludeOptions& options) {
  const PreludeNeeds needs(graph, schedule);
  const char* const real = options.single_precision ? "float" : "double";
  const char* const suffix = options.single_precision ? "f" : "";
  const int real_bytes = options.single_precision ? 4 : 8;
  std::string text =
      "\n" +
      embedded_text("vectors", {{"REAL", real},
                                {"REAL_BYTES", std::to_string(real_bytes)},
                                {"LANES", std::to_string(options.vector_bytes / real_bytes)}});
  if (needs.complex) text += complex_numbers("Vec", "static inline", "inline");
  for (const auto& [kind, type] : needs.functions) {
    const std::string name = to_string(kind);
    if (type == Type::complex) {
      text += embedded_text(
          "complex_function",
          {{"NAME", name}, {"REAL", real}, {"BUILTIN", "__builtin_c" + name + suffix}});
    } else if (kind == Kind::sqrt) {
      text += "static inline Vec sqrt(Vec x) { return __builtin_elementwise_sqrt(x); }\n";
    } else {
      text += embedded_text("real_function",
                            {{"NAME", name}, {"BUILTIN", "__builtin_" + name + suffix}});
    }
  }
  return text;
}

}  // namespace diagc
