// diagc cache: what is kept of compiled kernels.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_cache(CLI::App& app, Action& action);

}  // namespace diagc
