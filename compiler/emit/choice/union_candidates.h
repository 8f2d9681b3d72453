// The forms by unions of sets (emit/unions/plan.h) that are worth trying on one graph.
#pragma once

#include <atomic>
#include <vector>

#include "compiler/emit/choice/candidates.h"

namespace diagc {

/// The one that is estimated to be fastest first; `graph` is one whose sums kept their terms (product_graph() of compiler/driver), `order` a
/// rule for its values. What `asked` leaves open is varied. Throws std::runtime_error where the graph has no such form or nothing fits.
std::vector<RankedCandidate> union_candidates(const Graph& graph, const OrderRule& order,
                                              const CudaOptions& options, const UnionOptions& asked,
                                              const std::atomic<bool>* stop = nullptr);

}  // namespace diagc
