#include "programs/bench/gpu_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "programs/bench/loop_files.h"

namespace diagc::bench {

namespace {

constexpr int chains = 16, steps = 2048;

/// A GiB of them, and both buffers together no more than an eighth of the device.
std::size_t copied_numbers(std::size_t gpu_memory) {
  return std::min(std::size_t{1} << 28U, gpu_memory / 16 / sizeof(float) / 1024 * 1024);
}

cuda::Kernel<float> copy_kernel(int device) {
  cuda::Program program;
  program.name = "copy";
  program.sources = {{"copy.cu", loop_text("copy")}};
  program.inputs = program.outputs = 1;
  program.launches = {{.function = "copy", .threads = 256, .configurations = 1024}};
  return {program, {.devices = {device}}};
}

template <class T>
cuda::Kernel<T> peak_kernel(int device) {
  cuda::Program program;
  program.name = "peak";
  program.sources = {
      {"peak.cu", fmt::format("typedef {} Real;\nenum {{ chains = {}, steps = {} }};\n",
                              sizeof(T) == 4 ? "float" : "double", chains, steps) +
                      loop_text("peak")}};
  program.outputs = 1;
  program.launches = {{.function = "peak", .threads = 256, .configurations = 256}};
  return {program, {.devices = {device}}};
}

/// Sixty-four blocks of 256 threads for each multiprocessor.
std::size_t peak_lanes(const cuda::DeviceInfo& gpu) {
  return static_cast<std::size_t>(gpu.multiprocessors) * 64 * 256;
}

}  // namespace

template <class T>
GpuPeak<T>::GpuPeak(int device)
    : kernel_(peak_kernel<T>(device)),
      queue_(kernel_.queue()),
      results_(queue_.device(), peak_lanes(kernel_.device(0)) * sizeof(T)),
      lanes_(peak_lanes(kernel_.device(0))) {}

template <class T>
void GpuPeak<T>::run() {
  const OutputRows<T> results{results_.as<T>(), lanes_};
  kernel_.enqueue({nullptr, &results, nullptr}, 0, lanes_, queue_);
  queue_.synchronize();
}

template <class T>
double GpuPeak<T>::flops() const {
  return 2.0 * chains * steps * static_cast<double>(lanes_);
}

template class GpuPeak<float>;
template class GpuPeak<double>;

GpuCopy::GpuCopy(int device)
    : kernel_(copy_kernel(device)),
      queue_(kernel_.queue()),
      numbers_(copied_numbers(kernel_.device(0).memory)),
      from_(queue_.device(), numbers_ * sizeof(float)),
      to_(queue_.device(), numbers_ * sizeof(float)) {}

void GpuCopy::run() {
  const InputRows<float> from{from_.as<float>(), numbers_};
  const OutputRows<float> to{to_.as<float>(), numbers_};
  kernel_.enqueue({&from, &to, nullptr}, 0, numbers_, queue_);
  queue_.synchronize();
}

double GpuCopy::bytes() const { return 2.0 * sizeof(float) * static_cast<double>(numbers_); }

}  // namespace diagc::bench
