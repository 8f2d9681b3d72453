#include "compiler/emit/matrix/lists.h"

#include <algorithm>
#include <bit>

namespace diagc {

namespace {

// What a warp waits for beside the others of its block, as an H200 was seen to: the barrier of a round, for every warp; operands, product
// and results of a tile; pairs; the end of sums.
constexpr double barrier_latency = 40, product_latency = 390, pairs_latency = 180,
                 sums_latency = 600;
constexpr std::size_t pairs_of_lane = 3;  // of a sum, where there are lanes enough

/// Records that one warp has to do one after the other.
struct Task {
  std::vector<MatrixRecord> records;
  double cycles = 0;
};

class Builder {
 public:
  Builder(const PairSums& sums, const MatrixVectorProducts& products, const MatrixRounds& rounds,
          unsigned warps, MatrixLists& lists)
      : sums_(sums), products_(products), rounds_(rounds), warps_(warps), lists_(lists) {}

  void build() {
    pair_fragments();
    lists_.of_warp.resize(warps_);
    for (const MatrixRound& round : rounds_.rounds) {
      std::vector<Task> tasks;
      for (const auto& tiles : round.tiles)
        for (const MatrixTile& tile : tiles) tasks.push_back(product(tile));
      add_sums(round.sums, tasks);
      deal(std::move(tasks));
    }
    for (std::vector<MatrixRecord>& list : lists_.of_warp) list.back().head |= MatrixHead::end;
  }

 private:
  /// Fragments of a type two by two: those of one matrix stand side by side.
  void pair_fragments() {
    for (const TileType& type : rounds_.types) {
      std::vector<std::uint32_t>& pairs = pairs_of_type_.emplace_back();
      for (std::size_t i = 0; i < type.fragments.size();) {
        const bool two =
            i + 1 < type.fragments.size() && rounds_.fragments[type.fragments[i]].matrix ==
                                                 rounds_.fragments[type.fragments[i + 1]].matrix;
        const std::array<std::uint32_t, 2> pair{type.fragments[i], type.fragments[two ? i + 1 : i]};
        const auto at = std::ranges::find(lists_.fragment_pairs, pair);
        pairs.push_back(static_cast<std::uint32_t>(at - lists_.fragment_pairs.begin()));
        if (at == lists_.fragment_pairs.end()) lists_.fragment_pairs.push_back(pair);
        i += two ? 2 : 1;
      }
    }
  }

  Task product(const MatrixTile& tile) {
    Task task;
    for (const std::uint32_t pair : pairs_of_type_[tile.type]) {
      MatrixRecord record;
      record.head = MatrixHead::products + pair;
      const auto [one, other] = lists_.fragment_pairs[pair];
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint32_t second = other == one ? rounds_.zero : operand(tile, other, lane);
        record.words[lane][0] = operand(tile, one, lane) | second << 16;
      }
      task.records.push_back(record);
      task.cycles += product_latency;
    }
    task.records.front().head |= MatrixHead::first;
    MatrixRecord& last = task.records.back();
    const Scalar scale = tile.scale == no_scalar ? sums_.one : tile.scale;
    last.head |= MatrixHead::last | rounds_.slot[scale] << MatrixHead::scale_at;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      last.words[lane][1] = result(tile, lane, 0) | result(tile, lane, 1) << 16;
    return task;
  }

  /// Column lane / 4 of the tile, at row lane % 4 of the vector's part that the fragment is multiplied by.
  std::uint32_t operand(const MatrixTile& tile, std::uint32_t fragment, std::uint32_t lane) {
    const MatrixFragment& of = rounds_.fragments[fragment];
    if (lane / matrix_depth >= tile.columns.size()) return rounds_.zero;
    const MatrixColumn& column = products_.columns[tile.columns[lane / matrix_depth]];
    for (const MatrixColumn::Entry& entry : column.entries) {
      if (entry.matrix != of.matrix || entry.column != of.column + lane % matrix_depth) continue;
      ++lists_.entries;
      return rounds_.slot[entry.value] | (entry.negative ? matrix_mark : 0);
    }
    return rounds_.zero;
  }

  /// Row lane / 4 of columns 2 (lane % 4) and the next.
  std::uint32_t result(const MatrixTile& tile, std::uint32_t lane, std::uint32_t i) const {
    const std::uint32_t place = 2 * (lane % 4) + i;
    if (place >= tile.columns.size()) return rounds_.unread;
    for (const MatrixColumn::Result& result : products_.columns[tile.columns[place]].results) {
      if (result.row % matrix_rows == lane / 4)
        return rounds_.slot[result.scalar] | (result.scaled ? matrix_mark : 0);
    }
    return rounds_.unread;
  }

  /// Sums of about as many pairs each side by side, a power of two of lanes for each.
  void add_sums(std::vector<std::uint32_t> sums, std::vector<Task>& tasks) const {
    std::size_t pairs = 0;
    for (const std::uint32_t s : sums) pairs += sums_.steps[s].pairs.size();
    const std::size_t each = std::max(pairs_of_lane, pairs / (std::size_t{warps_} * 32) + 1);
    const auto lanes_of = [&](std::uint32_t s) {
      const std::size_t lanes = (sums_.steps[s].pairs.size() + each - 1) / each;
      return static_cast<std::uint32_t>(std::min<std::size_t>(32, std::bit_ceil(lanes)));
    };
    const auto length = [&](std::uint32_t s) {
      return (sums_.steps[s].pairs.size() + lanes_of(s) - 1) / lanes_of(s);
    };
    std::ranges::stable_sort(sums, std::greater<>(),
                             [&](std::uint32_t s) { return std::pair(lanes_of(s), length(s)); });
    for (std::size_t i = 0; i < sums.size();) {
      const std::uint32_t lanes = lanes_of(sums[i]);
      std::size_t end = i + 1;
      while (end < sums.size() && end < i + 32 / lanes && lanes_of(sums[end]) == lanes) ++end;
      tasks.push_back(side_by_side({sums.begin() + static_cast<std::ptrdiff_t>(i),
                                    sums.begin() + static_cast<std::ptrdiff_t>(end)},
                                   lanes, length(sums[i])));
      i = end;
    }
  }

  Task side_by_side(const std::vector<std::uint32_t>& sums, std::uint32_t lanes,
                    std::size_t length) const {
    Task task;
    // Two pairs a record, and one with the results.
    const std::size_t full = length / 2;
    const std::uint32_t adds_nothing = rounds_.minus_zero | rounds_.slot[sums_.one] << 16;
    task.records.resize(full + 1);
    for (MatrixRecord& record : task.records) {
      record.head = MatrixHead::pairs;
      for (auto& words : record.words) words = {adds_nothing, adds_nothing};
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::vector<Pair>& pairs = sums_.steps[sums[i]].pairs;
      for (std::size_t p = 0; p < pairs.size(); ++p) {
        const std::size_t step = p / lanes;
        task.records[step / 2].words[i * lanes + p % lanes][step % 2] =
            rounds_.slot[pairs[p].a] | (pairs[p].negative ? matrix_mark : 0) |
            rounds_.slot[pairs[p].b] << 16;
      }
    }
    MatrixRecord& last = task.records.back();
    last.head = MatrixHead::sums | static_cast<std::uint32_t>(std::countr_zero(lanes))
                                       << MatrixHead::lanes_at;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const bool writes = lane % lanes == 0 && lane / lanes < sums.size();
      last.words[lane][1] =
          writes ? rounds_.slot[sums_.steps[sums[lane / lanes]].results.front()] : rounds_.unread;
    }
    task.cycles = pairs_latency * static_cast<double>(full) + sums_latency;
    return task;
  }

  /// To the warp that has least to do, the largest first.
  void deal(std::vector<Task> tasks) {
    std::ranges::stable_sort(tasks, std::greater<>(), &Task::cycles);
    std::vector<double> load(warps_, 0);
    std::vector<std::size_t> before(warps_);
    for (unsigned warp = 0; warp < warps_; ++warp) before[warp] = lists_.of_warp[warp].size();
    for (Task& task : tasks) {
      const auto least = static_cast<std::size_t>(std::ranges::min_element(load) - load.begin());
      std::ranges::move(task.records, std::back_inserter(lists_.of_warp[least]));
      load[least] += task.cycles;
    }
    for (unsigned warp = 0; warp < warps_; ++warp) {
      std::vector<MatrixRecord>& list = lists_.of_warp[warp];
      if (list.size() == before[warp]) list.emplace_back();
      list.back().head |= MatrixHead::barrier;
    }
    lists_.latency += barrier_latency * warps_ + *std::ranges::max_element(load);
  }

  const PairSums& sums_;
  const MatrixVectorProducts& products_;
  const MatrixRounds& rounds_;
  unsigned warps_;
  MatrixLists& lists_;
  std::vector<std::vector<std::uint32_t>> pairs_of_type_;
};

}  // namespace

MatrixLists::MatrixLists(const PairSums& sums, const MatrixVectorProducts& products,
                         const MatrixRounds& rounds, unsigned warps) {
  Builder(sums, products, rounds, warps, *this).build();
}

}  // namespace diagc
