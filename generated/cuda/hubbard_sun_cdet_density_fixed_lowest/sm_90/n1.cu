// hubbard_sun_cdet_density_fixed_lowest, m = 0: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: by demand; at most 1 values live.
// A configuration takes 2 multiplications, 1 additions, 0 fused, 0 divisions, 0 functions,
// 2 loads and 1 stores, in 1 function.
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
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_S0 = H_0_0 * G_0_0 * t1;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = A_S0;
}
