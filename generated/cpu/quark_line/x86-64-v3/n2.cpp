// quark_line, n = 2, antiquark = 1: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   quark_line.diag:23: Kplus(a, b)
//   quark_line.diag:24: Kminus(a, b)
//   quark_line.diag:25: Kperp(a, b)
//   quark_line.diag:26: Ksq(a, b)
//   quark_line.diag:27: slope(a, b)
//   quark_line.diag:28: apart(a, c, b)
//   quark_line.diag:29: common(a, c, b)
//   quark_line.diag:31: right(a, c, b)
//   quark_line.diag:32: left(a, c, b)
//   quark_line.diag:33: both(a, c, b)
//   quark_line.diag:45: E(a, b)
//   quark_line.diag:46: w(a, b)
//   quark_line.diag:47: J(a, b)
//   quark_line.diag:59: u(a, b)
//   quark_line.diag:62: bad(a, b)
//   quark_line.diag:64: z(a, b)
//   quark_line.diag:71: amplitude
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

extern "C" void quark_line_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec amplitude = splat(0.0);
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    store(to[0].data + 0 * to[0].row_stride + at, amplitude);
  }
}

extern "C" extern const Size quark_line_work_bytes;
extern "C" const Size quark_line_work_bytes = 4128;

extern "C" void quark_line_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  quark_line_vectors(inputs, outputs, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  some_outputs[0] = {work + 8 * lanes, lanes};
  quark_line_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(8 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int quark_line(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (quark_line_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  quark_line_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
