// principal_minors, n = 5: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   principal_minors.diag:11: E(m, S, i, j)
//   principal_minors.diag:17: D(S)
//   principal_minors.diag:20: bits(b, i)
//   principal_minors.diag:22: minor(b)
// Order: D by S descending, eagerly; at most 27 values live.
// A vector takes 44 multiplications, 0 additions, 58 fused, 15 divisions, 0 functions,
// 25 loads and 32 stores, in 1 function.
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

extern "C" void principal_minors_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec A_1_1 = load(inputs[0] + 0 * input_stride + at);
    const Vec t1 = splat(1.0) / A_1_1;
    const Vec A_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec t2 = A_1_2 * t1;
    const Vec A_2_2 = load(inputs[0] + 6 * input_stride + at);
    const Vec A_2_1 = load(inputs[0] + 5 * input_stride + at);
    const Vec E_1_S1_2_2 = fma(-A_2_1, t2, A_2_2);
    const Vec D_S1_2 = A_1_1 * E_1_S1_2_2;
    const Vec A_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec t3 = A_1_3 * t1;
    const Vec A_3_3 = load(inputs[0] + 12 * input_stride + at);
    const Vec A_3_1 = load(inputs[0] + 10 * input_stride + at);
    const Vec E_1_S1_3_3 = fma(-A_3_1, t3, A_3_3);
    const Vec A_3_2 = load(inputs[0] + 11 * input_stride + at);
    const Vec E_1_S1_3_2 = fma(-t2, A_3_1, A_3_2);
    const Vec A_2_3 = load(inputs[0] + 7 * input_stride + at);
    const Vec E_1_S1_2_3 = fma(-A_2_1, t3, A_2_3);
    const Vec t4 = splat(1.0) / E_1_S1_2_2;
    const Vec t5 = E_1_S1_2_3 * t4;
    const Vec E_2_S1_2_3_3 = fma(-E_1_S1_3_2, t5, E_1_S1_3_3);
    const Vec D_S1_2_3 = D_S1_2 * E_2_S1_2_3_3;
    const Vec A_1_4 = load(inputs[0] + 3 * input_stride + at);
    const Vec t6 = A_1_4 * t1;
    const Vec A_4_4 = load(inputs[0] + 18 * input_stride + at);
    const Vec A_4_1 = load(inputs[0] + 15 * input_stride + at);
    const Vec E_1_S1_4_4 = fma(-A_4_1, t6, A_4_4);
    const Vec A_4_2 = load(inputs[0] + 16 * input_stride + at);
    const Vec E_1_S1_4_2 = fma(-t2, A_4_1, A_4_2);
    const Vec A_2_4 = load(inputs[0] + 8 * input_stride + at);
    const Vec E_1_S1_2_4 = fma(-A_2_1, t6, A_2_4);
    const Vec t7 = E_1_S1_2_4 * t4;
    const Vec E_2_S1_2_4_4 = fma(-E_1_S1_4_2, t7, E_1_S1_4_4);
    const Vec A_4_3 = load(inputs[0] + 17 * input_stride + at);
    const Vec E_1_S1_4_3 = fma(-t3, A_4_1, A_4_3);
    const Vec E_2_S1_2_4_3 = fma(-t5, E_1_S1_4_2, E_1_S1_4_3);
    const Vec A_3_4 = load(inputs[0] + 13 * input_stride + at);
    const Vec E_1_S1_3_4 = fma(-A_3_1, t6, A_3_4);
    const Vec E_2_S1_2_3_4 = fma(-E_1_S1_3_2, t7, E_1_S1_3_4);
    const Vec t8 = splat(1.0) / E_2_S1_2_3_3;
    const Vec t9 = E_2_S1_2_3_4 * t8;
    const Vec E_3_S1_2_3_4_4 = fma(-E_2_S1_2_4_3, t9, E_2_S1_2_4_4);
    const Vec D_S1_2_3_4 = D_S1_2_3 * E_3_S1_2_3_4_4;
    const Vec A_1_5 = load(inputs[0] + 4 * input_stride + at);
    const Vec t10 = A_1_5 * t1;
    const Vec A_5_5 = load(inputs[0] + 24 * input_stride + at);
    const Vec A_5_1 = load(inputs[0] + 20 * input_stride + at);
    const Vec E_1_S1_5_5 = fma(-A_5_1, t10, A_5_5);
    const Vec A_5_2 = load(inputs[0] + 21 * input_stride + at);
    const Vec E_1_S1_5_2 = fma(-t2, A_5_1, A_5_2);
    const Vec A_2_5 = load(inputs[0] + 9 * input_stride + at);
    const Vec E_1_S1_2_5 = fma(-A_2_1, t10, A_2_5);
    const Vec t11 = E_1_S1_2_5 * t4;
    const Vec E_2_S1_2_5_5 = fma(-E_1_S1_5_2, t11, E_1_S1_5_5);
    const Vec A_5_3 = load(inputs[0] + 22 * input_stride + at);
    const Vec E_1_S1_5_3 = fma(-t3, A_5_1, A_5_3);
    const Vec E_2_S1_2_5_3 = fma(-t5, E_1_S1_5_2, E_1_S1_5_3);
    const Vec A_3_5 = load(inputs[0] + 14 * input_stride + at);
    const Vec E_1_S1_3_5 = fma(-A_3_1, t10, A_3_5);
    const Vec E_2_S1_2_3_5 = fma(-E_1_S1_3_2, t11, E_1_S1_3_5);
    const Vec t12 = E_2_S1_2_3_5 * t8;
    const Vec E_3_S1_2_3_5_5 = fma(-E_2_S1_2_5_3, t12, E_2_S1_2_5_5);
    const Vec D_S1_2_3_5 = D_S1_2_3 * E_3_S1_2_3_5_5;
    const Vec A_5_4 = load(inputs[0] + 23 * input_stride + at);
    const Vec E_1_S1_5_4 = fma(-t6, A_5_1, A_5_4);
    const Vec E_2_S1_2_5_4 = fma(-t7, E_1_S1_5_2, E_1_S1_5_4);
    const Vec E_3_S1_2_3_5_4 = fma(-t9, E_2_S1_2_5_3, E_2_S1_2_5_4);
    const Vec A_4_5 = load(inputs[0] + 19 * input_stride + at);
    const Vec E_1_S1_4_5 = fma(-A_4_1, t10, A_4_5);
    const Vec E_2_S1_2_4_5 = fma(-E_1_S1_4_2, t11, E_1_S1_4_5);
    const Vec E_3_S1_2_3_4_5 = fma(-E_2_S1_2_4_3, t12, E_2_S1_2_4_5);
    const Vec t13 = E_3_S1_2_3_4_5 / E_3_S1_2_3_4_4;
    const Vec E_4_S1_2_3_4_5_5 = fma(-E_3_S1_2_3_5_4, t13, E_3_S1_2_3_5_5);
    const Vec D_S1_2_3_4_5 = D_S1_2_3_4 * E_4_S1_2_3_4_5_5;
    const Vec t14 = splat(1.0) / A_2_2;
    const Vec t15 = A_2_3 * t14;
    const Vec E_2_S2_3_3 = fma(-A_3_2, t15, A_3_3);
    const Vec D_S2_3 = A_2_2 * E_2_S2_3_3;
    const Vec t16 = A_2_4 * t14;
    const Vec E_2_S2_4_4 = fma(-A_4_2, t16, A_4_4);
    const Vec E_2_S2_4_3 = fma(-t15, A_4_2, A_4_3);
    const Vec E_2_S2_3_4 = fma(-A_3_2, t16, A_3_4);
    const Vec t17 = splat(1.0) / E_2_S2_3_3;
    const Vec t18 = E_2_S2_3_4 * t17;
    const Vec E_3_S2_3_4_4 = fma(-E_2_S2_4_3, t18, E_2_S2_4_4);
    const Vec D_S2_3_4 = D_S2_3 * E_3_S2_3_4_4;
    const Vec t19 = A_2_5 * t14;
    const Vec E_2_S2_5_5 = fma(-A_5_2, t19, A_5_5);
    const Vec E_2_S2_5_3 = fma(-t15, A_5_2, A_5_3);
    const Vec E_2_S2_3_5 = fma(-A_3_2, t19, A_3_5);
    const Vec t20 = E_2_S2_3_5 * t17;
    const Vec E_3_S2_3_5_5 = fma(-E_2_S2_5_3, t20, E_2_S2_5_5);
    const Vec D_S2_3_5 = D_S2_3 * E_3_S2_3_5_5;
    const Vec E_2_S2_5_4 = fma(-t16, A_5_2, A_5_4);
    const Vec E_3_S2_3_5_4 = fma(-t18, E_2_S2_5_3, E_2_S2_5_4);
    const Vec E_2_S2_4_5 = fma(-A_4_2, t19, A_4_5);
    const Vec E_3_S2_3_4_5 = fma(-E_2_S2_4_3, t20, E_2_S2_4_5);
    const Vec t21 = E_3_S2_3_4_5 / E_3_S2_3_4_4;
    const Vec E_4_S2_3_4_5_5 = fma(-E_3_S2_3_5_4, t21, E_3_S2_3_5_5);
    const Vec D_S2_3_4_5 = D_S2_3_4 * E_4_S2_3_4_5_5;
    const Vec D_S1_3 = A_1_1 * E_1_S1_3_3;
    const Vec t22 = splat(1.0) / E_1_S1_3_3;
    const Vec t23 = E_1_S1_3_4 * t22;
    const Vec t24 = E_1_S1_3_5 * t22;
    const Vec E_3_S1_3_4_4 = fma(-E_1_S1_4_3, t23, E_1_S1_4_4);
    const Vec D_S1_3_4 = D_S1_3 * E_3_S1_3_4_4;
    const Vec E_3_S1_3_5_5 = fma(-E_1_S1_5_3, t24, E_1_S1_5_5);
    const Vec D_S1_3_5 = D_S1_3 * E_3_S1_3_5_5;
    const Vec E_3_S1_3_5_4 = fma(-t23, E_1_S1_5_3, E_1_S1_5_4);
    const Vec E_3_S1_3_4_5 = fma(-E_1_S1_4_3, t24, E_1_S1_4_5);
    const Vec t25 = E_3_S1_3_4_5 / E_3_S1_3_4_4;
    const Vec E_4_S1_3_4_5_5 = fma(-E_3_S1_3_5_4, t25, E_3_S1_3_5_5);
    const Vec D_S1_3_4_5 = D_S1_3_4 * E_4_S1_3_4_5_5;
    const Vec t26 = splat(1.0) / A_3_3;
    const Vec t27 = A_3_4 * t26;
    const Vec E_3_S3_4_4 = fma(-A_4_3, t27, A_4_4);
    const Vec D_S3_4 = A_3_3 * E_3_S3_4_4;
    const Vec t28 = A_3_5 * t26;
    const Vec E_3_S3_5_5 = fma(-A_5_3, t28, A_5_5);
    const Vec E_3_S3_5_4 = fma(-t27, A_5_3, A_5_4);
    const Vec E_3_S3_4_5 = fma(-A_4_3, t28, A_4_5);
    const Vec t29 = E_3_S3_4_5 / E_3_S3_4_4;
    const Vec E_4_S3_4_5_5 = fma(-E_3_S3_5_4, t29, E_3_S3_5_5);
    const Vec D_S3_4_5 = D_S3_4 * E_4_S3_4_5_5;
    const Vec D_S1_2_4 = D_S1_2 * E_2_S1_2_4_4;
    const Vec t30 = E_2_S1_2_4_5 / E_2_S1_2_4_4;
    const Vec E_4_S1_2_4_5_5 = fma(-E_2_S1_2_5_4, t30, E_2_S1_2_5_5);
    const Vec D_S1_2_4_5 = D_S1_2_4 * E_4_S1_2_4_5_5;
    const Vec D_S2_4 = A_2_2 * E_2_S2_4_4;
    const Vec t31 = E_2_S2_4_5 / E_2_S2_4_4;
    const Vec E_4_S2_4_5_5 = fma(-E_2_S2_5_4, t31, E_2_S2_5_5);
    const Vec D_S2_4_5 = D_S2_4 * E_4_S2_4_5_5;
    const Vec D_S1_4 = A_1_1 * E_1_S1_4_4;
    const Vec t32 = E_1_S1_4_5 / E_1_S1_4_4;
    const Vec E_4_S1_4_5_5 = fma(-E_1_S1_5_4, t32, E_1_S1_5_5);
    const Vec D_S1_4_5 = D_S1_4 * E_4_S1_4_5_5;
    const Vec t33 = A_4_5 / A_4_4;
    const Vec E_4_S4_5_5 = fma(-A_5_4, t33, A_5_5);
    const Vec D_S4_5 = A_4_4 * E_4_S4_5_5;
    const Vec D_S3_5 = A_3_3 * E_3_S3_5_5;
    const Vec D_S1_2_5 = D_S1_2 * E_2_S1_2_5_5;
    const Vec D_S2_5 = A_2_2 * E_2_S2_5_5;
    const Vec D_S1_5 = A_1_1 * E_1_S1_5_5;
    store(outputs[0] + 0 * output_stride + at, splat(1.0));
    store(outputs[0] + 1 * output_stride + at, A_1_1);
    store(outputs[0] + 2 * output_stride + at, A_2_2);
    store(outputs[0] + 3 * output_stride + at, D_S1_2);
    store(outputs[0] + 4 * output_stride + at, A_3_3);
    store(outputs[0] + 5 * output_stride + at, D_S1_3);
    store(outputs[0] + 6 * output_stride + at, D_S2_3);
    store(outputs[0] + 7 * output_stride + at, D_S1_2_3);
    store(outputs[0] + 8 * output_stride + at, A_4_4);
    store(outputs[0] + 9 * output_stride + at, D_S1_4);
    store(outputs[0] + 10 * output_stride + at, D_S2_4);
    store(outputs[0] + 11 * output_stride + at, D_S1_2_4);
    store(outputs[0] + 12 * output_stride + at, D_S3_4);
    store(outputs[0] + 13 * output_stride + at, D_S1_3_4);
    store(outputs[0] + 14 * output_stride + at, D_S2_3_4);
    store(outputs[0] + 15 * output_stride + at, D_S1_2_3_4);
    store(outputs[0] + 16 * output_stride + at, A_5_5);
    store(outputs[0] + 17 * output_stride + at, D_S1_5);
    store(outputs[0] + 18 * output_stride + at, D_S2_5);
    store(outputs[0] + 19 * output_stride + at, D_S1_2_5);
    store(outputs[0] + 20 * output_stride + at, D_S3_5);
    store(outputs[0] + 21 * output_stride + at, D_S1_3_5);
    store(outputs[0] + 22 * output_stride + at, D_S2_3_5);
    store(outputs[0] + 23 * output_stride + at, D_S1_2_3_5);
    store(outputs[0] + 24 * output_stride + at, D_S4_5);
    store(outputs[0] + 25 * output_stride + at, D_S1_4_5);
    store(outputs[0] + 26 * output_stride + at, D_S2_4_5);
    store(outputs[0] + 27 * output_stride + at, D_S1_2_4_5);
    store(outputs[0] + 28 * output_stride + at, D_S3_4_5);
    store(outputs[0] + 29 * output_stride + at, D_S1_3_4_5);
    store(outputs[0] + 30 * output_stride + at, D_S2_3_4_5);
    store(outputs[0] + 31 * output_stride + at, D_S1_2_3_4_5);
  }
}

extern "C" extern const Size principal_minors_work_bytes;
extern "C" const Size principal_minors_work_bytes = 1824;

extern "C" void principal_minors_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  principal_minors_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 25; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 25 * lanes;
  principal_minors_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 32; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(25 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int principal_minors(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (principal_minors_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  principal_minors_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
