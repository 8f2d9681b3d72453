// What the emitted step reads and writes, as step_body.cpp declares it.
#pragma once

#include <cstdint>

namespace diagc::integrate {

template <class T>
struct StepLink {
  const T* density;
  const std::uint32_t* draws;
};

template <class T>
struct StepPointers {
  const T* coefficients;
  const T* equal_time;
  const std::uint32_t *row, *link_class;
  const std::uint32_t* first_draw;
  const std::uint32_t *landing_code, *landing_anchor;
  const std::uint32_t *root_threshold, *root_alias, *root_code, *root_anchor;
  const StepLink<T>* links;
  const std::uint8_t* moves;
  const T* params;
  std::uint64_t cycle;
  std::uint32_t key[2], use, shift, root_count, draw_count;
  T normalisation;
};

template <class T>
struct StepBlock {
  T *numbers, *scratch_numbers;
  std::uint32_t *integers, *scratch_integers;
  T* work;
  std::uint64_t stride, walkers, first_walker;
};

/// Sums over steps and walkers of f / p and λ w / p, p = |f| + λ w, and their products.
struct StepSums {
  double f = 0, w = 0, ff = 0, fw = 0, ww = 0;
  std::uint64_t accepted[4] = {};  ///< of the proposals: redraw, draw, shift, root
  std::uint64_t broken = 0;        ///< proposals whose integrand was no finite number

  StepSums& operator+=(const StepSums& more) {
    f += more.f;
    w += more.w;
    ff += more.ff;
    fw += more.fw;
    ww += more.ww;
    for (int kind = 0; kind < 4; ++kind) accepted[kind] += more.accepted[kind];
    broken += more.broken;
    return *this;
  }
};

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

}  // namespace diagc::integrate
