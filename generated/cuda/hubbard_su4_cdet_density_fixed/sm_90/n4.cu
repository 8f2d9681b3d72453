// hubbard_su4_cdet_density_fixed, m = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su4_cdet_density_fixed.diag:17: D(S)
//   hubbard_su4_cdet_density_fixed.diag:20: P(S, s, v)
//   hubbard_su4_cdet_density_fixed.diag:22: dD(S)
//   hubbard_su4_cdet_density_fixed.diag:23: dP(S, s, v)
//   hubbard_su4_cdet_density_fixed.diag:28: E(R, A, B)
//   hubbard_su4_cdet_density_fixed.diag:32: Q(R, A, B)
//   hubbard_su4_cdet_density_fixed.diag:34: Z(V)
//   hubbard_su4_cdet_density_fixed.diag:39: A(V)
//   hubbard_su4_cdet_density_fixed.diag:46: C(V)
//   hubbard_su4_cdet_density_fixed.diag:48: density
// Order: Q by R ascending, A ascending, B ascending, eagerly; at most 95 values live.
// A configuration takes 200 multiplications, 16 additions, 418 fused, 0 divisions, 0 functions,
// 32 loads and 1 stores, in 1 function.
// Launch hubbard_su4_cdet_density_fixed_straight: 128 threads and 128 configurations a block.
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
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 3)
hubbard_su4_cdet_density_fixed_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real H_0_0 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real Q_S_S_S0 = H_0_0 * G_0_0;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_1 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real Q_S_S_S1 = G_1_1 * H_1_1;
  const Real t1 = H_0_0 * G_1_1;
  const Real t2 = G_0_0 * H_1_1;
  const Real H_0_1 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_1_0 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-H_0_1, G_1_0, t1)) + t2;
  const Real Q_S_S0_1_S = t1 + t2 + dP_S1_0_0;
  const Real t3 = G_1_1 * G_0_0;
  const Real P_S1_0_0 = fma(-G_1_0, G_0_1, t3);
  const Real t4 = t3 + P_S1_0_0;
  const Real E_S_S0_1_S = 2.0f * t4;
  const Real Q_S_S_S0_1 = dP_S1_0_0 * P_S1_0_0;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_2_2 = __ldg(in_row(batch.inputs[1].data + 10 * batch.inputs[1].row_stride, offsets[1]));
  const Real Q_S_S_S2 = G_2_2 * H_2_2;
  const Real t5 = H_0_0 * G_2_2;
  const Real t6 = G_0_0 * H_2_2;
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_0_2 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_0 = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real dP_S2_0_0 = fma(-H_2_0, G_0_2, fma(-G_2_0, H_0_2, t5)) + t6;
  const Real Q_S_S0_2_S = t5 + t6 + dP_S2_0_0;
  const Real t7 = G_2_2 * G_0_0;
  const Real P_S2_0_0 = fma(-G_2_0, G_0_2, t7);
  const Real t8 = t7 + P_S2_0_0;
  const Real E_S_S0_2_S = 2.0f * t8;
  const Real Q_S_S_S0_2 = dP_S2_0_0 * P_S2_0_0;
  const Real t9 = G_1_1 * G_2_2;
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S2_1_1 = fma(-G_1_2, G_2_1, t9);
  const Real t10 = t9 + P_S2_1_1;
  const Real E_S_S1_2_S = 2.0f * t10;
  const Real t11 = G_2_2 * H_1_1;
  const Real t12 = G_1_1 * H_2_2;
  const Real H_1_2 = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_2_1 = __ldg(in_row(batch.inputs[1].data + 9 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, t11)) + t12;
  const Real Q_S_S1_2_S = t11 + t12 + dP_S2_1_1;
  const Real Q_S_S_S1_2 = P_S2_1_1 * dP_S2_1_1;
  const Real t13 = H_0_0 * P_S2_1_1;
  const Real t14 = G_0_0 * dP_S2_1_1;
  const Real P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-H_1_2, G_2_0, fma(H_2_2, G_1_0, G_2_2 * H_1_0)));
  const Real P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
  const Real dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-H_2_1, G_1_0, fma(H_1_1, G_2_0, G_1_1 * H_2_0)));
  const Real dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-H_0_2, P_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(-H_0_1, P_S2_0_1, t13 + t14))));
  const Real Q_S_S0_1_2_S = fma(H_1_1, P_S2_0_0, fma(G_1_1, dP_S2_0_0, fma(H_2_2, P_S1_0_0, fma(G_2_2, dP_S1_0_0, t13)))) + t14 + dP_S1_2_0_0;
  const Real t15 = G_0_0 * P_S2_1_1;
  const Real P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, t15));
  const Real t16 = fma(G_1_1, P_S2_0_0, fma(G_2_2, P_S1_0_0, t15)) + P_S1_2_0_0;
  const Real Q_S_S_S0_1_2 = dP_S1_2_0_0 * P_S1_2_0_0;
  const Real Q_S_S0_S1 = fma(H_1_1, P_S1_0_0, G_1_1 * dP_S1_0_0);
  const Real Q_S_S0_S2 = fma(H_2_2, P_S2_0_0, G_2_2 * dP_S2_0_0);
  const Real Q_S_S0_S1_2 = fma(dP_S2_1_1, P_S1_2_0_0, P_S2_1_1 * dP_S1_2_0_0);
  const Real Q_S_S1_S0 = fma(H_0_0, P_S1_0_0, G_0_0 * dP_S1_0_0);
  const Real Q_S_S1_S2 = fma(G_2_2, dP_S2_1_1, H_2_2 * P_S2_1_1);
  const Real Q_S_S1_S0_2 = fma(dP_S2_0_0, P_S1_2_0_0, P_S2_0_0 * dP_S1_2_0_0);
  const Real Q_S_S0_1_S2 = fma(H_2_2, P_S1_2_0_0, fma(G_2_2, dP_S1_2_0_0, fma(dP_S2_1_1, P_S2_0_0, P_S2_1_1 * dP_S2_0_0)));
  const Real Q_S_S2_S0 = fma(H_0_0, P_S2_0_0, G_0_0 * dP_S2_0_0);
  const Real Q_S_S2_S1 = fma(G_1_1, dP_S2_1_1, H_1_1 * P_S2_1_1);
  const Real Q_S_S2_S0_1 = fma(dP_S1_0_0, P_S1_2_0_0, P_S1_0_0 * dP_S1_2_0_0);
  const Real Q_S_S0_2_S1 = fma(H_1_1, P_S1_2_0_0, fma(G_1_1, dP_S1_2_0_0, fma(dP_S2_1_1, P_S1_0_0, P_S2_1_1 * dP_S1_0_0)));
  const Real Q_S_S1_2_S0 = fma(H_0_0, P_S1_2_0_0, fma(G_0_0, dP_S1_2_0_0, fma(dP_S1_0_0, P_S2_0_0, P_S1_0_0 * dP_S2_0_0)));
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real H_3_3 = __ldg(in_row(batch.inputs[1].data + 15 * batch.inputs[1].row_stride, offsets[1]));
  const Real Q_S3_S_S = G_3_3 * H_3_3;
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_3 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_0_0 = fma(-G_3_0, G_0_3, G_3_3 * G_0_0);
  const Real H_0_3 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_0 = __ldg(in_row(batch.inputs[1].data + 12 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S3_0_0 = fma(-H_3_0, G_0_3, fma(-G_3_0, H_0_3, fma(G_0_0, H_3_3, H_0_0 * G_3_3)));
  const Real Q_S3_S_S0 = P_S3_0_0 * dP_S3_0_0;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_1_1 = fma(-G_3_1, G_1_3, G_1_1 * G_3_3);
  const Real H_1_3 = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_1 = __ldg(in_row(batch.inputs[1].data + 13 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S3_1_1 = fma(-G_1_3, H_3_1, fma(-G_3_1, H_1_3, fma(G_1_1, H_3_3, G_3_3 * H_1_1)));
  const Real Q_S3_S_S1 = P_S3_1_1 * dP_S3_1_1;
  const Real P_S3_0_1 = fma(-G_1_3, G_3_0, G_3_3 * G_1_0);
  const Real P_S1_0_3 = fma(-G_3_1, G_1_0, G_1_1 * G_3_0);
  const Real P_S1_3_0_0 = fma(-P_S1_0_3, G_0_3, fma(-G_0_1, P_S3_0_1, G_0_0 * P_S3_1_1));
  const Real dP_S3_0_1 = fma(-G_1_3, H_3_0, fma(-H_1_3, G_3_0, fma(H_3_3, G_1_0, G_3_3 * H_1_0)));
  const Real dP_S1_0_3 = fma(-G_3_1, H_1_0, fma(-H_3_1, G_1_0, fma(H_1_1, G_3_0, G_1_1 * H_3_0)));
  const Real dP_S1_3_0_0 = fma(-dP_S1_0_3, G_0_3, fma(-G_0_1, dP_S3_0_1, fma(-P_S1_0_3, H_0_3, fma(-H_0_1, P_S3_0_1, fma(G_0_0, dP_S3_1_1, H_0_0 * P_S3_1_1)))));
  const Real Q_S3_S_S0_1 = P_S1_3_0_0 * dP_S1_3_0_0;
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
  const Real H_2_3 = __ldg(in_row(batch.inputs[1].data + 11 * batch.inputs[1].row_stride, offsets[1]));
  const Real H_3_2 = __ldg(in_row(batch.inputs[1].data + 14 * batch.inputs[1].row_stride, offsets[1]));
  const Real dP_S3_2_2 = fma(-G_2_3, H_3_2, fma(-G_3_2, H_2_3, fma(G_2_2, H_3_3, G_3_3 * H_2_2)));
  const Real Q_S3_S_S2 = P_S3_2_2 * dP_S3_2_2;
  const Real P_S3_0_2 = fma(-G_2_3, G_3_0, G_3_3 * G_2_0);
  const Real P_S2_0_3 = fma(-G_3_2, G_2_0, G_2_2 * G_3_0);
  const Real P_S2_3_0_0 = fma(-P_S2_0_3, G_0_3, fma(-P_S3_0_2, G_0_2, P_S3_2_2 * G_0_0));
  const Real dP_S3_0_2 = fma(-G_2_3, H_3_0, fma(-H_2_3, G_3_0, fma(H_3_3, G_2_0, G_3_3 * H_2_0)));
  const Real dP_S2_0_3 = fma(-G_3_2, H_2_0, fma(-H_3_2, G_2_0, fma(H_2_2, G_3_0, G_2_2 * H_3_0)));
  const Real dP_S2_3_0_0 = fma(-dP_S2_0_3, G_0_3, fma(-dP_S3_0_2, G_0_2, fma(-P_S2_0_3, H_0_3, fma(-P_S3_0_2, H_0_2, fma(G_0_0, dP_S3_2_2, H_0_0 * P_S3_2_2)))));
  const Real Q_S3_S_S0_2 = P_S2_3_0_0 * dP_S2_3_0_0;
  const Real P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
  const Real P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
  const Real P_S2_3_1_1 = fma(-G_1_3, P_S2_1_3, fma(-G_1_2, P_S3_1_2, G_1_1 * P_S3_2_2));
  const Real dP_S3_1_2 = fma(-G_2_3, H_3_1, fma(-G_3_1, H_2_3, fma(G_2_1, H_3_3, G_3_3 * H_2_1)));
  const Real dP_S2_1_3 = fma(-G_3_2, H_2_1, fma(-G_2_1, H_3_2, fma(G_3_1, H_2_2, G_2_2 * H_3_1)));
  const Real dP_S2_3_1_1 = fma(-G_1_3, dP_S2_1_3, fma(-G_1_2, dP_S3_1_2, fma(-P_S2_1_3, H_1_3, fma(-P_S3_1_2, H_1_2, fma(G_1_1, dP_S3_2_2, P_S3_2_2 * H_1_1)))));
  const Real Q_S3_S_S1_2 = P_S2_3_1_1 * dP_S2_3_1_1;
  const Real Q_S3_S0_S = fma(G_3_3, dP_S3_0_0, H_3_3 * P_S3_0_0);
  const Real Q_S3_S0_S1 = fma(P_S3_1_1, dP_S1_3_0_0, dP_S3_1_1 * P_S1_3_0_0);
  const Real Q_S3_S0_S2 = fma(P_S3_2_2, dP_S2_3_0_0, dP_S3_2_2 * P_S2_3_0_0);
  const Real P_S2_3_0_1 = fma(-G_1_3, P_S2_0_3, fma(-G_1_2, P_S3_0_2, P_S3_2_2 * G_1_0));
  const Real P_S1_3_0_2 = fma(-G_2_3, P_S1_0_3, fma(-G_2_1, P_S3_0_1, G_2_0 * P_S3_1_1));
  const Real P_S1_2_0_3 = fma(-G_3_2, P_S1_0_2, fma(-G_3_1, P_S2_0_1, G_3_0 * P_S2_1_1));
  const Real P_S1_2_3_0_0 = fma(-P_S1_2_0_3, G_0_3, fma(-P_S1_3_0_2, G_0_2, fma(-P_S2_3_0_1, G_0_1, P_S2_3_1_1 * G_0_0)));
  const Real t17 = H_0_0 * P_S2_3_1_1;
  const Real dP_S2_3_0_1 = fma(-G_1_3, dP_S2_0_3, fma(-G_1_2, dP_S3_0_2, fma(-H_1_3, P_S2_0_3, fma(-H_1_2, P_S3_0_2, fma(dP_S3_2_2, G_1_0, P_S3_2_2 * H_1_0)))));
  const Real dP_S1_3_0_2 = fma(-G_2_3, dP_S1_0_3, fma(-G_2_1, dP_S3_0_1, fma(-H_2_3, P_S1_0_3, fma(-H_2_1, P_S3_0_1, fma(G_2_0, dP_S3_1_1, H_2_0 * P_S3_1_1)))));
  const Real dP_S1_2_0_3 = fma(-G_3_2, dP_S1_0_2, fma(-H_3_2, P_S1_0_2, fma(-G_3_1, dP_S2_0_1, fma(-H_3_1, P_S2_0_1, fma(G_3_0, dP_S2_1_1, H_3_0 * P_S2_1_1)))));
  const Real dP_S1_2_3_0_0 = fma(-G_0_3, dP_S1_2_0_3, fma(-G_0_2, dP_S1_3_0_2, fma(-G_0_1, dP_S2_3_0_1, fma(-H_0_3, P_S1_2_0_3, fma(-H_0_2, P_S1_3_0_2, fma(-H_0_1, P_S2_3_0_1, fma(G_0_0, dP_S2_3_1_1, t17)))))));
  const Real Q_S3_S0_S1_2 = fma(P_S2_3_1_1, dP_S1_2_3_0_0, dP_S2_3_1_1 * P_S1_2_3_0_0);
  const Real Q_S3_S1_S = fma(G_3_3, dP_S3_1_1, H_3_3 * P_S3_1_1);
  const Real Q_S3_S1_S0 = fma(dP_S1_3_0_0, P_S3_0_0, P_S1_3_0_0 * dP_S3_0_0);
  const Real Q_S3_S1_S2 = fma(P_S3_2_2, dP_S2_3_1_1, P_S2_3_1_1 * dP_S3_2_2);
  const Real Q_S3_S1_S0_2 = fma(dP_S1_2_3_0_0, P_S2_3_0_0, P_S1_2_3_0_0 * dP_S2_3_0_0);
  const Real Q_S3_S0_1_S = fma(G_3_3, dP_S1_3_0_0, fma(H_3_3, P_S1_3_0_0, fma(dP_S3_1_1, P_S3_0_0, P_S3_1_1 * dP_S3_0_0)));
  const Real Q_S3_S0_1_S2 = fma(P_S3_2_2, dP_S1_2_3_0_0, fma(dP_S3_2_2, P_S1_2_3_0_0, fma(dP_S2_3_1_1, P_S2_3_0_0, P_S2_3_1_1 * dP_S2_3_0_0)));
  const Real Q_S3_S2_S = fma(G_3_3, dP_S3_2_2, P_S3_2_2 * H_3_3);
  const Real Q_S3_S2_S0 = fma(dP_S2_3_0_0, P_S3_0_0, P_S2_3_0_0 * dP_S3_0_0);
  const Real Q_S3_S2_S1 = fma(dP_S2_3_1_1, P_S3_1_1, P_S2_3_1_1 * dP_S3_1_1);
  const Real Q_S3_S2_S0_1 = fma(dP_S1_2_3_0_0, P_S1_3_0_0, P_S1_2_3_0_0 * dP_S1_3_0_0);
  const Real Q_S3_S0_2_S = fma(G_3_3, dP_S2_3_0_0, fma(H_3_3, P_S2_3_0_0, fma(dP_S3_2_2, P_S3_0_0, P_S3_2_2 * dP_S3_0_0)));
  const Real Q_S3_S0_2_S1 = fma(P_S3_1_1, dP_S1_2_3_0_0, fma(dP_S3_1_1, P_S1_2_3_0_0, fma(dP_S2_3_1_1, P_S1_3_0_0, P_S2_3_1_1 * dP_S1_3_0_0)));
  const Real Q_S3_S1_2_S = fma(G_3_3, dP_S2_3_1_1, fma(P_S2_3_1_1, H_3_3, fma(dP_S3_2_2, P_S3_1_1, P_S3_2_2 * dP_S3_1_1)));
  const Real Q_S3_S1_2_S0 = fma(dP_S1_2_3_0_0, P_S3_0_0, fma(P_S1_2_3_0_0, dP_S3_0_0, fma(dP_S2_3_0_0, P_S1_3_0_0, P_S2_3_0_0 * dP_S1_3_0_0)));
  const Real Q_S3_S0_1_2_S = fma(G_3_3, dP_S1_2_3_0_0, fma(H_3_3, P_S1_2_3_0_0, fma(dP_S2_3_1_1, P_S3_0_0, fma(P_S2_3_1_1, dP_S3_0_0, fma(P_S3_1_1, dP_S2_3_0_0, fma(dP_S3_1_1, P_S2_3_0_0, fma(dP_S3_2_2, P_S1_3_0_0, P_S3_2_2 * dP_S1_3_0_0)))))));
  const Real E_S3_S_S1_2 = P_S2_3_1_1 * P_S2_3_1_1;
  const Real E_S_S_S0 = G_0_0 * G_0_0;
  const Real E_S3_S_S0_2 = P_S2_3_0_0 * P_S2_3_0_0;
  const Real E_S_S_S1 = G_1_1 * G_1_1;
  const Real E_S3_S_S2 = P_S3_2_2 * P_S3_2_2;
  const Real E_S_S_S0_1 = P_S1_0_0 * P_S1_0_0;
  const Real E_S3_S_S0_1 = P_S1_3_0_0 * P_S1_3_0_0;
  const Real E_S_S_S2 = G_2_2 * G_2_2;
  const Real E_S3_S_S1 = P_S3_1_1 * P_S3_1_1;
  const Real E_S_S_S0_2 = P_S2_0_0 * P_S2_0_0;
  const Real E_S3_S_S0 = P_S3_0_0 * P_S3_0_0;
  const Real E_S_S_S1_2 = P_S2_1_1 * P_S2_1_1;
  const Real E_S3_S_S = G_3_3 * G_3_3;
  const Real E_S_S_S0_1_2 = P_S1_2_0_0 * P_S1_2_0_0;
  const Real E_S_S0_S = 2.0f * G_0_0;
  const Real t18 = fma(E_S_S0_S, Q_S3_S0_S1_2, fma(E_S_S_S0_1_2, Q_S3_S_S, fma(Q_S_S_S0_1_2, E_S3_S_S, fma(E_S_S_S1_2, Q_S3_S_S0, fma(Q_S_S_S1_2, E_S3_S_S0, fma(E_S_S_S0_2, Q_S3_S_S1, fma(Q_S_S_S0_2, E_S3_S_S1, fma(E_S_S_S2, Q_S3_S_S0_1, fma(Q_S_S_S2, E_S3_S_S0_1, fma(E_S_S_S0_1, Q_S3_S_S2, fma(Q_S_S_S0_1, E_S3_S_S2, fma(E_S_S_S1, Q_S3_S_S0_2, fma(Q_S_S_S1, E_S3_S_S0_2, fma(E_S_S_S0, Q_S3_S_S1_2, fma(Q_S_S_S0, E_S3_S_S1_2, dP_S1_2_3_0_0 * P_S1_2_3_0_0)))))))))))))));
  const Real E_S3_S0_S2 = 2.0f * P_S3_2_2 * P_S2_3_0_0;
  const Real E_S_S0_S1 = 2.0f * G_1_1 * P_S1_0_0;
  const Real E_S3_S0_S1 = 2.0f * P_S3_1_1 * P_S1_3_0_0;
  const Real E_S_S0_S2 = 2.0f * G_2_2 * P_S2_0_0;
  const Real E_S3_S0_S = 2.0f * G_3_3 * P_S3_0_0;
  const Real E_S_S0_S1_2 = 2.0f * P_S2_1_1 * P_S1_2_0_0;
  const Real E_S_S1_S = 2.0f * G_1_1;
  const Real E_S3_S1_S2 = 2.0f * P_S3_2_2 * P_S2_3_1_1;
  const Real E_S_S1_S0 = 2.0f * G_0_0 * P_S1_0_0;
  const Real E_S3_S1_S0 = 2.0f * P_S1_3_0_0 * P_S3_0_0;
  const Real E_S_S1_S2 = 2.0f * G_2_2 * P_S2_1_1;
  const Real E_S3_S1_S = 2.0f * G_3_3 * P_S3_1_1;
  const Real E_S_S1_S0_2 = 2.0f * P_S2_0_0 * P_S1_2_0_0;
  const Real t19 = fma(P_S3_2_2, P_S1_2_3_0_0, P_S2_3_1_1 * P_S2_3_0_0);
  const Real t20 = fma(2.0f * Q_S_S0_1_S, t19, fma(E_S_S1_S0_2, Q_S3_S1_S, fma(Q_S_S1_S0_2, E_S3_S1_S, fma(E_S_S1_S2, Q_S3_S1_S0, fma(Q_S_S1_S2, E_S3_S1_S0, fma(E_S_S1_S0, Q_S3_S1_S2, fma(Q_S_S1_S0, E_S3_S1_S2, fma(E_S_S1_S, Q_S3_S1_S0_2, fma(E_S_S0_S1_2, Q_S3_S0_S, fma(Q_S_S0_S1_2, E_S3_S0_S, fma(E_S_S0_S2, Q_S3_S0_S1, fma(Q_S_S0_S2, E_S3_S0_S1, fma(E_S_S0_S1, Q_S3_S0_S2, fma(Q_S_S0_S1, E_S3_S0_S2, fma(E_S_S0_1_S, Q_S3_S0_1_S2, t18)))))))))))))));
  const Real t21 = fma(G_3_3, P_S1_3_0_0, P_S3_1_1 * P_S3_0_0);
  const Real E_S3_S0_1_S = 2.0f * t21;
  const Real t22 = fma(E_S_S0_1_S, E_S3_S0_1_S, fma(E_S_S1_S0, E_S3_S1_S, fma(E_S_S1_S, E_S3_S1_S0, fma(E_S_S0_S1, E_S3_S0_S, fma(E_S_S0_S, E_S3_S0_S1, fma(E_S_S_S0_1, E_S3_S_S, fma(E_S_S_S1, E_S3_S_S0, fma(E_S_S_S0, E_S3_S_S1, E_S3_S_S0_1))))))));
  const Real t23 = fma(Q_S_S0_1_S, E_S3_S0_1_S, fma(Q_S_S1_S0, E_S3_S1_S, fma(H_1_1, E_S3_S1_S0, fma(E_S_S1_S0, Q_S3_S1_S, fma(E_S_S1_S, Q_S3_S1_S0, fma(Q_S_S0_S1, E_S3_S0_S, fma(H_0_0, E_S3_S0_S1, fma(E_S_S0_S1, Q_S3_S0_S, fma(E_S_S0_S, Q_S3_S0_S1, fma(Q_S_S_S0_1, E_S3_S_S, fma(Q_S_S_S1, E_S3_S_S0, fma(Q_S_S_S0, E_S3_S_S1, fma(E_S_S_S0_1, Q_S3_S_S, fma(E_S_S_S1, Q_S3_S_S0, fma(E_S_S_S0, Q_S3_S_S1, fma(E_S_S0_1_S, Q_S3_S0_1_S, Q_S3_S_S0_1))))))))))))))));
  const Real t24 = fma(G_2_2, P_S1_2_0_0, P_S2_1_1 * P_S2_0_0);
  const Real E_S_S0_1_S2 = 2.0f * t24;
  const Real t25 = fma(E_S_S0_1_S, E_S_S0_1_S2, fma(E_S_S1_S, E_S_S1_S0_2, fma(E_S_S1_S0, E_S_S1_S2, fma(E_S_S0_S, E_S_S0_S1_2, fma(E_S_S0_S1, E_S_S0_S2, fma(E_S_S_S0, E_S_S_S1_2, fma(E_S_S_S1, E_S_S_S0_2, fma(E_S_S_S0_1, E_S_S_S2, E_S_S_S0_1_2))))))));
  const Real t26 = fma(Q_S_S0_1_S, E_S_S0_1_S2, fma(H_1_1, E_S_S1_S0_2, fma(Q_S_S1_S0, E_S_S1_S2, fma(E_S_S1_S0, Q_S_S1_S2, fma(E_S_S1_S, Q_S_S1_S0_2, fma(H_0_0, E_S_S0_S1_2, fma(Q_S_S0_S1, E_S_S0_S2, fma(E_S_S0_S1, Q_S_S0_S2, fma(E_S_S0_S, Q_S_S0_S1_2, fma(Q_S_S_S0, E_S_S_S1_2, fma(Q_S_S_S1, E_S_S_S0_2, fma(Q_S_S_S0_1, E_S_S_S2, fma(E_S_S_S0_1, Q_S_S_S2, fma(E_S_S_S1, Q_S_S_S0_2, fma(E_S_S_S0, Q_S_S_S1_2, fma(E_S_S0_1_S, Q_S_S0_1_S2, Q_S_S_S0_1_2))))))))))))))));
  const Real E_S_S2_S = 2.0f * G_2_2;
  const Real E_S3_S2_S1 = 2.0f * P_S2_3_1_1 * P_S3_1_1;
  const Real E_S_S2_S0 = 2.0f * G_0_0 * P_S2_0_0;
  const Real E_S3_S2_S0 = 2.0f * P_S2_3_0_0 * P_S3_0_0;
  const Real E_S_S2_S1 = 2.0f * G_1_1 * P_S2_1_1;
  const Real E_S3_S2_S = 2.0f * G_3_3 * P_S3_2_2;
  const Real t27 = fma(P_S3_1_1, P_S1_2_3_0_0, P_S2_3_1_1 * P_S1_3_0_0);
  const Real t28 = fma(G_3_3, P_S2_3_0_0, P_S3_2_2 * P_S3_0_0);
  const Real E_S3_S0_2_S = 2.0f * t28;
  const Real t29 = fma(E_S_S0_2_S, E_S3_S0_2_S, fma(E_S_S2_S0, E_S3_S2_S, fma(E_S_S2_S, E_S3_S2_S0, fma(E_S_S0_S2, E_S3_S0_S, fma(E_S_S0_S, E_S3_S0_S2, fma(E_S_S_S0_2, E_S3_S_S, fma(E_S_S_S2, E_S3_S_S0, fma(E_S_S_S0, E_S3_S_S2, E_S3_S_S0_2))))))));
  const Real t30 = fma(Q_S_S0_2_S, E_S3_S0_2_S, fma(Q_S_S2_S0, E_S3_S2_S, fma(H_2_2, E_S3_S2_S0, fma(E_S_S2_S0, Q_S3_S2_S, fma(E_S_S2_S, Q_S3_S2_S0, fma(Q_S_S0_S2, E_S3_S0_S, fma(E_S_S0_S2, Q_S3_S0_S, fma(H_0_0, E_S3_S0_S2, fma(E_S_S0_S, Q_S3_S0_S2, fma(Q_S_S_S0_2, E_S3_S_S, fma(Q_S_S_S2, E_S3_S_S0, fma(E_S_S_S0_2, Q_S3_S_S, fma(E_S_S_S2, Q_S3_S_S0, fma(Q_S_S_S0, E_S3_S_S2, fma(E_S_S_S0, Q_S3_S_S2, fma(E_S_S0_2_S, Q_S3_S0_2_S, Q_S3_S_S0_2))))))))))))))));
  const Real t31 = fma(G_1_1, P_S1_2_0_0, P_S2_1_1 * P_S1_0_0);
  const Real t32 = fma(P_S1_2_3_0_0, P_S3_0_0, P_S2_3_0_0 * P_S1_3_0_0);
  const Real t33 = fma(G_3_3, P_S2_3_1_1, P_S3_2_2 * P_S3_1_1);
  const Real E_S3_S1_2_S = 2.0f * t33;
  const Real t34 = fma(E_S_S1_2_S, E_S3_S1_2_S, fma(E_S_S2_S1, E_S3_S2_S, fma(E_S_S2_S, E_S3_S2_S1, fma(E_S_S1_S2, E_S3_S1_S, fma(E_S_S1_S, E_S3_S1_S2, fma(E_S_S_S1_2, E_S3_S_S, fma(E_S_S_S2, E_S3_S_S1, fma(E_S_S_S1, E_S3_S_S2, E_S3_S_S1_2))))))));
  const Real t35 = fma(Q_S_S1_2_S, E_S3_S1_2_S, fma(Q_S_S2_S1, E_S3_S2_S, fma(E_S_S2_S1, Q_S3_S2_S, fma(H_2_2, E_S3_S2_S1, fma(E_S_S2_S, Q_S3_S2_S1, fma(Q_S_S1_S2, E_S3_S1_S, fma(E_S_S1_S2, Q_S3_S1_S, fma(H_1_1, E_S3_S1_S2, fma(E_S_S1_S, Q_S3_S1_S2, fma(Q_S_S_S1_2, E_S3_S_S, fma(E_S_S_S1_2, Q_S3_S_S, fma(Q_S_S_S2, E_S3_S_S1, fma(E_S_S_S2, Q_S3_S_S1, fma(Q_S_S_S1, E_S3_S_S2, fma(E_S_S_S1, Q_S3_S_S2, fma(E_S_S1_2_S, Q_S3_S1_2_S, Q_S3_S_S1_2))))))))))))))));
  const Real t36 = fma(Q_S_S1_2_S0, E_S3_S1_2_S, fma(2.0f * Q_S_S1_2_S, t32, fma(2.0f * t31, Q_S3_S0_2_S, fma(Q_S_S0_2_S1, E_S3_S0_2_S, fma(2.0f * Q_S_S0_2_S, t27, fma(Q_S_S2_S0_1, E_S3_S2_S, fma(E_S_S2_S1, Q_S3_S2_S0, fma(Q_S_S2_S1, E_S3_S2_S0, fma(E_S_S2_S0, Q_S3_S2_S1, fma(Q_S_S2_S0, E_S3_S2_S1, fma(E_S_S2_S, Q_S3_S2_S0_1, fma(E_S_S0_1_S2, Q_S3_S0_1_S, fma(Q_S_S0_1_S2, E_S3_S0_1_S, fma(E_S_S1_2_S, Q_S3_S1_2_S0, fma(E_S_S0_2_S, Q_S3_S0_2_S1, t20)))))))))))))));
  const Real t37 = fma(G_0_0, P_S1_2_0_0, P_S1_0_0 * P_S2_0_0);
  const Real t38 = fma(G_3_3, P_S1_2_3_0_0, fma(P_S2_3_1_1, P_S3_0_0, fma(P_S3_1_1, P_S2_3_0_0, P_S3_2_2 * P_S1_3_0_0)));
  const Real t39 = fma(2.0f * Q_S_S0_1_2_S, t38, fma(2.0f * t37, Q_S3_S1_2_S, fma(2.0f * t16, Q_S3_S0_1_2_S, t36)));
  const Real t40 = fma(H_1_1, P_S2_3_0_0, fma(H_2_2, P_S1_3_0_0, t17));
  const Real t41 = fma(P_S1_2_3_0_0, t40, P_S1_0_0 * P_S1_2_0_0 * Q_S3_S2_S);
  const Real Z_S0 = 6.0f * E_S_S_S0;
  const Real Z_S1 = 6.0f * E_S_S_S1;
  const Real t42 = fma(H_2_2, E_S3_S2_S, fma(E_S_S2_S, Q_S3_S2_S, fma(Q_S_S_S2, E_S3_S_S, fma(E_S_S_S2, Q_S3_S_S, Q_S3_S_S2))));
  const Real Z_S2 = 6.0f * E_S_S_S2;
  const Real A_S3 = 3.0f * Q_S3_S_S;
  const Real Z_S3 = 6.0f * E_S3_S_S;
  const Real A_S2 = 3.0f * Q_S_S_S2;
  const Real C_S2_3 = fma(-Z_S3, A_S2, fma(-Z_S2, A_S3, 3.0f * t42));
  const Real t43 = fma(H_1_1, E_S3_S1_S, fma(E_S_S1_S, Q_S3_S1_S, fma(Q_S_S_S1, E_S3_S_S, fma(E_S_S_S1, Q_S3_S_S, Q_S3_S_S1))));
  const Real A_S1 = 3.0f * Q_S_S_S1;
  const Real C_S1_3 = fma(-Z_S3, A_S1, fma(-Z_S1, A_S3, 3.0f * t43));
  const Real t44 = fma(E_S_S1_S, E_S_S1_S2, fma(E_S_S_S1, E_S_S_S2, E_S_S_S1_2));
  const Real Z_S1_2 = 6.0f * t44;
  const Real t45 = fma(H_1_1, E_S_S1_S2, fma(E_S_S1_S, Q_S_S1_S2, fma(Q_S_S_S1, E_S_S_S2, fma(E_S_S_S1, Q_S_S_S2, Q_S_S_S1_2))));
  const Real C_S1_2 = fma(-Z_S2, A_S1, fma(-Z_S1, A_S2, 3.0f * t45));
  const Real t46 = fma(E_S_S1_S, E_S3_S1_S, fma(E_S_S_S1, E_S3_S_S, E_S3_S_S1));
  const Real Z_S1_3 = 6.0f * t46;
  const Real t47 = fma(E_S_S2_S, E_S3_S2_S, fma(E_S_S_S2, E_S3_S_S, E_S3_S_S2));
  const Real Z_S2_3 = 6.0f * t47;
  const Real C_S1_2_3 = fma(-Z_S2_3, A_S1, fma(-A_S2, Z_S1_3, fma(-Z_S3, C_S1_2, fma(-A_S3, Z_S1_2, fma(-Z_S2, C_S1_3, fma(-Z_S1, C_S2_3, 3.0f * t35))))));
  const Real t48 = fma(H_0_0, E_S3_S0_S, fma(E_S_S0_S, Q_S3_S0_S, fma(Q_S_S_S0, E_S3_S_S, fma(E_S_S_S0, Q_S3_S_S, Q_S3_S_S0))));
  const Real A_S0 = 3.0f * Q_S_S_S0;
  const Real C_S0_3 = fma(-Z_S3, A_S0, fma(-Z_S0, A_S3, 3.0f * t48));
  const Real t49 = fma(E_S_S0_S, E_S_S0_S2, fma(E_S_S_S0, E_S_S_S2, E_S_S_S0_2));
  const Real Z_S0_2 = 6.0f * t49;
  const Real t50 = fma(H_0_0, E_S_S0_S2, fma(E_S_S0_S, Q_S_S0_S2, fma(Q_S_S_S0, E_S_S_S2, fma(E_S_S_S0, Q_S_S_S2, Q_S_S_S0_2))));
  const Real C_S0_2 = fma(-Z_S2, A_S0, fma(-Z_S0, A_S2, 3.0f * t50));
  const Real t51 = fma(E_S_S0_S, E_S3_S0_S, fma(E_S_S_S0, E_S3_S_S, E_S3_S_S0));
  const Real Z_S0_3 = 6.0f * t51;
  const Real C_S0_2_3 = fma(-A_S2, Z_S0_3, fma(-Z_S3, C_S0_2, fma(-A_S3, Z_S0_2, fma(-Z_S2, C_S0_3, fma(-Z_S2_3, A_S0, fma(-Z_S0, C_S2_3, 3.0f * t30))))));
  const Real t52 = fma(E_S_S0_S, E_S_S0_S1, fma(E_S_S_S0, E_S_S_S1, E_S_S_S0_1));
  const Real Z_S0_1 = 6.0f * t52;
  const Real t53 = fma(H_0_0, E_S_S0_S1, fma(E_S_S0_S, Q_S_S0_S1, fma(Q_S_S_S0, E_S_S_S1, fma(E_S_S_S0, Q_S_S_S1, Q_S_S_S0_1))));
  const Real C_S0_1 = fma(-Z_S1, A_S0, fma(-Z_S0, A_S1, 3.0f * t53));
  const Real C_S0_1_3 = fma(-Z_S3, C_S0_1, fma(-A_S3, Z_S0_1, fma(-A_S1, Z_S0_3, fma(-Z_S1, C_S0_3, fma(-Z_S1_3, A_S0, fma(-Z_S0, C_S1_3, 3.0f * t23))))));
  const Real C_S0_1_2 = fma(-Z_S2, C_S0_1, fma(-A_S2, Z_S0_1, fma(-Z_S1, C_S0_2, fma(-A_S1, Z_S0_2, fma(-Z_S1_2, A_S0, fma(-Z_S0, C_S1_2, 3.0f * t26))))));
  const Real C_S0_1_2_3 = fma(-Z_S3, C_S0_1_2, fma(-Z_S2, C_S0_1_3, fma(-Z_S2_3, C_S0_1, fma(-C_S2_3, Z_S0_1, fma(-Z_S1, C_S0_2_3, fma(-C_S1_2, Z_S0_3, fma(-Z_S1_3, C_S0_2, fma(-C_S1_3, Z_S0_2, fma(-Z_S1_2, C_S0_3, fma(-6.0f * t34, A_S0, fma(-Z_S0, C_S1_2_3, fma(-6.0f * A_S1, t29, fma(-6.0f * A_S2, t22, fma(-6.0f * A_S3, t25, fma(6.0f, t41, 3.0f * t39)))))))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = C_S0_1_2_3;
}
