// hubbard_sun_density_first_line, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density_first_line.diag:18: W(k, open, s, v)
//   hubbard_sun_density_first_line.diag:24: rest(k, open)
//   hubbard_sun_density_first_line.diag:29: loop(s)
//   hubbard_sun_density_first_line.diag:31: density
// Order: W by k descending, open ascending, s ascending, v ascending; at most 21 values live.
// A configuration takes 93 multiplications, 2 additions, 101 fused, 0 divisions, 0 functions,
// 21 loads and 1 stores, in 1 function.
// Launch hubbard_sun_density_first_line_straight: 128 threads and 128 configurations a block.
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

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
hubbard_sun_density_first_line_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = 1.0f - N;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_2_2;
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S2_0_1 = fma(-G_1_2, G_2_0, t2 * G_1_0);
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 17 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S2_0_3 = fma(-G_2_0, G_3_2, G_3_0 * t2);
  const Real G_4_0 = __ldg(in_row(batch.inputs[0].data + 20 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 22 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S2_0_4 = fma(-G_2_0, G_4_2, G_4_0 * t2);
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = G_1_0 * G_2_1;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S1_2_0_3 = fma(-G_3_2, t3, G_3_1 * W_4_S2_0_1);
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S1_2_0_4 = fma(-G_4_2, t3, G_4_1 * W_4_S2_0_1);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 18 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = N * G_3_3;
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_0_1 = fma(-G_3_0, G_1_3, t4 * G_1_0);
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_0_2 = fma(-G_2_3, G_3_0, t4 * G_2_0);
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_0_4 = fma(-G_3_0, G_4_3, G_4_0 * t4);
  const Real t5 = N * G_3_2;
  const Real W_4_S3_2_2 = fma(-G_2_3, t5, N * t4 * G_2_2);
  const Real W_4_S3_2_4 = fma(-G_4_3, t5, N * t4 * G_4_2);
  const Real t6 = G_1_0 * G_3_1;
  const Real W_4_S1_3_0_2 = fma(-G_2_3, t6, G_2_1 * W_4_S3_0_1);
  const Real W_4_S1_3_0_4 = fma(-G_4_3, t6, G_4_1 * W_4_S3_0_1);
  const Real W_4_S2_3_0_1 = fma(-W_4_S3_2_2, G_1_0, fma(G_1_2, W_4_S3_0_2, G_1_3 * W_4_S2_0_3));
  const Real W_4_S2_3_0_4 = fma(-G_4_0, W_4_S3_2_2, fma(G_4_2, W_4_S3_0_2, G_4_3 * W_4_S2_0_3));
  const Real W_4_S1_2_3_0_4 = fma(G_4_1, W_4_S2_3_0_1, fma(G_4_2, W_4_S1_3_0_2, G_4_3 * W_4_S1_2_0_3));
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 24 * batch.inputs[0].row_stride, offsets[0]));
  const Real t7 = N * G_4_4;
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S4_0_1 = fma(-G_4_0, G_1_4, t7 * G_1_0);
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S4_0_2 = fma(-G_4_0, G_2_4, t7 * G_2_0);
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S4_0_3 = fma(-G_3_4, G_4_0, G_3_0 * t7);
  const Real t8 = t7 - G_4_4;
  const Real W_4_S4_0_4 = G_4_0 * t8;
  const Real t9 = N * G_4_2;
  const Real W_4_S4_2_2 = fma(-G_2_4, t9, N * t7 * G_2_2);
  const Real W_4_S4_2_3 = fma(-G_3_4, t9, N * t7 * G_3_2);
  const Real W_4_S4_2_4 = fma(-G_4_4, t9, N * t7 * G_4_2);
  const Real t10 = N * G_4_3;
  const Real W_4_S4_3_3 = fma(-G_3_4, t10, N * t7 * G_3_3);
  const Real W_4_S4_3_4 = fma(-G_4_4, t10, N * t7 * G_4_3);
  const Real t11 = G_4_1 * G_1_0;
  const Real W_4_S1_4_0_2 = fma(-G_2_4, t11, G_2_1 * W_4_S4_0_1);
  const Real W_4_S1_4_0_3 = fma(-G_3_4, t11, G_3_1 * W_4_S4_0_1);
  const Real W_4_S1_4_0_4 = fma(-G_4_4, t11, G_4_1 * W_4_S4_0_1);
  const Real W_4_S2_4_0_1 = fma(-W_4_S4_2_2, G_1_0, fma(G_1_2, W_4_S4_0_2, W_4_S2_0_4 * G_1_4));
  const Real W_4_S2_4_0_3 = fma(-G_3_0, W_4_S4_2_2, fma(G_3_2, W_4_S4_0_2, G_3_4 * W_4_S2_0_4));
  const Real W_4_S2_4_0_4 = fma(-G_4_0, W_4_S4_2_2, fma(W_4_S4_0_2, G_4_2, G_4_4 * W_4_S2_0_4));
  const Real W_4_S1_2_4_0_3 = fma(G_3_1, W_4_S2_4_0_1, fma(G_3_2, W_4_S1_4_0_2, G_3_4 * W_4_S1_2_0_4));
  const Real W_4_S1_2_4_0_4 = fma(G_4_1, W_4_S2_4_0_1, fma(G_4_2, W_4_S1_4_0_2, G_4_4 * W_4_S1_2_0_4));
  const Real W_4_S3_4_0_1 = fma(-W_4_S4_3_3, G_1_0, fma(W_4_S4_0_3, G_1_3, W_4_S3_0_4 * G_1_4));
  const Real W_4_S3_4_0_2 = fma(-G_2_0, W_4_S4_3_3, fma(G_2_3, W_4_S4_0_3, G_2_4 * W_4_S3_0_4));
  const Real W_4_S3_4_0_4 = fma(-G_4_0, W_4_S4_3_3, fma(W_4_S4_0_3, G_4_3, G_4_4 * W_4_S3_0_4));
  const Real W_4_S3_4_2_2 = fma(-N * W_4_S4_3_3, G_2_2, fma(G_2_3, W_4_S4_2_3, G_2_4 * W_4_S3_2_4));
  const Real W_4_S3_4_2_4 = fma(-N * W_4_S4_3_3, G_4_2, fma(G_4_3, W_4_S4_2_3, G_4_4 * W_4_S3_2_4));
  const Real W_4_S1_3_4_0_2 = fma(G_2_1, W_4_S3_4_0_1, fma(G_2_3, W_4_S1_4_0_3, G_2_4 * W_4_S1_3_0_4));
  const Real W_4_S1_3_4_0_4 = fma(G_4_1, W_4_S3_4_0_1, fma(G_4_3, W_4_S1_4_0_3, G_4_4 * W_4_S1_3_0_4));
  const Real W_4_S2_3_4_0_1 = fma(-G_1_0, W_4_S3_4_2_2, fma(G_1_2, W_4_S3_4_0_2, fma(G_1_3, W_4_S2_4_0_3, G_1_4 * W_4_S2_3_0_4)));
  const Real W_4_S2_3_4_0_4 = fma(-G_4_0, W_4_S3_4_2_2, fma(W_4_S3_4_0_2, G_4_2, fma(G_4_3, W_4_S2_4_0_3, G_4_4 * W_4_S2_3_0_4)));
  const Real W_4_S1_2_3_4_0_4 = fma(G_4_1, W_4_S2_3_4_0_1, fma(G_4_2, W_4_S1_3_4_0_2, fma(G_4_3, W_4_S1_2_4_0_3, G_4_4 * W_4_S1_2_3_0_4)));
  const Real W_3_S_0_1 = G_1_4 * W_4_S4_0_4;
  const Real W_3_S_0_2 = G_2_4 * W_4_S4_0_4;
  const Real W_3_S_0_3 = G_3_4 * W_4_S4_0_4;
  const Real W_3_S_2_2 = G_2_4 * W_4_S4_2_4;
  const Real W_3_S_2_3 = G_3_4 * W_4_S4_2_4;
  const Real W_3_S_3_3 = G_3_4 * W_4_S4_3_4;
  const Real W_3_S1_0_2 = fma(G_2_1, W_3_S_0_1, G_2_4 * W_4_S1_4_0_4);
  const Real W_3_S1_0_3 = fma(G_3_1, W_3_S_0_1, G_3_4 * W_4_S1_4_0_4);
  const Real W_3_S2_0_1 = fma(-G_1_0, W_3_S_2_2, fma(G_1_2, W_3_S_0_2, G_1_4 * W_4_S2_4_0_4));
  const Real W_3_S2_0_3 = fma(-G_3_0, W_3_S_2_2, fma(G_3_2, W_3_S_0_2, G_3_4 * W_4_S2_4_0_4));
  const Real W_3_S1_2_0_3 = fma(G_3_1, W_3_S2_0_1, fma(G_3_2, W_3_S1_0_2, G_3_4 * W_4_S1_2_4_0_4));
  const Real W_3_S3_0_1 = fma(-G_1_0, W_3_S_3_3, fma(G_1_3, W_3_S_0_3, G_1_4 * W_4_S3_4_0_4));
  const Real W_3_S3_0_2 = fma(-G_2_0, W_3_S_3_3, fma(G_2_3, W_3_S_0_3, G_2_4 * W_4_S3_4_0_4));
  const Real W_3_S3_0_3 = fma(-G_3_0, W_3_S_3_3, fma(G_3_3, W_3_S_0_3, G_3_4 * W_4_S3_4_0_4));
  const Real W_3_S3_2_2 = fma(-N * G_2_2, W_3_S_3_3, fma(G_2_3, W_3_S_2_3, G_2_4 * W_4_S3_4_2_4));
  const Real W_3_S3_2_3 = fma(-N * G_3_2, W_3_S_3_3, fma(G_3_3, W_3_S_2_3, G_3_4 * W_4_S3_4_2_4));
  const Real W_3_S1_3_0_2 = fma(G_2_1, W_3_S3_0_1, fma(G_2_3, W_3_S1_0_3, G_2_4 * W_4_S1_3_4_0_4));
  const Real W_3_S1_3_0_3 = fma(G_3_1, W_3_S3_0_1, fma(G_3_3, W_3_S1_0_3, G_3_4 * W_4_S1_3_4_0_4));
  const Real W_3_S2_3_0_1 = fma(-G_1_0, W_3_S3_2_2, fma(G_1_2, W_3_S3_0_2, fma(G_1_3, W_3_S2_0_3, G_1_4 * W_4_S2_3_4_0_4)));
  const Real W_3_S2_3_0_3 = fma(-G_3_0, W_3_S3_2_2, fma(G_3_2, W_3_S3_0_2, fma(G_3_3, W_3_S2_0_3, G_3_4 * W_4_S2_3_4_0_4)));
  const Real W_3_S1_2_3_0_3 = fma(G_3_1, W_3_S2_3_0_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_3, W_3_S1_2_0_3, G_3_4 * W_4_S1_2_3_4_0_4)));
  const Real W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
  const Real W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
  const Real W_2_S1_0_2 = fma(G_2_3, W_3_S1_3_0_3, G_1_3 * G_2_1 * W_3_S3_0_3);
  const Real W_2_S2_0_1 = fma(-G_1_0, W_2_S_2_2, fma(G_1_2, W_2_S_0_2, G_1_3 * W_3_S2_3_0_3));
  const Real W_2_S2_0_2 = fma(-G_2_0, W_2_S_2_2, fma(G_2_2, W_2_S_0_2, G_2_3 * W_3_S2_3_0_3));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real t12 = fma(G_1_1, W_2_S2_0_2, fma(G_2_1, W_2_S2_0_1, fma(G_2_2, W_2_S1_0_2, G_2_3 * W_3_S1_2_3_0_3)));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real density = G_0_1 * G_1_2 * t12 * t1;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = density;
}
