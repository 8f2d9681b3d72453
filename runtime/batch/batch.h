#pragma once

// A batch of configurations as kernels take it, and the way there from a caller's array and back.
//
// Inside, a batch is rows [leaf][configuration] of float or double. A real leaf is one row, a
// complex leaf two consecutive ones: real parts, imaginary parts. A caller's array holds elements
// (a complex one is interleaved: re, im) in either layout.

#include <cstddef>
#include <memory>
#include <new>

#include "runtime/batch/element.h"

namespace diagc {

/// Rows in somebody's memory: component (row, column) is data[row * stride + column], a column is a
/// configuration.
template <class T>
struct RowsView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  ///< in components, at least `columns`

  T* row(std::size_t index) const { return data + index * stride; }

  /// `count` rows from `first` on, such as those of one input.
  RowsView subrows(std::size_t first, std::size_t count) const {
    return {row(first), count, columns, stride};
  }
};

/// Owning rows, zero at first. Every row begins at a multiple of 64 bytes and ends with padding up
/// to one at least, so that whole vectors may be read and written; the stride is an odd number of
/// 64-byte lines, so that no two of 64 neighbouring rows compete for the same cache set.
template <class T>
class Rows {
 public:
  Rows() = default;
  /// Throws std::bad_alloc where there is not so much memory.
  Rows(std::size_t rows, std::size_t columns);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t stride() const { return stride_; }
  T* row(std::size_t index) { return data_.get() + index * stride_; }
  const T* row(std::size_t index) const { return data_.get() + index * stride_; }
  RowsView<T> view() { return {data_.get(), rows_, columns_, stride_}; }
  RowsView<const T> view() const { return {data_.get(), rows_, columns_, stride_}; }

 private:
  static constexpr std::size_t line = 64;  ///< bytes
  struct Free {
    void operator()(T* data) const { ::operator delete(data, std::align_val_t{line}); }
  };

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::size_t stride_ = 0;
  std::unique_ptr<T[], Free> data_;
};

enum class Layout {
  configuration_leaf,  ///< [configuration][leaf], what a C-order .npy with the batch first holds
  leaf_configuration   ///< [leaf][configuration]
};

/// A caller's array. Byte is std::byte or const std::byte.
template <class Byte>
struct ArrayView {
  Byte* data = nullptr;  ///< aligned for its components
  ElementType type = ElementType::float64;
  Layout layout = Layout::configuration_leaf;
  std::size_t leaves = 0;
  std::size_t configurations = 0;
  /// Elements from one outer index to the next: at least `leaves` for configuration_leaf,
  /// `configurations` for leaf_configuration.
  std::size_t stride = 0;
};
using ConstArray = ArrayView<const std::byte>;
using MutableArray = ArrayView<std::byte>;

/// Whether a leaf's row is one (real) or two (complex).
enum class Leaves { real, complex };

constexpr std::size_t rows_per_leaf(Leaves leaves) { return leaves == Leaves::complex ? 2 : 1; }

/// Copies configurations first … first + count − 1 of `from` to columns 0 … count − 1 of `to`,
/// whose rows are those of from.leaves leaves. Precision converts by rounding to nearest; a real
/// array may fill complex leaves (imaginary parts zero), a complex one no real leaves. Bits are
/// kept where the precision is. Throws std::logic_error if kinds or numbers disagree. Calls on
/// disjoint rows or columns may run at once.
template <class T>
void load_configurations(const ConstArray& from, std::size_t first, std::size_t count,
                         Leaves leaves, RowsView<T> to);

/// The way back: columns 0 … count − 1 of `from` to configurations first … of `to`, by the same
/// rules: real leaves may fill a complex array, complex ones no real array.
template <class T>
void store_configurations(RowsView<const T> from, Leaves leaves, const MutableArray& to,
                          std::size_t first, std::size_t count);

}  // namespace diagc
