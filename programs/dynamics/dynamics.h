// diagc dynamics: two-time Green's functions from a job file.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_dynamics(CLI::App& app, Action& action);

}  // namespace diagc
