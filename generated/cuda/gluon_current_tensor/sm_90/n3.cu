// gluon_current_tensor, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_current_tensor.diag:21: K(a, b)
//   gluon_current_tensor.diag:23: electric(a, b)
//   gluon_current_tensor.diag:24: magnetic(a, b)
//   gluon_current_tensor.diag:26: V(a, b)
//   gluon_current_tensor.diag:31: J(a, b)
//   gluon_current_tensor.diag:33: amplitude
// Order: V by a ascending, b ascending; at most 8 values live.
// A configuration takes 12 multiplications, 4 additions, 20 fused, 0 divisions, 0 functions,
// 20 loads and 1 stores, in 1 function.
// Launch gluon_current_tensor_straight: 128 threads and 128 configurations a block.
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
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
gluon_current_tensor_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real e_1_E = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_1_x = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_1_y = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_1_z = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = fma(-e_1_z, p_2_z, fma(-e_1_y, p_2_y, fma(-e_1_x, p_2_x, e_1_E * p_2_E)));
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_2_E = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_2_x = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_2_y = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_2_z = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real t2 = fma(-p_1_z, e_2_z, fma(-p_1_y, e_2_y, fma(-p_1_x, e_2_x, p_1_E * e_2_E)));
  const Real t3 = fma(-e_1_E, t2, e_2_E * t1);
  const Real t4 = fma(-e_1_z, e_2_z, fma(-e_1_y, e_2_y, fma(-e_1_x, e_2_x, e_1_E * e_2_E)));
  const Real t5 = p_1_E - p_2_E;
  const Real V_1_2 = fma(t4, t5, 2.0f * t3);
  const Real t6 = fma(-e_1_x, t2, e_2_x * t1);
  const Real t7 = p_1_x - p_2_x;
  const Real V_1_2_c1 = fma(t4, t7, 2.0f * t6);
  const Real t8 = fma(-e_1_y, t2, e_2_y * t1);
  const Real t9 = p_1_y - p_2_y;
  const Real V_1_2_c2 = fma(t4, t9, 2.0f * t8);
  const Real t10 = fma(-e_1_z, t2, e_2_z * t1);
  const Real t11 = p_1_z - p_2_z;
  const Real V_1_2_c3 = fma(t4, t11, 2.0f * t10);
  const Real e_3_E = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_3_x = __ldg(in_row(batch.inputs[1].data + 9 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_3_y = __ldg(in_row(batch.inputs[1].data + 10 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_3_z = __ldg(in_row(batch.inputs[1].data + 11 * batch.inputs[1].row_stride, offsets[1]));
  const Real amplitude = fma(-V_1_2_c3, e_3_z, fma(-V_1_2_c2, e_3_y, fma(-V_1_2_c1, e_3_x, V_1_2 * e_3_E)));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = amplitude;
}
