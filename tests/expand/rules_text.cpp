#include "tests/expand/rules_text.h"

#include <catch2/catch.hpp>

#include "compiler/graph/interpret.h"
#include "compiler/graph/text.h"
#include "compiler/graph/verify.h"

namespace diagc::testing {

Expansion expand_text(const std::string& text, const ExpandOptions& options) {
  Expansion expansion = expand(rules::load(std::make_shared<Source>("t.diag", text)), options);
  verify(expansion.graph);
  REQUIRE(expansion.call_values.size() == expansion.graph.calls().size());
  return expansion;
}

Expansion expand_text(const std::string& text, const Statics& statics) {
  ExpandOptions options;
  options.statics = statics;
  return expand_text(text, options);
}

std::string nodes_of(const std::string& text, const Statics& statics) {
  const std::string whole = to_text(expand_text("grammar t\n" + text, statics).graph);
  const std::size_t first_node = whole.find("\n%");
  if (first_node != std::string::npos) return whole.substr(first_node + 1);
  return whole.substr(whole.rfind('\n', whole.size() - 2) + 1);
}

std::string nodes_of_expression(const std::string& expression) {
  return "\n" + nodes_of(
                    "param N : real\ninput x[0..9] : real\ninput z[0..3] : complex\ninput k[1..3] "
                    ": lorentz\noutput y = " +
                    expression);
}

std::string value_of(const std::string& expression, const std::string& declarations) {
  const auto graph = expand_text("grammar t\n" + declarations + "\noutput y = " + expression).graph;
  return to_string(interpret_exactly(graph, {}, {}).at(0));
}

std::string error_of(const std::string& text, const ExpandOptions& options) {
  try {
    expand_text(text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string error_of(const std::string& text, const Statics& statics) {
  ExpandOptions options;
  options.statics = statics;
  return error_of(text, options);
}

std::string message_of(const std::string& expression, const std::string& declarations) {
  try {
    expand_text("grammar t\n" + declarations + "\noutput y = " + expression);
  } catch (const InputError& error) {
    REQUIRE(error.diagnostics().size() == 1);
    return error.diagnostics()[0].message;
  }
  return "no error";
}

}  // namespace diagc::testing
