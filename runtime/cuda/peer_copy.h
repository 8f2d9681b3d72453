#pragma once

// Copies between the memories of two devices, made by the one of the stream: to another device they are faster than from it.

#include "runtime/cuda/stream.h"

namespace diagc::cuda {

void copy_between(const Stream& stream, const Device& to_device, api::DevicePointer to,
                  const Device& from_device, api::DevicePointer from, std::size_t bytes);
/// Rows of `width` bytes.
void copy_rows_between(const Stream& stream, const Device& to_device, MemoryRows to,
                       const Device& from_device, MemoryRows from, std::size_t width,
                       std::size_t rows);

}  // namespace diagc::cuda
