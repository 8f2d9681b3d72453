#include "physics/series/sampling/tree/draw_pieces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace diagc::series {

std::vector<std::uint32_t> DrawPieces::add(const std::vector<double>& weights,
                                           const std::vector<std::uint32_t>& payloads,
                                           bool shifted) {
  constexpr std::uint64_t whole = std::uint64_t{1} << 32U;
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t last = weights.size();
  while (last > 1 && !(weights[last - 1] > 0)) --last;
  const std::size_t begin = pieces.size();
  std::vector<std::uint32_t> outcomes;
  std::uint64_t lower = 0;
  double sum = 0;
  for (std::size_t i = 0; i < last; ++i) {
    sum += weights[i];
    const std::uint64_t upper =
        i + 1 == last
            ? whole
            : std::min(static_cast<std::uint64_t>(std::llround(std::ldexp(sum / total, 32))),
                       whole);
    if (upper <= lower) continue;
    const std::uint64_t width = upper - lower;
    const std::uint32_t shift =
        std::min(32 - static_cast<std::uint32_t>(std::bit_width(width - 1)), 31U);
    const std::uint64_t reciprocal = (std::uint64_t{1} << 63U) / (width << shift);
    pieces.push_back({static_cast<std::uint32_t>(lower), static_cast<std::uint32_t>(width - 1),
                      static_cast<std::uint32_t>(std::min(reciprocal, whole - 1)),
                      shifted ? payloads[i] << 5U | shift : payloads[i]});
    outcomes.push_back(static_cast<std::uint32_t>(i));
    lower = upper;
  }
  std::size_t piece = begin;
  for (std::uint64_t cell = 0; cell < std::uint64_t{1} << guide_bits; ++cell) {
    const std::uint64_t number = cell << (32 - guide_bits);
    while (number > std::uint64_t{pieces[piece].first} + pieces[piece].width_less_1) ++piece;
    first_pieces_.push_back(static_cast<std::uint32_t>(piece));
  }
  return outcomes;
}

void DrawPieces::make_guide() {
  piece_bits = std::max(1U, static_cast<std::uint32_t>(std::bit_width(pieces.size() - 1)));
  const std::uint32_t cells = 1U << guide_bits, cell_width = 1U << (32 - guide_bits);
  for (std::size_t i = 0; i < first_pieces_.size(); ++i) {
    const std::uint32_t cell = static_cast<std::uint32_t>(i) & (cells - 1);
    const DrawPiece& piece = pieces[first_pieces_[i]];
    const std::uint32_t last = piece.first + piece.width_less_1,
                        cell_last = cell * cell_width + (cell_width - 1);
    const std::uint32_t until = last >= cell_last ? ~0U : last << guide_bits;
    guide.push_back((until >> piece_bits) << piece_bits | first_pieces_[i]);
  }
}

}  // namespace diagc::series
