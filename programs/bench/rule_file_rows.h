// `diagc bench FILE`: a row for every set of statics, of kernels or of the steps of `integrate` around them.
#pragma once

#include "programs/bench/options.h"

namespace diagc::bench {

/// Throws UsageError.
void measure_rule_file(const Options& options);

}  // namespace diagc::bench
