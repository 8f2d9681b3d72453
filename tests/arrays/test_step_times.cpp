// Times of steps that the search makes small: by hand, as plans have them, and the same after moves as from scratch.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <catch2/catch.hpp>

#include "compiler/arrays/distribute/distribution.h"
#include "compiler/arrays/machine_times.h"
#include "compiler/arrays/plan.h"
#include "compiler/arrays/search/anneal.h"
#include "compiler/arrays/search/greedy.h"
#include "compiler/arrays/search/search.h"
#include "tests/arrays/random_networks.h"

using namespace diagc::arrays;

namespace {

void serial(std::size_t parts, const std::function<void(std::size_t)>& body) {
  for (std::size_t part = 0; part < parts; ++part) body(part);
}

const PlaceOptions core{.element_bytes = 4, .products = true};

/// log2 of the seconds of all slices by place().
double planned(const Network& network, const Order& order) {
  const Plan plan = make_plan(network, order, core);
  double seconds = 0;
  for (const PlanKernel& kernel : plan.kernels)
    seconds += kernel.seconds * (kernel.once ? 1 : static_cast<double>(plan.slices));
  return std::log2(seconds);
}

StepTimes random_times(int kind) {
  if (kind % 3 == 0) return processor_times(core);
  if (kind % 3 == 1) return device_times(h200(true), 8, true, 1);
  return device_times(h200(false), 16, true, 4);
}

}  // namespace

TEST_CASE("a tree takes the time of its steps, counted by hand") {
  // Chain A[x y] B[y z] C[z w] with extents 2^8, 2^10, 2^9, 2^8, from the left.
  Network network;
  network.extents = {256, 1024, 512, 256};
  network.tensors = {{0, 1}, {1, 2}, {2, 3}};
  network.open = {0, 3};
  const SearchProblem problem(network);
  REQUIRE(problem.leaves() == 3);
  const DeviceModel model = h200(true);

  const StepTimes device = device_times(model, 8, true, 1);
  const ContractionTree tree(problem, {{0, 1}, {3, 2}}, {Minimise::time, &device});
  const double first = step_seconds(model, 8 * 0x1p27, 8 * (0x1p18 + 0x1p19 + 0x1p17));
  const double second = step_seconds(model, 8 * 0x1p25, 8 * (0x1p17 + 0x1p17 + 0x1p16));
  CHECK(std::exp2(tree.score()) == Approx(first + second).epsilon(1e-5));

  // Two devices that share all arrays: half of everything but launches, and of the main operand the summed part of its labels crosses the link.
  const StepTimes two = device_times(model, 8, true, 2);
  const ContractionTree shared(problem, {{0, 1}, {3, 2}}, {Minimise::time, &two});
  const double link = 8 * 0.5 / 2 / model.near.rate;
  const double halves = (first + second - 2 * model.launch) / 2 + 2 * model.launch;
  CHECK(std::exp2(shared.score()) ==
        Approx(halves + link * (0x1p19 * 10 / 19 + 0x1p17 * 9 / 17)).epsilon(1e-5));

  // A core: both steps are products of matrices in packed panels, of arrays in the second level of memory; the last result lies in the
  // cache, which is almost five times as fast.
  const StepTimes processor = processor_times(core);
  const ContractionTree own(problem, {{0, 1}, {3, 2}}, {Minimise::time, &processor});
  const auto product = [](double products, double elements) {
    const double work = 2 * products / (110e9 * 0.95), moved = 4 * elements / 25e9 * 12 / 5;
    return std::max(work, moved) + 0.3 * std::min(work, moved) + 3e-6;
  };
  CHECK(std::exp2(own.score()) == Approx(product(0x1p27, 0x1p18 + 0x1p19 + 0x1p17) +
                                         product(0x1p25, 0x1p17 + 0x1p17 + 0x1p16 / 4.8))
                                      .epsilon(1e-4));
}

TEST_CASE("times by tables are those of the formula") {
  std::mt19937 random(21);
  const auto bits = [&](unsigned most) { return static_cast<float>(random() % (8 * most)) / 8; };
  const auto size = [](float a, float b, float c) { return a + b + c; };
  for (int run = 0; run < 20'000; ++run) {
    StepTimes times = random_times(run);
    times.step = -StepTimes::never;
    const float batch = bits(run % 2 == 0 ? 2 : 12), rows = bits(24), columns = bits(14),
                summed = bits(14);
    const float a = size(batch, rows, summed), b = size(batch, columns, summed),
                c = size(batch, rows, columns), products = batch + rows + columns + summed;
    const double exact = log2_seconds(times, products, a, b, c);
    CHECK(std::abs(step_cost(products, a, b, c, {Minimise::time, &times}) - exact) < 0.12);
    CHECK(log2_seconds(times, products, b, a, c) == exact);
  }
}

TEST_CASE("costs after moves and slices are those of the same tree from scratch") {
  std::mt19937 random(22);
  std::mt19937_64 moves(23);
  for (int run = 0; run < 60; ++run) {
    Network network = regular(24, 3, 2, random);
    for (std::uint64_t& extent : network.extents) extent = 2 + random() % 3;
    const StepTimes times = random_times(run);
    const Objective objective{run % 4 == 3 ? Minimise::flops : Minimise::time, &times};
    const SearchProblem problem(network);
    ContractionTree tree(problem, greedy_pairs(problem, 0.5, moves), objective);
    tree.anneal(500, 1, {.objective = objective}, moves);
    const std::size_t bit = tree.best_slice(tree.log2_width() - 1, 1, moves);
    tree.slice(bit);
    tree.anneal(500, 2, {.objective = objective, .limit = 5, .weight = 1}, moves);
    if (run % 2 == 0) tree.restore(bit);
    ContractionTree fresh(problem, tree.pairs(), objective);
    if (run % 2 == 1) fresh.slice(bit);
    CHECK(tree.score() == Approx(fresh.score()).margin(1e-5));
    const auto costs = [](const ContractionTree& of) {
      std::vector<float> sorted;
      for (const auto& node : of.nodes()) sorted.push_back(node.cost);
      std::ranges::sort(sorted);
      return sorted;
    };
    const std::vector<float> now = costs(tree), again = costs(fresh);
    for (std::size_t k = 0; k < now.size(); ++k) CHECK(now[k] == Approx(again[k]).margin(1e-4));
  }
}

TEST_CASE(
    "the search's times agree with those of plans, and orders by them take less than those of "
    "fewest products") {
  std::mt19937 random(24);
  double by_time = 0, by_products = 0;
  for (int run = 0; run < 6; ++run) {
    const Network network = run < 3 ? regular(90, 3, 2, random) : regular(40, 3, 4, random);
    SearchOptions options;
    options.moves = 1'000'000;
    options.times = processor_times(core);
    if (run % 3 == 2) options.most_log2_elements = 14;
    const Order timed = search_order(network, options, serial);
    options.minimise = Minimise::flops;
    const Order fewest = search_order(network, options, serial);
    for (const Order& order : {timed, fewest}) {
      const auto labels = value_labels(network, order);
      const auto log2_size = [&](const std::vector<Label>& own) {
        double sum = 0;
        for (const Label label : own) sum += std::log2(static_cast<double>(network.extents[label]));
        return sum;
      };
      double seconds = 0;
      for (std::size_t step = 0; step < order.steps.size(); ++step) {
        const auto [a, b] = order.steps[step];
        std::vector<Label> both;
        std::ranges::set_union(labels[a], labels[b], std::back_inserter(both));
        seconds += std::exp2(log2_seconds(options.times, log2_size(both), log2_size(labels[a]),
                                          log2_size(labels[b]),
                                          log2_size(labels[network.tensors.size() + step])) +
                             log2_size(order.sliced));
      }
      INFO("run " << run);
      CHECK(std::abs(std::log2(seconds) - planned(network, order)) < 1);
    }
    by_time += planned(network, timed);
    by_products += planned(network, fewest);
    CHECK(planned(network, timed) < planned(network, fewest) + 0.3);
  }
  CHECK(by_time < by_products);
}
