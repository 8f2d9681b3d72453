// two_body_self_energy, n = 2: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: step by k ascending, open ascending, w ascending, eagerly; at most 3 values live.
// A configuration takes 16 multiplications, 0 additions, 3 fused, 0 divisions, 0 functions,
// 10 loads and 3 stores, in 1 function.
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
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S1_2_2 = G_3_2 * G_1_3;
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S2_4 = fma(-G_2_3 * N * G_3_2, G_1_4, G_2_4 * step_2_S1_2_2);
  const Real V_1 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real V_2 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real self_energy_2 = V_1 * V_2 * step_2_S2_4;
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = N * G_4_4;
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = fma(-t1, step_2_S1_2_2, G_3_4 * G_4_2 * G_1_3);
  const Real self_energy_1 = V_1 * V_2 * t2;
  const Real t3 = fma(-G_3_4, G_4_2, G_3_2 * t1);
  const Real self_energy_0 = V_1 * V_2 * G_2_3 * N * t3;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = self_energy_0;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = self_energy_1;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = self_energy_2;
}
