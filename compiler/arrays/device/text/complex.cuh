// Elements that are complex numbers with parts of type `Real`.
struct alignas(2 * sizeof(Real)) Number {
  Real re, im;
};
struct Sum {
  Real re, im;
};
__device__ __forceinline__ void clear(Sum &sum) { sum.re = sum.im = 0; }
__device__ __forceinline__ void add_product(Sum &sum, Number a, Number b, const Arithmetic &) {
  sum.re = fma(a.re, b.re, sum.re);
  sum.im = fma(a.re, b.im, sum.im);
  sum.re = fma(-a.im, b.im, sum.re);
  sum.im = fma(a.im, b.re, sum.im);
}
__device__ __forceinline__ void add(Sum &sum, Number x, const Arithmetic &) {
  sum.re += x.re;
  sum.im += x.im;
}
__device__ __forceinline__ Number value_of(const Sum &sum, const Arithmetic &) {
  return {sum.re, sum.im};
}
// The same with three real products for a complex one: Σ re re, Σ im im, and Σ (re + im)(re + im), of which the imaginary part is what the other two
// leave. Errors are as small against the largest sums, not against each part.
struct SumOfThree {
  Real re, im, both;
};
__device__ __forceinline__ void clear(SumOfThree &sum) { sum.re = sum.im = sum.both = 0; }
__device__ __forceinline__ void add_product(SumOfThree &sum, Number a, Number b,
                                            const Arithmetic &) {
  sum.re = fma(a.re, b.re, sum.re);
  sum.im = fma(a.im, b.im, sum.im);
  sum.both = fma(a.re + a.im, b.re + b.im, sum.both);
}
__device__ __forceinline__ Number value_of(const SumOfThree &sum, const Arithmetic &) {
  return {sum.re - sum.im, sum.both - sum.re - sum.im};
}
__device__ __forceinline__ Number zero() { return {0, 0}; }
__device__ __forceinline__ Number scaled(Number x, const Arithmetic &with) {
  return {x.re * with.first * with.second, x.im * with.first * with.second};
}
__device__ __forceinline__ int magnitude_of(Number x) {
  return magnitude((Real)fmax(fabs(x.re), fabs(x.im)));
}
__device__ __forceinline__ int exponent_of(Number x) {
  return exponent_of_magnitude(magnitude_of(x));
}
