// Distributions of orders among devices: what is chosen is as cheap as the best of all, never dearer than by simpler rules, keeps limits, and is
// planned fast.
#include <cmath>
#include <ctime>
#include <optional>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "compiler/arrays/device/rank_plan.h"
#include "compiler/arrays/distribute/distribute.h"
#include "compiler/arrays/search/search.h"
#include "tests/arrays/distributable_networks.h"
#include "tests/arrays/random_networks.h"
#include "tests/test_seed.h"

using namespace diagc::arrays;

namespace {

/// Arithmetic, memory and links take times of the same size, so that all of them matter.
DeviceModel random_model(std::mt19937& random) {
  const auto rate = [&] { return std::exp2(static_cast<double>(random() % 6)); };
  DeviceModel model;
  model.arithmetic_rate = 4 * rate();
  model.memory_rate = 4 * rate();
  model.near = {rate(), 0.1 * rate()};
  model.far = {rate() / 8, 0.2 * rate()};
  model.devices_of_node = 8;
  return model;
}

constexpr DistributionElement element{8, false};

std::optional<Distribution> distributed(const DividedNetwork& divided, const DeviceGrid& grid,
                                        const DeviceModel& model,
                                        const DistributeOptions& options) {
  try {
    return describe(divided, grid, model, element,
                    distribute(divided, grid, model, element, options));
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

std::uint64_t largest_value(const Network& network, const Order& order) {
  std::uint64_t largest = 0;
  for (const auto& labels : value_labels(network, order))
    largest = std::max(largest, *element_count(network, labels));
  return largest;
}

Order an_order(const Network& network, std::mt19937& random) {
  if (random() % 2 == 0) return random_order(network, random);
  SearchOptions options;
  options.moves = 200;
  options.seed = random();
  return search_order(network, options,
                      [](std::size_t parts, const std::function<void(std::size_t)>& body) {
                        for (std::size_t part = 0; part < parts; ++part) body(part);
                      });
}

void compare_with_rules(int runs, std::uint32_t devices_of_node) {
  const unsigned seed = diagc::test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  int compared = 0;
  for (int run = 0; run < runs; ++run) {
    const Network network = distributable_network(random, 4 + random() % 20, 8 + random() % 24);
    const Order order = an_order(network, random);
    const std::uint32_t devices = 2U << random() % 3;
    DeviceModel model = random_model(random);
    model.devices_of_node = devices_of_node;
    const DeviceGrid grid = make_grid(devices, devices_of_node);
    const DividedNetwork divided = divide(network, order, grid);
    DistributeOptions options;
    const std::uint64_t largest = largest_value(network, order);
    if (random() % 2 == 0)
      options.most_elements = std::max<std::uint64_t>(largest / devices * 2, 4);
    const auto best = distributed(divided, grid, model, options);
    if (best) CHECK(best->largest_shard <= options.most_elements);
    for (const DistributionRule rule :
         {DistributionRule::prefix, DistributionRule::when_forced, DistributionRule::one_device}) {
      options.rule = rule;
      const auto other = distributed(divided, grid, model, options);
      if (!other) continue;
      INFO("run " << run << " rule " << static_cast<int>(rule) << " devices " << devices);
      REQUIRE(best);
      CHECK(best->seconds <= other->seconds * (1 + 1e-12));
      ++compared;
    }
  }
  CHECK(compared > runs);
}

}  // namespace

TEST_CASE(
    "distributions take no longer than by the rules that redistribute always, when forced, or "
    "never") {
  compare_with_rules(200, 8);
}

TEST_CASE("distributions over nodes take no longer than by simpler rules") {
  compare_with_rules(100, 2);
}

// What is dropped by when labels end is nearly always dearer, but not always: a smaller operand may have been worth a share.
TEST_CASE("distributions are the cheapest of all, or nearly so") {
  const unsigned seed = diagc::test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  int exact = 0, all = 0;
  double worst = 1;
  for (int run = 0; run < 200; ++run) {
    const Network network = distributable_network(random, 3 + random() % 5, 6 + random() % 3);
    const Order order = an_order(network, random);
    const std::uint32_t devices = 2U << random() % 3;
    const DeviceModel model = random_model(random);
    const DeviceGrid grid = make_grid(devices, 8);
    const DividedNetwork divided = divide(network, order, grid);
    DistributeOptions options;
    if (random() % 2 == 0)
      options.most_elements =
          std::max<std::uint64_t>(largest_value(network, order) / devices * 2, 4);
    const auto best = distributed(divided, grid, model, options);
    options.exhaustive = true;
    const auto least = distributed(divided, grid, model, options);
    INFO("run " << run << " devices " << devices);
    REQUIRE(best.has_value() == least.has_value());
    if (!best) continue;
    CHECK(least->seconds <= best->seconds * (1 + 1e-12));
    ++all;
    if (best->seconds <= least->seconds * (1 + 1e-12)) ++exact;
    worst = std::max(worst, best->seconds / least->seconds);
  }
  CHECK(exact >= all * 17 / 20);
  CHECK(worst < 1.4);
}

TEST_CASE("distributions of 500 tensors among 8 devices are planned in a tenth of a second") {
  std::mt19937 random(7);
  double worst = 0;
  for (int run = 0; run < 3; ++run) {
    Network network;
    network.tensors.resize(500);
    for (std::uint32_t t = 0; t < 500; ++t) {
      for (int bond = 0; bond < 2; ++bond) {
        const std::uint32_t other = (t + 1 + random() % (bond == 0 ? 3 : 30)) % 500;
        const auto label = static_cast<Label>(network.extents.size());
        network.extents.push_back(2);
        network.tensors[t].push_back(label);
        network.tensors[other].push_back(label);
      }
    }
    SearchOptions options;
    options.moves = 500'000;
    const Order order = search_order(network, options, [](std::size_t parts, const auto& body) {
      for (std::size_t part = 0; part < parts; ++part) body(part);
    });
    const DeviceModel model = h200(true);
    const DeviceGrid grid = make_grid(8, 8);
    const std::clock_t start = std::clock();
    const DividedNetwork divided = divide(network, order, grid);
    const auto best =
        describe(divided, grid, model, element, distribute(divided, grid, model, element));
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    CHECK(best.seconds > 0);
    worst = std::max(worst, seconds);
  }
  // A tenth of a second on a machine that does nothing else.
  CHECK(worst < 0.5);
}

TEST_CASE("labels are divided so that arrays stay as they lie, and the grid can be filled") {
  const Network network{{12, 5, 8, 2}, {{0, 1}, {2, 0}, {3, 2}}, {0, 3}};
  const Order order{{{0, 1}, {3, 2}}, {3}};
  const DividedNetwork divided = divide(network, order, make_grid(12, 8 + 4));
  CHECK(divided.network.extents == std::vector<std::uint64_t>{2, 2, 3, 5, 2, 2, 2, 2});
  CHECK(divided.network.tensors ==
        std::vector<std::vector<Label>>{{0, 1, 2, 3}, {4, 5, 6, 0, 1, 2}, {7, 4, 5, 6}});
  CHECK(divided.network.open == std::vector<Label>{0, 1, 2, 7});
  CHECK(divided.order.steps == order.steps);
  CHECK(divided.order.sliced == std::vector<Label>{7});
  CHECK(divided.origin == std::vector<Label>{0, 0, 0, 1, 2, 2, 2, 3});
  CHECK(divided.part == std::vector<std::uint32_t>{0, 1, 2, 0, 0, 1, 2, 0});
  CHECK_THROWS_WITH(divide({{6, 3}, {{0, 1}, {1}}, {}}, {{{0, 1}}, {}}, make_grid(8, 8)),
                    "found 8 devices, expected at most 2: the extents of the labels that are not "
                    "sliced have no more factors "
                    "to divide among them");
  CHECK_THROWS_WITH(
      divide({{6}, {{0}}, {}}, {}, make_grid(2, 8)),
      "found a network of 1 tensor, expected two or more to contract on several devices");
  CHECK_THROWS_WITH(make_grid(0, 8), "found 0 devices, expected 1 to 4096");
  CHECK_THROWS_WITH(make_grid(5000, 8), "found 5000 devices, expected 1 to 4096");
  CHECK_THROWS_WITH(make_grid(12, 8),
                    "found 12 devices in nodes of 8, expected a whole number of nodes");
}

TEST_CASE("choices that are none for a network are refused") {
  // c[0 2] = Σ over 1 of a[0 1] b[1 2]
  const Network network{{2, 2, 2}, {{0, 1}, {1, 2}}, {0, 2}};
  const DeviceGrid grid = make_grid(2, 8);
  const DividedNetwork divided = divide(network, {{{0, 1}}, {}}, grid);
  const auto refusal = [&](std::vector<DistributionChoice::Step> steps) -> std::string {
    try {
      describe(divided, grid, h200(true), element, {std::move(steps)});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal({{{0}, {0}}}).empty());
  CHECK(refusal({{{1}, {2}}}).empty());
  CHECK(refusal({{{1}, {no_label}}}).empty());
  CHECK(refusal({}) == "found places for 0 steps, expected 1");
  CHECK(refusal({{{0, 1}, {0}}}) == "found places for another number of axes of devices at step 0");
  CHECK(refusal({{{7}, {0}}}) == "found a place for a label that is not there at step 0");
  CHECK(refusal({{{1}, {1}}}) == "found a place for a label that is not there at step 0");
  CHECK(refusal({{{0}, {2}}}) == "found a result at another place than where it is made at step 0");
  CHECK(refusal({{{no_label}, {0}}}) ==
        "found a result at another place than where it is made at step 0");
  const DeviceGrid wide = make_grid(4, 8), three = make_grid(3, 8);
  const auto other = [&](const DeviceGrid& own, const DistributionChoice& choice) -> std::string {
    try {
      describe(divided, own, h200(true), element, choice);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(other(three, {{{{0}, {0}}}}) ==
        "found a label of another extent than its axis of devices has at step 0");
  CHECK(other(wide, {{{{0, 0}, {0, 0}}}}) == "found two places for one label at step 0");
}

TEST_CASE("exchanges are those that one counts by hand") {
  // (a b) d of 8 × 8 matrices on 2 nodes of 2 devices; labels of three parts each: rows 0–2, then 3–5, 6–8, columns 9–11.
  const Network network{{8, 8, 8, 8}, {{0, 1}, {1, 2}, {2, 3}}, {0, 3}};
  const DeviceGrid grid = make_grid(4, 2);
  const DividedNetwork divided = divide(network, {{{0, 1}, {3, 2}}, {}}, grid);
  REQUIRE(divided.network.extents == std::vector<std::uint64_t>(12, 2));
  // A summed label between nodes: every device sends half of its 32 partial sums. Then both labels of the result change their axes: of four devices
  // two have what they need, two swap their 16 elements.
  const Distribution swap =
      describe(divided, grid, h200(true), element, {{{{3, 0}, {6, 0}}, {{0, 6}, {0, 9}}}});
  REQUIRE(swap.steps.size() == 2);
  REQUIRE(swap.steps[0].exchanges.size() == 2);
  CHECK(swap.steps[0].exchanges[0].kind == Exchange::Kind::reduce_scatter);
  CHECK(swap.steps[0].exchanges[0].elements == 64);
  CHECK(swap.steps[0].exchanges[0].far_elements == 64);
  CHECK(swap.steps[0].exchanges[1].kind == Exchange::Kind::redistribute);
  CHECK(swap.steps[0].exchanges[1].elements == 32);
  CHECK(swap.steps[0].exchanges[1].far_elements == 32);
  // Parts of sums in a node: half of 32 from the neighbour.
  REQUIRE(swap.steps[1].exchanges.size() == 1);
  CHECK(swap.steps[1].exchanges[0].elements == 64);
  CHECK(swap.steps[1].exchanges[0].far_elements == 0);
  CHECK(swap.bytes == 8 * 160);
  CHECK(swap.far_bytes == 8 * 96);
  CHECK(swap.largest_shard == 32);
  // All sums on all devices, of which each then takes what it needs; a gather to the second step.
  const Distribution gather =
      describe(divided, grid, h200(true), element,
               {{{{3, 0}, {no_label, 0}}, {{no_label, no_label}, {no_label, no_label}}}});
  REQUIRE(gather.steps[0].exchanges.size() == 2);
  CHECK(gather.steps[0].exchanges[0].kind == Exchange::Kind::all_reduce);
  CHECK(gather.steps[0].exchanges[0].elements == 4 * 32);
  CHECK(gather.steps[0].exchanges[1].kind == Exchange::Kind::gather);
  CHECK(gather.steps[0].exchanges[1].elements == 4 * 32);
  CHECK(gather.steps[0].exchanges[1].far_elements == 0);
  CHECK(gather.steps[1].exchanges.empty());
}

TEST_CASE("sums stay in parts to the end where nothing else lies along their axis of devices") {
  constexpr DistributionElement in_parts{8, false, true};
  // (a b) (c d) around a ring of extent 2; every step sums.
  const Network network{{2, 2, 2, 2}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {}};
  const Order order{{{0, 1}, {2, 3}, {4, 5}}, {}};
  const DeviceGrid grid = make_grid(2, 8);
  const DividedNetwork divided = divide(network, order, grid);
  const auto of = [&](std::vector<DistributionChoice::Step> steps) {
    return describe(divided, grid, h200(true), in_parts, {std::move(steps)});
  };
  const auto exchanges = [](const Distribution& distribution) {
    std::size_t count = 0;
    for (const DistributedStep& step : distribution.steps) count += step.exchanges.size();
    return count;
  };
  const auto parts_of = [](const Distribution& distribution, std::uint32_t value) {
    return std::ranges::find(distribution.steps, value, &DistributedStep::c)->parts;
  };
  const Placement free{no_label};
  // From where it is summed to the result.
  const Distribution one = of({{{1}, free}, {free, free}, {free, free}});
  CHECK(exchanges(one) == 0);
  CHECK(one.bytes == 0);
  CHECK(parts_of(one, 4) == Placement{1});
  CHECK(parts_of(one, 5) == free);
  CHECK(parts_of(one, 6) == Placement{1});
  CHECK(rank_plan(one, false).result == Placement{1});
  // A product has parts of one operand: the other one is added.
  const Distribution both = of({{{1}, free}, {{3}, free}, {free, free}});
  CHECK(exchanges(both) == 1);
  CHECK((parts_of(both, 4) == free) != (parts_of(both, 5) == free));
  CHECK(parts_of(both, 6) != free);
  // Another label takes the axis.
  const Distribution taken = of({{{1}, free}, {free, free}, {{0}, free}});
  CHECK(exchanges(taken) > 0);
  CHECK(parts_of(taken, 4) == free);
  CHECK(parts_of(taken, 6) == Placement{0});
  const Distribution scattered = of({{{1}, {0}}, {free, free}, {{0}, free}});
  CHECK(parts_of(scattered, 4) == free);
  CHECK(exchanges(scattered) > 0);
  // Nothing stays where nobody would add it.
  CHECK(exchanges(describe(divided, grid, h200(true), element,
                           {{{{1}, free}, {free, free}, {free, free}}})) == 1);
}

TEST_CASE("a result that is larger than the sum is added before") {
  const Network network{{2, 2, 8, 8}, {{0, 1}, {1}, {0, 2}, {0, 3}}, {2, 3}};
  const DeviceGrid grid = make_grid(2, 8);
  const DividedNetwork divided = divide(network, {{{0, 1}, {4, 2}, {5, 3}}, {}}, grid);
  const Placement free(1, no_label);
  const Distribution distribution = describe(divided, grid, h200(true), {8, false, true},
                                             {{{{1}, free}, {free, free}, {free, free}}});
  CHECK(distribution.steps[0].parts == free);
  CHECK(distribution.steps[0].exchanges.size() == 1);
}
