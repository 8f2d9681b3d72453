// Largest magnitudes and products with powers of two, number by number.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "runtime/linear/magnitudes.h"

using namespace diagc;

TEMPLATE_TEST_CASE("largest magnitudes and multiples of arrays of any length", "", float, double) {
  using Bits = std::conditional_t<sizeof(TestType) == 4, std::uint32_t, std::uint64_t>;
  std::mt19937 random(1);
  std::uniform_real_distribution<TestType> number(-3, 3);
  for (std::size_t count = 0; count < 150; ++count) {
    INFO(count);
    std::vector<TestType> numbers(count);
    for (TestType& own : numbers) own = std::ldexp(number(random), static_cast<int>(random() % 40));
    TestType most = 0;
    for (const TestType own : numbers) most = std::max(most, std::abs(own));
    CHECK(linear::largest_magnitude(numbers.data(), count) == most);

    std::vector<TestType> scaled = numbers;
    linear::multiply(scaled.data(), count, TestType(0.125), TestType(-2));
    for (std::size_t k = 0; k < count; ++k)
      REQUIRE(std::bit_cast<Bits>(scaled[k]) == std::bit_cast<Bits>(numbers[k] * TestType(-0.25)));

    constexpr TestType infinity = std::numeric_limits<TestType>::infinity();
    if (count == 0) continue;
    for (const TestType bad : {infinity, -infinity, std::numeric_limits<TestType>::quiet_NaN()}) {
      const std::size_t place = random() % count;
      const TestType good = std::exchange(numbers[place], bad);
      CHECK(linear::largest_magnitude(numbers.data(), count) == infinity);
      numbers[place] = good;
    }
  }
  const TestType tiny[] = {-std::numeric_limits<TestType>::denorm_min(), 0, TestType(-0.0)};
  CHECK(linear::largest_magnitude(tiny, 3) == std::numeric_limits<TestType>::denorm_min());
}
