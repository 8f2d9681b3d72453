// hubbard_sun_cdet_log_z, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_log_z.diag:16: D(S)
//   hubbard_sun_cdet_log_z.diag:19: P(S, s, v)
//   hubbard_sun_cdet_log_z.diag:23: W(A, B)
//   hubbard_sun_cdet_log_z.diag:29: L(A, B, s, v, again)
//   hubbard_sun_cdet_log_z.diag:35: E(v, A, B)
//   hubbard_sun_cdet_log_z.diag:39: Z(V)
//   hubbard_sun_cdet_log_z.diag:45: C(V)
//   hubbard_sun_cdet_log_z.diag:47: connected
// Order: P by S ascending, s ascending, v ascending; at most 60 values live.
// A configuration takes 186 multiplications, 4 additions, 186 fused, 0 divisions, 0 functions,
// 16 loads and 1 stores, in 1 function.
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

extern "C" __global__ void __launch_bounds__(128, 5)
hubbard_sun_cdet_log_z_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 2.0f;
  const Real t2 = fma(0.5f, N, -1.5f);
  const Real t3 = N - 1.0f;
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = G_1_2 * G_2_1;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_1 = fma(G_1_1, G_2_2, -t4);
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real t5 = G_3_2 * G_2_1;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_3 = fma(G_2_2, G_3_1, -t5);
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_4 = fma(-G_4_2, G_2_1, G_2_2 * G_4_1);
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = G_3_1 * G_1_3;
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_1 = fma(G_1_1, G_3_3, -t6);
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real t7 = G_2_3 * G_3_1;
  const Real P_S3_1_2 = fma(G_3_3, G_2_1, -t7);
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_4 = fma(-G_4_3, G_3_1, G_3_3 * G_4_1);
  const Real t8 = G_2_3 * G_3_2;
  const Real P_S3_2_2 = fma(G_2_2, G_3_3, -t8);
  const Real P_S3_2_4 = fma(-G_4_3, G_3_2, G_3_3 * G_4_2);
  const Real P_S2_3_1_1 = fma(-G_1_2, P_S3_1_2, fma(-G_1_3, P_S2_1_3, G_1_1 * P_S3_2_2));
  const Real P_S2_3_1_4 = fma(-G_4_2, P_S3_1_2, fma(-G_4_3, P_S2_1_3, G_4_1 * P_S3_2_2));
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S4_1_1 = fma(-G_4_1, G_1_4, G_1_1 * G_4_4);
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S4_1_2 = fma(-G_2_4, G_4_1, G_4_4 * G_2_1);
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S4_1_3 = fma(-G_3_4, G_4_1, G_4_4 * G_3_1);
  const Real P_S4_2_2 = fma(-G_4_2, G_2_4, G_2_2 * G_4_4);
  const Real P_S4_2_3 = fma(-G_3_4, G_4_2, G_4_4 * G_3_2);
  const Real P_S4_3_3 = fma(-G_3_4, G_4_3, G_3_3 * G_4_4);
  const Real P_S2_4_1_1 = fma(-G_1_2, P_S4_1_2, fma(-P_S2_1_4, G_1_4, G_1_1 * P_S4_2_2));
  const Real P_S2_4_1_3 = fma(-G_3_2, P_S4_1_2, fma(-G_3_4, P_S2_1_4, G_3_1 * P_S4_2_2));
  const Real P_S3_4_1_1 = fma(-P_S4_1_3, G_1_3, fma(-P_S3_1_4, G_1_4, G_1_1 * P_S4_3_3));
  const Real P_S3_4_1_2 = fma(-G_2_3, P_S4_1_3, fma(-G_2_4, P_S3_1_4, P_S4_3_3 * G_2_1));
  const Real P_S3_4_2_2 = fma(-G_2_3, P_S4_2_3, fma(-G_2_4, P_S3_2_4, G_2_2 * P_S4_3_3));
  const Real P_S2_3_4_1_1 = fma(-G_1_2, P_S3_4_1_2, fma(-G_1_3, P_S2_4_1_3, fma(-G_1_4, P_S2_3_1_4, G_1_1 * P_S3_4_2_2)));
  const Real W_S1_S = G_1_1 * t1;
  const Real W_S2_S = G_2_2 * t1;
  const Real W_S3_S = G_3_3 * t1;
  const Real t9 = fma(W_S3_S, P_S2_4_1_1, fma(W_S2_S, P_S3_4_1_1, P_S3_4_2_2 * W_S1_S));
  const Real t10 = fma(2.0f, t9, P_S2_3_4_1_1);
  const Real W_S_S3 = G_3_3 * t2 * W_S3_S;
  const Real t11 = W_S3_S - G_3_3;
  const Real L_S_S3_2_2_false = fma(-G_2_3 * G_3_2, t11, G_2_2 * W_S_S3);
  const Real W_S2_S3 = t1 * L_S_S3_2_2_false;
  const Real L_S3_S_2_2_false = fma(G_2_2, W_S3_S, -t8);
  const Real W_S2_3_S = t1 * L_S3_S_2_2_false;
  const Real L_S_S_2_3_true = G_3_2 * W_S2_S;
  const Real L_S3_S_2_3_true = fma(-G_3_3, L_S_S_2_3_true, G_3_2 * W_S2_3_S);
  const Real L_S_S3_2_2_true = fma(-G_2_3, L_S3_S_2_3_true, G_2_2 * W_S2_S3);
  const Real W_S_S2_3 = t2 * L_S_S3_2_2_true;
  const Real L_S3_S_1_3_false = G_3_1 * t11;
  const Real L_S_S3_1_2_false = fma(-G_2_3, L_S3_S_1_3_false, G_2_1 * W_S_S3);
  const Real L_S3_S_1_2_false = fma(G_2_1, W_S3_S, -t7);
  const Real L_S2_S_1_3_false = fma(G_3_1, W_S2_S, -t5);
  const Real L_S2_3_S_1_3_false = fma(-G_3_3, L_S2_S_1_3_false, fma(-G_3_2, L_S3_S_1_2_false, G_3_1 * W_S2_3_S));
  const Real L_S2_S3_1_2_false = fma(-G_2_3, L_S2_3_S_1_3_false, fma(-G_2_2, L_S_S3_1_2_false, G_2_1 * W_S2_S3));
  const Real L_S3_S_2_2_true = fma(-G_2_3, L_S_S_2_3_true, G_2_2 * W_S2_3_S);
  const Real W_S3_S2 = t2 * L_S3_S_2_2_true;
  const Real W_S_S2 = G_2_2 * t2 * W_S2_S;
  const Real t12 = W_S2_S - G_2_2;
  const Real L_S2_S_1_2_false = G_2_1 * t12;
  const Real L_S_S2_1_3_false = fma(-G_3_2, L_S2_S_1_2_false, G_3_1 * W_S_S2);
  const Real L_S2_3_S_1_2_false = fma(-G_2_3, L_S2_S_1_3_false, fma(-G_2_2, L_S3_S_1_2_false, G_2_1 * W_S2_3_S));
  const Real L_S3_S2_1_3_false = fma(-G_3_2, L_S2_3_S_1_2_false, fma(-G_3_3, L_S_S2_1_3_false, G_3_1 * W_S3_S2));
  const Real L_S_S2_3_1_1_false = fma(-G_1_3, L_S3_S2_1_3_false, fma(-G_1_2, L_S2_S3_1_2_false, G_1_1 * W_S_S2_3));
  const Real W_S1_S2_3 = t1 * L_S_S2_3_1_1_false;
  const Real L_S2_S3_1_1_false = fma(-G_1_3, L_S2_3_S_1_3_false, fma(-G_1_2, L_S_S3_1_2_false, G_1_1 * W_S2_S3));
  const Real W_S1_2_S3 = t1 * L_S2_S3_1_1_false;
  const Real L_S_S3_1_1_false = fma(-G_1_3, L_S3_S_1_3_false, G_1_1 * W_S_S3);
  const Real W_S1_S3 = t1 * L_S_S3_1_1_false;
  const Real L_S3_S_1_1_false = fma(G_1_1, W_S3_S, -t6);
  const Real W_S1_3_S = t1 * L_S3_S_1_1_false;
  const Real L_S_S_1_3_true = G_3_1 * W_S1_S;
  const Real L_S3_S_1_3_true = fma(-G_3_3, L_S_S_1_3_true, G_3_1 * W_S1_3_S);
  const Real L_S_S3_1_2_true = fma(-G_2_3, L_S3_S_1_3_true, G_2_1 * W_S1_S3);
  const Real L_S2_3_S_1_1_false = fma(-G_1_3, L_S2_S_1_3_false, fma(-G_1_2, L_S3_S_1_2_false, G_1_1 * W_S2_3_S));
  const Real W_S1_2_3_S = t1 * L_S2_3_S_1_1_false;
  const Real L_S3_S_1_2_true = fma(-G_2_3, L_S_S_1_3_true, G_2_1 * W_S1_3_S);
  const Real L_S2_S_1_1_false = fma(G_1_1, W_S2_S, -t4);
  const Real W_S1_2_S = t1 * L_S2_S_1_1_false;
  const Real L_S_S_1_2_true = G_2_1 * W_S1_S;
  const Real L_S2_S_1_3_true = fma(-G_3_2, L_S_S_1_2_true, G_3_1 * W_S1_2_S);
  const Real L_S2_3_S_1_3_true = fma(-G_3_3, L_S2_S_1_3_true, fma(-G_3_2, L_S3_S_1_2_true, G_3_1 * W_S1_2_3_S));
  const Real L_S2_S3_1_2_true = fma(-G_2_3, L_S2_3_S_1_3_true, fma(-G_2_2, L_S_S3_1_2_true, G_2_1 * W_S1_2_S3));
  const Real L_S3_S2_1_1_false = fma(-G_1_2, L_S2_3_S_1_2_false, fma(-G_1_3, L_S_S2_1_3_false, G_1_1 * W_S3_S2));
  const Real W_S1_3_S2 = t1 * L_S3_S2_1_1_false;
  const Real L_S_S2_1_1_false = fma(-G_1_2, L_S2_S_1_2_false, G_1_1 * W_S_S2);
  const Real W_S1_S2 = t1 * L_S_S2_1_1_false;
  const Real L_S2_S_1_2_true = fma(-G_2_2, L_S_S_1_2_true, G_2_1 * W_S1_2_S);
  const Real L_S_S2_1_3_true = fma(-G_3_2, L_S2_S_1_2_true, G_3_1 * W_S1_S2);
  const Real L_S2_3_S_1_2_true = fma(-G_2_3, L_S2_S_1_3_true, fma(-G_2_2, L_S3_S_1_2_true, G_2_1 * W_S1_2_3_S));
  const Real L_S3_S2_1_3_true = fma(-G_3_2, L_S2_3_S_1_2_true, fma(-G_3_3, L_S_S2_1_3_true, G_3_1 * W_S1_3_S2));
  const Real L_S_S2_3_1_1_true = fma(-G_1_3, L_S3_S2_1_3_true, fma(-G_1_2, L_S2_S3_1_2_true, G_1_1 * W_S1_S2_3));
  const Real E_4_S_S = G_4_4 * G_4_4;
  const Real L_S2_S3_1_1_true = fma(-G_1_3, L_S2_3_S_1_3_true, fma(-G_1_2, L_S_S3_1_2_true, G_1_1 * W_S1_2_S3));
  const Real E_4_S2_S = 2.0f * G_4_4 * P_S4_2_2;
  const Real L_S3_S2_1_1_true = fma(-G_1_2, L_S2_3_S_1_2_true, fma(-G_1_3, L_S_S2_1_3_true, G_1_1 * W_S1_3_S2));
  const Real E_4_S3_S = 2.0f * G_4_4 * P_S4_3_3;
  const Real L_S2_3_S_1_1_true = fma(-G_1_3, L_S2_S_1_3_true, fma(-G_1_2, L_S3_S_1_2_true, G_1_1 * W_S1_2_3_S));
  const Real t13 = fma(G_4_4, P_S3_4_2_2, P_S4_3_3 * P_S4_2_2);
  const Real E_4_S2_3_S = 2.0f * t13;
  const Real t14 = fma(L_S2_3_S_1_1_true, E_4_S2_3_S, fma(L_S3_S2_1_1_true, E_4_S3_S, fma(L_S2_S3_1_1_true, E_4_S2_S, L_S_S2_3_1_1_true * E_4_S_S)));
  const Real W_S_S1 = G_1_1 * W_S1_S * t2;
  const Real E_4_S_S2_3 = P_S3_4_2_2 * P_S3_4_2_2;
  const Real E_4_S_S1_3 = P_S3_4_1_1 * P_S3_4_1_1;
  const Real L_S_S2_1_1_true = fma(-G_1_2, L_S2_S_1_2_true, G_1_1 * W_S1_S2);
  const Real W_S_S1_2 = t2 * L_S_S2_1_1_true;
  const Real E_4_S_S3 = P_S4_3_3 * P_S4_3_3;
  const Real E_4_S_S1_2 = P_S2_4_1_1 * P_S2_4_1_1;
  const Real L_S_S3_1_1_true = fma(-G_1_3, L_S3_S_1_3_true, G_1_1 * W_S1_S3);
  const Real W_S_S1_3 = t2 * L_S_S3_1_1_true;
  const Real E_4_S_S2 = P_S4_2_2 * P_S4_2_2;
  const Real E_4_S_S1 = P_S4_1_1 * P_S4_1_1;
  const Real E_4_S1_S3 = 2.0f * P_S4_3_3 * P_S3_4_1_1;
  const Real E_4_S1_S2 = 2.0f * P_S4_2_2 * P_S2_4_1_1;
  const Real E_4_S1_S = 2.0f * G_4_4 * P_S4_1_1;
  const Real L_S2_S_1_1_true = fma(-G_1_2, L_S_S_1_2_true, G_1_1 * W_S1_2_S);
  const Real W_S2_S1 = t2 * L_S2_S_1_1_true;
  const Real E_4_S2_S3 = 2.0f * P_S4_3_3 * P_S3_4_2_2;
  const Real E_4_S2_S1 = 2.0f * P_S2_4_1_1 * P_S4_1_1;
  const Real t15 = fma(P_S4_3_3, P_S2_3_4_1_1, P_S3_4_2_2 * P_S3_4_1_1);
  const Real t16 = fma(G_4_4, P_S2_4_1_1, P_S4_2_2 * P_S4_1_1);
  const Real E_4_S1_2_S = 2.0f * t16;
  const Real L_S3_S_1_1_true = fma(-G_1_3, L_S_S_1_3_true, G_1_1 * W_S1_3_S);
  const Real W_S3_S1 = t2 * L_S3_S_1_1_true;
  const Real E_4_S3_S2 = 2.0f * P_S3_4_2_2 * P_S4_2_2;
  const Real E_4_S3_S1 = 2.0f * P_S3_4_1_1 * P_S4_1_1;
  const Real t17 = fma(P_S4_2_2, P_S2_3_4_1_1, P_S3_4_2_2 * P_S2_4_1_1);
  const Real t18 = fma(G_4_4, P_S3_4_1_1, P_S4_3_3 * P_S4_1_1);
  const Real E_4_S1_3_S = 2.0f * t18;
  const Real t19 = fma(P_S2_3_4_1_1, P_S4_1_1, P_S3_4_1_1 * P_S2_4_1_1);
  const Real t20 = fma(G_4_4, P_S2_3_4_1_1, fma(P_S3_4_2_2, P_S4_1_1, fma(P_S4_2_2, P_S3_4_1_1, P_S4_3_3 * P_S2_4_1_1)));
  const Real Z_S4 = 0.5f * N * t3 * E_4_S_S;
  const Real t21 = fma(W_S2_S, P_S3_1_1, P_S3_2_2 * W_S1_S);
  const Real t22 = fma(2.0f, t21, P_S2_3_1_1);
  const Real E_3_S_S2 = P_S3_2_2 * P_S3_2_2;
  const Real E_3_S_S1 = P_S3_1_1 * P_S3_1_1;
  const Real E_3_S_S = G_3_3 * G_3_3;
  const Real E_3_S1_S = 2.0f * G_3_3 * P_S3_1_1;
  const Real E_3_S2_S = 2.0f * G_3_3 * P_S3_2_2;
  const Real t23 = fma(G_3_3, P_S2_3_1_1, P_S3_2_2 * P_S3_1_1);
  const Real t24 = fma(2.0f * W_S1_2_S, t23, fma(W_S2_S1, E_3_S2_S, fma(W_S1_S2, E_3_S1_S, fma(W_S_S1_2, E_3_S_S, fma(W_S_S2, E_3_S_S1, fma(W_S_S1, E_3_S_S2, P_S2_3_1_1 * t22))))));
  const Real t25 = fma(-Z_S4, t24, fma(2.0f * W_S1_2_3_S, t20, fma(2.0f * W_S2_3_S, t19, fma(W_S1_3_S2, E_4_S1_3_S, fma(2.0f * W_S1_3_S, t17, fma(W_S3_S2, E_4_S3_S1, fma(W_S3_S1, E_4_S3_S2, fma(W_S1_2_S3, E_4_S1_2_S, fma(2.0f * W_S1_2_S, t15, fma(W_S2_S3, E_4_S2_S1, fma(W_S2_S1, E_4_S2_S3, fma(W_S1_S2_3, E_4_S1_S, fma(W_S1_S3, E_4_S1_S2, fma(W_S1_S2, E_4_S1_S3, fma(W_S_S2_3, E_4_S_S1, fma(W_S_S1_3, E_4_S_S2, fma(W_S_S3, E_4_S_S1_2, fma(W_S_S1_2, E_4_S_S3, fma(W_S_S2, E_4_S_S1_3, fma(W_S_S1, E_4_S_S2_3, fma(t2, t14, P_S2_3_4_1_1 * t10)))))))))))))))))))));
  const Real Z_S1 = 0.5f * N * t3 * G_1_1 * G_1_1;
  const Real t26 = fma(W_S3_S, E_4_S3_S2, fma(W_S2_S, E_4_S2_S3, fma(W_S_S3, E_4_S_S2, fma(W_S_S2, E_4_S_S3, fma(W_S2_3_S, E_4_S2_3_S, fma(W_S3_S2, E_4_S3_S, fma(W_S2_S3, E_4_S2_S, fma(W_S_S2_3, E_4_S_S, E_4_S_S2_3))))))));
  const Real E_2_S_S = G_2_2 * G_2_2;
  const Real Z_S2 = 0.5f * N * t3 * E_2_S_S;
  const Real t27 = fma(W_S3_S, E_4_S3_S, fma(W_S_S3, E_4_S_S, E_4_S_S3));
  const Real Z_S3 = 0.5f * N * t3 * E_3_S_S;
  const Real C_S3_4 = fma(-Z_S3, Z_S4, 0.5f * N * t3 * t27);
  const Real t28 = fma(W_S2_S, E_4_S2_S, fma(W_S_S2, E_4_S_S, E_4_S_S2));
  const Real C_S2_4 = fma(-Z_S2, Z_S4, 0.5f * N * t3 * t28);
  const Real t29 = fma(W_S2_S, E_3_S2_S, fma(W_S_S2, E_3_S_S, E_3_S_S2));
  const Real Z_S2_3 = 0.5f * N * t3 * t29;
  const Real C_S2_3_4 = fma(-Z_S4, Z_S2_3, fma(-Z_S3, C_S2_4, fma(-Z_S2, C_S3_4, 0.5f * N * t3 * t26)));
  const Real t30 = fma(W_S1_3_S, E_4_S1_3_S, fma(W_S3_S, E_4_S3_S1, fma(W_S3_S1, E_4_S3_S, fma(W_S1_S3, E_4_S1_S, fma(W_S1_S, E_4_S1_S3, fma(W_S_S3, E_4_S_S1, fma(W_S_S1_3, E_4_S_S, fma(W_S_S1, E_4_S_S3, E_4_S_S1_3))))))));
  const Real t31 = fma(W_S1_S, E_4_S1_S, fma(W_S_S1, E_4_S_S, E_4_S_S1));
  const Real C_S1_4 = fma(-Z_S1, Z_S4, 0.5f * N * t3 * t31);
  const Real t32 = fma(W_S1_S, E_3_S1_S, fma(W_S_S1, E_3_S_S, E_3_S_S1));
  const Real Z_S1_3 = 0.5f * N * t3 * t32;
  const Real C_S1_3_4 = fma(-Z_S4, Z_S1_3, fma(-Z_S3, C_S1_4, fma(-Z_S1, C_S3_4, 0.5f * N * t3 * t30)));
  const Real t33 = fma(2.0f * G_2_2, W_S1_S, P_S2_1_1);
  const Real t34 = fma(P_S2_1_1, t33, W_S_S1 * E_2_S_S);
  const Real Z_S1_2 = 0.5f * N * t3 * t34;
  const Real t35 = fma(W_S1_2_S, E_4_S1_2_S, fma(W_S2_S, E_4_S2_S1, fma(W_S2_S1, E_4_S2_S, fma(W_S1_S2, E_4_S1_S, fma(W_S1_S, E_4_S1_S2, fma(W_S_S2, E_4_S_S1, fma(W_S_S1, E_4_S_S2, fma(W_S_S1_2, E_4_S_S, E_4_S_S1_2))))))));
  const Real C_S1_2_4 = fma(-Z_S4, Z_S1_2, fma(-Z_S2, C_S1_4, fma(-Z_S1, C_S2_4, 0.5f * N * t3 * t35)));
  const Real C_S1_2_3_4 = fma(-Z_S3, C_S1_2_4, fma(-C_S3_4, Z_S1_2, fma(-Z_S2, C_S1_3_4, fma(-C_S2_4, Z_S1_3, fma(-Z_S2_3, C_S1_4, fma(-Z_S1, C_S2_3_4, 0.5f * N * t3 * t25))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3_4;
}
