// hubbard_sun_cdet_greens_function, n = 2: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: W by A ascending, B ascending; at most 5 values live.
// A configuration takes 9 multiplications, 2 additions, 6 fused, 0 divisions, 0 functions,
// 4 loads and 2 stores, in 1 function.
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
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_S2_S = G_2_2 * t1;
  const Real W_S_S2 = G_2_2 * W_S2_S * t2;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real L_S2_S_1_1_false = fma(-G_1_2, G_2_1, G_1_1 * W_S2_S);
  const Real W_S1_2_S = t1 * L_S2_S_1_1_false;
  const Real t3 = W_S2_S - G_2_2;
  const Real Z_S2 = fma(G_2_2, W_S2_S, W_S_S2);
  const Real t4 = fma(G_1_1, Z_S2, fma(-G_1_1, W_S_S2, G_1_2 * G_2_1 * t3));
  const Real C_S1_2_1 = fma(-G_2_2, W_S1_2_S, t1 * t4);
  const Real A_S1_2_2 = G_1_2 * W_S1_2_S;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_1;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = A_S1_2_2;
}
