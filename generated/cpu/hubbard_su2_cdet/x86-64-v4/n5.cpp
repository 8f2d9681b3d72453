// hubbard_su2_cdet, n = 5: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet.diag:15: A(m, S, i, j)
//   hubbard_su2_cdet.diag:20: D(S)
//   hubbard_su2_cdet.diag:23: C(V)
//   hubbard_su2_cdet.diag:25: connected
// Order: A by m ascending, S descending, i ascending, j ascending, eagerly; at most 32 values live.
// A vector takes 115 multiplications, 8 additions, 115 fused, 15 divisions, 0 functions,
// 25 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_su2_cdet_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_1 = load(inputs[0] + 5 * input_stride + at);
    const Vec G_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec t1 = G_2_1 * G_1_2;
    const Vec G_1_1 = load(inputs[0] + 0 * input_stride + at);
    const Vec t2 = splat(1.0f) / G_1_1;
    const Vec G_2_2 = load(inputs[0] + 6 * input_stride + at);
    const Vec A_1_S1_2_2 = fma(-t1, t2, G_2_2);
    const Vec G_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec t3 = G_2_1 * G_1_3;
    const Vec G_2_3 = load(inputs[0] + 7 * input_stride + at);
    const Vec A_1_S1_2_3 = fma(-t3, t2, G_2_3);
    const Vec G_1_4 = load(inputs[0] + 3 * input_stride + at);
    const Vec t4 = G_2_1 * G_1_4;
    const Vec G_2_4 = load(inputs[0] + 8 * input_stride + at);
    const Vec A_1_S1_2_4 = fma(-t4, t2, G_2_4);
    const Vec G_1_5 = load(inputs[0] + 4 * input_stride + at);
    const Vec t5 = G_2_1 * G_1_5;
    const Vec G_2_5 = load(inputs[0] + 9 * input_stride + at);
    const Vec A_1_S1_2_5 = fma(-t5, t2, G_2_5);
    const Vec G_3_1 = load(inputs[0] + 10 * input_stride + at);
    const Vec t6 = G_1_2 * G_3_1;
    const Vec G_3_2 = load(inputs[0] + 11 * input_stride + at);
    const Vec A_1_S1_3_2 = fma(-t6, t2, G_3_2);
    const Vec t7 = G_3_1 * G_1_3;
    const Vec G_3_3 = load(inputs[0] + 12 * input_stride + at);
    const Vec A_1_S1_3_3 = fma(-t7, t2, G_3_3);
    const Vec t8 = G_3_1 * G_1_4;
    const Vec G_3_4 = load(inputs[0] + 13 * input_stride + at);
    const Vec A_1_S1_3_4 = fma(-t8, t2, G_3_4);
    const Vec t9 = G_3_1 * G_1_5;
    const Vec G_3_5 = load(inputs[0] + 14 * input_stride + at);
    const Vec A_1_S1_3_5 = fma(-t9, t2, G_3_5);
    const Vec G_4_1 = load(inputs[0] + 15 * input_stride + at);
    const Vec t10 = G_1_2 * G_4_1;
    const Vec G_4_2 = load(inputs[0] + 16 * input_stride + at);
    const Vec A_1_S1_4_2 = fma(-t10, t2, G_4_2);
    const Vec t11 = G_1_3 * G_4_1;
    const Vec G_4_3 = load(inputs[0] + 17 * input_stride + at);
    const Vec A_1_S1_4_3 = fma(-t11, t2, G_4_3);
    const Vec t12 = G_4_1 * G_1_4;
    const Vec G_4_4 = load(inputs[0] + 18 * input_stride + at);
    const Vec A_1_S1_4_4 = fma(-t12, t2, G_4_4);
    const Vec t13 = G_4_1 * G_1_5;
    const Vec G_4_5 = load(inputs[0] + 19 * input_stride + at);
    const Vec A_1_S1_4_5 = fma(-t13, t2, G_4_5);
    const Vec G_5_1 = load(inputs[0] + 20 * input_stride + at);
    const Vec t14 = G_1_2 * G_5_1;
    const Vec G_5_2 = load(inputs[0] + 21 * input_stride + at);
    const Vec A_1_S1_5_2 = fma(-t14, t2, G_5_2);
    const Vec t15 = G_1_3 * G_5_1;
    const Vec G_5_3 = load(inputs[0] + 22 * input_stride + at);
    const Vec A_1_S1_5_3 = fma(-t15, t2, G_5_3);
    const Vec t16 = G_1_4 * G_5_1;
    const Vec G_5_4 = load(inputs[0] + 23 * input_stride + at);
    const Vec A_1_S1_5_4 = fma(-t16, t2, G_5_4);
    const Vec t17 = G_5_1 * G_1_5;
    const Vec G_5_5 = load(inputs[0] + 24 * input_stride + at);
    const Vec A_1_S1_5_5 = fma(-t17, t2, G_5_5);
    const Vec t18 = A_1_S1_3_2 * A_1_S1_2_3;
    const Vec t19 = splat(1.0f) / A_1_S1_2_2;
    const Vec A_2_S1_2_3_3 = fma(-t18, t19, A_1_S1_3_3);
    const Vec t20 = A_1_S1_3_2 * A_1_S1_2_4;
    const Vec A_2_S1_2_3_4 = fma(-t20, t19, A_1_S1_3_4);
    const Vec t21 = A_1_S1_3_2 * A_1_S1_2_5;
    const Vec A_2_S1_2_3_5 = fma(-t21, t19, A_1_S1_3_5);
    const Vec t22 = A_1_S1_2_3 * A_1_S1_4_2;
    const Vec A_2_S1_2_4_3 = fma(-t22, t19, A_1_S1_4_3);
    const Vec t23 = A_1_S1_4_2 * A_1_S1_2_4;
    const Vec A_2_S1_2_4_4 = fma(-t23, t19, A_1_S1_4_4);
    const Vec t24 = A_1_S1_4_2 * A_1_S1_2_5;
    const Vec A_2_S1_2_4_5 = fma(-t24, t19, A_1_S1_4_5);
    const Vec t25 = A_1_S1_2_3 * A_1_S1_5_2;
    const Vec A_2_S1_2_5_3 = fma(-t25, t19, A_1_S1_5_3);
    const Vec t26 = A_1_S1_2_4 * A_1_S1_5_2;
    const Vec A_2_S1_2_5_4 = fma(-t26, t19, A_1_S1_5_4);
    const Vec t27 = A_1_S1_5_2 * A_1_S1_2_5;
    const Vec A_2_S1_2_5_5 = fma(-t27, t19, A_1_S1_5_5);
    const Vec t28 = G_3_2 * G_2_3;
    const Vec t29 = splat(1.0f) / G_2_2;
    const Vec A_2_S2_3_3 = fma(-t28, t29, G_3_3);
    const Vec t30 = G_3_2 * G_2_4;
    const Vec A_2_S2_3_4 = fma(-t30, t29, G_3_4);
    const Vec t31 = G_3_2 * G_2_5;
    const Vec A_2_S2_3_5 = fma(-t31, t29, G_3_5);
    const Vec t32 = G_2_3 * G_4_2;
    const Vec A_2_S2_4_3 = fma(-t32, t29, G_4_3);
    const Vec t33 = G_4_2 * G_2_4;
    const Vec A_2_S2_4_4 = fma(-t33, t29, G_4_4);
    const Vec t34 = G_4_2 * G_2_5;
    const Vec A_2_S2_4_5 = fma(-t34, t29, G_4_5);
    const Vec t35 = G_2_3 * G_5_2;
    const Vec A_2_S2_5_3 = fma(-t35, t29, G_5_3);
    const Vec t36 = G_2_4 * G_5_2;
    const Vec A_2_S2_5_4 = fma(-t36, t29, G_5_4);
    const Vec t37 = G_5_2 * G_2_5;
    const Vec A_2_S2_5_5 = fma(-t37, t29, G_5_5);
    const Vec t38 = A_2_S1_2_4_3 * A_2_S1_2_3_4;
    const Vec t39 = splat(1.0f) / A_2_S1_2_3_3;
    const Vec A_3_S1_2_3_4_4 = fma(-t38, t39, A_2_S1_2_4_4);
    const Vec t40 = A_2_S1_2_4_3 * A_2_S1_2_3_5;
    const Vec A_3_S1_2_3_4_5 = fma(-t40, t39, A_2_S1_2_4_5);
    const Vec t41 = A_2_S1_2_3_4 * A_2_S1_2_5_3;
    const Vec A_3_S1_2_3_5_4 = fma(-t41, t39, A_2_S1_2_5_4);
    const Vec t42 = A_3_S1_2_3_5_4 * A_3_S1_2_3_4_5;
    const Vec t43 = t42 / A_3_S1_2_3_4_4;
    const Vec t44 = A_2_S1_2_5_3 * A_2_S1_2_3_5;
    const Vec A_3_S1_2_3_5_5 = fma(-t44, t39, A_2_S1_2_5_5);
    const Vec A_4_S1_2_3_4_5_5 = A_3_S1_2_3_5_5 - t43;
    const Vec t45 = A_2_S2_4_3 * A_2_S2_3_4;
    const Vec t46 = splat(1.0f) / A_2_S2_3_3;
    const Vec A_3_S2_3_4_4 = fma(-t45, t46, A_2_S2_4_4);
    const Vec t47 = A_2_S2_3_5 * A_2_S2_4_3;
    const Vec A_3_S2_3_4_5 = fma(-t47, t46, A_2_S2_4_5);
    const Vec t48 = A_2_S2_5_3 * A_2_S2_3_4;
    const Vec A_3_S2_3_5_4 = fma(-t48, t46, A_2_S2_5_4);
    const Vec t49 = A_3_S2_3_5_4 * A_3_S2_3_4_5;
    const Vec t50 = t49 / A_3_S2_3_4_4;
    const Vec t51 = A_2_S2_5_3 * A_2_S2_3_5;
    const Vec A_3_S2_3_5_5 = fma(-t51, t46, A_2_S2_5_5);
    const Vec A_4_S2_3_4_5_5 = A_3_S2_3_5_5 - t50;
    const Vec t52 = A_1_S1_4_3 * A_1_S1_3_4;
    const Vec t53 = splat(1.0f) / A_1_S1_3_3;
    const Vec A_3_S1_3_4_4 = fma(-t52, t53, A_1_S1_4_4);
    const Vec t54 = A_1_S1_4_3 * A_1_S1_3_5;
    const Vec A_3_S1_3_4_5 = fma(-t54, t53, A_1_S1_4_5);
    const Vec t55 = A_1_S1_3_4 * A_1_S1_5_3;
    const Vec A_3_S1_3_5_4 = fma(-t55, t53, A_1_S1_5_4);
    const Vec t56 = A_3_S1_3_5_4 * A_3_S1_3_4_5;
    const Vec t57 = t56 / A_3_S1_3_4_4;
    const Vec t58 = A_1_S1_5_3 * A_1_S1_3_5;
    const Vec A_3_S1_3_5_5 = fma(-t58, t53, A_1_S1_5_5);
    const Vec A_4_S1_3_4_5_5 = A_3_S1_3_5_5 - t57;
    const Vec t59 = G_4_3 * G_3_4;
    const Vec t60 = splat(1.0f) / G_3_3;
    const Vec A_3_S3_4_4 = fma(-t59, t60, G_4_4);
    const Vec t61 = G_4_3 * G_3_5;
    const Vec A_3_S3_4_5 = fma(-t61, t60, G_4_5);
    const Vec t62 = G_3_4 * G_5_3;
    const Vec A_3_S3_5_4 = fma(-t62, t60, G_5_4);
    const Vec t63 = A_3_S3_5_4 * A_3_S3_4_5;
    const Vec t64 = t63 / A_3_S3_4_4;
    const Vec t65 = G_5_3 * G_3_5;
    const Vec A_3_S3_5_5 = fma(-t65, t60, G_5_5);
    const Vec A_4_S3_4_5_5 = A_3_S3_5_5 - t64;
    const Vec t66 = A_2_S1_2_5_4 * A_2_S1_2_4_5;
    const Vec t67 = t66 / A_2_S1_2_4_4;
    const Vec A_4_S1_2_4_5_5 = A_2_S1_2_5_5 - t67;
    const Vec t68 = A_2_S2_5_4 * A_2_S2_4_5;
    const Vec t69 = t68 / A_2_S2_4_4;
    const Vec A_4_S2_4_5_5 = A_2_S2_5_5 - t69;
    const Vec t70 = A_1_S1_5_4 * A_1_S1_4_5;
    const Vec t71 = t70 / A_1_S1_4_4;
    const Vec A_4_S1_4_5_5 = A_1_S1_5_5 - t71;
    const Vec t72 = G_5_4 * G_4_5;
    const Vec t73 = t72 / G_4_4;
    const Vec A_4_S4_5_5 = G_5_5 - t73;
    const Vec D_S4_5 = G_4_4 * A_4_S4_5_5;
    const Vec t74 = D_S4_5 * D_S4_5;
    const Vec D_S1_2 = G_1_1 * A_1_S1_2_2;
    const Vec D_S1_2_3 = A_2_S1_2_3_3 * D_S1_2;
    const Vec D_S1_2_4 = A_2_S1_2_4_4 * D_S1_2;
    const Vec D_S1_2_5 = D_S1_2 * A_2_S1_2_5_5;
    const Vec D_S1_2_4_5 = D_S1_2_4 * A_4_S1_2_4_5_5;
    const Vec D_S1_2_3_4 = A_3_S1_2_3_4_4 * D_S1_2_3;
    const Vec D_S1_2_3_5 = D_S1_2_3 * A_3_S1_2_3_5_5;
    const Vec D_S1_2_3_4_5 = D_S1_2_3_4 * A_4_S1_2_3_4_5_5;
    const Vec t75 = G_2_2 * G_2_2;
    const Vec D_S1_3 = G_1_1 * A_1_S1_3_3;
    const Vec D_S1_3_4 = A_3_S1_3_4_4 * D_S1_3;
    const Vec D_S1_3_5 = D_S1_3 * A_3_S1_3_5_5;
    const Vec D_S1_3_4_5 = D_S1_3_4 * A_4_S1_3_4_5_5;
    const Vec t76 = G_3_3 * G_3_3;
    const Vec D_S1_4 = G_1_1 * A_1_S1_4_4;
    const Vec D_S1_4_5 = D_S1_4 * A_4_S1_4_5_5;
    const Vec t77 = G_4_4 * G_4_4;
    const Vec D_S1_5 = G_1_1 * A_1_S1_5_5;
    const Vec t78 = G_5_5 * G_5_5;
    const Vec C_S1 = G_1_1 * G_1_1;
    const Vec C_S1_5 = fma(-t78, C_S1, D_S1_5 * D_S1_5);
    const Vec C_S1_4 = fma(-t77, C_S1, D_S1_4 * D_S1_4);
    const Vec C_S1_3 = fma(-t76, C_S1, D_S1_3 * D_S1_3);
    const Vec C_S1_2 = fma(-t75, C_S1, D_S1_2 * D_S1_2);
    const Vec C_S1_4_5 = fma(-t78, C_S1_4, fma(-t77, C_S1_5, fma(-C_S1, t74, D_S1_4_5 * D_S1_4_5)));
    const Vec D_S3_5 = G_3_3 * A_3_S3_5_5;
    const Vec t79 = D_S3_5 * D_S3_5;
    const Vec C_S1_3_5 = fma(-C_S1, t79, fma(-t78, C_S1_3, fma(-t76, C_S1_5, D_S1_3_5 * D_S1_3_5)));
    const Vec D_S3_4 = G_3_3 * A_3_S3_4_4;
    const Vec D_S3_4_5 = D_S3_4 * A_4_S3_4_5_5;
    const Vec t80 = D_S3_4_5 * D_S3_4_5;
    const Vec t81 = D_S3_4 * D_S3_4;
    const Vec C_S1_3_4 = fma(-C_S1, t81, fma(-t77, C_S1_3, fma(-t76, C_S1_4, D_S1_3_4 * D_S1_3_4)));
    const Vec C_S1_3_4_5 = fma(-t78, C_S1_3_4, fma(-C_S1_5, t81, fma(-C_S1, t80, fma(-t77, C_S1_3_5, fma(-C_S1_4, t79, fma(-t76, C_S1_4_5, fma(-t74, C_S1_3, D_S1_3_4_5 * D_S1_3_4_5)))))));
    const Vec D_S2_5 = G_2_2 * A_2_S2_5_5;
    const Vec t82 = D_S2_5 * D_S2_5;
    const Vec C_S1_2_5 = fma(-C_S1, t82, fma(-t78, C_S1_2, fma(-t75, C_S1_5, D_S1_2_5 * D_S1_2_5)));
    const Vec D_S2_4 = G_2_2 * A_2_S2_4_4;
    const Vec D_S2_4_5 = D_S2_4 * A_4_S2_4_5_5;
    const Vec t83 = D_S2_4_5 * D_S2_4_5;
    const Vec t84 = D_S2_4 * D_S2_4;
    const Vec C_S1_2_4 = fma(-C_S1, t84, fma(-t77, C_S1_2, fma(-t75, C_S1_4, D_S1_2_4 * D_S1_2_4)));
    const Vec C_S1_2_4_5 = fma(-t78, C_S1_2_4, fma(-C_S1_5, t84, fma(-C_S1, t83, fma(-t77, C_S1_2_5, fma(-C_S1_4, t82, fma(-t75, C_S1_4_5, fma(-t74, C_S1_2, D_S1_2_4_5 * D_S1_2_4_5)))))));
    const Vec D_S2_3 = G_2_2 * A_2_S2_3_3;
    const Vec D_S2_3_5 = D_S2_3 * A_3_S2_3_5_5;
    const Vec D_S2_3_4 = A_3_S2_3_4_4 * D_S2_3;
    const Vec D_S2_3_4_5 = D_S2_3_4 * A_4_S2_3_4_5_5;
    const Vec t85 = D_S2_3_5 * D_S2_3_5;
    const Vec t86 = D_S2_3 * D_S2_3;
    const Vec C_S1_2_3 = fma(-C_S1, t86, fma(-t76, C_S1_2, fma(-t75, C_S1_3, D_S1_2_3 * D_S1_2_3)));
    const Vec C_S1_2_3_5 = fma(-t78, C_S1_2_3, fma(-C_S1_5, t86, fma(-C_S1, t85, fma(-t76, C_S1_2_5, fma(-C_S1_3, t82, fma(-t75, C_S1_3_5, fma(-t79, C_S1_2, D_S1_2_3_5 * D_S1_2_3_5)))))));
    const Vec t87 = D_S2_3_4 * D_S2_3_4;
    const Vec C_S1_2_3_4 = fma(-C_S1, t87, fma(-t77, C_S1_2_3, fma(-C_S1_4, t86, fma(-t76, C_S1_2_4, fma(-C_S1_3, t84, fma(-t75, C_S1_3_4, fma(-t81, C_S1_2, D_S1_2_3_4 * D_S1_2_3_4)))))));
    const Vec C_S1_2_3_4_5 = fma(-t78, C_S1_2_3_4, fma(-C_S1_5, t87, fma(-t77, C_S1_2_3_5, fma(-t74, C_S1_2_3, fma(-C_S1_4_5, t86, fma(-C_S1_4, t85, fma(-C_S1 * D_S2_3_4_5, D_S2_3_4_5, fma(-t76, C_S1_2_4_5, fma(-t79, C_S1_2_4, fma(-C_S1_3_5, t84, fma(-C_S1_3, t83, fma(-t81, C_S1_2_5, fma(-C_S1_3_4, t82, fma(-t75, C_S1_3_4_5, fma(-t80, C_S1_2, D_S1_2_3_4_5 * D_S1_2_3_4_5)))))))))))))));
    store(outputs[0] + 0 * output_stride + at, C_S1_2_3_4_5);
  }
}

extern "C" extern const Size hubbard_su2_cdet_work_bytes;
extern "C" const Size hubbard_su2_cdet_work_bytes = 1664;

extern "C" void hubbard_su2_cdet_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  hubbard_su2_cdet_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 25; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 25 * lanes;
  hubbard_su2_cdet_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(25 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  hubbard_su2_cdet_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
