// diagc audit of files with cyclic axes: sums by transforms against direct ones, files against the first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/rules/rules.h"
#include "programs/command/kernel_options.h"

namespace diagc::audit {

struct CyclicFile {
  std::string path;
  const rules::Rules& rules;
};

/// A row for each output of each file, on one configuration of random numbers, which inputs of the same name share; vertices and params are
/// random numbers, too.
/// Throws Failure where direct sums would take more than 10^10 operations, and, after the table, where values disagree by more than 10^-11 of the
/// largest.
void audit_cyclic(const std::vector<CyclicFile>& files, const RuleOptions& options,
                  const KernelOptions& kernel, std::uint32_t seed, bool json);

}  // namespace diagc::audit
