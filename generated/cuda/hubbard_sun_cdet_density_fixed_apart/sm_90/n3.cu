// hubbard_sun_cdet_density_fixed_apart, m = 2: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed_apart.diag:21: D(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:24: P(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:26: dD(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:27: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:35: W(e, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:41: Y(e, v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:45: dW(A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:50: E(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:54: dE(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:56: Z(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:62: dF(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:65: dZ(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:70: C(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:72: density
// Order: dE by v ascending, A ascending, B ascending; at most 33 values live.
// A configuration takes 84 multiplications, 6 additions, 97 fused, 0 divisions, 0 functions,
// 18 loads and 1 stores, in 1 function.
// Launch hubbard_sun_cdet_density_fixed_apart_straight: 128 threads and 128 configurations a block.
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
  Real params[1];
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 6)
hubbard_sun_cdet_density_fixed_apart_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 5.0f;
  const Real t2 = fma(0.5f, N, -2.0f);
  const Real t3 = 2.0f * t2;
  const Real t4 = N - 3.0f;
  const Real t5 = 0.5f * t4;
  const Real t6 = N - 1.0f;
  const Real t7 = N - 2.0f;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real dE_1_S_S = G_1_1 * H_1_1;
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real t8 = G_0_0 * H_1_1;
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real t9 = H_0_0 * G_1_1;
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S0_1_1 = fma(-G_1_0, H_0_1, fma(-G_0_1, H_1_0, t8)) + t9;
  const Real t10 = G_1_1 * dP_S0_1_1;
  const Real t11 = G_0_0 * G_1_1;
  const Real P_S0_1_1 = fma(-G_1_0, G_0_1, t11);
  const Real dE_1_S0_S = fma(H_1_1, P_S0_1_1, t10);
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_2_2 = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real dE_2_S_S = G_2_2 * H_2_2;
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S0_2_2 = fma(-G_2_0, G_0_2, G_0_0 * G_2_2);
  const Real H_2_0 = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_0_2 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S0_2_2 = fma(-G_2_0, H_0_2, fma(-G_0_2, H_2_0, fma(H_0_0, G_2_2, G_0_0 * H_2_2)));
  const Real dE_2_S_S0 = P_S0_2_2 * dP_S0_2_2;
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S1_2_2 = fma(-G_2_1, G_1_2, G_2_2 * G_1_1);
  const Real H_2_1 = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_2 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_2_2 = fma(-G_2_1, H_1_2, fma(-G_1_2, H_2_1, fma(G_2_2, H_1_1, G_1_1 * H_2_2)));
  const Real dE_2_S_S1 = P_S1_2_2 * dP_S1_2_2;
  const Real dE_2_S0_S = fma(G_2_2, dP_S0_2_2, P_S0_2_2 * H_2_2);
  const Real P_S1_2_0 = fma(-G_1_2, G_0_1, G_1_1 * G_0_2);
  const Real dP_S1_2_0 = fma(-G_0_1, H_1_2, fma(-G_1_2, H_0_1, fma(H_1_1, G_0_2, G_1_1 * H_0_2)));
  const Real P_S0_2_1 = fma(-G_0_2, G_1_0, G_0_0 * G_1_2);
  const Real dP_S0_2_1 = fma(-G_1_0, H_0_2, fma(-G_0_2, H_1_0, fma(H_0_0, G_1_2, G_0_0 * H_1_2)));
  const Real dP_S0_1_2_2 = fma(-G_2_1, dP_S0_2_1, fma(-P_S0_2_1, H_2_1, fma(-G_2_0, dP_S1_2_0, fma(-P_S1_2_0, H_2_0, fma(P_S0_1_1, H_2_2, G_2_2 * dP_S0_1_1)))));
  const Real P_S0_1_2_2 = fma(-G_2_1, P_S0_2_1, fma(-G_2_0, P_S1_2_0, G_2_2 * P_S0_1_1));
  const Real dE_2_S0_S1 = fma(P_S0_1_2_2, dP_S1_2_2, P_S1_2_2 * dP_S0_1_2_2);
  const Real dE_2_S1_S = fma(G_2_2, dP_S1_2_2, P_S1_2_2 * H_2_2);
  const Real dE_2_S1_S0 = fma(P_S0_1_2_2, dP_S0_2_2, P_S0_2_2 * dP_S0_1_2_2);
  const Real dE_2_S0_1_S = fma(P_S0_1_2_2, H_2_2, fma(G_2_2, dP_S0_1_2_2, fma(P_S0_2_2, dP_S1_2_2, P_S1_2_2 * dP_S0_2_2)));
  const Real Y_5_1_S0_S = fma(t11, t1, P_S0_1_1);
  const Real E_1_S0_S = G_1_1 * P_S0_1_1;
  const Real t12 = fma(G_1_1, Y_5_1_S0_S, E_1_S0_S);
  const Real t13 = G_0_0 * G_0_0;
  const Real t14 = G_0_0 * P_S0_1_1;
  const Real t15 = fma(0.5f * G_1_1 * t1, t13, t14);
  const Real Y_4_1_S_S0 = t15 * t3;
  const Real Y_4_1_S0_S = fma(t11, t3, P_S0_1_1);
  const Real t16 = fma(dP_S0_1_1, Y_4_1_S0_S, fma(H_1_1, Y_4_1_S_S0, H_0_0 * t12 * t2));
  const Real E_2_S_S = 0.5f * G_2_2 * G_2_2;
  const Real t17 = G_1_1 * G_1_1;
  const Real t18 = fma(H_0_0 * t2, t17, fma(H_1_1, Y_4_1_S0_S, t10));
  const Real E_2_S0_S = G_2_2 * P_S0_2_2;
  const Real W_3_S_S0 = t2 * t13;
  const Real t19 = fma(H_1_1, W_3_S_S0, fma(H_0_0, Y_4_1_S0_S, G_0_0 * dP_S0_1_1));
  const Real E_2_S1_S = G_2_2 * P_S1_2_2;
  const Real t20 = fma(G_1_1, W_3_S_S0, t14);
  const Real t21 = fma(t20, dE_2_S1_S, fma(t19, E_2_S1_S, fma(t18, E_2_S0_S, t16 * E_2_S_S)));
  const Real t22 = fma(H_0_0, P_S1_2_2, H_1_1 * P_S0_2_2);
  const Real t23 = fma(P_S0_1_1, Y_4_1_S0_S, G_1_1 * Y_4_1_S_S0);
  const Real t24 = fma(G_1_1, Y_4_1_S0_S, E_1_S0_S);
  const Real t25 = fma(t24, dE_2_S0_S, t23 * dE_2_S_S);
  const Real dW_S_S0 = H_0_0 * G_0_0 * t4;
  const Real E_2_S_S1 = 0.5f * P_S1_2_2 * P_S1_2_2;
  const Real dW_S_S1 = t4 * G_1_1 * H_1_1;
  const Real E_2_S_S0 = 0.5f * P_S0_2_2 * P_S0_2_2;
  const Real t26 = t8 + t9;
  const Real dW_S0_1_S = fma(t4, t26, dP_S0_1_1);
  const Real E_2_S0_1_S = fma(G_2_2, P_S0_1_2_2, P_S1_2_2 * P_S0_2_2);
  const Real W_2_S_S0 = t13 * t5;
  const Real W_2_S_S1 = t17 * t5;
  const Real Y_3_1_S0_S = fma(t4, t11, P_S0_1_1);
  const Real t27 = fma(Y_3_1_S0_S, dE_2_S0_1_S, fma(W_2_S_S1, dE_2_S_S0, fma(W_2_S_S0, dE_2_S_S1, fma(dW_S0_1_S, E_2_S0_1_S, fma(dW_S_S1, E_2_S_S0, fma(dW_S_S0, E_2_S_S1, fma(t5, t25, fma(P_S0_1_2_2, t22, fma(t4, t21, fma(G_1_1, dE_2_S1_S0, G_0_0 * dE_2_S0_S1))))))))));
  const Real C_S2 = dE_2_S_S * t6;
  const Real E_1_S_S = 0.5f * t17;
  const Real t28 = fma(W_2_S_S0, E_1_S_S, G_0_0 * E_1_S0_S);
  const Real t29 = fma(t7, t28, 0.5f * P_S0_1_1 * P_S0_1_1);
  const Real C_S1 = t6 * dE_1_S_S;
  const Real t30 = fma(E_2_S_S, W_2_S_S0, G_0_0 * E_2_S0_S);
  const Real t31 = fma(t7, t30, E_2_S_S0);
  const Real C_S0 = H_0_0 * G_0_0 * t6;
  const Real t32 = fma(E_2_S_S, W_2_S_S1, G_1_1 * E_2_S1_S);
  const Real t33 = fma(t7, t32, E_2_S_S1);
  const Real t34 = fma(-C_S0, t33, fma(-C_S1, t31, -C_S2 * t29));
  const Real t35 = fma(N, t34, fma(t27, t7, P_S0_1_2_2 * dP_S0_1_2_2));
  const Real Z_S0 = 0.5f * N * t13 * t6;
  const Real t36 = fma(W_2_S_S1, dE_2_S_S, fma(dW_S_S1, E_2_S_S, fma(H_1_1, E_2_S1_S, G_1_1 * dE_2_S1_S)));
  const Real dZ_S1_2 = fma(t7, t36, dE_2_S_S1);
  const Real Z_S1 = N * t6 * E_1_S_S;
  const Real Z_S2 = N * E_2_S_S * t6;
  const Real C_S1_2 = fma(-Z_S2, C_S1, fma(-Z_S1, C_S2, t6 * dZ_S1_2));
  const Real t37 = fma(W_2_S_S0, dE_2_S_S, fma(dW_S_S0, E_2_S_S, fma(H_0_0, E_2_S0_S, G_0_0 * dE_2_S0_S)));
  const Real dZ_S0_2 = fma(t7, t37, dE_2_S_S0);
  const Real C_S0_2 = fma(-Z_S2, C_S0, fma(-Z_S0, C_S2, t6 * dZ_S0_2));
  const Real t38 = fma(dW_S_S0, E_1_S_S, fma(W_2_S_S0, dE_1_S_S, fma(H_0_0, E_1_S0_S, G_0_0 * dE_1_S0_S)));
  const Real dZ_S0_1 = fma(t7, t38, P_S0_1_1 * dP_S0_1_1);
  const Real C_S0_1 = fma(-Z_S1, C_S0, fma(-Z_S0, C_S1, t6 * dZ_S0_1));
  const Real C_S0_1_2 = fma(-Z_S2, C_S0_1, fma(-Z_S1, C_S0_2, fma(-Z_S0, C_S1_2, t6 * t35)));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1_2;
}
