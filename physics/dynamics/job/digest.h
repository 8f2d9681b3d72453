// What the numbers of a job depend on.
#pragma once

#include "physics/dynamics/job/setup.h"
#include "runs/checkpoint/digest.h"

namespace diagc::dynamics {

/// The keys of a job but those of [run], [checkpoint] and [output], of which [run] compact counts, as they are written, and what the files that it
/// names have in them.
runs::Digest digest_of(const Job& job, const Setup& setup);

}  // namespace diagc::dynamics
