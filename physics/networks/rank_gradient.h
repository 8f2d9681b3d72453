// Derivatives of a network's value on ranks that share every slice: the reverse sweep of gradient.h, whose values are shards.
#pragma once

#include <cstdint>

#include "physics/networks/device_program.h"
#include "physics/networks/distributed.h"
#include "physics/networks/gradient.h"
#include "physics/networks/rank_run.h"

namespace diagc::networks {

/// How ranks sweep.
struct RankSweep {
  arrays::Distribution distribution;  ///< of the value, with the loops of the sweep
  std::uint64_t bytes = 0;            ///< of each rank
  std::size_t loops = 0;              ///< of the value
};

/// Steps are shared as those of the value. The sweep is that which is expected to be the fastest of those that keep the limit of `distributed`, with its
/// loops, some of them or none; else one that needs little. On devices of this setup; null: on processors.
RankSweep rank_sweep(const arrays::Network& network, const Distributed& distributed,
                     bool is_complex, const DeviceSetup* setup);

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
