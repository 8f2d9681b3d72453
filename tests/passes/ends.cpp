// Gradients: text in, text out; against finite differences.
#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "compiler/graph/ends.h"
#include "compiler/graph/interpret.h"
#include "compiler/graph/verify.h"
#include "compiler/source/diagnostic.h"
#include "tests/passes/canonical.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

std::string gradient_text(const std::string& text, const std::string& asked) {
  const Graph graph = ends(graph_of("graph t\n" + text), {parse_gradient(asked)}).graph;
  verify(graph);
  return canonical_text(graph);
}

std::string expected_text(const std::string& text) {
  return canonical_text(graph_of("graph t\n" + text));
}

std::string refusal(const std::string& text, const std::string& asked) {
  try {
    gradient_text(text, asked);
  } catch (const InputError& error) {
    return error.diagnostics()[0].message;
  }
  return "";
}

using Numbers = std::vector<Rational>;

std::optional<Numbers> exact_values(const Graph& graph, const Numbers& inputs,
                                    const Numbers& params) {
  try {
    return interpret_exactly(graph, inputs, params);
  } catch (const std::logic_error&) {
    return std::nullopt;  // divides by zero
  }
}

std::vector<std::complex<double>> values_of(const Graph& graph, const std::vector<double>& rows,
                                            const std::vector<std::complex<double>>& params) {
  const std::vector<std::size_t> first = first_rows(graph.signature().outputs);
  std::vector<double> values(first.back());
  interpret(graph, {rows.data(), 1}, params, {values.data(), 1}, 1);
  std::vector<std::complex<double>> result;
  for (const Variable& output : graph.signature().outputs) {
    for (std::int64_t scalar = 0; scalar < output.scalars(); ++scalar) {
      const std::size_t row = first[static_cast<std::size_t>(output.first + scalar)];
      result.emplace_back(values[row], output.type == Type::complex ? values[row + 1] : 0.0);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("the derivative of a sum of products, of a power, of a value that is used twice") {
  CHECK(gradient_text("input x[1..2]\nparam N\noutput f\n%1 = product x[1] x[2]\n"
                      "%2 = product x[1] x[1]\n%3 = sum 2 %1 + N + %2\nf = %3\n",
                      "f:x,N") ==
        expected_text(
            "input x[1..2]\nparam N\noutput f\noutput d_f_x[1..2] \"derivative of f by x\"\n"
            "output d_f_N \"derivative of f by N\"\n"
            "%1 = product x[1] x[2]\n%2 = product x[1] x[1]\n%3 = sum 2 %1 + N + %2\n"
            "%4 = sum 2 x[2] + x[1] + x[1]\n%5 = sum 2 x[1]\n%6 = sum 1\n"
            "f = %3\nd_f_x[1] = %4\nd_f_x[2] = %5\nd_f_N = %6\n"));
}

TEST_CASE("what nothing depends on has the derivative 0") {
  CHECK(
      gradient_text("input x[1..2]\noutput f[1..2]\n%1 = sum 3 x[2]\n%2 = sum 7\nf[1] = %1\nf[2] = "
                    "%2\n",
                    "f:x") ==
      expected_text("input x[1..2]\noutput f[1..2]\n"
                    "output d_f_x[1..2, 1..2] \"derivative of f by x\"\n%1 = sum 3 x[2]\n"
                    "%2 = sum 7\n%3 = sum 0\n%4 = sum 3\nf[1] = %1\nf[2] = %2\n"
                    "d_f_x[1,1] = %3\nd_f_x[1,2] = %4\nd_f_x[2,1] = %3\nd_f_x[2,2] = %3\n"));
}

TEST_CASE("one sweep gives the derivatives by all factors of a long product") {
  // Of four factors: what stands before each of them times what stands behind.
  CHECK(
      gradient_text("input x[1..4]\noutput f\n%1 = product x[1] x[2] x[3] x[4]\nf = %1\n", "f:x") ==
      expected_text("input x[1..4]\noutput f\noutput d_f_x[1..4] \"derivative of f by x\"\n"
                    "%1 = product x[1] x[2] x[3] x[4]\n%2 = product x[3] x[4]\n"
                    "%3 = product x[2] %2\n%4 = product x[1] %2\n%5 = product x[1] x[2]\n"
                    "%6 = product %5 x[4]\n%7 = product %5 x[3]\n"
                    "f = %1\nd_f_x[1] = %3\nd_f_x[2] = %4\nd_f_x[3] = %6\nd_f_x[4] = %7\n"));
}

TEST_CASE("quotients and functions") {
  CHECK(gradient_text("input x\ninput y\noutput f\n%1 = sin x\n%2 = quotient %1 y\n%3 = sqrt %2\n"
                      "f = %3\n",
                      "f:x,y") ==
        expected_text("input x\ninput y\noutput f\noutput d_f_x \"derivative of f by x\"\n"
                      "output d_f_y \"derivative of f by y\"\n%1 = sin x\n%2 = quotient %1 y\n"
                      "%3 = sqrt %2\n%4 = quotient 1 %3\n%5 = quotient %4 y\n%6 = cos x\n"
                      "%7 = product %5 %6\n%8 = sum 1/2 %7\n%9 = product %5 %2\n%10 = sum -1/2 %9\n"
                      "f = %3\nd_f_x = %8\nd_f_y = %10\n"));
}

TEST_CASE("a holomorphic output has the ordinary derivative by a complex number") {
  CHECK(gradient_text("input z : complex\noutput f : complex\n%1 = product z z\nf = %1\n", "f:z") ==
        expected_text("input z : complex\noutput f : complex\n"
                      "output d_f_z : complex \"derivative of f by z\"\n%1 = product z z\n"
                      "%2 = sum z + z\nf = %1\nd_f_z = %2\n"));
}

TEST_CASE("the square of a complex number's size has its conjugate as the derivative") {
  CHECK(
      gradient_text("input z : complex\noutput f\n%1 = conj z\n%2 = product z %1\n%3 = re %2\nf = "
                    "%3\n",
                    "f:z") ==
      // conj(z)/2 from the first factor, the conjugate of z/2 from the second.
      expected_text("input z : complex\noutput f\noutput d_f_z : complex \"derivative of f by z\"\n"
                    "%1 = conj z\n%2 = product z %1\n%3 = re %2\n%4 = sum 1/2 %1 + 1/2 %1\n"
                    "f = %3\nd_f_z = %4\n"));
}

TEST_CASE("by a vector: the vector of derivatives by its components") {
  CHECK(
      gradient_text("input p : lorentz\noutput f\n%1 = product p.E p.E\n%2 = product p.x p.y\n"
                    "%3 = sum %1 - %2\nf = %3\n",
                    "f:p") ==
      expected_text("input p : lorentz\noutput f\noutput d_f_p : lorentz \"derivative of f by p\"\n"
                    "%1 = product p.E p.E\n%2 = product p.x p.y\n%3 = sum %1 - %2\n"
                    "%4 = sum p.E + p.E\n%5 = sum - p.y\n%6 = sum - p.x\n%7 = sum 0\n"
                    "f = %3\nd_f_p.E = %4\nd_f_p.x = %5\nd_f_p.y = %6\nd_f_p.z = %7\n"));
}

TEST_CASE("gradients that cannot be had are refused by name") {
  const std::string text =
      "input x\ninput p : lorentz\nparam N\noutput f\noutput v : lorentz\noutput d_f_N\n"
      "%1 = product x N\n%2 = sum p.E\nf = %1\nv.E = %2\nv.x = %2\nv.y = %2\nv.z = %2\nd_f_N = "
      "%2\n";
  CHECK(refusal(text, "g:x") ==
        "found the gradient of `g`, expected the name of an output: `f`, `v`, `d_f_N`");
  CHECK(refusal(text, "f:M") ==
        "found `M` in the gradient of `f`, expected an input or param: `x`, `p`, `N`");
  CHECK(refusal(text, "f:x,x") == "found `x` twice in the gradient of `f`, expected it once");
  CHECK(
      refusal(text, "v:x") ==
      "found the gradient of `v`, which is a vector, expected an output of scalars: components are "
      "outputs of their own, as in `output y = comp(v, 0)`");
  CHECK(
      refusal(text, "f") ==
      "found the gradient of `f` by `N`, expected a name that is free for it: `d_f_N` is an input, "
      "param or output already");
  CHECK(
      refusal(text, ":x") ==
      "found the gradient `:x`, expected an output, `:` and inputs or params by their names, as in "
      "`density:G,N`; an output alone stands for all of them");
}

TEST_CASE("of the outputs, those asked for are left") {
  const Graph graph = graph_of(
      "graph t\ninput x\noutput f\noutput g\n%1 = product x x\n%2 = sum x + 1\nf = %1\ng = %2\n");
  const Ends made = ends(graph, {parse_gradient("f")}, {"d_f_x", "g"});
  verify(made.graph);
  REQUIRE(made.graph.signature().outputs.size() == 2);
  CHECK(made.graph.signature().outputs[0].name == "g");
  CHECK(made.graph.signature().outputs[1].name == "d_f_x");
  CHECK(made.renamed[graph.outputs()[0]] == no_node);
  CHECK(made.renamed[graph.outputs()[1]] == made.graph.outputs()[0]);
}

TEST_CASE("gradients of random graphs are those of finite differences, exactly but for the step") {
  const Rational step(1, Integer(1) << 160);
  const Rational close(1, Integer(1) << 80);
  int compared = 0;
  CHECK(rc::check([&] {
    const auto seed = *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>());
    const Graph graph = random_graph(seed, {*rc::gen::inRange(1, 22), true, true});
    const Graph with = ends(graph, {parse_gradient("y")}).graph;
    verify(with);
    std::mt19937_64 random(seed);
    Numbers inputs, params{Rational(5, 3)};
    for (int i = 0; i < 4; ++i) inputs.emplace_back(static_cast<int>(random() % 41) - 20, 7);
    const auto found = exact_values(with, inputs, params);
    if (!found) return;
    for (std::size_t k = 0; k < 5; ++k) {
      Numbers up_inputs = inputs, down_inputs = inputs, up_params = params, down_params = params;
      (k < 4 ? up_inputs[k] : up_params[0]) += step;
      (k < 4 ? down_inputs[k] : down_params[0]) -= step;
      const auto up = exact_values(graph, up_inputs, up_params);
      const auto down = exact_values(graph, down_inputs, down_params);
      if (!up || !down) return;
      for (std::size_t y = 0; y < 3; ++y) {
        const Rational difference = ((*up)[y] - (*down)[y]) / (2 * step);
        // y, then d_y_x[1..3, 1..4], then d_y_N[1..3].
        const Rational& derivative = (*found)[k < 4 ? 3 + 4 * y + k : 15 + y];
        RC_ASSERT(abs(difference - derivative) <= close * (1 + abs(derivative) + abs((*found)[y])));
        ++compared;
      }
    }
  }));
  CHECK(compared > 500);
}

TEST_CASE("gradients with functions and complex numbers are those of finite differences") {
  int compared = 0;
  CHECK(rc::check([&] {
    const auto seed = *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>());
    const Graph graph = random_graph(seed, {*rc::gen::inRange(1, 30), false, true});
    const Graph with = ends(graph, {parse_gradient("y")}).graph;
    verify(with);
    std::mt19937_64 random(seed);
    std::vector<double> rows(8);
    for (double& x : rows) x = std::uniform_real_distribution<>(-1, 1)(random);
    const std::vector<std::complex<double>> params{1.5, {0.5, -0.7}};
    const auto found = values_of(with, rows, params);
    const auto difference = [&](std::size_t row, std::size_t y, double step) {
      std::vector<double> up = rows, down = rows;
      up[row] += step;
      down[row] -= step;
      return (values_of(graph, up, params)[y] - values_of(graph, down, params)[y]) / (2 * step);
    };
    for (std::size_t y = 0; y < 3; ++y) {
      for (std::size_t k = 0; k < 6; ++k) {
        // x[1..4] in rows 0..3; z[1..2] in rows 4, 5 and 6, 7.
        const auto derivative_at = [&](double step) {
          if (k < 4) return difference(k, y, step);
          const std::size_t row = 4 + 2 * (k - 4);
          return (difference(row, y, step) -
                  std::complex<double>(0, 1) * difference(row + 1, y, step)) /
                 2.0;
        };
        const auto coarse = derivative_at(2e-4), fine = derivative_at(1e-4);
        const double size = 1 + std::abs(fine) + std::abs(found[y]);
        // Where the steps disagree, or rounding is large, differences tell nothing.
        if (!(std::abs(coarse - fine) < 1e-6 * size) || !(size < 1e4)) continue;
        const auto derivative = found[k < 4 ? 3 + 4 * y + k : 15 + 2 * y + (k - 4)];
        // √(x − x) has no derivative, though it does not change.
        if (!std::isfinite(std::abs(derivative))) continue;
        RC_ASSERT(std::abs(derivative - fine) < 1e-5 * size);
        ++compared;
      }
    }
  }));
  CHECK(compared > 500);
}
