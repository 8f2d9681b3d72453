// hubbard_sun_cdet_density_fixed, m = 3: double precision, CUDA for sm_90, lanes that share configurations, by rotations of vertices.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed.diag:20: D(S)
//   hubbard_sun_cdet_density_fixed.diag:23: P(S, s, v)
//   hubbard_sun_cdet_density_fixed.diag:25: dD(S)
//   hubbard_sun_cdet_density_fixed.diag:26: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed.diag:32: W(A, B)
//   hubbard_sun_cdet_density_fixed.diag:38: L(A, B, s, v, again)
//   hubbard_sun_cdet_density_fixed.diag:43: Z(V)
//   hubbard_sun_cdet_density_fixed.diag:44: A(V)
//   hubbard_sun_cdet_density_fixed.diag:47: C(V)
//   hubbard_sun_cdet_density_fixed.diag:49: density
// Launch hubbard_sun_cdet_density_fixed_rotations: 256 threads and 80 configurations a block, 130600 bytes of dynamic shared memory, no more blocks than the device holds at once.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef double Real;

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};
struct Batch {
  InputRows inputs[2];
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
  const void *tables[1];
  Real params[1];
};

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

#if defined(__CUDA_ARCH__)
__device__ inline unsigned shared_start() {
  return (unsigned)__cvta_generic_to_shared(diagc_shared);
}
__device__ inline unsigned load_word(unsigned at) {
  unsigned value;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(at));
  return value;
}
__device__ inline uint2 load_words(unsigned at) {
  uint2 value;
  asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(value.x), "=r"(value.y) : "r"(at));
  return value;
}
__device__ inline void store_word(unsigned at, unsigned value) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
}
template <int distance>
__device__ inline float load_shared(unsigned at, float) {
  float value;
  asm volatile("ld.shared.f32 %0, [%1+%2];" : "=f"(value) : "r"(at), "n"(distance));
  return value;
}
template <int distance>
__device__ inline double load_shared(unsigned at, double) {
  double value;
  asm volatile("ld.shared.f64 %0, [%1+%2];" : "=d"(value) : "r"(at), "n"(distance));
  return value;
}
template <int distance>
__device__ inline void load_pack(unsigned at, float (&to)[4]) {
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4+%5];"
               : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
               : "r"(at), "n"(distance));
}
template <int distance>
__device__ inline void load_pack(unsigned at, double (&to)[2]) {
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2+%3];"
               : "=d"(to[0]), "=d"(to[1])
               : "r"(at), "n"(distance));
}
template <int distance>
__device__ inline void store_pack(unsigned at, float a, float b, float c, float d) {
  asm volatile("st.shared.v4.f32 [%0+%1], {%2, %3, %4, %5};" ::"r"(at), "n"(distance), "f"(a),
               "f"(b), "f"(c), "f"(d)
               : "memory");
}
template <int distance>
__device__ inline void store_pack(unsigned at, double a, double b) {
  asm volatile("st.shared.v2.f64 [%0+%1], {%2, %3};" ::"r"(at), "n"(distance), "d"(a), "d"(b)
               : "memory");
}
// Early, so that what is computed meanwhile hides the way.
__device__ inline float load_work(const unsigned char *from, float) {
  float value;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(from));
  return value;
}
__device__ inline double load_work(const unsigned char *from, double) {
  double value;
  asm volatile("ld.global.f64 %0, [%1];" : "=d"(value) : "l"(from));
  return value;
}
template <unsigned bytes>
__device__ inline void copy_ahead(unsigned to, const void *from) {
  if (bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(bytes)
                 : "memory");
  }
}
__device__ inline void copies_wait() { asm volatile("cp.async.wait_all;" ::: "memory"); }
__device__ inline void warp_sync(unsigned) { __syncwarp(); }
__device__ inline void set_done(unsigned at) {
  asm volatile("st.release.cta.shared::cta.u8 [%0], %1;" ::"r"(at), "r"(1) : "memory");
}
// Every lane has a task to wait for.
__device__ inline void wait_done(unsigned at) {
  for (;;) {
    unsigned done;
    asm volatile("ld.acquire.cta.shared::cta.u8 %0, [%1];" : "=r"(done) : "r"(at) : "memory");
    if (__all_sync(~0u, done)) break;
    __nanosleep(40);
  }
}
__device__ inline unsigned load_half(unsigned at) {
  unsigned short value;
  asm volatile("ld.shared.u16 %0, [%1];" : "=h"(value) : "r"(at));
  return value;
}
#else
inline unsigned shared_start() { return 0; }
struct uint2 {
  unsigned x, y;
};
inline unsigned load_word(unsigned at) { return *(const unsigned *)(diagc_shared + at); }
inline uint2 load_words(unsigned at) { return *(const uint2 *)(diagc_shared + at); }
inline void store_word(unsigned at, unsigned value) { *(unsigned *)(diagc_shared + at) = value; }
template <int distance>
inline Real load_shared(unsigned at, Real) {
  return *(const Real *)(diagc_shared + (int)at + distance);
}
template <int distance, unsigned length>
inline void load_pack(unsigned at, Real (&to)[length]) {
  for (unsigned i = 0; i < length; ++i) to[i] = ((const Real *)(diagc_shared + at + distance))[i];
}
template <int distance>
inline void store_pack(unsigned at, Real a, Real b, Real c, Real d) {
  Real *const to = (Real *)(diagc_shared + at + distance);
  to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}
template <int distance>
inline void store_pack(unsigned at, Real a, Real b) {
  Real *const to = (Real *)(diagc_shared + at + distance);
  to[0] = a, to[1] = b;
}
inline Real load_work(const unsigned char *from, Real) { return *(const Real *)from; }
template <unsigned bytes>
inline void copy_ahead(unsigned to, const void *from) {
  for (unsigned i = 0; i < bytes; ++i) diagc_shared[to + i] = ((const unsigned char *)from)[i];
}
inline void copies_wait() {}
// All lanes have come as often as this one.
inline void warp_sync(unsigned arrivals) {
  const unsigned all = (load_word(arrivals) / 32 + 1) * 32;
  store_word(arrivals, load_word(arrivals) + 1);
  while (load_word(arrivals) < all) __syncthreads();
}
inline void set_done(unsigned at) { diagc_shared[at] = 1; }
inline void wait_done(unsigned at) {
  while (!diagc_shared[at]) __syncthreads();
}
inline unsigned load_half(unsigned at) { return *(const unsigned short *)(diagc_shared + at); }
#endif

#if defined(__CUDA_ARCH__)
template <int distance>
__device__ inline void store_shared(unsigned at, float value) {
  asm volatile("st.shared.f32 [%0+%1], %2;" ::"r"(at), "n"(distance), "f"(value) : "memory");
}
template <int distance>
__device__ inline void store_shared(unsigned at, double value) {
  asm volatile("st.shared.f64 [%0+%1], %2;" ::"r"(at), "n"(distance), "d"(value) : "memory");
}
#else
template <int distance>
inline void store_shared(unsigned at, Real value) {
  *(Real *)(diagc_shared + at + distance) = value;
}
#endif

struct __align__(16) Places {
  unsigned x, y, z, w;
};
#if defined(__CUDA_ARCH__)
// A branch would part the lanes.
template <int distance>
__device__ inline void store_where(bool here, unsigned at, double value) {
  asm volatile(
      "{\n\t.reg .pred here;\n\tsetp.ne.u32 here, %3, 0;\n\t@here st.shared.f64 [%0+%1], "
      "%2;\n\t}" ::"r"(at),
      "n"(distance), "d"(value), "r"((unsigned)here));
}
__device__ inline void lanes_sync(unsigned lanes) { __syncwarp(lanes); }
// Read anew for each group: registers do not hold them.
__device__ inline Places load_places(const unsigned *at) {
  Places places;
  asm volatile("ld.global.nc.L1::evict_last.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(places.x), "=r"(places.y), "=r"(places.z), "=r"(places.w)
               : "l"(at));
  return places;
}
#else
template <int distance>
inline void store_where(bool here, unsigned at, Real value) {
  if (here) *(Real *)(diagc_shared + at + distance) = value;
}
inline void lanes_sync(unsigned) { __syncthreads(); }
inline Places load_places(const unsigned *at) { return *(const Places *)at; }
#endif

// 4 vertices, 10 configurations of a warp, 8 warps of a block.
extern "C" __global__ void __launch_bounds__(256, 1)
hubbard_sun_cdet_density_fixed_rotations(const __grid_constant__ Batch batch) {
  const unsigned warp = threadIdx.x / 32, half = threadIdx.x / 16 % 2, in_half = threadIdx.x % 16;
  const unsigned c = half * 5 + in_half / 3, r = in_half % 3;
  const unsigned factors = shared_start() + 130560;
  if (threadIdx.x == 0) {
  const Real N = batch.params[0];
  const Real t1 = N - 1.0;
  const Real t2 = fma(0.5, N, -1.0);
  const Real once = N - 1.0, twice = (once - 1) / 2, more = (once + 1) / 2;
  store_shared<0>(factors, once);
  store_shared<8>(factors, twice);
  store_shared<16>(factors, more);
  store_shared<24>(factors, once * more);
  store_shared<32>(factors, once * twice);
  }
  __syncthreads();
  if (in_half >= 15) return;
  const unsigned *const places = (const unsigned *)batch.tables[0] + r * 4;
  const unsigned a0 = shared_start() + warp * 16320 + c * 24;
  const unsigned a8 = a0 + (r % 1 + 0) % 1 * 8;
  const unsigned a16 = a0 + (r % 2 + 0) % 2 * 8;
  const unsigned a17 = a0 + (r % 2 + 1) % 2 * 8;
  const unsigned a24 = a0 + (r % 3 + 0) % 3 * 8;
  const unsigned a25 = a0 + (r % 3 + 1) % 3 * 8;
  const unsigned a26 = a0 + (r % 3 + 2) % 3 * 8;
  const Size groups = (batch.end - batch.begin + 9) / 10;
#pragma unroll 1
  for (Size group = blockIdx.x * 8 + warp; group < groups; group += gridDim.x * 8) {
    const Size place = batch.begin + group * 10 + c, last = batch.end - 1;
    const Size from = place < last ? place : last;
    const Real *const g_at = batch.inputs[0].data + from * batch.inputs[0].lane_stride;
    const Size g_row = batch.inputs[0].row_stride;
    const Real g = __ldg(g_at + (0) * g_row);
    const Real g0 = __ldg(g_at + (r * 4 + 4) * g_row);
    const Real g1 = __ldg(g_at + (r * 4 + 5) * g_row);
    const Real g2 = __ldg(g_at + (r * 4 + 6) * g_row);
    const Real g3 = __ldg(g_at + (r * 4 + 7) * g_row);
    const Real g4 = __ldg(g_at + (r + 1) * g_row);
    const Real *const h_at = batch.inputs[1].data + from * batch.inputs[1].lane_stride;
    const Size h_row = batch.inputs[1].row_stride;
    const Real h = __ldg(h_at + (0) * h_row);
    const Real h0 = __ldg(h_at + (r * 4 + 4) * h_row);
    const Real h1 = __ldg(h_at + (r * 4 + 5) * h_row);
    const Real h2 = __ldg(h_at + (r * 4 + 6) * h_row);
    const Real h3 = __ldg(h_at + (r * 4 + 7) * h_row);
    const Real h4 = __ldg(h_at + (r + 1) * h_row);
    const Real x19 = g0 == 0 ? Real(1e-30) : g0;
    store_shared<3840>(a24, x19);
    store_shared<4080>(a24, g1);
    store_shared<4320>(a24, g2);
    store_shared<4560>(a24, g3);
    store_shared<4800>(a24, g4);
    store_shared<5040>(a24, h0);
    store_shared<5280>(a24, h1);
    store_shared<5520>(a24, h2);
    store_shared<5760>(a24, h3);
    store_shared<6000>(a24, h4);
    lanes_sync(2147450879u);
    const Real x20 = load_shared<4576>(a0, Real());
    const Real x21 = load_shared<5776>(a0, Real());
    const Places p0 = load_places(places + 0);
    const unsigned a48 = a0 + p0.x;
    store_shared<2400>(a48, x20);
    store_shared<3120>(a48, x21);
    lanes_sync(2147450879u);
    const Real x22 = load_shared<0>(factors, Real());
    const Real x23 = x22 * x20;
    const unsigned a49 = a0 + p0.y;
    store_shared<0>(a49, x23);
    lanes_sync(2147450879u);
    const Real x24 = load_shared<8>(factors, Real());
    const Real x25 = x24 * x20;
    const Real x26 = x25 * x23;
    const unsigned a50 = a0 + p0.z;
    store_shared<0>(a50, x26);
    lanes_sync(2147450879u);
    const unsigned a51 = (r % 1 + 0) % 1 * 240;
    const unsigned a52 = a8 + a51;
    const unsigned a53 = a0 + a51;
    const Real x27 = load_shared<4576>(a52, Real());
    const Real x28 = load_shared<4336>(a8, Real());
    const Real x29 = load_shared<4568>(a53, Real());
    const Real x30 = load_shared<4328>(a0, Real());
    const Real x32 = load_shared<5536>(a8, Real());
    const Real x33 = load_shared<5768>(a53, Real());
    const Real x34 = load_shared<5528>(a0, Real());
    const unsigned a54 = a0 + p0.w;
    store_shared<2400>(a54, x30);
    store_shared<3120>(a54, x34);
    const Places p1 = load_places(places + 12);
    const unsigned a55 = a0 + p1.x;
    const Real x35 = load_shared<2400>(a55, Real());
    const Real x36 = load_shared<3120>(a55, Real());
    const unsigned a56 = a0 + p1.y;
    const Real x37 = x30 * x35;
    const Real x38 = x34 * x35;
    const Real x39 = fma(x30, x36, x38);
    const Real x40 = fma(-x29, x28, x37);
    const Real x41 = fma(-x33, x28, x39);
    const Real x42 = fma(-x29, x32, x41);
    store_shared<2400>(a56, x40);
    store_shared<3120>(a56, x42);
    lanes_sync(2147450879u);
    const Real x43 = load_shared<0>(factors, Real());
    const Real x44 = x43 * x28;
    const Real x45 = x43 * x30;
    const unsigned a57 = a0 + p1.z;
    store_shared<0>(a57, x45);
    const unsigned a58 = a0 + p1.w;
    const Real x46 = load_shared<0>(a58, Real());
    const Places p2 = load_places(places + 24);
    const unsigned a59 = a0 + p2.x;
    const unsigned a60 = a0 + p2.y;
    const Real x47 = load_shared<0>(a60, Real());
    const unsigned a61 = a0 + p2.z;
    const Real x48 = x44 * x46;
    const Real x49 = x45 * x46;
    const Real x50 = fma(-x27, x44, x48);
    const Real x51 = fma(-x29, x44, x49);
    store_shared<0>(a59, x51);
    lanes_sync(2147450879u);
    const Real x52 = x45 * x47;
    const Real x53 = fma(-x29, x50, x52);
    store_shared<0>(a61, x53);
    lanes_sync(2147450879u);
    const Real x54 = load_shared<8>(factors, Real());
    const Real x55 = x54 * x28;
    const Real x56 = x54 * x30;
    const Real x57 = x55 * x45;
    const Real x58 = x56 * x45;
    const unsigned a62 = a0 + p2.w;
    store_shared<0>(a62, x58);
    const Places p3 = load_places(places + 36);
    const unsigned a63 = a0 + p3.x;
    const unsigned a64 = a0 + p3.y;
    const Real x59 = x55 * x51;
    const Real x60 = x56 * x51;
    const Real x61 = fma(-x27, x57, x59);
    const Real x62 = fma(-x29, x57, x60);
    store_shared<0>(a63, x62);
    lanes_sync(2147450879u);
    const Real x63 = x56 * x53;
    const Real x64 = fma(-x29, x61, x63);
    store_shared<0>(a64, x64);
    lanes_sync(2147450879u);
    const unsigned a65 = (r % 2 + 0) % 2 * 240;
    const unsigned a66 = (r % 2 + 1) % 2 * 240;
    const unsigned a67 = a16 + a65;
    const unsigned a68 = a16 + a66;
    const unsigned a69 = a17 + a65;
    const unsigned a70 = a17 + a66;
    const unsigned a71 = a0 + a65;
    const unsigned a72 = a0 + a66;
    const Real x65 = load_shared<4328>(a67, Real());
    const Real x66 = load_shared<4328>(a68, Real());
    const Real x67 = load_shared<4328>(a69, Real());
    const Real x68 = load_shared<4328>(a70, Real());
    const Real x69 = load_shared<4088>(a16, Real());
    const Real x70 = load_shared<4088>(a17, Real());
    const Real x71 = load_shared<4320>(a71, Real());
    const Real x72 = load_shared<4320>(a72, Real());
    const Real x73 = load_shared<4080>(a0, Real());
    const Real x76 = load_shared<5528>(a69, Real());
    const Real x78 = load_shared<5288>(a16, Real());
    const Real x79 = load_shared<5288>(a17, Real());
    const Real x80 = load_shared<5520>(a71, Real());
    const Real x81 = load_shared<5520>(a72, Real());
    const Real x82 = load_shared<5280>(a0, Real());
    const unsigned a73 = a0 + p3.z;
    store_shared<2400>(a73, x73);
    store_shared<3120>(a73, x82);
    const unsigned a74 = a0 + p3.w;
    const Real x83 = load_shared<2400>(a74, Real());
    const Real x84 = load_shared<3120>(a74, Real());
    const Places p4 = load_places(places + 48);
    const unsigned a75 = a0 + p4.x;
    const unsigned a76 = a0 + p4.y;
    const Real x85 = load_shared<2400>(a76, Real());
    const Real x86 = load_shared<3120>(a76, Real());
    const unsigned a77 = a0 + p4.z;
    const Real x87 = x70 * x83;
    const Real x88 = x79 * x83;
    const Real x89 = fma(x70, x84, x88);
    const Real x90 = fma(-x67, x69, x87);
    const Real x91 = fma(-x76, x69, x89);
    const Real x92 = fma(-x67, x78, x91);
    const Real x93 = x73 * x83;
    const Real x94 = x82 * x83;
    const Real x95 = fma(x73, x84, x94);
    const Real x96 = fma(-x71, x69, x93);
    const Real x97 = fma(-x80, x69, x95);
    const Real x98 = fma(-x71, x78, x97);
    store_shared<2400>(a75, x96);
    store_shared<3120>(a75, x98);
    store_shared<6240>(a16, x90);
    store_shared<6480>(a16, x92);
    lanes_sync(2147450879u);
    const Real x99 = load_shared<6240>(a17, Real());
    const Real x100 = load_shared<6480>(a17, Real());
    const Real x101 = load_shared<6240>(a16, Real());
    const Real x102 = load_shared<6480>(a16, Real());
    const Real x103 = x73 * x85;
    const Real x104 = x82 * x85;
    const Real x105 = fma(x73, x86, x104);
    const Real x106 = fma(-x71, x99, x103);
    const Real x107 = fma(-x72, x101, x106);
    const Real x108 = fma(-x80, x99, x105);
    const Real x109 = fma(-x71, x100, x108);
    const Real x110 = fma(-x81, x101, x109);
    const Real x111 = fma(-x72, x102, x110);
    store_where<2400>(r < 1, a77, x107);
    store_where<3120>(r < 1, a77, x111);
    lanes_sync(2147450879u);
    const Real x112 = load_shared<0>(factors, Real());
    const Real x113 = x112 * x69;
    const Real x114 = x112 * x70;
    const Real x115 = x112 * x73;
    const unsigned a78 = a0 + p4.w;
    store_shared<0>(a78, x115);
    const Places p5 = load_places(places + 60);
    const unsigned a79 = a0 + p5.x;
    const Real x116 = load_shared<0>(a79, Real());
    const unsigned a80 = a0 + p5.y;
    const unsigned a81 = a0 + p5.z;
    const Real x117 = load_shared<0>(a81, Real());
    const unsigned a82 = a0 + p5.w;
    const Real x118 = x113 * x116;
    const Real x119 = x114 * x116;
    const Real x120 = x115 * x116;
    const Real x121 = fma(-x65, x113, x118);
    const Real x122 = fma(-x67, x113, x119);
    const Real x123 = fma(-x71, x113, x120);
    store_shared<6480>(a16, x122);
    store_shared<0>(a80, x123);
    const Places p6 = load_places(places + 72);
    const unsigned a83 = a0 + p6.x;
    const Real x124 = load_shared<0>(a83, Real());
    const unsigned a84 = a0 + p6.y;
    const Real x125 = x114 * x117;
    const Real x126 = x115 * x117;
    const Real x127 = fma(-x67, x121, x125);
    const Real x128 = fma(-x71, x121, x126);
    store_shared<0>(a82, x128);
    lanes_sync(2147450879u);
    const Real x129 = load_shared<6480>(a17, Real());
    const Real x130 = load_shared<6480>(a16, Real());
    const unsigned a85 = a0 + p6.z;
    const Real x131 = load_shared<0>(a85, Real());
    const unsigned a86 = a0 + p6.w;
    const Real x132 = x113 * x124;
    const Real x133 = x115 * x124;
    const Real x134 = fma(-x65, x129, x132);
    const Real x135 = fma(-x71, x129, x133);
    const Real x136 = fma(-x66, x130, x134);
    const Real x137 = fma(-x72, x130, x135);
    store_where<0>(r < 1, a84, x137);
    lanes_sync(2147450879u);
    const Places p7 = load_places(places + 84);
    const unsigned a87 = a0 + p7.x;
    const Real x138 = load_shared<0>(a87, Real());
    const unsigned a88 = a0 + p7.y;
    const Real x139 = x114 * x131;
    const Real x140 = x115 * x131;
    const Real x141 = fma(-x67, x136, x139);
    const Real x142 = fma(-x71, x136, x140);
    const Real x143 = fma(-x68, x127, x141);
    const Real x144 = fma(-x72, x127, x142);
    store_shared<6480>(a16, x143);
    store_shared<0>(a86, x144);
    lanes_sync(2147450879u);
    const Real x145 = load_shared<6480>(a17, Real());
    const Real x146 = load_shared<6480>(a16, Real());
    const Real x147 = x115 * x138;
    const Real x148 = fma(-x71, x145, x147);
    const Real x149 = fma(-x72, x146, x148);
    store_where<0>(r < 1, a88, x149);
    lanes_sync(2147450879u);
    const Real x150 = load_shared<8>(factors, Real());
    const Real x151 = x150 * x69;
    const Real x152 = x150 * x70;
    const Real x153 = x150 * x73;
    const Real x154 = x151 * x115;
    const Real x156 = x153 * x115;
    const unsigned a89 = a0 + p7.z;
    store_shared<0>(a89, x156);
    const unsigned a90 = a0 + p7.w;
    const Places p8 = load_places(places + 96);
    const unsigned a91 = a0 + p8.x;
    const Real x157 = x151 * x123;
    const Real x158 = x152 * x123;
    const Real x159 = x153 * x123;
    const Real x160 = fma(-x65, x154, x157);
    const Real x161 = fma(-x67, x154, x158);
    const Real x162 = fma(-x71, x154, x159);
    store_shared<6480>(a16, x161);
    store_shared<0>(a90, x162);
    const unsigned a92 = a0 + p8.y;
    const Real x163 = x152 * x128;
    const Real x164 = x153 * x128;
    const Real x165 = fma(-x67, x160, x163);
    const Real x166 = fma(-x71, x160, x164);
    store_shared<0>(a91, x166);
    lanes_sync(2147450879u);
    const Real x167 = load_shared<6480>(a17, Real());
    const Real x168 = load_shared<6480>(a16, Real());
    const unsigned a93 = a0 + p8.z;
    const Real x169 = x151 * x137;
    const Real x170 = x153 * x137;
    const Real x171 = fma(-x65, x167, x169);
    const Real x172 = fma(-x71, x167, x170);
    const Real x173 = fma(-x66, x168, x171);
    const Real x174 = fma(-x72, x168, x172);
    store_where<0>(r < 1, a92, x174);
    lanes_sync(2147450879u);
    const unsigned a94 = a0 + p8.w;
    const Real x175 = x152 * x144;
    const Real x176 = x153 * x144;
    const Real x177 = fma(-x67, x173, x175);
    const Real x178 = fma(-x71, x173, x176);
    const Real x179 = fma(-x68, x165, x177);
    const Real x180 = fma(-x72, x165, x178);
    store_shared<6480>(a16, x179);
    store_shared<0>(a93, x180);
    lanes_sync(2147450879u);
    const Real x181 = load_shared<6480>(a17, Real());
    const Real x182 = load_shared<6480>(a16, Real());
    const Real x183 = x153 * x149;
    const Real x184 = fma(-x71, x181, x183);
    const Real x185 = fma(-x72, x182, x184);
    store_where<0>(r < 1, a94, x185);
    lanes_sync(2147450879u);
    const Real x186 = load_shared<3840>(a24, Real());
    const Real x187 = load_shared<3840>(a25, Real());
    const Real x188 = load_shared<3840>(a26, Real());
    const Real x189 = 1 / x186;
    const unsigned a95 = (r % 3 + 0) % 3 * 240;
    const unsigned a96 = a24 + a95;
    const Real x190 = load_shared<4080>(a96, Real());
    const Real x191 = load_shared<5280>(a96, Real());
    const unsigned a97 = (r % 3 + 1) % 3 * 240;
    const unsigned a98 = a24 + a97;
    const Real x192 = load_shared<4080>(a98, Real());
    const Real x193 = load_shared<5280>(a98, Real());
    const Real x194 = x187 * x189;
    const Real x195 = x192 * x194;
    const Real x196 = x193 * x194;
    const unsigned a99 = (r % 3 + 2) % 3 * 240;
    const unsigned a100 = a24 + a99;
    const Real x197 = load_shared<4080>(a100, Real());
    const Real x198 = load_shared<5280>(a100, Real());
    const Real x199 = x188 * x189;
    const Real x200 = x197 * x199;
    const Real x201 = x198 * x199;
    const Real x202 = load_shared<4800>(a24, Real());
    const Real x203 = x202 * x186;
    const Real x204 = load_shared<6000>(a24, Real());
    const Real x205 = x204 * x186;
    const Real x206 = load_shared<5040>(a24, Real());
    const Real x207 = x206 * x189;
    store_shared<6240>(a24, x190);
    store_shared<6960>(a24, x191);
    store_shared<6480>(a24, x195);
    store_shared<7200>(a24, x196);
    store_shared<6720>(a24, x200);
    store_shared<7440>(a24, x201);
    store_shared<7680>(a24, x203);
    store_shared<7920>(a24, x205);
    store_shared<8160>(a24, x207);
    lanes_sync(2147450879u);
    const Real x208 = load_shared<6240>(a24, Real());
    const Real x209 = load_shared<6480>(a24, Real());
    const Real x210 = load_shared<6720>(a24, Real());
    const Real x211 = load_shared<7680>(a24, Real());
    const Real x212 = load_shared<6720>(a25, Real());
    const Real x213 = load_shared<6240>(a25, Real());
    const Real x214 = load_shared<6480>(a25, Real());
    const Real x215 = load_shared<7680>(a25, Real());
    const Real x216 = load_shared<6480>(a26, Real());
    const Real x217 = load_shared<6720>(a26, Real());
    const Real x218 = load_shared<6240>(a26, Real());
    const Real x219 = load_shared<7680>(a26, Real());
    const Real x223 = load_shared<7920>(a24, Real());
    const Real x224 = load_shared<7440>(a25, Real());
    const Real x227 = load_shared<7920>(a25, Real());
    const Real x228 = load_shared<7200>(a26, Real());
    const Real x229 = load_shared<7440>(a26, Real());
    const Real x231 = load_shared<7920>(a26, Real());
    const Real x232 = load_shared<8160>(a24, Real());
    const Real x233 = load_shared<8160>(a25, Real());
    const Real x234 = load_shared<8160>(a26, Real());
    lanes_sync(2147450879u);
    const Real x235 = load_shared<2400>(a24, Real());
    const Real x236 = load_shared<3120>(a24, Real());
    const Real x237 = load_shared<2640>(a24, Real());
    const Real x238 = load_shared<3360>(a24, Real());
    const Real x239 = x233 * x235;
    const Real x240 = x239 + x236;
    const Real x241 = x235 - x212;
    const Real x242 = x240 - x224;
    const Real x243 = fma(-x212, x232, x242);
    const Real x244 = x234 * x235;
    const Real x245 = x244 + x236;
    const Real x246 = x235 - x216;
    const Real x247 = x245 - x228;
    const Real x248 = fma(-x216, x232, x247);
    const Real x249 = g * x235;
    const Real x250 = h * x235;
    const Real x251 = fma(g, x236, x250);
    const Real x252 = x249 - x211;
    const Real x253 = x251 - x223;
    const Real x254 = fma(-x211, x232, x253);
    store_shared<3840>(a24, x252);
    store_shared<4320>(a24, x254);
    store_shared<6720>(a24, x246);
    store_shared<6960>(a24, x248);
    lanes_sync(2147450879u);
    const Real x255 = load_shared<6720>(a25, Real());
    const Real x256 = load_shared<6960>(a25, Real());
    const Real x257 = load_shared<2880>(a0, Real());
    const Real x258 = load_shared<3600>(a0, Real());
    const Real x259 = x234 * x237;
    const Real x260 = x259 + x238;
    const Real x261 = fma(-x216, x255, x237);
    const Real x262 = fma(-x217, x241, x261);
    const Real x263 = fma(-x228, x255, x260);
    const Real x264 = fma(-x216, x256, x263);
    const Real x265 = fma(-x229, x241, x264);
    const Real x266 = fma(-x217, x243, x265);
    const Real x267 = g * x237;
    const Real x268 = h * x237;
    const Real x269 = fma(g, x238, x268);
    const Real x270 = fma(-x211, x255, x267);
    const Real x271 = fma(-x215, x241, x270);
    const Real x272 = fma(-x223, x255, x269);
    const Real x273 = fma(-x211, x256, x272);
    const Real x274 = fma(-x227, x241, x273);
    const Real x275 = fma(-x215, x243, x274);
    store_shared<4080>(a24, x271);
    store_shared<4560>(a24, x275);
    store_shared<7200>(a24, x262);
    store_shared<7440>(a24, x266);
    lanes_sync(2147450879u);
    const Real x276 = load_shared<7200>(a25, Real());
    const Real x277 = load_shared<7440>(a25, Real());
    const Real x278 = load_shared<7200>(a26, Real());
    const Real x279 = load_shared<7440>(a26, Real());
    const Real x280 = load_shared<7200>(a24, Real());
    const Real x281 = load_shared<7440>(a24, Real());
    const Real x283 = h * x257;
    const Real x284 = fma(g, x258, x283);
    const Real x288 = fma(-x223, x276, x284);
    const Real x289 = fma(-x211, x277, x288);
    const Real x290 = fma(-x227, x278, x289);
    const Real x291 = fma(-x215, x279, x290);
    const Real x292 = fma(-x231, x280, x291);
    const Real x293 = fma(-x219, x281, x292);
    const Real x294 = load_shared<24>(factors, Real());
    const Real x295 = g * g;
    const Real x296 = x294 * x295;
    const Real x297 = load_shared<0>(factors, Real());
    const Real x298 = g * h;
    const Real x299 = x297 * x298;
    lanes_sync(2147450879u);
    const Real x300 = load_shared<0>(a24, Real());
    const Real x301 = load_shared<3120>(a24, Real());
    const Real x302 = load_shared<2400>(a24, Real());
    const Real x303 = load_shared<3840>(a24, Real());
    const Real x304 = load_shared<4320>(a24, Real());
    const Real x305 = load_shared<240>(a24, Real());
    const Real x306 = g * x300;
    const Real x307 = x300 - x208;
    const Real x308 = x300 - x212;
    const Real x309 = x300 - x216;
    const Real x310 = x306 - x211;
    const Real x311 = x302 * x300;
    const Real x312 = x301 * x300;
    const Real x313 = x303 * x310;
    const Real x314 = x304 * x310;
    store_shared<6720>(a24, x309);
    store_shared<0>(a24, x310);
    const Real x315 = g * x305;
    const Real x316 = fma(-x212, x307, x305);
    const Real x317 = fma(-x216, x307, x305);
    const Real x318 = fma(-x211, x307, x315);
    const Real x319 = fma(g, x318, x313);
    const Real x320 = fma(h, x318, x314);
    store_shared<6960>(a24, x317);
    store_shared<240>(a24, x318);
    const Real x321 = load_shared<480>(a24, Real());
    const Real x322 = load_shared<3360>(a24, Real());
    const Real x323 = load_shared<2640>(a24, Real());
    const Real x324 = load_shared<4080>(a24, Real());
    const Real x325 = load_shared<4560>(a24, Real());
    const Real x326 = load_shared<0>(factors, Real());
    const Real x327 = x326 * x320;
    const Real x328 = fma(-x296, x312, x327);
    const Real x329 = load_shared<16>(factors, Real());
    const Real x330 = x329 * x311;
    store_shared<4800>(a24, x330);
    store_shared<5280>(a24, x312);
    const Real x331 = load_shared<24>(factors, Real());
    const Real x332 = x331 * x319;
    store_shared<5760>(a24, x332);
    store_shared<6240>(a24, x328);
    lanes_sync(2147450879u);
    const Real x333 = load_shared<6720>(a25, Real());
    const Real x334 = load_shared<720>(a24, Real());
    const Real x335 = load_shared<3120>(a25, Real());
    const Real x336 = load_shared<3840>(a25, Real());
    const Real x337 = load_shared<4320>(a25, Real());
    const Real x338 = g * x321;
    const Real x339 = fma(-x208, x333, x321);
    const Real x340 = fma(-x212, x333, x321);
    const Real x341 = fma(-x216, x333, x321);
    const Real x342 = fma(-x211, x333, x338);
    const Real x343 = fma(-x209, x308, x339);
    const Real x344 = fma(-x213, x308, x340);
    const Real x345 = fma(-x217, x308, x341);
    const Real x346 = fma(-x215, x308, x342);
    const Real x347 = x323 * x321;
    const Real x348 = x322 * x321;
    const Real x349 = x324 * x346;
    const Real x350 = x325 * x346;
    store_shared<7200>(a24, x345);
    store_shared<480>(a24, x346);
    const Real x351 = load_shared<960>(a24, Real());
    const Real x352 = load_shared<3120>(a24, Real());
    const Real x353 = load_shared<2400>(a24, Real());
    const Real x354 = load_shared<3840>(a24, Real());
    const Real x355 = load_shared<4320>(a24, Real());
    const Real x356 = load_shared<6960>(a25, Real());
    const Real x357 = g * x334;
    const Real x358 = fma(-x212, x343, x334);
    const Real x359 = fma(-x216, x343, x334);
    const Real x360 = fma(-x211, x343, x357);
    const Real x361 = fma(-x213, x316, x358);
    const Real x362 = fma(-x217, x316, x359);
    const Real x363 = fma(-x215, x316, x360);
    const Real x364 = fma(x335, x334, x348);
    const Real x365 = fma(x336, x363, x349);
    const Real x366 = fma(x337, x363, x350);
    store_shared<720>(a24, x363);
    const Real x367 = load_shared<1200>(a24, Real());
    const Real x368 = g * x351;
    const Real x369 = fma(-x208, x356, x351);
    const Real x370 = fma(-x216, x356, x351);
    const Real x371 = fma(-x211, x356, x368);
    const Real x372 = fma(-x209, x344, x369);
    const Real x373 = fma(-x217, x344, x370);
    const Real x374 = fma(-x215, x344, x371);
    const Real x375 = fma(x353, x351, x347);
    const Real x376 = fma(x352, x351, x364);
    const Real x377 = fma(x354, x374, x365);
    const Real x378 = fma(x355, x374, x366);
    store_shared<7440>(a24, x373);
    store_shared<960>(a24, x374);
    const Real x379 = load_shared<2160>(a0, Real());
    const Real x380 = load_shared<3600>(a0, Real());
    const Real x381 = load_shared<2880>(a0, Real());
    const Real x382 = g * x367;
    const Real x383 = fma(-x216, x372, x367);
    const Real x384 = fma(-x211, x372, x382);
    const Real x385 = fma(-x217, x361, x383);
    const Real x386 = fma(-x215, x361, x384);
    const Real x387 = fma(g, x386, x377);
    const Real x388 = fma(h, x386, x378);
    store_shared<1200>(a24, x386);
    lanes_sync(2147450879u);
    const Real x389 = load_shared<7200>(a25, Real());
    const Real x390 = load_shared<7200>(a26, Real());
    const Real x391 = load_shared<7200>(a24, Real());
    const Real x392 = g * x379;
    const Real x393 = fma(-x208, x389, x379);
    const Real x394 = fma(-x211, x389, x392);
    const Real x395 = fma(-x209, x390, x393);
    const Real x396 = fma(-x215, x390, x394);
    const Real x397 = fma(-x210, x391, x395);
    const Real x398 = fma(-x219, x391, x396);
    const Real x399 = r == 0 ? x379 : 0;
    const Real x400 = r == 0 ? x398 : 0;
    const Real x401 = x381 * x399;
    const Real x402 = x380 * x399;
    const Real x403 = x293 * x400;
    const Real x404 = load_shared<1920>(a24, Real());
    const Real x405 = load_shared<3360>(a25, Real());
    const Real x406 = load_shared<2640>(a25, Real());
    const Real x407 = load_shared<4560>(a25, Real());
    const Real x408 = load_shared<0>(factors, Real());
    const Real x409 = x408 * x388;
    lanes_sync(2147450879u);
    const Real x410 = load_shared<7440>(a26, Real());
    const Real x411 = load_shared<4800>(a25, Real());
    const Real x412 = load_shared<5280>(a24, Real());
    const Real x413 = load_shared<5760>(a25, Real());
    const Real x414 = g * x404;
    const Real x415 = fma(-x212, x397, x404);
    const Real x416 = fma(-x216, x397, x404);
    const Real x417 = fma(-x211, x397, x414);
    const Real x418 = fma(-x213, x410, x415);
    const Real x419 = fma(-x217, x410, x416);
    const Real x420 = fma(-x215, x410, x417);
    const Real x421 = fma(-x214, x362, x418);
    const Real x422 = fma(-x218, x362, x419);
    const Real x423 = fma(-x219, x362, x420);
    const Real x424 = fma(x406, x404, x401);
    const Real x425 = fma(x405, x404, x402);
    const Real x426 = fma(x407, x423, x403);
    store_shared<7200>(a24, x422);
    store_shared<1920>(a24, x423);
    const Real x427 = load_shared<1680>(a24, Real());
    const Real x428 = load_shared<3120>(a26, Real());
    const Real x429 = load_shared<2400>(a26, Real());
    const Real x430 = load_shared<4320>(a26, Real());
    const Real x431 = fma(-x411, x412, x376);
    const Real x432 = fma(-x413, x412, x409);
    lanes_sync(2147450879u);
    const Real x433 = load_shared<7200>(a25, Real());
    const Real x434 = g * x427;
    const Real x435 = fma(-x216, x433, x427);
    const Real x436 = fma(-x211, x433, x434);
    const Real x437 = fma(-x217, x421, x435);
    const Real x438 = fma(-x215, x421, x436);
    const Real x439 = fma(-x218, x385, x437);
    const Real x440 = fma(-x219, x385, x438);
    const Real x441 = fma(x429, x427, x424);
    const Real x442 = fma(x428, x427, x425);
    const Real x443 = fma(x430, x440, x426);
    store_shared<7440>(a24, x439);
    store_shared<1680>(a24, x440);
    const Real x444 = load_shared<1440>(a0, Real());
    lanes_sync(2147450879u);
    const Real x445 = load_shared<7440>(a25, Real());
    const Real x446 = load_shared<7440>(a26, Real());
    const Real x447 = load_shared<7440>(a24, Real());
    const Real x448 = load_shared<4800>(a24, Real());
    const Real x449 = load_shared<5280>(a25, Real());
    const Real x450 = load_shared<5760>(a24, Real());
    const Real x451 = g * x444;
    const Real x452 = fma(-x211, x445, x451);
    const Real x453 = fma(-x215, x446, x452);
    const Real x454 = fma(-x219, x447, x453);
    const Real x455 = r == 0 ? x444 : 0;
    const Real x456 = r == 0 ? x454 : 0;
    const Real x457 = x441 + x455;
    const Real x458 = fma(h, x456, x443);
    const Real x459 = fma(-x448, x449, x431);
    const Real x460 = fma(-x450, x449, x432);
    const Real x461 = fma(-x296, x459, x460);
    const Real x462 = load_shared<16>(factors, Real());
    const Real x463 = x462 * x375;
    store_shared<5040>(a24, x463);
    store_shared<5520>(a24, x459);
    const Real x464 = load_shared<24>(factors, Real());
    const Real x465 = x464 * x387;
    store_shared<6000>(a24, x465);
    store_shared<6480>(a24, x461);
    lanes_sync(2147450879u);
    const Real x466 = load_shared<0>(a24, Real());
    const Real x467 = load_shared<3120>(a24, Real());
    const Real x468 = load_shared<240>(a24, Real());
    const Real x469 = g * x466;
    const Real x470 = fma(-x208, g, x466);
    const Real x471 = fma(-x212, g, x466);
    const Real x472 = fma(-x216, g, x466);
    const Real x473 = fma(-x211, g, x469);
    const Real x474 = x467 * x473;
    store_shared<6720>(a24, x472);
    const Real x475 = load_shared<6240>(a24, Real());
    const Real x476 = load_shared<4800>(a24, Real());
    const Real x477 = fma(-x212, x470, x468);
    const Real x478 = fma(-x216, x470, x468);
    store_shared<6960>(a24, x478);
    const Real x479 = load_shared<480>(a24, Real());
    const Real x480 = load_shared<3360>(a24, Real());
    const Real x481 = load_shared<32>(factors, Real());
    const Real x482 = fma(x481, x474, x475);
    const Real x483 = fma(-x476, x299, x482);
    store_shared<6240>(a24, x483);
    lanes_sync(2147450879u);
    const Real x484 = load_shared<6720>(a25, Real());
    const Real x485 = load_shared<720>(a24, Real());
    const Real x486 = load_shared<3120>(a25, Real());
    const Real x487 = g * x479;
    const Real x488 = fma(-x208, x484, x479);
    const Real x489 = fma(-x212, x484, x479);
    const Real x490 = fma(-x216, x484, x479);
    const Real x491 = fma(-x211, x484, x487);
    const Real x492 = fma(-x209, x471, x488);
    const Real x493 = fma(-x213, x471, x489);
    const Real x494 = fma(-x217, x471, x490);
    const Real x495 = fma(-x215, x471, x491);
    const Real x496 = x480 * x495;
    store_shared<7200>(a24, x494);
    const Real x497 = load_shared<960>(a24, Real());
    const Real x498 = load_shared<3120>(a24, Real());
    const Real x499 = load_shared<6960>(a25, Real());
    const Real x500 = g * x485;
    const Real x501 = fma(-x212, x492, x485);
    const Real x502 = fma(-x216, x492, x485);
    const Real x503 = fma(-x211, x492, x500);
    const Real x504 = fma(-x213, x477, x501);
    const Real x505 = fma(-x217, x477, x502);
    const Real x506 = fma(-x215, x477, x503);
    const Real x507 = fma(x486, x506, x496);
    const Real x508 = load_shared<1200>(a24, Real());
    const Real x509 = g * x497;
    const Real x510 = fma(-x208, x499, x497);
    const Real x511 = fma(-x216, x499, x497);
    const Real x512 = fma(-x211, x499, x509);
    const Real x513 = fma(-x209, x493, x510);
    const Real x514 = fma(-x217, x493, x511);
    const Real x515 = fma(-x215, x493, x512);
    const Real x516 = fma(x498, x515, x507);
    store_shared<7440>(a24, x514);
    const Real x517 = load_shared<3600>(a0, Real());
    const Real x518 = fma(-x216, x513, x508);
    const Real x519 = fma(-x217, x504, x518);
    lanes_sync(2147450879u);
    const Real x520 = load_shared<7200>(a25, Real());
    const Real x521 = load_shared<7200>(a26, Real());
    const Real x522 = load_shared<7200>(a24, Real());
    const Real x523 = load_shared<6480>(a24, Real());
    const Real x524 = load_shared<5040>(a24, Real());
    const Real x525 = g * x398;
    const Real x526 = fma(-x208, x520, x398);
    const Real x527 = fma(-x211, x520, x525);
    const Real x528 = fma(-x209, x521, x526);
    const Real x529 = fma(-x215, x521, x527);
    const Real x530 = fma(-x210, x522, x528);
    const Real x531 = fma(-x219, x522, x529);
    const Real x532 = r == 0 ? x531 : 0;
    const Real x533 = x517 * x532;
    const Real x534 = load_shared<1920>(a24, Real());
    const Real x535 = load_shared<3360>(a25, Real());
    const Real x536 = load_shared<32>(factors, Real());
    const Real x537 = fma(x536, x516, x523);
    const Real x538 = fma(-x524, x299, x537);
    lanes_sync(2147450879u);
    const Real x539 = load_shared<7440>(a26, Real());
    const Real x540 = load_shared<4800>(a25, Real());
    const Real x541 = load_shared<6240>(a24, Real());
    const Real x542 = g * x534;
    const Real x543 = fma(-x212, x530, x534);
    const Real x544 = fma(-x216, x530, x534);
    const Real x545 = fma(-x211, x530, x542);
    const Real x546 = fma(-x213, x539, x543);
    const Real x547 = fma(-x217, x539, x544);
    const Real x548 = fma(-x215, x539, x545);
    const Real x549 = fma(-x214, x505, x546);
    const Real x550 = fma(-x218, x505, x547);
    const Real x551 = fma(-x219, x505, x548);
    const Real x552 = fma(x535, x551, x533);
    store_shared<7200>(a24, x550);
    const Real x553 = load_shared<1680>(a24, Real());
    const Real x554 = load_shared<3120>(a26, Real());
    const Real x555 = fma(-x540, x541, x538);
    lanes_sync(2147450879u);
    const Real x556 = load_shared<7200>(a25, Real());
    const Real x557 = g * x553;
    const Real x558 = fma(-x211, x556, x557);
    const Real x559 = fma(-x215, x549, x558);
    const Real x560 = fma(-x219, x519, x559);
    const Real x561 = fma(x554, x560, x552);
    const Real x562 = load_shared<4800>(a24, Real());
    const Real x563 = load_shared<6240>(a25, Real());
    const Real x564 = fma(-x562, x563, x555);
    store_shared<6480>(a24, x564);
    lanes_sync(2147450879u);
    const Real x565 = load_shared<32>(factors, Real());
    const Real x566 = load_shared<0>(factors, Real());
    const Real x567 = x566 * x458;
    const Real x568 = fma(x565, x561, x567);
    const Real x569 = fma(-x457, x299, x568);
    const Real x570 = load_shared<4800>(a24, Real());
    const Real x571 = load_shared<5760>(a24, Real());
    const Real x572 = load_shared<5520>(a25, Real());
    const Real x573 = load_shared<6480>(a25, Real());
    const Real x574 = fma(-x570, x572, x442);
    const Real x575 = fma(-x571, x572, x569);
    const Real x576 = fma(-x570, x573, x575);
    const Real x577 = load_shared<5040>(a24, Real());
    const Real x578 = load_shared<6000>(a24, Real());
    const Real x579 = load_shared<5280>(a26, Real());
    const Real x580 = load_shared<6240>(a26, Real());
    const Real x581 = fma(-x577, x579, x574);
    const Real x582 = fma(-x578, x579, x576);
    const Real x583 = fma(-x577, x580, x582);
    const Real x584 = fma(-x296, x581, x583);
    store_shared<6720>(a24, x584);
    lanes_sync(2147450879u);
    const Real x585 = load_shared<6720>(a0, Real());
    const Real x586 = load_shared<6728>(a0, Real());
    const Real x587 = x585 + x586;
    const Real x588 = load_shared<6736>(a0, Real());
    const Real x589 = x587 + x588;
    if (r == 0 && place < batch.end) batch.outputs[0].data[place] = x589;
    lanes_sync(2147450879u);
  }
}
