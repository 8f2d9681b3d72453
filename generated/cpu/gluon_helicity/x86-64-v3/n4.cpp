// gluon_helicity, n = 4, negative = 10: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_helicity.diag:13: Kplus(a, b)
//   gluon_helicity.diag:14: Kminus(a, b)
//   gluon_helicity.diag:15: Kside(a, b, i)
//   gluon_helicity.diag:17: Ksq(a, b)
//   gluon_helicity.diag:18: slope(a, b, h)
//   gluon_helicity.diag:19: apart(a, c, b, h)
//   gluon_helicity.diag:21: both(a, c, b, h)
//   gluon_helicity.diag:22: E(a, b)
//   gluon_helicity.diag:23: w(a, b)
//   gluon_helicity.diag:32: J(a, b, h)
//   gluon_helicity.diag:39: amplitude
// Order: Kplus, Kminus, Kside, Ksq, slope, apart, amplitude by a descending, b ascending, i ascending, h ascending, c ascending; at most 11 values live.
// A vector takes 19 multiplications, 14 additions, 22 fused, 7 divisions, 0 functions,
// 12 loads and 2 stores, in 1 function.
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

extern "C" void gluon_helicity_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec Kplus_3_3 = p_3_E - p_3_z;
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Complex t1 = fma(-p_2_y, Complex{splat(0.0), splat(1.0)}, p_2_x);
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_2_2 = p_2_E - p_2_z;
    const Vec t2 = splat(1.0) / Kplus_2_2;
    const Complex slope_2_2_m1 = t1 * t2;
    const Vec Kminus_2_2 = p_2_E + p_2_z;
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Complex t3 = fma(-p_3_y, Complex{splat(0.0), splat(1.0)}, p_3_x);
    const Vec t4 = splat(1.0) / Kplus_3_3;
    const Complex apart_2_2_3_m1 = fma(-t3, t4, slope_2_2_m1);
    const Vec Kplus_2_3 = Kplus_3_3 + Kplus_2_2;
    const Vec Kminus_2_3 = p_3_E + p_3_z + Kminus_2_2;
    const Vec Kside_2_3_1 = p_2_x + p_3_x;
    const Vec Kside_2_3_2 = p_2_y + p_3_y;
    const Vec Ksq_2_3 = fma(-Kside_2_3_2, Kside_2_3_2, fma(-Kside_2_3_1, Kside_2_3_1, Kplus_2_3 * Kminus_2_3));
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_1_1 = p_1_E - p_1_z;
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Complex t5 = fma(-p_1_y, Complex{splat(0.0), splat(1.0)}, p_1_x);
    const Vec t6 = splat(1.0) / Kplus_1_1;
    const Complex apart_1_1_2_m1 = fma(t5, t6, -slope_2_2_m1);
    const Vec Kplus_1_2 = Kplus_2_2 + Kplus_1_1;
    const Vec Kminus_1_2 = p_1_E + p_1_z + Kminus_2_2;
    const Vec Kside_1_2_1 = p_1_x + p_2_x;
    const Vec Kside_1_2_2 = p_1_y + p_2_y;
    const Vec Ksq_1_2 = fma(-Kside_1_2_2, Kside_1_2_2, fma(-Kside_1_2_1, Kside_1_2_1, Kplus_1_2 * Kminus_1_2));
    const Vec t7 = Kplus_2_2 * Kplus_2_2;
    const Vec t8 = splat(1.0) / Kplus_2_3;
    const Vec t9 = splat(1.0) / Ksq_2_3;
    const Vec t10 = splat(1.0) / Kplus_1_2;
    const Vec t11 = splat(1.0) / Ksq_1_2;
    const Complex t12 = fma(-Complex{splat(0.0), splat(1.0)}, Kside_1_2_2, Kside_1_2_1);
    const Complex amplitude = fma(-t7 * apart_1_1_2_m1 * t10 * t11, t12, -t7 * apart_2_2_3_m1 * t8 * t9 * t5);
    store(to[0].data + 0 * to[0].row_stride + at, amplitude.re);
    store(to[0].data + 1 * to[0].row_stride + at, amplitude.im);
  }
}

extern "C" extern const Size gluon_helicity_work_bytes;
extern "C" const Size gluon_helicity_work_bytes = 6208;

extern "C" void gluon_helicity_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    gluon_helicity_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_helicity_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 12 * lanes, lanes};
  gluon_helicity_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 2; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(12 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_helicity(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_helicity_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  gluon_helicity_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
