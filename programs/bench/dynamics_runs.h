// Whole propagations on this machine, each beside another way to the same.
#pragma once

#include <functional>

#include "programs/bench/dynamics_rates.h"

namespace diagc::bench {

/// `found` is called as rates come:
///
/// - two bands to t = 5, panels beside uniform steps of 0.05, 0.025 and 0.01; errors of occupations against panels of twelve nodes;
/// - the published method at 1024 points: Σ for one step when 500 times are stored, a predictor and a corrector, by sums as `sums_seconds`, those of a
///   pair of times, say; beside Σ of the same step by transforms, and the whole trajectory by panels;
/// - two ranks beside two runs at once, each on a thread: ratio is their work per time over that of the two runs;
/// - a square lattice whose equivalent points share their G beside all of its points: times, then bytes;
/// - the dimer of docs/dynamics.md from its correlated start to t = 10: error of the density of site 1; beside 0.6 s on a core of 58 Gflop/s, scaled by
///   the peak that is measured.
void measure_runs(double sums_seconds, double transforms_seconds,
                  const std::function<void(const DynamicsRate&)>& found);

}  // namespace diagc::bench
