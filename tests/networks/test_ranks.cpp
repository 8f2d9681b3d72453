// Contractions on simulated ranks give what one rank gives, send what was planned, and keep the limit of memory.
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/distribute/distribute.h"
#include "compiler/arrays/search/search.h"
#include "physics/networks/evaluate.h"
#include "physics/networks/shards.h"
#include "tests/arrays/distributable_networks.h"
#include "tests/arrays/random_networks.h"
#include "tests/networks/thread_links.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// Links are fast, so that much is exchanged; or slow.
DeviceModel model_of(std::mt19937& random) {
  DeviceModel model;
  const auto rate = [&] { return std::exp2(static_cast<double>(random() % 7)); };
  model.arithmetic_rate = 4 * rate();
  model.memory_rate = rate();
  model.near = {4 * rate(), 0};
  model.far = {2 * rate(), 0};
  return model;
}

/// Unlike any order that one would search, with slices now and then. Labels with many values are left for the ranks.
Order order_of(const Network& network, std::mt19937& random) {
  Order order = random_order(network, random);
  if (random() % 2 == 0) {
    SearchOptions options;
    options.moves = 500;
    options.seed = random();
    order = search_order(network, options, [](std::size_t parts, const auto& body) {
      for (std::size_t part = 0; part < parts; ++part) body(part);
    });
  }
  for (Label label = 6; label < network.extents.size() && order.sliced.size() < 3; ++label) {
    if (random() % 3 == 0) order.sliced.push_back(label);
  }
  return order;
}

std::uint64_t largest_value(const Network& network, const Order& order) {
  std::uint64_t largest = 0;
  for (const auto& labels : value_labels(network, order))
    largest = std::max(largest, *element_count(network, labels));
  return largest;
}

struct Compared {
  int exchanging = 0;                              ///< distributions that send something
  int reducing = 0;                                ///< with parts of sums
  int in_parts = 0;                                ///< values that stay in parts to the end
  int exchanging_in_loops = 0, summing_loops = 0;  ///< steps
};

std::uint64_t element_size(Element element) {
  return element == Element::f32 || element == Element::count ? 4
         : element == Element::f64 || element == Element::c64 ? 8
                                                              : 16;
}

/// The same ranks, shared out among processes, give the same bits, and send as much.
void compare_processes(const Evaluation& one, const Network& network, const Plan& plan,
                       const TensorValues& values, Element element,
                       const Distribution& distribution, std::uint32_t processes) {
  INFO(processes << " processes");
  const Value expected = value_of(one.state());
  std::vector<Value> found(processes);
  std::vector<RankCounts> counts(processes);
  run_linked(processes, [&](RankLinks& links) {
    Evaluation own(network, plan, values, element, 1);
    own.distribute(distribution, &links);
    own.run(0, plan.slices, [] { return true; });
    found[links.process()] = value_of(own.state());
    counts[links.process()] = own.rank_counts();
  });
  RankCounts all;
  for (const RankCounts& own : counts) all.add(own);
  CHECK(all.sent.messages == one.rank_counts().sent.messages);
  CHECK(all.sent.elements == one.rank_counts().sent.elements);
  CHECK(all.sent.far_elements == one.rank_counts().sent.far_elements);
  CHECK(all.largest_shard == one.rank_counts().largest_shard);
  CHECK(all.peak == one.rank_counts().peak);
  for (const Value& value : found) {
    CHECK(value.numbers == expected.numbers);
    CHECK(value.exponent == expected.exponent);
    CHECK(value.count == expected.count);
    CHECK(value.max == expected.max);
  }
}

/// Sums over sliced labels end early, but for those over `outer`.
void compare(const Network& network, const Order& order, const std::vector<Label>& outer,
             const TensorValues& values, Element element, std::uint32_t devices,
             std::uint32_t devices_of_node, std::mt19937& random, Compared& compared) {
  const Plan plan = make_plan(network, order, {}, slice_loops(network, order, outer));
  const DeviceModel model = model_of(random);
  const DeviceGrid grid = make_grid(devices, devices_of_node);
  const DistributionElement of_plan{element_size(element), is_complex(element),
                                    is_floating(element) && random() % 2 == 0};
  const DividedNetwork divided = divide(network, order, grid, outer);
  // The least memory with which it goes, or plenty.
  DistributeOptions options;
  DistributionChoice choice;
  if (random() % 3 > 0) options.most_elements = largest_value(network, order) / devices + 1;
  while (true) {
    try {
      choice = distribute(divided, grid, model, of_plan, options);
      break;
    } catch (const std::runtime_error&) {
      options.most_elements *= 2;
    }
  }
  const Distribution distribution = describe(divided, grid, model, of_plan, choice);
  CHECK(distribution.largest_shard <= options.most_elements);
  for (const DistributedStep& step : distribution.steps) {
    compared.exchanging += !step.exchanges.empty();
    compared.in_parts += std::ranges::count(step.parts, no_label) < std::ssize(step.parts);
    compared.exchanging_in_loops += !step.exchanges.empty() && step.exchange_runs > 1;
    compared.summing_loops += step.runs > step.exchange_runs;
    for (const Exchange& exchange : step.exchanges)
      compared.reducing += exchange.kind == Exchange::Kind::reduce_scatter;
  }

  Evaluation alone(network, plan, values, element, 1), shared(network, plan, values, element, 1);
  shared.distribute(distribution);
  alone.run(0, plan.slices, [] { return true; });
  shared.run(0, plan.slices, [] { return true; });
  const Value expected = value_of(alone.state()), found = value_of(shared.state());
  CHECK(found.count == expected.count);
  CHECK(found.max == expected.max);
  REQUIRE(found.numbers.size() == expected.numbers.size());
  double largest = 0, difference = 0;
  for (std::size_t k = 0; k < found.numbers.size(); ++k) {
    const auto shift = static_cast<int>(found.exponent - expected.exponent);
    const std::complex<double> own(std::ldexp(found.numbers[k].real(), shift),
                                   std::ldexp(found.numbers[k].imag(), shift));
    largest = std::max(largest, std::abs(expected.numbers[k]));
    difference = std::max(difference, std::abs(own - expected.numbers[k]));
  }
  // Numbers are positive but for a few, so that sums do not cancel to rounding errors.
  CHECK(difference <= (is_single(element) ? 1e-4 : 1e-11) * largest);

  const RankCounts& counts = shared.rank_counts();
  const auto primes = static_cast<double>(shared.state().passes.size());
  const auto bytes = static_cast<double>(of_plan.bytes);
  CHECK(static_cast<double>(counts.sent.elements) * bytes == primes * distribution.bytes);
  CHECK(static_cast<double>(counts.sent.far_elements) * bytes == primes * distribution.far_bytes);
  CHECK(counts.largest_shard <= distribution.largest_shard);
  CHECK(counts.largest_shard <= options.most_elements);
  CHECK(counts.peak <= distribution.peak);
  const std::uint32_t processes = random() % 2 == 0 ? devices : devices % 2 == 0 ? 2 : 3;
  compare_processes(shared, network, plan, values, element, distribution, processes);
}

Compared compare_random(int runs) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  Compared compared;
  for (int run = 0; run < runs; ++run) {
    const Network network = distributable_network(random, 2 + random() % 9, 6 + random() % 10);
    const Order order = order_of(network, random);
    if (std::exp2(cost(network, order).log2_width) > 1 << 18U) continue;
    const std::vector<Label> outer = random() % 3 == 0 ? order.sliced : std::vector<Label>();
    const bool has_axes = !network.open.empty();
    const auto element = static_cast<Element>(random() % (has_axes ? 4 : 6));
    TensorValues values = filled(network, {Fill::Kind::random, 1, random()}, is_complex(element));
    for (auto& numbers : values.numbers) {
      for (double& number : numbers)
        number = element == Element::count ? std::floor(100 * number) : 0.9 + number;
    }
    INFO("run " << run << ", element " << element_names[static_cast<int>(element)]);
    for (const std::uint32_t devices : {2U, 4U, 8U}) {
      INFO(devices << " ranks");
      compare(network, order, outer, values, element, devices, random() % 2 == 0 ? 2 : 8, random,
              compared);
    }
  }
  return compared;
}

}  // namespace

TEST_CASE(
    "random networks on 2, 4 and 8 simulated ranks give what one gives and send what is planned") {
  const Compared compared = compare_random(40);
  CHECK(compared.exchanging > 40);
  CHECK(compared.reducing > 5);
  CHECK(compared.in_parts > 5);
  CHECK(compared.exchanging_in_loops > 5);
  CHECK(compared.summing_loops > 20);
}

TEST_CASE("500 random networks on 2, 4 and 8 simulated ranks", "[.long]") {
  const Compared compared = compare_random(500);
  CHECK(compared.exchanging > 500);
}

TEST_CASE("ranks along axes of 3 and 2 share networks whose labels divide so") {
  std::mt19937 random(11);
  // A ring of matrices.
  const Network network{{6, 12, 6, 18}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {}};
  const Order order{{{0, 1}, {4, 2}, {5, 3}}, {}};
  const TensorValues values = filled(network, {Fill::Kind::random, 1, 3}, false);
  Compared compared;
  for (const std::uint32_t devices : {3U, 6U, 12U}) {
    compare(network, order, order.sliced, values, Element::f64, devices, devices == 12 ? 6 : 12,
            random, compared);
  }
  CHECK(compared.exchanging > 0);
}

TEST_CASE("pieces of zeros have the power of two of the others, whatever theirs was") {
  std::vector<ScaledArray<double>> pieces{{{0, 0}, 7}, {{1, -1.5}, 3}, {{1, 0}, 1}};
  const std::int64_t exponent = common_exponent(pieces);
  CHECK(exponent == 3);
  for (auto& piece : pieces) bring_to(piece, exponent);
  const std::vector<double> expected[] = {{0, 0}, {1, -1.5}, {0.25, 0}};
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    CHECK(pieces[k].values == expected[k]);
    CHECK(pieces[k].exponent == exponent);
  }
}
