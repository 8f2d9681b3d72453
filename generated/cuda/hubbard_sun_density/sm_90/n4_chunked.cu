// hubbard_sun_density, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density.diag:19: W(k, open, s, v)
//   hubbard_sun_density.diag:25: rest(k, open)
//   hubbard_sun_density.diag:29: loop(s)
//   hubbard_sun_density.diag:31: density
// Order: W by k descending, open ascending, s ascending, v ascending; at most 28 values live.
// A configuration takes 158 multiplications, 1 additions, 178 fused, 0 divisions, 0 functions,
// 101 loads and 47 stores, in 3 chunks.
// Launch hubbard_sun_density_chunk0: 128 threads and 128 configurations a block.
// Launch hubbard_sun_density_chunk1: 128 threads and 128 configurations a block.
// Launch hubbard_sun_density_chunk2: 128 threads and 128 configurations a block.
// Slabs of 135168 configurations; the workspace takes 100 bytes for each of them.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

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
  InputRows inputs[1];
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
  Real params[1];
};

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk0(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 25ull * 128 + threadIdx.x;
  const Real *const inputs[1] = {batch.inputs[0].data + at * batch.inputs[0].lane_stride};
  const Real N = batch.params[0];
  const Real G_1_1 = __ldg(inputs[0] + 6 * batch.inputs[0].row_stride);
  const Real t1 = N * G_1_1;
  const Real G_2_0 = __ldg(inputs[0] + 10 * batch.inputs[0].row_stride);
  const Real G_1_0 = __ldg(inputs[0] + 5 * batch.inputs[0].row_stride);
  const Real G_2_1 = __ldg(inputs[0] + 11 * batch.inputs[0].row_stride);
  const Real W_4_S1_0_2 = fma(-G_1_0, G_2_1, G_2_0 * t1);
  const Real G_3_0 = __ldg(inputs[0] + 15 * batch.inputs[0].row_stride);
  const Real G_3_1 = __ldg(inputs[0] + 16 * batch.inputs[0].row_stride);
  const Real W_4_S1_0_3 = fma(-G_1_0, G_3_1, G_3_0 * t1);
  const Real G_4_0 = __ldg(inputs[0] + 20 * batch.inputs[0].row_stride);
  const Real G_4_1 = __ldg(inputs[0] + 21 * batch.inputs[0].row_stride);
  const Real W_4_S1_0_4 = fma(-G_4_1, G_1_0, G_4_0 * t1);
  work[0 * 128] = W_4_S1_0_4;
  const Real G_2_2 = __ldg(inputs[0] + 12 * batch.inputs[0].row_stride);
  const Real t2 = N * G_2_2;
  const Real G_1_2 = __ldg(inputs[0] + 7 * batch.inputs[0].row_stride);
  const Real W_4_S2_0_1 = fma(-G_1_2, G_2_0, t2 * G_1_0);
  const Real G_3_2 = __ldg(inputs[0] + 17 * batch.inputs[0].row_stride);
  const Real W_4_S2_0_3 = fma(-G_2_0, G_3_2, G_3_0 * t2);
  const Real G_4_2 = __ldg(inputs[0] + 22 * batch.inputs[0].row_stride);
  const Real W_4_S2_0_4 = fma(-G_2_0, G_4_2, G_4_0 * t2);
  work[1 * 128] = W_4_S2_0_4;
  const Real t3 = N * G_2_1;
  const Real W_4_S2_1_1 = fma(-G_1_2, t3, N * t2 * G_1_1);
  const Real W_4_S2_1_3 = fma(-G_3_2, t3, N * t2 * G_3_1);
  const Real W_4_S2_1_4 = fma(-G_4_2, t3, G_4_1 * N * t2);
  work[2 * 128] = W_4_S2_1_4;
  const Real W_4_S1_2_0_3 = fma(-G_3_0, W_4_S2_1_1, fma(G_3_1, W_4_S2_0_1, G_3_2 * W_4_S1_0_2));
  const Real W_4_S1_2_0_4 = fma(-G_4_0, W_4_S2_1_1, fma(G_4_1, W_4_S2_0_1, G_4_2 * W_4_S1_0_2));
  work[3 * 128] = W_4_S1_2_0_4;
  const Real G_3_3 = __ldg(inputs[0] + 18 * batch.inputs[0].row_stride);
  const Real t4 = N * G_3_3;
  const Real G_1_3 = __ldg(inputs[0] + 8 * batch.inputs[0].row_stride);
  const Real W_4_S3_0_1 = fma(-G_3_0, G_1_3, t4 * G_1_0);
  const Real G_2_3 = __ldg(inputs[0] + 13 * batch.inputs[0].row_stride);
  const Real W_4_S3_0_2 = fma(-G_2_3, G_3_0, t4 * G_2_0);
  const Real G_4_3 = __ldg(inputs[0] + 23 * batch.inputs[0].row_stride);
  const Real W_4_S3_0_4 = fma(-G_3_0, G_4_3, G_4_0 * t4);
  work[4 * 128] = W_4_S3_0_4;
  const Real t5 = N * G_3_1;
  const Real W_4_S3_1_1 = fma(-G_1_3, t5, N * t4 * G_1_1);
  const Real W_4_S3_1_2 = fma(-G_2_3, t5, N * t4 * G_2_1);
  const Real W_4_S3_1_4 = fma(-G_4_3, t5, G_4_1 * N * t4);
  work[5 * 128] = W_4_S3_1_4;
  const Real t6 = N * G_3_2;
  const Real W_4_S3_2_2 = fma(-G_2_3, t6, N * t4 * G_2_2);
  const Real W_4_S3_2_4 = fma(-G_4_3, t6, N * t4 * G_4_2);
  work[6 * 128] = W_4_S3_2_4;
  const Real W_4_S1_3_0_2 = fma(-G_2_0, W_4_S3_1_1, fma(G_2_1, W_4_S3_0_1, G_2_3 * W_4_S1_0_3));
  const Real W_4_S1_3_0_4 = fma(-G_4_0, W_4_S3_1_1, fma(G_4_1, W_4_S3_0_1, G_4_3 * W_4_S1_0_3));
  work[7 * 128] = W_4_S1_3_0_4;
  const Real W_4_S2_3_0_1 = fma(-W_4_S3_2_2, G_1_0, fma(G_1_2, W_4_S3_0_2, G_1_3 * W_4_S2_0_3));
  const Real W_4_S2_3_0_4 = fma(-G_4_0, W_4_S3_2_2, fma(G_4_2, W_4_S3_0_2, G_4_3 * W_4_S2_0_3));
  work[8 * 128] = W_4_S2_3_0_4;
  const Real W_4_S2_3_1_1 = fma(-N * W_4_S3_2_2, G_1_1, fma(G_1_2, W_4_S3_1_2, G_1_3 * W_4_S2_1_3));
  const Real W_4_S2_3_1_4 = fma(-G_4_1 * N, W_4_S3_2_2, fma(G_4_2, W_4_S3_1_2, G_4_3 * W_4_S2_1_3));
  work[9 * 128] = W_4_S2_3_1_4;
  const Real W_4_S1_2_3_0_4 = fma(-G_4_0, W_4_S2_3_1_1, fma(G_4_1, W_4_S2_3_0_1, fma(G_4_2, W_4_S1_3_0_2, G_4_3 * W_4_S1_2_0_3)));
  work[10 * 128] = W_4_S1_2_3_0_4;
  const Real G_4_4 = __ldg(inputs[0] + 24 * batch.inputs[0].row_stride);
  const Real t7 = N * G_4_4;
  work[11 * 128] = t7;
  const Real G_1_4 = __ldg(inputs[0] + 9 * batch.inputs[0].row_stride);
  const Real W_4_S4_0_1 = fma(-G_4_0, G_1_4, t7 * G_1_0);
  work[12 * 128] = W_4_S4_0_1;
  const Real G_2_4 = __ldg(inputs[0] + 14 * batch.inputs[0].row_stride);
  const Real W_4_S4_0_2 = fma(-G_4_0, G_2_4, t7 * G_2_0);
  work[13 * 128] = W_4_S4_0_2;
  const Real G_3_4 = __ldg(inputs[0] + 19 * batch.inputs[0].row_stride);
  const Real W_4_S4_0_3 = fma(-G_3_4, G_4_0, G_3_0 * t7);
  work[14 * 128] = W_4_S4_0_3;
  const Real t8 = t7 - G_4_4;
  const Real W_4_S4_0_4 = G_4_0 * t8;
  work[15 * 128] = W_4_S4_0_4;
  const Real t9 = G_4_1 * N;
  const Real W_4_S4_1_1 = fma(-G_1_4, t9, N * t7 * G_1_1);
  work[16 * 128] = W_4_S4_1_1;
  const Real W_4_S4_1_2 = fma(-G_2_4, t9, N * t7 * G_2_1);
  work[17 * 128] = W_4_S4_1_2;
  const Real W_4_S4_1_3 = fma(-G_3_4, t9, N * t7 * G_3_1);
  work[18 * 128] = W_4_S4_1_3;
  const Real W_4_S4_1_4 = fma(-G_4_4, t9, G_4_1 * N * t7);
  work[19 * 128] = W_4_S4_1_4;
  const Real t10 = N * G_4_2;
  const Real W_4_S4_2_2 = fma(-G_2_4, t10, N * t7 * G_2_2);
  work[20 * 128] = W_4_S4_2_2;
  const Real W_4_S4_2_3 = fma(-G_3_4, t10, N * t7 * G_3_2);
  work[21 * 128] = W_4_S4_2_3;
  const Real W_4_S4_2_4 = fma(-G_4_4, t10, N * t7 * G_4_2);
  work[22 * 128] = W_4_S4_2_4;
  const Real t11 = N * G_4_3;
  work[23 * 128] = t11;
  const Real W_4_S4_3_3 = fma(-G_3_4, t11, N * t7 * G_3_3);
  work[24 * 128] = W_4_S4_3_3;
}

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk1(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 25ull * 128 + threadIdx.x;
  const Real *const inputs[1] = {batch.inputs[0].data + at * batch.inputs[0].lane_stride};
  const Real N = batch.params[0];
  const Real t7 = *(work + 11 * 128);
  const Real G_4_3 = __ldg(inputs[0] + 23 * batch.inputs[0].row_stride);
  const Real G_4_4 = __ldg(inputs[0] + 24 * batch.inputs[0].row_stride);
  const Real t11 = *(work + 23 * 128);
  const Real W_4_S4_3_4 = fma(-G_4_4, t11, N * t7 * G_4_3);
  const Real G_2_4 = __ldg(inputs[0] + 14 * batch.inputs[0].row_stride);
  const Real W_4_S1_0_4 = *(work + 0 * 128);
  const Real G_2_1 = __ldg(inputs[0] + 11 * batch.inputs[0].row_stride);
  const Real W_4_S4_0_1 = *(work + 12 * 128);
  const Real G_2_0 = __ldg(inputs[0] + 10 * batch.inputs[0].row_stride);
  const Real W_4_S4_1_1 = *(work + 16 * 128);
  const Real W_4_S1_4_0_2 = fma(-G_2_0, W_4_S4_1_1, fma(G_2_1, W_4_S4_0_1, G_2_4 * W_4_S1_0_4));
  const Real G_3_4 = __ldg(inputs[0] + 19 * batch.inputs[0].row_stride);
  const Real G_3_1 = __ldg(inputs[0] + 16 * batch.inputs[0].row_stride);
  const Real G_3_0 = __ldg(inputs[0] + 15 * batch.inputs[0].row_stride);
  const Real W_4_S1_4_0_3 = fma(-G_3_0, W_4_S4_1_1, fma(G_3_1, W_4_S4_0_1, G_3_4 * W_4_S1_0_4));
  const Real G_4_1 = __ldg(inputs[0] + 21 * batch.inputs[0].row_stride);
  const Real G_4_0 = __ldg(inputs[0] + 20 * batch.inputs[0].row_stride);
  const Real W_4_S1_4_0_4 = fma(-G_4_0, W_4_S4_1_1, fma(G_4_1, W_4_S4_0_1, G_4_4 * W_4_S1_0_4));
  work[16 * 128] = W_4_S1_4_0_4;
  const Real W_4_S2_0_4 = *(work + 1 * 128);
  const Real G_1_4 = __ldg(inputs[0] + 9 * batch.inputs[0].row_stride);
  const Real G_1_2 = __ldg(inputs[0] + 7 * batch.inputs[0].row_stride);
  const Real W_4_S4_0_2 = *(work + 13 * 128);
  const Real W_4_S4_2_2 = *(work + 20 * 128);
  const Real G_1_0 = __ldg(inputs[0] + 5 * batch.inputs[0].row_stride);
  const Real W_4_S2_4_0_1 = fma(-W_4_S4_2_2, G_1_0, fma(G_1_2, W_4_S4_0_2, W_4_S2_0_4 * G_1_4));
  const Real G_3_2 = __ldg(inputs[0] + 17 * batch.inputs[0].row_stride);
  const Real W_4_S2_4_0_3 = fma(-G_3_0, W_4_S4_2_2, fma(G_3_2, W_4_S4_0_2, G_3_4 * W_4_S2_0_4));
  const Real G_4_2 = __ldg(inputs[0] + 22 * batch.inputs[0].row_stride);
  const Real W_4_S2_4_0_4 = fma(-G_4_0, W_4_S4_2_2, fma(W_4_S4_0_2, G_4_2, G_4_4 * W_4_S2_0_4));
  work[13 * 128] = W_4_S2_4_0_4;
  const Real W_4_S2_1_4 = *(work + 2 * 128);
  const Real W_4_S4_1_2 = *(work + 17 * 128);
  const Real G_1_1 = __ldg(inputs[0] + 6 * batch.inputs[0].row_stride);
  const Real W_4_S2_4_1_1 = fma(-N * W_4_S4_2_2, G_1_1, fma(G_1_2, W_4_S4_1_2, G_1_4 * W_4_S2_1_4));
  const Real W_4_S2_4_1_3 = fma(-N * W_4_S4_2_2, G_3_1, fma(G_3_2, W_4_S4_1_2, G_3_4 * W_4_S2_1_4));
  const Real W_4_S2_4_1_4 = fma(-G_4_1 * N, W_4_S4_2_2, fma(G_4_2, W_4_S4_1_2, G_4_4 * W_4_S2_1_4));
  work[17 * 128] = W_4_S2_4_1_4;
  const Real W_4_S1_2_0_4 = *(work + 3 * 128);
  const Real W_4_S1_2_4_0_3 = fma(-G_3_0, W_4_S2_4_1_1, fma(G_3_1, W_4_S2_4_0_1, fma(G_3_2, W_4_S1_4_0_2, G_3_4 * W_4_S1_2_0_4)));
  const Real W_4_S1_2_4_0_4 = fma(-G_4_0, W_4_S2_4_1_1, fma(G_4_1, W_4_S2_4_0_1, fma(G_4_2, W_4_S1_4_0_2, G_4_4 * W_4_S1_2_0_4)));
  work[3 * 128] = W_4_S1_2_4_0_4;
  const Real W_4_S3_0_4 = *(work + 4 * 128);
  const Real W_4_S4_0_3 = *(work + 14 * 128);
  const Real G_1_3 = __ldg(inputs[0] + 8 * batch.inputs[0].row_stride);
  const Real W_4_S4_3_3 = *(work + 24 * 128);
  const Real W_4_S3_4_0_1 = fma(-W_4_S4_3_3, G_1_0, fma(W_4_S4_0_3, G_1_3, W_4_S3_0_4 * G_1_4));
  const Real G_2_3 = __ldg(inputs[0] + 13 * batch.inputs[0].row_stride);
  const Real W_4_S3_4_0_2 = fma(-G_2_0, W_4_S4_3_3, fma(G_2_3, W_4_S4_0_3, G_2_4 * W_4_S3_0_4));
  const Real W_4_S3_4_0_4 = fma(-G_4_0, W_4_S4_3_3, fma(W_4_S4_0_3, G_4_3, G_4_4 * W_4_S3_0_4));
  work[14 * 128] = W_4_S3_4_0_4;
  const Real W_4_S3_1_4 = *(work + 5 * 128);
  const Real W_4_S4_1_3 = *(work + 18 * 128);
  const Real W_4_S3_4_1_1 = fma(-N * W_4_S4_3_3, G_1_1, fma(G_1_3, W_4_S4_1_3, G_1_4 * W_4_S3_1_4));
  const Real W_4_S3_4_1_2 = fma(-N * W_4_S4_3_3, G_2_1, fma(G_2_3, W_4_S4_1_3, G_2_4 * W_4_S3_1_4));
  const Real W_4_S3_4_1_4 = fma(-G_4_1 * N, W_4_S4_3_3, fma(G_4_3, W_4_S4_1_3, G_4_4 * W_4_S3_1_4));
  work[18 * 128] = W_4_S3_4_1_4;
  const Real W_4_S3_2_4 = *(work + 6 * 128);
  const Real W_4_S4_2_3 = *(work + 21 * 128);
  const Real G_2_2 = __ldg(inputs[0] + 12 * batch.inputs[0].row_stride);
  const Real W_4_S3_4_2_2 = fma(-N * W_4_S4_3_3, G_2_2, fma(G_2_3, W_4_S4_2_3, G_2_4 * W_4_S3_2_4));
  const Real W_4_S3_4_2_4 = fma(-N * W_4_S4_3_3, G_4_2, fma(G_4_3, W_4_S4_2_3, G_4_4 * W_4_S3_2_4));
  work[21 * 128] = W_4_S3_4_2_4;
  const Real W_4_S1_3_0_4 = *(work + 7 * 128);
  const Real W_4_S1_3_4_0_2 = fma(-G_2_0, W_4_S3_4_1_1, fma(G_2_1, W_4_S3_4_0_1, fma(G_2_3, W_4_S1_4_0_3, G_2_4 * W_4_S1_3_0_4)));
  const Real W_4_S1_3_4_0_4 = fma(-G_4_0, W_4_S3_4_1_1, fma(G_4_1, W_4_S3_4_0_1, fma(G_4_3, W_4_S1_4_0_3, G_4_4 * W_4_S1_3_0_4)));
  work[7 * 128] = W_4_S1_3_4_0_4;
  const Real W_4_S2_3_0_4 = *(work + 8 * 128);
  const Real W_4_S2_3_4_0_1 = fma(-G_1_0, W_4_S3_4_2_2, fma(G_1_2, W_4_S3_4_0_2, fma(G_1_3, W_4_S2_4_0_3, G_1_4 * W_4_S2_3_0_4)));
  const Real W_4_S2_3_4_0_4 = fma(-G_4_0, W_4_S3_4_2_2, fma(W_4_S3_4_0_2, G_4_2, fma(G_4_3, W_4_S2_4_0_3, G_4_4 * W_4_S2_3_0_4)));
  work[8 * 128] = W_4_S2_3_4_0_4;
  const Real W_4_S2_3_1_4 = *(work + 9 * 128);
  const Real W_4_S2_3_4_1_1 = fma(-N * W_4_S3_4_2_2, G_1_1, fma(G_1_2, W_4_S3_4_1_2, fma(G_1_3, W_4_S2_4_1_3, G_1_4 * W_4_S2_3_1_4)));
  const Real W_4_S2_3_4_1_4 = fma(-G_4_1 * N, W_4_S3_4_2_2, fma(G_4_2, W_4_S3_4_1_2, fma(G_4_3, W_4_S2_4_1_3, G_4_4 * W_4_S2_3_1_4)));
  work[9 * 128] = W_4_S2_3_4_1_4;
  const Real W_4_S1_2_3_0_4 = *(work + 10 * 128);
  const Real W_4_S1_2_3_4_0_4 = fma(-G_4_0, W_4_S2_3_4_1_1, fma(G_4_1, W_4_S2_3_4_0_1, fma(G_4_2, W_4_S1_3_4_0_2, fma(G_4_3, W_4_S1_2_4_0_3, G_4_4 * W_4_S1_2_3_0_4))));
  work[10 * 128] = W_4_S1_2_3_4_0_4;
  const Real W_4_S4_0_4 = *(work + 15 * 128);
  const Real W_3_S_0_1 = G_1_4 * W_4_S4_0_4;
  work[6 * 128] = W_3_S_0_1;
  const Real W_3_S_0_2 = G_2_4 * W_4_S4_0_4;
  work[24 * 128] = W_3_S_0_2;
  const Real W_3_S_0_3 = G_3_4 * W_4_S4_0_4;
  work[15 * 128] = W_3_S_0_3;
  const Real W_4_S4_1_4 = *(work + 19 * 128);
  const Real W_3_S_1_1 = G_1_4 * W_4_S4_1_4;
  work[5 * 128] = W_3_S_1_1;
  const Real W_3_S_1_2 = G_2_4 * W_4_S4_1_4;
  work[4 * 128] = W_3_S_1_2;
  const Real W_3_S_1_3 = G_3_4 * W_4_S4_1_4;
  work[19 * 128] = W_3_S_1_3;
  const Real W_4_S4_2_4 = *(work + 22 * 128);
  const Real W_3_S_2_2 = G_2_4 * W_4_S4_2_4;
  work[2 * 128] = W_3_S_2_2;
  const Real W_3_S_2_3 = G_3_4 * W_4_S4_2_4;
  work[22 * 128] = W_3_S_2_3;
  const Real W_3_S_3_3 = G_3_4 * W_4_S4_3_4;
  work[20 * 128] = W_3_S_3_3;
  const Real W_3_S1_0_2 = fma(-G_2_0, W_3_S_1_1, fma(G_2_1, W_3_S_0_1, G_2_4 * W_4_S1_4_0_4));
  work[1 * 128] = W_3_S1_0_2;
}

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk2(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 25ull * 128 + threadIdx.x;
  const Real *const inputs[1] = {batch.inputs[0].data + at * batch.inputs[0].lane_stride};
  const Real N = batch.params[0];
  const Real G_3_4 = __ldg(inputs[0] + 19 * batch.inputs[0].row_stride);
  const Real W_4_S1_4_0_4 = *(work + 16 * 128);
  const Real G_3_1 = __ldg(inputs[0] + 16 * batch.inputs[0].row_stride);
  const Real W_3_S_0_1 = *(work + 6 * 128);
  const Real G_3_0 = __ldg(inputs[0] + 15 * batch.inputs[0].row_stride);
  const Real W_3_S_1_1 = *(work + 5 * 128);
  const Real W_3_S1_0_3 = fma(-G_3_0, W_3_S_1_1, fma(G_3_1, W_3_S_0_1, G_3_4 * W_4_S1_4_0_4));
  const Real G_1_4 = __ldg(inputs[0] + 9 * batch.inputs[0].row_stride);
  const Real W_4_S2_4_0_4 = *(work + 13 * 128);
  const Real G_1_2 = __ldg(inputs[0] + 7 * batch.inputs[0].row_stride);
  const Real W_3_S_0_2 = *(work + 24 * 128);
  const Real G_1_0 = __ldg(inputs[0] + 5 * batch.inputs[0].row_stride);
  const Real W_3_S_2_2 = *(work + 2 * 128);
  const Real W_3_S2_0_1 = fma(-G_1_0, W_3_S_2_2, fma(G_1_2, W_3_S_0_2, G_1_4 * W_4_S2_4_0_4));
  const Real G_3_2 = __ldg(inputs[0] + 17 * batch.inputs[0].row_stride);
  const Real W_3_S2_0_3 = fma(-G_3_0, W_3_S_2_2, fma(G_3_2, W_3_S_0_2, G_3_4 * W_4_S2_4_0_4));
  const Real W_4_S2_4_1_4 = *(work + 17 * 128);
  const Real W_3_S_1_2 = *(work + 4 * 128);
  const Real G_1_1 = __ldg(inputs[0] + 6 * batch.inputs[0].row_stride);
  const Real W_3_S2_1_1 = fma(-N * G_1_1, W_3_S_2_2, fma(G_1_2, W_3_S_1_2, G_1_4 * W_4_S2_4_1_4));
  const Real W_3_S2_1_3 = fma(-N * G_3_1, W_3_S_2_2, fma(G_3_2, W_3_S_1_2, G_3_4 * W_4_S2_4_1_4));
  const Real W_4_S1_2_4_0_4 = *(work + 3 * 128);
  const Real W_3_S1_0_2 = *(work + 1 * 128);
  const Real W_3_S1_2_0_3 = fma(-G_3_0, W_3_S2_1_1, fma(G_3_1, W_3_S2_0_1, fma(G_3_2, W_3_S1_0_2, G_3_4 * W_4_S1_2_4_0_4)));
  const Real W_4_S3_4_0_4 = *(work + 14 * 128);
  const Real G_1_3 = __ldg(inputs[0] + 8 * batch.inputs[0].row_stride);
  const Real W_3_S_0_3 = *(work + 15 * 128);
  const Real W_3_S_3_3 = *(work + 20 * 128);
  const Real W_3_S3_0_1 = fma(-G_1_0, W_3_S_3_3, fma(G_1_3, W_3_S_0_3, G_1_4 * W_4_S3_4_0_4));
  const Real G_2_4 = __ldg(inputs[0] + 14 * batch.inputs[0].row_stride);
  const Real G_2_3 = __ldg(inputs[0] + 13 * batch.inputs[0].row_stride);
  const Real G_2_0 = __ldg(inputs[0] + 10 * batch.inputs[0].row_stride);
  const Real W_3_S3_0_2 = fma(-G_2_0, W_3_S_3_3, fma(G_2_3, W_3_S_0_3, G_2_4 * W_4_S3_4_0_4));
  const Real G_3_3 = __ldg(inputs[0] + 18 * batch.inputs[0].row_stride);
  const Real W_3_S3_0_3 = fma(-G_3_0, W_3_S_3_3, fma(G_3_3, W_3_S_0_3, G_3_4 * W_4_S3_4_0_4));
  const Real W_4_S3_4_1_4 = *(work + 18 * 128);
  const Real W_3_S_1_3 = *(work + 19 * 128);
  const Real W_3_S3_1_1 = fma(-N * G_1_1, W_3_S_3_3, fma(G_1_3, W_3_S_1_3, G_1_4 * W_4_S3_4_1_4));
  const Real G_2_1 = __ldg(inputs[0] + 11 * batch.inputs[0].row_stride);
  const Real W_3_S3_1_2 = fma(-N * G_2_1, W_3_S_3_3, fma(G_2_3, W_3_S_1_3, G_2_4 * W_4_S3_4_1_4));
  const Real W_3_S3_1_3 = fma(-N * G_3_1, W_3_S_3_3, fma(G_3_3, W_3_S_1_3, G_3_4 * W_4_S3_4_1_4));
  const Real W_4_S3_4_2_4 = *(work + 21 * 128);
  const Real W_3_S_2_3 = *(work + 22 * 128);
  const Real G_2_2 = __ldg(inputs[0] + 12 * batch.inputs[0].row_stride);
  const Real W_3_S3_2_2 = fma(-N * G_2_2, W_3_S_3_3, fma(G_2_3, W_3_S_2_3, G_2_4 * W_4_S3_4_2_4));
  const Real W_3_S3_2_3 = fma(-N * G_3_2, W_3_S_3_3, fma(G_3_3, W_3_S_2_3, G_3_4 * W_4_S3_4_2_4));
  const Real W_4_S1_3_4_0_4 = *(work + 7 * 128);
  const Real W_3_S1_3_0_2 = fma(-G_2_0, W_3_S3_1_1, fma(G_2_1, W_3_S3_0_1, fma(G_2_3, W_3_S1_0_3, G_2_4 * W_4_S1_3_4_0_4)));
  const Real W_3_S1_3_0_3 = fma(-G_3_0, W_3_S3_1_1, fma(G_3_1, W_3_S3_0_1, fma(G_3_3, W_3_S1_0_3, G_3_4 * W_4_S1_3_4_0_4)));
  const Real W_4_S2_3_4_0_4 = *(work + 8 * 128);
  const Real W_3_S2_3_0_1 = fma(-G_1_0, W_3_S3_2_2, fma(G_1_2, W_3_S3_0_2, fma(G_1_3, W_3_S2_0_3, G_1_4 * W_4_S2_3_4_0_4)));
  const Real W_3_S2_3_0_3 = fma(-G_3_0, W_3_S3_2_2, fma(G_3_2, W_3_S3_0_2, fma(G_3_3, W_3_S2_0_3, G_3_4 * W_4_S2_3_4_0_4)));
  const Real W_4_S2_3_4_1_4 = *(work + 9 * 128);
  const Real W_3_S2_3_1_1 = fma(-N * G_1_1, W_3_S3_2_2, fma(G_1_2, W_3_S3_1_2, fma(G_1_3, W_3_S2_1_3, G_1_4 * W_4_S2_3_4_1_4)));
  const Real W_3_S2_3_1_3 = fma(-N * G_3_1, W_3_S3_2_2, fma(G_3_2, W_3_S3_1_2, fma(G_3_3, W_3_S2_1_3, G_3_4 * W_4_S2_3_4_1_4)));
  const Real W_4_S1_2_3_4_0_4 = *(work + 10 * 128);
  const Real W_3_S1_2_3_0_3 = fma(-G_3_0, W_3_S2_3_1_1, fma(G_3_1, W_3_S2_3_0_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_3, W_3_S1_2_0_3, G_3_4 * W_4_S1_2_3_4_0_4))));
  const Real W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
  const Real W_2_S_1_2 = G_2_3 * W_3_S3_1_3;
  const Real W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
  const Real t12 = fma(-G_2_0, W_3_S3_1_3, G_2_1 * W_3_S3_0_3);
  const Real W_2_S1_0_2 = fma(G_1_3, t12, G_2_3 * W_3_S1_3_0_3);
  const Real W_2_S2_0_1 = fma(-G_1_0, W_2_S_2_2, fma(G_1_2, W_2_S_0_2, G_1_3 * W_3_S2_3_0_3));
  const Real W_2_S2_0_2 = fma(-G_2_0, W_2_S_2_2, fma(G_2_2, W_2_S_0_2, G_2_3 * W_3_S2_3_0_3));
  const Real W_2_S2_1_1 = fma(-N * G_1_1, W_2_S_2_2, fma(G_1_2, W_2_S_1_2, G_1_3 * W_3_S2_3_1_3));
  const Real W_2_S2_1_2 = fma(-N * G_2_1, W_2_S_2_2, fma(G_2_2, W_2_S_1_2, G_2_3 * W_3_S2_3_1_3));
  const Real t13 = fma(-G_1_0, W_2_S2_1_2, fma(-G_2_0, W_2_S2_1_1, fma(G_1_1, W_2_S2_0_2, fma(G_2_1, W_2_S2_0_1, fma(G_2_2, W_2_S1_0_2, G_2_3 * W_3_S1_2_3_0_3)))));
  const Real G_0_1 = __ldg(inputs[0] + 1 * batch.inputs[0].row_stride);
  const Real W_0_S_0_0 = G_0_1 * G_1_2 * t13;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = W_0_S_0_0;
}
