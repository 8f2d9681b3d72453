// What must hold for any graph. RapidCheck prints the seed of a failure (RC_PARAMS reproduces it).
#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "compiler/graph/interpret.h"
#include "compiler/graph/operations.h"
#include "compiler/graph/verify.h"
#include "compiler/passes/fold.h"
#include "compiler/passes/pipeline.h"
#include "tests/passes/canonical.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

RandomGraphShape shape(bool rational, bool zeros) {
  return {*rc::gen::inRange(1, 60), rational, zeros};
}

std::uint64_t seed() { return *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()); }

/// The exact values, or nothing where something divides by zero.
std::optional<std::vector<Rational>> exact(const Graph& graph, std::uint64_t s) {
  std::mt19937_64 random(s);
  std::vector<Rational> inputs;
  for (int i = 0; i < 4; ++i) inputs.emplace_back(static_cast<int>(random() % 41) - 20, 7);
  const std::vector<Rational> params{Rational(5, 3)};
  try {
    return interpret_exactly(graph, inputs, params);
  } catch (const std::logic_error&) {
    return std::nullopt;
  }
}

struct Batch {
  std::vector<double> inputs, values, absolute;
  std::size_t size;

  Batch(const Graph& graph, std::vector<double> given, std::size_t n)
      : inputs(std::move(given)), values(6 * n), absolute(3 * n), size(n) {
    const std::vector<std::complex<double>> params{1.5, {0.5, -2.0}};
    interpret(graph, {inputs.data(), n}, params, {values.data(), n}, n);
    interpret_absolute(graph, {inputs.data(), n}, params, {absolute.data(), n}, n);
  }
};

std::vector<double> random_inputs(std::uint64_t s, std::size_t n) {
  std::mt19937_64 random(s);
  std::vector<double> inputs(8 * n);
  for (double& x : inputs) x = std::uniform_real_distribution<>(-2, 2)(random);
  return inputs;
}

}  // namespace

TEST_CASE("passes keep exact values, never add operations, and give valid graphs") {
  CHECK(rc::check([] {
    const auto s = seed();
    // Folded first, as in the list: a number for a factor is no operation to keep.
    const Graph random = random_graph(s, shape(true, true));
    verify(random);
    const Graph graph = passes::fold(random).value_or(random);
    for (const Pass& pass : pass_list()) {
      const std::optional<Graph> after = pass.run(graph);
      if (!after) continue;
      verify(*after);
      RC_ASSERT(operations(*after).cost() <= operations(graph).cost());
      // Exact zeros times a quotient by zero are zero after pruning: then there is nothing to compare with.
      const auto expected = exact(graph, s);
      if (expected) RC_ASSERT(exact(*after, s) == expected);
    }
    PassOptions options;
    options.after = [](const PassRecord& record, const Graph&) {
      RC_ASSERT(record.cost_after <= record.cost_before);
    };
    const auto expected = exact(random, s);
    const Graph all = run_passes(random, options);
    if (expected) RC_ASSERT(exact(all, s) == expected);
  }));
}

TEST_CASE("passes keep values to rounding, with complex numbers and functions") {
  CHECK(rc::check([] {
    const auto s = seed();
    const Graph graph = random_graph(s, shape(false, true));
    verify(graph);
    const std::size_t n = 3;
    const Batch before(graph, random_inputs(s, n), n);
    const auto compare = [&](const Graph& other) {
      verify(other);
      const Batch after(other, before.inputs, n);
      const double bound = 1e-15 * 40 * static_cast<double>(graph.edge_count() + 10);
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t c = 0; c < n; ++c) {
          const double a = std::max(before.absolute[i * n + c], after.absolute[i * n + c]);
          // Where A overflows, or a function was put on its branch cut, the order decides.
          if (!(a < 1e100)) continue;
          const std::complex<double> x(before.values[2 * i * n + c],
                                       before.values[(2 * i + 1) * n + c]);
          const std::complex<double> y(after.values[2 * i * n + c],
                                       after.values[(2 * i + 1) * n + c]);
          if (!std::isfinite(std::abs(x))) continue;
          RC_ASSERT(std::abs(x - y) <= bound * a);
        }
      }
    };
    for (const Pass& pass : pass_list()) {
      if (const std::optional<Graph> after = pass.run(graph)) compare(*after);
    }
    const Graph all = run_passes(graph);
    compare(all);
    RC_ASSERT(operations(all).cost() <= operations(graph).cost());
  }));
}

TEST_CASE("a NaN among the inputs stays visible") {
  CHECK(rc::check([] {
    const auto s = seed();
    const Graph graph = random_graph(s, shape(true, false));
    const std::size_t n = 4;
    std::vector<double> inputs = random_inputs(s, n);
    for (std::size_t c = 0; c < n; ++c) inputs[c * n + c] = std::nan("");
    const Batch before(graph, inputs, n);
    const Batch after(run_passes(graph), inputs, n);
    for (std::size_t i = 0; i < 3 * n; ++i) {
      if (std::isnan(before.values[i])) RC_ASSERT(!std::isfinite(after.values[i]));
    }
  }));
}

TEST_CASE("pruning twice is pruning once") {
  CHECK(rc::check([] {
    const auto s = seed();
    const Graph graph = random_graph(s, shape(false, true));
    const Pass& prune = pass_list()[0];
    const Graph once = prune.run(graph).value_or(graph);
    RC_ASSERT(!prune.run(once));
  }));
}

TEST_CASE("the text form gives the same graph, byte for byte") {
  CHECK(rc::check([] {
    const Graph graph = random_graph(seed(), shape(false, true));
    const std::string text = to_text(graph);
    const Graph read = graph_of(text);
    verify(read);
    RC_ASSERT(to_text(read) == text);
    RC_ASSERT(read.node_count() == graph.node_count());
    RC_ASSERT(read.outputs() == graph.outputs());
  }));
}
