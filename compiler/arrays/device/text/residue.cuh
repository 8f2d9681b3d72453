// Elements that are remainders modulo a prime below 2^31. Products are below 2^62; sums are kept below 2^63 by taking off a multiple of the
// prime.
struct Arithmetic {
  unsigned prime;
  unsigned long long bound;
};
__device__ __forceinline__ Arithmetic arithmetic_of(int, int, unsigned prime) {
  return {prime, 2 * ((unsigned long long)prime * prime)};
}
typedef unsigned Number;
struct Sum {
  unsigned long long of;
};
__device__ __forceinline__ void clear(Sum &sum) { sum.of = 0; }
__device__ __forceinline__ void add_product(Sum &sum, Number a, Number b, const Arithmetic &with) {
  const unsigned long long both = sum.of + (unsigned long long)a * b;
  sum.of = both >= with.bound ? both - with.bound : both;
}
__device__ __forceinline__ void add(Sum &sum, Number x, const Arithmetic &with) {
  const unsigned long long both = sum.of + x;
  sum.of = both >= with.bound ? both - with.bound : both;
}
__device__ __forceinline__ Number value_of(const Sum &sum, const Arithmetic &with) {
  return (unsigned)(sum.of % with.prime);
}
__device__ __forceinline__ Number zero() { return 0; }
__device__ __forceinline__ Number scaled(Number x, const Arithmetic &) { return x; }
__device__ __forceinline__ int exponent_of(Number) { return 0; }
__device__ __forceinline__ int magnitude_of(Number) { return 0; }
__device__ __forceinline__ int exponent_of_magnitude(int) { return 0; }
