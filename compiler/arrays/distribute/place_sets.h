// The sets of labels that a step may choose to distribute.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/arrays/distribute/label_places.h"
#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

/// Makes sets for one grid.
class PlaceSets {
 public:
  PlaceSets(const Network& network, std::vector<AxisKind> kinds)
      : network_(network), kinds_(std::move(kinds)) {
    for (const AxisKind& kind : kinds_) axes_ += kind.count;
  }

  const std::vector<AxisKind>& kinds() const { return kinds_; }
  std::size_t axes() const { return axes_; }

  /// Whether some axis has the length of the label.
  bool fits(Label label) const;
  /// Whether an axis of this kind is left for it.
  bool has_room(const LabelPlaces& places, std::uint32_t kind) const;
  /// Adds labels, the first ones first, while axes are left; those between nodes are taken first.
  LabelPlaces filled(LabelPlaces places, const Labels& labels) const;

  /// All sets of labels of a pool, as long as the pool's last ones have to be left out so that there are at most `most`. Of a grid of more than
  /// three axes those alone that nothing can be added to, and the empty one.
  std::vector<LabelPlaces> of_pool(Labels pool, std::size_t most) const;

  /// For every summed place nothing, or another label of a list, in all ways; `taken` are no longer free.
  std::vector<LabelPlaces> replacements(const LabelPlaces& kept, const LabelPlaces& summed,
                                        const Labels& labels) const;

 private:
  const Network& network_;
  std::vector<AxisKind> kinds_;
  std::size_t axes_ = 0;
};

}  // namespace diagc::arrays
