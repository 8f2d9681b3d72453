#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/batch/kernel_rows.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/module.h"
#include "runtime/cuda/parameters.h"
#include "runtime/cuda/program.h"
#include "runtime/cuda/queue.h"

namespace diagc::cuda {

/// How one kernel of a program uses a device.
struct LaunchReport {
  std::string function;
  int registers = 0;                  ///< a thread
  std::size_t local_bytes = 0;        ///< a thread: spilled registers and stack
  std::size_t shared_bytes = 0;       ///< a block, static and dynamic
  int blocks_per_multiprocessor = 0;  ///< at once
  unsigned threads = 0;               ///< a block
};

/// A program on one device: loaded code, uploaded tables. Immutable; any number of threads may call.
template <class T>
class DeviceProgram {
 public:
  /// `cubins` are those of program.sources for this device, followed by program.cubins. Throws Error,
  /// OutOfMemory, and std::runtime_error where the program needs more than the device has.
  DeviceProgram(const Device& device, const Program& program,
                const std::vector<std::string>& cubins);

  const Device& device() const { return device_; }
  const std::vector<LaunchReport>& launches() const { return reports_; }

  /// How many of `count` configurations one pass takes if its workspace may have so many bytes; at
  /// least one block of the launches.
  std::size_t pass(std::size_t count, std::size_t workspace_limit) const;
  std::size_t workspace_bytes(std::size_t pass) const;

  /// Evaluates configurations begin … end − 1 in passes of at most `pass`, in order, on the queue;
  /// returns before they are done. `rows` has device addresses, and the params on the host, which
  /// are read before this returns.
  void enqueue(const KernelRows<T>& rows, std::size_t begin, std::size_t end, std::size_t pass,
               Queue& queue) const;

 private:
  struct Step {
    Function function;
    Launch launch;
    std::size_t most_blocks;  ///< of a grid
  };
  std::size_t grid(const Step& step, std::size_t configurations) const;
  void add_step(const Launch& launch);
  void check_parameters(const Program& program, const std::vector<std::string>& cubins) const;

  Device device_;
  Parameters<T> parameters_;
  Workspace workspace_;
  std::size_t slab_;
  std::size_t unit_ = 1;  ///< configurations of whole blocks of every launch
  std::vector<Module> modules_;
  std::vector<Step> steps_;
  std::vector<LaunchReport> reports_;
  std::vector<DeviceBuffer> table_memory_;
  std::vector<api::DevicePointer> tables_;
};

}  // namespace diagc::cuda
