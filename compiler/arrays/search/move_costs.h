// What moves of a tree are judged by. All of it is inlined, into functions for processors that have different instructions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>

#include "compiler/arrays/search/anneal.h"

#define DIAGC_INLINE __attribute__((always_inline)) inline

namespace diagc::arrays::moves {

/// What is known of sliced labels when code is made: there are none, all sums over them are outside of the tree, or they end early.
enum class Sliced { none, outside, early };

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
  const auto index = static_cast<std::size_t>((larger - smaller - share) * steps_of_bit + 0.5F);
  return index < log2_of_sum.size() ? larger + log2_of_sum[index] : larger;
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

/// Metropolis' rule for a change of log2 of the cost.
DIAGC_INLINE bool is_accepted(float change, float beta, std::mt19937_64& random) {
  if (!(change > 0)) return true;
  const float to_natural = beta * static_cast<float>(0.6931471805599453);
  const double uniform = static_cast<double>(random() >> 11U) * 0x1.0p-53;
  return uniform < std::exp(static_cast<double>(-to_natural * change));
}

}  // namespace diagc::arrays::moves
