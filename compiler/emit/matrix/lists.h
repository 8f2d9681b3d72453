// What the warps of a block do in every round, as lists of records. A record is a head and two words for each lane:
//
//   product   word 0: halves: what the lane reads for two fragments of a matrix, minus << 15. Word 1 of the last product of a tile: where
//             it writes two results, scaled << 15
//   pairs     both words: a factor, minus << 15, and the other one << 16
//   sums      word 0: another pair; word 1: where the first lane of each sum writes
//   nothing
#pragma once

#include <array>

#include "compiler/emit/matrix/rounds.h"

namespace diagc {

/// Marks a half: the minus of what is read, the scale of what is written.
inline constexpr std::uint32_t matrix_mark = 0x8000;

struct MatrixHead {
  /// What a record is; from `products` on products with that pair of fragments.
  static constexpr std::uint32_t nothing = 0, pairs = 1, sums = 2, products = 3;
  static constexpr std::uint32_t what = 0x3f, most_products = what - products + 1;
  static constexpr std::uint32_t first = 1u << 6, last = 1u << 7;     ///< product of a tile
  static constexpr std::uint32_t lanes_at = 8, lanes = 7;             ///< of a sum: logarithm
  static constexpr std::uint32_t barrier = 1u << 11, end = 1u << 12;  ///< behind the record
  static constexpr std::uint32_t scale_at = 16;                       ///< slot, of a tile
};

struct MatrixRecord {
  std::uint32_t head = 0;
  std::array<std::array<std::uint32_t, 2>, 32> words{};  ///< [lane]
};

struct MatrixLists {
  MatrixLists(const PairSums& sums, const MatrixVectorProducts& products,
              const MatrixRounds& rounds, unsigned warps);

  std::vector<std::vector<MatrixRecord>> of_warp;
  std::vector<std::array<std::uint32_t, 2>>
      fragment_pairs;         ///< that a product takes; one alone stands twice
  std::uint64_t entries = 0;  ///< that tiles read
  double latency = 0;         ///< cycles that a block takes alone
};

}  // namespace diagc
