// Derivatives that devices compute are those of processors.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>

#include "compiler/arrays/device/gradient_plan.h"
#include "physics/networks/device_gradient.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/device.h"
#include "tests/contract_devices/loop_networks.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/small_numbers.h"
#include "tests/contract_devices/subjects.h"
#include "tests/networks/sliced_lattices.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

void check_gradient(const Network& network, const Order& order, const std::vector<Label>& outer,
                    const TensorValues& values, const DeviceSetup& setup) {
  const Gradient found = device_gradient(network, order, outer, values, setup, 1),
                 expected = gradient(network, order, values, 1);
  REQUIRE(found.environments.numbers.size() == network.tensors.size());
  for (std::size_t t = 0; t < network.tensors.size(); ++t) {
    INFO("tensor " << t);
    CHECK(scaled(found, t) == scaled(expected, t));
  }
}

void check_random_gradients(int networks, RandomSizes sizes, const DeviceSetup& setup) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < networks; ++run) {
    INFO("network " << run);
    Network network = plannable_network(random, sizes);
    network.open.clear();
    const Order order = sliced_order(network, random);
    check_gradient(network, order, order.sliced, small_numbers(network, run % 2 == 1, random),
                   setup);
  }
}

}  // namespace

TEST_CASE("derivatives of random networks, with and without slices, by tables") {
  check_random_gradients(40, {}, test_setup());
}

TEST_CASE("derivatives of random networks by kernels of their own, and by a library") {
  check_random_gradients(6, {.tensors = 5}, test_setup_without_tables());
  if (!cuda::why_no_cublas().empty()) return;
  DeviceSetup setup = test_setup_without_tables();
  setup.limits.library = LibrarySteps::all_matrices;
  check_random_gradients(4, {.tensors = 5}, setup);
}

TEST_CASE("derivatives have the same bits on any number of devices") {
  // A ring with a chord, in 12 slices.
  const Network network{{3, 4, 5, 6, 2}, {{0, 1}, {1, 2, 4}, {2, 3}, {3, 0, 4}}, {}};
  const Order order{{{0, 1}, {4, 2}, {5, 3}}, {0, 1}};
  const TensorValues values = filled(network, parse_fill("random:3"), true);
  DeviceSetup setup = test_setup();
  setup.devices = rank_devices(1);
  const Gradient one = device_gradient(network, order, order.sliced, values, setup, 1);
  setup.devices = rank_devices(3);
  const Gradient three = device_gradient(network, order, order.sliced, values, setup, 1);
  CHECK(one.environments.numbers == three.environments.numbers);
  CHECK(one.exponents == three.exponents);
  const Gradient expected = gradient(network, order, values, 1);
  for (std::size_t t = 0; t < network.tensors.size(); ++t) {
    const std::vector<double> found = scaled(one, t), other = scaled(expected, t);
    for (std::size_t k = 0; k < found.size(); ++k)
      CHECK(std::abs(found[k] - other[k]) <= 1e-13 * 60);
  }
}

namespace {

/// Of random networks whose plans have loops, sometimes beside slices. Returns how many derivatives have blocks, and how many loops lie in others.
std::array<std::size_t, 2> check_derivatives_of_loops(int networks, RandomSizes sizes,
                                                      const DeviceSetup& setup) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::array<std::size_t, 2> seen{};
  for (int run = 0; run < networks;) {
    const LoopNetwork own = loop_network(random, sizes, run % 3 == 1, /*is_closed=*/true);
    const auto& [network, order, outer, loops] = own;
    if (!repeats_little(loops)) continue;
    INFO("network " << run);
    check_gradient(network, order, outer, small_numbers(network, run % 2 == 1, random), setup);
    const GradientPlan plan = gradient_plan(network, order, {.element_bytes = 8}, loops);
    for (const auto& kept : plan.kept) seen[0] += kept.empty() ? 0 : 1;
    for (const SliceLoop& loop : loops.loops) seen[1] += loop.around >= SliceLoops::first_loop;
    ++run;
  }
  return seen;
}

}  // namespace

TEST_CASE("derivatives of random networks whose sums end early, by tables") {
  const auto [kept, nested] =
      check_derivatives_of_loops(20, {.extent = 3, .tensors = 8}, test_setup());
  CHECK(kept > 20);
  CHECK(nested > 2);
}

TEST_CASE("derivatives of sums that end early by kernels of their own") {
  check_derivatives_of_loops(2, {.extent = 3, .tensors = 6}, test_setup_without_tables());
}

TEST_CASE("derivatives of a lattice whose sums end early, on one device and on two") {
  // So many slices that loops are expected to be faster.
  const Lattice own = lattice(6, 2, 6);
  const TensorValues values = random_values(own.network, 8);
  const Gradient expected = gradient(own.network, own.order, values, 1);
  for (const std::uint32_t devices : {1U, 2U}) {
    DeviceSetup setup = test_setup();
    setup.devices = rank_devices(devices);
    constexpr std::uint64_t memory = std::uint64_t{1} << 30U;
    const DeviceSweep sweep = device_sweep(own.network, own.order, false, memory, setup);
    CHECK(sweep.loops > 2);
    CHECK(sweep.bytes <= memory);
    CHECK(sweep.outer.empty() == (devices == 1));
    const Gradient found = device_gradient(own.network, own.order, sweep.outer, values, setup, 1);
    for (std::size_t t = 0; t < own.network.tensors.size(); ++t) {
      const std::vector<double> of_device = scaled(found, t), of_processor = scaled(expected, t);
      double largest = 0;
      for (const double number : of_processor) largest = std::max(largest, std::abs(number));
      for (std::size_t k = 0; k < of_device.size(); ++k)
        CHECK(std::abs(of_device[k] - of_processor[k]) <= 1e-12 * largest);
    }
  }
}

TEST_CASE("terms of derivatives may be far apart, or nothing") {
  // Numbers of one value of a label are 2^-300 of those of the other, or 0.
  for (const int far : {-300, -2000}) {
    std::mt19937 random(9);
    const Lattice own = lattice(4, 2, 3);
    TensorValues values = small_numbers(own.network, false, random);
    for (const Label label : own.order.sliced) {
      for (std::size_t t = 0; t < values.numbers.size(); ++t) {
        const auto& axes = own.network.tensors[t];
        const auto axis = std::ranges::find(axes, label);
        if (axis == axes.end()) continue;
        const auto stride = std::size_t{1} << static_cast<std::size_t>(axes.end() - axis - 1);
        for (std::size_t k = 0; k < values.numbers[t].size(); ++k)
          if (k / stride % 2 == 0) values.numbers[t][k] = std::ldexp(values.numbers[t][k], far);
        break;
      }
    }
    const Gradient expected = gradient(own.network, own.order, values, 1),
                   found = device_gradient(own.network, own.order, {}, values, test_setup(), 1);
    for (std::size_t t = 0; t < own.network.tensors.size(); ++t) {
      INFO(far << ", tensor " << t);
      const std::vector<double> own_numbers = scaled(found, t), others = scaled(expected, t);
      double largest = 0;
      for (const double number : others) largest = std::max(largest, std::abs(number));
      for (std::size_t k = 0; k < own_numbers.size(); ++k)
        CHECK(std::abs(own_numbers[k] - others[k]) <= 1e-12 * largest);
    }
  }
}
