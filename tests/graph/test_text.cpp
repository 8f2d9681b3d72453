#include <catch2/catch.hpp>

#include "compiler/graph/builder.h"
#include "compiler/graph/text.h"
#include "compiler/graph/verify.h"
#include "compiler/source/diagnostic.h"

using namespace diagc;

namespace {

Graph read(std::string text) {
  return from_text(std::make_shared<Source>("t.graph", std::move(text)));
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    REQUIRE(error.diagnostics().size() == 1);
    const Diagnostic& diagnostic = error.diagnostics()[0];
    CHECK(diagnostic.code == Code::graph);
    return std::to_string(diagnostic.position.line) + ":" +
           std::to_string(diagnostic.position.column) + ": " + diagnostic.message;
  }
  return "accepted";
}

const char* const everything = R"(graph all_kinds "a doc string with \"quotes\""
path "some file.diag"
static n = 3
static b = true
input G[0..1, -2..0] : real "propagator"
input p[1..2] : lorentz
input z : complex
input empty[1..0] : real
param N : real
param e : lorentz<complex>
output y : real
output v[1..1] : lorentz<complex> "a vector"
family W(k, open, s) line 11
family y line 20
%1 = input G[0,-1]
%2 = input p[2].x
%3 = input z
%4 = param N
%5 = param e.E
%6 = imaginary
%7 = constant 0.1
%8 = constant (-1e-300, inf)
%9 = sum -%1 + 2 %2 - 7/3 %4 + %4 - 5  @ W(-2, {}, true)
%10 = product 1 %9 %9  @ W(2, {0, 63}, 1/2)
%11 = quotient %10 %4
%12 = complex %9 %2
%13 = conj %12
%14 = re %13
%15 = im %13
%16 = sqrt %14
%17 = exp %15
%18 = log %3
%19 = sin %5
%20 = cos %8
%21 = sum 0
%22 = product %6 %18 %19 %20 %7  @ y
y = %17
v[1].E = %22
v[1].x = %22
v[1].y = %21
v[1].z = 1
)";

}  // namespace

TEST_CASE("every kind of line comes back byte for byte") {
  const Graph graph = read(everything);
  verify(graph);
  CHECK(to_text(graph) == everything);
  CHECK(graph.node_count() == 23);
  CHECK(graph[9].type == Type::real);
  CHECK(graph[22].type == Type::complex);
  CHECK(graph.calls().name(graph[10].call) == "W(2, {0, 63}, 1/2)");
  CHECK(graph.signature().inputs[1].first == 6);
  CHECK(graph[2].payload == 11);
  CHECK(graph.signature().leaves() == 15);
}

TEST_CASE("graphs by hand: names, leaves in place, no declarations of families, comments") {
  const Graph graph = read(R"(
# a comment
graph t   # and another
input x[1..3]
param N
output y
%long_name = product x[1] N x[1]
%s = sum 3 x[2] - N + %long_name @ F(1)
y = %s
)");
  CHECK(to_text(graph) == R"(graph t
input x[1..3] : real
param N : real
output y : real
family F
%1 = input x[1]
%2 = param N
%3 = product %1 %2 %1
%4 = input x[2]
%5 = sum 3 %4 - %2 + %3  @ F(1)
y = %5
)");
}

TEST_CASE("numbers keep their value") {
  const std::string head = "graph t\noutput y\n%1 = ";
  const auto again = [&](const std::string& line) {
    return to_text(read(head + line + "\ny = %1\n"));
  };
  CHECK_THAT(again("sum 12345678901234567890123/4"),
             Catch::Contains("sum 12345678901234567890123/4\n"));
  CHECK_THAT(again("sum 6/4"), Catch::Contains("sum 3/2\n"));
  CHECK_THAT(again("sum 007"), Catch::Contains("sum 7\n"));
  CHECK_THAT(again("constant 0.30000000000000004"),
             Catch::Contains("constant 0.30000000000000004\n"));
  CHECK_THAT(again("constant nan"), Catch::Contains("constant nan\n"));
  CHECK_THAT(again("constant 5e-324"), Catch::Contains("constant 5e-324\n"));
}

TEST_CASE("malformed text: where, what was found, what was expected") {
  const std::string head = "graph t\ninput x[1..3]\ninput p : lorentz\nparam N\noutput y\n";
  CHECK(error_of("") == "1:1: found the end of the line, expected 'graph'");
  CHECK(error_of("graph 3") == "1:7: found '3', expected the name of the graph");
  CHECK(error_of("graph t \"abc") == "1:9: this string does not end on its line");
  CHECK(error_of("graph t x") == "1:9: found 'x', expected the end of the line");
  CHECK(error_of("graph t\nnodes 3\n") ==
        "2:1: found 'nodes', expected path, static, input, param, output, family, a node '%…' or "
        "the value of "
        "an output");
  CHECK(error_of("graph t\ninput x[1..]") == "2:12: found ']', expected a number");
  CHECK(error_of("graph t\ninput x : vector") ==
        "2:11: found 'vector', expected a type: real, complex, lorentz or lorentz<complex>");
  CHECK(error_of("graph t\ninput x\nparam x") == "3:7: 'x' is declared already");
  CHECK(error_of("graph t\ninput x[0..9223372036854775807]") ==
        "2:9: this range has more than 2^32 indices");
  CHECK(error_of("graph t\ninput x[0..99999, 0..99999]") == "2:19: more than 2^30 elements");
  CHECK(error_of("graph t\ninput x[0..99999999999999999999]") ==
        "2:12: this integer does not fit 64 bits");
  CHECK(error_of(head) == "6:1: output y has no value, expected a line 'y = %…'");
  CHECK(error_of(head + "%1 = total x[1]") == "6:6: found 'total', expected the kind of a node");
  CHECK(error_of(head + "%1 = product x[1]") == "6:6: product has 1 operands, expected 2 or more");
  CHECK(error_of(head + "%1 = quotient x[1] x[2] x[3]") ==
        "6:6: quotient has 3 operands, expected 2");
  CHECK(error_of(head + "%1 = exp %2") == "6:10: %2 is used before it is defined");
  CHECK(error_of(head + "%1 = exp x[4]") == "6:12: index 4 of x is outside 1..3");
  CHECK(error_of(head + "%1 = exp q") == "6:10: no input or param is called 'q'");
  CHECK(error_of(head + "%1 = input N") == "6:12: no input is called 'N'");
  CHECK(error_of(head + "%1 = exp N[1]") == "6:11: N has no indices");
  CHECK(error_of(head + "%1 = exp p") == "6:10: p is a vector, expected .E, .x, .y or .z");
  CHECK(error_of(head + "%1 = exp p.w") == "6:12: found 'w', expected E, x, y or z");
  CHECK(error_of(head + "%1 = exp 2") ==
        "6:10: found a number, expected a node, a leaf or the unit 1");
  CHECK(error_of(head + "%1 = sum 0 N") ==
        "6:10: a coefficient 0 stands only for the exact number 0: sum 0");
  CHECK(error_of(head + "%1 = sum 0 + N") == "6:12: nothing may be added to the exact number 0");
  CHECK(error_of(head + "%1 = sum 1/0") == "6:11: found a denominator 0, expected another number");
  CHECK(error_of(head + "%1 = sum N N") == "6:12: found 'N', expected the end of the line");
  CHECK(error_of(head + "%1 = sum " + std::string(2000, '9')) ==
        "6:10: this number has 2000 digits, expected at most 1234");
  CHECK(error_of(head + "%1 = constant abc") ==
        "6:15: found 'abc', expected a floating-point number in range");
  CHECK(error_of(head + "%1 = exp N\n%1 = exp N") == "7:1: %1 is defined already");
  CHECK(error_of(head + "%1 = exp N @ F({64})") == "6:17: a set has elements 0..63");
  CHECK(error_of(head + "%1 = imaginary\ny = %1") == "7:1: output y is real, its node complex");
  CHECK(error_of(head + "y = N\ny = N") == "7:1: y has a value already");
  CHECK(error_of(head + "z = N") == "6:1: no output is called 'z'");
}
