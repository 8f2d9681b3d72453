// Kernels that take several steps tile by tile give what steps by panels give, which the interpreter checks.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>

#include <catch2/catch.hpp>

#include "physics/networks/execute.h"
#include "tests/networks/all_slices.h"
#include "tests/networks/main_paths.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

constexpr std::uint32_t modulus = 2147483629;

/// One step with so many columns that its tiles are copied.
Path wide_step() { return {{{16, 37, 2100}, {{0, 2}, {1, 0}}, {1, 2}}, {{{0, 1}}, {}}}; }

bool same(double a, double b, double largest) { return std::abs(a - b) <= 1e-14 * largest; }
bool same(float a, float b, double largest) {
  return std::abs(static_cast<double>(a) - static_cast<double>(b)) <= 2e-6 * largest;
}
template <class T>
bool same(std::complex<T> a, std::complex<T> b, double largest) {
  return same(a.real(), b.real(), largest) && same(a.imag(), b.imag(), largest);
}
bool same(linear::Residue a, linear::Residue b, double) { return a == b; }
bool same(linear::Tropical a, linear::Tropical b, double) { return a == b; }

/// The same tensors without signs: their sum bounds what rounding may do.
template <class Value>
std::vector<ScaledArray<Value>> without_signs(std::vector<ScaledArray<Value>> tensors) {
  if constexpr (!std::is_same_v<Value, linear::Residue> &&
                !std::is_same_v<Value, linear::Tropical>) {
    for (auto& tensor : tensors)
      for (Value& value : tensor.values) value = std::abs(value);
  }
  return tensors;
}

double size_of(linear::Residue) { return 0; }
double size_of(linear::Tropical) { return 0; }
template <class T>
double size_of(T value) {
  return static_cast<double>(std::abs(value));
}

/// Which forms of kernels plans had.
struct Forms {
  int tiles = 0, several = 0, relaid = 0, turned = 0, copied = 0, blocks = 0, odd_lanes = 0,
      around = 0;
};

/// Whether a relaid kernel reads whole lines, which are turned in registers.
bool reads_lines(const PlanKernel& kernel, std::size_t element_bytes) {
  std::uint64_t together = 1;
  for (std::size_t axis = kernel.lanes.size(); axis-- > 0 && kernel.lanes[axis].a == together;)
    together *= kernel.lanes[axis].extent;
  for (std::size_t axis = kernel.copies.size(); axis-- > 0 && kernel.copies[axis].a == together;)
    together *= kernel.copies[axis].extent;
  return kernel.relaid && together * element_bytes >= 64;
}

template <class Value, class F>
void compare(const Path& path, bool is_complex, std::mt19937& random, Forms& forms,
             const F& number) {
  const Network& network = path.network;
  const auto tensors = numbers_of<Value>(network, random, number);
  const Plan panels = make_plan(network, path.order);
  const Plan plan =
      make_plan(network, path.order, {.element_bytes = sizeof(Value), .is_complex = is_complex});
  for (const PlanKernel& kernel : panels.kernels) CHECK(kernel.form == KernelForm::panels);
  for (const PlanKernel& kernel : plan.kernels) {
    if (kernel.form != KernelForm::tiles) continue;
    std::uint64_t lanes = 1;
    for (const PlanAxis& axis : kernel.lanes) lanes *= axis.extent;
    ++forms.tiles;
    forms.several += kernel.count > 1;
    forms.relaid += kernel.relaid;
    forms.turned += reads_lines(kernel, sizeof(Value));
    forms.copied += kernel.copied && !kernel.relaid;
    forms.blocks += kernel.blocks > 1;
    forms.odd_lanes += lanes * sizeof(Value) % 64 != 0;
    forms.around += std::ranges::any_of(plan.steps[kernel.first].outer,
                                        [](std::uint64_t stride) { return stride > 0; });
  }
  const auto expected = execute<Value>(network, panels, tensors, 1, modulus);
  const auto found = execute<Value>(network, plan, tensors, 1, modulus);
  const auto shift = std::exp2(static_cast<double>(expected.exponent - found.exponent));
  const auto sizes = execute<Value>(network, panels, without_signs(tensors), 1, modulus);
  double largest = 0;
  for (const Value& value : sizes.values) largest = std::max(largest, size_of(value));
  largest *= std::exp2(static_cast<double>(sizes.exponent - found.exponent));
  REQUIRE(found.values.size() == expected.values.size());
  for (std::size_t k = 0; k < found.values.size(); ++k) {
    Value scaled = expected.values[k];
    if constexpr (std::is_floating_point_v<Value>)
      scaled *= static_cast<Value>(shift);
    else if constexpr (!std::is_same_v<Value, linear::Residue> &&
                       !std::is_same_v<Value, linear::Tropical>)
      scaled *= static_cast<typename Value::value_type>(shift);
    REQUIRE(same(found.values[k], scaled, largest));
  }
  for (const unsigned threads : {2U, 4U}) {
    const auto again = execute<Value>(network, plan, tensors, threads, modulus);
    CHECK(again.exponent == found.exponent);
    for (std::size_t k = 0; k < found.values.size(); ++k)
      REQUIRE(std::memcmp(&again.values[k], &found.values[k], sizeof(float)) == 0);
  }
}

}  // namespace

TEST_CASE("steps in tiles give what steps by panels give, for every kind of element") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  Forms forms;
  const auto real = [](std::mt19937& r) { return static_cast<double>(r() % 1000) / 500 - 0.9; };
  for (int run = 0; run < 20; ++run) {
    INFO(run);
    const Path path = run == 0 ? wide_step() : run == 1 ? batch_path() : random_path(run, random);
    compare<float>(path, false, random, forms,
                   [&](std::mt19937& r) { return static_cast<float>(real(r)); });
    compare<double>(path, false, random, forms, real);
    compare<std::complex<float>>(path, true, random, forms, [&](std::mt19937& r) {
      return std::complex<float>(static_cast<float>(real(r)), static_cast<float>(real(r)));
    });
    compare<std::complex<double>>(path, true, random, forms, [&](std::mt19937& r) {
      return std::complex<double>(real(r), real(r));
    });
    compare<linear::Residue>(path, false, random, forms, [](std::mt19937& r) {
      return linear::Residue{static_cast<std::uint32_t>(r() % modulus)};
    });
    compare<linear::Tropical>(path, false, random, forms, [](std::mt19937& r) {
      return linear::Tropical{static_cast<double>(r() % 10),
                              static_cast<std::uint32_t>(r() % 5 + 1)};
    });
  }
  INFO(forms.several << " " << forms.relaid << " " << forms.copied << " " << forms.blocks << " "
                     << forms.odd_lanes);
  CHECK(forms.tiles > 0);
  CHECK(forms.several > 0);
  CHECK(forms.relaid > 0);
  CHECK(forms.turned > 0);
  CHECK(forms.copied > 0);
  CHECK(forms.blocks > 0);
  CHECK(forms.odd_lanes > 0);
  CHECK(forms.around > 0);
}
