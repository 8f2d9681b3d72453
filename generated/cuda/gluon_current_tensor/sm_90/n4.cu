// gluon_current_tensor, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_current_tensor.diag:21: K(a, b)
//   gluon_current_tensor.diag:23: electric(a, b)
//   gluon_current_tensor.diag:24: magnetic(a, b)
//   gluon_current_tensor.diag:26: V(a, b)
//   gluon_current_tensor.diag:31: J(a, b)
//   gluon_current_tensor.diag:33: amplitude
// Order: as expanded, eagerly; at most 24 values live.
// A configuration takes 59 multiplications, 24 additions, 117 fused, 2 divisions, 0 functions,
// 28 loads and 1 stores, in 1 function.
// Launch gluon_current_tensor_straight: 128 threads and 128 configurations a block.
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
gluon_current_tensor_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real e_2_E = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_3_E = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_2_x = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_3_x = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_2_y = __ldg(in_row(batch.inputs[1].data + 6 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_3_y = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_2_z = __ldg(in_row(batch.inputs[1].data + 7 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_3_z = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = fma(-e_2_z, p_3_z, fma(-e_2_y, p_3_y, fma(-e_2_x, p_3_x, e_2_E * p_3_E)));
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_3_E = __ldg(in_row(batch.inputs[1].data + 8 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_3_x = __ldg(in_row(batch.inputs[1].data + 9 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_3_y = __ldg(in_row(batch.inputs[1].data + 10 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_3_z = __ldg(in_row(batch.inputs[1].data + 11 * batch.inputs[1].row_stride, offsets[1]));
  const Real t2 = fma(-p_2_z, e_3_z, fma(-p_2_y, e_3_y, fma(-p_2_x, e_3_x, p_2_E * e_3_E)));
  const Real t3 = fma(-e_2_z, e_3_z, fma(-e_2_y, e_3_y, fma(-e_2_x, e_3_x, e_2_E * e_3_E)));
  const Real t4 = p_2_E - p_3_E;
  const Real t5 = p_2_x - p_3_x;
  const Real t6 = p_2_y - p_3_y;
  const Real t7 = p_2_z - p_3_z;
  const Real t8 = fma(-e_2_E, t2, e_3_E * t1);
  const Real V_2_3 = fma(2.0f, t8, t3 * t4);
  const Real t9 = fma(-e_2_x, t2, e_3_x * t1);
  const Real V_2_3_c1 = fma(2.0f, t9, t3 * t5);
  const Real t10 = fma(-e_2_y, t2, e_3_y * t1);
  const Real V_2_3_c2 = fma(2.0f, t10, t3 * t6);
  const Real t11 = fma(-e_2_z, t2, e_3_z * t1);
  const Real V_2_3_c3 = fma(2.0f, t11, t3 * t7);
  const Real K_2_3 = p_2_E + p_3_E;
  const Real K_2_3_c1 = p_2_x + p_3_x;
  const Real K_2_3_c2 = p_2_y + p_3_y;
  const Real K_2_3_c3 = p_2_z + p_3_z;
  const Real t12 = fma(-K_2_3_c3, K_2_3_c3, fma(-K_2_3_c2, K_2_3_c2, fma(-K_2_3_c1, K_2_3_c1, K_2_3 * K_2_3)));
  const Real t13 = 1.0f / t12;
  const Real J_2_3 = V_2_3 * t13;
  const Real J_2_3_c1 = V_2_3_c1 * t13;
  const Real J_2_3_c2 = V_2_3_c2 * t13;
  const Real J_2_3_c3 = V_2_3_c3 * t13;
  const Real e_1_E = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_1_x = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_1_y = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_1_z = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real t14 = fma(-e_1_z, K_2_3_c3, fma(-e_1_y, K_2_3_c2, fma(-e_1_x, K_2_3_c1, e_1_E * K_2_3)));
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real t15 = fma(-p_1_z, J_2_3_c3, fma(-p_1_y, J_2_3_c2, fma(-p_1_x, J_2_3_c1, p_1_E * J_2_3)));
  const Real t16 = fma(-e_1_z, J_2_3_c3, fma(-e_1_y, J_2_3_c2, fma(-e_1_x, J_2_3_c1, e_1_E * J_2_3)));
  const Real t17 = p_1_E - K_2_3;
  const Real t18 = p_1_x - K_2_3_c1;
  const Real t19 = p_1_y - K_2_3_c2;
  const Real t20 = p_1_z - K_2_3_c3;
  const Real t21 = fma(-e_1_z, p_2_z, fma(-e_1_y, p_2_y, fma(-e_1_x, p_2_x, e_1_E * p_2_E)));
  const Real t22 = fma(-p_1_z, e_2_z, fma(-p_1_y, e_2_y, fma(-p_1_x, e_2_x, p_1_E * e_2_E)));
  const Real t23 = fma(-e_1_z, e_2_z, fma(-e_1_y, e_2_y, fma(-e_1_x, e_2_x, e_1_E * e_2_E)));
  const Real t24 = p_1_E - p_2_E;
  const Real t25 = p_1_x - p_2_x;
  const Real t26 = p_1_y - p_2_y;
  const Real t27 = p_1_z - p_2_z;
  const Real t28 = fma(-e_1_E, t22, e_2_E * t21);
  const Real V_1_2 = fma(2.0f, t28, t23 * t24);
  const Real t29 = fma(-e_1_x, t22, e_2_x * t21);
  const Real V_1_2_c1 = fma(2.0f, t29, t23 * t25);
  const Real t30 = fma(-e_1_y, t22, e_2_y * t21);
  const Real V_1_2_c2 = fma(2.0f, t30, t23 * t26);
  const Real t31 = fma(-e_1_z, t22, e_2_z * t21);
  const Real V_1_2_c3 = fma(2.0f, t31, t23 * t27);
  const Real K_1_2 = p_1_E + p_2_E;
  const Real K_1_2_c1 = p_1_x + p_2_x;
  const Real K_1_2_c2 = p_1_y + p_2_y;
  const Real K_1_2_c3 = p_1_z + p_2_z;
  const Real t32 = fma(-K_1_2_c3, K_1_2_c3, fma(-K_1_2_c2, K_1_2_c2, fma(-K_1_2_c1, K_1_2_c1, K_1_2 * K_1_2)));
  const Real t33 = 1.0f / t32;
  const Real J_1_2 = V_1_2 * t33;
  const Real J_1_2_c1 = V_1_2_c1 * t33;
  const Real J_1_2_c2 = V_1_2_c2 * t33;
  const Real J_1_2_c3 = V_1_2_c3 * t33;
  const Real t34 = fma(-p_3_z, J_1_2_c3, fma(-p_3_y, J_1_2_c2, fma(-p_3_x, J_1_2_c1, p_3_E * J_1_2)));
  const Real t35 = fma(-e_3_z, K_1_2_c3, fma(-e_3_y, K_1_2_c2, fma(-e_3_x, K_1_2_c1, e_3_E * K_1_2)));
  const Real t36 = fma(-J_1_2, t35, fma(e_3_E, t34, fma(-e_1_E, t15, J_2_3 * t14)));
  const Real t37 = fma(-J_1_2_c1, t35, fma(e_3_x, t34, fma(-e_1_x, t15, J_2_3_c1 * t14)));
  const Real t38 = fma(-J_1_2_c2, t35, fma(e_3_y, t34, fma(-e_1_y, t15, J_2_3_c2 * t14)));
  const Real t39 = fma(-J_1_2_c3, t35, fma(e_3_z, t34, fma(-e_1_z, t15, J_2_3_c3 * t14)));
  const Real t40 = fma(-e_3_z, J_1_2_c3, fma(-e_3_y, J_1_2_c2, fma(-e_3_x, J_1_2_c1, e_3_E * J_1_2)));
  const Real t41 = K_1_2 - p_3_E;
  const Real t42 = K_1_2_c1 - p_3_x;
  const Real t43 = K_1_2_c2 - p_3_y;
  const Real t44 = K_1_2_c3 - p_3_z;
  const Real electric_1_2 = fma(-e_1_x, e_2_E, e_1_E * e_2_x);
  const Real electric_1_2_c1 = fma(-e_1_y, e_2_E, e_1_E * e_2_y);
  const Real electric_1_2_c2 = fma(-e_1_z, e_2_E, e_1_E * e_2_z);
  const Real magnetic_1_2 = fma(-e_1_y, e_2_x, e_1_x * e_2_y);
  const Real magnetic_1_2_c1 = fma(-e_1_x, e_2_z, e_1_z * e_2_x);
  const Real magnetic_1_2_c2 = fma(-e_1_z, e_2_y, e_1_y * e_2_z);
  const Real electric_2_3 = fma(-e_2_x, e_3_E, e_2_E * e_3_x);
  const Real electric_2_3_c1 = fma(-e_2_y, e_3_E, e_2_E * e_3_y);
  const Real electric_2_3_c2 = fma(-e_2_z, e_3_E, e_2_E * e_3_z);
  const Real V_1_3 = fma(-e_1_z, electric_2_3_c2, fma(-e_1_y, electric_2_3_c1, fma(-e_1_x, electric_2_3, fma(e_3_z, electric_1_2_c2, fma(e_3_y, electric_1_2_c1, fma(e_3_x, electric_1_2, fma(t40, t41, fma(2.0f, t36, t16 * t17))))))));
  const Real magnetic_2_3 = fma(-e_2_y, e_3_x, e_2_x * e_3_y);
  const Real magnetic_2_3_c1 = fma(-e_2_x, e_3_z, e_2_z * e_3_x);
  const Real V_1_3_c1 = fma(e_1_z, magnetic_2_3_c1, fma(-e_1_y, magnetic_2_3, fma(-e_1_E, electric_2_3, fma(-e_3_z, magnetic_1_2_c1, fma(e_3_y, magnetic_1_2, fma(e_3_E, electric_1_2, fma(t40, t42, fma(2.0f, t37, t16 * t18))))))));
  const Real magnetic_2_3_c2 = fma(-e_2_z, e_3_y, e_2_y * e_3_z);
  const Real V_1_3_c2 = fma(-e_1_z, magnetic_2_3_c2, fma(e_1_x, magnetic_2_3, fma(-e_1_E, electric_2_3_c1, fma(e_3_z, magnetic_1_2_c2, fma(-e_3_x, magnetic_1_2, fma(e_3_E, electric_1_2_c1, fma(t40, t43, fma(2.0f, t38, t16 * t19))))))));
  const Real V_1_3_c3 = fma(e_1_y, magnetic_2_3_c2, fma(-e_1_x, magnetic_2_3_c1, fma(-e_1_E, electric_2_3_c2, fma(-e_3_y, magnetic_1_2_c2, fma(e_3_x, magnetic_1_2_c1, fma(e_3_E, electric_1_2_c2, fma(t40, t44, fma(2.0f, t39, t16 * t20))))))));
  const Real e_4_E = __ldg(in_row(batch.inputs[1].data + 12 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_4_x = __ldg(in_row(batch.inputs[1].data + 13 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_4_y = __ldg(in_row(batch.inputs[1].data + 14 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_4_z = __ldg(in_row(batch.inputs[1].data + 15 * batch.inputs[1].row_stride, offsets[1]));
  const Real amplitude = fma(-V_1_3_c3, e_4_z, fma(-V_1_3_c2, e_4_y, fma(-V_1_3_c1, e_4_x, V_1_3 * e_4_E)));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = amplitude;
}
