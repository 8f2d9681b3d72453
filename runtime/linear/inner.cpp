#include "runtime/linear/inner.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "runtime/linear/offsets.h"
#include "runtime/linear/sums.h"
#include "runtime/linear/workspace.h"
#include "runtime/system/targets.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

/// Bytes that a block has of the fastest axes of each array, in one piece if the axes allow.
constexpr std::uint64_t piece_bytes = 256;
constexpr std::uint64_t most_of_block = 4096;  ///< elements
/// Longer sums are cut into parts, of so many elements at least.
constexpr std::uint64_t least_of_part = 1 << 15;
constexpr std::uint64_t most_parts = 256;
constexpr std::uint64_t work_of_thread = 1 << 17;  ///< products that are worth waking one for

constexpr std::uint64_t most_sums = most_parts * most_inner_rows * most_inner_rows;

static_assert(2 * most_inner_rows * most_of_block * 16 <= Workspace::panel_bytes);
static_assert(most_sums * 16 <= inner_bytes);

/// Axes without those of extent 1; neighbours in both arrays are one; long ones are cut where a factor between 16 and 64 allows.
std::vector<Axis> simple_axes(std::vector<Axis> axes) {
  std::erase_if(axes, [](const Axis& axis) { return axis.extent == 1; });
  std::ranges::stable_sort(axes, std::greater(), &Axis::a);
  std::vector<Axis> merged;
  for (const Axis& axis : axes) {
    if (!merged.empty() && merged.back().a == axis.a * axis.extent &&
        merged.back().b == axis.b * axis.extent) {
      merged.back() = {merged.back().extent * axis.extent, axis.a, axis.b, 0};
    } else {
      merged.push_back(axis);
    }
  }
  std::vector<Axis> cut;
  for (const Axis& axis : merged) {
    std::uint64_t factor = std::min<std::uint64_t>(axis.extent, 64);
    while (factor > 16 && axis.extent % factor != 0) --factor;
    if (axis.extent > 64 && axis.extent % factor == 0)
      cut.push_back({axis.extent / factor, axis.a * factor, axis.b * factor, 0});
    else
      factor = axis.extent;
    cut.push_back({factor, axis.a, axis.b, 0});
  }
  return cut;
}

/// The summed axes as blocks: `block` of them, of whose first axis a block may have a part.
struct Blocks {
  std::vector<Axis> outer, block;
  std::uint64_t first_extent = 1,
                first_part = 1;     ///< of the block's first axis: all of it, and what a block has
  std::uint64_t inner = 1;          ///< elements of the block's other axes
  std::uint64_t of_first = 1;       ///< blocks along the first axis
  std::uint64_t all = 1;            ///< blocks
  std::vector<std::uint64_t> a, b;  ///< offsets of a full block

  Blocks(const std::vector<Axis>& summed, std::uint64_t element_bytes)
      : outer(simple_axes(summed)) {
    const std::uint64_t piece = piece_bytes / element_bytes;
    std::uint64_t elements = 1;
    bool is_full = false;
    const auto take = [&](std::uint64_t Axis::* stride) {
      // Axes that this array does not have come last.
      const auto key = [&](const Axis& axis) { return axis.*stride - 1; };
      for (std::uint64_t taken = 1; taken < piece && !outer.empty() && !is_full;) {
        const auto fastest = std::ranges::min_element(outer, std::less(), key);
        if (!block.empty() && elements * fastest->extent > most_of_block) return;
        block.insert(block.begin(), *fastest);
        elements *= fastest->extent;
        taken *= fastest->extent;
        is_full = elements > most_of_block;
        outer.erase(fastest);
      }
    };
    take(&Axis::a);
    take(&Axis::b);
    if (!block.empty()) {
      first_extent = block.front().extent;
      inner = elements / first_extent;
      first_part = std::clamp<std::uint64_t>(most_of_block / inner, 1, first_extent);
      block.front().extent = first_part;
      of_first = (first_extent + first_part - 1) / first_part;
    }
    all = count(outer) * of_first;
    a.resize(first_part * inner);
    b.resize(first_part * inner);
    fill_offsets(block, &Axis::a, 0, a);
    fill_offsets(block, &Axis::b, 0, b);
  }

  std::uint64_t elements() const { return count(outer) * first_extent * inner; }
};

/// How one array's share of a block lies.
struct Pieces {
  const std::vector<std::uint64_t>* offsets = nullptr;
  std::uint64_t run = 1;             ///< elements that lie in one piece
  std::vector<std::uint64_t> lines;  ///< offsets of the lines that a block touches

  Pieces(const std::vector<std::uint64_t>& own, std::uint64_t element_bytes) : offsets(&own) {
    const auto breaks = [&](std::uint64_t length) {
      for (std::uint64_t k = 1; k < own.size(); ++k)
        if (k % length != 0 && own[k] != own[k - 1] + 1) return true;
      return false;
    };
    run = 1;
    while (run < own.size() && own[run] == own[run - 1] + 1) ++run;
    if (own.size() % run != 0 || breaks(run)) run = 1;
    std::vector<std::uint64_t> sorted = own;
    std::ranges::sort(sorted);
    const std::uint64_t line = std::max<std::uint64_t>(64 / element_bytes, 1);
    for (const std::uint64_t offset : sorted)
      if (lines.empty() || offset >= lines.back() + line) lines.push_back(offset);
  }
};

template <class Value>
struct InnerJob {
  const Value* a;
  const Value* b;
  const Blocks& blocks;
  const Pieces &pieces_a, &pieces_b;
  std::span<const std::uint64_t> rows, columns;  ///< offsets in a and b
  std::uint32_t prime;
};

/// Elements of a block in one piece: where they lie, or gathered.
template <class Value>
DIAGC_LINEAR_INLINE const Value* block_of(const Value* from, const Pieces& pieces,
                                          std::uint64_t length, Value* gathered) {
  const std::uint64_t* offsets = pieces.offsets->data();
  if (pieces.run >= length) return from + offsets[0];
  if (pieces.run * sizeof(Value) >= 64) {
    for (std::uint64_t k = 0; k < length; k += pieces.run)
      std::memcpy(static_cast<void*>(gathered + k), from + offsets[k],
                  std::min(pieces.run, length - k) * sizeof(Value));
  } else {
    for (std::uint64_t k = 0; k < length; ++k) gathered[k] = from[offsets[k]];
  }
  return gathered;
}

/// Vectors of lanes that are added side by side, so that no sum waits for the one before.
constexpr std::size_t chains = 4;

template <class Products>
DIAGC_LINEAR_INLINE void add_block(const Products& products, typename Products::Sum* sums,
                                   const typename Products::Value* a,
                                   const typename Products::Value* b, std::uint64_t length) {
  constexpr std::uint64_t step = Products::count;
  std::uint64_t k = 0;
  for (; k + chains * step <= length; k += chains * step) {
#pragma GCC unroll 4
    for (std::size_t chain = 0; chain < chains; ++chain)
      products.add(sums[chain], a + k + chain * step, b + k + chain * step);
  }
  for (; k + step <= length; k += step) products.add(sums[0], a + k, b + k);
  if (k == length) return;
  typename Products::Value last_a[step] = {}, last_b[step] = {};
  std::copy(a + k, a + length, last_a);
  std::copy(b + k, b + length, last_b);
  products.add(sums[0], last_a, last_b);
}

/// Blocks first … last − 1 of one value of the batch: results row by row.
template <class Products>
DIAGC_LINEAR_INLINE void add_blocks(const InnerJob<typename Products::Value>& job,
                                    std::uint64_t first, std::uint64_t last,
                                    typename Products::Value* results) {
  using Value = typename Products::Value;
  const Products products(job.prime);
  const Blocks& blocks = job.blocks;
  const std::size_t rows = job.rows.size(), columns = job.columns.size();
  typename Products::Sum sums[most_inner_rows * most_inner_rows * chains];
  for (std::size_t k = 0; k < rows * columns * chains; ++k) products.clear(sums[k]);
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
    const Value* found_b[most_inner_rows];
    for (std::size_t column = 0; column < columns; ++column) {
      const Value* from = job.b + job.columns[column];
      if (number + 1 < last && next.length == size) fetch(from + next.b, job.pieces_b);
      found_b[column] = block_of(from + at.b, job.pieces_b, at.length, gathered + column * size);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const Value* from = job.a + job.rows[row];
      if (number + 1 < last && next.length == size) fetch(from + next.a, job.pieces_a);
      const Value* found_a =
          block_of(from + at.a, job.pieces_a, at.length, gathered + columns * size);
      for (std::size_t column = 0; column < columns; ++column)
        add_block(products, sums + (row * columns + column) * chains, found_a, found_b[column],
                  at.length);
    }
    at = next;
  }
  for (std::size_t k = 0; k < rows * columns; ++k) {
    const auto* own = sums + k * chains;
    results[k] = products.plus(products.plus(products.total(own[0]), products.total(own[1])),
                               products.plus(products.total(own[2]), products.total(own[3])));
  }
}

template <class Value>
using AddBlocks = void (*)(const InnerJob<Value>&, std::uint64_t, std::uint64_t, Value*);

#define DIAGC_LINEAR_INNER(name, attributes)                                               \
  template <class Products>                                                                \
  attributes void name(const InnerJob<typename Products::Value>& job, std::uint64_t first, \
                       std::uint64_t last, typename Products::Value* results) {            \
    add_blocks<Products>(job, first, last, results);                                       \
  }

DIAGC_LINEAR_INNER(inner_anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_INNER(inner_with_avx2, DIAGC_TARGET_AVX2)
DIAGC_LINEAR_INNER(inner_with_avx512, DIAGC_TARGET_AVX512)
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
  const Blocks blocks(shape.summed, sizeof(Value));
  const Pieces pieces_a(blocks.a, sizeof(Value)), pieces_b(blocks.b, sizeof(Value));
  const auto rows = all_offsets(shape.rows, &Axis::a),
             row_results = all_offsets(shape.rows, &Axis::c);
  const auto columns = all_offsets(shape.columns, &Axis::b),
             column_results = all_offsets(shape.columns, &Axis::c);
  const std::uint64_t batch = count(shape.batch), results = rows.size() * columns.size();
  const std::uint64_t length = blocks.elements();
  const std::uint64_t parts = std::clamp<std::uint64_t>(
      length / least_of_part, 1, std::min<std::uint64_t>(most_parts, blocks.all));
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
