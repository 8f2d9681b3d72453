// A batch where a kernel on a device has it.
#pragma once

#include <algorithm>
#include <vector>

#include "diagc/kernel.h"
#include "programs/bench/row_arrays.h"
#include "programs/bench/sample.h"
#include "runtime/cuda/memory.h"

namespace diagc::bench {

/// Several times the cache, and long enough that starting a kernel does not count, but of large graphs not so much that a run takes
/// seconds; a quarter of a small device.
template <class T>
std::size_t streamed_configurations(const Kernel& kernel, const cuda::Device& gpu) {
  const std::size_t room = std::min(std::size_t{3} << 30U, gpu.info().memory / 4);
  const auto flops = std::max<std::size_t>(kernel.figures().flops, 1);
  return std::clamp<std::size_t>(
      std::min(room / configuration_bytes<T>(kernel), std::size_t{1'000'000'000'000} / flops),
      1U << 16U, 1U << 24U);
}

/// A batch in the memory of a device.
template <class T>
class GpuArrays {
 public:
  /// As many configurations as asked for, those of `batch` over and over.
  GpuArrays(const cuda::Device& gpu, const Kernel& kernel, RowArrays<T>& batch,
            std::size_t configurations)
      : configurations_(configurations),
        inputs_(gpu, row_count(kernel.inputs()) * configurations * sizeof(T)),
        outputs_(gpu, row_count(kernel.outputs()) * configurations * sizeof(T)) {
    const cuda::Device::Current current(gpu);
    for (std::size_t row = 0; row < batch.input_rows(); ++row) {
      for (std::size_t at = 0; at < configurations; at += batch.configurations()) {
        const std::size_t count = std::min(batch.configurations(), configurations - at);
        cuda::check(cuda::driver().cuMemcpyHtoD_v2(
                        inputs_.address() + (row * configurations + at) * sizeof(T),
                        batch.input(row), count * sizeof(T)),
                    "cuMemcpyHtoD");
      }
    }
    std::size_t row = 0;
    for (const Kernel::Variable& variable : kernel.inputs()) {
      input_rows_.push_back({inputs_.as<T>() + row * configurations, configurations});
      row += row_count({variable});
    }
    row = 0;
    for (const Kernel::Variable& variable : kernel.outputs()) {
      output_rows_.push_back({outputs_.as<T>() + row * configurations, configurations});
      row += row_count({variable});
    }
  }

  /// On the device of that number among the kernel's.
  void evaluate(const Kernel& kernel, const std::vector<T>& params, std::size_t number = 0) const {
    kernel.evaluate_on_gpu(RowBatch<T>{.size = configurations_,
                                       .inputs = input_rows_,
                                       .outputs = output_rows_,
                                       .params = params},
                           number);
  }

  double configurations() const { return static_cast<double>(configurations_); }

 private:
  std::size_t configurations_;
  cuda::DeviceBuffer inputs_, outputs_;
  std::vector<InputRows<T>> input_rows_;
  std::vector<OutputRows<T>> output_rows_;
};

}  // namespace diagc::bench
