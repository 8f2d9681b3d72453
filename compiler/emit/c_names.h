// Names that C keeps to itself or to its library.
#pragma once

#include <string>

namespace diagc {

/// Names that C and C++ keep to themselves: _Bool, __real__, ….
bool belongs_to_compiler(const std::string& name);

/// Whether a function of that name could not be declared in a C or C++ header, or not be linked into a program beside the C library.
bool belongs_to_c(const std::string& name);

}  // namespace diagc
