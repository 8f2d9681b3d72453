#pragma once

// Several sources at once. NVRTC compiles one at a time in a process, so that each source gets a process
// of its own: the calling program, started once more in a mode that it offers.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "runtime/cuda/compile.h"

namespace diagc::cuda {

struct Workers {
  /// The program and the arguments that put it into the mode in which it passes all further
  /// arguments to compile_worker(): {"/proc/self/exe", "nvrtc-worker"}.
  std::vector<std::string> command;
  unsigned processes = 0;  ///< at once, at most; 0: one a processor
};

/// compile() of every source, in their order. The sources and results travel through a private folder
/// below $TMPDIR, which is removed. The first failure ends all other workers: Refused, Unavailable
/// and Cancelled as compile() throws them, std::runtime_error that names source and signal where a
/// worker was killed. `finished` is told each object as it comes, with the number of its source: what
/// is done when another source fails need not be lost.
std::vector<Object> compile_in_workers(
    const std::vector<Source>& sources, const CompileOptions& options, const Workers& workers,
    const std::stop_token& stop = {},
    const std::function<void(std::size_t, const Object&)>& finished = {});

/// What a worker does; `arguments` are those that compile_in_workers() added to the command. Returns
/// the exit code.
int compile_worker(const std::vector<std::string>& arguments);

}  // namespace diagc::cuda
