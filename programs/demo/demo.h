// diagc demo: known series from their rule files, next to the exact ones.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_demo(CLI::App& app, Action& action);

}  // namespace diagc
