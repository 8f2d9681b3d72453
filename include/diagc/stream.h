// Work on a device in order, without waiting for it.
//
//   diagc::Stream stream(0, my_cuda_stream);
//   my_kernel<<<…, my_cuda_stream>>>(rows);              // writes the inputs
//   kernel.enqueue(batch, stream);                       // returns at once
//   my_other_kernel<<<…, my_cuda_stream>>>(rows);        // reads the outputs
#pragma once

#include <memory>

#include "diagc/export.h"

namespace diagc {

/// A stream of CUDA's with the workspace of the kernels that run on it, one after the other (Kernel::enqueue). For one thread at a time.
/// Its end waits for its work.
class DIAGC_API Stream {
 public:
  /// A stream of its own on the device of that number, as CUDA counts them. Throws std::runtime_error where there is no such
  /// device or no driver.
  explicit Stream(int device);
  /// Puts its work into the caller's CUstream (cudaStream_t is the same), in order with what the caller puts there. It is of the device's primary
  /// context, which CUDA's runtime library uses, and outlives this object; null: CUDA's default stream.
  Stream(int device, void* stream);
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;
  ~Stream();

  int device() const;
  /// The CUstream, to put work of one's own in order with that of kernels.
  void* handle() const;
  /// Returns when all is done. Throws std::runtime_error with CUDA's error of any work before, on this device.
  void synchronize() const;

  struct Queue;  ///< the library's own

 private:
  friend class Kernel;
  std::unique_ptr<Queue> queue_;
};

}  // namespace diagc
