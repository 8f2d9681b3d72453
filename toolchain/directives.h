#pragma once

#include <clang/Frontend/CompilerInstance.h>

#include <string>
#include <vector>

#include "toolchain/error_reporter.h"

namespace diagc::machine {

/// Reports, before anything of it is carried out, what the lines of the main file hold beside
/// arithmetic: directives but #include of the given headers, #define, #undef, #error, conditions and
/// #pragma once; attributes in any form, alignas, asm, _Pragma and goto. Those that macros put together
/// are reported while Clang reads. The headers count as empty. Returns whether Clang may read on: some
/// pragmas make it crash on purpose.
bool check_directives(clang::CompilerInstance& compiler, const std::vector<std::string>& headers,
                      ErrorReporter& report);

}  // namespace diagc::machine
