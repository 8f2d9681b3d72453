// What is launched: parameters, grids, passes and workspaces, on the fake driver.

#include <algorithm>
#include <future>
#include <numeric>

#include "runtime/cuda/parameters.h"
#include "tests/cuda/fake_driver/fixture.h"
#include "tests/cuda/fake_driver/stream.h"

namespace diagc::cuda {
namespace {

template <class Real, int I, int O, int Tables, int P>
struct Full {
  InputRows<Real> inputs[I];
  OutputRows<Real> outputs[O];
  unsigned long long begin, end;
  Real* work;
  const void* tables[Tables];
  Real params[P];
};

TEMPLATE_TEST_CASE("parameters lie as C lays them", "", float, double) {
  using Batch = Full<TestType, 3, 2, 4, 5>;
  Program program{.name = "p"};
  program.inputs = 3;
  program.outputs = 2;
  program.params = 5;
  program.tables = {"a", "b", "c", "d"};
  const Parameters<TestType> parameters(program);
  REQUIRE(parameters.bytes() == sizeof(Batch));
  TestType numbers[8];
  const InputRows<TestType> inputs[] = {{numbers, 100}, {}, {numbers + 2, 300, 0}};
  const OutputRows<TestType> outputs[] = {{numbers + 3, 200}, {numbers + 4, 400}};
  const TestType params[] = {1, 2, 3, 4, 5};
  const api::DevicePointer tables[] = {10, 20, 30, 40};
  const auto bytes = parameters.pack({inputs, outputs, params}, 7, 9, 1000, tables);
  Batch batch;
  REQUIRE(bytes.size() == sizeof batch);
  std::memcpy(&batch, bytes.data(), sizeof batch);
  CHECK(batch.inputs[0].data == numbers);
  CHECK(batch.inputs[0].row_stride == 100);
  CHECK(batch.inputs[0].lane_stride == 1);
  CHECK(batch.inputs[1].data == nullptr);
  CHECK(batch.inputs[2].data == numbers + 2);
  CHECK(batch.inputs[2].row_stride == 300);
  CHECK(batch.inputs[2].lane_stride == 0);
  CHECK(batch.outputs[0].row_stride == 200);
  CHECK(batch.outputs[1].data == numbers + 4);
  CHECK(batch.outputs[1].row_stride == 400);
  CHECK(batch.begin == 7);
  CHECK(batch.end == 9);
  CHECK(reinterpret_cast<std::uintptr_t>(batch.work) == 1000);
  CHECK(reinterpret_cast<std::uintptr_t>(batch.tables[3]) == 40);
  CHECK(batch.params[4] == 5);
  CHECK_THROWS_AS(parameters.pack({inputs, outputs, params}, 0, 1, 0, {}), std::logic_error);
}

TEST_CASE("arrays of length 0 are left out") {
  struct Least {
    OutputRows<float> outputs[1];
    unsigned long long begin, end;
    float* work;
  };
  Program program{.name = "p"};
  program.outputs = 1;
  CHECK(Parameters<float>(program).bytes() == sizeof(Least));
}

TEST_CASE("how large parameters may be") {
  CHECK(most_parameter_bytes(12000, 90) == 4096);
  CHECK(most_parameter_bytes(12010, 90) == 32764);
  CHECK(most_parameter_bytes(13000, 61) == 4096);
  const FakeDriver fake;
  Program program = mix_program<double>();
  program.params = 5000;
  try {
    const Kernel<double> kernel(program, {});
    FAIL("40 KB of parameters were taken");
  } catch (const std::runtime_error& error) {
    CHECK(
        error.what() ==
        std::string("mix: 3 inputs, 2 outputs, 1 tables and 5000 params make 40136 bytes of "
                    "kernel parameters; device 0 (Fake) with a driver for CUDA 12.8 takes 32764"));
  }
}

/// Two launches: the first leaves 3 x in the workspace, the second adds one. What a pass is and how
/// large its workspace has to be stands in program.h.
struct ChunkBatch {
  InputRows<double> inputs[1];
  OutputRows<double> outputs[1];
  unsigned long long begin, end;
  double* work;
};

constexpr std::size_t chunk_block = 32, per_block = 256;

int first_chunk(const void* parameters, unsigned grid, unsigned) {
  const auto& batch = *static_cast<const ChunkBatch*>(parameters);
  const std::size_t count = batch.end - batch.begin;
  if (grid != (count + chunk_block - 1) / chunk_block) return 1;
  // Up to the whole of the last block, and what belongs to the blocks behind it.
  for (std::size_t i = 0; i < grid * chunk_block; ++i) {
    batch.work[i] = i < count ? 3 * batch.inputs[0].data[batch.begin + i] : 0;
  }
  std::memset(batch.work + grid * chunk_block, 0, grid * per_block);
  return 0;
}

int second_chunk(const void* parameters, unsigned, unsigned) {
  const auto& batch = *static_cast<const ChunkBatch*>(parameters);
  for (std::size_t i = 0; i < batch.end - batch.begin; ++i) {
    batch.outputs[0].data[batch.begin + i] = batch.work[i] + 1;
  }
  return 0;
}

Program chunks() {
  fake_cuda::add_kernel("first", sizeof(ChunkBatch), first_chunk);
  fake_cuda::add_kernel("second", sizeof(ChunkBatch), second_chunk);
  Program program{.name = "chunks", .cubins = {"fake first", "fake second"}};
  program.inputs = program.outputs = 1;
  program.launches = {{.function = "first", .threads = 32, .configurations = chunk_block},
                      {.function = "second", .threads = 64, .configurations = chunk_block}};
  program.workspace = {.per_configuration = sizeof(double), .per_block = per_block};
  return program;
}

/// Rows on a device with 0, 1, 2, … in the only input.
struct GpuRows {
  GpuRows(const Device& device, std::size_t count)
      : x(device, count * 8), y(device, count * 8), host(count) {
    std::iota(host.begin(), host.end(), 0.0);
    x.write(host.data(), count * 8);
    host.assign(count, -1);
    y.write(host.data(), count * 8);
    input = {x.as<const double>(), count};
    output = {y.as<double>(), count};
  }
  KernelRows<double> rows() const { return {&input, &output, nullptr}; }
  const std::vector<double>& results() {
    y.read(host.data(), host.size() * 8);
    return host;
  }
  DeviceBuffer x, y;
  std::vector<double> host;
  InputRows<double> input;
  OutputRows<double> output;
};

TEST_CASE("rows on the device: passes of a slab, in order, with one workspace") {
  const FakeDriver fake;
  Program program = chunks();
  program.slab = GENERATE(0u, 1u, 32u, 100u, 5000u);
  const std::size_t batch = GENERATE(1u, 31u, 33u, 1000u);
  {
    const Kernel<double> kernel(program, {});
    Queue queue = kernel.queue();
    GpuRows gpu(queue.device(), batch + 8);
    kernel.enqueue(gpu.rows(), 5, 5, queue);
    kernel.enqueue(gpu.rows(), 5, batch + 5, queue);
    queue.synchronize();
    const std::vector<double>& y = gpu.results();
    std::size_t wrong = 0;
    for (std::size_t c = 0; c < batch + 8; ++c) {
      wrong += y[c] != (c >= 5 && c < batch + 5 ? 3.0 * static_cast<double>(c) + 1 : -1);
    }
    CHECK(wrong == 0);
    const std::size_t slab = program.slab ? program.slab : batch;
    const std::size_t passes = (batch + slab - 1) / slab;
    const auto launches = fake_cuda::launches();
    REQUIRE(launches.size() == 2 * passes);
    for (std::size_t i = 0; i < launches.size(); ++i) {
      CHECK(launches[i].kernel == (i % 2 == 0 ? "first" : "second"));
      CHECK(launches[i].block == (i % 2 == 0 ? 32 : 64));
    }
    const std::size_t pass = std::min(slab, batch), blocks = (pass + 31) / 32;
    CHECK(queue.workspace_bytes() == blocks * 32 * 8 + blocks * per_block);
  }
}

TEST_CASE("a workspace that does not fit makes passes shorter") {
  const FakeDriver fake;
  const Kernel<double> kernel(chunks(), {.memory_limit = 20'000});
  Queue queue = kernel.queue();
  GpuRows gpu(queue.device(), 10'000);
  kernel.enqueue(gpu.rows(), 0, 10'000, queue);
  queue.synchronize();
  const std::vector<double>& y = gpu.results();
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < 10'000; ++c) wrong += y[c] != 3.0 * static_cast<double>(c) + 1;
  CHECK(wrong == 0);
  // 39 blocks of 32 configurations take 512 bytes each.
  CHECK(queue.workspace_bytes() == 39 * 512);
}

TEST_CASE("a queue's workspace grows, after the work that uses it") {
  const FakeDriver fake;
  const Kernel<double> kernel(chunks(), {});
  Queue queue = kernel.queue();
  GpuRows small(queue.device(), 100), large(queue.device(), 5000);
  kernel.enqueue(small.rows(), 0, 100, queue);
  kernel.enqueue(large.rows(), 0, 5000, queue);
  kernel.enqueue(small.rows(), 0, 50, queue);
  queue.synchronize();
  CHECK(small.results()[99] == 298);
  CHECK(large.results()[4999] == 3 * 4999 + 1);
}

TEST_CASE("resident kernels get no more blocks than the device holds") {
  const FakeDriver fake;
  Program program = chunks();
  program.launches.erase(program.launches.begin());
  program.launches[0].resident = true;
  program.workspace = {.per_configuration = 8, .per_block = 100};
  fake_cuda::set_blocks_per_multiprocessor(3);
  const Kernel<double> kernel(program, {});
  Queue queue = kernel.queue();
  GpuRows gpu(queue.device(), 5000);
  kernel.enqueue(gpu.rows(), 0, 5000, queue);
  kernel.enqueue(gpu.rows(), 0, 65, queue);
  queue.synchronize();
  const auto launches = fake_cuda::launches();
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].grid == 36);  // 12 multiprocessors
  CHECK(launches[1].grid == 3);
  CHECK(queue.workspace_bytes() == 157 * 32 * 8 + 36 * 100);
}

TEST_CASE("grids beyond the device's limit become passes") {
  const FakeDriver fake;
  Program program = chunks();
  program.launches = {{.function = "second", .threads = 32, .configurations = 1}};
  program.workspace = {.per_configuration = 8};
  fake_cuda::add_kernel("second", sizeof(ChunkBatch),
                        [](const void*, unsigned, unsigned) { return 0; });
  const Kernel<double> kernel(program, {});
  Queue queue = kernel.queue();
  const InputRows<double> input;
  const OutputRows<double> output;
  kernel.enqueue({&input, &output, nullptr}, 0, (std::size_t{1} << 20) + 3, queue);
  queue.synchronize();
  REQUIRE(fake_cuda::launches().size() == 2);
  CHECK(fake_cuda::launches()[0].grid == 1 << 20);
  CHECK(fake_cuda::launches()[1].grid == 3);
}

TEST_CASE("what a program asks for in vain is named") {
  const FakeDriver fake;
  const auto message = [](const Program& program, const KernelOptions& options = {}) {
    try {
      const Kernel<double> kernel(program, options);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("made");
  };
  Program program = mix_program<double>();
  CHECK(message(program) == "made");
  SECTION("a kernel that is not there") {
    program.launches[0].function = "mux";
    CHECK(message(program) == "kernel 'mux' is in none of the program's CUBINs");
  }
  SECTION("code that is none") {
    program.cubins = {"nonsense"};
    CHECK(message(program) ==
          "code for device 0 (Fake) of architecture sm_90 does not load: cuModuleLoadData: "
          "CUDA_ERROR_INVALID_IMAGE: as the fake driver says");
  }
  SECTION("shared memory") {
    program.launches[0].shared_bytes = 240'000;
    CHECK(message(program) ==
          "mix needs 240064 bytes of shared memory a block; device 0 (Fake) has 232448");
  }
  SECTION("a block that does not fit") {
    fake_cuda::set_blocks_per_multiprocessor(0);
    CHECK(message(program) ==
          "kernel 'mix': no block of 128 threads with 40 registers each and 64 bytes of shared "
          "memory fits a multiprocessor of device 0 (Fake)");
  }
  SECTION("devices") {
    CHECK(message(program, {.devices = {0, 2}}) ==
          "there is no CUDA device 2: this machine shows 2, numbered 0 to 1");
    CHECK(message(program, {.devices = {-1}}) ==
          "there is no CUDA device -1: this machine shows 2, numbered 0 to 1");
    CHECK(message(program, {.devices = {1, 0, 1}}) == "CUDA device 1 is named twice");
    CHECK(message(program, {.devices = {}}) == "a CUDA kernel needs a device");
  }
  SECTION("a queue elsewhere") {
    const Kernel<double> here(program, {.devices = {0}}), there(program, {.devices = {1}});
    Queue queue = there.queue();
    CHECK_THROWS_WITH(here.enqueue({}, 0, 1, queue), "the kernel is not on device 1 (Fake)");
  }
}

TEST_CASE("asking what a device is makes no context; one is made for many uses") {
  const FakeDriver fake;
  {
    const Device device(1);
    CHECK(device.info().multiprocessors == 6);
    CHECK(fake_cuda::alive().contexts == 0);
    device.free_memory();
    const Device same = device;
    same.free_memory();
    CHECK(fake_cuda::alive().contexts == 1);
  }
  CHECK(fake_cuda::alive().contexts == 0);
  const Device device(0);
  fake_cuda::fail("cuDevicePrimaryCtxRetain", 1, 2);
  CHECK_THROWS_WITH(device.free_memory(),
                    "cuDevicePrimaryCtxRetain: CUDA_ERROR_OUT_OF_MEMORY: as the fake driver says");
  CHECK(device.free_memory() == std::size_t{1} << 30);  // there is room now
}

TEST_CASE(
    "one look for each kernel of a program whose sources stand in the order of its launches") {
  const FakeDriver fake;
  Program program{.name = "many"};
  program.outputs = 1;
  for (int i = 0; i < 20; ++i) {
    const std::string name = "kernel" + std::to_string(i);
    fake_cuda::add_kernel(name, 48, [](const void*, unsigned, unsigned) { return 0; });
    program.cubins.push_back("fake " + name);
    program.launches.push_back({.function = name});
  }
  const auto looks = [] {
    const std::vector<std::string> calls = fake_cuda::calls();
    return std::count(calls.begin(), calls.end(), "cuModuleGetFunction");
  };
  const Kernel<double> in_order(program, {});
  CHECK(looks() == 2 * 20);  // whether it is there, and where
  std::reverse(program.cubins.begin(), program.cubins.end());
  const Kernel<double> reversed(program, {});
  REQUIRE(reversed.launches(0).size() == 20);
  CHECK(reversed.launches(0)[3].function == "kernel3");
}

TEST_CASE("devices tell what they are") {
  const FakeDriver fake;
  const std::vector<DeviceInfo> list = devices();
  REQUIRE(list.size() == 2);
  CHECK(list[1].number == 1);
  CHECK(list[1].name == "Fake");
  CHECK(list[1].architecture == "sm_90");
  CHECK(list[1].multiprocessors == 6);
  CHECK(list[1].memory == std::size_t{1} << 30);
  CHECK(list[1].l2 == 50 << 20);
  CHECK(list[1].clock == 1980);
  CHECK(list[1].bus_id == "0000:65:00.0");
  CHECK(list[1].uuid == "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f");
  const Kernel<float> kernel(mix_program<float>(), {});
  REQUIRE(kernel.launches(0).size() == 1);
  CHECK(kernel.launches(0)[0].registers == 40);
  CHECK(kernel.launches(0)[0].local_bytes == 16);
  CHECK(kernel.launches(0)[0].shared_bytes == 64);
  CHECK(kernel.launches(0)[0].blocks_per_multiprocessor == 2);
}

TEST_CASE("events order streams and measure time") {
  const FakeDriver fake;
  const Device device(0);
  const Stream first(device), second(device);
  Event start = Event::with_time(device), middle(device), end = Event::with_time(device);
  DeviceBuffer buffer(device, 8);
  std::uint64_t in = 5, out = 0;
  start.record(first);
  first.copy_in(buffer.address(), &in, 8);
  middle.record(first);
  second.wait_for(middle);
  second.copy_out(&out, buffer.address(), 8);
  end.record(second);
  end.synchronize();
  CHECK(out == 5);
  CHECK(end.reached());
  CHECK(end.seconds_since(start) >= 0);
  CHECK_THROWS_AS(end.seconds_since(middle), Error);
}

TEST_CASE("an event that two streams record stands for what was recorded last") {
  const FakeDriver fake;
  const Device device(0);
  const Stream late(device), early(device), behind(device);
  Event event(device), passed(device);
  std::promise<void> gate;
  late.handle()->put([&] { gate.get_future().wait(); });
  event.record(late);
  behind.wait_for(event);
  passed.record(behind);
  event.record(early);
  event.synchronize();
  CHECK(event.reached());
  early.synchronize();
  // Who waited before that waits for the first stream.
  CHECK_FALSE(passed.reached());
  gate.set_value();
  late.synchronize();
  passed.synchronize();
  CHECK(event.reached());
  event.synchronize();
}

}  // namespace
}  // namespace diagc::cuda
