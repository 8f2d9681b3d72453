#include "compiler/arrays/path_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "compiler/arrays/processor_model.h"

namespace diagc::arrays {

namespace {

using namespace processor;

constexpr std::size_t most_steps_of_kernel = 10;
constexpr std::size_t most_steps_of_segment = 60;
/// Values are not scaled between the steps of a kernel, and must not overflow there.
constexpr double most_log2_terms = 60;

/// Lanes of tiles that axes of other operands are loops around. More lanes next to each other would leave fewer of the axes that a later kernel's
/// tiles have in the lines next to these.
constexpr double batch_row_bytes = 128;

/// What a kernel of steps first … last − 1 costs apart from its lanes.
struct Group {
  double middle = 0;      ///< elements of the largest tile between two steps, a lane
  double tile = 0;        ///< of the tile that is read
  bool gathered = false;  ///< whether that one is copied
  double arithmetic = 0, cache_bytes = 0, operands = 0;
  double log2_terms = 0;  ///< of the sums of all steps together
  Labels batch;           ///< axes of other operands that are loops around tiles
};

class Path {
 public:
  Path(const std::vector<double>& extents, const PlaceOptions& options, const MainPath& path,
       const std::vector<Labels>& labels, const std::vector<std::uint32_t>& homes)
      : extents_(extents),
        bytes_(static_cast<double>(options.element_bytes)),
        operations_(options.is_complex ? 8 : 2),
        arithmetic_(bytes_ > (options.is_complex ? 8 : 4) ? double_rate : single_rate),
        tile_share_(options.is_complex ? complex_tile_share : real_tile_share),
        products_(options.products),
        most_steps_(options.fuse ? most_steps_of_kernel : 1),
        values_(path.values),
        others_(path.others),
        labels_(labels) {
    groups_.resize(steps());
    for (std::size_t position = 0; position < values_.size(); ++position) {
      const bool is_alone =
          position < 2 || homes[values_[position]] != homes[values_[position - 1]];
      together_.push_back(is_alone ? position : together_.back());
    }
  }

  std::size_t steps() const { return others_.size(); }

  std::vector<PathPiece> cheapest() {
    struct State {
      double cost = std::numeric_limits<double>::infinity();
      std::vector<PathPiece> pieces;  ///< since the state before
      std::size_t from = 0;
      bool from_tiles = false;
    };
    // By position, after panels and after tiles.
    std::vector<std::array<State, 2>> best(steps() + 1);
    best[0][0].cost = 0;
    for (std::size_t i = 0; i < steps(); ++i) {
      const bool after_tiles = best[i][1].cost < best[i][0].cost;
      const auto [form, seconds] = alone(i);
      const double cost_alone = best[i][after_tiles].cost + seconds;
      if (cost_alone < best[i + 1][0].cost)
        best[i + 1][0] = {cost_alone, {{i, i + 1, form, {}, 0, {}, seconds, 0}}, i, after_tiles};
      if (bytes_ == 0) continue;
      Labels lanes = set(i);
      const double elements = size(lanes);
      const double relaid = elements * bytes_ / relayout_rate;
      double last_run = 0;
      for (std::size_t j = i + 1; j <= std::min(steps(), i + most_steps_of_segment); ++j) {
        lanes = without(common(lanes, set(j)), labels_[others_[j - 1]]);
        const double run = size(lanes);
        if (run * bytes_ < line_bytes) break;
        if (run != last_run || segment_.size() == 1) begin_segment();
        last_run = run;
        extend_segment(i, j, run);
        if (!std::isfinite(segment_[j - i].cost)) continue;
        const double cost = std::min(best[i][0].cost, best[i][1].cost) +
                            (i > 0 ? relaid : relaid / 2) + segment_[j - i].cost;
        if (cost >= best[j][1].cost) continue;
        best[j][1] = {cost, {}, i, after_tiles};
        for (std::size_t end = j; end > i;) {
          const Cut& cut = segment_[end - i];
          best[j][1].pieces.insert(
              best[j][1].pieces.begin(),
              {cut.from, end, KernelForm::tiles, lanes, cut.block, group(cut.from, end).batch,
               cut.cost - segment_[cut.from - i].cost, relaid});
          end = cut.from;
        }
      }
    }
    std::vector<PathPiece> pieces;
    std::size_t at = steps();
    for (bool tiles = best[at][1].cost < best[at][0].cost; at > 0;) {
      const State& state = best[at][tiles];
      pieces.insert(pieces.begin(), state.pieces.begin(), state.pieces.end());
      at = state.from;
      tiles = state.from_tiles;
    }
    return pieces;
  }

  double seconds(const PathCut& cut) {
    double sum = 0;
    std::size_t first = 0;
    for (const std::vector<std::size_t>& kernels : cut.segments) {
      if (kernels.empty()) {
        sum += alone(first).second;
        ++first;
        continue;
      }
      std::size_t last = first;
      for (const std::size_t steps : kernels) last += steps;
      Labels lanes = set(first);
      const double relaid = size(lanes) * bytes_ / relayout_rate;
      for (std::size_t step = first; step < last; ++step)
        lanes = without(common(lanes, set(step + 1)), labels_[others_[step]]);
      const double run = size(lanes);
      if (run * bytes_ < line_bytes) return std::numeric_limits<double>::infinity();
      sum += first > 0 ? relaid : relaid / 2;
      std::size_t from = first;
      for (const std::size_t steps : kernels) {
        const std::size_t end = from + steps;
        if (steps > most_steps_ || together_[end] > from + 1)
          return std::numeric_limits<double>::infinity();
        sum += kernel_cost(from, end, run, from == first).first;
        from = end;
      }
      first = last;
    }
    return sum;
  }

 private:
  struct Cut {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t from = 0;
    std::uint64_t block = 0;
  };

  const Labels& set(std::size_t position) const { return labels_[values_[position]]; }

  double size(const Labels& labels) const {
    double product = 1;
    for (const Label label : labels) product *= extents_[label];
    return product;
  }

  double rate(double bytes) const {
    return bytes > far_bytes ? memory_rate : bytes > near_bytes ? near_rate : cache_rate;
  }

  double operations(std::size_t step) const {
    return operations_ * size(united(set(step), labels_[others_[step]]));
  }

  /// The fastest form of a step alone.
  std::pair<KernelForm, double> alone(std::size_t step) const {
    std::pair best{KernelForm::panels, panel_cost(step)};
    if (bytes_ == 0) return best;
    const Labels &a = set(step), &b = labels_[others_[step]], &c = set(step + 1);
    const double rows = size(without(common(a, c), b)), columns = size(without(common(b, c), a)),
                 summed = size(without(united(a, b), c));
    const auto moved = [&](double spread) {
      double cost = 0;
      for (const Labels* labels : {&a, &b, &c}) {
        const double bytes = size(*labels) * bytes_;
        cost += bytes * (labels == &a ? 1 : spread) / rate(bytes);
      }
      return cost;
    };
    const auto take = [&](KernelForm form, double cost) {
      if (cost < best.second) best = {form, cost};
    };
    if (rows <= most_inner_rows && columns <= most_inner_rows && summed >= least_inner_summed) {
      // The longer operand lies in runs, the other one is gathered.
      const double gathered = size(rows < columns ? a : b);
      const double share = rows * columns < inner_enough ? panel_share : inner_share;
      take(KernelForm::inner, kernel_seconds + moved(inner_spread) + gathered / inner_rate +
                                  operations(step) / (arithmetic_ * share));
    }
    if (products_ && std::min({rows, columns, summed}) >= least_product_rows)
      take(KernelForm::products, product_cost(step, rows, columns, summed));
    return best;
  }

  /// What is packed, and what is written beside sums of products; the longer one of rows and columns is lanes.
  double product_cost(std::size_t step, double rows, double columns, double summed) const {
    const double a = packing_seconds(set(step)), b = packing_seconds(labels_[others_[step]]),
                 c = packing_seconds(set(step + 1));
    const double lanes = std::max(rows, columns), others = std::min(rows, columns);
    const double wide = rows < columns ? b : a, narrow = rows < columns ? a : b;
    const double again = summed > product_kept ? std::ceil(lanes / product_lanes) : 1;
    const double vector = 2 * line_bytes / bytes_;
    const double filled = lanes / (std::ceil(lanes / vector) * vector);
    const double spread = size(common(common(set(step), labels_[others_[step]]), set(step + 1))) > 1
                              ? batch_spread
                              : 1;
    const double moved = (wide * std::ceil(others / product_rows) + narrow * again + c) * spread;
    return kernel_seconds + operations(step) / (arithmetic_ * product_share * filled) + moved;
  }

  /// Of an array once. Its two fastest axes, taken as long as the others, are what lies together: seldom more, and lines are read whole.
  double packing_seconds(const Labels& labels) const {
    const double elements = size(labels), axes = std::max<double>(labels.size(), 2);
    const double together = std::pow(elements, 2 / axes) * bytes_;
    return elements * bytes_ / (pack_rate * std::min(together / line_bytes, 1.0));
  }

  double panel_cost(std::size_t step) const {
    const Labels &a = set(step), &b = labels_[others_[step]], &c = set(step + 1);
    const double batch = size(common(common(a, b), c)),
                 columns = std::max(size(common(without(a, b), c)), size(common(without(b, a), c)));
    const double vector = 2 * line_bytes / std::max(bytes_, 1.0);
    const double lanes = std::max(columns, columns < 16 ? batch : columns);
    const double filled = lanes / (std::ceil(lanes / vector) * vector);
    // Panels alone add what one operand alone sums before it is multiplied.
    const double alone = size(without(without(a, b), c)) * size(without(without(b, a), c));
    double cost = kernel_seconds + operations(step) / (arithmetic_ * panel_share * filled * alone);
    if (alone > 1) cost += (size(a) + size(b)) / alone_rate;
    for (const Labels* labels : {&a, &b, &c}) {
      const double bytes = size(*labels) * bytes_;
      cost += bytes * panel_spread / rate(bytes);
    }
    return cost;
  }

  const Group& group(std::size_t first, std::size_t last) {
    std::vector<std::optional<Group>>& known = groups_[first];
    if (known.size() < last - first) known.resize(last - first);
    std::optional<Group>& own = known[last - first - 1];
    if (own) return *own;
    own.emplace();
    Labels touched;
    for (std::size_t step = first; step < last; ++step)
      touched = united(touched, labels_[others_[step]]);
    const double registers = operations_ > 2 ? complex_registers : real_registers;
    const Labels kept = common(set(first), set(last));
    own->gathered = size(without(labels_[others_[first]], set(first))) > 2 * registers;
    // Axes that no step sums or adds stay in the tile, so that it takes more sums at once, unless it is too large with them.
    const auto measure = [&](const Labels& outside) {
      own->tile = size(without(set(first), outside));
      own->middle = 0;
      for (std::size_t step = first; step + 1 < last; ++step)
        own->middle = std::max(own->middle, size(without(set(step + 1), outside)));
    };
    measure(without(kept, touched));
    if (std::max(own->middle, own->tile) * line_bytes > tile_bytes) {
      own->batch = common(kept, touched);
      measure(kept);
    }
    for (std::size_t step = first; step < last; ++step) {
      const double columns = size(without(labels_[others_[step]], set(step)));
      const double blocks = std::ceil(columns / registers);
      own->operands += size(labels_[others_[step]]) * bytes_;
      own->arithmetic += operations(step);
      own->log2_terms +=
          std::log2(size(without(united(set(step), labels_[others_[step]]), set(step + 1))));
      own->cache_bytes += size(set(step)) * bytes_ * (step > first ? blocks : blocks - 1);
      if (step + 1 < last) own->cache_bytes += size(set(step + 1)) * bytes_;
    }
    return *own;
  }

  void begin_segment() { segment_.assign(1, {0, 0, 0}); }

  /// Costs of positions up to `last` in a segment that begins at `first` and has so many lanes.
  void extend_segment(std::size_t first, std::size_t last, double run) {
    while (segment_.size() <= last - first) {
      const std::size_t end = first + segment_.size();
      Cut& cut = segment_.emplace_back();
      for (std::size_t from = end - 1;; --from) {
        const Cut& before = segment_[from - first];
        if (std::isfinite(before.cost) && together_[end] <= from + 1) {
          const auto [cost, block] = kernel_cost(from, end, run, from == first);
          if (before.cost + cost < cut.cost) cut = {before.cost + cost, from, block};
        }
        if (from == first || end - from >= most_steps_) break;
      }
    }
  }

  /// The first kernel of a segment may have to copy its tiles into another order of axes.
  std::pair<double, std::uint64_t> kernel_cost(std::size_t first, std::size_t last, double run,
                                               bool begins) {
    constexpr std::pair<double, std::uint64_t> none{std::numeric_limits<double>::infinity(), 0};
    const Group& own = group(first, last);
    if (own.operands > static_cast<double>(operand_bytes) || own.log2_terms > most_log2_terms)
      return none;
    const double held = std::max(own.middle, own.gathered || begins ? own.tile : 0);
    constexpr double longest_bytes = 4096;
    double block = std::min(run, (own.batch.empty() ? longest_bytes : batch_row_bytes) / bytes_);
    if (held > 0)
      block = std::min(block, std::floor(static_cast<double>(tile_bytes) / bytes_ / held));
    const double piece = block * bytes_;
    if (piece < line_bytes) return none;
    const double share = piece >= 4 * line_bytes ? 1 : piece >= 2 * line_bytes ? 0.85 : 0.65;
    const double in = size(set(first)) * bytes_, out = size(set(last)) * bytes_;
    // What is read later is fetched while a tile is at work.
    const double memory = in / (rate(in) * share) + out / (rate(out) * share),
                 arithmetic = own.arithmetic / (arithmetic_ * share * tile_share_);
    return {kernel_seconds + std::max(memory, arithmetic) +
                not_overlapped * std::min(memory, arithmetic) + own.cache_bytes / cache_rate,
            static_cast<std::uint64_t>(block)};
  }

  const std::vector<double>& extents_;
  double bytes_, operations_, arithmetic_, tile_share_;
  bool products_;
  std::size_t most_steps_;
  const std::vector<std::uint32_t>&values_, &others_;
  const std::vector<Labels>& labels_;
  std::vector<std::size_t>
      together_;  ///< by position, the first of those up to it whose steps are in one loop
  std::vector<std::vector<std::optional<Group>>> groups_;
  std::vector<Cut> segment_;
};

}  // namespace

std::vector<PathPiece> cheapest_pieces(const MainPath& path, const std::vector<double>& extents,
                                       const std::vector<Labels>& labels,
                                       const std::vector<std::uint32_t>& homes,
                                       const PlaceOptions& options) {
  return Path(extents, options, path, labels, homes).cheapest();
}

double cut_seconds(const MainPath& path, const std::vector<double>& extents,
                   const std::vector<Labels>& labels, const std::vector<std::uint32_t>& homes,
                   const PlaceOptions& options, const PathCut& cut) {
  return Path(extents, options, path, labels, homes).seconds(cut);
}

}  // namespace diagc::arrays
