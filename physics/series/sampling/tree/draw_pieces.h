// Numbers of 32 bits as draws from a distribution, by inverting its sums: pieces of [0, 2³²) in proportion to the weights of outcomes, in their
// order, so that numbers that are near each other give outcomes that are. The place of a number within its piece is a number again.
#pragma once

#include <cstdint>
#include <vector>

namespace diagc::series {

struct alignas(16) DrawPiece {
  std::uint32_t first, width_less_1;
  std::uint32_t reciprocal;  ///< 2⁶³ over the width, which is shifted up by as much as it can be
  std::uint32_t
      payload;  ///< what it stands for; in the low 5 bits, where there are such, that shift
};

/// Several distributions, one behind the other. A guide of 2^guide_bits entries each says where to begin to look: of a cell of numbers it has the piece
/// that the first one lies in, in the low piece_bits, and above them as many high bits of the last number in the cell that lies there, too, as there
/// is room for. What lies further on is in the next piece, but for few numbers, which are looked for piece by piece.
struct DrawPieces {
  std::uint32_t guide_bits = 0, piece_bits = 0;
  std::vector<std::uint32_t> guide;
  std::vector<DrawPiece> pieces;

  /// Weights of at least one positive sum; outcomes of no width are left out. Returns the outcomes of the new pieces. `payload`: of each outcome, less
  /// than 2²⁷ where it is `shifted`: then the shift is put below it.
  std::vector<std::uint32_t> add(const std::vector<double>& weights,
                                 const std::vector<std::uint32_t>& payloads, bool shifted);
  /// After all were added: the guide.
  void make_guide();

 private:
  std::vector<std::uint32_t> first_pieces_;  ///< of cells
};

}  // namespace diagc::series
