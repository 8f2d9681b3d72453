// Fourier transforms of arrays over the points of a grid, by the threads of a block, in place. Forward, (1/N) sum_k exp(+ikR), by decimation in
// frequency, which leaves frequencies in another order; the inverse, sum_R exp(-ikR), takes them from there and leaves numbers in their
// natural order. `roots` has exp(2 pi i j / n) for every axis of n points, one after the other.

// Eight lanes that read whole numbers side by side, or at distances of a power of two, find them in different banks.
__device__ inline unsigned spread(unsigned point) { return point + point / 8 + point / 64 * 4; }

// Tasks of a block, whose number compilers know, shared among its threads.
template <unsigned TASKS, class Action>
__device__ inline void for_all(Action action) {
#pragma unroll 8
  for (unsigned round = 0; round < (TASKS + THREADS - 1) / THREADS; ++round) {
    const unsigned task = threadIdx.x + round * THREADS;
    if (TASKS % THREADS == 0 || task < TASKS) action(task);
  }
}

__device__ inline Complex times(Complex a, Complex b) {
  return {fma(a.re, b.re, -(a.im * b.im)), fma(a.re, b.im, a.im * b.re)};
}
// i a forward, -i a inverse.
template <int SIGN>
__device__ inline Complex turned(Complex a) {
  return SIGN > 0 ? Complex{-a.im, a.re} : Complex{a.im, -a.re};
}
template <int SIGN>
__device__ inline Complex root(Complex value) {
  return {value.re, SIGN > 0 ? value.im : -value.im};
}

// x[r] becomes sum_q x[q] exp(SIGN 2 pi i q r / RADIX). AXIS is a multiple of RADIX.
template <int RADIX, int AXIS, int SIGN>
struct Fourier {
  static __device__ inline void transform(Complex (&x)[RADIX], const Complex *roots) {
    Complex y[RADIX];
    for (int r = 0; r < RADIX; ++r) {
      Complex sum = x[0];
      for (int q = 1; q < RADIX; ++q) {
        const Complex product = times(x[q], root<SIGN>(roots[q * r % RADIX * (AXIS / RADIX)]));
        sum = {sum.re + product.re, sum.im + product.im};
      }
      y[r] = sum;
    }
    for (int r = 0; r < RADIX; ++r) x[r] = y[r];
  }
};
template <int SIGN>
__device__ inline void two(Complex &a, Complex &b) {
  const Complex sum = {a.re + b.re, a.im + b.im};
  b = {a.re - b.re, a.im - b.im};
  a = sum;
}
template <int SIGN>
__device__ inline void four(Complex &a, Complex &b, Complex &c, Complex &d) {
  two<SIGN>(a, c);
  two<SIGN>(b, d);
  d = turned<SIGN>(d);
  two<SIGN>(a, b);
  two<SIGN>(c, d);
  // a, b, c, d have frequencies 0, 2, 1, 3.
  const Complex second = b;
  b = c;
  c = second;
}
template <int AXIS, int SIGN>
struct Fourier<2, AXIS, SIGN> {
  static __device__ inline void transform(Complex (&x)[2], const Complex *) {
    two<SIGN>(x[0], x[1]);
  }
};
template <int AXIS, int SIGN>
struct Fourier<4, AXIS, SIGN> {
  static __device__ inline void transform(Complex (&x)[4], const Complex *) {
    four<SIGN>(x[0], x[1], x[2], x[3]);
  }
};
template <int AXIS, int SIGN>
struct Fourier<8, AXIS, SIGN> {
  static __device__ inline void transform(Complex (&x)[8], const Complex *) {
    constexpr double half = 0.70710678118654752440;
    four<SIGN>(x[0], x[2], x[4], x[6]);
    four<SIGN>(x[1], x[3], x[5], x[7]);
    x[3] = {half * (x[3].re - SIGN * x[3].im), half * (x[3].im + SIGN * x[3].re)};
    x[5] = turned<SIGN>(x[5]);
    x[7] = {-half * (x[7].re + SIGN * x[7].im), half * (SIGN * x[7].re - x[7].im)};
    // Even parts stand at 0, 2, 4, 6, odd ones behind them.
    Complex even[4] = {x[0], x[2], x[4], x[6]}, odd[4] = {x[1], x[3], x[5], x[7]};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      x[k] = {even[k].re + odd[k].re, even[k].im + odd[k].im};
      x[k + 4] = {even[k].re - odd[k].re, even[k].im - odd[k].im};
    }
  }
};
template <int AXIS, int SIGN>
struct Fourier<16, AXIS, SIGN> {
  static __device__ inline void transform(Complex (&x)[16], const Complex *) {
    constexpr double half = 0.70710678118654752440, c = 0.92387953251128675613,
                     s = 0.38268343236508977173;
    const Complex of[10] = {{1, 0},         {c, SIGN * s},  {half, SIGN * half},  {s, SIGN * c},
                            {0, SIGN * 1.}, {-s, SIGN * c}, {-half, SIGN * half}, {-c, SIGN * s},
                            {-1, 0},        {-c, SIGN * -s}};
#pragma unroll
    for (int first = 0; first < 4; ++first) {
      four<SIGN>(x[first], x[first + 4], x[first + 8], x[first + 12]);
#pragma unroll
      for (int k = 1; k < 4 && first > 0; ++k)
        x[first + 4 * k] = first * k == 4 ? turned<SIGN>(x[first + 4 * k])
                                          : times(x[first + 4 * k], of[first * k]);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) four<SIGN>(x[4 * k], x[4 * k + 1], x[4 * k + 2], x[4 * k + 3]);
    // Frequency k + 4 l stands at 4 k + l.
#pragma unroll
    for (int k = 0; k < 4; ++k) {
#pragma unroll
      for (int l = k + 1; l < 4; ++l) {
        const Complex value = x[4 * k + l];
        x[4 * k + l] = x[4 * l + k];
        x[4 * l + k] = value;
      }
    }
  }
};

// x[r] becomes x[r] w^r, by few products after each other and with few numbers at once.
template <int RADIX>
__device__ inline void turn_by_powers(Complex (&x)[RADIX], Complex w) {
  const Complex second = times(w, w);
  const Complex powers[4] = {{1, 0}, w, second, times(second, w)}, fourth = times(second, second);
  Complex first = fourth;
#pragma unroll
  for (int r = 1; r < RADIX; ++r) {
    const Complex own = r < 4 ? powers[r] : r % 4 == 0 ? first : times(first, powers[r % 4]);
    x[r] = times(x[r], own);
    if (r > 4 && r % 4 == 3) first = times(first, fourth);
  }
}

// a and b become a + f b and a - f b.
__device__ inline void add_and_subtract(Complex &a, Complex &b, Complex f) {
  const Complex sum = {fma(f.re, b.re, fma(-f.im, b.im, a.re)),
                       fma(f.re, b.im, fma(f.im, b.re, a.im))};
  b = {fma(2., a.re, -sum.re), fma(2., a.im, -sum.im)};
  a = sum;
}

// x[r] becomes sum_q x[q] w^q exp(SIGN 2 pi i q r / RADIX), by decimation in time; RADIX is a power of two up to 32. Powers of w are parts of the factors
// of sums and differences, so that they cost no products of their own. Without TURNS w is 1.
template <int RADIX, int SIGN, bool TURNS>
__device__ inline void transform_turned(Complex (&x)[RADIX], Complex w) {
  // Cosines and sines of multiples of pi / 16.
  constexpr double c1 = 0.98078528040323044913, s1 = 0.19509032201612826785,
                   c2 = 0.92387953251128675613, s2 = 0.38268343236508977173,
                   c3 = 0.83146961230254523708, s3 = 0.55557023301960222474,
                   half = 0.70710678118654752440;
  const Complex roots[8] = {{1, 0},          {c1, SIGN * s1},     {c2, SIGN * s2},
                            {c3, SIGN * s3}, {half, SIGN * half}, {s3, SIGN * c3},
                            {s2, SIGN * c2}, {s1, SIGN * c1}};
  Complex y[RADIX];
#pragma unroll
  for (int q = 0; q < RADIX; ++q) {
    int turned_bits = 0;
#pragma unroll
    for (int bit = 1; bit < RADIX; bit *= 2) turned_bits = 2 * turned_bits + (q & bit ? 1 : 0);
    y[q] = x[turned_bits];
  }
  // w to the powers RADIX / 2, RADIX / 4, ..., 1.
  Complex powers[5];
#pragma unroll
  for (int level = 4; level >= 0; --level) {
    if ((2 << level) > RADIX) continue;
    powers[level] = (2 << level) == RADIX ? w : times(powers[level + 1], powers[level + 1]);
  }
#pragma unroll
  for (int level = 0; level < 5; ++level) {
    const int part = 1 << level, quarter = part > 1 ? part / 2 : 1;
    if (2 * part > RADIX) break;
#pragma unroll
    for (int k = 0; k < part; ++k) {
      // Those of the second half are i times those of the first one, or -i.
      const Complex root_of_k = roots[k % quarter * (16 / part)];
      const Complex first = !TURNS             ? root_of_k
                            : k % quarter == 0 ? powers[level]
                                               : times(powers[level], root_of_k);
      const Complex factor = k < quarter ? first : turned<SIGN>(first);
#pragma unroll
      for (int begin = 0; begin < RADIX; begin += 2 * part) {
        Complex &a = y[begin + k], &b = y[begin + k + part];
        if (TURNS || k % quarter > 0) {
          add_and_subtract(a, b, factor);
        } else {
          if (k > 0) b = turned<SIGN>(b);
          two<SIGN>(a, b);
        }
      }
    }
  }
#pragma unroll
  for (int q = 0; q < RADIX; ++q) x[q] = y[q];
}

// One pass over ARRAYS_OF arrays from `values` on: stretches of LENGTH points of an axis of AXIS points, STRIDE from point to point, are cut
// in RADIX. `scale`: of the first pass forward.
template <int RADIX, int LENGTH, int AXIS, int STRIDE, int SIGN, unsigned ARRAYS_OF>
__device__ inline void fourier_pass(Complex *values, const Complex *roots, double scale) {
  constexpr unsigned of_array = POINTS / RADIX, part = LENGTH / RADIX;
#pragma unroll 2
  for (unsigned round = 0; round < (ARRAYS_OF * of_array + THREADS - 1) / THREADS; ++round) {
    const unsigned task = threadIdx.x + round * THREADS;
    if (ARRAYS_OF * of_array % THREADS != 0 && task >= ARRAYS_OF * of_array) break;
    const unsigned array = task / of_array, own = task % of_array;
    const unsigned inner = own % STRIDE, j = own / STRIDE % part, outer = own / (STRIDE * part);
    const unsigned base = (outer * LENGTH + j) * STRIDE + inner;
    Complex *const from = values + array * APART;
    Complex x[RADIX];
#pragma unroll
    for (int q = 0; q < RADIX; ++q) x[q] = from[spread(base + q * (part * STRIDE))];
    if (SIGN < 0 && part > 1) turn_by_powers(x, root<SIGN>(roots[j * (AXIS / LENGTH)]));
    if (SIGN > 0 && LENGTH == AXIS) {
#pragma unroll
      for (int q = 0; q < RADIX; ++q) x[q] = {scale * x[q].re, scale * x[q].im};
    }
    Fourier<RADIX, AXIS, SIGN>::transform(x, roots);
    if (SIGN > 0 && part > 1) turn_by_powers(x, root<SIGN>(roots[j * (AXIS / LENGTH)]));
#pragma unroll
    for (int q = 0; q < RADIX; ++q) from[spread(base + q * (part * STRIDE))] = x[q];
  }
  block_sync();
}

// LENGTH points side by side of the arrays from `values` on, and back.
template <int ARRAYS_OF, int ALL, int LENGTH>
__device__ inline void read_stretches(Complex (&x)[ALL][LENGTH], const Complex *values,
                                      unsigned stretch) {
#pragma unroll
  for (int array = 0; array < ARRAYS_OF; ++array) {
#pragma unroll
    for (int q = 0; q < LENGTH; ++q)
      x[array][q] = values[array * APART + spread(stretch * LENGTH + q)];
  }
}
template <int ARRAYS_OF, int ALL, int LENGTH>
__device__ inline void write_stretches(Complex *values, const Complex (&x)[ALL][LENGTH],
                                       unsigned stretch) {
#pragma unroll
  for (int array = 0; array < ARRAYS_OF; ++array) {
#pragma unroll
    for (int q = 0; q < LENGTH; ++q)
      values[array * APART + spread(stretch * LENGTH + q)] = x[array][q];
  }
}
