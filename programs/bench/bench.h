// diagc bench: what kernels reach on this machine.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_bench(CLI::App& app, Action& action);

}  // namespace diagc
