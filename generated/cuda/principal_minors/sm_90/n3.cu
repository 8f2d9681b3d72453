// principal_minors, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   principal_minors.diag:11: E(m, S, i, j)
//   principal_minors.diag:17: D(S)
//   principal_minors.diag:20: bits(b, i)
//   principal_minors.diag:22: minor(b)
// Order: E by m ascending, S ascending, i ascending, j ascending, eagerly; at most 5 values live.
// A configuration takes 6 multiplications, 0 additions, 6 fused, 3 divisions, 0 functions,
// 9 loads and 8 stores, in 1 function.
// Launch principal_minors_straight: 128 threads and 128 configurations a block.
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
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
principal_minors_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real A_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = 1.0f / A_1_1;
  const Real A_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = A_1_2 * t1;
  const Real A_2_2 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_2_1 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_2_2 = fma(-A_2_1, t2, A_2_2);
  const Real A_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = A_1_3 * t1;
  const Real A_2_3 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_2_3 = fma(-A_2_1, t3, A_2_3);
  const Real t4 = E_1_S1_2_3 / E_1_S1_2_2;
  const Real A_3_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_3_1 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_3_2 = fma(-t2, A_3_1, A_3_2);
  const Real A_3_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_3_3 = fma(-A_3_1, t3, A_3_3);
  const Real E_2_S1_2_3_3 = fma(-E_1_S1_3_2, t4, E_1_S1_3_3);
  const Real t5 = A_2_3 / A_2_2;
  const Real E_2_S2_3_3 = fma(-A_3_2, t5, A_3_3);
  const Real D_S2_3 = A_2_2 * E_2_S2_3_3;
  const Real D_S1_2 = A_1_1 * E_1_S1_2_2;
  const Real D_S1_2_3 = D_S1_2 * E_2_S1_2_3_3;
  const Real D_S1_3 = A_1_1 * E_1_S1_3_3;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = 1.0f;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = A_1_1;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = A_2_2;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = D_S1_2;
  batch.outputs[0].data[4 * batch.outputs[0].row_stride + at] = A_3_3;
  batch.outputs[0].data[5 * batch.outputs[0].row_stride + at] = D_S1_3;
  batch.outputs[0].data[6 * batch.outputs[0].row_stride + at] = D_S2_3;
  batch.outputs[0].data[7 * batch.outputs[0].row_stride + at] = D_S1_2_3;
}
