#pragma once

#include <clang/Frontend/CompilerInstance.h>

namespace diagc::machine {

/// From now on *line is the line of the source that is being read, counted from 1, so that another
/// process can tell where this one died. Nothing is done where `line` is null.
void watch_lines(clang::CompilerInstance& compiler, int* line);

}  // namespace diagc::machine
