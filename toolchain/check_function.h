#pragma once

#include <string>
#include <vector>

#include "toolchain/front_end.h"

namespace diagc::machine {

// What a function must be that somebody else wrote and that is to run inside kernels.
struct FunctionRule {
  std::string name;                  // "g0"
  std::string type;                  // as Clang writes it: "float (int, int, float)"
  std::vector<std::string> headers;  // may be included, and count as empty: "cmath"
};

// Throws Refused, with every error at its line of the source, unless the source defines the function
// and nothing in it calls a function from outside, allocates, or keeps state: functions called have a
// body in the source or stand in its `declarations`, variables outside of functions and static ones
// are constexpr, and there is no assembly and no header.
void check_function(const Source& source, const FunctionRule& rule);

}  // namespace diagc::machine
