// hubbard_sun_density_last_line, n = 2: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density_last_line.diag:18: W(k, open, s, v)
//   hubbard_sun_density_last_line.diag:25: rest(k, open)
//   hubbard_sun_density_last_line.diag:29: loop(s)
//   hubbard_sun_density_last_line.diag:32: last(open, s)
//   hubbard_sun_density_last_line.diag:36: path(open, b)
//   hubbard_sun_density_last_line.diag:39: loops(m, open)
//   hubbard_sun_density_last_line.diag:41: rest_loops(open)
//   hubbard_sun_density_last_line.diag:43: way(m, open, b)
//   hubbard_sun_density_last_line.diag:45: density
// Order: by demand; at most 4 values live.
// A vector takes 8 multiplications, 1 additions, 4 fused, 0 divisions, 0 functions,
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

extern "C" void hubbard_sun_density_last_line_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(1.0);
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_2 = load(inputs[0] + 8 * input_stride + at);
    const Vec G_1_1 = load(inputs[0] + 4 * input_stride + at);
    const Vec t2 = G_2_2 * G_1_1;
    const Vec G_1_2 = load(inputs[0] + 5 * input_stride + at);
    const Vec G_2_1 = load(inputs[0] + 7 * input_stride + at);
    const Vec loops_2_S1 = fma(-N, t2, G_1_2 * G_2_1);
    const Vec path_S1_1 = G_2_2 * G_2_1;
    const Vec G_1_0 = load(inputs[0] + 3 * input_stride + at);
    const Vec t3 = path_S1_1 * G_1_0;
    const Vec G_2_0 = load(inputs[0] + 6 * input_stride + at);
    const Vec t4 = fma(G_2_0, loops_2_S1, fma(G_2_0, t2, t3));
    const Vec t5 = fma(-N * t1, t3, t1 * t4);
    const Vec G_0_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec W_0_S_0_0 = G_0_1 * G_1_2 * t5;
    store(outputs[0] + 0 * output_stride + at, W_0_S_0_0);
  }
}

extern "C" extern const Size hubbard_sun_density_last_line_work_bytes;
extern "C" const Size hubbard_sun_density_last_line_work_bytes = 320;

extern "C" void hubbard_sun_density_last_line_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  hubbard_sun_density_last_line_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 9; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 9 * lanes;
  hubbard_sun_density_last_line_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(9 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_density_last_line(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_density_last_line_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  hubbard_sun_density_last_line_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
