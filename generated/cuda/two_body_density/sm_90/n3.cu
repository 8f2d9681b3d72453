// two_body_density, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_density.diag:20: W(k, open, s, v)
//   two_body_density.diag:26: rest(k, open)
//   two_body_density.diag:30: loop(s)
//   two_body_density.diag:32: density
// Order: W by k descending, open ascending, s ascending, v ascending; at most 14 values live.
// A configuration takes 55 multiplications, 0 additions, 46 fused, 0 divisions, 0 functions,
// 30 loads and 1 stores, in 1 function.
// Launch two_body_density_straight: 128 threads and 128 configurations a block.
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
  InputRows inputs[2];
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
  Real params[1];
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
two_body_density_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = N * G_2_2;
  const Real G_4_0 = __ldg(in_row(batch.inputs[0].data + 28 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 30 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S1_0_4 = fma(-G_2_0, G_4_2, G_4_0 * t1);
  const Real G_6_0 = __ldg(in_row(batch.inputs[0].data + 42 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_6_2 = __ldg(in_row(batch.inputs[0].data + 44 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S1_0_6 = fma(-G_2_0, G_6_2, G_6_0 * t1);
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 32 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_4_4;
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 18 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S2_0_2 = fma(-G_2_4, G_4_0, t2 * G_2_0);
  const Real G_6_4 = __ldg(in_row(batch.inputs[0].data + 46 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S2_0_6 = fma(-G_4_0, G_6_4, G_6_0 * t2);
  const Real t3 = N * G_4_2;
  const Real W_3_S2_2_2 = fma(-G_2_4, t3, N * t2 * G_2_2);
  const Real W_3_S2_2_6 = fma(-G_6_4, t3, N * t2 * G_6_2);
  const Real W_3_S1_2_0_6 = fma(-G_6_0, W_3_S2_2_2, fma(G_6_2, W_3_S2_0_2, G_6_4 * W_3_S1_0_4));
  const Real G_6_6 = __ldg(in_row(batch.inputs[0].data + 48 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = N * G_6_6;
  const Real G_2_6 = __ldg(in_row(batch.inputs[0].data + 20 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_0_2 = fma(-G_6_0, G_2_6, t4 * G_2_0);
  const Real G_4_6 = __ldg(in_row(batch.inputs[0].data + 34 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_0_4 = fma(-G_4_6, G_6_0, G_4_0 * t4);
  const Real G_5_0 = __ldg(in_row(batch.inputs[0].data + 35 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_5_6 = __ldg(in_row(batch.inputs[0].data + 41 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_0_5 = fma(-G_6_0, G_5_6, t4 * G_5_0);
  const Real t5 = N * G_6_2;
  const Real W_3_S3_2_2 = fma(-G_2_6, t5, N * t4 * G_2_2);
  const Real W_3_S3_2_4 = fma(-G_4_6, t5, N * t4 * G_4_2);
  const Real G_5_2 = __ldg(in_row(batch.inputs[0].data + 37 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_2_5 = fma(-t5, G_5_6, G_5_2 * N * t4);
  const Real t6 = N * G_6_4;
  const Real W_3_S3_4_4 = fma(-G_4_6, t6, N * t4 * G_4_4);
  const Real G_5_4 = __ldg(in_row(batch.inputs[0].data + 39 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_4_5 = fma(-t6, G_5_6, N * t4 * G_5_4);
  const Real W_3_S1_3_0_4 = fma(-G_4_0, W_3_S3_2_2, fma(G_4_2, W_3_S3_0_2, G_4_6 * W_3_S1_0_6));
  const Real W_3_S1_3_0_5 = fma(-W_3_S3_2_2, G_5_0, fma(G_5_2, W_3_S3_0_2, W_3_S1_0_6 * G_5_6));
  const Real W_3_S2_3_0_2 = fma(-G_2_0, W_3_S3_4_4, fma(G_2_4, W_3_S3_0_4, G_2_6 * W_3_S2_0_6));
  const Real W_3_S2_3_0_5 = fma(-W_3_S3_4_4, G_5_0, fma(W_3_S3_0_4, G_5_4, W_3_S2_0_6 * G_5_6));
  const Real W_3_S2_3_2_2 = fma(-N * W_3_S3_4_4, G_2_2, fma(G_2_4, W_3_S3_2_4, G_2_6 * W_3_S2_2_6));
  const Real W_3_S2_3_2_5 = fma(-G_5_2 * N, W_3_S3_4_4, fma(G_5_4, W_3_S3_2_4, G_5_6 * W_3_S2_2_6));
  const Real W_3_S1_2_3_0_5 = fma(-G_5_0, W_3_S2_3_2_2, fma(G_5_2, W_3_S2_3_0_2, fma(G_5_4, W_3_S1_3_0_4, G_5_6 * W_3_S1_2_0_6)));
  const Real G_4_5 = __ldg(in_row(batch.inputs[0].data + 33 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S_0_4 = G_4_5 * W_3_S3_0_5;
  const Real W_2_S_2_4 = G_4_5 * W_3_S3_2_5;
  const Real W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
  const Real t7 = fma(-G_4_0, W_3_S3_2_5, G_4_2 * W_3_S3_0_5);
  const Real G_2_5 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S1_0_4 = fma(G_2_5, t7, G_4_5 * W_3_S1_3_0_5);
  const Real W_2_S2_0_2 = fma(-G_2_0, W_2_S_4_4, fma(G_2_4, W_2_S_0_4, G_2_5 * W_3_S2_3_0_5));
  const Real G_3_5 = __ldg(in_row(batch.inputs[0].data + 26 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 25 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S2_0_3 = fma(-W_2_S_4_4, G_3_0, fma(W_2_S_0_4, G_3_4, G_3_5 * W_3_S2_3_0_5));
  const Real W_2_S2_2_2 = fma(-N * G_2_2, W_2_S_4_4, fma(G_2_4, W_2_S_2_4, G_2_5 * W_3_S2_3_2_5));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S2_2_3 = fma(-N * G_3_2, W_2_S_4_4, fma(G_3_4, W_2_S_2_4, G_3_5 * W_3_S2_3_2_5));
  const Real W_2_S1_2_0_3 = fma(-G_3_0, W_2_S2_2_2, fma(G_3_2, W_2_S2_0_2, fma(G_3_4, W_2_S1_0_4, G_3_5 * W_3_S1_2_3_0_5)));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real t8 = fma(-G_1_0, W_2_S2_2_3, G_1_2 * W_2_S2_0_3);
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 17 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_1_S1_0_1 = fma(G_2_3, t8, G_1_3 * W_2_S1_2_0_3);
  const Real V_1 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_2 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_3 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real density = V_1 * V_2 * V_3 * G_0_1 * W_1_S1_0_1;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = density;
}
