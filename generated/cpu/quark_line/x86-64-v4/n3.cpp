// quark_line, n = 3, antiquark = 1: single precision, 16 configurations a vector.
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
// Order: by demand; at most 3 values live.
// A vector takes 4 multiplications, 4 additions, 2 fused, 0 divisions, 2 functions,
// 6 loads and 2 stores, in 1 function.
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
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_1_1 = p_1_E - p_1_z;
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kminus_1_2 = p_1_E + p_1_z + p_2_E + p_2_z;
    const Vec t1 = Kplus_1_1 * Kminus_1_2;
    const Vec t2 = t1 * t1;
    const Vec t3 = sqrt(t2);
    const Vec t4 = sqrt(t3);
    const Vec e_2_1 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec e_2_2 = load(from[1].data + 3 * from[1].row_stride + at);
    const Complex bad_1_2 = fma(e_2_2, Complex{splat(0.0f), splat(1.0f)}, -e_2_1);
    const Complex amplitude = t4 * bad_1_2;
    store(to[0].data + 0 * to[0].row_stride + at, amplitude.re);
    store(to[0].data + 1 * to[0].row_stride + at, amplitude.im);
  }
}

extern "C" extern const Size quark_line_work_bytes;
extern "C" const Size quark_line_work_bytes = 14464;

extern "C" void quark_line_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    quark_line_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 8 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 6 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(8 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 8 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      quark_line_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 6; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(8 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 8 * lanes, lanes, 1};
  some_outputs[0] = {work + 14 * lanes, lanes};
  quark_line_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 2; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(14 + row) * lanes + at - whole];
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
