// What plans compute is what the interpreter computes, for every kind of element, in any order, with slices, on any number of threads.
#include <cmath>
#include <complex>
#include <cstring>

#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "physics/networks/execute.h"
#include "physics/networks/order_file.h"
#include "tests/arrays/random_networks.h"
#include "tests/networks/all_slices.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

constexpr std::uint32_t prime = 2147483629;

using Numbers64 = std::vector<std::vector<std::int64_t>>;

Numbers64 random_numbers(const Network& network, std::mt19937& random) {
  Numbers64 arrays;
  for (const auto& axes : network.tensors) {
    auto& array = arrays.emplace_back(*element_count(network, axes));
    for (std::int64_t& element : array) element = static_cast<std::int64_t>(random() % 7) - 3;
  }
  return arrays;
}

template <class Value, class F>
std::vector<ScaledArray<Value>> converted(const Numbers64& arrays, const F& convert) {
  std::vector<ScaledArray<Value>> result;
  for (const auto& array : arrays) {
    auto& own = result.emplace_back();
    for (const std::int64_t element : array) own.values.push_back(convert(element));
    normalise(own);
  }
  return result;
}

/// A random network of at least one tensor, in which every label stands.
Network random_plannable(std::mt19937& random, RandomSizes sizes) {
  while (true) {
    Network network = random_network(random, sizes);
    if (network.tensors.empty()) continue;
    for (Label label = 0; label < network.extents.size(); ++label) {
      bool stands = false;
      for (const auto& axes : network.tensors)
        stands = stands || std::ranges::count(axes, label) > 0;
      if (!stands) network.tensors[random() % network.tensors.size()].push_back(label);
    }
    return network;
  }
}

template <class Value>
std::vector<Value> unscaled(const ScaledArray<Value>& array) {
  std::vector<Value> values = array.values;
  for (Value& value : values)
    value *= static_cast<Value>(std::exp2(static_cast<double>(array.exponent)));
  return values;
}

/// The order as a file of it says.
Order from_file(const Network& network, const Order& order) {
  NamedNetwork named;
  named.source = std::make_shared<const Source>("network", "network");
  named.network = network;
  for (Label label = 0; label < network.extents.size(); ++label)
    named.label_names.push_back("l" + std::to_string(label));
  return read_order(std::make_shared<const Source>("order.json", order_text(order, named)), named);
}

void check_random_plans(int networks, RandomSizes sizes) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::size_t loops_taken = 0;
  for (int run = 0; run < networks; ++run) {
    const Network network = random_plannable(random, sizes);
    const Numbers64 arrays = random_numbers(network, random);
    const ArrayGraph graph = graph_of(network);
    INFO(run);
    const std::vector<std::int64_t> expected = interpret(graph, arrays, Numbers<std::int64_t>())[0];
    Order order = random_order(network, random);
    const std::size_t slices = run % 2 == 0 ? 3 : 6;
    for (Label label = 0; label < network.extents.size() && order.sliced.size() < slices; ++label) {
      if (random() % 8 < slices) order.sliced.push_back(label);
    }
    const Order read = from_file(network, order);
    CHECK(read == order);
    order = read;
    // Sums over sliced labels all outside, early, and some of them early.
    std::vector<Label> outer;
    if (run % 3 == 0) outer = order.sliced;
    if (run % 3 == 1 && !order.sliced.empty()) outer = {order.sliced[0]};
    const SliceLoops loops = slice_loops(network, order, outer);
    loops_taken += loops.loops.size();
    // By panels, and in tiles where there are enough lanes.
    const bool in_tiles = run % 4 != 0;
    const auto plan_for = [&](std::uint64_t bytes, bool is_complex) {
      PlaceOptions options;
      if (in_tiles) options = {.element_bytes = bytes, .is_complex = is_complex};
      return make_plan(network, order, options, loops);
    };
    const auto number = [](std::int64_t x) { return static_cast<double>(x); };

    const auto f64 = unscaled(
        execute<double>(network, plan_for(8, false), converted<double>(arrays, number), 1));
    REQUIRE(f64.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) CHECK(f64[k] == number(expected[k]));

    // Each turned by an eighth of the circle: the result by so many eighths as there are tensors.
    const std::complex<double> eighth = std::polar(1.0, std::acos(-1.0) / 4);
    const auto turned = [&](std::int64_t x) { return number(x) * eighth; };
    const auto c128 = unscaled(execute<std::complex<double>>(
        network, plan_for(16, true), converted<std::complex<double>>(arrays, turned), 2));
    Numbers64 absolute = arrays;
    for (auto& array : absolute) {
      for (std::int64_t& element : array) element = std::abs(element);
    }
    const auto sizes = interpret(graph, absolute, Numbers<std::int64_t>())[0];
    const std::complex<double> turn = std::pow(eighth, static_cast<double>(arrays.size()));
    const auto f32 = unscaled(execute<float>(
        network, plan_for(4, false),
        converted<float>(arrays, [](std::int64_t x) { return static_cast<float>(x); }), 1));
    const auto c64 = unscaled(execute<std::complex<float>>(
        network, plan_for(8, true),
        converted<std::complex<float>>(
            arrays, [&](std::int64_t x) { return std::complex<float>(turned(x)); }),
        1));
    const auto remainders = execute<linear::Residue>(
        network, plan_for(4, false),
        converted<linear::Residue>(arrays,
                                   [](std::int64_t x) {
                                     return linear::Residue{
                                         static_cast<std::uint32_t>((x + prime) % prime)};
                                   }),
        1, prime);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const double allowed = number(sizes[k]);
      CHECK(std::abs(c128[k] - turn * number(expected[k])) <= 1e-13 * allowed);
      CHECK(std::abs(f32[k] - number(expected[k])) <= 1e-5 * allowed);
      CHECK(std::abs(std::complex<double>(c64[k]) - turn * number(expected[k])) <= 1e-5 * allowed);
      CHECK(remainders.values[k].value == (expected[k] % std::int64_t{prime} + prime) % prime);
    }

    std::vector<std::vector<Counted<std::int64_t>>> counted;
    for (const auto& array : arrays) {
      auto& own = counted.emplace_back();
      for (const std::int64_t element : array) own.push_back({number(element), 1});
    }
    const auto best = interpret(graph, counted, arrays::Tropical<Numbers<std::int64_t>>())[0];
    const auto tropical = execute<linear::Tropical>(
        network, plan_for(16, false),
        converted<linear::Tropical>(arrays,
                                    [&](std::int64_t x) { return linear::Tropical{number(x), 1}; }),
        1, prime);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      CHECK(tropical.values[k].max == best[k].max);
      CHECK(tropical.values[k].count == best[k].count % prime);
    }
  }
  CHECK(loops_taken > static_cast<std::size_t>(networks) / 4);
}

}  // namespace

TEST_CASE("plans of random networks give what the interpreter gives, for every kind of element") {
  check_random_plans(200, {});
}

TEST_CASE("plans of 2000 networks of up to 12 tensors give what the interpreter gives", "[.long]") {
  check_random_plans(2000, {.extent = 5, .tensors = 12});
}

TEST_CASE(
    "long axes in every group, blocks that do not fill, and all numbers of threads give the same "
    "bits") {
  // Rows, columns, batch and summed axes longer than the blocks that they are cut into.
  const std::vector<Network> networks = {
      {{300, 270, 140, 3}, {{3, 0, 2}, {2, 3, 1}}, {3, 0, 1}},
      {{5000, 3, 2, 20}, {{0, 1, 3}, {3, 0, 2}}, {0, 1, 2}},
      {{1500, 17, 5}, {{0, 2}, {2, 1}}, {1, 0}},
      {{7, 1100, 1100}, {{1}, {2}}, {2, 1}},
  };
  std::mt19937 random(3);
  for (const Network& small : networks) {
    Network network = small;
    const Numbers64 arrays = random_numbers(network, random);
    std::vector<bool> stands(network.extents.size());
    for (const auto& axes : network.tensors) {
      for (const Label label : axes) stands[label] = true;
    }
    for (Label label = 0; label < stands.size(); ++label) {
      if (!stands[label]) network.extents[label] = 1;
    }
    const auto expected = interpret(graph_of(network), arrays, Numbers<std::int64_t>())[0];
    const Plan plan = make_plan(network, {{{0, 1}}, {}});
    const auto tensors =
        converted<double>(arrays, [](std::int64_t x) { return static_cast<double>(x); });
    const auto one = execute<double>(network, plan, tensors, 1);
    CHECK(unscaled(one) == std::vector<double>(expected.begin(), expected.end()));
    const auto odd =
        converted<double>(arrays, [](std::int64_t x) { return std::sin(static_cast<double>(x)); });
    const auto first = execute<double>(network, plan, odd, 1);
    for (const unsigned threads : {2U, 4U}) {
      const auto again = execute<double>(network, plan, odd, threads);
      CHECK(again.exponent == first.exponent);
      CHECK(std::memcmp(again.values.data(), first.values.data(),
                        first.values.size() * sizeof(double)) == 0);
    }
  }
}

TEST_CASE("products far beyond the range of the type keep their logarithm") {
  // 400 factors of 1e-30 in a ring of matrices that are 1e-30 times the identity.
  Network ring;
  Order order;
  std::vector<ScaledArray<float>> tensors;
  constexpr std::uint32_t length = 400;
  for (std::uint32_t t = 0; t < length; ++t) {
    ring.extents.push_back(2);
    ring.tensors.push_back({t, (t + 1) % length});
    tensors.push_back({{1e-30F, 0, 0, 1e-30F}, 0});
    normalise(tensors.back());
    if (t > 0) order.steps.push_back({t == 1 ? 0 : length + t - 2, t});
  }
  const auto result = execute<float>(ring, make_plan(ring, order), tensors, 1);
  const double log_value = std::log(static_cast<double>(result.values[0])) +
                           static_cast<double>(result.exponent) * std::log(2.0);
  CHECK(log_value ==
        Approx(std::log(2.0) + length * std::log(static_cast<double>(1e-30F))).epsilon(1e-7));
}

namespace {

/// Σ A(i, j) B(j, k) C(k, m) D(i, m), step by step: an element of A that no sample sees makes a product with C overflow.
template <class Value>
void check_unseen_element() {
  constexpr std::uint64_t rows = 1 << 19U;
  const Network network{{rows, 2, 2, 2}, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}, {}};
  const Order order{{{0, 1}, {4, 2}, {5, 3}}, {}};
  std::vector<Value> a(2 * rows), d(2 * rows);
  for (std::uint64_t row = 0; row < rows; ++row) {
    a[2 * row] = row == 10000 ? 0x1p60F : 1;
    d[2 * row] = 0x1p-100F;
  }
  const std::vector<ScaledArray<Value>> tensors{
      {a, 0}, {{1, 0, 0, 1}, 0}, {{0x1p70F, 0, 0, 0x1p70F}, 0}, {d, 0}};
  for (const PlaceOptions& options : {PlaceOptions(), PlaceOptions{.element_bytes = sizeof(Value),
                                                                   .is_complex = sizeof(Value) > 4,
                                                                   .fuse = false}}) {
    const auto result = execute<Value>(network, make_plan(network, order, options), tensors, 1);
    CHECK(std::abs(result.values[0]) * std::exp2(static_cast<double>(result.exponent)) ==
          Approx(std::exp2(30)).epsilon(1e-6));
  }
}

}  // namespace

TEST_CASE("an overflow that samples do not foresee is found") {
  check_unseen_element<float>();
  check_unseen_element<std::complex<float>>();
}

TEST_CASE("a plan's arena holds what lives at once, and no more where that is plain") {
  // A chain of matrices from the left: the result so far, and the next one.
  Network chain{{8, 8, 8, 8, 8}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {0, 4}};
  const Plan plan = make_plan(chain, {{{0, 1}, {4, 2}, {5, 3}}, {}});
  CHECK(plan.arena == 2 * 64);
  for (const PlanStep& step : plan.steps) CHECK(plan.values[step.c].elements == 64);
}
