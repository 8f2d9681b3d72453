// scalar_current, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   scalar_current.diag:15: K(a, b)
//   scalar_current.diag:17: V(a, b)
//   scalar_current.diag:21: J(a, b)
//   scalar_current.diag:23: amplitude
// Order: K by a ascending, b ascending, eagerly; at most 6 values live.
// A vector takes 0 multiplications, 9 additions, 9 fused, 2 divisions, 0 functions,
// 12 loads and 1 stores, in 1 function.
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

extern "C" void scalar_current_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  const Vec m2 = splat(params[2]);
  const Vec g3 = splat(params[0]);
  const Vec g4 = splat(params[1]);
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_2_E = load(inputs[0] + 4 * input_stride + at);
    const Vec p_1_E = load(inputs[0] + 0 * input_stride + at);
    const Vec K_1_2 = p_2_E + p_1_E;
    const Vec p_2_x = load(inputs[0] + 5 * input_stride + at);
    const Vec p_1_x = load(inputs[0] + 1 * input_stride + at);
    const Vec K_1_2_c1 = p_2_x + p_1_x;
    const Vec p_2_y = load(inputs[0] + 6 * input_stride + at);
    const Vec p_1_y = load(inputs[0] + 2 * input_stride + at);
    const Vec K_1_2_c2 = p_2_y + p_1_y;
    const Vec p_2_z = load(inputs[0] + 7 * input_stride + at);
    const Vec p_1_z = load(inputs[0] + 3 * input_stride + at);
    const Vec K_1_2_c3 = p_2_z + p_1_z;
    const Vec t1 = fma(K_1_2_c3, K_1_2_c3, fma(K_1_2_c2, K_1_2_c2, fma(K_1_2_c1, K_1_2_c1, fma(-K_1_2, K_1_2, m2))));
    const Vec J_1_2 = g3 / t1;
    const Vec p_3_E = load(inputs[0] + 8 * input_stride + at);
    const Vec K_2_3 = p_2_E + p_3_E;
    const Vec p_3_x = load(inputs[0] + 9 * input_stride + at);
    const Vec K_2_3_c1 = p_2_x + p_3_x;
    const Vec p_3_y = load(inputs[0] + 10 * input_stride + at);
    const Vec K_2_3_c2 = p_2_y + p_3_y;
    const Vec p_3_z = load(inputs[0] + 11 * input_stride + at);
    const Vec K_2_3_c3 = p_2_z + p_3_z;
    const Vec t2 = fma(K_2_3_c3, K_2_3_c3, fma(K_2_3_c2, K_2_3_c2, fma(K_2_3_c1, K_2_3_c1, fma(-K_2_3, K_2_3, m2))));
    const Vec J_2_3 = g3 / t2;
    const Vec t3 = J_1_2 + J_2_3;
    const Vec V_1_3 = fma(g3, t3, g4);
    store(outputs[0] + 0 * output_stride + at, V_1_3);
  }
}

extern "C" extern const Size scalar_current_work_bytes;
extern "C" const Size scalar_current_work_bytes = 1088;

extern "C" void scalar_current_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  scalar_current_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 16 * lanes;
  scalar_current_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(16 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int scalar_current(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (scalar_current_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  scalar_current_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
