// Kernels on a real device against loops on the host.

#include <stdio.h>

#include <atomic>
#include <cmath>
#include <set>
#include <thread>

#include "runtime/cuda/kernel.h"
#include "runtime/cuda/occupancy.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/cuda/device/broken.h"
#include "tests/cuda/device/sources.h"

namespace diagc::cuda {
namespace {

template <class Real>
void evaluate(const Kernel<Real>& kernel, MixArrays<Real>& arrays, std::size_t batch) {
  const auto inputs = arrays.inputs();
  const auto outputs = arrays.outputs();
  kernel.evaluate_arrays(inputs, outputs, arrays.params().data(), batch);
}

TEMPLATE_TEST_CASE("batches of any size, both layouts", "", float, double) {
  const Kernel<TestType> kernel(device_mix<TestType>(), {.threads = 2});
  for (const Layout layout : {Layout::configuration_leaf, Layout::leaf_configuration}) {
    for (const std::size_t batch : {0, 1, 31, 33, 1'000'000}) {
      for (int repeat = 0; repeat < 2; ++repeat) {
        MixArrays<TestType> arrays(batch, layout);
        evaluate(kernel, arrays, batch);
        CAPTURE(batch);
        CHECK(arrays.wrong() == 0);
      }
    }
  }
}

TEST_CASE("a batch larger than the memory that may be used") {
  const std::size_t batch = 2'000'000;  // rows of 64 MB in single precision
  const Kernel<float> kernel(device_mix<float>(), {.memory_limit = 8 << 20});
  MixArrays<float> arrays(batch, Layout::configuration_leaf);
  evaluate(kernel, arrays, batch);
  CHECK(arrays.wrong() == 0);
}

/// Rows of one input and one output on a device; x between 0 and 1.
template <class Real>
struct GpuRows {
  GpuRows(const Device& device, std::size_t count)
      : x(device, count * sizeof(Real)), y(device, count * sizeof(Real)), in(count), out(count) {
    for (std::size_t c = 0; c < count; ++c) {
      in[c] = static_cast<Real>((static_cast<double>(c) + 0.5) / (static_cast<double>(count) + 1));
    }
    x.write(in.data(), count * sizeof(Real));
    y.write(out.data(), count * sizeof(Real));
    input = {x.template as<const Real>(), count};
    output = {y.template as<Real>(), count};
  }
  KernelRows<Real> rows(const Real* params) const { return {&input, &output, params}; }
  const std::vector<Real>& results() {
    y.read(out.data(), out.size() * sizeof(Real));
    return out;
  }
  DeviceBuffer x, y;
  std::vector<Real> in, out;
  InputRows<Real> input;
  OutputRows<Real> output;
};

TEMPLATE_TEST_CASE("rows on the device, in passes: the bits of the host", "", float, double) {
  const TestType params[] = {TestType(3.9), TestType(0.7)};
  const std::size_t batch = 100'003;
  std::vector<TestType> first;
  for (const std::size_t slab : {0, 1000, 4096}) {
    Program program = device_chunks<TestType>();
    program.slab = slab;
    const Kernel<TestType> kernel(program, {});
    Queue queue = kernel.queue();
    GpuRows<TestType> gpu(queue.device(), batch);
    kernel.enqueue(gpu.rows(params), 3, batch, queue);
    queue.synchronize();
    const std::vector<TestType> y = gpu.results();
    std::size_t wrong = 0;
    for (std::size_t c = 0; c < batch; ++c) {
      // Bit by bit: nothing is fused that is not written as such, and division rounds correctly.
      wrong += y[c] != (c < 3 ? 0 : chunks_on_host(gpu.in[c], params[0], params[1]));
    }
    CHECK(wrong == 0);
    if (first.empty()) first = y;
    for (int repeat = 0; repeat < 10; ++repeat) {
      kernel.enqueue(gpu.rows(params), 3, batch, queue);
      queue.synchronize();
      CHECK(std::memcmp(gpu.results().data(), first.data(), batch * sizeof(TestType)) == 0);
    }
  }
}

TEST_CASE("resident blocks stride over any batch, with more than 48 KB of shared memory") {
  const Kernel<float> kernel(device_resident(), {});
  for (const std::size_t batch : {1, 127, 129, 1'000'000}) {
    Queue queue = kernel.queue();
    GpuRows<float> gpu(queue.device(), batch);
    kernel.enqueue(gpu.rows(nullptr), 0, batch, queue);
    queue.synchronize();
    const std::vector<float>& y = gpu.results();
    std::size_t wrong = 0;
    for (std::size_t c = 0; c < batch; ++c) wrong += y[c] != 2 * gpu.in[c];
    CHECK(wrong == 0);
  }
}

TEST_CASE("more than 4 KB of parameters") {
  if (driver_version() < 12010) {
    CHECK_THROWS_AS(Kernel<double>(device_many_params(), {}), std::runtime_error);
    return;
  }
  const Kernel<double> kernel(device_many_params(), {});
  std::vector<double> params(600);
  for (std::size_t i = 0; i < 600; ++i) params[i] = static_cast<double>(i);
  Queue queue = kernel.queue();
  DeviceBuffer y(queue.device(), 8);
  const OutputRows<double> output{y.as<double>(), 1};
  kernel.enqueue({nullptr, &output, params.data()}, 0, 1, queue);
  queue.synchronize();
  double sum = 0;
  y.read(&sum, 8);
  CHECK(sum == 599 * 300);
}

TEST_CASE("kernels of two streams run at once") {
  const Kernel<float> waits(device_waits(), {}), writes(device_writes(), {});
  Queue first = waits.queue(), second = writes.queue();
  DeviceBuffer flag(first.device(), 4), result(first.device(), 4);
  const float zero = 0;
  const InputRows<float> input{flag.as<const float>(), 1};
  const OutputRows<float> flags{flag.as<float>(), 1}, results{result.as<float>(), 1};
  // A driver may load code at its first launch, and wait for all other work to do so.
  writes.enqueue({nullptr, &flags, nullptr}, 0, 1, second);
  second.synchronize();
  flag.write(&zero, 4);
  result.write(&zero, 4);
  waits.enqueue({&input, &results, nullptr}, 0, 1, first);
  writes.enqueue({nullptr, &flags, nullptr}, 0, 1, second);
  second.synchronize();
  first.synchronize();
  float came = 0;
  result.read(&came, 4);
  CHECK(came == 7);
}

TEST_CASE("events measure the time of a kernel") {
  const Kernel<float> waits(device_waits(), {});
  Queue queue = waits.queue();
  DeviceBuffer flag(queue.device(), 4), result(queue.device(), 4);
  const float zero = 0;
  flag.write(&zero, 4);
  const InputRows<float> input{flag.as<const float>(), 1};
  const OutputRows<float> results{result.as<float>(), 1};
  Event start = Event::with_time(queue.device()), end = Event::with_time(queue.device());
  start.record(queue.stream());
  waits.enqueue({&input, &results, nullptr}, 0, 1, queue);
  end.record(queue.stream());
  CHECK_FALSE(end.reached());
  end.synchronize();
  CHECK(end.reached());
  // Two billion cycles.
  CHECK(end.seconds_since(start) > 0.1);
}

TEST_CASE("memory that is not there, and life goes on") {
  const Device device(0);
  const std::size_t asked = 2 * device.info().memory;
  try {
    const DeviceBuffer buffer(device, asked);
    FAIL("there was so much");
  } catch (const OutOfMemory& error) {
    CHECK(error.asked == asked);
    CHECK(error.free > 0);
    CHECK(error.free <= device.info().memory);
  }
  const Kernel<float> kernel(device_mix<float>(), {});
  // All but 32 MB are taken: arrays go through smaller blocks.
  const std::size_t free = device.free_memory();
  REQUIRE(free > (std::size_t{256} << 20));
  const DeviceBuffer others(device, free - (std::size_t{32} << 20));
  MixArrays<float> arrays(3'000'000, Layout::leaf_configuration);
  evaluate(kernel, arrays, 3'000'000);
  CHECK(arrays.wrong() == 0);
}

TEST_CASE("what the CUBIN says is what the driver says") {
  const Kernel<double> kernel(device_chunks<double>(), {});
  REQUIRE(kernel.code(0).size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const KernelCode& code = kernel.code(0)[i];
    const LaunchReport& launch = kernel.launches(0)[i];
    CHECK(code.name == launch.function);
    CHECK(code.registers == launch.registers);
    CHECK(code.stack_bytes == launch.local_bytes);
    CHECK(code.shared_bytes == launch.shared_bytes);
    CHECK(code.code_bytes > 0);
    CHECK(launch.blocks_per_multiprocessor >= 1);
  }
}

TEST_CASE("occupancy from the architecture's limits is what the driver says") {
  const Device device(0);
  const auto limits = multiprocessor_limits(device.info().architecture);
  if (!limits) {
    WARN("the limits of " << device.info().architecture << " are not known");
    return;
  }
  CHECK(limits->block_shared == device.info().shared);
  std::set<int> register_counts;
  for (const int live : {1, 20, 50, 90, 140, 190, 220}) {
    const Program program = device_registers(live);
    const Module module(
        device, compile(program.sources[0], {.architecture = device.info().architecture}).bytes);
    const Function function = module.function("registers");
    register_counts.insert(function.registers());
    for (const std::size_t shared : {0, 1, 1000, 32 << 10, 113 << 10, (113 << 10) + 1, 163 << 10}) {
      function.allow_shared(shared);
      for (const unsigned threads : {1u, 32u, 33u, 96u, 128u, 160u, 512u}) {
        CAPTURE(threads, function.registers(), shared);
        CHECK(blocks_per_multiprocessor(*limits, threads, function.registers(), shared) ==
              function.blocks_per_multiprocessor(threads, shared));
      }
    }
  }
  CHECK(register_counts.size() >= 5);
}

TEST_CASE("code of another device in the cache is replaced") {
  const TemporaryFolder folder;
  CacheOptions cache_options;
  cache_options.folder = folder.path();
  Cache cache(cache_options);
  const KernelOptions options{.build = {.cache = &cache}};
  const Program program = device_mix<float>();
  CHECK(Kernel<float>(program, options).from_cache() == 0);
  CHECK(Kernel<float>(program, options).from_cache() == 1);
  REQUIRE(cache.list().size() == 1);
  const std::string bytes = read_file(cache.list()[0].file);
  const auto head = entry_head_from(bytes.substr(0, *entry_head_size(bytes)), bytes.size());
  REQUIRE(head);
  const std::string other = Device(0).info().architecture == "sm_80" ? "sm_90" : "sm_80";
  cache.store(head->key,
              {compile(program.sources[0], {.architecture = other}).bytes, head->metadata});
  const Kernel<float> kernel(program, options);
  if (Device(0).info().capability < 80 || Device(0).info().capability > 89) {
    CHECK(kernel.from_cache() == 0);
  }
  MixArrays<float> arrays(1000, Layout::configuration_leaf);
  evaluate(kernel, arrays, 1000);
  CHECK(arrays.wrong() == 0);
  CHECK(Kernel<float>(program, options).from_cache() == 1);
}

TEST_CASE("code of another architecture, offered as it is: an error that names the device's") {
  const Device device(0);
  const std::string other = device.info().architecture == "sm_80" ? "sm_90" : "sm_80";
  if (device.info().capability > 80 && device.info().capability < 90) return;  // sm_80 runs there
  Program program = device_mix<float>();
  program.cubins = {compile(program.sources[0], {.architecture = other}).bytes};
  program.sources.clear();
  try {
    const Kernel<float> kernel(program, {});
    FAIL("it was loaded");
  } catch (const Error& error) {
    CHECK_THAT(error.what(), Catch::StartsWith("code for " + device.label() + " of architecture " +
                                               device.info().architecture +
                                               " does not load: cuModuleLoadData: CUDA_ERROR_"));
  }
  // The device is none the worse for it.
  const Kernel<float> kernel(device_mix<float>(), {});
  MixArrays<float> arrays(1000, Layout::configuration_leaf);
  evaluate(kernel, arrays, 1000);
  CHECK(arrays.wrong() == 0);
}

TEST_CASE("any number of threads may call one kernel") {
  const Kernel<float> kernel(device_mix<float>(), {.block_bytes = 100'000});
  std::atomic<std::size_t> wrong = 0;
  {
    std::vector<std::jthread> callers;
    for (std::size_t i = 0; i < 4; ++i) {
      callers.emplace_back([&, i] {
        for (std::size_t repeat = 0; repeat < 10; ++repeat) {
          const std::size_t batch = 10'000 * i + 37 * repeat + 1;
          MixArrays<float> arrays(batch, Layout::configuration_leaf);
          evaluate(kernel, arrays, batch);
          wrong += arrays.wrong();
        }
      });
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a kernel that writes where nothing is: the error comes back, from later calls, too") {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  FILE* const output = popen(("'" + program + "' " + broken_mode).c_str(), "r");
  REQUIRE(output);
  std::string text;
  char buffer[1000];
  while (fgets(buffer, sizeof buffer, output)) text += buffer;
  CHECK(pclose(output) == 0);
  CHECK_THAT(text, Catch::StartsWith("7"));
  CHECK_THAT(text, Catch::Contains("CUDA_ERROR_ILLEGAL_ADDRESS") ||
                       Catch::Contains("CUDA_ERROR_MISALIGNED_ADDRESS"));
  CHECK_THAT(text, !Catch::Contains("no error"));
}

TEST_CASE("two devices give the bits of one", "[two]") {
  const std::size_t batch = 1'000'003;
  const Program program = device_mix<double>();
  const Kernel<double> one(program, {.devices = {0}}), two(program, {.devices = {0, 1}});
  MixArrays<double> alone(batch, Layout::configuration_leaf);
  MixArrays<double> shared(batch, Layout::configuration_leaf);
  evaluate(one, alone, batch);
  evaluate(two, shared, batch);
  CHECK(shared.wrong() == 0);
  CHECK(shared.same_bits(alone));
}

}  // namespace
}  // namespace diagc::cuda
