// The baselines of contractions compute what they stand for.
#include <cstdlib>
#include <numeric>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/plan.h"
#include "programs/bench/transpose.h"
#include "programs/bench/transposed.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::bench;

namespace {

// Before the library is opened. A variable that is set chooses another one.
[[maybe_unused]] const int chosen_library = ::setenv("DIAGC_OPENBLAS", DIAGC_FAKE_OPENBLAS, 0);

/// Every element by its definition.
template <class Value>
void check_transpose(const std::vector<std::uint64_t>& extents, std::mt19937& random) {
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, random);
  std::vector<TransposedAxis> axes(extents.size());
  std::uint64_t elements = 1;
  for (const std::size_t axis : order) {
    axes[axis] = {extents[axis], elements};
    elements *= extents[axis];
  }
  // At an address that is no multiple of 16, too.
  const std::size_t gap = random() % 2;
  std::vector<Value> from(elements), memory(elements + gap);
  for (std::size_t k = 0; k < elements; ++k) from[k] = static_cast<float>(k % (1U << 24U));
  transpose(axes, from.data(), memory.data() + gap);
  const auto expected = offsets(axes);
  std::size_t k = 0;
  while (k < elements && memory[gap + k] == from[expected[k]]) ++k;
  CHECK(k == elements);
}

/// The sum as it is written, divided by its largest magnitude.
template <class Value>
std::vector<Value> by_definition(const Network& network,
                                 const std::vector<std::vector<Value>>& tensors) {
  std::vector<std::uint64_t> digits(network.extents.size());
  const auto place = [&](const std::vector<Label>& axes) {
    std::uint64_t offset = 0;
    for (const Label label : axes) offset = offset * network.extents[label] + digits[label];
    return offset;
  };
  std::vector<std::complex<double>> sums(*element_count(network, network.open));
  for (bool is_done = false; !is_done;) {
    std::complex<double> product = 1;
    for (std::size_t t = 0; t < tensors.size(); ++t)
      product *= std::complex<double>(tensors[t][place(network.tensors[t])]);
    sums[place(network.open)] += product;
    std::size_t label = digits.size();
    while (label > 0 && ++digits[label - 1] == network.extents[label - 1]) digits[--label] = 0;
    is_done = label == 0;
  }
  double largest = 0;
  for (const auto& sum : sums) largest = std::max(largest, std::abs(sum));
  std::vector<Value> result;
  for (const auto& sum : sums) {
    if constexpr (std::is_floating_point_v<Value>)
      result.push_back(static_cast<Value>(sum.real() / largest));
    else
      result.push_back(static_cast<Value>(sum / largest));
  }
  return result;
}

template <class Value>
void check_baselines(const Network& network, const Order& order, std::mt19937& random) {
  std::vector<std::vector<Value>> tensors;
  for (const auto& axes : network.tensors) {
    auto& own = tensors.emplace_back(*element_count(network, axes));
    for (Value& value : own) value = static_cast<float>(random() % 1000) / 500 - 0.8F;
  }
  REQUIRE(linear::Blas::shared() != nullptr);
  const auto expected = by_definition(network, tensors);
  for (const ArrayOrder array_order : {ArrayOrder::as_made, ArrayOrder::by_lifetime}) {
    Transposed<Value> baseline(network, order, make_plan(network, order), tensors, array_order);
    for (int run = 0; run < 2; ++run) {
      baseline.run(*linear::Blas::shared());
      REQUIRE(baseline.result().size() == expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k)
        CHECK(std::abs(baseline.result()[k] - expected[k]) < 1e-4);
    }
  }
}

}  // namespace

TEST_CASE("transposes move every element to its place") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < 60; ++run) {
    INFO(run);
    std::vector<std::uint64_t> extents;
    const std::uint64_t some[] = {1, 2, 2, 2, 3, 4, 5, 8, 16, 33};
    for (std::uint64_t elements = 1; elements < 20'000; elements *= extents.back())
      extents.push_back(some[random() % (run % 2 == 0 ? 5 : 10)]);
    check_transpose<float>(extents, random);
    check_transpose<std::complex<float>>(extents, random);
  }
}

TEST_CASE("transposes that leave the caches move every element, too") {
  std::mt19937 random(3);
  for (const auto& extents : {std::vector<std::uint64_t>(23, 2), {2048, 2500}, {64, 81, 1024}}) {
    check_transpose<float>(extents, random);
    check_transpose<std::complex<float>>(extents, random);
  }
}

TEST_CASE("both baselines of contractions give the sum of the network") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  // One open axis, hyperedges, a diagonal, an axis that stands alone, one of extent 1.
  const Network network{
      {2, 3, 4, 2, 3, 1, 2}, {{0, 1, 2}, {2, 3, 1, 5}, {3, 4, 4}, {0, 4, 6}, {3, 1}}, {1}};
  for (const Order& order :
       {Order{{{0, 1}, {5, 2}, {6, 3}, {7, 4}}, {}}, Order{{{3, 2}, {4, 1}, {0, 6}, {5, 7}}, {}}}) {
    check_baselines<float>(network, order, random);
    check_baselines<std::complex<float>>(network, order, random);
  }
}
