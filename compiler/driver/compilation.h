// The whole way from rules to an emitted source; the result of each stage is kept.
#pragma once

#include <optional>
#include <string>

#include "compiler/emit/cpp.h"
#include "compiler/expand/expand.h"
#include "compiler/passes/pipeline.h"
#include "compiler/rules/rules.h"
#include "compiler/schedule/schedule.h"
#include "compiler/theory/model.h"

namespace diagc {

/// rule text → tree → checked rules, derived first where the text states a theory. `walk`: as DerivationOptions has it, refused where there is no
/// theory. Throws InputError.
rules::Rules read_rules(SourcePtr source, std::optional<theory::Walk> walk = std::nullopt);

struct FrontOptions {
  ExpandOptions expand;
  PassOptions passes;
};

/// Of the graph that panels are found in: passes that would spoil the equal form of its parts are left out.
FrontOptions for_panels(FrontOptions options);

/// Rules at given statics as a graph, before and after the passes.
struct Front {
  Expansion expansion;
  Graph graph;  ///< after the passes
  double expand_seconds = 0;
  double passes_seconds = 0;
};
Front expand_and_simplify(const rules::Rules& rules, const FrontOptions& options);

/// The graph for panels of products: long sums stay whole, too, and no two sums share a product.
Graph product_graph(const rules::Rules& rules, FrontOptions options);

/// The order rule found on the same rules with smaller statics, for a graph that is too large to search on. Nothing
/// when the graph is small enough itself or no smaller one expands.
std::optional<OrderRule> order_hint(const rules::Rules& rules, const FrontOptions& options,
                                    const Graph& graph);

/// With the hint where it helps, in place of that of `schedule`. The stop flag of `options.passes` stops it.
Schedule schedule_kernel(const rules::Rules& rules, const FrontOptions& options, const Graph& graph,
                         ScheduleOptions schedule = {});

}  // namespace diagc
