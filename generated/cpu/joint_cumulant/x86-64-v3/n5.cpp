// joint_cumulant, n = 5: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   joint_cumulant.diag:11: number(S)
//   joint_cumulant.diag:13: C(S)
//   joint_cumulant.diag:16: cumulant
// Order: C by S ascending; at most 15 values live.
// A vector takes 0 multiplications, 0 additions, 65 fused, 0 divisions, 0 functions,
// 31 loads and 1 stores, in 1 function.
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

extern "C" void joint_cumulant_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec M_3 = load(inputs[0] + 3 * input_stride + at);
    const Vec M_2 = load(inputs[0] + 2 * input_stride + at);
    const Vec M_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec C_S1_2 = fma(-M_2, M_1, M_3);
    const Vec M_5 = load(inputs[0] + 5 * input_stride + at);
    const Vec M_4 = load(inputs[0] + 4 * input_stride + at);
    const Vec C_S1_3 = fma(-M_4, M_1, M_5);
    const Vec M_7 = load(inputs[0] + 7 * input_stride + at);
    const Vec M_6 = load(inputs[0] + 6 * input_stride + at);
    const Vec C_S1_2_3 = fma(-M_2, C_S1_3, fma(-M_4, C_S1_2, fma(-M_1, M_6, M_7)));
    const Vec M_9 = load(inputs[0] + 9 * input_stride + at);
    const Vec M_8 = load(inputs[0] + 8 * input_stride + at);
    const Vec C_S1_4 = fma(-M_8, M_1, M_9);
    const Vec M_11 = load(inputs[0] + 11 * input_stride + at);
    const Vec M_10 = load(inputs[0] + 10 * input_stride + at);
    const Vec C_S1_2_4 = fma(-M_2, C_S1_4, fma(-M_8, C_S1_2, fma(-M_1, M_10, M_11)));
    const Vec M_13 = load(inputs[0] + 13 * input_stride + at);
    const Vec M_12 = load(inputs[0] + 12 * input_stride + at);
    const Vec C_S1_3_4 = fma(-M_4, C_S1_4, fma(-M_8, C_S1_3, fma(-M_1, M_12, M_13)));
    const Vec M_15 = load(inputs[0] + 15 * input_stride + at);
    const Vec M_14 = load(inputs[0] + 14 * input_stride + at);
    const Vec C_S1_2_3_4 = fma(-M_2, C_S1_3_4, fma(-M_4, C_S1_2_4, fma(-C_S1_4, M_6, fma(-M_8, C_S1_2_3, fma(-C_S1_3, M_10, fma(-M_12, C_S1_2, fma(-M_1, M_14, M_15)))))));
    const Vec M_17 = load(inputs[0] + 17 * input_stride + at);
    const Vec M_16 = load(inputs[0] + 16 * input_stride + at);
    const Vec C_S1_5 = fma(-M_16, M_1, M_17);
    const Vec M_19 = load(inputs[0] + 19 * input_stride + at);
    const Vec M_18 = load(inputs[0] + 18 * input_stride + at);
    const Vec C_S1_2_5 = fma(-M_2, C_S1_5, fma(-M_16, C_S1_2, fma(-M_1, M_18, M_19)));
    const Vec M_21 = load(inputs[0] + 21 * input_stride + at);
    const Vec M_20 = load(inputs[0] + 20 * input_stride + at);
    const Vec C_S1_3_5 = fma(-M_4, C_S1_5, fma(-M_16, C_S1_3, fma(-M_1, M_20, M_21)));
    const Vec M_23 = load(inputs[0] + 23 * input_stride + at);
    const Vec M_22 = load(inputs[0] + 22 * input_stride + at);
    const Vec C_S1_2_3_5 = fma(-M_2, C_S1_3_5, fma(-M_4, C_S1_2_5, fma(-C_S1_5, M_6, fma(-M_16, C_S1_2_3, fma(-C_S1_3, M_18, fma(-M_20, C_S1_2, fma(-M_1, M_22, M_23)))))));
    const Vec M_25 = load(inputs[0] + 25 * input_stride + at);
    const Vec M_24 = load(inputs[0] + 24 * input_stride + at);
    const Vec C_S1_4_5 = fma(-M_8, C_S1_5, fma(-M_16, C_S1_4, fma(-M_1, M_24, M_25)));
    const Vec M_27 = load(inputs[0] + 27 * input_stride + at);
    const Vec M_26 = load(inputs[0] + 26 * input_stride + at);
    const Vec C_S1_2_4_5 = fma(-M_2, C_S1_4_5, fma(-M_8, C_S1_2_5, fma(-C_S1_5, M_10, fma(-M_16, C_S1_2_4, fma(-C_S1_4, M_18, fma(-M_24, C_S1_2, fma(-M_1, M_26, M_27)))))));
    const Vec M_29 = load(inputs[0] + 29 * input_stride + at);
    const Vec M_28 = load(inputs[0] + 28 * input_stride + at);
    const Vec C_S1_3_4_5 = fma(-M_4, C_S1_4_5, fma(-M_8, C_S1_3_5, fma(-C_S1_5, M_12, fma(-M_16, C_S1_3_4, fma(-C_S1_4, M_20, fma(-M_24, C_S1_3, fma(-M_1, M_28, M_29)))))));
    const Vec M_31 = load(inputs[0] + 31 * input_stride + at);
    const Vec M_30 = load(inputs[0] + 30 * input_stride + at);
    const Vec C_S1_2_3_4_5 = fma(-M_2, C_S1_3_4_5, fma(-M_4, C_S1_2_4_5, fma(-C_S1_4_5, M_6, fma(-M_8, C_S1_2_3_5, fma(-C_S1_3_5, M_10, fma(-M_12, C_S1_2_5, fma(-C_S1_5, M_14, fma(-M_16, C_S1_2_3_4, fma(-C_S1_3_4, M_18, fma(-M_20, C_S1_2_4, fma(-C_S1_4, M_22, fma(-M_24, C_S1_2_3, fma(-C_S1_3, M_26, fma(-M_28, C_S1_2, fma(-M_1, M_30, M_31)))))))))))))));
    store(outputs[0] + 0 * output_stride + at, C_S1_2_3_4_5);
  }
}

extern "C" extern const Size joint_cumulant_work_bytes;
extern "C" const Size joint_cumulant_work_bytes = 1056;

extern "C" void joint_cumulant_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  joint_cumulant_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 32; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 32 * lanes;
  joint_cumulant_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(32 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int joint_cumulant(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (joint_cumulant_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  joint_cumulant_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
