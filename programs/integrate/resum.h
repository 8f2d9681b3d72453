// diagc resum: the sums of a result again, at other couplings.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_resum(CLI::App& app, Action& action);

}  // namespace diagc
