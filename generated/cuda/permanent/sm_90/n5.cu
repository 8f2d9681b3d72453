// permanent, n = 5: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   permanent.diag:11: P(i, S)
//   permanent.diag:13: perm
// Order: P by i descending, S descending; at most 14 values live.
// A configuration takes 26 multiplications, 0 additions, 49 fused, 0 divisions, 0 functions,
// 25 loads and 1 stores, in 1 function.
// Launch permanent_straight: 128 threads and 128 configurations a block.
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
permanent_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real A_4_4 = __ldg(in_row(batch.inputs[0].data + 18 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_5_5 = __ldg(in_row(batch.inputs[0].data + 24 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_5 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_5_4 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_4_S4_5 = fma(A_4_5, A_5_4, A_4_4 * A_5_5);
  const Real A_4_3 = __ldg(in_row(batch.inputs[0].data + 17 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_5_3 = __ldg(in_row(batch.inputs[0].data + 22 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_4_S3_5 = fma(A_4_5, A_5_3, A_5_5 * A_4_3);
  const Real A_4_2 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_5_2 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_4_S2_5 = fma(A_4_5, A_5_2, A_5_5 * A_4_2);
  const Real A_4_1 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_5_1 = __ldg(in_row(batch.inputs[0].data + 20 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_4_S1_5 = fma(A_4_5, A_5_1, A_5_5 * A_4_1);
  const Real P_4_S3_4 = fma(A_4_4, A_5_3, A_5_4 * A_4_3);
  const Real P_4_S2_4 = fma(A_4_4, A_5_2, A_5_4 * A_4_2);
  const Real P_4_S1_4 = fma(A_4_4, A_5_1, A_5_4 * A_4_1);
  const Real P_4_S2_3 = fma(A_4_3, A_5_2, A_5_3 * A_4_2);
  const Real P_4_S1_3 = fma(A_4_3, A_5_1, A_5_3 * A_4_1);
  const Real P_4_S1_2 = fma(A_4_2, A_5_1, A_5_2 * A_4_1);
  const Real A_3_3 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_3_4 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_3_5 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_3_S3_4_5 = fma(A_3_5, P_4_S3_4, fma(A_3_4, P_4_S3_5, A_3_3 * P_4_S4_5));
  const Real A_3_2 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_3_S2_4_5 = fma(A_3_5, P_4_S2_4, fma(A_3_4, P_4_S2_5, P_4_S4_5 * A_3_2));
  const Real A_3_1 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_3_S1_4_5 = fma(A_3_5, P_4_S1_4, fma(A_3_4, P_4_S1_5, P_4_S4_5 * A_3_1));
  const Real P_3_S2_3_5 = fma(A_3_5, P_4_S2_3, fma(A_3_3, P_4_S2_5, P_4_S3_5 * A_3_2));
  const Real P_3_S1_3_5 = fma(A_3_5, P_4_S1_3, fma(A_3_3, P_4_S1_5, P_4_S3_5 * A_3_1));
  const Real P_3_S1_2_5 = fma(A_3_5, P_4_S1_2, fma(A_3_2, P_4_S1_5, P_4_S2_5 * A_3_1));
  const Real P_3_S2_3_4 = fma(A_3_4, P_4_S2_3, fma(A_3_3, P_4_S2_4, P_4_S3_4 * A_3_2));
  const Real P_3_S1_3_4 = fma(A_3_4, P_4_S1_3, fma(A_3_3, P_4_S1_4, P_4_S3_4 * A_3_1));
  const Real P_3_S1_2_4 = fma(A_3_4, P_4_S1_2, fma(A_3_2, P_4_S1_4, P_4_S2_4 * A_3_1));
  const Real P_3_S1_2_3 = fma(A_3_3, P_4_S1_2, fma(A_3_2, P_4_S1_3, P_4_S2_3 * A_3_1));
  const Real A_2_2 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_2_3 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_2_4 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_2_5 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_2_S2_3_4_5 = fma(A_2_5, P_3_S2_3_4, fma(A_2_4, P_3_S2_3_5, fma(A_2_3, P_3_S2_4_5, A_2_2 * P_3_S3_4_5)));
  const Real A_2_1 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_2_S1_3_4_5 = fma(A_2_5, P_3_S1_3_4, fma(A_2_4, P_3_S1_3_5, fma(A_2_3, P_3_S1_4_5, P_3_S3_4_5 * A_2_1)));
  const Real P_2_S1_2_4_5 = fma(A_2_5, P_3_S1_2_4, fma(A_2_4, P_3_S1_2_5, fma(A_2_2, P_3_S1_4_5, P_3_S2_4_5 * A_2_1)));
  const Real P_2_S1_2_3_5 = fma(A_2_5, P_3_S1_2_3, fma(A_2_3, P_3_S1_2_5, fma(A_2_2, P_3_S1_3_5, P_3_S2_3_5 * A_2_1)));
  const Real P_2_S1_2_3_4 = fma(A_2_4, P_3_S1_2_3, fma(A_2_3, P_3_S1_2_4, fma(A_2_2, P_3_S1_3_4, P_3_S2_3_4 * A_2_1)));
  const Real A_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_5 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_1_S1_2_3_4_5 = fma(A_1_5, P_2_S1_2_3_4, fma(A_1_4, P_2_S1_2_3_5, fma(A_1_3, P_2_S1_2_4_5, fma(A_1_2, P_2_S1_3_4_5, A_1_1 * P_2_S2_3_4_5))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = P_1_S1_2_3_4_5;
}
