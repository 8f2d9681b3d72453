// The arrows between folders, as docs/architecture.md draws them: which folder may include which.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace diagc::layers {

/// The includes of one source for which there is no arrow, a line each:
/// `compiler/passes/merge.cpp:7: found "compiler/emit/cpp.h", expected …`. `path` is relative to the root of the
/// repository.
std::vector<std::string> violations(const std::string& path, std::string_view text);

/// The rooms that can reach themselves along the arrows; there must be none.
std::vector<std::string> cycles();

}  // namespace diagc::layers
