// The rule file of a job, checked against what the job says of it, as terms of a plan.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/rules/rules.h"
#include "physics/series/job/job.h"
#include "physics/series/sampling/integrate.h"

namespace diagc {
class Progress;
}

namespace diagc::integrate {

struct Integrand {
  SourcePtr source;
  rules::Rules rules;
  std::string output;
  Labellings labellings = Labellings::one;  ///< never automatic
  std::vector<Kernel> kernels;              ///< of orders first_order … last_order of the job
};

/// Reads, checks and compiles, for that device or the processor. Throws InputError at the job's keys or in the rule file.
Integrand make_integrand(const Job& job, const std::vector<int>& gpus, diagc::Progress& progress);

/// With the values that the params take from the model.
std::vector<Term> terms(const Integrand& integrand, const Job& job, const Model& model);

}  // namespace diagc::integrate
