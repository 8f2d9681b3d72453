// What steps read and write, for the host.
#pragma once

#include <cstdint>

#include "physics/series/sampling/step/memory.h"
#include "physics/series/sampling/step/point_memory.h"
#include "physics/series/sampling/step/tree_memory.h"

namespace diagc::series {

/// Entries of StepPointers::moves for order n.
enum class Move { redraw, draw, shift, root };
constexpr std::uint8_t move_number(Move move, std::uint32_t order, std::uint32_t vertex) {
  switch (move) {
    case Move::redraw:
      return 0;
    case Move::draw:
      return static_cast<std::uint8_t>(vertex);
    case Move::shift:
      return static_cast<std::uint8_t>(order + vertex);
    default:
      return static_cast<std::uint8_t>(2 * order + 1);
  }
}
constexpr Move move_kind(std::uint8_t number, std::uint32_t order) {
  return number == 0           ? Move::redraw
         : number <= order     ? Move::draw
         : number <= 2 * order ? Move::shift
                               : Move::root;
}

}  // namespace diagc::series
