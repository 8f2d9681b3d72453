// hubbard_su3_cdet_density_fixed, m = 2: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su3_cdet_density_fixed.diag:16: D(S)
//   hubbard_su3_cdet_density_fixed.diag:19: P(S, s, v)
//   hubbard_su3_cdet_density_fixed.diag:21: dD(S)
//   hubbard_su3_cdet_density_fixed.diag:22: dP(S, s, v)
//   hubbard_su3_cdet_density_fixed.diag:27: W(A, B)
//   hubbard_su3_cdet_density_fixed.diag:31: Z(V)
//   hubbard_su3_cdet_density_fixed.diag:32: A(V)
//   hubbard_su3_cdet_density_fixed.diag:35: C(V)
//   hubbard_su3_cdet_density_fixed.diag:37: density
// Order: P, dP, W, Z, A, C by S descending; at most 25 values live.
// A configuration takes 51 multiplications, 10 additions, 62 fused, 0 divisions, 0 functions,
// 18 loads and 1 stores, in 1 function.
// Launch hubbard_su3_cdet_density_fixed_straight: 128 threads and 128 configurations a block.
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

extern "C" __global__ void __launch_bounds__(128, 8)
hubbard_su3_cdet_density_fixed_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = G_1_1 * G_2_2;
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_1 = fma(-G_1_2, G_2_1, t1);
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = G_0_0 * P_S2_1_1;
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, t2));
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real t3 = H_0_0 * P_S2_1_1;
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_2 = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_2 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_1 = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_0 = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-G_2_0, H_1_2, fma(G_1_0, H_2_2, G_2_2 * H_1_0)));
  const Real dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-G_1_0, H_2_1, fma(G_2_0, H_1_1, G_1_1 * H_2_0)));
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_0_2 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(G_0_0, dP_S2_1_1, fma(-P_S1_0_2, H_0_2, fma(-P_S2_0_1, H_0_1, t3)))));
  const Real t4 = G_0_0 * G_2_2;
  const Real P_S2_0_0 = fma(-G_2_0, G_0_2, t4);
  const Real dP_S2_0_0 = fma(-G_0_2, H_2_0, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
  const Real t5 = G_0_0 * G_1_1;
  const Real P_S1_0_0 = fma(-G_0_1, G_1_0, t5);
  const Real W_S0_S = 2.0f * G_0_0;
  const Real t6 = G_0_0 + W_S0_S;
  const Real Z_S0 = G_0_0 * t6;
  const Real W_S1_S2 = 2.0f * G_2_2 * P_S2_1_1;
  const Real W_S2_S1 = 2.0f * G_1_1 * P_S2_1_1;
  const Real t7 = t1 + P_S2_1_1;
  const Real W_S1_2_S = 2.0f * t7;
  const Real W_S1_S = 2.0f * G_1_1;
  const Real t8 = G_1_1 + W_S1_S;
  const Real Z_S1 = G_1_1 * t8;
  const Real W_S2_S = 2.0f * G_2_2;
  const Real A_S2 = H_2_2 * W_S2_S;
  const Real t9 = G_2_2 + W_S2_S;
  const Real Z_S2 = G_2_2 * t9;
  const Real A_S1 = H_1_1 * W_S1_S;
  const Real t10 = P_S2_1_1 + W_S1_2_S;
  const Real Z_S1_2 = fma(P_S2_1_1, t10, fma(G_2_2, W_S2_S1, G_1_1 * W_S1_S2));
  const Real C_S1_2 = fma(-Z_S2, A_S1, fma(-Z_S1, A_S2, fma(dP_S2_1_1, W_S1_2_S, fma(H_2_2, W_S2_S1, H_1_1 * W_S1_S2))));
  const Real W_S0_S2 = 2.0f * G_2_2 * P_S2_0_0;
  const Real W_S2_S0 = 2.0f * G_0_0 * P_S2_0_0;
  const Real t11 = t4 + P_S2_0_0;
  const Real W_S0_2_S = 2.0f * t11;
  const Real A_S0 = H_0_0 * W_S0_S;
  const Real t12 = P_S2_0_0 + W_S0_2_S;
  const Real Z_S0_2 = fma(P_S2_0_0, t12, fma(G_2_2, W_S2_S0, G_0_0 * W_S0_S2));
  const Real C_S0_2 = fma(-Z_S2, A_S0, fma(dP_S2_0_0, W_S0_2_S, fma(H_2_2, W_S2_S0, fma(-Z_S0, A_S2, H_0_0 * W_S0_S2))));
  const Real W_S0_S1 = 2.0f * G_1_1 * P_S1_0_0;
  const Real W_S1_S0 = 2.0f * G_0_0 * P_S1_0_0;
  const Real t13 = t5 + P_S1_0_0;
  const Real W_S0_1_S = 2.0f * t13;
  const Real t14 = P_S1_0_0 + W_S0_1_S;
  const Real Z_S0_1 = fma(P_S1_0_0, t14, fma(G_1_1, W_S1_S0, G_0_0 * W_S0_S1));
  const Real C_S0_1 = fma(dP_S1_0_0, W_S0_1_S, fma(H_1_1, W_S1_S0, fma(-Z_S1, A_S0, fma(-Z_S0, A_S1, H_0_0 * W_S0_S1))));
  const Real t15 = fma(H_2_2, P_S1_0_0, fma(H_1_1, P_S2_0_0, t3));
  const Real t16 = fma(P_S2_1_1, P_S2_0_0, G_2_2 * P_S1_2_0_0);
  const Real t17 = fma(P_S2_1_1, P_S1_0_0, G_1_1 * P_S1_2_0_0);
  const Real t18 = fma(P_S2_0_0, P_S1_0_0, G_0_0 * P_S1_2_0_0);
  const Real t19 = fma(G_2_2, P_S1_0_0, fma(G_1_1, P_S2_0_0, t2 + P_S1_2_0_0));
  const Real C_S0_1_2 = fma(2.0f * dP_S1_2_0_0, t19, fma(2.0f * dP_S2_1_1, t18, fma(2.0f * dP_S2_0_0, t17, fma(2.0f * dP_S1_0_0, t16, fma(-Z_S2, C_S0_1, fma(-A_S2, Z_S0_1, fma(-Z_S1, C_S0_2, fma(-A_S1, Z_S0_2, fma(-Z_S1_2, A_S0, fma(-Z_S0, C_S1_2, 2.0f * P_S1_2_0_0 * t15))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1_2;
}
