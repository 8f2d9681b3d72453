#pragma once

#include <clang/AST/Decl.h>

#include <cstdint>

namespace diagc::machine {

struct Liveness {
  uint64_t locals = 0;    // local variables that are values (values.h), without the parameters
  uint64_t max_live = 0;  // the largest number of such variables and parameters that are still to
                          // be read, at any place
};

/// By one walk backwards over the reads and writes of a function's text. The body of a loop counts
/// as run at least once, and what it reads from before is live to its end; a variable set only on
/// some branch stays what it was.
Liveness liveness(const clang::FunctionDecl& function);

}  // namespace diagc::machine
