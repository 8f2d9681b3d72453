// gluon_current, n = 5: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_current.diag:17: K(a, b)
//   gluon_current.diag:19: V(a, b)
//   gluon_current.diag:23: J(a, b)
//   gluon_current.diag:25: amplitude
// Order: V by a ascending, b ascending; at most 52 values live.
// A vector takes 109 multiplications, 62 additions, 271 fused, 5 divisions, 0 functions,
// 36 loads and 1 stores, in 1 function.
#pragma clang fp contract(off)

typedef __SIZE_TYPE__ Size;
typedef float Real;
enum : Size { lanes = 16 };
typedef Real Vec __attribute__((ext_vector_type(16)));
// A vector at any place of a row.
typedef Real Row __attribute__((ext_vector_type(16), aligned(4), may_alias));

static inline Vec splat(Real x) { return x; }
static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); }
static inline Vec load(const Real *row) { return *(const Row *)row; }
static inline void store(Real *row, Vec x) { *(Row *)row = x; }

extern "C" void gluon_current_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec e_1_E = load(inputs[1] + 0 * input_stride + at);
    const Vec p_2_E = load(inputs[0] + 4 * input_stride + at);
    const Vec e_1_x = load(inputs[1] + 1 * input_stride + at);
    const Vec p_2_x = load(inputs[0] + 5 * input_stride + at);
    const Vec e_1_y = load(inputs[1] + 2 * input_stride + at);
    const Vec p_2_y = load(inputs[0] + 6 * input_stride + at);
    const Vec e_1_z = load(inputs[1] + 3 * input_stride + at);
    const Vec p_2_z = load(inputs[0] + 7 * input_stride + at);
    const Vec t1 = fma(-e_1_z, p_2_z, fma(-e_1_y, p_2_y, fma(-e_1_x, p_2_x, e_1_E * p_2_E)));
    const Vec p_1_E = load(inputs[0] + 0 * input_stride + at);
    const Vec e_2_E = load(inputs[1] + 4 * input_stride + at);
    const Vec p_1_x = load(inputs[0] + 1 * input_stride + at);
    const Vec e_2_x = load(inputs[1] + 5 * input_stride + at);
    const Vec p_1_y = load(inputs[0] + 2 * input_stride + at);
    const Vec e_2_y = load(inputs[1] + 6 * input_stride + at);
    const Vec p_1_z = load(inputs[0] + 3 * input_stride + at);
    const Vec e_2_z = load(inputs[1] + 7 * input_stride + at);
    const Vec t2 = fma(-p_1_z, e_2_z, fma(-p_1_y, e_2_y, fma(-p_1_x, e_2_x, p_1_E * e_2_E)));
    const Vec t3 = fma(-e_1_E, t2, e_2_E * t1);
    const Vec t4 = fma(-e_1_z, e_2_z, fma(-e_1_y, e_2_y, fma(-e_1_x, e_2_x, e_1_E * e_2_E)));
    const Vec t5 = p_1_E - p_2_E;
    const Vec V_1_2 = fma(t4, t5, 2.0f * t3);
    const Vec t6 = fma(-e_1_x, t2, e_2_x * t1);
    const Vec t7 = p_1_x - p_2_x;
    const Vec V_1_2_c1 = fma(t4, t7, 2.0f * t6);
    const Vec t8 = fma(-e_1_y, t2, e_2_y * t1);
    const Vec t9 = p_1_y - p_2_y;
    const Vec V_1_2_c2 = fma(t4, t9, 2.0f * t8);
    const Vec t10 = fma(-e_1_z, t2, e_2_z * t1);
    const Vec t11 = p_1_z - p_2_z;
    const Vec V_1_2_c3 = fma(t4, t11, 2.0f * t10);
    const Vec p_3_E = load(inputs[0] + 8 * input_stride + at);
    const Vec p_3_x = load(inputs[0] + 9 * input_stride + at);
    const Vec p_3_y = load(inputs[0] + 10 * input_stride + at);
    const Vec p_3_z = load(inputs[0] + 11 * input_stride + at);
    const Vec t12 = fma(-e_2_z, p_3_z, fma(-e_2_y, p_3_y, fma(-e_2_x, p_3_x, e_2_E * p_3_E)));
    const Vec e_3_E = load(inputs[1] + 8 * input_stride + at);
    const Vec e_3_x = load(inputs[1] + 9 * input_stride + at);
    const Vec e_3_y = load(inputs[1] + 10 * input_stride + at);
    const Vec e_3_z = load(inputs[1] + 11 * input_stride + at);
    const Vec t13 = fma(-p_2_z, e_3_z, fma(-p_2_y, e_3_y, fma(-p_2_x, e_3_x, p_2_E * e_3_E)));
    const Vec t14 = fma(-e_2_E, t13, e_3_E * t12);
    const Vec t15 = fma(-e_2_z, e_3_z, fma(-e_2_y, e_3_y, fma(-e_2_x, e_3_x, e_2_E * e_3_E)));
    const Vec t16 = p_2_E - p_3_E;
    const Vec V_2_3 = fma(t15, t16, 2.0f * t14);
    const Vec K_2_3 = p_2_E + p_3_E;
    const Vec K_2_3_c1 = p_2_x + p_3_x;
    const Vec K_2_3_c2 = p_2_y + p_3_y;
    const Vec K_2_3_c3 = p_2_z + p_3_z;
    const Vec t17 = fma(-K_2_3_c3, K_2_3_c3, fma(-K_2_3_c2, K_2_3_c2, fma(-K_2_3_c1, K_2_3_c1, K_2_3 * K_2_3)));
    const Vec t18 = splat(1.0f) / t17;
    const Vec J_2_3 = V_2_3 * t18;
    const Vec t19 = fma(-e_1_z, K_2_3_c3, fma(-e_1_y, K_2_3_c2, fma(-e_1_x, K_2_3_c1, e_1_E * K_2_3)));
    const Vec t20 = fma(-e_2_x, t13, e_3_x * t12);
    const Vec t21 = p_2_x - p_3_x;
    const Vec V_2_3_c1 = fma(t15, t21, 2.0f * t20);
    const Vec J_2_3_c1 = V_2_3_c1 * t18;
    const Vec t22 = fma(-e_2_y, t13, e_3_y * t12);
    const Vec t23 = p_2_y - p_3_y;
    const Vec V_2_3_c2 = fma(t15, t23, 2.0f * t22);
    const Vec J_2_3_c2 = V_2_3_c2 * t18;
    const Vec t24 = fma(-e_2_z, t13, e_3_z * t12);
    const Vec t25 = p_2_z - p_3_z;
    const Vec V_2_3_c3 = fma(t15, t25, 2.0f * t24);
    const Vec J_2_3_c3 = V_2_3_c3 * t18;
    const Vec t26 = fma(-p_1_z, J_2_3_c3, fma(-p_1_y, J_2_3_c2, fma(-p_1_x, J_2_3_c1, p_1_E * J_2_3)));
    const Vec K_1_2 = p_1_E + p_2_E;
    const Vec K_1_2_c1 = p_1_x + p_2_x;
    const Vec K_1_2_c2 = p_1_y + p_2_y;
    const Vec K_1_2_c3 = p_1_z + p_2_z;
    const Vec t27 = fma(-K_1_2_c3, K_1_2_c3, fma(-K_1_2_c2, K_1_2_c2, fma(-K_1_2_c1, K_1_2_c1, K_1_2 * K_1_2)));
    const Vec t28 = splat(1.0f) / t27;
    const Vec J_1_2 = V_1_2 * t28;
    const Vec J_1_2_c1 = V_1_2_c1 * t28;
    const Vec J_1_2_c2 = V_1_2_c2 * t28;
    const Vec J_1_2_c3 = V_1_2_c3 * t28;
    const Vec t29 = fma(-p_3_z, J_1_2_c3, fma(-p_3_y, J_1_2_c2, fma(-p_3_x, J_1_2_c1, p_3_E * J_1_2)));
    const Vec t30 = fma(-e_3_z, K_1_2_c3, fma(-e_3_y, K_1_2_c2, fma(-e_3_x, K_1_2_c1, e_3_E * K_1_2)));
    const Vec t31 = fma(-e_1_z, e_3_z, fma(-e_1_y, e_3_y, fma(-e_1_x, e_3_x, e_1_E * e_3_E)));
    const Vec t32 = fma(e_2_E, t31, fma(-J_1_2, t30, fma(e_3_E, t29, fma(-e_1_E, t26, J_2_3 * t19))));
    const Vec t33 = fma(-e_1_z, J_2_3_c3, fma(-e_1_y, J_2_3_c2, fma(-e_1_x, J_2_3_c1, e_1_E * J_2_3)));
    const Vec t34 = p_1_E - K_2_3;
    const Vec t35 = fma(-e_3_z, J_1_2_c3, fma(-e_3_y, J_1_2_c2, fma(-e_3_x, J_1_2_c1, e_3_E * J_1_2)));
    const Vec t36 = K_1_2 - p_3_E;
    const Vec V_1_3 = fma(t35, t36, fma(t33, t34, fma(-e_1_E, t15, fma(-e_3_E, t4, 2.0f * t32))));
    const Vec t37 = fma(e_2_x, t31, fma(-J_1_2_c1, t30, fma(e_3_x, t29, fma(-e_1_x, t26, J_2_3_c1 * t19))));
    const Vec t38 = p_1_x - K_2_3_c1;
    const Vec t39 = K_1_2_c1 - p_3_x;
    const Vec V_1_3_c1 = fma(t35, t39, fma(t33, t38, fma(-e_1_x, t15, fma(-e_3_x, t4, 2.0f * t37))));
    const Vec t40 = fma(e_2_y, t31, fma(-J_1_2_c2, t30, fma(e_3_y, t29, fma(-e_1_y, t26, J_2_3_c2 * t19))));
    const Vec t41 = p_1_y - K_2_3_c2;
    const Vec t42 = K_1_2_c2 - p_3_y;
    const Vec V_1_3_c2 = fma(t35, t42, fma(t33, t41, fma(-e_1_y, t15, fma(-e_3_y, t4, 2.0f * t40))));
    const Vec t43 = fma(e_2_z, t31, fma(-J_1_2_c3, t30, fma(e_3_z, t29, fma(-e_1_z, t26, J_2_3_c3 * t19))));
    const Vec t44 = p_1_z - K_2_3_c3;
    const Vec t45 = K_1_2_c3 - p_3_z;
    const Vec V_1_3_c3 = fma(t35, t45, fma(t33, t44, fma(-e_1_z, t15, fma(-e_3_z, t4, 2.0f * t43))));
    const Vec p_4_E = load(inputs[0] + 12 * input_stride + at);
    const Vec p_4_x = load(inputs[0] + 13 * input_stride + at);
    const Vec p_4_y = load(inputs[0] + 14 * input_stride + at);
    const Vec p_4_z = load(inputs[0] + 15 * input_stride + at);
    const Vec t46 = fma(-e_3_z, p_4_z, fma(-e_3_y, p_4_y, fma(-e_3_x, p_4_x, e_3_E * p_4_E)));
    const Vec e_4_E = load(inputs[1] + 12 * input_stride + at);
    const Vec e_4_x = load(inputs[1] + 13 * input_stride + at);
    const Vec e_4_y = load(inputs[1] + 14 * input_stride + at);
    const Vec e_4_z = load(inputs[1] + 15 * input_stride + at);
    const Vec t47 = fma(-p_3_z, e_4_z, fma(-p_3_y, e_4_y, fma(-p_3_x, e_4_x, p_3_E * e_4_E)));
    const Vec t48 = fma(-e_3_E, t47, e_4_E * t46);
    const Vec t49 = fma(-e_3_z, e_4_z, fma(-e_3_y, e_4_y, fma(-e_3_x, e_4_x, e_3_E * e_4_E)));
    const Vec t50 = p_3_E - p_4_E;
    const Vec V_3_4 = fma(t49, t50, 2.0f * t48);
    const Vec K_3_4 = p_3_E + p_4_E;
    const Vec K_3_4_c1 = p_3_x + p_4_x;
    const Vec K_3_4_c2 = p_3_y + p_4_y;
    const Vec K_3_4_c3 = p_3_z + p_4_z;
    const Vec t51 = fma(-K_3_4_c3, K_3_4_c3, fma(-K_3_4_c2, K_3_4_c2, fma(-K_3_4_c1, K_3_4_c1, K_3_4 * K_3_4)));
    const Vec t52 = splat(1.0f) / t51;
    const Vec J_3_4 = V_3_4 * t52;
    const Vec t53 = fma(-e_2_z, K_3_4_c3, fma(-e_2_y, K_3_4_c2, fma(-e_2_x, K_3_4_c1, e_2_E * K_3_4)));
    const Vec t54 = fma(-e_3_x, t47, e_4_x * t46);
    const Vec t55 = p_3_x - p_4_x;
    const Vec V_3_4_c1 = fma(t49, t55, 2.0f * t54);
    const Vec J_3_4_c1 = V_3_4_c1 * t52;
    const Vec t56 = fma(-e_3_y, t47, e_4_y * t46);
    const Vec t57 = p_3_y - p_4_y;
    const Vec V_3_4_c2 = fma(t49, t57, 2.0f * t56);
    const Vec J_3_4_c2 = V_3_4_c2 * t52;
    const Vec t58 = fma(-e_3_z, t47, e_4_z * t46);
    const Vec t59 = p_3_z - p_4_z;
    const Vec V_3_4_c3 = fma(t49, t59, 2.0f * t58);
    const Vec J_3_4_c3 = V_3_4_c3 * t52;
    const Vec t60 = fma(-p_2_z, J_3_4_c3, fma(-p_2_y, J_3_4_c2, fma(-p_2_x, J_3_4_c1, p_2_E * J_3_4)));
    const Vec t61 = fma(-p_4_z, J_2_3_c3, fma(-p_4_y, J_2_3_c2, fma(-p_4_x, J_2_3_c1, p_4_E * J_2_3)));
    const Vec t62 = fma(-e_4_z, K_2_3_c3, fma(-e_4_y, K_2_3_c2, fma(-e_4_x, K_2_3_c1, e_4_E * K_2_3)));
    const Vec t63 = fma(-e_2_z, e_4_z, fma(-e_2_y, e_4_y, fma(-e_2_x, e_4_x, e_2_E * e_4_E)));
    const Vec t64 = fma(e_3_E, t63, fma(-J_2_3, t62, fma(e_4_E, t61, fma(-e_2_E, t60, J_3_4 * t53))));
    const Vec t65 = fma(-e_2_z, J_3_4_c3, fma(-e_2_y, J_3_4_c2, fma(-e_2_x, J_3_4_c1, e_2_E * J_3_4)));
    const Vec t66 = p_2_E - K_3_4;
    const Vec t67 = fma(-e_4_z, J_2_3_c3, fma(-e_4_y, J_2_3_c2, fma(-e_4_x, J_2_3_c1, e_4_E * J_2_3)));
    const Vec t68 = K_2_3 - p_4_E;
    const Vec V_2_4 = fma(t67, t68, fma(t65, t66, fma(-e_2_E, t49, fma(-e_4_E, t15, 2.0f * t64))));
    const Vec K_2_4 = p_4_E + K_2_3;
    const Vec K_2_4_c1 = p_4_x + K_2_3_c1;
    const Vec K_2_4_c2 = p_4_y + K_2_3_c2;
    const Vec K_2_4_c3 = p_4_z + K_2_3_c3;
    const Vec t69 = fma(-K_2_4_c3, K_2_4_c3, fma(-K_2_4_c2, K_2_4_c2, fma(-K_2_4_c1, K_2_4_c1, K_2_4 * K_2_4)));
    const Vec t70 = splat(1.0f) / t69;
    const Vec J_2_4 = V_2_4 * t70;
    const Vec t71 = fma(-e_1_z, K_2_4_c3, fma(-e_1_y, K_2_4_c2, fma(-e_1_x, K_2_4_c1, e_1_E * K_2_4)));
    const Vec t72 = fma(e_3_x, t63, fma(-J_2_3_c1, t62, fma(e_4_x, t61, fma(-e_2_x, t60, J_3_4_c1 * t53))));
    const Vec t73 = p_2_x - K_3_4_c1;
    const Vec t74 = K_2_3_c1 - p_4_x;
    const Vec V_2_4_c1 = fma(t67, t74, fma(t65, t73, fma(-e_2_x, t49, fma(-e_4_x, t15, 2.0f * t72))));
    const Vec J_2_4_c1 = V_2_4_c1 * t70;
    const Vec t75 = fma(e_3_y, t63, fma(-J_2_3_c2, t62, fma(e_4_y, t61, fma(-e_2_y, t60, J_3_4_c2 * t53))));
    const Vec t76 = p_2_y - K_3_4_c2;
    const Vec t77 = K_2_3_c2 - p_4_y;
    const Vec V_2_4_c2 = fma(t67, t77, fma(t65, t76, fma(-e_2_y, t49, fma(-e_4_y, t15, 2.0f * t75))));
    const Vec J_2_4_c2 = V_2_4_c2 * t70;
    const Vec t78 = fma(e_3_z, t63, fma(-J_2_3_c3, t62, fma(e_4_z, t61, fma(-e_2_z, t60, J_3_4_c3 * t53))));
    const Vec t79 = p_2_z - K_3_4_c3;
    const Vec t80 = K_2_3_c3 - p_4_z;
    const Vec V_2_4_c3 = fma(t67, t80, fma(t65, t79, fma(-e_2_z, t49, fma(-e_4_z, t15, 2.0f * t78))));
    const Vec J_2_4_c3 = V_2_4_c3 * t70;
    const Vec t81 = fma(-p_1_z, J_2_4_c3, fma(-p_1_y, J_2_4_c2, fma(-p_1_x, J_2_4_c1, p_1_E * J_2_4)));
    const Vec t82 = fma(-K_3_4_c3, J_1_2_c3, fma(-K_3_4_c2, J_1_2_c2, fma(-K_3_4_c1, J_1_2_c1, K_3_4 * J_1_2)));
    const Vec t83 = fma(-J_3_4_c3, K_1_2_c3, fma(-J_3_4_c2, K_1_2_c2, fma(-J_3_4_c1, K_1_2_c1, J_3_4 * K_1_2)));
    const Vec K_1_3 = p_3_E + K_1_2;
    const Vec K_1_3_c1 = p_3_x + K_1_2_c1;
    const Vec K_1_3_c2 = p_3_y + K_1_2_c2;
    const Vec K_1_3_c3 = p_3_z + K_1_2_c3;
    const Vec t84 = fma(-K_1_3_c3, K_1_3_c3, fma(-K_1_3_c2, K_1_3_c2, fma(-K_1_3_c1, K_1_3_c1, K_1_3 * K_1_3)));
    const Vec t85 = splat(1.0f) / t84;
    const Vec J_1_3 = V_1_3 * t85;
    const Vec J_1_3_c1 = V_1_3_c1 * t85;
    const Vec J_1_3_c2 = V_1_3_c2 * t85;
    const Vec J_1_3_c3 = V_1_3_c3 * t85;
    const Vec t86 = fma(-p_4_z, J_1_3_c3, fma(-p_4_y, J_1_3_c2, fma(-p_4_x, J_1_3_c1, p_4_E * J_1_3)));
    const Vec t87 = fma(-e_4_z, K_1_3_c3, fma(-e_4_y, K_1_3_c2, fma(-e_4_x, K_1_3_c1, e_4_E * K_1_3)));
    const Vec t88 = fma(-e_1_z, J_3_4_c3, fma(-e_1_y, J_3_4_c2, fma(-e_1_x, J_3_4_c1, e_1_E * J_3_4)));
    const Vec t89 = fma(-e_1_z, e_4_z, fma(-e_1_y, e_4_y, fma(-e_1_x, e_4_x, e_1_E * e_4_E)));
    const Vec t90 = fma(-e_4_z, J_1_2_c3, fma(-e_4_y, J_1_2_c2, fma(-e_4_x, J_1_2_c1, e_4_E * J_1_2)));
    const Vec t91 = fma(e_3_E, t90, fma(J_2_3, t89, fma(e_2_E, t88, fma(-J_1_3, t87, fma(e_4_E, t86, fma(-J_1_2, t83, fma(J_3_4, t82, fma(-e_1_E, t81, J_2_4 * t71))))))));
    const Vec t92 = -t65 - t67;
    const Vec t93 = -t33 - t35;
    const Vec t94 = fma(-e_1_z, J_2_4_c3, fma(-e_1_y, J_2_4_c2, fma(-e_1_x, J_2_4_c1, e_1_E * J_2_4)));
    const Vec t95 = p_1_E - K_2_4;
    const Vec t96 = fma(-J_3_4_c3, J_1_2_c3, fma(-J_3_4_c2, J_1_2_c2, fma(-J_3_4_c1, J_1_2_c1, J_3_4 * J_1_2)));
    const Vec t97 = K_1_2 - K_3_4;
    const Vec t98 = fma(-e_4_z, J_1_3_c3, fma(-e_4_y, J_1_3_c2, fma(-e_4_x, J_1_3_c1, e_4_E * J_1_3)));
    const Vec t99 = K_1_3 - p_4_E;
    const Vec V_1_4 = fma(t98, t99, fma(t96, t97, fma(t94, t95, fma(e_4_E, t93, fma(e_1_E, t92, fma(-J_3_4, t4, fma(-t49, J_1_2, 2.0f * t91)))))));
    const Vec t100 = fma(e_3_x, t90, fma(J_2_3_c1, t89, fma(e_2_x, t88, fma(-J_1_3_c1, t87, fma(e_4_x, t86, fma(-J_1_2_c1, t83, fma(J_3_4_c1, t82, fma(-e_1_x, t81, J_2_4_c1 * t71))))))));
    const Vec t101 = p_1_x - K_2_4_c1;
    const Vec t102 = K_1_2_c1 - K_3_4_c1;
    const Vec t103 = K_1_3_c1 - p_4_x;
    const Vec V_1_4_c1 = fma(t98, t103, fma(t96, t102, fma(t94, t101, fma(splat(2.0f), t100, fma(e_4_x, t93, fma(-J_3_4_c1, t4, fma(-t49, J_1_2_c1, e_1_x * t92)))))));
    const Vec t104 = fma(e_3_y, t90, fma(J_2_3_c2, t89, fma(e_2_y, t88, fma(-J_1_3_c2, t87, fma(e_4_y, t86, fma(-J_1_2_c2, t83, fma(J_3_4_c2, t82, fma(-e_1_y, t81, J_2_4_c2 * t71))))))));
    const Vec t105 = p_1_y - K_2_4_c2;
    const Vec t106 = K_1_2_c2 - K_3_4_c2;
    const Vec t107 = K_1_3_c2 - p_4_y;
    const Vec V_1_4_c2 = fma(t98, t107, fma(t96, t106, fma(t94, t105, fma(splat(2.0f), t104, fma(e_4_y, t93, fma(-J_3_4_c2, t4, fma(-t49, J_1_2_c2, e_1_y * t92)))))));
    const Vec t108 = fma(e_3_z, t90, fma(J_2_3_c3, t89, fma(e_2_z, t88, fma(-J_1_3_c3, t87, fma(e_4_z, t86, fma(-J_1_2_c3, t83, fma(J_3_4_c3, t82, fma(-e_1_z, t81, J_2_4_c3 * t71))))))));
    const Vec t109 = p_1_z - K_2_4_c3;
    const Vec t110 = K_1_2_c3 - K_3_4_c3;
    const Vec t111 = K_1_3_c3 - p_4_z;
    const Vec V_1_4_c3 = fma(t98, t111, fma(t96, t110, fma(t94, t109, fma(splat(2.0f), t108, fma(e_4_z, t93, fma(-J_3_4_c3, t4, fma(-t49, J_1_2_c3, e_1_z * t92)))))));
    const Vec e_5_E = load(inputs[1] + 16 * input_stride + at);
    const Vec e_5_x = load(inputs[1] + 17 * input_stride + at);
    const Vec e_5_y = load(inputs[1] + 18 * input_stride + at);
    const Vec e_5_z = load(inputs[1] + 19 * input_stride + at);
    const Vec amplitude = fma(-V_1_4_c3, e_5_z, fma(-V_1_4_c2, e_5_y, fma(-V_1_4_c1, e_5_x, V_1_4 * e_5_E)));
    store(outputs[0] + 0 * output_stride + at, amplitude);
  }
}

extern "C" extern const Size gluon_current_work_bytes;
extern "C" const Size gluon_current_work_bytes = 2624;

extern "C" void gluon_current_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  gluon_current_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[2];
  Real *some_outputs[1];
  for (Size row = 0; row < 20; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  for (Size row = 0; row < 20; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(20 + row) * lanes + lane] = inputs[1][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_inputs[1] = work + 20 * lanes;
  some_outputs[0] = work + 40 * lanes;
  gluon_current_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(40 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_current(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_current_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  gluon_current_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
