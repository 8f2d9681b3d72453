// The steps of PairSums as tasks for a warp: sums of bounded length, three of them together where they read the same numbers.
//
// Reading operands from shared memory is what bounds a sum of products. Three sums that each have a product with the same
// number, the *hub*, read it once: a star is a hub and three others, one for each sum.
#pragma once

#include <array>

#include "compiler/emit/cuda/pair_sums.h"

namespace diagc {

struct Star {
  Scalar hub;
  std::array<Scalar, 3> spokes;
  bool negative;
};

struct PackedTask {
  enum class Kind : std::uint8_t { sums, operation, store };
  Kind kind = Kind::sums;
  std::uint32_t operation = 0;
  std::vector<Star> stars = {};
  std::vector<std::vector<Pair>> pairs =
      {};                            ///< one list, or three where the task has three results
  std::vector<Scalar> reads = {};    ///< each once; of an operation its operands, in order
  std::vector<Scalar> results = {};  ///< none of a store
  std::uint32_t output = 0;          ///< of a store: the row, of all outputs
};

/// Room of a task.
struct PackedRoom {
  std::uint32_t entries;  ///< of two pairs or one star
  std::uint32_t slots;    ///< numbers read at most
};

/// Entries of two pairs, or of one star, that pairs and stars take: those with a minus stand by themselves.
std::uint32_t pair_entries(const std::vector<Pair>& pairs);
std::uint32_t star_entries(const std::vector<Star>& stars);

/// In the order of the steps, a task of three sums where the last of them stands; outputs follow what they store. `sums.scalars` grows
/// by the parts of sums that are too long.
std::vector<PackedTask> packed_tasks(PairSums& sums, const PackedRoom& room);

}  // namespace diagc
