// Floating-point arrays carry a power of two. What a kernel writes is not scaled: the exponent of its largest number is left for whoever reads
// the array, who multiplies by 2^-exponent. So products are below 4, and their sums cannot overflow.
// The bits of a number that is not negative, of a double the upper half: they grow with the number.
__device__ __forceinline__ int magnitude(float x) { return __float_as_int(x); }
__device__ __forceinline__ int magnitude(double x) { return (int)(__double_as_longlong(x) >> 32); }
__device__ __forceinline__ int exponent_of_magnitude(int bits) {
  return bits >> (sizeof(Real) == 8 ? 20 : 23);
}
__device__ __forceinline__ int exponent_field(float x) { return __float_as_int(x) >> 23 & 255; }
__device__ __forceinline__ int exponent_field(double x) {
  return (int)(__double_as_longlong(x) >> 52 & 2047);
}
// The power of two that brings numbers with this largest exponent to [1, 2). 1 where they are 0, infinite, or too small to be normal.
__device__ __forceinline__ float power_for(int field, float) {
  const int own = field == 0 || field == 255 ? 127 : 254 - field;
  return __int_as_float((own > 0 ? own : 1) << 23);
}
__device__ __forceinline__ double power_for(int field, double) {
  const int own = field == 0 || field == 2047 ? 1023 : 2046 - field;
  return __longlong_as_double((long long)(own > 0 ? own : 1) << 52);
}
struct Arithmetic {
  Real first, second;  // of the two operands
};
__device__ __forceinline__ Arithmetic arithmetic_of(int most_a, int most_b, unsigned) {
  return {power_for(most_a, Real()), power_for(most_b, Real())};
}
