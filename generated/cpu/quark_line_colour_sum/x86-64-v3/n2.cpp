// quark_line_colour_sum, n = 2, quark = 1, antiquark = 2, colours = 3, flows = false: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   quark_line_colour_sum.diag:18: length(x)
//   quark_line_colour_sum.diag:21: legs(x)
//   quark_line_colour_sum.diag:22: reversed(x)
//   quark_line_colour_sum.diag:32: Kplus(S)
//   quark_line_colour_sum.diag:33: Kminus(S)
//   quark_line_colour_sum.diag:34: Kperp(S)
//   quark_line_colour_sum.diag:35: Ksq(S)
//   quark_line_colour_sum.diag:36: slope(S)
//   quark_line_colour_sum.diag:37: apart(A, B)
//   quark_line_colour_sum.diag:38: common(A, B)
//   quark_line_colour_sum.diag:41: beside(x, B)
//   quark_line_colour_sum.diag:59: E(x)
//   quark_line_colour_sum.diag:62: w(x)
//   quark_line_colour_sum.diag:66: J(x)
//   quark_line_colour_sum.diag:79: u(x)
//   quark_line_colour_sum.diag:81: bad(x)
//   quark_line_colour_sum.diag:82: z(x)
//   quark_line_colour_sum.diag:88: A(x)
//   quark_line_colour_sum.diag:92: factorial(m)
//   quark_line_colour_sum.diag:95: arranged(S, i, x)
//   quark_line_colour_sum.diag:98: polarised(x, S)
//   quark_line_colour_sum.diag:100: rotated(x)
//   quark_line_colour_sum.diag:102: chosen(i)
//   quark_line_colour_sum.diag:105: place(x, a)
//   quark_line_colour_sum.diag:108: orbit(x, y, a, S)
//   quark_line_colour_sum.diag:109: loops(x, y, S)
//   quark_line_colour_sum.diag:110: without(x, S)
//   quark_line_colour_sum.diag:111: colour(x, y)
//   quark_line_colour_sum.diag:120: spinors
//   quark_line_colour_sum.diag:125: squared
//   quark_line_colour_sum.diag:128: flow(i)
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

extern "C" void quark_line_colour_sum_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec t1 = splat(0.0);
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[2] = {outputs[0], outputs[1]};
  for (Size at = begin; at < end; at += lanes) {
    store(to[0].data + 0 * to[0].row_stride + at, t1);
  }
}

extern "C" extern const Size quark_line_colour_sum_work_bytes;
extern "C" const Size quark_line_colour_sum_work_bytes = 2080;

extern "C" void quark_line_colour_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[2] = {};
  quark_line_colour_sum_vectors(inputs, outputs, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  some_outputs[0] = {work + 4 * lanes, lanes};
  quark_line_colour_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(4 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int quark_line_colour_sum(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (quark_line_colour_sum_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[2] = {{outputs[0], batch}, {outputs[1], batch}};
  quark_line_colour_sum_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
