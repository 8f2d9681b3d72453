// Complex steps in tiles that take three real products for each complex one give the sums that their definition has.
#include <cmath>
#include <complex>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/three_products.h"
#include "physics/networks/tile_code.h"
#include "tests/networks/all_slices.h"
#include "tests/networks/main_paths.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// Lanes beside two axes of so many values each, which matrices are multiplied into.
Path two_matrices(std::uint64_t lanes, std::uint64_t values) {
  Path path;
  path.network.extents = {values, values, lanes, values, values};
  path.network.tensors = {{0, 1, 2}, {0, 3}, {1, 4}};
  path.network.open = {3, 4, 2};
  path.order.steps = {{0, 1}, {3, 2}};
  return path;
}

bool has_three(const Path& path, Element element, std::uint64_t bytes) {
  const Plan plan =
      make_plan(path.network, path.order, {.element_bytes = bytes, .is_complex = true});
  REQUIRE(plan.kernels.size() == 1);
  REQUIRE(plan.kernels[0].form == KernelForm::tiles);
  return tile_source(plan, 0, element, 64).find("ThreeSums") != std::string::npos;
}

/// With whole numbers so small that no sum is rounded, whatever products it is made of.
template <class T>
void compare_with_sums(std::uint64_t lanes, std::uint64_t values, Element element) {
  INFO(lanes << " lanes, " << values << " values");
  const auto [network, order] = two_matrices(lanes, values);
  std::mt19937 random(1);
  const auto tensors = numbers_of<std::complex<T>>(network, random, [](std::mt19937& r) {
    const int re = static_cast<int>(r() % 31) - 15, im = static_cast<int>(r() % 31) - 15;
    return std::complex<T>(static_cast<T>(re), static_cast<T>(im));
  });
  const Plan plan =
      make_plan(network, order, {.element_bytes = sizeof(std::complex<T>), .is_complex = true});
  const TileCodes codes(plan, element, {.all = true});
  const auto templates = execute<std::complex<T>>(network, plan, tensors, 1),
             compiled = execute<std::complex<T>>(network, plan, tensors, 2, 0, &codes);
  const auto &main = tensors[0].values, &first = tensors[1].values, &second = tensors[2].values;
  std::size_t wrong = 0;
  for (std::uint64_t i = 0; i < values; ++i) {
    for (std::uint64_t j = 0; j < values; ++j) {
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        std::complex<double> sum = 0;
        for (std::uint64_t k = 0; k < values; ++k) {
          for (std::uint64_t l = 0; l < values; ++l)
            sum += std::complex<double>(main[(k * values + l) * lanes + lane]) *
                   std::complex<double>(first[k * values + i]) *
                   std::complex<double>(second[l * values + j]);
        }
        const std::uint64_t at = (i * values + j) * lanes + lane;
        for (const auto* found : {&templates, &compiled}) {
          const std::complex<double> own(found->values[at]);
          if (own * std::ldexp(1.0, static_cast<int>(found->exponent)) != sum) ++wrong;
        }
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("three real products are taken where they save more than they add") {
  CHECK(three_products_pay(4, 4));
  CHECK(three_products_pay(2, 5));
  CHECK_FALSE(three_products_pay(2, 4));
  CHECK_FALSE(three_products_pay(1, 1000));
  CHECK(has_three(two_matrices(64, 4), Element::c64, 8));
  CHECK(has_three(two_matrices(64, 4), Element::c128, 16));
  CHECK_FALSE(has_three(two_matrices(64, 2), Element::c64, 8));
  // Lanes that do not fill two lines.
  CHECK_FALSE(has_three(two_matrices(72, 4), Element::c64, 8));
}

TEST_CASE("three real products give exact sums of whole numbers") {
  for (const std::uint64_t values : {2, 4, 5, 8, 12}) {
    for (const std::uint64_t lanes : {16, 64, 72, 112}) {
      compare_with_sums<float>(lanes, values, Element::c64);
      compare_with_sums<double>(lanes, values, Element::c128);
    }
  }
}
