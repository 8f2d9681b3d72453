#include "runtime/system/checked.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace diagc;

namespace {

constexpr std::size_t most = largest_size;
constexpr std::size_t all_bits = std::numeric_limits<std::size_t>::max();

}  // namespace

TEST_CASE("products of sizes are exact or nothing") {
  CHECK(checked_product({}) == 1);
  CHECK(checked_product({7}) == 7);
  CHECK(checked_product({most}) == most);
  CHECK_FALSE(checked_product({most + 1}));
  CHECK(checked_product({std::size_t{1} << 31, std::size_t{1} << 31}) == std::size_t{1} << 62);
  CHECK_FALSE(checked_product({std::size_t{1} << 32, std::size_t{1} << 31}));
  // In 64 bits these two are 8.
  CHECK_FALSE(checked_product({(std::size_t{1} << 61) + 1, 8}));
  CHECK(checked_product({all_bits, all_bits, 0}) == 0);
  // Of 128 bits, for small factors one by one.
  for (std::size_t a = 1; a < 200; ++a) {
    const std::size_t largest = most / a;
    CHECK(checked_product({a, largest}) == a * largest);
    CHECK_FALSE(checked_product({a, largest + 1}));
    CHECK_FALSE(checked_product({largest + 1, a}));
  }
}

TEST_CASE("sums of sizes are exact or nothing") {
  CHECK(checked_sum({}) == 0);
  CHECK(checked_sum({1, 2, 3}) == 6);
  CHECK(checked_sum({most - 5, 2, 3}) == most);
  CHECK_FALSE(checked_sum({most - 5, 2, 4}));
  CHECK_FALSE(checked_sum({all_bits, 1}));
}
