// What kernels whose warps share configurations call: shared memory, copies, flags; for a device, and for C++ tests of the emitted source.
#pragma once

#include <string>

namespace diagc {

/// For the head of a program, after Real.
std::string shared_memory_functions();

}  // namespace diagc
