// hubbard_sun_self_energy, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_self_energy.diag:23: S(k, open, v)
//   hubbard_sun_self_energy.diag:28: step(k, open, w)
//   hubbard_sun_self_energy.diag:31: A(k, open, v)
//   hubbard_sun_self_energy.diag:34: D(k, open, v)
//   hubbard_sun_self_energy.diag:39: L(k, open, s, u, v)
//   hubbard_sun_self_energy.diag:44: hop(k, open, s, w, v)
//   hubbard_sun_self_energy.diag:47: rest(k, open)
//   hubbard_sun_self_energy.diag:51: W(k, open, s, v)
//   hubbard_sun_self_energy.diag:56: self_energy(b)
// Order: step, D, hop, W, self_energy by b ascending, eagerly; at most 33 values live.
// A configuration takes 135 multiplications, 0 additions, 136 fused, 0 divisions, 0 functions,
// 15 loads and 4 stores, in 1 function.
// Launch hubbard_sun_self_energy_straight: 128 threads and 128 configurations a block.
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
hubbard_sun_self_energy_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = N * G_4_1;
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_4_4;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S4_1_3 = fma(-G_3_4, t1, N * G_3_1 * t2);
  const Real t3 = N * G_3_1;
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = N * G_3_3;
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_1_4 = fma(-G_4_3, t3, N * G_4_1 * t4);
  const Real t5 = N * G_4_3;
  const Real W_4_S4_3_3 = fma(-G_3_4, t5, N * t2 * G_3_3);
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S3_4_1_2 = fma(-N * G_2_1, W_4_S4_3_3, fma(G_2_4, W_4_S3_1_4, G_2_3 * W_4_S4_1_3));
  const Real W_4_S4_1_2 = fma(-t1, G_2_4, N * t2 * G_2_1);
  const Real t6 = N * G_2_1;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real t7 = N * G_2_2;
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S2_1_4 = fma(-G_4_2, t6, N * G_4_1 * t7);
  const Real t8 = G_4_2 * N;
  const Real W_4_S4_2_2 = fma(-G_2_4, t8, N * t2 * G_2_2);
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_4_S2_4_1_3 = fma(-N * G_3_1, W_4_S4_2_2, fma(G_3_4, W_4_S2_1_4, G_3_2 * W_4_S4_1_2));
  const Real W_4_S3_1_2 = fma(-G_2_3, t3, N * t4 * G_2_1);
  const Real W_4_S2_1_3 = fma(-G_3_2, t6, N * G_3_1 * t7);
  const Real t9 = N * G_3_2;
  const Real W_4_S3_2_2 = fma(-G_2_3, t9, N * t4 * G_2_2);
  const Real W_4_S2_3_1_4 = fma(-N * G_4_1, W_4_S3_2_2, fma(G_4_3, W_4_S2_1_3, G_4_2 * W_4_S3_1_2));
  const Real W_4_S4_2_3 = fma(-G_3_4, t8, N * t2 * G_3_2);
  const Real W_4_S3_2_4 = fma(-G_4_3, t9, G_4_2 * N * t4);
  const Real W_4_S3_4_2_2 = fma(G_2_4, W_4_S3_2_4, fma(-N * W_4_S4_3_3, G_2_2, G_2_3 * W_4_S4_2_3));
  const Real W_4_S2_3_4_1_4 = fma(-N * G_4_1, W_4_S3_4_2_2, fma(G_4_4, W_4_S2_3_1_4, fma(G_4_3, W_4_S2_4_1_3, G_4_2 * W_4_S3_4_1_2)));
  const Real W_4_S3_4_1_4 = fma(-N * G_4_1, W_4_S4_3_3, fma(G_4_4, W_4_S3_1_4, W_4_S4_1_3 * G_4_3));
  const Real W_4_S4_1_4 = fma(-t1, G_4_4, N * G_4_1 * t2);
  const Real W_3_S_1_3 = G_3_4 * W_4_S4_1_4;
  const Real W_4_S4_3_4 = fma(-G_4_4, t5, N * t2 * G_4_3);
  const Real W_3_S_3_3 = G_3_4 * W_4_S4_3_4;
  const Real W_3_S3_1_2 = fma(-N * G_2_1, W_3_S_3_3, fma(G_2_3, W_3_S_1_3, G_2_4 * W_4_S3_4_1_4));
  const Real W_4_S2_4_1_4 = fma(-N * G_4_1, W_4_S4_2_2, fma(G_4_4, W_4_S2_1_4, G_4_2 * W_4_S4_1_2));
  const Real W_4_S4_2_4 = fma(-G_4_4, t8, G_4_2 * N * t2);
  const Real W_3_S_2_2 = G_2_4 * W_4_S4_2_4;
  const Real W_3_S2_1_3 = fma(-N * G_3_1, W_3_S_2_2, fma(G_3_4, W_4_S2_4_1_4, G_2_4 * G_3_2 * W_4_S4_1_4));
  const Real W_4_S3_4_2_4 = fma(G_4_4, W_4_S3_2_4, fma(-G_4_2 * N, W_4_S4_3_3, G_4_3 * W_4_S4_2_3));
  const Real W_3_S_2_3 = G_3_4 * W_4_S4_2_4;
  const Real W_3_S3_2_2 = fma(G_2_3, W_3_S_2_3, fma(-N * G_2_2, W_3_S_3_3, G_2_4 * W_4_S3_4_2_4));
  const Real W_3_S3_1_3 = fma(-N * G_3_1, W_3_S_3_3, fma(G_3_3, W_3_S_1_3, G_3_4 * W_4_S3_4_1_4));
  const Real t10 = fma(G_2_2, W_3_S3_1_3, fma(-N * G_3_1, W_3_S3_2_2, fma(G_3_3, W_3_S2_1_3, fma(G_3_2, W_3_S3_1_2, G_3_4 * W_4_S2_3_4_1_4))));
  const Real W_3_S3_2_3 = fma(G_3_3, W_3_S_2_3, fma(-N * G_3_2, W_3_S_3_3, G_3_4 * W_4_S3_4_2_4));
  const Real W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
  const Real W_2_S2_1_2 = fma(-N * G_2_1, W_2_S_2_2, G_2_3 * t10);
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S1_2_1 = G_1_2 * G_2_1;
  const Real step_2_S1_2_3 = G_1_2 * G_2_3;
  const Real step_3_S1_2_3_3 = G_3_3 * step_2_S1_2_3;
  const Real step_3_S1_2_3_2 = G_3_2 * step_2_S1_2_3;
  const Real step_2_S1_3 = G_1_2 * G_2_3 * G_2_2;
  const Real step_3_S1_3_3 = fma(G_3_3, step_2_S1_3, G_2_3 * step_3_S1_2_3_2);
  const Real step_3_S1_4 = fma(G_3_4, step_3_S1_3_3, G_2_4 * G_3_2 * step_3_S1_2_3_3);
  const Real step_3_S1_2_1 = G_3_1 * step_3_S1_2_3_3;
  const Real step_3_S1_3_1 = fma(G_3_1, step_2_S1_3, G_2_1 * step_3_S1_2_3_2);
  const Real step_3_S1_2_3_1 = G_3_1 * step_2_S1_2_3;
  const Real step_3_S1_2_3_4 = G_3_4 * step_2_S1_2_3;
  const Real step_4_S1_2_3_4_4 = G_4_4 * step_3_S1_2_3_4;
  const Real step_4_S1_2_3_3 = G_4_3 * step_4_S1_2_3_4_4;
  const Real step_4_S1_2_3_4_3 = G_4_3 * step_3_S1_2_3_4;
  const Real step_3_S1_2_4 = G_3_4 * step_3_S1_2_3_3;
  const Real step_4_S1_2_4_4 = fma(G_4_4, step_3_S1_2_4, G_3_4 * step_4_S1_2_3_4_3);
  const Real step_4_S1_2_2 = fma(G_4_2, step_4_S1_2_4_4, G_3_2 * step_4_S1_2_3_3);
  const Real step_4_S1_2_3_2 = G_4_2 * step_4_S1_2_3_4_4;
  const Real step_4_S1_2_3_4_2 = G_4_2 * step_3_S1_2_3_4;
  const Real step_3_S1_3_4 = fma(G_3_4, step_2_S1_3, G_2_4 * step_3_S1_2_3_2);
  const Real step_4_S1_3_4_4 = fma(G_4_4, step_3_S1_3_4, G_2_4 * step_4_S1_2_3_4_2);
  const Real step_4_S1_3_3 = fma(G_4_3, step_4_S1_3_4_4, G_2_3 * step_4_S1_2_3_2);
  const Real step_4_S1_2_4_2 = fma(G_4_2, step_3_S1_2_4, G_3_2 * step_4_S1_2_3_4_3);
  const Real step_4_S1_3_4_3 = fma(G_4_3, step_3_S1_3_4, G_2_3 * step_4_S1_2_3_4_2);
  const Real step_4_S1_4_4 = fma(G_3_4, step_4_S1_3_4_3, fma(G_2_4, step_4_S1_2_4_2, G_4_4 * step_3_S1_4));
  const Real step_4_S1_2_1 = fma(G_4_1, step_4_S1_2_4_4, G_3_1 * step_4_S1_2_3_3);
  const Real step_4_S1_3_1 = fma(G_4_1, step_4_S1_3_4_4, G_2_1 * step_4_S1_2_3_2);
  const Real step_4_S1_2_3_1 = G_4_1 * step_4_S1_2_3_4_4;
  const Real step_4_S1_4_1 = fma(G_3_1, step_4_S1_3_4_3, fma(G_2_1, step_4_S1_2_4_2, G_4_1 * step_3_S1_4));
  const Real step_4_S1_2_4_1 = fma(G_4_1, step_3_S1_2_4, G_3_1 * step_4_S1_2_3_4_3);
  const Real step_4_S1_3_4_1 = fma(G_4_1, step_3_S1_3_4, G_2_1 * step_4_S1_2_3_4_2);
  const Real step_4_S1_2_3_4_1 = G_4_1 * step_3_S1_2_3_4;
  const Real self_energy_1 = fma(W_4_S3_4_2_2, step_4_S1_2_3_4_1, fma(W_4_S4_3_3, step_4_S1_3_4_1, fma(W_4_S4_2_2, step_4_S1_2_4_1, fma(-t2, step_4_S1_4_1, fma(W_4_S3_2_2, step_4_S1_2_3_1, fma(-t4, step_4_S1_3_1, fma(-t7, step_4_S1_2_1, fma(G_4_1, step_4_S1_4_4, fma(G_3_1, step_4_S1_3_3, fma(G_2_1, step_4_S1_2_2, fma(W_3_S3_2_2, step_3_S1_2_3_1, fma(W_3_S_3_3, step_3_S1_3_1, fma(W_3_S_2_2, step_3_S1_2_1, fma(W_2_S_2_2, step_2_S1_2_1, G_1_2 * W_2_S2_1_2))))))))))))));
  const Real D_2_S2_1 = fma(-N, step_2_S1_2_1, step_2_S1_2_1);
  const Real D_3_S2_1 = fma(-N, step_3_S1_2_1, step_3_S1_2_1);
  const Real D_3_S2_3_1 = fma(-N, step_3_S1_2_3_1, step_3_S1_2_3_1);
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_2_S2_3 = G_1_3 * D_2_S2_1;
  const Real step_3_S2_3_3 = fma(G_3_3, step_2_S2_3, G_1_3 * D_3_S2_3_1);
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real step_3_S2_4 = fma(G_3_4, step_3_S2_3_3, G_1_4 * D_3_S2_1);
  const Real step_3_S2_3_2 = fma(G_3_2, step_2_S2_3, G_1_2 * D_3_S2_3_1);
  const Real D_4_S2_1 = fma(-N, step_4_S1_2_1, step_4_S1_2_1);
  const Real D_4_S2_3_1 = fma(-N, step_4_S1_2_3_1, step_4_S1_2_3_1);
  const Real D_4_S2_3_4_1 = fma(-N, step_4_S1_2_3_4_1, step_4_S1_2_3_4_1);
  const Real step_3_S2_3_4 = fma(G_3_4, step_2_S2_3, G_1_4 * D_3_S2_3_1);
  const Real step_4_S2_3_4_4 = fma(G_4_4, step_3_S2_3_4, G_1_4 * D_4_S2_3_4_1);
  const Real step_4_S2_3_3 = fma(G_4_3, step_4_S2_3_4_4, G_1_3 * D_4_S2_3_1);
  const Real D_4_S2_4_1 = fma(-N, step_4_S1_2_4_1, step_4_S1_2_4_1);
  const Real step_4_S2_3_4_3 = fma(G_4_3, step_3_S2_3_4, G_1_3 * D_4_S2_3_4_1);
  const Real step_4_S2_4_4 = fma(G_3_4, step_4_S2_3_4_3, fma(G_1_4, D_4_S2_4_1, G_4_4 * step_3_S2_4));
  const Real step_4_S2_3_2 = fma(G_4_2, step_4_S2_3_4_4, G_1_2 * D_4_S2_3_1);
  const Real step_4_S2_4_2 = fma(G_3_2, step_4_S2_3_4_3, fma(G_1_2, D_4_S2_4_1, G_4_2 * step_3_S2_4));
  const Real step_4_S2_3_4_2 = fma(G_4_2, step_3_S2_3_4, G_1_2 * D_4_S2_3_4_1);
  const Real self_energy_2 = fma(W_4_S4_3_3, step_4_S2_3_4_2, fma(-t2, step_4_S2_4_2, fma(-t4, step_4_S2_3_2, fma(G_4_2, step_4_S2_4_4, fma(G_3_2, step_4_S2_3_3, fma(G_1_2, D_4_S2_1, W_3_S_3_3 * step_3_S2_3_2))))));
  const Real hop_2_S_2_3_1 = G_2_3 * D_2_S2_1;
  const Real t11 = fma(G_3_2, hop_2_S_2_3_1, fma(G_2_2, D_3_S2_3_1, step_3_S1_3_1));
  const Real D_3_S3_1 = fma(-N, t11, step_3_S1_3_1);
  const Real hop_3_S3_2_4_1 = fma(G_3_4, hop_2_S_2_3_1, G_2_4 * D_3_S2_3_1);
  const Real hop_4_S3_4_2_4_1 = fma(G_4_4, hop_3_S3_2_4_1, G_2_4 * D_4_S2_3_4_1);
  const Real t12 = fma(G_4_2, hop_4_S3_4_2_4_1, fma(G_2_2, D_4_S2_3_1, step_4_S1_3_1));
  const Real D_4_S3_1 = fma(-N, t12, step_4_S1_3_1);
  const Real t13 = fma(G_4_2, hop_3_S3_2_4_1, fma(G_2_2, D_4_S2_3_4_1, step_4_S1_3_4_1));
  const Real D_4_S3_4_1 = fma(-N, t13, step_4_S1_3_4_1);
  const Real step_3_S3_4 = fma(G_1_4, D_3_S3_1, G_2_4 * step_3_S2_3_2);
  const Real step_4_S3_4_4 = fma(G_4_4, step_3_S3_4, fma(G_1_4, D_4_S3_4_1, G_2_4 * step_4_S2_3_4_2));
  const Real step_4_S3_4_3 = fma(G_4_3, step_3_S3_4, fma(G_1_3, D_4_S3_4_1, G_2_3 * step_4_S2_3_4_2));
  const Real self_energy_3 = fma(-t2, step_4_S3_4_3, fma(G_4_3, step_4_S3_4_4, fma(G_1_3, D_4_S3_1, G_2_3 * step_4_S2_3_2)));
  const Real hop_4_S3_4_2_3_1 = fma(G_4_3, hop_3_S3_2_4_1, G_2_3 * D_4_S2_3_4_1);
  const Real hop_3_S3_2_3_1 = fma(G_3_3, hop_2_S_2_3_1, G_2_3 * D_3_S2_3_1);
  const Real hop_3_S_2_4_1 = fma(G_3_4, hop_3_S3_2_3_1, G_2_4 * D_3_S2_1);
  const Real t14 = fma(G_4_2, hop_3_S_2_4_1, fma(G_3_2, hop_4_S3_4_2_3_1, fma(G_3_3, D_4_S3_4_1, fma(G_3_4 * G_4_3, D_3_S3_1, fma(G_2_2, D_4_S2_4_1, step_4_S1_4_1)))));
  const Real D_4_S4_1 = fma(-N, t14, step_4_S1_4_1);
  const Real hop_4_S4_3_3_2 = fma(G_3_3, step_4_S2_3_4_2, G_3_4 * G_4_3 * step_3_S2_3_2);
  const Real D_4_S4_2 = fma(-N, hop_4_S4_3_3_2, step_4_S2_4_2);
  const Real step_4_S4_4 = fma(G_2_4, D_4_S4_2, fma(G_1_4, D_4_S4_1, G_3_4 * step_4_S3_4_3));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = self_energy_1;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = self_energy_2;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = self_energy_3;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = step_4_S4_4;
}
