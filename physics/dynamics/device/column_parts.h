// Parts of arrays of blocks of columns, as they travel between the devices that points belong to and those that evaluate at the columns.
#pragma once

#include <cstddef>
#include <functional>

#include "physics/dynamics/device/block_pieces.h"
#include "physics/dynamics/device/device_exchange.h"
#include "physics/dynamics/device/shared_arrays.h"

namespace diagc::dynamics {

class ColumnParts {
 public:
  /// `of_point`: blocks of a point in arrays of own points.
  ColumnParts(const PointShare& share, const BlockPieces& blocks, std::size_t of_point)
      : share_(share), blocks_(blocks), of_point_(of_point) {}

  /// Of others' points, blocks of pieces before this one; those of a piece stand side by side, point by point.
  std::size_t begin(std::size_t piece) const;
  /// To whoever evaluates at the piece's columns, with parts for and of every rank.
  DevicePiece to_columns(const SharedArray& array, std::size_t piece) const;
  /// The way back.
  DevicePiece to_points(const SharedArray& array, std::size_t piece) const;

 private:
  const PointShare& share_;
  BlockPieces blocks_;
  std::size_t of_point_;
};

/// Of a rank's points those that come first.
using FirstPoints = std::function<std::size_t(std::size_t rank)>;

/// Leaves in a piece what it has of the first points and returns the rest of it; `outgoing` and `incoming`: how many of the part for, or of, a rank.
DevicePiece cut_at_points(DevicePiece& piece, std::size_t own, const FirstPoints& outgoing,
                          const FirstPoints& incoming);

}  // namespace diagc::dynamics
