// Inner products against sums term by term.
#include "runtime/linear/inner.h"

#include <catch2/catch.hpp>

#include "tests/linear/shapes.h"
#include "tests/test_seed.h"

using namespace diagc::linear;
using namespace diagc::linear::testing;

namespace {

template <class Value>
void check_inner(const Shape& shape, std::mt19937& random) {
  const auto a = random_numbers<Value>(shape.a, random), b = random_numbers<Value>(shape.b, random);
  const auto expected = sum_by_definition<typename Numbers<Value>::Wide>(shape, a, b);
  std::vector<Value> found(shape.c);
  contract_inner(shape.contraction, a.data(), b.data(), found.data(), 1, prime);
  std::uint64_t terms = 1;
  for (const Axis& axis : shape.contraction.summed) terms *= axis.extent;
  REQUIRE(first_difference(found, expected, terms) == found.size());
  for (const unsigned threads : {2U, 4U}) {
    std::vector<Value> again(shape.c);
    contract_inner(shape.contraction, a.data(), b.data(), again.data(), threads, prime);
    REQUIRE(have_same_bits(again, found));
  }
}

void check_all(const Extents& extents, std::mt19937& random) {
  const Shape shape = shape_of(extents, random);
  check_inner<float>(shape, random);
  check_inner<double>(shape, random);
  check_inner<std::complex<float>>(shape, random);
  check_inner<std::complex<double>>(shape, random);
  check_inner<Residue>(shape, random);
  check_inner<Tropical>(shape, random);
}

}  // namespace

TEST_CASE("inner products of arrays in any order of axes are the sums that they stand for") {
  const unsigned seed = diagc::test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) { return random() % bound; };
  for (int run = 0; run < 12; ++run) {
    INFO(run);
    Extents extents;
    constexpr std::uint64_t some[] = {1, 2, 2, 3, 4, 5, 7, 16};
    std::uint64_t terms = 1;
    const std::uint64_t most = run % 5 == 0 ? 100'000 : 3'000;
    while (terms < most) {
      extents.summed.push_back(some[below(8)]);
      terms *= extents.summed.back();
    }
    if (below(3) == 0) extents.batch = {1 + below(3), 1 + below(3)};
    if (below(2) == 0) extents.rows = {1 + below(4), 1 + below(2)};
    if (below(2) == 0) extents.columns = {1 + below(2), 1 + below(4)};
    if (below(4) == 0) extents.summed_a = {2};
    if (below(4) == 0) extents.summed_b = {3};
    check_all(extents, random);
  }
}

TEST_CASE("inner products take long axes, of a prime extent and of others, and empty groups") {
  std::mt19937 random(1);
  for (const auto& summed : std::vector<std::vector<std::uint64_t>>{
           {}, {1}, {70'001}, {65'536}, {300, 301}, {4'099, 11}, {2, 8'209}}) {
    INFO(summed.size());
    check_all({{}, {}, {}, summed, {}, {}}, random);
    check_all({{2}, {2}, {3}, summed, {}, {}}, random);
  }
}

TEST_CASE("inner products take up to 32 rows and columns, several at once") {
  const unsigned seed = diagc::test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) { return random() % bound; };
  // As many rows or columns as random factors have together, no more than 32.
  const auto side = [&] {
    std::vector<std::uint64_t> extents;
    for (std::uint64_t product = 1;;) {
      const std::uint64_t next = 1 + below(6);
      if (product * next > most_inner_rows || extents.size() == 4) return extents;
      extents.push_back(next);
      product *= next;
    }
  };
  for (int run = 0; run < 12; ++run) {
    INFO(run);
    Extents extents{{}, side(), side(), {}, {}, {}};
    for (std::uint64_t terms = 1; terms < 2'000; terms *= extents.summed.back())
      extents.summed.push_back(2 + below(run % 3 == 0 ? 40 : 4));
    if (below(4) == 0) extents.batch = {2};
    check_all(extents, random);
  }
  // A part of a sum has several blocks, and the last one is shorter.
  check_all({{}, {32}, {31}, {37, 61, 2}, {}, {}}, random);
  const Shape shape = shape_of({{}, {17}, {3, 5}, {16, 5'003}, {}, {}}, random);
  check_inner<float>(shape, random);
}

TEST_CASE("inner products refuse more than 32 rows or columns") {
  std::mt19937 random(1);
  const Shape shape = shape_of({{}, {3, 11}, {2}, {8}, {}, {}}, random);
  const std::vector<float> a(shape.a), b(shape.b);
  std::vector<float> c(shape.c);
  CHECK_THROWS_WITH(contract_inner(shape.contraction, a.data(), b.data(), c.data(), 1),
                    "contract_inner: found more rows or columns than it takes");
}
