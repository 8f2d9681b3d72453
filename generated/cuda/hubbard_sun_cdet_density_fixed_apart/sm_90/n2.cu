// hubbard_sun_cdet_density_fixed_apart, m = 1: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed_apart.diag:21: D(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:24: P(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:26: dD(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:27: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:35: W(e, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:41: Y(e, v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:45: dW(A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:50: E(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:54: dE(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:56: Z(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:62: dF(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:65: dZ(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:70: C(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:72: density
// Order: dE by v ascending, A ascending, B ascending; at most 8 values live.
// A configuration takes 18 multiplications, 3 additions, 11 fused, 0 divisions, 0 functions,
// 8 loads and 1 stores, in 1 function.
// Launch hubbard_sun_cdet_density_fixed_apart_straight: 128 threads and 128 configurations a block.
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
hubbard_sun_cdet_density_fixed_apart_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 3.0f;
  const Real t2 = N - 2.0f;
  const Real t3 = N - 1.0f;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real dE_1_S_S = G_1_1 * H_1_1;
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S0_1_1 = fma(-G_1_0, H_0_1, fma(-G_0_1, H_1_0, fma(H_0_0, G_1_1, G_0_0 * H_1_1)));
  const Real P_S0_1_1 = fma(-G_1_0, G_0_1, G_0_0 * G_1_1);
  const Real dE_1_S0_S = fma(P_S0_1_1, H_1_1, G_1_1 * dP_S0_1_1);
  const Real E_1_S_S = 0.5f * G_1_1 * G_1_1;
  const Real t4 = fma(G_0_0 * t1, E_1_S_S, G_1_1 * P_S0_1_1);
  const Real t5 = G_0_0 * G_0_0;
  const Real t6 = fma(0.5f * t1 * t5, dE_1_S_S, fma(H_0_0, t4, G_0_0 * dE_1_S0_S));
  const Real t7 = fma(-0.5f * t5, dE_1_S_S, -H_0_0 * G_0_0 * E_1_S_S);
  const Real t8 = fma(N * t3, t7, fma(t6, t2, P_S0_1_1 * dP_S0_1_1));
  const Real C_S0_1 = t3 * t8;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1;
}
