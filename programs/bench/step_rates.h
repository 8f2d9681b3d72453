// How fast the steps of an integration are, beside the bare kernel that they are made around.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/sampling_kind.h"
#include "programs/bench/kernel_rates.h"
#include "programs/command/machine.h"

namespace diagc::bench {

struct StepRates {
  /// Per second, of the bare kernel, from its own rows: on processors batches in half of L2, on devices batches beyond all caches.
  double evaluations = 0;
  /// Per second. Of walkers: proposal, propagators, graph, acceptance, sums. Of independent samples: draw, propagators, weight, graph, sums.
  double steps = 0;
  double acceptance = 0;           ///< 1 of independent samples
  std::uint64_t walker_bytes = 0;  ///< of memory that a walker keeps between steps
  std::uint64_t changed = 0;       ///< numbers that a step looks up for the graph
  std::string sampling;            ///< "chain", "tree" or "independent"
};

/// What an integration makes of a kernel.
struct StepKind {
  series::IntegrandForm form;
  bool all_labellings = false;  ///< the output is symmetric in the vertices that are integrated
  /// Automatic: what warm-up takes for integrands that sum all labellings, chains for others.
  series::Sampling sampling = series::Sampling::automatic;
  series::Draws draws = series::Draws::automatic;  ///< of independent samples
  /// The same graph in single precision, where the samples are of mixed precision; the bare kernel is the one in double precision.
  std::optional<Kernel> single = {};

  /// Vertex 0 is the measured one.
  bool measured() const { return !form.derivative && form.first == 0; }
};

struct StepOptions {
  int device = 0;  ///< for kernels of target cuda
  series::GpuForm gpu_form = series::GpuForm::automatic;
  /// 0: as many as an integration takes on a device, 1024 on processors.
  std::uint32_t walkers = 0;
  /// Empty: rates_in_turn(). It gets a batch of the bare kernel, and several steps of a group or, on a device, a stretch of all.
  Timer timer = {};
};

/// Kernel and steps in turn: on one thread, or on a device where the kernel has target cuda. The steps are those of an integration on the
/// triangular lattice of 16 × 16 sites, β = 2, half filled.
StepRates measure_steps(const Kernel& kernel, const std::vector<ParamValue>& params,
                        const StepKind& kind, const Machine& machine,
                        const StepOptions& options = {});

}  // namespace diagc::bench
