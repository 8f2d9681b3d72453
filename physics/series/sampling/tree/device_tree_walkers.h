// Members of Markov chains around trees, in the memory of a device: what they carry from step to step, and the module that makes their steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "diagc/kernel.h"
#include "diagc/stream.h"
#include "physics/series/sampling/device_places.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/place_check.h"
#include "physics/series/sampling/step_cuda.h"
#include "physics/series/sampling/step_text.h"
#include "runs/checkpoint/bytes.h"
#include "runs/population/device.h"

namespace diagc::series {

/// Blocks of 128 members; all are stepped together.
template <class T>
class DeviceTreeWalkers {
 public:
  static constexpr std::uint32_t block_members = 128;

  /// `shape`: of the samples of this integrand. `blocks`: numbers of the own blocks. Throws as device_population() does.
  DeviceTreeWalkers(const Kernel& kernel, const IntegrandForm& form, const StepShape& shape,
                    bool split, const OrderOptions& options,
                    const std::vector<std::uint32_t>& blocks);

  /// Other tables, in the memory of the device. Members stay where they are.
  void set_tables(const TreePointers<T>& tables);
  void start(std::uint64_t step);
  /// What each block gave.
  std::vector<TreeSums> chain(std::uint64_t first, std::uint64_t count);

  /// Of all blocks in turn: times, codes and anchors, rows [what][vertex][member].
  runs::Bytes save() const;
  /// Throws as PlaceCheck does.
  void restore(std::span<const std::byte> from, const PlaceCheck& check);
  void take_snapshot();
  void roll_back();

 private:
  runs::Device device_of(const OrderOptions& options);
  std::size_t members() const { return blocks_ * block_members; }
  runs::LaunchShape by_blocks() const { return {.blocks = blocks_}; }
  /// For kernels that hold the graph of the fused form.
  runs::LaunchShape by_fused() const {
    return {.blocks = (members() + fused_.threads - 1) / fused_.threads,
            .threads = fused_.threads,
            .shared_bytes = fused_.shared_bytes};
  }
  void run_graph();
  void settle();

  Kernel kernel_;
  IntegrandForm form_;
  StepShape shape_;
  bool split_;
  FusedStep fused_;
  std::vector<T> params_;
  std::size_t blocks_;
  TreeLaunch<T> launch_{};
  bool settled_ = false;  ///< whether f and w belong to the places
  runs::Device device_;   // near the end, which waits for work that uses the rest
  DevicePlaces places_;
  Stream graph_stream_;  // of the graph's own kernels, in order with the rest
};

}  // namespace diagc::series
