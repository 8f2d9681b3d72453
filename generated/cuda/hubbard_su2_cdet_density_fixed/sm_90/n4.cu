// hubbard_su2_cdet_density_fixed, m = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_density_fixed.diag:16: D(S)
//   hubbard_su2_cdet_density_fixed.diag:19: P(S, s, v)
//   hubbard_su2_cdet_density_fixed.diag:21: dD(S)
//   hubbard_su2_cdet_density_fixed.diag:22: dP(S, s, v)
//   hubbard_su2_cdet_density_fixed.diag:26: Z(V)
//   hubbard_su2_cdet_density_fixed.diag:29: C(V)
//   hubbard_su2_cdet_density_fixed.diag:31: density
// Order: P, dP, Z, C by S descending, s ascending, v ascending, V ascending, eagerly; at most 31 values live.
// A configuration takes 73 multiplications, 0 additions, 165 fused, 0 divisions, 0 functions,
// 32 loads and 1 stores, in 1 function.
// Launch hubbard_su2_cdet_density_fixed_straight: 128 threads and 128 configurations a block.
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
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 6)
hubbard_su2_cdet_density_fixed_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
  const Real P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_3_1_1 = fma(-G_1_3, P_S2_1_3, fma(-G_1_2, P_S3_1_2, G_1_1 * P_S3_2_2));
  const Real H_2_2 = __ldg(in_row(batch.inputs[1].data + 10 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_3 = __ldg(in_row(batch.inputs[1].data + 15 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_3 = __ldg(in_row(batch.inputs[1].data + 11 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_2 = __ldg(in_row(batch.inputs[1].data + 14 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S3_2_2 = fma(-G_2_3, H_3_2, fma(-G_3_2, H_2_3, fma(G_2_2, H_3_3, G_3_3 * H_2_2)));
  const Real H_2_1 = __ldg(in_row(batch.inputs[1].data + 9 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_1 = __ldg(in_row(batch.inputs[1].data + 13 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S3_1_2 = fma(-G_2_3, H_3_1, fma(-G_3_1, H_2_3, fma(G_2_1, H_3_3, G_3_3 * H_2_1)));
  const Real dP_S2_1_3 = fma(-G_3_2, H_2_1, fma(-G_2_1, H_3_2, fma(G_3_1, H_2_2, G_2_2 * H_3_1)));
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_2 = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_3 = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_3_1_1 = fma(-G_1_3, dP_S2_1_3, fma(-G_1_2, dP_S3_1_2, fma(G_1_1, dP_S3_2_2, fma(-P_S2_1_3, H_1_3, fma(-P_S3_1_2, H_1_2, P_S3_2_2 * H_1_1)))));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_0_2 = fma(-G_2_3, G_3_0, G_3_3 * G_2_0);
  const Real P_S2_0_3 = fma(-G_3_2, G_2_0, G_2_2 * G_3_0);
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_3_0_1 = fma(-G_1_3, P_S2_0_3, fma(-G_1_2, P_S3_0_2, P_S3_2_2 * G_1_0));
  const Real H_2_0 = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_0 = __ldg(in_row(batch.inputs[1].data + 12 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S3_0_2 = fma(-G_2_3, H_3_0, fma(-H_2_3, G_3_0, fma(H_3_3, G_2_0, G_3_3 * H_2_0)));
  const Real dP_S2_0_3 = fma(-G_3_2, H_2_0, fma(-H_3_2, G_2_0, fma(H_2_2, G_3_0, G_2_2 * H_3_0)));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_3_0_1 = fma(-G_1_3, dP_S2_0_3, fma(-G_1_2, dP_S3_0_2, fma(-H_1_3, P_S2_0_3, fma(-H_1_2, P_S3_0_2, fma(dP_S3_2_2, G_1_0, P_S3_2_2 * H_1_0)))));
  const Real P_S3_1_1 = fma(-G_3_1, G_1_3, G_1_1 * G_3_3);
  const Real P_S3_0_1 = fma(-G_1_3, G_3_0, G_3_3 * G_1_0);
  const Real P_S1_0_3 = fma(-G_3_1, G_1_0, G_1_1 * G_3_0);
  const Real P_S1_3_0_2 = fma(-G_2_3, P_S1_0_3, fma(-G_2_1, P_S3_0_1, G_2_0 * P_S3_1_1));
  const Real dP_S3_1_1 = fma(-G_1_3, H_3_1, fma(-G_3_1, H_1_3, fma(G_1_1, H_3_3, G_3_3 * H_1_1)));
  const Real dP_S3_0_1 = fma(-G_1_3, H_3_0, fma(-H_1_3, G_3_0, fma(H_3_3, G_1_0, G_3_3 * H_1_0)));
  const Real dP_S1_0_3 = fma(-G_3_1, H_1_0, fma(-H_3_1, G_1_0, fma(H_1_1, G_3_0, G_1_1 * H_3_0)));
  const Real dP_S1_3_0_2 = fma(-G_2_3, dP_S1_0_3, fma(-G_2_1, dP_S3_0_1, fma(G_2_0, dP_S3_1_1, fma(-H_2_3, P_S1_0_3, fma(-H_2_1, P_S3_0_1, H_2_0 * P_S3_1_1)))));
  const Real P_S2_1_1 = fma(-G_1_2, G_2_1, G_1_1 * G_2_2);
  const Real P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
  const Real P_S1_2_0_3 = fma(-G_3_2, P_S1_0_2, fma(-G_3_1, P_S2_0_1, G_3_0 * P_S2_1_1));
  const Real dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
  const Real dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-H_1_2, G_2_0, fma(H_2_2, G_1_0, G_2_2 * H_1_0)));
  const Real dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-H_2_1, G_1_0, fma(H_1_1, G_2_0, G_1_1 * H_2_0)));
  const Real dP_S1_2_0_3 = fma(-G_3_2, dP_S1_0_2, fma(-G_3_1, dP_S2_0_1, fma(G_3_0, dP_S2_1_1, fma(-H_3_2, P_S1_0_2, fma(-H_3_1, P_S2_0_1, H_3_0 * P_S2_1_1)))));
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_0_2 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_0_3 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_3 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real dP_S1_2_3_0_0 = fma(-G_0_3, dP_S1_2_0_3, fma(-H_0_3, P_S1_2_0_3, fma(-G_0_2, dP_S1_3_0_2, fma(-H_0_2, P_S1_3_0_2, fma(-G_0_1, dP_S2_3_0_1, fma(-H_0_1, P_S2_3_0_1, fma(G_0_0, dP_S2_3_1_1, H_0_0 * P_S2_3_1_1)))))));
  const Real P_S1_2_3_0_0 = fma(-P_S1_2_0_3, G_0_3, fma(-P_S1_3_0_2, G_0_2, fma(-P_S2_3_0_1, G_0_1, P_S2_3_1_1 * G_0_0)));
  const Real dP_S2_3_0_0 = fma(-dP_S2_0_3, G_0_3, fma(-dP_S3_0_2, G_0_2, fma(-P_S2_0_3, H_0_3, fma(-P_S3_0_2, H_0_2, fma(G_0_0, dP_S3_2_2, H_0_0 * P_S3_2_2)))));
  const Real P_S2_3_0_0 = fma(-P_S2_0_3, G_0_3, fma(-P_S3_0_2, G_0_2, P_S3_2_2 * G_0_0));
  const Real dP_S1_3_0_0 = fma(-dP_S1_0_3, G_0_3, fma(-G_0_1, dP_S3_0_1, fma(G_0_0, dP_S3_1_1, fma(-P_S1_0_3, H_0_3, fma(-H_0_1, P_S3_0_1, H_0_0 * P_S3_1_1)))));
  const Real P_S1_3_0_0 = fma(-P_S1_0_3, G_0_3, fma(-G_0_1, P_S3_0_1, G_0_0 * P_S3_1_1));
  const Real dP_S3_0_0 = fma(-H_3_0, G_0_3, fma(-G_3_0, H_0_3, fma(G_0_0, H_3_3, H_0_0 * G_3_3)));
  const Real P_S3_0_0 = fma(-G_3_0, G_0_3, G_3_3 * G_0_0);
  const Real P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, G_0_0 * P_S2_1_1));
  const Real dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(G_0_0, dP_S2_1_1, fma(-H_0_2, P_S1_0_2, fma(-H_0_1, P_S2_0_1, H_0_0 * P_S2_1_1)))));
  const Real P_S2_0_0 = fma(-G_2_0, G_0_2, G_2_2 * G_0_0);
  const Real dP_S2_0_0 = fma(-H_2_0, G_0_2, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
  const Real P_S1_0_0 = fma(-G_1_0, G_0_1, G_1_1 * G_0_0);
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-H_0_1, G_1_0, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
  const Real Z_S0 = G_0_0 * G_0_0;
  const Real C_S0 = H_0_0 * G_0_0;
  const Real Z_S1 = G_1_1 * G_1_1;
  const Real C_S1 = G_1_1 * H_1_1;
  const Real C_S0_1 = fma(-Z_S0, C_S1, fma(-Z_S1, C_S0, P_S1_0_0 * dP_S1_0_0));
  const Real Z_S0_1 = P_S1_0_0 * P_S1_0_0;
  const Real Z_S2 = G_2_2 * G_2_2;
  const Real C_S2 = G_2_2 * H_2_2;
  const Real C_S1_2 = fma(-Z_S1, C_S2, fma(-Z_S2, C_S1, P_S2_1_1 * dP_S2_1_1));
  const Real C_S0_2 = fma(-Z_S0, C_S2, fma(-Z_S2, C_S0, P_S2_0_0 * dP_S2_0_0));
  const Real Z_S0_2 = P_S2_0_0 * P_S2_0_0;
  const Real Z_S1_2 = P_S2_1_1 * P_S2_1_1;
  const Real C_S0_1_2 = fma(-Z_S1_2, C_S0, fma(-C_S1, Z_S0_2, fma(-Z_S1, C_S0_2, fma(-Z_S0, C_S1_2, fma(-C_S2, Z_S0_1, fma(-Z_S2, C_S0_1, P_S1_2_0_0 * dP_S1_2_0_0))))));
  const Real Z_S3 = G_3_3 * G_3_3;
  const Real C_S3 = G_3_3 * H_3_3;
  const Real C_S2_3 = fma(-Z_S2, C_S3, fma(-Z_S3, C_S2, P_S3_2_2 * dP_S3_2_2));
  const Real C_S1_3 = fma(-Z_S1, C_S3, fma(-Z_S3, C_S1, P_S3_1_1 * dP_S3_1_1));
  const Real C_S0_3 = fma(-Z_S0, C_S3, fma(-Z_S3, C_S0, dP_S3_0_0 * P_S3_0_0));
  const Real Z_S0_3 = P_S3_0_0 * P_S3_0_0;
  const Real Z_S1_3 = P_S3_1_1 * P_S3_1_1;
  const Real C_S0_1_3 = fma(-Z_S1_3, C_S0, fma(-C_S1, Z_S0_3, fma(-Z_S1, C_S0_3, fma(-Z_S0, C_S1_3, fma(-C_S3, Z_S0_1, fma(-Z_S3, C_S0_1, dP_S1_3_0_0 * P_S1_3_0_0))))));
  const Real Z_S2_3 = P_S3_2_2 * P_S3_2_2;
  const Real C_S1_2_3 = fma(-Z_S2_3, C_S1, fma(-C_S2, Z_S1_3, fma(-Z_S2, C_S1_3, fma(-Z_S1, C_S2_3, fma(-C_S3, Z_S1_2, fma(-Z_S3, C_S1_2, P_S2_3_1_1 * dP_S2_3_1_1))))));
  const Real C_S0_2_3 = fma(-Z_S2_3, C_S0, fma(-C_S2, Z_S0_3, fma(-Z_S2, C_S0_3, fma(-Z_S0, C_S2_3, fma(-C_S3, Z_S0_2, fma(-Z_S3, C_S0_2, dP_S2_3_0_0 * P_S2_3_0_0))))));
  const Real C_S0_1_2_3 = fma(-Z_S1, C_S0_2_3, fma(-Z_S0, C_S1_2_3, fma(-Z_S2_3, C_S0_1, fma(-Z_S2, C_S0_1_3, fma(-Z_S1_3, C_S0_2, fma(-C_S1_2, Z_S0_3, fma(-Z_S1_2, C_S0_3, fma(-C_S1_3, Z_S0_2, fma(-C_S2_3, Z_S0_1, fma(-C_S3 * P_S1_2_0_0, P_S1_2_0_0, fma(-Z_S3, C_S0_1_2, fma(-C_S2 * P_S1_3_0_0, P_S1_3_0_0, fma(-C_S1 * P_S2_3_0_0, P_S2_3_0_0, fma(-P_S2_3_1_1 * P_S2_3_1_1, C_S0, dP_S1_2_3_0_0 * P_S1_2_3_0_0))))))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1_2_3;
}
