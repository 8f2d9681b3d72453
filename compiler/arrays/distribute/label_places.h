// Sets of distributed labels, each with a kind of axis of the grid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "compiler/arrays/distribute/distribution.h"

namespace diagc::arrays {

/// Axes of the grid that are alike.
struct AxisKind {
  std::uint32_t length = 2;
  bool between_nodes = false;
  std::uint32_t count = 0;
};

std::vector<AxisKind> axis_kinds(const DeviceGrid& grid);

struct LabelPlace {
  Label label = 0;
  std::uint32_t kind = 0;
  auto operator<=>(const LabelPlace&) const = default;
};

/// Ascending by label; at most as many as a grid has axes.
class LabelPlaces {
 public:
  static constexpr std::size_t most = 12;  ///< 2^12 devices

  const LabelPlace* begin() const { return items_.data(); }
  const LabelPlace* end() const { return items_.data() + size_; }
  std::size_t size() const { return size_; }
  bool operator==(const LabelPlaces& other) const { return std::ranges::equal(*this, other); }

  void insert(LabelPlace place) {
    std::size_t at = size_++;
    for (; at > 0 && place < items_[at - 1]; --at) items_[at] = items_[at - 1];
    items_[at] = place;
  }
  bool has(LabelPlace place) const {
    return std::any_of(begin(), end(), [&](const LabelPlace& own) { return own == place; });
  }
  bool has(Label label) const {
    return std::any_of(begin(), end(), [&](const LabelPlace& own) { return own.label == label; });
  }

 private:
  std::array<LabelPlace, most> items_;
  std::uint8_t size_ = 0;
};

/// Product of the lengths of the axes that are taken.
double share(const std::vector<AxisKind>& kinds, const LabelPlaces& places);

/// Seconds of bringing a value of `bytes` from one set to another; in the mean over devices where labels change their kind of axis.
double move_seconds(const DeviceModel& model, const std::vector<AxisKind>& kinds, double bytes,
                    const LabelPlaces& from, const LabelPlaces& to);

/// Seconds of adding the parts of a value of `bytes`, made at `on`, of which `made` is left: labels that are not the value's are gone, others may
/// stand in their places.
double reduce_seconds(const DeviceModel& model, const std::vector<AxisKind>& kinds, double bytes,
                      const LabelPlaces& summed, const LabelPlaces& made);

}  // namespace diagc::arrays
