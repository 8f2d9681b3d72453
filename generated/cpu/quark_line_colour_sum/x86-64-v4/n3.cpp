// quark_line_colour_sum, n = 3, quark = 1, antiquark = 2, colours = 3, flows = false: single precision, 16 configurations a vector.
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
// Order: Kplus by S ascending; at most 6 values live.
// A vector takes 16 multiplications, 6 additions, 9 fused, 2 divisions, 1 functions,
// 8 loads and 1 stores, in 1 function.
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

struct Complex {
  Vec re, im;
  Complex() = default;
  inline Complex(Vec re, Vec im) : re(re), im(im) {}
  inline Complex(Vec re) : re(re), im(Vec{}) {}
};
static inline Complex operator-(Complex a) { return {-a.re, -a.im}; }
static inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
static inline Complex operator+(Complex a, Vec b) { return {a.re + b, a.im}; }
static inline Complex operator+(Vec a, Complex b) { return {a + b.re, b.im}; }
static inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
static inline Complex operator-(Complex a, Vec b) { return {a.re - b, a.im}; }
static inline Complex operator-(Vec a, Complex b) { return {a - b.re, -b.im}; }
static inline Complex operator*(Vec a, Complex b) { return {a * b.re, a * b.im}; }
static inline Complex operator*(Complex a, Vec b) { return {a.re * b, a.im * b}; }
static inline Complex operator*(Complex a, Complex b) {
  return {fma(-a.im, b.im, a.re * b.re), fma(a.im, b.re, a.re * b.im)};
}
static inline Complex operator/(Complex a, Vec b) { return {a.re / b, a.im / b}; }
static inline Complex fma(Vec a, Vec b, Complex c) { return {fma(a, b, c.re), c.im}; }
static inline Complex fma(Vec a, Complex b, Complex c) {
  return {fma(a, b.re, c.re), fma(a, b.im, c.im)};
}
static inline Complex fma(Complex a, Vec b, Complex c) {
  return {fma(a.re, b, c.re), fma(a.im, b, c.im)};
}
static inline Complex fma(Complex a, Complex b, Complex c) {
  return {fma(-a.im, b.im, fma(a.re, b.re, c.re)), fma(a.im, b.re, fma(a.re, b.im, c.im))};
}
static inline Complex conj(Complex a) { return {a.re, -a.im}; }
static inline Vec re(Complex a) { return a.re; }
static inline Vec im(Complex a) { return a.im; }
static inline Complex operator/(Vec a, Complex b) { return a * conj(b) / fma(b.re, b.re, b.im * b.im); }
static inline Complex operator/(Complex a, Complex b) {
  return a * conj(b) / fma(b.re, b.re, b.im * b.im);
}
static inline Complex operator*(Real a, Complex b) { return {a * b.re, a * b.im}; }
static inline Vec sqrt(Vec x) { return __builtin_elementwise_sqrt(x); }
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
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[2] = {outputs[0], outputs[1]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_S1 = p_1_E - p_1_z;
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_S2 = p_2_E - p_2_z;
    const Vec t1 = Kplus_S1 * Kplus_S2;
    const Vec t2 = t1 * t1;
    const Vec t3 = sqrt(t2);
    const Vec t4 = splat(1.0f) / Kplus_S2;
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Complex t5 = fma(-Complex{splat(0.0f), splat(1.0f)} * p_2_y, t4, p_2_x * t4);
    const Vec t6 = splat(1.0f) / Kplus_S1;
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Complex t7 = fma(p_1_y * t6, Complex{splat(0.0f), splat(1.0f)}, p_1_x * t6);
    const Complex t8 = t5 + t7;
    const Complex A_34 = 0.5f * t8;
    const Vec t9 = re(A_34);
    const Vec t10 = im(A_34);
    const Complex t11 = t5 - t7;
    const Complex A_34_c1 = 0.5f * Complex{splat(0.0f), splat(1.0f)} * t11;
    const Vec t12 = re(A_34_c1);
    const Vec t13 = im(A_34_c1);
    const Vec t14 = fma(t13, t13, fma(t12, t12, fma(t10, t10, t9 * t9)));
    const Vec t15 = 32.0f * t3 * t14;
    store(to[0].data + 0 * to[0].row_stride + at, t15);
  }
}

extern "C" extern const Size quark_line_colour_sum_work_bytes;
extern "C" const Size quark_line_colour_sum_work_bytes = 8256;

extern "C" void quark_line_colour_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[2] = {};
  if (inputs[0].lane_stride) {
    quark_line_colour_sum_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 8 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      quark_line_colour_sum_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 8 * lanes, lanes};
  quark_line_colour_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(8 + row) * lanes + at - whole];
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
