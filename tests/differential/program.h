// Random rule programs.
#pragma once

#include <string>

#include "tests/differential/choices.h"

namespace diagc {

/// The text of a rule file `grammar NAME` that is right in names, numbers of arguments and kinds,
/// whose recursions end and whose indices lie in their ranges. It may still divide by a static zero
/// or grow past a limit.
std::string random_program(const std::string& name, Choices& choices);

}  // namespace diagc
