#pragma once

#include <string>

namespace diagc::machine {

const std::string& llvm_version();

/// One line that differs between any two builds of LLVM, Clang or this library: their versions and
/// the build-ids of the shared objects they are running from (size and time of the file where the
/// linker left no build-id).
const std::string& identity();

}  // namespace diagc::machine
