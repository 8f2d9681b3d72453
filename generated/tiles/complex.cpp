#define INLINE static inline __attribute__((always_inline))

typedef double Vector __attribute__((vector_size(32), aligned(sizeof(double))));
typedef double Line __attribute__((vector_size(32)));
constexpr long vector_numbers = sizeof(Vector) / sizeof(double);
// Lanes come in groups of so many vectors.
constexpr int group = 2;

// Functions call themselves for one vector after the other: compilers take several times as long for loops that they unroll.
// Whether the n-th of N vectors has fewer numbers in an array, of so many numbers in a row.
template <int N, long Numbers>
INLINE bool is_cut(int n) {
  return n + 1 == N && Numbers < N * vector_numbers;
}
// The n-th of N vectors of a row. What lies behind the row is not read: of a cut vector, the one that ends with the row is read and turned.
template <int N, long Numbers>
INLINE Vector vector_at(const double *from, int n) {
  if (!is_cut<N, Numbers>(n)) return *(const Vector *)(from + n * vector_numbers);
  const Vector last = *(const Vector *)(from + Numbers - vector_numbers);
  return __builtin_shufflevector(last, last, 0, 1, 2, 3);
}
// Factors of a loop that registers do not hold: compilers would read them before it, and keep them in memory as vectors.
INLINE const double *where_used(const double *factors) {
  asm volatile("" : "+r"(factors));
  return factors;
}

// Real and imaginary parts in vectors of their own. Arrays of elements have them in turn; between steps they stay apart.
template <int N>
struct Lanes {
  Vector re[N], im[N];
};
template <int N>
using Sums = Lanes<N>;

template <int N, int First = 0>
INLINE void read_from(Lanes<N> &lanes, const double *from) {
  const Vector first = *(const Vector *)(from + group * First * vector_numbers),
               second = *(const Vector *)(from + (group * First + 1) * vector_numbers);
  lanes.re[First] = __builtin_shufflevector(first, second, 0, 4, 2, 6);
  lanes.im[First] = __builtin_shufflevector(first, second, 1, 5, 3, 7);
  if constexpr (First + 1 < N) read_from<N, First + 1>(lanes, from);
}
template <int N>
INLINE Lanes<N> read(const double *from) {
  Lanes<N> lanes;
  read_from(lanes, from);
  return lanes;
}
template <int N, int First = 0>
INLINE void read_parts_from(Lanes<N> &lanes, const double *from) {
  lanes.re[First] = *(const Vector *)(from + group * First * vector_numbers);
  lanes.im[First] = *(const Vector *)(from + (group * First + 1) * vector_numbers);
  if constexpr (First + 1 < N) read_parts_from<N, First + 1>(lanes, from);
}
template <int N>
INLINE Lanes<N> read_parts(const double *from) {
  Lanes<N> lanes;
  read_parts_from(lanes, from);
  return lanes;
}
template <int N, int First = 0>
INLINE void clear(Sums<N> &sums) {
  sums.re[First] = sums.im[First] = -Vector{};
  if constexpr (First + 1 < N) clear<N, First + 1>(sums);
}
template <int N, int First = 0>
INLINE void add_real(Sums<N> &sums, const Lanes<N> &lanes, const double *factor) {
  sums.re[First] += lanes.re[First] * factor[0];
  sums.im[First] += lanes.im[First] * factor[0];
  if constexpr (First + 1 < N) add_real<N, First + 1>(sums, lanes, factor);
}
template <int N, int First = 0>
INLINE void add_imaginary(Sums<N> &sums, const Lanes<N> &lanes, const double *factor) {
  sums.re[First] -= lanes.im[First] * factor[1];
  sums.im[First] += lanes.re[First] * factor[1];
  if constexpr (First + 1 < N) add_imaginary<N, First + 1>(sums, lanes, factor);
}
template <int N>
INLINE void add(Sums<N> &sums, const Lanes<N> &lanes, const double *factor) {
  add_real(sums, lanes, factor);
  add_imaginary(sums, lanes, factor);
}
template <int N>
INLINE Vector value(const Sums<N> &sums, int n) {
  const Vector re = sums.re[n / group], im = sums.im[n / group];
  return n % group == 0 ? __builtin_shufflevector(re, im, 0, 4, 2, 6)
                        : __builtin_shufflevector(re, im, 1, 5, 3, 7);
}
template <int N, int First = 0>
INLINE void write_parts(double *to, const Sums<N> &sums) {
  *(Vector *)(to + group * First * vector_numbers) = sums.re[First];
  *(Vector *)(to + (group * First + 1) * vector_numbers) = sums.im[First];
  if constexpr (First + 1 < N) write_parts<N, First + 1>(to, sums);
}

// Three real products for a complex one: (a + ib)(c + id) = t - b (c + d) + i (t + a (d - c)), t = c (a + b).
// Factors are c, c + d, d - c. The sums of the three products stay apart up to the end.
template <int N>
struct ThreeLanes {
  Lanes<N> parts;
  Vector both[N];
};
template <int N>
struct ThreeSums {
  Vector both[N], re[N], im[N];
};

template <int N, int First = 0>
INLINE void add_parts(ThreeLanes<N> &lanes) {
  lanes.both[First] = lanes.parts.re[First] + lanes.parts.im[First];
  if constexpr (First + 1 < N) add_parts<N, First + 1>(lanes);
}
template <int N>
INLINE ThreeLanes<N> with_both(const Lanes<N> &parts) {
  ThreeLanes<N> lanes;
  lanes.parts = parts;
  add_parts(lanes);
  return lanes;
}
template <int N, int First = 0>
INLINE void clear(ThreeSums<N> &sums) {
  sums.both[First] = sums.re[First] = sums.im[First] = -Vector{};
  if constexpr (First + 1 < N) clear<N, First + 1>(sums);
}
template <int N>
INLINE ThreeSums<N> nothing_of_three() {
  ThreeSums<N> sums;
  clear(sums);
  return sums;
}
template <int N, int First = 0>
INLINE void add(ThreeSums<N> &sums, const ThreeLanes<N> &lanes, const double *factor) {
  sums.both[First] += lanes.both[First] * factor[0];
  sums.re[First] -= lanes.parts.im[First] * factor[1];
  sums.im[First] += lanes.parts.re[First] * factor[2];
  if constexpr (First + 1 < N) add<N, First + 1>(sums, lanes, factor);
}
template <int N, int First = 0>
INLINE void end_parts(Sums<N> &parts, const ThreeSums<N> &sums) {
  parts.re[First] = sums.both[First] + sums.re[First];
  parts.im[First] = sums.both[First] + sums.im[First];
  if constexpr (First + 1 < N) end_parts<N, First + 1>(parts, sums);
}
template <int N>
INLINE Sums<N> ended(const ThreeSums<N> &sums) {
  Sums<N> parts;
  end_parts(parts, sums);
  return parts;
}

// A sum before its first product: -0, to which a product is added by being multiplied alone.
template <int N>
INLINE Sums<N> nothing() {
  Sums<N> sums;
  clear(sums);
  return sums;
}
// A cut vector is written with numbers of the one before, so that it ends with the row.
template <int N, long Numbers = N * group * vector_numbers, int First = 0>
INLINE void write(double *to, const Sums<N> &sums) {
  if (is_cut<N * group, Numbers>(First))
    *(Vector *)(to + Numbers - vector_numbers) =
        __builtin_shufflevector(value(sums, First - 1), value(sums, First), 0, 1, 2, 3);
  else
    *(Vector *)(to + First * vector_numbers) = value(sums, First);
  if constexpr (First + 1 < N * group) write<N, Numbers, First + 1>(to, sums);
}
// Past the caches.
template <int N, int First = 0>
INLINE void stream(double *to, const Sums<N> &sums) {
  __builtin_nontemporal_store((Line)value(sums, First), (Line *)(to + First * vector_numbers));
  if constexpr (First + 1 < N * group) stream<N, First + 1>(to, sums);
}
template <long Numbers>
INLINE void stream_lines(double *to, const double *from) {
  for (long n = 0; n < Numbers; n += vector_numbers)
    __builtin_nontemporal_store(*(const Line *)(from + n), (Line *)(to + n));
}

// Where the lines of a tile begin, in the order in which it reads them; the first ones stand behind the last ones once more.
constexpr long line_count = 384;
struct Lines {
  unsigned offset[line_count + 6];
};
constexpr Lines lines_of_tile() {
  Lines lines = {};
  for (long at = 0; at < line_count + 6; ++at) {
    const unsigned line = at % line_count;
    lines.offset[at] = line % 16 * 8 + line / 16 % 2 * 1536 + line / 32 % 12 * 128;
  }
  return lines;
}
static constexpr Lines lines = lines_of_tile();

template <int N, int First = 0>
INLINE void fetch_at(const double *tile, const unsigned *offset) {
  __builtin_prefetch(tile + offset[First], 0, 2);
  if constexpr (First + 1 < N) fetch_at<N, First + 1>(tile, offset);
}
// The next lines of a tile, or, where all of its own are fetched, of the next one.
template <int N>
INLINE void fetch(const double *array, const double *later, long &line) {
  if (line >= line_count + 352) return;
  const bool is_next = line >= line_count;
  fetch_at<N>(is_next ? later : array, lines.offset + (is_next ? line - line_count : line));
  line += N;
}

extern "C" void tile_steps(const double* array, double* result, double* tile, double* next_tile,
                           const double* const* numbers, const double* later) {
  long line = 352;
  for (long i0 = 0; i0 < 12; ++i0) {
    // 1 position, 2 of 2 columns at once, sums of 2.
    for (long lane = 0; lane < 128; lane += 16) {
      const double* from = array + i0 * 128 + lane;
      const double* b = where_used(numbers[0]);
      double* const to = tile + i0 * 272 + lane;
      Sums<2> c0 = nothing<2>();
      Sums<2> c1 = nothing<2>();
      fetch<2>(array, later, line);
      const Lanes<2> a0 = read<2>(from);
      add(c0, a0, b);
      add(c1, a0, b + 2);
      const Lanes<2> a1 = read<2>(from + 1536);
      add(c0, a1, b + 4);
      add(c1, a1, b + 6);
      write_parts<2>(to, c0);
      write_parts<2>(to + 136, c1);
    }
  }
  for (long i0 = 0; i0 < 2; ++i0) {
    // 1 position, 2 of 2 columns at once, sums of 12.
    for (long lane = 0; lane < 128; lane += 8) {
      const double* from = tile + i0 * 136 + lane;
      const double* b = where_used(numbers[1]);
      double* const to = result + i0 * 65536 + lane;
      ThreeSums<1> c0 = nothing_of_three<1>();
      ThreeSums<1> c1 = nothing_of_three<1>();
      fetch<6>(array, later, line);
      const ThreeLanes<1> a0 = with_both(read_parts<1>(from));
      add(c0, a0, b);
      add(c1, a0, b + 3);
      const ThreeLanes<1> a1 = with_both(read_parts<1>(from + 272));
      add(c0, a1, b + 6);
      add(c1, a1, b + 9);
      const ThreeLanes<1> a2 = with_both(read_parts<1>(from + 544));
      add(c0, a2, b + 12);
      add(c1, a2, b + 15);
      const ThreeLanes<1> a3 = with_both(read_parts<1>(from + 816));
      add(c0, a3, b + 18);
      add(c1, a3, b + 21);
      const ThreeLanes<1> a4 = with_both(read_parts<1>(from + 1088));
      add(c0, a4, b + 24);
      add(c1, a4, b + 27);
      const ThreeLanes<1> a5 = with_both(read_parts<1>(from + 1360));
      add(c0, a5, b + 30);
      add(c1, a5, b + 33);
      const ThreeLanes<1> a6 = with_both(read_parts<1>(from + 1632));
      add(c0, a6, b + 36);
      add(c1, a6, b + 39);
      const ThreeLanes<1> a7 = with_both(read_parts<1>(from + 1904));
      add(c0, a7, b + 42);
      add(c1, a7, b + 45);
      const ThreeLanes<1> a8 = with_both(read_parts<1>(from + 2176));
      add(c0, a8, b + 48);
      add(c1, a8, b + 51);
      const ThreeLanes<1> a9 = with_both(read_parts<1>(from + 2448));
      add(c0, a9, b + 54);
      add(c1, a9, b + 57);
      const ThreeLanes<1> a10 = with_both(read_parts<1>(from + 2720));
      add(c0, a10, b + 60);
      add(c1, a10, b + 63);
      const ThreeLanes<1> a11 = with_both(read_parts<1>(from + 2992));
      add(c0, a11, b + 66);
      add(c1, a11, b + 69);
      write<1>(to, ended(c0));
      write<1>(to + 32768, ended(c1));
    }
  }
}
