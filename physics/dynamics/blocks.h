// Blocks of complex numbers, real and imaginary parts apart, which is what vectors of processors want.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace diagc::dynamics {

using Complex = std::complex<double>;

/// Numbers of a line of the cache: rows of blocks begin at whole lines.
inline constexpr std::size_t line_numbers = 8;

constexpr std::size_t padded(std::size_t columns) {
  return (columns + line_numbers - 1) / line_numbers * line_numbers;
}

/// A block: [row][column] with rows `stride` apart.
struct Block {
  double* re = nullptr;
  double* im = nullptr;
  std::size_t stride = 0;

  Complex at(std::size_t row, std::size_t column) const {
    return {re[row * stride + column], im[row * stride + column]};
  }
  void set(std::size_t row, std::size_t column, Complex value) const {
    re[row * stride + column] = value.real();
    im[row * stride + column] = value.imag();
  }
};

/// Zeros, aligned to lines of the cache.
class Numbers {
 public:
  Numbers() = default;
  /// Throws std::bad_alloc.
  explicit Numbers(std::size_t count);
  double* data() const { return memory_.get(); }
  std::size_t size() const { return count_; }

 private:
  struct Release {
    void operator()(double* memory) const { ::operator delete[](memory, std::align_val_t(64)); }
  };
  std::size_t count_ = 0;
  std::unique_ptr<double[], Release> memory_;
};

/// For each k point a row of blocks of the same shape: [k][block][re, im][row][column]. Columns beyond the last one, up to a whole line, are zero.
class BlockRows {
 public:
  BlockRows() = default;
  /// Throws std::bad_alloc, also where the number of bytes is more than a size holds.
  BlockRows(std::size_t points, std::size_t blocks, std::size_t rows, std::size_t columns);

  std::size_t points() const { return points_; }
  std::size_t blocks() const { return blocks_; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  Block at(std::size_t point, std::size_t block) const {
    const std::size_t half = rows_ * padded(columns_);
    double* first = numbers_.data() + (point * blocks_ + block) * 2 * half;
    return {first, first + half, padded(columns_)};
  }
  std::size_t bytes() const { return numbers_.size() * sizeof(double); }

 private:
  std::size_t points_ = 0, blocks_ = 0, rows_ = 0, columns_ = 0;
  Numbers numbers_;
};

/// Blocks of one shape that stand anywhere in memory of others: [point][block].
class BlockTable {
 public:
  BlockTable(std::size_t points, std::size_t blocks, std::size_t rows, std::size_t columns)
      : blocks_(blocks), stride_(padded(columns)), half_(rows * stride_), first_(points * blocks) {}
  /// All blocks of rows, where they stand.
  explicit BlockTable(const BlockRows& rows);

  Block at(std::size_t point, std::size_t block) const {
    double* const first = first_[point * blocks_ + block];
    return {first, first + half_, stride_};
  }
  /// `numbers`: [re, im][row][padded column].
  void place(std::size_t point, std::size_t block, double* numbers) {
    first_[point * blocks_ + block] = numbers;
  }

 private:
  std::size_t blocks_, stride_, half_;
  std::vector<double*> first_;
};

/// The rows without their first blocks.
BlockRows without_first_blocks(const BlockRows& rows, std::size_t count);

/// Rows of blocks in single precision, half as large.
class SingleRows {
 public:
  SingleRows() = default;
  /// Rounds. Throws std::bad_alloc.
  explicit SingleRows(const BlockRows& rows);
  bool empty() const { return numbers_.empty(); }
  std::size_t bytes() const { return numbers_.size() * sizeof(float); }
  BlockRows in_double() const;
  /// Writes a block as doubles to one of the same shape.
  void read(std::size_t point, std::size_t block, const Block& to) const;

 private:
  std::size_t points_ = 0, blocks_ = 0, rows_ = 0, columns_ = 0;
  std::vector<float> numbers_;
};

/// c[i][:] += Σ_x a[i][x] b[x][:], i < rows, x < inner, over all whole lines of `columns`; `conjugate`: with conj(a). What a has beyond `inner` is
/// not read. Bits do not depend on the number of rows or columns, they do on the processor.
void add_product(std::size_t rows, std::size_t inner, std::size_t columns, const Block& a,
                 const Block& b, const Block& c, bool conjugate = false);

/// to[j][i] = from[i][j], i < rows, j < columns.
void transpose(std::size_t rows, std::size_t columns, const Block& from, const Block& to);

}  // namespace diagc::dynamics
