// c[lane, column] = Σ over summed of a[lane, summed] · b[lane, column, summed] where columns and summed values are few: lanes lie across the
// threads, sums of all columns of a group in registers; a is read and c written once for each group.
template <class Step>
__device__ __forceinline__ void stream(const Arrays &arrays) {
  typedef typename Step::Index Index;
  typedef typename Step::Offset Offset;
  const Arithmetic with = arithmetic_of(*arrays.most_a, *arrays.most_b, arrays.prime);
  const Number *const __restrict__ a = arrays.a + *arrays.start_a;
  const Number *const __restrict__ b = arrays.b + *arrays.start_b;
  Number *const __restrict__ c = arrays.c;
  constexpr Index lanes_of_tile = block_threads * Step::held_lanes;
  constexpr Index lane_tiles = (Step::lanes + (lanes_of_tile - 1)) / lanes_of_tile;
  constexpr unsigned groups = (Step::columns + (Step::held_columns - 1)) / Step::held_columns;
  int most = 0;
  for (Index tile = blockIdx.x; tile < lane_tiles * groups; tile += gridDim.x) {
    const Index first = tile / groups * lanes_of_tile + threadIdx.x;
    const unsigned first_column = groups == 1 ? 0 : (unsigned)(tile % groups) * Step::held_columns;
    Offset in_a[Step::held_lanes], in_b[Step::held_lanes], in_c[Step::held_lanes];
    Sum sums[Step::held_lanes][Step::held_columns];
#pragma unroll
    for (unsigned l = 0; l < Step::held_lanes; ++l) {
      const Index lane = first + l * block_threads;
      Step::lane(lane < Step::lanes ? lane : 0, in_a[l], in_b[l], in_c[l]);
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) clear(sums[l][n]);
    }
#pragma unroll Step::unrolled
    for (unsigned k = 0; k < Step::summed; ++k) {
      Offset k_in_a, k_in_b;
      Step::sum(k, k_in_a, k_in_b);
      Number x[Step::held_lanes];
#pragma unroll
      for (unsigned l = 0; l < Step::held_lanes; ++l) x[l] = a[in_a[l] + k_in_a];
#pragma unroll
      for (unsigned l = 0; l < Step::held_lanes; ++l) x[l] = scaled(x[l], with);
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) {
        const unsigned column = first_column + n;
        if (Step::columns % Step::held_columns != 0 && column >= Step::columns) break;
        Offset n_in_b, n_in_c;
        Step::column(column, n_in_b, n_in_c);
        if (Step::b_differs) {
#pragma unroll
          for (unsigned l = 0; l < Step::held_lanes; ++l)
            add_product(sums[l][n], x[l], b[in_b[l] + k_in_b + n_in_b], with);
        } else {
          const Number y = b[in_b[0] + k_in_b + n_in_b];
#pragma unroll
          for (unsigned l = 0; l < Step::held_lanes; ++l) add_product(sums[l][n], x[l], y, with);
        }
      }
    }
#pragma unroll
    for (unsigned l = 0; l < Step::held_lanes; ++l) {
      if (first + l * block_threads >= Step::lanes) continue;
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) {
        const unsigned column = first_column + n;
        if (Step::columns % Step::held_columns != 0 && column >= Step::columns) break;
        Offset n_in_b, n_in_c;
        Step::column(column, n_in_b, n_in_c);
        const Number value = value_of(sums[l][n], with);
        c[in_c[l] + n_in_c] = value;
        const int exponent = exponent_of(value);
        most = exponent > most ? exponent : most;
      }
    }
  }
  keep_most(most, arrays.most_c);
}
