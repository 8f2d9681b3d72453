// Columns of rows that are shared among ranks: what needs all points of the lattice at a pair of times goes by blocks of columns, which ranks take in
// turn, where everything else goes by points.
#pragma once

#include <span>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "physics/dynamics/ranks/point_share.h"

namespace diagc::dynamics {

/// Rows of a panel at a rank's points.
struct PointRows {
  const BlockRows* rows = nullptr;
  bool has_edge = false;  ///< whether the columns of T⁺ stand before the panel's own ones
};

class SharedColumns {
 public:
  SharedColumns(const PointShare& share, std::size_t panels);

  /// Blocks of columns that this rank takes, and the number of one of them; the panel's own one is that of number `panels`.
  std::size_t count() const { return count_of(share_.rank()); }
  std::size_t block(std::size_t i) const { return block_of(share_.rank(), i); }

  /// Of rows of this rank's points those of all points at its own blocks of columns, in one exchange. All ranks call it with rows of the same kinds.
  std::vector<BlockRows> gather(std::span<const PointRows> rows) const;
  /// The way back, of what was made of them; columns of T⁺ stay as they are.
  void scatter(std::span<const BlockRows> columns, std::span<const PointRows> rows) const;

 private:
  std::size_t count_of(std::size_t rank) const;
  std::size_t block_of(std::size_t rank, std::size_t i) const { return rank + i * share_.size(); }
  /// Where a block of a rank stands in rows of points.
  std::size_t place(const PointRows& rows, std::size_t rank, std::size_t i) const {
    const std::size_t block = block_of(rank, i);
    return rows.has_edge && block == panels_ ? block + 1 : block;
  }

  const PointShare& share_;
  std::size_t panels_;
};

/// Of rows of one block those of all points, to every rank: for rows at mixed times, which do not grow with the square of times.
BlockRows gathered_rows(const PointShare& share, const BlockRows& own);

}  // namespace diagc::dynamics
