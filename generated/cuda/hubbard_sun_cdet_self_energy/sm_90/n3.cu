// hubbard_sun_cdet_self_energy, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_self_energy.diag:19: D(S)
//   hubbard_sun_cdet_self_energy.diag:22: P(S, s, v)
//   hubbard_sun_cdet_self_energy.diag:25: Q(S, v, b)
//   hubbard_sun_cdet_self_energy.diag:29: W(A, B)
//   hubbard_sun_cdet_self_energy.diag:35: L(A, B, s, v, again)
//   hubbard_sun_cdet_self_energy.diag:40: Z(V)
//   hubbard_sun_cdet_self_energy.diag:42: A(V, a, b)
//   hubbard_sun_cdet_self_energy.diag:46: C(V, a, b)
//   hubbard_sun_cdet_self_energy.diag:50: E(V, b)
//   hubbard_sun_cdet_self_energy.diag:53: leg(V, d)
//   hubbard_sun_cdet_self_energy.diag:55: self_energy(b)
// Order: L by A descending, B ascending, s ascending, v ascending, again ascending; at most 21 values live.
// A configuration takes 56 multiplications, 5 additions, 64 fused, 0 divisions, 0 functions,
// 9 loads and 3 stores, in 1 function.
// Launch hubbard_sun_cdet_self_energy_straight: 128 threads and 128 configurations a block.
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
hubbard_sun_cdet_self_energy_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 1.0f;
  const Real t2 = fma(0.5f, N, -1.0f);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S3_S = G_3_3 * t1;
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = G_2_3 * G_3_2;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S3_S_2_2_false = fma(G_2_2, W_S3_S, -t3);
  const Real W_S2_3_S = t1 * L_S3_S_2_2_false;
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S3_S_1_2_false = fma(-G_2_3, G_3_1, W_S3_S * G_2_1);
  const Real W_S2_S = G_2_2 * t1;
  const Real L_S2_S_1_3_false = fma(-G_3_2, G_2_1, W_S2_S * G_3_1);
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S2_3_S_1_1_false = fma(-L_S2_S_1_3_false, G_1_3, fma(-G_1_2, L_S3_S_1_2_false, G_1_1 * W_S2_3_S));
  const Real L_S2_3_S_1_2_false = fma(-G_2_3, L_S2_S_1_3_false, fma(-G_2_2, L_S3_S_1_2_false, W_S2_3_S * G_2_1));
  const Real L_S2_3_S_1_3_false = fma(-G_3_3, L_S2_S_1_3_false, fma(-G_3_2, L_S3_S_1_2_false, W_S2_3_S * G_3_1));
  const Real L_S3_S_1_1_false = fma(-G_3_1, G_1_3, G_1_1 * W_S3_S);
  const Real t4 = W_S3_S - G_3_3;
  const Real L_S3_S_1_3_false = t4 * G_3_1;
  const Real t5 = G_2_2 * W_S2_3_S;
  const Real L_S_S_2_3_true = G_3_2 * W_S2_S;
  const Real L_S3_S_2_2_true = fma(-G_2_3, L_S_S_2_3_true, t5);
  const Real L_S3_S_2_3_true = fma(-G_3_3, L_S_S_2_3_true, G_3_2 * W_S2_3_S);
  const Real W_S3_S2 = t2 * L_S3_S_2_2_true;
  const Real W_S_S2 = G_2_2 * t2 * W_S2_S;
  const Real t6 = W_S2_S - G_2_2;
  const Real L_S2_S_1_2_false = G_2_1 * t6;
  const Real L_S_S2_1_3_false = fma(-G_3_2, L_S2_S_1_2_false, G_3_1 * W_S_S2);
  const Real L_S3_S2_1_1_false = fma(-G_1_3, L_S_S2_1_3_false, fma(-G_1_2, L_S2_3_S_1_2_false, G_1_1 * W_S3_S2));
  const Real L_S3_S2_1_3_false = fma(-G_3_3, L_S_S2_1_3_false, fma(-G_3_2, L_S2_3_S_1_2_false, G_3_1 * W_S3_S2));
  const Real L_S2_S_1_1_false = fma(-G_1_2, G_2_1, G_1_1 * W_S2_S);
  const Real W_S_S3 = G_3_3 * W_S3_S * t2;
  const Real L_S_S3_2_2_false = fma(-G_2_3 * G_3_2, t4, G_2_2 * W_S_S3);
  const Real W_S2_S3 = t1 * L_S_S3_2_2_false;
  const Real L_S_S3_1_2_false = fma(-G_2_3, L_S3_S_1_3_false, W_S_S3 * G_2_1);
  const Real L_S2_S3_1_1_false = fma(-G_1_2, L_S_S3_1_2_false, fma(-L_S2_3_S_1_3_false, G_1_3, G_1_1 * W_S2_S3));
  const Real L_S2_S3_1_2_false = fma(-G_2_2, L_S_S3_1_2_false, fma(-G_2_3, L_S2_3_S_1_3_false, W_S2_S3 * G_2_1));
  const Real L_S_S2_1_1_false = fma(-G_1_2, L_S2_S_1_2_false, G_1_1 * W_S_S2);
  const Real L_S_S3_1_1_false = fma(-L_S3_S_1_3_false, G_1_3, G_1_1 * W_S_S3);
  const Real t7 = G_2_2 * W_S2_S3;
  const Real L_S_S3_2_2_true = fma(-G_2_3, L_S3_S_2_3_true, t7);
  const Real W_S_S2_3 = t2 * L_S_S3_2_2_true;
  const Real L_S_S2_3_1_1_false = fma(-G_1_2, L_S2_S3_1_2_false, fma(-G_1_3, L_S3_S2_1_3_false, G_1_1 * W_S_S2_3));
  const Real W_S1_2_S3 = t1 * L_S2_S3_1_1_false;
  const Real W_S1_3_S2 = t1 * L_S3_S2_1_1_false;
  const Real P_S3_2_2 = fma(G_2_2, G_3_3, -t3);
  const Real W_S1_2_3_S = t1 * L_S2_3_S_1_1_false;
  const Real Z_S2 = fma(G_2_2, W_S2_S, W_S_S2);
  const Real W_S1_3_S = t1 * L_S3_S_1_1_false;
  const Real Z_S3 = fma(G_3_3, W_S3_S, W_S_S3);
  const Real W_S1_S = G_1_1 * t1;
  const Real C_S1_3_1_1 = fma(-G_3_3, W_S1_3_S, fma(-t1, L_S_S3_1_1_false, Z_S3 * W_S1_S));
  const Real W_S1_2_S = t1 * L_S2_S_1_1_false;
  const Real C_S1_2_1_1 = fma(-G_2_2, W_S1_2_S, fma(-t1, L_S_S2_1_1_false, Z_S2 * W_S1_S));
  const Real Z_S2_3 = fma(W_S2_3_S, P_S3_2_2, fma(G_3_3, W_S3_S2, t7) + W_S_S2_3);
  const Real C_S1_2_3_1_1 = fma(-Z_S3, C_S1_2_1_1, fma(-Z_S2, C_S1_3_1_1, fma(-P_S3_2_2, W_S1_2_3_S, fma(-G_3_3, W_S1_3_S2, fma(-G_2_2, W_S1_2_S3, fma(-t1, L_S_S2_3_1_1_false, W_S1_S * Z_S2_3))))));
  const Real Q_S2_3_1_2 = fma(-G_3_2, G_1_3, G_3_3 * G_1_2);
  const Real A_S1_2_1_2 = G_1_2 * W_S1_2_S;
  const Real A_S1_3_1_3 = G_1_3 * W_S1_3_S;
  const Real t8 = G_1_3 * W_S1_S;
  const Real E_S1_3_3 = fma(-W_S3_S, t8, A_S1_3_1_3);
  const Real leg_S1_3_2 = fma(G_3_2, E_S1_3_3, G_1_2 * C_S1_3_1_1);
  const Real t9 = G_1_2 * W_S1_S;
  const Real C_S2_3_2_2 = fma(W_S2_S, Z_S3, fma(-G_3_3, W_S2_3_S, -W_S2_S3));
  const Real E_S1_2_3_2 = fma(t9, C_S2_3_2_2, fma(W_S2_S, leg_S1_3_2, fma(G_3_2 * W_S2_3_S, t8, fma(-Z_S3, A_S1_2_1_2, fma(W_S1_2_3_S, Q_S2_3_1_2, G_1_2 * W_S1_2_S3)))));
  const Real Q_S2_3_1_3 = fma(-G_2_3, G_1_2, G_2_2 * G_1_3);
  const Real E_S1_2_2 = fma(-W_S2_S, t9, A_S1_2_1_2);
  const Real leg_S1_2_3 = fma(G_2_3, E_S1_2_2, G_1_3 * C_S1_2_1_1);
  const Real C_S2_3_3_3 = fma(W_S3_S, Z_S2, -t5 - W_S3_S2);
  const Real E_S1_2_3_3 = fma(t8, C_S2_3_3_3, fma(W_S3_S, leg_S1_2_3, fma(W_S1_2_3_S, Q_S2_3_1_3, fma(G_2_3 * W_S2_3_S, t9, fma(-Z_S2, A_S1_3_1_3, G_1_3 * W_S1_3_S2)))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3_1_1;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = E_S1_2_3_2;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = E_S1_2_3_3;
}
