#include "physics/dynamics/blocks.h"

#include <cstring>

#include "runtime/system/checked.h"
#include "runtime/system/targets.h"

namespace diagc::dynamics {

namespace {

#define DIAGC_DYNAMICS_INLINE __attribute__((always_inline)) inline

/// Vectors of N numbers, at any address.
template <std::size_t N>
struct Wide {
  typedef double Type __attribute__((vector_size(N * sizeof(double)), aligned(8)));
};

/// Rows × Vectors sums in registers, which two numbers times two vectors of lanes are added to.
template <std::size_t N, std::size_t Rows, std::size_t Vectors, bool Conjugate>
DIAGC_DYNAMICS_INLINE void add_tile(std::size_t inner, const Block& a, const Block& b,
                                    const Block& c, std::size_t row, std::size_t column) {
  using V = typename Wide<N>::Type;
  V re[Rows][Vectors], im[Rows][Vectors];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < Vectors; ++v) {
      std::memcpy(&re[i][v], c.re + (row + i) * c.stride + column + v * N, sizeof(V));
      std::memcpy(&im[i][v], c.im + (row + i) * c.stride + column + v * N, sizeof(V));
    }
  }
  const double* a_re = a.re + row * a.stride;
  const double* a_im = a.im + row * a.stride;
  for (std::size_t x = 0; x < inner; ++x) {
    V b_re[Vectors], b_im[Vectors];
#pragma GCC unroll 8
    for (std::size_t v = 0; v < Vectors; ++v) {
      std::memcpy(&b_re[v], b.re + x * b.stride + column + v * N, sizeof(V));
      std::memcpy(&b_im[v], b.im + x * b.stride + column + v * N, sizeof(V));
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Rows; ++i) {
      const double r = a_re[i * a.stride + x], s = a_im[i * a.stride + x];
#pragma GCC unroll 8
      for (std::size_t v = 0; v < Vectors; ++v) {
        re[i][v] += b_re[v] * r;
        im[i][v] += b_im[v] * r;
        if constexpr (Conjugate) {
          re[i][v] += b_im[v] * s;
          im[i][v] -= b_re[v] * s;
        } else {
          re[i][v] -= b_im[v] * s;
          im[i][v] += b_re[v] * s;
        }
      }
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < Vectors; ++v) {
      std::memcpy(c.re + (row + i) * c.stride + column + v * N, &re[i][v], sizeof(V));
      std::memcpy(c.im + (row + i) * c.stride + column + v * N, &im[i][v], sizeof(V));
    }
  }
}

template <std::size_t N, std::size_t Rows, std::size_t Vectors, bool Conjugate>
DIAGC_DYNAMICS_INLINE void add_stripe(std::size_t rows, std::size_t inner, const Block& a,
                                      const Block& b, const Block& c, std::size_t column) {
  std::size_t row = 0;
  for (; row + Rows <= rows; row += Rows) {
    add_tile<N, Rows, Vectors, Conjugate>(inner, a, b, c, row, column);
  }
  for (; row < rows; ++row) add_tile<N, 1, Vectors, Conjugate>(inner, a, b, c, row, column);
}

template <std::size_t N, std::size_t Rows, std::size_t Vectors, bool Conjugate>
DIAGC_DYNAMICS_INLINE void add_block(std::size_t rows, std::size_t inner, std::size_t columns,
                                     const Block& a, const Block& b, const Block& c) {
  const std::size_t width = padded(columns);
  std::size_t column = 0;
  for (; column + N * Vectors <= width; column += N * Vectors) {
    add_stripe<N, Rows, Vectors, Conjugate>(rows, inner, a, b, c, column);
  }
  for (; column < width; column += N) {
    add_stripe<N, Rows, 1, Conjugate>(rows, inner, a, b, c, column);
  }
}

using AddBlock = void (*)(std::size_t, std::size_t, std::size_t, const Block&, const Block&,
                          const Block&);

#define DIAGC_DYNAMICS_BLOCK(name, numbers, tile_rows, vectors, attributes)                      \
  template <bool Conjugate>                                                                      \
  attributes void name(std::size_t rows, std::size_t inner, std::size_t columns, const Block& a, \
                       const Block& b, const Block& c) {                                         \
    add_block<numbers, tile_rows, vectors, Conjugate>(rows, inner, columns, a, b, c);            \
  }

DIAGC_DYNAMICS_BLOCK(block_anywhere, 2, 2, 2, )
#ifdef __x86_64__
DIAGC_DYNAMICS_BLOCK(block_with_avx2, 4, 2, 2, DIAGC_TARGET_AVX2)
DIAGC_DYNAMICS_BLOCK(block_with_avx512, 8, 4, 2, DIAGC_TARGET_AVX512)
#endif

template <bool Conjugate>
AddBlock chosen_block() {
#ifdef __x86_64__
  if (runs_avx512()) return block_with_avx512<Conjugate>;
  if (runs_avx2()) {
    return block_with_avx2<Conjugate>;
  }
#endif
  return block_anywhere<Conjugate>;
}

}  // namespace

Numbers::Numbers(std::size_t count) : count_(count) {
  const auto bytes = checked_product({count, sizeof(double)});
  if (!bytes) throw std::bad_alloc();
  memory_.reset(static_cast<double*>(::operator new[](*bytes, std::align_val_t(64))));
  std::memset(memory_.get(), 0, *bytes);
}

BlockRows::BlockRows(std::size_t points, std::size_t blocks, std::size_t rows, std::size_t columns)
    : points_(points), blocks_(blocks), rows_(rows), columns_(columns) {
  const auto count = checked_product({points, blocks, 2, rows, padded(columns)});
  if (!count) throw std::bad_alloc();
  numbers_ = Numbers(*count);
}

BlockTable::BlockTable(const BlockRows& rows)
    : BlockTable(rows.points(), rows.blocks(), rows.rows(), rows.columns()) {
  for (std::size_t k = 0; k < rows.points(); ++k) {
    for (std::size_t block = 0; block < blocks_; ++block) place(k, block, rows.at(k, block).re);
  }
}

BlockRows without_first_blocks(const BlockRows& rows, std::size_t count) {
  const std::size_t left = rows.blocks() - count;
  BlockRows result(rows.points(), left, rows.rows(), rows.columns());
  const std::size_t numbers = left * 2 * rows.rows() * padded(rows.columns());
  for (std::size_t k = 0; k < rows.points() && left > 0; ++k) {
    std::memcpy(result.at(k, 0).re, rows.at(k, count).re, numbers * sizeof(double));
  }
  return result;
}

SingleRows::SingleRows(const BlockRows& rows)
    : points_(rows.points()),
      blocks_(rows.blocks()),
      rows_(rows.rows()),
      columns_(rows.columns()),
      numbers_(rows.bytes() / sizeof(double)) {
  if (numbers_.empty()) return;
  const double* from = rows.at(0, 0).re;
  for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = static_cast<float>(from[i]);
}

BlockRows SingleRows::in_double() const {
  BlockRows rows(points_, blocks_, rows_, columns_);
  if (numbers_.empty()) return rows;
  double* to = rows.at(0, 0).re;
  for (std::size_t i = 0; i < numbers_.size(); ++i) to[i] = numbers_[i];
  return rows;
}

void SingleRows::read(std::size_t point, std::size_t block, const Block& to) const {
  const std::size_t half = rows_ * padded(columns_);
  const float* from = numbers_.data() + (point * blocks_ + block) * 2 * half;
  for (std::size_t i = 0; i < half; ++i) {
    to.re[i] = from[i];
    to.im[i] = from[half + i];
  }
}

void add_product(std::size_t rows, std::size_t inner, std::size_t columns, const Block& a,
                 const Block& b, const Block& c, bool conjugate) {
  static const AddBlock plain = chosen_block<false>(), conjugated = chosen_block<true>();
  (conjugate ? conjugated : plain)(rows, inner, columns, a, b, c);
}

void transpose(std::size_t rows, std::size_t columns, const Block& from, const Block& to) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      to.re[j * to.stride + i] = from.re[i * from.stride + j];
      to.im[j * to.stride + i] = from.im[i * from.stride + j];
    }
  }
}

}  // namespace diagc::dynamics
