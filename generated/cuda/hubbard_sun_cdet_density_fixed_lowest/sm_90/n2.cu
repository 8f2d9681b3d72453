// hubbard_sun_cdet_density_fixed_lowest, m = 1: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed_lowest.diag:20: D(S)
//   hubbard_sun_cdet_density_fixed_lowest.diag:23: P(S, s, v)
//   hubbard_sun_cdet_density_fixed_lowest.diag:25: dD(S)
//   hubbard_sun_cdet_density_fixed_lowest.diag:26: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed_lowest.diag:32: W(A, B)
//   hubbard_sun_cdet_density_fixed_lowest.diag:37: first(s, v, again)
//   hubbard_sun_cdet_density_fixed_lowest.diag:41: L(A, B, s, v, again)
//   hubbard_sun_cdet_density_fixed_lowest.diag:47: Z(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:52: A(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:60: C(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:62: density
// Order: by demand, last operand first; at most 7 values live.
// A configuration takes 15 multiplications, 5 additions, 8 fused, 0 divisions, 0 functions,
// 8 loads and 1 stores, in 1 function.
// Launch hubbard_sun_cdet_density_fixed_lowest_straight: 128 threads and 128 configurations a block.
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
hubbard_sun_cdet_density_fixed_lowest_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 1.0f;
  const Real t2 = fma(0.5f, N, -1.0f);
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real t3 = G_0_0 * H_1_1;
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = H_0_0 * G_1_1;
  const Real t5 = -t3 - t4;
  const Real first_1_1_false = G_1_1 * t1;
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = G_0_1 * G_1_0;
  const Real L_S1_S_0_0_false = fma(G_0_0, first_1_1_false, -t6);
  const Real t7 = L_S1_S_0_0_false - t6;
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, t3)) + t4;
  const Real t8 = first_1_1_false - G_1_1;
  const Real L_S_S1_0_0_false = fma(-G_0_1 * G_1_0, t8, G_0_0 * G_1_1 * t2 * first_1_1_false);
  const Real t9 = fma(H_0_0, L_S_S1_0_0_false, fma(dP_S1_0_0, L_S1_S_0_0_false, fma(t2 * H_1_1 * G_0_0, t7, 0.5f * N * G_0_0 * first_1_1_false * t5)));
  const Real C_S0_1 = t1 * t9;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1;
}
