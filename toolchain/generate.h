#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "toolchain/front_end.h"

namespace diagc::machine {

/// Runs the target's code generator over an optimised module and writes an object or assembly. Once
/// the source is cancelled the functions not yet begun come out empty.
///
/// LLVM's machine scheduler is left out. The compiler has put the evaluation into the order of fewest
/// live values, which the scheduler undoes in favour of latencies that an out-of-order core hides
/// anyway: without it hubbard_sun_density ran 1.3 times as fast at n = 6..8, and no slower at 4 and 5.
void generate(const Source& source, llvm::Module& module, llvm::TargetMachine& machine,
              llvm::CodeGenFileType type, llvm::raw_pwrite_stream& out);

}  // namespace diagc::machine
