// principal_minors, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   principal_minors.diag:11: E(m, S, i, j)
//   principal_minors.diag:17: D(S)
//   principal_minors.diag:20: bits(b, i)
//   principal_minors.diag:22: minor(b)
// Order: E by m ascending, S ascending, i ascending, j ascending, eagerly; at most 5 values live.
// A vector takes 6 multiplications, 0 additions, 6 fused, 3 divisions, 0 functions,
// 9 loads and 8 stores, in 1 function.
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

extern "C" void principal_minors_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec A_1_1 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec t1 = splat(1.0) / A_1_1;
    const Vec A_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec t2 = A_1_2 * t1;
    const Vec A_2_2 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec A_2_1 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec E_1_S1_2_2 = fma(-A_2_1, t2, A_2_2);
    const Vec A_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec t3 = A_1_3 * t1;
    const Vec A_2_3 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec E_1_S1_2_3 = fma(-A_2_1, t3, A_2_3);
    const Vec t4 = E_1_S1_2_3 / E_1_S1_2_2;
    const Vec A_3_2 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec A_3_1 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec E_1_S1_3_2 = fma(-t2, A_3_1, A_3_2);
    const Vec A_3_3 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec E_1_S1_3_3 = fma(-A_3_1, t3, A_3_3);
    const Vec E_2_S1_2_3_3 = fma(-E_1_S1_3_2, t4, E_1_S1_3_3);
    const Vec t5 = A_2_3 / A_2_2;
    const Vec E_2_S2_3_3 = fma(-A_3_2, t5, A_3_3);
    const Vec D_S2_3 = A_2_2 * E_2_S2_3_3;
    const Vec D_S1_2 = A_1_1 * E_1_S1_2_2;
    const Vec D_S1_2_3 = D_S1_2 * E_2_S1_2_3_3;
    const Vec D_S1_3 = A_1_1 * E_1_S1_3_3;
    store(to[0].data + 0 * to[0].row_stride + at, splat(1.0));
    store(to[0].data + 1 * to[0].row_stride + at, A_1_1);
    store(to[0].data + 2 * to[0].row_stride + at, A_2_2);
    store(to[0].data + 3 * to[0].row_stride + at, D_S1_2);
    store(to[0].data + 4 * to[0].row_stride + at, A_3_3);
    store(to[0].data + 5 * to[0].row_stride + at, D_S1_3);
    store(to[0].data + 6 * to[0].row_stride + at, D_S2_3);
    store(to[0].data + 7 * to[0].row_stride + at, D_S1_2_3);
  }
}

extern "C" extern const Size principal_minors_work_bytes;
extern "C" const Size principal_minors_work_bytes = 4864;

extern "C" void principal_minors_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    principal_minors_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 9 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      principal_minors_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 9; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 9 * lanes, lanes};
  principal_minors_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 8; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(9 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int principal_minors(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (principal_minors_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  principal_minors_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
