// The fastest of a graph's candidates on a device, by measurement.
#pragma once

#include <vector>

#include "library/gpu_code.h"
#include "library/gpu_plan.h"

namespace diagc {

struct TuneLimits {
  std::size_t candidates = 4;  ///< measured at most
  /// No candidate is tried that the cost model expects to take so many times as long as the first, and none is run again that took so
  /// many times as long as the fastest.
  double hopeless = 3;
  /// Seconds for all candidates after the first: as long as the first took to compile, but within these.
  double least_seconds = 3;
  double most_seconds = 30;
  double measure_seconds = 0.004;  ///< one run of a candidate, about
  int rounds = 3;                  ///< the candidates run in turn; the fastest run counts
  /// What is faster than the model's first by less than this is not preferred: two measurements differ by as much.
  double doubt = 0.02;
};

template <class T>
struct Tuned {
  GpuPlan plan;
  GpuCode<T> code;
  std::vector<Kernel::ScheduleTrial> trials;
  bool measured = false;  ///< false where there was nothing to choose from
};

/// Compiles the best candidates of the cost model, runs each on random numbers, and keeps the fastest. A candidate that cannot be
/// emitted, compiled in time, loaded or run is passed over; where that is so of all, the error of the first is
/// thrown. Throws cuda::Cancelled and Stopped.
template <class T>
Tuned<T> tune(GpuPlanner& planner, unsigned cores, const GpuRequest& request,
              const TuneLimits& limits = {});

}  // namespace diagc
