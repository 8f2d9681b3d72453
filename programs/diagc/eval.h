// diagc eval: batches of configurations from files through a kernel to files.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_eval(CLI::App& app, Action& action);

}  // namespace diagc
