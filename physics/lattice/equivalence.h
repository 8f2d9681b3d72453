#pragma once

#include <cstdint>
#include <vector>

namespace diagc::lattice {

/// Sites that a symmetry of the matrix takes into each other.
struct SiteClass {
  std::uint32_t site = 0;   ///< the first of them
  std::uint32_t count = 0;  ///< how many
};

/// Classes of equivalent sites of a symmetric matrix h, in the order of their first sites: a and b are
/// equivalent if a permutation p with p(a) = b leaves h as it is. Where that takes too long to decide
/// they count as different, which costs work, not correctness.
std::vector<SiteClass> equivalent_sites(const std::vector<std::vector<double>>& hopping);

}  // namespace diagc::lattice
