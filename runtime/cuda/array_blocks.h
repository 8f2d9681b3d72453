#pragma once

// Arrays of the host through a device, block by block.

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/batch/binding.h"
#include "runtime/cuda/device_program.h"

namespace diagc::cuda {

/// Bounds of what evaluating arrays takes on one device.
struct ArrayLimits {
  std::size_t memory = 0;  ///< bytes of the device: rows and workspaces of all blocks in flight
  std::size_t block_bytes = 0;  ///< bytes of the rows of one block
  unsigned threads = 1;         ///< of the host, which convert arrays to rows and back
};

template <class T>
struct ArrayBatch {
  std::span<const Binding<ConstArray>> inputs;
  std::span<const Binding<MutableArray>> outputs;
  const T* params = nullptr;
};

/// Evaluates arrays with a program. Blocks of configurations go through three sets of buffers, each
/// with a stream of its own, so that the host converts one block while the device copies another and
/// evaluates a third. Buffers are kept for the next call. Any number of threads may call.
template <class T>
class ArrayBlocks {
 public:
  ArrayBlocks(std::shared_ptr<const DeviceProgram<T>> program, const ArrayLimits& limits);
  ~ArrayBlocks();

  /// Configurations begin … end − 1; when `stop` is set, some are left out. Throws what the device
  /// or memory tell; by then nothing is in flight.
  void evaluate(const ArrayBatch<T>& batch, std::size_t begin, std::size_t end,
                const std::atomic<bool>& stop);

 private:
  class Lane;
  struct Plan;
  using Lanes = std::vector<std::unique_ptr<Lane>>;

  Plan plan(const ArrayBatch<T>& batch, std::size_t count) const;
  Lanes take_lanes(Plan& plan);
  void keep(Lanes lanes);

  std::shared_ptr<const DeviceProgram<T>> program_;
  ArrayLimits limits_;
  std::mutex mutex_;
  Lanes idle_;
};

}  // namespace diagc::cuda
