// Rules + values of the statics → graph.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/graph/ends.h"
#include "compiler/graph/graph.h"
#include "compiler/rules/rules.h"
#include "compiler/source/stop.h"

namespace diagc {

struct ExpandOptions {
  std::map<std::string, std::string> statics;           ///< -D name=value as text: "6", "true"
  std::map<std::string, syntax::TypeName> input_types;  ///< --type name=…: replaces a declared type
  std::vector<std::string>
      outputs;  ///< names of the outputs wanted, gradients among them; empty: all
  std::vector<Gradient> gradients;  ///< of outputs, whether they are wanted or not
  /// Of axes: sums over variables that stand nowhere are numbers, extents; else they stay sums, for semirings and numbers of any size.
  bool extents_are_factors = true;
  std::uint64_t max_nodes = 50'000'000;
  std::uint64_t max_steps = 2'000'000'000;
  const std::atomic<bool>* stop = nullptr;  ///< polled; expansion then throws Stopped
};

using VectorNodes = std::array<NodeId, components(ElementShape::four_vector)>;

/// Everything that expansion knows beside the graph.
struct Expansion {
  Graph graph;  ///< as expanded and pruned to what the outputs need
  /// By CallId: the node of the call's value; of a vector, of its first component that is not static zero.
  std::vector<NodeId> call_values;
  /// The components of calls whose values are vectors; no_node: static zero, or pruned.
  std::unordered_map<CallId, VectorNodes> vector_values;
};

/// Expands by demand from the outputs, memoised on (family, static arguments). Throws InputError, also for a file with axes, whose values
/// are no scalars (see expand_arrays.h).
Expansion expand(const rules::Rules& rules, const ExpandOptions& options);

}  // namespace diagc
