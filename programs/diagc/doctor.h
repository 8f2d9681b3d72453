// diagc doctor: what this machine offers, and what to do about what is missing.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_doctor(CLI::App& app, Action& action);

}  // namespace diagc
