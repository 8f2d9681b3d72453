// What the values of a rule file with axes are made of.
#pragma once

#include <string>

#include "compiler/rules/rules.h"
#include "programs/command/kernel_options.h"

namespace diagc {

/// `name` is an output, with static indices where it has them, or an array by its number in such a text, as in `a3`: where it stands in the file, its sum,
/// what it is made of, and what uses it. Of cyclic axes with Fourier transforms, unless the pass `convolve` is switched off; lengths that --axis does not
/// give stay open: n and the axis's name. Throws Failure for another name, and for theories at two times.
std::string arrays_text(const RuleOptions& options, const rules::Rules& rules,
                        const StaticValues& statics, const std::string& name);

}  // namespace diagc
