// joint_cumulant, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   joint_cumulant.diag:11: number(S)
//   joint_cumulant.diag:13: C(S)
//   joint_cumulant.diag:16: cumulant
// Order: C by S ascending; at most 3 values live.
// A vector takes 0 multiplications, 0 additions, 5 fused, 0 divisions, 0 functions,
// 7 loads and 1 stores, in 1 function.
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
    store(outputs[0] + 0 * output_stride + at, C_S1_2_3);
  }
}

extern "C" extern const Size joint_cumulant_work_bytes;
extern "C" const Size joint_cumulant_work_bytes = 288;

extern "C" void joint_cumulant_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  joint_cumulant_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 8 * lanes;
  joint_cumulant_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(8 + row) * lanes + at - whole];
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
