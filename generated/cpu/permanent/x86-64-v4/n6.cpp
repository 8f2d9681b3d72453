// permanent, n = 6: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   permanent.diag:11: P(i, S)
//   permanent.diag:13: perm
// Order: P by i descending, S descending; at most 24 values live.
// A vector takes 57 multiplications, 0 additions, 129 fused, 0 divisions, 0 functions,
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

extern "C" void permanent_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec A_5_5 = load(inputs[0] + 28 * input_stride + at);
    const Vec A_6_6 = load(inputs[0] + 35 * input_stride + at);
    const Vec A_5_6 = load(inputs[0] + 29 * input_stride + at);
    const Vec A_6_5 = load(inputs[0] + 34 * input_stride + at);
    const Vec P_5_S5_6 = fma(A_5_6, A_6_5, A_5_5 * A_6_6);
    const Vec A_5_4 = load(inputs[0] + 27 * input_stride + at);
    const Vec A_6_4 = load(inputs[0] + 33 * input_stride + at);
    const Vec P_5_S4_6 = fma(A_5_6, A_6_4, A_6_6 * A_5_4);
    const Vec A_5_3 = load(inputs[0] + 26 * input_stride + at);
    const Vec A_6_3 = load(inputs[0] + 32 * input_stride + at);
    const Vec P_5_S3_6 = fma(A_5_6, A_6_3, A_6_6 * A_5_3);
    const Vec A_5_2 = load(inputs[0] + 25 * input_stride + at);
    const Vec A_6_2 = load(inputs[0] + 31 * input_stride + at);
    const Vec P_5_S2_6 = fma(A_5_6, A_6_2, A_6_6 * A_5_2);
    const Vec A_5_1 = load(inputs[0] + 24 * input_stride + at);
    const Vec A_6_1 = load(inputs[0] + 30 * input_stride + at);
    const Vec P_5_S1_6 = fma(A_5_6, A_6_1, A_6_6 * A_5_1);
    const Vec P_5_S4_5 = fma(A_5_5, A_6_4, A_6_5 * A_5_4);
    const Vec P_5_S3_5 = fma(A_5_5, A_6_3, A_6_5 * A_5_3);
    const Vec P_5_S2_5 = fma(A_5_5, A_6_2, A_6_5 * A_5_2);
    const Vec P_5_S1_5 = fma(A_5_5, A_6_1, A_6_5 * A_5_1);
    const Vec P_5_S3_4 = fma(A_5_4, A_6_3, A_6_4 * A_5_3);
    const Vec P_5_S2_4 = fma(A_5_4, A_6_2, A_6_4 * A_5_2);
    const Vec P_5_S1_4 = fma(A_5_4, A_6_1, A_6_4 * A_5_1);
    const Vec P_5_S2_3 = fma(A_5_3, A_6_2, A_6_3 * A_5_2);
    const Vec P_5_S1_3 = fma(A_5_3, A_6_1, A_6_3 * A_5_1);
    const Vec P_5_S1_2 = fma(A_5_2, A_6_1, A_6_2 * A_5_1);
    const Vec A_4_4 = load(inputs[0] + 21 * input_stride + at);
    const Vec A_4_5 = load(inputs[0] + 22 * input_stride + at);
    const Vec A_4_6 = load(inputs[0] + 23 * input_stride + at);
    const Vec P_4_S4_5_6 = fma(A_4_6, P_5_S4_5, fma(A_4_5, P_5_S4_6, A_4_4 * P_5_S5_6));
    const Vec A_4_3 = load(inputs[0] + 20 * input_stride + at);
    const Vec P_4_S3_5_6 = fma(A_4_6, P_5_S3_5, fma(A_4_5, P_5_S3_6, P_5_S5_6 * A_4_3));
    const Vec A_4_2 = load(inputs[0] + 19 * input_stride + at);
    const Vec P_4_S2_5_6 = fma(A_4_6, P_5_S2_5, fma(A_4_5, P_5_S2_6, P_5_S5_6 * A_4_2));
    const Vec A_4_1 = load(inputs[0] + 18 * input_stride + at);
    const Vec P_4_S1_5_6 = fma(A_4_6, P_5_S1_5, fma(A_4_5, P_5_S1_6, P_5_S5_6 * A_4_1));
    const Vec P_4_S3_4_6 = fma(A_4_6, P_5_S3_4, fma(A_4_4, P_5_S3_6, P_5_S4_6 * A_4_3));
    const Vec P_4_S2_4_6 = fma(A_4_6, P_5_S2_4, fma(A_4_4, P_5_S2_6, P_5_S4_6 * A_4_2));
    const Vec P_4_S1_4_6 = fma(A_4_6, P_5_S1_4, fma(A_4_4, P_5_S1_6, P_5_S4_6 * A_4_1));
    const Vec P_4_S2_3_6 = fma(A_4_6, P_5_S2_3, fma(A_4_3, P_5_S2_6, P_5_S3_6 * A_4_2));
    const Vec P_4_S1_3_6 = fma(A_4_6, P_5_S1_3, fma(A_4_3, P_5_S1_6, P_5_S3_6 * A_4_1));
    const Vec P_4_S1_2_6 = fma(A_4_6, P_5_S1_2, fma(A_4_2, P_5_S1_6, P_5_S2_6 * A_4_1));
    const Vec P_4_S3_4_5 = fma(A_4_5, P_5_S3_4, fma(A_4_4, P_5_S3_5, P_5_S4_5 * A_4_3));
    const Vec P_4_S2_4_5 = fma(A_4_5, P_5_S2_4, fma(A_4_4, P_5_S2_5, P_5_S4_5 * A_4_2));
    const Vec P_4_S1_4_5 = fma(A_4_5, P_5_S1_4, fma(A_4_4, P_5_S1_5, P_5_S4_5 * A_4_1));
    const Vec P_4_S2_3_5 = fma(A_4_5, P_5_S2_3, fma(A_4_3, P_5_S2_5, P_5_S3_5 * A_4_2));
    const Vec P_4_S1_3_5 = fma(A_4_5, P_5_S1_3, fma(A_4_3, P_5_S1_5, P_5_S3_5 * A_4_1));
    const Vec P_4_S1_2_5 = fma(A_4_5, P_5_S1_2, fma(A_4_2, P_5_S1_5, P_5_S2_5 * A_4_1));
    const Vec P_4_S2_3_4 = fma(A_4_4, P_5_S2_3, fma(A_4_3, P_5_S2_4, P_5_S3_4 * A_4_2));
    const Vec P_4_S1_3_4 = fma(A_4_4, P_5_S1_3, fma(A_4_3, P_5_S1_4, P_5_S3_4 * A_4_1));
    const Vec P_4_S1_2_4 = fma(A_4_4, P_5_S1_2, fma(A_4_2, P_5_S1_4, P_5_S2_4 * A_4_1));
    const Vec P_4_S1_2_3 = fma(A_4_3, P_5_S1_2, fma(A_4_2, P_5_S1_3, P_5_S2_3 * A_4_1));
    const Vec A_3_3 = load(inputs[0] + 14 * input_stride + at);
    const Vec A_3_4 = load(inputs[0] + 15 * input_stride + at);
    const Vec A_3_5 = load(inputs[0] + 16 * input_stride + at);
    const Vec A_3_6 = load(inputs[0] + 17 * input_stride + at);
    const Vec P_3_S3_4_5_6 = fma(A_3_6, P_4_S3_4_5, fma(A_3_5, P_4_S3_4_6, fma(A_3_4, P_4_S3_5_6, A_3_3 * P_4_S4_5_6)));
    const Vec A_3_2 = load(inputs[0] + 13 * input_stride + at);
    const Vec P_3_S2_4_5_6 = fma(A_3_6, P_4_S2_4_5, fma(A_3_5, P_4_S2_4_6, fma(A_3_4, P_4_S2_5_6, P_4_S4_5_6 * A_3_2)));
    const Vec A_3_1 = load(inputs[0] + 12 * input_stride + at);
    const Vec P_3_S1_4_5_6 = fma(A_3_6, P_4_S1_4_5, fma(A_3_5, P_4_S1_4_6, fma(A_3_4, P_4_S1_5_6, P_4_S4_5_6 * A_3_1)));
    const Vec P_3_S2_3_5_6 = fma(A_3_6, P_4_S2_3_5, fma(A_3_5, P_4_S2_3_6, fma(A_3_3, P_4_S2_5_6, P_4_S3_5_6 * A_3_2)));
    const Vec P_3_S1_3_5_6 = fma(A_3_6, P_4_S1_3_5, fma(A_3_5, P_4_S1_3_6, fma(A_3_3, P_4_S1_5_6, P_4_S3_5_6 * A_3_1)));
    const Vec P_3_S1_2_5_6 = fma(A_3_6, P_4_S1_2_5, fma(A_3_5, P_4_S1_2_6, fma(A_3_2, P_4_S1_5_6, P_4_S2_5_6 * A_3_1)));
    const Vec P_3_S2_3_4_6 = fma(A_3_6, P_4_S2_3_4, fma(A_3_4, P_4_S2_3_6, fma(A_3_3, P_4_S2_4_6, P_4_S3_4_6 * A_3_2)));
    const Vec P_3_S1_3_4_6 = fma(A_3_6, P_4_S1_3_4, fma(A_3_4, P_4_S1_3_6, fma(A_3_3, P_4_S1_4_6, P_4_S3_4_6 * A_3_1)));
    const Vec P_3_S1_2_4_6 = fma(A_3_6, P_4_S1_2_4, fma(A_3_4, P_4_S1_2_6, fma(A_3_2, P_4_S1_4_6, P_4_S2_4_6 * A_3_1)));
    const Vec P_3_S1_2_3_6 = fma(A_3_6, P_4_S1_2_3, fma(A_3_3, P_4_S1_2_6, fma(A_3_2, P_4_S1_3_6, P_4_S2_3_6 * A_3_1)));
    const Vec P_3_S2_3_4_5 = fma(A_3_5, P_4_S2_3_4, fma(A_3_4, P_4_S2_3_5, fma(A_3_3, P_4_S2_4_5, P_4_S3_4_5 * A_3_2)));
    const Vec P_3_S1_3_4_5 = fma(A_3_5, P_4_S1_3_4, fma(A_3_4, P_4_S1_3_5, fma(A_3_3, P_4_S1_4_5, P_4_S3_4_5 * A_3_1)));
    const Vec P_3_S1_2_4_5 = fma(A_3_5, P_4_S1_2_4, fma(A_3_4, P_4_S1_2_5, fma(A_3_2, P_4_S1_4_5, P_4_S2_4_5 * A_3_1)));
    const Vec P_3_S1_2_3_5 = fma(A_3_5, P_4_S1_2_3, fma(A_3_3, P_4_S1_2_5, fma(A_3_2, P_4_S1_3_5, P_4_S2_3_5 * A_3_1)));
    const Vec P_3_S1_2_3_4 = fma(A_3_4, P_4_S1_2_3, fma(A_3_3, P_4_S1_2_4, fma(A_3_2, P_4_S1_3_4, P_4_S2_3_4 * A_3_1)));
    const Vec A_2_2 = load(inputs[0] + 7 * input_stride + at);
    const Vec A_2_3 = load(inputs[0] + 8 * input_stride + at);
    const Vec A_2_4 = load(inputs[0] + 9 * input_stride + at);
    const Vec A_2_5 = load(inputs[0] + 10 * input_stride + at);
    const Vec A_2_6 = load(inputs[0] + 11 * input_stride + at);
    const Vec P_2_S2_3_4_5_6 = fma(A_2_6, P_3_S2_3_4_5, fma(A_2_5, P_3_S2_3_4_6, fma(A_2_4, P_3_S2_3_5_6, fma(A_2_3, P_3_S2_4_5_6, A_2_2 * P_3_S3_4_5_6))));
    const Vec A_2_1 = load(inputs[0] + 6 * input_stride + at);
    const Vec P_2_S1_3_4_5_6 = fma(A_2_6, P_3_S1_3_4_5, fma(A_2_5, P_3_S1_3_4_6, fma(A_2_4, P_3_S1_3_5_6, fma(A_2_3, P_3_S1_4_5_6, P_3_S3_4_5_6 * A_2_1))));
    const Vec P_2_S1_2_4_5_6 = fma(A_2_6, P_3_S1_2_4_5, fma(A_2_5, P_3_S1_2_4_6, fma(A_2_4, P_3_S1_2_5_6, fma(A_2_2, P_3_S1_4_5_6, P_3_S2_4_5_6 * A_2_1))));
    const Vec P_2_S1_2_3_5_6 = fma(A_2_6, P_3_S1_2_3_5, fma(A_2_5, P_3_S1_2_3_6, fma(A_2_3, P_3_S1_2_5_6, fma(A_2_2, P_3_S1_3_5_6, P_3_S2_3_5_6 * A_2_1))));
    const Vec P_2_S1_2_3_4_6 = fma(A_2_6, P_3_S1_2_3_4, fma(A_2_4, P_3_S1_2_3_6, fma(A_2_3, P_3_S1_2_4_6, fma(A_2_2, P_3_S1_3_4_6, P_3_S2_3_4_6 * A_2_1))));
    const Vec P_2_S1_2_3_4_5 = fma(A_2_5, P_3_S1_2_3_4, fma(A_2_4, P_3_S1_2_3_5, fma(A_2_3, P_3_S1_2_4_5, fma(A_2_2, P_3_S1_3_4_5, P_3_S2_3_4_5 * A_2_1))));
    const Vec A_1_1 = load(inputs[0] + 0 * input_stride + at);
    const Vec A_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec A_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec A_1_4 = load(inputs[0] + 3 * input_stride + at);
    const Vec A_1_5 = load(inputs[0] + 4 * input_stride + at);
    const Vec A_1_6 = load(inputs[0] + 5 * input_stride + at);
    const Vec P_1_S1_2_3_4_5_6 = fma(A_1_6, P_2_S1_2_3_4_5, fma(A_1_5, P_2_S1_2_3_4_6, fma(A_1_4, P_2_S1_2_3_5_6, fma(A_1_3, P_2_S1_2_4_5_6, fma(A_1_2, P_2_S1_3_4_5_6, A_1_1 * P_2_S2_3_4_5_6)))));
    store(outputs[0] + 0 * output_stride + at, P_1_S1_2_3_4_5_6);
  }
}

extern "C" extern const Size permanent_work_bytes;
extern "C" const Size permanent_work_bytes = 2368;

extern "C" void permanent_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  permanent_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 36; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 36 * lanes;
  permanent_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(36 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int permanent(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (permanent_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  permanent_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
