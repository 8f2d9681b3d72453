// gluon_helicity_sum, n = 3: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_helicity_sum.diag:14: Kplus(a, b)
//   gluon_helicity_sum.diag:15: Kminus(a, b)
//   gluon_helicity_sum.diag:16: Kperp(a, b)
//   gluon_helicity_sum.diag:17: Ksq(a, b)
//   gluon_helicity_sum.diag:18: slope(a, b)
//   gluon_helicity_sum.diag:19: apart(a, c, b)
//   gluon_helicity_sum.diag:20: common(a, c, b)
//   gluon_helicity_sum.diag:22: right(a, c, b, S)
//   gluon_helicity_sum.diag:24: left(a, c, b, T)
//   gluon_helicity_sum.diag:26: both(a, c, b, S, T)
//   gluon_helicity_sum.diag:32: E(a, b, S)
//   gluon_helicity_sum.diag:34: w(a, b, S)
//   gluon_helicity_sum.diag:35: J(a, b, S)
//   gluon_helicity_sum.diag:43: A(S)
//   gluon_helicity_sum.diag:45: squared
// Order: A by S ascending; at most 3 values live.
// A vector takes 4 multiplications, 0 additions, 1 fused, 0 divisions, 0 functions,
// 2 loads and 1 stores, in 1 function.
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

extern "C" void gluon_helicity_sum_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec A_S = -2.0f * p_1_x;
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec A_S_c1 = -2.0f * p_1_y;
    const Vec t1 = fma(-A_S_c1, A_S_c1, -A_S * A_S);
    const Vec t2 = -2.0f * t1;
    store(to[0].data + 0 * to[0].row_stride + at, t2);
  }
}

extern "C" extern const Size gluon_helicity_sum_work_bytes;
extern "C" const Size gluon_helicity_sum_work_bytes = 8256;

extern "C" void gluon_helicity_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    gluon_helicity_sum_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 8 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_helicity_sum_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 8 * lanes, lanes};
  gluon_helicity_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(8 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_helicity_sum(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_helicity_sum_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  gluon_helicity_sum_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
