// The rule file that a job names: opened, and every name that the job uses looked up in it.
#pragma once

#include <map>
#include <string>

#include "compiler/rules/rules.h"
#include "physics/series/job/job.h"

namespace diagc::integrate {

/// What the job's keys say of its rule file, with what follows where they say nothing.
struct RulesOfJob {
  SourcePtr source;
  rules::Rules
      rules;  ///< as the file states them: of a theory fields and vertices, nothing is derived yet
  std::string order;       ///< static
  std::string propagator;  ///< input; empty: none, the job says what inputs take
  std::string derivative;  ///< input; empty: none
  std::string beta;  ///< input that was added for the energy of a theory (energy.h); empty: none
  std::string output;
  double sign =
      -1;  ///< factor of each vertex: −1, or 1 where the rule file has the signs, as a theory does
  /// Each a number, or one of "flavours", "beta", "mu", "filling".
  std::map<std::string, std::string> params;
};

/// Throws InputError at the job's key where the file cannot be read or lacks what the key names, and in the rule file.
RulesOfJob rules_of(const series::Job& job);

[[noreturn]] void fail_at(const series::Job& job, const std::string& key, std::string message);

}  // namespace diagc::integrate
