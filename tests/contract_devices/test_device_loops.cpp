// Sums over sliced labels that end within a plan, on a device: what processors compute with all of them ending last.
#include <catch2/catch.hpp>

#include "physics/networks/distributed.h"
#include "physics/networks/evaluate.h"
#include "tests/contract_devices/loop_networks.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/subjects.h"
#include "tests/networks/sliced_lattices.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// By how much the device differs, beyond what is allowed.
double excess_of_loops(int kind, const Network& network, const Order& order,
                       const std::vector<Label>& outer, std::mt19937& random,
                       const DeviceSetup& setup) {
  return with_kind(kind, [&](auto one) {
    using Value = decltype(one);
    const auto tensors = whole_numbers<Value>(network, random);
    return compare_on_device<Value>(network, order, tensors, setup, outer) -
           allowed_of_whole_numbers<Value>;
  });
}

/// Returns how many loops the plans had.
std::size_t check_random_loops(int networks, RandomSizes sizes, const DeviceSetup& setup) {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::size_t loops = 0;
  for (int run = 0; run < networks;) {
    const LoopNetwork own = loop_network(random, sizes, run % 3 == 1, /*is_closed=*/false);
    const auto& [network, order, outer, loops_of_slice] = own;
    if (!repeats_little(loops_of_slice)) continue;
    loops += loops_of_slice.loops.size();
    INFO("network " << run << ", kind " << run % 6);
    CHECK(excess_of_loops(run % 6, network, order, outer, random, setup) <= 0);
    ++run;
  }
  return loops;
}

}  // namespace

TEST_CASE("sums that end early on a device: random networks by tables") {
  CHECK(check_random_loops(24, {.extent = 4, .tensors = 8}, test_setup()) > 25);
}

TEST_CASE("sums that end early on a device: kernels of their own, chains within loops") {
  const DeviceSetup setup = test_setup_without_tables();
  check_random_loops(3, {.extent = 4, .tensors = 6}, setup);
  std::mt19937 random(4);
  const Lattice own = lattice(4, 4, 5);
  const Plan plan = plan_of_steps(own.network, own.order, 8, false, {});
  const DevicePlan device = device_plan(own.network, plan, DeviceElement::f64, setup.limits);
  REQUIRE(device.loops.size() == plan.loops.size());
  CHECK(device.loops.size() >= 2);
  const auto is_chain_in_loop = [&](const DeviceLaunch& launch) {
    const auto number = static_cast<std::size_t>(&launch - device.launches.data());
    return launch.count > 1 && launch.form == DeviceForm::fused &&
           std::ranges::any_of(device.loops,
                               [&](const DeviceLoop& loop) { return loop.has(number); });
  };
  CHECK(std::ranges::any_of(device.launches, is_chain_in_loop));
  for (const int kind : {0, 3})
    CHECK(excess_of_loops(kind, own.network, own.order, {}, random, setup) <= 0);
}

TEST_CASE("sums that end early on a device have the same bits in any order of slices") {
  std::mt19937 random(5);
  const Lattice own = lattice(6, 2, 6);
  auto tensors = whole_numbers<float>(own.network, random);
  for (auto& tensor : tensors)
    for (float& number : tensor.values) number += 0.1F;
  const Plan plan = plan_of_steps(own.network, own.order, 4, false, {own.order.sliced[0]});
  REQUIRE(plan.slices > 1);
  REQUIRE(plan.loops.size() >= 4);
  DeviceExecution<float> forwards(own.network, plan, tensors, test_setup(), 1),
      backwards(own.network, plan, tensors, test_setup(), 1);
  std::vector<SliceSum> sums;
  for (std::uint64_t slice = 0; slice < plan.slices; ++slice) sums.push_back(forwards.slice(slice));
  for (std::uint64_t slice = plan.slices; slice-- > 0;)
    CHECK(backwards.slice(slice) == sums[slice]);
}

TEST_CASE("terms of sums on a device may be far apart, or nothing") {
  // Numbers of one value of a label are 2^-300 of those of the other, or 0.
  for (const int far : {-300, -2000}) {
    for (const bool is_first : {true, false}) {
      std::mt19937 random(6);
      const Lattice own = lattice(4, 2, 3);
      auto tensors = whole_numbers<double>(own.network, random);
      for (const Label label : own.order.sliced) {
        for (std::size_t t = 0; t < tensors.size(); ++t) {
          const auto& axes = own.network.tensors[t];
          const auto axis = std::ranges::find(axes, label);
          if (axis == axes.end()) continue;
          const auto stride = std::size_t{1} << static_cast<std::size_t>(axes.end() - axis - 1);
          for (std::size_t k = 0; k < tensors[t].values.size(); ++k) {
            if ((k / stride % 2 == 0) == is_first)
              tensors[t].values[k] = std::ldexp(tensors[t].values[k], far);
          }
          break;
        }
      }
      INFO(far << " " << is_first);
      CHECK(compare_on_device<double>(own.network, own.order, tensors, test_setup(), {}) < 1e-12);
    }
  }
}

TEST_CASE("sums of many terms on a device keep what rounding takes from them") {
  // Of terms behind the first one each is less than half of what the sum is rounded to: without compensation they change nothing.
  constexpr double small = 0x1p-25;
  for (const std::uint64_t terms : {1024U, 32U}) {
    const Network network{{terms, 2, 2}, {{0, 1}, {0, 2}, {1}, {2}}, {}};
    const Order order{{{0, 1}, {4, 2}, {5, 3}}, {0}};
    TensorValues values = filled(network, parse_fill("ones"), false);
    for (std::size_t k = 2; k < values.numbers[0].size(); ++k) values.numbers[0][k] = small;
    const double expected = 4 * (1 + static_cast<double>(terms - 1) * small);
    for (const Element element : {Element::f32, Element::c64, Element::f64}) {
      INFO(terms << " terms, " << element_names[static_cast<std::size_t>(element)]);
      const DeviceSetup setup = test_setup();
      const Plan plan =
          plan_of_steps(network, order, element_bytes(element), is_complex(element), {});
      REQUIRE(plan.loops.size() == 1);
      const DevicePlan device = device_plan(network, plan, device_element(element), setup.limits);
      const bool is_compensated = std::ranges::any_of(device.steps, &DeviceStep::is_compensated);
      CHECK(is_compensated == (terms > few_terms && is_single(element)));
      Evaluation evaluation(network, plan, values, element, 1);
      evaluation.use(&setup);
      evaluation.run(0, plan.slices, [] { return true; });
      const Value value = value_of(evaluation.state());
      const double found = std::ldexp(value.numbers[0].real(), static_cast<int>(value.exponent));
      CHECK(std::abs(found / expected - 1) <= (is_single(element) ? 32 * small : 1e-15));
    }
  }
}

TEST_CASE("devices that share slices get enough of them, with loops within") {
  const Lattice own = lattice(6, 2, 6);
  constexpr std::uint64_t memory = std::uint64_t{1} << 30U;
  const TensorValues values = random_values(own.network, 7);
  const auto value_on = [&](const Planned& planned) {
    Evaluation evaluation(own.network, planned.plan, values, Element::f64, 1);
    evaluation.use(planned.device.get());
    evaluation.run(0, planned.plan.slices, [] { return true; });
    const Value value = value_of(evaluation.state());
    return std::ldexp(value.numbers[0].real(), static_cast<int>(value.exponent));
  };
  std::vector<double> found;
  for (const std::uint32_t devices : {1U, 2U, 4U}) {
    INFO(devices << " devices");
    auto setup = std::make_shared<DeviceSetup>(test_setup());
    setup->devices = rank_devices(devices);
    const Planned planned = plan_order(own.network, own.order, Element::f64, memory, 1, setup),
                  outside =
                      plan_order(own.network, own.order, Element::f64, memory, 1, setup, false);
    CHECK(!planned.loops.loops.empty());
    CHECK(outside.loops.loops.empty());
    CHECK(planned.plan.slices % devices == 0);
    CHECK(planned_seconds(planned.plan, devices) < planned_seconds(outside.plan, devices));
    found.push_back(value_on(planned));
    CHECK(found.back() == Approx(found.front()).epsilon(1e-12));
  }
  const Plan plain = make_plan(own.network, own.order);
  const Value expected = evaluate(own.network, plain, values, Element::f64, 1);
  CHECK(found.front() ==
        Approx(std::ldexp(expected.numbers[0].real(), static_cast<int>(expected.exponent)))
            .epsilon(1e-12));
}

TEST_CASE("devices that share arrays are planned with loops where that is faster") {
  const Lattice own = lattice(6, 2, 6);
  constexpr std::uint64_t memory = std::uint64_t{1} << 30U;
  auto setup = std::make_shared<DeviceSetup>(test_setup());
  setup->devices = rank_devices(2);
  const auto distributed = [&](bool early) {
    return distribute_order(own.network, own.order, Element::f64, memory, 2,
                            DistributionRule::cheapest, setup, early);
  };
  const Distributed with = distributed(true), without = distributed(false);
  CHECK(with.plan.loops.size() > 4);
  CHECK(without.plan.loops.empty());
  CHECK(with.distribution.seconds < without.distribution.seconds);
  CHECK(cost(with).log10_macs < cost(without).log10_macs);
}
