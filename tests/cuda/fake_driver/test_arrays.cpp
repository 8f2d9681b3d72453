// Arrays through blocks, streams and devices, on the fake driver.

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/cuda/fake_driver/fixture.h"

namespace diagc::cuda {
namespace {

TEMPLATE_TEST_CASE("batches of any size, both layouts, any number of blocks", "", float, double) {
  const FakeDriver fake;
  const auto batch = GENERATE(std::size_t{0}, 1, 31, 33, 4096, 10007);
  const auto layout = GENERATE(Layout::configuration_leaf, Layout::leaf_configuration);
  const auto block_bytes = GENERATE(std::size_t{1}, 40'000, std::size_t{32} << 20);
  const unsigned threads = GENERATE(1u, 3u);
  const Kernel<TestType> kernel(mix_program<TestType>(),
                                {.threads = threads, .block_bytes = block_bytes});
  for (int repeat = 0; repeat < 2; ++repeat) {  // the second time with buffers that are there
    MixArrays<TestType> arrays(batch, layout);
    evaluate(kernel, arrays, batch);
    CAPTURE(batch, block_bytes, threads);
    CHECK(arrays.wrong() == 0);
  }
}

TEST_CASE("an array of one configuration is shared by all blocks and devices") {
  const FakeDriver fake;
  constexpr std::size_t batch = 20'000;
  const Kernel<double> kernel(mix_program<double>(),
                              {.devices = {0, 1}, .threads = 2, .block_bytes = 40'000});
  MixArrays<double> arrays(batch, Layout::leaf_configuration);
  const std::complex<double> one{-3, 0.25};
  auto inputs = arrays.inputs();
  inputs[1].array.data = reinterpret_cast<const std::byte*>(&one);
  inputs[1].array.configurations = inputs[1].array.stride = 1;
  inputs[1].shared = true;
  kernel.evaluate_arrays(inputs, arrays.outputs(), arrays.params().data(), batch);
  MixArrays<double> expected(batch, Layout::leaf_configuration);
  expected.set_b(one);
  evaluate(kernel, expected, batch);
  CHECK(expected.wrong() == 0);
  CHECK(arrays.same_bits(expected));
}

TEST_CASE("two devices share a batch by their multiprocessors, with the same results") {
  const FakeDriver fake;
  const auto batch = GENERATE(std::size_t{0}, 1, 63, 65, 9 * 64, 20011);
  const Program program = mix_program<double>();
  const Kernel<double> one(program, {.devices = {1}});
  const Kernel<double> two(program, {.devices = {0, 1}, .block_bytes = 50'000});
  MixArrays<double> alone(batch, Layout::configuration_leaf);
  MixArrays<double> shared(batch, Layout::configuration_leaf);
  evaluate(one, alone, batch);
  const std::size_t before = fake_cuda::launches().size();
  evaluate(two, shared, batch);
  CHECK(shared.wrong() == 0);
  CHECK(shared.same_bits(alone));
  if (batch == 9 * 64) {
    // 12 and 6 multiprocessors: six and three units of 64, in blocks of 128 threads.
    const auto launches = fake_cuda::launches();
    std::vector<unsigned> blocks(2);
    for (std::size_t i = before; i < launches.size(); ++i) {
      blocks[static_cast<std::size_t>(launches[i].device)] += launches[i].grid;
    }
    CHECK(blocks == std::vector<unsigned>{3, 2});
  }
}

TEST_CASE("a batch larger than the device's memory") {
  const FakeDriver fake;
  constexpr std::size_t memory = 1 << 20;
  const std::size_t batch = 200'000;  // 8 rows of doubles: 12.8 MB
  const bool limited = GENERATE(false, true);
  fake_cuda::set_memory(memory);
  Program program = mix_program<double>();
  program.workspace = {.per_configuration = 32, .per_block = 64};
  {
    const Kernel<double> kernel(program, {.memory_limit = limited ? memory / 2 : 0});
    const std::size_t before = fake_cuda::peak_memory(0);
    MixArrays<double> arrays(batch, Layout::configuration_leaf);
    evaluate(kernel, arrays, batch);
    CHECK(arrays.wrong() == 0);
    CHECK(fake_cuda::peak_memory(0) <= before + (limited ? memory / 2 : memory));
    CHECK(fake_cuda::peak_memory(0) > memory / 8);
  }
}

TEST_CASE("a hundred million configurations") {
  const FakeDriver fake;
  struct Batch {
    InputRows<float> inputs[1];
    OutputRows<float> outputs[1];
    unsigned long long begin, end;
    float* work;
  };
  fake_cuda::add_kernel("twice", sizeof(Batch), [](const void* parameters, unsigned, unsigned) {
    const auto& batch = *static_cast<const Batch*>(parameters);
    for (std::size_t c = batch.begin; c < batch.end; ++c)
      batch.outputs[0].data[c] = 2 * batch.inputs[0].data[c];
    return 0;
  });
  Program program{.name = "twice", .cubins = {"fake twice"}};
  program.inputs = program.outputs = 1;
  program.launches = {{.function = "twice"}};
  const Kernel<float> kernel(program, {.threads = 2});
  const std::size_t batch = 100'000'000;
  std::vector<float> x(batch), y(batch);
  for (std::size_t c = 0; c < batch; ++c) x[c] = static_cast<float>(c % 8'388'593);  // a prime
  const std::vector<Binding<ConstArray>> inputs{
      {{reinterpret_cast<const std::byte*>(x.data()), ElementType::float32,
        Layout::configuration_leaf, 1, batch, 1},
       Leaves::real,
       1,
       true}};
  const std::vector<Binding<MutableArray>> outputs{
      {{reinterpret_cast<std::byte*>(y.data()), ElementType::float32, Layout::configuration_leaf, 1,
        batch, 1},
       Leaves::real,
       1,
       true}};
  kernel.evaluate_arrays(inputs, outputs, nullptr, batch);
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < batch; ++c) wrong += y[c] != 2 * x[c];
  CHECK(wrong == 0);
}

TEST_CASE("where others took the memory, blocks get smaller") {
  const FakeDriver fake;
  const std::size_t batch = 50'000;
  const Kernel<double> kernel(mix_program<double>(), {});
  MixArrays<double> arrays(batch, Layout::leaf_configuration);
  evaluate(kernel, arrays, batch);
  const Device device(0);
  const DeviceBuffer others(device, device.free_memory() - 100'000);
  MixArrays<double> again(4 * batch, Layout::leaf_configuration);
  evaluate(kernel, again, 4 * batch);
  CHECK(again.wrong() == 0);
}

TEST_CASE("no memory at all: how much was asked for and how much is free") {
  const FakeDriver fake;
  fake_cuda::set_memory(4096);
  const Kernel<double> kernel(mix_program<double>(), {});
  const Device device(0);
  const DeviceBuffer others(device, 4096 - 256);
  MixArrays<double> arrays(1000, Layout::leaf_configuration);
  try {
    evaluate(kernel, arrays, 1000);
    FAIL("there was memory");
  } catch (const OutOfMemory& error) {
    CHECK(error.asked == 32 * 8 * sizeof(double));  // the smallest block: 32 configurations
    CHECK(error.free == 4096 - others.bytes() - 32);
    CHECK(error.code == 2);
    CHECK(error.what() == std::string("device 0 (Fake) has no 2048 bytes of memory left: 224 of "
                                      "4096 are free"));
  }
}

TEST_CASE("blocks are in flight at once") {
  const FakeDriver fake;
  Program program = mix_program<float>();
  // The first two blocks wait for each other; in one stream, or if the host waited, they would
  // wait for ever.
  static std::mutex mutex;
  static std::condition_variable met;
  static int arrived;
  arrived = 0;
  fake_cuda::add_kernel("mix", sizeof(MixBatch<float>), [](const void* p, unsigned g, unsigned b) {
    std::unique_lock lock(mutex);
    ++arrived;
    met.notify_all();
    if (!met.wait_for(lock, std::chrono::seconds(20), [] { return arrived >= 2; })) return 700;
    lock.unlock();
    return mix<float>(p, g, b);
  });
  const Kernel<float> kernel(program, {.block_bytes = 32 * 1024});
  MixArrays<float> arrays(20'000, Layout::configuration_leaf);
  evaluate(kernel, arrays, 20'000);
  CHECK(arrays.wrong() == 0);
}

TEST_CASE("any number of threads may call one kernel") {
  const FakeDriver fake;
  const Kernel<float> kernel(mix_program<float>(),
                             {.devices = {0, 1}, .threads = 2, .block_bytes = 10'000});
  std::atomic<std::size_t> wrong = 0;
  {
    std::vector<std::jthread> callers;
    for (std::size_t i = 0; i < 5; ++i) {
      callers.emplace_back([&, i] {
        for (std::size_t repeat = 0; repeat < 5; ++repeat) {
          const std::size_t batch = 1000 * i + 37 * repeat + 1;
          MixArrays<float> arrays(batch, Layout::configuration_leaf);
          evaluate(kernel, arrays, batch);
          wrong += arrays.wrong();
        }
      });
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("outputs that are not asked for are not written") {
  const FakeDriver fake;
  const Kernel<double> kernel(mix_program<double>(), {});
  MixArrays<double> arrays(100, Layout::configuration_leaf),
      untouched(100, Layout::configuration_leaf);
  const auto inputs = arrays.inputs();
  auto outputs = arrays.outputs();
  for (auto& output : outputs) output.array.data = nullptr;
  kernel.evaluate_arrays(inputs, outputs, arrays.params().data(), 100);
  CHECK(arrays.same_bits(untouched));
}

TEST_CASE("an error of a kernel reaches the caller, and nothing is lost") {
  const FakeDriver fake;
  const auto devices = GENERATE(std::vector<int>{0}, std::vector<int>{0, 1});
  const Program program = mix_program<float>();
  std::atomic<int> calls = 0;
  fake_cuda::add_kernel("mix", sizeof(MixBatch<float>), [&](const void* p, unsigned g, unsigned b) {
    return ++calls == 5 ? 700 : mix<float>(p, g, b);
  });
  const Kernel<float> kernel(program, {.devices = devices, .block_bytes = 10'000});
  MixArrays<float> arrays(50'000, Layout::configuration_leaf);
  try {
    evaluate(kernel, arrays, 50'000);
    FAIL("no error came");
  } catch (const Error& error) {
    CHECK(error.code == 700);
    CHECK_THAT(error.what(),
               Catch::EndsWith("CUDA_ERROR_ILLEGAL_ADDRESS: as the fake driver says"));
  }
}

TEST_CASE("whatever call fails, an error comes back and nothing is lost") {
  // What a run calls once and again, found by running it.
  const std::size_t batch = 3000;
  const auto scenario = [&] {
    fake_cuda::set_memory(1 << 20);
    Program program = mix_program<float>();
    program.workspace = {.per_configuration = 4};
    program.launches[0].shared_bytes = 100'000;
    const Kernel<float> kernel(program, {.devices = {0, 1}, .block_bytes = 20'000});
    MixArrays<float> arrays(batch, Layout::configuration_leaf);
    evaluate(kernel, arrays, batch);
    return arrays.wrong();
  };
  std::map<std::string, int> times;
  {
    const FakeDriver fake;
    REQUIRE(scenario() == 0);
    for (const std::string& call : fake_cuda::calls()) ++times[call];
  }
  std::size_t errors = 0, survived = 0;
  for (const auto& [function, count] : times) {
    // A device that refuses to take things back is beyond help.
    const bool releases = function.find("Free") != std::string::npos ||
                          function.find("Destroy") != std::string::npos ||
                          function.find("Release") != std::string::npos ||
                          function.find("Unload") != std::string::npos;
    // The version was asked when the driver was opened; later answers are not looked at.
    if (releases || function == "cuDriverGetVersion" || function == "cuInit") continue;
    for (const int result : {1, 2}) {
      for (int call = 1; call <= count; ++call) {
        const FakeDriver fake;
        fake_cuda::fail(function, call, result);
        CAPTURE(function, call, result);
        try {
          const std::size_t wrong = scenario();
          CHECK(wrong == 0);
          ++survived;
        } catch (const Error& error) {
          CHECK(error.code == result);
          ++errors;
        }
        if (function == "cuCtxPushCurrent_v2") {
          fake_cuda::reset();  // without it nothing can be given back
        } else {
          CHECK(fake_cuda::alive().all() == 0);
        }
      }
    }
  }
  CHECK(errors > 200);
  // What is survived is memory that was refused once, and waiting or asking at a queue's end.
  CHECK(survived < errors / 2);
}

}  // namespace
}  // namespace diagc::cuda
