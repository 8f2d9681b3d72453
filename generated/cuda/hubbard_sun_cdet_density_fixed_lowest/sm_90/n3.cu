// hubbard_sun_cdet_density_fixed_lowest, m = 2: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed_lowest.diag:20: D(S)
//   hubbard_sun_cdet_density_fixed_lowest.diag:23: P(S, s, v)
//   hubbard_sun_cdet_density_fixed_lowest.diag:25: dD(S)
//   hubbard_sun_cdet_density_fixed_lowest.diag:26: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed_lowest.diag:32: W(A, B)
//   hubbard_sun_cdet_density_fixed_lowest.diag:37: first(s, v, again)
//   hubbard_sun_cdet_density_fixed_lowest.diag:41: L(A, B, s, v, again)
//   hubbard_sun_cdet_density_fixed_lowest.diag:47: Z(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:52: A(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:60: C(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:62: density
// Order: L by A ascending, B ascending, s ascending, v ascending, again ascending, eagerly; at most 27 values live.
// A configuration takes 85 multiplications, 3 additions, 100 fused, 0 divisions, 0 functions,
// 18 loads and 1 stores, in 1 function.
// Launch hubbard_sun_cdet_density_fixed_lowest_straight: 128 threads and 128 configurations a block.
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

extern "C" __global__ void __launch_bounds__(128, 8)
hubbard_sun_cdet_density_fixed_lowest_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = fma(0.5f, N, -1.0f);
  const Real t2 = N - 1.0f;
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S_0_1_true = G_0_0 * G_1_0;
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S_0_2_true = G_0_0 * G_2_0;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real first_1_1_true = G_1_1 * t1;
  const Real first_1_1_false = G_1_1 * t2;
  const Real L_S_S_1_1_true = first_1_1_true * first_1_1_false;
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real first_1_2_true = t1 * G_2_1;
  const Real L_S_S_1_2_true = first_1_1_false * first_1_2_true;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real first_2_2_false = t2 * G_2_2;
  const Real L_S_S_2_2_true = t1 * G_2_2 * first_2_2_false;
  const Real t3 = first_1_1_false - G_1_1;
  const Real L_S1_S_0_1_false = G_1_0 * t3;
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S1_0_0_false = fma(-G_0_1, L_S1_S_0_1_false, G_0_0 * L_S_S_1_1_true);
  const Real L_S_S1_0_2_false = fma(-G_2_1, L_S1_S_0_1_false, G_2_0 * L_S_S_1_1_true);
  const Real t4 = G_0_1 * G_1_0;
  const Real L_S1_S_0_0_false = fma(G_0_0, first_1_1_false, -t4);
  const Real L_S1_S_0_1_true = fma(-G_1_1, L_S_S_0_1_true, G_1_0 * L_S1_S_0_0_false);
  const Real L_S_S1_0_2_true = fma(-G_2_1, L_S1_S_0_1_true, G_2_0 * L_S_S1_0_0_false);
  const Real t5 = first_2_2_false - G_2_2;
  const Real L_S2_S_0_2_false = t5 * G_2_0;
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S2_0_0_false = fma(-L_S2_S_0_2_false, G_0_2, G_0_0 * L_S_S_2_2_true);
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S2_0_1_false = fma(-G_1_2, L_S2_S_0_2_false, L_S_S_2_2_true * G_1_0);
  const Real t6 = G_2_0 * G_0_2;
  const Real L_S2_S_0_0_false = fma(G_0_0, first_2_2_false, -t6);
  const Real L_S2_S_0_2_true = fma(-G_2_2, L_S_S_0_2_true, G_2_0 * L_S2_S_0_0_false);
  const Real L_S_S2_0_1_true = fma(-G_1_2, L_S2_S_0_2_true, G_1_0 * L_S_S2_0_0_false);
  const Real first_1_2_false = t2 * G_2_1;
  const Real L_S_S2_1_1_false = fma(-G_1_2 * first_1_2_false, t5, first_1_1_false * L_S_S_2_2_true);
  const Real L_S2_S_1_1_false = fma(-G_1_2, first_1_2_false, first_1_1_false * first_2_2_false);
  const Real L_S2_S_1_2_true = fma(-G_2_2, L_S_S_1_2_true, first_1_2_true * L_S2_S_1_1_false);
  const Real L_S_S2_1_1_true = fma(-G_1_2, L_S2_S_1_2_true, first_1_1_true * L_S_S2_1_1_false);
  const Real t7 = G_1_2 * G_2_0;
  const Real L_S2_S_0_1_false = fma(first_2_2_false, G_1_0, -t7);
  const Real t8 = G_2_1 * G_1_0;
  const Real L_S1_S_0_2_false = fma(first_1_1_false, G_2_0, -t8);
  const Real L_S1_2_S_0_2_false = fma(-G_2_2, L_S1_S_0_2_false, fma(-G_2_1, L_S2_S_0_1_false, L_S2_S_1_1_false * G_2_0));
  const Real L_S1_S2_0_1_false = fma(-G_1_2, L_S1_2_S_0_2_false, fma(-G_1_1, L_S_S2_0_1_false, L_S_S2_1_1_false * G_1_0));
  const Real L_S2_S_1_1_true = fma(-G_1_2, L_S_S_1_2_true, first_1_1_true * L_S2_S_1_1_false);
  const Real L_S1_2_S_0_1_false = fma(-G_1_2, L_S1_S_0_2_false, fma(-G_1_1, L_S2_S_0_1_false, L_S2_S_1_1_false * G_1_0));
  const Real L_S2_S1_0_2_false = fma(-G_2_1, L_S1_2_S_0_1_false, fma(-G_2_2, L_S_S1_0_2_false, G_2_0 * L_S2_S_1_1_true));
  const Real L_S_S1_2_0_0_false = fma(-G_0_2, L_S2_S1_0_2_false, fma(-G_0_1, L_S1_S2_0_1_false, G_0_0 * L_S_S2_1_1_true));
  const Real L_S1_S_0_0_true = fma(-G_0_1, L_S_S_0_1_true, G_0_0 * L_S1_S_0_0_false);
  const Real L_S1_S_0_2_true = fma(-G_2_1, L_S_S_0_1_true, G_2_0 * L_S1_S_0_0_false);
  const Real L_S1_S2_0_0_false = fma(-L_S1_2_S_0_2_false, G_0_2, fma(-G_0_1, L_S_S2_0_1_false, G_0_0 * L_S_S2_1_1_false));
  const Real L_S1_2_S_0_0_false = fma(-L_S1_S_0_2_false, G_0_2, fma(-G_0_1, L_S2_S_0_1_false, G_0_0 * L_S2_S_1_1_false));
  const Real L_S2_S_0_1_true = fma(-G_1_2, L_S_S_0_2_true, G_1_0 * L_S2_S_0_0_false);
  const Real L_S1_2_S_0_2_true = fma(-G_2_1, L_S2_S_0_1_true, fma(-G_2_2, L_S1_S_0_2_true, G_2_0 * L_S1_2_S_0_0_false));
  const Real L_S1_S2_0_0_true = fma(-G_0_2, L_S1_2_S_0_2_true, fma(-G_0_1, L_S_S2_0_1_true, G_0_0 * L_S1_S2_0_0_false));
  const Real L_S2_S_0_0_true = fma(-G_0_2, L_S_S_0_2_true, G_0_0 * L_S2_S_0_0_false);
  const Real L_S2_S1_0_0_false = fma(-G_0_1, L_S1_2_S_0_1_false, fma(-G_0_2, L_S_S1_0_2_false, G_0_0 * L_S2_S_1_1_true));
  const Real L_S1_2_S_0_1_true = fma(-G_1_1, L_S2_S_0_1_true, fma(-G_1_2, L_S1_S_0_2_true, G_1_0 * L_S1_2_S_0_0_false));
  const Real L_S2_S1_0_0_true = fma(-G_0_1, L_S1_2_S_0_1_true, fma(-G_0_2, L_S_S1_0_2_true, G_0_0 * L_S2_S1_0_0_false));
  const Real L_S1_2_S_0_0_true = fma(-G_0_1, L_S2_S_0_1_true, fma(-G_0_2, L_S1_S_0_2_true, G_0_0 * L_S1_2_S_0_0_false));
  const Real H_2_2 = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real A_S2 = first_2_2_false * H_2_2;
  const Real P_S1_0_0 = fma(G_0_0, G_1_1, -t4);
  const Real t9 = fma(L_S1_S_0_0_false, P_S1_0_0, G_0_0 * L_S_S1_0_0_false);
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real A_S1 = first_1_1_false * H_1_1;
  const Real P_S2_0_0 = fma(G_0_0, G_2_2, -t6);
  const Real t10 = fma(L_S2_S_0_0_false, P_S2_0_0, G_0_0 * L_S_S2_0_0_false);
  const Real t11 = fma(-A_S1, t10, -A_S2 * t9);
  const Real P_S2_1_1 = fma(-G_1_2, G_2_1, G_1_1 * G_2_2);
  const Real t12 = fma(L_S2_S_1_1_false, P_S2_1_1, G_1_1 * L_S_S2_1_1_false);
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real A_S0 = H_0_0 * G_0_0 * t2;
  const Real t13 = fma(-t12, A_S0, t2 * t11);
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
  const Real t14 = fma(dP_S1_0_0, L_S1_S_0_0_false, fma(t1 * H_1_1, L_S1_S_0_0_true, H_0_0 * L_S_S1_0_0_false));
  const Real H_0_2 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_0 = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_0_0 = fma(-G_0_2, H_2_0, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
  const Real t15 = fma(dP_S2_0_0, L_S2_S_0_0_false, fma(t1 * H_2_2, L_S2_S_0_0_true, H_0_0 * L_S_S2_0_0_false));
  const Real H_1_2 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_1 = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
  const Real t16 = fma(dP_S2_1_1, L_S1_2_S_0_0_true, fma(H_2_2, L_S2_S1_0_0_true, H_1_1 * L_S1_S2_0_0_true));
  const Real P_S2_0_1 = fma(G_2_2, G_1_0, -t7);
  const Real dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-G_2_0, H_1_2, fma(G_1_0, H_2_2, G_2_2 * H_1_0)));
  const Real P_S1_0_2 = fma(G_1_1, G_2_0, -t8);
  const Real dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-G_1_0, H_2_1, fma(G_2_0, H_1_1, G_1_1 * H_2_0)));
  const Real dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-H_0_2, P_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(-H_0_1, P_S2_0_1, fma(G_0_0, dP_S2_1_1, H_0_0 * P_S2_1_1)))));
  const Real t17 = fma(dP_S1_2_0_0, L_S1_2_S_0_0_false, fma(t1, t16, fma(dP_S2_0_0, L_S2_S1_0_0_false, fma(dP_S1_0_0, L_S1_S2_0_0_false, H_0_0 * L_S_S1_2_0_0_false))));
  const Real Z_S0 = 0.5f * N * G_0_0 * G_0_0 * t2;
  const Real Z_S1 = 0.5f * N * G_1_1 * first_1_1_false;
  const Real C_S0_1 = fma(-Z_S1, A_S0, fma(-Z_S0, A_S1, t2 * t14));
  const Real Z_S2 = 0.5f * N * G_2_2 * first_2_2_false;
  const Real C_S1_2 = fma(-Z_S2, A_S1, fma(-Z_S1, A_S2, fma(L_S2_S_1_1_false, dP_S2_1_1, fma(L_S2_S_1_1_true, H_2_2, L_S_S2_1_1_false * H_1_1))));
  const Real C_S0_2 = fma(-Z_S2, A_S0, fma(-Z_S0, A_S2, t2 * t15));
  const Real C_S0_1_2 = fma(-Z_S1, C_S0_2, fma(-Z_S0, C_S1_2, fma(-Z_S2, C_S0_1, fma(t2, t17, 0.5f * N * t13))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1_2;
}
