// hubbard_sun_cdet_greens_function, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_greens_function.diag:17: D(S)
//   hubbard_sun_cdet_greens_function.diag:20: P(S, s, v)
//   hubbard_sun_cdet_greens_function.diag:23: Q(S, v, b)
//   hubbard_sun_cdet_greens_function.diag:27: W(A, B)
//   hubbard_sun_cdet_greens_function.diag:33: L(A, B, s, v, again)
//   hubbard_sun_cdet_greens_function.diag:38: Z(V)
//   hubbard_sun_cdet_greens_function.diag:40: A(V, b)
//   hubbard_sun_cdet_greens_function.diag:44: C(V, b)
//   hubbard_sun_cdet_greens_function.diag:46: amputated(b)
// Order: L by B ascending, s ascending, A ascending, v ascending, again ascending, eagerly; at most 18 values live.
// A configuration takes 48 multiplications, 4 additions, 51 fused, 0 divisions, 0 functions,
// 9 loads and 3 stores, in 1 function.
// Launch hubbard_sun_cdet_greens_function_straight: 128 threads and 128 configurations a block.
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
hubbard_sun_cdet_greens_function_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 1.0f;
  const Real t2 = fma(0.5f, N, -1.0f);
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S2_S = G_2_2 * t1;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S2_S_1_1_false = fma(-G_1_2, G_2_1, G_1_1 * W_S2_S);
  const Real W_S1_2_S = t1 * L_S2_S_1_1_false;
  const Real t3 = W_S2_S - G_2_2;
  const Real L_S2_S_1_2_false = G_2_1 * t3;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S2_S_1_3_false = fma(-G_3_2, G_2_1, W_S2_S * G_3_1);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S3_S = G_3_3 * t1;
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S3_S_1_1_false = fma(-G_3_1, G_1_3, G_1_1 * W_S3_S);
  const Real W_S1_3_S = t1 * L_S3_S_1_1_false;
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S3_S_1_2_false = fma(-G_2_3, G_3_1, W_S3_S * G_2_1);
  const Real t4 = W_S3_S - G_3_3;
  const Real L_S3_S_1_3_false = t4 * G_3_1;
  const Real t5 = G_2_3 * G_3_2;
  const Real L_S3_S_2_2_false = fma(G_2_2, W_S3_S, -t5);
  const Real W_S2_3_S = t1 * L_S3_S_2_2_false;
  const Real L_S2_3_S_1_1_false = fma(-G_1_2, L_S3_S_1_2_false, fma(-L_S2_S_1_3_false, G_1_3, G_1_1 * W_S2_3_S));
  const Real W_S1_2_3_S = t1 * L_S2_3_S_1_1_false;
  const Real L_S2_3_S_1_2_false = fma(-G_2_2, L_S3_S_1_2_false, fma(-G_2_3, L_S2_S_1_3_false, W_S2_3_S * G_2_1));
  const Real L_S2_3_S_1_3_false = fma(-G_3_2, L_S3_S_1_2_false, fma(-G_3_3, L_S2_S_1_3_false, W_S2_3_S * G_3_1));
  const Real L_S_S_2_3_true = G_3_2 * W_S2_S;
  const Real L_S3_S_2_2_true = fma(-G_2_3, L_S_S_2_3_true, G_2_2 * W_S2_3_S);
  const Real W_S3_S2 = t2 * L_S3_S_2_2_true;
  const Real L_S3_S_2_3_true = fma(-G_3_3, L_S_S_2_3_true, G_3_2 * W_S2_3_S);
  const Real W_S_S2 = G_2_2 * t2 * W_S2_S;
  const Real Z_S2 = fma(G_2_2, W_S2_S, W_S_S2);
  const Real L_S_S2_1_1_false = fma(-G_1_2, L_S2_S_1_2_false, G_1_1 * W_S_S2);
  const Real L_S_S2_1_3_false = fma(-G_3_2, L_S2_S_1_2_false, G_3_1 * W_S_S2);
  const Real L_S3_S2_1_1_false = fma(-G_1_3, L_S_S2_1_3_false, fma(-G_1_2, L_S2_3_S_1_2_false, G_1_1 * W_S3_S2));
  const Real W_S1_3_S2 = t1 * L_S3_S2_1_1_false;
  const Real L_S3_S2_1_3_false = fma(-G_3_3, L_S_S2_1_3_false, fma(-G_3_2, L_S2_3_S_1_2_false, G_3_1 * W_S3_S2));
  const Real W_S_S3 = G_3_3 * W_S3_S * t2;
  const Real L_S_S3_2_2_false = fma(-G_2_3 * G_3_2, t4, G_2_2 * W_S_S3);
  const Real Z_S3 = fma(G_3_3, W_S3_S, W_S_S3);
  const Real W_S2_S3 = t1 * L_S_S3_2_2_false;
  const Real L_S_S3_1_1_false = fma(-L_S3_S_1_3_false, G_1_3, G_1_1 * W_S_S3);
  const Real L_S_S3_1_2_false = fma(-G_2_3, L_S3_S_1_3_false, W_S_S3 * G_2_1);
  const Real L_S2_S3_1_1_false = fma(-G_1_2, L_S_S3_1_2_false, fma(-L_S2_3_S_1_3_false, G_1_3, G_1_1 * W_S2_S3));
  const Real W_S1_2_S3 = t1 * L_S2_S3_1_1_false;
  const Real L_S2_S3_1_2_false = fma(-G_2_2, L_S_S3_1_2_false, fma(-G_2_3, L_S2_3_S_1_3_false, W_S2_S3 * G_2_1));
  const Real t6 = G_2_2 * W_S2_S3;
  const Real L_S_S3_2_2_true = fma(-G_2_3, L_S3_S_2_3_true, t6);
  const Real W_S_S2_3 = t2 * L_S_S3_2_2_true;
  const Real L_S_S2_3_1_1_false = fma(-G_1_2, L_S2_S3_1_2_false, fma(-G_1_3, L_S3_S2_1_3_false, G_1_1 * W_S_S2_3));
  const Real P_S3_2_2 = fma(G_2_2, G_3_3, -t5);
  const Real Z_S2_3 = fma(W_S2_3_S, P_S3_2_2, fma(G_3_3, W_S3_S2, t6) + W_S_S2_3);
  const Real W_S1_S = G_1_1 * t1;
  const Real C_S1_3_1 = fma(-t1, L_S_S3_1_1_false, fma(-G_3_3, W_S1_3_S, Z_S3 * W_S1_S));
  const Real C_S1_2_1 = fma(-t1, L_S_S2_1_1_false, fma(-G_2_2, W_S1_2_S, Z_S2 * W_S1_S));
  const Real C_S1_2_3_1 = fma(-Z_S3, C_S1_2_1, fma(-Z_S2, C_S1_3_1, fma(-P_S3_2_2, W_S1_2_3_S, fma(-t1, L_S_S2_3_1_1_false, fma(-G_2_2, W_S1_2_S3, fma(-G_3_3, W_S1_3_S2, W_S1_S * Z_S2_3))))));
  const Real t7 = fma(-Z_S3, W_S1_2_S, W_S1_2_S3);
  const Real Q_S2_3_1_2 = fma(-G_3_2, G_1_3, G_3_3 * G_1_2);
  const Real C_S1_2_3_2 = fma(W_S1_2_3_S, Q_S2_3_1_2, G_1_2 * t7);
  const Real t8 = fma(-Z_S2, W_S1_3_S, W_S1_3_S2);
  const Real Q_S2_3_1_3 = fma(-G_2_3, G_1_2, G_2_2 * G_1_3);
  const Real C_S1_2_3_3 = fma(W_S1_2_3_S, Q_S2_3_1_3, G_1_3 * t8);
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3_1;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = C_S1_2_3_2;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = C_S1_2_3_3;
}
