// The arrays of a plan on a device: the block of memory that they share, the code that makes them, and the stream that both belong to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/arrays/device/device_plan.h"
#include "physics/networks/array_powers.h"
#include "physics/networks/device_code.h"
#include "physics/networks/device_memory.h"
#include "physics/networks/device_program.h"
#include "physics/networks/launch_times.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/stream.h"

namespace diagc::networks {

struct DeviceArrays {
  /// Compiles, loads, allocates, and writes the tables that kernels read.
  DeviceArrays(const arrays::DevicePlan& plan, std::size_t tensors, const DeviceSetup& setup,
               int number, std::uint32_t prime);

  using Address = cuda::api::DevicePointer;
  Address at(std::uint64_t bytes) const { return memory.front().address() + bytes; }
  Address element(std::uint64_t offset) const { return at(offset * element_bytes); }
  /// Where the first element of a value in this slice stands, and the exponent of its largest number.
  Address start(std::uint32_t value) const {
    return at(layout.starts + std::min<std::uint64_t>(value, tensors) * sizeof(std::uint64_t));
  }
  Address most_of(std::uint32_t value) const { return at(layout.most + value * sizeof(int)); }
  /// Four exponents of numbers that arrays of the launch are divided by.
  Address factors_of(std::size_t launch) const {
    return at(layout.factors + 4 * launch * sizeof(int));
  }
  /// Where a 0 stands, of an offset and of an exponent.
  Address nothing() const { return start(static_cast<std::uint32_t>(tensors)); }

  /// Values, and behind them further arrays of sums: a number for each that has a largest number of its own.
  std::size_t array_count() const { return plan.offsets.size() + plan.more_blocks; }
  /// Of a step that adds terms.
  std::size_t array_of(const arrays::DeviceStep& step, std::uint64_t block) const {
    return block == 0 ? step.c : plan.offsets.size() + step.first_block + block - 1;
  }
  std::size_t powers_of_two() const { return plan.launches.size() + plan.more_blocks; }
  /// The number of the power of two of such an array: that of the launch, or one behind those of all launches.
  std::size_t power_of(std::size_t launch, std::uint64_t block) const {
    const std::uint64_t more = plan.steps[plan.launches[launch].first].first_block + block;
    return block == 0 ? launch : plan.launches.size() + more - 1;
  }
  /// From the powers that tensors are given with.
  void find_given(const std::vector<std::int64_t>& of_tensors);

  const arrays::DevicePlan& plan;
  std::size_t tensors;
  std::uint32_t prime;  ///< of residues and of numbers of maxima
  std::uint64_t element_bytes;
  cuda::Device device;
  MemoryLayout layout;
  DeviceCode code;
  std::vector<cuda::DeviceBuffer> memory;  ///< one, allocated when all code is loaded
  std::vector<cuda::PinnedBuffer>
      staged;  ///< of the host: what goes to the device and comes from it with a slice
  std::vector<std::uint32_t> first_by_tables;  ///< by launch: task, or wave of groups
  std::vector<std::size_t> first_ends;
  std::optional<ArrayPowers> powers;
  std::vector<std::int64_t> given;  ///< by launch that finds a power: the tensors' part of it
  std::vector<std::size_t> first_made, first_shifts;  ///< by loop
  LaunchTimes times;
  std::vector<std::vector<cuda::Event>> arrivals;  ///< by launch of an exchange and piece
  std::optional<cuda::Stream> transfers;           ///< of pieces that come while steps go on
  cuda::Stream stream;  ///< destroyed, and waited for, before all that its work uses
  std::optional<cuda::Cublas> cublas;
  double library_seconds = 0;  ///< that it took to begin

 private:
  void write_tables();
};

}  // namespace diagc::networks
