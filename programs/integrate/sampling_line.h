// How each order is sampled, in a line: what warm-up has chosen where the job left it open.
#pragma once

#include <string>

#include "physics/series/results/result.h"

namespace diagc::integrate {

/// "orders 1 to 3: Markov chains; order 4: independent samples"; empty where every order is exact or nothing is known yet.
std::string sampling_line(const series::Result& result);

}  // namespace diagc::integrate
