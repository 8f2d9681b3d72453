// `derivative` and `source` in rules.
#include <catch2/catch.hpp>

#include "compiler/graph/interpret.h"
#include "tests/expand/rules_text.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

Rational value_at(const std::string& rules, const std::vector<Rational>& inputs) {
  return interpret_exactly(expand_text("grammar t\n" + rules).graph, inputs, {}).at(0);
}

}  // namespace

TEST_CASE("the derivative of a value by an element of an input, by a param") {
  CHECK(value_at("input x[1..2] : real\noutput y = derivative(x[1]^3 * x[2], x[1])\n", {2, 5}) ==
        60);
  CHECK(value_at("input x[1..2] : real\noutput y = derivative(x[1] / x[2], x[2])\n", {2, 4}) ==
        Rational(-1, 8));
  CHECK(value_at("input x : real\ndef f(i) = if i == 0 then 1 else x * f(i-1)\n"
                 "output y = derivative(3*f(4), x) + derivative(derivative(f(4), x), x)\n",
                 {2}) == 96 + 48);
  CHECK(nodes_of_expression("derivative(7, x[1])") == nodes_of_expression("0"));
  CHECK(nodes_of_expression("derivative(N * x[1], N)") == nodes_of_expression("x[1]"));
}

TEST_CASE("a source is nothing but what derivatives are taken by") {
  // The coefficients of what is linear in sources.
  CHECK(value_at("input x[1..3] : real\n"
                 "def f(i) = source(i) * x[i] + (if i > 1 then x[i] * f(i-1) else 0)\n"
                 "output y = 100*derivative(f(3), source(1)) + 10*derivative(f(3), source(2)) + "
                 "derivative(f(3), source(3))\n",
                 {2, 3, 5}) == 100 * 30 + 10 * 15 + 5);
  CHECK(
      error_of("grammar t\ninput x : real\noutput y = x * source(1)\n", Statics{}) ==
      "t.diag:3:14: error: found a value that depends on a source for the output `y`, expected one "
      "that does not: a source stands in `derivative` alone, linearly\n"
      "output y = x * source(1)\n"
      "             ^");
  CHECK(
      error_of("grammar t\noutput y = derivative(source(1)^2, source(1))\n", Statics{}) ==
      "t.diag:2:12: error: found a value that depends on a source for the output `y`, expected one "
      "that does not: a source stands in `derivative` alone, linearly\n"
      "output y = derivative(source(1)^2, source(1))\n"
      "           ^");
  CHECK(message_of("derivative(x, source(0-1))", "input x : real") ==
        "found -1 as the number of a source, expected one of 0..1048575");
}

TEST_CASE("derivatives of vectors and by vectors") {
  const std::string head = "input p : lorentz\ninput x : real\n";
  CHECK(value_at(head + "output y = dot(derivative(sq(p), p), vector(1, 10, 100, 1000))\n",
                 {1, 2, 3, 4, 5}) == 2 + 40 + 600 + 8000);
  CHECK(value_at(head + "output y = comp(derivative(x^2 * p, x), 3)\n", {1, 2, 3, 4, 5}) == 40);
  CHECK(message_of("comp(derivative(p, p), 0)", "input p : lorentz") ==
        "found a dynamic lorentz as the first argument of `derivative`, expected a scalar: the "
        "derivative of "
        "a vector by a vector has 16 components");
}

TEST_CASE("what a derivative cannot be taken by") {
  CHECK(message_of("derivative(x, 2*x)", "input x : real") ==
        "found a dynamic real as the second argument of `derivative`, expected an element of an "
        "input, "
        "a param or a source");
  CHECK(
      message_of("derivative(x, 2)", "input x : real") ==
      "found the number 2 as the second argument of `derivative`, expected an element of an input, "
      "a param or a source");
  CHECK(message_of("derivative({1}, x)", "input x : real") ==
        "found the set {1} as the first argument of `derivative`, expected a number or a dynamic "
        "value");
  CHECK(message_of("derivative(x)", "input x : real") ==
        "found 1 argument for the built-in function `derivative`, expected 2 arguments: "
        "`derivative(f, x)`");
}

TEST_CASE("files that declare these names keep them") {
  CHECK(value_at("input source[1..2] : real\nfn derivative(a, b) = a - b\n"
                 "output y = derivative(source[1], source[2])\n",
                 {7, 5}) == 2);
  CHECK(value_at("input x : real\noutput derivative = let source = 3 in source * x\n", {7}) == 21);
}

TEST_CASE("adjoints of calls are calls") {
  const Graph graph =
      expand_text(
          "grammar t\ninput x : real\ndef f(i) = if i == 0 then x else x * f(i-1) + 1\n"
          "output y = derivative(f(3), x)\n")
          .graph;
  std::vector<std::string> names;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (graph[node].call != no_call) names.push_back(graph.calls().name(graph[node].call));
  }
  CHECK(names ==
        std::vector<std::string>{"f(0)", "f(1)", "f(2)", "adjoint_f(1)", "adjoint_f(0)", "y"});
}
