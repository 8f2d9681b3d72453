// What this process samples on: its processor or a card.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "programs/integrate/results/job.h"

namespace diagc::integrate {

struct Sampler {
  std::optional<int> card;  ///< none: the processor
  std::string name;         ///< of the card; empty: the processor, or a card that is not there
  std::string line;  ///< "runs on card 0, NVIDIA H200", "runs on the processor, 8 threads: …"
};

/// With target auto a card, wherever one can be used and the job's orders are not too large for it, else the processor. `operations`,
/// of the kernel of highest order, is called only where that has to be decided.
/// A rank takes the card that its place on its machine says, among those of the job. Throws InputError where
/// one process is to use several; what runtime/cuda throws where the job wants a card and there is none.
Sampler sampler_of(const Job& job, const std::function<std::uint64_t()>& operations);

/// The same on the processor, and why.
Sampler processor(const Job& job, const std::string& why);

/// Larger graphs take long to compile for a card, which target cuda may take, but auto does not.
constexpr std::uint64_t most_card_operations = 60'000;

/// Walkers of an order that fill a card, for jobs that give no number.
constexpr std::uint32_t card_walkers = 131072;

}  // namespace diagc::integrate
