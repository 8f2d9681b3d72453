// What the host asks of a device: memory, uploads, launches and their order, and what it says when something fails.
#include <set>

#include <catch2/catch.hpp>

#include "physics/networks/device_ranks.h"
#include "physics/networks/evaluate.h"
#include "physics/networks/planned.h"
#include "runtime/cuda/error.h"
#include "tests/contract_devices/memory_subjects.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/shared_networks.h"
#include "tests/contract_devices/subjects.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// Healthy devices, of which nothing is left at the end.
struct HealthyDevices {
  HealthyDevices() { fake_cuda::reset(); }
  ~HealthyDevices() { CHECK(fake_cuda::alive().all() == 0); }
};

/// A chain of which a part does not depend on the sliced label.
struct SlicedChain {
  Network network{{40, 30, 20, 6, 5}, {{0, 1}, {1, 2}, {2, 3}, {3, 4, 0}}, {4}};
  Order order{{{0, 1}, {4, 2}, {5, 3}}, {4}};
  Plan plan = plan_of_steps(network, order, 8, false);
  std::vector<ScaledArray<double>> tensors = [this] {
    std::mt19937 random(3);
    return whole_numbers<double>(network, random);
  }();
};

int count_calls(const std::string& name) {
  return static_cast<int>(std::ranges::count(fake_cuda::calls(), name));
}

std::string failure_of(const SlicedChain& chain) {
  try {
    DeviceExecution<double> execution(chain.network, chain.plan, chain.tensors, test_setup(), 1);
    execution.slice(0);
  } catch (const cuda::Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("one block of memory of the size that is planned; tensors go up once") {
  const HealthyDevices devices;
  const SlicedChain chain;
  const DevicePlan plan =
      device_plan(chain.network, chain.plan, DeviceElement::f64, test_setup().limits);
  {
    DeviceExecution<double> execution(chain.network, chain.plan, chain.tensors, test_setup(), 1);
    CHECK(fake_cuda::alive().device_buffers == 1);
    CHECK(fake_cuda::peak_memory(0) == device_peak_bytes(plan, chain.tensors.size()));
    const int uploads = count_calls("cuMemcpyHtoD_v2");
    // Tensors, and tasks, waves, ends of blocks and tables of offsets.
    CHECK(uploads == 4 + 4);
    const std::size_t before = fake_cuda::launches().size();
    for (std::uint64_t slice = 0; slice < 5; ++slice) execution.slice(slice);
    CHECK(count_calls("cuMemcpyHtoD_v2") == uploads);
    // What no sliced label reaches has been computed before.
    std::size_t of_slice = 0;
    for (const DeviceLaunch& launch : plan.launches) of_slice += launch.once ? 0 : 1;
    CHECK(of_slice < plan.launches.size());
    CHECK(fake_cuda::launches().size() == before + 5 * of_slice);
  }
  const auto launches = fake_cuda::launches();
  std::size_t next = 0;
  for (const DeviceLaunch& launch : plan.launches) {
    if (!launch.once) continue;
    const bool is_group = launch.form == DeviceForm::grouped;
    CHECK(launches[next].kernel == (is_group ? "contract_groups" : "contract_by_tables"));
    if (is_group) CHECK(launches[next].grid == launch.ends.size());
    CHECK(launches[next].block == device_threads);
    ++next;
  }
}

TEST_CASE(
    "50 networks take the memory that is planned, within the limit; too little is refused before "
    "work begins") {
  const HealthyDevices devices;
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::set<std::uint64_t> peaks;
  for (int run = 0; run < 50; ++run) {
    INFO("network " << run);
    // Most by tables, whose code is the same for all; some in chains of large steps.
    const MemorySubject subject(random, run % 10 == 0);
    const auto& [is_chain, own, setup] = subject;
    constexpr std::uint64_t limit = std::uint64_t{1} << 28U;
    Planned planned;
    try {
      planned = plan_order(own.network, own.order, Element::f64, limit, 1, setup);
    } catch (const std::runtime_error& error) {
      CHECK(std::string(error.what()).find("more than the 268435456 of --memory") !=
            std::string::npos);
      CHECK(fake_cuda::alive().device_buffers == 0);
      continue;
    }
    CHECK(planned.peak_bytes <= limit);
    peaks.insert(planned.peak_bytes);
    const DevicePlan plan =
        device_plan(own.network, planned.plan, DeviceElement::f64, planned.device->limits);
    if (planned.plan.steps.empty() || !subject.compiles_soon(plan)) continue;
    fake_cuda::reset();
    {
      const auto tensors = subject.tensors();
      DeviceExecution<double> execution(own.network, planned.plan, tensors, *planned.device, 1);
      if (!is_chain || run == 0) execution.slice(0);
      CHECK(fake_cuda::peak_memory(0) == planned.peak_bytes);
    }
    // A plan that needs less may do; none does with less than its tensors take.
    CHECK_THROWS_WITH(plan_order(own.network, own.order, Element::f64, 1, 1, setup),
                      Catch::Matchers::Contains("takes") &&
                          Catch::Matchers::Contains("more than the 1 of --memory"));
    CHECK(fake_cuda::alive().device_buffers == 0);
  }
  CHECK(peaks.size() >= 3);
}

TEST_CASE("a device that has too little memory, or fails, is an error that says so") {
  const HealthyDevices devices;
  const SlicedChain chain;
  fake_cuda::set_memory(1 << 20);
  CHECK(failure_of(chain) ==
        "device 0 (Fake) has no 2097152 bytes of memory left: 1048576 of 1048576 are free");
  fake_cuda::reset();
  fake_cuda::fail("cuLaunchKernel", 1, 2);
  CHECK(failure_of(chain) == "cuLaunchKernel: CUDA_ERROR_OUT_OF_MEMORY: as the fake driver says");
  fake_cuda::reset();
  fake_cuda::fail("cuMemcpyDtoHAsync_v2", 1, 700);
  CHECK(failure_of(chain) ==
        "cuMemcpyDtoHAsync: CUDA_ERROR_ILLEGAL_ADDRESS: as the fake driver says");
  fake_cuda::reset();
  // Code of the cache that a device refuses is compiled anew.
  fake_cuda::fail("cuModuleLoadData", 1, 200);
  CHECK(failure_of(chain).empty());
}

TEST_CASE("two devices share the slices, and give the bits of one") {
  const HealthyDevices devices;
  const SlicedChain chain;
  TensorValues values;
  for (const auto& tensor : chain.tensors) {
    values.numbers.emplace_back();
    for (const double number : tensor.values) values.numbers.back().push_back(std::sin(number));
  }
  const auto run = [&](const std::vector<int>& numbers) {
    DeviceSetup setup = test_setup();
    setup.devices = numbers;
    Evaluation evaluation(chain.network, chain.plan, values, Element::f64, 1);
    evaluation.use(&setup);
    const bool is_done = evaluation.run(0, chain.plan.slices, [] { return true; });
    CHECK(is_done);
    CHECK(evaluation.slices_measured() == chain.plan.slices);
    return value_of(evaluation.state());
  };
  const Value one = run({0}), both = run({1, 0});
  CHECK(both.numbers == one.numbers);
  CHECK(both.exponent == one.exponent);
  std::size_t on_second = 0;
  for (const fake_cuda::Launch& launch : fake_cuda::launches()) on_second += launch.device == 1;
  CHECK(on_second > 0);

  // The first failure ends all.
  fake_cuda::fail("cuMemcpyDtoHAsync_v2", 5, 700);
  CHECK_THROWS_AS(run({0, 1}), cuda::Error);
}

TEST_CASE(
    "the host waits for devices of one process at the end of a slice alone, whatever they "
    "exchange") {
  const HealthyDevices devices;
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  int with_exchanges = 0;
  for (int run = 0; run < 8; ++run) {
    const SharedNetwork own = shared_network(random, 2, 2, {8, false});
    const RankPlan shared = rank_plan(own.distribution, false);
    if (sent_elements(shared, false) == 0) continue;
    ++with_exchanges;
    const auto tensors = whole_numbers<double>(own.network, random);
    DeviceSetup setup = test_setup();
    setup.devices = {0, 1};
    DeviceRanks<double> ranks(shared, tensors, setup);
    const int before = count_calls("cuStreamSynchronize");
    ranks.take(0);
    CHECK(count_calls("cuStreamSynchronize") == before + 2);
  }
  CHECK(with_exchanges > 0);
}
