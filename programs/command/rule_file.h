// The rule file that a command line names.
#pragma once

#include <string>

#include "compiler/source/source.h"

namespace diagc {

inline constexpr const char* rule_file_help =
    "rule file, or the name of one that `diagc examples list` shows";

/// A file of this path; where there is none, the rule file of this name that the program carries.
/// Throws InputError, and Failure with the name that may have been meant.
SourcePtr open_rules(const std::string& path);

/// The grammar that the program carries whose name is nearest to a misspelt one; empty where none is near.
std::string closest_grammar(const std::string& name);

}  // namespace diagc
