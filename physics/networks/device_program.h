// A device's plan with its code and memory: kernels are launched, numbers go there and come back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/arrays/device/device_plan.h"
#include "physics/networks/launch_sequence.h"
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
  bool times = false;                 ///< whether launches are timed, which takes some time itself
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

  /// The numbers of a tensor, times 2^power, and the exponent field of the largest one (device/text/floating.cuh).
  void write_tensor(std::uint32_t tensor, const void* numbers, std::uint64_t bytes, int most,
                    std::int64_t power);

  /// What no slice changes; then the tensors have been written.
  void take_common();
  /// A slice; `starts` are the tensors' first elements in it. Returns when it is done.
  void take_slice(const std::vector<std::uint64_t>& starts);

  /// The same in pieces, for devices that take their launches side by side: all launches before the slices with `once`, or all of a slice
  /// (launch_sequence.h), between begin() and end(). They return at once.
  void begin(bool once, const std::vector<std::uint64_t>& starts);
  LaunchTaker& launches();
  void end();
  /// Returns when all is done; exponents, powers and times are then those after it.
  void wait();

  /// Of an exchange, in place of its launch: the device finds the power of its own largest number, the owner of all devices sends it to the others;
  /// what leaves is packed, brought to the largest one of these powers; the owner sends pieces; what has come is put together, with what the
  /// device has itself of it. They return at once. Elements that have no powers are packed at once.
  void find_power(std::size_t launch, std::uint32_t rank);
  /// Where the power of a rank stands, 8 bytes.
  cuda::api::DevicePointer power(std::size_t launch, std::uint32_t rank) const;
  void pack(std::size_t launch);
  void keep_own(std::size_t launch, std::size_t number,
                std::size_t place);  ///< of the packed pieces, among those that come
  void put_together(std::size_t launch, bool is_timed);
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
  /// By value, and of further blocks of sums, the exponent fields of the largest numbers after a slice.
  const std::vector<int>& most() const;
  /// After a slice, of a launch that exchanges or adds up over a loop: its result, or this block of a sum, is times 2 to this power.
  std::int64_t power_of(std::size_t launch, std::uint64_t block = 0) const;

  /// That the library of matrix products took to begin, before all slices; 0 where none is needed.
  double library_seconds() const;

  /// From the next slice on, whatever the setup says.
  void time_launches(bool are_timed);
  /// Of each launch, when it was last done; 0 where they are not timed.
  const std::vector<double>& launch_seconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace diagc::networks
