// The passes in the order in which they run.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/graph/operations.h"

namespace diagc {

/// A pass is pure: it gives a new graph with the same signature, calls and meaning to rounding, or
/// nothing when there is nothing to do. No pass increases the cost (Operations::cost).
struct Pass {
  std::string_view name;
  std::string_view purpose;
  std::optional<Graph> (*run)(const Graph&);
};

/// The one list. A name may stand in it several times.
std::span<const Pass> pass_list();

/// What one pass did.
struct PassRecord {
  std::string_view name;
  bool changed = false;
  double seconds = 0;
  std::size_t nodes_before = 0, nodes_after = 0;
  std::size_t edges_before = 0, edges_after = 0;
  std::uint64_t cost_before = 0, cost_after = 0;
};

struct PassOptions {
  std::vector<std::string> disabled;  ///< names; each must exist
  /// Called after every pass that ran, changed or not.
  std::function<void(const PassRecord&, const Graph&)> after;
  const std::atomic<bool>* stop = nullptr;  ///< polled between passes; then Stopped is thrown
};

/// Throws InputError (Code::definition) when a name is not one of a pass; the message lists those
/// that are.
void check_pass_names(const std::vector<std::string>& names);

/// Runs the list; the graph is verified before the first pass and after each that changed it. Throws InputError as above.
Graph run_passes(Graph graph, const PassOptions& options = {});

}  // namespace diagc
