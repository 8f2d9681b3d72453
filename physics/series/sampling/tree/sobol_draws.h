// What trees and links are drawn from by points of Sobol's sequence: shapes of trees, classes of displacements, bins of time.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/series/sampling/pair_codes.h"
#include "physics/series/sampling/step_tables.h"
#include "physics/series/sampling/tree/draw_pieces.h"
#include "physics/series/sampling/tree/sobol_points.h"
#include "physics/series/sampling/tree/tree_weight.h"

namespace diagc::series {

/// Coordinates of a tree of m + 1 vertices: the shape, displacement and time of each vertex but the root, the site of the root.
constexpr std::uint32_t sobol_dimensions(std::uint32_t m) { return 2 * m + 2; }

/// The most displacements that there may be, and what one piece may stand for.
constexpr std::uint32_t most_sobol_displacements = 1U << 19U, most_piece_members = 255;

class SobolDraws {
 public:
  /// `m`, `alike`: as TreeTables has them. `groups`: how many have numbers of their own.
  SobolDraws(const LinkClasses& classes, const PairCodes& codes, const TreeLinks& links,
             std::uint32_t m, bool alike, std::uint32_t group_bits, std::uint32_t groups,
             const std::uint32_t* key, std::uint32_t use);

  template <class T>
  void fill(TreePointers<T>& pointers, const PlaceTable& place) const {
    pointers.sobol_members = placed(points_.members, place);
    pointers.sobol_steps = placed(points_.steps, place);
    pointers.sobol_scrambles = placed(points_.scrambles, place);
    pointers.group_bits = points_.group_bits;
    const auto put = [&](TreePieces& to, const DrawPieces& from) {
      to = {placed(from.guide, place), &placed(from.pieces, place)->first, from.guide_bits,
            from.piece_bits};
    };
    put(pointers.shape_pieces, shapes_);
    put(pointers.class_pieces, classes_);
    put(pointers.time_pieces, times_);
    pointers.member_steps = placed(member_steps_, place);
    pointers.place = placed(place_, place);
    pointers.place_count = place_count_;
  }

 private:
  void add_links(const LinkClasses& classes, const LinkDistribution& link);

  SobolTables points_;
  DrawPieces shapes_, classes_, times_;
  std::vector<std::uint32_t> member_steps_;  ///< as LinkClasses::members: the code to add
  std::vector<std::uint32_t> place_;         ///< [code]
  std::uint32_t place_count_;
};

}  // namespace diagc::series
