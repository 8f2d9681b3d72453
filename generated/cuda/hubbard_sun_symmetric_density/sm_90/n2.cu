// hubbard_sun_symmetric_density, n = 2: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_symmetric_density.diag:21: W(free, open, s, v)
//   hubbard_sun_symmetric_density.diag:27: rest(free, open)
//   hubbard_sun_symmetric_density.diag:31: loop(s)
//   hubbard_sun_symmetric_density.diag:33: density
// Order: W by free ascending, open ascending, s ascending, v ascending; at most 5 values live.
// A configuration takes 12 multiplications, 2 additions, 7 fused, 0 divisions, 0 functions,
// 8 loads and 1 stores, in 1 function.
// Launch hubbard_sun_symmetric_density_straight: 128 threads and 128 configurations a block.
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
hubbard_sun_symmetric_density_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = 1.0f - N;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_2_2;
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S_S2_0_1 = fma(-G_1_2, G_2_0, G_1_0 * t2);
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = G_2_1 * G_1_0;
  const Real t4 = t2 - G_2_2;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real t5 = fma(G_1_1 * G_2_0, t4, fma(-G_2_2, t3, G_2_1 * W_S_S2_0_1));
  const Real t6 = fma(-G_1_0, G_2_2, N * G_1_2 * G_2_0);
  const Real t7 = fma(G_1_1, t6, fma(-G_1_2, t3, W_S_S2_0_1 * G_1_1));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S1_2_S_0_0 = fma(G_0_2 * G_2_1, t7, G_0_1 * G_1_2 * t5);
  const Real density = W_S1_2_S_0_0 * t1;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = density;
}
