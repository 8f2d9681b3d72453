#include "physics/series/sampling/moves.h"

#include "physics/series/sampling/step_memory.h"

namespace diagc::series {

std::vector<std::uint8_t> move_cycle(std::uint32_t order, bool roots, bool redraw) {
  std::vector<std::uint8_t> moves;
  // With one vertex and nothing else to draw, drawing it is drawing all.
  if (redraw && (order > 1 || roots)) moves.push_back(move_number(Move::redraw, order, 0));
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t v = 1; v <= order; ++v) moves.push_back(move_number(Move::draw, order, v));
    if (roots) moves.push_back(move_number(Move::root, order, 0));
    for (std::uint32_t v = 1; v <= order; ++v) moves.push_back(move_number(Move::shift, order, v));
  }
  return moves;
}

std::uint32_t stretch_of(const std::vector<std::uint8_t>& moves, std::uint32_t least_steps) {
  const auto cycle = static_cast<std::uint32_t>(moves.size());
  return (least_steps + cycle - 1) / cycle * cycle;
}

}  // namespace diagc::series
