// Plans expect seconds for the rates of the devices that are there.
#include <catch2/catch.hpp>

#include <array>

#include "compiler/arrays/device/step_seconds.h"
#include "physics/networks/device_rates.h"
#include "tests/contract_devices/subjects.h"
#include "tests/networks/sliced_lattices.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

cuda::DeviceInfo device_of(int multiprocessors, int clock, double memory_rate) {
  cuda::DeviceInfo info;
  info.multiprocessors = multiprocessors;
  info.clock = clock;
  info.memory_rate = memory_rate;
  return info;
}

}  // namespace

TEST_CASE("rates of devices are those of the slowest, in multiples of an H200's") {
  const cuda::DeviceInfo h200 = device_of(132, 1980, 2 * 3201e6 * 752),
                         h100 = device_of(132, 1980, 2 * 2619e6 * 640),
                         half = device_of(66, 1980, 2 * 3201e6 * 752),
                         unknown = device_of(66, 1980, 0);
  CHECK(device_rates(std::array{h200}) == DeviceRates{1, 1});
  CHECK(device_rates(std::array{h200, h100}) == DeviceRates{1, 713.0 / 1024});
  CHECK(device_rates(std::array{half, h100}) == DeviceRates{0.5, 713.0 / 1024});
  CHECK(device_rates(std::array{h200, unknown}) == DeviceRates{});
  CHECK(device_rates({}) == DeviceRates{});
}

TEST_CASE("a plan takes twice the time on devices of half the rates, but for launches") {
  const Lattice own = lattice(6, 4, 6);
  const Plan plan = plan_of_steps(own.network, own.order, 8, false, own.order.sliced);
  DeviceLimits limits;
  limits.grouped_products = limits.table_products = 0;
  limits.fuse = false;
  const DevicePlan whole = device_plan(own.network, plan, DeviceElement::f64, limits);
  limits.rates = {0.5, 0.5};
  const DevicePlan half = device_plan(own.network, plan, DeviceElement::f64, limits);
  REQUIRE(whole.launches.size() == half.launches.size());
  const double launches = static_cast<double>(whole.launches.size()) * launch_seconds(),
               of_whole = device_seconds(whole, 1), of_half = device_seconds(half, 1);
  CHECK(of_whole > launches + 1e-7);
  CHECK(of_half - launches == Approx(2 * (of_whole - launches)));
}
