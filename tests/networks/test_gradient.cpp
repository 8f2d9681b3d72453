// Derivatives with respect to an element are the value of the network with that element 1 and all others of its tensor 0.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "physics/networks/evaluate.h"
#include "physics/networks/gradient.h"
#include "tests/arrays/random_networks.h"
#include "tests/networks/sliced_lattices.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

std::vector<double> scaled(const Gradient& gradient, std::size_t tensor) {
  std::vector<double> numbers = gradient.environments.numbers[tensor];
  for (double& number : numbers)
    number = std::ldexp(number, static_cast<int>(gradient.exponents[tensor]));
  return numbers;
}

/// Without open axes, every label in a tensor.
Network random_closed(std::mt19937& random) {
  while (true) {
    Network network = random_network(random);
    if (network.tensors.empty()) continue;
    network.open.clear();
    for (Label label = 0; label < network.extents.size(); ++label) {
      bool stands = false;
      for (const auto& axes : network.tensors)
        stands = stands || std::ranges::count(axes, label) > 0;
      if (!stands) network.tensors[random() % network.tensors.size()].push_back(label);
    }
    return network;
  }
}

/// Sums that end early or last, with values of loops kept or not.
std::vector<ReverseSweep> sweeps_of(const Network& network, const Order& order) {
  std::vector<ReverseSweep> sweeps;
  for (const std::vector<Label>& outer : {order.sliced, std::vector<Label>()}) {
    for (const double elements : {0.0, 1e18})
      sweeps.push_back(reverse_sweep(network, order, slice_loops(network, order, outer), elements));
  }
  return sweeps;
}

std::size_t kept_loops(const ReverseSweep& sweep) {
  return static_cast<std::size_t>(std::ranges::count_if(sweep.places, &SweepPlace::is_kept));
}

bool is_same(const Gradient& a, const Gradient& b) {
  return a.exponents == b.exponents && a.environments.numbers == b.environments.numbers;
}

double log_z(const Network& network, const TensorValues& values, const Plan& plan) {
  const Value value = evaluate(network, plan, values, Element::f64, 1);
  return std::log(value.numbers[0].real()) + static_cast<double>(value.exponent) * std::log(2.0);
}

}  // namespace

TEST_CASE(
    "gradients of random networks are values with one element alone, with and without slices") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::size_t loops = 0, kept = 0;
  for (int run = 0; run < 100; ++run) {
    const Network network = random_closed(random);
    std::vector<std::vector<std::int64_t>> arrays;
    TensorValues values;
    for (const auto& axes : network.tensors) {
      auto& array = arrays.emplace_back(*element_count(network, axes));
      for (std::int64_t& element : array) element = static_cast<std::int64_t>(random() % 7) - 3;
      values.numbers.emplace_back(array.begin(), array.end());
    }
    Order order = random_order(network, random);
    for (Label label = 0; label < network.extents.size(); ++label) {
      order.sliced.push_back(label);
      if (random() % 2 == 0 || *element_count(network, order.sliced) > 64) order.sliced.pop_back();
    }
    std::ranges::shuffle(order.sliced, random);
    TensorValues turned{true, {}};
    for (const auto& numbers : values.numbers) {
      auto& own = turned.numbers.emplace_back();
      for (const double number : numbers) own.insert(own.end(), {0, number});
    }
    const std::complex<double> turn =
        std::pow(std::complex<double>(0, 1), static_cast<double>(network.tensors.size() - 1));
    std::vector<Gradient> gradients;
    const std::vector<ReverseSweep> sweeps = sweeps_of(network, order);
    for (const ReverseSweep& sweep : sweeps) {
      gradients.push_back(networks::gradient(network, order, sweep, values, 1));
      CHECK(static_cast<double>(gradients.back().most_elements) <= sweep.elements);
    }
    loops += sweeps.back().places.size() - SliceLoops::first_loop;
    kept += kept_loops(sweeps.back());
    const Gradient complex = networks::gradient(network, order, sweeps.back(), turned, 2);
    const ArrayGraph graph = graph_of(network);
    for (std::size_t t = 0; t < network.tensors.size(); ++t) {
      auto changed = arrays;
      const std::vector<double> both = scaled(complex, t);
      for (std::size_t k = 0; k < arrays[t].size() && k < 20; ++k) {
        std::ranges::fill(changed[t], 0);
        changed[t][k] = 1;
        const auto expected =
            static_cast<double>(interpret(graph, changed, Numbers<std::int64_t>())[0][0]);
        // Off the diagonal of a tensor with a label twice nothing depends on an element.
        for (const Gradient& gradient : gradients) CHECK(scaled(gradient, t)[k] == expected);
        CHECK(std::abs(std::complex<double>(both[2 * k], both[2 * k + 1]) - turn * expected) <=
              1e-12 * std::abs(expected));
      }
    }
  }
  CHECK(loops > 50);
  CHECK(kept > 10);
}

TEST_CASE("sweeps through loops keep as many values as memory holds, and have the same bits") {
  const Lattice own = lattice(6, 2, 6);
  const TensorValues values = random_values(own.network, 8);
  const std::vector<ReverseSweep> sweeps = sweeps_of(own.network, own.order);
  const ReverseSweep &slices = sweeps[0], &none = sweeps[2], &all = sweeps[3];
  REQUIRE(all.places.size() - SliceLoops::first_loop > 5);
  CHECK(kept_loops(none) == 0);
  // A loop over nothing but the step that it sums has nothing to keep.
  CHECK(kept_loops(all) > 3);
  CHECK(none.products > all.products);
  CHECK(none.products < slices.products / 4);
  const Gradient expected = networks::gradient(own.network, own.order, slices, values, 1);
  const Gradient first = networks::gradient(own.network, own.order, none, values, 1);
  for (std::size_t t = 0; t < own.network.tensors.size(); ++t) {
    const std::vector<double> found = scaled(first, t), wanted = scaled(expected, t);
    const double most =
        *std::ranges::max_element(wanted, {}, [](double number) { return std::abs(number); });
    for (std::size_t k = 0; k < found.size(); ++k)
      CHECK(std::abs(found[k] - wanted[k]) <= 1e-12 * std::abs(most));
  }
  // As memory falls below what is needed, loops keep less, and then become slices.
  std::size_t steps = 0;
  std::uint64_t memory = std::uint64_t{1} << 40U;
  while (true) {
    const ReverseSweep sweep = gradient_sweep(own.network, own.order, {}, false, memory, 1);
    const std::uint64_t bytes = gradient_bytes(own.network, sweep, false, 1);
    if (bytes > memory) break;
    CHECK(sweep.products >= all.products);
    CHECK(sweep.products <= slices.products);
    if (sweep.products <= none.products) {
      const Gradient found =
          networks::gradient(own.network, own.order, sweep, values, 1 + steps % 4);
      CHECK(static_cast<double>(found.most_elements) <= sweep.elements);
      CHECK(static_cast<double>(found.most_elements) >= sweep.elements / 2);
      CHECK(is_same(found, first));
    }
    memory = bytes - 1 - static_cast<std::uint64_t>(sweep.elements / 8);
    ++steps;
  }
  CHECK(steps > 3);
}

TEST_CASE("sweeps through loops agree with differences, of numbers far apart, too") {
  Lattice own = lattice(4, 2, 3);
  TensorValues values = random_values(own.network, 9);
  for (double& number : values.numbers[5]) number *= 0x1p-600;
  for (double& number : values.numbers[10]) number *= 0x1p-700;
  const Plan plan = make_plan(own.network, own.order, {}, slice_loops(own.network, own.order));
  REQUIRE(plan.loops.size() > 2);
  const Gradient gradient = networks::gradient(
      own.network, own.order,
      gradient_sweep(own.network, own.order, {}, false, std::uint64_t{1} << 30U, 1), values, 1);
  for (std::size_t t = 0; t < own.network.tensors.size(); ++t) {
    // The value is linear in each tensor: one whose numbers are all 0 but one.
    TensorValues one = values;
    std::ranges::fill(one.numbers[t], 0);
    one.numbers[t][1] = 1;
    const Value value = evaluate(own.network, plan, one, Element::f64, 1);
    const double found = gradient.environments.numbers[t][1];
    CHECK(std::ldexp(found, static_cast<int>(gradient.exponents[t] - value.exponent)) ==
          Approx(value.numbers[0].real()).epsilon(1e-11));
  }
}

TEST_CASE("the derivative of ln Z of an Ising lattice by its coupling is minus the energy") {
  constexpr std::uint32_t n = 4;
  constexpr double beta = 0.4, step = 1e-4;
  Network network;
  network.extents.assign(n * n, 2);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> bonds;
  for (std::uint32_t site = 0; site < n * n; ++site) {
    if (site % n + 1 < n) bonds.emplace_back(site, site + 1);
    if (site + n < n * n) bonds.emplace_back(site, site + n);
  }
  for (const auto& [a, b] : bonds) network.tensors.push_back({a, b});
  const auto at = [&](double coupling) {
    const double same = std::exp(coupling), other = std::exp(-coupling);
    return TensorValues{false,
                        std::vector<std::vector<double>>(bonds.size(), {same, other, other, same})};
  };
  SearchOptions options;
  options.moves = 10'000;
  const Planned planned = plan_search(network, options, Element::f64, std::uint64_t{1} << 28U, 1);
  const Gradient gradient = networks::gradient(network, planned.order, at(beta), 1);
  const double z = std::exp(log_z(network, at(beta), planned.plan));
  double derivative = 0;
  for (std::size_t t = 0; t < bonds.size(); ++t) {
    const std::vector<double> environment = scaled(gradient, t), numbers = at(beta).numbers[t];
    for (std::size_t k = 0; k < 4; ++k)
      derivative += environment[k] * numbers[k] * (k == 0 || k == 3 ? 1 : -1) / z;
  }
  double weights = 0, energy = 0;
  for (std::uint32_t state = 0; state < 1U << (n * n); ++state) {
    double bond_sum = 0;
    for (const auto& [a, b] : bonds) bond_sum += ((state >> a ^ state >> b) & 1U) != 0 ? -1 : 1;
    weights += std::exp(beta * bond_sum);
    energy -= bond_sum * std::exp(beta * bond_sum);
  }
  CHECK(derivative == Approx(-energy / weights).epsilon(1e-12));
  const double difference = (log_z(network, at(beta + step), planned.plan) -
                             log_z(network, at(beta - step), planned.plan)) /
                            (2 * step);
  CHECK(derivative == Approx(difference).epsilon(1e-6));
}

TEST_CASE("derivatives far beyond the range of doubles keep their exponent") {
  // A ring of 2000 matrices 1e-3 times the identity: each derivative is 1e-5997 times the identity.
  constexpr std::uint32_t length = 2000;
  Network ring;
  Order order;
  TensorValues values;
  for (std::uint32_t t = 0; t < length; ++t) {
    ring.extents.push_back(2);
    ring.tensors.push_back({t, (t + 1) % length});
    values.numbers.push_back({1e-3, 0, 0, 1e-3});
    if (t > 0) order.steps.push_back({t == 1 ? 0 : length + t - 2, t});
  }
  const Gradient gradient = networks::gradient(ring, order, values, 1);
  for (const std::size_t t : {0U, 77U, 1999U}) {
    const auto& numbers = gradient.environments.numbers[t];
    CHECK(std::log10(numbers[0]) + static_cast<double>(gradient.exponents[t]) * std::log10(2.0) ==
          Approx(-5997).epsilon(1e-12));
    CHECK(numbers[1] == 0);
  }
}
