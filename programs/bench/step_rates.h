// How fast the steps of an integration are, beside the bare kernel that they are made around.
#pragma once

#include <cstdint>
#include <vector>

#include "diagc/kernel.h"
#include "physics/series/sampling/order_population.h"
#include "programs/command/machine.h"

namespace diagc::bench {

struct StepRates {
  /// Per second, of the bare kernel, from its own rows: on processors batches in half of L2, on devices batches beyond all caches.
  double evaluations = 0;
  double steps = 0;  ///< per second, of walkers: proposal, propagators, graph, acceptance, sums
  double acceptance = 0;
  std::uint64_t walker_bytes = 0;  ///< of memory that a walker keeps between steps
  std::uint64_t changed = 0;       ///< propagators that a step of one vertex makes anew
};

/// Kernel and steps in turn: on one thread, or on device `device` where the kernel has target cuda, in that form, with so many walkers (0: those
/// that an integration takes on a device, a thousand on processors). The steps are those of an integration on the triangular lattice of 16 × 16 sites, β = 2,
/// half filled; `kernel` has the input of an integration.
StepRates measure_steps(const Kernel& kernel, const std::vector<ParamValue>& params,
                        const Machine& machine, int device = 0,
                        series::GpuForm form = series::GpuForm::automatic,
                        std::uint32_t walkers = 0);

}  // namespace diagc::bench
