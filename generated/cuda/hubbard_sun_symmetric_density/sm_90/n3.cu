// hubbard_sun_symmetric_density, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_symmetric_density.diag:21: W(free, open, s, v)
//   hubbard_sun_symmetric_density.diag:27: rest(free, open)
//   hubbard_sun_symmetric_density.diag:31: loop(s)
//   hubbard_sun_symmetric_density.diag:33: density
// Order: W by s descending, free ascending, open ascending, v ascending; at most 22 values live.
// A configuration takes 92 multiplications, 3 additions, 88 fused, 0 divisions, 0 functions,
// 15 loads and 1 stores, in 1 function.
// Launch hubbard_sun_symmetric_density_straight: 128 threads and 128 configurations a block.
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
hubbard_sun_symmetric_density_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = 1.0f - N;
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_2_3;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = N * G_2_2;
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S_S2_3_1 = fma(-G_1_2, t2, N * G_1_3 * t3);
  const Real W_S_S2_3_2 = fma(-G_2_2, t2, N * G_2_3 * t3);
  const Real t4 = N * G_1_3;
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real t5 = G_2_1 * t4;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = G_1_1 * t4;
  const Real t7 = fma(-G_2_2, t6, fma(-G_1_2, t5, G_1_1 * W_S_S2_3_1));
  const Real t8 = N * G_1_2;
  const Real t9 = G_1_1 * t8;
  const Real t10 = G_2_1 * t9;
  const Real W_S1_S2_3_2 = fma(N * G_2_3, t10, G_2_1 * t7);
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S2_S_3_3 = G_3_2 * W_S_S2_3_2;
  const Real t11 = fma(-G_2_2, t5, fma(W_S_S2_3_2, G_1_1, G_2_1 * W_S_S2_3_1));
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S1_2_S_3_3 = fma(G_3_1 * G_1_2, t11, G_3_2 * W_S1_S2_3_2);
  const Real t12 = N * G_3_2;
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real t13 = N * G_3_3;
  const Real W_S_S3_2_1 = fma(-G_1_3, t12, N * G_1_2 * t13);
  const Real W_S_S3_2_2 = fma(-G_2_3, t12, N * t13 * G_2_2);
  const Real W_S_S3_2_3 = fma(-G_3_3, t12, N * t13 * G_3_2);
  const Real t14 = G_3_1 * t8;
  const Real W_S_S1_3_2_1 = fma(-G_1_3, t14, G_1_1 * W_S_S3_2_1);
  const Real t15 = G_3_1 * t9;
  const Real t16 = G_3_1 * t6;
  const Real W_S1_S3_2_2 = fma(N * G_2_2, t16, fma(-G_2_3, t15, G_2_1 * W_S_S1_3_2_1));
  const Real W_S1_S3_2_3 = fma(N * G_3_2, t16, fma(-G_3_3, t15, G_3_1 * W_S_S1_3_2_1));
  const Real W_S3_S_2_2 = G_2_3 * W_S_S3_2_3;
  const Real t17 = fma(-G_3_3, t14, fma(W_S_S3_2_3, G_1_1, G_3_1 * W_S_S3_2_1));
  const Real W_S1_3_S_2_2 = fma(G_2_1 * G_1_3, t17, G_2_3 * W_S1_S3_2_3);
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S_S2_0_1 = fma(-G_1_2, G_2_0, t3 * G_1_0);
  const Real t18 = t3 - G_2_2;
  const Real W_S_S2_0_2 = G_2_0 * t18;
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S_S2_0_3 = fma(-G_2_0, G_3_2, G_3_0 * t3);
  const Real t19 = G_1_0 * G_2_1;
  const Real W_S_S1_2_0_1 = fma(-G_1_2, t19, W_S_S2_0_1 * G_1_1);
  const Real W_S_S1_2_0_2 = fma(-G_2_2, t19, G_2_1 * W_S_S2_0_1);
  const Real W_S_S1_2_0_3 = fma(-G_3_2, t19, G_3_1 * W_S_S2_0_1);
  const Real W_S_S3_0_1 = fma(-G_3_0, G_1_3, t13 * G_1_0);
  const Real W_S_S3_0_2 = fma(-G_2_3, G_3_0, G_2_0 * t13);
  const Real t20 = t13 - G_3_3;
  const Real W_S_S3_0_3 = G_3_0 * t20;
  const Real t21 = G_3_1 * G_1_0;
  const Real W_S_S1_3_0_1 = fma(-G_1_3, t21, W_S_S3_0_1 * G_1_1);
  const Real W_S_S1_3_0_2 = fma(-G_2_3, t21, G_2_1 * W_S_S3_0_1);
  const Real W_S_S1_3_0_3 = fma(-G_3_3, t21, G_3_1 * W_S_S3_0_1);
  const Real W_S_S2_3_0_1 = fma(G_1_2, W_S_S3_0_2, fma(-G_1_0, W_S_S3_2_2, G_1_3 * W_S_S2_0_3));
  const Real W_S_S2_3_0_2 = fma(W_S_S3_0_2, G_2_2, fma(-G_2_0, W_S_S3_2_2, G_2_3 * W_S_S2_0_3));
  const Real W_S_S2_3_0_3 = fma(W_S_S3_0_2, G_3_2, fma(-G_3_0, W_S_S3_2_2, G_3_3 * W_S_S2_0_3));
  const Real W_S_S1_2_3_0_1 = fma(W_S_S2_3_0_1, G_1_1, fma(G_1_2, W_S_S1_3_0_2, G_1_3 * W_S_S1_2_0_3));
  const Real W_S_S1_2_3_0_2 = fma(W_S_S2_3_0_1, G_2_1, fma(G_2_2, W_S_S1_3_0_2, G_2_3 * W_S_S1_2_0_3));
  const Real W_S_S1_2_3_0_3 = fma(G_3_1, W_S_S2_3_0_1, fma(G_3_2, W_S_S1_3_0_2, G_3_3 * W_S_S1_2_0_3));
  const Real t22 = G_1_0 * G_1_1;
  const Real t23 = G_2_1 * t22;
  const Real W_S1_S2_0_2 = fma(-G_2_2, t23, fma(G_2_1, W_S_S1_2_0_1, G_2_0 * t10));
  const Real W_S1_S2_0_3 = fma(-G_3_2, t23, fma(G_3_1, W_S_S1_2_0_1, G_3_0 * t10));
  const Real t24 = G_3_1 * t22;
  const Real W_S1_S3_0_2 = fma(-G_2_3, t24, fma(G_2_1, W_S_S1_3_0_1, G_2_0 * t16));
  const Real W_S1_S3_0_3 = fma(-G_3_3, t24, fma(G_3_1, W_S_S1_3_0_1, G_3_0 * t16));
  const Real W_S1_S2_3_0_2 = fma(G_2_2, W_S1_S3_0_2, fma(G_2_3, W_S1_S2_0_3, fma(-G_2_0, W_S1_S3_2_2, G_2_1 * W_S_S1_2_3_0_1)));
  const Real W_S1_S2_3_0_3 = fma(G_3_2, W_S1_S3_0_2, fma(G_3_3, W_S1_S2_0_3, fma(-G_3_0, W_S1_S3_2_2, G_3_1 * W_S_S1_2_3_0_1)));
  const Real W_S2_S_0_1 = G_1_2 * W_S_S2_0_2;
  const Real W_S2_S_0_3 = G_3_2 * W_S_S2_0_2;
  const Real W_S2_S1_0_1 = fma(W_S2_S_0_1, G_1_1, G_1_2 * W_S_S1_2_0_2);
  const Real W_S2_S1_0_3 = fma(G_3_1, W_S2_S_0_1, G_3_2 * W_S_S1_2_0_2);
  const Real W_S2_S3_0_1 = fma(G_1_3, W_S2_S_0_3, fma(-G_1_0, W_S2_S_3_3, G_1_2 * W_S_S2_3_0_2));
  const Real W_S2_S3_0_3 = fma(G_3_3, W_S2_S_0_3, fma(-G_3_0, W_S2_S_3_3, G_3_2 * W_S_S2_3_0_2));
  const Real W_S2_S1_3_0_1 = fma(W_S2_S3_0_1, G_1_1, fma(G_1_3, W_S2_S1_0_3, G_1_2 * W_S_S1_2_3_0_2));
  const Real W_S2_S1_3_0_3 = fma(G_3_1, W_S2_S3_0_1, fma(G_3_3, W_S2_S1_0_3, G_3_2 * W_S_S1_2_3_0_2));
  const Real W_S1_2_S_0_3 = fma(G_3_1, W_S2_S1_0_1, G_3_2 * W_S1_S2_0_2);
  const Real W_S1_2_S3_0_3 = fma(G_3_3, W_S1_2_S_0_3, fma(G_3_1, W_S2_S1_3_0_1, fma(-G_3_0, W_S1_2_S_3_3, G_3_2 * W_S1_S2_3_0_2)));
  const Real W_S3_S_0_1 = G_1_3 * W_S_S3_0_3;
  const Real W_S3_S_0_2 = G_2_3 * W_S_S3_0_3;
  const Real W_S3_S1_0_1 = fma(W_S3_S_0_1, G_1_1, G_1_3 * W_S_S1_3_0_3);
  const Real W_S3_S1_0_2 = fma(G_2_1, W_S3_S_0_1, G_2_3 * W_S_S1_3_0_3);
  const Real W_S3_S2_0_1 = fma(G_1_2, W_S3_S_0_2, fma(-G_1_0, W_S3_S_2_2, G_1_3 * W_S_S2_3_0_3));
  const Real W_S3_S2_0_2 = fma(G_2_2, W_S3_S_0_2, fma(-G_2_0, W_S3_S_2_2, G_2_3 * W_S_S2_3_0_3));
  const Real W_S3_S1_2_0_1 = fma(W_S3_S2_0_1, G_1_1, fma(G_1_2, W_S3_S1_0_2, G_1_3 * W_S_S1_2_3_0_3));
  const Real W_S3_S1_2_0_2 = fma(G_2_1, W_S3_S2_0_1, fma(G_2_2, W_S3_S1_0_2, G_2_3 * W_S_S1_2_3_0_3));
  const Real W_S1_3_S_0_2 = fma(G_2_1, W_S3_S1_0_1, G_2_3 * W_S1_S3_0_3);
  const Real W_S1_3_S2_0_2 = fma(G_2_2, W_S1_3_S_0_2, fma(G_2_1, W_S3_S1_2_0_1, fma(-G_2_0, W_S1_3_S_2_2, G_2_3 * W_S1_S2_3_0_3)));
  const Real W_S2_3_S_0_1 = fma(G_1_2, W_S3_S2_0_2, G_1_3 * W_S2_S3_0_3);
  const Real W_S2_3_S1_0_1 = fma(G_1_1, W_S2_3_S_0_1, fma(G_1_2, W_S3_S1_2_0_2, G_1_3 * W_S2_S1_3_0_3));
  const Real G_0_3 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S1_2_3_S_0_0 = fma(G_0_1, W_S2_3_S1_0_1, fma(G_0_2, W_S1_3_S2_0_2, G_0_3 * W_S1_2_S3_0_3));
  const Real density = W_S1_2_3_S_0_0 * t1;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = density;
}
