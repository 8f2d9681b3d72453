#define INLINE static inline __attribute__((always_inline))

typedef double Vector __attribute__((vector_size(32), aligned(sizeof(double))));
typedef double Line __attribute__((vector_size(32)));
constexpr long vector_numbers = sizeof(Vector) / sizeof(double);

// Real and imaginary parts in turn.
template <int N>
struct Lanes {
  Vector part[N];
};
// Products with real and with imaginary parts of factors are summed apart.
template <int N>
struct Sums {
  Vector re[N], im[N];
};

template <int N>
INLINE Lanes<N> read(const double *from) {
  Lanes<N> lanes;
#pragma clang loop unroll(full)
  for (int n = 0; n < N; ++n) lanes.part[n] = *(const Vector *)(from + n * vector_numbers);
  return lanes;
}
template <int N>
INLINE void add(Sums<N> &sums, const Lanes<N> &lanes, const double *factor) {
#pragma clang loop unroll(full)
  for (int n = 0; n < N; ++n) {
    sums.re[n] += lanes.part[n] * factor[0];
    sums.im[n] += lanes.part[n] * factor[1];
  }
}
// (x + iy)(r + is) = xr - ys + i(yr + xs).
template <int N>
INLINE Vector value(const Sums<N> &sums, int n) {
  const Vector sign = {-1, 1, -1, 1};
  return sums.re[n] + __builtin_shufflevector(sums.im[n], sums.im[n], 1, 0, 3, 2) * sign;
}

template <int N>
INLINE void write(double *to, const Sums<N> &sums) {
#pragma clang loop unroll(full)
  for (int n = 0; n < N; ++n) *(Vector *)(to + n * vector_numbers) = value(sums, n);
}
// Past the caches.
template <int N>
INLINE void stream(double *to, const Sums<N> &sums) {
#pragma clang loop unroll(full)
  for (int n = 0; n < N; ++n)
    __builtin_nontemporal_store((Line)value(sums, n), (Line *)(to + n * vector_numbers));
}
template <int N>
INLINE void fetch(const double *from) {
#pragma clang loop unroll(full)
  for (unsigned long byte = 0; byte < N * sizeof(Vector); byte += 64)
    __builtin_prefetch((const char *)from + byte, 0, 2);
}

INLINE long read_at(unsigned long turn) { return turn * 128; }

extern "C" void tile_steps(const double* array, double* result, double* tile, double* next_tile,
                           const double* const* numbers, long next) {
  long turn = 0;
  for (long i0 = 0; i0 < 12; ++i0) {
    const double* const later = array + (turn < 8 ? read_at(turn + 4) : next + read_at(turn - 8));
    // 1 position, 1 of 2 columns at once, sums of 2.
    for (long n0 = 0; n0 < 2; ++n0) {
      for (long lane = 0; lane < 128; lane += 16) {
        const double* from = array + i0 * 128 + lane;
        const double* b = numbers[0] + n0 * 2;
        double* const to = tile + i0 * 272 + n0 * 136 + lane;
        const double* fetched = later + lane;
        Sums<4> c0 = {};
        if (n0 == 0) {
          fetch<4>(fetched);
          fetch<4>(fetched + 1536);
        }
        const Lanes<4> a0 = read<4>(from);
        add(c0, a0, b);
        const Lanes<4> a1 = read<4>(from + 1536);
        add(c0, a1, b + 4);
        write(to, c0);
      }
    }
    ++turn;
  }
  for (long i0 = 0; i0 < 2; ++i0) {
    // 1 position, 1 of 2 columns at once, sums of 12.
    for (long n0 = 0; n0 < 2; ++n0) {
      for (long lane = 0; lane < 128; lane += 16) {
        const double* from = tile + i0 * 136 + lane;
        const double* b = numbers[1] + n0 * 2;
        double* const to = result + i0 * 256 + n0 * 128 + lane;
        Sums<4> c0 = {};
        const Lanes<4> a0 = read<4>(from);
        add(c0, a0, b);
        const Lanes<4> a1 = read<4>(from + 272);
        add(c0, a1, b + 4);
        const Lanes<4> a2 = read<4>(from + 544);
        add(c0, a2, b + 8);
        const Lanes<4> a3 = read<4>(from + 816);
        add(c0, a3, b + 12);
        const Lanes<4> a4 = read<4>(from + 1088);
        add(c0, a4, b + 16);
        const Lanes<4> a5 = read<4>(from + 1360);
        add(c0, a5, b + 20);
        const Lanes<4> a6 = read<4>(from + 1632);
        add(c0, a6, b + 24);
        const Lanes<4> a7 = read<4>(from + 1904);
        add(c0, a7, b + 28);
        const Lanes<4> a8 = read<4>(from + 2176);
        add(c0, a8, b + 32);
        const Lanes<4> a9 = read<4>(from + 2448);
        add(c0, a9, b + 36);
        const Lanes<4> a10 = read<4>(from + 2720);
        add(c0, a10, b + 40);
        const Lanes<4> a11 = read<4>(from + 2992);
        add(c0, a11, b + 44);
        write(to, c0);
      }
    }
  }
}
