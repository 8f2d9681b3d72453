// CUDA source as C++, for tests of steps without a device.
#pragma once

namespace diagc::series {

/// What CUDA has and C++ has not; the threads of a launch run one after the other.
inline constexpr const char* cuda_shim = R"(
#pragma clang fp contract(off)
#define __device__
#define __global__
#define __grid_constant__
#define __forceinline__ inline
#define __noinline__
#define __shared__
#define __constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
struct Index { unsigned x; };
extern "C" { Index threadIdx, blockIdx, gridDim; }
extern "C" { __align__(16) unsigned char diagc_shared[227 << 10]; }
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct alignas(16) float4 { float x, y, z, w; };
struct double2 { double x, y; };
template <class T> inline T __ldg(const T *from) { return *from; }
// Threads run one after the other and are given nothing by each other.
inline void __syncthreads() {}
inline unsigned atomicAdd(unsigned* to, unsigned x) { return *to += x, *to - x; }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
inline float copysign(float x, float y) { return __builtin_copysignf(x, y); }
inline double copysign(double x, double y) { return __builtin_copysign(x, y); }
inline float fabs(float x) { return __builtin_fabsf(x); }
inline double fabs(double x) { return __builtin_fabs(x); }
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline void sincospi(double x, double *s, double *c) {
  constexpr double pi = 3.14159265358979323846;
  *s = __builtin_sin(pi * x), *c = __builtin_cos(pi * x);
}
inline void sincospif(float x, float *s, float *c) {
  double sine, cosine;
  sincospi(x, &sine, &cosine);
  *s = sine, *c = cosine;
}
)";

}  // namespace diagc::series
