// What a kernel on a device is measured against, besides the windowed kernel: arithmetic alone and copying alone.
#pragma once

#include <cstddef>

#include "runtime/cuda/kernel.h"

namespace diagc::bench {

/// Independent chains of fused multiply-adds in the registers of every lane. T is float or double.
template <class T>
class GpuPeak {
 public:
  explicit GpuPeak(int device);
  /// A few milliseconds of work.
  void run();
  double flops() const;  ///< of one run

 private:
  cuda::Kernel<T> kernel_;
  cuda::Queue queue_;
  cuda::DeviceBuffer results_;
  std::size_t lanes_;
};

/// Copies memory of the device, 16 bytes a lane: 1 GiB, or less where the device has little memory.
class GpuCopy {
 public:
  explicit GpuCopy(int device);
  void run();
  double bytes() const;  ///< of one run, read and written

 private:
  cuda::Kernel<float> kernel_;
  cuda::Queue queue_;
  std::size_t numbers_;
  cuda::DeviceBuffer from_, to_;
};

}  // namespace diagc::bench
