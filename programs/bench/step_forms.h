// What an integration makes of a rule file, and in which forms its steps are measured on a device.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "programs/bench/step_rates.h"
#include "programs/bench/table.h"
#include "programs/command/kernel_options.h"

namespace diagc {
class Progress;
}

namespace diagc::bench {

/// `kernel` is the rule file with these options. Its only input is the propagator [0..n, 0..n] or [1..n, 1..n], or it has H, the derivative,
/// besides. `sampling`: "chain", "tree", "independent", or empty for what an integration takes.
/// `draws`: "random", "sobol", or empty, likewise. Throws UsageError where the rule file cannot be
/// sampled so, and what series::integrand_form() throws.
StepKind step_kind(const Kernel& kernel, const SourcePtr& source, const CompileOptions& compile,
                   const std::vector<ParamValue>& params, const std::string& sampling,
                   const std::string& draws, Progress& progress);

/// The bare kernel is that of the requested schedule, around which the split form is made.
StepForms measure_forms(const Kernel& kernel, const SourcePtr& source, CompileOptions compile,
                        const std::vector<ParamValue>& params, const StepKind& kind,
                        const Machine& machine, std::uint32_t walkers, Progress& progress);

}  // namespace diagc::bench
