#pragma once

#include <string>
#include <vector>

#include "runtime/system/child_process.h"
#include "toolchain/client/toolchain.h"

namespace diagc::toolchain {

/// The worker of inspect_apart(), for the list that a program gives run_as_worker().
inline constexpr const char* inspect_worker_name = "inspect-worker";
int inspect_worker(const std::vector<std::string>& arguments);

/// inspect() of a source that others wrote, in a process of its own: what kills Clang, takes too long or
/// too much memory there is a Refused, at the line that was being read. Throws std::logic_error where the
/// program has no such worker.
std::vector<FunctionReport> inspect_apart(const Source& source, const ProcessLimits& limits);

}  // namespace diagc::toolchain
