// hubbard_sun_cdet_greens_function, n = 4: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: L by B ascending, s descending, A ascending, v ascending, again ascending, eagerly; at most 62 values live.
// A configuration takes 204 multiplications, 8 additions, 312 fused, 0 divisions, 0 functions,
// 16 loads and 4 stores, in 1 function.
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

extern "C" __global__ void __launch_bounds__(128, 4)
hubbard_sun_cdet_greens_function_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 1.0f;
  const Real t2 = fma(0.5f, N, -1.0f);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S3_S = G_3_3 * t1;
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S_3_4_true = G_4_3 * W_S3_S;
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S4_S = G_4_4 * t1;
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = G_3_4 * G_4_3;
  const Real L_S4_S_3_3_false = fma(G_3_3, W_S4_S, -t3);
  const Real W_S3_4_S = t1 * L_S4_S_3_3_false;
  const Real L_S4_S_3_3_true = fma(-G_3_4, L_S_S_3_4_true, G_3_3 * W_S3_4_S);
  const Real W_S4_S3 = t2 * L_S4_S_3_3_true;
  const Real L_S4_S_3_4_true = fma(-G_4_4, L_S_S_3_4_true, G_4_3 * W_S3_4_S);
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S2_S = G_2_2 * t1;
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S_2_3_true = G_3_2 * W_S2_S;
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S_2_4_true = G_4_2 * W_S2_S;
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = G_2_3 * G_3_2;
  const Real L_S3_S_2_2_false = fma(G_2_2, W_S3_S, -t4);
  const Real W_S2_3_S = t1 * L_S3_S_2_2_false;
  const Real L_S3_S_2_2_true = fma(-G_2_3, L_S_S_2_3_true, G_2_2 * W_S2_3_S);
  const Real W_S3_S2 = t2 * L_S3_S_2_2_true;
  const Real t5 = W_S3_S - G_3_3;
  const Real L_S3_S_2_3_false = G_3_2 * t5;
  const Real L_S3_S_2_3_true = fma(-G_3_3, L_S_S_2_3_true, G_3_2 * W_S2_3_S);
  const Real t6 = G_4_3 * G_3_2;
  const Real L_S3_S_2_4_false = fma(W_S3_S, G_4_2, -t6);
  const Real L_S3_S_2_4_true = fma(-G_4_3, L_S_S_2_3_true, G_4_2 * W_S2_3_S);
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real t7 = G_4_2 * G_2_4;
  const Real L_S4_S_2_2_false = fma(G_2_2, W_S4_S, -t7);
  const Real W_S2_4_S = t1 * L_S4_S_2_2_false;
  const Real L_S4_S_2_2_true = fma(-G_2_4, L_S_S_2_4_true, G_2_2 * W_S2_4_S);
  const Real W_S4_S2 = t2 * L_S4_S_2_2_true;
  const Real t8 = G_3_4 * G_4_2;
  const Real L_S4_S_2_3_false = fma(W_S4_S, G_3_2, -t8);
  const Real L_S4_S_2_3_true = fma(-G_3_4, L_S_S_2_4_true, G_3_2 * W_S2_4_S);
  const Real t9 = W_S4_S - G_4_4;
  const Real L_S4_S_2_4_false = t9 * G_4_2;
  const Real L_S4_S_2_4_true = fma(-G_4_4, L_S_S_2_4_true, G_4_2 * W_S2_4_S);
  const Real L_S3_4_S_2_2_false = fma(-G_2_3, L_S4_S_2_3_false, fma(-L_S3_S_2_4_false, G_2_4, G_2_2 * W_S3_4_S));
  const Real W_S2_3_4_S = t1 * L_S3_4_S_2_2_false;
  const Real L_S3_4_S_2_2_true = fma(-G_2_3, L_S4_S_2_3_true, fma(-G_2_4, L_S3_S_2_4_true, G_2_2 * W_S2_3_4_S));
  const Real W_S3_4_S2 = t2 * L_S3_4_S_2_2_true;
  const Real L_S3_4_S_2_3_false = fma(-G_3_3, L_S4_S_2_3_false, fma(-G_3_4, L_S3_S_2_4_false, W_S3_4_S * G_3_2));
  const Real L_S3_4_S_2_3_true = fma(-G_3_3, L_S4_S_2_3_true, fma(-G_3_4, L_S3_S_2_4_true, G_3_2 * W_S2_3_4_S));
  const Real L_S3_4_S_2_4_false = fma(-G_4_3, L_S4_S_2_3_false, fma(-G_4_4, L_S3_S_2_4_false, W_S3_4_S * G_4_2));
  const Real L_S3_4_S_2_4_true = fma(-G_4_3, L_S4_S_2_3_true, fma(-G_4_4, L_S3_S_2_4_true, G_4_2 * W_S2_3_4_S));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S2_S_1_1_false = fma(-G_1_2, G_2_1, G_1_1 * W_S2_S);
  const Real W_S1_2_S = t1 * L_S2_S_1_1_false;
  const Real t10 = W_S2_S - G_2_2;
  const Real L_S2_S_1_2_false = G_2_1 * t10;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S2_S_1_3_false = fma(-G_3_2, G_2_1, W_S2_S * G_3_1);
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S2_S_1_4_false = fma(-G_4_2, G_2_1, W_S2_S * G_4_1);
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S3_S_1_1_false = fma(-G_3_1, G_1_3, G_1_1 * W_S3_S);
  const Real W_S1_3_S = t1 * L_S3_S_1_1_false;
  const Real L_S3_S_1_2_false = fma(-G_2_3, G_3_1, W_S3_S * G_2_1);
  const Real L_S3_S_1_3_false = t5 * G_3_1;
  const Real L_S3_S_1_4_false = fma(-G_4_3, G_3_1, W_S3_S * G_4_1);
  const Real L_S2_3_S_1_1_false = fma(-G_1_2, L_S3_S_1_2_false, fma(-L_S2_S_1_3_false, G_1_3, G_1_1 * W_S2_3_S));
  const Real W_S1_2_3_S = t1 * L_S2_3_S_1_1_false;
  const Real L_S2_3_S_1_2_false = fma(-G_2_2, L_S3_S_1_2_false, fma(-G_2_3, L_S2_S_1_3_false, W_S2_3_S * G_2_1));
  const Real L_S2_3_S_1_3_false = fma(-G_3_2, L_S3_S_1_2_false, fma(-G_3_3, L_S2_S_1_3_false, W_S2_3_S * G_3_1));
  const Real L_S2_3_S_1_4_false = fma(-G_4_2, L_S3_S_1_2_false, fma(-G_4_3, L_S2_S_1_3_false, W_S2_3_S * G_4_1));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S4_S_1_1_false = fma(-G_4_1, G_1_4, G_1_1 * W_S4_S);
  const Real W_S1_4_S = t1 * L_S4_S_1_1_false;
  const Real L_S4_S_1_2_false = fma(-G_2_4, G_4_1, W_S4_S * G_2_1);
  const Real L_S4_S_1_3_false = fma(-G_3_4, G_4_1, W_S4_S * G_3_1);
  const Real L_S4_S_1_4_false = t9 * G_4_1;
  const Real L_S2_4_S_1_1_false = fma(-G_1_2, L_S4_S_1_2_false, fma(-L_S2_S_1_4_false, G_1_4, G_1_1 * W_S2_4_S));
  const Real W_S1_2_4_S = t1 * L_S2_4_S_1_1_false;
  const Real L_S2_4_S_1_2_false = fma(-G_2_2, L_S4_S_1_2_false, fma(-G_2_4, L_S2_S_1_4_false, W_S2_4_S * G_2_1));
  const Real L_S2_4_S_1_3_false = fma(-G_3_2, L_S4_S_1_2_false, fma(-G_3_4, L_S2_S_1_4_false, W_S2_4_S * G_3_1));
  const Real L_S2_4_S_1_4_false = fma(-G_4_2, L_S4_S_1_2_false, fma(-G_4_4, L_S2_S_1_4_false, W_S2_4_S * G_4_1));
  const Real L_S3_4_S_1_1_false = fma(-L_S4_S_1_3_false, G_1_3, fma(-L_S3_S_1_4_false, G_1_4, G_1_1 * W_S3_4_S));
  const Real W_S1_3_4_S = t1 * L_S3_4_S_1_1_false;
  const Real L_S3_4_S_1_2_false = fma(-G_2_3, L_S4_S_1_3_false, fma(-G_2_4, L_S3_S_1_4_false, W_S3_4_S * G_2_1));
  const Real L_S3_4_S_1_3_false = fma(-G_3_3, L_S4_S_1_3_false, fma(-G_3_4, L_S3_S_1_4_false, W_S3_4_S * G_3_1));
  const Real L_S3_4_S_1_4_false = fma(-G_4_3, L_S4_S_1_3_false, fma(-G_4_4, L_S3_S_1_4_false, W_S3_4_S * G_4_1));
  const Real L_S2_3_4_S_1_1_false = fma(-G_1_2, L_S3_4_S_1_2_false, fma(-L_S2_4_S_1_3_false, G_1_3, fma(-L_S2_3_S_1_4_false, G_1_4, G_1_1 * W_S2_3_4_S)));
  const Real W_S1_2_3_4_S = t1 * L_S2_3_4_S_1_1_false;
  const Real L_S2_3_4_S_1_2_false = fma(-G_2_2, L_S3_4_S_1_2_false, fma(-G_2_3, L_S2_4_S_1_3_false, fma(-G_2_4, L_S2_3_S_1_4_false, W_S2_3_4_S * G_2_1)));
  const Real L_S2_3_4_S_1_3_false = fma(-G_3_2, L_S3_4_S_1_2_false, fma(-G_3_3, L_S2_4_S_1_3_false, fma(-G_3_4, L_S2_3_S_1_4_false, W_S2_3_4_S * G_3_1)));
  const Real L_S2_3_4_S_1_4_false = fma(-G_4_2, L_S3_4_S_1_2_false, fma(-G_4_3, L_S2_4_S_1_3_false, fma(-G_4_4, L_S2_3_S_1_4_false, W_S2_3_4_S * G_4_1)));
  const Real W_S_S2 = G_2_2 * t2 * W_S2_S;
  const Real Z_S2 = fma(G_2_2, W_S2_S, W_S_S2);
  const Real L_S_S2_1_1_false = fma(-G_1_2, L_S2_S_1_2_false, G_1_1 * W_S_S2);
  const Real L_S_S2_1_3_false = fma(-G_3_2, L_S2_S_1_2_false, G_3_1 * W_S_S2);
  const Real L_S_S2_1_4_false = fma(-G_4_2, L_S2_S_1_2_false, G_4_1 * W_S_S2);
  const Real L_S3_S2_1_1_false = fma(-G_1_3, L_S_S2_1_3_false, fma(-G_1_2, L_S2_3_S_1_2_false, G_1_1 * W_S3_S2));
  const Real W_S1_3_S2 = t1 * L_S3_S2_1_1_false;
  const Real L_S3_S2_1_3_false = fma(-G_3_3, L_S_S2_1_3_false, fma(-G_3_2, L_S2_3_S_1_2_false, G_3_1 * W_S3_S2));
  const Real L_S3_S2_1_4_false = fma(-G_4_3, L_S_S2_1_3_false, fma(-G_4_2, L_S2_3_S_1_2_false, G_4_1 * W_S3_S2));
  const Real L_S4_S2_1_1_false = fma(-L_S_S2_1_4_false, G_1_4, fma(-G_1_2, L_S2_4_S_1_2_false, G_1_1 * W_S4_S2));
  const Real W_S1_4_S2 = t1 * L_S4_S2_1_1_false;
  const Real L_S4_S2_1_3_false = fma(-G_3_4, L_S_S2_1_4_false, fma(-G_3_2, L_S2_4_S_1_2_false, G_3_1 * W_S4_S2));
  const Real L_S4_S2_1_4_false = fma(-G_4_4, L_S_S2_1_4_false, fma(-G_4_2, L_S2_4_S_1_2_false, G_4_1 * W_S4_S2));
  const Real L_S3_4_S2_1_1_false = fma(-G_1_3, L_S4_S2_1_3_false, fma(-L_S3_S2_1_4_false, G_1_4, fma(-G_1_2, L_S2_3_4_S_1_2_false, G_1_1 * W_S3_4_S2)));
  const Real W_S1_3_4_S2 = t1 * L_S3_4_S2_1_1_false;
  const Real L_S3_4_S2_1_3_false = fma(-G_3_3, L_S4_S2_1_3_false, fma(-G_3_4, L_S3_S2_1_4_false, fma(-G_3_2, L_S2_3_4_S_1_2_false, G_3_1 * W_S3_4_S2)));
  const Real L_S3_4_S2_1_4_false = fma(-G_4_3, L_S4_S2_1_3_false, fma(-G_4_4, L_S3_S2_1_4_false, fma(-G_4_2, L_S2_3_4_S_1_2_false, G_4_1 * W_S3_4_S2)));
  const Real W_S_S3 = G_3_3 * t2 * W_S3_S;
  const Real Z_S3 = fma(G_3_3, W_S3_S, W_S_S3);
  const Real L_S_S3_2_2_false = fma(-G_2_3, L_S3_S_2_3_false, G_2_2 * W_S_S3);
  const Real W_S2_S3 = t1 * L_S_S3_2_2_false;
  const Real t11 = G_2_2 * W_S2_S3;
  const Real L_S_S3_2_2_true = fma(-G_2_3, L_S3_S_2_3_true, t11);
  const Real W_S_S2_3 = t2 * L_S_S3_2_2_true;
  const Real L_S_S3_2_4_false = fma(-G_4_3, L_S3_S_2_3_false, G_4_2 * W_S_S3);
  const Real L_S_S3_2_4_true = fma(-G_4_3, L_S3_S_2_3_true, G_4_2 * W_S2_S3);
  const Real L_S4_S3_2_2_false = fma(-G_2_4, L_S_S3_2_4_false, fma(-G_2_3, L_S3_4_S_2_3_false, G_2_2 * W_S4_S3));
  const Real W_S2_4_S3 = t1 * L_S4_S3_2_2_false;
  const Real L_S4_S3_2_2_true = fma(-G_2_4, L_S_S3_2_4_true, fma(-G_2_3, L_S3_4_S_2_3_true, G_2_2 * W_S2_4_S3));
  const Real W_S4_S2_3 = t2 * L_S4_S3_2_2_true;
  const Real L_S4_S3_2_4_false = fma(-G_4_4, L_S_S3_2_4_false, fma(-G_4_3, L_S3_4_S_2_3_false, G_4_2 * W_S4_S3));
  const Real L_S4_S3_2_4_true = fma(-G_4_4, L_S_S3_2_4_true, fma(-G_4_3, L_S3_4_S_2_3_true, G_4_2 * W_S2_4_S3));
  const Real L_S_S3_1_1_false = fma(-L_S3_S_1_3_false, G_1_3, G_1_1 * W_S_S3);
  const Real L_S_S3_1_2_false = fma(-G_2_3, L_S3_S_1_3_false, W_S_S3 * G_2_1);
  const Real L_S_S3_1_4_false = fma(-G_4_3, L_S3_S_1_3_false, W_S_S3 * G_4_1);
  const Real L_S2_S3_1_1_false = fma(-G_1_2, L_S_S3_1_2_false, fma(-L_S2_3_S_1_3_false, G_1_3, G_1_1 * W_S2_S3));
  const Real W_S1_2_S3 = t1 * L_S2_S3_1_1_false;
  const Real L_S2_S3_1_2_false = fma(-G_2_2, L_S_S3_1_2_false, fma(-G_2_3, L_S2_3_S_1_3_false, W_S2_S3 * G_2_1));
  const Real L_S2_S3_1_4_false = fma(-G_4_2, L_S_S3_1_2_false, fma(-G_4_3, L_S2_3_S_1_3_false, W_S2_S3 * G_4_1));
  const Real L_S4_S3_1_1_false = fma(-L_S_S3_1_4_false, G_1_4, fma(-L_S3_4_S_1_3_false, G_1_3, G_1_1 * W_S4_S3));
  const Real W_S1_4_S3 = t1 * L_S4_S3_1_1_false;
  const Real L_S4_S3_1_2_false = fma(-G_2_4, L_S_S3_1_4_false, fma(-G_2_3, L_S3_4_S_1_3_false, W_S4_S3 * G_2_1));
  const Real L_S4_S3_1_4_false = fma(-G_4_4, L_S_S3_1_4_false, fma(-G_4_3, L_S3_4_S_1_3_false, W_S4_S3 * G_4_1));
  const Real L_S2_4_S3_1_1_false = fma(-G_1_2, L_S4_S3_1_2_false, fma(-L_S2_S3_1_4_false, G_1_4, fma(-L_S2_3_4_S_1_3_false, G_1_3, G_1_1 * W_S2_4_S3)));
  const Real W_S1_2_4_S3 = t1 * L_S2_4_S3_1_1_false;
  const Real L_S2_4_S3_1_2_false = fma(-G_2_2, L_S4_S3_1_2_false, fma(-G_2_4, L_S2_S3_1_4_false, fma(-G_2_3, L_S2_3_4_S_1_3_false, W_S2_4_S3 * G_2_1)));
  const Real L_S2_4_S3_1_4_false = fma(-G_4_2, L_S4_S3_1_2_false, fma(-G_4_4, L_S2_S3_1_4_false, fma(-G_4_3, L_S2_3_4_S_1_3_false, W_S2_4_S3 * G_4_1)));
  const Real L_S_S2_3_1_1_false = fma(-G_1_2, L_S2_S3_1_2_false, fma(-G_1_3, L_S3_S2_1_3_false, G_1_1 * W_S_S2_3));
  const Real L_S_S2_3_1_4_false = fma(-G_4_2, L_S2_S3_1_2_false, fma(-G_4_3, L_S3_S2_1_3_false, G_4_1 * W_S_S2_3));
  const Real L_S4_S2_3_1_1_false = fma(-G_1_4, L_S_S2_3_1_4_false, fma(-G_1_2, L_S2_4_S3_1_2_false, fma(-G_1_3, L_S3_4_S2_1_3_false, G_1_1 * W_S4_S2_3)));
  const Real W_S1_4_S2_3 = t1 * L_S4_S2_3_1_1_false;
  const Real L_S4_S2_3_1_4_false = fma(-G_4_4, L_S_S2_3_1_4_false, fma(-G_4_2, L_S2_4_S3_1_2_false, fma(-G_4_3, L_S3_4_S2_1_3_false, G_4_1 * W_S4_S2_3)));
  const Real W_S_S4 = G_4_4 * W_S4_S * t2;
  const Real L_S_S4_3_3_false = fma(-G_3_4 * G_4_3, t9, G_3_3 * W_S_S4);
  const Real Z_S4 = fma(G_4_4, W_S4_S, W_S_S4);
  const Real W_S3_S4 = t1 * L_S_S4_3_3_false;
  const Real t12 = G_3_3 * W_S3_S4;
  const Real L_S_S4_3_3_true = fma(-G_3_4, L_S4_S_3_4_true, t12);
  const Real W_S_S3_4 = t2 * L_S_S4_3_3_true;
  const Real L_S_S4_2_2_false = fma(-L_S4_S_2_4_false, G_2_4, G_2_2 * W_S_S4);
  const Real W_S2_S4 = t1 * L_S_S4_2_2_false;
  const Real t13 = G_2_2 * W_S2_S4;
  const Real L_S_S4_2_2_true = fma(-G_2_4, L_S4_S_2_4_true, t13);
  const Real W_S_S2_4 = t2 * L_S_S4_2_2_true;
  const Real L_S_S4_2_3_false = fma(-G_3_4, L_S4_S_2_4_false, W_S_S4 * G_3_2);
  const Real L_S_S4_2_3_true = fma(-G_3_4, L_S4_S_2_4_true, G_3_2 * W_S2_S4);
  const Real L_S3_S4_2_2_false = fma(-G_2_3, L_S_S4_2_3_false, fma(-L_S3_4_S_2_4_false, G_2_4, G_2_2 * W_S3_S4));
  const Real W_S2_3_S4 = t1 * L_S3_S4_2_2_false;
  const Real L_S3_S4_2_2_true = fma(-G_2_3, L_S_S4_2_3_true, fma(-G_2_4, L_S3_4_S_2_4_true, G_2_2 * W_S2_3_S4));
  const Real W_S3_S2_4 = t2 * L_S3_S4_2_2_true;
  const Real L_S3_S4_2_3_false = fma(-G_3_3, L_S_S4_2_3_false, fma(-G_3_4, L_S3_4_S_2_4_false, W_S3_S4 * G_3_2));
  const Real L_S_S3_4_2_2_false = fma(-G_2_3, L_S3_S4_2_3_false, fma(-G_2_4, L_S4_S3_2_4_false, G_2_2 * W_S_S3_4));
  const Real W_S2_S3_4 = t1 * L_S_S3_4_2_2_false;
  const Real L_S3_S4_2_3_true = fma(-G_3_3, L_S_S4_2_3_true, fma(-G_3_4, L_S3_4_S_2_4_true, G_3_2 * W_S2_3_S4));
  const Real L_S_S4_1_1_false = fma(-L_S4_S_1_4_false, G_1_4, G_1_1 * W_S_S4);
  const Real L_S_S4_1_2_false = fma(-G_2_4, L_S4_S_1_4_false, W_S_S4 * G_2_1);
  const Real L_S_S4_1_3_false = fma(-G_3_4, L_S4_S_1_4_false, W_S_S4 * G_3_1);
  const Real L_S2_S4_1_1_false = fma(-G_1_2, L_S_S4_1_2_false, fma(-L_S2_4_S_1_4_false, G_1_4, G_1_1 * W_S2_S4));
  const Real W_S1_2_S4 = t1 * L_S2_S4_1_1_false;
  const Real L_S2_S4_1_2_false = fma(-G_2_2, L_S_S4_1_2_false, fma(-G_2_4, L_S2_4_S_1_4_false, W_S2_S4 * G_2_1));
  const Real L_S2_S4_1_3_false = fma(-G_3_2, L_S_S4_1_2_false, fma(-G_3_4, L_S2_4_S_1_4_false, W_S2_S4 * G_3_1));
  const Real L_S3_S4_1_1_false = fma(-L_S_S4_1_3_false, G_1_3, fma(-L_S3_4_S_1_4_false, G_1_4, G_1_1 * W_S3_S4));
  const Real W_S1_3_S4 = t1 * L_S3_S4_1_1_false;
  const Real L_S3_S4_1_2_false = fma(-G_2_3, L_S_S4_1_3_false, fma(-G_2_4, L_S3_4_S_1_4_false, W_S3_S4 * G_2_1));
  const Real L_S3_S4_1_3_false = fma(-G_3_3, L_S_S4_1_3_false, fma(-G_3_4, L_S3_4_S_1_4_false, W_S3_S4 * G_3_1));
  const Real L_S2_3_S4_1_1_false = fma(-G_1_2, L_S3_S4_1_2_false, fma(-L_S2_S4_1_3_false, G_1_3, fma(-L_S2_3_4_S_1_4_false, G_1_4, G_1_1 * W_S2_3_S4)));
  const Real W_S1_2_3_S4 = t1 * L_S2_3_S4_1_1_false;
  const Real L_S2_3_S4_1_2_false = fma(-G_2_2, L_S3_S4_1_2_false, fma(-G_2_3, L_S2_S4_1_3_false, fma(-G_2_4, L_S2_3_4_S_1_4_false, W_S2_3_S4 * G_2_1)));
  const Real L_S2_3_S4_1_3_false = fma(-G_3_2, L_S3_S4_1_2_false, fma(-G_3_3, L_S2_S4_1_3_false, fma(-G_3_4, L_S2_3_4_S_1_4_false, W_S2_3_S4 * G_3_1)));
  const Real L_S_S2_4_1_1_false = fma(-G_1_2, L_S2_S4_1_2_false, fma(-L_S4_S2_1_4_false, G_1_4, G_1_1 * W_S_S2_4));
  const Real L_S_S2_4_1_3_false = fma(-G_3_2, L_S2_S4_1_2_false, fma(-G_3_4, L_S4_S2_1_4_false, G_3_1 * W_S_S2_4));
  const Real L_S3_S2_4_1_1_false = fma(-G_1_3, L_S_S2_4_1_3_false, fma(-G_1_2, L_S2_3_S4_1_2_false, fma(-L_S3_4_S2_1_4_false, G_1_4, G_1_1 * W_S3_S2_4)));
  const Real W_S1_3_S2_4 = t1 * L_S3_S2_4_1_1_false;
  const Real L_S3_S2_4_1_3_false = fma(-G_3_3, L_S_S2_4_1_3_false, fma(-G_3_2, L_S2_3_S4_1_2_false, fma(-G_3_4, L_S3_4_S2_1_4_false, G_3_1 * W_S3_S2_4)));
  const Real t14 = G_2_2 * W_S2_S3_4;
  const Real L_S_S3_4_2_2_true = fma(-G_2_3, L_S3_S4_2_3_true, fma(-G_2_4, L_S4_S3_2_4_true, t14));
  const Real W_S_S2_3_4 = t2 * L_S_S3_4_2_2_true;
  const Real L_S_S3_4_1_1_false = fma(-L_S3_S4_1_3_false, G_1_3, fma(-L_S4_S3_1_4_false, G_1_4, G_1_1 * W_S_S3_4));
  const Real L_S_S3_4_1_2_false = fma(-G_2_3, L_S3_S4_1_3_false, fma(-G_2_4, L_S4_S3_1_4_false, W_S_S3_4 * G_2_1));
  const Real L_S2_S3_4_1_1_false = fma(-G_1_2, L_S_S3_4_1_2_false, fma(-L_S2_3_S4_1_3_false, G_1_3, fma(-L_S2_4_S3_1_4_false, G_1_4, G_1_1 * W_S2_S3_4)));
  const Real W_S1_2_S3_4 = t1 * L_S2_S3_4_1_1_false;
  const Real L_S2_S3_4_1_2_false = fma(-G_2_2, L_S_S3_4_1_2_false, fma(-G_2_3, L_S2_3_S4_1_3_false, fma(-G_2_4, L_S2_4_S3_1_4_false, W_S2_S3_4 * G_2_1)));
  const Real L_S_S2_3_4_1_1_false = fma(-G_1_2, L_S2_S3_4_1_2_false, fma(-G_1_3, L_S3_S2_4_1_3_false, fma(-G_1_4, L_S4_S2_3_1_4_false, G_1_1 * W_S_S2_3_4)));
  const Real P_S3_2_2 = fma(G_2_2, G_3_3, -t4);
  const Real Z_S2_3 = fma(W_S2_3_S, P_S3_2_2, fma(G_3_3, W_S3_S2, t11) + W_S_S2_3);
  const Real P_S4_2_2 = fma(G_2_2, G_4_4, -t7);
  const Real Z_S2_4 = fma(W_S2_4_S, P_S4_2_2, fma(G_4_4, W_S4_S2, t13) + W_S_S2_4);
  const Real P_S4_3_3 = fma(G_3_3, G_4_4, -t3);
  const Real Z_S3_4 = fma(W_S3_4_S, P_S4_3_3, fma(G_4_4, W_S4_S3, t12) + W_S_S3_4);
  const Real P_S4_2_3 = fma(G_4_4, G_3_2, -t8);
  const Real P_S3_2_4 = fma(G_3_3, G_4_2, -t6);
  const Real P_S3_4_2_2 = fma(-G_2_4, P_S3_2_4, fma(-G_2_3, P_S4_2_3, G_2_2 * P_S4_3_3));
  const Real Z_S2_3_4 = fma(W_S2_3_4_S, P_S3_4_2_2, fma(W_S3_4_S2, P_S4_3_3, fma(W_S2_4_S3, P_S4_2_2, fma(W_S2_3_S4, P_S3_2_2, fma(G_3_3, W_S3_S2_4, fma(G_4_4, W_S4_S2_3, t14)) + W_S_S2_3_4))));
  const Real W_S1_S = G_1_1 * t1;
  const Real C_S1_4_1 = fma(-t1, L_S_S4_1_1_false, fma(-G_4_4, W_S1_4_S, Z_S4 * W_S1_S));
  const Real C_S1_3_1 = fma(-t1, L_S_S3_1_1_false, fma(-G_3_3, W_S1_3_S, Z_S3 * W_S1_S));
  const Real C_S1_2_1 = fma(-t1, L_S_S2_1_1_false, fma(-G_2_2, W_S1_2_S, Z_S2 * W_S1_S));
  const Real C_S1_2_3_1 = fma(-Z_S3, C_S1_2_1, fma(-Z_S2, C_S1_3_1, fma(-P_S3_2_2, W_S1_2_3_S, fma(-t1, L_S_S2_3_1_1_false, fma(-G_2_2, W_S1_2_S3, fma(-G_3_3, W_S1_3_S2, W_S1_S * Z_S2_3))))));
  const Real C_S1_3_4_1 = fma(-Z_S4, C_S1_3_1, fma(-Z_S3, C_S1_4_1, fma(-P_S4_3_3, W_S1_3_4_S, fma(-t1, L_S_S3_4_1_1_false, fma(-G_3_3, W_S1_3_S4, fma(-G_4_4, W_S1_4_S3, W_S1_S * Z_S3_4))))));
  const Real C_S1_2_4_1 = fma(-Z_S4, C_S1_2_1, fma(-Z_S2, C_S1_4_1, fma(-P_S4_2_2, W_S1_2_4_S, fma(-t1, L_S_S2_4_1_1_false, fma(-G_2_2, W_S1_2_S4, fma(-G_4_4, W_S1_4_S2, W_S1_S * Z_S2_4))))));
  const Real C_S1_2_3_4_1 = fma(-Z_S3, C_S1_2_4_1, fma(-Z_S2, C_S1_3_4_1, fma(-Z_S4, C_S1_2_3_1, fma(-Z_S3_4, C_S1_2_1, fma(-C_S1_3_1, Z_S2_4, fma(-C_S1_4_1, Z_S2_3, fma(-P_S3_4_2_2, W_S1_2_3_4_S, fma(-P_S4_3_3, W_S1_3_4_S2, fma(-P_S4_2_2, W_S1_2_4_S3, fma(-P_S3_2_2, W_S1_2_3_S4, fma(-t1, L_S_S2_3_4_1_1_false, fma(-G_2_2, W_S1_2_S3_4, fma(-G_3_3, W_S1_3_S2_4, fma(-G_4_4, W_S1_4_S2_3, W_S1_S * Z_S2_3_4))))))))))))));
  const Real Q_S2_3_1_2 = fma(-G_3_2, G_1_3, G_3_3 * G_1_2);
  const Real Q_S2_4_1_2 = fma(-G_4_2, G_1_4, G_4_4 * G_1_2);
  const Real Q_S2_3_4_1_2 = fma(-G_1_4, P_S3_2_4, fma(-G_1_3, P_S4_2_3, G_1_2 * P_S4_3_3));
  const Real A_S1_2_2 = G_1_2 * W_S1_2_S;
  const Real C_S1_2_4_2 = fma(-Z_S4, A_S1_2_2, fma(W_S1_2_4_S, Q_S2_4_1_2, G_1_2 * W_S1_2_S4));
  const Real C_S1_2_3_2 = fma(-Z_S3, A_S1_2_2, fma(W_S1_2_3_S, Q_S2_3_1_2, G_1_2 * W_S1_2_S3));
  const Real C_S1_2_3_4_2 = fma(-Z_S4, C_S1_2_3_2, fma(-Z_S3, C_S1_2_4_2, fma(-Z_S3_4, A_S1_2_2, fma(W_S1_2_3_4_S, Q_S2_3_4_1_2, fma(W_S1_2_4_S3, Q_S2_4_1_2, fma(W_S1_2_3_S4, Q_S2_3_1_2, G_1_2 * W_S1_2_S3_4))))));
  const Real Q_S2_3_1_3 = fma(-G_2_3, G_1_2, G_2_2 * G_1_3);
  const Real Q_S3_4_1_3 = fma(-G_4_3, G_1_4, G_4_4 * G_1_3);
  const Real Q_S3_4_2_3 = fma(-G_4_3, G_2_4, G_4_4 * G_2_3);
  const Real Q_S2_3_4_3 = fma(-G_2_3, G_4_2, G_2_2 * G_4_3);
  const Real Q_S2_3_4_1_3 = fma(-G_1_4, Q_S2_3_4_3, fma(-G_1_2, Q_S3_4_2_3, G_1_3 * P_S4_2_2));
  const Real A_S1_3_3 = G_1_3 * W_S1_3_S;
  const Real C_S1_3_4_3 = fma(-Z_S4, A_S1_3_3, fma(W_S1_3_4_S, Q_S3_4_1_3, G_1_3 * W_S1_3_S4));
  const Real C_S1_2_3_3 = fma(-Z_S2, A_S1_3_3, fma(W_S1_2_3_S, Q_S2_3_1_3, G_1_3 * W_S1_3_S2));
  const Real C_S1_2_3_4_3 = fma(-Z_S4, C_S1_2_3_3, fma(-Z_S2, C_S1_3_4_3, fma(-Z_S2_4, A_S1_3_3, fma(W_S1_2_3_4_S, Q_S2_3_4_1_3, fma(W_S1_3_4_S2, Q_S3_4_1_3, fma(W_S1_2_3_S4, Q_S2_3_1_3, G_1_3 * W_S1_3_S2_4))))));
  const Real Q_S2_4_1_4 = fma(-G_2_4, G_1_2, G_2_2 * G_1_4);
  const Real Q_S3_4_1_4 = fma(-G_3_4, G_1_3, G_3_3 * G_1_4);
  const Real Q_S3_4_2_4 = fma(-G_3_4, G_2_3, G_3_3 * G_2_4);
  const Real Q_S2_4_3_4 = fma(-G_3_2, G_2_4, G_2_2 * G_3_4);
  const Real Q_S2_3_4_1_4 = fma(-G_1_3, Q_S2_4_3_4, fma(-G_1_2, Q_S3_4_2_4, G_1_4 * P_S3_2_2));
  const Real A_S1_4_4 = G_1_4 * W_S1_4_S;
  const Real C_S1_3_4_4 = fma(-Z_S3, A_S1_4_4, fma(W_S1_3_4_S, Q_S3_4_1_4, G_1_4 * W_S1_4_S3));
  const Real C_S1_2_4_4 = fma(-Z_S2, A_S1_4_4, fma(W_S1_2_4_S, Q_S2_4_1_4, G_1_4 * W_S1_4_S2));
  const Real C_S1_2_3_4_4 = fma(-Z_S3, C_S1_2_4_4, fma(-Z_S2, C_S1_3_4_4, fma(-Z_S2_3, A_S1_4_4, fma(W_S1_2_3_4_S, Q_S2_3_4_1_4, fma(W_S1_3_4_S2, Q_S3_4_1_4, fma(W_S1_2_4_S3, Q_S2_4_1_4, G_1_4 * W_S1_4_S2_3))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3_4_1;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = C_S1_2_3_4_2;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = C_S1_2_3_4_3;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = C_S1_2_3_4_4;
}
