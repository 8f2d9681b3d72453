// Derivatives on ranks that share every slice, on processors and on devices, in one process and in several, are those of one processor.
#include <catch2/catch.hpp>

#include "compiler/arrays/device/gradient_ranks.h"
#include "physics/networks/rank_gradient.h"
#include "runtime/cuda/device.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/shared_networks.h"
#include "tests/contract_devices/small_numbers.h"
#include "tests/networks/thread_links.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

void check_same(const Gradient& found, const Gradient& expected) {
  REQUIRE(found.environments.numbers.size() == expected.environments.numbers.size());
  for (std::size_t t = 0; t < expected.environments.numbers.size(); ++t) {
    INFO("tensor " << t);
    CHECK(scaled(found, t) == scaled(expected, t));
  }
}

/// What was seen of all networks.
struct SeenDerivatives {
  double sent = 0;             ///< bytes
  std::size_t kept = 0;        ///< derivatives that keep labels of loops
  std::ptrdiff_t of_sums = 0;  ///< exchanges of sums over loops that are taken again or back
  std::size_t parts = 0;       ///< derivatives whose parts the host adds
};

void see(const Distribution& distribution, bool is_complex, SeenDerivatives& seen) {
  const GradientRanks plan = gradient_ranks(distribution, is_complex);
  for (const auto& labels : plan.kept) seen.kept += labels.empty() ? 0 : 1;
  for (const RankExchange& exchange : plan.ranks.exchanges) {
    if (exchange.step >= distribution.steps.size())
      seen.of_sums += std::ranges::count(plan.ranks.sums, exchange.step, &LoopSum::step);
  }
  for (std::size_t t = 0; t < plan.places.size(); ++t) {
    for (const Label label : plan.places[t])
      seen.parts +=
          label != no_label && std::ranges::count(plan.network.tensors[t], label) == 0 ? 1 : 0;
  }
}

void check_ranks(std::uint32_t ranks, bool is_complex, bool has_loops, std::mt19937& random,
                 const DeviceSetup& setup, SeenDerivatives& seen) {
  const double bytes = is_complex ? 16 : 8;
  // Distributions of single precision have the same places.
  const std::uint64_t of_element = random() % 2 == 0 ? 16 : 8;
  const SharedNetwork own = shared_network(random, ranks, ranks / 2, {of_element, is_complex},
                                           {.is_closed = true, .has_loops = has_loops});
  const TensorValues values = small_numbers(own.network, is_complex, random);
  const Gradient expected = gradient(own.network, own.order, values, 1);
  RankCounts counts;
  check_same(rank_gradient(own.distribution, values, nullptr, 1, nullptr, &counts), expected);
  const double sent = static_cast<double>(counts.sent.elements) * bytes;
  CHECK(sent == rank_gradient_sent(own.distribution, is_complex));
  CHECK(static_cast<double>(counts.peak) * bytes <=
        static_cast<double>(rank_gradient_bytes(own.distribution, is_complex, nullptr)));
  DeviceSetup devices = setup;
  devices.devices = rank_devices(ranks);
  RankCounts of_devices;
  const Gradient on_devices =
      rank_gradient(own.distribution, values, &devices, 1, nullptr, &of_devices);
  check_same(on_devices, expected);
  CHECK(of_devices.sent.elements == counts.sent.elements);
  CHECK(of_devices.sent.messages == counts.sent.messages);
  // The same ranks in processes of their own, which are threads here.
  std::vector<Gradient> of_processes(2 * ranks);
  run_linked(ranks, [&](RankLinks& links) {
    DeviceSetup one = devices;
    one.devices = {devices.devices[links.process()]};
    of_processes[2 * links.process()] = rank_gradient(own.distribution, values, &one, 1, &links);
    of_processes[2 * links.process() + 1] =
        rank_gradient(own.distribution, values, nullptr, 1, &links);
  });
  for (const Gradient& found : of_processes) check_same(found, expected);
  seen.sent += sent;
  see(own.distribution, is_complex, seen);
}

/// Numbers of ranks and kinds of numbers in turn: six networks have every pair of them.
void check_random(int networks, bool has_loops) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  SeenDerivatives seen;
  for (int run = 0; run < networks; ++run) {
    INFO("network " << run);
    check_ranks(2U << (run % 3), run % 2 == 1, has_loops, random, test_setup(), seen);
  }
  CHECK(seen.sent > 0);
  CHECK(seen.parts > 0);
  if (has_loops) {
    CHECK(seen.kept > 0);
    CHECK(seen.of_sums > 0);
  }
}

}  // namespace

TEST_CASE("derivatives of random networks whose slices 2, 4 and 8 ranks share") {
  check_random(6, false);
}

TEST_CASE("derivatives of random networks whose sums end early on 2, 4 and 8 ranks") {
  check_random(6, true);
}

TEST_CASE("derivatives of 24 random networks on 2, 4 and 8 ranks", "[.long]") {
  for (const bool has_loops : {false, true}) check_random(12, has_loops);
}
