// What propagation by panels reaches on a device.
#pragma once

#include <functional>

#include "programs/bench/dynamics_rates.h"

namespace diagc::bench {

/// On this device, two bands from their rule file. `found` is called as rates come:
///
/// - history integrals of a row and k, panels of 8 and of 16 nodes, when 500 nodes of 128 points are stored; beside the rate of a product of
///   4096 × 4096 complex matrices by cuBLAS: seconds are those which the same operations would take;
/// - second Born at a pair of times, both components, at chains of 256 and 1024 points and 32 × 32 points;
/// - whole trajectories to t = 5 of chains of 1024 points; errors of occupations against panels of twelve nodes;
/// - the chain of 1024 points by the scheme heun with one corrector in 500 steps of 0.01, `beside` panels with the tolerance 1e-6: ratio is how many times
///   as long it takes; its last step beside the exchange term of second Born alone by sums, for predictor and corrector; collision integrals
///   of its last row with their self-energy beside reading what is stored at the rate of copies;
/// - the whole trajectory of 32 × 32 points to t = 60 with a tolerance of 1e-6, all points kept, and how much of its time
///   kernels take, `beside`: ratio is their share; its bytes beside those of the formula of docs/dynamics.md.
void measure_dynamics_on_gpu(int device, const std::function<void(const DynamicsRate&)>& found);

}  // namespace diagc::bench
