#include "runtime/linear/product.h"

#include <algorithm>
#include <optional>

#include "runtime/linear/offsets.h"
#include "runtime/linear/packed.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

constexpr std::uint64_t share_rows = 512, share_columns = 1024;
constexpr std::uint64_t least_plain = 128;

/// A group of axes in two arrays in which neighbours are equally far apart each.
struct EvenGroup {
  std::uint64_t count = 1, first = 1, second = 1;  ///< strides
};

std::optional<EvenGroup> even_group(std::vector<Axis> axes, std::uint64_t Axis::* one,
                                    std::uint64_t Axis::* other) {
  std::erase_if(axes, [](const Axis& axis) { return axis.extent == 1; });
  std::ranges::stable_sort(axes, std::greater(), one);
  if (axes.empty()) return EvenGroup();
  EvenGroup group{1, axes.back().*one, axes.back().*other};
  for (std::size_t axis = axes.size(); axis-- > 0; group.count *= axes[axis].extent) {
    if (axes[axis].*one != group.first * group.count ||
        axes[axis].*other != group.second * group.count)
      return std::nullopt;
  }
  return group;
}

/// Strides of rows and columns of an array that is a matrix, as a library takes it.
bool is_matrix(std::uint64_t down, std::uint64_t right, std::uint64_t rows, std::uint64_t columns) {
  return (right == 1 && down >= columns && down <= Blas::most) ||
         (down == 1 && right >= rows && right <= Blas::most);
}

template <class Value>
Matrix<Value> matrix(const Value* first, std::uint64_t down, std::uint64_t right) {
  return right == 1 ? Matrix<Value>{first, down, false} : Matrix<Value>{first, right, true};
}

/// The three groups of a contraction that is a product of matrices for every value of the batch.
struct Plain {
  EvenGroup rows, columns, summed;
};

std::optional<Plain> plain_product(const Contraction& shape) {
  const auto rows = even_group(shape.rows, &Axis::a, &Axis::c),
             columns = even_group(shape.columns, &Axis::c, &Axis::b),
             summed = even_group(shape.summed, &Axis::a, &Axis::b);
  if (!rows || !columns || !summed) return std::nullopt;
  const Plain plain{*rows, {columns->count, columns->second, columns->first}, *summed};
  if (std::min({rows->count, columns->count, summed->count}) < least_plain) return std::nullopt;
  if (!is_matrix(plain.rows.first, plain.summed.first, rows->count, summed->count) ||
      !is_matrix(plain.summed.second, plain.columns.first, summed->count, columns->count) ||
      plain.columns.second != 1 || plain.rows.second < columns->count ||
      plain.rows.second > Blas::most || summed->count > Blas::most)
    return std::nullopt;
  return plain;
}

template <class Value>
void multiply_plain(const Contraction& shape, const Plain& plain, const Value* a, const Value* b,
                    Value* c, unsigned threads, const Blas& blas) {
  const std::uint64_t down = (plain.rows.count + share_rows - 1) / share_rows,
                      right = (plain.columns.count + share_columns - 1) / share_columns,
                      blocks = count(shape.batch) * down * right;
  const auto body = [&](std::uint64_t number) {
    std::uint64_t at[3];
    const std::uint64_t of_batch = number / (down * right);
    fill_offsets(shape.batch, &Axis::a, of_batch, {at, 1});
    fill_offsets(shape.batch, &Axis::b, of_batch, {at + 1, 1});
    fill_offsets(shape.batch, &Axis::c, of_batch, {at + 2, 1});
    const std::uint64_t row = number % down * share_rows,
                        column = number / down % right * share_columns;
    blas.multiply(
        std::min(share_rows, plain.rows.count - row),
        std::min(share_columns, plain.columns.count - column), plain.summed.count,
        matrix(a + at[0] + row * plain.rows.first, plain.rows.first, plain.summed.first),
        matrix(b + at[1] + column * plain.columns.first, plain.summed.second, plain.columns.first),
        false, c + at[2] + row * plain.rows.second + column, plain.rows.second);
  };
  if (threads < 2 || blocks < 2) {
    for (std::uint64_t number = 0; number < blocks; ++number) body(number);
  } else {
    ThreadPool::shared().run(threads, blocks, body);
  }
}

}  // namespace

bool is_plain_product(const Contraction& shape) { return plain_product(shape).has_value(); }

template <class Value>
void contract_product(const Contraction& shape, const Value* a, const Value* b, Value* c,
                      unsigned threads, const Blas* blas) {
  const auto plain = blas == nullptr ? std::nullopt : plain_product(shape);
  if (plain)
    multiply_plain(shape, *plain, a, b, c, threads, *blas);
  else
    contract_packed(shape, a, b, c, threads);
}

#define DIAGC_LINEAR_PRODUCT(Value)                                                                \
  template void contract_product(const Contraction&, const Value*, const Value*, Value*, unsigned, \
                                 const Blas*);

DIAGC_LINEAR_PRODUCT(float)
DIAGC_LINEAR_PRODUCT(double)
DIAGC_LINEAR_PRODUCT(std::complex<float>)
DIAGC_LINEAR_PRODUCT(std::complex<double>)

}  // namespace diagc::linear
