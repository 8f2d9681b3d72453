// What devices compute that share the arrays of one slice is what processors compute, and they send what was planned.
#include <catch2/catch.hpp>

#include "physics/networks/device_ranks.h"
#include "physics/networks/exponent_field.h"
#include "physics/networks/processor_ranks.h"
#include "physics/networks/result_shards.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/device.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/shared_networks.h"
#include "tests/contract_devices/subjects.h"
#include "tests/networks/thread_links.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// What all networks of a test have together.
struct Seen {
  std::uint64_t sent = 0;
  std::size_t in_pieces = 0;  ///< steps that begin with a piece of what an exchange brings
  std::size_t exchanges_in_loops = 0, sums_exchanged = 0;
  std::size_t in_parts = 0;  ///< values of which devices have parts of a sum
};

template <class Value>
void compare(std::mt19937& random, std::uint32_t ranks, std::uint32_t of_node, DeviceSetup setup,
             SharedNetworkForm form, Seen& seen) {
  constexpr bool is_complex = !std::is_floating_point_v<Value> && has_scale<Value>;
  const SharedNetwork own =
      shared_network(random, ranks, of_node,
                     {sizeof(Value), is_complex, has_scale<Value> && random() % 2 == 0}, form);
  const auto tensors = whole_numbers<Value>(own.network, random);
  const std::uint32_t prime = has_scale<Value> ? 0 : test_prime;
  // All sums of processors end last.
  const ScaledArray<Value> expected =
      execute<Value>(own.network, make_plan(own.network, own.order), tensors, 1, prime);
  const Plan plan = own.plan();
  setup.devices = rank_devices(ranks);
  const RankPlan shared = rank_plan(own.distribution, is_complex);
  DeviceRanks<Value> on_devices(shared, tensors, setup, prime);
  const auto simulated = processor_ranks<Value>(shared, tensors, 1, prime);
  RankSlices<Value> of_devices(shared, on_devices), of_processors(shared, *simulated);
  constexpr double allowed =
      has_scale<Value> && sizeof(Value) <= 8 && !std::is_same_v<Value, double> ? 1e-5 : 0;
  const ScaledArray<Value> of_one_process = all_slices<Value>(own.network, plan, of_devices, prime);
  CHECK(difference(of_one_process, expected) <= allowed);
  CHECK(difference(all_slices<Value>(own.network, plan, of_processors, prime), expected) <=
        allowed);
  const RankCounts counts = on_devices.counts(), others = simulated->counts();
  CHECK(static_cast<double>(counts.sent.elements * sizeof(Value)) == own.distribution.bytes);
  CHECK(static_cast<double>(counts.sent.far_elements * sizeof(Value)) ==
        own.distribution.far_bytes);
  CHECK(counts.sent.messages == others.sent.messages);
  CHECK(counts.sent.elements == others.sent.elements);
  CHECK(counts.largest_shard <= own.distribution.largest_shard);
  seen.sent += counts.sent.elements;
  for (const DistributedStep& step : own.distribution.steps) {
    seen.in_parts += std::ranges::count(step.parts, no_label) < std::ssize(step.parts);
    seen.exchanges_in_loops += step.exchange_runs > 1 ? step.exchanges.size() : 0;
    seen.sums_exchanged += step.runs > step.exchange_runs ? step.exchanges.size() : 0;
  }
  const DevicePlan planned = device_plan(shared, device_element(kind_of<Value>()), setup.limits);
  for (const DeviceStep& step : planned.steps) seen.in_pieces += step.pieces.empty() ? 0 : 1;
  // The same ranks in processes of their own, which are threads here.
  std::vector<ScaledArray<Value>> of_processes(ranks);
  std::vector<RankCounts> counted(ranks);
  run_linked(ranks, [&](RankLinks& links) {
    DeviceSetup one = setup;
    one.devices = {setup.devices[links.process()]};
    DeviceRanks<Value> own_rank(shared, tensors, one, prime, &links);
    RankSlices<Value> slices(shared, own_rank);
    of_processes[links.process()] = all_slices<Value>(own.network, plan, slices, prime);
    counted[links.process()] = own_rank.counts();
  });
  RankCounts of_all;
  for (std::uint32_t process = 0; process < ranks; ++process) {
    CHECK(difference(of_processes[process], of_one_process) == 0);
    of_all.add(counted[process]);
  }
  CHECK(of_all.sent.messages == counts.sent.messages);
  CHECK(of_all.sent.elements == counts.sent.elements);
  CHECK(of_all.sent.far_elements == counts.sent.far_elements);
  CHECK(of_all.largest_shard == counts.largest_shard);
}

void compare_kind(int kind, std::mt19937& random, std::uint32_t ranks, std::uint32_t of_node,
                  const DeviceSetup& setup, SharedNetworkForm form, Seen& seen) {
  INFO("kind " << kind);
  switch (kind) {
    case 0:
      return compare<float>(random, ranks, of_node, setup, form, seen);
    case 1:
      return compare<double>(random, ranks, of_node, setup, form, seen);
    case 2:
      return compare<std::complex<float>>(random, ranks, of_node, setup, form, seen);
    case 3:
      return compare<std::complex<double>>(random, ranks, of_node, setup, form, seen);
    case 4:
      return compare<linear::Residue>(random, ranks, of_node, setup, form, seen);
    default:
      return compare<linear::Tropical>(random, ranks, of_node, setup, form, seen);
  }
}

/// All kernels of a network are compiled together.
DeviceSetup rank_setup(DeviceSetup setup) {
  setup.kernels_of_source = 1000;
  return setup;
}

Seen compare_random(int networks, std::uint32_t fewest, std::uint32_t most,
                    SharedNetworkForm form = {}) {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const DeviceSetup small = rank_setup(test_setup());
  DeviceSetup large = rank_setup(test_setup_without_tables());
  large.limits.least_exchange = 0;
  DeviceSetup library = large;
  if (cuda::why_no_cublas().empty()) library.limits.library = LibrarySteps::all_matrices;
  Seen seen;
  for (int run = 0; run < networks; ++run) {
    INFO("network " << run);
    compare_kind(run % 6, random, run % 2 == 0 ? fewest : most, run % 3 == 0 ? 2 : 8,
                 run % 4 == 0   ? large
                 : run % 4 == 2 ? library
                                : small,
                 form, seen);
  }
  CHECK(seen.sent > 0);
  CHECK(seen.in_parts > 0);
  return seen;
}

}  // namespace

TEST_CASE("random networks on 2 and 4 devices that share every slice") {
  CHECK(compare_random(12, 2, 4).in_pieces > 0);
}

TEST_CASE("random networks on 4 and 8 ranks of fewer devices") { compare_random(4, 4, 8); }

TEST_CASE("sums that end early on 2 and 4 devices that share every slice") {
  const Seen seen = compare_random(6, 2, 4, {.has_loops = true});
  CHECK(seen.exchanges_in_loops > 0);
  CHECK(seen.sums_exchanged > 0);
}

TEST_CASE("devices that take shares of what all of them have send nothing, and keep own powers") {
  const Network network{{2, 3, 4, 5}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {}};
  const Order order{{{0, 1}, {4, 2}, {5, 3}}, {}};
  const DeviceGrid grid = make_grid(2, 8);
  // The first product is computed on both devices, of which each goes on with its value of label 0.
  const DistributionChoice choice{{{{no_label}, {no_label}}, {{0}, {0}}, {{0}, {no_label}}}};
  const Distribution distribution =
      describe(divide(network, order, grid), grid, h200(false), {sizeof(double), false}, choice);
  const RankPlan plan = rank_plan(distribution, false);
  DeviceSetup setup = test_setup();
  setup.devices = rank_devices(2);
  const DevicePlan planned = device_plan(plan, DeviceElement::f64, setup.limits);
  CHECK(std::ranges::count(planned.steps, true, &DeviceStep::is_local) == 1);
  CHECK(std::ranges::count(planned.steps, DeviceForm::exchange, &DeviceStep::form) == 2);
  std::mt19937 random(11);
  auto tensors = whole_numbers<double>(network, random);
  for (std::size_t k = 0; k < 3; ++k)
    tensors[0].values[k] = std::ldexp(static_cast<double>(k + 1), 30);
  DeviceRanks<double> ranks(plan, tensors, setup);
  RankSlices<double> slices(plan, ranks);
  const Plan alone = make_plan(network, order);
  CHECK(difference(all_slices<double>(network, alone, slices, 0),
                   execute<double>(network, alone, tensors, 1)) == 0);
  CHECK(ranks.counts().sent.messages == 2);
}

TEST_CASE("300 random networks whose sums end early on 2 and 4 devices", "[.]") {
  compare_random(300, 2, 4, {.has_loops = true});
}

TEST_CASE("300 random networks on 2 and 4 devices that share every slice", "[.]") {
  compare_random(300, 2, 4);
}
