// determinant, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   determinant.diag:13: walk(m, h, v)
//   determinant.diag:18: next(m, h)
//   determinant.diag:20: det
// Order: walk by m ascending, h ascending, v ascending; at most 5 values live.
// A vector takes 5 multiplications, 4 additions, 6 fused, 0 divisions, 0 functions,
// 9 loads and 1 stores, in 1 function.
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

extern "C" void determinant_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec A_2_2 = load(inputs[0] + 4 * input_stride + at);
    const Vec A_3_3 = load(inputs[0] + 8 * input_stride + at);
    const Vec next_1_1 = -A_2_2 - A_3_3;
    const Vec t1 = -A_2_2 - next_1_1;
    const Vec A_2_1 = load(inputs[0] + 3 * input_stride + at);
    const Vec A_2_3 = load(inputs[0] + 5 * input_stride + at);
    const Vec A_3_1 = load(inputs[0] + 6 * input_stride + at);
    const Vec walk_2_1_2 = fma(-A_2_3, A_3_1, A_2_1 * t1);
    const Vec t2 = -A_3_3 - next_1_1;
    const Vec A_3_2 = load(inputs[0] + 7 * input_stride + at);
    const Vec walk_2_1_3 = fma(-A_2_1, A_3_2, A_3_1 * t2);
    const Vec walk_2_2_2 = fma(-A_2_3, A_3_2, A_2_2 * A_3_3);
    const Vec t3 = A_3_2 - A_3_2;
    const Vec A_1_1 = load(inputs[0] + 0 * input_stride + at);
    const Vec A_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec A_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec t4 = fma(-A_2_3 * A_3_3, t3, fma(-A_1_3, walk_2_1_3, fma(-A_1_2, walk_2_1_2, A_1_1 * walk_2_2_2)));
    store(outputs[0] + 0 * output_stride + at, t4);
  }
}

extern "C" extern const Size determinant_work_bytes;
extern "C" const Size determinant_work_bytes = 320;

extern "C" void determinant_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  determinant_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 9; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 9 * lanes;
  determinant_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(9 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int determinant(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (determinant_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  determinant_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
