// What the values of a rule file with axes are made of.
#pragma once

#include <string>

#include "compiler/expand/expand.h"
#include "compiler/rules/rules.h"

namespace diagc {

/// `name` is an output, with static indices where it has them, or an array by its number in such a text, as in `a3`: where it stands in the file, its sum,
/// what it is made of, and what uses it. Throws Failure for another name.
std::string arrays_text(const rules::Rules& rules, const ExpandOptions& options,
                        const std::string& name);

}  // namespace diagc
