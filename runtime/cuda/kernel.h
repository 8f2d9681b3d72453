#pragma once

// Programs on one device or several, and batches through them.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/batch/binding.h"
#include "runtime/batch/kernel_rows.h"
#include "runtime/cuda/build.h"
#include "runtime/cuda/device_program.h"
#include "runtime/cuda/program.h"
#include "runtime/cuda/queue.h"

namespace diagc::cuda {

struct KernelOptions {
  std::vector<int> devices = {0};  ///< devices, each once; batches of arrays are shared among them
  BuildOptions build = {};         ///< the driver's version is filled in
  unsigned threads = 1;            ///< of the host: they convert arrays to rows and back
  /// Bytes of each device that evaluating arrays may take, and workspaces of queues; 0: four fifths of
  /// what is free when the kernel is made.
  std::size_t memory_limit = 0;
  /// Bytes of the rows of one block of an array; three blocks are in flight on a device, and their
  /// memory (pinned on the host) is kept for the next call.
  std::size_t block_bytes = std::size_t{32} << 20;
};

/// A program, compiled and loaded, for numbers of type T. Immutable; copies are the same kernel, and
/// any number of threads may call. Every configuration's results have the same bits however batches
/// are cut, and on every device of one architecture.
template <class T>
class Kernel {
 public:
  /// Throws what build() and DeviceProgram throw. Code from the cache that a device does not take is
  /// compiled anew.
  Kernel(const Program& program, const KernelOptions& options);

  std::size_t devices() const;
  const DeviceInfo& device(std::size_t index) const;
  /// Of the sources for a device: registers, spills, code size; and how it runs them.
  const std::vector<KernelCode>& code(std::size_t index) const;
  const std::vector<LaunchReport>& launches(std::size_t index) const;
  std::size_t from_cache() const;  ///< how many of the sources
  double compile_seconds() const;  ///< in all

  /// A queue on a device of the kernel.
  Queue queue(std::size_t index = 0) const;

  /// Evaluates configurations begin … end − 1 of rows that are in the memory of the queue's device
  /// (`rows.inputs` and `rows.outputs` are arrays on the host of addresses on the device; the params
  /// are on the host). Returns before it is done; errors come from queue.synchronize(). Throws
  /// OutOfMemory where there is none for the workspace.
  void enqueue(const KernelRows<T>& rows, std::size_t begin, std::size_t end, Queue& queue) const;

  /// Evaluates `configurations` configurations of arrays, of any size, and returns when the outputs
  /// are there. Needed inputs have arrays. Precision converts by rounding. Throws Error and
  /// OutOfMemory; the outputs are then undefined.
  void evaluate_arrays(std::span<const Binding<ConstArray>> inputs,
                       std::span<const Binding<MutableArray>> outputs, const T* params,
                       std::size_t configurations) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace diagc::cuda
