// diagc stats of a file with axes: the size of its array graph.
#pragma once

#include "compiler/rules/rules.h"
#include "programs/command/kernel_options.h"

namespace diagc {

/// A row for each value of the statics.
void print_array_stats(const RuleOptions& options, const rules::Rules& rules,
                       const Definitions& definitions, bool json);

}  // namespace diagc
