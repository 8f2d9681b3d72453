// quark_line, n = 4, antiquark = 1: single precision, 16 configurations a vector.
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
// Order: Kplus, Kminus, Kperp, Ksq, slope, apart, bad, amplitude by a descending, b descending, c ascending; at most 14 values live.
// A vector takes 38 multiplications, 19 additions, 28 fused, 6 divisions, 2 functions,
// 16 loads and 2 stores, in 1 function.
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

extern "C" void quark_line_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec Kminus_3_3 = p_3_E + p_3_z;
    const Vec Kplus_3_3 = p_3_E - p_3_z;
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_2_2 = p_2_E - p_2_z;
    const Vec Kplus_2_3 = Kplus_3_3 + Kplus_2_2;
    const Vec Kminus_2_2 = p_2_E + p_2_z;
    const Vec Kminus_2_3 = Kminus_3_3 + Kminus_2_2;
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec Kperp_2_3 = p_2_x + p_3_x;
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec Kperp_2_3_c1 = p_2_y + p_3_y;
    const Vec Ksq_2_3 = fma(-Kperp_2_3_c1, Kperp_2_3_c1, fma(-Kperp_2_3, Kperp_2_3, Kplus_2_3 * Kminus_2_3));
    const Vec t1 = splat(1.0f) / Kplus_2_2;
    const Vec slope_2_2 = p_2_x * t1;
    const Vec t2 = splat(1.0f) / Kplus_3_3;
    const Vec t3 = fma(-p_3_x, t2, slope_2_2);
    const Vec apart_2_2_3 = 2.0f * t3;
    const Vec slope_2_2_c1 = p_2_y * t1;
    const Vec t4 = fma(-p_3_y, t2, slope_2_2_c1);
    const Vec apart_2_2_3_c1 = 2.0f * t4;
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kminus_1_2 = p_1_E + p_1_z + Kminus_2_2;
    const Vec Kminus_1_3 = Kminus_3_3 + Kminus_1_2;
    const Vec e_2_1 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec e_2_2 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec t5 = fma(-apart_2_2_3_c1, e_2_2, -apart_2_2_3 * e_2_1);
    const Vec t6 = Kplus_3_3 * t5;
    const Vec e_3_1 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec e_3_2 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec t7 = fma(-apart_2_2_3_c1, e_3_2, -apart_2_2_3 * e_3_1);
    const Vec t8 = Kplus_2_2 * t7;
    const Vec t9 = fma(-e_2_2, e_3_2, -e_2_1 * e_3_1);
    const Vec t10 = Kplus_3_3 * Kplus_2_2;
    const Vec t11 = t10 / Kplus_2_3;
    const Vec t12 = t9 * t11;
    const Vec t13 = fma(-e_2_1, t8, fma(-t6, e_3_1, apart_2_2_3 * t12));
    const Vec t14 = splat(1.0f) / Ksq_2_3;
    const Vec t15 = fma(-e_2_2, t8, fma(-t6, e_3_2, apart_2_2_3_c1 * t12));
    const Vec Kplus_1_1 = p_1_E - p_1_z;
    const Vec t16 = splat(1.0f) / Kplus_1_1;
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec t17 = fma(p_1_x, t16, -slope_2_2);
    const Vec apart_1_1_2 = 2.0f * t17;
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec t18 = fma(p_1_y, t16, -slope_2_2_c1);
    const Vec t19 = 2.0f * t18;
    const Complex t20 = Complex{splat(0.0f), splat(1.0f)} * t19;
    const Complex t21 = apart_1_1_2 + t20;
    const Complex t22 = e_2_2 * Complex{splat(0.0f), splat(1.0f)};
    const Complex t23 = e_2_1 - t22;
    const Vec Kplus_1_2 = Kplus_2_2 + Kplus_1_1;
    const Complex t24 = e_2_1 + t22;
    const Complex t25 = apart_1_1_2 - t20;
    const Complex t26 = fma(0.5f * Kplus_1_2 * t24, t25, 0.5f * Kplus_1_1 * t21 * t23);
    const Vec Kperp_1_2 = p_1_x + p_2_x;
    const Vec Kperp_1_2_c1 = p_1_y + p_2_y;
    const Vec Ksq_1_2 = fma(-Kperp_1_2_c1, Kperp_1_2_c1, fma(-Kperp_1_2, Kperp_1_2, Kminus_1_2 * Kplus_1_2));
    const Vec t27 = splat(1.0f) / Ksq_1_2;
    const Complex t28 = fma(e_3_2, Complex{splat(0.0f), splat(1.0f)}, -e_3_1);
    const Complex bad_1_3 = fma(t26 * t27, t28, fma(-t13, t14, t15 * t14 * Complex{splat(0.0f), splat(1.0f)}));
    const Vec t29 = Kplus_1_1 * Kminus_1_3;
    const Vec t30 = t29 * t29;
    const Vec t31 = sqrt(t30);
    const Vec t32 = sqrt(t31);
    const Complex amplitude = t32 * bad_1_3;
    store(to[0].data + 0 * to[0].row_stride + at, amplitude.re);
    store(to[0].data + 1 * to[0].row_stride + at, amplitude.im);
  }
}

extern "C" extern const Size quark_line_work_bytes;
extern "C" const Size quark_line_work_bytes = 20608;

extern "C" void quark_line_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    quark_line_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 8 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(12 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 12 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      quark_line_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(12 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 12 * lanes, lanes, 1};
  some_outputs[0] = {work + 20 * lanes, lanes};
  quark_line_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 2; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(20 + row) * lanes + at - whole];
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
