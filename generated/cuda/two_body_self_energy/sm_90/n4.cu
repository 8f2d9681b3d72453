// two_body_self_energy, n = 4: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: W by k ascending, open ascending, s ascending, v ascending; at most 36 values live.
// A configuration takes 209 multiplications, 0 additions, 172 fused, 0 divisions, 0 functions,
// 42 loads and 5 stores, in 1 function.
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

extern "C" __global__ void __launch_bounds__(128, 6)
two_body_self_energy_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real G_8_4 = __ldg(in_row(batch.inputs[0].data + 59 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = N * G_8_4;
  const Real G_8_8 = __ldg(in_row(batch.inputs[0].data + 63 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_8_8;
  const Real G_6_4 = __ldg(in_row(batch.inputs[0].data + 43 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_6_8 = __ldg(in_row(batch.inputs[0].data + 47 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S4_4_6 = fma(-G_6_8, t1, N * t2 * G_6_4);
  const Real t3 = N * G_6_4;
  const Real G_6_6 = __ldg(in_row(batch.inputs[0].data + 45 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = N * G_6_6;
  const Real G_8_6 = __ldg(in_row(batch.inputs[0].data + 61 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_4_8 = fma(-G_8_6, t3, N * t4 * G_8_4);
  const Real t5 = N * G_8_6;
  const Real W_4_S4_6_6 = fma(-G_6_8, t5, N * t2 * G_6_6);
  const Real G_7_6 = __ldg(in_row(batch.inputs[0].data + 53 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_7_8 = __ldg(in_row(batch.inputs[0].data + 55 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_7_4 = __ldg(in_row(batch.inputs[0].data + 51 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_4_4_7 = fma(-G_7_4 * N, W_4_S4_6_6, fma(G_7_8, W_4_S3_4_8, G_7_6 * W_4_S4_4_6));
  const Real W_4_S4_4_7 = fma(-t1, G_7_8, G_7_4 * N * t2);
  const Real G_6_7 = __ldg(in_row(batch.inputs[0].data + 46 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S_4_6 = G_6_7 * W_4_S4_4_7;
  const Real W_4_S4_6_7 = fma(-t5, G_7_8, N * t2 * G_7_6);
  const Real W_3_S_6_6 = G_6_7 * W_4_S4_6_7;
  const Real G_5_7 = __ldg(in_row(batch.inputs[0].data + 38 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_5_6 = __ldg(in_row(batch.inputs[0].data + 37 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_5_4 = __ldg(in_row(batch.inputs[0].data + 35 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_4_5 = fma(-N * G_5_4, W_3_S_6_6, fma(G_5_6, W_3_S_4_6, G_5_7 * W_4_S3_4_4_7));
  const Real G_4_5 = __ldg(in_row(batch.inputs[0].data + 28 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
  const Real G_8_2 = __ldg(in_row(batch.inputs[0].data + 57 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = N * G_8_2;
  const Real G_6_2 = __ldg(in_row(batch.inputs[0].data + 41 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S4_2_6 = fma(-G_6_8, t6, N * G_6_2 * t2);
  const Real t7 = N * G_6_2;
  const Real W_4_S3_2_8 = fma(-G_8_6, t7, N * G_8_2 * t4);
  const Real G_4_6 = __ldg(in_row(batch.inputs[0].data + 29 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 25 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_8 = __ldg(in_row(batch.inputs[0].data + 31 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_4_2_4 = fma(G_4_8, W_4_S3_2_8, fma(-N * G_4_2, W_4_S4_6_6, G_4_6 * W_4_S4_2_6));
  const Real W_4_S4_2_4 = fma(-t6, G_4_8, N * t2 * G_4_2);
  const Real t8 = N * G_4_2;
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 27 * batch.inputs[0].row_stride, offsets[0]));
  const Real t9 = N * G_4_4;
  const Real W_4_S2_2_8 = fma(-G_8_4, t8, N * G_8_2 * t9);
  const Real W_4_S4_4_4 = fma(-G_4_8, t1, N * t2 * G_4_4);
  const Real W_4_S2_4_2_6 = fma(-N * G_6_2, W_4_S4_4_4, fma(G_6_8, W_4_S2_2_8, G_6_4 * W_4_S4_2_4));
  const Real W_4_S3_2_4 = fma(-G_4_6, t7, N * t4 * G_4_2);
  const Real W_4_S2_2_6 = fma(-G_6_4, t8, N * G_6_2 * t9);
  const Real W_4_S3_4_4 = fma(-G_4_6, t3, N * t4 * G_4_4);
  const Real W_4_S2_3_2_8 = fma(-N * G_8_2, W_4_S3_4_4, fma(G_8_6, W_4_S2_2_6, G_8_4 * W_4_S3_2_4));
  const Real W_4_S3_4_4_4 = fma(-N * W_4_S4_6_6, G_4_4, fma(G_4_8, W_4_S3_4_8, G_4_6 * W_4_S4_4_6));
  const Real G_7_2 = __ldg(in_row(batch.inputs[0].data + 49 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S2_3_4_2_7 = fma(-N * G_7_2, W_4_S3_4_4_4, fma(G_7_8, W_4_S2_3_2_8, fma(G_7_6, W_4_S2_4_2_6, G_7_4 * W_4_S3_4_2_4)));
  const Real W_4_S3_4_2_7 = fma(W_4_S3_2_8, G_7_8, fma(-N * W_4_S4_6_6, G_7_2, W_4_S4_2_6 * G_7_6));
  const Real W_4_S4_2_7 = fma(-t6, G_7_8, N * t2 * G_7_2);
  const Real W_3_S_2_6 = G_6_7 * W_4_S4_2_7;
  const Real G_4_7 = __ldg(in_row(batch.inputs[0].data + 30 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_2_4 = fma(G_4_6, W_3_S_2_6, fma(-N * G_4_2, W_3_S_6_6, G_4_7 * W_4_S3_4_2_7));
  const Real W_4_S2_4_2_7 = fma(-N * W_4_S4_4_4, G_7_2, fma(W_4_S2_2_8, G_7_8, G_7_4 * W_4_S4_2_4));
  const Real W_3_S_4_4 = G_4_7 * W_4_S4_4_7;
  const Real W_3_S2_2_6 = fma(-N * G_6_2, W_3_S_4_4, fma(G_6_7, W_4_S2_4_2_7, G_6_4 * G_4_7 * W_4_S4_2_7));
  const Real W_3_S3_4_4 = fma(-N * G_4_4, W_3_S_6_6, fma(G_4_6, W_3_S_4_6, G_4_7 * W_4_S3_4_4_7));
  const Real G_5_2 = __ldg(in_row(batch.inputs[0].data + 33 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S2_3_2_5 = fma(-N * G_5_2, W_3_S3_4_4, fma(G_5_6, W_3_S2_2_6, fma(G_5_4, W_3_S3_2_4, G_5_7 * W_4_S2_3_4_2_7)));
  const Real W_3_S3_2_5 = fma(W_3_S_2_6, G_5_6, fma(-N * W_3_S_6_6, G_5_2, G_5_7 * W_4_S3_4_2_7));
  const Real G_3_5 = __ldg(in_row(batch.inputs[0].data + 20 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 17 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S2_2_3 = fma(G_3_4 * G_4_5, W_3_S3_2_5, fma(-N * G_3_2, W_2_S_4_4, G_3_5 * W_3_S2_3_2_5));
  const Real V_1 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_2 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_3 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_4 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real self_energy_0 = V_1 * V_2 * V_3 * V_4 * G_2_3 * W_2_S2_2_3;
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S1_2_5 = G_3_5 * G_1_3;
  const Real step_3_S1_2_3_7 = G_5_7 * step_2_S1_2_5;
  const Real step_4_S1_2_3_4_8 = G_7_8 * step_3_S1_2_3_7;
  const Real step_4_S1_2_3_6 = G_8_6 * step_4_S1_2_3_4_8;
  const Real step_4_S1_2_3_4_6 = G_7_6 * step_3_S1_2_3_7;
  const Real step_3_S1_2_3_6 = G_5_6 * step_2_S1_2_5;
  const Real step_3_S1_2_7 = G_6_7 * step_3_S1_2_3_6;
  const Real step_4_S1_2_4_8 = fma(G_7_8, step_3_S1_2_7, G_6_8 * step_4_S1_2_3_4_6);
  const Real step_4_S1_2_4 = fma(G_8_4, step_4_S1_2_4_8, G_6_4 * step_4_S1_2_3_6);
  const Real step_4_S1_2_3_4 = G_8_4 * step_4_S1_2_3_4_8;
  const Real step_4_S1_2_3_4_4 = G_7_4 * step_3_S1_2_3_7;
  const Real step_3_S1_2_3_4 = G_5_4 * step_2_S1_2_5;
  const Real step_2_S1_5 = G_3_4 * G_4_5 * G_1_3;
  const Real step_3_S1_3_7 = fma(G_5_7, step_2_S1_5, G_4_7 * step_3_S1_2_3_4);
  const Real step_4_S1_3_4_8 = fma(G_7_8, step_3_S1_3_7, G_4_8 * step_4_S1_2_3_4_4);
  const Real step_4_S1_3_6 = fma(G_8_6, step_4_S1_3_4_8, G_4_6 * step_4_S1_2_3_4);
  const Real step_4_S1_2_4_4 = fma(G_7_4, step_3_S1_2_7, G_6_4 * step_4_S1_2_3_4_6);
  const Real step_4_S1_3_4_6 = fma(G_7_6, step_3_S1_3_7, G_4_6 * step_4_S1_2_3_4_4);
  const Real step_3_S1_3_6 = fma(G_5_6, step_2_S1_5, G_4_6 * step_3_S1_2_3_4);
  const Real step_3_S1_7 = fma(G_6_7, step_3_S1_3_6, G_6_4 * G_4_7 * step_3_S1_2_3_6);
  const Real step_4_S1_4_8 = fma(G_7_8, step_3_S1_7, fma(G_6_8, step_4_S1_3_4_6, G_4_8 * step_4_S1_2_4_4));
  const Real step_2_S1_2_2 = G_3_2 * G_1_3;
  const Real step_3_S1_2_2 = G_6_2 * step_3_S1_2_3_6;
  const Real step_3_S1_3_2 = fma(G_5_2, step_2_S1_5, G_4_2 * step_3_S1_2_3_4);
  const Real step_3_S1_2_3_2 = G_5_2 * step_2_S1_2_5;
  const Real step_4_S1_2_2 = fma(G_8_2, step_4_S1_2_4_8, G_6_2 * step_4_S1_2_3_6);
  const Real step_4_S1_3_2 = fma(G_8_2, step_4_S1_3_4_8, G_4_2 * step_4_S1_2_3_4);
  const Real step_4_S1_2_3_2 = G_8_2 * step_4_S1_2_3_4_8;
  const Real step_4_S1_4_2 = fma(G_7_2, step_3_S1_7, fma(G_6_2, step_4_S1_3_4_6, G_4_2 * step_4_S1_2_4_4));
  const Real step_4_S1_2_4_2 = fma(G_7_2, step_3_S1_2_7, G_6_2 * step_4_S1_2_3_4_6);
  const Real step_4_S1_3_4_2 = fma(G_7_2, step_3_S1_3_7, G_4_2 * step_4_S1_2_3_4_4);
  const Real step_4_S1_2_3_4_2 = G_7_2 * step_3_S1_2_3_7;
  const Real t10 = fma(W_4_S3_4_4_4, step_4_S1_2_3_4_2, fma(W_4_S4_6_6, step_4_S1_3_4_2, fma(W_4_S4_4_4, step_4_S1_2_4_2, fma(-t2, step_4_S1_4_2, fma(W_4_S3_4_4, step_4_S1_2_3_2, fma(-t4, step_4_S1_3_2, fma(-t9, step_4_S1_2_2, fma(W_3_S3_4_4, step_3_S1_2_3_2, fma(W_3_S_6_6, step_3_S1_3_2, fma(W_3_S_4_4, step_3_S1_2_2, fma(W_2_S_4_4, step_2_S1_2_2, fma(G_8_2, step_4_S1_4_8, fma(G_6_2, step_4_S1_3_6, G_4_2 * step_4_S1_2_4)))))))))))));
  const Real self_energy_1 = V_1 * V_2 * V_3 * V_4 * t10;
  const Real hop_2_S2_1_5_1 = G_2_3 * G_3_5;
  const Real hop_3_S2_3_1_7_1 = G_5_7 * hop_2_S2_1_5_1;
  const Real hop_4_S2_3_4_1_8_1 = G_7_8 * hop_3_S2_3_1_7_1;
  const Real hop_4_S2_3_4_1_6_1 = G_7_6 * hop_3_S2_3_1_7_1;
  const Real hop_3_S2_3_1_6_1 = G_5_6 * hop_2_S2_1_5_1;
  const Real hop_3_S2_1_7_1 = G_6_7 * hop_3_S2_3_1_6_1;
  const Real hop_4_S2_4_1_8_1 = fma(G_7_8, hop_3_S2_1_7_1, G_6_8 * hop_4_S2_3_4_1_6_1);
  const Real hop_4_S2_1_2_1 = fma(G_8_2, hop_4_S2_4_1_8_1, G_6_2 * G_8_6 * hop_4_S2_3_4_1_8_1);
  const Real t11 = N * G_8_2 * hop_4_S2_3_4_1_8_1;
  const Real t12 = N * G_7_2 * hop_3_S2_3_1_7_1;
  const Real t13 = N * G_5_2 * hop_2_S2_1_5_1;
  const Real t14 = G_2_3 * N * G_3_2;
  const Real G_2_5 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_5 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S2_5 = fma(-G_1_5, t14, step_2_S1_2_2 * G_2_5);
  const Real G_2_7 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_7 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_3_S2_3_7 = fma(G_5_7, step_2_S2_5, fma(-G_1_7, t13, step_3_S1_2_3_2 * G_2_7));
  const Real G_2_8 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_8 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_4_S2_3_4_8 = fma(G_7_8, step_3_S2_3_7, fma(-G_1_8, t12, G_2_8 * step_4_S1_2_3_4_2));
  const Real G_2_6 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_6 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_4_S2_3_6 = fma(G_8_6, step_4_S2_3_4_8, fma(-G_1_6, t11, G_2_6 * step_4_S1_2_3_2));
  const Real hop_4_S2_4_1_2_1 = fma(G_7_2, hop_3_S2_1_7_1, G_6_2 * hop_4_S2_3_4_1_6_1);
  const Real t15 = N * hop_4_S2_4_1_2_1;
  const Real step_4_S2_3_4_6 = fma(G_7_6, step_3_S2_3_7, fma(-G_1_6, t12, G_2_6 * step_4_S1_2_3_4_2));
  const Real t16 = N * G_6_2 * hop_3_S2_3_1_6_1;
  const Real step_3_S2_3_6 = fma(G_5_6, step_2_S2_5, fma(-G_1_6, t13, G_2_6 * step_3_S1_2_3_2));
  const Real step_3_S2_7 = fma(G_6_7, step_3_S2_3_6, fma(-G_1_7, t16, step_3_S1_2_2 * G_2_7));
  const Real step_4_S2_4_8 = fma(G_7_8, step_3_S2_7, fma(G_6_8, step_4_S2_3_4_6, fma(-G_1_8, t15, G_2_8 * step_4_S1_2_4_2)));
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_3_S2_3_4 = fma(G_5_4, step_2_S2_5, fma(-G_1_4, t13, G_2_4 * step_3_S1_2_3_2));
  const Real step_4_S2_3_4 = fma(G_8_4, step_4_S2_3_4_8, fma(-G_1_4, t11, G_2_4 * step_4_S1_2_3_2));
  const Real step_4_S2_4_4 = fma(G_7_4, step_3_S2_7, fma(G_6_4, step_4_S2_3_4_6, fma(-G_1_4, t15, G_2_4 * step_4_S1_2_4_2)));
  const Real step_4_S2_3_4_4 = fma(G_7_4, step_3_S2_3_7, fma(-G_1_4, t12, G_2_4 * step_4_S1_2_3_4_2));
  const Real t17 = fma(W_4_S4_6_6, step_4_S2_3_4_4, fma(-t2, step_4_S2_4_4, fma(-t4, step_4_S2_3_4, fma(W_3_S_6_6, step_3_S2_3_4, fma(G_8_4, step_4_S2_4_8, fma(G_6_4, step_4_S2_3_6, fma(-N * G_1_4, hop_4_S2_1_2_1, G_2_4 * step_4_S1_2_2)))))));
  const Real self_energy_2 = V_1 * V_2 * V_3 * V_4 * t17;
  const Real t18 = G_4_5 * t14;
  const Real hop_3_S3_2_7_1 = fma(-G_5_7, t18, -G_4_7 * t13);
  const Real t19 = fma(G_7_8, hop_3_S3_2_7_1, fma(-G_4_8, t12, G_4_2 * hop_4_S2_3_4_1_8_1));
  const Real hop_4_S2_3_4_1_4_1 = G_7_4 * hop_3_S2_3_1_7_1;
  const Real hop_3_S2_3_1_4_1 = G_5_4 * hop_2_S2_1_5_1;
  const Real hop_2_S_1_5_1 = G_2_3 * G_3_4 * G_4_5;
  const Real hop_3_S3_1_7_1 = fma(G_5_7, hop_2_S_1_5_1, G_4_7 * hop_3_S2_3_1_4_1);
  const Real hop_4_S3_4_1_8_1 = fma(G_7_8, hop_3_S3_1_7_1, G_4_8 * hop_4_S2_3_4_1_4_1);
  const Real t20 = fma(G_8_2, hop_4_S3_4_1_8_1, fma(-G_4_4, t11, G_8_4 * t19));
  const Real hop_2_S_2_5_2 = G_4_5 * step_2_S1_2_2;
  const Real hop_3_S3_2_7_2 = fma(G_5_7, hop_2_S_2_5_2, G_4_7 * step_3_S1_2_3_2);
  const Real hop_4_S3_4_2_8_2 = fma(G_7_8, hop_3_S3_2_7_2, G_4_8 * step_4_S1_2_3_4_2);
  const Real hop_4_S3_2_4_2 = fma(G_8_4, hop_4_S3_4_2_8_2, G_4_4 * step_4_S1_2_3_2);
  const Real D_4_S3_2 = fma(-N, hop_4_S3_2_4_2, step_4_S1_3_2);
  const Real t21 = fma(G_7_2, hop_3_S3_1_7_1, fma(G_4_2, hop_4_S2_3_4_1_4_1, fma(-G_4_4, t12, G_7_4 * hop_3_S3_2_7_1)));
  const Real t22 = N * t21;
  const Real hop_4_S3_4_2_4_2 = fma(G_7_4, hop_3_S3_2_7_2, G_4_4 * step_4_S1_2_3_4_2);
  const Real D_4_S3_4_2 = fma(-N, hop_4_S3_4_2_4_2, step_4_S1_3_4_2);
  const Real t23 = fma(G_5_2, hop_2_S_1_5_1, fma(-G_5_4, t18, fma(-G_4_4, t13, G_4_2 * hop_3_S2_3_1_4_1)));
  const Real t24 = N * t23;
  const Real hop_3_S3_2_4_2 = fma(G_5_4, hop_2_S_2_5_2, G_4_4 * step_3_S1_2_3_2);
  const Real D_3_S3_2 = fma(-N, hop_3_S3_2_4_2, step_3_S1_3_2);
  const Real step_3_S3_7 = fma(G_2_7, D_3_S3_2, fma(-G_1_7, t24, G_4_7 * step_3_S2_3_4));
  const Real step_4_S3_4_8 = fma(G_7_8, step_3_S3_7, fma(G_2_8, D_4_S3_4_2, fma(-G_1_8, t22, G_4_8 * step_4_S2_3_4_4)));
  const Real step_4_S3_4_6 = fma(G_7_6, step_3_S3_7, fma(G_2_6, D_4_S3_4_2, fma(-G_1_6, t22, G_4_6 * step_4_S2_3_4_4)));
  const Real t25 = fma(-t2, step_4_S3_4_6, fma(G_8_6, step_4_S3_4_8, fma(G_2_6, D_4_S3_2, fma(-N * G_1_6, t20, G_4_6 * step_4_S2_3_4))));
  const Real self_energy_3 = V_1 * V_2 * V_3 * V_4 * t25;
  const Real hop_4_S2_4_1_4_1 = fma(G_7_4, hop_3_S2_1_7_1, G_6_4 * hop_4_S2_3_4_1_6_1);
  const Real hop_4_S3_4_1_6_1 = fma(G_7_6, hop_3_S3_1_7_1, G_4_6 * hop_4_S2_3_4_1_4_1);
  const Real hop_3_S3_1_6_1 = fma(G_5_6, hop_2_S_1_5_1, G_4_6 * hop_3_S2_3_1_4_1);
  const Real hop_3_S_1_7_1 = fma(G_6_7, hop_3_S3_1_6_1, G_6_4 * G_4_7 * hop_3_S2_3_1_6_1);
  const Real hop_4_S3_4_2_6_1 = fma(-G_4_6, t12, G_7_6 * hop_3_S3_2_7_1);
  const Real hop_3_S3_2_6_1 = fma(-G_5_6, t18, -G_4_6 * t13);
  const Real hop_3_S_2_7_1 = fma(-G_4_7, t16, G_6_7 * hop_3_S3_2_6_1);
  const Real t26 = fma(G_7_4, hop_3_S_2_7_1, fma(G_6_4, hop_4_S3_4_2_6_1, fma(G_7_2, hop_3_S_1_7_1, fma(G_6_2, hop_4_S3_4_1_6_1, fma(-G_7_6 * G_6_7, t24, fma(-G_6_6, t22, fma(-G_4_4, t15, G_4_2 * hop_4_S2_4_1_4_1)))))));
  const Real hop_4_S3_4_2_6_2 = fma(G_7_6, hop_3_S3_2_7_2, G_4_6 * step_4_S1_2_3_4_2);
  const Real hop_3_S3_2_6_2 = fma(G_5_6, hop_2_S_2_5_2, G_4_6 * step_3_S1_2_3_2);
  const Real hop_3_S_2_7_2 = fma(G_6_7, hop_3_S3_2_6_2, G_4_7 * step_3_S1_2_2);
  const Real t27 = fma(G_7_4, hop_3_S_2_7_2, fma(G_6_4, hop_4_S3_4_2_6_2, fma(G_7_6 * G_6_7, D_3_S3_2, fma(G_6_6, D_4_S3_4_2, G_4_4 * step_4_S1_2_4_2))));
  const Real D_4_S4_2 = fma(-N, t27, step_4_S1_4_2);
  const Real hop_4_S4_3_6_4 = fma(G_6_6, step_4_S2_3_4_4, G_7_6 * G_6_7 * step_3_S2_3_4);
  const Real D_4_S4_4 = fma(-N, hop_4_S4_3_6_4, step_4_S2_4_4);
  const Real step_4_S4_8 = fma(G_4_8, D_4_S4_4, fma(G_2_8, D_4_S4_2, fma(-N * G_1_8, t26, G_6_8 * step_4_S3_4_6)));
  const Real self_energy_4 = V_1 * V_2 * V_3 * V_4 * step_4_S4_8;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = self_energy_0;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = self_energy_1;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = self_energy_2;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = self_energy_3;
  batch.outputs[0].data[4 * batch.outputs[0].row_stride + at] = self_energy_4;
}
