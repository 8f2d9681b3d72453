// Bounds of rounding errors against exact results.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/differential/rounding.h"
#include "tests/passes/canonical.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

constexpr double u = Precision::of<double>().unit;

double bound(const std::string& text, const std::vector<double>& inputs) {
  const Graph graph = graph_of(text);
  return Rounding(graph, Precision::of<double>()).bounds({inputs.data(), 1}, {}, 0).at(0);
}

}  // namespace

TEST_CASE("rounding: of single operations") {
  const std::string head = "graph t\ninput x[1..3]\noutput y\n";
  CHECK(bound(head + "y = x[1]\n", {3, 5, 7}) == 0);
  CHECK(bound(head + "%s = sum -x[1]\ny = %s\n", {3, 5, 7}) == 0);
  CHECK(bound(head + "%p = product x[1] x[2]\ny = %p\n", {3, 5, 7}) == Approx(15 * u));
  CHECK(bound(head + "%p = product x[1] x[2] x[3]\ny = %p\n", {3, 5, 7}) == Approx(2 * 105 * u));
  CHECK(bound(head + "%p = sum x[1] - x[2] + x[3]\ny = %p\n", {3, 5, 7}) == Approx(2 * 15 * u));
  // 1/3 is rounded, and so is its product; 1/2 is exact.
  CHECK(bound(head + "%p = sum 1/3 x[1]\ny = %p\n", {3, 5, 7}) == Approx(2 * u));
  CHECK(bound(head + "%p = sum 1/2 x[1]\ny = %p\n", {3, 5, 7}) == Approx(1.5 * u));
  CHECK(bound(head + "%p = quotient x[1] x[2]\ny = %p\n", {3, 5, 7}) == Approx(0.6 * u));
  CHECK(bound(head + "%p = sqrt x[1]\ny = %p\n", {4, 5, 7}) == Approx(2 * u));
}

TEST_CASE("rounding: no bound for a divisor that cancels, nor for the real logarithm beside 0") {
  const std::string head = "graph t\ninput x[1..3]\noutput y\n";
  const std::string difference = "%s = sum 1/3 x[1] - x[2]\n";
  CHECK(std::isinf(bound(head + difference + "%q = quotient x[3] %s\ny = %q\n", {3, 1, 1})));
  CHECK(std::isinf(bound(head + difference + "%q = log %s\ny = %q\n", {3, 1, 1})));
  CHECK(std::isfinite(bound(head + difference + "%q = quotient x[3] %s\ny = %q\n", {3, 2, 1})));
  CHECK(std::isnan(bound(head + difference + "%q = log %s\ny = %q\n", {3, 2, 1})));
}

TEST_CASE("rounding: beside a branch cut either branch is as good") {
  const std::string root =
      "graph t\ninput x[1..2]\noutput y : complex\n%c = complex x[1] x[2]\n%r = sqrt %c\ny = %r\n";
  CHECK(bound(root, {-4, 0}) == Approx(4));
  CHECK(bound(root, {-4, 1}) < 100 * u);
  CHECK(bound(root, {4, 0}) < 100 * u);
}

TEST_CASE("rounding: results of random graphs lie within the bounds of the exact ones") {
  std::size_t compared = 0;
  double closest = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = random_graph(seed, {40, true, false});
    std::mt19937_64 random(seed);
    std::vector<Rational> exact_inputs, exact_params;
    std::vector<double> inputs;
    for (int i = 0; i < 4; ++i) {
      inputs.push_back(static_cast<double>(static_cast<int>(random() % 41) - 20) / 8);
      exact_inputs.emplace_back(inputs.back());
    }
    const std::vector<std::complex<double>> params{1.75};
    exact_params.emplace_back(1.75);
    std::vector<Rational> exact;
    try {
      exact = interpret_exactly(graph, exact_inputs, exact_params);
    } catch (const std::logic_error&) {
      continue;  // divides by zero
    }
    std::vector<double> outputs(3);
    interpret(graph, {inputs.data(), 1}, params, {outputs.data(), 1}, 1);
    const std::vector<double> bounds =
        Rounding(graph, Precision::of<double>()).bounds({inputs.data(), 1}, params, 0);
    for (std::size_t i = 0; i < 3; ++i) {
      if (std::isinf(bounds[i])) continue;
      const double error = std::abs(to_double(Rational(outputs[i]) - exact[i]));
      CAPTURE(seed, i, outputs[i], bounds[i]);
      CHECK(error <= bounds[i]);
      if (error > 0) closest = std::max(closest, error / bounds[i]);
      ++compared;
    }
  }
  CHECK(compared > 500);
  CHECK(closest > 0.3);
}
