#include "programs/bench/dynamics_gpu_loops.h"

#include <algorithm>
#include <complex>
#include <functional>

#include "programs/bench/loop_files.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/cufft.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/module.h"

namespace diagc::bench {

namespace {

using Number = std::complex<double>;

/// Kernels of loops/two_bands.cuh on a device.
class TwoBandLoops {
 public:
  explicit TwoBandLoops(const cuda::Device& device)
      : module_(device, cuda::compile({"two_bands.cu", loop_text("two_bands")},
                                      {.architecture = device.info().architecture})
                            .bytes) {}

  template <class Parameter>
  void launch(const char* kernel, std::size_t blocks, std::size_t shared, Parameter parameter,
              const cuda::Stream& stream) const {
    const cuda::Device::Current current(stream.device());
    void* parameters[] = {&parameter};
    cuda::check(cuda::driver().cuLaunchKernel(
                    module_.function(kernel).handle(), static_cast<unsigned>(blocks), 1, 1, 256, 1,
                    1, static_cast<unsigned>(shared), stream.handle(), parameters, nullptr),
                kernel);
  }

 private:
  cuda::Module module_;
};

double median_seconds(const cuda::Stream& stream, const std::function<void()>& action) {
  constexpr int rounds = 6;
  cuda::Event begin(stream.device()), end(stream.device());
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    begin.record(stream);
    action();
    end.record(stream);
    stream.synchronize();
    if (round > 0) seconds.push_back(end.seconds_since(begin));
  }
  std::ranges::sort(seconds);
  return seconds[seconds.size() / 2];
}

/// Small numbers that transforms after transforms leave finite.
cuda::DeviceBuffer numbers_on(const cuda::Device& device, std::size_t count) {
  std::vector<Number> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto step = static_cast<double>(i % 977);
    numbers[i] = {1e-6 * step, 1e-6 * (488 - step)};
  }
  cuda::DeviceBuffer buffer(device, count * sizeof(Number));
  buffer.write(numbers.data(), buffer.bytes());
  return buffer;
}

}  // namespace

std::optional<double> seconds_by_cufft(const cuda::Device& device,
                                       const std::vector<std::size_t>& grid) {
  if (!cuda::why_no_cufft().empty()) return std::nullopt;
  constexpr std::size_t pairs = 2048, arrays = 8;
  std::size_t points = 1;
  std::vector<int> extents;
  for (const std::size_t extent : grid) {
    points *= extent;
    extents.push_back(static_cast<int>(extent));
  }
  const TwoBandLoops loops(device);
  const cuda::DeviceBuffer values = numbers_on(device, pairs * arrays * points);
  const cuda::Stream stream(device);
  const cuda::Cufft transforms(stream, extents, pairs * arrays);
  struct {
    cuda::api::DevicePointer values;
    std::uint32_t points, pairs;
  } const parameter{values.address(), static_cast<std::uint32_t>(points), pairs};
  const double seconds = median_seconds(stream, [&] {
    transforms.transform(values.as<Number>(), true);
    loops.launch("between_transforms", (pairs * points + 255) / 256, 0, parameter, stream);
    transforms.transform(values.as<Number>(), false);
  });
  return seconds / static_cast<double>(pairs);
}

double seconds_of_exchange_sums(const cuda::Device& device, std::size_t points) {
  constexpr std::size_t elements = 4;
  const TwoBandLoops loops(device);
  const cuda::DeviceBuffer own = numbers_on(device, elements * points),
                           sums = numbers_on(device, elements * points);
  const cuda::Stream stream(device);
  struct {
    cuda::api::DevicePointer own, other, sums;
    std::uint32_t points;
  } const parameter{own.address(), own.address(), sums.address(),
                    static_cast<std::uint32_t>(points)};
  return median_seconds(stream, [&] {
    loops.launch("exchange_sums", elements * points, 2 * points * sizeof(Number), parameter,
                 stream);
  });
}

}  // namespace diagc::bench
