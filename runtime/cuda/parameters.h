#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/batch/kernel_rows.h"
#include "runtime/cuda/driver_api.h"
#include "runtime/cuda/program.h"

namespace diagc::cuda {

/// The bytes of the struct Batch of program.h, for numbers of type T.
template <class T>
class Parameters {
 public:
  explicit Parameters(const Program& program);

  std::size_t bytes() const { return bytes_; }

  /// Of one pass. `rows` has device addresses, and the params on the host.
  std::vector<std::byte> pack(const KernelRows<T>& rows, std::size_t begin, std::size_t end,
                              api::DevicePointer work,
                              std::span<const api::DevicePointer> tables) const;

 private:
  std::size_t inputs_, outputs_, tables_, params_, bytes_;
};

/// How many bytes of parameters a kernel may have: 32,764 from driver 12.1 and compute capability
/// 7.0 on, else 4096.
std::size_t most_parameter_bytes(int driver_version, int capability);

}  // namespace diagc::cuda
