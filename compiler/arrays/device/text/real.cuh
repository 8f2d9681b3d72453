// Elements that are real numbers. `Real` is float or double.
typedef Real Number;
struct Sum {
  Real of;
};
__device__ __forceinline__ void clear(Sum &sum) { sum.of = 0; }
__device__ __forceinline__ void add_product(Sum &sum, Number a, Number b, const Arithmetic &) {
  sum.of = fma(a, b, sum.of);
}
__device__ __forceinline__ void add(Sum &sum, Number x, const Arithmetic &) { sum.of += x; }
__device__ __forceinline__ Number value_of(const Sum &sum, const Arithmetic &) { return sum.of; }
__device__ __forceinline__ Number zero() { return 0; }
__device__ __forceinline__ Number scaled(Number x, const Arithmetic &with) {
  return x * with.first * with.second;
}
__device__ __forceinline__ int exponent_of(Number x) { return exponent_field(x); }
__device__ __forceinline__ int magnitude_of(Number x) { return magnitude((Real)fabs(x)); }
