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
INLINE void add(Sums<N> &sums, const Lanes<N> &lanes, const float *factor) {
  sums.part[First] += lanes.part[First] * factor[0];
  if constexpr (First + 1 < N) add<N, First + 1>(sums, lanes, factor);
}
template <int N>
INLINE Vector value(const Sums<N> &sums, int n) {
  return sums.part[n];
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
  unsigned offset[line_count + 24];
};
constexpr Lines lines_of_tile() {
  Lines lines = {};
  for (long at = 0; at < line_count + 24; ++at) {
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
  // 12 positions, 2 of 2 columns at once, sums of 2.
  for (long j0 = 0; j0 < 12; ++j0) {
    const float* from = array + j0 * 64;
    const float* b = numbers[0];
    float* const to = near + j0 * 128;
    Sums<4> c0 = {}, c1 = {};
    fetch<4>(array, later, line);
    const Lanes<4> a0 = read<4>(from);
    add(c0, a0, b);
    add(c1, a0, b + 1);
    const Lanes<4> a1 = read<4>(from + 768);
    add(c0, a1, b + 2);
    add(c1, a1, b + 3);
    write<4>(to, c0);
    write<4>(to + 64, c1);
  }
  // 2 positions, 2 of 2 columns at once, sums of 12.
  for (long j0 = 0; j0 < 2; ++j0) {
    const float* from = near + j0 * 64;
    const float* b = numbers[1];
    float* const to = result + j0 * 32768;
    Sums<4> c0 = {}, c1 = {};
    fetch<24>(array, later, line);
    const Lanes<4> a0 = read<4>(from);
    add(c0, a0, b);
    add(c1, a0, b + 1);
    const Lanes<4> a1 = read<4>(from + 128);
    add(c0, a1, b + 2);
    add(c1, a1, b + 3);
    const Lanes<4> a2 = read<4>(from + 256);
    add(c0, a2, b + 4);
    add(c1, a2, b + 5);
    const Lanes<4> a3 = read<4>(from + 384);
    add(c0, a3, b + 6);
    add(c1, a3, b + 7);
    const Lanes<4> a4 = read<4>(from + 512);
    add(c0, a4, b + 8);
    add(c1, a4, b + 9);
    const Lanes<4> a5 = read<4>(from + 640);
    add(c0, a5, b + 10);
    add(c1, a5, b + 11);
    const Lanes<4> a6 = read<4>(from + 768);
    add(c0, a6, b + 12);
    add(c1, a6, b + 13);
    const Lanes<4> a7 = read<4>(from + 896);
    add(c0, a7, b + 14);
    add(c1, a7, b + 15);
    const Lanes<4> a8 = read<4>(from + 1024);
    add(c0, a8, b + 16);
    add(c1, a8, b + 17);
    const Lanes<4> a9 = read<4>(from + 1152);
    add(c0, a9, b + 18);
    add(c1, a9, b + 19);
    const Lanes<4> a10 = read<4>(from + 1280);
    add(c0, a10, b + 20);
    add(c1, a10, b + 21);
    const Lanes<4> a11 = read<4>(from + 1408);
    add(c0, a11, b + 22);
    add(c1, a11, b + 23);
    write<4>(to, c0);
    write<4>(to + 16384, c1);
  }
}
