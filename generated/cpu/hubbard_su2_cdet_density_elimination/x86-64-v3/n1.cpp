// hubbard_su2_cdet_density_elimination, n = 1, shift = 0: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_density_elimination.diag:18: A(m, S, i, j)
//   hubbard_su2_cdet_density_elimination.diag:23: F(m, S, i)
//   hubbard_su2_cdet_density_elimination.diag:25: E(S)
//   hubbard_su2_cdet_density_elimination.diag:29: M(S, R)
//   hubbard_su2_cdet_density_elimination.diag:35: minor(S, a, b, c, d)
//   hubbard_su2_cdet_density_elimination.diag:38: D(m, S)
//   hubbard_su2_cdet_density_elimination.diag:43: Z(V)
//   hubbard_su2_cdet_density_elimination.diag:45: O(V)
//   hubbard_su2_cdet_density_elimination.diag:48: X(V)
//   hubbard_su2_cdet_density_elimination.diag:52: Y(V)
//   hubbard_su2_cdet_density_elimination.diag:56: density
// Order: by demand; at most 2 values live.
// A vector takes 2 multiplications, 1 additions, 1 fused, 0 divisions, 0 functions,
// 4 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_su2_cdet_density_elimination_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_0_0 = load(inputs[0] + 0 * input_stride + at);
    const Vec G_1_1 = load(inputs[0] + 3 * input_stride + at);
    const Vec t1 = G_0_0 * G_1_1;
    const Vec G_0_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec G_1_0 = load(inputs[0] + 2 * input_stride + at);
    const Vec t2 = fma(G_0_1, G_1_0, t1) - t1;
    const Vec density = G_1_1 * t2;
    store(outputs[0] + 0 * output_stride + at, density);
  }
}

extern "C" extern const Size hubbard_su2_cdet_density_elimination_work_bytes;
extern "C" const Size hubbard_su2_cdet_density_elimination_work_bytes = 160;

extern "C" void hubbard_su2_cdet_density_elimination_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  hubbard_su2_cdet_density_elimination_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 4 * lanes;
  hubbard_su2_cdet_density_elimination_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(4 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet_density_elimination(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_density_elimination_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  hubbard_su2_cdet_density_elimination_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
