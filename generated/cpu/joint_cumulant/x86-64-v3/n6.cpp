// joint_cumulant, n = 6: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   joint_cumulant.diag:11: number(S)
//   joint_cumulant.diag:13: C(S)
//   joint_cumulant.diag:16: cumulant
// Order: C by S descending; at most 30 values live.
// A vector takes 0 multiplications, 0 additions, 211 fused, 0 divisions, 0 functions,
// 63 loads and 1 stores, in 1 function.
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
    const Vec M_33 = load(inputs[0] + 33 * input_stride + at);
    const Vec M_32 = load(inputs[0] + 32 * input_stride + at);
    const Vec M_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec C_S1_6 = fma(-M_32, M_1, M_33);
    const Vec M_17 = load(inputs[0] + 17 * input_stride + at);
    const Vec M_16 = load(inputs[0] + 16 * input_stride + at);
    const Vec C_S1_5 = fma(-M_16, M_1, M_17);
    const Vec M_49 = load(inputs[0] + 49 * input_stride + at);
    const Vec M_48 = load(inputs[0] + 48 * input_stride + at);
    const Vec C_S1_5_6 = fma(-M_32, C_S1_5, fma(-M_16, C_S1_6, fma(-M_1, M_48, M_49)));
    const Vec M_9 = load(inputs[0] + 9 * input_stride + at);
    const Vec M_8 = load(inputs[0] + 8 * input_stride + at);
    const Vec C_S1_4 = fma(-M_8, M_1, M_9);
    const Vec M_41 = load(inputs[0] + 41 * input_stride + at);
    const Vec M_40 = load(inputs[0] + 40 * input_stride + at);
    const Vec C_S1_4_6 = fma(-M_32, C_S1_4, fma(-M_8, C_S1_6, fma(-M_1, M_40, M_41)));
    const Vec M_25 = load(inputs[0] + 25 * input_stride + at);
    const Vec M_24 = load(inputs[0] + 24 * input_stride + at);
    const Vec C_S1_4_5 = fma(-M_16, C_S1_4, fma(-M_8, C_S1_5, fma(-M_1, M_24, M_25)));
    const Vec M_57 = load(inputs[0] + 57 * input_stride + at);
    const Vec M_56 = load(inputs[0] + 56 * input_stride + at);
    const Vec C_S1_4_5_6 = fma(-M_32, C_S1_4_5, fma(-M_16, C_S1_4_6, fma(-M_48, C_S1_4, fma(-M_8, C_S1_5_6, fma(-C_S1_5, M_40, fma(-C_S1_6, M_24, fma(-M_1, M_56, M_57)))))));
    const Vec M_5 = load(inputs[0] + 5 * input_stride + at);
    const Vec M_4 = load(inputs[0] + 4 * input_stride + at);
    const Vec C_S1_3 = fma(-M_4, M_1, M_5);
    const Vec M_37 = load(inputs[0] + 37 * input_stride + at);
    const Vec M_36 = load(inputs[0] + 36 * input_stride + at);
    const Vec C_S1_3_6 = fma(-M_32, C_S1_3, fma(-M_4, C_S1_6, fma(-M_1, M_36, M_37)));
    const Vec M_21 = load(inputs[0] + 21 * input_stride + at);
    const Vec M_20 = load(inputs[0] + 20 * input_stride + at);
    const Vec C_S1_3_5 = fma(-M_16, C_S1_3, fma(-M_4, C_S1_5, fma(-M_1, M_20, M_21)));
    const Vec M_53 = load(inputs[0] + 53 * input_stride + at);
    const Vec M_52 = load(inputs[0] + 52 * input_stride + at);
    const Vec C_S1_3_5_6 = fma(-M_32, C_S1_3_5, fma(-M_16, C_S1_3_6, fma(-M_48, C_S1_3, fma(-M_4, C_S1_5_6, fma(-C_S1_5, M_36, fma(-C_S1_6, M_20, fma(-M_1, M_52, M_53)))))));
    const Vec M_13 = load(inputs[0] + 13 * input_stride + at);
    const Vec M_12 = load(inputs[0] + 12 * input_stride + at);
    const Vec C_S1_3_4 = fma(-M_8, C_S1_3, fma(-M_4, C_S1_4, fma(-M_1, M_12, M_13)));
    const Vec M_45 = load(inputs[0] + 45 * input_stride + at);
    const Vec M_44 = load(inputs[0] + 44 * input_stride + at);
    const Vec C_S1_3_4_6 = fma(-M_32, C_S1_3_4, fma(-M_8, C_S1_3_6, fma(-M_40, C_S1_3, fma(-M_4, C_S1_4_6, fma(-C_S1_4, M_36, fma(-C_S1_6, M_12, fma(-M_1, M_44, M_45)))))));
    const Vec M_29 = load(inputs[0] + 29 * input_stride + at);
    const Vec M_28 = load(inputs[0] + 28 * input_stride + at);
    const Vec C_S1_3_4_5 = fma(-M_16, C_S1_3_4, fma(-M_8, C_S1_3_5, fma(-M_24, C_S1_3, fma(-M_4, C_S1_4_5, fma(-C_S1_4, M_20, fma(-C_S1_5, M_12, fma(-M_1, M_28, M_29)))))));
    const Vec M_61 = load(inputs[0] + 61 * input_stride + at);
    const Vec M_60 = load(inputs[0] + 60 * input_stride + at);
    const Vec C_S1_3_4_5_6 = fma(-M_32, C_S1_3_4_5, fma(-M_16, C_S1_3_4_6, fma(-M_48, C_S1_3_4, fma(-M_8, C_S1_3_5_6, fma(-M_40, C_S1_3_5, fma(-M_24, C_S1_3_6, fma(-M_56, C_S1_3, fma(-M_4, C_S1_4_5_6, fma(-C_S1_4_5, M_36, fma(-C_S1_4_6, M_20, fma(-C_S1_4, M_52, fma(-C_S1_5_6, M_12, fma(-C_S1_5, M_44, fma(-C_S1_6, M_28, fma(-M_1, M_60, M_61)))))))))))))));
    const Vec M_3 = load(inputs[0] + 3 * input_stride + at);
    const Vec M_2 = load(inputs[0] + 2 * input_stride + at);
    const Vec C_S1_2 = fma(-M_2, M_1, M_3);
    const Vec M_35 = load(inputs[0] + 35 * input_stride + at);
    const Vec M_34 = load(inputs[0] + 34 * input_stride + at);
    const Vec C_S1_2_6 = fma(-M_32, C_S1_2, fma(-M_2, C_S1_6, fma(-M_1, M_34, M_35)));
    const Vec M_19 = load(inputs[0] + 19 * input_stride + at);
    const Vec M_18 = load(inputs[0] + 18 * input_stride + at);
    const Vec C_S1_2_5 = fma(-M_16, C_S1_2, fma(-M_2, C_S1_5, fma(-M_1, M_18, M_19)));
    const Vec M_51 = load(inputs[0] + 51 * input_stride + at);
    const Vec M_50 = load(inputs[0] + 50 * input_stride + at);
    const Vec C_S1_2_5_6 = fma(-M_32, C_S1_2_5, fma(-M_16, C_S1_2_6, fma(-M_48, C_S1_2, fma(-M_2, C_S1_5_6, fma(-C_S1_5, M_34, fma(-C_S1_6, M_18, fma(-M_1, M_50, M_51)))))));
    const Vec M_11 = load(inputs[0] + 11 * input_stride + at);
    const Vec M_10 = load(inputs[0] + 10 * input_stride + at);
    const Vec C_S1_2_4 = fma(-M_8, C_S1_2, fma(-M_2, C_S1_4, fma(-M_1, M_10, M_11)));
    const Vec M_43 = load(inputs[0] + 43 * input_stride + at);
    const Vec M_42 = load(inputs[0] + 42 * input_stride + at);
    const Vec C_S1_2_4_6 = fma(-M_32, C_S1_2_4, fma(-M_8, C_S1_2_6, fma(-M_40, C_S1_2, fma(-M_2, C_S1_4_6, fma(-C_S1_4, M_34, fma(-C_S1_6, M_10, fma(-M_1, M_42, M_43)))))));
    const Vec M_27 = load(inputs[0] + 27 * input_stride + at);
    const Vec M_26 = load(inputs[0] + 26 * input_stride + at);
    const Vec C_S1_2_4_5 = fma(-M_16, C_S1_2_4, fma(-M_8, C_S1_2_5, fma(-M_24, C_S1_2, fma(-M_2, C_S1_4_5, fma(-C_S1_4, M_18, fma(-C_S1_5, M_10, fma(-M_1, M_26, M_27)))))));
    const Vec M_59 = load(inputs[0] + 59 * input_stride + at);
    const Vec M_58 = load(inputs[0] + 58 * input_stride + at);
    const Vec C_S1_2_4_5_6 = fma(-M_32, C_S1_2_4_5, fma(-M_16, C_S1_2_4_6, fma(-M_48, C_S1_2_4, fma(-M_8, C_S1_2_5_6, fma(-M_40, C_S1_2_5, fma(-M_24, C_S1_2_6, fma(-M_56, C_S1_2, fma(-M_2, C_S1_4_5_6, fma(-C_S1_4_5, M_34, fma(-C_S1_4_6, M_18, fma(-C_S1_4, M_50, fma(-C_S1_5_6, M_10, fma(-C_S1_5, M_42, fma(-C_S1_6, M_26, fma(-M_1, M_58, M_59)))))))))))))));
    const Vec M_7 = load(inputs[0] + 7 * input_stride + at);
    const Vec M_6 = load(inputs[0] + 6 * input_stride + at);
    const Vec C_S1_2_3 = fma(-M_4, C_S1_2, fma(-M_2, C_S1_3, fma(-M_1, M_6, M_7)));
    const Vec M_39 = load(inputs[0] + 39 * input_stride + at);
    const Vec M_38 = load(inputs[0] + 38 * input_stride + at);
    const Vec C_S1_2_3_6 = fma(-M_32, C_S1_2_3, fma(-M_4, C_S1_2_6, fma(-M_36, C_S1_2, fma(-M_2, C_S1_3_6, fma(-C_S1_3, M_34, fma(-C_S1_6, M_6, fma(-M_1, M_38, M_39)))))));
    const Vec M_23 = load(inputs[0] + 23 * input_stride + at);
    const Vec M_22 = load(inputs[0] + 22 * input_stride + at);
    const Vec C_S1_2_3_5 = fma(-M_16, C_S1_2_3, fma(-M_4, C_S1_2_5, fma(-M_20, C_S1_2, fma(-M_2, C_S1_3_5, fma(-C_S1_3, M_18, fma(-C_S1_5, M_6, fma(-M_1, M_22, M_23)))))));
    const Vec M_55 = load(inputs[0] + 55 * input_stride + at);
    const Vec M_54 = load(inputs[0] + 54 * input_stride + at);
    const Vec C_S1_2_3_5_6 = fma(-M_32, C_S1_2_3_5, fma(-M_16, C_S1_2_3_6, fma(-M_48, C_S1_2_3, fma(-M_4, C_S1_2_5_6, fma(-M_36, C_S1_2_5, fma(-M_20, C_S1_2_6, fma(-M_52, C_S1_2, fma(-M_2, C_S1_3_5_6, fma(-C_S1_3_5, M_34, fma(-C_S1_3_6, M_18, fma(-C_S1_3, M_50, fma(-C_S1_5_6, M_6, fma(-C_S1_5, M_38, fma(-C_S1_6, M_22, fma(-M_1, M_54, M_55)))))))))))))));
    const Vec M_15 = load(inputs[0] + 15 * input_stride + at);
    const Vec M_14 = load(inputs[0] + 14 * input_stride + at);
    const Vec C_S1_2_3_4 = fma(-M_8, C_S1_2_3, fma(-M_4, C_S1_2_4, fma(-M_12, C_S1_2, fma(-M_2, C_S1_3_4, fma(-C_S1_3, M_10, fma(-C_S1_4, M_6, fma(-M_1, M_14, M_15)))))));
    const Vec M_47 = load(inputs[0] + 47 * input_stride + at);
    const Vec M_46 = load(inputs[0] + 46 * input_stride + at);
    const Vec C_S1_2_3_4_6 = fma(-M_32, C_S1_2_3_4, fma(-M_8, C_S1_2_3_6, fma(-M_40, C_S1_2_3, fma(-M_4, C_S1_2_4_6, fma(-M_36, C_S1_2_4, fma(-M_12, C_S1_2_6, fma(-M_44, C_S1_2, fma(-M_2, C_S1_3_4_6, fma(-C_S1_3_4, M_34, fma(-C_S1_3_6, M_10, fma(-C_S1_3, M_42, fma(-C_S1_4_6, M_6, fma(-C_S1_4, M_38, fma(-C_S1_6, M_14, fma(-M_1, M_46, M_47)))))))))))))));
    const Vec M_63 = load(inputs[0] + 63 * input_stride + at);
    const Vec M_30 = load(inputs[0] + 30 * input_stride + at);
    const Vec t1 = fma(-M_16, C_S1_2_3_4_6, fma(-M_8, C_S1_2_3_5_6, fma(-M_24, C_S1_2_3_6, fma(-M_4, C_S1_2_4_5_6, fma(-M_20, C_S1_2_4_6, fma(-M_12, C_S1_2_5_6, fma(-M_28, C_S1_2_6, fma(-M_2, C_S1_3_4_5_6, fma(-C_S1_3_4_6, M_18, fma(-C_S1_3_5_6, M_10, fma(-C_S1_3_6, M_26, fma(-C_S1_4_5_6, M_6, fma(-C_S1_4_6, M_22, fma(-C_S1_5_6, M_14, fma(-C_S1_6, M_30, M_63)))))))))))))));
    const Vec M_31 = load(inputs[0] + 31 * input_stride + at);
    const Vec C_S1_2_3_4_5 = fma(-M_16, C_S1_2_3_4, fma(-M_8, C_S1_2_3_5, fma(-M_24, C_S1_2_3, fma(-M_4, C_S1_2_4_5, fma(-M_20, C_S1_2_4, fma(-M_12, C_S1_2_5, fma(-M_28, C_S1_2, fma(-M_2, C_S1_3_4_5, fma(-C_S1_3_4, M_18, fma(-C_S1_3_5, M_10, fma(-C_S1_3, M_26, fma(-C_S1_4_5, M_6, fma(-C_S1_4, M_22, fma(-C_S1_5, M_14, fma(-M_1, M_30, M_31)))))))))))))));
    const Vec t2 = fma(-M_32, C_S1_2_3_4_5, fma(-M_48, C_S1_2_3_4, fma(-M_40, C_S1_2_3_5, fma(-M_56, C_S1_2_3, fma(-M_36, C_S1_2_4_5, fma(-M_52, C_S1_2_4, fma(-M_44, C_S1_2_5, fma(-M_60, C_S1_2, fma(-C_S1_3_4_5, M_34, fma(-C_S1_3_4, M_50, fma(-C_S1_3_5, M_42, fma(-C_S1_3, M_58, fma(-C_S1_4_5, M_38, fma(-C_S1_4, M_54, fma(-C_S1_5, M_46, t1)))))))))))))));
    const Vec M_62 = load(inputs[0] + 62 * input_stride + at);
    const Vec C_S1_2_3_4_5_6 = fma(-M_1, M_62, t2);
    store(outputs[0] + 0 * output_stride + at, C_S1_2_3_4_5_6);
  }
}

extern "C" extern const Size joint_cumulant_work_bytes;
extern "C" const Size joint_cumulant_work_bytes = 2080;

extern "C" void joint_cumulant_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  joint_cumulant_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 64; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 64 * lanes;
  joint_cumulant_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(64 + row) * lanes + at - whole];
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
