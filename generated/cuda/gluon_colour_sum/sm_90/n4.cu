// gluon_colour_sum, n = 4, colours = 3, flows = false: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_colour_sum.diag:16: length(x)
//   gluon_colour_sum.diag:19: gluons(x)
//   gluon_colour_sum.diag:20: reversed(x)
//   gluon_colour_sum.diag:27: Kplus(S)
//   gluon_colour_sum.diag:28: Kminus(S)
//   gluon_colour_sum.diag:29: Kperp(S)
//   gluon_colour_sum.diag:30: Ksq(S)
//   gluon_colour_sum.diag:31: slope(S)
//   gluon_colour_sum.diag:32: apart(A, B)
//   gluon_colour_sum.diag:33: common(A, B)
//   gluon_colour_sum.diag:36: beside(x, B)
//   gluon_colour_sum.diag:41: E(x)
//   gluon_colour_sum.diag:44: w(x)
//   gluon_colour_sum.diag:47: J(x)
//   gluon_colour_sum.diag:54: A(x)
//   gluon_colour_sum.diag:57: factorial(m)
//   gluon_colour_sum.diag:60: arranged(S, i, x)
//   gluon_colour_sum.diag:63: polarised(x, S)
//   gluon_colour_sum.diag:66: place(x, a)
//   gluon_colour_sum.diag:69: orbit(x, y, a, S)
//   gluon_colour_sum.diag:70: loops(x, y, S)
//   gluon_colour_sum.diag:71: nested(x, i, y, R)
//   gluon_colour_sum.diag:74: overlap(x, y)
//   gluon_colour_sum.diag:77: relative(x, y)
//   gluon_colour_sum.diag:79: chosen(i)
//   gluon_colour_sum.diag:80: colour(i, j)
//   gluon_colour_sum.diag:84: squared
//   gluon_colour_sum.diag:87: flow(i)
// Order: A by x descending, eagerly; at most 48 values live.
// A configuration takes 121 multiplications, 74 additions, 87 fused, 12 divisions, 0 functions,
// 12 loads and 1 stores, in 1 function.
// Launch gluon_colour_sum_straight: 128 threads and 128 configurations a block.
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
  OutputRows outputs[2];
  Size begin, end;
  Real *work;
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 5)
gluon_colour_sum_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S2 = p_2_E - p_2_z;
  const Real t1 = 1.0f / Kplus_S2;
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S2 = p_2_y * t1;
  const Real p_3_E = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_3_z = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S3 = p_3_E - p_3_z;
  const Real t2 = 1.0f / Kplus_S3;
  const Real p_3_y = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S3 = p_3_y * t2;
  const Real t3 = slope_S2 - slope_S3;
  const Real apart_S2_S3 = 2.0f * t3;
  const Real t4 = Kplus_S3 * Kplus_S2;
  const Real Kplus_S2_3 = p_3_E - p_3_z + p_2_E - p_2_z;
  const Real t5 = t4 / Kplus_S2_3;
  const Real common_S2_S3 = apart_S2_S3 * t5;
  const Real beside_18_S3 = Kplus_S3 * apart_S2_S3;
  const Real t6 = Kplus_S2 * apart_S2_S3;
  const Real t7 = beside_18_S3 - common_S2_S3 + t6;
  const Real p_3_x = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kperp_S2_3 = p_3_x + p_2_x;
  const Real Kperp_S2_3_c1 = p_3_y + p_2_y;
  const Real Kminus_S2_3 = p_3_E + p_3_z + p_2_E + p_2_z;
  const Real Ksq_S2_3 = fma(-Kperp_S2_3_c1, Kperp_S2_3_c1, fma(-Kperp_S2_3, Kperp_S2_3, Kplus_S2_3 * Kminus_S2_3));
  const Real t8 = 1.0f / Ksq_S2_3;
  const Real J_98 = common_S2_S3 * t8;
  const Real J_579 = beside_18_S3 * t8;
  const Real J_83 = t6 * t8;
  const Real J_595 = t7 * t8;
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real t9 = p_1_x * J_595;
  const Real Kperp_S1_3 = p_3_x + p_1_x;
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S1 = p_1_E - p_1_z;
  const Real t10 = 1.0f / Kplus_S1;
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S1 = p_1_y * t10;
  const Real t11 = slope_S1 - slope_S2;
  const Real t12 = slope_S1 - slope_S3;
  const Real apart_S1_S3 = 2.0f * t12;
  const Real apart_S1_S2 = 2.0f * t11;
  const Real t13 = Kplus_S3 * Kplus_S1;
  const Real Kplus_S1_3 = p_3_E - p_3_z + p_1_E - p_1_z;
  const Real t14 = t13 / Kplus_S1_3;
  const Real common_S1_S3 = apart_S1_S3 * t14;
  const Real beside_17_S3 = Kplus_S3 * apart_S1_S3;
  const Real t15 = Kplus_S1 * apart_S1_S3;
  const Real t16 = beside_17_S3 - common_S1_S3 + t15;
  const Real Kperp_S1_3_c1 = p_3_y + p_1_y;
  const Real Kminus_S1_3 = p_3_E + p_3_z + p_1_E + p_1_z;
  const Real Ksq_S1_3 = fma(-Kperp_S1_3_c1, Kperp_S1_3_c1, fma(-Kperp_S1_3, Kperp_S1_3, Kplus_S1_3 * Kminus_S1_3));
  const Real t17 = 1.0f / Ksq_S1_3;
  const Real t18 = common_S1_S3 * t17;
  const Real t19 = beside_17_S3 * t17;
  const Real J_51 = t15 * t17;
  const Real J_563 = t16 * t17;
  const Real t20 = fma(-Kperp_S1_3, J_563, t9);
  const Real A_18034 = 2.0f * t20;
  const Real t21 = Kplus_S2 - Kplus_S3;
  const Real t22 = Kplus_S2_3 * Kplus_S2_3;
  const Real E_67 = t21 / t22;
  const Real t23 = Kplus_S2_3 * E_67;
  const Real t24 = Kplus_S1 * E_67;
  const Real t25 = Kplus_S1 - Kplus_S3;
  const Real t26 = Kplus_S1_3 * Kplus_S1_3;
  const Real E_35 = t25 / t26;
  const Real t27 = Kplus_S1_3 * E_35;
  const Real t28 = p_1_y * J_595;
  const Real t29 = fma(-Kperp_S1_3_c1, J_563, t28);
  const Real A_18034_c1 = fma(2.0f, t29, t24 - t27);
  const Real Kperp_S1_2 = p_2_x + p_1_x;
  const Real t30 = Kplus_S2 * Kplus_S1;
  const Real Kplus_S1_2 = p_2_E - p_2_z + p_1_E - p_1_z;
  const Real t31 = t30 / Kplus_S1_2;
  const Real common_S1_S2 = apart_S1_S2 * t31;
  const Real beside_17_S2 = Kplus_S2 * apart_S1_S2;
  const Real t32 = Kplus_S1 * apart_S1_S2;
  const Real t33 = beside_17_S2 - common_S1_S2 + t32;
  const Real Kperp_S1_2_c1 = p_2_y + p_1_y;
  const Real Kminus_S1_2 = p_2_E + p_2_z + p_1_E + p_1_z;
  const Real Ksq_S1_2 = fma(-Kperp_S1_2_c1, Kperp_S1_2_c1, fma(-Kperp_S1_2, Kperp_S1_2, Kplus_S1_2 * Kminus_S1_2));
  const Real t34 = 1.0f / Ksq_S1_2;
  const Real t35 = common_S1_S2 * t34;
  const Real t36 = beside_17_S2 * t34;
  const Real J_50 = t32 * t34;
  const Real J_562 = t33 * t34;
  const Real t37 = fma(-Kperp_S1_2, J_562, -t9);
  const Real t38 = fma(-Kperp_S1_2_c1, J_562, -t28);
  const Real A_18003 = 2.0f * t37;
  const Real t39 = Kplus_S1 - Kplus_S2;
  const Real t40 = Kplus_S1_2 * Kplus_S1_2;
  const Real E_34 = t39 / t40;
  const Real t41 = Kplus_S1_2 * E_34;
  const Real A_18003_c1 = fma(2.0f, t38, -t24) - t41;
  const Real slope_S2_c1 = p_2_x * t1;
  const Real slope_S3_c1 = p_3_x * t2;
  const Real t42 = slope_S2_c1 - slope_S3_c1;
  const Real apart_S2_S3_c1 = 2.0f * t42;
  const Real common_S2_S3_c1 = apart_S2_S3_c1 * t5;
  const Real t43 = Kplus_S2 * apart_S2_S3_c1;
  const Real t44 = t43 * t8;
  const Real slope_S1_c1 = p_1_x * t10;
  const Real t45 = slope_S1_c1 - slope_S2_c1;
  const Real t46 = slope_S1_c1 - slope_S3_c1;
  const Real apart_S1_S3_c1 = 2.0f * t46;
  const Real common_S1_S3_c1 = apart_S1_S3_c1 * t14;
  const Real apart_S1_S2_c1 = 2.0f * t45;
  const Real common_S1_S2_c1 = apart_S1_S2_c1 * t31;
  const Real t47 = Kplus_S1 * apart_S1_S3_c1;
  const Real J_547 = t47 * t17;
  const Real t48 = fma(-Kperp_S1_3, J_547, p_1_x * t44);
  const Real A_17522 = fma(2.0f, t48, -2.0f);
  const Real t49 = fma(-Kperp_S1_3_c1, J_547, p_1_y * t44);
  const Real A_17522_c1 = 2.0f * t49;
  const Real beside_2_S3 = Kplus_S3 * apart_S2_S3_c1;
  const Real t50 = t43 - common_S2_S3_c1 + beside_2_S3;
  const Real J_67 = t50 * t8;
  const Real J_83_c1 = beside_2_S3 * t8;
  const Real t51 = Kplus_S1 * apart_S1_S2_c1;
  const Real J_546 = t51 * t34;
  const Real t52 = fma(-Kperp_S1_2, J_546, -p_1_x * J_83_c1);
  const Real A_17491 = fma(2.0f, t52, -2.0f);
  const Real t53 = fma(-Kperp_S1_2_c1, J_546, -p_1_y * J_83_c1);
  const Real A_17491_c1 = 2.0f * t53;
  const Real J_593 = common_S1_S2_c1 * t34;
  const Real t54 = fma(-p_3_x, J_593, Kperp_S2_3 * t44);
  const Real A_3665 = fma(2.0f, t54, fma(Kplus_S3, E_34, 1.0f));
  const Real t55 = fma(-p_3_y, J_593, Kperp_S2_3_c1 * t44);
  const Real A_3665_c1 = 2.0f * t55;
  const Real t56 = Kperp_S2_3 * J_98;
  const Real t57 = fma(p_3_x, t36, -t56);
  const Real A_3153 = 2.0f * t57;
  const Real t58 = Kperp_S2_3_c1 * J_98;
  const Real t59 = fma(p_3_y, t36, -t58);
  const Real A_3153_c1 = fma(2.0f, t59, 1.0f + t23);
  const Real J_625 = common_S1_S3_c1 * t17;
  const Real t60 = fma(-p_2_x, J_625, -Kperp_S2_3 * J_83_c1);
  const Real t61 = fma(-p_2_y, J_625, -Kperp_S2_3_c1 * J_83_c1);
  const Real A_2673 = 2.0f * t61;
  const Real A_2673_c1 = fma(2.0f, t60, fma(Kplus_S2, E_35, 1.0f));
  const Real t62 = fma(p_2_x, t19, t56);
  const Real A_2161 = 2.0f * t62;
  const Real t63 = fma(p_2_y, t19, t58);
  const Real A_2161_c1 = fma(2.0f, t63, 1.0f - t23);
  const Real J_626 = common_S2_S3_c1 * t8;
  const Real t64 = p_1_x * J_626;
  const Real beside_1_S3 = Kplus_S3 * apart_S1_S3_c1;
  const Real t65 = t47 - common_S1_S3_c1 + beside_1_S3;
  const Real J_35 = t65 * t17;
  const Real J_51_c1 = beside_1_S3 * t17;
  const Real t66 = fma(-Kperp_S1_3, J_51_c1, -t64);
  const Real A_1650 = fma(2.0f, t66, 1.0f + t24);
  const Real t67 = p_1_y * J_626;
  const Real t68 = fma(-Kperp_S1_3_c1, J_51_c1, -t67);
  const Real A_1650_c1 = 2.0f * t68;
  const Real t69 = p_1_x * J_83;
  const Real t70 = fma(-Kperp_S1_3, J_51, t69);
  const Real A_1634 = 2.0f * t70;
  const Real t71 = p_1_y * J_83;
  const Real t72 = fma(-Kperp_S1_3_c1, J_51, t71);
  const Real A_1634_c1 = fma(2.0f, t72, -2.0f);
  const Real beside_1_S2 = Kplus_S2 * apart_S1_S2_c1;
  const Real t73 = t51 - common_S1_S2_c1 + beside_1_S2;
  const Real J_34 = t73 * t34;
  const Real J_50_c1 = beside_1_S2 * t34;
  const Real t74 = fma(-Kperp_S1_2, J_50_c1, t64);
  const Real t75 = fma(-Kperp_S1_2_c1, J_50_c1, t67);
  const Real A_1619 = 2.0f * t75;
  const Real A_1619_c1 = fma(2.0f, t74, 1.0f - t24);
  const Real t76 = p_1_x * J_579;
  const Real t77 = fma(-Kperp_S1_2, J_50, -t76);
  const Real A_1603 = 2.0f * t77;
  const Real t78 = p_1_y * J_579;
  const Real t79 = fma(-Kperp_S1_2_c1, J_50, -t78);
  const Real A_1603_c1 = fma(2.0f, t79, -2.0f);
  const Real t80 = fma(Kperp_S1_3, t18, t76);
  const Real A_1138 = 2.0f * t80;
  const Real t81 = fma(Kperp_S1_3_c1, t18, t78);
  const Real A_1138_c1 = fma(2.0f, t81, 1.0f - t27);
  const Real t82 = J_67 * p_1_x;
  const Real t83 = fma(-Kperp_S1_3, J_35, t82);
  const Real A_1122 = fma(2.0f, t83, t24 - t27);
  const Real t84 = J_67 * p_1_y;
  const Real t85 = fma(-Kperp_S1_3_c1, J_35, t84);
  const Real A_1122_c1 = 2.0f * t85;
  const Real t86 = fma(Kperp_S1_2, t35, -t69);
  const Real A_1107 = 2.0f * t86;
  const Real t87 = fma(Kperp_S1_2_c1, t35, -t71);
  const Real A_1107_c1 = fma(2.0f, t87, 1.0f - t41);
  const Real t88 = fma(-Kperp_S1_2, J_34, -t82);
  const Real A_1091 = fma(2.0f, t88, -t24 - t41);
  const Real t89 = fma(-Kperp_S1_2_c1, J_34, -t84);
  const Real A_1091_c1 = 2.0f * t89;
  const Real t90 = fma(A_1091_c1, A_1091_c1, fma(A_1091, A_1091, fma(A_1107_c1, A_1107_c1, fma(A_1107, A_1107, fma(A_1603_c1, A_1603_c1, fma(A_1603, A_1603, fma(A_1619_c1, A_1619_c1, fma(A_1619, A_1619, fma(A_3153_c1, A_3153_c1, fma(A_3153, A_3153, fma(A_3665_c1, A_3665_c1, fma(A_3665, A_3665, fma(A_17491_c1, A_17491_c1, fma(A_17491, A_17491, fma(A_18003_c1, A_18003_c1, A_18003 * A_18003)))))))))))))));
  const Real t91 = A_1122 + A_1091;
  const Real t92 = A_1122_c1 + A_1091_c1;
  const Real t93 = A_3153 + A_2161;
  const Real t94 = A_3153_c1 + A_2161_c1;
  const Real t95 = A_1603 + A_1138;
  const Real t96 = A_1603_c1 + A_1138_c1;
  const Real t97 = A_17522 + A_3665;
  const Real t98 = A_17522_c1 + A_3665_c1;
  const Real t99 = A_1634 + A_1107;
  const Real t100 = A_1634_c1 + A_1107_c1;
  const Real t101 = A_17491 + A_2673_c1;
  const Real t102 = A_17491_c1 + A_2673;
  const Real t103 = A_1650 + A_1619_c1;
  const Real t104 = A_1650_c1 + A_1619;
  const Real t105 = A_18034 + A_18003;
  const Real t106 = A_18034_c1 + A_18003_c1;
  const Real squared = fma(72.0f * A_18034_c1, t106, fma(72.0f * A_18034, t105, fma(72.0f * A_1650_c1, t104, fma(72.0f * A_1650, t103, fma(72.0f * A_2673, t102, fma(72.0f * A_2673_c1, t101, fma(72.0f * A_1634_c1, t100, fma(72.0f * A_1634, t99, fma(72.0f * A_17522_c1, t98, fma(72.0f * A_17522, t97, fma(72.0f * A_1138_c1, t96, fma(72.0f * A_1138, t95, fma(72.0f * A_2161_c1, t94, fma(72.0f * A_2161, t93, fma(72.0f * A_1122_c1, t92, fma(72.0f * A_1122, t91, 72.0f * t90))))))))))))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = squared;
}
