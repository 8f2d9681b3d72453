// gluon_helicity_sum, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_helicity_sum.diag:14: Kplus(a, b)
//   gluon_helicity_sum.diag:15: Kminus(a, b)
//   gluon_helicity_sum.diag:16: Kperp(a, b)
//   gluon_helicity_sum.diag:17: Ksq(a, b)
//   gluon_helicity_sum.diag:18: slope(a, b)
//   gluon_helicity_sum.diag:19: apart(a, c, b)
//   gluon_helicity_sum.diag:20: common(a, c, b)
//   gluon_helicity_sum.diag:22: right(a, c, b, S)
//   gluon_helicity_sum.diag:24: left(a, c, b, T)
//   gluon_helicity_sum.diag:26: both(a, c, b, S, T)
//   gluon_helicity_sum.diag:32: E(a, b, S)
//   gluon_helicity_sum.diag:34: w(a, b, S)
//   gluon_helicity_sum.diag:35: J(a, b, S)
//   gluon_helicity_sum.diag:43: A(S)
//   gluon_helicity_sum.diag:45: squared
// Order: Kplus, Kminus, Kperp, Ksq, slope, apart, common, right, left, E, J, A, squared by a descending, b ascending, c descending, S ascending, T ascending, eagerly; at most 24 values live.
// A configuration takes 67 multiplications, 30 additions, 47 fused, 9 divisions, 0 functions,
// 12 loads and 1 stores, in 1 function.
// Launch gluon_helicity_sum_straight: 128 threads and 128 configurations a block.
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

extern "C" __global__ void __launch_bounds__(128, 8)
gluon_helicity_sum_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real p_3_E = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_3_z = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_3_3 = p_3_E - p_3_z;
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_2_2 = p_2_E - p_2_z;
  const Real t1 = 1.0f / Kplus_2_2;
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_2_2 = p_2_x * t1;
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_2_2_c1 = p_2_y * t1;
  const Real Kminus_2_2 = p_2_E + p_2_z;
  const Real t2 = 1.0f / Kplus_3_3;
  const Real p_3_x = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = fma(-p_3_x, t2, slope_2_2);
  const Real apart_2_2_3 = 2.0f * t3;
  const Real p_3_y = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = fma(-p_3_y, t2, slope_2_2_c1);
  const Real apart_2_2_3_c1 = 2.0f * t4;
  const Real right_2_2_3_S = Kplus_3_3 * apart_2_2_3;
  const Real left_2_2_3_S = Kplus_2_2 * apart_2_2_3;
  const Real t5 = Kplus_3_3 * Kplus_2_2;
  const Real Kplus_2_3 = Kplus_3_3 + Kplus_2_2;
  const Real t6 = t5 / Kplus_2_3;
  const Real common_2_2_3 = apart_2_2_3 * t6;
  const Real common_2_2_3_c1 = apart_2_2_3_c1 * t6;
  const Real left_2_2_3_S3 = Kplus_2_2 * apart_2_2_3_c1;
  const Real right_2_2_3_S2 = Kplus_3_3 * apart_2_2_3_c1;
  const Real Kminus_2_3 = p_3_E + p_3_z + Kminus_2_2;
  const Real Kperp_2_3 = p_3_x + p_2_x;
  const Real Kperp_2_3_c1 = p_3_y + p_2_y;
  const Real Ksq_2_3 = fma(-Kperp_2_3_c1, Kperp_2_3_c1, fma(-Kperp_2_3, Kperp_2_3, Kplus_2_3 * Kminus_2_3));
  const Real t7 = 1.0f / Ksq_2_3;
  const Real t8 = right_2_2_3_S + left_2_2_3_S - common_2_2_3;
  const Real J_2_3_S = t8 * t7;
  const Real t9 = Kplus_2_2 - Kplus_3_3;
  const Real t10 = Kplus_2_3 * Kplus_2_3;
  const Real E_2_3_S = t9 / t10;
  const Real J_2_3_S2 = right_2_2_3_S2 * t7;
  const Real J_2_3_S2_c1 = left_2_2_3_S * t7;
  const Real J_2_3_S3 = left_2_2_3_S3 * t7;
  const Real J_2_3_S3_c1 = right_2_2_3_S * t7;
  const Real t11 = left_2_2_3_S3 - common_2_2_3_c1 + right_2_2_3_S2;
  const Real J_2_3_S2_3 = t11 * t7;
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_1_1 = p_1_E - p_1_z;
  const Real t12 = Kplus_1_1 * E_2_3_S;
  const Real t13 = 1.0f / Kplus_1_1;
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real t14 = fma(p_1_x, t13, -slope_2_2);
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real t15 = fma(p_1_y, t13, -slope_2_2_c1);
  const Real apart_1_1_2 = 2.0f * t15;
  const Real apart_1_1_2_c1 = 2.0f * t14;
  const Real right_1_1_2_S = Kplus_2_2 * apart_1_1_2_c1;
  const Real left_1_1_2_S = Kplus_1_1 * apart_1_1_2_c1;
  const Real t16 = Kplus_2_2 * Kplus_1_1;
  const Real Kplus_1_2 = Kplus_2_2 + Kplus_1_1;
  const Real t17 = t16 / Kplus_1_2;
  const Real common_1_1_2 = apart_1_1_2_c1 * t17;
  const Real common_1_1_2_c1 = apart_1_1_2 * t17;
  const Real left_1_1_2_S2 = Kplus_1_1 * apart_1_1_2;
  const Real right_1_1_2_S1 = Kplus_2_2 * apart_1_1_2;
  const Real Kminus_1_2 = p_1_E + p_1_z + Kminus_2_2;
  const Real Kperp_1_2 = p_2_x + p_1_x;
  const Real Kperp_1_2_c1 = p_2_y + p_1_y;
  const Real Ksq_1_2 = fma(-Kperp_1_2_c1, Kperp_1_2_c1, fma(-Kperp_1_2, Kperp_1_2, Kplus_1_2 * Kminus_1_2));
  const Real t18 = 1.0f / Ksq_1_2;
  const Real t19 = right_1_1_2_S + left_1_1_2_S - common_1_1_2;
  const Real J_1_2_S = t19 * t18;
  const Real t20 = Kplus_1_1 - Kplus_2_2;
  const Real t21 = Kplus_1_2 * Kplus_1_2;
  const Real E_1_2_S = t20 / t21;
  const Real t22 = Kplus_1_2 * E_1_2_S;
  const Real J_1_2_S1 = right_1_1_2_S1 * t18;
  const Real J_1_2_S1_c1 = left_1_1_2_S * t18;
  const Real J_1_2_S2 = left_1_1_2_S2 * t18;
  const Real J_1_2_S2_c1 = right_1_1_2_S * t18;
  const Real t23 = left_1_1_2_S2 - common_1_1_2_c1 + right_1_1_2_S1;
  const Real J_1_2_S1_2 = t23 * t18;
  const Real t24 = fma(-Kperp_1_2, J_1_2_S, -J_2_3_S * p_1_x);
  const Real A_S = fma(2.0f, t24, -t12 - t22);
  const Real t25 = fma(-Kperp_1_2_c1, J_1_2_S, -J_2_3_S * p_1_y);
  const Real A_S_c1 = 2.0f * t25;
  const Real t26 = common_2_2_3_c1 * t7;
  const Real t27 = fma(-Kperp_1_2, J_1_2_S1, t26 * p_1_x);
  const Real A_S1 = 2.0f * t27;
  const Real t28 = fma(-Kperp_1_2_c1, J_1_2_S1, t26 * p_1_y);
  const Real A_S1_c1 = fma(2.0f, t28, 1.0f - t12);
  const Real t29 = fma(-Kperp_1_2, J_1_2_S2, -p_1_x * J_2_3_S2);
  const Real A_S2 = 2.0f * t29;
  const Real t30 = fma(-Kperp_1_2_c1, J_1_2_S2, -p_1_y * J_2_3_S2);
  const Real A_S2_c1 = fma(2.0f, t30, -2.0f);
  const Real t31 = common_1_1_2 * t18;
  const Real t32 = fma(-p_1_x, J_2_3_S2_c1, Kperp_1_2 * t31);
  const Real A_S1_2 = fma(2.0f, t32, 1.0f - t22);
  const Real t33 = fma(-p_1_y, J_2_3_S2_c1, Kperp_1_2_c1 * t31);
  const Real A_S1_2_c1 = 2.0f * t33;
  const Real t34 = common_1_1_2_c1 * t18;
  const Real t35 = fma(-p_1_x, J_2_3_S3, Kperp_1_2 * t34);
  const Real A_S3 = 2.0f * t35;
  const Real t36 = fma(-p_1_y, J_2_3_S3, Kperp_1_2_c1 * t34);
  const Real A_S3_c1 = fma(2.0f, t36, 1.0f - t22);
  const Real t37 = fma(-Kperp_1_2, J_1_2_S1_c1, -p_1_x * J_2_3_S3_c1);
  const Real A_S1_3 = fma(2.0f, t37, -2.0f);
  const Real t38 = fma(-Kperp_1_2_c1, J_1_2_S1_c1, -p_1_y * J_2_3_S3_c1);
  const Real A_S1_3_c1 = 2.0f * t38;
  const Real t39 = common_2_2_3 * t7;
  const Real t40 = fma(-Kperp_1_2, J_1_2_S2_c1, p_1_x * t39);
  const Real A_S2_3 = fma(2.0f, t40, 1.0f - t12);
  const Real t41 = fma(-Kperp_1_2_c1, J_1_2_S2_c1, p_1_y * t39);
  const Real A_S2_3_c1 = 2.0f * t41;
  const Real t42 = fma(-Kperp_1_2, J_1_2_S1_2, -p_1_x * J_2_3_S2_3);
  const Real A_S1_2_3 = 2.0f * t42;
  const Real t43 = fma(-Kperp_1_2_c1, J_1_2_S1_2, -p_1_y * J_2_3_S2_3);
  const Real A_S1_2_3_c1 = fma(2.0f, t43, -t12 - t22);
  const Real squared = fma(A_S1_2_3_c1, A_S1_2_3_c1, fma(A_S1_2_3, A_S1_2_3, fma(A_S2_3_c1, A_S2_3_c1, fma(A_S2_3, A_S2_3, fma(A_S1_3_c1, A_S1_3_c1, fma(A_S1_3, A_S1_3, fma(A_S3_c1, A_S3_c1, fma(A_S3, A_S3, fma(A_S1_2_c1, A_S1_2_c1, fma(A_S1_2, A_S1_2, fma(A_S2_c1, A_S2_c1, fma(A_S2, A_S2, fma(A_S1_c1, A_S1_c1, fma(A_S1, A_S1, fma(A_S_c1, A_S_c1, A_S * A_S)))))))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = squared;
}
