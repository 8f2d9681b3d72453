#include "compiler/arrays/device/device_chain.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "compiler/arrays/device/chain_seconds.h"
#include "compiler/arrays/device/step_axes.h"
#include "compiler/arrays/step_shape.h"

namespace diagc::arrays {

namespace {

/// Of buffers and copies in shared memory of a block.
constexpr double most_bytes = 110 << 10U;
/// Values are not scaled between the steps of a chain, and must not overflow there.
constexpr double most_log2_terms = 60;
constexpr double memory_line = 128;
/// Elements of the first operand and of the result in a tile.
constexpr double most_tile = 1 << 16U;
/// Of all other operands of a chain.
constexpr double most_other_bytes = 24 << 10U;
/// Bytes of the sums that a thread holds.
constexpr std::uint64_t sum_bytes = 128;

/// Labels of an array with their strides.
using Layout = std::vector<std::pair<Label, std::uint64_t>>;

std::uint64_t stride_in(const Layout& layout, Label label) {
  const auto found = std::ranges::find(layout, label, [](const auto& own) { return own.first; });
  return found == layout.end() ? 0 : found->second;
}

std::uint64_t least_divisor(std::uint64_t number) {
  for (std::uint64_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0) return divisor;
  return number;
}

class ChainTiles {
 public:
  ChainTiles(const Network& network, const Plan& plan, std::span<const DeviceStep> steps,
             DeviceElement element, const DeviceRates& rates)
      : network_(network),
        of_plan_(network, plan),
        steps_(steps),
        element_(element),
        rates_(rates) {
    bytes_ = static_cast<double>(device_bytes(element));
    copies_first_ = std::ranges::any_of(
        steps, [](const DeviceStep& step) { return step.form == DeviceForm::tiled; });
    values_.push_back(of_plan_.labels(steps.front().a));
    double log2_terms = 0;
    Labels touched;
    for (const DeviceStep& step : steps) {
      values_.push_back(of_plan_.labels(step.c));
      others_.push_back(of_plan_.labels(step.b));
      touched = united(touched, others_.back());
      log2_terms += std::log2(static_cast<double>(count_of(step.summed)));
    }
    lanes_ = without(common(values_.front(), values_.back()), touched);
    parts_.assign(network.extents.size(), 1);
    can_overflow_ = log2_terms > most_log2_terms;
  }

  std::optional<DeviceChain> fastest() {
    double others = 0;
    for (const Labels& other : others_) others += size(other) * bytes_;
    if (can_overflow_ || others > most_other_bytes || held_bytes() > most_bytes) return {};
    take_neighbours(steps_.front().a, values_.front());
    take_neighbours(steps_.back().c, values_.back());
    // Then ever more lanes, those that are fastest in what is read first.
    Labels left = lanes_;
    std::ranges::stable_sort(left, std::less(),
                             [&](Label label) { return of_plan_.stride(steps_.front().a, label); });
    std::optional<DeviceChain> best;
    while (held_bytes() <= most_bytes && tile_elements() <= most_tile) {
      DeviceChain chain = with_tiles();
      if (!best || chain.seconds < best->seconds) best = std::move(chain);
      std::erase_if(left, [&](Label label) { return parts_[label] == network_.extents[label]; });
      if (left.empty()) break;
      parts_[left.front()] *= least_divisor(network_.extents[left.front()] / parts_[left.front()]);
    }
    return best;
  }

 private:
  bool is_lane(Label label) const { return has(lanes_, label); }
  /// Of a label within a tile.
  std::uint64_t extent(Label label) const {
    return is_lane(label) ? parts_[label] : network_.extents[label];
  }
  double size(const Labels& labels) const {
    double product = 1;
    for (const Label label : labels) product *= static_cast<double>(extent(label));
    return product;
  }

  double tile_elements() const { return std::max(size(values_.front()), size(values_.back())); }

  /// Of both buffers and the copy of the first operand, without free places.
  double held_bytes() const {
    double held[2] = {};
    for (std::size_t s = 1; s < steps_.size(); ++s)
      held[(s - 1) % 2] = std::max(held[(s - 1) % 2], size(values_[s]));
    return (held[0] + held[1] + (copies_first_ ? size(values_.front()) : 0)) * bytes_;
  }

  /// Lanes that make whole lines of memory of an array, as far as they fit.
  void take_neighbours(std::uint32_t value, const Labels& labels) {
    std::vector<std::pair<std::uint64_t, Label>> axes;
    for (const Label label : labels) axes.emplace_back(of_plan_.stride(value, label), label);
    std::ranges::sort(axes);
    double line = 1;
    for (const auto& [stride, label] : axes) {
      if (static_cast<double>(stride) > line) return;
      while (line * static_cast<double>(extent(label)) * bytes_ < memory_line &&
             extent(label) < network_.extents[label]) {
        const std::uint64_t factor = least_divisor(network_.extents[label] / parts_[label]);
        parts_[label] *= factor;
        if (held_bytes() <= most_bytes / 2) continue;
        parts_[label] /= factor;
        return;
      }
      line *= static_cast<double>(extent(label));
      if (line * bytes_ >= memory_line) return;
    }
  }

  /// Neighbours that a tile has in an array.
  double line_of(std::uint32_t value, const Labels& labels) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> axes;
    for (const Label label : labels)
      axes.emplace_back(of_plan_.stride(value, label), extent(label));
    std::ranges::sort(axes);
    double line = 1;
    for (const auto& [stride, extent] : axes) {
      if (static_cast<double>(stride) > line) break;
      line *= static_cast<double>(extent);
    }
    return line;
  }

  Layout whole(std::uint32_t value, const Labels& labels) const {
    Layout layout;
    for (const Label label : labels) layout.emplace_back(label, of_plan_.stride(value, label));
    return layout;
  }

  std::uint64_t whole_packs(std::uint64_t elements) const {
    const std::uint64_t pack = std::max<std::uint64_t>(pack_bytes / device_bytes(element_), 1);
    return (elements + pack - 1) / pack * pack;
  }

  /// In shared memory: lanes are fastest, as they lie in the first operand, then come the other rows of the step that reads the value, and last
  /// those of the step that writes it. So threads side by side read and write side by side.
  struct Tile {
    Layout layout;
    std::uint64_t elements = 1;  ///< with places that stay free
  };
  Tile tile(std::size_t value) const {
    const auto by_stride = [&](Labels labels, std::uint32_t array) {
      std::ranges::stable_sort(labels, std::less(),
                               [&](Label label) { return of_plan_.stride(array, label); });
      return labels;
    };
    const Labels inside = without(values_[value], lanes_);
    const Labels read = common(inside, values_[value + 1]),
                 kept = value == 0 ? Labels{} : common(inside, values_[value - 1]);
    const bool is_last = value + 1 == steps_.size(), is_first = value == 1 && !copies_first_;
    const Labels rows = is_last ? by_stride(read, steps_.back().c) : read,
                 written = is_first ? by_stride(without(kept, read), steps_.front().a)
                                    : without(kept, read);
    Tile own;
    const auto add = [&](const Labels& labels) {
      for (const Label label : labels) {
        own.layout.emplace_back(label, own.elements);
        own.elements *= extent(label);
      }
    };
    add(by_stride(lanes_, steps_.front().a));
    // What the banks serve at once.
    const std::uint64_t served = std::max<std::uint64_t>(
                            static_cast<std::uint64_t>(memory_line) / device_bytes(element_), 1),
                        lanes = own.elements;
    add(rows);
    add(without(without(inside, read), kept));
    // Behind the lanes of one row those of the next are to meet the banks that are left.
    if (lanes < served && !written.empty())
      own.elements += (lanes + served - own.elements % served) % served;
    add(written);
    return own;
  }

  ChainStage stage(std::size_t s, const Layout& from, const Layout& to) const {
    constexpr AxisStride a = &PlanAxis::a, b = &PlanAxis::b, c = &PlanAxis::c;
    const StepShape shape = shape_of(values_[s], others_[s], values_[s + 1]);
    const auto axes = [&](const Labels& labels) {
      std::vector<PlanAxis> axes;
      for (const Label label : labels) {
        if (extent(label) == 1) continue;
        axes.push_back({extent(label), stride_in(from, label), of_plan_.stride(steps_[s].b, label),
                        stride_in(to, label)});
      }
      return axes;
    };
    const bool is_first = s == 0 && !copies_first_, is_last = s + 1 == steps_.size();
    // What a warp reads or writes in the device's memory lies in few lines.
    std::vector<PlanAxis> rows = axes(united(shape.batch, shape.rows));
    if (is_first && is_last) {
      rows = ordered(std::move(rows), {c, a}, c);
    } else {
      rows = ordered(std::move(rows), {is_first ? a : c}, is_last ? a : c);
    }
    // Behind a warp's own rows come those that read other elements of b, then those that read the same: a thread takes several of the last.
    constexpr std::uint64_t warp = 32;
    std::uint64_t neighbours = 1;
    std::size_t far = 0;
    for (; far < rows.size() && neighbours < warp; ++far) {
      std::uint64_t own = rows[far].extent;
      for (std::uint64_t part = 1; part < own; part *= least_divisor(own / part))
        if (neighbours * part >= warp) own = part;
      if (own < rows[far].extent) {
        PlanAxis rest = rows[far];
        rest.extent /= own;
        for (const AxisStride stride : {a, b, c}) rest.*stride *= own;
        rows[far].extent = own;
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(far) + 1, rest);
      }
      neighbours *= own;
    }
    std::stable_partition(rows.begin() + static_cast<std::ptrdiff_t>(far), rows.end(),
                          [](const PlanAxis& axis) { return axis.b != 0; });
    std::vector<PlanAxis> columns = ordered(axes(shape.columns), {c, b}, c),
                          summed = ordered(axes(shape.summed), {a, b}, a), other;
    std::uint64_t stride = 1;
    for (std::vector<PlanAxis>* group : {&columns, &summed, &rows}) {
      for (PlanAxis& axis : *group) {
        if (axis.b == 0) continue;
        other.push_back({axis.extent, 0, axis.b, stride});
        axis.b = stride;
        stride *= axis.extent;
      }
    }
    ChainStage own{merged(rows), merged(columns), merged(summed), merged(other), 0, {}, 1};
    own.held = held(own);
    if (copies_first_) own.row_pack = side_by_side(own, is_last);
    return own;
  }

  /// Rows of a thread that lie side by side in both arrays, up to a pack.
  std::uint64_t side_by_side(const ChainStage& stage, bool is_last) const {
    const std::uint64_t pack = whole_packs(1);
    const PlanAxis& fastest = stage.rows.back();
    if (fastest.a != 1 || fastest.c != 1 || fastest.b != 0) return 1;
    if (fastest.extent % pack != 0 || stage.held.rows % pack != 0) return 1;
    for (const auto* axes : {&stage.rows, &stage.columns, &stage.summed}) {
      for (const PlanAxis& axis : *axes)
        if (&axis != &fastest && (axis.a % pack != 0 || axis.c % pack != 0)) return 1;
    }
    // In the result of the chain tiles begin anywhere, in shared memory at whole packs.
    const auto starts_whole = [&](Label label) {
      const std::uint64_t part = parts_[label];
      return part == network_.extents[label] ||
             part * of_plan_.stride(steps_.back().c, label) % pack == 0;
    };
    return !is_last || std::ranges::all_of(lanes_, starts_whole) ? pack : 1;
  }

  HeldSums held(const ChainStage& stage) const {
    // Where arithmetic takes longer than memory, a number that is read is to meet several rows as well as several columns.
    constexpr std::uint64_t column_bytes = 32;
    const std::uint64_t rows = count_of(stage.rows), columns = count_of(stage.columns),
                        bytes = device_bytes(element_), most_row_bytes = copies_first_ ? 32 : 16,
                        few = copies_first_ ? std::max<std::uint64_t>(column_bytes / bytes, 4)
                                            : few_columns(element_);
    const std::uint64_t groups = (columns + few - 1) / few;
    HeldSums held{1, (columns + groups - 1) / groups};
    // The slowest rows, while they read the same of b.
    std::uint64_t same = 1;
    for (const PlanAxis& axis : stage.rows) {
      if (axis.b != 0) break;
      same *= axis.extent;
    }
    const auto fits = [&](std::uint64_t many) {
      return same % many == 0 && rows / many * groups >= device_threads &&
             many * held.columns * bytes <= sum_bytes && many * bytes <= most_row_bytes;
    };
    while (fits(2 * held.rows)) held.rows *= 2;
    return held;
  }

  DeviceChain with_tiles() const {
    DeviceChain chain;
    for (const DeviceStep& step : steps_) chain.is_far = chain.is_far || step.is_far;
    std::vector<PlanAxis> outer;
    double tiles = 1;
    for (const Label label : lanes_) {
      const std::uint64_t part = parts_[label], count = network_.extents[label] / part;
      tiles *= static_cast<double>(count);
      if (count > 1) {
        outer.push_back({count, part * of_plan_.stride(steps_.front().a, label), 0,
                         part * of_plan_.stride(steps_.back().c, label)});
      }
    }
    chain.tiles = merged(ordered(std::move(outer), {}, &PlanAxis::a));
    Layout from = copies_first_ ? tile(0).layout : whole(steps_.front().a, values_.front());
    if (copies_first_) {
      std::vector<PlanAxis> first;
      for (const auto& [label, stride] : from) {
        if (extent(label) > 1)
          first.push_back({extent(label), of_plan_.stride(steps_.front().a, label), 0, stride});
      }
      chain.first = merged(ordered(std::move(first), {}, &PlanAxis::a));
    }
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const bool is_last = s + 1 == steps_.size();
      const Tile to = is_last ? Tile{whole(steps_[s].c, values_[s + 1]), 0} : tile(s + 1);
      chain.stages.push_back(stage(s, from, to.layout));
      if (!is_last) chain.held[s % 2] = std::max(chain.held[s % 2], whole_packs(to.elements));
      from = to.layout;
    }
    std::uint64_t at = whole_packs(chain.held[0] + chain.held[1]);
    for (ChainStage& own : chain.stages) {
      own.other_at = at;
      at += whole_packs(count_of(own.other));
    }
    chain.first_at = copies_first_ ? at : 0;
    expect(chain, tiles);
    return chain;
  }

  void expect(DeviceChain& chain, double tiles) const {
    double others = 0;
    for (const Labels& other : others_) others += size(other);
    const ChainTraffic traffic{tiles, size(values_.front()) * bytes_, size(values_.back()) * bytes_,
                               line_of(steps_.front().a, values_.front()) * bytes_,
                               line_of(steps_.back().c, values_.back()) * bytes_};
    chain.moved = tiles * (traffic.in + traffic.out) + others * bytes_;
    chain.seconds = chain_seconds(chain, traffic, element_, rates_);
  }

  const Network& network_;
  StepAxes of_plan_;
  std::span<const DeviceStep> steps_;
  DeviceElement element_;
  DeviceRates rates_;
  double bytes_ = 0;
  std::vector<Labels> values_, others_;
  Labels lanes_;
  std::vector<std::uint64_t> parts_;  ///< by label, of a lane: values within a tile
  bool copies_first_ = false;
  bool can_overflow_ = false;
};

}  // namespace

std::optional<DeviceChain> device_chain(const Network& network, const Plan& plan,
                                        std::span<const DeviceStep> steps, DeviceElement element,
                                        const DeviceRates& rates) {
  return ChainTiles(network, plan, steps, element, rates).fastest();
}

}  // namespace diagc::arrays
