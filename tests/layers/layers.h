// The order of the folders, as docs/architecture.md gives it, and what it forbids.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace diagc::layers {

/// The includes of one source that the order of the folders forbids, a line each:
/// `compiler/passes/merge.cpp:7: found "compiler/emit/cpp.h", expected …`. `path` is relative to the root of the
/// repository.
std::vector<std::string> violations(const std::string& path, std::string_view text);

}  // namespace diagc::layers
