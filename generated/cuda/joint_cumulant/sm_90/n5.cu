// joint_cumulant, n = 5: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   joint_cumulant.diag:11: number(S)
//   joint_cumulant.diag:13: C(S)
//   joint_cumulant.diag:16: cumulant
// Order: C by S ascending; at most 15 values live.
// A configuration takes 0 multiplications, 0 additions, 65 fused, 0 divisions, 0 functions,
// 31 loads and 1 stores, in 1 function.
// Launch joint_cumulant_straight: 128 threads and 128 configurations a block.
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
joint_cumulant_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real M_3 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2 = fma(-M_2, M_1, M_3);
  const Real M_5 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_4 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_3 = fma(-M_4, M_1, M_5);
  const Real M_7 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_6 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2_3 = fma(-M_2, C_S1_3, fma(-M_4, C_S1_2, fma(-M_1, M_6, M_7)));
  const Real M_9 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_8 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_4 = fma(-M_8, M_1, M_9);
  const Real M_11 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_10 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2_4 = fma(-M_2, C_S1_4, fma(-M_8, C_S1_2, fma(-M_1, M_10, M_11)));
  const Real M_13 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_12 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_3_4 = fma(-M_4, C_S1_4, fma(-M_8, C_S1_3, fma(-M_1, M_12, M_13)));
  const Real M_15 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_14 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2_3_4 = fma(-M_2, C_S1_3_4, fma(-M_4, C_S1_2_4, fma(-C_S1_4, M_6, fma(-M_8, C_S1_2_3, fma(-C_S1_3, M_10, fma(-M_12, C_S1_2, fma(-M_1, M_14, M_15)))))));
  const Real M_17 = __ldg(in_row(batch.inputs[0].data + 17 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_16 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_5 = fma(-M_16, M_1, M_17);
  const Real M_19 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_18 = __ldg(in_row(batch.inputs[0].data + 18 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2_5 = fma(-M_2, C_S1_5, fma(-M_16, C_S1_2, fma(-M_1, M_18, M_19)));
  const Real M_21 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_20 = __ldg(in_row(batch.inputs[0].data + 20 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_3_5 = fma(-M_4, C_S1_5, fma(-M_16, C_S1_3, fma(-M_1, M_20, M_21)));
  const Real M_23 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_22 = __ldg(in_row(batch.inputs[0].data + 22 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2_3_5 = fma(-M_2, C_S1_3_5, fma(-M_4, C_S1_2_5, fma(-C_S1_5, M_6, fma(-M_16, C_S1_2_3, fma(-C_S1_3, M_18, fma(-M_20, C_S1_2, fma(-M_1, M_22, M_23)))))));
  const Real M_25 = __ldg(in_row(batch.inputs[0].data + 25 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_24 = __ldg(in_row(batch.inputs[0].data + 24 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_4_5 = fma(-M_8, C_S1_5, fma(-M_16, C_S1_4, fma(-M_1, M_24, M_25)));
  const Real M_27 = __ldg(in_row(batch.inputs[0].data + 27 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_26 = __ldg(in_row(batch.inputs[0].data + 26 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2_4_5 = fma(-M_2, C_S1_4_5, fma(-M_8, C_S1_2_5, fma(-C_S1_5, M_10, fma(-M_16, C_S1_2_4, fma(-C_S1_4, M_18, fma(-M_24, C_S1_2, fma(-M_1, M_26, M_27)))))));
  const Real M_29 = __ldg(in_row(batch.inputs[0].data + 29 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_28 = __ldg(in_row(batch.inputs[0].data + 28 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_3_4_5 = fma(-M_4, C_S1_4_5, fma(-M_8, C_S1_3_5, fma(-C_S1_5, M_12, fma(-M_16, C_S1_3_4, fma(-C_S1_4, M_20, fma(-M_24, C_S1_3, fma(-M_1, M_28, M_29)))))));
  const Real M_31 = __ldg(in_row(batch.inputs[0].data + 31 * batch.inputs[0].row_stride, offsets[0]));
  const Real M_30 = __ldg(in_row(batch.inputs[0].data + 30 * batch.inputs[0].row_stride, offsets[0]));
  const Real C_S1_2_3_4_5 = fma(-M_2, C_S1_3_4_5, fma(-M_4, C_S1_2_4_5, fma(-C_S1_4_5, M_6, fma(-M_8, C_S1_2_3_5, fma(-C_S1_3_5, M_10, fma(-M_12, C_S1_2_5, fma(-C_S1_5, M_14, fma(-M_16, C_S1_2_3_4, fma(-C_S1_3_4, M_18, fma(-M_20, C_S1_2_4, fma(-C_S1_4, M_22, fma(-M_24, C_S1_2_3, fma(-C_S1_3, M_26, fma(-M_28, C_S1_2, fma(-M_1, M_30, M_31)))))))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3_4_5;
}
