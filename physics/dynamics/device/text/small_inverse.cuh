// The inverse of a matrix of SIZE rows that shared memory has room for twice: a step reads one and writes the other one, so that threads meet once a
// step. Elimination with the largest pivots of columns, whose rows stay where they are until the end.
#if ORDER * BANDS <= 32
enum : unsigned {
  SMALL_NUMBERS = SIZE * SIZE,
  NUMBERS_OF_THREAD = (SMALL_NUMBERS + INVERTING_THREADS - 1) / INVERTING_THREADS
};

// Orders numbers by their size, as far as single precision tells it; the row stands in the last bits.
__device__ inline unsigned pivot_key(Complex value, unsigned row) {
#if defined(__CUDA_ARCH__)
  const unsigned bits = __float_as_uint((float)fma(value.re, value.re, value.im * value.im));
#else
  const float size = (float)(value.re * value.re + value.im * value.im);
  unsigned bits;
  __builtin_memcpy(&bits, &size, sizeof(bits));
#endif
  return (bits & ~31u) | row;
}

// Two matrices, the first one of which is given, and SIZE numbers for each of their keys and of both orders of pivots behind them. All threads of a block
// call it, and have to meet before the inverse is read, where it says.
__device__ inline Complex* invert_small(Complex* matrices) {
  unsigned *const keys = (unsigned*)(matrices + 2 * SMALL_NUMBERS), *const rows = keys + 2 * SIZE,
                  *const steps = rows + SIZE;
  Complex own[NUMBERS_OF_THREAD];
  block_sync();
#pragma unroll
  for (unsigned i = 0; i < NUMBERS_OF_THREAD; ++i) {
    const unsigned at = threadIdx.x + i * INVERTING_THREADS;
    if (at >= SMALL_NUMBERS) break;
    own[i] = matrices[at];
    if (at % SIZE == 0) keys[at / SIZE] = pivot_key(own[i], at / SIZE);
  }
  block_sync();
  unsigned used = 0;
#pragma unroll 1
  for (unsigned k = 0; k < SIZE; ++k) {
    const Complex* const from = matrices + k % 2 * SMALL_NUMBERS;
    Complex* const to = matrices + (k + 1) % 2 * SMALL_NUMBERS;
    unsigned best = 0;
#pragma unroll
    for (unsigned row = 0; row < SIZE; ++row) {
      const unsigned key = used >> row & 1 ? 0 : keys[k % 2 * SIZE + row];
      best = key > best ? key : best;
    }
    const unsigned pivot = best & 31;
    used |= 1u << pivot;
    if (threadIdx.x == 0) rows[k] = pivot, steps[pivot] = k;
    const Complex diagonal = from[pivot * SIZE + k];
    const double scale = 1 / fma(diagonal.re, diagonal.re, diagonal.im * diagonal.im);
    const Complex inverse = {scale * diagonal.re, -scale * diagonal.im};
#pragma unroll
    for (unsigned i = 0; i < NUMBERS_OF_THREAD; ++i) {
      const unsigned at = threadIdx.x + i * INVERTING_THREADS;
      if (at >= SMALL_NUMBERS) break;
      const unsigned row = at / SIZE, column = at % SIZE;
      if (row == pivot) {
        own[i] = column == k ? inverse : inverse * own[i];
      } else {
        const Complex factor = inverse * from[row * SIZE + k],
                      product = factor * from[pivot * SIZE + column];
        own[i] = column == k ? Complex{-factor.re, -factor.im} : own[i] - product;
      }
      to[at] = own[i];
      if (column == k + 1) keys[(k + 1) % 2 * SIZE + row] = pivot_key(own[i], row);
    }
    block_sync();
  }
  // Row p of step k has what gives unknown k, its column k the part of row p.
  Complex* const inverse = matrices + (SIZE + 1) % 2 * SMALL_NUMBERS;
#pragma unroll
  for (unsigned i = 0; i < NUMBERS_OF_THREAD; ++i) {
    const unsigned at = threadIdx.x + i * INVERTING_THREADS;
    if (at < SMALL_NUMBERS) inverse[steps[at / SIZE] * SIZE + rows[at % SIZE]] = own[i];
  }
  return inverse;
}
#endif
