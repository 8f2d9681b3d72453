// What an expansion knows beside its nodes: shapes, types, numbering, calls.
#include <catch2/catch.hpp>

#include "compiler/graph/interpret.h"
#include "tests/expand/rules_text.h"

using namespace diagc;
using namespace diagc::testing;

TEST_CASE("signature: names, documentation, statics, shapes, numbering") {
  const Expansion expansion = expand_text(
      "grammar t \"about t\"\n"
      "static n : int\nstatic b : bool = n > 3\nstatic m : int = n*2 div 3\n"
      "param N : real \"flavours\"\nparam q : lorentz<complex>\nparam c : complex\n"
      "input G[0..n, 1..m] : real \"propagator\"\ninput k[-1..1] : lorentz\ninput z : "
      "complex\ninput none[1..0] : real\n"
      "output a = 1\noutput y[i in 0..1, j in 5..7] \"doc\" = G[i, j-4]*z\noutput v = k[0] + q\n",
      Statics{{"n", "5"}});
  const Signature& s = expansion.graph.signature();
  CHECK(s.name == "t");
  CHECK(s.doc == "about t");
  CHECK(s.statics ==
        std::vector<std::pair<std::string, std::string>>{{"n", "5"}, {"b", "true"}, {"m", "3"}});
  REQUIRE(s.params.size() == 3);
  CHECK(s.params[0].doc == "flavours");
  CHECK(s.params[1].first == 1);
  CHECK(s.params[1].shape == ElementShape::four_vector);
  CHECK(s.params[1].type == Type::complex);
  CHECK(s.params[2].first == 5);
  REQUIRE(s.inputs.size() == 4);
  CHECK(s.inputs[0].ranges == std::vector<IndexRange>{{0, 5}, {1, 3}});
  CHECK(s.inputs[1].first == 18);
  CHECK(s.inputs[2].first == 30);
  CHECK(s.inputs[2].type == Type::complex);
  CHECK(s.inputs[3].scalars() == 0);
  CHECK(s.leaves() == 31);
  REQUIRE(s.outputs.size() == 3);
  CHECK(s.outputs[1].first == 1);
  CHECK(s.outputs[1].type == Type::complex);
  CHECK(s.outputs[1].doc == "doc");
  CHECK(s.outputs[2].first == 7);
  CHECK(s.outputs[2].shape == ElementShape::four_vector);
  CHECK(s.outputs[2].type == Type::complex);
  CHECK(expansion.graph.outputs().size() == 11);
}

TEST_CASE("elements of inputs and outputs are numbered with the last index fastest") {
  const Graph graph =
      expand_text(
          "grammar t\ninput x[2..3, 0..2] : real\noutput y[i in 0..2, j in 2..3] = 10*x[j, i]\n")
          .graph;
  std::vector<Rational> inputs;
  for (int i = 0; i < 6; ++i) inputs.emplace_back(i);
  // y[i, j] = 10 (3 (j - 2) + i)
  CHECK(interpret_exactly(graph, inputs, {}) == std::vector<Rational>{0, 30, 10, 40, 20, 50});
}

TEST_CASE("an output may be empty, and one element may be zero where others are vectors") {
  CHECK(expand_text("grammar t\noutput y[i in 1..0] = 1/0\n").graph.outputs().empty());
  const Graph graph =
      expand_text("grammar t\ninput k : lorentz\noutput y[i in 0..1] = i*k\n").graph;
  CHECK(interpret_exactly(graph, std::vector<Rational>{1, 2, 3, 4}, {}) ==
        std::vector<Rational>{0, 0, 0, 0, 1, 2, 3, 4});
}

TEST_CASE("only the chosen outputs are expanded, in the order of the file") {
  const std::string text =
      "grammar t\ninput x[0..3] : real\noutput a = x[0]\noutput b = 1/0\noutput c = x[2]\n";
  ExpandOptions options;
  options.outputs = {"c", "a"};
  const Graph graph = expand_text(text, options).graph;
  REQUIRE(graph.signature().outputs.size() == 2);
  CHECK(graph.signature().outputs[0].name == "a");
  CHECK(graph.signature().outputs[1].name == "c");
  CHECK(graph.node_count() == 5);  // the unit, two inputs, two outputs
  options.outputs = {"d", "a"};
  CHECK(error_of(text, options) ==
        "t.diag:1:9: error: found `d` among the chosen outputs, expected the name of an output: "
        "this file has the outputs `a`, `b`, "
        "`c`\ngrammar t\n        ^");
}

TEST_CASE("declared types may be replaced") {
  const std::string text =
      "grammar t\ninput e : lorentz\ninput x : real\noutput y = comp(e, 0)*x\n";
  ExpandOptions options;
  options.input_types["e"] = {syntax::Scalar::complex, ElementShape::four_vector};
  const Graph graph = expand_text(text, options).graph;
  CHECK(graph.signature().inputs[0].type == Type::complex);
  CHECK(graph.signature().outputs[0].type == Type::complex);
  options.input_types["x"] = {syntax::Scalar::real, ElementShape::four_vector};
  options.input_types["f"] = {};
  CHECK(error_of(text, options) ==
        "t.diag:1:9: error: found --type for `f`, expected the name of an input: this file has the "
        "inputs `e`, `x`\n"
        "grammar t\n        ^\n"
        "t.diag:3:7: error: found --type x=lorentz, expected real or complex: only the kind of "
        "number may differ from the declaration\n"
        "input x : real\n      ^");
}

TEST_CASE("calls: in the order of completion, with the nodes of their values") {
  const Expansion expansion = expand_text(
      "grammar t\ninput x[0..5] : real\ninput k : lorentz\n"
      "def f(i, S, h, b) = x[i]*x[i+1] + size(S)\n"
      "def g(i) = f(i, {1, 3}, i/2, i > 1)\n"
      "def s(i) = i\n"
      "def unused(i) = x[i]\n"
      "def v(i) = i*k + vector(x[0], 0, 0, 0)\n"
      "output y[i in 1..2] = g(i) + s(i) + 0*unused(i)\n"
      "output w = v(3)\n");
  const CallTable& calls = expansion.graph.calls();
  CHECK(calls.path == "t.diag");
  std::vector<std::string> names;
  for (CallId call = 0; call < calls.size(); ++call) names.push_back(calls.name(call));
  CHECK(names == std::vector<std::string>{"f(1, {1, 3}, 1/2, false)", "g(1)", "y(1)",
                                          "f(2, {1, 3}, 1, true)", "g(2)", "y(2)", "v(3)", "w"});
  CHECK(calls.families[0].parameters == std::vector<std::string>{"i", "S", "h", "b"});
  CHECK(calls.families[0].line == 4);
  CHECK(calls.families.size() == 7);
  // g(1) forwards f(1, …): the first call stays the node's.
  CHECK(expansion.call_values[0] == expansion.call_values[1]);
  CHECK(expansion.graph[expansion.call_values[0]].call == 0);
  CHECK(expansion.graph[expansion.call_values[2]].call == 2);
  REQUIRE(expansion.vector_values.size() == 2);
  CHECK(expansion.vector_values.at(6) == expansion.vector_values.at(7));
  CHECK(expansion.call_values[6] == expansion.vector_values.at(6)[0]);
  for (const NodeId component : expansion.vector_values.at(6))
    CHECK(expansion.graph[component].call == 6);
}

TEST_CASE("a static value of an output needs no call of a family") {
  const Graph graph =
      expand_text("grammar t\ndef f(i) = i^2\noutput y = f(7)/2\noutput z = f(0)\n").graph;
  CHECK(interpret_exactly(graph, {}, {}) == std::vector<Rational>{Rational(49, 2), 0});
  CHECK(graph.calls().size() == 2);
}
