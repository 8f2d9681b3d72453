#include "compiler/passes/pipeline.h"

#include <catch2/catch.hpp>

#include "compiler/graph/count_terms.h"
#include "compiler/graph/interpret.h"
#include "compiler/graph/verify.h"
#include "compiler/source/diagnostic.h"
#include "compiler/source/stop.h"
#include "tests/passes/canonical.h"
#include "tests/passes/hubbard_graph.h"

using namespace diagc;

TEST_CASE("an unknown pass is an input error that names those that exist") {
  PassOptions options;
  options.disabled = {"merge", "inline"};
  try {
    run_passes(graph_of("graph t\n"), options);
    FAIL("accepted");
  } catch (const InputError& error) {
    REQUIRE(error.diagnostics().size() == 1);
    CHECK(error.diagnostics()[0].message ==
          "found no pass 'inline', expected one of: prune, fold, flatten, factor, merge, "
          "reciprocal, share, split");
    CHECK(error.diagnostics()[0].code == Code::definition);
  }
}

TEST_CASE("passes report what they did, disabled ones do not run") {
  const char* text = R"(graph t
input x[1..3]
output y
%dead = sum x[1] + x[2]
%a = product x[1] x[2]
%b = product x[1] x[3]
%s = sum %a + %b
y = %s
)";
  std::vector<std::string> names, changed;
  PassOptions options;
  options.after = [&](const PassRecord& record, const Graph& graph) {
    names.emplace_back(record.name);
    if (record.changed) changed.emplace_back(record.name);
    CHECK(record.nodes_after == graph.node_count());
    CHECK(record.edges_after == graph.edge_count());
    CHECK(record.cost_after <= record.cost_before);
    CHECK(record.seconds >= 0);
  };
  run_passes(graph_of(text), options);
  CHECK(names.size() == pass_list().size());
  CHECK(changed == std::vector<std::string>{"prune", "factor", "prune"});

  names.clear();
  changed.clear();
  options.disabled = {"factor"};
  run_passes(graph_of(text), options);
  CHECK(names.size() == pass_list().size() - 1);
  CHECK(changed == std::vector<std::string>{"prune"});
}

TEST_CASE("a stop token ends the passes") {
  const std::atomic<bool> stop = true;
  PassOptions options;
  options.stop = &stop;
  CHECK_THROWS_AS(run_passes(graph_of("graph t\n"), options), Stopped);
}

TEST_CASE("hubbard_sun_density keeps its exact value and its diagrams, with fewer operations") {
  const std::vector<std::string> diagrams = {"2", "10", "74", "706", "8162", "110410"};
  for (int n = 1; n <= 6; ++n) {
    const Graph before = HubbardGraph::make(n);
    verify(before);
    CHECK(count_terms(before)->str() == diagrams[static_cast<std::size_t>(n - 1)]);
    PassOptions options;
    options.after = [](const PassRecord& record, const Graph&) {
      CHECK(record.cost_after <= record.cost_before);
    };
    const Graph after = run_passes(HubbardGraph::make(n), options);
    std::vector<Rational> inputs;
    for (int i = 0; i < (n + 1) * (n + 1); ++i) inputs.emplace_back(3 * i - 20, 2 * i + 7);
    const std::vector<Rational> params{Rational(5, 3)};
    CHECK(interpret_exactly(before, inputs, params) == interpret_exactly(after, inputs, params));
    CHECK(operations(after).cost() < operations(before).cost());
  }
}
