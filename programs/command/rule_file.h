// The rule file that a command line names.
#pragma once

#include <string>

#include "compiler/source/source.h"

namespace diagc {

inline constexpr const char* rule_file_help =
    "rule file, or the name of one that `diagc examples list` shows";

/// A file of this path; where there is none, the rule file of this name that the program carries.
/// Throws InputError.
SourcePtr open_rules(const std::string& path);

}  // namespace diagc
