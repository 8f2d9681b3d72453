// hubbard_sun_cdet_log_z, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_log_z.diag:16: D(S)
//   hubbard_sun_cdet_log_z.diag:19: P(S, s, v)
//   hubbard_sun_cdet_log_z.diag:23: W(A, B)
//   hubbard_sun_cdet_log_z.diag:29: L(A, B, s, v, again)
//   hubbard_sun_cdet_log_z.diag:35: E(v, A, B)
//   hubbard_sun_cdet_log_z.diag:39: Z(V)
//   hubbard_sun_cdet_log_z.diag:45: C(V)
//   hubbard_sun_cdet_log_z.diag:47: connected
// Order: P by S ascending, s ascending, v ascending, eagerly; at most 19 values live.
// A configuration takes 54 multiplications, 3 additions, 33 fused, 0 divisions, 0 functions,
// 9 loads and 1 stores, in 1 function.
// Launch hubbard_sun_cdet_log_z_straight: 128 threads and 128 configurations a block.
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
  Real params[1];
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
hubbard_sun_cdet_log_z_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 2.0f;
  const Real t2 = fma(0.5f, N, -1.5f);
  const Real t3 = N - 1.0f;
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = G_1_2 * G_2_1;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_1 = fma(G_1_1, G_2_2, -t4);
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_1 = fma(-G_3_1, G_1_3, G_1_1 * G_3_3);
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
  const Real P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
  const Real P_S2_3_1_1 = fma(-G_1_2, P_S3_1_2, fma(-G_1_3, P_S2_1_3, G_1_1 * P_S3_2_2));
  const Real W_S1_S = G_1_1 * t1;
  const Real W_S2_S = G_2_2 * t1;
  const Real L_S2_S_1_1_false = fma(G_1_1, W_S2_S, -t4);
  const Real W_S1_2_S = t1 * L_S2_S_1_1_false;
  const Real t5 = fma(W_S2_S, P_S3_1_1, P_S3_2_2 * W_S1_S);
  const Real t6 = fma(2.0f, t5, P_S2_3_1_1);
  const Real W_S_S2 = G_2_2 * t2 * W_S2_S;
  const Real t7 = W_S2_S - G_2_2;
  const Real L_S_S2_1_1_false = fma(-G_1_2 * G_2_1, t7, G_1_1 * W_S_S2);
  const Real W_S1_S2 = t1 * L_S_S2_1_1_false;
  const Real L_S_S_1_2_true = G_2_1 * W_S1_S;
  const Real L_S2_S_1_2_true = fma(-G_2_2, L_S_S_1_2_true, G_2_1 * W_S1_2_S);
  const Real L_S_S2_1_1_true = fma(-G_1_2, L_S2_S_1_2_true, G_1_1 * W_S1_S2);
  const Real E_3_S_S = G_3_3 * G_3_3;
  const Real L_S2_S_1_1_true = fma(-G_1_2, L_S_S_1_2_true, G_1_1 * W_S1_2_S);
  const Real E_3_S2_S = 2.0f * G_3_3 * P_S3_2_2;
  const Real t8 = fma(L_S2_S_1_1_true, E_3_S2_S, L_S_S2_1_1_true * E_3_S_S);
  const Real W_S_S1 = G_1_1 * W_S1_S * t2;
  const Real E_3_S_S2 = P_S3_2_2 * P_S3_2_2;
  const Real t9 = fma(W_S2_S, E_3_S2_S, fma(W_S_S2, E_3_S_S, E_3_S_S2));
  const Real E_3_S_S1 = P_S3_1_1 * P_S3_1_1;
  const Real E_3_S1_S = 2.0f * G_3_3 * P_S3_1_1;
  const Real t10 = fma(G_3_3, P_S2_3_1_1, P_S3_2_2 * P_S3_1_1);
  const Real Z_S3 = 0.5f * N * t3 * E_3_S_S;
  const Real t11 = fma(2.0f * G_2_2, W_S1_S, P_S2_1_1);
  const Real E_2_S_S = G_2_2 * G_2_2;
  const Real t12 = fma(W_S_S1, E_2_S_S, P_S2_1_1 * t11);
  const Real t13 = fma(-Z_S3, t12, fma(2.0f * W_S1_2_S, t10, fma(W_S1_S2, E_3_S1_S, fma(W_S_S2, E_3_S_S1, fma(W_S_S1, E_3_S_S2, fma(t2, t8, P_S2_3_1_1 * t6))))));
  const Real Z_S1 = 0.5f * N * t3 * G_1_1 * G_1_1;
  const Real Z_S2 = 0.5f * N * t3 * E_2_S_S;
  const Real C_S2_3 = fma(-Z_S2, Z_S3, 0.5f * N * t3 * t9);
  const Real t14 = fma(W_S1_S, E_3_S1_S, fma(W_S_S1, E_3_S_S, E_3_S_S1));
  const Real C_S1_3 = fma(-Z_S1, Z_S3, 0.5f * N * t3 * t14);
  const Real C_S1_2_3 = fma(-Z_S2, C_S1_3, fma(-Z_S1, C_S2_3, 0.5f * N * t3 * t13));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3;
}
