// hubbard_su3_cdet_density_fixed, m = 3: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: P, dP, W, Z, A, C by S descending, eagerly; at most 60 values live.
// A configuration takes 181 multiplications, 25 additions, 295 fused, 0 divisions, 0 functions,
// 32 loads and 1 stores, in 1 function.
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

extern "C" __global__ void __launch_bounds__(128, 5)
hubbard_su3_cdet_density_fixed_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = G_2_2 * G_3_3;
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_2_2 = fma(-G_2_3, G_3_2, t1);
  const Real t2 = t1 + P_S3_2_2;
  const Real W_S2_3_S = 2.0f * t2;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = G_1_1 * P_S3_2_2;
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
  const Real P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_3_1_1 = fma(-G_1_3, P_S2_1_3, fma(-G_1_2, P_S3_1_2, t3));
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = G_0_0 * P_S2_3_1_1;
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_0_2 = fma(-G_2_3, G_3_0, G_3_3 * G_2_0);
  const Real P_S2_0_3 = fma(-G_3_2, G_2_0, G_2_2 * G_3_0);
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_3_0_1 = fma(-G_1_3, P_S2_0_3, fma(-G_1_2, P_S3_0_2, P_S3_2_2 * G_1_0));
  const Real t5 = G_1_1 * G_3_3;
  const Real P_S3_1_1 = fma(-G_3_1, G_1_3, t5);
  const Real t6 = t5 + P_S3_1_1;
  const Real W_S1_3_S = 2.0f * t6;
  const Real P_S3_0_1 = fma(-G_1_3, G_3_0, G_3_3 * G_1_0);
  const Real P_S1_0_3 = fma(-G_3_1, G_1_0, G_1_1 * G_3_0);
  const Real P_S1_3_0_2 = fma(-G_2_3, P_S1_0_3, fma(-G_2_1, P_S3_0_1, G_2_0 * P_S3_1_1));
  const Real t7 = G_1_1 * G_2_2;
  const Real P_S2_1_1 = fma(-G_1_2, G_2_1, t7);
  const Real t8 = fma(G_3_3, P_S2_1_1, fma(G_2_2, P_S3_1_1, t3 + P_S2_3_1_1));
  const Real t9 = t7 + P_S2_1_1;
  const Real W_S1_2_S = 2.0f * t9;
  const Real W_S1_2_3_S = 2.0f * t8;
  const Real P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
  const Real P_S1_2_0_3 = fma(-G_3_2, P_S1_0_2, fma(-G_3_1, P_S2_0_1, G_3_0 * P_S2_1_1));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_3 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S1_2_3_0_0 = fma(-G_0_3, P_S1_2_0_3, fma(-G_0_2, P_S1_3_0_2, fma(-G_0_1, P_S2_3_0_1, t4)));
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real t10 = H_0_0 * P_S2_3_1_1;
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
  const Real H_2_0 = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_0 = __ldg(in_row(batch.inputs[1].data + 12 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S3_0_2 = fma(-G_2_3, H_3_0, fma(-G_3_0, H_2_3, fma(G_2_0, H_3_3, G_3_3 * H_2_0)));
  const Real dP_S2_0_3 = fma(-G_3_2, H_2_0, fma(-G_2_0, H_3_2, fma(G_3_0, H_2_2, G_2_2 * H_3_0)));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_3_0_1 = fma(-G_1_3, dP_S2_0_3, fma(-G_1_2, dP_S3_0_2, fma(G_1_0, dP_S3_2_2, fma(-P_S2_0_3, H_1_3, fma(-P_S3_0_2, H_1_2, P_S3_2_2 * H_1_0)))));
  const Real dP_S3_1_1 = fma(-G_1_3, H_3_1, fma(-G_3_1, H_1_3, fma(G_1_1, H_3_3, G_3_3 * H_1_1)));
  const Real dP_S3_0_1 = fma(-G_1_3, H_3_0, fma(-G_3_0, H_1_3, fma(G_1_0, H_3_3, G_3_3 * H_1_0)));
  const Real dP_S1_0_3 = fma(-G_3_1, H_1_0, fma(-G_1_0, H_3_1, fma(G_3_0, H_1_1, G_1_1 * H_3_0)));
  const Real dP_S1_3_0_2 = fma(-G_2_3, dP_S1_0_3, fma(-G_2_1, dP_S3_0_1, fma(G_2_0, dP_S3_1_1, fma(-P_S1_0_3, H_2_3, fma(-P_S3_0_1, H_2_1, P_S3_1_1 * H_2_0)))));
  const Real dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
  const Real dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-G_2_0, H_1_2, fma(G_1_0, H_2_2, G_2_2 * H_1_0)));
  const Real dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-G_1_0, H_2_1, fma(G_2_0, H_1_1, G_1_1 * H_2_0)));
  const Real dP_S1_2_0_3 = fma(-G_3_2, dP_S1_0_2, fma(-G_3_1, dP_S2_0_1, fma(G_3_0, dP_S2_1_1, fma(-P_S1_0_2, H_3_2, fma(-P_S2_0_1, H_3_1, P_S2_1_1 * H_3_0)))));
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_0_2 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_0_3 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_2_3_0_0 = fma(-G_0_3, dP_S1_2_0_3, fma(-G_0_2, dP_S1_3_0_2, fma(-G_0_1, dP_S2_3_0_1, fma(G_0_0, dP_S2_3_1_1, fma(-P_S1_2_0_3, H_0_3, fma(-P_S1_3_0_2, H_0_2, fma(-P_S2_3_0_1, H_0_1, t10)))))));
  const Real t11 = G_0_0 * P_S3_2_2;
  const Real P_S2_3_0_0 = fma(-P_S2_0_3, G_0_3, fma(-P_S3_0_2, G_0_2, t11));
  const Real dP_S2_3_0_0 = fma(-G_0_3, dP_S2_0_3, fma(-G_0_2, dP_S3_0_2, fma(G_0_0, dP_S3_2_2, fma(-P_S2_0_3, H_0_3, fma(-P_S3_0_2, H_0_2, H_0_0 * P_S3_2_2)))));
  const Real t12 = G_0_0 * P_S3_1_1;
  const Real P_S1_3_0_0 = fma(-P_S1_0_3, G_0_3, fma(-G_0_1, P_S3_0_1, t12));
  const Real dP_S1_3_0_0 = fma(-G_0_3, dP_S1_0_3, fma(-G_0_1, dP_S3_0_1, fma(G_0_0, dP_S3_1_1, fma(-P_S1_0_3, H_0_3, fma(-P_S3_0_1, H_0_1, H_0_0 * P_S3_1_1)))));
  const Real t13 = G_0_0 * G_3_3;
  const Real P_S3_0_0 = fma(-G_3_0, G_0_3, t13);
  const Real t14 = t13 + P_S3_0_0;
  const Real W_S0_3_S = 2.0f * t14;
  const Real dP_S3_0_0 = fma(-G_0_3, H_3_0, fma(-G_3_0, H_0_3, fma(G_0_0, H_3_3, H_0_0 * G_3_3)));
  const Real dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(G_0_0, dP_S2_1_1, fma(-P_S1_0_2, H_0_2, fma(-P_S2_0_1, H_0_1, H_0_0 * P_S2_1_1)))));
  const Real t15 = G_0_0 * P_S2_1_1;
  const Real P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, t15));
  const Real t16 = fma(H_3_3, P_S1_2_0_0, fma(H_2_2, P_S1_3_0_0, fma(H_1_1, P_S2_3_0_0, t10)));
  const Real dP_S2_0_0 = fma(-G_0_2, H_2_0, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
  const Real t17 = G_0_0 * G_2_2;
  const Real P_S2_0_0 = fma(-G_2_0, G_0_2, t17);
  const Real t18 = fma(G_3_3, P_S2_0_0, fma(G_2_2, P_S3_0_0, t11 + P_S2_3_0_0));
  const Real t19 = t17 + P_S2_0_0;
  const Real W_S0_2_S = 2.0f * t19;
  const Real W_S0_2_3_S = 2.0f * t18;
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
  const Real t20 = G_0_0 * G_1_1;
  const Real P_S1_0_0 = fma(-G_0_1, G_1_0, t20);
  const Real t21 = fma(P_S3_2_2, P_S1_0_0, fma(P_S3_1_1, P_S2_0_0, fma(G_3_3, P_S1_2_0_0, fma(P_S2_1_1, P_S3_0_0, fma(G_2_2, P_S1_3_0_0, fma(G_1_1, P_S2_3_0_0, t4 + P_S1_2_3_0_0))))));
  const Real t22 = t20 + P_S1_0_0;
  const Real t23 = fma(G_3_3, P_S1_0_0, fma(G_1_1, P_S3_0_0, t12 + P_S1_3_0_0));
  const Real t24 = fma(G_2_2, P_S1_0_0, fma(G_1_1, P_S2_0_0, t15 + P_S1_2_0_0));
  const Real W_S0_1_2_S = 2.0f * t24;
  const Real W_S0_1_3_S = 2.0f * t23;
  const Real W_S0_1_S = 2.0f * t22;
  const Real W_S0_S = 2.0f * G_0_0;
  const Real t25 = G_0_0 + W_S0_S;
  const Real Z_S0 = G_0_0 * t25;
  const Real W_S1_S2_3 = 2.0f * P_S3_2_2 * P_S2_3_1_1;
  const Real W_S2_S1_3 = 2.0f * P_S2_3_1_1 * P_S3_1_1;
  const Real t26 = fma(P_S3_2_2, P_S3_1_1, G_3_3 * P_S2_3_1_1);
  const Real W_S1_2_S3 = 2.0f * t26;
  const Real W_S3_S1_2 = 2.0f * P_S2_3_1_1 * P_S2_1_1;
  const Real t27 = fma(P_S3_2_2, P_S2_1_1, G_2_2 * P_S2_3_1_1);
  const Real W_S1_3_S2 = 2.0f * t27;
  const Real t28 = fma(P_S3_1_1, P_S2_1_1, G_1_1 * P_S2_3_1_1);
  const Real W_S2_3_S1 = 2.0f * t28;
  const Real W_S1_S = 2.0f * G_1_1;
  const Real t29 = G_1_1 + W_S1_S;
  const Real Z_S1 = G_1_1 * t29;
  const Real W_S2_S3 = 2.0f * G_3_3 * P_S3_2_2;
  const Real W_S3_S2 = 2.0f * G_2_2 * P_S3_2_2;
  const Real W_S2_S = 2.0f * G_2_2;
  const Real t30 = G_2_2 + W_S2_S;
  const Real Z_S2 = G_2_2 * t30;
  const Real W_S3_S = 2.0f * G_3_3;
  const Real A_S3 = H_3_3 * W_S3_S;
  const Real t31 = G_3_3 + W_S3_S;
  const Real Z_S3 = G_3_3 * t31;
  const Real A_S2 = H_2_2 * W_S2_S;
  const Real t32 = P_S3_2_2 + W_S2_3_S;
  const Real Z_S2_3 = fma(P_S3_2_2, t32, fma(G_3_3, W_S3_S2, G_2_2 * W_S2_S3));
  const Real C_S2_3 = fma(-Z_S3, A_S2, fma(-Z_S2, A_S3, fma(H_3_3, W_S3_S2, fma(H_2_2, W_S2_S3, dP_S3_2_2 * W_S2_3_S))));
  const Real W_S1_S3 = 2.0f * G_3_3 * P_S3_1_1;
  const Real W_S3_S1 = 2.0f * G_1_1 * P_S3_1_1;
  const Real A_S1 = H_1_1 * W_S1_S;
  const Real t33 = P_S3_1_1 + W_S1_3_S;
  const Real Z_S1_3 = fma(P_S3_1_1, t33, fma(G_3_3, W_S3_S1, G_1_1 * W_S1_S3));
  const Real C_S1_3 = fma(-Z_S3, A_S1, fma(H_3_3, W_S3_S1, fma(H_1_1, W_S1_S3, fma(-Z_S1, A_S3, dP_S3_1_1 * W_S1_3_S))));
  const Real W_S1_S2 = 2.0f * G_2_2 * P_S2_1_1;
  const Real W_S2_S1 = 2.0f * G_1_1 * P_S2_1_1;
  const Real t34 = P_S2_1_1 + W_S1_2_S;
  const Real Z_S1_2 = fma(P_S2_1_1, t34, fma(G_2_2, W_S2_S1, G_1_1 * W_S1_S2));
  const Real C_S1_2 = fma(H_2_2, W_S2_S1, fma(H_1_1, W_S1_S2, fma(-Z_S2, A_S1, fma(-Z_S1, A_S2, dP_S2_1_1 * W_S1_2_S))));
  const Real t35 = P_S2_3_1_1 + W_S1_2_3_S;
  const Real Z_S1_2_3 = fma(P_S2_3_1_1, t35, fma(P_S3_2_2, W_S2_3_S1, fma(P_S3_1_1, W_S1_3_S2, fma(G_3_3, W_S3_S1_2, fma(P_S2_1_1, W_S1_2_S3, fma(G_2_2, W_S2_S1_3, G_1_1 * W_S1_S2_3))))));
  const Real C_S1_2_3 = fma(-Z_S3, C_S1_2, fma(-A_S3, Z_S1_2, fma(-Z_S2, C_S1_3, fma(-A_S2, Z_S1_3, fma(-Z_S2_3, A_S1, fma(-Z_S1, C_S2_3, fma(dP_S3_2_2, W_S2_3_S1, fma(dP_S3_1_1, W_S1_3_S2, fma(H_3_3, W_S3_S1_2, fma(dP_S2_1_1, W_S1_2_S3, fma(H_2_2, W_S2_S1_3, fma(H_1_1, W_S1_S2_3, dP_S2_3_1_1 * W_S1_2_3_S))))))))))));
  const Real W_S0_S2_3 = 2.0f * P_S3_2_2 * P_S2_3_0_0;
  const Real W_S2_S0_3 = 2.0f * P_S2_3_0_0 * P_S3_0_0;
  const Real t36 = fma(P_S3_2_2, P_S3_0_0, G_3_3 * P_S2_3_0_0);
  const Real W_S0_2_S3 = 2.0f * t36;
  const Real W_S3_S0_2 = 2.0f * P_S2_3_0_0 * P_S2_0_0;
  const Real t37 = fma(P_S3_2_2, P_S2_0_0, G_2_2 * P_S2_3_0_0);
  const Real W_S0_3_S2 = 2.0f * t37;
  const Real t38 = fma(P_S3_0_0, P_S2_0_0, G_0_0 * P_S2_3_0_0);
  const Real W_S2_3_S0 = 2.0f * t38;
  const Real W_S0_S3 = 2.0f * G_3_3 * P_S3_0_0;
  const Real W_S3_S0 = 2.0f * G_0_0 * P_S3_0_0;
  const Real A_S0 = H_0_0 * W_S0_S;
  const Real t39 = P_S3_0_0 + W_S0_3_S;
  const Real Z_S0_3 = fma(P_S3_0_0, t39, fma(G_3_3, W_S3_S0, G_0_0 * W_S0_S3));
  const Real C_S0_3 = fma(-Z_S3, A_S0, fma(H_3_3, W_S3_S0, fma(H_0_0, W_S0_S3, fma(-Z_S0, A_S3, dP_S3_0_0 * W_S0_3_S))));
  const Real W_S0_S2 = 2.0f * G_2_2 * P_S2_0_0;
  const Real W_S2_S0 = 2.0f * G_0_0 * P_S2_0_0;
  const Real t40 = P_S2_0_0 + W_S0_2_S;
  const Real Z_S0_2 = fma(P_S2_0_0, t40, fma(G_2_2, W_S2_S0, G_0_0 * W_S0_S2));
  const Real C_S0_2 = fma(H_2_2, W_S2_S0, fma(H_0_0, W_S0_S2, fma(-Z_S2, A_S0, fma(-Z_S0, A_S2, dP_S2_0_0 * W_S0_2_S))));
  const Real t41 = P_S2_3_0_0 + W_S0_2_3_S;
  const Real Z_S0_2_3 = fma(P_S2_3_0_0, t41, fma(P_S3_2_2, W_S2_3_S0, fma(P_S3_0_0, W_S0_3_S2, fma(G_3_3, W_S3_S0_2, fma(P_S2_0_0, W_S0_2_S3, fma(G_2_2, W_S2_S0_3, G_0_0 * W_S0_S2_3))))));
  const Real C_S0_2_3 = fma(-Z_S3, C_S0_2, fma(-A_S3, Z_S0_2, fma(-Z_S2, C_S0_3, fma(-A_S2, Z_S0_3, fma(-Z_S2_3, A_S0, fma(dP_S3_2_2, W_S2_3_S0, fma(dP_S3_0_0, W_S0_3_S2, fma(H_3_3, W_S3_S0_2, fma(dP_S2_0_0, W_S0_2_S3, fma(H_2_2, W_S2_S0_3, fma(H_0_0, W_S0_S2_3, fma(-Z_S0, C_S2_3, dP_S2_3_0_0 * W_S0_2_3_S))))))))))));
  const Real W_S0_S1 = 2.0f * G_1_1 * P_S1_0_0;
  const Real W_S1_S0 = 2.0f * G_0_0 * P_S1_0_0;
  const Real t42 = P_S1_0_0 + W_S0_1_S;
  const Real Z_S0_1 = fma(P_S1_0_0, t42, fma(G_1_1, W_S1_S0, G_0_0 * W_S0_S1));
  const Real W_S0_S1_3 = 2.0f * P_S3_1_1 * P_S1_3_0_0;
  const Real W_S1_S0_3 = 2.0f * P_S1_3_0_0 * P_S3_0_0;
  const Real t43 = fma(P_S3_1_1, P_S3_0_0, G_3_3 * P_S1_3_0_0);
  const Real W_S0_1_S3 = 2.0f * t43;
  const Real W_S3_S0_1 = 2.0f * P_S1_3_0_0 * P_S1_0_0;
  const Real t44 = fma(P_S3_1_1, P_S1_0_0, G_1_1 * P_S1_3_0_0);
  const Real W_S0_3_S1 = 2.0f * t44;
  const Real t45 = fma(P_S3_0_0, P_S1_0_0, G_0_0 * P_S1_3_0_0);
  const Real W_S1_3_S0 = 2.0f * t45;
  const Real C_S0_1 = fma(H_1_1, W_S1_S0, fma(H_0_0, W_S0_S1, fma(-Z_S1, A_S0, fma(-Z_S0, A_S1, dP_S1_0_0 * W_S0_1_S))));
  const Real t46 = P_S1_3_0_0 + W_S0_1_3_S;
  const Real Z_S0_1_3 = fma(P_S1_3_0_0, t46, fma(P_S3_1_1, W_S1_3_S0, fma(P_S3_0_0, W_S0_3_S1, fma(G_3_3, W_S3_S0_1, fma(P_S1_0_0, W_S0_1_S3, fma(G_1_1, W_S1_S0_3, G_0_0 * W_S0_S1_3))))));
  const Real C_S0_1_3 = fma(-Z_S3, C_S0_1, fma(dP_S3_1_1, W_S1_3_S0, fma(dP_S3_0_0, W_S0_3_S1, fma(H_3_3, W_S3_S0_1, fma(dP_S1_0_0, W_S0_1_S3, fma(H_1_1, W_S1_S0_3, fma(H_0_0, W_S0_S1_3, fma(-A_S3, Z_S0_1, fma(-Z_S1, C_S0_3, fma(-A_S1, Z_S0_3, fma(-Z_S1_3, A_S0, fma(-Z_S0, C_S1_3, dP_S1_3_0_0 * W_S0_1_3_S))))))))))));
  const Real W_S0_S1_2 = 2.0f * P_S2_1_1 * P_S1_2_0_0;
  const Real W_S1_S0_2 = 2.0f * P_S1_2_0_0 * P_S2_0_0;
  const Real t47 = fma(P_S2_1_1, P_S2_0_0, G_2_2 * P_S1_2_0_0);
  const Real W_S0_1_S2 = 2.0f * t47;
  const Real W_S2_S0_1 = 2.0f * P_S1_2_0_0 * P_S1_0_0;
  const Real t48 = fma(P_S2_1_1, P_S1_0_0, G_1_1 * P_S1_2_0_0);
  const Real W_S0_2_S1 = 2.0f * t48;
  const Real t49 = fma(P_S2_0_0, P_S1_0_0, G_0_0 * P_S1_2_0_0);
  const Real W_S1_2_S0 = 2.0f * t49;
  const Real t50 = P_S1_2_0_0 + W_S0_1_2_S;
  const Real Z_S0_1_2 = fma(P_S1_2_0_0, t50, fma(P_S2_1_1, W_S1_2_S0, fma(P_S2_0_0, W_S0_2_S1, fma(G_2_2, W_S2_S0_1, fma(P_S1_0_0, W_S0_1_S2, fma(G_1_1, W_S1_S0_2, G_0_0 * W_S0_S1_2))))));
  const Real C_S0_1_2 = fma(dP_S2_1_1, W_S1_2_S0, fma(dP_S2_0_0, W_S0_2_S1, fma(H_2_2, W_S2_S0_1, fma(dP_S1_0_0, W_S0_1_S2, fma(H_1_1, W_S1_S0_2, fma(H_0_0, W_S0_S1_2, fma(-Z_S2, C_S0_1, fma(-A_S2, Z_S0_1, fma(-Z_S1, C_S0_2, fma(-A_S1, Z_S0_2, fma(-Z_S1_2, A_S0, fma(-Z_S0, C_S1_2, dP_S1_2_0_0 * W_S0_1_2_S))))))))))));
  const Real t51 = fma(P_S2_3_1_1, P_S2_3_0_0, P_S3_2_2 * P_S1_2_3_0_0);
  const Real t52 = fma(P_S2_3_1_1, P_S1_3_0_0, P_S3_1_1 * P_S1_2_3_0_0);
  const Real t53 = fma(P_S1_2_3_0_0, P_S3_0_0, P_S2_3_0_0 * P_S1_3_0_0);
  const Real t54 = fma(P_S2_3_1_1, P_S3_0_0, fma(P_S3_2_2, P_S1_3_0_0, fma(P_S3_1_1, P_S2_3_0_0, G_3_3 * P_S1_2_3_0_0)));
  const Real t55 = fma(P_S2_3_1_1, P_S1_2_0_0, P_S2_1_1 * P_S1_2_3_0_0);
  const Real t56 = fma(P_S1_2_3_0_0, P_S2_0_0, P_S2_3_0_0 * P_S1_2_0_0);
  const Real t57 = fma(P_S2_3_1_1, P_S2_0_0, fma(P_S3_2_2, P_S1_2_0_0, fma(P_S2_1_1, P_S2_3_0_0, G_2_2 * P_S1_2_3_0_0)));
  const Real t58 = fma(P_S1_2_3_0_0, P_S1_0_0, P_S1_3_0_0 * P_S1_2_0_0);
  const Real t59 = fma(P_S2_3_1_1, P_S1_0_0, fma(P_S3_1_1, P_S1_2_0_0, fma(P_S2_1_1, P_S1_3_0_0, G_1_1 * P_S1_2_3_0_0)));
  const Real t60 = fma(P_S2_3_0_0, P_S1_0_0, fma(P_S1_3_0_0, P_S2_0_0, fma(P_S3_0_0, P_S1_2_0_0, G_0_0 * P_S1_2_3_0_0)));
  const Real t61 = fma(2.0f * dP_S2_3_1_1, t60, fma(2.0f * dP_S2_3_0_0, t59, fma(2.0f * dP_S3_2_2, t58, fma(2.0f * dP_S1_3_0_0, t57, fma(2.0f * dP_S3_1_1, t56, fma(2.0f * dP_S3_0_0, t55, fma(2.0f * dP_S1_2_0_0, t54, fma(2.0f * dP_S2_1_1, t53, fma(2.0f * dP_S2_0_0, t52, fma(2.0f * dP_S1_0_0, t51, fma(-Z_S2, C_S0_1_3, fma(-C_S2_3, Z_S0_1, fma(-Z_S1, C_S0_2_3, fma(-Z_S0, C_S1_2_3, fma(2.0f * dP_S1_2_3_0_0, t21, 2.0f * P_S1_2_3_0_0 * t16)))))))))))))));
  const Real C_S0_1_2_3 = fma(-Z_S3, C_S0_1_2, fma(-A_S3, Z_S0_1_2, fma(-A_S2, Z_S0_1_3, fma(-Z_S2_3, C_S0_1, fma(-A_S1, Z_S0_2_3, fma(-Z_S1_3, C_S0_2, fma(-C_S1_3, Z_S0_2, fma(-Z_S1_2, C_S0_3, fma(-C_S1_2, Z_S0_3, fma(-Z_S1_2_3, A_S0, t61))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1_2_3;
}
