// The card that this process samples on.
#pragma once

#include <optional>

#include "programs/integrate/results/job.h"

namespace diagc::integrate {

/// Nothing: the processor. A rank takes the card that its place on its machine says, among those of the job. Throws InputError where
/// one process is to use several; what runtime/cuda throws where the job wants a card and there is none.
std::optional<int> card_of(const Job& job);

/// Walkers of an order that fill a card, for jobs that give no number.
constexpr std::uint32_t card_walkers = 131072;

}  // namespace diagc::integrate
