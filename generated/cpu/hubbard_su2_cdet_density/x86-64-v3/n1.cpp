// hubbard_su2_cdet_density, n = 1: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_density.diag:14: D(S)
//   hubbard_su2_cdet_density.diag:17: P(S, s, v)
//   hubbard_su2_cdet_density.diag:19: Z(V)
//   hubbard_su2_cdet_density.diag:22: C(V)
//   hubbard_su2_cdet_density.diag:24: density
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
enum : Size { block = 16 };  // vectors of configurations in rows of inputs that all configurations share

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};

extern "C" void hubbard_su2_cdet_density_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec G_1_1 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec t1 = G_0_0 * G_1_1;
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec G_1_0 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec t2 = fma(G_0_1, G_1_0, t1) - t1;
    const Vec t3 = G_1_1 * t2;
    store(to[0].data + 0 * to[0].row_stride + at, t3);
  }
}

extern "C" extern const Size hubbard_su2_cdet_density_work_bytes;
extern "C" const Size hubbard_su2_cdet_density_work_bytes = 2080;

extern "C" void hubbard_su2_cdet_density_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_su2_cdet_density_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 4 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_su2_cdet_density_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 4 * lanes, lanes};
  hubbard_su2_cdet_density_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(4 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet_density(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_density_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_su2_cdet_density_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
