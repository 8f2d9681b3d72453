// The forms of the cooperative schedule that are worth trying on one graph.
#pragma once

#include <atomic>
#include <vector>

#include "compiler/emit/choice/candidates.h"

namespace diagc {

/// Whether the candidate says everything that there is to say of a cooperative kernel; others always do.
bool complete(const CudaCandidate& candidate);

/// Cooperative candidates, the one that is fastest in simulation first. What `asked` leaves open is varied: numbers and elements that
/// count as low, the row, how many warps share how many configurations. `graph` is one whose panels kept their equal form
/// (made for panels, see compiler/driver), `order` a rule for its values. Forms that do not fit the device are left out; throws
/// std::runtime_error where none fits.
std::vector<RankedCandidate> cooperative_candidates(const Graph& graph, const OrderRule& order,
                                                    const CudaOptions& options,
                                                    const CooperativeOptions& asked,
                                                    const std::atomic<bool>* stop = nullptr);

/// Packed candidates, the one that is estimated to be fastest first; `whole` is the graph in one chunk. What `asked` leaves open of
/// lanes, warps and blocks is varied. Throws std::runtime_error where nothing fits the device.
std::vector<RankedCandidate> packed_candidates(const Graph& graph, const Schedule& whole,
                                               const CudaOptions& options,
                                               const PackedOptions& asked,
                                               const std::atomic<bool>* stop = nullptr);

/// The same of the matrix form.
std::vector<RankedCandidate> matrix_candidates(const Graph& graph, const Schedule& whole,
                                               const CudaOptions& options,
                                               const MatrixOptions& asked);

/// Whether the packed form may be taken where the graph has no panels: no option is set that only panels have.
bool may_be_packed(const CooperativeOptions& asked);
/// The packed form with the lanes, warps and blocks that the options name.
PackedOptions packed(const CooperativeOptions& asked);

}  // namespace diagc
