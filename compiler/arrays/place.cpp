#include "compiler/arrays/place.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/label_sets.h"
#include "compiler/arrays/path_pieces.h"
#include "compiler/arrays/slice_loops.h"

namespace diagc::arrays {

namespace {

class Placer {
 public:
  Placer(const Network& network, const Order& order, const PlaceOptions& options,
         std::vector<std::uint32_t> homes)
      : network_(network),
        order_(order),
        options_(options),
        tensors_(static_cast<std::uint32_t>(network.tensors.size())),
        labels_(value_labels(network, order)),
        homes_(std::move(homes)) {
    for (const std::uint64_t extent : network.extents)
      extents_.push_back(static_cast<double>(extent));
    for (Labels& labels : labels_)
      std::erase_if(labels, [&](Label label) { return network.extents[label] == 1; });
  }

  Places make() {
    places_.axes = network_.tensors;
    places_.axes.resize(labels_.size());
    // A path begins at the root or at an operand that is no main one; those that are read come before.
    std::vector<std::uint32_t> roots;
    if (!order_.steps.empty()) roots.push_back(static_cast<std::uint32_t>(labels_.size() - 1));
    std::vector<MainPath> paths;
    for (std::size_t k = 0; k < roots.size(); ++k) {
      paths.push_back(path(roots[k]));
      for (const std::uint32_t other : paths.back().others)
        if (other >= tensors_) roots.push_back(other);
    }
    for (std::size_t k = paths.size(); k-- > 0;) take(paths[k]);
    return std::move(places_);
  }

 private:
  double size(std::uint32_t value) const {
    double product = 1;
    for (const Label label : labels_[value]) product *= extents_[label];
    return product;
  }

  MainPath path(std::uint32_t root) const {
    MainPath path;
    for (std::uint32_t value = root;; value = path.values.back()) {
      if (path.values.empty()) path.values.push_back(value);
      if (value < tensors_) break;
      auto [a, b] = order_.steps[value - tensors_];
      if (size(b) > size(a)) std::swap(a, b);
      path.values.push_back(a);
      path.others.push_back(b);
    }
    std::ranges::reverse(path.values);
    std::ranges::reverse(path.others);
    return path;
  }

  void take(const MainPath& path) {
    std::vector<std::size_t> last(network_.extents.size());
    for (std::size_t position = 0; position < path.values.size(); ++position) {
      for (const Label label : labels_[path.values[position]]) last[label] = position;
    }
    Labels order;  // of the lanes of the segment that pieces are in
    const Labels* segment = nullptr;
    const auto pieces = cheapest_pieces(path, extents_, labels_, homes_, options_);
    for (std::size_t number = 0; number < pieces.size(); ++number) {
      const PathPiece& piece = pieces[number];
      PlacedKernel kernel;
      kernel.main = path.values[piece.first];
      for (std::size_t step = piece.first; step < piece.last; ++step) {
        kernel.others.push_back(path.others[step]);
        kernel.results.push_back(path.values[step + 1]);
      }
      kernel.form = piece.form;
      kernel.seconds = piece.seconds;
      if (piece.form != KernelForm::tiles) {
        segment = nullptr;
        panel_axes(kernel);
      } else {
        if (segment == nullptr || *segment != piece.lanes) {
          order = lane_order(kernel.main, piece.lanes, last, path.others,
                             next_tile(path, pieces, number));
        }
        segment = &piece.lanes;
        kernel.block = piece.block;
        tile_axes(kernel, piece.lanes, order);
        if (kernel.relayout) kernel.seconds += piece.relayout_seconds;
      }
      places_.kernels.push_back(std::move(kernel));
    }
  }

  /// Labels of a tile of the kernel that reads what a segment leaves, where that is in tiles, too.
  Labels next_tile(const MainPath& path, const std::vector<PathPiece>& pieces,
                   std::size_t first) const {
    std::size_t next = first;
    while (next < pieces.size() && pieces[next].form == KernelForm::tiles &&
           pieces[next].lanes == pieces[first].lanes)
      ++next;
    if (next == pieces.size() || pieces[next].form != KernelForm::tiles) return {};
    Labels labels = pieces[next].lanes;
    for (std::size_t step = pieces[next].first; step < pieces[next].last; ++step)
      labels = united(labels, labels_[path.others[step]]);
    return labels;
  }

  /// Those that are fastest in the value that is read stay so, whether they are enough or it is brought into another order of axes: then they
  /// move together. The others: those fastest that the tile has which is brought into another order next, so that it takes whole lines; then those
  /// that live longest, and of those that end at one step those that are fastest in the other operand there.
  Labels lane_order(std::uint32_t value, const Labels& lanes, const std::vector<std::size_t>& last,
                    const std::vector<std::uint32_t>& others, const Labels& tile) const {
    const Labels& axes = places_.axes[value];
    std::size_t run = 0;
    while (run < axes.size() && is_lane(axes, axes.size() - 1 - run, lanes)) ++run;
    Labels order = lanes;
    std::ranges::stable_sort(order, std::less(), [&](Label label) {
      const std::size_t step = last[label];
      const bool is_next = has(tile, label);
      if (step >= others.size()) return std::tuple(is_next, step, std::ptrdiff_t{0});
      const Labels& there = places_.axes[others[step]];
      return std::tuple(is_next, step, std::ranges::find(there, label) - there.begin());
    });
    const Labels own(axes.end() - static_cast<std::ptrdiff_t>(run), axes.end());
    std::erase_if(order, [&](Label label) { return std::ranges::count(own, label) > 0; });
    order.insert(order.end(), own.begin(), own.end());
    return order;
  }

  double size_of(const Labels& labels) const {
    double product = 1;
    for (const Label label : labels) product *= extents_[label];
    return product;
  }

  /// An axis that is one of the lanes; a diagonal is not.
  static bool is_lane(const Labels& axes, std::size_t axis, const Labels& lanes) {
    return has(lanes, axes[axis]) && std::ranges::count(axes, axes[axis]) == 1;
  }

  /// Results have axes that steps touch outside, lanes inside.
  void tile_axes(PlacedKernel& kernel, const Labels& lanes, const Labels& order) {
    std::uint32_t from = kernel.main;
    for (std::size_t step = 0; step < kernel.others.size(); ++step) {
      const std::uint32_t to = kernel.results[step];
      Labels& axes = places_.axes[to];
      for (const std::uint32_t value : {from, kernel.others[step]}) {
        for (const Label label : places_.axes[value]) {
          if (has(labels_[to], label) && !has(lanes, label) && std::ranges::count(axes, label) == 0)
            axes.push_back(label);
        }
      }
      axes.insert(axes.end(), order.begin(), order.end());
      from = to;
    }
    // The fastest axes of what is read that are lanes in this order, too.
    const Labels& axes = places_.axes[kernel.main];
    std::size_t run = 0;
    double elements = 1;
    while (run < std::min(axes.size(), order.size()) &&
           axes[axes.size() - 1 - run] == order[order.size() - 1 - run] &&
           is_lane(axes, axes.size() - 1 - run, lanes)) {
      elements *= extents_[order[order.size() - 1 - run]];
      ++run;
    }
    kernel.relayout = elements < size_of(lanes) &&
                      elements * static_cast<double>(options_.element_bytes) < line_bytes;
    if (kernel.relayout) run = order.size();
    kernel.lanes.assign(order.end() - static_cast<std::ptrdiff_t>(run), order.end());
    kernel.block = std::min(kernel.block, static_cast<std::uint64_t>(size_of(kernel.lanes)));
  }

  /// Batch, rows and columns, the longer of the last two fastest; or the batch, where both are short.
  void panel_axes(const PlacedKernel& kernel) {
    const std::uint32_t value = kernel.results[0];
    const Labels &a = labels_[kernel.main], &b = labels_[kernel.others[0]], &c = labels_[value];
    Labels batch, rows, columns;
    for (const std::uint32_t operand : {kernel.main, kernel.others[0]}) {
      for (const Label label : places_.axes[operand]) {
        Labels& group = has(a, label) && has(b, label) ? batch : has(a, label) ? rows : columns;
        if (has(c, label) && std::ranges::count(group, label) == 0) group.push_back(label);
      }
    }
    constexpr double enough_lanes = 16;
    const bool lanes_are_batch =
        std::max(size_of(rows), size_of(columns)) < enough_lanes && size_of(batch) >= enough_lanes;
    if (size_of(columns) < size_of(rows)) std::swap(rows, columns);
    Labels& axes = places_.axes[value];
    if (!lanes_are_batch) axes = batch;
    axes.insert(axes.end(), rows.begin(), rows.end());
    axes.insert(axes.end(), columns.begin(), columns.end());
    if (lanes_are_batch) axes.insert(axes.end(), batch.begin(), batch.end());
  }

  const Network& network_;
  const Order& order_;
  PlaceOptions options_;
  std::uint32_t tensors_;
  std::vector<Labels> labels_;  ///< by value, ascending, without those of extent 1
  std::vector<double> extents_;
  std::vector<std::uint32_t> homes_;  ///< by value
  Places places_;
};

}  // namespace

const char* name_of(KernelForm form) {
  constexpr const char* names[] = {"tile kernel", "panels", "inner product", "GEMM"};
  return names[static_cast<std::size_t>(form)];
}

Places place(const Network& network, const Order& order, const PlaceOptions& options,
             const std::vector<std::uint32_t>& homes) {
  const bool is_given = !homes.empty();
  return Placer(network, order, options,
                is_given ? homes : slice_loops(network, order, order.sliced).home)
      .make();
}

std::string places_text(const Places& places) {
  std::string text;
  for (const PlacedKernel& kernel : places.kernels) {
    text += fmt::format("{}", kernel.main);
    for (std::size_t step = 0; step < kernel.others.size(); ++step) {
      text += fmt::format(" * {} = {}[{}]", kernel.others[step], kernel.results[step],
                          fmt::join(places.axes[kernel.results[step]], " "));
    }
    if (kernel.form == KernelForm::panels) {
      text += " by panels\n";
    } else if (kernel.form != KernelForm::tiles) {
      text += fmt::format(" by {}\n",
                          kernel.form == KernelForm::inner ? "an inner product" : "products");
    } else {
      text += fmt::format(" lanes {} in blocks of {}{}\n", fmt::join(kernel.lanes, " "),
                          kernel.block, kernel.relayout ? ", relaid" : "");
    }
  }
  return text;
}

}  // namespace diagc::arrays
