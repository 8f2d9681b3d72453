// hubbard_su3_cdet_density_fixed, m = 1: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su3_cdet_density_fixed.diag:16: D(S)
//   hubbard_su3_cdet_density_fixed.diag:19: P(S, s, v)
//   hubbard_su3_cdet_density_fixed.diag:21: dD(S)
//   hubbard_su3_cdet_density_fixed.diag:22: dP(S, s, v)
//   hubbard_su3_cdet_density_fixed.diag:27: W(A, B)
//   hubbard_su3_cdet_density_fixed.diag:31: Z(V)
//   hubbard_su3_cdet_density_fixed.diag:32: A(V)
//   hubbard_su3_cdet_density_fixed.diag:35: C(V)
//   hubbard_su3_cdet_density_fixed.diag:37: density
// Order: W by A ascending, B ascending; at most 6 values live.
// A configuration takes 12 multiplications, 3 additions, 8 fused, 0 divisions, 0 functions,
// 8 loads and 1 stores, in 1 function.
// Launch hubbard_su3_cdet_density_fixed_straight: 128 threads and 128 configurations a block.
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
hubbard_su3_cdet_density_fixed_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S0_S = 2.0f * G_0_0;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S1_S = 2.0f * G_1_1;
  const Real t1 = G_0_0 * G_1_1;
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S1_0_0 = fma(-G_0_1, G_1_0, t1);
  const Real t2 = G_1_1 + W_S1_S;
  const Real t3 = fma(-W_S0_S * G_1_1, t2, 2.0f * G_1_1 * P_S1_0_0);
  const Real t4 = G_0_0 + W_S0_S;
  const Real t5 = fma(-G_0_0 * t4, W_S1_S, 2.0f * G_0_0 * P_S1_0_0);
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
  const Real t6 = t1 + P_S1_0_0;
  const Real C_S0_1 = fma(2.0f * dP_S1_0_0, t6, fma(H_1_1, t5, H_0_0 * t3));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1;
}
