#pragma once

#include <functional>

namespace diagc::machine {

/// Runs the work to its end on a thread with a stack of 512 MB (address space; memory is taken as it
/// is used): Clang and LLVM walk expressions by recursion, and generated ones nest deep. An
/// exception of the work comes out here.
void on_large_stack(const std::function<void()>& work);

}  // namespace diagc::machine
