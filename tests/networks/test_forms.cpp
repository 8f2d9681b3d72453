// Kernels of one large step, as inner products and by a BLAS library, give what panels give.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <catch2/catch.hpp>

#include "physics/networks/execute.h"
#include "tests/networks/all_slices.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

// Before the library is opened. A variable that is set chooses another one.
[[maybe_unused]] const int library_is_chosen = ::setenv("DIAGC_OPENBLAS", DIAGC_FAKE_OPENBLAS, 0);

template <class Value>
std::vector<ScaledArray<Value>> numbers_in(const Network& network, std::mt19937& random) {
  const auto number = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
  std::vector<ScaledArray<Value>> tensors;
  for (const auto& axes : network.tensors) {
    auto& own = tensors.emplace_back();
    own.values.resize(*element_count(network, axes));
    for (Value& value : own.values) {
      if constexpr (std::is_floating_point_v<Value>) {
        value = number();
      } else {
        const float re = number();
        value = Value(re, number());
      }
    }
  }
  return tensors;
}

/// By panels alone, and as options say; on 1, 2 and 4 threads. Returns how many kernels have `form`.
template <class Value>
std::ptrdiff_t compare_forms(const Network& network, const Order& order, KernelForm form,
                             double tolerance, std::mt19937& random) {
  const auto tensors = numbers_in<Value>(network, random);
  const Plan panels = make_plan(network, order);
  const Plan plan = make_plan(network, order,
                              {.element_bytes = sizeof(Value),
                               .is_complex = !std::is_floating_point_v<Value>,
                               .products = true});
  const auto expected = execute<Value>(network, panels, tensors, 1);
  const auto found = execute<Value>(network, plan, tensors, 1);
  REQUIRE(found.values.size() == expected.values.size());
  const auto shift = std::exp2(static_cast<double>(expected.exponent - found.exponent));
  double largest = 0, difference = 0;
  for (std::size_t k = 0; k < found.values.size(); ++k) {
    largest = std::max(largest, static_cast<double>(std::abs(found.values[k])));
    difference = std::max(
        difference, static_cast<double>(std::abs(
                        found.values[k] -
                        expected.values[k] * static_cast<decltype(std::abs(Value()))>(shift))));
  }
  CHECK(difference <= tolerance * largest);
  for (const unsigned threads : {2U, 4U}) {
    const auto again = execute<Value>(network, plan, tensors, threads);
    CHECK(again.exponent == found.exponent);
    CHECK(std::memcmp(again.values.data(), found.values.data(),
                      found.values.size() * sizeof(Value)) == 0);
  }
  return std::ranges::count(plan.kernels, form, &PlanKernel::form);
}

}  // namespace

TEST_CASE("a sum over all axes of two large tensors is an inner product") {
  std::mt19937 random(1);
  Network network{std::vector<std::uint64_t>(16, 2), {{}, {}}, {}};
  for (Label label = 0; label < 16; ++label) network.tensors[0].push_back(label);
  for (int run = 0; run < 4; ++run) {
    network.tensors[1] = network.tensors[0];
    if (run > 0) std::ranges::shuffle(network.tensors[1], random);
    // One open axis in each, and one in both.
    if (run == 2) network.open = {3};
    if (run == 3) network.tensors.push_back({0});
    Order order{{{0, 1}}, {}};
    if (run == 3) order = {{{0, 2}, {3, 1}}, {5}};
    CHECK(compare_forms<float>(network, order, KernelForm::inner, 1e-3, random) > 0);
    CHECK(compare_forms<std::complex<double>>(network, order, KernelForm::inner, 1e-11, random) >
          0);
  }
}

TEST_CASE("a product of large matrices is left to a library, whatever the order of their axes") {
  std::mt19937 random(2);
  // c[0 1, 2 3] = Σ over 4, 5 of a · b; both are too large for the other operand of a kernel in tiles.
  Network network{{9, 8, 70, 2, 1000, 2, 3}, {{0, 4, 1, 5}, {2, 5, 4, 3}}, {0, 1, 2, 3}};
  std::ptrdiff_t found = 0;
  for (int run = 0; run < 5; ++run) {
    for (auto& axes : network.tensors) std::ranges::shuffle(axes, random);
    // A batch, whose values share the lines of an operand in the last run.
    if (run == 4) {
      std::erase(network.tensors[0], 6);
      network.tensors[0].push_back(6);
    }
    if (run == 3) {
      for (auto& axes : network.tensors) axes.insert(axes.begin() + 1, 6);
      network.open.push_back(6);
    }
    const Order order{{{0, 1}}, {}};
    const auto form = KernelForm::products;
    found += compare_forms<float>(network, order, form, 1e-5, random);
    found += compare_forms<double>(network, order, form, 1e-13, random);
    found += compare_forms<std::complex<float>>(network, order, form, 1e-5, random);
    found += compare_forms<std::complex<double>>(network, order, form, 1e-13, random);
  }
  // Tiles may be faster for some.
  CHECK(found >= 8);
}
