// The inverse of a matrix by elimination in place, with the largest pivots of columns.
enum : unsigned { INVERTING_THREADS = 128 };

// [size][size] in shared memory, with room for a column and its pivots behind it. All threads of a block call it.
__device__ inline void invert(Complex* matrix, unsigned size) {
  Complex* const of_column = matrix + size * size;
  unsigned* const pivots = (unsigned*)(of_column + size);
  block_sync();
  for (unsigned k = 0; k < size; ++k) {
    if (threadIdx.x == 0) {
      unsigned best = k;
      double most = -1;
      for (unsigned row = k; row < size; ++row) {
        const Complex value = matrix[row * size + k];
        const double square = fma(value.re, value.re, value.im * value.im);
        if (square > most) most = square, best = row;
      }
      pivots[k] = best;
    }
    block_sync();
    const unsigned pivot = pivots[k];
    if (pivot != k) {
      for (unsigned column = threadIdx.x; column < size; column += INVERTING_THREADS) {
        const Complex value = matrix[k * size + column];
        matrix[k * size + column] = matrix[pivot * size + column];
        matrix[pivot * size + column] = value;
      }
      block_sync();
    }
    const Complex diagonal = matrix[k * size + k];
    const double square = fma(diagonal.re, diagonal.re, diagonal.im * diagonal.im);
    const Complex inverse = {diagonal.re / square, -diagonal.im / square};
    for (unsigned row = threadIdx.x; row < size; row += INVERTING_THREADS)
      of_column[row] = matrix[row * size + k];
    block_sync();
    for (unsigned column = threadIdx.x; column < size; column += INVERTING_THREADS)
      matrix[k * size + column] = column == k ? inverse : inverse * matrix[k * size + column];
    block_sync();
    for (unsigned at = threadIdx.x; at < size * size; at += INVERTING_THREADS) {
      const unsigned row = at / size, column = at % size;
      if (row == k) continue;
      const Complex product = of_column[row] * matrix[k * size + column];
      matrix[at] = column == k ? Complex{-product.re, -product.im} : matrix[at] - product;
    }
    block_sync();
  }
  for (unsigned k = size; k-- > 0;) {
    const unsigned pivot = pivots[k];
    if (pivot == k) continue;
    for (unsigned row = threadIdx.x; row < size; row += INVERTING_THREADS) {
      const Complex value = matrix[row * size + k];
      matrix[row * size + k] = matrix[row * size + pivot];
      matrix[row * size + pivot] = value;
    }
    block_sync();
  }
}
