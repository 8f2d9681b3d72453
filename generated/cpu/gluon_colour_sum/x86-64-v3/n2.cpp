// gluon_colour_sum, n = 2, colours = 3, flows = false: double precision, 4 configurations a vector.
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
  const Vec squared = splat(0.0);
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[2] = {outputs[0], outputs[1]};
  for (Size at = begin; at < end; at += lanes) {
    store(to[0].data + 0 * to[0].row_stride + at, squared);
  }
}

extern "C" extern const Size gluon_colour_sum_work_bytes;
extern "C" const Size gluon_colour_sum_work_bytes = 2080;

extern "C" void gluon_colour_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[2] = {};
  gluon_colour_sum_vectors(inputs, outputs, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  some_outputs[0] = {work + 4 * lanes, lanes};
  gluon_colour_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(4 + row) * lanes + at - whole];
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
