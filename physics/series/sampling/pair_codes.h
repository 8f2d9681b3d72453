// Positions as numbers whose differences name displacements, so that a kernel gets from two vertices to whatever is known
// of the pair with one subtraction and one look into a table.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/lattice/space.h"

namespace diagc::series {

/// With code(b) − anchor(a) + offset, all modulo 2³², every ordered pair of sites has an index below displacement.size(); pairs of one
/// displacement share it. Where a cell has one site, code and anchor are equal.
struct PairCodes {
  std::uint32_t offset = 0;
  std::vector<std::uint32_t> code, anchor;  ///< [site]
  std::vector<std::uint32_t>
      displacement;  ///< [index]: as Space numbers them; indices that no pair has repeat 0
  std::vector<std::uint32_t> step;  ///< [displacement]: to add to the code of a site, for `landing`
  /// [code(a) + step(displacement)]: the site that lies there from a.
  std::vector<std::uint32_t> landing;
  std::vector<std::uint32_t> place;  ///< [code]: place of the site in its cell

  bool one_code() const { return place.empty() || code == anchor; }
};

PairCodes pair_codes(const lattice::Space& space);

}  // namespace diagc::series
