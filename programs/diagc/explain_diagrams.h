// diagc explain --diagrams: what a theory sums, drawn.
#pragma once

#include <string>

#include "programs/command/kernel_options.h"

namespace diagc {

/// Writes a picture of the diagrams of one output, or of all where `output` is empty. Throws Failure where the file states no theory or has no such output,
/// InputError where there are too many.
void explain_diagrams(const RuleOptions& rules, const StaticValues& statics,
                      const std::string& output, const std::string& path);

}  // namespace diagc
