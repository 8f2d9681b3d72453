// diagc derive: the rules that a theory stands for.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_derive(CLI::App& app, Action& action);

}  // namespace diagc
