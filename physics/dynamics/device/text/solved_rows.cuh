// What solutions for rows (panel.h) have in common: X = Y X(T+) + Z I.
struct Control {
  Long change;      // the largest change of a value
  Long largest[3];  // Legendre coefficients of degrees ORDER, ORDER - 1, ORDER - 2
};

// What the polynomial of a column's band does not resolve: its Legendre coefficients of these degrees. `value`: of T+, then of the nodes.
template <class Value>
__device__ inline void keep_unresolved(double (&largest)[3], const double* coefficients,
                                       Value value) {
  Complex sums[3] = {};
  for (unsigned node = 0; node <= ORDER; ++node) {
    const Complex own = value(node);
#pragma unroll
    for (unsigned d = 0; d < 3; ++d) {
      const double coefficient = coefficients[d * (ORDER + 1) + node];
      sums[d] = {fma(coefficient, own.re, sums[d].re), fma(coefficient, own.im, sums[d].im)};
    }
  }
#pragma unroll
  for (unsigned d = 0; d < 3; ++d)
    largest[d] = largest_of(largest[d], largest_of(fabs(sums[d].re), fabs(sums[d].im)));
}

// Y X(T+) of a function, the first term of a chunk of rows; `a` is Y.
__device__ inline void multiply_edge(Result (&x)[TILES], const Factor& a, const Complex* edge) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
    clear(x[tile]);
    Column b;
#pragma unroll
    for (unsigned step = 0; step < STEPS; ++step) {
      const unsigned band = 4 * step + lane % 4;
      const Complex value = band < BANDS ? get(edge, band, 8 * tile + lane / 4) : Complex{0, 0};
      b.re[step] = value.re, b.im[step] = value.im;
    }
    multiply_first<(BANDS + 3) / 4>(x[tile], a, b);
  }
}
__device__ inline void multiply_edges(Result (&x)[2][TILES], const Factor& a, const Complex* edge) {
#pragma unroll
  for (unsigned function = 0; function < 2; ++function)
    multiply_edge(x[function], a, edge + function * EDGE_GROUP);
}

// A chunk of rows of a function in a group.
__device__ inline void read_chunk(Result (&x)[TILES], const Complex* from, unsigned chunk) {
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
    for (unsigned rows = 0; rows < TILES; ++rows) read(x[tile], from, chunk, tile, rows);
  }
}
__device__ inline void put_chunk(Complex* to, unsigned chunk, const Result (&x)[TILES]) {
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
    for (unsigned rows = 0; rows < TILES; ++rows) write(to, chunk, tile, rows, x[tile]);
  }
}
// `change` becomes the largest change of a value, if it was less.
__device__ inline void write_tile(Complex* to, unsigned chunk, unsigned tile, const Result& x,
                                  const Result& before, double& change) {
#pragma unroll
  for (unsigned rows = 0; rows < TILES; ++rows) {
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
      change = largest_of(change, largest_of(fabs(x.re[rows][i] - before.re[rows][i]),
                                             fabs(x.im[rows][i] - before.im[rows][i])));
    }
    write(to, chunk, tile, rows, x);
  }
}
__device__ inline void write_chunk(Complex* to, unsigned chunk, const Result (&x)[TILES],
                                   const Result (&before)[TILES], double& change) {
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile)
    write_tile(to, chunk, tile, x[tile], before[tile], change);
}
