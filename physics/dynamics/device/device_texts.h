// The files of text/, which the program carries: CUDA C++ of all kernels but that of the theory.
#pragma once

#include <span>
#include <string_view>

namespace diagc::dynamics {

struct DeviceFile {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const DeviceFile> device_files();

}  // namespace diagc::dynamics
