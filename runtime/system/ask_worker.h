// A question to a worker of this program (worker.h): work on what others wrote, which may crash, hang, or take too much.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/system/child_process.h"

namespace diagc {

/// How far the worker came, readable after its death.
struct WorkerProgress {
  int stage = 0;
  int line = 0;
  double numbers[4] = {};
};

/// Thrown by the work: the request itself is wrong. The message reaches the caller as it is.
struct RequestRefused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct WorkerAnswer {
  ChildProcess::End
      end;  ///< where it did not succeed, the worker died or was stopped, and `text` is empty
  std::string text;
  WorkerProgress progress;
};

/// Limits that serve Clang and what it compiles: 8 GiB of address space (none where a sanitizer takes terabytes), a minute of processor
/// time, five of wall time, results of up to 4 GiB.
ProcessLimits foreign_code_limits();

/// Whether this program offers the worker.
bool has_worker(std::string_view worker);

/// Sends the request and waits for the answer. Throws RequestRefused with the worker's message,
/// std::runtime_error with the message of any other exception of the work, std::logic_error where this program does not offer the worker.
WorkerAnswer ask_worker(std::string_view worker, const std::string& request,
                        const ProcessLimits& limits, const std::stop_token& stop = {});

/// What the worker does with the arguments that ask_worker() gave it; returns the exit code.
using WorkerTask = std::function<std::string(const std::string& request, WorkerProgress& progress)>;
int answer(const std::vector<std::string>& arguments, const WorkerTask& task);

}  // namespace diagc
