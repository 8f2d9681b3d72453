// Random rule programs.
#pragma once

#include <cstdint>
#include <string>

#include "tests/differential/choices.h"

namespace diagc {

struct RuleProgram {
  std::string text;
  std::uint64_t chunk_operations = 0;  ///< of the kernel's chunks at most; 0: as by default
};

/// The text is a rule file `grammar NAME` that is right in names, numbers of arguments and kinds, whose recursions end and
/// whose indices lie in their ranges. It may still divide by a static zero or grow past a limit.
RuleProgram random_program(const std::string& name, const Tape& tape);

}  // namespace diagc
