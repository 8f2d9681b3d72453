// c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed] where rows and columns are few and summed values very
// many: these lie across the threads of a block, which takes one part of the sum; the parts lie one after the other in c.
template <class Step>
__device__ __forceinline__ void inner(const Arrays &arrays) {
  typedef typename Step::Index Index;
  typedef typename Step::Offset Offset;
  const Arithmetic with = arithmetic_of(*arrays.most_a, *arrays.most_b, arrays.prime);
  const Number *const __restrict__ a = arrays.a + *arrays.start_a;
  const Number *const __restrict__ b = arrays.b + *arrays.start_b;
  Number *const held = (Number *)(diagc_shared + 16);
  constexpr unsigned row_groups = (Step::rows + (Step::held_rows - 1)) / Step::held_rows;
  constexpr unsigned column_groups =
      (Step::columns + (Step::held_columns - 1)) / Step::held_columns;
  constexpr Index tiles = (Index)Step::batch * row_groups * column_groups * Step::parts;
  int most = 0;
  for (Index tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    // Groups of rows and columns of one part side by side: what they read is in a cache.
    Index rest = tile;
    const unsigned first_column = (unsigned)(rest % column_groups) * Step::held_columns;
    rest /= column_groups;
    const unsigned first_row = (unsigned)(rest % row_groups) * Step::held_rows;
    rest /= row_groups;
    const Index batch = rest % Step::batch, part = rest / Step::batch;
    Offset batch_in_a, batch_in_b, batch_in_c;
    Step::batch_at(batch, batch_in_a, batch_in_b, batch_in_c);
    Offset row_in_a[Step::held_rows], row_in_c[Step::held_rows], column_in_b[Step::held_columns],
        column_in_c[Step::held_columns];
    Sum sums[Step::held_rows][Step::held_columns];
#pragma unroll
    for (unsigned m = 0; m < Step::held_rows; ++m) {
      const unsigned row = first_row + m;
      Step::row(row < Step::rows ? row : 0, row_in_a[m], row_in_c[m]);
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) clear(sums[m][n]);
    }
#pragma unroll
    for (unsigned n = 0; n < Step::held_columns; ++n) {
      const unsigned column = first_column + n;
      Step::column(column < Step::columns ? column : 0, column_in_b[n], column_in_c[n]);
    }
    const Index begin = part * Step::part_sums;
    const Index end =
        begin + Step::part_sums < Step::summed ? begin + Step::part_sums : Step::summed;
#pragma unroll 4
    for (Index k = begin + threadIdx.x; k < end; k += block_threads) {
      Offset k_in_a, k_in_b;
      Step::sum(k, k_in_a, k_in_b);
      k_in_a += batch_in_a;
      k_in_b += batch_in_b;
      Number x[Step::held_rows], y[Step::held_columns];
#pragma unroll
      for (unsigned m = 0; m < Step::held_rows; ++m) x[m] = scaled(a[k_in_a + row_in_a[m]], with);
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) y[n] = b[k_in_b + column_in_b[n]];
#pragma unroll
      for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
        for (unsigned n = 0; n < Step::held_columns; ++n) add_product(sums[m][n], x[m], y[n], with);
      }
    }
    // Of every sum the threads' parts in a tree.
    Number *const c = arrays.c + (Long)part * Step::elements + batch_in_c;
#pragma unroll
    for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) {
        __syncthreads();
        held[threadIdx.x] = value_of(sums[m][n], with);
        for (unsigned half = block_threads / 2; half > 0; half /= 2) {
          __syncthreads();
          if (threadIdx.x < half) {
            Sum both;
            clear(both);
            add(both, held[threadIdx.x], with);
            add(both, held[threadIdx.x + half], with);
            held[threadIdx.x] = value_of(both, with);
          }
        }
        if (threadIdx.x == 0 && first_row + m < Step::rows && first_column + n < Step::columns) {
          const Number value = held[0];
          c[row_in_c[m] + column_in_c[n]] = value;
          const int exponent = exponent_of(value);
          most = exponent > most ? exponent : most;
        }
      }
    }
    __syncthreads();
  }
  keep_most(most, arrays.most_c);
}
