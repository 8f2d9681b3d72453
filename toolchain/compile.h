#pragma once

#include <llvm/ADT/SmallVector.h>

#include "toolchain/front_end.h"

namespace diagc::machine {

enum class Product { object, llvm_ir, assembly, assembly_with_lines };

/// Source to machine code, optimised LLVM IR or assembly: Clang makes a module, LLVM's default
/// pipeline for the level optimises it, the target's code generator writes it. Assembly with lines is the same
/// code with `.loc FILE LINE` before the instructions of each line of the source; what was inlined belongs to the line
/// of the outermost call. Throws Refused (source errors), Cancelled, std::runtime_error.
llvm::SmallVector<char, 0> compile(const Source& source, Product product);

}  // namespace diagc::machine
