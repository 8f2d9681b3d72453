// hubbard_su2_cdet, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet.diag:15: A(m, S, i, j)
//   hubbard_su2_cdet.diag:20: D(S)
//   hubbard_su2_cdet.diag:23: C(V)
//   hubbard_su2_cdet.diag:25: connected
// Order: D by S descending; at most 16 values live.
// A configuration takes 53 multiplications, 4 additions, 36 fused, 7 divisions, 0 functions,
// 16 loads and 1 stores, in 1 function.
// Launch hubbard_su2_cdet_straight: 128 threads and 128 configurations a block.
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
hubbard_su2_cdet_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = 1.0f / G_1_1;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_2_2 = fma(-G_2_1 * G_1_2, t1, G_2_2);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_3_3 = fma(-G_3_1 * G_1_3, t1, G_3_3);
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_3_2 = fma(-G_1_2 * G_3_1, t1, G_3_2);
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_2_3 = fma(-G_2_1 * G_1_3, t1, G_2_3);
  const Real t2 = 1.0f / A_1_S1_2_2;
  const Real A_2_S1_2_3_3 = fma(-A_1_S1_3_2 * A_1_S1_2_3, t2, A_1_S1_3_3);
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_4_4 = fma(-G_4_1 * G_1_4, t1, G_4_4);
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_4_2 = fma(-G_1_2 * G_4_1, t1, G_4_2);
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_2_4 = fma(-G_2_1 * G_1_4, t1, G_2_4);
  const Real A_2_S1_2_4_4 = fma(-A_1_S1_4_2 * A_1_S1_2_4, t2, A_1_S1_4_4);
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_4_3 = fma(-G_1_3 * G_4_1, t1, G_4_3);
  const Real A_2_S1_2_4_3 = fma(-A_1_S1_2_3 * A_1_S1_4_2, t2, A_1_S1_4_3);
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_1_S1_3_4 = fma(-G_3_1 * G_1_4, t1, G_3_4);
  const Real A_2_S1_2_3_4 = fma(-A_1_S1_3_2 * A_1_S1_2_4, t2, A_1_S1_3_4);
  const Real t3 = A_2_S1_2_4_3 * A_2_S1_2_3_4;
  const Real t4 = t3 / A_2_S1_2_3_3;
  const Real A_3_S1_2_3_4_4 = A_2_S1_2_4_4 - t4;
  const Real D_S1_2_3_4 = G_1_1 * A_1_S1_2_2 * A_2_S1_2_3_3 * A_3_S1_2_3_4_4;
  const Real t5 = 1.0f / G_2_2;
  const Real A_2_S2_3_3 = fma(-G_3_2 * G_2_3, t5, G_3_3);
  const Real A_2_S2_4_4 = fma(-G_4_2 * G_2_4, t5, G_4_4);
  const Real A_2_S2_4_3 = fma(-G_2_3 * G_4_2, t5, G_4_3);
  const Real A_2_S2_3_4 = fma(-G_3_2 * G_2_4, t5, G_3_4);
  const Real t6 = A_2_S2_4_3 * A_2_S2_3_4;
  const Real t7 = t6 / A_2_S2_3_3;
  const Real A_3_S2_3_4_4 = A_2_S2_4_4 - t7;
  const Real D_S2_3_4 = G_2_2 * A_2_S2_3_3 * A_3_S2_3_4_4;
  const Real t8 = A_1_S1_4_3 * A_1_S1_3_4;
  const Real t9 = t8 / A_1_S1_3_3;
  const Real A_3_S1_3_4_4 = A_1_S1_4_4 - t9;
  const Real D_S1_3_4 = G_1_1 * A_1_S1_3_3 * A_3_S1_3_4_4;
  const Real t10 = G_4_3 * G_3_4;
  const Real t11 = t10 / G_3_3;
  const Real A_3_S3_4_4 = G_4_4 - t11;
  const Real D_S3_4 = G_3_3 * A_3_S3_4_4;
  const Real D_S1_2_4 = G_1_1 * A_1_S1_2_2 * A_2_S1_2_4_4;
  const Real D_S2_4 = G_2_2 * A_2_S2_4_4;
  const Real D_S1_4 = G_1_1 * A_1_S1_4_4;
  const Real D_S1_2_3 = G_1_1 * A_1_S1_2_2 * A_2_S1_2_3_3;
  const Real D_S2_3 = G_2_2 * A_2_S2_3_3;
  const Real D_S1_3 = G_1_1 * A_1_S1_3_3;
  const Real D_S1_2 = G_1_1 * A_1_S1_2_2;
  const Real t12 = G_2_2 * G_2_2;
  const Real t13 = G_3_3 * G_3_3;
  const Real t14 = G_4_4 * G_4_4;
  const Real C_S1 = G_1_1 * G_1_1;
  const Real C_S1_4 = fma(-t14, C_S1, D_S1_4 * D_S1_4);
  const Real C_S1_3 = fma(-t13, C_S1, D_S1_3 * D_S1_3);
  const Real t15 = D_S3_4 * D_S3_4;
  const Real C_S1_3_4 = fma(-C_S1, t15, fma(-t14, C_S1_3, fma(-t13, C_S1_4, D_S1_3_4 * D_S1_3_4)));
  const Real C_S1_2 = fma(-t12, C_S1, D_S1_2 * D_S1_2);
  const Real t16 = D_S2_4 * D_S2_4;
  const Real C_S1_2_4 = fma(-C_S1, t16, fma(-t14, C_S1_2, fma(-t12, C_S1_4, D_S1_2_4 * D_S1_2_4)));
  const Real t17 = D_S2_3 * D_S2_3;
  const Real C_S1_2_3 = fma(-C_S1, t17, fma(-t13, C_S1_2, fma(-t12, C_S1_3, D_S1_2_3 * D_S1_2_3)));
  const Real C_S1_2_3_4 = fma(-t14, C_S1_2_3, fma(-C_S1_4, t17, fma(-t13, C_S1_2_4, fma(-C_S1_3, t16, fma(-t15, C_S1_2, fma(-t12, C_S1_3_4, fma(-C_S1 * D_S2_3_4, D_S2_3_4, D_S1_2_3_4 * D_S1_2_3_4)))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3_4;
}
