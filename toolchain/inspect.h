#pragma once

#include <string>
#include <vector>

#include "toolchain/counts.h"
#include "toolchain/front_end.h"
#include "toolchain/liveness.h"

namespace diagc::machine {

struct FunctionFacts {
  std::string name;
  Counts counts;
  Liveness liveness;
  uint64_t code_bytes = 0;
};

/// What the externally visible functions of a source file do, in the order of the file; inline and
/// static ones count where they are called. Throws as compile() does.
std::vector<FunctionFacts> inspect(const Source& source);

}  // namespace diagc::machine
