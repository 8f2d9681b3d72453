// diagc eval of a file with cyclic axes.
#pragma once

#include "compiler/rules/rules.h"
#include "programs/command/input_files.h"
#include "programs/command/kernel_options.h"

namespace diagc {

struct CyclicEvaluation {
  const RuleOptions& rules;
  const KernelOptions& kernel;
  const StaticValues& statics;
  const std::vector<ParamValue>& params;
  const std::vector<NamedFile>& inputs;
  const std::vector<NamedFile>& outputs;
};

/// Arrays are [batch][static indices][axes], a cyclic axis as one of all its points or as its grid; those of inputs may lack the batch. Results are
/// [batch][static indices][axes], complex where the rules make them so. By transforms and kernels where every array has one cyclic axis at most,
/// else by the interpreter.
void evaluate_cyclic(const CyclicEvaluation& evaluation, const rules::Rules& rules);

}  // namespace diagc
