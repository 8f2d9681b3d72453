// A device's plan with its code and memory: kernels are launched, numbers go there and come back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/arrays/device/device_plan.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/stream.h"

namespace diagc::networks {

/// Where a contraction runs, and how code for it is made.
struct DeviceSetup {
  std::vector<int> devices = {0};  ///< as CUDA counts; slices are shared among them
  std::shared_ptr<Cache> cache = {};
  /// The program and the argument that make it compile beside itself (runtime/cuda/workers.h); empty: it compiles alone.
  std::vector<std::string> compile_worker = {};
  arrays::DeviceLimits limits = {};
  std::size_t kernels_of_source = 1;  ///< compiled at once
};

/// Bytes of the device's memory that a plan takes; all of them, in whole pages.
std::uint64_t device_peak_bytes(const arrays::DevicePlan& plan, std::size_t tensors);

class DeviceProgram {
 public:
  /// Compiles, loads and allocates. `prime` is that of residues and of numbers of maxima. Throws what runtime/cuda throws, std::logic_error where
  /// NVRTC refuses a source.
  DeviceProgram(const arrays::DevicePlan& plan, std::size_t tensors, const DeviceSetup& setup,
                int device, std::uint32_t prime);
  ~DeviceProgram();
  DeviceProgram(const DeviceProgram&) = delete;

  /// The numbers of a tensor, and the exponent field of the largest one (device/text/floating.cuh). Of a plan with loops: they are times 2^power.
  void write_tensor(std::uint32_t tensor, const void* numbers, std::uint64_t bytes, int most,
                    std::int64_t power = 0);

  /// What no slice changes; then the tensors have been written.
  void take_common();
  /// A slice; `starts` are the tensors' first elements in it. Returns when it is done.
  void take_slice(const std::vector<std::uint64_t>& starts);

  /// The same in pieces, for devices that take their launches side by side: those before the slices with `once`, or those of a slice, one after
  /// the other in the order of the plan.
  void begin(bool once, const std::vector<std::uint64_t>& starts);
  /// Returns at once.
  void launch(std::size_t launch);
  /// When all is done that has been launched; most() and launch_seconds() are then those after it.
  void wait();

  /// Of an exchange, which takes three calls: what leaves is packed, times 2^shift; the owner of both devices sends pieces; what has come is put
  /// together, with what the device has itself of it. They return at once.
  void pack(std::size_t launch, std::int64_t shift);
  /// The same shift without the host: the device finds the power of its own largest number, the owner of all devices sends it to the others, and
  /// pack() takes the largest one. `given`: powers of the tensors.
  void find_power(std::size_t launch, std::uint32_t rank, const std::vector<std::int64_t>& given);
  void pack(std::size_t launch);
  /// Where the power of a rank stands, 8 bytes.
  cuda::api::DevicePointer power(std::size_t launch, std::uint32_t rank) const;
  void keep_own(std::size_t launch, std::size_t number,
                std::size_t place);  ///< of the packed pieces, among those that come
  void put_together(std::size_t launch);
  /// Where a packed piece is, and where one is to come.
  cuda::api::DevicePointer packed(std::size_t launch, std::size_t number) const;
  cuda::api::DevicePointer arrival(std::size_t launch, std::size_t place) const;
  const cuda::Stream& stream() const;
  /// Pieces that come while steps go on: they take another stream, which begins when all that leaves is packed. The step that reads them waits for
  /// each piece, whose arrival is the end of what that stream has when arrived() is called.
  const cuda::Stream& begin_arrivals(std::size_t launch);
  void arrived(std::size_t launch, std::size_t piece);

  /// A value, after a slice.
  void read(std::uint32_t value, void* numbers, std::uint64_t bytes) const;
  /// By value, the exponent fields of the largest numbers after a slice.
  const std::vector<int>& most() const;
  /// After a slice, of a launch that adds up over a loop: the sum is times 2 to this power.
  std::int64_t power_of_sum(std::size_t launch) const;

  /// Of each launch, when it was last done.
  const std::vector<double>& launch_seconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace diagc::networks
