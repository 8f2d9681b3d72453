#include "compiler/arrays/kernel_axes.h"

#include <algorithm>
#include <cmath>

#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

namespace {

/// An array whose elements are read or written: strides of labels in it.
class Layout {
 public:
  Layout() = default;
  /// The last axis fastest, with stride `unit`. A label that stands twice steps along the diagonal.
  Layout(const std::vector<std::uint64_t>& extents, Labels axes, std::uint64_t unit)
      : extents_(&extents), axes_(std::move(axes)), unit_(unit) {}

  std::uint64_t stride(Label label) const {
    std::uint64_t result = 0, stride = unit_;
    for (std::size_t axis = axes_.size(); axis-- > 0;) {
      if (axes_[axis] == label) result += stride;
      stride *= (*extents_)[axes_[axis]];
    }
    return result;
  }

 private:
  const std::vector<std::uint64_t>* extents_ = nullptr;
  Labels axes_;
  std::uint64_t unit_ = 1;
};

class KernelAxes {
 public:
  KernelAxes(const Network& network, const std::vector<Labels>& labels,
             const std::vector<Labels>& axes, const PlacedKernel& placed,
             std::uint64_t element_bytes, std::vector<PlanStep>& steps)
      : network_(network),
        labels_(labels),
        axes_(axes),
        placed_(placed),
        bytes_(element_bytes),
        steps_(steps) {
    kernel_.first = steps.size();
    kernel_.count = placed.others.size();
  }

  PlanKernel alone() {
    std::uint32_t a = placed_.main, b = placed_.others[0];
    const std::uint32_t c = placed_.results[0];
    // Columns are the longer ones.
    double rows = 1, columns = 1;
    for (const Label label : labels_[c]) {
      const auto extent = static_cast<double>(network_.extents[label]);
      if (!has(b, label)) rows *= extent;
      if (!has(a, label)) columns *= extent;
    }
    const bool swaps = columns < rows;
    if (swaps) std::swap(a, b);
    steps_.push_back(step(a, b, c, whole(a), whole(b), whole(c), swaps ? Labels{} : axes_[a],
                          swaps ? axes_[b] : Labels{}, {}));
    return std::move(kernel_);
  }

  PlanKernel tiles() {
    kernel_.relaid = placed_.relayout;
    find_outer();
    find_tile();
    const std::uint32_t result = placed_.results.back();
    const Layout main = whole(placed_.main), last = whole(result);
    for (const Label label : outer_)
      kernel_.outer.push_back({network_.extents[label], main.stride(label), 0, last.stride(label)});
    for (const Label label : placed_.lanes)
      kernel_.lanes.push_back({network_.extents[label], main.stride(label), 0, last.stride(label)});
    kernel_.outer_labels = outer_;
    kernel_.lane_labels = placed_.lanes;
    Layout from = main;
    if (kernel_.copied) {
      from = tile(placed_.main);
      for (const Label label : tile_labels(placed_.main))
        kernel_.copies.push_back(
            {network_.extents[label], main.stride(label), 0, from.stride(label)});
    }
    std::uint32_t value = placed_.main;
    for (std::size_t s = 0; s < placed_.others.size(); ++s) {
      const std::uint32_t other = placed_.others[s], to = placed_.results[s];
      const Layout writes = to == result ? last : tile(to);
      steps_.push_back(
          step(value, other, to, from, whole(other), writes, axes_[value], axes_[other], outside_));
      for (const Label label : outer_)
        steps_.back().outer.push_back(has(other, label) ? whole(other).stride(label) : 0);
      from = writes;
      value = to;
    }
    return std::move(kernel_);
  }

 private:
  bool has(std::uint32_t value, Label label) const { return arrays::has(labels_[value], label); }
  std::uint64_t extent(Label label) const { return network_.extents[label]; }

  Layout whole(std::uint32_t value) const { return {network_.extents, axes_[value], 1}; }

  /// Groups of a step's labels, without those of extent 1 and those `outside`: labels of `first` come in their order, then those of `second`.
  PlanStep step(std::uint32_t a, std::uint32_t b, std::uint32_t c, const Layout& from,
                const Layout& other, const Layout& to, Labels first, const Labels& second,
                const Labels& outside) const {
    PlanStep step{.a = a, .b = b, .c = c};
    if (first.empty()) first = second;
    first.insert(first.end(), axes_[a].begin(), axes_[a].end());
    first.insert(first.end(), axes_[b].begin(), axes_[b].end());
    Labels seen;
    for (const Label label : first) {
      if (extent(label) == 1 || std::ranges::count(seen, label) > 0) continue;
      if (!has(a, label) && !has(b, label)) continue;  // sliced
      seen.push_back(label);
      // What one operand alone has and sums is no factor of the products.
      if (has(c, label) || (has(a, label) && has(b, label)))
        step.log2_macs += std::log2(static_cast<double>(extent(label)));
      if (std::ranges::count(outside, label) > 0) continue;
      auto& group = !has(c, label)                   ? step.summed
                    : has(a, label) && has(b, label) ? step.batch
                    : has(a, label)                  ? step.rows
                                                     : step.columns;
      group.push_back({extent(label), from.stride(label), other.stride(label), to.stride(label)});
    }
    return step;
  }

  /// Labels that are neither lanes nor outside, in the order in which they lie in the value.
  Labels tile_labels(std::uint32_t value) const {
    Labels inside;
    for (const Label label : axes_[value]) {
      if (has(value, label) && extent(label) > 1 && std::ranges::count(outside_, label) == 0 &&
          std::ranges::count(inside, label) == 0)
        inside.push_back(label);
    }
    return inside;
  }

  std::uint64_t tile_size(std::uint32_t value) const {
    std::uint64_t product = 1;
    for (const Label label : tile_labels(value)) product *= extent(label);
    return product;
  }

  Layout tile(std::uint32_t value) const { return {network_.extents, tile_labels(value), pitch_}; }

  /// Axes of main operand and result that a tile does not have.
  void find_outer() {
    for (const Label label : axes_[placed_.main]) {
      const bool kept = has(placed_.main, label) && has(placed_.results.back(), label) &&
                        std::ranges::count(placed_.lanes, label) == 0 && extent(label) > 1;
      const bool touched = std::ranges::any_of(
          placed_.others, [&](std::uint32_t other) { return has(other, label); });
      const bool is_batch = arrays::has(placed_.batch, label);
      if (kept && (!touched || is_batch) && !arrays::has(placed_.line, label) &&
          std::ranges::count(outer_, label) == 0)
        outer_.push_back(label);
    }
    outside_ = outer_;
    outside_.insert(outside_.end(), placed_.lanes.begin(), placed_.lanes.end());
  }

  /// Elements of the largest tile that is stored, a lane.
  std::uint64_t held() const {
    std::uint64_t most = kernel_.relaid || kernel_.copied ? tile_size(placed_.main) : 1;
    for (const std::uint32_t value : placed_.results) {
      if (value != placed_.results.back()) most = std::max(most, tile_size(value));
    }
    return most;
  }

  void find_tile() {
    std::uint64_t columns = 1;
    for (const Label label : labels_[placed_.others[0]])
      if (!has(placed_.main, label)) columns *= extent(label);
    constexpr std::uint64_t columns_of_registers = 6;
    kernel_.copied = kernel_.relaid || (columns > 2 * columns_of_registers &&
                                        tile_size(placed_.main) * line_bytes <= tile_bytes);
    std::uint64_t lanes = 1;
    for (const Label label : placed_.lanes) lanes *= extent(label);
    const std::uint64_t least = std::max<std::uint64_t>(line_bytes / bytes_, 1);
    const std::uint64_t most = std::max(tile_bytes / bytes_ / held(), least);
    const std::uint64_t block = std::min({lanes, most, std::max(placed_.block, least)});
    // As even as can be, none shorter than a line.
    kernel_.blocks =
        std::max<std::uint64_t>(std::min((lanes + block - 1) / block, lanes / least), 1);
    const std::uint64_t longest = (lanes + kernel_.blocks - 1) / kernel_.blocks;
    pitch_ = (longest + least - 1) / least * least;
    // Lanes at strides of powers of two would share few sets of a cache.
    if (longest * bytes_ >= 4 * line_bytes) pitch_ += least;
    kernel_.tile_elements = held() * pitch_;
  }

  const Network& network_;
  const std::vector<Labels>&labels_, &axes_;
  const PlacedKernel& placed_;
  std::uint64_t bytes_;
  std::vector<PlanStep>& steps_;
  PlanKernel kernel_;
  Labels outer_, outside_;
  std::uint64_t pitch_ = 1;
};

}  // namespace

PlanKernel kernel_of(const Network& network, const std::vector<Labels>& labels,
                     const std::vector<Labels>& axes, const PlacedKernel& placed,
                     std::uint64_t element_bytes, std::vector<PlanStep>& steps) {
  KernelAxes kernel(network, labels, axes, placed, element_bytes, steps);
  return placed.form == KernelForm::tiles ? kernel.tiles() : kernel.alone();
}

}  // namespace diagc::arrays
