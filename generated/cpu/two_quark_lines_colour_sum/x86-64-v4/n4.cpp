// two_quark_lines_colour_sum, n = 4, quark = 1, antiquark = 2, other_quark = 3, other_antiquark = 4, same = false, colours = 3: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_quark_lines_colour_sum.diag:16: length(x)
//   two_quark_lines_colour_sum.diag:19: legs(x)
//   two_quark_lines_colour_sum.diag:20: reversed(x)
//   two_quark_lines_colour_sum.diag:28: charge(x, m)
//   two_quark_lines_colour_sum.diag:38: Kplus(S)
//   two_quark_lines_colour_sum.diag:39: Kminus(S)
//   two_quark_lines_colour_sum.diag:40: Kperp(S)
//   two_quark_lines_colour_sum.diag:41: Ksq(S)
//   two_quark_lines_colour_sum.diag:42: slope(S)
//   two_quark_lines_colour_sum.diag:43: apart(A, B)
//   two_quark_lines_colour_sum.diag:44: common(A, B)
//   two_quark_lines_colour_sum.diag:47: beside(x, B, m)
//   two_quark_lines_colour_sum.diag:67: E(x, m)
//   two_quark_lines_colour_sum.diag:70: w(x, m)
//   two_quark_lines_colour_sum.diag:74: J(x, m)
//   two_quark_lines_colour_sum.diag:89: u(x, m)
//   two_quark_lines_colour_sum.diag:91: bad(x, m)
//   two_quark_lines_colour_sum.diag:92: z(x, m)
//   two_quark_lines_colour_sum.diag:98: A(x, m)
//   two_quark_lines_colour_sum.diag:103: rotated(x)
//   two_quark_lines_colour_sum.diag:105: polarised(x, S)
//   two_quark_lines_colour_sum.diag:126: structure(i, S, k)
//   two_quark_lines_colour_sum.diag:135: coloured(S, k)
//   two_quark_lines_colour_sum.diag:143: spinors
//   two_quark_lines_colour_sum.diag:145: squared
// Order: Kplus by S ascending; at most 12 values live.
// A vector takes 29 multiplications, 19 additions, 25 fused, 4 divisions, 2 functions,
// 10 loads and 1 stores, in 1 function.
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

extern "C" void two_quark_lines_colour_sum_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_S1 = p_1_E - p_1_z;
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_S2 = p_2_E - p_2_z;
    const Vec t1 = p_1_E + p_2_E;
    const Vec t2 = p_1_z + p_2_z;
    const Vec Kplus_S1_2 = t1 - t2;
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec Kplus_S3 = p_3_E - p_3_z;
    const Vec t3 = Kplus_S1 * Kplus_S2 * Kplus_S3;
    const Vec t4 = t3 * t3;
    const Vec t5 = sqrt(t4);
    const Vec Kminus_S1_2 = t1 + t2;
    const Vec Kminus_S1_2_3 = p_3_E + p_3_z + Kminus_S1_2;
    const Vec t6 = Kminus_S1_2_3 * Kminus_S1_2_3;
    const Vec t7 = sqrt(t6);
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec Kperp_S1_2 = p_1_x + p_2_x;
    const Vec t8 = splat(1.0f) / Kplus_S1_2;
    const Vec slope_S1_2 = Kperp_S1_2 * t8;
    const Vec t9 = splat(1.0f) / Kplus_S2;
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec Kperp_S1_2_c1 = p_1_y + p_2_y;
    const Vec slope_S1_2_c1 = Kperp_S1_2_c1 * t8;
    const Vec t10 = fma(p_2_y, t9, -slope_S1_2_c1);
    const Complex t11 = fma(-Complex{splat(0.0f), splat(1.0f)}, t10, fma(p_2_x, t9, -slope_S1_2));
    const Vec t12 = splat(1.0f) / Kplus_S1;
    const Vec t13 = fma(p_1_y, t12, -slope_S1_2_c1);
    const Complex t14 = fma(t13, Complex{splat(0.0f), splat(1.0f)}, fma(p_1_x, t12, -slope_S1_2));
    const Complex t15 = t11 + t14;
    const Vec Ksq_S1_2 = fma(-Kperp_S1_2_c1, Kperp_S1_2_c1, fma(-Kperp_S1_2, Kperp_S1_2, Kplus_S1_2 * Kminus_S1_2));
    const Vec t16 = splat(1.0f) / Ksq_S1_2;
    const Complex J_34_0 = 0.5f * t15 * t16;
    const Complex t17 = t11 - t14;
    const Complex t18 = 0.5f * Complex{splat(0.0f), splat(1.0f)} * Complex{splat(0.0f), splat(1.0f)} * t17 * t16;
    const Complex bad_1091_0 = J_34_0 + t18;
    const Vec t19 = re(bad_1091_0);
    const Vec t20 = im(bad_1091_0);
    const Complex structure_3_S_0 = -0.33333334f * bad_1091_0;
    const Vec t21 = re(structure_3_S_0);
    const Vec t22 = im(structure_3_S_0);
    const Complex bad_1091_1 = J_34_0 - t18;
    const Vec t23 = re(bad_1091_1);
    const Vec t24 = im(bad_1091_1);
    const Complex structure_3_S_1 = -0.33333334f * bad_1091_1;
    const Vec t25 = re(structure_3_S_1);
    const Vec t26 = im(structure_3_S_1);
    const Vec t27 = fma(t26, t26, fma(t25, t25, fma(t24, t24, fma(t23, t23, fma(t22, t22, fma(t21, t21, fma(t20, t20, t19 * t19)))))));
    const Vec t28 = fma(t24, t26, fma(t23, t25, fma(t20, t22, t19 * t21)));
    const Vec t29 = fma(splat(6.0f), t28, 9.0f * t27);
    const Vec t30 = 2.0f * t5 * t7 * t29;
    store(to[0].data + 0 * to[0].row_stride + at, t30);
  }
}

extern "C" extern const Size two_quark_lines_colour_sum_work_bytes;
extern "C" const Size two_quark_lines_colour_sum_work_bytes = 12352;

extern "C" void two_quark_lines_colour_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    two_quark_lines_colour_sum_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      two_quark_lines_colour_sum_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 12 * lanes, lanes};
  two_quark_lines_colour_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(12 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int two_quark_lines_colour_sum(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (two_quark_lines_colour_sum_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  two_quark_lines_colour_sum_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
