// Numbers of kinematics on devices: doubles, whatever the precision of the kernel.

constexpr bool on_device = true;
#define LANE_TABLE static __constant__
typedef double Number;
typedef bool Test;
typedef long long Long;

LANE_FUNCTION Number select(bool where, Number a, Number b) { return where ? a : b; }
LANE_FUNCTION Int integer_where(Test where, unsigned x) { return where ? x : 0; }
LANE_FUNCTION Test to_test(bool where) { return where; }
LANE_FUNCTION Number look_up_number(const double *table, Int at) { return __ldg(table + at); }
LANE_FUNCTION Number number(double x) { return x; }
LANE_FUNCTION Number number_of(Int x) { return x; }
LANE_FUNCTION Int integer_of(Number x) { return (unsigned)x; }
LANE_FUNCTION Number fused(Number a, Number b, Number c) { return fma(a, b, c); }
LANE_FUNCTION Number root(Number x) { return sqrt(x); }
// Within 2 units in the last place, without what only numbers beyond 2^±1000 need.
LANE_FUNCTION Number inverse(Number x) {
#ifdef __CUDA_ARCH__
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  const double e = fma(-x, y, 1.0);
  return fma(y, fma(e, e, e), y);
#else
  return 1 / x;
#endif
}
LANE_FUNCTION Number ratio(Number x, Number y) {
  const Number guess = inverse(y), quotient = x * guess;
  return fma(fma(-quotient, y, x), guess, quotient);
}
LANE_FUNCTION Number inverse_root(Number x) {
#ifdef __CUDA_ARCH__
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  const double e = fma(-x * y, y, 1.0);
  return fma(y * e, fma(e, 0.375, 0.5), y);
#else
  return 1 / sqrt(x);
#endif
}
LANE_FUNCTION Number positive_root(Number x) { return x * inverse_root(x); }
LANE_FUNCTION Number size_of(Number x) { return fabs(x); }
LANE_FUNCTION Number smaller(Number a, Number b) { return b < a ? b : a; }
LANE_FUNCTION Number greater(Number a, Number b) { return a < b ? b : a; }
LANE_FUNCTION Vec narrow(Number x) { return (Real)x; }
LANE_FUNCTION Long bits_of(Number x) { return __double_as_longlong(x); }
LANE_FUNCTION Number of_bits(Long x) { return __longlong_as_double(x); }
LANE_FUNCTION Number long_to_number(Long x) { return (int)x; }
