// two_body_self_energy, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_self_energy.diag:18: S(k, open, v)
//   two_body_self_energy.diag:25: step(k, open, w)
//   two_body_self_energy.diag:28: A(k, open, v)
//   two_body_self_energy.diag:31: D(k, open, v)
//   two_body_self_energy.diag:36: L(k, open, s, u, v)
//   two_body_self_energy.diag:42: hop(k, open, s, w, v)
//   two_body_self_energy.diag:45: rest(k, open)
//   two_body_self_energy.diag:49: W(k, open, s, v)
//   two_body_self_energy.diag:54: self_energy(j)
// Order: W by k ascending, open ascending, s ascending, v ascending; at most 12 values live.
// A configuration takes 65 multiplications, 0 additions, 31 fused, 0 divisions, 0 functions,
// 24 loads and 4 stores, in 1 function.
// Launch two_body_self_energy_straight: 128 threads and 128 configurations a block.
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
two_body_self_energy_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real G_6_4 = __ldg(in_row(batch.inputs[0].data + 33 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = N * G_6_4;
  const Real G_6_6 = __ldg(in_row(batch.inputs[0].data + 35 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_6_6;
  const Real G_5_4 = __ldg(in_row(batch.inputs[0].data + 27 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_5_6 = __ldg(in_row(batch.inputs[0].data + 29 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_4_5 = fma(-G_5_6, t1, G_5_4 * N * t2);
  const Real G_4_5 = __ldg(in_row(batch.inputs[0].data + 22 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
  const Real G_6_2 = __ldg(in_row(batch.inputs[0].data + 31 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = N * G_6_2;
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_6 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_2_4 = fma(-G_4_6, t3, N * G_4_2 * t2);
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = N * G_4_4;
  const Real t5 = fma(-G_4_2, G_6_4, G_6_2 * t4);
  const Real W_3_S3_4_4 = fma(-G_4_6, t1, N * t2 * G_4_4);
  const Real G_5_2 = __ldg(in_row(batch.inputs[0].data + 25 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S2_3_2_5 = fma(-N * G_5_2, W_3_S3_4_4, fma(G_5_6 * N, t5, G_5_4 * W_3_S3_2_4));
  const Real W_3_S3_2_5 = fma(-t3, G_5_6, N * t2 * G_5_2);
  const Real G_3_5 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S2_2_3 = fma(G_3_4 * G_4_5, W_3_S3_2_5, fma(-N * G_3_2, W_2_S_4_4, G_3_5 * W_3_S2_3_2_5));
  const Real V_1 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_2 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_3 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = -V_1 * V_2 * V_3 * G_2_3 * W_2_S2_2_3;
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S1_2_5 = G_3_5 * G_1_3;
  const Real step_3_S1_2_3_6 = G_5_6 * step_2_S1_2_5;
  const Real step_3_S1_2_3_4 = G_5_4 * step_2_S1_2_5;
  const Real step_2_S1_5 = G_3_4 * G_4_5 * G_1_3;
  const Real step_3_S1_3_6 = fma(G_5_6, step_2_S1_5, G_4_6 * step_3_S1_2_3_4);
  const Real step_2_S1_2_2 = G_3_2 * G_1_3;
  const Real step_3_S1_2_2 = G_6_2 * step_3_S1_2_3_6;
  const Real step_3_S1_3_2 = fma(G_5_2, step_2_S1_5, G_4_2 * step_3_S1_2_3_4);
  const Real step_3_S1_2_3_2 = G_5_2 * step_2_S1_2_5;
  const Real t7 = fma(W_3_S3_4_4, step_3_S1_2_3_2, fma(-t2, step_3_S1_3_2, fma(-t4, step_3_S1_2_2, fma(W_2_S_4_4, step_2_S1_2_2, fma(G_6_2, step_3_S1_3_6, G_4_2 * G_6_4 * step_3_S1_2_3_6)))));
  const Real t8 = -V_1 * V_2 * V_3 * t7;
  const Real hop_2_S2_1_5_1 = G_2_3 * G_3_5;
  const Real t9 = N * G_5_2 * hop_2_S2_1_5_1;
  const Real t10 = G_2_3 * N * G_3_2;
  const Real G_2_5 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_5 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S2_5 = fma(-G_1_5, t10, step_2_S1_2_2 * G_2_5);
  const Real G_2_6 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_6 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_3_S2_3_6 = fma(G_5_6, step_2_S2_5, fma(-G_1_6, t9, G_2_6 * step_3_S1_2_3_2));
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_3_S2_3_4 = fma(G_5_4, step_2_S2_5, fma(-G_1_4, t9, G_2_4 * step_3_S1_2_3_2));
  const Real t11 = fma(-t2, step_3_S2_3_4, fma(G_6_4, step_3_S2_3_6, fma(-N * G_6_2 * G_5_6 * G_1_4, hop_2_S2_1_5_1, G_2_4 * step_3_S1_2_2)));
  const Real t12 = -V_1 * V_2 * V_3 * t11;
  const Real t13 = fma(-G_4_5, t10, G_4_2 * hop_2_S2_1_5_1);
  const Real t14 = fma(G_5_4, t13, fma(-G_4_4, t9, G_2_3 * G_5_2 * G_3_4 * G_4_5));
  const Real hop_3_S3_2_4_2 = fma(G_4_4, step_3_S1_2_3_2, G_5_4 * G_4_5 * step_2_S1_2_2);
  const Real D_3_S3_2 = fma(-N, hop_3_S3_2_4_2, step_3_S1_3_2);
  const Real step_3_S3_6 = fma(G_2_6, D_3_S3_2, fma(-N * G_1_6, t14, G_4_6 * step_3_S2_3_4));
  const Real t15 = -V_1 * V_2 * V_3 * step_3_S3_6;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t6;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = t8;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = t12;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = t15;
}
