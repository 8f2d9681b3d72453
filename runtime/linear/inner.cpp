#include "runtime/linear/inner.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "runtime/linear/inner_blocks.h"
#include "runtime/linear/offsets.h"
#include "runtime/linear/sums.h"
#include "runtime/linear/workspace.h"
#include "runtime/system/targets.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

using inner::block_bytes;
using inner::Blocks;
using inner::least_of_block;
using inner::Pieces;

/// Summed values that all rows and columns are multiplied for before the next ones, so that those stay in the nearest cache.
constexpr std::uint64_t near_summed = 256;
/// Longer sums are cut into parts, of so many elements at least.
constexpr std::uint64_t least_of_part = 1 << 15;
constexpr std::uint64_t most_parts = 256;
constexpr std::uint64_t work_of_thread = 1 << 17;  ///< products that are worth waking one for

/// Of all parts and of several values of the batch; one value has fewer parts where they do not fit.
constexpr std::uint64_t most_sums = std::uint64_t{1} << 14U;

static_assert(2 * most_inner_rows * least_of_block * 16 <= block_bytes);
static_assert(block_bytes <= Workspace::panel_bytes);
static_assert(most_inner_rows * most_inner_rows <= most_sums);
static_assert(most_sums * 16 <= inner_bytes);

template <class Value>
struct InnerJob {
  const Value* a;
  const Value* b;
  const Blocks& blocks;
  const Pieces &pieces_a, &pieces_b;
  std::span<const std::uint64_t> rows, columns;  ///< offsets in a and b
  std::uint32_t prime;
};

/// Sums of each pair of a row and a column that are added side by side where there are few pairs, so that no sum waits for the one before.
constexpr std::size_t most_chains = 4, enough_sums = 8;

/// Rows and columns of a block in one piece each, and the sums of all pairs, row by row, `chains` of them side by side.
template <class Products>
struct PairSums {
  const typename Products::Value* const* rows;
  const typename Products::Value* const* columns;
  typename Products::Sum* sums;
  std::size_t column_count;  ///< of all pairs
};

/// Summed values `first` to `last` − 1 of Rows × Columns pairs, whose sums stay in registers.
template <std::size_t Rows, std::size_t Columns, std::size_t Chains, class Products>
DIAGC_LINEAR_INLINE void add_pairs(const Products& products, const PairSums<Products>& pairs,
                                   std::size_t row, std::size_t column, std::uint64_t first,
                                   std::uint64_t last) {
  using Value = typename Products::Value;
  constexpr std::uint64_t step = Products::count;
  const Value *a[Rows], *b[Columns];
  typename Products::Sum sums[Rows * Columns * Chains];
  const auto stored = [&](std::size_t r) {
    return pairs.sums + ((row + r) * pairs.column_count + column) * Chains;
  };
#pragma GCC unroll 4
  for (std::size_t r = 0; r < Rows; ++r) {
    a[r] = pairs.rows[row + r];
#pragma GCC unroll 16
    for (std::size_t k = 0; k < Columns * Chains; ++k)
      sums[r * Columns * Chains + k] = stored(r)[k];
  }
  for (std::size_t c = 0; c < Columns; ++c) b[c] = pairs.columns[column + c];
  std::uint64_t k = first;
  for (; k + Chains * step <= last; k += Chains * step) {
#pragma GCC unroll 4
    for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
      for (std::size_t c = 0; c < Columns; ++c) {
#pragma GCC unroll 4
        for (std::size_t chain = 0; chain < Chains; ++chain)
          products.add(sums[(r * Columns + c) * Chains + chain], a[r] + k + chain * step,
                       b[c] + k + chain * step);
      }
    }
  }
  for (; k < last; k += step) {
    const std::uint64_t left = std::min(step, last - k);
    for (std::size_t r = 0; r < Rows; ++r) {
      for (std::size_t c = 0; c < Columns; ++c) {
        Value last_a[step] = {}, last_b[step] = {};
        std::copy_n(a[r] + k, left, last_a);
        std::copy_n(b[c] + k, left, last_b);
        products.add(sums[(r * Columns + c) * Chains], last_a, last_b);
      }
    }
  }
#pragma GCC unroll 4
  for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 16
    for (std::size_t n = 0; n < Columns * Chains; ++n)
      stored(r)[n] = sums[r * Columns * Chains + n];
  }
}

/// All rows, Rows at once as long as there are so many, of Columns columns.
template <std::size_t Rows, std::size_t Columns, class Products>
DIAGC_LINEAR_INLINE void add_rows(const Products& products, const PairSums<Products>& pairs,
                                  std::size_t row, std::size_t rows, std::size_t column,
                                  std::uint64_t first, std::uint64_t last) {
  for (; row + Rows <= rows; row += Rows)
    add_pairs<Rows, Columns, 1>(products, pairs, row, column, first, last);
  if constexpr (Rows > 1)
    add_rows<Rows / 2, Columns>(products, pairs, row, rows, column, first, last);
}

/// All columns, Columns at once as long as there are so many.
template <std::size_t Rows, std::size_t Columns, class Products>
DIAGC_LINEAR_INLINE void add_columns(const Products& products, const PairSums<Products>& pairs,
                                     std::size_t rows, std::size_t column, std::uint64_t first,
                                     std::uint64_t last) {
  for (; column + Columns <= pairs.column_count; column += Columns)
    add_rows<Rows, Columns>(products, pairs, 0, rows, column, first, last);
  if constexpr (Columns > 1)
    add_columns<Rows, Columns / 2>(products, pairs, rows, column, first, last);
}

/// All pairs for so many summed values, at most `Most` rows and columns at once.
template <std::size_t Most, std::size_t Chains, class Products>
DIAGC_LINEAR_INLINE void add_block(const Products& products, const PairSums<Products>& pairs,
                                   std::size_t rows, std::uint64_t length) {
  if constexpr (Chains > 1) {
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < pairs.column_count; ++column)
        add_pairs<1, 1, Chains>(products, pairs, row, column, 0, length);
  } else {
    for (std::uint64_t first = 0; first < length; first += near_summed)
      add_columns<std::min(Most, Products::most_rows), std::min(Most, Products::most_columns)>(
          products, pairs, rows, 0, first, std::min(first + near_summed, length));
  }
}

/// Blocks first … last − 1 of one value of the batch: results row by row.
template <std::size_t Most, std::size_t Chains, class Products>
DIAGC_LINEAR_INLINE void add_blocks(const InnerJob<typename Products::Value>& job,
                                    std::uint64_t first, std::uint64_t last,
                                    typename Products::Value* results) {
  using Value = typename Products::Value;
  const Products products(job.prime);
  const Blocks& blocks = job.blocks;
  const std::size_t rows = job.rows.size(), columns = job.columns.size();
  std::vector<typename Products::Sum> sums(rows * columns * Chains);
  for (typename Products::Sum& sum : sums) products.clear(sum);
  auto* const gathered = Workspace::own().panel<Value>();
  const std::uint64_t size = blocks.a.size();
  struct Place {
    std::uint64_t a = 0, b = 0, length = 0;
  };
  const auto place = [&](std::uint64_t number) {
    Place at;
    fill_offsets(blocks.outer, &Axis::a, number / blocks.of_first, {&at.a, 1});
    fill_offsets(blocks.outer, &Axis::b, number / blocks.of_first, {&at.b, 1});
    const std::uint64_t begin = number % blocks.of_first * blocks.first_part;
    at.length = std::min(blocks.first_part, blocks.first_extent - begin) * blocks.inner;
    if (!blocks.block.empty()) {
      at.a += begin * blocks.block.front().a;
      at.b += begin * blocks.block.front().b;
    }
    return at;
  };
  const auto fetch = [](const Value* from, const Pieces& pieces) {
    for (const std::uint64_t line : pieces.lines) __builtin_prefetch(from + line, 0, 2);
  };
  Place at = place(first);
  for (std::uint64_t number = first; number < last; ++number) {
    const Place next = number + 1 < last ? place(number + 1) : at;
    const Value *found_a[most_inner_rows], *found_b[most_inner_rows];
    for (std::size_t column = 0; column < columns; ++column) {
      const Value* from = job.b + job.columns[column];
      if (number + 1 < last && next.length == size) fetch(from + next.b, job.pieces_b);
      found_b[column] =
          inner::block_of(from + at.b, job.pieces_b, at.length, gathered + column * size);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const Value* from = job.a + job.rows[row];
      if (number + 1 < last && next.length == size) fetch(from + next.a, job.pieces_a);
      found_a[row] =
          inner::block_of(from + at.a, job.pieces_a, at.length, gathered + (columns + row) * size);
    }
    add_block<Most, Chains>(products, PairSums<Products>{found_a, found_b, sums.data(), columns},
                            rows, at.length);
    at = next;
  }
  for (std::size_t k = 0; k < rows * columns; ++k) {
    const auto* own = sums.data() + k * Chains;
    results[k] = products.total(own[0]);
    for (std::size_t chain = 1; chain < Chains; ++chain)
      results[k] = products.plus(results[k], products.total(own[chain]));
  }
}

template <class Value>
using AddBlocks = void (*)(const InnerJob<Value>&, std::uint64_t, std::uint64_t, Value*);

/// `most`: rows and columns at once whose sums fit the registers.
#define DIAGC_LINEAR_INNER(name, attributes, most)                                         \
  template <class Products>                                                                \
  attributes void name(const InnerJob<typename Products::Value>& job, std::uint64_t first, \
                       std::uint64_t last, typename Products::Value* results) {            \
    if (job.rows.size() * job.columns.size() < enough_sums)                                \
      add_blocks<most, most_chains, Products>(job, first, last, results);                  \
    else                                                                                   \
      add_blocks<most, 1, Products>(job, first, last, results);                            \
  }

DIAGC_LINEAR_INNER(inner_anywhere, , 1)
#ifdef __x86_64__
DIAGC_LINEAR_INNER(inner_with_avx2, DIAGC_TARGET_AVX2, 2)
DIAGC_LINEAR_INNER(inner_with_avx512, DIAGC_TARGET_AVX512, 4)
#endif

template <class Products>
AddBlocks<typename Products::Value> widest_inner() {
#ifdef __x86_64__
  if (runs_avx512()) {
    return inner_with_avx512<Products>;
  }
  if (runs_avx2()) return inner_with_avx2<Products>;
#endif
  return inner_anywhere<Products>;
}

AddBlocks<float> chosen_inner(float) { return widest_inner<RealProducts<float, 1>>(); }
AddBlocks<double> chosen_inner(double) { return widest_inner<RealProducts<double, 1>>(); }
AddBlocks<std::complex<float>> chosen_inner(std::complex<float>) {
  return widest_inner<ComplexProducts<float, 1>>();
}
AddBlocks<std::complex<double>> chosen_inner(std::complex<double>) {
  return widest_inner<ComplexProducts<double, 1>>();
}
AddBlocks<Residue> chosen_inner(Residue) {
  return inner_anywhere<ElementProducts<ResidueElement, ResidueElement::lanes>>;
}
AddBlocks<Tropical> chosen_inner(Tropical) {
  return inner_anywhere<ElementProducts<TropicalElement, TropicalElement::lanes>>;
}

template <class Value>
Value sum_of(Value a, Value b, std::uint32_t prime) {
  if constexpr (std::is_same_v<Value, Residue>)
    return ResidueElement(prime).plus(a, b);
  else if constexpr (std::is_same_v<Value, Tropical>)
    return TropicalElement(prime).plus(a, b);
  else
    return a + b;
}

std::vector<std::uint64_t> all_offsets(const std::vector<Axis>& axes,
                                       std::uint64_t Axis::* stride) {
  std::vector<std::uint64_t> offsets(count(axes));
  fill_offsets(axes, stride, 0, offsets);
  return offsets;
}

}  // namespace

template <class Value>
void contract_inner(const Contraction& shape, const Value* a, const Value* b, Value* c,
                    unsigned threads, std::uint32_t prime) {
  static const AddBlocks<Value> add = chosen_inner(Value());
  if (count(shape.rows) > most_inner_rows || count(shape.columns) > most_inner_rows)
    throw std::logic_error("contract_inner: found more rows or columns than it takes");
  const Blocks blocks(shape.summed, count(shape.rows), count(shape.columns), sizeof(Value));
  const Pieces pieces_a(blocks.a, sizeof(Value)), pieces_b(blocks.b, sizeof(Value));
  const auto rows = all_offsets(shape.rows, &Axis::a),
             row_results = all_offsets(shape.rows, &Axis::c);
  const auto columns = all_offsets(shape.columns, &Axis::b),
             column_results = all_offsets(shape.columns, &Axis::c);
  const std::uint64_t batch = count(shape.batch), results = rows.size() * columns.size();
  const std::uint64_t length = blocks.elements();
  const std::uint64_t parts = std::clamp<std::uint64_t>(
      length / least_of_part, 1, std::min({most_parts, blocks.all, most_sums / results}));
  const auto batch_of = [&](std::uint64_t number, std::uint64_t Axis::* stride) {
    std::uint64_t offset = 0;
    fill_offsets(shape.batch, stride, number, {&offset, 1});
    return offset;
  };
  const auto first_of = [&](std::uint64_t part) {
    return blocks.all / parts * part + std::min<std::uint64_t>(part, blocks.all % parts);
  };
  // As many values of the batch at once as have few sums together.
  const std::uint64_t group = std::clamp<std::uint64_t>(most_sums / (parts * results), 1, batch);
  std::vector<Value> sums(group * parts * results);
  for (std::uint64_t first = 0; first < batch; first += group) {
    const std::uint64_t of_group = std::min(group, batch - first);
    const auto task = [&](std::uint64_t number) {
      const std::uint64_t at = first + number / parts, part = number % parts;
      const InnerJob<Value> job{a + batch_of(at, &Axis::a),
                                b + batch_of(at, &Axis::b),
                                blocks,
                                pieces_a,
                                pieces_b,
                                rows,
                                columns,
                                prime};
      add(job, first_of(part), first_of(part + 1), sums.data() + number * results);
    };
    const std::uint64_t tasks = of_group * parts;
    const double work = static_cast<double>(of_group * results) * static_cast<double>(length);
    const auto worth =
        static_cast<std::uint64_t>(std::min(work / static_cast<double>(work_of_thread), 1e6));
    const std::uint64_t shares = std::min({tasks, std::uint64_t{16} * threads, worth});
    if (threads < 2 || shares < 2) {
      for (std::uint64_t number = 0; number < tasks; ++number) task(number);
    } else {
      ThreadPool::shared().run(threads, shares, [&](std::size_t share) {
        for (std::uint64_t number = tasks * share / shares; number < tasks * (share + 1) / shares;
             ++number)
          task(number);
      });
    }
    for (std::uint64_t number = 0; number < of_group; ++number) {
      Value* own = sums.data() + number * parts * results;
      for (std::uint64_t width = 1; width < parts; width *= 2) {
        for (std::uint64_t part = 0; part + width < parts; part += 2 * width)
          for (std::uint64_t k = 0; k < results; ++k)
            own[part * results + k] =
                sum_of(own[part * results + k], own[(part + width) * results + k], prime);
      }
      Value* to = c + batch_of(first + number, &Axis::c);
      for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t column = 0; column < columns.size(); ++column)
          to[row_results[row] + column_results[column]] = own[row * columns.size() + column];
    }
  }
}

#define DIAGC_LINEAR_INNER_OF(Value)                                                             \
  template void contract_inner(const Contraction&, const Value*, const Value*, Value*, unsigned, \
                               std::uint32_t);

DIAGC_LINEAR_INNER_OF(float)
DIAGC_LINEAR_INNER_OF(double)
DIAGC_LINEAR_INNER_OF(std::complex<float>)
DIAGC_LINEAR_INNER_OF(std::complex<double>)
DIAGC_LINEAR_INNER_OF(Residue)
DIAGC_LINEAR_INNER_OF(Tropical)

}  // namespace diagc::linear
