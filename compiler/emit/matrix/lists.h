// What the warps of a block do in every round, as lists of records.
#pragma once

#include <array>

#include "compiler/emit/matrix/rounds.h"

namespace diagc {

struct MatrixRecord {
  std::uint32_t head = 0;
  std::array<std::array<std::uint32_t, 2>, 32> words{};  ///< [lane]
};

struct MatrixLists {
  MatrixLists(const PairSums& sums, const MatrixUnits& units, const MatrixRounds& rounds,
              unsigned warps);

  std::vector<std::vector<MatrixRecord>> of_warp;
  std::vector<std::array<std::uint32_t, 2>> block_pairs;  ///< MatrixPlan::block_pairs
  std::uint64_t entries = 0;                              ///< that tiles read
  double latency = 0;                                     ///< cycles that a block takes alone
};

}  // namespace diagc
