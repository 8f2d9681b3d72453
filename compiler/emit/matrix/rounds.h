// Rounds of a graph in matrix products: between two barriers of a block its warps multiply matrices and add pairs that do not depend on each
// other. Every value stands in a slot of shared memory from the round that makes it to the last one that reads it.
#pragma once

#include <vector>

#include "compiler/emit/matrix/matrix_vector.h"
#include "compiler/schedule/schedule.h"

namespace diagc {

/// Up to eight columns that one product of matrices gives: they read the same fragments of matrices and have one scale.
struct MatrixTile {
  std::uint32_t type = 0;
  std::vector<std::uint32_t> columns;  ///< of MatrixVectorProducts
  Scalar scale = no_scalar;
};

/// Eight rows and four columns of a matrix, which the lanes of a warp hold.
struct MatrixFragment {
  std::uint32_t matrix, row, column;  ///< of its first element
  auto operator<=>(const MatrixFragment&) const = default;
};

/// What the columns of a tile are multiplied by.
struct TileType {
  std::vector<std::uint32_t> fragments;  ///< of MatrixRounds::fragments
  bool operator==(const TileType&) const = default;
};

struct MatrixRound {
  std::vector<std::vector<MatrixTile>> tiles;  ///< [type]
  std::vector<std::uint32_t> sums;             ///< of PairSums::steps
};

struct MatrixRounds {
  MatrixRounds(const PairSums& sums, const MatrixVectorProducts& products);

  std::vector<MatrixFragment> fragments;
  std::vector<TileType> types;
  std::vector<MatrixRound> rounds;
  std::vector<Slot>
      slot;  ///< by scalar; known ones that are read have slots of their own throughout
  Slot zero = 0, minus_zero = 0;  ///< for 0 and −0
  Slot unread = 0;                ///< for what nobody reads
  std::uint32_t slots = 0;        ///< that are used, from 0 on
};

}  // namespace diagc
