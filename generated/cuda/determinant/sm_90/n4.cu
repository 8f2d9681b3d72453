// determinant, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   determinant.diag:13: walk(m, h, v)
//   determinant.diag:18: next(m, h)
//   determinant.diag:20: det
// Order: walk by m ascending, h ascending, v ascending; at most 11 values live.
// A configuration takes 15 multiplications, 9 additions, 35 fused, 0 divisions, 0 functions,
// 16 loads and 1 stores, in 1 function.
// Launch determinant_straight: 128 threads and 128 configurations a block.
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
determinant_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real A_2_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_3_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real next_1_1 = -A_2_2 - A_3_3 - A_4_4;
  const Real t1 = -A_2_2 - next_1_1;
  const Real A_2_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_3_1 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_1 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real walk_2_1_2 = fma(-A_2_4, A_4_1, fma(-A_2_3, A_3_1, A_2_1 * t1));
  const Real t2 = -A_3_3 - next_1_1;
  const Real A_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real walk_2_1_3 = fma(-A_4_1, A_3_4, fma(-A_2_1, A_3_2, A_3_1 * t2));
  const Real t3 = -A_4_4 - next_1_1;
  const Real A_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_3 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real walk_2_1_4 = fma(-A_3_1, A_4_3, fma(-A_2_1, A_4_2, A_4_1 * t3));
  const Real next_1_2 = -A_3_3 - A_4_4;
  const Real t4 = -A_3_3 - next_1_2;
  const Real walk_2_2_3 = fma(-A_3_4, A_4_2, A_3_2 * t4);
  const Real t5 = -A_4_4 - next_1_2;
  const Real walk_2_2_4 = fma(-A_3_2, A_4_3, A_4_2 * t5);
  const Real walk_2_3_3 = fma(-A_3_4, A_4_3, A_3_3 * A_4_4);
  const Real t6 = A_4_3 - A_4_3;
  const Real walk_2_3_4 = A_4_4 * t6;
  const Real next_2_1 = fma(-A_2_2, next_1_2, fma(-A_2_4, A_4_2, fma(-A_2_3, A_3_2, walk_2_3_3)));
  const Real walk_3_1_2 = fma(-A_2_1, next_2_1, fma(A_2_4, walk_2_1_4, fma(A_2_3, walk_2_1_3, A_2_2 * walk_2_1_2)));
  const Real walk_3_1_3 = fma(-A_3_1, next_2_1, fma(A_3_4, walk_2_1_4, fma(A_3_3, walk_2_1_3, walk_2_1_2 * A_3_2)));
  const Real walk_3_1_4 = fma(-A_4_1, next_2_1, fma(A_4_4, walk_2_1_4, fma(walk_2_1_3, A_4_3, walk_2_1_2 * A_4_2)));
  const Real walk_3_2_3 = fma(-A_3_2, walk_2_3_3, fma(A_3_4, walk_2_2_4, A_3_3 * walk_2_2_3));
  const Real walk_3_2_4 = fma(-A_4_2, walk_2_3_3, fma(A_4_4, walk_2_2_4, A_4_3 * walk_2_2_3));
  const Real walk_3_3_3 = A_3_4 * walk_2_3_4;
  const Real next_3_1 = fma(-A_2_2, walk_2_3_3, fma(A_2_4, walk_2_2_4, fma(A_2_3, walk_2_2_3, walk_3_3_3)));
  const Real A_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real next_4_0 = fma(-A_1_1, next_3_1, fma(-A_2_2, walk_3_3_3, fma(A_2_4, walk_3_2_4, fma(A_2_3, walk_3_2_3, fma(A_1_4, walk_3_1_4, fma(A_1_3, walk_3_1_3, fma(A_1_2, walk_3_1_2, A_4_4 * A_3_4 * walk_2_3_4)))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = next_4_0;
}
