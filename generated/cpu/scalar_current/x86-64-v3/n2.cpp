// scalar_current, n = 2: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   scalar_current.diag:15: K(a, b)
//   scalar_current.diag:17: V(a, b)
//   scalar_current.diag:21: J(a, b)
//   scalar_current.diag:23: amplitude
// Order: by demand; at most 0 values live.
// A vector takes 0 multiplications, 0 additions, 0 fused, 0 divisions, 0 functions,
// 0 loads and 1 stores, in 1 function.
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

extern "C" void scalar_current_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  const Vec amplitude = splat(0.0);
  for (Size at = begin; at < end; at += lanes) {
    store(outputs[0] + 0 * output_stride + at, amplitude);
  }
}

extern "C" extern const Size scalar_current_work_bytes;
extern "C" const Size scalar_current_work_bytes = 288;

extern "C" void scalar_current_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  scalar_current_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 8 * lanes;
  scalar_current_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(8 + row) * lanes + at - whole];
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
