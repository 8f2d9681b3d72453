// hubbard_sun_self_energy, n = 2: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_self_energy.diag:23: S(k, open, v)
//   hubbard_sun_self_energy.diag:28: step(k, open, w)
//   hubbard_sun_self_energy.diag:31: A(k, open, v)
//   hubbard_sun_self_energy.diag:34: D(k, open, v)
//   hubbard_sun_self_energy.diag:39: L(k, open, s, u, v)
//   hubbard_sun_self_energy.diag:44: hop(k, open, s, w, v)
//   hubbard_sun_self_energy.diag:47: rest(k, open)
//   hubbard_sun_self_energy.diag:51: W(k, open, s, v)
//   hubbard_sun_self_energy.diag:56: self_energy(b)
// Order: step by k ascending, open ascending, w ascending; at most 4 values live.
// A configuration takes 6 multiplications, 1 additions, 3 fused, 0 divisions, 0 functions,
// 3 loads and 2 stores, in 1 function.
// Launch hubbard_sun_self_energy_straight: 128 threads and 128 configurations a block.
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
  Real params[1];
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
hubbard_sun_self_energy_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S1_2_1 = G_1_2 * G_2_1;
  const Real D_2_S2_1 = fma(-N, step_2_S1_2_1, step_2_S1_2_1);
  const Real step_2_S2_2 = G_1_2 * D_2_S2_1;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = G_2_2 * N;
  const Real t2 = t1 - G_2_2;
  const Real t3 = fma(N * G_2_1, t2, G_2_2 * G_2_1);
  const Real self_energy_1 = fma(-t1, step_2_S1_2_1, G_1_2 * t3);
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = self_energy_1;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = step_2_S2_2;
}
