// gluon_current, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_current.diag:17: K(a, b)
//   gluon_current.diag:19: V(a, b)
//   gluon_current.diag:23: J(a, b)
//   gluon_current.diag:25: amplitude
// Order: K by a ascending, b ascending; at most 25 values live.
// A vector takes 48 multiplications, 24 additions, 96 fused, 2 divisions, 0 functions,
// 28 loads and 1 stores, in 1 function.
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
    const Vec p_1_E = load(inputs[0] + 0 * input_stride + at);
    const Vec p_2_E = load(inputs[0] + 4 * input_stride + at);
    const Vec K_1_2 = p_1_E + p_2_E;
    const Vec p_1_x = load(inputs[0] + 1 * input_stride + at);
    const Vec p_2_x = load(inputs[0] + 5 * input_stride + at);
    const Vec K_1_2_c1 = p_1_x + p_2_x;
    const Vec p_1_y = load(inputs[0] + 2 * input_stride + at);
    const Vec p_2_y = load(inputs[0] + 6 * input_stride + at);
    const Vec K_1_2_c2 = p_1_y + p_2_y;
    const Vec p_1_z = load(inputs[0] + 3 * input_stride + at);
    const Vec p_2_z = load(inputs[0] + 7 * input_stride + at);
    const Vec K_1_2_c3 = p_1_z + p_2_z;
    const Vec p_3_E = load(inputs[0] + 8 * input_stride + at);
    const Vec K_2_3 = p_2_E + p_3_E;
    const Vec p_3_x = load(inputs[0] + 9 * input_stride + at);
    const Vec K_2_3_c1 = p_2_x + p_3_x;
    const Vec p_3_y = load(inputs[0] + 10 * input_stride + at);
    const Vec K_2_3_c2 = p_2_y + p_3_y;
    const Vec p_3_z = load(inputs[0] + 11 * input_stride + at);
    const Vec K_2_3_c3 = p_2_z + p_3_z;
    const Vec e_2_E = load(inputs[1] + 4 * input_stride + at);
    const Vec e_2_x = load(inputs[1] + 5 * input_stride + at);
    const Vec e_2_y = load(inputs[1] + 6 * input_stride + at);
    const Vec e_2_z = load(inputs[1] + 7 * input_stride + at);
    const Vec t1 = fma(-e_2_z, p_3_z, fma(-e_2_y, p_3_y, fma(-e_2_x, p_3_x, e_2_E * p_3_E)));
    const Vec e_3_E = load(inputs[1] + 8 * input_stride + at);
    const Vec e_3_x = load(inputs[1] + 9 * input_stride + at);
    const Vec e_3_y = load(inputs[1] + 10 * input_stride + at);
    const Vec e_3_z = load(inputs[1] + 11 * input_stride + at);
    const Vec t2 = fma(-p_2_z, e_3_z, fma(-p_2_y, e_3_y, fma(-p_2_x, e_3_x, p_2_E * e_3_E)));
    const Vec t3 = fma(-e_2_E, t2, e_3_E * t1);
    const Vec t4 = fma(-e_2_z, e_3_z, fma(-e_2_y, e_3_y, fma(-e_2_x, e_3_x, e_2_E * e_3_E)));
    const Vec t5 = p_2_E - p_3_E;
    const Vec V_2_3 = fma(t4, t5, 2.0f * t3);
    const Vec t6 = fma(-K_2_3_c3, K_2_3_c3, fma(-K_2_3_c2, K_2_3_c2, fma(-K_2_3_c1, K_2_3_c1, K_2_3 * K_2_3)));
    const Vec t7 = splat(1.0f) / t6;
    const Vec J_2_3 = V_2_3 * t7;
    const Vec e_1_E = load(inputs[1] + 0 * input_stride + at);
    const Vec e_1_x = load(inputs[1] + 1 * input_stride + at);
    const Vec e_1_y = load(inputs[1] + 2 * input_stride + at);
    const Vec e_1_z = load(inputs[1] + 3 * input_stride + at);
    const Vec t8 = fma(-e_1_z, K_2_3_c3, fma(-e_1_y, K_2_3_c2, fma(-e_1_x, K_2_3_c1, e_1_E * K_2_3)));
    const Vec t9 = fma(-e_2_x, t2, e_3_x * t1);
    const Vec t10 = p_2_x - p_3_x;
    const Vec V_2_3_c1 = fma(t4, t10, 2.0f * t9);
    const Vec J_2_3_c1 = V_2_3_c1 * t7;
    const Vec t11 = fma(-e_2_y, t2, e_3_y * t1);
    const Vec t12 = p_2_y - p_3_y;
    const Vec V_2_3_c2 = fma(t4, t12, 2.0f * t11);
    const Vec J_2_3_c2 = V_2_3_c2 * t7;
    const Vec t13 = fma(-e_2_z, t2, e_3_z * t1);
    const Vec t14 = p_2_z - p_3_z;
    const Vec V_2_3_c3 = fma(t4, t14, 2.0f * t13);
    const Vec J_2_3_c3 = V_2_3_c3 * t7;
    const Vec t15 = fma(-p_1_z, J_2_3_c3, fma(-p_1_y, J_2_3_c2, fma(-p_1_x, J_2_3_c1, p_1_E * J_2_3)));
    const Vec t16 = fma(-e_1_z, p_2_z, fma(-e_1_y, p_2_y, fma(-e_1_x, p_2_x, e_1_E * p_2_E)));
    const Vec t17 = fma(-p_1_z, e_2_z, fma(-p_1_y, e_2_y, fma(-p_1_x, e_2_x, p_1_E * e_2_E)));
    const Vec t18 = fma(-e_1_E, t17, e_2_E * t16);
    const Vec t19 = fma(-e_1_z, e_2_z, fma(-e_1_y, e_2_y, fma(-e_1_x, e_2_x, e_1_E * e_2_E)));
    const Vec t20 = p_1_E - p_2_E;
    const Vec V_1_2 = fma(t19, t20, 2.0f * t18);
    const Vec t21 = fma(-K_1_2_c3, K_1_2_c3, fma(-K_1_2_c2, K_1_2_c2, fma(-K_1_2_c1, K_1_2_c1, K_1_2 * K_1_2)));
    const Vec t22 = splat(1.0f) / t21;
    const Vec J_1_2 = V_1_2 * t22;
    const Vec t23 = fma(-e_1_x, t17, e_2_x * t16);
    const Vec t24 = p_1_x - p_2_x;
    const Vec V_1_2_c1 = fma(t19, t24, 2.0f * t23);
    const Vec J_1_2_c1 = V_1_2_c1 * t22;
    const Vec t25 = fma(-e_1_y, t17, e_2_y * t16);
    const Vec t26 = p_1_y - p_2_y;
    const Vec V_1_2_c2 = fma(t19, t26, 2.0f * t25);
    const Vec J_1_2_c2 = V_1_2_c2 * t22;
    const Vec t27 = fma(-e_1_z, t17, e_2_z * t16);
    const Vec t28 = p_1_z - p_2_z;
    const Vec V_1_2_c3 = fma(t19, t28, 2.0f * t27);
    const Vec J_1_2_c3 = V_1_2_c3 * t22;
    const Vec t29 = fma(-p_3_z, J_1_2_c3, fma(-p_3_y, J_1_2_c2, fma(-p_3_x, J_1_2_c1, p_3_E * J_1_2)));
    const Vec t30 = fma(-e_3_z, K_1_2_c3, fma(-e_3_y, K_1_2_c2, fma(-e_3_x, K_1_2_c1, e_3_E * K_1_2)));
    const Vec t31 = fma(-e_1_z, e_3_z, fma(-e_1_y, e_3_y, fma(-e_1_x, e_3_x, e_1_E * e_3_E)));
    const Vec t32 = fma(e_2_E, t31, fma(-J_1_2, t30, fma(e_3_E, t29, fma(-e_1_E, t15, J_2_3 * t8))));
    const Vec t33 = fma(-e_1_z, J_2_3_c3, fma(-e_1_y, J_2_3_c2, fma(-e_1_x, J_2_3_c1, e_1_E * J_2_3)));
    const Vec t34 = p_1_E - K_2_3;
    const Vec t35 = fma(-e_3_z, J_1_2_c3, fma(-e_3_y, J_1_2_c2, fma(-e_3_x, J_1_2_c1, e_3_E * J_1_2)));
    const Vec t36 = K_1_2 - p_3_E;
    const Vec V_1_3 = fma(t35, t36, fma(t33, t34, fma(-e_3_E, t19, fma(-e_1_E, t4, 2.0f * t32))));
    const Vec t37 = fma(e_2_x, t31, fma(-J_1_2_c1, t30, fma(e_3_x, t29, fma(-e_1_x, t15, J_2_3_c1 * t8))));
    const Vec t38 = p_1_x - K_2_3_c1;
    const Vec t39 = K_1_2_c1 - p_3_x;
    const Vec V_1_3_c1 = fma(t35, t39, fma(t33, t38, fma(-e_3_x, t19, fma(-e_1_x, t4, 2.0f * t37))));
    const Vec t40 = fma(e_2_y, t31, fma(-J_1_2_c2, t30, fma(e_3_y, t29, fma(-e_1_y, t15, J_2_3_c2 * t8))));
    const Vec t41 = p_1_y - K_2_3_c2;
    const Vec t42 = K_1_2_c2 - p_3_y;
    const Vec V_1_3_c2 = fma(t35, t42, fma(t33, t41, fma(-e_3_y, t19, fma(-e_1_y, t4, 2.0f * t40))));
    const Vec t43 = fma(e_2_z, t31, fma(-J_1_2_c3, t30, fma(e_3_z, t29, fma(-e_1_z, t15, J_2_3_c3 * t8))));
    const Vec t44 = p_1_z - K_2_3_c3;
    const Vec t45 = K_1_2_c3 - p_3_z;
    const Vec V_1_3_c3 = fma(t35, t45, fma(t33, t44, fma(-e_3_z, t19, fma(-e_1_z, t4, 2.0f * t43))));
    const Vec e_4_E = load(inputs[1] + 12 * input_stride + at);
    const Vec e_4_x = load(inputs[1] + 13 * input_stride + at);
    const Vec e_4_y = load(inputs[1] + 14 * input_stride + at);
    const Vec e_4_z = load(inputs[1] + 15 * input_stride + at);
    const Vec amplitude = fma(-V_1_3_c3, e_4_z, fma(-V_1_3_c2, e_4_y, fma(-V_1_3_c1, e_4_x, V_1_3 * e_4_E)));
    store(outputs[0] + 0 * output_stride + at, amplitude);
  }
}

extern "C" extern const Size gluon_current_work_bytes;
extern "C" const Size gluon_current_work_bytes = 2112;

extern "C" void gluon_current_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  gluon_current_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[2];
  Real *some_outputs[1];
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(16 + row) * lanes + lane] = inputs[1][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_inputs[1] = work + 16 * lanes;
  some_outputs[0] = work + 32 * lanes;
  gluon_current_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(32 + row) * lanes + at - whole];
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
