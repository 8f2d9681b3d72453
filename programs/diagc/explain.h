// diagc explain: where a value comes from and what it is used for.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_explain(CLI::App& app, Action& action);

}  // namespace diagc
