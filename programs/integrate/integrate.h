// diagc integrate: series in the coupling by Monte Carlo, as a job file describes them.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_integrate(CLI::App& app, Action& action);

}  // namespace diagc
