// Blocks of columns by the device that evaluates self-energies there, in pieces that travel one after the other.
#pragma once

#include <algorithm>
#include <cstddef>

namespace diagc::dynamics {

class BlockPieces {
 public:
  /// `at_once`: blocks whose pairs of times keep all multiprocessors busy once; pieces are multiples of it.
  BlockPieces(std::size_t blocks, std::size_t ranks, std::size_t at_once)
      : BlockPieces(blocks, ranks, at_once, most_pieces, {2, 5, 2}) {}
  /// The same where of three pieces the second one alone is read, and rows of the others are solved for where they are evaluated.
  static BlockPieces solved_where_read(std::size_t blocks, std::size_t ranks, std::size_t at_once) {
    return {blocks, ranks, at_once, most_solved, {6, 5, 3}};
  }
  static constexpr std::size_t most_solved = 3, piece_read = 1;

  std::size_t pieces() const { return pieces_; }
  /// Of pieces whose rows are solved for in two launches, those of the first one, whose way begins then: where there are few the second launch costs more
  /// than it hides.
  std::size_t solved_first() const { return pieces_ > 2 ? 1 : 0; }
  std::size_t first(std::size_t rank, std::size_t piece) const {
    const std::size_t begin = blocks_ * rank / ranks_, end = blocks_ * (rank + 1) / ranks_;
    if (piece == pieces_) return end;
    if (piece == 0) return begin;
    const std::size_t of_all =
                          (shares_.first + shares_.each * (pieces_ - 2) + shares_.last) * at_once_,
                      before = shares_.first + shares_.each * (piece - 1),
                      rounds = (2 * (end - begin) * before + of_all) / (2 * of_all);
    // None is empty.
    const std::size_t most = (end - begin) / at_once_ - (pieces_ - piece);
    return begin + std::clamp(rounds, piece, most) * at_once_;
  }
  std::size_t count(std::size_t rank, std::size_t piece) const {
    return first(rank, piece + 1) - first(rank, piece);
  }

 private:
  /// The way of all waits for the first piece where that is read, and little hides the way of the last one, which are shorter therefore.
  struct Shares {
    std::size_t first, each, last;
  };

  BlockPieces(std::size_t blocks, std::size_t ranks, std::size_t at_once, std::size_t most,
              Shares shares)
      : blocks_(blocks),
        ranks_(ranks),
        at_once_(std::clamp<std::size_t>(at_once, 1, most_at_once)),
        shares_(shares),
        pieces_(std::clamp<std::size_t>(blocks / ranks / at_once_, 1, most)) {}

  static constexpr std::size_t most_at_once = 4, most_pieces = 4;
  std::size_t blocks_, ranks_, at_once_;
  Shares shares_;
  std::size_t pieces_;
};

}  // namespace diagc::dynamics
