// `diagc bench --contract`: a row for every network, or for every kernel of one.
#pragma once

#include "programs/bench/options.h"

namespace diagc::bench {

/// Networks of the command line, random numbers in them, or the standard ones. Throws UsageError.
void measure_networks(const Options& options);

}  // namespace diagc::bench
