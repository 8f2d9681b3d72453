// Elements of max-plus with the number of maxima, that modulo a prime below 2^31.
struct Arithmetic {
  unsigned prime;
};
__device__ __forceinline__ Arithmetic arithmetic_of(int, int, unsigned prime) { return {prime}; }
struct __align__(16) Number {
  double max;
  unsigned count;
};
struct Sum {
  double max;
  unsigned count;
};
__device__ __forceinline__ double no_maximum() {
  return __longlong_as_double((long long)(0xfffull << 52));  // minus infinity
}
__device__ __forceinline__ void clear(Sum &sum) {
  sum.max = no_maximum();
  sum.count = 0;
}
__device__ __forceinline__ void add(Sum &sum, Number x, const Arithmetic &with) {
  if (x.max < sum.max) return;
  const unsigned both = x.max > sum.max ? x.count : sum.count + x.count;
  sum.max = x.max;
  sum.count = both >= with.prime ? both - with.prime : both;
}
__device__ __forceinline__ void add_product(Sum &sum, Number a, Number b, const Arithmetic &with) {
  const double max = a.max + b.max;
  if (max < sum.max) return;
  add(sum, {max, (unsigned)((unsigned long long)a.count * b.count % with.prime)}, with);
}
__device__ __forceinline__ Number value_of(const Sum &sum, const Arithmetic &) {
  return {sum.max, sum.count};
}
__device__ __forceinline__ Number zero() { return {no_maximum(), 0}; }
__device__ __forceinline__ Number scaled(Number x, const Arithmetic &) { return x; }
__device__ __forceinline__ int exponent_of(Number) { return 0; }
__device__ __forceinline__ int magnitude_of(Number) { return 0; }
__device__ __forceinline__ int exponent_of_magnitude(int) { return 0; }
