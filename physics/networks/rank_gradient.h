// Derivatives of a network's value on ranks that share every slice: the reverse sweep of gradient.h, whose values are shards.
#pragma once

#include <cstdint>

#include "compiler/arrays/distribute/distribution.h"
#include "physics/networks/device_program.h"
#include "physics/networks/gradient.h"
#include "physics/networks/rank_run.h"

namespace diagc::networks {

/// Bytes that a rank takes: on a device of this setup; null: on processors.
std::uint64_t rank_gradient_bytes(const arrays::Distribution& distribution, bool is_complex,
                                  const DeviceSetup* setup);

/// What is sent, before the slices and in all of them, of all ranks together.
double rank_gradient_sent(const arrays::Distribution& distribution, bool is_complex);

/// As gradient(), in double precision, up to rounding: on devices of the setup, one for each rank; null: on processors. With `links` this process has
/// the ranks that it has of the contraction (processor_ranks(), DeviceRanks), and every process gets all. The bits do not depend on the number of
/// processes. Where `counts` is given, it becomes that of ranks of this process. Throws what runtime/cuda throws, too.
Gradient rank_gradient(const arrays::Distribution& distribution, const TensorValues& values,
                       const DeviceSetup* setup, unsigned threads, RankLinks* links = nullptr,
                       RankCounts* counts = nullptr);

}  // namespace diagc::networks
