#pragma once

#include <string>
#include <vector>

#include "toolchain/front_end.h"

namespace diagc::machine {

/// What a function must be that somebody else wrote and that is to run inside kernels.
struct FunctionRule {
  std::string name;                  // "g0"
  std::string type;                  // as Clang writes it: "float (int, int, float)"
  std::vector<std::string> headers;  // may be included, and count as empty: "cmath"
  bool required = true;              // a source without the function is refused
};

/// Throws Refused, with every error at its line of the source, unless the source defines the function
/// and holds nothing but what directives.h and allowed.h allow. Leaves the line of the function in
/// *source.line, 0 where there is none and none is required.
void check_function(const Source& source, const FunctionRule& rule);

}  // namespace diagc::machine
