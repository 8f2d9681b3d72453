#include "physics/series/sampling/tree/sobol_points.h"

#include <bit>

#include <boost/random/sobol.hpp>

namespace diagc::series {

namespace {

// Random numbers as steps make them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#define LANE_FUNCTION inline
using Int = std::uint32_t;
using Word = unsigned long long;
Word words(std::uint32_t x) { return x; }
Word low_product(Word a, std::uint32_t b) { return (a & 0xffffffff) * b; }
Word even(Int x) { return x; }
Word odd(Int) { return 0; }
Int joined(Word even, Word) { return static_cast<Int>(even); }
#include "runs/step/text/philox.inc"
#undef LANE_FUNCTION
#pragma GCC diagnostic pop

constexpr std::uint32_t bits = 32;

std::uint32_t reversed(std::uint32_t number) {
  std::uint32_t result = 0;
  for (std::uint32_t bit = 0; bit < bits; ++bit) result |= (number >> bit & 1U) << (bits - 1 - bit);
  return result;
}

}  // namespace

std::vector<std::uint32_t> sobol_directions(std::uint32_t dimension) {
  std::vector<std::uint32_t> directions(bits);
  if (dimension == 0) {  // radical inverse in base 2
    for (std::uint32_t bit = 0; bit < bits; ++bit) directions[bit] = 1U << (bits - 1 - bit);
    return directions;
  }
  // v_i = v_{i−s} / 2^s ⊕ v_{i−s} ⊕ the v_{i−k} of the polynomial's other powers; s is its degree.
  using Table = boost::random::default_sobol_table;
  const std::uint32_t polynomial = Table::polynomial(dimension - 1);
  const auto degree = static_cast<std::uint32_t>(std::bit_width(polynomial) - 1);
  for (std::uint32_t i = 0; i < bits; ++i) {
    if (i < degree) {
      directions[i] = std::uint32_t{Table::minit(dimension - 1, i)} << (bits - 1 - i);
      continue;
    }
    directions[i] = directions[i - degree] >> degree;
    for (std::uint32_t k = 1; k <= degree; ++k) {
      if ((polynomial >> (degree - k) & 1U) != 0) directions[i] ^= directions[i - k];
    }
  }
  return directions;
}

SobolTables sobol_tables(std::uint32_t dimensions, std::uint32_t group_bits, std::uint32_t groups,
                         const std::uint32_t* key, std::uint32_t use) {
  SobolTables tables{.dimensions = dimensions,
                     .group_bits = group_bits,
                     .members = {},
                     .steps = {},
                     .scrambles = {}};
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    std::vector<std::uint32_t> directions = sobol_directions(d);
    for (std::uint32_t& direction : directions) direction = reversed(direction);
    const auto number = [&](std::uint32_t index, std::uint32_t first_bit) {
      std::uint32_t result = 0;
      for (std::uint32_t bit = 0; bit + first_bit < bits; ++bit) {
        if ((index >> bit & 1U) != 0) result ^= directions[first_bit + bit];
      }
      return result;
    };
    for (std::uint32_t member = 0; member < 1U << group_bits; ++member)
      tables.members.push_back(number(member, 0));
    for (std::uint32_t byte = 0; byte < 4; ++byte) {
      for (std::uint32_t value = 0; value < 256; ++value)
        tables.steps.push_back(number(value, group_bits + 8 * byte));
    }
  }
  for (std::uint32_t group = 0; group < groups; ++group) {
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      const Random random = philox(group, d, use, key);
      tables.scrambles.push_back(random.x);
      tables.scrambles.push_back(random.y);
    }
  }
  return tables;
}

}  // namespace diagc::series
