#include "runtime/linear/product.h"

#include <algorithm>
#include <span>

#include "runtime/linear/offsets.h"
#include "runtime/linear/workspace.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

constexpr std::size_t most_rows = 256, most_columns = 256;

/// Summed values of a block: those of three blocks fit the workspace.
template <class Value>
constexpr std::size_t most_summed = sizeof(Value) == 16 ? 128 : 256;

template <class Value>
constexpr std::size_t block_elements =
    (most_rows + most_columns) * most_summed<Value> + most_rows * most_columns;
static_assert(block_elements<std::complex<double>> * 16 <= Workspace::panel_bytes);
static_assert(block_elements<double> * 8 <= Workspace::panel_bytes);

/// Offsets of a group of axes in the arrays that have it.
struct Group {
  LongOffsets first, second;
  std::uint64_t count;
  Group(const std::vector<Axis>& axes, std::uint64_t Axis::* one, std::uint64_t Axis::* other)
      : first(axes, one), second(axes, other), count(linear::count(axes)) {}
};

/// The distance of neighbours where all are as far apart; 0 where they are not, or decrease.
std::uint64_t even_stride(std::span<const std::uint64_t> offsets) {
  if (offsets.size() < 2) return 1;
  if (offsets[1] <= offsets[0]) return 0;
  const std::uint64_t stride = offsets[1] - offsets[0];
  for (std::size_t k = 2; k < offsets.size(); ++k)
    if (offsets[k] != offsets[k - 1] + stride) return 0;
  return stride;
}

/// How a block with these offsets lies as a matrix; stride 0 where it does not.
template <class Value>
Matrix<Value> as_matrix(const Value* from, std::span<const std::uint64_t> rows,
                        std::span<const std::uint64_t> columns) {
  const std::uint64_t down = even_stride(rows), right = even_stride(columns);
  const Value* first = from + rows[0] + columns[0];
  if (down == 0 || right == 0) return {};
  if (right == 1 && down >= columns.size() && down <= Blas::most) return {first, down, false};
  if (down == 1 && right >= rows.size() && right <= Blas::most) return {first, right, true};
  return {};
}

/// The block in one piece; the group whose neighbours are nearer varies fastest.
template <class Value>
Matrix<Value> gathered(const Value* from, std::span<const std::uint64_t> rows,
                       std::span<const std::uint64_t> columns, Value* to) {
  const auto distance = [](std::span<const std::uint64_t> offsets) {
    return offsets.size() < 2 ? ~std::uint64_t{0} : offsets[1] - offsets[0];
  };
  const bool turned = distance(rows) < distance(columns);
  const auto outer = turned ? columns : rows, inner = turned ? rows : columns;
  Value* write = to;
  for (const std::uint64_t far : outer) {
    const Value* read = from + far;
    for (const std::uint64_t near : inner) *write++ = read[near];
  }
  return {to, inner.size(), turned};
}

template <class Value>
Matrix<Value> matrix_of(const Value* from, std::span<const std::uint64_t> rows,
                        std::span<const std::uint64_t> columns, Value* block) {
  const Matrix<Value> plain = as_matrix(from, rows, columns);
  return plain.stride > 0 ? plain : gathered(from, rows, columns, block);
}

/// One block of the result.
template <class Value>
void multiply_block(const Value* a, const Value* b, Value* c, const Group& rows,
                    const Group& columns, const Group& summed, std::uint64_t first_row,
                    std::uint64_t first_column, const Blas& blas) {
  constexpr std::size_t depth = most_summed<Value>;
  const std::size_t m = std::min<std::uint64_t>(most_rows, rows.count - first_row),
                    n = std::min<std::uint64_t>(most_columns, columns.count - first_column);
  std::uint64_t row_a[most_rows], row_c[most_rows], column_b[most_columns], column_c[most_columns],
      summed_a[depth], summed_b[depth];
  rows.first.fill(first_row, {row_a, m});
  rows.second.fill(first_row, {row_c, m});
  columns.first.fill(first_column, {column_b, n});
  columns.second.fill(first_column, {column_c, n});
  auto* const blocks = Workspace::own().panel<Value>();
  Value *const block_a = blocks, *const block_b = block_a + most_rows * depth,
               *const block_c = block_b + most_columns * depth;
  const Matrix<Value> result = as_matrix<Value>(c, {row_c, m}, {column_c, n});
  const bool lies = result.stride > 0 && !result.is_transposed;
  Value* const to = lies ? c + row_c[0] + column_c[0] : block_c;
  const std::uint64_t stride = lies ? result.stride : n;
  for (std::uint64_t first = 0; first < summed.count; first += depth) {
    const std::size_t k = std::min<std::uint64_t>(depth, summed.count - first);
    summed.first.fill(first, {summed_a, k});
    summed.second.fill(first, {summed_b, k});
    blas.multiply(m, n, k, matrix_of<Value>(a, {row_a, m}, {summed_a, k}, block_a),
                  matrix_of<Value>(b, {summed_b, k}, {column_b, n}, block_b), first > 0, to,
                  stride);
  }
  if (lies) return;
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t column = 0; column < n; ++column)
      c[row_c[row] + column_c[column]] = block_c[row * n + column];
}

}  // namespace

template <class Value>
void contract_product(const Contraction& shape, const Value* a, const Value* b, Value* c,
                      unsigned threads, const Blas& blas) {
  const Group rows(shape.rows, &Axis::a, &Axis::c), columns(shape.columns, &Axis::b, &Axis::c),
      summed(shape.summed, &Axis::a, &Axis::b);
  const std::uint64_t batch = count(shape.batch);
  const std::uint64_t down = (rows.count + most_rows - 1) / most_rows,
                      right = (columns.count + most_columns - 1) / most_columns;
  // Neighbours have the same columns, whose operand is the larger one.
  const std::uint64_t blocks = batch * down * right;
  const auto body = [&](std::uint64_t number) {
    std::uint64_t at[3];
    const std::uint64_t of_batch = number / (down * right);
    fill_offsets(shape.batch, &Axis::a, of_batch, {at, 1});
    fill_offsets(shape.batch, &Axis::b, of_batch, {at + 1, 1});
    fill_offsets(shape.batch, &Axis::c, of_batch, {at + 2, 1});
    multiply_block(a + at[0], b + at[1], c + at[2], rows, columns, summed,
                   number % down * most_rows, number / down % right * most_columns, blas);
  };
  if (threads < 2 || blocks < 2) {
    for (std::uint64_t number = 0; number < blocks; ++number) body(number);
    return;
  }
  const std::uint64_t parts = std::min(blocks, std::uint64_t{16} * threads);
  ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
    const std::uint64_t end =
        blocks / parts * (part + 1) + std::min<std::uint64_t>(part + 1, blocks % parts);
    for (std::uint64_t number =
             blocks / parts * part + std::min<std::uint64_t>(part, blocks % parts);
         number < end; ++number)
      body(number);
  });
}

#define DIAGC_LINEAR_PRODUCT(Value)                                                                \
  template void contract_product(const Contraction&, const Value*, const Value*, Value*, unsigned, \
                                 const Blas&);

DIAGC_LINEAR_PRODUCT(float)
DIAGC_LINEAR_PRODUCT(double)
DIAGC_LINEAR_PRODUCT(std::complex<float>)
DIAGC_LINEAR_PRODUCT(std::complex<double>)

}  // namespace diagc::linear
