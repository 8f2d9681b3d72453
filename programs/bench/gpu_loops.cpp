#include "programs/bench/gpu_loops.h"

#include <algorithm>
#include <string>

namespace diagc::bench {

namespace {

constexpr int chains = 16, steps = 2048;

/// A GiB of them, and both buffers together no more than an eighth of the device.
std::size_t copied_numbers(std::size_t gpu_memory) {
  return std::min(std::size_t{1} << 28U, gpu_memory / 16 / sizeof(float) / 1024 * 1024);
}

std::string batch_struct(const char* real, bool input) {
  return std::string("typedef ") + real +
         " Real;\ntypedef unsigned long long Size;\nstruct Batch {\n" +
         (input ? "  struct { const Real *data; Size row_stride, lane_stride; } inputs[1];\n"
                : "") +
         "  struct { Real *data; Size row_stride; } outputs[1];\n  Size begin, end;\n  "
         "Real *work;\n};\n";
}

cuda::Kernel<float> copy_kernel(int device) {
  cuda::Program program;
  program.name = "copy";
  program.sources = {{"copy.cu", batch_struct("float", true) + R"(
extern "C" __global__ void copy(const __grid_constant__ Batch batch) {
  const unsigned long long at = blockIdx.x * 256ull + threadIdx.x;
  if (4 * at < batch.end) ((float4 *)batch.outputs[0].data)[at] = ((const float4 *)batch.inputs[0].data)[at];
}
)"}};
  program.inputs = program.outputs = 1;
  program.launches = {{.function = "copy", .threads = 256, .configurations = 1024}};
  return {program, {.devices = {device}}};
}

template <class T>
cuda::Kernel<T> peak_kernel(int device) {
  cuda::Program program;
  program.name = "peak";
  program.sources = {{"peak.cu", batch_struct(sizeof(T) == 4 ? "float" : "double", false) + R"(
extern "C" __global__ void __launch_bounds__(256) peak(const __grid_constant__ Batch batch) {
  const unsigned long long at = blockIdx.x * 256ull + threadIdx.x;
  Real x[)" + std::to_string(chains) +
                                     R"(];
#pragma unroll
  for (int i = 0; i < )" + std::to_string(chains) +
                                     R"(; ++i) x[i] = Real(threadIdx.x + i);
  for (int step = 0; step < )" + std::to_string(steps) +
                                     R"(; ++step) {
#pragma unroll
    for (int i = 0; i < )" + std::to_string(chains) +
                                     R"(; ++i) x[i] = fma(x[i], Real(0.5), Real(1));
  }
  Real sum = 0;
#pragma unroll
  for (int i = 0; i < )" + std::to_string(chains) +
                                     R"(; ++i) sum += x[i];
  batch.outputs[0].data[at] = sum;
}
)"}};
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
