// hafnian, n = 6: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hafnian.diag:12: H(S)
//   hafnian.diag:16: haf
// Order: H by S ascending; at most 6 values live.
// A vector takes 6 multiplications, 0 additions, 14 fused, 0 divisions, 0 functions,
// 15 loads and 1 stores, in 1 function.
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

extern "C" void hafnian_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec A_4_5 = load(inputs[0] + 22 * input_stride + at);
    const Vec A_2_3 = load(inputs[0] + 8 * input_stride + at);
    const Vec A_3_5 = load(inputs[0] + 16 * input_stride + at);
    const Vec A_2_4 = load(inputs[0] + 9 * input_stride + at);
    const Vec A_3_4 = load(inputs[0] + 15 * input_stride + at);
    const Vec A_2_5 = load(inputs[0] + 10 * input_stride + at);
    const Vec H_S2_3_4_5 = fma(A_3_4, A_2_5, fma(A_3_5, A_2_4, A_4_5 * A_2_3));
    const Vec A_4_6 = load(inputs[0] + 23 * input_stride + at);
    const Vec A_3_6 = load(inputs[0] + 17 * input_stride + at);
    const Vec A_2_6 = load(inputs[0] + 11 * input_stride + at);
    const Vec H_S2_3_4_6 = fma(A_3_4, A_2_6, fma(A_3_6, A_2_4, A_4_6 * A_2_3));
    const Vec A_5_6 = load(inputs[0] + 29 * input_stride + at);
    const Vec H_S2_3_5_6 = fma(A_3_5, A_2_6, fma(A_3_6, A_2_5, A_5_6 * A_2_3));
    const Vec H_S2_4_5_6 = fma(A_4_5, A_2_6, fma(A_4_6, A_2_5, A_5_6 * A_2_4));
    const Vec H_S3_4_5_6 = fma(A_3_6, A_4_5, fma(A_3_5, A_4_6, A_3_4 * A_5_6));
    const Vec A_1_6 = load(inputs[0] + 5 * input_stride + at);
    const Vec A_1_5 = load(inputs[0] + 4 * input_stride + at);
    const Vec A_1_4 = load(inputs[0] + 3 * input_stride + at);
    const Vec A_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec A_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec H_S1_2_3_4_5_6 = fma(A_1_2, H_S3_4_5_6, fma(A_1_3, H_S2_4_5_6, fma(A_1_4, H_S2_3_5_6, fma(A_1_5, H_S2_3_4_6, A_1_6 * H_S2_3_4_5))));
    store(outputs[0] + 0 * output_stride + at, H_S1_2_3_4_5_6);
  }
}

extern "C" extern const Size hafnian_work_bytes;
extern "C" const Size hafnian_work_bytes = 1184;

extern "C" void hafnian_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  hafnian_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 36; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 36 * lanes;
  hafnian_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(36 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hafnian(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hafnian_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  hafnian_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
