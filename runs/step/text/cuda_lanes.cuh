// A lane group on devices: one walker, which is a thread.

#define LANE_FUNCTION static __device__ __forceinline__
typedef unsigned Int;
typedef Real Vec;
typedef bool Mask;
typedef bool Choice;
typedef double Wide;
typedef unsigned long long Word;

LANE_FUNCTION Int integers(unsigned x) { return x; }
LANE_FUNCTION Vec numbers(Real x) { return x; }
LANE_FUNCTION unsigned first_lane(Int x) { return x; }
LANE_FUNCTION bool any(bool where) { return where; }
LANE_FUNCTION Int reversed_bits(Int x) { return __brev(x); }
LANE_FUNCTION Vec load(const Real* row) { return *row; }
LANE_FUNCTION void store(Real* row, Vec x) { *row = x; }
LANE_FUNCTION Int load_integers(const unsigned* row) { return *row; }
LANE_FUNCTION void store_integers(unsigned* row, Int x) { *row = x; }
LANE_FUNCTION Int counting() { return 0; }
LANE_FUNCTION Vec magnitude(Vec x) { return fabs(x); }
LANE_FUNCTION Wide larger(Wide a, Wide b) { return a < b ? b : a; }
LANE_FUNCTION Int choose(bool where, Int a, Int b) { return where ? a : b; }
LANE_FUNCTION Vec choose(bool where, Vec a, Vec b) { return where ? a : b; }
LANE_FUNCTION Int one_where(bool where) { return where; }
LANE_FUNCTION Wide widen(Vec x) { return x; }
LANE_FUNCTION Word words(unsigned x) { return x; }
// One instruction; from (a & 0xffffffff) * b the compiler makes two.
LANE_FUNCTION Word low_product(Word a, unsigned b) {
#ifdef __CUDA_ARCH__
  Word product;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"((unsigned)a), "r"(b));
  return product;
#else
  return (a & 0xffffffffull) * b;
#endif
}
LANE_FUNCTION Word even(Int x) { return x; }
LANE_FUNCTION Word odd(Int) { return 0; }
LANE_FUNCTION Int joined(Word even, Word) { return (unsigned)even; }
LANE_FUNCTION Int high_product(Int a, Int b) { return __umulhi(a, b); }
LANE_FUNCTION Int look_up(const unsigned* table, Int at) { return __ldg(table + at); }
LANE_FUNCTION Vec look_up(const Real* table, Int at) { return __ldg(table + at); }
LANE_FUNCTION Wide look_up_wide(const double* table, Int at) { return __ldg(table + at); }
// Of rows that the thread has written.
LANE_FUNCTION Int gather(const unsigned* row, Int at) { return row[at]; }
typedef Int Places;
LANE_FUNCTION Places places(Int at) { return at; }
LANE_FUNCTION void quads(const unsigned* table, Int at, Int* to) {
  const uint4 q = __ldg((const uint4*)(table + at));
  to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
}
