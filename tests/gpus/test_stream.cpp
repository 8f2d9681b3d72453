// Evaluation of rows on a device without waiting, by the library's public interface, on the fake driver.
#include "diagc/stream.h"

#include <future>

#include "diagc/compile.h"
#include "runtime/cuda/driver.h"
#include "runtime/cuda/memory.h"
#include "tests/gpus/fixture.h"

namespace diagc {
namespace {

struct ScaledBatch {
  InputRows<float> inputs[1];
  OutputRows<float> outputs[1];
  unsigned long long begin, end;
  float* work;
  float params[1];
};

int scaled(const void* parameters, unsigned, unsigned) {
  const auto& batch = *static_cast<const ScaledBatch*>(parameters);
  for (std::size_t c = batch.begin; c < batch.end; ++c) {
    batch.outputs[0].data[c] = batch.params[0] * batch.inputs[0].data[c];
  }
  return 0;
}

Kernel scaled_kernel(Target target = Target::cuda, Precision precision = Precision::fp32) {
  const Compiled compiled =
      compile_text("grammar scaled\nparam N : real\ninput x : real\noutput y = N * x\n", "scaled",
                   {.precision = precision,
                    .target = target,
                    .cuda_schedule = "straight",
                    .devices = {1},
                    .use_cache = false});
  INFO((compiled.diagnostics.empty() ? "" : compiled.diagnostics.front().rendered));
  REQUIRE(compiled.kernel);
  return *compiled.kernel;
}

constexpr std::size_t size = 300;

/// Rows in the memory of a device, the input 0, 1, 2, …
struct DeviceRows {
  explicit DeviceRows(int number)
      : device(number), x(device, size * sizeof(float)), y(device, size * sizeof(float)) {
    std::vector<float> numbers(size);
    for (std::size_t i = 0; i < size; ++i) numbers[i] = static_cast<float>(i);
    x.write(numbers.data(), size * sizeof(float));
  }
  RowBatch<float> batch(std::span<const float> params) {
    return {.size = size, .inputs = inputs, .outputs = outputs, .params = params};
  }
  std::vector<float> result() const {
    std::vector<float> numbers(size);
    y.read(numbers.data(), size * sizeof(float));
    return numbers;
  }

  cuda::Device device;
  cuda::DeviceBuffer x, y;
  InputRows<float> inputs[1] = {{x.as<float>(), size}};
  OutputRows<float> outputs[1] = {{y.as<float>(), size}};
};

std::vector<float> multiples(float factor) {
  std::vector<float> numbers(size);
  for (std::size_t i = 0; i < size; ++i) numbers[i] = factor * static_cast<float>(i);
  return numbers;
}

template <class Act>
std::string refusal(const Act& act) {
  try {
    act();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("rows are put into a stream without waiting, params and all") {
  if (!has_nvrtc()) return;
  const FakeGpus gpus;
  std::promise<void> go;
  std::shared_future<void> gone = go.get_future().share();
  fake_cuda::add_kernel("scaled_straight", sizeof(ScaledBatch),
                        [gone](const void* parameters, unsigned grid, unsigned block) {
                          gone.wait();
                          return scaled(parameters, grid, block);
                        });
  {
    const Kernel kernel = scaled_kernel();
    DeviceRows rows(1);
    Stream first(1);
    Stream stream(std::move(first));
    CHECK(stream.device() == 1);
    CHECK(stream.handle() != nullptr);
    {
      std::vector<float> params = {3};
      kernel.enqueue(rows.batch(params), stream);
      params[0] = -1;
    }
    go.set_value();
    stream.synchronize();
    CHECK(rows.result() == multiples(3));
  }
  CHECK(fake_cuda::alive().all() == 0);
}

TEST_CASE("rows are evaluated in order with what is on a stream of the caller's") {
  if (!has_nvrtc()) return;
  const FakeGpus gpus;
  fake_cuda::add_kernel("scaled_straight", sizeof(ScaledBatch), scaled);
  {
    const Kernel kernel = scaled_kernel();
    DeviceRows rows(1);
    const cuda::Stream own(rows.device);
    const std::vector<float> numbers = multiples(10), params = {2};
    std::vector<float> result(size);
    {
      Stream stream(1, own.handle());
      CHECK(stream.handle() == own.handle());
      own.copy_in(rows.x.address(), numbers.data(), size * sizeof(float));
      kernel.enqueue(rows.batch(params), stream);
      own.copy_out(result.data(), rows.y.address(), size * sizeof(float));
    }
    own.synchronize();  // it lives on
    CHECK(result == multiples(20));
  }
  CHECK(fake_cuda::alive().all() == 0);
}

TEST_CASE("errors of the device come when a stream is waited for") {
  if (!has_nvrtc()) return;
  const FakeGpus gpus;
  fake_cuda::add_kernel("scaled_straight", sizeof(ScaledBatch),
                        [](const void*, unsigned, unsigned) { return 700; });
  const Kernel kernel = scaled_kernel();
  DeviceRows rows(1);
  Stream stream(1);
  const std::vector<float> params = {2};
  kernel.enqueue(rows.batch(params), stream);
  CHECK_THROWS_WITH(stream.synchronize(), Catch::Contains("cuStreamSynchronize"));
}

TEST_CASE("streams and rows that do not belong to the kernel are refused") {
  if (!has_nvrtc()) return;
  const FakeGpus gpus;
  fake_cuda::add_kernel("scaled_straight", sizeof(ScaledBatch), scaled);
  const Kernel kernel = scaled_kernel();
  DeviceRows rows(0);
  Stream elsewhere(0), stream(1);
  const std::vector<float> params = {2};
  CHECK(refusal([&] { kernel.enqueue(rows.batch(params), elsewhere); }) ==
        "found a stream of device 0, expected one of the kernel's: 1");
  CHECK(refusal([&] { kernel.enqueue(RowBatch<double>{}, stream); }) ==
        "found rows of double for an fp32 kernel, expected float");
  const Kernel interpreted = scaled_kernel(Target::interpreter);
  CHECK(refusal([&] { interpreted.enqueue(rows.batch(params), stream); }) ==
        "found rows on a device for a kernel that is on none");
  CHECK_THROWS_WITH(Stream(7), Catch::Contains("7"));
  CHECK(fake_cuda::launches().empty());
}

}  // namespace diagc
