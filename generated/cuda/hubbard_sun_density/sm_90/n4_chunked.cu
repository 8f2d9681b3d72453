// hubbard_sun_density, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density.diag:19: W(k, open, s, v)
//   hubbard_sun_density.diag:25: rest(k, open)
//   hubbard_sun_density.diag:29: loop(s)
//   hubbard_sun_density.diag:31: density
// Order: W by s descending, k descending, open ascending, v ascending; at most 33 values live.
// A configuration takes 119 multiplications, 1 additions, 178 fused, 0 divisions, 0 functions,
// 103 loads and 45 stores, in 3 chunks.
// Launch hubbard_sun_density_chunk0: 128 threads and 128 configurations a block, 8192 bytes of dynamic shared memory.
// Launch hubbard_sun_density_chunk1: 128 threads and 128 configurations a block, 24576 bytes of dynamic shared memory.
// Launch hubbard_sun_density_chunk2: 128 threads and 128 configurations a block, 24576 bytes of dynamic shared memory.
// Slabs of 101376 configurations; the workspace takes 176 bytes for each of them.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

struct Batch {
  const Real *inputs[1];
  Real *outputs[1];
  Size input_stride, output_stride;
  Size begin, end;
  Real *work;
  Real params[1];
};

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

__device__ inline void copy_ahead(Real *to, const Real *from) {
#if defined(__CUDA_ARCH__)
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
               :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "n"(sizeof(Real)) : "memory");
#else
  *to = *from;
#endif
}
// Ends a group of copies.
__device__ inline void copies_end() {
#if defined(__CUDA_ARCH__)
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
// Waits until at most `pending` groups, the newest, are still on their way.
template <int pending>
__device__ inline void copies_wait() {
#if defined(__CUDA_ARCH__)
  asm volatile("cp.async.wait_group %0;" :: "n"(pending) : "memory");
#endif
}

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk0(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 44ull * 128 + threadIdx.x;
  const Real N = batch.params[0];
  Real *const staged = (Real *)diagc_shared + threadIdx.x;
  copy_ahead(staged + 0 * 128, batch.inputs[0] + 23 * batch.input_stride + at);  // G_4_3
  copy_ahead(staged + 1 * 128, batch.inputs[0] + 24 * batch.input_stride + at);  // G_4_4
  copy_ahead(staged + 2 * 128, batch.inputs[0] + 18 * batch.input_stride + at);  // G_3_3
  copy_ahead(staged + 3 * 128, batch.inputs[0] + 19 * batch.input_stride + at);  // G_3_4
  copy_ahead(staged + 4 * 128, batch.inputs[0] + 17 * batch.input_stride + at);  // G_3_2
  copy_ahead(staged + 5 * 128, batch.inputs[0] + 12 * batch.input_stride + at);  // G_2_2
  copy_ahead(staged + 6 * 128, batch.inputs[0] + 13 * batch.input_stride + at);  // G_2_3
  copy_ahead(staged + 7 * 128, batch.inputs[0] + 22 * batch.input_stride + at);  // G_4_2
  copy_ahead(staged + 8 * 128, batch.inputs[0] + 14 * batch.input_stride + at);  // G_2_4
  copy_ahead(staged + 9 * 128, batch.inputs[0] + 11 * batch.input_stride + at);  // G_2_1
  copy_ahead(staged + 10 * 128, batch.inputs[0] + 6 * batch.input_stride + at);  // G_1_1
  copy_ahead(staged + 11 * 128, batch.inputs[0] + 7 * batch.input_stride + at);  // G_1_2
  copy_ahead(staged + 12 * 128, batch.inputs[0] + 16 * batch.input_stride + at);  // G_3_1
  copy_ahead(staged + 13 * 128, batch.inputs[0] + 21 * batch.input_stride + at);  // G_4_1
  copy_ahead(staged + 14 * 128, batch.inputs[0] + 8 * batch.input_stride + at);  // G_1_3
  copy_ahead(staged + 15 * 128, batch.inputs[0] + 9 * batch.input_stride + at);  // G_1_4
  copies_end();
  copies_wait<0>();
  const Real G_4_3 = staged[0 * 128];
  const Real t1 = N * G_4_3;
  const Real G_4_4 = staged[1 * 128];
  const Real t2 = N * G_4_4;
  work[0 * 128] = t2;
  const Real t3 = N * t2;
  const Real G_3_3 = staged[2 * 128];
  const Real G_3_4 = staged[3 * 128];
  const Real W_4_S4_3_3 = fma(-G_3_4, t1, G_3_3 * t3);
  work[1 * 128] = W_4_S4_3_3;
  const Real W_4_S4_3_4 = fma(-G_4_4, t1, G_4_3 * t3);
  const Real W_3_S_3_3 = G_3_4 * W_4_S4_3_4;
  work[2 * 128] = W_3_S_3_3;
  const Real G_3_2 = staged[4 * 128];
  const Real t4 = N * G_3_2;
  const Real t5 = N * G_3_3;
  work[3 * 128] = t5;
  const Real G_2_2 = staged[5 * 128];
  const Real t6 = N * G_2_2;
  work[4 * 128] = t6;
  const Real G_2_3 = staged[6 * 128];
  const Real W_4_S3_2_2 = fma(-G_2_3, t4, t5 * t6);
  work[5 * 128] = W_4_S3_2_2;
  const Real G_4_2 = staged[7 * 128];
  const Real t7 = N * G_4_2;
  const Real W_4_S3_2_4 = fma(-G_4_3, t4, t5 * t7);
  const Real G_2_4 = staged[8 * 128];
  const Real W_4_S4_2_2 = fma(-G_2_4, t7, G_2_2 * t3);
  work[6 * 128] = W_4_S4_2_2;
  const Real W_4_S4_2_3 = fma(-G_3_4, t7, G_3_2 * t3);
  const Real W_4_S4_2_4 = fma(-G_4_4, t7, G_4_2 * t3);
  const Real W_4_S3_4_2_2 = fma(G_2_3, W_4_S4_2_3, fma(-W_4_S4_3_3, t6, G_2_4 * W_4_S3_2_4));
  work[7 * 128] = W_4_S3_4_2_2;
  const Real W_4_S3_4_2_4 = fma(G_4_3, W_4_S4_2_3, fma(-W_4_S4_3_3, t7, G_4_4 * W_4_S3_2_4));
  const Real W_3_S_2_2 = G_2_4 * W_4_S4_2_4;
  work[8 * 128] = W_3_S_2_2;
  const Real W_3_S_2_3 = G_3_4 * W_4_S4_2_4;
  const Real W_3_S3_2_2 = fma(G_2_3, W_3_S_2_3, fma(-W_3_S_3_3, t6, G_2_4 * W_4_S3_4_2_4));
  work[9 * 128] = W_3_S3_2_2;
  const Real W_3_S3_2_3 = fma(G_3_3, W_3_S_2_3, fma(-W_3_S_3_3, t4, G_3_4 * W_4_S3_4_2_4));
  const Real W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
  work[10 * 128] = W_2_S_2_2;
  const Real G_2_1 = staged[9 * 128];
  const Real t8 = N * G_2_1;
  work[11 * 128] = t8;
  const Real G_1_1 = staged[10 * 128];
  const Real t9 = N * G_1_1;
  work[12 * 128] = t9;
  const Real G_1_2 = staged[11 * 128];
  const Real W_4_S2_1_1 = fma(-G_1_2, t8, t6 * t9);
  work[13 * 128] = W_4_S2_1_1;
  const Real G_3_1 = staged[12 * 128];
  const Real t10 = N * G_3_1;
  work[14 * 128] = t10;
  const Real W_4_S2_1_3 = fma(-G_3_2, t8, t6 * t10);
  const Real G_4_1 = staged[13 * 128];
  const Real t11 = G_4_1 * N;
  const Real W_4_S2_1_4 = fma(-G_4_2, t8, t6 * t11);
  const Real G_1_3 = staged[14 * 128];
  const Real W_4_S3_1_1 = fma(-G_1_3, t10, t5 * t9);
  work[15 * 128] = W_4_S3_1_1;
  const Real W_4_S3_1_2 = fma(-G_2_3, t10, t5 * t8);
  const Real W_4_S3_1_4 = fma(-G_4_3, t10, t5 * t11);
  const Real W_4_S2_3_1_1 = fma(G_1_2, W_4_S3_1_2, fma(-W_4_S3_2_2, t9, G_1_3 * W_4_S2_1_3));
  work[16 * 128] = W_4_S2_3_1_1;
  const Real W_4_S2_3_1_4 = fma(G_4_2, W_4_S3_1_2, fma(-W_4_S3_2_2, t11, G_4_3 * W_4_S2_1_3));
  const Real G_1_4 = staged[15 * 128];
  const Real W_4_S4_1_1 = fma(-G_1_4, t11, t2 * t9);
  work[17 * 128] = W_4_S4_1_1;
  const Real W_4_S4_1_2 = fma(-G_2_4, t11, G_2_1 * t3);
  const Real W_4_S4_1_3 = fma(-G_3_4, t11, G_3_1 * t3);
  const Real W_4_S4_1_4 = fma(-G_4_4, t11, t2 * t11);
  const Real W_4_S2_4_1_1 = fma(G_1_2, W_4_S4_1_2, fma(-W_4_S4_2_2, t9, G_1_4 * W_4_S2_1_4));
  work[18 * 128] = W_4_S2_4_1_1;
  const Real W_4_S2_4_1_3 = fma(G_3_2, W_4_S4_1_2, fma(-W_4_S4_2_2, t10, G_3_4 * W_4_S2_1_4));
  const Real W_4_S2_4_1_4 = fma(G_4_2, W_4_S4_1_2, fma(-W_4_S4_2_2, t11, G_4_4 * W_4_S2_1_4));
  const Real W_4_S3_4_1_1 = fma(G_1_3, W_4_S4_1_3, fma(-W_4_S4_3_3, t9, G_1_4 * W_4_S3_1_4));
  work[19 * 128] = W_4_S3_4_1_1;
  const Real W_4_S3_4_1_2 = fma(G_2_3, W_4_S4_1_3, fma(-W_4_S4_3_3, t8, G_2_4 * W_4_S3_1_4));
  const Real W_4_S3_4_1_4 = fma(G_4_3, W_4_S4_1_3, fma(-W_4_S4_3_3, t11, G_4_4 * W_4_S3_1_4));
  work[20 * 128] = W_4_S3_4_1_4;
  const Real W_4_S2_3_4_1_1 = fma(G_1_2, W_4_S3_4_1_2, fma(G_1_3, W_4_S2_4_1_3, fma(-W_4_S3_4_2_2, t9, G_1_4 * W_4_S2_3_1_4)));
  work[21 * 128] = W_4_S2_3_4_1_1;
  const Real W_4_S2_3_4_1_4 = fma(G_4_2, W_4_S3_4_1_2, fma(G_4_3, W_4_S2_4_1_3, fma(-W_4_S3_4_2_2, t11, G_4_4 * W_4_S2_3_1_4)));
  work[22 * 128] = W_4_S2_3_4_1_4;
  const Real W_3_S_1_1 = G_1_4 * W_4_S4_1_4;
  work[23 * 128] = W_3_S_1_1;
  const Real W_3_S_1_2 = G_2_4 * W_4_S4_1_4;
  const Real W_3_S_1_3 = G_3_4 * W_4_S4_1_4;
  work[24 * 128] = W_3_S_1_3;
  const Real W_3_S2_1_1 = fma(G_1_2, W_3_S_1_2, fma(-W_3_S_2_2, t9, G_1_4 * W_4_S2_4_1_4));
  work[25 * 128] = W_3_S2_1_1;
  const Real W_3_S2_1_3 = fma(G_3_2, W_3_S_1_2, fma(-W_3_S_2_2, t10, G_3_4 * W_4_S2_4_1_4));
  work[26 * 128] = W_3_S2_1_3;
}

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk1(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 44ull * 128 + threadIdx.x;
  Real *const staged = (Real *)diagc_shared + threadIdx.x;
  copy_ahead(staged + 0 * 128, batch.inputs[0] + 9 * batch.input_stride + at);  // G_1_4
  copy_ahead(staged + 1 * 128, work + 20 * 128);  // W_4_S3_4_1_4
  copy_ahead(staged + 2 * 128, work + 2 * 128);  // W_3_S_3_3
  copy_ahead(staged + 3 * 128, work + 12 * 128);  // t9
  copy_ahead(staged + 4 * 128, batch.inputs[0] + 8 * batch.input_stride + at);  // G_1_3
  copy_ahead(staged + 5 * 128, work + 24 * 128);  // W_3_S_1_3
  copy_ahead(staged + 6 * 128, batch.inputs[0] + 14 * batch.input_stride + at);  // G_2_4
  copy_ahead(staged + 7 * 128, work + 11 * 128);  // t8
  copy_ahead(staged + 8 * 128, batch.inputs[0] + 13 * batch.input_stride + at);  // G_2_3
  copy_ahead(staged + 9 * 128, batch.inputs[0] + 19 * batch.input_stride + at);  // G_3_4
  copy_ahead(staged + 10 * 128, work + 14 * 128);  // t10
  copy_ahead(staged + 11 * 128, batch.inputs[0] + 18 * batch.input_stride + at);  // G_3_3
  copy_ahead(staged + 12 * 128, work + 22 * 128);  // W_4_S2_3_4_1_4
  copy_ahead(staged + 13 * 128, work + 9 * 128);  // W_3_S3_2_2
  copy_ahead(staged + 14 * 128, work + 26 * 128);  // W_3_S2_1_3
  copy_ahead(staged + 15 * 128, batch.inputs[0] + 7 * batch.input_stride + at);  // G_1_2
  copies_end();
  copy_ahead(staged + 16 * 128, batch.inputs[0] + 17 * batch.input_stride + at);  // G_3_2
  copy_ahead(staged + 17 * 128, work + 10 * 128);  // W_2_S_2_2
  copy_ahead(staged + 18 * 128, batch.inputs[0] + 12 * batch.input_stride + at);  // G_2_2
  copy_ahead(staged + 19 * 128, batch.inputs[0] + 10 * batch.input_stride + at);  // G_2_0
  copy_ahead(staged + 20 * 128, batch.inputs[0] + 5 * batch.input_stride + at);  // G_1_0
  copy_ahead(staged + 21 * 128, batch.inputs[0] + 11 * batch.input_stride + at);  // G_2_1
  copy_ahead(staged + 22 * 128, batch.inputs[0] + 15 * batch.input_stride + at);  // G_3_0
  copy_ahead(staged + 23 * 128, batch.inputs[0] + 16 * batch.input_stride + at);  // G_3_1
  copy_ahead(staged + 24 * 128, batch.inputs[0] + 20 * batch.input_stride + at);  // G_4_0
  copy_ahead(staged + 25 * 128, batch.inputs[0] + 21 * batch.input_stride + at);  // G_4_1
  copy_ahead(staged + 26 * 128, work + 4 * 128);  // t6
  copy_ahead(staged + 27 * 128, batch.inputs[0] + 22 * batch.input_stride + at);  // G_4_2
  copy_ahead(staged + 28 * 128, work + 13 * 128);  // W_4_S2_1_1
  copy_ahead(staged + 29 * 128, work + 3 * 128);  // t5
  copy_ahead(staged + 30 * 128, batch.inputs[0] + 23 * batch.input_stride + at);  // G_4_3
  copy_ahead(staged + 31 * 128, work + 15 * 128);  // W_4_S3_1_1
  copies_end();
  copy_ahead(staged + 32 * 128, work + 5 * 128);  // W_4_S3_2_2
  copy_ahead(staged + 33 * 128, work + 16 * 128);  // W_4_S2_3_1_1
  copy_ahead(staged + 34 * 128, work + 0 * 128);  // t2
  copy_ahead(staged + 35 * 128, batch.inputs[0] + 24 * batch.input_stride + at);  // G_4_4
  copy_ahead(staged + 36 * 128, work + 17 * 128);  // W_4_S4_1_1
  copy_ahead(staged + 37 * 128, work + 6 * 128);  // W_4_S4_2_2
  copy_ahead(staged + 38 * 128, work + 18 * 128);  // W_4_S2_4_1_1
  copies_end();
  copies_wait<2>();
  const Real G_1_4 = staged[0 * 128];
  const Real W_4_S3_4_1_4 = staged[1 * 128];
  const Real W_3_S_3_3 = staged[2 * 128];
  const Real t9 = staged[3 * 128];
  const Real G_1_3 = staged[4 * 128];
  const Real W_3_S_1_3 = staged[5 * 128];
  const Real W_3_S3_1_1 = fma(G_1_3, W_3_S_1_3, fma(-W_3_S_3_3, t9, G_1_4 * W_4_S3_4_1_4));
  work[27 * 128] = W_3_S3_1_1;
  const Real G_2_4 = staged[6 * 128];
  const Real t8 = staged[7 * 128];
  const Real G_2_3 = staged[8 * 128];
  const Real W_3_S3_1_2 = fma(G_2_3, W_3_S_1_3, fma(-W_3_S_3_3, t8, G_2_4 * W_4_S3_4_1_4));
  const Real G_3_4 = staged[9 * 128];
  const Real t10 = staged[10 * 128];
  const Real G_3_3 = staged[11 * 128];
  const Real W_3_S3_1_3 = fma(G_3_3, W_3_S_1_3, fma(-W_3_S_3_3, t10, G_3_4 * W_4_S3_4_1_4));
  work[28 * 128] = W_3_S3_1_3;
  const Real W_4_S2_3_4_1_4 = staged[12 * 128];
  const Real W_3_S3_2_2 = staged[13 * 128];
  const Real W_3_S2_1_3 = staged[14 * 128];
  const Real G_1_2 = staged[15 * 128];
  const Real W_3_S2_3_1_1 = fma(G_1_2, W_3_S3_1_2, fma(G_1_3, W_3_S2_1_3, fma(-W_3_S3_2_2, t9, G_1_4 * W_4_S2_3_4_1_4)));
  work[29 * 128] = W_3_S2_3_1_1;
  copies_end();
  copies_wait<2>();
  const Real G_3_2 = staged[16 * 128];
  const Real W_3_S2_3_1_3 = fma(G_3_2, W_3_S3_1_2, fma(G_3_3, W_3_S2_1_3, fma(-W_3_S3_2_2, t10, G_3_4 * W_4_S2_3_4_1_4)));
  const Real W_2_S_1_2 = G_2_3 * W_3_S3_1_3;
  const Real W_2_S_2_2 = staged[17 * 128];
  const Real W_2_S2_1_1 = fma(G_1_2, W_2_S_1_2, fma(-W_2_S_2_2, t9, G_1_3 * W_3_S2_3_1_3));
  work[30 * 128] = W_2_S2_1_1;
  const Real G_2_2 = staged[18 * 128];
  const Real W_2_S2_1_2 = fma(G_2_2, W_2_S_1_2, fma(-W_2_S_2_2, t8, G_2_3 * W_3_S2_3_1_3));
  work[31 * 128] = W_2_S2_1_2;
  const Real G_2_0 = staged[19 * 128];
  const Real G_1_0 = staged[20 * 128];
  const Real G_2_1 = staged[21 * 128];
  const Real W_4_S1_0_2 = fma(-G_1_0, G_2_1, G_2_0 * t9);
  const Real G_3_0 = staged[22 * 128];
  const Real G_3_1 = staged[23 * 128];
  const Real W_4_S1_0_3 = fma(-G_1_0, G_3_1, G_3_0 * t9);
  const Real G_4_0 = staged[24 * 128];
  const Real G_4_1 = staged[25 * 128];
  const Real W_4_S1_0_4 = fma(-G_4_1, G_1_0, G_4_0 * t9);
  const Real t6 = staged[26 * 128];
  const Real W_4_S2_0_1 = fma(-G_1_2, G_2_0, t6 * G_1_0);
  const Real W_4_S2_0_3 = fma(-G_2_0, G_3_2, G_3_0 * t6);
  const Real G_4_2 = staged[27 * 128];
  const Real W_4_S2_0_4 = fma(-G_2_0, G_4_2, G_4_0 * t6);
  const Real W_4_S2_1_1 = staged[28 * 128];
  const Real W_4_S1_2_0_3 = fma(G_3_1, W_4_S2_0_1, fma(-G_3_0, W_4_S2_1_1, G_3_2 * W_4_S1_0_2));
  const Real W_4_S1_2_0_4 = fma(G_4_1, W_4_S2_0_1, fma(-G_4_0, W_4_S2_1_1, G_4_2 * W_4_S1_0_2));
  const Real t5 = staged[29 * 128];
  const Real W_4_S3_0_1 = fma(-G_3_0, G_1_3, t5 * G_1_0);
  const Real W_4_S3_0_2 = fma(-G_2_3, G_3_0, t5 * G_2_0);
  const Real G_4_3 = staged[30 * 128];
  const Real W_4_S3_0_4 = fma(-G_3_0, G_4_3, G_4_0 * t5);
  work[32 * 128] = W_4_S3_0_4;
  const Real W_4_S3_1_1 = staged[31 * 128];
  const Real W_4_S1_3_0_2 = fma(G_2_1, W_4_S3_0_1, fma(-G_2_0, W_4_S3_1_1, G_2_3 * W_4_S1_0_3));
  const Real W_4_S1_3_0_4 = fma(G_4_1, W_4_S3_0_1, fma(-G_4_0, W_4_S3_1_1, G_4_3 * W_4_S1_0_3));
  work[33 * 128] = W_4_S1_3_0_4;
  copies_end();
  copies_wait<2>();
  const Real W_4_S3_2_2 = staged[32 * 128];
  const Real W_4_S2_3_0_1 = fma(G_1_2, W_4_S3_0_2, fma(-W_4_S3_2_2, G_1_0, G_1_3 * W_4_S2_0_3));
  const Real W_4_S2_3_0_4 = fma(G_4_2, W_4_S3_0_2, fma(-G_4_0, W_4_S3_2_2, G_4_3 * W_4_S2_0_3));
  work[34 * 128] = W_4_S2_3_0_4;
  const Real W_4_S2_3_1_1 = staged[33 * 128];
  const Real W_4_S1_2_3_0_4 = fma(G_4_1, W_4_S2_3_0_1, fma(G_4_2, W_4_S1_3_0_2, fma(-G_4_0, W_4_S2_3_1_1, G_4_3 * W_4_S1_2_0_3)));
  work[35 * 128] = W_4_S1_2_3_0_4;
  const Real t2 = staged[34 * 128];
  const Real W_4_S4_0_1 = fma(-G_4_0, G_1_4, t2 * G_1_0);
  const Real W_4_S4_0_2 = fma(-G_4_0, G_2_4, t2 * G_2_0);
  const Real W_4_S4_0_3 = fma(-G_3_4, G_4_0, G_3_0 * t2);
  work[36 * 128] = W_4_S4_0_3;
  const Real G_4_4 = staged[35 * 128];
  const Real t12 = t2 - G_4_4;
  const Real W_4_S4_0_4 = G_4_0 * t12;
  work[37 * 128] = W_4_S4_0_4;
  const Real W_4_S4_1_1 = staged[36 * 128];
  const Real W_4_S1_4_0_2 = fma(G_2_1, W_4_S4_0_1, fma(-G_2_0, W_4_S4_1_1, G_2_4 * W_4_S1_0_4));
  const Real W_4_S1_4_0_3 = fma(G_3_1, W_4_S4_0_1, fma(-G_3_0, W_4_S4_1_1, G_3_4 * W_4_S1_0_4));
  work[38 * 128] = W_4_S1_4_0_3;
  const Real W_4_S1_4_0_4 = fma(G_4_1, W_4_S4_0_1, fma(-G_4_0, W_4_S4_1_1, G_4_4 * W_4_S1_0_4));
  work[39 * 128] = W_4_S1_4_0_4;
  const Real W_4_S4_2_2 = staged[37 * 128];
  const Real W_4_S2_4_0_1 = fma(G_1_2, W_4_S4_0_2, fma(-W_4_S4_2_2, G_1_0, W_4_S2_0_4 * G_1_4));
  const Real W_4_S2_4_0_3 = fma(G_3_2, W_4_S4_0_2, fma(-G_3_0, W_4_S4_2_2, G_3_4 * W_4_S2_0_4));
  work[40 * 128] = W_4_S2_4_0_3;
  const Real W_4_S2_4_0_4 = fma(W_4_S4_0_2, G_4_2, fma(-G_4_0, W_4_S4_2_2, G_4_4 * W_4_S2_0_4));
  work[41 * 128] = W_4_S2_4_0_4;
  const Real W_4_S2_4_1_1 = staged[38 * 128];
  const Real W_4_S1_2_4_0_3 = fma(G_3_1, W_4_S2_4_0_1, fma(G_3_2, W_4_S1_4_0_2, fma(-G_3_0, W_4_S2_4_1_1, G_3_4 * W_4_S1_2_0_4)));
  work[42 * 128] = W_4_S1_2_4_0_3;
  const Real W_4_S1_2_4_0_4 = fma(G_4_1, W_4_S2_4_0_1, fma(G_4_2, W_4_S1_4_0_2, fma(-G_4_0, W_4_S2_4_1_1, G_4_4 * W_4_S1_2_0_4)));
  work[43 * 128] = W_4_S1_2_4_0_4;
}

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk2(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 44ull * 128 + threadIdx.x;
  Real *const staged = (Real *)diagc_shared + threadIdx.x;
  copy_ahead(staged + 0 * 128, work + 32 * 128);  // W_4_S3_0_4
  copy_ahead(staged + 1 * 128, batch.inputs[0] + 9 * batch.input_stride + at);  // G_1_4
  copy_ahead(staged + 2 * 128, work + 1 * 128);  // W_4_S4_3_3
  copy_ahead(staged + 3 * 128, batch.inputs[0] + 5 * batch.input_stride + at);  // G_1_0
  copy_ahead(staged + 4 * 128, work + 36 * 128);  // W_4_S4_0_3
  copy_ahead(staged + 5 * 128, batch.inputs[0] + 8 * batch.input_stride + at);  // G_1_3
  copy_ahead(staged + 6 * 128, batch.inputs[0] + 14 * batch.input_stride + at);  // G_2_4
  copy_ahead(staged + 7 * 128, batch.inputs[0] + 10 * batch.input_stride + at);  // G_2_0
  copy_ahead(staged + 8 * 128, batch.inputs[0] + 13 * batch.input_stride + at);  // G_2_3
  copy_ahead(staged + 9 * 128, batch.inputs[0] + 24 * batch.input_stride + at);  // G_4_4
  copy_ahead(staged + 10 * 128, batch.inputs[0] + 20 * batch.input_stride + at);  // G_4_0
  copy_ahead(staged + 11 * 128, batch.inputs[0] + 23 * batch.input_stride + at);  // G_4_3
  copy_ahead(staged + 12 * 128, work + 33 * 128);  // W_4_S1_3_0_4
  copy_ahead(staged + 13 * 128, work + 19 * 128);  // W_4_S3_4_1_1
  copy_ahead(staged + 14 * 128, work + 38 * 128);  // W_4_S1_4_0_3
  copy_ahead(staged + 15 * 128, batch.inputs[0] + 11 * batch.input_stride + at);  // G_2_1
  copies_end();
  copy_ahead(staged + 16 * 128, batch.inputs[0] + 21 * batch.input_stride + at);  // G_4_1
  copy_ahead(staged + 17 * 128, work + 34 * 128);  // W_4_S2_3_0_4
  copy_ahead(staged + 18 * 128, work + 7 * 128);  // W_4_S3_4_2_2
  copy_ahead(staged + 19 * 128, work + 40 * 128);  // W_4_S2_4_0_3
  copy_ahead(staged + 20 * 128, batch.inputs[0] + 7 * batch.input_stride + at);  // G_1_2
  copy_ahead(staged + 21 * 128, batch.inputs[0] + 22 * batch.input_stride + at);  // G_4_2
  copy_ahead(staged + 22 * 128, work + 35 * 128);  // W_4_S1_2_3_0_4
  copy_ahead(staged + 23 * 128, work + 21 * 128);  // W_4_S2_3_4_1_1
  copy_ahead(staged + 24 * 128, work + 42 * 128);  // W_4_S1_2_4_0_3
  copy_ahead(staged + 25 * 128, work + 37 * 128);  // W_4_S4_0_4
  copy_ahead(staged + 26 * 128, batch.inputs[0] + 19 * batch.input_stride + at);  // G_3_4
  copy_ahead(staged + 27 * 128, work + 39 * 128);  // W_4_S1_4_0_4
  copy_ahead(staged + 28 * 128, work + 23 * 128);  // W_3_S_1_1
  copy_ahead(staged + 29 * 128, batch.inputs[0] + 15 * batch.input_stride + at);  // G_3_0
  copy_ahead(staged + 30 * 128, batch.inputs[0] + 16 * batch.input_stride + at);  // G_3_1
  copy_ahead(staged + 31 * 128, work + 41 * 128);  // W_4_S2_4_0_4
  copies_end();
  copy_ahead(staged + 32 * 128, work + 8 * 128);  // W_3_S_2_2
  copy_ahead(staged + 33 * 128, batch.inputs[0] + 17 * batch.input_stride + at);  // G_3_2
  copy_ahead(staged + 34 * 128, work + 43 * 128);  // W_4_S1_2_4_0_4
  copy_ahead(staged + 35 * 128, work + 25 * 128);  // W_3_S2_1_1
  copy_ahead(staged + 36 * 128, work + 2 * 128);  // W_3_S_3_3
  copy_ahead(staged + 37 * 128, batch.inputs[0] + 18 * batch.input_stride + at);  // G_3_3
  copy_ahead(staged + 38 * 128, work + 27 * 128);  // W_3_S3_1_1
  copy_ahead(staged + 39 * 128, work + 9 * 128);  // W_3_S3_2_2
  copy_ahead(staged + 40 * 128, work + 29 * 128);  // W_3_S2_3_1_1
  copy_ahead(staged + 41 * 128, work + 28 * 128);  // W_3_S3_1_3
  copy_ahead(staged + 42 * 128, work + 10 * 128);  // W_2_S_2_2
  copy_ahead(staged + 43 * 128, batch.inputs[0] + 12 * batch.input_stride + at);  // G_2_2
  copy_ahead(staged + 44 * 128, work + 30 * 128);  // W_2_S2_1_1
  copy_ahead(staged + 45 * 128, work + 31 * 128);  // W_2_S2_1_2
  copy_ahead(staged + 46 * 128, batch.inputs[0] + 6 * batch.input_stride + at);  // G_1_1
  copy_ahead(staged + 47 * 128, batch.inputs[0] + 1 * batch.input_stride + at);  // G_0_1
  copies_end();
  copies_wait<2>();
  const Real W_4_S3_0_4 = staged[0 * 128];
  const Real G_1_4 = staged[1 * 128];
  const Real W_4_S4_3_3 = staged[2 * 128];
  const Real G_1_0 = staged[3 * 128];
  const Real W_4_S4_0_3 = staged[4 * 128];
  const Real G_1_3 = staged[5 * 128];
  const Real W_4_S3_4_0_1 = fma(W_4_S4_0_3, G_1_3, fma(-W_4_S4_3_3, G_1_0, W_4_S3_0_4 * G_1_4));
  const Real G_2_4 = staged[6 * 128];
  const Real G_2_0 = staged[7 * 128];
  const Real G_2_3 = staged[8 * 128];
  const Real W_4_S3_4_0_2 = fma(G_2_3, W_4_S4_0_3, fma(-G_2_0, W_4_S4_3_3, G_2_4 * W_4_S3_0_4));
  const Real G_4_4 = staged[9 * 128];
  const Real G_4_0 = staged[10 * 128];
  const Real G_4_3 = staged[11 * 128];
  const Real W_4_S3_4_0_4 = fma(W_4_S4_0_3, G_4_3, fma(-G_4_0, W_4_S4_3_3, G_4_4 * W_4_S3_0_4));
  const Real W_4_S1_3_0_4 = staged[12 * 128];
  const Real W_4_S3_4_1_1 = staged[13 * 128];
  const Real W_4_S1_4_0_3 = staged[14 * 128];
  const Real G_2_1 = staged[15 * 128];
  const Real W_4_S1_3_4_0_2 = fma(G_2_1, W_4_S3_4_0_1, fma(G_2_3, W_4_S1_4_0_3, fma(-G_2_0, W_4_S3_4_1_1, G_2_4 * W_4_S1_3_0_4)));
  copies_end();
  copies_wait<2>();
  const Real G_4_1 = staged[16 * 128];
  const Real W_4_S1_3_4_0_4 = fma(G_4_1, W_4_S3_4_0_1, fma(G_4_3, W_4_S1_4_0_3, fma(-G_4_0, W_4_S3_4_1_1, G_4_4 * W_4_S1_3_0_4)));
  const Real W_4_S2_3_0_4 = staged[17 * 128];
  const Real W_4_S3_4_2_2 = staged[18 * 128];
  const Real W_4_S2_4_0_3 = staged[19 * 128];
  const Real G_1_2 = staged[20 * 128];
  const Real W_4_S2_3_4_0_1 = fma(G_1_2, W_4_S3_4_0_2, fma(G_1_3, W_4_S2_4_0_3, fma(-G_1_0, W_4_S3_4_2_2, G_1_4 * W_4_S2_3_0_4)));
  const Real G_4_2 = staged[21 * 128];
  const Real W_4_S2_3_4_0_4 = fma(W_4_S3_4_0_2, G_4_2, fma(G_4_3, W_4_S2_4_0_3, fma(-G_4_0, W_4_S3_4_2_2, G_4_4 * W_4_S2_3_0_4)));
  const Real W_4_S1_2_3_0_4 = staged[22 * 128];
  const Real W_4_S2_3_4_1_1 = staged[23 * 128];
  const Real W_4_S1_2_4_0_3 = staged[24 * 128];
  const Real W_4_S1_2_3_4_0_4 = fma(G_4_1, W_4_S2_3_4_0_1, fma(G_4_2, W_4_S1_3_4_0_2, fma(G_4_3, W_4_S1_2_4_0_3, fma(-G_4_0, W_4_S2_3_4_1_1, G_4_4 * W_4_S1_2_3_0_4))));
  const Real W_4_S4_0_4 = staged[25 * 128];
  const Real W_3_S_0_1 = G_1_4 * W_4_S4_0_4;
  const Real W_3_S_0_2 = G_2_4 * W_4_S4_0_4;
  const Real G_3_4 = staged[26 * 128];
  const Real W_3_S_0_3 = G_3_4 * W_4_S4_0_4;
  const Real W_4_S1_4_0_4 = staged[27 * 128];
  const Real W_3_S_1_1 = staged[28 * 128];
  const Real W_3_S1_0_2 = fma(G_2_1, W_3_S_0_1, fma(-G_2_0, W_3_S_1_1, G_2_4 * W_4_S1_4_0_4));
  const Real G_3_0 = staged[29 * 128];
  const Real G_3_1 = staged[30 * 128];
  const Real W_3_S1_0_3 = fma(G_3_1, W_3_S_0_1, fma(-G_3_0, W_3_S_1_1, G_3_4 * W_4_S1_4_0_4));
  const Real W_4_S2_4_0_4 = staged[31 * 128];
  copies_end();
  copies_wait<2>();
  const Real W_3_S_2_2 = staged[32 * 128];
  const Real W_3_S2_0_1 = fma(G_1_2, W_3_S_0_2, fma(-G_1_0, W_3_S_2_2, G_1_4 * W_4_S2_4_0_4));
  const Real G_3_2 = staged[33 * 128];
  const Real W_3_S2_0_3 = fma(G_3_2, W_3_S_0_2, fma(-G_3_0, W_3_S_2_2, G_3_4 * W_4_S2_4_0_4));
  const Real W_4_S1_2_4_0_4 = staged[34 * 128];
  const Real W_3_S2_1_1 = staged[35 * 128];
  const Real W_3_S1_2_0_3 = fma(G_3_1, W_3_S2_0_1, fma(G_3_2, W_3_S1_0_2, fma(-G_3_0, W_3_S2_1_1, G_3_4 * W_4_S1_2_4_0_4)));
  const Real W_3_S_3_3 = staged[36 * 128];
  const Real W_3_S3_0_1 = fma(G_1_3, W_3_S_0_3, fma(-G_1_0, W_3_S_3_3, G_1_4 * W_4_S3_4_0_4));
  const Real W_3_S3_0_2 = fma(G_2_3, W_3_S_0_3, fma(-G_2_0, W_3_S_3_3, G_2_4 * W_4_S3_4_0_4));
  const Real G_3_3 = staged[37 * 128];
  const Real W_3_S3_0_3 = fma(G_3_3, W_3_S_0_3, fma(-G_3_0, W_3_S_3_3, G_3_4 * W_4_S3_4_0_4));
  const Real W_3_S3_1_1 = staged[38 * 128];
  const Real W_3_S1_3_0_2 = fma(G_2_1, W_3_S3_0_1, fma(G_2_3, W_3_S1_0_3, fma(-G_2_0, W_3_S3_1_1, G_2_4 * W_4_S1_3_4_0_4)));
  const Real W_3_S1_3_0_3 = fma(G_3_1, W_3_S3_0_1, fma(G_3_3, W_3_S1_0_3, fma(-G_3_0, W_3_S3_1_1, G_3_4 * W_4_S1_3_4_0_4)));
  const Real W_3_S3_2_2 = staged[39 * 128];
  const Real W_3_S2_3_0_1 = fma(G_1_2, W_3_S3_0_2, fma(G_1_3, W_3_S2_0_3, fma(-G_1_0, W_3_S3_2_2, G_1_4 * W_4_S2_3_4_0_4)));
  const Real W_3_S2_3_0_3 = fma(G_3_2, W_3_S3_0_2, fma(G_3_3, W_3_S2_0_3, fma(-G_3_0, W_3_S3_2_2, G_3_4 * W_4_S2_3_4_0_4)));
  const Real W_3_S2_3_1_1 = staged[40 * 128];
  const Real W_3_S1_2_3_0_3 = fma(G_3_1, W_3_S2_3_0_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_3, W_3_S1_2_0_3, fma(-G_3_0, W_3_S2_3_1_1, G_3_4 * W_4_S1_2_3_4_0_4))));
  const Real W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
  const Real W_3_S3_1_3 = staged[41 * 128];
  const Real t13 = fma(-G_2_0, W_3_S3_1_3, G_2_1 * W_3_S3_0_3);
  const Real W_2_S1_0_2 = fma(G_1_3, t13, G_2_3 * W_3_S1_3_0_3);
  const Real W_2_S_2_2 = staged[42 * 128];
  const Real W_2_S2_0_1 = fma(G_1_2, W_2_S_0_2, fma(-G_1_0, W_2_S_2_2, G_1_3 * W_3_S2_3_0_3));
  const Real G_2_2 = staged[43 * 128];
  const Real W_2_S2_0_2 = fma(G_2_2, W_2_S_0_2, fma(-G_2_0, W_2_S_2_2, G_2_3 * W_3_S2_3_0_3));
  const Real W_2_S2_1_1 = staged[44 * 128];
  const Real W_2_S1_2_0_2 = fma(G_2_1, W_2_S2_0_1, fma(G_2_2, W_2_S1_0_2, fma(-G_2_0, W_2_S2_1_1, G_2_3 * W_3_S1_2_3_0_3)));
  const Real W_2_S2_1_2 = staged[45 * 128];
  const Real G_1_1 = staged[46 * 128];
  const Real t14 = fma(G_1_1, W_2_S2_0_2, fma(-G_1_0, W_2_S2_1_2, W_2_S1_2_0_2));
  const Real W_1_S1_0_1 = G_1_2 * t14;
  const Real G_0_1 = staged[47 * 128];
  const Real W_0_S_0_0 = G_0_1 * W_1_S1_0_1;
  batch.outputs[0][0 * batch.output_stride + at] = W_0_S_0_0;
}
