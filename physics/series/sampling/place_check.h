// Whether members of a population are where they may be.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/lattice/space.h"
#include "physics/series/sampling/pair_codes.h"

namespace diagc::series {

class PlaceCheck {
 public:
  /// `fixed`: vertex 0 is at time 0 and on a root of the space; else wherever other vertices may be.
  PlaceCheck(const lattice::Space& space, const PairCodes& codes, bool fixed);
  /// Throws std::runtime_error, as Population::restore does, unless it is so for all of `members`: rows of times, codes and anchors of
  /// all vertices, as many as members each.
  void operator()(std::span<const std::uint32_t> places, std::size_t vertices,
                  std::size_t members) const;

 private:
  bool one_site_, anchors_, fixed_;
  std::vector<std::uint32_t> anchor_of_;  ///< [code]: of the site that has it, or no site
  std::vector<bool> is_root_;             ///< [code]
};

}  // namespace diagc::series
