// diagc examples: the rule files that the program carries.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_examples(CLI::App& app, Action& action);

}  // namespace diagc
