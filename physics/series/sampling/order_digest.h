// What the numbers of an order depend on: runs are continued only where all of it is the same.
#pragma once

#include "physics/series/sampling/integrate.h"
#include "runs/checkpoint/digest.h"

namespace diagc::series {

/// Rule text, statics, params, model, sampling, precision, target, seed and walkers (rounded up to whole groups). Not in it are the other
/// orders, what ends the run, files, threads, ranks and devices.
runs::Digest order_digest(const Plan& plan, const Term& term, std::uint64_t walkers);

}  // namespace diagc::series
