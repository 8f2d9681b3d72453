// diagc compile: a rule file in any of its forms, from canonical rules to machine code.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_compile(CLI::App& app, Action& action);

}  // namespace diagc
