// Functions of kernels whose warps share configurations: shared memory, copies, flags; for a device, and for C++ tests of the emitted
// source. On a device, places in shared memory are 32-bit addresses and accesses stay in the order of the source: the compiler would
// otherwise load early what registers cannot hold. Elsewhere a place is a distance from `diagc_shared`.
#pragma once

#include <string>

namespace diagc {

/// For the head of a program, after Real.
std::string shared_memory_functions();

}  // namespace diagc
