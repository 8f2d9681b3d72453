#define INLINE static inline __attribute__((always_inline))

typedef float Vector __attribute__((vector_size(64), aligned(sizeof(float))));
typedef float Line __attribute__((vector_size(64)));
constexpr long vector_numbers = sizeof(Vector) / sizeof(float);
// Lanes come in groups of so many vectors.
constexpr int group = 1;

// Functions call themselves for one vector after the other: compilers take several times as long for loops that they unroll.
// Whether the n-th of N vectors has fewer numbers in an array, of so many numbers in a row.
template <int N, long Numbers>
INLINE bool is_cut(int n) {
  return n + 1 == N && Numbers < N * vector_numbers;
}
// The n-th of N vectors of a row. What lies behind the row is not read: of a cut vector, the one that ends with the row is read and turned.
template <int N, long Numbers>
INLINE Vector vector_at(const float *from, int n) {
  if (!is_cut<N, Numbers>(n)) return *(const Vector *)(from + n * vector_numbers);
  const Vector last = *(const Vector *)(from + Numbers - vector_numbers);
  return __builtin_shufflevector(last, last, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
// Factors of a loop that registers do not hold: compilers would read them before it, and keep them in memory as vectors.
INLINE const float *where_used(const float *factors) {
  asm volatile("" : "+r"(factors));
  return factors;
}

template <int N>
struct Lanes {
  Vector part[N];
};
template <int N>
using Sums = Lanes<N>;

template <int N, long Numbers, int First = 0>
INLINE void read_from(Lanes<N> &lanes, const float *from) {
  lanes.part[First] = vector_at<N, Numbers>(from, First);
  if constexpr (First + 1 < N) read_from<N, Numbers, First + 1>(lanes, from);
}
template <int N, long Numbers = N * vector_numbers>
INLINE Lanes<N> read(const float *from) {
  Lanes<N> lanes;
  read_from<N, Numbers>(lanes, from);
  return lanes;
}
template <int N, int First = 0>
INLINE void clear(Sums<N> &sums) {
  sums.part[First] = -Vector{};
  if constexpr (First + 1 < N) clear<N, First + 1>(sums);
}
template <int N, int First = 0>
INLINE void add(Sums<N> &sums, const Lanes<N> &lanes, const float *factor) {
  sums.part[First] += lanes.part[First] * factor[0];
  if constexpr (First + 1 < N) add<N, First + 1>(sums, lanes, factor);
}
template <int N>
INLINE Vector value(const Sums<N> &sums, int n) {
  return sums.part[n];
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
INLINE void write(float *to, const Sums<N> &sums) {
  if (is_cut<N * group, Numbers>(First))
    *(Vector *)(to + Numbers - vector_numbers) =
        __builtin_shufflevector(value(sums, First - 1), value(sums, First), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  else
    *(Vector *)(to + First * vector_numbers) = value(sums, First);
  if constexpr (First + 1 < N * group) write<N, Numbers, First + 1>(to, sums);
}
// Past the caches.
template <int N, int First = 0>
INLINE void stream(float *to, const Sums<N> &sums) {
  __builtin_nontemporal_store((Line)value(sums, First), (Line *)(to + First * vector_numbers));
  if constexpr (First + 1 < N * group) stream<N, First + 1>(to, sums);
}
template <long Numbers>
INLINE void stream_lines(float *to, const float *from) {
  for (long n = 0; n < Numbers; n += vector_numbers)
    __builtin_nontemporal_store(*(const Line *)(from + n), (Line *)(to + n));
}

// Where the lines of a tile begin, in the order in which it reads them; the first ones stand behind the last ones once more.
constexpr long line_count = 96;
struct Lines {
  unsigned offset[line_count + 6];
};
constexpr Lines lines_of_tile() {
  Lines lines = {};
  for (long at = 0; at < line_count + 6; ++at) {
    const unsigned line = at % line_count;
    lines.offset[at] = line % 96 * 16;
  }
  return lines;
}
static constexpr Lines lines = lines_of_tile();

template <int N, int First = 0>
INLINE void fetch_at(const float *tile, const unsigned *offset) {
  __builtin_prefetch(tile + offset[First], 0, 2);
  if constexpr (First + 1 < N) fetch_at<N, First + 1>(tile, offset);
}
// The next lines of a tile, or, where all of its own are fetched, of the next one.
template <int N>
INLINE void fetch(const float *array, const float *later, long &line) {
  if (line >= line_count + 96) return;
  const bool is_next = line >= line_count;
  fetch_at<N>(is_next ? later : array, lines.offset + (is_next ? line - line_count : line));
  line += N;
}

extern "C" void tile_steps(const float* array, float* result, float* tile, float* next_tile,
                           const float* const* numbers, const float* later) {
  alignas(64) float near[1536];
  long line = 96;
  // 12 positions, 2 of 2 columns in turn, sums of 2.
  for (long j0 = 0; j0 < 12; ++j0) {
    for (long lane = 0; lane < 64; lane += 32) {
      const float* from = array + j0 * 64 + lane;
      const float* b = numbers[0];
      float* const to = near + j0 * 128 + lane;
      fetch<2>(array, later, line);
      const Lanes<2> a0 = read<2>(from);
      const Lanes<2> a1 = read<2>(from + 768);
      Sums<2> c0 = nothing<2>();
      add(c0, a0, b);
      add(c0, a1, b + 2);
      write<2>(to, c0);
      Sums<2> c1 = nothing<2>();
      add(c1, a0, b + 1);
      add(c1, a1, b + 3);
      write<2>(to + 64, c1);
    }
  }
  // 2 positions, 2 of 2 columns in turn, sums of 12.
  for (long j0 = 0; j0 < 2; ++j0) {
    for (long lane = 0; lane < 64; lane += 16) {
      const float* from = near + j0 * 64 + lane;
      const float* b = where_used(numbers[1]);
      float* const to = result + j0 * 32768 + lane;
      fetch<6>(array, later, line);
      const Lanes<1> a0 = read<1>(from);
      const Lanes<1> a1 = read<1>(from + 128);
      const Lanes<1> a2 = read<1>(from + 256);
      const Lanes<1> a3 = read<1>(from + 384);
      const Lanes<1> a4 = read<1>(from + 512);
      const Lanes<1> a5 = read<1>(from + 640);
      const Lanes<1> a6 = read<1>(from + 768);
      const Lanes<1> a7 = read<1>(from + 896);
      const Lanes<1> a8 = read<1>(from + 1024);
      const Lanes<1> a9 = read<1>(from + 1152);
      const Lanes<1> a10 = read<1>(from + 1280);
      const Lanes<1> a11 = read<1>(from + 1408);
      Sums<1> c0 = nothing<1>();
      add(c0, a0, b);
      add(c0, a1, b + 2);
      add(c0, a2, b + 4);
      add(c0, a3, b + 6);
      add(c0, a4, b + 8);
      add(c0, a5, b + 10);
      add(c0, a6, b + 12);
      add(c0, a7, b + 14);
      add(c0, a8, b + 16);
      add(c0, a9, b + 18);
      add(c0, a10, b + 20);
      add(c0, a11, b + 22);
      write<1>(to, c0);
      Sums<1> c1 = nothing<1>();
      add(c1, a0, b + 1);
      add(c1, a1, b + 3);
      add(c1, a2, b + 5);
      add(c1, a3, b + 7);
      add(c1, a4, b + 9);
      add(c1, a5, b + 11);
      add(c1, a6, b + 13);
      add(c1, a7, b + 15);
      add(c1, a8, b + 17);
      add(c1, a9, b + 19);
      add(c1, a10, b + 21);
      add(c1, a11, b + 23);
      write<1>(to + 16384, c1);
    }
  }
}
