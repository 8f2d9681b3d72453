// Contractions by panels against sums term by term.
#include "runtime/linear/contract.h"

#include <catch2/catch.hpp>

#include "tests/linear/shapes.h"
#include "tests/test_seed.h"

using namespace diagc::linear;
using namespace diagc::linear::testing;

namespace {

template <class Value>
void check_contract(const Shape& shape, std::mt19937& random) {
  const auto a = random_numbers<Value>(shape.a, random), b = random_numbers<Value>(shape.b, random);
  std::vector<Value> found(shape.c);
  contract(shape.contraction, a.data(), b.data(), found.data(), 1, prime);
  const auto expected = sum_by_definition<typename Numbers<Value>::Wide>(shape, a, b);
  std::uint64_t terms = 1;
  for (const Axis& axis : shape.contraction.summed) terms *= axis.extent;
  REQUIRE(first_difference(found, expected, terms) == found.size());
  std::vector<Value> again(shape.c);
  contract(shape.contraction, a.data(), b.data(), again.data(), 3, prime);
  REQUIRE(have_same_bits(again, found));
}

void check_all_elements(const Shape& shape, std::mt19937& random) {
  check_contract<float>(shape, random);
  check_contract<double>(shape, random);
  check_contract<std::complex<float>>(shape, random);
  check_contract<std::complex<double>>(shape, random);
  check_contract<Residue>(shape, random);
  check_contract<Tropical>(shape, random);
}

}  // namespace

TEST_CASE("contractions by panels are the sums that they stand for, for every kind of element") {
  const unsigned seed = diagc::test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) { return random() % bound; };
  for (int run = 0; run < 20; ++run) {
    INFO(run);
    const auto some = [&](std::uint64_t most) {
      std::vector<std::uint64_t> extents;
      for (std::uint64_t product = 1; product < most; product *= extents.back())
        extents.push_back(2 + below(4));
      return extents;
    };
    Extents extents{
        some(1 + below(8)), some(1 + below(20)), some(1 + below(20)), some(1 + below(20)), {}, {}};
    if (below(2) == 0) extents.summed_a = some(1 + below(8));
    if (below(2) == 0) extents.summed_b = some(1 + below(8));
    // Lanes lie together in the result.
    Shape shape = shape_of(extents, random);
    std::vector<Axis>* lanes = &shape.contraction.columns;
    std::uint64_t stride = 1;
    for (std::vector<Axis>* group : {lanes, &shape.contraction.rows, &shape.contraction.batch})
      for (std::size_t axis = group->size(); axis-- > 0; stride *= (*group)[axis].extent)
        (*group)[axis].c = stride;
    check_all_elements(shape, random);
  }
}

TEST_CASE("what one operand alone sums is added before it is multiplied") {
  std::mt19937 random(1);
  // As many products as elements of both would be 10^15.
  Shape shape = shape_of({{}, {}, {}, {40}, {100000}, {250000}}, random);
  std::vector<Residue> a(shape.a, Residue{1}), b(shape.b, Residue{1}), c(1);
  contract(shape.contraction, a.data(), b.data(), c.data(), 1, prime);
  CHECK(c[0].value == std::uint64_t{40} * 100000 * 250000 % prime);
}
