// Random modules of rule programs, as RapidCheck draws and shrinks them.
#pragma once

#include <rapidcheck.h>

#include "tests/differential/choices.h"
#include "tests/differential/program.h"

namespace diagc {

/// The tapes of the programs of one module, which are compiled together. Shrunk by leaving out programs, then by making them
/// simpler.
struct Tapes {
  std::vector<Tape> tapes;
};

void showValue(const Tapes& module, std::ostream& out);

/// A seed gives the same tapes whatever compiler built the test.
rc::Gen<Tapes> random_module(int programs);

}  // namespace diagc
