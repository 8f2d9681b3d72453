// gluon_colour_sum, n = 3, colours = 3, flows = false: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_colour_sum.diag:16: length(x)
//   gluon_colour_sum.diag:19: gluons(x)
//   gluon_colour_sum.diag:20: reversed(x)
//   gluon_colour_sum.diag:27: Kplus(S)
//   gluon_colour_sum.diag:28: Kminus(S)
//   gluon_colour_sum.diag:29: Kperp(S)
//   gluon_colour_sum.diag:30: Ksq(S)
//   gluon_colour_sum.diag:31: slope(S)
//   gluon_colour_sum.diag:32: apart(A, B)
//   gluon_colour_sum.diag:33: common(A, B)
//   gluon_colour_sum.diag:36: beside(x, B)
//   gluon_colour_sum.diag:41: E(x)
//   gluon_colour_sum.diag:44: w(x)
//   gluon_colour_sum.diag:47: J(x)
//   gluon_colour_sum.diag:54: A(x)
//   gluon_colour_sum.diag:57: factorial(m)
//   gluon_colour_sum.diag:60: arranged(S, i, x)
//   gluon_colour_sum.diag:63: polarised(x, S)
//   gluon_colour_sum.diag:66: place(x, a)
//   gluon_colour_sum.diag:69: orbit(x, y, a, S)
//   gluon_colour_sum.diag:70: loops(x, y, S)
//   gluon_colour_sum.diag:71: nested(x, i, y, R)
//   gluon_colour_sum.diag:74: overlap(x, y)
//   gluon_colour_sum.diag:77: relative(x, y)
//   gluon_colour_sum.diag:79: chosen(i)
//   gluon_colour_sum.diag:80: colour(i, j)
//   gluon_colour_sum.diag:84: squared
//   gluon_colour_sum.diag:87: flow(i)
// Order: A by x ascending; at most 3 values live.
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

extern "C" void gluon_colour_sum_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[2] = {outputs[0], outputs[1]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec A_34 = -2.0f * p_1_x;
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec A_34_c1 = -2.0f * p_1_y;
    const Vec t1 = fma(-A_34_c1, A_34_c1, -A_34 * A_34);
    const Vec t2 = -48.0f * t1;
    store(to[0].data + 0 * to[0].row_stride + at, t2);
  }
}

extern "C" extern const Size gluon_colour_sum_work_bytes;
extern "C" const Size gluon_colour_sum_work_bytes = 8256;

extern "C" void gluon_colour_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[2] = {};
  if (inputs[0].lane_stride) {
    gluon_colour_sum_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 8 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_colour_sum_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 8 * lanes, lanes};
  gluon_colour_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(8 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_colour_sum(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_colour_sum_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[2] = {{outputs[0], batch}, {outputs[1], batch}};
  gluon_colour_sum_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
