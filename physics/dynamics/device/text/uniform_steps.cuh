// From a row to the next one, kicks, and what is read of a row.
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
  const Long of_column = place_in_row(0, column);
  Complex* const to = s.rows + place_of(s.row + 1, s.points, point) + of_column;
  const Complex* const last = s.last + point * numbers_in_row(s.row + 1) + of_column;
  Complex e[ELEMENTS], x[ELEMENTS], own[ELEMENTS], value[ELEMENTS], turned[ELEMENTS];
  for (unsigned at = 0; at < ELEMENTS; ++at) e[at] = s.evolution[point * ELEMENTS + at];
  if (column == times) {
    // rho = E rho E^+ - (step / 2) (E C E^+ + C of the last end), C = I + I^+
    const Long corner = place_in_row(0, s.row);
    const Complex *const from = s.rows + place_of(s.row, s.points, point) + corner,
                         *const first = s.first + point * numbers_in_row(s.row) + corner;
    for (unsigned a = 0; a < BANDS; ++a) {
      for (unsigned b = 0; b < BANDS; ++b) {
        const Complex lesser = from[(a * BANDS + b) * OCTET];
        const Complex loss = first[(a * BANDS + b) * OCTET] + conj(first[(b * BANDS + a) * OCTET]);
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
          const Complex loss = last[(a * BANDS + b) * OCTET] + conj(last[(b * BANDS + a) * OCTET]);
          rho = rho - s.step / 2 * loss;
        }
        to[(a * BANDS + b) * OCTET] = {-rho.im, rho.re};
        to[(ELEMENTS + a * BANDS + b) * OCTET] = {0, a == b ? -1. : 0.};
      }
    }
    return;
  }
  const Complex *const from = s.rows + place_of(s.row, s.points, point) + of_column,
                       *const first = s.first + point * numbers_in_row(s.row) + of_column;
  for (unsigned function = 0; function < 2; ++function) {
    for (unsigned at = 0; at < ELEMENTS; ++at) {
      const unsigned number = function * ELEMENTS + at;
      const Complex integral = first[number * OCTET];
      // -i step / 2, of both ends where they are alike
      const double half = s.step / 2 * (s.last ? 1 : 2);
      x[at] = from[number * OCTET] + Complex{half * integral.im, -half * integral.re};
    }
    multiply_matrices(value, e, x);
    for (unsigned at = 0; at < ELEMENTS; ++at) {
      const unsigned number = function * ELEMENTS + at;
      Complex sum = value[at];
      if (s.last) {
        const Complex integral = last[number * OCTET];
        sum = sum + Complex{s.step / 2 * integral.im, -s.step / 2 * integral.re};
      }
      to[number * OCTET] = sum;
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
  Complex* const x = k.rows + place_of(k.row, k.points, point) + place_in_row(0, column);
  Complex turn[ELEMENTS], values[ELEMENTS], turned[ELEMENTS];
  for (unsigned at = 0; at < ELEMENTS; ++at) turn[at] = k.matrix[at];
  for (unsigned function = 0; function < 2; ++function) {
    for (unsigned at = 0; at < ELEMENTS; ++at) values[at] = x[(function * ELEMENTS + at) * OCTET];
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
      x[(function * ELEMENTS + at) * OCTET] = column == k.row ? values[at] : turned[at];
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
  const Complex* const lesser = c.numbers + point * numbers_in_row(c.row) + place_in_row(0, c.row);
  double trace = 0;
  for (unsigned at = 0; at < ELEMENTS; ++at) {
    const Complex value = lesser[at * OCTET];
    if (c.density) c.density[point * ELEMENTS + at] = {value.im, -value.re};
    if (at / BANDS == at % BANDS) trace += value.im;
  }
  if (c.traces) c.traces[point] = trace / 2;
}
