#pragma once

#include <string>
#include <string_view>

namespace diagc::toolchain {

/// An error at a line of a source, in the form of Clang's: "FILE:LINE:COL: error: MESSAGE", then the
/// numbered lines around it with a caret at the line's first character.
std::string error_at(const std::string& file_name, std::string_view text, int line,
                     const std::string& message);

}  // namespace diagc::toolchain
