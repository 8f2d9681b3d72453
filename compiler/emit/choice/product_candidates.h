// The forms of products of tiles (emit/products/plan.h) that are worth trying on one graph.
#pragma once

#include <atomic>
#include <vector>

#include "compiler/emit/choice/candidates.h"

namespace diagc {

/// Candidates for products of tiles, the one that is estimated to be fastest first. `graph` is one made for them (compiler/driver), `order` a
/// rule for its values. What `asked` leaves open of low, lanes, warps and blocks is varied. Throws std::runtime_error where the graph has
/// no such tiles, or none that fit the device.
std::vector<RankedCandidate> product_candidates(const Graph& graph, const OrderRule& order,
                                                const CudaOptions& options,
                                                const ProductOptions& asked,
                                                const std::atomic<bool>* stop = nullptr);

}  // namespace diagc
