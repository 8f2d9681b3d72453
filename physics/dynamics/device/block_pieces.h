// Blocks of columns by the device that evaluates self-energies there, in pieces that travel one after the other.
#pragma once

#include <algorithm>
#include <cstddef>

namespace diagc::dynamics {

class BlockPieces {
 public:
  /// `at_once`: blocks whose pairs of times keep all multiprocessors busy once; pieces are multiples of it where they are longer.
  BlockPieces(std::size_t blocks, std::size_t ranks, std::size_t at_once)
      : blocks_(blocks),
        ranks_(ranks),
        at_once_(std::clamp<std::size_t>(at_once, 1, least_blocks)) {
    pieces_ = std::clamp<std::size_t>(blocks / ranks / least_blocks, 1, most_pieces);
  }
  std::size_t pieces() const { return pieces_; }
  std::size_t first(std::size_t rank, std::size_t piece) const {
    const std::size_t begin = blocks_ * rank / ranks_, end = blocks_ * (rank + 1) / ranks_;
    if (piece == pieces_) return end;
    const std::size_t even = (end - begin) * piece / pieces_;
    return begin + (even + at_once_ / 2) / at_once_ * at_once_;
  }
  std::size_t count(std::size_t rank, std::size_t piece) const {
    return first(rank, piece + 1) - first(rank, piece);
  }

 private:
  /// Of a piece a device has enough pairs of times to be busy.
  static constexpr std::size_t least_blocks = 4, most_pieces = 4;
  std::size_t blocks_, ranks_, at_once_, pieces_ = 1;
};

}  // namespace diagc::dynamics
