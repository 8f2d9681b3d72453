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
template <int N>
INLINE void fetch(const float *from) {
#pragma clang loop unroll(full)
  for (unsigned long byte = 0; byte < N * group * sizeof(Vector); byte += 64)
    __builtin_prefetch((const char *)from + byte, 0, 2);
}

extern "C" void tile_steps(const float* array, float* result, float* tile, float* next_tile,
                           const float* const* numbers, long next) {
  alignas(64) float near[1536];
  const float* const later = array + next;
  // 12 positions, 2 of 2 columns at once, sums of 2.
  for (long j0 = 0; j0 < 12; ++j0) {
    const float* from = array + j0 * 64;
    const float* b = numbers[0];
    float* const to = near + j0 * 128;
    const float* fetched = later + j0 * 64;
    Sums<4> c0 = {}, c1 = {};
    fetch<4>(fetched);
    fetch<4>(fetched + 768);
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
    float* const to = result + j0 * 128;
    Sums<4> c0 = {}, c1 = {};
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
    write<4>(to + 64, c1);
  }
}
