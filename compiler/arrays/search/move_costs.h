// What moves of a tree are judged by.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "compiler/arrays/search/anneal.h"

#define DIAGC_INLINE __attribute__((always_inline)) inline

namespace diagc::arrays::moves {

inline constexpr std::size_t steps_of_bit = 16;
/// Beyond, the smaller one of two numbers is below the precision of float.
inline constexpr std::size_t bits_of_table = 26;

inline const std::array<float, steps_of_bit * bits_of_table> log2_of_sum = [] {
  std::array<float, steps_of_bit * bits_of_table> table = {};
  for (std::size_t k = 0; k < table.size(); ++k)
    table[k] = static_cast<float>(std::log2(1 + std::exp2(-static_cast<double>(k) / steps_of_bit)));
  return table;
}();

/// log2(2^a + 2^b); the smaller one counts 2^share as much.
DIAGC_INLINE float sum_of_logs(float a, float b, float share = 0) {
  const float larger = std::max(a, b), smaller = std::min(a, b);
  const float place = (larger - smaller - share) * steps_of_bit + 0.5F;
  if (!(place < static_cast<float>(log2_of_sum.size()))) return larger;
  return larger + log2_of_sum[static_cast<std::size_t>(static_cast<std::int32_t>(place))];
}

DIAGC_INLINE float cost_of_step(float operations, float a, float b, float result,
                                const Objective& objective) {
  if (objective.minimise != Minimise::time) return operations;
  const StepTimes& times = *objective.times;
  const float main = std::max(a, b), other = std::min(a, b);
  const StepTimes::Shape& shape = times.shape(operations, main, other, result);
  const float arrays =
      sum_of_logs(sum_of_logs(times.array(main), times.array(other)), times.array(result));
  float seconds =
      sum_of_logs(operations + shape.product, arrays + shape.moved, times.not_overlapped);
  const float summed = operations - result;
  if (times.link > -StepTimes::never && main > 0 && summed > 0)
    seconds = sum_of_logs(seconds, main + times.link + std::log2(summed / main));
  return seconds;
}

/// Random numbers of moves: SplitMix64 (Steele, Lea, Flood 2014).
class Draws {
 public:
  explicit DIAGC_INLINE Draws(std::uint64_t seed) : state_(seed) {}

  DIAGC_INLINE std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27U) * 0x94d049bb133111ebU;
    return z ^ z >> 31U;
  }

 private:
  std::uint64_t state_;
};

/// Metropolis' rule for a change of log2 of the cost.
DIAGC_INLINE bool is_accepted(float change, float beta, Draws& random) {
  if (!(change > 0)) return true;
  const std::uint64_t drawn = random();
  const float halvings = beta * change;
  // As a part of 2^64 the number drawn lies between 2^-(zeros + 1) and 2^-zeros.
  const auto zeros = static_cast<float>(std::countl_zero(drawn | 1U));
  if (halvings <= zeros) return true;
  if (halvings >= zeros + 1) return false;
  const double uniform = static_cast<double>(drawn >> 11U) * 0x1.0p-53;
  return uniform < std::exp2(-static_cast<double>(halvings));
}

}  // namespace diagc::arrays::moves
