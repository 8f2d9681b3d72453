// diagc audit: precisions and grammars side by side, on the same configurations.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_audit(CLI::App& app, Action& action);

}  // namespace diagc
