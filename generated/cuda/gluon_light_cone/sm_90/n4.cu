// gluon_light_cone, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_light_cone.diag:18: Kplus(a, b)
//   gluon_light_cone.diag:19: Kminus(a, b)
//   gluon_light_cone.diag:20: Kperp(a, b)
//   gluon_light_cone.diag:21: Ksq(a, b)
//   gluon_light_cone.diag:22: slope(a, b)
//   gluon_light_cone.diag:23: apart(a, c, b)
//   gluon_light_cone.diag:24: common(a, c, b)
//   gluon_light_cone.diag:26: right(a, c, b)
//   gluon_light_cone.diag:28: left(a, c, b)
//   gluon_light_cone.diag:30: both(a, c, b)
//   gluon_light_cone.diag:35: E(a, b)
//   gluon_light_cone.diag:36: w(a, b)
//   gluon_light_cone.diag:37: J(a, b)
//   gluon_light_cone.diag:45: amplitude
// Order: as expanded, eagerly; at most 15 values live.
// A configuration takes 49 multiplications, 16 additions, 37 fused, 9 divisions, 0 functions,
// 20 loads and 1 stores, in 1 function.
// Launch gluon_light_cone_straight: 128 threads and 128 configurations a block.
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

extern "C" __global__ void __launch_bounds__(128, 8)
gluon_light_cone_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real e_2_1 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_3_2 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_2_2 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_3_1 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real w_2_3 = fma(-e_2_2, e_3_1, e_2_1 * e_3_2);
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
  const Real t2 = 1.0f / Kplus_3_3;
  const Real p_3_x = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = fma(-p_3_x, t2, slope_2_2);
  const Real apart_2_2_3 = 2.0f * t3;
  const Real p_3_y = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real t4 = fma(-p_3_y, t2, slope_2_2_c1);
  const Real apart_2_2_3_c1 = 2.0f * t4;
  const Real t5 = fma(-e_2_2, apart_2_2_3_c1, -e_2_1 * apart_2_2_3);
  const Real t6 = Kplus_3_3 * t5;
  const Real t7 = fma(-e_3_2, apart_2_2_3_c1, -e_3_1 * apart_2_2_3);
  const Real t8 = Kplus_2_2 * t7;
  const Real t9 = fma(-e_2_2, e_3_2, -e_2_1 * e_3_1);
  const Real Kplus_2_3 = Kplus_3_3 + Kplus_2_2;
  const Real t10 = Kplus_3_3 * Kplus_2_2;
  const Real t11 = t10 / Kplus_2_3;
  const Real t12 = fma(-e_2_1, t8, fma(-e_3_1, t6, apart_2_2_3 * t9 * t11));
  const Real t13 = fma(-e_2_2, t8, fma(-e_3_2, t6, apart_2_2_3_c1 * t9 * t11));
  const Real Kminus_2_2 = p_2_E + p_2_z;
  const Real Kminus_2_3 = p_3_E + p_3_z + Kminus_2_2;
  const Real Kperp_2_3 = p_3_x + p_2_x;
  const Real Kperp_2_3_c1 = p_3_y + p_2_y;
  const Real Ksq_2_3 = fma(-Kperp_2_3_c1, Kperp_2_3_c1, fma(-Kperp_2_3, Kperp_2_3, Kplus_2_3 * Kminus_2_3));
  const Real t14 = 1.0f / Ksq_2_3;
  const Real e_1_1 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_1_2 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real t15 = fma(-e_1_2 * t13, t14, -e_1_1 * t12 * t14);
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_1_1 = p_1_E - p_1_z;
  const Real t16 = Kplus_2_2 - Kplus_3_3;
  const Real t17 = t9 * t16;
  const Real t18 = Kplus_2_3 * Kplus_2_3;
  const Real t19 = t17 / t18;
  const Real w_1_2 = fma(-e_2_1, e_1_2, e_2_2 * e_1_1);
  const Real t20 = 1.0f / Kplus_1_1;
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real t21 = fma(p_1_x, t20, -slope_2_2);
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real t22 = fma(p_1_y, t20, -slope_2_2_c1);
  const Real apart_1_1_2 = 2.0f * t22;
  const Real apart_1_1_2_c1 = 2.0f * t21;
  const Real t23 = fma(-e_1_1, apart_1_1_2_c1, -e_1_2 * apart_1_1_2);
  const Real t24 = Kplus_2_2 * t23;
  const Real t25 = fma(-e_2_1, apart_1_1_2_c1, -e_2_2 * apart_1_1_2);
  const Real t26 = Kplus_1_1 * t25;
  const Real t27 = fma(-e_2_2, e_1_2, -e_2_1 * e_1_1);
  const Real Kplus_1_2 = Kplus_2_2 + Kplus_1_1;
  const Real t28 = Kplus_2_2 * Kplus_1_1;
  const Real t29 = t28 / Kplus_1_2;
  const Real t30 = fma(-e_1_1, t26, fma(-e_2_1, t24, apart_1_1_2_c1 * t27 * t29));
  const Real t31 = fma(-e_1_2, t26, fma(-e_2_2, t24, apart_1_1_2 * t27 * t29));
  const Real Kminus_1_2 = p_1_E + p_1_z + Kminus_2_2;
  const Real Kperp_1_2 = p_2_x + p_1_x;
  const Real Kperp_1_2_c1 = p_2_y + p_1_y;
  const Real Ksq_1_2 = fma(-Kperp_1_2_c1, Kperp_1_2_c1, fma(-Kperp_1_2, Kperp_1_2, Kplus_1_2 * Kminus_1_2));
  const Real t32 = 1.0f / Ksq_1_2;
  const Real t33 = fma(-e_3_2 * t31, t32, -e_3_1 * t30 * t32);
  const Real t34 = fma(Kperp_1_2, t33, t15 * p_1_x);
  const Real t35 = fma(Kperp_1_2_c1, t33, t15 * p_1_y);
  const Real t36 = Kplus_1_1 - Kplus_2_2;
  const Real t37 = t27 * t36;
  const Real t38 = Kplus_1_2 * Kplus_1_2;
  const Real t39 = t37 / t38;
  const Real t40 = fma(e_3_1 * Kplus_1_2, t39, fma(2.0f, t34, fma(e_3_2, w_1_2, fma(-w_2_3, e_1_2, e_1_1 * Kplus_1_1 * t19))));
  const Real t41 = fma(e_3_2 * Kplus_1_2, t39, fma(2.0f, t35, fma(-e_3_1, w_1_2, fma(e_1_2 * Kplus_1_1, t19, w_2_3 * e_1_1))));
  const Real e_4_1 = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_4_2 = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real amplitude = fma(-e_4_2, t41, -e_4_1 * t40);
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = amplitude;
}
