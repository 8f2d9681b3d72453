// diagc stats of a file with cyclic axes: sums, transforms, and what both ways cost.
#pragma once

#include "compiler/rules/rules.h"
#include "programs/command/kernel_options.h"

namespace diagc {

/// A row for each value of the statics. Without lengths (--axis) costs are formulas alone.
void print_cyclic_stats(const RuleOptions& options, const rules::Rules& rules,
                        const Definitions& definitions, bool json);

}  // namespace diagc
