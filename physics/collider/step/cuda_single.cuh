// Functions in single precision as devices have them: a few units in the last place, numbers below 1e-38 count as 0.

LANE_FUNCTION float single_power_of_2(float x) {
#ifdef __CUDA_ARCH__
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return __builtin_exp2f(x);
#endif
}
LANE_FUNCTION float single_logarithm_of_2(float x) {
#ifdef __CUDA_ARCH__
  float y;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return __builtin_log2f(x);
#endif
}
LANE_FUNCTION float single_inverse(float x) {
#ifdef __CUDA_ARCH__
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1 / x;
#endif
}
LANE_FUNCTION float single_inverse_root(float x) {
#ifdef __CUDA_ARCH__
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1 / __builtin_sqrtf(x);
#endif
}
// cos and sin of 2π × turns, turns in [−½, ½]: to 5e-7.
LANE_FUNCTION void single_circle(float turns, float *cosine, float *sine) {
  const float angle = turns * 0x1.921fb6p2f;
#ifdef __CUDA_ARCH__
  asm("cos.approx.ftz.f32 %0, %1;" : "=f"(*cosine) : "f"(angle));
  asm("sin.approx.ftz.f32 %0, %1;" : "=f"(*sine) : "f"(angle));
#else
  *cosine = __builtin_cosf(angle);
  *sine = __builtin_sinf(angle);
#endif
}
LANE_FUNCTION float single_greater(float a, float b) { return a < b ? b : a; }
LANE_FUNCTION float single_smaller(float a, float b) { return b < a ? b : a; }
