#pragma once

// Kernels that the fake NVRTC has compiled.

#include <memory>
#include <string>
#include <string_view>

#include "tests/cuda/fake_driver/fake_driver.h"

namespace fake_cuda {

/// The shared library of a module. Of all such kernels one runs at a time.
class HostCode {
 public:
  /// `library` is the file's contents.
  explicit HostCode(std::string_view library);

  struct Function {
    Kernel kernel;  ///< empty where the library has none of this name
    std::size_t parameter_bytes = 0;
  };
  /// FAKE_CUDA_BLOCKS is the number of blocks of a grid that run at most; a host takes long for those of a device.
  Function function(const std::string& name) const;

 private:
  std::shared_ptr<void> handle_;
};

}  // namespace fake_cuda
