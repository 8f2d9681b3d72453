// Networks that their numbers make smaller keep their sum, whatever is found in them.
#include <cmath>
#include <limits>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "physics/networks/circuit.h"
#include "physics/networks/order_file.h"
#include "physics/networks/qsim.h"
#include "physics/networks/simplify.h"
#include "tests/arrays/random_networks.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

NamedNetwork with_names(Network network) {
  NamedNetwork named;
  named.source = std::make_shared<const Source>("network", "network");
  for (Label label = 0; label < network.extents.size(); ++label)
    named.label_names.push_back(std::string(1, static_cast<char>('a' + label)));
  named.label_places.resize(network.extents.size());
  named.tensor_places.resize(network.tensors.size());
  named.network = std::move(network);
  return named;
}

/// Whole numbers; now and then a tensor is diagonal in two of its axes, the same along one, or zero but for one value of one.
TensorValues special_numbers(const Network& network, double zero, std::mt19937& random) {
  TensorValues values;
  for (const auto& labels : network.tensors) {
    auto& numbers = values.numbers.emplace_back();
    const std::size_t rank = labels.size();
    const unsigned kind = rank == 0 ? 0 : random() % 4;
    const std::size_t first = rank == 0 ? 0 : random() % rank,
                      second = rank == 0 ? 0 : random() % rank;
    const std::uint64_t kept = rank == 0 ? 0 : random() % network.extents[labels[first]];
    const std::uint64_t count = *element_count(network, labels);
    for (std::uint64_t element = 0; element < count; ++element) {
      std::vector<std::uint64_t> position(rank);
      std::uint64_t rest = element, stride = 1, own = 1;
      for (std::size_t axis = rank; axis-- > 0;) {
        position[axis] = rest % network.extents[labels[axis]];
        rest /= network.extents[labels[axis]];
        if (axis == first) own = stride;
        stride *= network.extents[labels[axis]];
      }
      double number = static_cast<double>(random() % 7) - 3;
      if (kind == 1 && position[first] != position[second]) number = zero;
      if (kind == 2 && position[first] > 0) number = numbers[element - position[first] * own];
      if (kind == 3 && position[first] != kept) number = zero;
      numbers.push_back(number);
    }
  }
  return values;
}

std::vector<std::int64_t> sum_of(const Network& network, const TensorValues& values) {
  std::vector<std::vector<std::int64_t>> arrays;
  for (const auto& numbers : values.numbers) arrays.emplace_back(numbers.begin(), numbers.end());
  return interpret(graph_of(network), arrays, Numbers<std::int64_t>())[0];
}

std::vector<Counted<std::int64_t>> largest_of(const Network& network, const TensorValues& values) {
  std::vector<std::vector<Counted<std::int64_t>>> arrays;
  for (const auto& numbers : values.numbers) {
    auto& array = arrays.emplace_back();
    for (const double number : numbers) array.push_back({number, 1});
  }
  return interpret(graph_of(network), arrays, arrays::Tropical<Numbers<std::int64_t>>())[0];
}

}  // namespace

TEST_CASE(
    "random networks with zeros, diagonals and constants keep their sum, and become smaller") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  int labels_less = 0, axes_less = 0, values_less = 0;
  for (int run = 0; run < 300; ++run) {
    const Network network = random_network(random);
    const bool is_tropical = run % 3 == 0;
    const double zero = is_tropical ? -std::numeric_limits<double>::infinity() : 0;
    const TensorValues values = special_numbers(network, zero, random);
    NamedNetwork smaller = with_names(network);
    TensorValues numbers = values;
    simplify(smaller, numbers, zero);
    verify(smaller.network);
    REQUIRE(smaller.network.tensors.size() == network.tensors.size());
    for (std::size_t t = 0; t < network.tensors.size(); ++t) {
      CHECK(numbers.numbers[t].size() ==
            *element_count(smaller.network, smaller.network.tensors[t]));
      CHECK(smaller.network.tensors[t].size() <= network.tensors[t].size());
      axes_less += static_cast<int>(network.tensors[t].size()) -
                   static_cast<int>(smaller.network.tensors[t].size());
      values_less += static_cast<int>(values.numbers[t].size() - numbers.numbers[t].size());
    }
    CHECK(smaller.network.extents.size() + smaller.label_aliases.size() == network.extents.size());
    labels_less += static_cast<int>(smaller.label_aliases.size());
    if (!is_tropical) {
      CHECK(sum_of(smaller.network, numbers) == sum_of(network, values));
      continue;
    }
    const auto found = largest_of(smaller.network, numbers), expected = largest_of(network, values);
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(found[k].max == expected[k].max);
      // How many assignments have no value at all is no number that is kept.
      if (std::isfinite(expected[k].max)) CHECK(found[k].count == expected[k].count);
    }
  }
  CHECK(labels_less > 3);
  CHECK(axes_less > 100);
  CHECK(values_less > 1000);
}

TEST_CASE("diagonal gates and states of a circuit leave few numbers") {
  // Controlled-not on |1> and back, then a phase: two wires of one value each.
  const Circuit circuit = read_qsim(
      std::make_shared<const Source>("circuit", "2\n0 x 0\n1 cnot 0 1\n2 cz 0 1\n3 cnot 0 1\n"));
  CircuitNetwork network = amplitude_network(circuit, {"10", {}});
  TensorValues values{true, {}};
  for (const auto& elements : network.values) {
    auto& numbers = values.numbers.emplace_back();
    for (const Complex& z : elements) numbers.insert(numbers.end(), {z.real(), z.imag()});
  }
  simplify(network.network, values, 0);
  for (const auto& numbers : values.numbers) CHECK(numbers.size() == 2);
  for (const std::uint64_t extent : network.network.network.extents) CHECK(extent == 1);
}

TEST_CASE("orders may name labels that have become others") {
  NamedNetwork network = with_names({{2, 2, 3}, {{0, 1}, {1, 2}, {0, 2}}, {}});
  TensorValues values{false, {{5, 0, 0, 7}, {1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1}}};
  simplify(network, values, 0);
  CHECK(network.label_names == std::vector<std::string>{"a", "c"});
  CHECK(values.numbers[0] == std::vector<double>{5, 7});
  const Order order =
      read_order(std::make_shared<const Source>(
                     "order", R"({"linear_path": [[0, 1], [0, 1]], "sliced": ["b", "a"]})"),
                 network);
  CHECK(order.sliced == std::vector<Label>{0});
}

TEST_CASE("networks with infinite numbers stay as they are") {
  NamedNetwork network = with_names({{2, 2}, {{0, 1}, {1}}, {0}});
  TensorValues values{false, {{1, 0, 0, 1}, {std::numeric_limits<double>::infinity(), 1}}};
  const TensorValues before = values;
  simplify(network, values, 0);
  CHECK(values.numbers == before.numbers);
  CHECK(network.network.tensors[0].size() == 2);
}
