// What networks take of a device's memory is what was planned.
#include <catch2/catch.hpp>

#include "physics/networks/device_code.h"
#include "physics/networks/device_execution.h"
#include "physics/networks/planned.h"
#include "runtime/cuda/device.h"
#include "tests/contract_devices/memory_subjects.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// Drivers give memory in pages of so many bytes.
constexpr std::uint64_t page = std::uint64_t{2} << 20U;

std::uint64_t in_pages(std::uint64_t bytes) { return (bytes + page - 1) / page * page; }

}  // namespace

TEST_CASE("of 50 networks memory grows by what was planned, within the limit", "[.long]") {
  constexpr std::uint64_t limit = std::uint64_t{3} << 29U;
  const cuda::Device device(0);
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  int measured = 0;
  std::uint64_t largest = 0;
  for (int run = 0; measured < 50; ++run) {
    INFO("network " << run);
    REQUIRE(run < 1000);
    // Most by tables, whose code is the same for all; some in chains of large steps.
    const MemorySubject subject(random, run % 20 == 0);
    const auto& [is_chain, own, setup] = subject;
    if (!is_chain) setup->limits.table_products = 1 << 30U;
    Planned planned;
    try {
      planned = plan_order(own.network, own.order, Element::f64, limit, 1, setup);
    } catch (const std::runtime_error&) {
      continue;  // more than the limit
    }
    CHECK(planned.peak_bytes <= limit);
    if (planned.plan.steps.empty()) continue;
    const DevicePlan plan =
        device_plan(own.network, planned.plan, DeviceElement::f64, planned.device->limits);
    if (!subject.compiles_soon(plan)) continue;
    // Pages of the driver must not hide what is measured.
    if (!is_chain && planned.peak_bytes < 8 * page) continue;
    const auto tensors = subject.tensors();
    // Code is loaded twice, so that the second time tells what of the growth it is.
    const DeviceCode first(plan, *planned.device, device);
    const std::uint64_t before = device.free_memory();
    const DeviceCode second(plan, *planned.device, device);
    const std::uint64_t loaded = device.free_memory();
    DeviceExecution<double> execution(own.network, planned.plan, tensors, *planned.device, 1);
    execution.slice(0);
    const std::uint64_t after = device.free_memory();
    const std::uint64_t code = before - loaded, growth = loaded - after;
    CHECK(growth <= in_pages(planned.peak_bytes) + code);
    ++measured;
    largest = std::max(largest, planned.peak_bytes);
  }
  CHECK(largest > limit / 8);
}
