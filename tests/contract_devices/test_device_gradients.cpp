// Derivatives that devices compute are those of processors.
#include <catch2/catch.hpp>

#include "physics/networks/device_gradient.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/device.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/small_numbers.h"
#include "tests/contract_devices/subjects.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

void check_gradient(const Network& network, const Order& order, const TensorValues& values,
                    const DeviceSetup& setup) {
  const Gradient found = device_gradient(network, order, values, setup, 1),
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
    check_gradient(network, order, small_numbers(network, run % 2 == 1, random), setup);
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
  const Gradient one = device_gradient(network, order, values, setup, 1);
  setup.devices = rank_devices(3);
  const Gradient three = device_gradient(network, order, values, setup, 1);
  CHECK(one.environments.numbers == three.environments.numbers);
  CHECK(one.exponents == three.exponents);
  const Gradient expected = gradient(network, order, values, 1);
  for (std::size_t t = 0; t < network.tensors.size(); ++t) {
    const std::vector<double> found = scaled(one, t), other = scaled(expected, t);
    for (std::size_t k = 0; k < found.size(); ++k)
      CHECK(std::abs(found[k] - other[k]) <= 1e-13 * 60);
  }
}
