// Sums over sliced labels that end within a plan: the value of the network, the same bits however it is computed, and numbers far apart.
#include <cmath>
#include <complex>
#include <cstring>
#include <random>

#include <catch2/catch.hpp>

#include "physics/networks/checksum.h"
#include "physics/networks/evaluate.h"
#include "physics/networks/execute.h"
#include "physics/networks/loop_sums.h"
#include "physics/networks/plan_file.h"
#include "physics/networks/planned.h"
#include "physics/networks/tensor_values.h"
#include "tests/networks/all_slices.h"
#include "tests/networks/sliced_lattices.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

std::vector<Plan> plans_of(const Lattice& lattice, Element element) {
  std::vector<Plan> plans;
  const PlaceOptions tiles{.element_bytes = element_bytes(element),
                           .is_complex = is_complex(element)};
  for (const PlaceOptions& options : {PlaceOptions{}, tiles}) {
    for (const auto& outer : {std::vector<Label>(), lattice.order.sliced})
      plans.push_back(make_plan(lattice.network, lattice.order, options,
                                slice_loops(lattice.network, lattice.order, outer)));
  }
  return plans;
}

double number_of(const Value& value) {
  return std::ldexp(value.numbers[0].real(), static_cast<int>(value.exponent));
}

}  // namespace

TEST_CASE("sums that end early give the value of those that end last, in fewer runs of kernels") {
  const Lattice own = lattice(6, 2, 6);
  const TensorValues values = random_values(own.network, 3);
  for (const Element element : {Element::f64, Element::f32, Element::c128}) {
    const std::vector<Plan> plans = plans_of(own, element);
    CHECK(plans[0].loops.size() >= 6);
    CHECK(plans[1].loops.empty());
    CHECK(plans[1].slices == 1024);
    const double expected = number_of(evaluate(own.network, plans[1], values, element, 1));
    for (const Plan& plan : plans) {
      const double found = number_of(evaluate(own.network, plan, values, element, 2));
      CHECK(found == Approx(expected).epsilon(is_single(element) ? 2e-5 : 1e-12));
    }
  }
}

TEST_CASE("sums that end early have the same bits on any number of threads and in any pieces") {
  // Arrays of more than one part, so that threads share them.
  Lattice own = lattice(4, 8, 3);
  own.order.sliced = {0, 3, 21};
  const TensorValues values = random_values(own.network, 4);
  const Plan plan = make_plan(own.network, own.order, {.element_bytes = 8},
                              slice_loops(own.network, own.order, {own.order.sliced[1]}));
  REQUIRE(plan.loops.size() == 2);
  REQUIRE(plan.slices == 8);
  const Value one = evaluate(own.network, plan, values, Element::f64, 1);
  for (const unsigned threads : {2U, 4U}) {
    const Value value = evaluate(own.network, plan, values, Element::f64, threads);
    CHECK(value.exponent == one.exponent);
    CHECK(std::memcmp(value.numbers.data(), one.numbers.data(), sizeof one.numbers[0]) == 0);
  }
  // Cut after every slice; slices from the last one on.
  std::vector<ScaledArray<double>> tensors;
  for (const auto& numbers : values.numbers) {
    tensors.push_back({numbers, 0});
    normalise(tensors.back());
  }
  SliceExecution<double> again(own.network, plan, tensors, 2);
  std::vector<SliceSum> backwards(plan.slices);
  for (std::uint64_t slice = plan.slices; slice-- > 0;) backwards[slice] = again.slice(slice);
  for (std::uint64_t slice = 0; slice < plan.slices; ++slice) {
    SliceExecution<double> alone(own.network, plan, tensors, 1);
    CHECK(alone.slice(slice) == backwards[slice]);
  }
}

TEST_CASE("terms of sums may be far apart, or nothing") {
  // Numbers of one value of a label are 2^-300 of those of the other, 0, or both.
  for (const int far : {0, -300, -2000}) {
    for (const bool is_first : {true, false}) {
      Lattice own = lattice(4, 2, 3);
      TensorValues values = random_values(own.network, 5);
      for (const Label label : own.order.sliced) {
        for (std::size_t t = 0; t < values.numbers.size(); ++t) {
          const auto& axes = own.network.tensors[t];
          const auto axis = std::ranges::find(axes, label);
          if (axis == axes.end()) continue;
          const auto stride = std::size_t{1} << static_cast<std::size_t>(axes.end() - axis - 1);
          for (std::size_t k = 0; k < values.numbers[t].size(); ++k) {
            if ((k / stride % 2 == 0) == is_first)
              values.numbers[t][k] = std::ldexp(values.numbers[t][k], far);
          }
          break;
        }
      }
      const std::vector<Plan> plans = plans_of(own, Element::f64);
      const Value last = evaluate(own.network, plans[1], values, Element::f64, 1);
      const Value early = evaluate(own.network, plans[0], values, Element::f64, 1);
      INFO(far << " " << is_first);
      CHECK(early.exponent == last.exponent);
      CHECK(early.numbers[0].real() == Approx(last.numbers[0].real()).epsilon(1e-12));
    }
  }
}

TEST_CASE("terms are added in the same way on any number of threads") {
  std::mt19937 random(6);
  std::vector<float> first(200'000), term(first.size());
  for (float& x : first) x = static_cast<float>(random()) * 0x1p-32F;
  for (float& x : term) x = static_cast<float>(random()) * -0x1p-32F;
  for (const std::int64_t apart : {0, 1, -20, 20, 21, -21, 60}) {
    INFO(apart);
    std::vector<std::vector<float>> sums;
    for (const unsigned threads : {1U, 2U, 4U}) {
      sums.push_back(first);
      Scale scale{5, 1};
      add_term(sums.back().data(), scale, term.data(), {5 + apart, 1}, first.size(), threads, 0);
      // A sum keeps its power of two where that of the term is not far.
      if (std::abs(apart) <= 20) CHECK(scale.exponent == 5);
      CHECK(std::ranges::all_of(sums.back(), [&](float x) {
        return std::abs(x) <= std::ldexp(1.0, static_cast<int>(scale.bound));
      }));
      for (std::size_t k = 0; k < first.size(); k += 997) {
        CHECK(std::ldexp(double{sums.back()[k]}, static_cast<int>(scale.exponent)) ==
              Approx(std::ldexp(double{first[k]}, 5) +
                     std::ldexp(double{term[k]}, static_cast<int>(5 + apart)))
                  .margin(1e-5 *
                          std::ldexp(1, static_cast<int>(5 + std::max<std::int64_t>(apart, 0)))));
      }
    }
    CHECK(std::memcmp(sums[0].data(), sums[1].data(), first.size() * sizeof(float)) == 0);
    CHECK(std::memcmp(sums[0].data(), sums[2].data(), first.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("sums of f32 over many iterations are as exact as their terms") {
  // Σ over k of first[k, i] second[k, j], for 2^14 values of k, then the sum over i and j.
  constexpr std::uint64_t count = 1 << 14, side = 3;
  const Network network{{count, side, side}, {{0, 1}, {0, 2}, {1}, {2}}, {}};
  const Order order{{{0, 1}, {4, 2}, {5, 3}}, {0}};
  const TensorValues values = [&] {
    TensorValues own = random_values(network, 12);
    for (auto& numbers : own.numbers)
      for (double& number : numbers) number = double{static_cast<float>(1 + 0.5 * number)};
    return own;
  }();
  double expected = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    double first = 0, second = 0;
    for (std::uint64_t i = 0; i < side; ++i) {
      first += values.numbers[0][k * side + i] * values.numbers[2][i];
      second += values.numbers[1][k * side + i] * values.numbers[3][i];
    }
    expected += first * second;
  }
  const auto error = [&](Element element, bool compensated, unsigned threads) {
    const PlaceOptions place{.element_bytes = element_bytes(element),
                             .is_complex = is_complex(element),
                             .compensated = compensated};
    const Plan plan = make_plan(network, order, place, slice_loops(network, order));
    REQUIRE(plan.loops.size() == 1);
    const Value value = evaluate(network, plan, values, element, threads);
    return std::abs(number_of(value) / expected - 1);
  };
  constexpr double rounding = 0x1p-24;
  for (const Element element : {Element::f32, Element::c64}) {
    CHECK(error(element, true, 1) < 6 * rounding);
    CHECK(error(element, true, 4) == error(element, true, 1));
    CHECK(error(element, false, 1) > 8 * rounding);
  }
  CHECK(error(Element::f64, false, 1) < 1e-13);
  // As diagc contract plans.
  const Planned planned = plan_order(network, order, Element::f32, std::uint64_t{1} << 28U, 1);
  REQUIRE(planned.plan.loops.size() == 1);
  CHECK(std::abs(number_of(evaluate(network, planned.plan, values, Element::f32, 1)) / expected -
                 1) < 6 * rounding);
}

TEST_CASE("sums of terms with powers of two of their own are compensated and stay in range") {
  // A term is 2^-24 of the sum's numbers, so that without compensation it is rounded away or counts twice.
  constexpr std::int64_t apart[] = {0, 3, -7, 20, -20, 25};
  std::vector<float> sum{1, -0.75F}, compensation(2);
  std::vector<double> expected{1, -0.75};
  Scale scale{0, 1};
  for (int k = 0; k < 6000; ++k) {
    const std::int64_t own = apart[k % 6];
    std::vector<float> term;
    for (std::size_t i = 0; i < 2; ++i) {
      term.push_back(std::ldexp(0x1.8p-25F, static_cast<int>(-own)) * (i == 0 ? 1 : 3));
      expected[i] += std::ldexp(double{term.back()}, static_cast<int>(own));
    }
    add_term(sum.data(), scale, term.data(), {own, -5 - static_cast<double>(own)}, 2, 1, 0,
             compensation.data());
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const double found = std::ldexp(double{sum[i]}, static_cast<int>(scale.exponent));
    CHECK(std::abs(found - expected[i]) < 0x1p-23 * std::abs(expected[i]));
    CHECK(std::abs(sum[i]) < std::exp2(scale.bound));
  }
  // Sums that might pass the range are measured.
  std::vector<float> large{0x1p100F};
  Scale of_large{0, 119.5};
  const std::vector<float> more{0x1p119F};
  add_term(large.data(), of_large, more.data(), {1, 119.5}, 1, 1, 0);
  CHECK(of_large.exponent == 120);
  CHECK(large[0] == 1 + 0x1p-20F);
}

TEST_CASE("sums begin with terms that are not nothing, and stay in range") {
  std::vector<double> sum{0, 0}, term{1, -2};
  Scale scale{500, 700};
  add_term(sum.data(), scale, term.data(), {3, 2}, 2, 1, 0);
  CHECK(std::ldexp(sum[1], static_cast<int>(scale.exponent)) == -16);
  const std::vector<double> nothing{0, 0};
  const Scale before = scale;
  add_term(sum.data(), scale, nothing.data(), {9000, 1}, 2, 1, 0);
  CHECK(scale.exponent == before.exponent);
  const std::vector<double> large{0x1p900, 0};
  add_term(sum.data(), scale, large.data(), {900, 901}, 2, 1, 0);
  CHECK(std::ldexp(sum[0], static_cast<int>(scale.exponent - 1800)) == 1);
}

TEST_CASE("sums end early where there is memory for them, and plans in files keep theirs") {
  const Lattice own = lattice(8, 2, 9);
  constexpr auto f64 = Element::f64;
  const std::uint64_t plenty = std::uint64_t{1} << 30U;
  const Planned all = plan_order(own.network, own.order, f64, plenty, 1);
  const Planned none = plan_order(own.network, own.order, f64, plenty, 1, {}, false);
  CHECK(none.loops.loops.empty());
  REQUIRE(all.loops.loops.size() > 4);
  CHECK(cost(own.network, all).log10_macs < cost(own.network, none).log10_macs - 1);
  const TensorValues values = random_values(own.network, 6);
  const double expected = number_of(evaluate(own.network, all.plan, values, f64, 1));
  // As memory falls a byte below what is needed, loops go one by one.
  std::size_t plans = 0;
  std::uint64_t memory = all.peak_bytes;
  while (true) {
    Planned planned;
    try {
      planned = plan_order(own.network, own.order, f64, memory, 1);
    } catch (const std::runtime_error&) {
      break;
    }
    CHECK(planned.peak_bytes <= memory);
    if (planned.plan.slices < 4096)
      CHECK(number_of(evaluate(own.network, planned.plan, values, f64, 1)) ==
            Approx(expected).epsilon(1e-11));
    const PlanFile file{network_digest(own.network), f64, planned.order, 0, planned.form,
                        planned.loops.outer,         {}};
    const PlanFile read = read_plan("plan", plan_text(file), "network", own.network, f64, 0);
    const Planned again = plan_as(own.network, read.order, read.form, read.outer, f64, plenty, 1);
    CHECK(again.peak_bytes == planned.peak_bytes);
    CHECK(again.plan.slices == planned.plan.slices);
    CHECK(again.plan.loops.size() == planned.plan.loops.size());
    memory = planned.peak_bytes - 1;
    ++plans;
  }
  CHECK(plans > 2);
}
