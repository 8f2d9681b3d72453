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
  series::Labellings labellings = series::Labellings::one;  ///< never automatic
  std::vector<Kernel> kernels;   ///< of orders first_order … last_order of the job
  std::optional<Kernel> zeroth;  ///< of order 0, exact; none where the job gives its value
};

/// Reads, checks and compiles, for that device or the processor. Throws InputError at the job's keys or in the rule file.
Integrand make_integrand(const series::Job& job, const std::vector<int>& gpus,
                         diagc::Progress& progress);

/// With the values that the params take from the model.
std::vector<series::Term> terms(const Integrand& integrand, const series::Job& job,
                                const lattice::Model& model);

/// The coefficient of order 0: the rule file's value there, with the propagator from the measured vertex to itself, which no Hartree
/// shift touches, averaged over the sites that the vertex may stand on.
double zeroth_order(const Integrand& integrand, const series::Job& job,
                    const lattice::Model& model);

/// What is computed, for the result: the texts of job and rule file, statics, params, sign and labellings.
series::Origin origin_of(const Integrand& integrand, const series::Job& job,
                         const lattice::Model& model);

}  // namespace diagc::integrate
