// hubbard_su2_cdet_self_energy, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_self_energy.diag:17: D(S)
//   hubbard_su2_cdet_self_energy.diag:18: P(S, s, v)
//   hubbard_su2_cdet_self_energy.diag:21: Q(S, v, b)
//   hubbard_su2_cdet_self_energy.diag:24: C(V, a, b)
//   hubbard_su2_cdet_self_energy.diag:29: E(V, b)
//   hubbard_su2_cdet_self_energy.diag:32: leg(V, d)
//   hubbard_su2_cdet_self_energy.diag:34: self_energy(b)
// Order: P by S ascending, s ascending, v ascending; at most 43 values live.
// A configuration takes 93 multiplications, 1 additions, 158 fused, 0 divisions, 0 functions,
// 16 loads and 4 stores, in 1 function.
// Launch hubbard_su2_cdet_self_energy_straight: 128 threads and 128 configurations a block.
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
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 6)
hubbard_su2_cdet_self_energy_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_1 = fma(-G_1_2, G_2_1, G_2_2 * G_1_1);
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_4 = fma(-G_4_2, G_2_1, G_2_2 * G_4_1);
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_1 = fma(-G_3_1, G_1_3, G_3_3 * G_1_1);
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_4 = fma(-G_4_3, G_3_1, G_3_3 * G_4_1);
  const Real P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
  const Real P_S3_2_4 = fma(-G_4_3, G_3_2, G_3_3 * G_4_2);
  const Real P_S2_3_1_1 = fma(-G_1_2, P_S3_1_2, fma(-G_1_3, P_S2_1_3, G_1_1 * P_S3_2_2));
  const Real P_S2_3_1_4 = fma(-G_4_2, P_S3_1_2, fma(-G_4_3, P_S2_1_3, G_4_1 * P_S3_2_2));
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S4_1_1 = fma(-G_4_1, G_1_4, G_4_4 * G_1_1);
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S4_1_2 = fma(-G_2_4, G_4_1, G_4_4 * G_2_1);
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S4_1_3 = fma(-G_3_4, G_4_1, G_4_4 * G_3_1);
  const Real P_S4_2_2 = fma(-G_4_2, G_2_4, G_2_2 * G_4_4);
  const Real P_S4_2_3 = fma(-G_3_4, G_4_2, G_4_4 * G_3_2);
  const Real P_S4_3_3 = fma(-G_3_4, G_4_3, G_3_3 * G_4_4);
  const Real P_S2_4_1_1 = fma(-G_1_2, P_S4_1_2, fma(-P_S2_1_4, G_1_4, G_1_1 * P_S4_2_2));
  const Real P_S2_4_1_3 = fma(-G_3_2, P_S4_1_2, fma(-G_3_4, P_S2_1_4, G_3_1 * P_S4_2_2));
  const Real P_S3_4_1_1 = fma(-P_S4_1_3, G_1_3, fma(-P_S3_1_4, G_1_4, P_S4_3_3 * G_1_1));
  const Real P_S3_4_1_2 = fma(-G_2_3, P_S4_1_3, fma(-G_2_4, P_S3_1_4, P_S4_3_3 * G_2_1));
  const Real P_S3_4_2_2 = fma(-G_2_3, P_S4_2_3, fma(-G_2_4, P_S3_2_4, G_2_2 * P_S4_3_3));
  const Real t1 = P_S3_4_2_2 * G_1_1;
  const Real P_S2_3_4_1_1 = fma(-G_1_2, P_S3_4_1_2, fma(-G_1_3, P_S2_4_1_3, fma(-G_1_4, P_S2_3_1_4, t1)));
  const Real t2 = t1 - P_S2_3_4_1_1;
  const Real t3 = G_2_2 * G_2_2;
  const Real t4 = G_3_3 * G_3_3;
  const Real t5 = G_4_4 * G_4_4;
  const Real C_S1_4_1_1 = fma(-G_4_4, P_S4_1_1, G_1_1 * t5);
  const Real C_S1_3_1_1 = fma(-G_3_3, P_S3_1_1, G_1_1 * t4);
  const Real t6 = P_S4_3_3 * P_S4_3_3;
  const Real C_S1_3_4_1_1 = fma(-t5, C_S1_3_1_1, fma(-t4, C_S1_4_1_1, fma(-P_S4_3_3, P_S3_4_1_1, G_1_1 * t6)));
  const Real C_S1_2_1_1 = fma(-G_2_2, P_S2_1_1, G_1_1 * t3);
  const Real t7 = P_S4_2_2 * P_S4_2_2;
  const Real C_S1_2_4_1_1 = fma(-t5, C_S1_2_1_1, fma(-t3, C_S1_4_1_1, fma(-P_S4_2_2, P_S2_4_1_1, G_1_1 * t7)));
  const Real t8 = P_S3_2_2 * P_S3_2_2;
  const Real C_S1_2_3_1_1 = fma(-t4, C_S1_2_1_1, fma(-t3, C_S1_3_1_1, fma(-P_S3_2_2, P_S2_3_1_1, G_1_1 * t8)));
  const Real C_S1_2_3_4_1_1 = fma(-t5, C_S1_2_3_1_1, fma(-C_S1_4_1_1, t8, fma(-t4, C_S1_2_4_1_1, fma(-C_S1_3_1_1, t7, fma(-t6, C_S1_2_1_1, fma(-t3, C_S1_3_4_1_1, P_S3_4_2_2 * t2))))));
  const Real Q_S2_3_4_1_2 = fma(-P_S4_2_3, G_1_3, fma(-P_S3_2_4, G_1_4, P_S4_3_3 * G_1_2));
  const Real Q_S2_4_1_2 = fma(-G_4_2, G_1_4, G_4_4 * G_1_2);
  const Real C_S1_2_1_2 = G_1_2 * P_S2_1_1;
  const Real C_S1_2_4_1_2 = fma(-t5, C_S1_2_1_2, P_S2_4_1_1 * Q_S2_4_1_2);
  const Real Q_S2_3_1_2 = fma(-G_3_2, G_1_3, G_3_3 * G_1_2);
  const Real C_S1_2_3_1_2 = fma(-t4, C_S1_2_1_2, P_S2_3_1_1 * Q_S2_3_1_2);
  const Real Q_S3_4_1_3 = fma(-G_4_3, G_1_4, G_4_4 * G_1_3);
  const Real C_S1_3_1_3 = G_1_3 * P_S3_1_1;
  const Real C_S1_3_4_1_3 = fma(-t5, C_S1_3_1_3, P_S3_4_1_1 * Q_S3_4_1_3);
  const Real C_S1_4_1_4 = G_1_4 * P_S4_1_1;
  const Real t9 = G_1_1 * G_1_4;
  const Real E_S1_4_4 = fma(-G_4_4, t9, C_S1_4_1_4);
  const Real leg_S1_4_3 = fma(G_4_3, E_S1_4_4, G_1_3 * C_S1_4_1_1);
  const Real t10 = G_1_1 * G_1_3;
  const Real C_S3_4_3_3 = fma(-G_4_4, P_S4_3_3, G_3_3 * t5);
  const Real C_S3_4_4_3 = G_4_3 * P_S4_3_3;
  const Real E_S1_3_4_3 = fma(t9, C_S3_4_4_3, fma(t10, C_S3_4_3_3, fma(G_3_3, leg_S1_4_3, C_S1_3_4_1_3)));
  const Real Q_S3_4_1_4 = fma(-G_3_4, G_1_3, G_3_3 * G_1_4);
  const Real C_S1_3_4_1_4 = fma(-t4, C_S1_4_1_4, P_S3_4_1_1 * Q_S3_4_1_4);
  const Real E_S1_3_3 = fma(-G_3_3, t10, C_S1_3_1_3);
  const Real leg_S1_3_4 = fma(G_3_4, E_S1_3_3, G_1_4 * C_S1_3_1_1);
  const Real C_S3_4_3_4 = G_3_4 * P_S4_3_3;
  const Real C_S3_4_4_4 = fma(-G_3_3, P_S4_3_3, G_4_4 * t4);
  const Real E_S1_3_4_4 = fma(t9, C_S3_4_4_4, fma(t10, C_S3_4_3_4, fma(G_4_4, leg_S1_3_4, C_S1_3_4_1_4)));
  const Real leg_S1_3_4_2 = fma(G_4_2, E_S1_3_4_4, fma(G_3_2, E_S1_3_4_3, G_1_2 * C_S1_3_4_1_1));
  const Real leg_S1_4_2 = fma(G_4_2, E_S1_4_4, G_1_2 * C_S1_4_1_1);
  const Real C_S2_3_2_2 = fma(-G_3_3, P_S3_2_2, G_2_2 * t4);
  const Real C_S2_3_3_2 = G_3_2 * P_S3_2_2;
  const Real leg_S1_3_2 = fma(G_3_2, E_S1_3_3, G_1_2 * C_S1_3_1_1);
  const Real C_S2_4_2_2 = fma(-G_4_4, P_S4_2_2, G_2_2 * t5);
  const Real C_S2_4_4_2 = G_4_2 * P_S4_2_2;
  const Real t11 = G_1_1 * G_1_2;
  const Real C_S2_3_4_2_2 = fma(-t4, C_S2_4_2_2, fma(-t5, C_S2_3_2_2, fma(-P_S4_3_3, P_S3_4_2_2, G_2_2 * t6)));
  const Real C_S2_3_4_3_2 = fma(-t5, C_S2_3_3_2, P_S4_2_3 * P_S3_4_2_2);
  const Real C_S2_3_4_4_2 = fma(-t4, C_S2_4_4_2, P_S3_2_4 * P_S3_4_2_2);
  const Real E_S1_2_3_4_2 = fma(t9, C_S2_3_4_4_2, fma(t10, C_S2_3_4_3_2, fma(t11, C_S2_3_4_2_2, fma(-leg_S1_3_4, C_S2_4_4_2, fma(-leg_S1_3_2, C_S2_4_2_2, fma(-leg_S1_4_3, C_S2_3_3_2, fma(-leg_S1_4_2, C_S2_3_2_2, fma(G_2_2, leg_S1_3_4_2, fma(-t5, C_S1_2_3_1_2, fma(-t4, C_S1_2_4_1_2, fma(-t6, C_S1_2_1_2, P_S2_3_4_1_1 * Q_S2_3_4_1_2)))))))))));
  const Real Q_S3_4_2_3 = fma(-G_4_3, G_2_4, G_4_4 * G_2_3);
  const Real Q_S2_3_4_3 = fma(-G_2_3, G_4_2, G_2_2 * G_4_3);
  const Real Q_S2_3_4_1_3 = fma(-G_1_4, Q_S2_3_4_3, fma(-G_1_2, Q_S3_4_2_3, G_1_3 * P_S4_2_2));
  const Real Q_S2_3_1_3 = fma(-G_2_3, G_1_2, G_2_2 * G_1_3);
  const Real C_S1_2_3_1_3 = fma(-t3, C_S1_3_1_3, P_S2_3_1_1 * Q_S2_3_1_3);
  const Real E_S1_2_4_2 = fma(C_S2_4_2_2, t11, fma(t9, C_S2_4_4_2, fma(G_2_2, leg_S1_4_2, C_S1_2_4_1_2)));
  const Real Q_S2_4_1_4 = fma(-G_2_4, G_1_2, G_2_2 * G_1_4);
  const Real C_S1_2_4_1_4 = fma(-t3, C_S1_4_1_4, P_S2_4_1_1 * Q_S2_4_1_4);
  const Real E_S1_2_2 = fma(-G_2_2, t11, C_S1_2_1_2);
  const Real leg_S1_2_4 = fma(G_2_4, E_S1_2_2, G_1_4 * C_S1_2_1_1);
  const Real C_S2_4_2_4 = G_2_4 * P_S4_2_2;
  const Real C_S2_4_4_4 = fma(-G_2_2, P_S4_2_2, G_4_4 * t3);
  const Real E_S1_2_4_4 = fma(t9, C_S2_4_4_4, fma(t11, C_S2_4_2_4, fma(G_4_4, leg_S1_2_4, C_S1_2_4_1_4)));
  const Real leg_S1_2_4_3 = fma(G_4_3, E_S1_2_4_4, fma(G_2_3, E_S1_2_4_2, G_1_3 * C_S1_2_4_1_1));
  const Real C_S2_3_2_3 = G_2_3 * P_S3_2_2;
  const Real C_S2_3_3_3 = fma(-G_2_2, P_S3_2_2, G_3_3 * t3);
  const Real leg_S1_2_3 = fma(G_2_3, E_S1_2_2, G_1_3 * C_S1_2_1_1);
  const Real C_S2_3_4_2_3 = fma(-t5, C_S2_3_2_3, P_S3_4_2_2 * Q_S3_4_2_3);
  const Real C_S2_3_4_3_3 = fma(-t5, C_S2_3_3_3, fma(-t3, C_S3_4_3_3, fma(-P_S3_4_2_2, P_S4_2_2, G_3_3 * t7)));
  const Real C_S2_3_4_4_3 = fma(-t3, C_S3_4_4_3, P_S3_4_2_2 * Q_S2_3_4_3);
  const Real E_S1_2_3_4_3 = fma(t9, C_S2_3_4_4_3, fma(t10, C_S2_3_4_3_3, fma(t11, C_S2_3_4_2_3, fma(-C_S3_4_3_3, leg_S1_2_3, fma(-leg_S1_4_3, C_S2_3_3_3, fma(-leg_S1_4_2, C_S2_3_2_3, fma(G_3_3, leg_S1_2_4_3, fma(-C_S3_4_4_3, leg_S1_2_4, fma(-t5, C_S1_2_3_1_3, fma(-t3, C_S1_3_4_1_3, fma(-t7, C_S1_3_1_3, P_S2_3_4_1_1 * Q_S2_3_4_1_3)))))))))));
  const Real Q_S3_4_2_4 = fma(-G_3_4, G_2_3, G_3_3 * G_2_4);
  const Real Q_S2_4_3_4 = fma(-G_3_2, G_2_4, G_2_2 * G_3_4);
  const Real Q_S2_3_4_1_4 = fma(-G_1_3, Q_S2_4_3_4, fma(-G_1_2, Q_S3_4_2_4, G_1_4 * P_S3_2_2));
  const Real E_S1_2_3_2 = fma(C_S2_3_2_2, t11, fma(G_2_2, leg_S1_3_2, fma(t10, C_S2_3_3_2, C_S1_2_3_1_2)));
  const Real E_S1_2_3_3 = fma(G_3_3, leg_S1_2_3, fma(t10, C_S2_3_3_3, fma(t11, C_S2_3_2_3, C_S1_2_3_1_3)));
  const Real leg_S1_2_3_4 = fma(G_3_4, E_S1_2_3_3, fma(G_2_4, E_S1_2_3_2, G_1_4 * C_S1_2_3_1_1));
  const Real C_S2_3_4_2_4 = fma(-t4, C_S2_4_2_4, P_S3_4_2_2 * Q_S3_4_2_4);
  const Real C_S2_3_4_3_4 = fma(-t3, C_S3_4_3_4, P_S3_4_2_2 * Q_S2_4_3_4);
  const Real C_S2_3_4_4_4 = fma(-t4, C_S2_4_4_4, fma(-t3, C_S3_4_4_4, fma(-P_S3_4_2_2, P_S3_2_2, G_4_4 * t8)));
  const Real E_S1_2_3_4_4 = fma(t9, C_S2_3_4_4_4, fma(t10, C_S2_3_4_3_4, fma(t11, C_S2_3_4_2_4, fma(G_4_4, leg_S1_2_3_4, fma(-C_S3_4_3_4, leg_S1_2_3, fma(-leg_S1_3_4, C_S2_4_4_4, fma(-leg_S1_3_2, C_S2_4_2_4, fma(-C_S3_4_4_4, leg_S1_2_4, fma(-t4, C_S1_2_4_1_4, fma(-t3, C_S1_3_4_1_4, fma(-t8, C_S1_4_1_4, P_S2_3_4_1_1 * Q_S2_3_4_1_4)))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S1_2_3_4_1_1;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = E_S1_2_3_4_2;
  batch.outputs[0].data[2 * batch.outputs[0].row_stride + at] = E_S1_2_3_4_3;
  batch.outputs[0].data[3 * batch.outputs[0].row_stride + at] = E_S1_2_3_4_4;
}
