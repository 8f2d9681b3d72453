// diagc stats: the size of graphs, or what their kernels take of a device.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_stats(CLI::App& app, Action& action);

}  // namespace diagc
