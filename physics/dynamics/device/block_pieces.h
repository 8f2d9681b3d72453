// Blocks of columns by the device that evaluates self-energies there, in pieces that travel one after the other.
#pragma once

#include <algorithm>
#include <cstddef>

namespace diagc::dynamics {

class BlockPieces {
 public:
  /// `at_once`: blocks whose pairs of times keep all multiprocessors busy once; pieces are multiples of it.
  BlockPieces(std::size_t blocks, std::size_t ranks, std::size_t at_once)
      : blocks_(blocks),
        ranks_(ranks),
        at_once_(std::clamp<std::size_t>(at_once, 1, most_at_once)) {
    pieces_ = std::clamp<std::size_t>(blocks / ranks / at_once_, 1, most_pieces);
  }
  std::size_t pieces() const { return pieces_; }
  /// Of pieces whose rows are solved for in two launches, those of the first one, whose way begins then: where there are few the second launch costs more
  /// than it hides.
  std::size_t solved_first() const { return pieces_ > 2 ? 1 : 0; }
  std::size_t first(std::size_t rank, std::size_t piece) const {
    const std::size_t begin = blocks_ * rank / ranks_, end = blocks_ * (rank + 1) / ranks_;
    if (piece == pieces_) return end;
    if (piece == 0) return begin;
    // The first one, which the way of all waits for, and the last one, which nothing hides the way of, are shorter than others, as two is to five.
    const std::size_t of_all = (5 * pieces_ - 6) * at_once_,
                      rounds = (2 * (end - begin) * (5 * piece - 3) + of_all) / (2 * of_all);
    return begin + std::max(rounds, piece) * at_once_;
  }
  std::size_t count(std::size_t rank, std::size_t piece) const {
    return first(rank, piece + 1) - first(rank, piece);
  }

 private:
  static constexpr std::size_t most_at_once = 4, most_pieces = 4;
  std::size_t blocks_, ranks_, at_once_, pieces_ = 1;
};

}  // namespace diagc::dynamics
