#include "compiler/passes/pipeline.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "compiler/graph/verify.h"
#include "compiler/passes/factor.h"
#include "compiler/passes/flatten.h"
#include "compiler/passes/fold.h"
#include "compiler/passes/merge.h"
#include "compiler/passes/prune.h"
#include "compiler/passes/reciprocal.h"
#include "compiler/passes/share.h"
#include "compiler/passes/split.h"
#include "compiler/source/diagnostic.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

constexpr Pass list[] = {
    {"prune", "drop what no output needs and what is exactly zero", passes::prune},
    {"fold", "compute constants; bypass sums and products of one operand", passes::fold},
    {"flatten", "put sums into sums and products into products", passes::flatten},
    {"factor", "a b + a c -> a (b + c)", passes::factor},
    {"merge", "make equal values one node, also those equal up to a factor", passes::merge},
    {"reciprocal", "one division for several quotients by the same divisor", passes::reciprocal},
    // Reciprocals are factors like others: a product with one joins the products around it, and what recurs there is
    // shared.
    {"flatten", "put sums into sums and products into products", passes::flatten},
    {"share", "compute recurring pairs of factors or terms once", passes::share},
    {"prune", "drop what no output needs and what is exactly zero", passes::prune},
    {"split", "long sums become chains of partial sums", passes::split},
};

}  // namespace

std::span<const Pass> pass_list() { return list; }

void check_pass_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::ranges::any_of(list, [&](const Pass& pass) { return pass.name == name; })) continue;
    std::vector<std::string_view> known;
    for (const Pass& pass : list) {
      if (std::ranges::find(known, pass.name) == known.end()) known.push_back(pass.name);
    }
    throw InputError(Diagnostic{
        Code::definition,
        {},
        {},
        fmt::format("found no pass '{}', expected one of: {}", name, fmt::join(known, ", ")),
        {},
        {}});
  }
}

Graph run_passes(Graph graph, const PassOptions& options) {
  check_pass_names(options.disabled);
  verify(graph);
  std::uint64_t cost = operations(graph).cost();
  for (const Pass& pass : list) {
    if (std::ranges::find(options.disabled, pass.name) != options.disabled.end()) continue;
    throw_if_stopped(options.stop);
    PassRecord record{.name = pass.name,
                      .nodes_before = graph.node_count(),
                      .edges_before = graph.edge_count(),
                      .cost_before = cost};
    const auto start = std::chrono::steady_clock::now();
    std::optional<Graph> result = pass.run(graph);
    if (result) {
      // What saves in one place can cost in another, through a type or a coefficient: then the graph stays as it was.
      const std::uint64_t cost_after = operations(*result).cost();
      record.changed = cost_after <= cost;
      if (record.changed) {
        verify(*result);
        graph = std::move(*result);
        cost = cost_after;
      }
    }
    record.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    record.nodes_after = graph.node_count();
    record.edges_after = graph.edge_count();
    record.cost_after = cost;
    if (options.after) options.after(record, graph);
  }
  return graph;
}

}  // namespace diagc
