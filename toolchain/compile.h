#pragma once

#include <llvm/ADT/SmallVector.h>

#include "toolchain/front_end.h"

namespace diagc::machine {

enum class Product { object, llvm_ir, assembly };

/// Source to machine code, optimised LLVM IR or assembly: Clang makes a module, LLVM's default
/// pipeline for the level optimises it, the target's code generator writes it. Throws Refused
/// (source errors), Cancelled, std::runtime_error.
llvm::SmallVector<char, 0> compile(const Source& source, Product product);

}  // namespace diagc::machine
