// What propagations gain by several devices.
#pragma once

#include <functional>
#include <vector>

#include "programs/bench/dynamics_rates.h"

namespace diagc::bench {

/// Two bands on the first of the devices beside all of them, for each way in which they can send to each other; ratio: how many times as fast all are.
///
/// - panels of 8 nodes of a chain of 1024 points behind 400 nodes, with the tolerance 1e-6, and of more of them how much of their time each
///   device takes with what, `beside`: ratio is its share;
/// - the whole trajectory of 32 × 32 points to t = 60 with a tolerance of 1e-6, and its parts likewise;
/// - the bytes of that on one device beside the most of several: ratio, the former over the latter.
void measure_dynamics_on_gpus(const std::vector<int>& devices,
                              const std::function<void(const DynamicsRate&)>& found);

}  // namespace diagc::bench
