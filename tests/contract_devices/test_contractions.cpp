// What a device computes is what processors compute by the same plan: every kind of element, every form of kernels, with slices.
#include <complex>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "compiler/arrays/device/device_text.h"
#include "runtime/cuda/cublas.h"
#include "runtime/system/thread_pool.h"
#include "tests/arrays/chain_networks.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/subjects.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// By how much the device differs from processors, beyond what is allowed.
template <class Value>
double excess(const Network& network, const Order& order, std::mt19937& random,
              const DeviceSetup& setup) {
  const auto tensors = whole_numbers<Value>(network, random);
  return compare_on_device<Value>(network, order, tensors, setup) - allowed_of_whole_numbers<Value>;
}

double excess_of_kind(int kind, const Network& network, const Order& order, std::mt19937& random,
                      const DeviceSetup& setup) {
  return with_kind(kind,
                   [&](auto one) { return excess<decltype(one)>(network, order, random, setup); });
}

void check_kind(int kind, const Network& network, const Order& order, std::mt19937& random,
                const DeviceSetup& setup) {
  INFO("kind " << kind);
  CHECK(excess_of_kind(kind, network, order, random, setup) <= 0);
}

void check_random(int networks, RandomSizes sizes, const DeviceSetup& setup) {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < networks; ++run) {
    const Network network = plannable_network(random, sizes);
    const Order order = sliced_order(network, random);
    INFO("network " << run);
    check_kind(run % 6, network, order, random, setup);
  }
}

/// Networks side by side, each compiled by a thread: what takes time is compiling.
void check_random_at_once(int networks, RandomSizes sizes, const DeviceSetup& setup) {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::vector<double> found(static_cast<std::size_t>(networks));
  ThreadPool().run(available_threads(), found.size(), [&](std::size_t run) {
    std::mt19937 random(seed + static_cast<unsigned>(run));
    const Network network = plannable_network(random, sizes);
    const Order order = sliced_order(network, random);
    found[run] = excess_of_kind(static_cast<int>(run % 6), network, order, random, setup);
  });
  for (std::size_t run = 0; run < found.size(); ++run) {
    INFO("network " << run);
    CHECK(found[run] <= 0);
  }
}

/// All kinds of elements side by side, each compiled by a thread: what takes time is compiling.
void check_kinds(const Network& network, const Order& order, unsigned seed,
                 const DeviceSetup& setup) {
  double found[6] = {};
  ThreadPool().run(std::min<std::size_t>(available_threads(), 6), 6, [&](std::size_t kind) {
    std::mt19937 random(seed + static_cast<unsigned>(kind));
    found[kind] = excess_of_kind(static_cast<int>(kind), network, order, random, setup);
  });
  for (int kind = 0; kind < 6; ++kind) {
    INFO("kind " << kind);
    CHECK(found[kind] <= 0);
  }
}

/// A step alone, whose tensors have random numbers.
void check_step(const Network& network, DeviceForm form, const DeviceSetup& setup,
                bool is_cut = false, bool copies_b = false) {
  const Order order{{{0, 1}}, {}};
  const Plan plan = plan_of_steps(network, order, 8, false);
  const DevicePlan device = device_plan(network, plan, DeviceElement::f64, setup.limits);
  REQUIRE(device.steps.size() == 1);
  CHECK(device.steps[0].form == form);
  CHECK((device.steps[0].parts > 1) == is_cut);
  CHECK(device_plan(network, plan, DeviceElement::f32, setup.limits).steps[0].copies_b == copies_b);
  check_kinds(network, order, 7, setup);
}

// The library is cuBLAS on a device; without it there is nothing to test.
DeviceSetup setup_with_library() {
  DeviceSetup setup = test_setup_without_tables();
  setup.limits.library = LibrarySteps::all_matrices;
  return setup;
}

/// A step that a library takes, whose result lies as `result` says, against processors.
template <class Value>
void check_library_of(const Network& network, const std::vector<Label>& result,
                      DeviceElement element) {
  std::mt19937 random(11);
  const auto tensors = whole_numbers<Value>(network, random);
  const Plan plan = plan_of_steps(network, {{{0, 1}}, {}}, sizeof(Value), false);
  Plan other = plan;
  other.values[other.result].labels = result;
  const DeviceSetup setup = setup_with_library();
  const DevicePlan device = device_plan(network, other, element, setup.limits);
  REQUIRE(device.steps.size() == 1);
  CHECK(device.steps[0].form == DeviceForm::products);
  DeviceExecution<Value> execution(network, other, tensors, setup, 1);
  const auto found = all_slices<Value>(network, other, execution, 0);
  CHECK(difference(found, execute<Value>(network, plan, tensors, 1)) <=
        allowed_of_whole_numbers<Value>);
}

void check_library(const Network& network, const std::vector<Label>& result) {
  if (!cuda::why_no_cublas().empty()) return;
  check_library_of<float>(network, result, DeviceElement::f32);
  check_library_of<double>(network, result, DeviceElement::f64);
  check_library_of<std::complex<float>>(network, result, DeviceElement::c64);
  check_library_of<std::complex<double>>(network, result, DeviceElement::c128);
}

}  // namespace

TEST_CASE("random networks by tables") { check_random(48, {}, test_setup()); }

TEST_CASE("random networks whose steps have kernels of their own") {
  check_random(6, {.extent = 4, .tensors = 5}, test_setup_without_tables());
}

TEST_CASE("chains of steps keep their values in shared memory: every kind of element, slices") {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const DeviceSetup setup = test_setup_without_tables();
  std::size_t fused = 0, steps = 0;
  for (int run = 0; run < 6; ++run) {
    INFO("network " << run);
    const ChainNetwork own = chain_network(random, 5, 3 + static_cast<std::size_t>(run), 3);
    const Plan plan = plan_of_steps(own.network, own.order, 8, false);
    for (const DeviceLaunch& launch :
         device_plan(own.network, plan, DeviceElement::f64, setup.limits).launches) {
      if (launch.form != DeviceForm::fused) continue;
      ++fused;
      steps += launch.count;
    }
    check_kind(run, own.network, own.order, random, setup);
  }
  CHECK(fused >= 6);
  CHECK(steps > 2 * fused);
}

TEST_CASE("two wide steps in one kernel: every kind of element, tiles that come ahead") {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const DeviceSetup setup = test_setup_without_tables();
  for (const auto& [x, k] : {std::pair<std::uint64_t, std::uint64_t>{2048, 16}, {1155, 9}}) {
    const ChainNetwork own = wide_chain_network(random, x, k);
    const Plan plan = plan_of_steps(own.network, own.order, 8, false);
    const DevicePlan device = device_plan(own.network, plan, DeviceElement::c64, setup.limits);
    REQUIRE(device.launches.size() == 1);
    CHECK(!device.chains.at(device.launches[0].chain).first.empty());
    check_kinds(own.network, own.order, seed, setup);
  }
}

TEST_CASE("300 random networks by tables, 100 by kernels of their own", "[.long]") {
  check_random_at_once(300, {.extent = 5, .tensors = 12}, test_setup());
  DeviceSetup setup = test_setup_without_tables();
  setup.compile_worker = {};
  setup.kernels_of_source = 100;
  check_random_at_once(100, {.extent = 5, .tensors = 12}, setup);
}

// Labels: long ones that do not fill blocks, several in each group, in orders that differ in all arrays.
TEST_CASE("few columns: rows in registers, hyperedges, columns in several groups") {
  const DeviceSetup setup = test_setup_without_tables();
  check_step({{130, 3, 5, 2, 7}, {{2, 0, 4}, {2, 1, 3}}, {0, 1, 4, 3}}, DeviceForm::stream, setup);
  check_step({{301, 3, 2, 21}, {{0, 2, 1}, {1, 0, 3}}, {3, 0}}, DeviceForm::stream, setup);
}

TEST_CASE("many rows, columns and summed values: tiles") {
  const DeviceSetup setup = test_setup_without_tables();
  check_step({{3, 67, 33, 9, 2}, {{4, 0, 1, 3}, {3, 4, 2, 0}}, {0, 2, 1}}, DeviceForm::tiled,
             setup);
  check_step({{130, 50, 11}, {{0, 2}, {1, 2}}, {0, 1}}, DeviceForm::tiled, setup);
  check_step({{257, 101, 8}, {{2, 0}, {2, 1}}, {1, 0}}, DeviceForm::tiled, setup);
}

TEST_CASE("tiles in turns: whole packs of rows, with and without tiles that stick out") {
  const DeviceSetup setup = test_setup_without_tables();
  check_step({{6300, 34, 9}, {{2, 0}, {2, 1}}, {1, 0}}, DeviceForm::tiled, setup);
  check_step({{6400, 32, 16}, {{2, 0}, {1, 2}}, {1, 0}}, DeviceForm::tiled, setup);
}

TEST_CASE("tiles read a plain copy of a small operand: batches, tiles that stick out, cut sums") {
  DeviceSetup setup = test_setup_without_tables();
  setup.limits.copied_products = 0;
  check_step({{2, 805, 48, 33, 2}, {{4, 0, 1, 3}, {3, 4, 2, 0}}, {0, 2, 1}}, DeviceForm::tiled,
             setup, false, true);
  check_step({{1040, 32, 1100}, {{0, 2}, {1, 2}}, {0, 1}}, DeviceForm::tiled, setup, true, true);
}

TEST_CASE("tiles write a result whose fastest axis is that of the columns") {
  const Network network{{130, 50, 11, 3}, {{3, 0, 2}, {3, 1, 2}}, {0, 1, 3}};
  const Order order{{{0, 1}}, {}};
  std::mt19937 random(5);
  const auto tensors = whole_numbers<double>(network, random);
  const Plan plan = plan_of_steps(network, order, 8, false);
  Plan other = plan;
  // Batch, rows, columns.
  other.values[other.result].labels = {3, 0, 1};
  const DeviceSetup setup = test_setup_without_tables();
  const DevicePlan device = device_plan(network, other, DeviceElement::f64, setup.limits);
  CHECK(device.steps[0].form == DeviceForm::tiled);
  CHECK(device.steps[0].columns.back().c == 1);
  DeviceExecution<double> execution(network, other, tensors, setup, 1);
  const auto found = all_slices<double>(network, other, execution, 0);
  CHECK(difference(found, execute<double>(network, plan, tensors, 1)) == 0);
}

TEST_CASE("tiles whose rows have other neighbours in the first operand and in the result") {
  struct Case {
    std::vector<Label> a, c;
    std::uint64_t q, r;
    int beside;  // how far apart neighbours in c are among a thread's sums; 0: they go by way of shared memory
  };
  // Labels: k summed, p, q and r rows, n columns.
  constexpr Label k = 0, p = 1, q = 2, r = 3, n = 4;
  for (const Case& own : {Case{{k, p, r, q}, {p, n, q, r}, 4, 32, 2},
                          {{k, p, r, q}, {r, p, n, q}, 2, 64, 1},
                          {{p, r, q, k}, {p, n, q, r}, 4, 32, 1},
                          {{k, p, r, q}, {p, n, q, r}, 4, 12, 0}}) {
    INFO("q " << own.q << ", r " << own.r << ", beside " << own.beside);
    const Network network{{16, 6, own.q, own.r, 66}, {own.a, {n, k}}, {p, q, r, n}};
    const Order order{{{0, 1}}, {}};
    const auto check = [&]<class Value>(Value, DeviceElement element, int beside) {
      std::mt19937 random(5);
      const auto tensors = whole_numbers<Value>(network, random);
      const Plan plan = plan_of_steps(network, order, sizeof(Value), false);
      Plan other = plan;
      other.values[other.result].labels = own.c;
      const DeviceSetup setup = test_setup_without_tables();
      const DevicePlan device = device_plan(network, other, element, setup.limits);
      CHECK(device.steps[0].form == DeviceForm::tiled);
      CHECK(device_sources(device).sources.at(0).text.find(fmt::format("beside = {};", beside)) !=
            std::string::npos);
      DeviceExecution<Value> execution(network, other, tensors, setup, 1);
      const auto found = all_slices<Value>(network, other, execution, 0);
      CHECK(difference(found, execute<Value>(network, plan, tensors, 1)) == 0);
    };
    check(double(), DeviceElement::f64, own.beside);
    check(std::complex<float>(), DeviceElement::c64, own.beside);
    check(float(), DeviceElement::f32, 0);
  }
}

TEST_CASE("long sums: parts, added in their order") {
  const DeviceSetup setup = test_setup_without_tables();
  check_step({{3, 5, 9001, 2}, {{2, 0, 3}, {1, 2, 3}}, {3, 0, 1}}, DeviceForm::inner, setup, true);
  check_step({{1, 2, 3, 700}, {{3}, {3}}, {}}, DeviceForm::inner, setup);
  check_step({{64, 32, 2500}, {{2, 0}, {2, 1}}, {0, 1}}, DeviceForm::tiled, setup, true);
  check_step({{32, 32, 1100}, {{0, 2}, {1, 2}}, {0, 1}}, DeviceForm::tiled, setup, true);
}

TEST_CASE(
    "matrix products by a library: batches, axes in any order, lengths that no tile divides") {
  check_library({{130, 50, 11}, {{0, 2}, {1, 2}}, {0, 1}}, {0, 1});
  check_library({{130, 50, 11}, {{2, 0}, {2, 1}}, {0, 1}}, {1, 0});
  check_library({{13, 50, 70, 3}, {{2, 3, 0}, {3, 1, 2}}, {3, 0, 1}}, {3, 1, 0});
  check_library({{3, 67, 33, 9, 2}, {{4, 0, 1, 3}, {3, 4, 2, 0}}, {0, 2, 1}}, {0, 1, 2});
  check_library({{5, 7, 6, 4, 3, 9, 2}, {{5, 0, 1, 4, 6}, {2, 6, 3, 5, 4}}, {6, 0, 2, 1, 3}},
                {0, 3, 1, 6, 2});
  check_library({{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
                 {{0, 6, 1, 7, 2, 8, 3, 9}, {9, 4, 8, 5, 7, 10, 6, 11}},
                 {0, 4, 1, 5, 2, 10, 3, 11}},
                {4, 0, 1, 10, 2, 11, 5, 3});
}

TEST_CASE("random networks whose matrix products a library takes") {
  if (!cuda::why_no_cublas().empty()) return;
  check_random(12, {.extent = 5, .tensors = 6}, setup_with_library());
}

TEST_CASE("numbers far from 1 neither overflow nor vanish") {
  // A chain of matrices whose numbers have ever other powers of two.
  constexpr std::size_t length = 40;
  Network network;
  for (Label label = 0; label <= length; ++label) network.extents.push_back(3);
  std::vector<ScaledArray<float>> tensors;
  Order order;
  for (Label t = 0; t < length; ++t) {
    network.tensors.push_back({t, t + 1});
    ScaledArray<float>& own = tensors.emplace_back();
    const float factor = std::ldexp(1.F, t % 2 == 0 ? 100 : -110);
    for (int k = 0; k < 9; ++k) own.values.push_back(factor * static_cast<float>(1 + k % 3));
    if (t > 0) order.steps.push_back({t == 1 ? 0 : static_cast<std::uint32_t>(length + t - 2), t});
  }
  network.open = {0, length};
  CHECK(compare_on_device<float>(network, order, tensors, test_setup()) <= 1e-5);
  for (auto& tensor : tensors) {
    for (float& value : tensor.values) value = std::ldexp(value / std::abs(value), 120);
  }
  CHECK(compare_on_device<float>(network, order, tensors, test_setup_without_tables()) <= 1e-5);
  if (cuda::why_no_cublas().empty())
    CHECK(compare_on_device<float>(network, order, tensors, setup_with_library()) <= 1e-5);
  const DevicePlan device = device_plan(network, plan_of_steps(network, order, 4, false),
                                        DeviceElement::f32, test_setup_without_tables().limits);
  CHECK(std::ranges::any_of(device.launches, [](const DeviceLaunch& launch) {
    return launch.form == DeviceForm::fused;
  }));
}

TEST_CASE("zeros and infinite numbers stay what they are") {
  const Network network{{2, 3, 2}, {{0, 1}, {1, 2}}, {0, 2}};
  const Order order{{{0, 1}}, {}};
  std::vector<ScaledArray<double>> tensors{{std::vector<double>(6), 0},
                                           {std::vector<double>(6, 1), 0}};
  CHECK(compare_on_device<double>(network, order, tensors, test_setup()) == 0);
  const Plan plan = plan_of_steps(network, order, 8, false);
  tensors[0].values[0] = HUGE_VAL;
  DeviceExecution<double> execution(network, plan, tensors, test_setup(), 1);
  const SliceSum sum = execution.slice(0);
  CHECK(sum.numbers == std::vector<double>{HUGE_VAL, HUGE_VAL, 0, 0});
}
