// scalar_current, n = 5: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   scalar_current.diag:15: K(a, b)
//   scalar_current.diag:17: V(a, b)
//   scalar_current.diag:21: J(a, b)
//   scalar_current.diag:23: amplitude
// Order: K by a ascending, b descending, eagerly; at most 10 values live.
// A configuration takes 1 multiplications, 25 additions, 24 fused, 5 divisions, 0 functions,
// 16 loads and 1 stores, in 1 function.
// Launch scalar_current_straight: 128 threads and 128 configurations a block.
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
  Real params[3];
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
scalar_current_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real m2 = batch.params[2];
  const Real g3 = batch.params[0];
  const Real g4 = batch.params[1];
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_2 = p_2_E + p_1_E;
  const Real p_3_E = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_3 = p_3_E + K_1_2;
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_2_c1 = p_2_x + p_1_x;
  const Real p_3_x = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_3_c1 = p_3_x + K_1_2_c1;
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_2_c2 = p_2_y + p_1_y;
  const Real p_3_y = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_3_c2 = p_3_y + K_1_2_c2;
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_2_c3 = p_2_z + p_1_z;
  const Real t1 = fma(K_1_2_c3, K_1_2_c3, fma(K_1_2_c2, K_1_2_c2, fma(K_1_2_c1, K_1_2_c1, fma(-K_1_2, K_1_2, m2))));
  const Real J_1_2 = g3 / t1;
  const Real p_3_z = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_1_3_c3 = p_3_z + K_1_2_c3;
  const Real t2 = fma(K_1_3_c3, K_1_3_c3, fma(K_1_3_c2, K_1_3_c2, fma(K_1_3_c1, K_1_3_c1, fma(-K_1_3, K_1_3, m2))));
  const Real K_2_3 = p_3_E + p_2_E;
  const Real p_4_E = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_2_4 = p_4_E + K_2_3;
  const Real K_2_3_c1 = p_3_x + p_2_x;
  const Real p_4_x = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_2_4_c1 = p_4_x + K_2_3_c1;
  const Real K_2_3_c2 = p_3_y + p_2_y;
  const Real p_4_y = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_2_4_c2 = p_4_y + K_2_3_c2;
  const Real K_2_3_c3 = p_3_z + p_2_z;
  const Real t3 = fma(K_2_3_c3, K_2_3_c3, fma(K_2_3_c2, K_2_3_c2, fma(K_2_3_c1, K_2_3_c1, fma(-K_2_3, K_2_3, m2))));
  const Real J_2_3 = g3 / t3;
  const Real p_4_z = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real K_2_4_c3 = p_4_z + K_2_3_c3;
  const Real t4 = fma(K_2_4_c3, K_2_4_c3, fma(K_2_4_c2, K_2_4_c2, fma(K_2_4_c1, K_2_4_c1, fma(-K_2_4, K_2_4, m2))));
  const Real K_3_4 = p_3_E + p_4_E;
  const Real K_3_4_c1 = p_3_x + p_4_x;
  const Real K_3_4_c2 = p_3_y + p_4_y;
  const Real K_3_4_c3 = p_3_z + p_4_z;
  const Real t5 = fma(K_3_4_c3, K_3_4_c3, fma(K_3_4_c2, K_3_4_c2, fma(K_3_4_c1, K_3_4_c1, fma(-K_3_4, K_3_4, m2))));
  const Real J_3_4 = g3 / t5;
  const Real t6 = J_2_3 + J_3_4;
  const Real V_2_4 = fma(g3, t6, g4);
  const Real J_2_4 = V_2_4 / t4;
  const Real t7 = J_1_2 + J_2_3;
  const Real V_1_3 = fma(g3, t7, g4);
  const Real J_1_3 = V_1_3 / t2;
  const Real t8 = fma(J_3_4, J_1_2, J_2_4) + J_1_3;
  const Real t9 = J_1_2 + J_2_3 + J_3_4;
  const Real V_1_4 = fma(g4, t9, g3 * t8);
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = V_1_4;
}
