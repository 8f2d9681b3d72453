// diagc events: collider events from a job file.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_events(CLI::App& app, Action& action);

}  // namespace diagc
