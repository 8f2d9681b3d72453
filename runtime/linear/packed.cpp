#include "runtime/linear/packed.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/linear/lanes.h"
#include "runtime/linear/offsets.h"
#include "runtime/linear/panel_copies.h"
#include "runtime/linear/tiles.h"
#include "runtime/system/targets.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

/// A block of columns stays in the second cache beside the one that is filled; panels of rows are read once for every such block.
constexpr std::uint64_t lane_block_bytes = 256 << 10U, row_panel_bytes = 2 << 20U;
constexpr std::uint64_t lane_panel_bytes = lane_block_bytes + (64 << 10U);
constexpr std::uint64_t most_lanes = 1024;  ///< of a block
constexpr std::uint64_t most_rows = 1024, few_rows = 256;

static_assert(2 * lane_panel_bytes + row_panel_bytes <= packed_bytes);
static_assert(2 * (few_rows + 12) * 256 * 8 <= row_panel_bytes);

/// Summed values of a block.
template <class Value>
constexpr std::uint64_t depth = sizeof(Value) == 16 ? 128 : 256;

/// Axes of a group, the one that is fastest in an array last.
std::vector<Axis> by_stride(std::vector<Axis> axes, std::uint64_t Axis::* stride) {
  std::erase_if(axes, [](const Axis& axis) { return axis.extent == 1; });
  std::ranges::stable_sort(axes, std::greater(), stride);
  return axes;
}

/// The summed axes, slow ones in b first. Those that are fastest in either array come last, so that a block of summed values has whole lines of both.
std::vector<Axis> summed_axes(const std::vector<Axis>& own, std::uint64_t line) {
  std::vector<Axis> axes = by_stride(own, &Axis::b);
  std::vector<Axis> fastest;
  const auto take = [&](std::uint64_t Axis::* stride) {
    while (!axes.empty()) {
      const auto next = std::ranges::min_element(axes, std::less(), stride);
      if ((*next).*stride >= line || (*next).*stride == 0) return;
      fastest.push_back(*next);
      axes.erase(next);
    }
  };
  take(&Axis::b);
  take(&Axis::a);
  fastest = by_stride(std::move(fastest), &Axis::b);
  axes.insert(axes.end(), fastest.begin(), fastest.end());
  return axes;
}

/// How many neighbours in one array lie next to each other in another one: 4, 2 or 1.
std::uint64_t unit_of(const std::vector<Axis>& axes, std::uint64_t Axis::* stride) {
  std::uint64_t together = 1;
  for (std::size_t axis = axes.size(); axis-- > 0 && axes[axis].*stride == together;)
    together *= axes[axis].extent;
  return together % 4 == 0 ? 4 : together % 2 == 0 ? 2 : 1;
}

/// A contraction with what its blocks need.
template <class Value>
struct Shape {
  std::vector<Axis> batch, rows, columns, summed;
  LongOffsets rows_a, rows_c, columns_b, columns_c, summed_a, summed_b;
  std::uint64_t batch_count, row_count, column_count;
  std::uint64_t first_summed, last_summed;
  std::uint64_t unit_a, unit_b;  ///< of rows in a, of columns in b

  std::uint64_t row_block = 1, lane_block = 1, row_blocks = 1, lane_blocks = 1;
  std::uint64_t depth_blocks = 1;
  bool keeps_rows = false;  ///< panels of all summed values of a block of rows fit

  /// Summed values first … last − 1; vectors have `lanes` numbers, and sums of `rows_at_once` rows fill the registers.
  Shape(const Contraction& own, std::uint64_t first, std::uint64_t last, std::uint64_t lanes)
      : batch(own.batch),
        rows(by_stride(own.rows, &Axis::c)),
        columns(by_stride(own.columns, &Axis::c)),
        summed(summed_axes(own.summed, 64 / sizeof(Value))),
        rows_a(rows, &Axis::a),
        rows_c(rows, &Axis::c),
        columns_b(columns, &Axis::b),
        columns_c(columns, &Axis::c),
        summed_a(summed, &Axis::a),
        summed_b(summed, &Axis::b),
        batch_count(count(batch)),
        row_count(count(rows)),
        column_count(count(columns)),
        first_summed(first),
        last_summed(last),
        unit_a(unit_of(rows, &Axis::a)),
        unit_b(unit_of(columns, &Axis::b)) {
    const std::uint64_t length = last - first;
    const std::uint64_t deep = std::max<std::uint64_t>(std::min(length, depth<Value>), 1);
    depth_blocks = std::max<std::uint64_t>((length + depth<Value> - 1) / depth<Value>, 1);
    constexpr std::uint64_t held = row_panel_bytes / sizeof(Value);
    // One more for what fills up the last panel.
    const std::uint64_t kept = held / std::max<std::uint64_t>(length, 1);
    keeps_rows = kept >= std::min<std::uint64_t>(row_count, 96) + most_rows_at_once;
    row_block =
        std::min(row_count, keeps_rows ? std::min(kept - most_rows_at_once, most_rows) : few_rows);
    // As even as can be.
    row_blocks = (row_count + row_block - 1) / row_block;
    row_block = (row_count + row_blocks - 1) / row_blocks;
    const std::uint64_t fitting =
        std::min(lane_block_bytes / sizeof(Value) / deep / lanes * lanes, most_lanes);
    lane_block = std::min(std::max(fitting, lanes), (column_count + lanes - 1) / lanes * lanes);
    lane_blocks = (column_count + lane_block - 1) / lane_block;
  }

  std::uint64_t jobs() const { return batch_count * row_blocks * lane_blocks; }

  static constexpr std::uint64_t most_rows_at_once = 12;
};

/// Panels of a thread, which last.
template <class Value>
class Panels {
 public:
  static Panels& own() {
    thread_local Panels panels;
    return panels;
  }
  Value* rows(std::size_t which) { return at(which * row_panel_bytes / 2); }
  Value* lanes(std::size_t which) { return at(row_panel_bytes + which * lane_panel_bytes); }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  Value* at(std::uint64_t byte) {
    return reinterpret_cast<Value*>(memory_.get() + byte / sizeof(Line));
  }
  std::unique_ptr<Line[]> memory_ =
      std::make_unique_for_overwrite<Line[]>(packed_bytes / sizeof(Line));
};

/// A block of columns and of summed values: where it comes from and where its sums go to.
template <class Value>
struct Block {
  std::uint64_t job = 0, depth_block = 0;
  std::uint64_t batch = 0, first_row = 0, rows = 0, first_lane = 0, lanes = 0;
  std::uint64_t first_summed = 0, summed = 0;
  std::uint64_t a = 0, b = 0, c = 0;  ///< where this value of the batch begins
  PanelCopy<Value> copy;              ///< of columns
  PanelCopy<Value> row_copy;  ///< where panels of rows are not kept: of them, else of nothing
  std::uint64_t row_pieces = 0;
  Value *lane_panels = nullptr, *row_panels = nullptr;

  std::uint64_t pieces() const { return copy.pieces() + row_pieces; }
  void fetch(std::uint64_t piece) const {
    if (piece < row_pieces)
      row_copy.fetch(piece);
    else
      copy.fetch(piece - row_pieces);
  }
  DIAGC_LINEAR_INLINE void take(std::uint64_t piece) const {
    if (piece < row_pieces)
      row_copy.take(piece, row_panels);
    else
      copy.take(piece - row_pieces, lane_panels);
  }
};

/// Copies a piece of a block: compiled for a kind of processor once, not once for each number of rows at a time.
template <class Value>
using TakePiece = void (*)(const Block<Value>&, std::uint64_t piece);

template <class Lanes, std::size_t Most>
class Thread {
 public:
  using Value = typename Lanes::Value;
  static constexpr std::uint64_t width = Lanes::count;

  DIAGC_LINEAR_INLINE Thread(const Shape<Value>& shape, const Value* a, const Value* b, Value* c,
                             bool streams, TakePiece<Value> take)
      : shape_(shape), a_(a), b_(b), c_(c), streams_(streams), take_(take) {}

  DIAGC_LINEAR_INLINE void run(std::uint64_t first, std::uint64_t last) {
    if (first == last) return;
    Block<Value> blocks[2];
    for (std::size_t which : {0, 1}) {
      blocks[which].lane_panels = panels_.lanes(which);
      blocks[which].row_panels = panels_.rows(shape_.keeps_rows ? 0 : which);
    }
    std::size_t now = 0;
    begin(blocks[0], first, 0);
    take_all(blocks[0]);
    for (;;) {
      Block<Value>& block = blocks[now];
      Block<Value>& next = blocks[1 - now];
      const bool last_depth = block.depth_block + 1 == shape_.depth_blocks;
      const bool is_last = last_depth && block.job + 1 == last;
      if (!is_last)
        begin(next, block.job + (last_depth ? 1 : 0), last_depth ? 0 : block.depth_block + 1);
      if (shape_.keeps_rows) keep_rows(block);
      multiply_in_groups(block, is_last ? nullptr : &next);
      if (is_last) break;
      now = 1 - now;
    }
  }

 private:
  void take_all(const Block<Value>& block) const {
    const std::uint64_t pieces = block.pieces();
    block.fetch(0);
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
      if (piece + 1 < pieces) block.fetch(piece + 1);
      take_(block, piece);
    }
  }

  void begin(Block<Value>& block, std::uint64_t job, std::uint64_t depth_block) const {
    block.job = job;
    block.depth_block = depth_block;
    const std::uint64_t lane = job % shape_.lane_blocks * shape_.lane_block,
                        row = job / shape_.lane_blocks % shape_.row_blocks * shape_.row_block;
    block.batch = job / shape_.lane_blocks / shape_.row_blocks;
    block.first_lane = lane;
    block.lanes = std::min(shape_.lane_block, shape_.column_count - lane);
    block.first_row = row;
    block.rows = std::min(shape_.row_block, shape_.row_count - row);
    block.first_summed = shape_.first_summed + depth_block * depth<Value>;
    block.summed = std::min(depth<Value>, shape_.last_summed - block.first_summed);
    fill_offsets(shape_.batch, &Axis::a, block.batch, {&block.a, 1});
    fill_offsets(shape_.batch, &Axis::b, block.batch, {&block.b, 1});
    fill_offsets(shape_.batch, &Axis::c, block.batch, {&block.c, 1});
    block.copy.begin(b_ + block.b, shape_.columns_b, block.first_lane, block.lanes, shape_.unit_b,
                     shape_.summed_b, block.first_summed, block.summed, width);
    if (shape_.keeps_rows) return;
    copy_rows(block.row_copy, block);
    block.row_pieces = block.row_copy.pieces();
  }

  void copy_rows(PanelCopy<Value>& copy, const Block<Value>& block) const {
    copy.begin(a_ + block.a, shape_.rows_a, block.first_row, block.rows, shape_.unit_a,
               shape_.summed_a, block.first_summed, block.summed, rows_at_once(block.rows));
  }

  /// So many rows at once that few are added to fill the last panel up.
  static std::size_t rows_at_once(std::uint64_t rows) {
    if (rows <= Most) return std::max<std::uint64_t>(rows, 1);
    std::size_t best = Most;
    const auto filled = [&](std::size_t at_once) {
      return (rows + at_once - 1) / at_once * at_once;
    };
    for (std::size_t at_once = Most; 2 * at_once > Most; --at_once)
      if (filled(at_once) < filled(best)) best = at_once;
    return best;
  }

  /// Panels of rows that are not there yet, among those of all summed values.
  DIAGC_LINEAR_INLINE void keep_rows(Block<Value>& block) {
    const std::size_t at_once = rows_at_once(block.rows);
    const std::uint64_t padded = (block.rows + at_once - 1) / at_once * at_once;
    block.row_panels = panels_.rows(0) + block.depth_block * depth<Value> * padded;
    const std::uint64_t of_rows =
        block.batch * shape_.row_blocks + block.first_row / shape_.row_block;
    kept_.resize(shape_.depth_blocks, ~std::uint64_t{0});
    if (std::exchange(kept_[block.depth_block], of_rows) == of_rows) return;
    copy_rows(rows_.row_copy, block);
    rows_.row_pieces = rows_.row_copy.pieces();
    rows_.row_panels = block.row_panels;
    take_all(rows_);
  }

  DIAGC_LINEAR_INLINE void multiply_in_groups(const Block<Value>& block, const Block<Value>* next) {
    const std::size_t at_once = rows_at_once(block.rows);
    [&]<std::size_t... Less>(std::index_sequence<Less...>) __attribute__((always_inline)) {
      ((at_once == Less + 1 ? multiply<Less + 1>(block, next) : void()), ...);
    }(std::make_index_sequence<Most>());
  }

  /// All rows and columns of a block, `Rows` rows at once; between the products the next block is copied, piece by piece.
  template <std::size_t Rows>
  DIAGC_LINEAR_INLINE void multiply(const Block<Value>& block, const Block<Value>* next) {
    const std::uint64_t groups = (block.rows + Rows - 1) / Rows,
                        panels = (block.lanes + width - 1) / width;
    const std::uint64_t pieces = next == nullptr ? 0 : next->pieces();
    std::uint64_t done = 0, product = 0;
    std::uint64_t row_c[most_rows], lane_c[most_lanes];
    shape_.rows_c.fill(block.first_row, {row_c, block.rows});
    shape_.columns_c.fill(block.first_lane, {lane_c, block.lanes});
    for (std::uint64_t group = 0; group < groups; ++group) {
      const Value* ones = block.row_panels + group * Rows * block.summed;
      const std::size_t valid = std::min<std::uint64_t>(Rows, block.rows - group * Rows);
      for (std::uint64_t panel = 0; panel < panels; ++panel) {
        const std::uint64_t until = pieces * ++product / (groups * panels);
        for (std::uint64_t piece = done; piece < until; ++piece) next->fetch(piece);
        const std::uint64_t lane = panel * width;
        sum<Rows>(block.lane_panels + lane * block.summed, ones, block.summed,
                  block.depth_block > 0, c_ + block.c, {row_c + group * Rows, valid},
                  {lane_c + lane, std::min(width, block.lanes - lane)});
        for (; done < until; ++done) take_(*next, done);
      }
    }
  }

  template <std::size_t Rows>
  DIAGC_LINEAR_INLINE void sum(const Value* many, const Value* ones, std::uint64_t summed,
                               bool adds, Value* c, std::span<const std::uint64_t> rows,
                               std::span<const std::uint64_t> columns) const {
    const Lanes lanes(0);
    const bool together = columns.size() == width && is_contiguous(columns);
    if (together) {
      for (const std::uint64_t row : rows) {
        const char* line = reinterpret_cast<const char*>(c + row + columns[0]);
        for (std::size_t byte = 0; byte < width * sizeof(Value) && !streams_; byte += 64)
          __builtin_prefetch(line + byte, 1, 3);
      }
    }
    typename Lanes::Sum sums[Rows];
#pragma GCC unroll 12
    for (std::size_t row = 0; row < Rows; ++row) lanes.clear(sums[row]);
    for (std::uint64_t k = 0; k < summed; ++k) {
      typename Lanes::Read vector;
      lanes.read(vector, many);
#pragma GCC unroll 12
      for (std::size_t row = 0; row < Rows; ++row) lanes.add(sums[row], vector, ones[row]);
      many += width;
      ones += Rows;
    }
    if (together && !adds && rows.size() == Rows) {
#pragma GCC unroll 12
      for (std::size_t row = 0; row < Rows; ++row) {
        Value* to = c + rows[row] + columns[0];
        if (streams_)
          lanes.stream(sums[row], to);
        else
          lanes.write(sums[row], to);
      }
      return;
    }
    alignas(64) Value values[Rows][width];
#pragma GCC unroll 12
    for (std::size_t row = 0; row < Rows; ++row) lanes.write(sums[row], values[row]);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      Value* to = c + rows[row];
      if (together) {
        to += columns[0];
        for (std::size_t lane = 0; lane < width; ++lane)
          to[lane] = adds ? to[lane] + values[row][lane] : values[row][lane];
      } else {
        for (std::size_t lane = 0; lane < columns.size(); ++lane) {
          Value& element = to[columns[lane]];
          element = adds ? element + values[row][lane] : values[row][lane];
        }
      }
    }
  }

  const Shape<Value>& shape_;
  const Value *a_, *b_;
  Value* c_;
  bool streams_;
  TakePiece<Value> take_;
  Panels<Value>& panels_ = Panels<Value>::own();
  Block<Value> rows_;                ///< rows alone
  std::vector<std::uint64_t> kept_;  ///< by block of summed values: the rows that panels are of
};

template <class Value>
struct Kernel {
  std::uint64_t lanes;
  void (*run)(const Shape<Value>&, const Value*, const Value*, Value*, bool streams,
              std::uint64_t first, std::uint64_t last);
};

#define DIAGC_LINEAR_PACKED(name, attributes)                                                   \
  template <class Value>                                                                        \
  attributes void take_##name(const Block<Value>& block, std::uint64_t piece) {                 \
    block.take(piece);                                                                          \
  }                                                                                             \
  template <class Lanes, std::size_t Most>                                                      \
  attributes void packed_##name(const Shape<typename Lanes::Value>& shape,                      \
                                const typename Lanes::Value* a, const typename Lanes::Value* b, \
                                typename Lanes::Value* c, bool streams, std::uint64_t first,    \
                                std::uint64_t last) {                                           \
    Thread<Lanes, Most>(shape, a, b, c, streams, take_##name<typename Lanes::Value>)            \
        .run(first, last);                                                                      \
  }

DIAGC_LINEAR_PACKED(anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_PACKED(with_avx2, DIAGC_TARGET_AVX2)
DIAGC_LINEAR_PACKED(with_avx512, DIAGC_TARGET_AVX512)
#endif

/// Sums of so many rows fill the registers; numbers of complex elements have two sums each.
template <template <class, std::size_t> class Lanes, class T, std::size_t Parts>
Kernel<typename Lanes<T, 1>::Value> widest_packed() {
#ifdef __x86_64__
  if (runs_avx512()) return {Lanes<T, 2>::count, packed_with_avx512<Lanes<T, 2>, 12 / Parts>};
  if (runs_avx2()) return {Lanes<T, 1>::count, packed_with_avx2<Lanes<T, 1>, 6 / Parts>};
#endif
  return {Lanes<T, 1>::count, packed_anywhere<Lanes<T, 1>, 3 / Parts>};
}

Kernel<float> packed_kernel(float) { return widest_packed<RealLanes, float, 1>(); }
Kernel<double> packed_kernel(double) { return widest_packed<RealLanes, double, 1>(); }
Kernel<std::complex<float>> packed_kernel(std::complex<float>) {
  return widest_packed<ComplexLanes, float, 2>();
}
Kernel<std::complex<double>> packed_kernel(std::complex<double>) {
  return widest_packed<ComplexLanes, double, 2>();
}

/// Whether every full vector of the result begins at a multiple of 64 bytes and has no gaps.
template <class Value>
bool can_stream(const Shape<Value>& shape, const Value* c, std::uint64_t lanes) {
  if (reinterpret_cast<std::uintptr_t>(c) % 64 != 0) return false;
  std::uint64_t together = 1;
  std::size_t axis = shape.columns.size();
  for (; axis > 0 && shape.columns[axis - 1].c == together; --axis)
    together *= shape.columns[axis - 1].extent;
  if (together % lanes != 0) return false;
  const auto aligned = [](const std::vector<Axis>& axes, std::size_t end) {
    constexpr std::uint64_t line = 64 / sizeof(Value);
    return std::all_of(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const Axis& own) { return own.c % line == 0; });
  };
  return aligned(shape.batch, shape.batch.size()) && aligned(shape.rows, shape.rows.size()) &&
         aligned(shape.columns, axis);
}

constexpr std::uint64_t most_parts = 16, blocks_of_part = 16;
constexpr std::uint64_t jobs_enough = 32;  ///< not to cut sums

/// Parts that the sum of a small result is cut into.
template <class Value>
std::uint64_t parts_of_sum(const Shape<Value>& shape) {
  if (shape.jobs() >= jobs_enough) return 1;
  const std::uint64_t elements = shape.batch_count * shape.row_count * shape.column_count;
  const std::uint64_t fitting =
      packed_sums_bytes / sizeof(Value) / std::max<std::uint64_t>(elements, 1);
  const std::uint64_t parts = std::min({most_parts, fitting, shape.depth_blocks / blocks_of_part});
  return std::max<std::uint64_t>(parts, 1);
}

/// Strides of c in an array without gaps.
Contraction with_dense_result(Contraction shape) {
  std::uint64_t stride = 1;
  for (std::vector<Axis>* group : {&shape.columns, &shape.rows, &shape.batch})
    for (std::size_t axis = group->size(); axis-- > 0; stride *= (*group)[axis].extent)
      (*group)[axis].c = stride;
  return shape;
}

}  // namespace

template <class Value>
void contract_packed(const Contraction& contraction, const Value* a, const Value* b, Value* c,
                     unsigned threads) {
  static const Kernel<Value> kernel = packed_kernel(Value());
  const std::uint64_t summed = count(contraction.summed);
  const Shape<Value> shape(contraction, 0, summed, kernel.lanes);
  const std::uint64_t elements = shape.batch_count * shape.row_count * shape.column_count;
  const bool streams = shape.depth_blocks == 1 && elements * sizeof(Value) > streamed_bytes &&
                       can_stream(shape, c, kernel.lanes);
  const auto in_turn = [&](std::uint64_t count, const auto& body) {
    if (threads < 2 || count < 2) {
      for (std::uint64_t part = 0; part < count; ++part) body(part);
    } else {
      ThreadPool::shared().run(threads, count, body);
    }
  };
  const std::uint64_t parts = parts_of_sum(shape);
  if (parts == 1) {
    const std::uint64_t jobs = shape.jobs(),
                        shares = threads < 2 ? 1 : std::min(jobs, std::uint64_t{16} * threads);
    in_turn(shares, [&](std::uint64_t share) {
      const auto begin = [&](std::uint64_t k) {
        return jobs / shares * k + std::min<std::uint64_t>(k, jobs % shares);
      };
      kernel.run(shape, a, b, c, streams, begin(share), begin(share + 1));
    });
    return;
  }
  const Contraction dense = with_dense_result(contraction);
  std::vector<Value> sums(parts * elements);
  const std::uint64_t blocks = shape.depth_blocks;
  in_turn(parts, [&](std::uint64_t part) {
    const auto begin = [&](std::uint64_t k) {
      return std::min((blocks / parts * k + std::min(k, blocks % parts)) * depth<Value>, summed);
    };
    const Shape<Value> own(dense, begin(part), begin(part + 1), kernel.lanes);
    kernel.run(own, a, b, sums.data() + part * elements, false, 0, own.jobs());
  });
  for (std::uint64_t apart = 1; apart < parts; apart *= 2)
    for (std::uint64_t part = 0; part + apart < parts; part += 2 * apart)
      for (std::uint64_t k = 0; k < elements; ++k)
        sums[part * elements + k] += sums[(part + apart) * elements + k];
  std::vector<Axis> all = contraction.batch;
  all.insert(all.end(), contraction.rows.begin(), contraction.rows.end());
  all.insert(all.end(), contraction.columns.begin(), contraction.columns.end());
  std::vector<std::uint64_t> offsets(elements);
  fill_offsets(all, &Axis::c, 0, offsets);
  for (std::uint64_t k = 0; k < elements; ++k) c[offsets[k]] = sums[k];
}

#define DIAGC_LINEAR_PACKED_OF(Value) \
  template void contract_packed(const Contraction&, const Value*, const Value*, Value*, unsigned);

DIAGC_LINEAR_PACKED_OF(float)
DIAGC_LINEAR_PACKED_OF(double)
DIAGC_LINEAR_PACKED_OF(std::complex<float>)
DIAGC_LINEAR_PACKED_OF(std::complex<double>)

}  // namespace diagc::linear
