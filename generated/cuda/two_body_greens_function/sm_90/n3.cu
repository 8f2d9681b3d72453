// two_body_greens_function, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_greens_function.diag:17: X(k, open, v)
//   two_body_greens_function.diag:21: step(k, open, w)
//   two_body_greens_function.diag:25: rest(k, open)
//   two_body_greens_function.diag:30: W(k, open, s, v)
//   two_body_greens_function.diag:35: amputated(b)
// Order: step, W by k ascending, s descending, open ascending, w ascending, v ascending, eagerly; at most 19 values live.
// A configuration takes 73 multiplications, 0 additions, 41 fused, 0 divisions, 0 functions,
// 23 loads and 6 stores, in 1 function.
// Launch two_body_greens_function_straight: 128 threads and 128 configurations a block.
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
two_body_greens_function_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_1_S_3 = G_2_3 * G_1_2;
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
  const Real G_5_2 = __ldg(in_row(batch.inputs[0].data + 25 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_2_5 = fma(-t3, G_5_6, N * t2 * G_5_2);
  const Real W_2_S_2_4 = G_4_5 * W_3_S3_2_5;
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_6 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_2_4 = fma(-G_4_6, t3, N * G_4_2 * t2);
  const Real t4 = N * G_4_2;
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real t5 = N * G_4_4;
  const Real W_3_S2_2_6 = fma(-G_6_4, t4, N * G_6_2 * t5);
  const Real W_3_S3_4_4 = fma(-G_4_6, t1, N * t2 * G_4_4);
  const Real W_3_S2_3_2_5 = fma(-N * G_5_2, W_3_S3_4_4, fma(G_5_6, W_3_S2_2_6, G_5_4 * W_3_S3_2_4));
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_5 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S2_2_2 = fma(W_3_S2_3_2_5, G_2_5, fma(-N * W_2_S_4_4, G_2_2, W_2_S_2_4 * G_2_4));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = fma(G_1_3, W_2_S2_2_2, W_2_S_4_4 * step_1_S_3);
  const Real V_1 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_2 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_3 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real t7 = -V_1 * V_2 * V_3 * t6;
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_5 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_2_S2_2_3 = fma(G_3_5, W_3_S2_3_2_5, fma(-N * G_3_2, W_2_S_4_4, G_3_4 * W_2_S_2_4));
  const Real t8 = -V_1 * V_2 * V_3 * G_2_3 * W_2_S2_2_3;
  const Real step_2_S1_2_4 = G_3_4 * G_1_3;
  const Real step_2_S1_2_2 = G_3_2 * G_1_3;
  const Real step_2_S2_4 = fma(G_2_4, step_2_S1_2_2, G_3_4 * step_1_S_3);
  const Real step_2_S_5 = fma(G_4_5, step_2_S2_4, G_4_2 * step_2_S1_2_4 * G_2_5);
  const Real step_2_S1_5 = G_4_5 * step_2_S1_2_4;
  const Real step_2_S2_5 = fma(step_2_S1_2_2, G_2_5, G_3_5 * step_1_S_3);
  const Real step_2_S1_2_5 = G_3_5 * G_1_3;
  const Real W_3_S2_2_2 = fma(-t4, G_2_4, N * t5 * G_2_2);
  const Real G_2_6 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S3_2_2 = fma(-t3, G_2_6, N * t2 * G_2_2);
  const Real W_3_S2_3_2_2 = fma(-N * W_3_S3_4_4, G_2_2, fma(W_3_S2_2_6, G_2_6, W_3_S3_2_4 * G_2_4));
  const Real t9 = fma(step_2_S1_2_5, W_3_S2_3_2_2, fma(step_2_S1_5, W_3_S3_2_2, fma(-t2, step_2_S_5, W_3_S3_4_4 * step_2_S2_5)));
  const Real t10 = -V_1 * V_2 * V_3 * t9;
  const Real step_3_S1_2_3_6 = G_5_6 * step_2_S1_2_5;
  const Real step_3_S1_2_2 = G_6_2 * step_3_S1_2_3_6;
  const Real step_3_S1_2_4 = G_6_4 * step_3_S1_2_3_6;
  const Real step_3_S1_2_3_4 = G_5_4 * step_2_S1_2_5;
  const Real step_3_S1_3_2 = fma(G_4_2, step_3_S1_2_3_4, G_5_2 * step_2_S1_5);
  const Real step_3_S1_3_6 = fma(G_4_6, step_3_S1_2_3_4, G_5_6 * step_2_S1_5);
  const Real step_3_S1_2_3_2 = G_5_2 * step_2_S1_2_5;
  const Real t11 = fma(W_3_S3_4_4, step_3_S1_2_3_2, fma(G_6_2, step_3_S1_3_6, fma(-t2, step_3_S1_3_2, fma(G_4_2, step_3_S1_2_4, fma(-t5, step_3_S1_2_2, W_2_S_4_4 * step_2_S1_2_2)))));
  const Real t12 = -V_1 * V_2 * V_3 * t11;
  const Real step_3_S2_3_4 = fma(G_2_4, step_3_S1_2_3_2, G_5_4 * step_2_S2_5);
  const Real step_3_S2_3_6 = fma(G_2_6, step_3_S1_2_3_2, G_5_6 * step_2_S2_5);
  const Real t13 = N * G_2_2;
  const Real t14 = fma(-step_3_S1_2_4, t13, fma(G_6_4, step_3_S2_3_6, fma(-t2, step_3_S2_3_4, fma(step_3_S1_2_3_4, W_3_S3_2_2, fma(G_2_4, step_3_S1_2_2, W_3_S3_2_5 * step_2_S1_2_4 * G_2_5)))));
  const Real t15 = fma(-step_3_S1_3_6, t13, fma(-t5, step_3_S2_3_6, fma(G_4_6, step_3_S2_3_4, fma(G_2_6, step_3_S1_3_2, fma(step_3_S1_2_3_6, W_3_S2_2_2, G_5_6 * step_2_S_5)))));
  const Real t16 = -V_1 * V_2 * V_3 * t15;
  const Real t17 = -V_1 * V_2 * V_3 * t14;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t8;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = t12;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = t7;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = t17;
  batch.outputs[0].data[4 * batch.outputs[0].row_stride + at] = t10;
  batch.outputs[0].data[5 * batch.outputs[0].row_stride + at] = t16;
}
