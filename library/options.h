// The public options in the terms of the compiler's stages.
#pragma once

#include <atomic>

#include "compiler/driver/compilation.h"
#include "diagc/compile.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

/// Throws InputError where a type or the name of a pass is not known.
FrontOptions front_end_options(const CompileOptions& options, const std::atomic<bool>* stop);

/// The processor to compile for. Throws InputError where it is not known or this machine cannot run
/// its code.
toolchain::Cpu processor(const std::string& name);

}  // namespace diagc
