// `diagc bench FILE` of a file with cyclic axes: sums by Fourier transforms beside direct ones.
#pragma once

#include "compiler/rules/rules.h"
#include "programs/bench/options.h"

namespace diagc::bench {

/// A row for every set of statics, for the lengths of --axis. Throws UsageError for what such files have not: devices, other files beside, steps.
void measure_cyclic(const Options& options, const rules::Rules& rules);

}  // namespace diagc::bench
