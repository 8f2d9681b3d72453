#pragma once

// Several units at once. NVRTC compiles one at a time in a process, so that each unit gets a process
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

/// compile() of every unit, in their order. The units and results travel through a private folder
/// below $TMPDIR, which is removed. The first failure ends all other workers: Refused, Unavailable
/// and Cancelled as compile() throws them, std::runtime_error that names unit and signal where a
/// worker was killed. `finished` is told each object as it comes, with the number of its unit: what
/// is done when another unit fails need not be lost.
std::vector<Object> compile_in_workers(
    const std::vector<Unit>& units, const CompileOptions& options, const Workers& workers,
    const std::stop_token& stop = {},
    const std::function<void(std::size_t, const Object&)>& finished = {});

/// What a worker does; `arguments` are those that compile_in_workers() added to the command. Returns
/// the exit code.
int compile_worker(const std::vector<std::string>& arguments);

}  // namespace diagc::cuda
