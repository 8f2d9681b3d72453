// The grammars of the language's description and of grammars/: sizes and numbers of terms.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "compiler/expand/figures.h"
#include "compiler/graph/interpret.h"
#include "tests/expand/rules_text.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

Expansion grammar(const std::string& path, int n) {
  std::ifstream file(DIAGC_SOURCE_DIR "/grammars/" + path + ".diag");
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return expand_text(text.str(), Statics{{"n", std::to_string(n)}});
}

/// The exact output where inputs and params are numbers that no symmetry relates.
Rational exact_value(const Graph& graph) {
  std::vector<Rational> inputs(graph.signature().leaves());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = Rational(static_cast<int>((i * i * 7 + 3 * i + 2) % 23) - 9, 1 + i % 4);
  const std::vector<Rational> params(graph.signature().params.size(), Rational(2));
  return interpret_exactly(graph, inputs, params).at(0);
}

}  // namespace

TEST_CASE("density of the SU(N) Hubbard model: the published sizes and numbers of diagrams") {
  struct Row {
    int n;
    std::uint64_t nodes, edges;
    const char* terms;
  };
  const Row rows[] = {{1, 5, 5, "2"},
                      {2, 16, 24, "10"},
                      {3, 47, 92, "74"},
                      {4, 126, 304, "706"},
                      {5, 317, 911, "8162"},
                      {6, 764, 2552, "110410"},
                      {7, 1787, 6810, "1708394"},
                      {8, 4090, 17524, "29752066"},
                      {9, 9209, 43845, "576037442"},
                      {10, 20472, 107276, "12277827850"}};
  for (const Row& row : rows) {
    INFO("n = " << row.n);
    const GraphFigures f = figures(grammar("hubbard/hubbard_sun_density", row.n).graph);
    CHECK(f.nodes == row.nodes);
    CHECK(f.edges == row.edges);
    CHECK(f.levels == static_cast<std::uint64_t>(2 * row.n + 2));
    REQUIRE(f.terms);
    CHECK(to_string(*f.terms) == row.terms);
  }
}

TEST_CASE("permanent: every subset once, n! terms") {
  std::uint64_t factorial = 1;
  for (int n = 1; n <= 8; ++n) {
    INFO("n = " << n);
    factorial *= static_cast<std::uint64_t>(n);
    const GraphFigures f = figures(grammar("matrix/permanent", n).graph);
    CHECK(f.nodes == std::uint64_t{1} << n);
    CHECK(f.edges == static_cast<std::uint64_t>(n) << (n - 1));
    CHECK(f.levels == static_cast<std::uint64_t>(n) + 1);
    CHECK(f.terms == Rational(factorial));
  }
}

TEST_CASE("connected determinants are what the loop expansion gives, summed over labellings") {
  // n = 1, 2: one labelling, and two.
  const auto cos1 = grammar("hubbard/hubbard_sun_density", 1).graph;
  const auto cdet1 = grammar("hubbard/hubbard_su2_cdet_density", 1).graph;
  CHECK(exact_value(cos1) == exact_value(cdet1));

  const auto cos2 = grammar("hubbard/hubbard_sun_density", 2).graph;
  const auto cdet2 = grammar("hubbard/hubbard_su2_cdet_density", 2).graph;
  std::vector<Rational> g(9);
  for (std::size_t i = 0; i < 9; ++i) g[i] = Rational(static_cast<int>(i * i + 1) % 11 - 4, 3);
  std::vector<Rational> swapped(9);
  const std::size_t other[] = {0, 2, 1};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) swapped[3 * a + b] = g[3 * other[a] + other[b]];
  }
  const std::vector<Rational> two{Rational(2)};
  CHECK(interpret_exactly(cos2, g, two)[0] + interpret_exactly(cos2, swapped, two)[0] ==
        interpret_exactly(cdet2, g, {})[0]);
}

TEST_CASE("levels count through divisions") {
  const GraphFigures gluons = figures(grammar("gluons/gluon_current", 5).graph);
  CHECK(gluons.levels == 8);  // amplitude, V(1,4), J(1,3), V(1,3), J(1,2), V(1,2), J(1,1), the unit
}

TEST_CASE("what counts as a node, an edge, a term") {
  const auto of = [](const std::string& text) {
    const GraphFigures f =
        figures(expand_text("grammar t\nparam N : real\ninput x[0..9] : real\n" + text).graph);
    return std::to_string(f.nodes) + " nodes, " + std::to_string(f.edges) + " edges, " +
           std::to_string(f.levels) + " levels, " + (f.terms ? to_string(*f.terms) : "no") +
           " terms";
  };
  CHECK(of("output y = x[0]*x[1] + 2*N*x[2] - 3") == "2 nodes, 3 edges, 2 levels, 6 terms");
  CHECK(of("def f(i) = x[i] + 1\noutput y = f(1)*f(1)*x[2] + f(2) + x[3]") ==
        "4 nodes, 8 edges, 3 levels, 7 terms");
  CHECK(of("def f(i) = x[i]*x[i+1]\ndef g(i) = f(i)\noutput y = g(1)") ==
        "2 nodes, 1 edges, 2 levels, 1 terms");
  CHECK(of("def f(i) = x[i] + x[0]\noutput y = (f(1) + 5)*f(2)*(x[3] + f(3))") ==
        "5 nodes, 9 edges, 3 levels, 42 terms");
  CHECK(of("def a(i) = i*N\noutput y = a(3)*x[1] + a(2)*x[2]") ==
        "2 nodes, 2 edges, 2 levels, 5 terms");
  CHECK(of("output y = N") == "2 nodes, 1 edges, 2 levels, 1 terms");
  CHECK(of("output y = 1") == "1 nodes, 0 edges, 1 levels, 1 terms");
  CHECK(of("output y = 0") == "2 nodes, 0 edges, 2 levels, 0 terms");
  CHECK(of("output y = x[0]/2 + x[1]/3") == "2 nodes, 2 edges, 2 levels, 5/6 terms");
  CHECK(of("output y = x[0]/x[1]") == "2 nodes, 1 edges, 2 levels, 1 terms");
  CHECK(of("output y = (x[0] + x[1])/(x[2] + 3*x[3])") == "2 nodes, 1 edges, 2 levels, 2 terms");
  CHECK(of("output y = exp(x[0])") == "2 nodes, 1 edges, 2 levels, no terms");
  CHECK(of("output y = x[0]/exp(x[1])") == "2 nodes, 1 edges, 2 levels, 1 terms");
  CHECK(of("output y = (x[0] + x[1])^200") ==
        "2 nodes, 1 edges, 2 levels, " + to_string(Rational(Integer(1) << 200)) + " terms");
  CHECK(of("output y = (x[0] + x[1])^(2^40)") == "2 nodes, 1 edges, 2 levels, no terms");
}

TEST_CASE("an input that is also the value of a call counts as a node only where the call stands") {
  const GraphFigures found =
      figures(expand_text("grammar t\ninput x[1..2] : real\ndef A(i) = x[i]\n"
                          "def B(i) = x[1]*A(2) + x[2]*A(1)\noutput y = B(0)\n")
                  .graph);
  CHECK(found.nodes == 4);  // the unit, A(1), A(2), B(0)
  CHECK(found.edges == 4);
  CHECK(found.levels == 3);
}
