#include "physics/series/sampling/place_check.h"

#include <limits>
#include <stdexcept>

namespace diagc::series {

namespace {

constexpr std::uint32_t no_site = std::numeric_limits<std::uint32_t>::max();

}  // namespace

PlaceCheck::PlaceCheck(const lattice::Space& space, const PairCodes& codes, bool fixed)
    : one_site_(space.sites == 1),
      anchors_(!codes.one_code()),
      fixed_(fixed),
      anchor_of_(codes.place.size(), no_site),
      is_root_(codes.place.size(), false) {
  for (std::size_t site = 0; site < codes.code.size(); ++site)
    anchor_of_[codes.code[site]] = codes.anchor[site];
  for (const std::uint32_t root : space.roots) is_root_[codes.code[root]] = true;
}

void PlaceCheck::operator()(std::span<const std::uint32_t> places, std::size_t vertices,
                            std::size_t members) const {
  const auto fail = [] { throw std::runtime_error("a walker is where none can be"); };
  for (std::size_t member = 0; member < members; ++member) {
    if (fixed_ && places[member] != 0) fail();
    if (one_site_) continue;
    for (std::size_t v = 0; v < vertices; ++v) {
      const std::uint32_t code = places[(vertices + v) * members + member];
      if (code >= anchor_of_.size() || anchor_of_[code] == no_site) fail();
      if (fixed_ && v == 0 && !is_root_[code]) fail();
      if (anchors_ && places[(2 * vertices + v) * members + member] != anchor_of_[code]) fail();
    }
  }
}

}  // namespace diagc::series
