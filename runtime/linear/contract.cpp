#include "runtime/linear/contract.h"

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/linear/elements.h"
#include "runtime/linear/offsets.h"
#include "runtime/linear/workspace.h"
#include "runtime/system/targets.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

constexpr std::size_t block_lanes = 256;   ///< lanes of a panel
constexpr std::size_t block_summed = 128;  ///< summed values of a panel
constexpr std::size_t block_rows = 8;      ///< rows of a tile
constexpr std::size_t rows_of_job = 1024;
/// Where lanes are the batch, both operands are panels of lanes: so many of rows and columns together.
constexpr std::size_t few = 16;
constexpr std::size_t summed_of_few = 16;

/// Fewer products are not worth waking other threads.
constexpr double products_of_job = 1 << 16;

static_assert(Workspace::panel_bytes >=
              std::max(block_lanes * block_summed, few * 2 * summed_of_few * block_lanes) * 16);
static_assert(Workspace::row_bytes >= block_rows * block_summed * 16);

template <class Element>
struct Job {
  using Value = typename Element::Value;
  using Number = typename Element::Number;
  static constexpr std::size_t planes = Element::planes;

  const Contraction& shape;
  const Value* a;
  const Value* b;
  Value* c;
  Element element;
  const LongOffsets& lanes_a;  ///< of the batch where that is lanes
  const LongOffsets& lanes_b;  ///< of the batch or the columns
  /// Summed axes that one operand alone has: its elements are added as they are packed.
  const std::vector<Axis>&alone_a, &alone_b;

  Value sum_alone(const Value* from, const std::vector<Axis>& alone,
                  std::uint64_t Axis::* stride) const {
    std::uint64_t offsets[block_summed];
    const std::uint64_t all = count(alone);
    Value sum{};
    for (std::uint64_t first = 0; first < all; first += block_summed) {
      const std::size_t some = std::min<std::uint64_t>(block_summed, all - first);
      fill_offsets(alone, stride, first, {offsets, some});
      for (std::size_t k = 0; k < some; ++k) sum = element.plus(sum, from[offsets[k]]);
    }
    return sum;
  }

  DIAGC_LINEAR_INLINE Value element_of_a(const Value* from) const {
    return alone_a.empty() ? *from : sum_alone(from, alone_a, &Axis::a);
  }

  /// Lanes of an operand as planes, with zeros behind the last one up to whole vectors.
  DIAGC_LINEAR_INLINE void pack_lanes(const Value* from, std::span<const std::uint64_t> offsets,
                                      bool contiguous, std::size_t padded,
                                      const std::vector<Axis>& alone, std::uint64_t Axis::* stride,
                                      Number* planes_out) const {
    const std::size_t lanes = offsets.size();
    if (!alone.empty()) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        Element::put(planes_out + lane, padded, sum_alone(from + offsets[lane], alone, stride));
    } else if (contiguous) {
      const Value* first = from + offsets[0];
      for (std::size_t lane = 0; lane < lanes; ++lane)
        Element::put(planes_out + lane, padded, first[lane]);
    } else {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        Element::put(planes_out + lane, padded, from[offsets[lane]]);
    }
    for (std::size_t lane = lanes; lane < padded; ++lane)
      Element::put(planes_out + lane, padded, Value());
  }

  static DIAGC_LINEAR_INLINE std::size_t padded(std::size_t lanes) {
    return (lanes + Element::lanes - 1) / Element::lanes * Element::lanes;
  }

  /// Stores a sum for up to a vector of lanes.
  DIAGC_LINEAR_INLINE void store(const typename Element::Sum& sum, Value* to, std::size_t lanes,
                                 bool adds) const {
    Value values[Element::lanes];
    element.get(sum, values);
    const std::size_t valid = std::min(lanes, Element::lanes);
    if (adds) {
      for (std::size_t lane = 0; lane < valid; ++lane)
        to[lane] = element.plus(to[lane], values[lane]);
    } else {
      for (std::size_t lane = 0; lane < valid; ++lane) to[lane] = values[lane];
    }
  }

  template <std::size_t Rows>
  DIAGC_LINEAR_INLINE void tile(const Number* row_panel, const Number* lane_panel,
                                std::size_t summed, std::size_t lanes,
                                const std::uint64_t* row_offsets, Value* to, bool adds) const {
    const std::size_t width = padded(lanes);
    for (std::size_t lane = 0; lane < lanes; lane += Element::lanes) {
      typename Element::Sum sums[Rows];
      for (auto& sum : sums) element.clear(sum);
      for (std::size_t k = 0; k < summed; ++k) {
        const Number* many = lane_panel + k * planes * width + lane;
        const Number* ones = row_panel + k * Rows * planes;
        for (std::size_t row = 0; row < Rows; ++row)
          element.add(sums[row], ones + row * planes, many, width);
      }
      for (std::size_t row = 0; row < Rows; ++row) {
        store(sums[row], to + row_offsets[row] + lane, lanes - lane, adds);
      }
    }
  }

  /// Columns are lanes: one value of the batch, some rows, a block of columns.
  DIAGC_LINEAR_INLINE void columns(std::uint64_t batch, std::uint64_t first_row, std::size_t rows,
                                   std::uint64_t first_column, std::size_t lanes) const {
    Workspace& workspace = Workspace::own();
    auto* lane_panel = workspace.panel<Number>();
    auto* row_panel = workspace.rows<Number>();
    std::uint64_t base[3], lane_offsets[block_lanes], summed_a[block_summed],
        summed_b[block_summed];
    fill_offsets(shape.batch, &Axis::a, batch, {base, 1});
    fill_offsets(shape.batch, &Axis::b, batch, {base + 1, 1});
    fill_offsets(shape.batch, &Axis::c, batch, {base + 2, 1});
    lanes_b.fill(first_column, {lane_offsets, lanes});
    const bool contiguous = is_contiguous({lane_offsets, lanes});
    const std::uint64_t summed_count = count(shape.summed);
    for (std::uint64_t first = 0; first < summed_count; first += block_summed) {
      const std::size_t summed = std::min<std::uint64_t>(block_summed, summed_count - first);
      fill_offsets(shape.summed, &Axis::a, first, {summed_a, summed});
      fill_offsets(shape.summed, &Axis::b, first, {summed_b, summed});
      for (std::size_t k = 0; k < summed; ++k) {
        pack_lanes(b + base[1] + summed_b[k], {lane_offsets, lanes}, contiguous, padded(lanes),
                   alone_b, &Axis::b, lane_panel + k * planes * padded(lanes));
      }
      for (std::size_t row = 0; row < rows; row += block_rows) {
        const std::size_t tile_rows = std::min(block_rows, rows - row);
        std::uint64_t row_a[block_rows], row_c[block_rows];
        fill_offsets(shape.rows, &Axis::a, first_row + row, {row_a, tile_rows});
        fill_offsets(shape.rows, &Axis::c, first_row + row, {row_c, tile_rows});
        const auto pack_rows = [&](std::size_t part,
                                   std::size_t part_rows) __attribute__((always_inline)) {
          for (std::size_t k = 0; k < summed; ++k) {
            for (std::size_t r = 0; r < part_rows; ++r) {
              Element::put(row_panel + (k * part_rows + r) * planes, 1,
                           element_of_a(a + base[0] + row_a[part + r] + summed_a[k]));
            }
          }
        };
        Value* to = c + base[2] + first_column;
        for (std::size_t part = 0; part < tile_rows;) {
          const std::size_t left = tile_rows - part;
          const bool adds = first > 0;
          const std::uint64_t* offsets = row_c + part;
          if (left >= 8) {
            pack_rows(part, 8);
            tile<8>(row_panel, lane_panel, summed, lanes, offsets, to, adds);
            part += 8;
          } else if (left >= 4) {
            pack_rows(part, 4);
            tile<4>(row_panel, lane_panel, summed, lanes, offsets, to, adds);
            part += 4;
          } else if (left >= 2) {
            pack_rows(part, 2);
            tile<2>(row_panel, lane_panel, summed, lanes, offsets, to, adds);
            part += 2;
          } else {
            pack_rows(part, 1);
            tile<1>(row_panel, lane_panel, summed, lanes, offsets, to, adds);
            part += 1;
          }
        }
      }
    }
  }

  /// The batch is lanes, all rows and columns (few of both): a block of the batch.
  DIAGC_LINEAR_INLINE void batch(std::uint64_t first_lane, std::size_t lanes) const {
    Workspace& workspace = Workspace::own();
    std::uint64_t offsets_a[block_lanes], offsets_b[block_lanes];
    std::uint64_t row_a[few], row_c[few], column_b[few], column_c[few], summed_a[summed_of_few],
        summed_b[summed_of_few];
    lanes_a.fill(first_lane, {offsets_a, lanes});
    lanes_b.fill(first_lane, {offsets_b, lanes});
    const bool contiguous_a = is_contiguous({offsets_a, lanes}),
               contiguous_b = is_contiguous({offsets_b, lanes});
    const std::size_t rows = count(shape.rows), columns = count(shape.columns);
    fill_offsets(shape.rows, &Axis::a, 0, {row_a, rows});
    fill_offsets(shape.rows, &Axis::c, 0, {row_c, rows});
    fill_offsets(shape.columns, &Axis::b, 0, {column_b, columns});
    fill_offsets(shape.columns, &Axis::c, 0, {column_c, columns});
    const std::size_t width = padded(lanes), panel = planes * width;
    auto* panel_a = workspace.panel<Number>();
    auto* panel_b = panel_a + rows * summed_of_few * panel;
    const std::uint64_t summed_count = count(shape.summed);
    for (std::uint64_t first = 0; first < summed_count; first += summed_of_few) {
      const std::size_t summed = std::min<std::uint64_t>(summed_of_few, summed_count - first);
      fill_offsets(shape.summed, &Axis::a, first, {summed_a, summed});
      fill_offsets(shape.summed, &Axis::b, first, {summed_b, summed});
      for (std::size_t k = 0; k < summed; ++k) {
        for (std::size_t row = 0; row < rows; ++row) {
          pack_lanes(a + row_a[row] + summed_a[k], {offsets_a, lanes}, contiguous_a, width, alone_a,
                     &Axis::a, panel_a + (row * summed_of_few + k) * panel);
        }
        for (std::size_t column = 0; column < columns; ++column) {
          pack_lanes(b + column_b[column] + summed_b[k], {offsets_b, lanes}, contiguous_b, width,
                     alone_b, &Axis::b, panel_b + (column * summed_of_few + k) * panel);
        }
      }
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
          Value* to = c + row_c[row] + column_c[column] + first_lane;
          for (std::size_t lane = 0; lane < lanes; lane += Element::lanes) {
            typename Element::Sum sum;
            element.clear(sum);
            for (std::size_t k = 0; k < summed; ++k) {
              element.add_lanes(sum, panel_a + (row * summed_of_few + k) * panel + lane, width,
                                panel_b + (column * summed_of_few + k) * panel + lane, width);
            }
            store(sum, to + lane, lanes - lane, first > 0);
          }
        }
      }
    }
  }
};

/// A contraction without the summed axes that one operand alone has, and these.
struct Summands {
  Contraction shape;
  std::vector<Axis> alone_a, alone_b;

  explicit Summands(const Contraction& own) : shape(own) {
    std::erase_if(shape.summed, [&](const Axis& axis) {
      if (axis.a != 0 && axis.b != 0) return false;
      (axis.b == 0 ? alone_a : alone_b).push_back(axis);
      return true;
    });
  }
};

/// Jobs of one contraction, numbered through.
struct Jobs {
  bool lanes_are_batch = false;
  std::uint64_t batch = 1, rows = 1, columns = 1;  ///< counts
  std::uint64_t row_jobs = 1, lane_jobs = 1;
  std::uint64_t all = 1;

  explicit Jobs(const Contraction& shape)
      : batch(count(shape.batch)), rows(count(shape.rows)), columns(count(shape.columns)) {
    const auto fastest_is_batch = [&] {
      if (shape.batch.empty() || shape.batch.back().c != 1) return false;
      return rows <= few && columns <= few;
    };
    lanes_are_batch = fastest_is_batch();
    lane_jobs = ((lanes_are_batch ? batch : columns) + block_lanes - 1) / block_lanes;
    row_jobs = lanes_are_batch ? 1 : (rows + rows_of_job - 1) / rows_of_job;
    all = lanes_are_batch ? lane_jobs : batch * row_jobs * lane_jobs;
  }
};

template <class Element>
DIAGC_LINEAR_INLINE void run_jobs(const Summands& summands, const Jobs& jobs,
                                  const typename Element::Value* a,
                                  const typename Element::Value* b, typename Element::Value* c,
                                  std::uint32_t prime, std::uint64_t begin, std::uint64_t end) {
  const Contraction& shape = summands.shape;
  const std::vector<Axis>& lanes = jobs.lanes_are_batch ? shape.batch : shape.columns;
  const LongOffsets lanes_a(lanes, &Axis::a), lanes_b(lanes, &Axis::b);
  const Job<Element> job{
      shape, a, b, c, Element(prime), lanes_a, lanes_b, summands.alone_a, summands.alone_b};
  for (std::uint64_t number = begin; number < end; ++number) {
    const std::uint64_t lane = number % jobs.lane_jobs * block_lanes;
    if (jobs.lanes_are_batch) {
      job.batch(lane, std::min<std::uint64_t>(block_lanes, jobs.batch - lane));
    } else {
      const std::uint64_t row = number / jobs.lane_jobs % jobs.row_jobs * rows_of_job;
      job.columns(number / jobs.lane_jobs / jobs.row_jobs, row,
                  std::min<std::uint64_t>(rows_of_job, jobs.rows - row), lane,
                  std::min<std::uint64_t>(block_lanes, jobs.columns - lane));
    }
  }
}

template <class Value>
using RunJobs = void (*)(const Summands&, const Jobs&, const Value*, const Value*, Value*,
                         std::uint32_t, std::uint64_t, std::uint64_t);

#define DIAGC_LINEAR_RUN(name, attributes)                                                   \
  template <class Element>                                                                   \
  attributes void name(const Summands& summands, const Jobs& jobs,                           \
                       const typename Element::Value* a, const typename Element::Value* b,   \
                       typename Element::Value* c, std::uint32_t prime, std::uint64_t begin, \
                       std::uint64_t end) {                                                  \
    run_jobs<Element>(summands, jobs, a, b, c, prime, begin, end);                           \
  }

DIAGC_LINEAR_RUN(run_anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_RUN(run_with_avx2, DIAGC_TARGET_AVX2)
DIAGC_LINEAR_RUN(run_with_avx512, DIAGC_TARGET_AVX512)
#endif

template <template <class, std::size_t> class Element, class T>
RunJobs<typename Element<T, 1>::Value> widest() {
#ifdef __x86_64__
  if (runs_avx512()) {
    return run_with_avx512<Element<T, 2>>;
  }
  if (runs_avx2()) return run_with_avx2<Element<T, 1>>;
#endif
  return run_anywhere<Element<T, 1>>;
}

RunJobs<float> chosen(float) { return widest<RealElement, float>(); }
RunJobs<double> chosen(double) { return widest<RealElement, double>(); }
RunJobs<std::complex<float>> chosen(std::complex<float>) { return widest<ComplexElement, float>(); }
RunJobs<std::complex<double>> chosen(std::complex<double>) {
  return widest<ComplexElement, double>();
}
RunJobs<Residue> chosen(Residue) { return run_anywhere<ResidueElement>; }
RunJobs<Tropical> chosen(Tropical) { return run_anywhere<TropicalElement>; }

}  // namespace

template <class Value>
void contract(const Contraction& shape, const Value* a, const Value* b, Value* c, unsigned threads,
              std::uint32_t prime) {
  static const RunJobs<Value> run = chosen(Value());
  const Summands summands(shape);
  const Jobs jobs(shape);
  const double products = static_cast<double>(jobs.batch) * static_cast<double>(jobs.rows) *
                          static_cast<double>(jobs.columns) *
                          static_cast<double>(count(summands.shape.summed));
  const auto worth = static_cast<std::uint64_t>(std::min(products / products_of_job, 1e6));
  const std::uint64_t parts = std::min({jobs.all, std::uint64_t{16} * threads, worth});
  if (threads < 2 || parts < 2) return run(summands, jobs, a, b, c, prime, 0, jobs.all);
  ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
    run(summands, jobs, a, b, c, prime,
        jobs.all / parts * part + std::min<std::uint64_t>(part, jobs.all % parts),
        jobs.all / parts * (part + 1) + std::min<std::uint64_t>(part + 1, jobs.all % parts));
  });
}

template <class Value>
std::size_t workspace_bytes() {
  return Workspace::bytes;
}

#define DIAGC_LINEAR_ELEMENT(Value)                                                        \
  template void contract(const Contraction&, const Value*, const Value*, Value*, unsigned, \
                         std::uint32_t);                                                   \
  template std::size_t workspace_bytes<Value>();

DIAGC_LINEAR_ELEMENT(float)
DIAGC_LINEAR_ELEMENT(double)
DIAGC_LINEAR_ELEMENT(std::complex<float>)
DIAGC_LINEAR_ELEMENT(std::complex<double>)
DIAGC_LINEAR_ELEMENT(Residue)
DIAGC_LINEAR_ELEMENT(Tropical)

}  // namespace diagc::linear
