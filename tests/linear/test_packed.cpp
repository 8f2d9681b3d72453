// Contractions by packed panels against sums term by term.
#include "runtime/linear/packed.h"

#include <catch2/catch.hpp>

#include "runtime/linear/packed_shape.h"
#include "tests/linear/shapes.h"
#include "tests/test_seed.h"

using namespace diagc::linear;
using namespace diagc::linear::testing;

namespace {

template <class Value>
void check_packed(const Shape& shape, std::mt19937& random) {
  const auto a = random_numbers<Value>(shape.a, random), b = random_numbers<Value>(shape.b, random);
  std::vector<Value> found(shape.c);
  contract_packed(shape.contraction, a.data(), b.data(), found.data(), 1);
  const auto expected = sum_by_definition<typename Numbers<Value>::Wide>(shape, a, b);
  std::uint64_t terms = 1;
  for (const Axis& axis : shape.contraction.summed) terms *= axis.extent;
  REQUIRE(first_difference(found, expected, terms) == found.size());
  for (const unsigned threads : {2U, 4U}) {
    std::vector<Value> again(shape.c);
    contract_packed(shape.contraction, a.data(), b.data(), again.data(), threads);
    REQUIRE(have_same_bits(again, found));
  }
}

void check_all_packed(const Shape& shape, std::mt19937& random) {
  check_packed<float>(shape, random);
  check_packed<double>(shape, random);
  check_packed<std::complex<float>>(shape, random);
  check_packed<std::complex<double>>(shape, random);
}

}  // namespace

TEST_CASE("packed products of arrays in any order of axes are the sums that they stand for") {
  const unsigned seed = diagc::test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) { return random() % bound; };
  for (int run = 0; run < 12; ++run) {
    INFO(run);
    const auto some = [&](std::uint64_t most) {
      std::vector<std::uint64_t> extents;
      for (std::uint64_t product = 1; product < most; product *= extents.back())
        extents.push_back(2 + below(5));
      return extents;
    };
    Extents extents{{}, some(40), some(40), some(20), {}, {}};
    if (below(2) == 0) extents.batch = {2};
    if (below(4) == 0) extents.summed_a = {2};
    if (below(4) == 0) extents.summed_b = {3};
    check_all_packed(shape_of(extents, random), random);
  }
}

TEST_CASE("packed products take more than a block of rows, columns and summed values") {
  std::mt19937 random(1);
  // In one order of axes for every operand, as they lie and transposed, and in orders that are none of a matrix.
  for (int run = 0; run < 6; ++run) {
    const Shape shape = shape_of({{}, {300}, {17}, {13}, {}, {}}, random);
    check_packed<float>(shape, random);
    const Shape wide = shape_of({{}, {9}, {263}, {257}, {}, {}}, random);
    check_packed<double>(wide, random);
    check_packed<std::complex<double>>(wide, random);
    const Shape folded = shape_of({{2}, {3, 5}, {2, 140}, {2, 150}, {}, {}}, random);
    check_packed<std::complex<float>>(folded, random);
  }
}

TEST_CASE("packed products cut long sums of small results into parts") {
  std::mt19937 random(1);
  const Shape shape = shape_of({{2}, {5, 3}, {11}, {16, 1031}, {}, {}}, random);
  check_packed<float>(shape, random);
  check_packed<std::complex<double>>(shape, random);
}

TEST_CASE("packed products write results past the caches that are larger than these") {
  std::mt19937 random(1);
  // Whole vectors that lie together, 26 MB of them.
  const Shape shape{
      {{}, {{40, 3, 0, 163840}}, {{163840, 0, 3, 1}}, {{3, 1, 1, 0}}}, 120, 491520, 6553600};
  check_packed<float>(shape, random);
}

// What peak_bytes() of a plan counts on.
TEST_CASE("blocks of every shape fit the panels of a thread, whatever is summed") {
  const auto check = []<class Value>(Value, std::uint64_t lanes) {
    for (const std::uint64_t rows : {1ULL, 100ULL, 2048ULL, 5000ULL}) {
      for (const std::uint64_t columns : {1ULL, 300ULL, 4096ULL}) {
        for (const std::uint64_t summed : {1ULL, 16ULL, 127ULL, 128ULL, 129ULL, 1000ULL, 9999ULL}) {
          INFO(rows << " rows, " << columns << " columns, " << summed << " summed values");
          Contraction own;
          own.rows = {{rows, summed, 0, columns}};
          own.columns = {{columns, 0, summed, 1}};
          own.summed = {{summed, 1, 1, 0}};
          const packed::Shape<Value> shape(own, lanes);
          const std::uint64_t deep = std::min(summed, shape.depth);
          const std::uint64_t filled = shape.row_block + shape.most_rows_at_once;
          // Panels of all summed values, or two of a block of them in turn.
          const std::uint64_t kept = shape.keeps_rows ? filled * summed : 2 * filled * deep;
          CHECK(kept * sizeof(Value) <= packed::row_panel_bytes);
          CHECK(shape.lane_block * deep * sizeof(Value) <= packed::lane_panel_bytes);
        }
      }
    }
  };
  check(float(), 32);
  check(double(), 16);
  check(std::complex<float>(), 16);
  check(std::complex<double>(), 8);
}
