// hubbard_su2_cdet, n = 5: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet.diag:15: A(m, S, i, j)
//   hubbard_su2_cdet.diag:20: D(S)
//   hubbard_su2_cdet.diag:23: C(V)
//   hubbard_su2_cdet.diag:25: connected
// Order: A by m ascending, S descending, i ascending, j ascending, eagerly; at most 32 values live.
// A vector takes 83 multiplications, 8 additions, 115 fused, 15 divisions, 0 functions,
// 25 loads and 1 stores, in 1 function.
#pragma clang fp contract(off)

typedef __SIZE_TYPE__ Size;
typedef double Real;
enum : Size { lanes = 4 };
typedef Real Vec __attribute__((ext_vector_type(4)));
// A vector at any place of a row.
typedef Real Row __attribute__((ext_vector_type(4), aligned(8), may_alias));

static inline Vec splat(Real x) { return x; }
static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); }
static inline Vec load(const Real *row) { return *(const Row *)row; }
static inline void store(Real *row, Vec x) { *(Row *)row = x; }

extern "C" void hubbard_su2_cdet_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_1_1 = load(inputs[0] + 0 * input_stride + at);
    const Vec t1 = splat(1.0) / G_1_1;
    const Vec G_2_1 = load(inputs[0] + 5 * input_stride + at);
    const Vec t2 = G_2_1 * t1;
    const Vec G_2_2 = load(inputs[0] + 6 * input_stride + at);
    const Vec G_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec A_1_S1_2_2 = fma(-G_1_2, t2, G_2_2);
    const Vec G_2_3 = load(inputs[0] + 7 * input_stride + at);
    const Vec G_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec A_1_S1_2_3 = fma(-G_1_3, t2, G_2_3);
    const Vec G_2_4 = load(inputs[0] + 8 * input_stride + at);
    const Vec G_1_4 = load(inputs[0] + 3 * input_stride + at);
    const Vec A_1_S1_2_4 = fma(-G_1_4, t2, G_2_4);
    const Vec G_2_5 = load(inputs[0] + 9 * input_stride + at);
    const Vec G_1_5 = load(inputs[0] + 4 * input_stride + at);
    const Vec A_1_S1_2_5 = fma(-G_1_5, t2, G_2_5);
    const Vec G_3_1 = load(inputs[0] + 10 * input_stride + at);
    const Vec t3 = t1 * G_3_1;
    const Vec G_3_2 = load(inputs[0] + 11 * input_stride + at);
    const Vec A_1_S1_3_2 = fma(-G_1_2, t3, G_3_2);
    const Vec G_3_3 = load(inputs[0] + 12 * input_stride + at);
    const Vec A_1_S1_3_3 = fma(-G_1_3, t3, G_3_3);
    const Vec G_3_4 = load(inputs[0] + 13 * input_stride + at);
    const Vec A_1_S1_3_4 = fma(-G_1_4, t3, G_3_4);
    const Vec G_3_5 = load(inputs[0] + 14 * input_stride + at);
    const Vec A_1_S1_3_5 = fma(-G_1_5, t3, G_3_5);
    const Vec G_4_1 = load(inputs[0] + 15 * input_stride + at);
    const Vec t4 = t1 * G_4_1;
    const Vec G_4_2 = load(inputs[0] + 16 * input_stride + at);
    const Vec A_1_S1_4_2 = fma(-G_1_2, t4, G_4_2);
    const Vec G_4_3 = load(inputs[0] + 17 * input_stride + at);
    const Vec A_1_S1_4_3 = fma(-G_1_3, t4, G_4_3);
    const Vec G_4_4 = load(inputs[0] + 18 * input_stride + at);
    const Vec A_1_S1_4_4 = fma(-G_1_4, t4, G_4_4);
    const Vec G_4_5 = load(inputs[0] + 19 * input_stride + at);
    const Vec A_1_S1_4_5 = fma(-G_1_5, t4, G_4_5);
    const Vec G_5_1 = load(inputs[0] + 20 * input_stride + at);
    const Vec t5 = t1 * G_5_1;
    const Vec G_5_2 = load(inputs[0] + 21 * input_stride + at);
    const Vec A_1_S1_5_2 = fma(-G_1_2, t5, G_5_2);
    const Vec G_5_3 = load(inputs[0] + 22 * input_stride + at);
    const Vec A_1_S1_5_3 = fma(-G_1_3, t5, G_5_3);
    const Vec G_5_4 = load(inputs[0] + 23 * input_stride + at);
    const Vec A_1_S1_5_4 = fma(-G_1_4, t5, G_5_4);
    const Vec G_5_5 = load(inputs[0] + 24 * input_stride + at);
    const Vec A_1_S1_5_5 = fma(-G_1_5, t5, G_5_5);
    const Vec t6 = splat(1.0) / A_1_S1_2_2;
    const Vec t7 = A_1_S1_3_2 * t6;
    const Vec t8 = t6 * A_1_S1_4_2;
    const Vec t9 = t6 * A_1_S1_5_2;
    const Vec A_2_S1_2_3_3 = fma(-A_1_S1_2_3, t7, A_1_S1_3_3);
    const Vec A_2_S1_2_3_4 = fma(-A_1_S1_2_4, t7, A_1_S1_3_4);
    const Vec A_2_S1_2_3_5 = fma(-A_1_S1_2_5, t7, A_1_S1_3_5);
    const Vec A_2_S1_2_4_3 = fma(-A_1_S1_2_3, t8, A_1_S1_4_3);
    const Vec A_2_S1_2_4_4 = fma(-A_1_S1_2_4, t8, A_1_S1_4_4);
    const Vec A_2_S1_2_4_5 = fma(-A_1_S1_2_5, t8, A_1_S1_4_5);
    const Vec A_2_S1_2_5_3 = fma(-A_1_S1_2_3, t9, A_1_S1_5_3);
    const Vec A_2_S1_2_5_4 = fma(-A_1_S1_2_4, t9, A_1_S1_5_4);
    const Vec A_2_S1_2_5_5 = fma(-A_1_S1_2_5, t9, A_1_S1_5_5);
    const Vec t10 = splat(1.0) / G_2_2;
    const Vec t11 = G_3_2 * t10;
    const Vec A_2_S2_3_3 = fma(-G_2_3, t11, G_3_3);
    const Vec A_2_S2_3_4 = fma(-G_2_4, t11, G_3_4);
    const Vec A_2_S2_3_5 = fma(-G_2_5, t11, G_3_5);
    const Vec t12 = G_4_2 * t10;
    const Vec A_2_S2_4_3 = fma(-G_2_3, t12, G_4_3);
    const Vec A_2_S2_4_4 = fma(-G_2_4, t12, G_4_4);
    const Vec A_2_S2_4_5 = fma(-G_2_5, t12, G_4_5);
    const Vec t13 = G_5_2 * t10;
    const Vec A_2_S2_5_3 = fma(-G_2_3, t13, G_5_3);
    const Vec A_2_S2_5_4 = fma(-G_2_4, t13, G_5_4);
    const Vec A_2_S2_5_5 = fma(-G_2_5, t13, G_5_5);
    const Vec t14 = splat(1.0) / A_2_S1_2_3_3;
    const Vec t15 = A_2_S1_2_4_3 * t14;
    const Vec t16 = t14 * A_2_S1_2_5_3;
    const Vec A_3_S1_2_3_4_4 = fma(-A_2_S1_2_3_4, t15, A_2_S1_2_4_4);
    const Vec A_3_S1_2_3_4_5 = fma(-A_2_S1_2_3_5, t15, A_2_S1_2_4_5);
    const Vec A_3_S1_2_3_5_4 = fma(-A_2_S1_2_3_4, t16, A_2_S1_2_5_4);
    const Vec t17 = A_3_S1_2_3_5_4 * A_3_S1_2_3_4_5;
    const Vec t18 = t17 / A_3_S1_2_3_4_4;
    const Vec A_3_S1_2_3_5_5 = fma(-A_2_S1_2_3_5, t16, A_2_S1_2_5_5);
    const Vec A_4_S1_2_3_4_5_5 = A_3_S1_2_3_5_5 - t18;
    const Vec t19 = splat(1.0) / A_2_S2_3_3;
    const Vec t20 = A_2_S2_5_3 * t19;
    const Vec t21 = t19 * A_2_S2_4_3;
    const Vec A_3_S2_3_4_4 = fma(-A_2_S2_3_4, t21, A_2_S2_4_4);
    const Vec A_3_S2_3_4_5 = fma(-A_2_S2_3_5, t21, A_2_S2_4_5);
    const Vec A_3_S2_3_5_4 = fma(-A_2_S2_3_4, t20, A_2_S2_5_4);
    const Vec t22 = A_3_S2_3_5_4 * A_3_S2_3_4_5;
    const Vec t23 = t22 / A_3_S2_3_4_4;
    const Vec A_3_S2_3_5_5 = fma(-A_2_S2_3_5, t20, A_2_S2_5_5);
    const Vec A_4_S2_3_4_5_5 = A_3_S2_3_5_5 - t23;
    const Vec t24 = splat(1.0) / A_1_S1_3_3;
    const Vec t25 = A_1_S1_4_3 * t24;
    const Vec t26 = A_1_S1_5_3 * t24;
    const Vec A_3_S1_3_4_4 = fma(-A_1_S1_3_4, t25, A_1_S1_4_4);
    const Vec A_3_S1_3_4_5 = fma(-A_1_S1_3_5, t25, A_1_S1_4_5);
    const Vec A_3_S1_3_5_4 = fma(-A_1_S1_3_4, t26, A_1_S1_5_4);
    const Vec t27 = A_3_S1_3_5_4 * A_3_S1_3_4_5;
    const Vec t28 = t27 / A_3_S1_3_4_4;
    const Vec A_3_S1_3_5_5 = fma(-A_1_S1_3_5, t26, A_1_S1_5_5);
    const Vec A_4_S1_3_4_5_5 = A_3_S1_3_5_5 - t28;
    const Vec t29 = splat(1.0) / G_3_3;
    const Vec t30 = G_4_3 * t29;
    const Vec A_3_S3_4_4 = fma(-G_3_4, t30, G_4_4);
    const Vec A_3_S3_4_5 = fma(-G_3_5, t30, G_4_5);
    const Vec t31 = G_5_3 * t29;
    const Vec A_3_S3_5_4 = fma(-G_3_4, t31, G_5_4);
    const Vec t32 = A_3_S3_5_4 * A_3_S3_4_5;
    const Vec t33 = t32 / A_3_S3_4_4;
    const Vec A_3_S3_5_5 = fma(-G_3_5, t31, G_5_5);
    const Vec A_4_S3_4_5_5 = A_3_S3_5_5 - t33;
    const Vec t34 = A_2_S1_2_5_4 * A_2_S1_2_4_5;
    const Vec t35 = t34 / A_2_S1_2_4_4;
    const Vec A_4_S1_2_4_5_5 = A_2_S1_2_5_5 - t35;
    const Vec t36 = A_2_S2_5_4 * A_2_S2_4_5;
    const Vec t37 = t36 / A_2_S2_4_4;
    const Vec A_4_S2_4_5_5 = A_2_S2_5_5 - t37;
    const Vec t38 = A_1_S1_5_4 * A_1_S1_4_5;
    const Vec t39 = t38 / A_1_S1_4_4;
    const Vec A_4_S1_4_5_5 = A_1_S1_5_5 - t39;
    const Vec t40 = G_5_4 * G_4_5;
    const Vec t41 = t40 / G_4_4;
    const Vec A_4_S4_5_5 = G_5_5 - t41;
    const Vec D_S4_5 = G_4_4 * A_4_S4_5_5;
    const Vec t42 = D_S4_5 * D_S4_5;
    const Vec D_S1_2 = G_1_1 * A_1_S1_2_2;
    const Vec D_S1_2_3 = A_2_S1_2_3_3 * D_S1_2;
    const Vec D_S1_2_4 = A_2_S1_2_4_4 * D_S1_2;
    const Vec D_S1_2_5 = D_S1_2 * A_2_S1_2_5_5;
    const Vec D_S1_2_4_5 = D_S1_2_4 * A_4_S1_2_4_5_5;
    const Vec D_S1_2_3_4 = A_3_S1_2_3_4_4 * D_S1_2_3;
    const Vec D_S1_2_3_5 = D_S1_2_3 * A_3_S1_2_3_5_5;
    const Vec D_S1_2_3_4_5 = D_S1_2_3_4 * A_4_S1_2_3_4_5_5;
    const Vec t43 = G_2_2 * G_2_2;
    const Vec D_S1_3 = G_1_1 * A_1_S1_3_3;
    const Vec D_S1_3_4 = A_3_S1_3_4_4 * D_S1_3;
    const Vec D_S1_3_5 = D_S1_3 * A_3_S1_3_5_5;
    const Vec D_S1_3_4_5 = D_S1_3_4 * A_4_S1_3_4_5_5;
    const Vec t44 = G_3_3 * G_3_3;
    const Vec D_S1_4 = G_1_1 * A_1_S1_4_4;
    const Vec D_S1_4_5 = D_S1_4 * A_4_S1_4_5_5;
    const Vec t45 = G_4_4 * G_4_4;
    const Vec D_S1_5 = G_1_1 * A_1_S1_5_5;
    const Vec t46 = G_5_5 * G_5_5;
    const Vec C_S1 = G_1_1 * G_1_1;
    const Vec C_S1_5 = fma(-t46, C_S1, D_S1_5 * D_S1_5);
    const Vec C_S1_4 = fma(-t45, C_S1, D_S1_4 * D_S1_4);
    const Vec C_S1_3 = fma(-t44, C_S1, D_S1_3 * D_S1_3);
    const Vec C_S1_2 = fma(-t43, C_S1, D_S1_2 * D_S1_2);
    const Vec C_S1_4_5 = fma(-t46, C_S1_4, fma(-t45, C_S1_5, fma(-C_S1, t42, D_S1_4_5 * D_S1_4_5)));
    const Vec D_S3_5 = G_3_3 * A_3_S3_5_5;
    const Vec t47 = D_S3_5 * D_S3_5;
    const Vec C_S1_3_5 = fma(-C_S1, t47, fma(-t46, C_S1_3, fma(-t44, C_S1_5, D_S1_3_5 * D_S1_3_5)));
    const Vec D_S3_4 = G_3_3 * A_3_S3_4_4;
    const Vec D_S3_4_5 = D_S3_4 * A_4_S3_4_5_5;
    const Vec t48 = D_S3_4_5 * D_S3_4_5;
    const Vec t49 = D_S3_4 * D_S3_4;
    const Vec C_S1_3_4 = fma(-C_S1, t49, fma(-t45, C_S1_3, fma(-t44, C_S1_4, D_S1_3_4 * D_S1_3_4)));
    const Vec C_S1_3_4_5 = fma(-t46, C_S1_3_4, fma(-C_S1_5, t49, fma(-C_S1, t48, fma(-t45, C_S1_3_5, fma(-C_S1_4, t47, fma(-t44, C_S1_4_5, fma(-t42, C_S1_3, D_S1_3_4_5 * D_S1_3_4_5)))))));
    const Vec D_S2_5 = G_2_2 * A_2_S2_5_5;
    const Vec t50 = D_S2_5 * D_S2_5;
    const Vec C_S1_2_5 = fma(-C_S1, t50, fma(-t46, C_S1_2, fma(-t43, C_S1_5, D_S1_2_5 * D_S1_2_5)));
    const Vec D_S2_4 = G_2_2 * A_2_S2_4_4;
    const Vec D_S2_4_5 = D_S2_4 * A_4_S2_4_5_5;
    const Vec t51 = D_S2_4_5 * D_S2_4_5;
    const Vec t52 = D_S2_4 * D_S2_4;
    const Vec C_S1_2_4 = fma(-C_S1, t52, fma(-t45, C_S1_2, fma(-t43, C_S1_4, D_S1_2_4 * D_S1_2_4)));
    const Vec C_S1_2_4_5 = fma(-t46, C_S1_2_4, fma(-C_S1_5, t52, fma(-C_S1, t51, fma(-t45, C_S1_2_5, fma(-C_S1_4, t50, fma(-t43, C_S1_4_5, fma(-t42, C_S1_2, D_S1_2_4_5 * D_S1_2_4_5)))))));
    const Vec D_S2_3 = G_2_2 * A_2_S2_3_3;
    const Vec D_S2_3_5 = D_S2_3 * A_3_S2_3_5_5;
    const Vec D_S2_3_4 = A_3_S2_3_4_4 * D_S2_3;
    const Vec D_S2_3_4_5 = D_S2_3_4 * A_4_S2_3_4_5_5;
    const Vec t53 = D_S2_3_5 * D_S2_3_5;
    const Vec t54 = D_S2_3 * D_S2_3;
    const Vec C_S1_2_3 = fma(-C_S1, t54, fma(-t44, C_S1_2, fma(-t43, C_S1_3, D_S1_2_3 * D_S1_2_3)));
    const Vec C_S1_2_3_5 = fma(-t46, C_S1_2_3, fma(-C_S1_5, t54, fma(-C_S1, t53, fma(-t44, C_S1_2_5, fma(-C_S1_3, t50, fma(-t43, C_S1_3_5, fma(-t47, C_S1_2, D_S1_2_3_5 * D_S1_2_3_5)))))));
    const Vec t55 = D_S2_3_4 * D_S2_3_4;
    const Vec C_S1_2_3_4 = fma(-C_S1, t55, fma(-t45, C_S1_2_3, fma(-C_S1_4, t54, fma(-t44, C_S1_2_4, fma(-C_S1_3, t52, fma(-t43, C_S1_3_4, fma(-t49, C_S1_2, D_S1_2_3_4 * D_S1_2_3_4)))))));
    const Vec C_S1_2_3_4_5 = fma(-t46, C_S1_2_3_4, fma(-C_S1_5, t55, fma(-t45, C_S1_2_3_5, fma(-t42, C_S1_2_3, fma(-C_S1_4_5, t54, fma(-C_S1_4, t53, fma(-C_S1 * D_S2_3_4_5, D_S2_3_4_5, fma(-t44, C_S1_2_4_5, fma(-t47, C_S1_2_4, fma(-C_S1_3_5, t52, fma(-C_S1_3, t51, fma(-t49, C_S1_2_5, fma(-C_S1_3_4, t50, fma(-t43, C_S1_3_4_5, fma(-t48, C_S1_2, D_S1_2_3_4_5 * D_S1_2_3_4_5)))))))))))))));
    store(outputs[0] + 0 * output_stride + at, C_S1_2_3_4_5);
  }
}

extern "C" extern const Size hubbard_su2_cdet_work_bytes;
extern "C" const Size hubbard_su2_cdet_work_bytes = 832;

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
