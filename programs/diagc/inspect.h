// diagc inspect: what an emitted source does, function by function.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_inspect(CLI::App& app, Action& action);

}  // namespace diagc
