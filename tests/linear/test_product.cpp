// Contractions by matrix products against sums term by term, with a library that stands for OpenBLAS and without.
#include "runtime/linear/product.h"

#include <cstdlib>

#include <catch2/catch.hpp>

#include "tests/linear/shapes.h"

using namespace diagc::linear;
using namespace diagc::linear::testing;

namespace {

/// DIAGC_OPENBLAS chooses another library.
const Blas& library() {
  ::setenv("DIAGC_OPENBLAS", DIAGC_FAKE_OPENBLAS, 0);
  INFO(Blas::absence());
  REQUIRE(Blas::shared() != nullptr);
  return *Blas::shared();
}

template <class Value>
void check_product(const Shape& shape, std::mt19937& random) {
  const auto a = random_numbers<Value>(shape.a, random), b = random_numbers<Value>(shape.b, random);
  std::vector<Value> found(shape.c);
  contract_product(shape.contraction, a.data(), b.data(), found.data(), 1, &library());
  const auto expected = sum_by_definition<typename Numbers<Value>::Wide>(shape, a, b);
  std::uint64_t terms = 1;
  for (const Axis& axis : shape.contraction.summed) terms *= axis.extent;
  REQUIRE(first_difference(found, expected, terms) == found.size());
  for (const unsigned threads : {2U, 4U}) {
    std::vector<Value> again(shape.c);
    contract_product(shape.contraction, a.data(), b.data(), again.data(), threads, &library());
    REQUIRE(have_same_bits(again, found));
  }
}

/// Arrays that lie like matrices, [batch][row][summed] or transposed, and so on.
Shape plain_shape(bool a_is_transposed, bool b_is_transposed, std::uint64_t m = 140,
                  std::uint64_t n = 150) {
  const std::uint64_t batch = 2, k = 131;
  const Axis rows{m, a_is_transposed ? 1 : k, 0, n}, columns{n, 0, b_is_transposed ? k : 1, 1},
      summed{k, a_is_transposed ? m : 1, b_is_transposed ? 1 : n, 0};
  return {{{{batch, m * k, k * n, m * n}}, {rows}, {columns}, {summed}},
          batch * m * k,
          batch * k * n,
          batch * m * n};
}

}  // namespace

TEST_CASE("matrix products of arrays that lie like matrices are a library's") {
  std::mt19937 random(1);
  for (const bool a : {false, true}) {
    for (const bool b : {false, true}) {
      const Shape shape = plain_shape(a, b);
      REQUIRE(is_plain_product(shape.contraction));
      check_product<float>(shape, random);
    }
  }
  // Of more than a block.
  check_product<float>(plain_shape(false, false, 520, 1030), random);
  check_product<double>(plain_shape(false, true), random);
  check_product<std::complex<float>>(plain_shape(true, false), random);
  check_product<std::complex<double>>(plain_shape(true, true), random);
}

TEST_CASE("axes that follow each other in both arrays are one, and all else is no plain product") {
  Contraction shape = plain_shape(false, false).contraction;
  // 131 summed values stay; rows and columns in two axes each.
  shape.rows = {{4, 35 * 131, 0, 35 * 150}, {35, 131, 0, 150}};
  shape.columns = {{3, 0, 50, 50}, {50, 0, 1, 1}};
  CHECK(is_plain_product(shape));
  std::swap(shape.columns[0].c, shape.columns[1].c);
  CHECK(!is_plain_product(shape));
  shape = plain_shape(false, false).contraction;
  shape.summed[0].extent = 100;
  CHECK(!is_plain_product(shape));
}

TEST_CASE("without a library matrix products are packed") {
  std::mt19937 random(1);
  const Shape shape = plain_shape(false, true);
  const auto a = random_numbers<float>(shape.a, random), b = random_numbers<float>(shape.b, random);
  std::vector<float> found(shape.c);
  contract_product(shape.contraction, a.data(), b.data(), found.data(), 2, nullptr);
  const auto expected = sum_by_definition<double>(shape, a, b);
  CHECK(first_difference(found, expected, 131) == found.size());
}
