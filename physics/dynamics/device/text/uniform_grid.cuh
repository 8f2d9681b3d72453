// Rows of a uniform grid of times, all points of a row side by side (device_uniform_grid.h): a row of time i has [point][L, D][a][b][times 0 … i].
__device__ inline Long begin_of(Long time, unsigned points) {
  return (Long)points * 2 * ELEMENTS * (time * (time + 1) / 2);
}
// Numbers of a point in the row of a time, of which every element has time + 1.
__device__ inline Long place_of(Long time, unsigned points, Long point) {
  return begin_of(time, points) + point * 2 * ELEMENTS * (time + 1);
}

enum : unsigned {
  GRID_THREADS = 256,
  GRID_WARPS = GRID_THREADS / 32,
  ROWS_AT_ONCE = 8,  // whose sums warps leave before they meet
  OF_WARPS = ROWS_AT_ONCE * GRID_WARPS * ELEMENTS
};

// Twice the number of elements, or the power of two above it.
enum : unsigned { SUMS = ELEMENTS <= 1 ? 2 : ELEMENTS <= 4 ? 8 : ELEMENTS <= 16 ? 32 : 128 };

#if defined(__CUDA_ARCH__)
// Of COUNT numbers of every lane, a power of two, their sums over a warp, from number `at` on of those that are written: lanes whose numbers differ
// in a bit give each other half of what they have, so that few numbers travel.
template <unsigned COUNT, unsigned DISTANCE = 16>
__device__ inline void sum_over_warp(const double (&numbers)[COUNT], unsigned at, double* to) {
  enum : unsigned { HALF = COUNT > 1 ? COUNT / 2 : 1 };
  const bool is_upper = (threadIdx.x & DISTANCE) != 0;
  double own[HALF];
#pragma unroll
  for (unsigned i = 0; i < HALF; ++i) {
    const double lower = numbers[i], upper = numbers[COUNT - HALF + i];
    own[i] = (is_upper ? upper : lower) + __shfl_xor_sync(~0u, is_upper ? lower : upper, DISTANCE);
  }
  if (COUNT > 1 && is_upper) at += HALF;
  if constexpr (DISTANCE > 1) {
    sum_over_warp<HALF, DISTANCE / 2>(own, at, to);
  } else {
    // Lanes that have the same number write it all.
    for (unsigned i = 0; i < HALF; ++i)
      if (at + i < 2 * ELEMENTS) to[at + i] = own[i];
  }
}
#endif

// Sums of what threads have, by warp; they stand at zero before.
__device__ inline void sum_of_warps(Complex (&sums)[ELEMENTS], Complex* of_warps) {
  Complex* const own = of_warps + threadIdx.x / 32 * ELEMENTS;
#if defined(__CUDA_ARCH__)
  double numbers[SUMS] = {};
#pragma unroll
  for (unsigned e = 0; e < ELEMENTS; ++e)
    numbers[2 * e] = sums[e].re, numbers[2 * e + 1] = sums[e].im;
  sum_over_warp(numbers, 0, (double*)own);
#else
#pragma unroll
  for (unsigned e = 0; e < ELEMENTS; ++e) own[e] = own[e] + sums[e];
#endif
}

struct Collided {
  const Complex* rows;
  const Complex* sigma;  // sigma <, sigma D of the row: as rows
  Complex* integrals;    // as rows
  double step;
  unsigned points, row;
  unsigned ahead;  // whether shared memory has room for the next two rows
};

// A thread's numbers of rows that come while others are multiplied.
struct RowsAhead {
  enum : unsigned { ROWS = 2, NUMBERS_OF_ROW = 2 * ELEMENTS * GRID_THREADS };
  Complex* numbers;  // [row % ROWS][L, D][element][thread]

  __device__ void bring(const Complex* from, unsigned row, unsigned column) const {
#pragma unroll
    for (unsigned e = 0; e < 2 * ELEMENTS && column <= row; ++e) {
      const Complex* const own = from + (Long)e * (row + 1) + column;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       (unsigned)__cvta_generic_to_shared(place(row, e))),
                   "l"(own)
                   : "memory");
#else
      *place(row, e) = *own;
#endif
    }
  }
  __device__ void leave() const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
  }
  __device__ void wait() const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group 1;" ::: "memory");
#endif
  }
  __device__ Complex* place(unsigned row, unsigned e) const {
    return numbers + row % ROWS * NUMBERS_OF_ROW + e * GRID_THREADS + threadIdx.x;
  }
};

// I_L and I_D of a point from all rows up to this one, of which each number is read once, for the sum of its column and for that of its row.
// Every thread has a column at a time.
extern "C" __global__ void __launch_bounds__(GRID_THREADS, BANDS < 3 ? 2 : 1)
    collide_row(const __grid_constant__ Collided c) {
  const Long point = blockIdx.x;
  const unsigned times = c.row + 1;
  Complex* const of_warps = (Complex*)diagc_shared;  // [row of those at once][warp][element]
  Complex* const of_rows = of_warps + OF_WARPS;      // [element][times]
  const RowsAhead rows_ahead{of_rows + ELEMENTS * times};
  const auto bring = [&](unsigned row, unsigned column) {
    if (row < times) rows_ahead.bring(c.rows + place_of(row, c.points, point), row, column);
    rows_ahead.leave();
  };
  const Complex* const sigma = c.sigma + point * 2 * ELEMENTS * times;
  Complex* const to = c.integrals + point * 2 * ELEMENTS * times;
  const unsigned of_both = OF_WARPS + ELEMENTS * times;
  for (unsigned at = threadIdx.x; at < of_both; at += GRID_THREADS) of_warps[at] = {0, 0};
  block_sync();
  // Sigma times the step, with the trapezoidal rule's ends.
  const auto weighted = [&](unsigned function, unsigned element, unsigned time, bool is_end) {
    const double weight = time == 0 || is_end ? c.step / 2 : c.step;
    return weight * sigma[(function * ELEMENTS + element) * times + time];
  };
  for (unsigned first = 0; first < times; first += GRID_THREADS) {
    const unsigned column = first + threadIdx.x;
    const bool is_column = column < times;
    Complex lesser[ELEMENTS], spectral[ELEMENTS], own_d[ELEMENTS], own_lesser[ELEMENTS];
    for (unsigned e = 0; e < ELEMENTS; ++e) {
      lesser[e] = spectral[e] = own_d[e] = own_lesser[e] = {0, 0};
      if (!is_column) continue;
      own_d[e] = weighted(1, e, column, column == c.row);
      own_lesser[e] = weighted(0, e, column, false);
    }
    for (unsigned row = first; c.ahead && row < first + RowsAhead::ROWS; ++row) bring(row, column);
    for (unsigned row = first; row < times; ++row) {
      const Complex* const from = c.rows + place_of(row, c.points, point);
      Complex sums[ELEMENTS] = {}, l[ELEMENTS], d[ELEMENTS];
      if (c.ahead) {
        rows_ahead.wait();
#pragma unroll
        for (unsigned e = 0; e < ELEMENTS; ++e) {
          l[e] = *rows_ahead.place(row, e);
          d[e] = *rows_ahead.place(row, ELEMENTS + e);
        }
        bring(row + RowsAhead::ROWS, column);
      }
      if (is_column && column <= row) {
        Complex w[ELEMENTS];
        for (unsigned e = 0; e < ELEMENTS; ++e) {
          if (!c.ahead) {
            l[e] = from[(Long)e * (row + 1) + column];
            d[e] = from[(Long)(ELEMENTS + e) * (row + 1) + column];
          }
          w[e] = weighted(1, e, row, row == c.row);
        }
        const bool is_diagonal = column == row;
        for (unsigned a = 0; a < BANDS; ++a) {
          for (unsigned b = 0; b < BANDS; ++b) {
            Complex of_l = lesser[a * BANDS + b], of_d = spectral[a * BANDS + b], sum = {0, 0};
            for (unsigned s = 0; s < BANDS; ++s) {
              of_l = add_product(w[a * BANDS + s], l[s * BANDS + b], of_l);
              if (!is_diagonal) {
                of_d = add_product(w[a * BANDS + s], d[s * BANDS + b], of_d);
                // X(t', t) = -X(t, t')^+
                sum = sum - own_d[a * BANDS + s] * conj(l[b * BANDS + s]) +
                      own_lesser[a * BANDS + s] * conj(d[b * BANDS + s]);
              } else if (row > 0) {
                // Half of the weight is the column's own, for whichever of both.
                const double half = c.step / 2;
                if (row < c.row)
                  of_d = add_product(half * sigma[(ELEMENTS + a * BANDS + s) * times + row],
                                     d[s * BANDS + b], of_d);
                of_l = of_l - (half * sigma[(a * BANDS + s) * times + row]) * d[s * BANDS + b];
              } else if (c.row > 0) {
                of_d = add_product(w[a * BANDS + s], d[s * BANDS + b], of_d);
              }
            }
            lesser[a * BANDS + b] = of_l, spectral[a * BANDS + b] = of_d;
            sums[a * BANDS + b] = sum;
          }
        }
      }
      const unsigned of_all = (row - first) % ROWS_AT_ONCE;
      // Warps behind the row's end have nothing to add.
      if (first + threadIdx.x / 32 * 32 <= row)
        sum_of_warps(sums, of_warps + of_all * GRID_WARPS * ELEMENTS);
      if (of_all + 1 < ROWS_AT_ONCE && row + 1 < times) continue;
      block_sync();
      for (unsigned at = threadIdx.x; at < (of_all + 1) * ELEMENTS; at += GRID_THREADS) {
        const unsigned e = at % ELEMENTS, back = of_all - at / ELEMENTS;
        Complex* const parts = of_warps + at / ELEMENTS * GRID_WARPS * ELEMENTS + e;
        Complex sum = of_rows[e * times + row - back];
        for (unsigned other = 0; other < GRID_WARPS; ++other) {
          sum = sum + parts[other * ELEMENTS];
          parts[other * ELEMENTS] = {0, 0};
        }
        of_rows[e * times + row - back] = sum;
      }
      block_sync();
    }
    for (unsigned e = 0; e < ELEMENTS && is_column; ++e) {
      to[e * times + column] = lesser[e];
      to[(ELEMENTS + e) * times + column] = spectral[e];
    }
  }
  block_sync();
  for (unsigned at = threadIdx.x; at < ELEMENTS * times; at += GRID_THREADS)
    to[at] = to[at] + of_rows[at];
}

// exp(-i step h) of every point, by a Taylor series of a 2^-k th of it, which is squared k times.
struct Evolution {
  const Complex* h;  // [point][element]
  Complex* evolution;
  double step;
  unsigned points;
};

__device__ inline void multiply_matrices(Complex (&to)[ELEMENTS], const Complex (&a)[ELEMENTS],
                                         const Complex (&b)[ELEMENTS]) {
  for (unsigned row = 0; row < BANDS; ++row) {
    for (unsigned column = 0; column < BANDS; ++column) {
      Complex sum = {0, 0};
      for (unsigned s = 0; s < BANDS; ++s)
        sum = add_product(a[row * BANDS + s], b[s * BANDS + column], sum);
      to[row * BANDS + column] = sum;
    }
  }
}

extern "C" __global__ void __launch_bounds__(GRID_THREADS)
    make_evolution(const __grid_constant__ Evolution e) {
  const Long point = (Long)blockIdx.x * GRID_THREADS + threadIdx.x;
  if (point >= e.points) return;
  Complex x[ELEMENTS], term[ELEMENTS], sum[ELEMENTS], next[ELEMENTS];
  double norm = 0;
  for (unsigned at = 0; at < ELEMENTS; ++at) {
    const Complex h = e.h[point * ELEMENTS + at];
    x[at] = {e.step * h.im, -e.step * h.re};
    norm += fabs(h.re) + fabs(h.im);
  }
  norm *= fabs(e.step);
  unsigned squarings = 0;
  double scale = 1;
  for (; norm * scale > 0.125 && squarings < 64; ++squarings) scale *= 0.5;
  for (unsigned at = 0; at < ELEMENTS; ++at) {
    x[at] = scale * x[at];
    sum[at] = term[at] = {at / BANDS == at % BANDS ? 1. : 0., 0};
  }
  enum : unsigned { TERMS = 12 };  // 0.125^13 / 13! < 1e-21
  for (unsigned n = 1; n <= TERMS; ++n) {
    multiply_matrices(next, term, x);
    for (unsigned at = 0; at < ELEMENTS; ++at) {
      term[at] = (1. / n) * next[at];
      sum[at] = sum[at] + term[at];
    }
  }
  for (; squarings > 0; --squarings) {
    multiply_matrices(next, sum, sum);
    for (unsigned at = 0; at < ELEMENTS; ++at) sum[at] = next[at];
  }
  for (unsigned at = 0; at < ELEMENTS; ++at) e.evolution[point * ELEMENTS + at] = sum[at];
}

// The row after `row`, as heun.h says; the last column is that of equal times.
struct Advanced {
  Complex* rows;
  const Complex* evolution;  // [point][element]
  const Complex *first,
      *last;  // collision integrals at the step's ends, the last one's null: those of the first stand for both
  double step;
  unsigned points, row;
};

extern "C" __global__ void __launch_bounds__(GRID_THREADS)
    advance_row(const __grid_constant__ Advanced s) {
  const unsigned times = s.row + 1, columns = times + 1;
  const Long task = (Long)blockIdx.x * GRID_THREADS + threadIdx.x, point = task / columns;
  if (point >= s.points) return;
  const unsigned column = task % columns;
  Complex* const to = s.rows + place_of(s.row + 1, s.points, point);
  const Complex *const from = s.rows + place_of(s.row, s.points, point),
                       *const first = s.first + point * 2 * ELEMENTS * times,
                       *const last = s.last + point * 2 * ELEMENTS * columns;
  Complex e[ELEMENTS], x[ELEMENTS], own[ELEMENTS], value[ELEMENTS], turned[ELEMENTS];
  for (unsigned at = 0; at < ELEMENTS; ++at) e[at] = s.evolution[point * ELEMENTS + at];
  if (column == times) {
    // rho = E rho E^+ - (step / 2) (E C E^+ + C of the last end), C = I + I^+
    const unsigned corner = s.row;
    for (unsigned a = 0; a < BANDS; ++a) {
      for (unsigned b = 0; b < BANDS; ++b) {
        const Complex lesser = from[(a * BANDS + b) * times + corner];
        const Complex loss =
            first[(a * BANDS + b) * times + corner] + conj(first[(b * BANDS + a) * times + corner]);
        // With both ends alike, twice.
        const double half = s.step / 2 * (s.last ? 1 : 2);
        x[a * BANDS + b] = {lesser.im - half * loss.re, -lesser.re - half * loss.im};
      }
    }
    multiply_matrices(own, e, x);
    for (unsigned a = 0; a < BANDS; ++a) {
      for (unsigned b = 0; b < BANDS; ++b) turned[a * BANDS + b] = conj(e[b * BANDS + a]);
    }
    multiply_matrices(value, own, turned);
    for (unsigned a = 0; a < BANDS; ++a) {
      for (unsigned b = 0; b < BANDS; ++b) {
        Complex rho = value[a * BANDS + b];
        if (s.last) {
          const Complex loss = last[(a * BANDS + b) * columns + times] +
                               conj(last[(b * BANDS + a) * columns + times]);
          rho = rho - s.step / 2 * loss;
        }
        to[(a * BANDS + b) * columns + times] = {-rho.im, rho.re};
        to[(ELEMENTS + a * BANDS + b) * columns + times] = {0, a == b ? -1. : 0.};
      }
    }
    return;
  }
  for (unsigned function = 0; function < 2; ++function) {
    for (unsigned at = 0; at < ELEMENTS; ++at) {
      const unsigned number = function * ELEMENTS + at;
      const Complex integral = first[number * times + column];
      // -i step / 2, of both ends where they are alike
      const double half = s.step / 2 * (s.last ? 1 : 2);
      x[at] = from[number * times + column] + Complex{half * integral.im, -half * integral.re};
    }
    multiply_matrices(value, e, x);
    for (unsigned at = 0; at < ELEMENTS; ++at) {
      const unsigned number = function * ELEMENTS + at;
      Complex sum = value[at];
      if (s.last) {
        const Complex integral = last[number * columns + column];
        sum = sum + Complex{s.step / 2 * integral.im, -s.step / 2 * integral.re};
      }
      to[number * columns + column] = sum;
    }
  }
}

// G -> K G K^+ on the row of a time.
struct Kicked {
  Complex* rows;
  const Complex* matrix;  // [a][b]
  unsigned points, row;
};

extern "C" __global__ void __launch_bounds__(GRID_THREADS)
    kick_row(const __grid_constant__ Kicked k) {
  const unsigned times = k.row + 1;
  const Long task = (Long)blockIdx.x * GRID_THREADS + threadIdx.x, point = task / times;
  if (point >= k.points) return;
  const unsigned column = task % times;
  Complex* const x = k.rows + place_of(k.row, k.points, point);
  Complex turn[ELEMENTS], values[ELEMENTS], turned[ELEMENTS];
  for (unsigned at = 0; at < ELEMENTS; ++at) turn[at] = k.matrix[at];
  for (unsigned function = 0; function < 2; ++function) {
    for (unsigned at = 0; at < ELEMENTS; ++at)
      values[at] = x[(function * ELEMENTS + at) * times + column];
    multiply_matrices(turned, turn, values);
    if (column == k.row) {
      for (unsigned a = 0; a < BANDS; ++a) {
        for (unsigned b = 0; b < BANDS; ++b) {
          Complex sum = {0, 0};
          for (unsigned s = 0; s < BANDS; ++s)
            sum = sum + turned[a * BANDS + s] * conj(turn[b * BANDS + s]);
          values[a * BANDS + b] = sum;
        }
      }
    }
    for (unsigned at = 0; at < ELEMENTS; ++at)
      x[(function * ELEMENTS + at) * times + column] = column == k.row ? values[at] : turned[at];
  }
}

// rho at a time, and of each point half of Im tr of numbers that stand as L of the row.
struct Corner {
  const Complex* numbers;  // of the row
  Complex* density;        // [point][element], or null
  double* traces;          // [point], or null
  unsigned points, row;
};

extern "C" __global__ void __launch_bounds__(GRID_THREADS)
    read_corner(const __grid_constant__ Corner c) {
  const Long point = (Long)blockIdx.x * GRID_THREADS + threadIdx.x;
  if (point >= c.points) return;
  const unsigned times = c.row + 1;
  const Complex* const lesser = c.numbers + point * 2 * ELEMENTS * times + c.row;
  double trace = 0;
  for (unsigned at = 0; at < ELEMENTS; ++at) {
    const Complex value = lesser[(Long)at * times];
    if (c.density) c.density[point * ELEMENTS + at] = {value.im, -value.re};
    if (at / BANDS == at % BANDS) trace += value.im;
  }
  if (c.traces) c.traces[point] = trace / 2;
}
