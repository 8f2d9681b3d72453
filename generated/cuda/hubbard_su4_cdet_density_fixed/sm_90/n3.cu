// hubbard_su4_cdet_density_fixed, m = 2: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su4_cdet_density_fixed.diag:17: D(S)
//   hubbard_su4_cdet_density_fixed.diag:20: P(S, s, v)
//   hubbard_su4_cdet_density_fixed.diag:22: dD(S)
//   hubbard_su4_cdet_density_fixed.diag:23: dP(S, s, v)
//   hubbard_su4_cdet_density_fixed.diag:28: E(R, A, B)
//   hubbard_su4_cdet_density_fixed.diag:32: Q(R, A, B)
//   hubbard_su4_cdet_density_fixed.diag:34: Z(V)
//   hubbard_su4_cdet_density_fixed.diag:39: A(V)
//   hubbard_su4_cdet_density_fixed.diag:46: C(V)
//   hubbard_su4_cdet_density_fixed.diag:48: density
// Order: Q by R ascending, B descending, A ascending, eagerly; at most 32 values live.
// A configuration takes 59 multiplications, 4 additions, 82 fused, 0 divisions, 0 functions,
// 18 loads and 1 stores, in 1 function.
// Launch hubbard_su4_cdet_density_fixed_straight: 128 threads and 128 configurations a block.
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
hubbard_su4_cdet_density_fixed_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = H_0_0 * G_1_1;
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real t2 = G_0_0 * H_1_1;
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-H_0_1, G_1_0, t1)) + t2;
  const Real Q_S_S0_1_S = t1 + t2 + dP_S1_0_0;
  const Real t3 = G_1_1 * G_0_0;
  const Real P_S1_0_0 = fma(-G_1_0, G_0_1, t3);
  const Real t4 = t3 + P_S1_0_0;
  const Real Q_S_S_S0_1 = dP_S1_0_0 * P_S1_0_0;
  const Real Q_S_S_S1 = G_1_1 * H_1_1;
  const Real Q_S_S0_S1 = fma(H_1_1, P_S1_0_0, G_1_1 * dP_S1_0_0);
  const Real Q_S_S_S0 = H_0_0 * G_0_0;
  const Real Q_S_S1_S0 = fma(H_0_0, P_S1_0_0, G_0_0 * dP_S1_0_0);
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_1 = fma(-G_1_2, G_2_1, G_1_1 * G_2_2);
  const Real H_2_2 = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_2 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_1 = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
  const Real Q_S2_S_S1 = P_S2_1_1 * dP_S2_1_1;
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S1_2_0_0 = fma(-P_S1_0_2, G_0_2, fma(-P_S2_0_1, G_0_1, P_S2_1_1 * G_0_0));
  const Real t5 = H_0_0 * P_S2_1_1;
  const Real H_2_0 = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-H_1_2, G_2_0, fma(H_2_2, G_1_0, G_2_2 * H_1_0)));
  const Real dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-H_2_1, G_1_0, fma(H_1_1, G_2_0, G_1_1 * H_2_0)));
  const Real H_0_2 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(-H_0_2, P_S1_0_2, fma(-H_0_1, P_S2_0_1, fma(G_0_0, dP_S2_1_1, t5)))));
  const Real Q_S2_S0_S1 = fma(P_S2_1_1, dP_S1_2_0_0, dP_S2_1_1 * P_S1_2_0_0);
  const Real P_S2_0_0 = fma(-G_2_0, G_0_2, G_2_2 * G_0_0);
  const Real t6 = fma(H_1_1, P_S2_0_0, t5);
  const Real dP_S2_0_0 = fma(-H_2_0, G_0_2, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
  const Real Q_S2_S_S0 = P_S2_0_0 * dP_S2_0_0;
  const Real Q_S2_S1_S0 = fma(P_S1_2_0_0, dP_S2_0_0, dP_S1_2_0_0 * P_S2_0_0);
  const Real Q_S2_S_S = G_2_2 * H_2_2;
  const Real Q_S2_S0_S = fma(G_2_2, dP_S2_0_0, H_2_2 * P_S2_0_0);
  const Real Q_S2_S1_S = fma(G_2_2, dP_S2_1_1, P_S2_1_1 * H_2_2);
  const Real t7 = fma(G_0_0 * P_S1_0_0, Q_S2_S1_S, P_S1_2_0_0 * t6);
  const Real Q_S2_S0_1_S = fma(P_S2_1_1, dP_S2_0_0, fma(dP_S2_1_1, P_S2_0_0, fma(G_2_2, dP_S1_2_0_0, H_2_2 * P_S1_2_0_0)));
  const Real E_S2_S_S1 = P_S2_1_1 * P_S2_1_1;
  const Real E_S_S_S0 = G_0_0 * G_0_0;
  const Real E_S2_S_S0 = P_S2_0_0 * P_S2_0_0;
  const Real E_S_S_S1 = G_1_1 * G_1_1;
  const Real E_S2_S_S = G_2_2 * G_2_2;
  const Real E_S_S_S0_1 = P_S1_0_0 * P_S1_0_0;
  const Real E_S_S0_S = 2.0f * G_0_0;
  const Real E_S2_S0_S = 2.0f * G_2_2 * P_S2_0_0;
  const Real E_S_S0_S1 = 2.0f * G_1_1 * P_S1_0_0;
  const Real E_S_S1_S = 2.0f * G_1_1;
  const Real E_S2_S1_S = 2.0f * G_2_2 * P_S2_1_1;
  const Real t8 = fma(H_1_1, E_S2_S1_S, fma(E_S_S1_S, Q_S2_S1_S, fma(Q_S_S_S1, E_S2_S_S, fma(E_S_S_S1, Q_S2_S_S, Q_S2_S_S1))));
  const Real t9 = fma(P_S2_1_1, P_S2_0_0, G_2_2 * P_S1_2_0_0);
  const Real t10 = fma(2.0f * Q_S_S0_1_S, t9, fma(Q_S_S1_S0, E_S2_S1_S, fma(E_S_S1_S, Q_S2_S1_S0, fma(E_S_S0_S1, Q_S2_S0_S, fma(Q_S_S0_S1, E_S2_S0_S, fma(E_S_S0_S, Q_S2_S0_S1, fma(E_S_S_S0_1, Q_S2_S_S, fma(Q_S_S_S0_1, E_S2_S_S, fma(E_S_S_S1, Q_S2_S_S0, fma(Q_S_S_S1, E_S2_S_S0, fma(E_S_S_S0, Q_S2_S_S1, fma(Q_S_S_S0, E_S2_S_S1, fma(2.0f * t4, Q_S2_S0_1_S, dP_S1_2_0_0 * P_S1_2_0_0)))))))))))));
  const Real Z_S0 = 6.0f * E_S_S_S0;
  const Real Z_S1 = 6.0f * E_S_S_S1;
  const Real A_S2 = 3.0f * Q_S2_S_S;
  const Real Z_S2 = 6.0f * E_S2_S_S;
  const Real A_S1 = 3.0f * Q_S_S_S1;
  const Real C_S1_2 = fma(-Z_S2, A_S1, fma(-Z_S1, A_S2, 3.0f * t8));
  const Real t11 = fma(H_0_0, E_S2_S0_S, fma(E_S_S0_S, Q_S2_S0_S, fma(Q_S_S_S0, E_S2_S_S, fma(E_S_S_S0, Q_S2_S_S, Q_S2_S_S0))));
  const Real A_S0 = 3.0f * Q_S_S_S0;
  const Real C_S0_2 = fma(-Z_S2, A_S0, fma(-Z_S0, A_S2, 3.0f * t11));
  const Real t12 = fma(E_S_S0_S, E_S_S0_S1, fma(E_S_S_S0, E_S_S_S1, E_S_S_S0_1));
  const Real t13 = fma(H_0_0, E_S_S0_S1, fma(E_S_S0_S, Q_S_S0_S1, fma(Q_S_S_S0, E_S_S_S1, fma(E_S_S_S0, Q_S_S_S1, Q_S_S_S0_1))));
  const Real C_S0_1 = fma(-Z_S1, A_S0, fma(-Z_S0, A_S1, 3.0f * t13));
  const Real t14 = fma(E_S_S0_S, E_S2_S0_S, fma(E_S_S_S0, E_S2_S_S, E_S2_S_S0));
  const Real t15 = fma(E_S_S1_S, E_S2_S1_S, fma(E_S_S_S1, E_S2_S_S, E_S2_S_S1));
  const Real C_S0_1_2 = fma(-6.0f * t15, A_S0, fma(-6.0f * A_S1, t14, fma(-Z_S2, C_S0_1, fma(-6.0f * A_S2, t12, fma(-Z_S1, C_S0_2, fma(-Z_S0, C_S1_2, fma(3.0f, t10, 6.0f * t7)))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1_2;
}
