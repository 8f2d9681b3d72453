// hubbard_sun_cdet_density, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density.diag:17: D(S)
//   hubbard_sun_cdet_density.diag:20: P(S, s, v)
//   hubbard_sun_cdet_density.diag:24: W(A, B)
//   hubbard_sun_cdet_density.diag:30: L(A, B, s, v, again)
//   hubbard_sun_cdet_density.diag:35: Z(V)
//   hubbard_sun_cdet_density.diag:36: A(V)
//   hubbard_sun_cdet_density.diag:39: C(V)
//   hubbard_sun_cdet_density.diag:41: density
// Order: P, W, L, Z, C by S ascending; at most 42 values live.
// A configuration takes 98 multiplications, 14 additions, 133 fused, 0 divisions, 0 functions,
// 16 loads and 1 stores, in 1 function.
// Launch hubbard_sun_cdet_density_straight: 128 threads and 128 configurations a block.
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

extern "C" __global__ void __launch_bounds__(128, 6)
hubbard_sun_cdet_density_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 1.0f;
  const Real t2 = fma(0.5f, N, -1.0f);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S3_S = G_3_3 * t1;
  const Real W_S_S3 = G_3_3 * W_S3_S * t2;
  const Real t3 = W_S3_S - G_3_3;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S3_2_2_false = fma(-G_2_3 * G_3_2, t3, G_2_2 * W_S_S3);
  const Real W_S2_S3 = t1 * L_S_S3_2_2_false;
  const Real t4 = G_2_3 * G_3_2;
  const Real L_S3_S_2_2_false = fma(G_2_2, W_S3_S, -t4);
  const Real W_S2_3_S = t1 * L_S3_S_2_2_false;
  const Real W_S2_S = G_2_2 * t1;
  const Real L_S_S_2_3_true = G_3_2 * W_S2_S;
  const Real L_S3_S_2_3_true = fma(-G_3_3, L_S_S_2_3_true, G_3_2 * W_S2_3_S);
  const Real t5 = G_2_2 * W_S2_S3;
  const Real L_S_S3_2_2_true = fma(-G_2_3, L_S3_S_2_3_true, t5);
  const Real W_S_S2_3 = t2 * L_S_S3_2_2_true;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S3_S_1_3_false = t3 * G_3_1;
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S3_1_2_false = fma(-G_2_3, L_S3_S_1_3_false, W_S_S3 * G_2_1);
  const Real t6 = G_2_3 * G_3_1;
  const Real L_S3_S_1_2_false = fma(W_S3_S, G_2_1, -t6);
  const Real t7 = G_3_2 * G_2_1;
  const Real L_S2_S_1_3_false = fma(W_S2_S, G_3_1, -t7);
  const Real L_S2_3_S_1_3_false = fma(-G_3_3, L_S2_S_1_3_false, fma(-G_3_2, L_S3_S_1_2_false, W_S2_3_S * G_3_1));
  const Real L_S2_S3_1_2_false = fma(-G_2_3, L_S2_3_S_1_3_false, fma(-G_2_2, L_S_S3_1_2_false, W_S2_S3 * G_2_1));
  const Real L_S3_S_2_2_true = fma(-G_2_3, L_S_S_2_3_true, G_2_2 * W_S2_3_S);
  const Real W_S3_S2 = t2 * L_S3_S_2_2_true;
  const Real W_S_S2 = G_2_2 * t2 * W_S2_S;
  const Real t8 = W_S2_S - G_2_2;
  const Real L_S2_S_1_2_false = G_2_1 * t8;
  const Real L_S_S2_1_3_false = fma(-G_3_2, L_S2_S_1_2_false, G_3_1 * W_S_S2);
  const Real L_S2_3_S_1_2_false = fma(-G_2_3, L_S2_S_1_3_false, fma(-G_2_2, L_S3_S_1_2_false, W_S2_3_S * G_2_1));
  const Real L_S3_S2_1_3_false = fma(-G_3_2, L_S2_3_S_1_2_false, fma(-G_3_3, L_S_S2_1_3_false, G_3_1 * W_S3_S2));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S_S2_3_1_1_false = fma(-G_1_3, L_S3_S2_1_3_false, fma(-G_1_2, L_S2_S3_1_2_false, G_1_1 * W_S_S2_3));
  const Real W_S1_S2_3 = t1 * L_S_S2_3_1_1_false;
  const Real L_S2_S3_1_1_false = fma(-L_S2_3_S_1_3_false, G_1_3, fma(-G_1_2, L_S_S3_1_2_false, G_1_1 * W_S2_S3));
  const Real W_S1_2_S3 = t1 * L_S2_S3_1_1_false;
  const Real L_S_S3_1_1_false = fma(-L_S3_S_1_3_false, G_1_3, G_1_1 * W_S_S3);
  const Real W_S1_S3 = t1 * L_S_S3_1_1_false;
  const Real t9 = G_3_1 * G_1_3;
  const Real L_S3_S_1_1_false = fma(G_1_1, W_S3_S, -t9);
  const Real W_S1_3_S = t1 * L_S3_S_1_1_false;
  const Real W_S1_S = G_1_1 * t1;
  const Real L_S_S_1_3_true = G_3_1 * W_S1_S;
  const Real L_S3_S_1_3_true = fma(-G_3_3, L_S_S_1_3_true, G_3_1 * W_S1_3_S);
  const Real L_S_S3_1_2_true = fma(-G_2_3, L_S3_S_1_3_true, G_2_1 * W_S1_S3);
  const Real L_S2_3_S_1_1_false = fma(-L_S2_S_1_3_false, G_1_3, fma(-G_1_2, L_S3_S_1_2_false, G_1_1 * W_S2_3_S));
  const Real W_S1_2_3_S = t1 * L_S2_3_S_1_1_false;
  const Real L_S3_S_1_2_true = fma(-G_2_3, L_S_S_1_3_true, G_2_1 * W_S1_3_S);
  const Real t10 = G_1_2 * G_2_1;
  const Real L_S2_S_1_1_false = fma(G_1_1, W_S2_S, -t10);
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
  const Real t11 = G_1_1 * W_S1_S2_3;
  const Real L_S_S2_3_1_1_true = fma(-G_1_3, L_S3_S2_1_3_true, fma(-G_1_2, L_S2_S3_1_2_true, t11));
  const Real W_S_S1_2_3 = t2 * L_S_S2_3_1_1_true;
  const Real L_S2_S3_1_1_true = fma(-G_1_3, L_S2_3_S_1_3_true, fma(-G_1_2, L_S_S3_1_2_true, G_1_1 * W_S1_2_S3));
  const Real W_S2_S1_3 = t2 * L_S2_S3_1_1_true;
  const Real L_S3_S2_1_1_true = fma(-G_1_2, L_S2_3_S_1_2_true, fma(-G_1_3, L_S_S2_1_3_true, G_1_1 * W_S1_3_S2));
  const Real W_S3_S1_2 = t2 * L_S3_S2_1_1_true;
  const Real L_S2_3_S_1_1_true = fma(-G_1_3, L_S2_S_1_3_true, fma(-G_1_2, L_S3_S_1_2_true, G_1_1 * W_S1_2_3_S));
  const Real W_S2_3_S1 = t2 * L_S2_3_S_1_1_true;
  const Real W_S_S1 = G_1_1 * t2 * W_S1_S;
  const Real Z_S1 = fma(G_1_1, W_S1_S, W_S_S1);
  const Real Z_S2 = fma(G_2_2, W_S2_S, W_S_S2);
  const Real Z_S3 = fma(G_3_3, W_S3_S, W_S_S3);
  const Real t12 = W_S_S3 - Z_S3;
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_3 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_0_0 = fma(-G_0_3, G_3_0, G_0_0 * G_3_3);
  const Real C_S3 = fma(W_S3_S, P_S3_0_0, G_0_0 * t12);
  const Real t13 = W_S_S2 - Z_S2;
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_0_0 = fma(-G_0_2, G_2_0, G_0_0 * G_2_2);
  const Real C_S2 = fma(W_S2_S, P_S2_0_0, G_0_0 * t13);
  const Real P_S3_2_2 = fma(G_2_2, G_3_3, -t4);
  const Real Z_S2_3 = fma(W_S2_3_S, P_S3_2_2, fma(G_3_3, W_S3_S2, t5 + W_S_S2_3));
  const Real t14 = W_S_S2_3 - Z_S2_3;
  const Real P_S3_0_2 = fma(-G_2_3, G_3_0, G_3_3 * G_2_0);
  const Real P_S2_0_3 = fma(-G_3_2, G_2_0, G_2_2 * G_3_0);
  const Real P_S2_3_0_0 = fma(-G_0_3, P_S2_0_3, fma(-G_0_2, P_S3_0_2, G_0_0 * P_S3_2_2));
  const Real C_S2_3 = fma(W_S2_3_S, P_S2_3_0_0, fma(G_0_0, t14, fma(-Z_S3, C_S2, fma(W_S2_S3, P_S2_0_0, fma(-Z_S2, C_S3, W_S3_S2 * P_S3_0_0)))));
  const Real t15 = G_1_1 * W_S1_S3;
  const Real L_S_S3_1_1_true = fma(-G_1_3, L_S3_S_1_3_true, t15);
  const Real W_S_S1_3 = t2 * L_S_S3_1_1_true;
  const Real L_S3_S_1_1_true = fma(-G_1_3, L_S_S_1_3_true, G_1_1 * W_S1_3_S);
  const Real W_S3_S1 = t2 * L_S3_S_1_1_true;
  const Real t16 = W_S_S1 - Z_S1;
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S1_0_0 = fma(-G_0_1, G_1_0, G_0_0 * G_1_1);
  const Real C_S1 = fma(W_S1_S, P_S1_0_0, G_0_0 * t16);
  const Real P_S3_1_1 = fma(G_1_1, G_3_3, -t9);
  const Real Z_S1_3 = fma(W_S1_3_S, P_S3_1_1, fma(G_3_3, W_S3_S1, t15 + W_S_S1_3));
  const Real t17 = W_S_S1_3 - Z_S1_3;
  const Real P_S3_0_1 = fma(-G_1_3, G_3_0, G_3_3 * G_1_0);
  const Real P_S1_0_3 = fma(-G_3_1, G_1_0, G_1_1 * G_3_0);
  const Real P_S1_3_0_0 = fma(-G_0_3, P_S1_0_3, fma(-G_0_1, P_S3_0_1, G_0_0 * P_S3_1_1));
  const Real C_S1_3 = fma(W_S1_3_S, P_S1_3_0_0, fma(G_0_0, t17, fma(-Z_S3, C_S1, fma(W_S1_S3, P_S1_0_0, fma(-Z_S1, C_S3, P_S3_0_0 * W_S3_S1)))));
  const Real t18 = G_1_1 * W_S1_S2;
  const Real L_S_S2_1_1_true = fma(-G_1_2, L_S2_S_1_2_true, t18);
  const Real W_S_S1_2 = t2 * L_S_S2_1_1_true;
  const Real L_S2_S_1_1_true = fma(-G_1_2, L_S_S_1_2_true, G_1_1 * W_S1_2_S);
  const Real W_S2_S1 = t2 * L_S2_S_1_1_true;
  const Real P_S2_1_1 = fma(G_1_1, G_2_2, -t10);
  const Real Z_S1_2 = fma(W_S1_2_S, P_S2_1_1, fma(G_2_2, W_S2_S1, t18 + W_S_S1_2));
  const Real t19 = W_S_S1_2 - Z_S1_2;
  const Real P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
  const Real P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, G_0_0 * P_S2_1_1));
  const Real C_S1_2 = fma(W_S1_2_S, P_S1_2_0_0, fma(G_0_0, t19, fma(P_S2_0_0, W_S2_S1, fma(-Z_S2, C_S1, fma(-Z_S1, C_S2, W_S1_S2 * P_S1_0_0)))));
  const Real P_S2_1_3 = fma(G_2_2, G_3_1, -t7);
  const Real P_S1_2_0_3 = fma(-G_3_2, P_S1_0_2, fma(-G_3_1, P_S2_0_1, P_S2_1_1 * G_3_0));
  const Real P_S3_1_2 = fma(G_3_3, G_2_1, -t6);
  const Real P_S1_3_0_2 = fma(-G_2_3, P_S1_0_3, fma(-G_2_1, P_S3_0_1, G_2_0 * P_S3_1_1));
  const Real P_S2_3_1_1 = fma(-G_1_2, P_S3_1_2, fma(-G_1_3, P_S2_1_3, G_1_1 * P_S3_2_2));
  const Real P_S2_3_0_1 = fma(-G_1_3, P_S2_0_3, fma(-G_1_2, P_S3_0_2, G_1_0 * P_S3_2_2));
  const Real P_S1_2_3_0_0 = fma(-G_0_1, P_S2_3_0_1, fma(-G_0_2, P_S1_3_0_2, fma(-G_0_3, P_S1_2_0_3, G_0_0 * P_S2_3_1_1)));
  const Real t20 = fma(W_S1_2_3_S, P_S2_3_1_1, fma(W_S1_2_S3, P_S2_1_1, fma(W_S1_3_S2, P_S3_1_1, fma(P_S3_2_2, W_S2_3_S1, fma(G_3_3, W_S3_S1_2, fma(G_2_2, W_S2_S1_3, t11 - W_S_S1_2_3 + W_S_S1_2_3))))));
  const Real t21 = fma(G_0_0, t20, fma(-W_S1_2_3_S, P_S1_2_3_0_0, fma(Z_S3, C_S1_2, fma(-W_S1_2_S3, P_S1_2_0_0, fma(C_S3, Z_S1_2, fma(Z_S2, C_S1_3, fma(-W_S1_3_S2, P_S1_3_0_0, fma(C_S2, Z_S1_3, fma(Z_S2_3, C_S1, fma(-W_S1_S2_3, P_S1_0_0, fma(-P_S2_3_0_0, W_S2_3_S1, fma(-P_S2_0_0, W_S2_S1_3, fma(-P_S3_0_0, W_S3_S1_2, Z_S1 * C_S2_3)))))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t21;
}
