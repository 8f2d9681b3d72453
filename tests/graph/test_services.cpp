// Users, use counts, costs and interpretation.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "compiler/graph/count_terms.h"
#include "compiler/graph/interpret.h"
#include "compiler/graph/operations.h"
#include "compiler/graph/text.h"
#include "compiler/graph/users.h"

using namespace diagc;

namespace {

Graph graph_of(std::string text) {
  return from_text(std::make_shared<Source>("t.graph", std::move(text)));
}

/// Operations of one node line on real x, r and complex z, w.
Operations work(const std::string& line) {
  return operations(graph_of(
      "graph t\ninput x\ninput r\ninput z : complex\ninput w : complex\noutput y : complex\n"
      "%i = imaginary\n%c = constant 0.5\n%y = " +
      line + "\ny = %y\n"));
}

Operations counts(std::uint64_t mul, std::uint64_t add, std::uint64_t div = 0) {
  Operations result;
  result.multiplications = mul;
  result.additions = add;
  result.divisions = div;
  return result;
}

}  // namespace

TEST_CASE("users and use counts of a small graph") {
  const Graph graph = graph_of(R"(graph t
input x
output y
output z
%1 = input x
%2 = product %1 %1
%3 = sum %2 + %1
%4 = exp %2
y = %3
z = %3
)");
  const Users users(graph);
  const auto list = [&](NodeId node) {
    return std::vector<NodeId>(users[node].begin(), users[node].end());
  };
  CHECK(list(1) == std::vector<NodeId>{2, 2, 3});
  CHECK(list(2) == std::vector<NodeId>{3, 4});
  CHECK(list(3).empty());
  // Node 4 is needed by nothing: its use of 2 does not count.
  CHECK(use_counts(graph) == std::vector<std::uint32_t>{0, 3, 1, 2, 0});
  CHECK(needed_nodes(graph) == std::vector<std::uint8_t>{1, 1, 1, 1, 0});
}

TEST_CASE("what operations cost") {
  CHECK(work("sum x + r - 3") == counts(0, 2));
  CHECK(work("sum 2 x - r") == counts(1, 1));
  CHECK(work("sum z + w") == counts(0, 2));
  CHECK(work("sum z + x") == counts(0, 1));
  CHECK(work("sum 1/2 z + x + r + w") == counts(2, 4));
  CHECK(work("sum x + 2 %i") == counts(0, 0));
  CHECK(work("sum -x") == counts(0, 0));
  CHECK(work("product x r x") == counts(2, 0));
  CHECK(work("product x z") == counts(2, 0));
  CHECK(work("product z w") == counts(4, 2));
  CHECK(work("product x r z w") == counts(7, 2));
  CHECK(work("product %i z 1") == counts(0, 0));
  CHECK(work("product %c x") == counts(1, 0));
  CHECK(work("quotient x r") == counts(0, 0, 1));
  CHECK(work("quotient z r") == counts(0, 0, 2));
  CHECK(work("quotient z w") == counts(6, 3, 2));
  CHECK(work("quotient 1 w") == counts(2, 1, 2));
  CHECK(work("conj z") == counts(0, 0));
  CHECK(work("complex x r") == counts(0, 0));
  CHECK(work("sqrt x").cost() == 4);
  CHECK(work("exp z").cost() == 8);
  CHECK(work("quotient z w").cost() == 17);
  CHECK(work("sqrt x").flops() == 1);
  CHECK(work("quotient z w").flops() == 11);
}

TEST_CASE("interpretation follows the formulas, over several blocks and with a stride") {
  const Graph graph = graph_of(R"(graph t
input x[1..2]
input z : complex
input unused[1..3]
param N
param w : complex
output y[1..6] : complex
output a
%i = imaginary
%k = constant (0.5, -1)
%1 = sum 2 x[1] - 1/3 x[2] + 5
%2 = product %1 z %i w N
%3 = quotient %2 z
%4 = quotient x[1] z
%5 = complex x[1] x[2]
%6 = conj %5
%7 = exp %6
%8 = sqrt z
%9 = quotient z x[1]
%10 = sum %9 + %k
%11 = im z
%12 = sin x[1]
%13 = product %11 %12
y[1] = %2
y[2] = %3
y[3] = %4
y[4] = %7
y[5] = %8
y[6] = %10
a = %13
)");
  const std::size_t n = 150, stride = 160;
  std::mt19937_64 random(7);
  std::vector<double> inputs(7 * stride), outputs(13 * stride, -77.0);
  for (double& value : inputs) value = std::uniform_real_distribution<>(0.5, 2.0)(random);
  const std::vector<std::complex<double>> params{{3.0, 99.0}, {0.25, 1.5}};
  interpret(graph, {inputs.data(), stride}, params, {outputs.data(), stride}, n);
  using C = std::complex<double>;
  double worst = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const double x1 = inputs[c], x2 = inputs[stride + c];
    const C z(inputs[2 * stride + c], inputs[3 * stride + c]), w = params[1], i(0, 1);
    const double s = 2 * x1 - x2 / 3 + 5;
    const std::vector<C> expected{
        s * z * i * w * 3.0, s * i * w * 3.0,    x1 / z, std::exp(std::conj(C(x1, x2))),
        std::sqrt(z),        z / x1 + C(0.5, -1)};
    for (std::size_t k = 0; k < 6; ++k) {
      const C got(outputs[2 * k * stride + c], outputs[(2 * k + 1) * stride + c]);
      worst = std::max(worst, std::abs(got - expected[k]) / std::abs(expected[k]));
    }
    worst = std::max(worst, std::abs(outputs[12 * stride + c] - z.imag() * std::sin(x1)));
  }
  CHECK(worst < 1e-14);
  for (std::size_t row = 0; row < 13; ++row) {
    for (std::size_t c = n; c < stride; ++c) REQUIRE(outputs[row * stride + c] == -77.0);
  }
}

TEST_CASE("a complex output with a real node has imaginary part 0") {
  const Graph graph = graph_of("graph t\ninput x\noutput y : complex\ny = x\n");
  const double x = 3;
  double y[2] = {-1, -1};
  interpret(graph, {&x, 1}, {}, {y, 1}, 1);
  CHECK(y[0] == 3);
  CHECK(y[1] == 0);
}

TEST_CASE("A makes every term absolute") {
  const Graph graph = graph_of(R"(graph t
input x[1..2]
input z : complex
output y[1..5]
%s = sum x[1] - 2 x[2] + 1
%p = product %s x[2] %s
%q = quotient %p %s
%r = re z
%e = exp %s
y[1] = %s
y[2] = %p
y[3] = %q
y[4] = %r
y[5] = %e
)");
  const double inputs[4] = {3, -2, -3, 4};
  double a[5];
  interpret_absolute(graph, {inputs, 1}, {}, {a, 1}, 1);
  CHECK(a[0] == 8);  // |3| + 2·|−2| + 1
  CHECK(a[1] == 8 * 2 * 8);
  CHECK(a[2] == 128.0 / 8 * (8.0 / 8));  // s = 8 here, too
  CHECK(a[3] == 5);
  CHECK(a[4] == Approx(std::exp(8.0) * (1 + 8)));
}

TEST_CASE("exact values and numbers of terms") {
  const Graph graph = graph_of(R"(graph t
input x[1..2]
param N
output y
%s = sum x[1] - 2 x[2] + 1/3
%p = product %s N %s
%q = sum 1/2 %p - %s
y = %q
)");
  const std::vector<Rational> inputs{Rational(1, 7), Rational(2)}, params{Rational(3)};
  const Rational s = Rational(1, 7) - 4 + Rational(1, 3);
  CHECK(interpret_exactly(graph, inputs, params) == std::vector<Rational>{s * s * 3 / 2 - s});
  // |s| counts 1 + 2 + 1/3 = 10/3 terms.
  CHECK(*count_terms(graph) == Rational(100, 18) + Rational(10, 3));
  CHECK(!count_terms(graph_of("graph t\ninput x\noutput y\n%1 = exp x\ny = %1\n")));
  CHECK_THROWS_AS(
      interpret_exactly(graph_of("graph t\ninput x\noutput y\n%1 = exp x\ny = %1\n"), inputs, {}),
      std::logic_error);
}
