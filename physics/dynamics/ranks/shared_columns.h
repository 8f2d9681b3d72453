// Columns of rows that are shared among ranks: what needs all points of the lattice at a pair of times goes by blocks of columns, which ranks take in
// turn, where everything else goes by points.
#pragma once

#include <functional>
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

  /// Of rows of this rank's points those of all points at its own blocks of columns, in one exchange. Its own blocks are those of the rows, others stand
  /// in messages until the next gather(). All ranks call it with rows of the same kinds.
  std::vector<BlockTable> gather(std::span<const PointRows> rows) const;
  /// The way back: `compute` writes to blocks of all points at this rank's columns, every one of them. Columns of T⁺ stay as they are.
  void scatter(std::span<const PointRows> rows,
               const std::function<void(std::span<const BlockTable>)>& compute) const;

 private:
  enum class Direction { gather, scatter };

  std::size_t count_of(std::size_t rank) const;
  std::size_t block_of(std::size_t rank, std::size_t i) const { return rank + i * share_.size(); }
  /// Where a block of a rank stands in rows of points.
  std::size_t place(const PointRows& rows, std::size_t rank, std::size_t i) const {
    const std::size_t block = block_of(rank, i);
    return rows.has_edge && block == panels_ ? block + 1 : block;
  }
  /// Blocks at all points and this rank's columns: its own ones in the rows, those of another rank in the message from or to it.
  std::vector<BlockTable> tables(std::span<const PointRows> rows,
                                 std::span<const Numbers> messages) const;
  /// Calls action(numbers in the message, block of this rank's rows) for all that it has of columns of another rank.
  template <class Action>
  void each_of_others(std::span<const PointRows> rows, std::span<const Numbers> messages,
                      Action action) const;
  void exchange(std::span<const PointRows> rows, Direction direction) const;

  const PointShare& share_;
  std::size_t panels_;
};

/// Of rows of one block those of all points, to every rank: for rows at mixed times, which do not grow with the square of times.
BlockRows gathered_rows(const PointShare& share, const BlockRows& own);

}  // namespace diagc::dynamics
