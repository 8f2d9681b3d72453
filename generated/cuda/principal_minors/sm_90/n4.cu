// principal_minors, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   principal_minors.diag:11: E(m, S, i, j)
//   principal_minors.diag:17: D(S)
//   principal_minors.diag:20: bits(b, i)
//   principal_minors.diag:22: minor(b)
// Order: E by m descending, S descending, i ascending, j ascending, eagerly; at most 12 values live.
// A configuration takes 18 multiplications, 0 additions, 21 fused, 7 divisions, 0 functions,
// 16 loads and 16 stores, in 1 function.
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
  const Real A_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = A_1_4 * t1;
  const Real A_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_1 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_4_4 = fma(-A_4_1, t2, A_4_4);
  const Real A_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = A_1_2 * t1;
  const Real A_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_4_2 = fma(-t3, A_4_1, A_4_2);
  const Real A_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_2_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_2_4 = fma(-A_2_1, t2, A_2_4);
  const Real A_2_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_2_2 = fma(-A_2_1, t3, A_2_2);
  const Real t4 = 1.0f / E_1_S1_2_2;
  const Real t5 = E_1_S1_2_4 * t4;
  const Real E_2_S1_2_4_4 = fma(-E_1_S1_4_2, t5, E_1_S1_4_4);
  const Real A_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = A_1_3 * t1;
  const Real A_4_3 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_4_3 = fma(-t6, A_4_1, A_4_3);
  const Real A_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_2_3 = fma(-A_2_1, t6, A_2_3);
  const Real t7 = E_1_S1_2_3 * t4;
  const Real E_2_S1_2_4_3 = fma(-t7, E_1_S1_4_2, E_1_S1_4_3);
  const Real A_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_3_1 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_3_4 = fma(-A_3_1, t2, A_3_4);
  const Real A_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_3_2 = fma(-t3, A_3_1, A_3_2);
  const Real E_2_S1_2_3_4 = fma(-E_1_S1_3_2, t5, E_1_S1_3_4);
  const Real A_3_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real E_1_S1_3_3 = fma(-A_3_1, t6, A_3_3);
  const Real E_2_S1_2_3_3 = fma(-E_1_S1_3_2, t7, E_1_S1_3_3);
  const Real t8 = E_1_S1_3_4 / E_1_S1_3_3;
  const Real E_3_S1_3_4_4 = fma(-E_1_S1_4_3, t8, E_1_S1_4_4);
  const Real t9 = E_2_S1_2_3_4 / E_2_S1_2_3_3;
  const Real E_3_S1_2_3_4_4 = fma(-E_2_S1_2_4_3, t9, E_2_S1_2_4_4);
  const Real t10 = 1.0f / A_2_2;
  const Real t11 = A_2_4 * t10;
  const Real E_2_S2_4_4 = fma(-A_4_2, t11, A_4_4);
  const Real t12 = A_2_3 * t10;
  const Real E_2_S2_4_3 = fma(-t12, A_4_2, A_4_3);
  const Real E_2_S2_3_4 = fma(-A_3_2, t11, A_3_4);
  const Real E_2_S2_3_3 = fma(-A_3_2, t12, A_3_3);
  const Real t13 = E_2_S2_3_4 / E_2_S2_3_3;
  const Real E_3_S2_3_4_4 = fma(-E_2_S2_4_3, t13, E_2_S2_4_4);
  const Real t14 = A_3_4 / A_3_3;
  const Real E_3_S3_4_4 = fma(-A_4_3, t14, A_4_4);
  const Real D_S3_4 = A_3_3 * E_3_S3_4_4;
  const Real D_S1_2 = A_1_1 * E_1_S1_2_2;
  const Real D_S1_2_3 = D_S1_2 * E_2_S1_2_3_3;
  const Real D_S1_2_4 = D_S1_2 * E_2_S1_2_4_4;
  const Real D_S1_2_3_4 = D_S1_2_3 * E_3_S1_2_3_4_4;
  const Real D_S1_3 = A_1_1 * E_1_S1_3_3;
  const Real D_S1_3_4 = D_S1_3 * E_3_S1_3_4_4;
  const Real D_S2_3 = A_2_2 * E_2_S2_3_3;
  const Real D_S2_3_4 = D_S2_3 * E_3_S2_3_4_4;
  const Real D_S1_4 = A_1_1 * E_1_S1_4_4;
  const Real D_S2_4 = A_2_2 * E_2_S2_4_4;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = 1.0f;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = A_1_1;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = A_2_2;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = D_S1_2;
  batch.outputs[0].data[4 * batch.outputs[0].row_stride + at] = A_3_3;
  batch.outputs[0].data[5 * batch.outputs[0].row_stride + at] = D_S1_3;
  batch.outputs[0].data[6 * batch.outputs[0].row_stride + at] = D_S2_3;
  batch.outputs[0].data[7 * batch.outputs[0].row_stride + at] = D_S1_2_3;
  batch.outputs[0].data[8 * batch.outputs[0].row_stride + at] = A_4_4;
  batch.outputs[0].data[9 * batch.outputs[0].row_stride + at] = D_S1_4;
  batch.outputs[0].data[10 * batch.outputs[0].row_stride + at] = D_S2_4;
  batch.outputs[0].data[11 * batch.outputs[0].row_stride + at] = D_S1_2_4;
  batch.outputs[0].data[12 * batch.outputs[0].row_stride + at] = D_S3_4;
  batch.outputs[0].data[13 * batch.outputs[0].row_stride + at] = D_S1_3_4;
  batch.outputs[0].data[14 * batch.outputs[0].row_stride + at] = D_S2_3_4;
  batch.outputs[0].data[15 * batch.outputs[0].row_stride + at] = D_S1_2_3_4;
}
