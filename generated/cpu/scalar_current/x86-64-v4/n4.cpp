// scalar_current, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   scalar_current.diag:15: K(a, b)
//   scalar_current.diag:17: V(a, b)
//   scalar_current.diag:21: J(a, b)
//   scalar_current.diag:23: amplitude
// Order: K by a ascending, b ascending, eagerly; at most 6 values live.
// A vector takes 0 multiplications, 9 additions, 9 fused, 2 divisions, 0 functions,
// 12 loads and 1 stores, in 1 function.
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

extern "C" void scalar_current_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec m2 = splat(params[2]);
  const Vec g3 = splat(params[0]);
  const Vec g4 = splat(params[1]);
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec K_1_2 = p_2_E + p_1_E;
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec K_1_2_c1 = p_2_x + p_1_x;
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec K_1_2_c2 = p_2_y + p_1_y;
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec K_1_2_c3 = p_2_z + p_1_z;
    const Vec t1 = fma(K_1_2_c3, K_1_2_c3, fma(K_1_2_c2, K_1_2_c2, fma(K_1_2_c1, K_1_2_c1, fma(-K_1_2, K_1_2, m2))));
    const Vec J_1_2 = g3 / t1;
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec K_2_3 = p_2_E + p_3_E;
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec K_2_3_c1 = p_2_x + p_3_x;
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec K_2_3_c2 = p_2_y + p_3_y;
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec K_2_3_c3 = p_2_z + p_3_z;
    const Vec t2 = fma(K_2_3_c3, K_2_3_c3, fma(K_2_3_c2, K_2_3_c2, fma(K_2_3_c1, K_2_3_c1, fma(-K_2_3, K_2_3, m2))));
    const Vec J_2_3 = g3 / t2;
    const Vec t3 = J_1_2 + J_2_3;
    const Vec V_1_3 = fma(g3, t3, g4);
    store(to[0].data + 0 * to[0].row_stride + at, V_1_3);
  }
}

extern "C" extern const Size scalar_current_work_bytes;
extern "C" const Size scalar_current_work_bytes = 16448;

extern "C" void scalar_current_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    scalar_current_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      scalar_current_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 16 * lanes, lanes};
  scalar_current_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(16 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int scalar_current(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (scalar_current_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  scalar_current_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
