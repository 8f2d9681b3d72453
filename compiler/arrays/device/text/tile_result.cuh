// How the sums of a tile come to c: from registers where a thread has packs of neighbours, else by way of shared memory, so that threads side by side
// write neighbours.
template <class Step>
__device__ __forceinline__ void write_tile(const typename Tiled<Step>::Place &own,
                                           const Sum (&sums)[Step::held_rows][Step::held_columns],
                                           const typename Step::Offset *in_c, Number *staged,
                                           Number *__restrict__ c, unsigned group, unsigned tx,
                                           unsigned ty, const Arithmetic &with, int &most) {
  typedef Tiled<Step> Shape;
  typedef typename Shape::Pack Pack;
  constexpr unsigned pack = Shape::pack, threads_of_columns = Shape::threads_of_columns;
  const typename Step::Offset *const column_in_c = in_c + Shape::row_pitch;
  const auto note = [&](const Number &value) {
    const int own = magnitude_of(value);
    most = own > most ? own : most;
  };
  if (Step::beside != 0) {
    if (group != 0) return;
#pragma unroll
    for (unsigned g = 0; g < Step::held_rows / pack; ++g) {
      // The first of the rows that are neighbours.
      constexpr unsigned beside = Step::beside == 0 ? 1 : Step::beside;
      const unsigned m = g / beside * (beside * pack) + g % beside;
      const unsigned row = m / pack * Shape::held_pitch + tx * pack + m % pack;
      if (!Shape::whole_rows && own.first_row + row >= Step::rows) continue;
      const typename Step::Offset row_in_c = in_c[row];
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) {
        const unsigned column = (n / pack * threads_of_columns + ty) * pack + n % pack;
        if (!Shape::whole_columns && own.first_column + column >= Step::columns) continue;
        Pack values;
#pragma unroll
        for (unsigned k = 0; k < pack; ++k) {
          values.of[k] = value_of(sums[m + k * beside][n], with);
          note(values.of[k]);
        }
        *(Pack *)(c + (typename Step::Offset)(row_in_c + column_in_c[column])) = values;
      }
    }
    return;
  }
  // A column of every thread at once, or a row.
  const auto write = [&](unsigned row, unsigned column, const Number &value) {
    if (!Shape::whole_rows && own.first_row + row >= Step::rows) return;
    if (!Shape::whole_columns && own.first_column + column >= Step::columns) return;
    c[(typename Step::Offset)(in_c[row] + column_in_c[column])] = value;
    note(value);
  };
  if (Step::c_by_column) {
#pragma unroll
    for (unsigned m = 0; m < Step::held_rows; ++m) {
      __syncthreads();
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns / pack; ++n) {
        Pack values;
#pragma unroll
        for (unsigned k = 0; k < pack; ++k) values.of[k] = value_of(sums[m][n * pack + k], with);
        if (group == 0)
          *(Pack *)(staged + tx * Shape::column_pitch + (n * threads_of_columns + ty) * pack) =
              values;
      }
      __syncthreads();
      for (unsigned k = threadIdx.x; k < Step::threads_of_rows * Shape::columns;
           k += block_threads) {
        const unsigned x = k / Shape::columns, column = k % Shape::columns;
        write((m / pack * Step::threads_of_rows + x) * pack + m % pack, column,
              staged[x * Shape::column_pitch + column]);
      }
    }
    return;
  }
#pragma unroll
  for (unsigned n = 0; n < Step::held_columns; ++n) {
    __syncthreads();
#pragma unroll
    for (unsigned m = 0; m < Step::held_rows / pack; ++m) {
      Pack values;
#pragma unroll
      for (unsigned k = 0; k < pack; ++k) values.of[k] = value_of(sums[m * pack + k][n], with);
      if (group == 0)
        *(Pack *)(staged + ty * Shape::written_pitch +
                  Shape::written_place((m * Step::threads_of_rows + tx) * pack)) = values;
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < threads_of_columns * Shape::rows; k += block_threads) {
      const unsigned y = k / Shape::rows, row = Step::row_written(k % Shape::rows);
      write(row, (n / pack * threads_of_columns + y) * pack + n % pack,
            staged[y * Shape::written_pitch + Shape::written_place(row)]);
    }
  }
}
