// What this process samples on: its processor or a card.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "programs/integrate/results/job.h"

namespace diagc::integrate {

struct Sampler {
  std::optional<int> card;  ///< none: the processor
  std::string name;         ///< of the card; empty: the processor, or a card that is not there
  std::string line;  ///< "runs on card 0, NVIDIA H200", "runs on the processor, 8 threads: …"
};

/// With target auto a card where there is one and NVRTC to compile for it, else the processor.
/// A rank takes the card that its place on its machine says, among those of the job. Throws InputError where
/// one process is to use several; what runtime/cuda throws where the job wants a card and there is none.
Sampler sampler_of(const Job& job);

/// Walkers of an order that fill a card, for jobs that give no number: 20 blocks of 128 for each of the 132 multiprocessors of an H100 or
/// H200, a multiple of how many of them run at once (2, 4 and 5; nearly of 3).
constexpr std::uint32_t card_walkers = 132 * 20 * 128;

}  // namespace diagc::integrate
