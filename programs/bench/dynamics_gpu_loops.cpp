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
  cuda::Event begin = cuda::Event::with_time(stream.device()),
              end = cuda::Event::with_time(stream.device());
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

namespace {

constexpr std::size_t pairs = 2048, arrays_of_pair = 8;

/// As text/two_bands.cuh has it.
struct Operation {
  cuda::api::DevicePointer a, b, to;
  std::uint64_t a_apart, b_apart, to_apart;
  std::uint32_t points, pairs;
};

/// Transforms of all pairs' arrays, with what lies between them: between(loops, values, points, stream), the arrays that are transformed back.
template <class Between>
std::optional<double> seconds_with(const cuda::Device& device, const std::vector<std::size_t>& grid,
                                   Between between) {
  if (!cuda::why_no_cufft().empty()) return std::nullopt;
  std::size_t points = 1;
  std::vector<int> extents;
  for (const std::size_t extent : grid) {
    points *= extent;
    extents.push_back(static_cast<int>(extent));
  }
  const TwoBandLoops loops(device);
  const cuda::DeviceBuffer values = numbers_on(device, pairs * arrays_of_pair * points);
  const cuda::Stream stream(device);
  const cuda::Cufft transforms(stream, extents, pairs * arrays_of_pair);
  const double seconds = median_seconds(stream, [&] {
    transforms.transform(values.as<Number>(), true);
    const cuda::DeviceBuffer& results = between(loops, values, points, stream);
    transforms.transform(results.as<Number>(), false);
  });
  return seconds / static_cast<double>(pairs);
}

}  // namespace

std::optional<double> seconds_by_cufft(const cuda::Device& device,
                                       const std::vector<std::size_t>& grid) {
  return seconds_with(
      device, grid,
      [](const TwoBandLoops& loops, const cuda::DeviceBuffer& values, std::size_t points,
         const cuda::Stream& stream) -> const cuda::DeviceBuffer& {
        struct {
          cuda::api::DevicePointer values;
          std::uint32_t points, pairs;
        } const parameter{values.address(), static_cast<std::uint32_t>(points), pairs};
        loops.launch("between_transforms", (pairs * points + 255) / 256, 0, parameter, stream);
        return values;
      });
}

std::optional<double> seconds_by_operations(const cuda::Device& device,
                                            const std::vector<std::size_t>& grid) {
  std::size_t all = 1;
  for (const std::size_t extent : grid) all *= extent;
  const cuda::DeviceBuffer steps = numbers_on(device, 4 * pairs * all),
                           results = numbers_on(device, arrays_of_pair * pairs * all);
  return seconds_with(
      device, grid,
      [&](const TwoBandLoops& loops, const cuda::DeviceBuffer& values, std::size_t points,
          const cuda::Stream& stream) -> const cuda::DeviceBuffer& {
        const std::size_t array = points * sizeof(Number), of_pair = arrays_of_pair * points;
        const auto step = [&](std::size_t number) {
          return steps.address() + number * pairs * array;
        };
        const auto element = [&](const cuda::DeviceBuffer& of, std::size_t function,
                                 std::size_t number) {
          return of.address() + (4 * function + number) * array;
        };
        const auto run = [&](const char* kernel, std::size_t tasks, Operation operation) {
          operation.points = static_cast<std::uint32_t>(points);
          operation.pairs = pairs;
          loops.launch(kernel, (tasks + 255) / 256, 0, operation, stream);
        };
        for (std::size_t function = 0; function < 2; ++function) {
          const auto product = [&](std::size_t one, std::size_t other, std::size_t to) {
            run("multiply_arrays", pairs * points,
                {element(values, function, one), element(values, function, other), step(to),
                 of_pair, of_pair, points, 0, 0});
          };
          product(0, 3, 0);
          product(1, 2, 1);
          const auto bubble = step(2 + function);
          run("subtract_arrays", pairs * points,
              {step(0), step(1), bubble, points, points, points, 0, 0});
          run("multiply_conjugates", 4 * pairs * points,
              {bubble, element(values, 1 - function, 0), element(results, function, 0), points,
               of_pair, of_pair, 0, 0});
        }
        return results;
      });
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
