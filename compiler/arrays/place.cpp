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
    const auto pieces = cheapest_pieces(path, extents_, labels_, homes_, options_);
    TileAxes own, next;
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
        // Packed panels write axes in any order: that of the lanes of a kernel in tiles, which then need not bring them together.
        Labels order;
        if (piece.form == KernelForm::products && number + 1 < pieces.size() &&
            pieces[number + 1].form == KernelForm::tiles)
          order = lane_order({}, pieces[number + 1].lanes, last, path.others, {},
                             next_tile(path, pieces, number + 1));
        panel_axes(kernel, order);
        next = {};
      } else {
        if (next.lanes.empty()) {
          const Labels order = lane_order(places_.axes[kernel.main], piece.lanes, last, path.others,
                                          {}, next_tile(path, pieces, number));
          own = begin_segment(path, piece, order, places_.axes[kernel.main]);
        } else {
          own = std::move(next);
        }
        next = {};
        if (number + 1 < pieces.size() && pieces[number + 1].form == KernelForm::tiles) {
          const PathPiece& reader = pieces[number + 1];
          if (reader.lanes == piece.lanes) {
            next = tile_of(path, reader, own.order, {});
          } else {
            const Labels order = lane_order(own.lanes, reader.lanes, last, path.others, own.tile,
                                            next_tile(path, pieces, number + 1));
            next = begin_segment(path, reader, order, own.lanes);
          }
        }
        result_axes(kernel, own, next);
        kernel.lanes = own.lanes;
        kernel.block = own.block;
        kernel.line = own.line;
        kernel.batch = without(piece.batch, own.line);
        kernel.relayout = own.is_relaid;
        if (kernel.relayout) kernel.seconds += piece.relayout_seconds;
      }
      places_.kernels.push_back(std::move(kernel));
    }
  }

  /// Of a kernel in tiles.
  struct TileAxes {
    Labels order;  ///< lanes of its segment, the fastest last
    Labels lanes;  ///< the last ones of these, of which a tile has `block` values
    std::uint64_t block = 0;
    Labels line;  ///< ascending
    Labels tile;  ///< all labels of a tile, ascending
    bool is_relaid = false;
  };

  /// Lanes that have as many elements as the block of a tile, or more. `line`: ascending, what else the tile has.
  TileAxes tile_of(const MainPath& path, const PathPiece& piece, const Labels& order,
                   const Labels& line) const {
    TileAxes axes{order, {}, piece.block, line, {}, false};
    axes.tile = united(line, touched(path, piece));
    if (!line.empty()) {
      const double most = static_cast<double>(tile_bytes) /
                          static_cast<double>(options_.element_bytes) /
                          held(path, piece, axes.tile);
      axes.block = std::min(axes.block, static_cast<std::uint64_t>(most));
    }
    axes.lanes = block_lanes(order, axes.block);
    axes.block = std::min(axes.block, static_cast<std::uint64_t>(size_of(axes.lanes)));
    Labels lanes = axes.lanes;
    std::ranges::sort(lanes);
    axes.tile = united(axes.tile, lanes);
    return axes;
  }

  /// As few of the fastest lanes as make blocks that are as long as can be, of all of them or of equal parts.
  Labels block_lanes(const Labels& order, std::uint64_t block) const {
    const std::uint64_t least = line_bytes / std::min(line_bytes, options_.element_bytes);
    std::uint64_t elements = 1, longest = 0;
    std::size_t best = 0;
    for (std::size_t first = order.size(); first-- > 0;) {
      elements *= network_.extents[order[first]];
      const std::uint64_t parts = (elements + block - 1) / block, own = elements / parts;
      const bool is_cut_evenly = elements % parts == 0 && (parts == 1 || own >= least);
      if (!is_cut_evenly || own <= longest) continue;
      longest = own;
      best = first;
    }
    return {order.begin() + static_cast<std::ptrdiff_t>(longest < least ? 0 : best), order.end()};
  }

  /// Elements of the largest tile that is copied or lies between two steps, a lane, where a tile has these labels.
  double held(const MainPath& path, const PathPiece& piece, const Labels& tile) const {
    const Labels &read = labels_[path.values[piece.first]],
                 &written = labels_[path.values[piece.last]];
    const Labels outside = without(common(read, written), tile);
    double most = 1;
    for (std::size_t position = piece.first; position < piece.last; ++position)
      most = std::max(most, size_of(without(labels_[path.values[position]], outside)));
    return most;
  }

  /// The first kernel of a segment. `axes`: of what it reads, or the fastest of these. Where that is brought into another order of axes, those that
  /// are next to each other there belong to a tile, so that whole lines are read, as far as there is room.
  TileAxes begin_segment(const MainPath& path, const PathPiece& piece, const Labels& order,
                         const Labels& axes) const {
    TileAxes own = tile_of(path, piece, order, {});
    std::size_t run = 0;
    double elements = 1;
    const auto from_end = [](const Labels& labels, std::size_t k) {
      return labels[labels.size() - 1 - k];
    };
    while (run < std::min(axes.size(), order.size()) &&
           from_end(axes, run) == from_end(order, run) &&
           is_lane(axes, axes.size() - 1 - run, piece.lanes))
      elements *= extents_[from_end(order, run++)];
    const auto bytes = static_cast<double>(options_.element_bytes);
    if (run >= own.lanes.size()) return own;
    if (elements * bytes >= line_bytes) {
      own.lanes.erase(own.lanes.begin(), own.lanes.end() - static_cast<std::ptrdiff_t>(run));
      own.block = std::min(own.block, static_cast<std::uint64_t>(elements));
      return own;
    }
    own.is_relaid = true;
    const Labels& written = labels_[path.values[piece.last]];
    Labels line;
    double together = bytes;
    for (std::size_t axis = axes.size(); axis-- > 0 && together < line_bytes;) {
      const Label label = axes[axis];
      together *= extents_[label];
      if (!has(written, label) || has(own.tile, label) || has(piece.lanes, label)) continue;
      Labels longer = united(line, {label});
      const Labels tile = united(united(own.tile, longer), piece.lanes);
      if (held(path, piece, tile) / size_of(piece.lanes) * line_bytes > tile_bytes) break;
      line = longer;
    }
    if (line.empty()) return own;
    own = tile_of(path, piece, order, line);
    own.is_relaid = true;
    return own;
  }

  /// Labels of a tile of the kernel that reads what a segment leaves, where that is in tiles, too.
  Labels next_tile(const MainPath& path, const std::vector<PathPiece>& pieces,
                   std::size_t first) const {
    std::size_t next = first;
    while (next < pieces.size() && pieces[next].form == KernelForm::tiles &&
           pieces[next].lanes == pieces[first].lanes)
      ++next;
    if (next == pieces.size() || pieces[next].form != KernelForm::tiles) return {};
    return united(pieces[next].lanes, touched(path, pieces[next]));
  }

  /// Labels of other operands that a tile has, ascending.
  Labels touched(const MainPath& path, const PathPiece& piece) const {
    Labels labels;
    for (std::size_t step = piece.first; step < piece.last; ++step)
      labels = united(labels, labels_[path.others[step]]);
    return without(labels, piece.batch);
  }

  /// Those that are fastest in what is read stay so, whether they are enough or it is brought into another order of axes: then they move together.
  /// The others: those fastest that both the tile has that is written before and the one that is brought into another order next, so that these take
  /// whole lines; then those that one of them has; then those that live longest, and of those that end at one step those that are fastest in the
  /// other operand there.
  Labels lane_order(const Labels& axes, const Labels& lanes, const std::vector<std::size_t>& last,
                    const std::vector<std::uint32_t>& others, const Labels& before,
                    const Labels& next) const {
    std::size_t run = 0;
    while (run < axes.size() && is_lane(axes, axes.size() - 1 - run, lanes)) ++run;
    Labels order = lanes;
    std::ranges::stable_sort(order, std::less(), [&](Label label) {
      const std::size_t step = last[label];
      const bool is_next = has(next, label);
      const int tiles = (is_next ? 1 : 0) + (has(before, label) ? 1 : 0);
      if (step >= others.size()) return std::tuple(tiles, is_next, step, std::ptrdiff_t{0});
      const Labels& there = places_.axes[others[step]];
      return std::tuple(tiles, is_next, step, std::ranges::find(there, label) - there.begin());
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

  /// Results have lanes inside. Where the next kernel is in tiles, too, an array has next to the lanes what both tiles have, so that both move it in
  /// long runs; then what the next one reads, or, where these runs are no whole lines, what this one writes.
  void result_axes(const PlacedKernel& kernel, const TileAxes& own, const TileAxes& next) {
    std::uint32_t from = kernel.main;
    for (const std::uint32_t to : kernel.results) {
      const bool is_read_so = to == kernel.results.back() && !next.lanes.empty();
      const bool is_longer = next.order == own.order && next.lanes.size() > own.lanes.size();
      const Labels& lanes = !is_read_so ? own.order : is_longer ? next.lanes : own.lanes;
      Labels& axes = places_.axes[to];
      const std::uint32_t other = kernel.others[static_cast<std::size_t>(
          std::ranges::find(kernel.results, to) - kernel.results.begin())];
      for (const std::uint32_t value : {from, other}) {
        for (const Label label : places_.axes[value]) {
          if (has(labels_[to], label) && std::ranges::count(lanes, label) == 0 &&
              std::ranges::count(axes, label) == 0)
            axes.push_back(label);
        }
      }
      if (is_read_so) {
        double both = size_of(lanes);
        for (const Label label : axes)
          if (has(next.tile, label) && has(own.tile, label)) both *= extents_[label];
        const auto bytes = static_cast<std::uint64_t>(both) * options_.element_bytes;
        const Labels& faster = bytes % line_bytes == 0 ? next.tile : own.tile;
        std::ranges::stable_sort(axes, {}, [&](Label label) {
          const bool is_both = has(next.tile, label) && has(own.tile, label);
          return std::tuple(is_both, has(faster, label),
                            has(next.tile, label) || has(own.tile, label),
                            std::ranges::count(next.lanes, label));
        });
      }
      axes.insert(axes.end(), lanes.begin(), lanes.end());
      from = to;
    }
  }

  /// Batch, rows and columns, the longer of the last two fastest; or the batch, where both are short. `wanted`: axes that come last of their group, in
  /// this order.
  void panel_axes(const PlacedKernel& kernel, const Labels& wanted) {
    const std::uint32_t value = kernel.results[0];
    const Labels &a = labels_[kernel.main], &b = labels_[kernel.others[0]], &c = labels_[value];
    Labels batch, rows, columns;
    for (const std::uint32_t operand : {kernel.main, kernel.others[0]}) {
      for (const Label label : places_.axes[operand]) {
        Labels& group = has(a, label) && has(b, label) ? batch : has(a, label) ? rows : columns;
        if (has(c, label) && std::ranges::count(group, label) == 0) group.push_back(label);
      }
    }
    for (Labels* group : {&batch, &rows, &columns}) {
      std::ranges::stable_sort(*group, {}, [&](Label label) {
        const auto place = std::ranges::find(wanted, label);
        return place == wanted.end() ? 0 : 1 + (place - wanted.begin());
      });
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
