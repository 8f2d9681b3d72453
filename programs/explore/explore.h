// diagc explore: rules, graph, passes, schedule and source as one page to look through.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_explore(CLI::App& app, Action& action);

}  // namespace diagc
