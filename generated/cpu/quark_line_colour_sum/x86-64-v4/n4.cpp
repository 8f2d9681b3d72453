// quark_line_colour_sum, n = 4, quark = 1, antiquark = 2, colours = 3, flows = false: single precision, 16 configurations a vector.
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
// Order: Kplus, Kminus, Kperp, Ksq, slope, apart, J, u, z, A by S ascending, A ascending, B ascending, x ascending, eagerly; at most 26 values live.
// A vector takes 112 multiplications, 50 additions, 111 fused, 10 divisions, 1 functions,
// 12 loads and 1 stores, in 1 function.
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
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_S2 = p_2_E - p_2_z;
    const Vec t1 = splat(1.0f) / Kplus_S2;
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec slope_S2 = p_2_x * t1;
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec Kperp_S1_2 = p_1_x + p_2_x;
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_S1 = p_1_E - p_1_z;
    const Vec Kplus_S1_2 = Kplus_S2 + Kplus_S1;
    const Vec t2 = splat(1.0f) / Kplus_S1_2;
    const Vec slope_S1_2 = Kperp_S1_2 * t2;
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec slope_S2_c1 = p_2_y * t1;
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec Kperp_S1_2_c1 = p_1_y + p_2_y;
    const Vec slope_S1_2_c1 = Kperp_S1_2_c1 * t2;
    const Vec t3 = slope_S2_c1 - slope_S1_2_c1;
    const Complex t4 = fma(-Complex{splat(0.0f), splat(1.0f)}, t3, slope_S2 - slope_S1_2);
    const Vec t5 = splat(1.0f) / Kplus_S1;
    const Vec slope_S1 = p_1_x * t5;
    const Vec slope_S1_c1 = p_1_y * t5;
    const Vec t6 = slope_S1_c1 - slope_S1_2_c1;
    const Complex t7 = fma(Complex{splat(0.0f), splat(1.0f)}, t6, slope_S1 - slope_S1_2);
    const Complex t8 = t4 + t7;
    const Vec t9 = p_1_E + p_1_z;
    const Vec t10 = p_2_E + p_2_z;
    const Vec Kminus_S1_2 = t9 + t10;
    const Vec Ksq_S1_2 = fma(-Kperp_S1_2_c1, Kperp_S1_2_c1, fma(-Kperp_S1_2, Kperp_S1_2, Kplus_S1_2 * Kminus_S1_2));
    const Vec t11 = splat(1.0f) / Ksq_S1_2;
    const Complex J_34 = 0.5f * t8 * t11;
    const Complex t12 = t4 - t7;
    const Complex J_34_c1 = 0.5f * Complex{splat(0.0f), splat(1.0f)} * t12 * t11;
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec Kplus_S3 = p_3_E - p_3_z;
    const Vec t13 = splat(1.0f) / Kplus_S3;
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec slope_S3 = p_3_x * t13;
    const Vec t14 = slope_S2 - slope_S3;
    const Vec apart_S2_S3 = 2.0f * t14;
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec slope_S3_c1 = p_3_y * t13;
    const Vec t15 = slope_S2_c1 - slope_S3_c1;
    const Vec t16 = 2.0f * t15;
    const Complex t17 = Complex{splat(0.0f), splat(1.0f)} * t16;
    const Complex t18 = -apart_S2_S3 - t17;
    const Complex t19 = Kplus_S2 * t18;
    const Vec Kplus_S2_3 = Kplus_S2 + Kplus_S3;
    const Complex t20 = t17 - apart_S2_S3;
    const Complex t21 = 0.5f * t20;
    const Complex t22 = Kplus_S2_3 * t21;
    const Complex t23 = fma(-splat(0.5f), t19, -t22);
    const Vec Kperp_S2_3 = p_2_x + p_3_x;
    const Vec Kperp_S2_3_c1 = p_2_y + p_3_y;
    const Vec t24 = p_3_E + p_3_z;
    const Vec Kminus_S2_3 = t10 + t24;
    const Vec Kminus_S1_3 = t9 + t24;
    const Vec Ksq_S2_3 = fma(-Kperp_S2_3_c1, Kperp_S2_3_c1, fma(-Kperp_S2_3, Kperp_S2_3, Kplus_S2_3 * Kminus_S2_3));
    const Vec t25 = splat(1.0f) / Ksq_S2_3;
    const Complex u_67 = t23 * t25;
    const Complex t26 = fma(splat(0.5f), t19, -t22);
    const Complex u_83 = Complex{splat(0.0f), splat(1.0f)} * t26 * t25;
    const Vec Kplus_S1_3 = Kplus_S1 + Kplus_S3;
    const Vec z_97 = splat(1.0f) / Kplus_S1_3;
    const Vec t27 = slope_S1 - slope_S3;
    const Vec apart_S1_S3 = 2.0f * t27;
    const Vec t28 = slope_S1_c1 - slope_S3_c1;
    const Vec t29 = 2.0f * t28;
    const Complex t30 = Complex{splat(0.0f), splat(1.0f)} * t29;
    const Complex t31 = t30 - apart_S1_S3;
    const Complex t32 = Kplus_S1 * t31;
    const Complex t33 = -apart_S1_S3 - t30;
    const Complex t34 = 0.5f * t33;
    const Complex t35 = Kplus_S1_3 * t34;
    const Complex t36 = fma(splat(0.5f), t32, t35);
    const Vec Kperp_S1_3 = p_1_x + p_3_x;
    const Vec Kperp_S1_3_c1 = p_1_y + p_3_y;
    const Vec Ksq_S1_3 = fma(-Kperp_S1_3_c1, Kperp_S1_3_c1, fma(-Kperp_S1_3, Kperp_S1_3, Kplus_S1_3 * Kminus_S1_3));
    const Vec t37 = splat(1.0f) / Ksq_S1_3;
    const Complex u_97 = t36 * t37;
    const Complex t38 = fma(splat(0.5f), t32, -t35);
    const Complex u_609 = Complex{splat(0.0f), splat(1.0f)} * t38 * t37;
    const Vec t39 = Kplus_S1_2 * Kplus_S1_2;
    const Vec t40 = splat(1.0f) / t39;
    const Vec t41 = Kplus_S1_2 * t40;
    const Vec t42 = Kplus_S3 * t40;
    const Vec t43 = splat(1.0f) / Kplus_S2_3;
    const Complex t44 = fma(-Complex{splat(0.0f), splat(1.0f)} * Kperp_S2_3_c1, t43, Kperp_S2_3 * t43);
    const Complex t45 = fma(u_67, t44, t43);
    const Complex t46 = fma(Complex{splat(0.0f), splat(1.0f)}, slope_S1_c1, slope_S1);
    const Complex t47 = u_67 * t46;
    const Complex t48 = t45 + t47;
    const Complex A_1091 = fma(splat(0.5f), t48, fma(-2.0f * Kperp_S1_2, J_34, t41));
    const Complex t49 = t45 - t47;
    const Complex A_1091_c1 = fma(-2.0f * Kperp_S1_2_c1, J_34, 0.5f * Complex{splat(0.0f), splat(1.0f)} * t49);
    const Complex t50 = fma(-Complex{splat(0.0f), splat(1.0f)}, t43, t44 * u_83);
    const Complex t51 = t46 * u_83;
    const Complex t52 = t50 + t51;
    const Complex A_1107 = fma(-2.0f * Kperp_S1_2, J_34_c1, 0.5f * t52);
    const Complex t53 = t50 - t51;
    const Complex A_1107_c1 = fma(0.5f * Complex{splat(0.0f), splat(1.0f)}, t53, fma(-2.0f * Kperp_S1_2_c1, J_34_c1, t41));
    const Complex t54 = fma(-slope_S2_c1, Complex{splat(0.0f), splat(1.0f)}, slope_S2);
    const Complex t55 = u_97 * t54;
    const Complex t56 = fma(Complex{splat(0.0f), splat(1.0f)} * Kperp_S1_3_c1, z_97, Kperp_S1_3 * z_97);
    const Complex t57 = fma(u_97, t56, -z_97);
    const Complex t58 = t55 + t57;
    const Complex A_3106 = fma(splat(0.5f), t58, fma(-2.0f * p_3_x, J_34, t42));
    const Complex t59 = t55 - t57;
    const Complex A_3106_c1 = fma(-2.0f * p_3_y, J_34, 0.5f * Complex{splat(0.0f), splat(1.0f)} * t59);
    const Complex t60 = t54 * u_609;
    const Complex t61 = fma(-Complex{splat(0.0f), splat(1.0f)}, z_97, t56 * u_609);
    const Complex t62 = t60 + t61;
    const Complex A_19490 = fma(-2.0f * p_3_x, J_34_c1, 0.5f * t62);
    const Complex t63 = t60 - t61;
    const Complex A_19490_c1 = fma(0.5f * Complex{splat(0.0f), splat(1.0f)}, t63, fma(-2.0f * p_3_y, J_34_c1, t42));
    const Vec t64 = Kplus_S1 * Kplus_S2;
    const Vec t65 = t64 * t64;
    const Vec t66 = sqrt(t65);
    const Vec t67 = re(A_1091);
    const Vec t68 = im(A_1091);
    const Vec t69 = re(A_1091_c1);
    const Vec t70 = im(A_1091_c1);
    const Vec t71 = re(A_1107);
    const Vec t72 = im(A_1107);
    const Vec t73 = re(A_1107_c1);
    const Vec t74 = im(A_1107_c1);
    const Vec t75 = fma(t74, t74, fma(t73, t73, fma(t72, t72, fma(t71, t71, fma(t70, t70, fma(t69, t69, fma(t68, t68, t67 * t67)))))));
    const Vec t76 = re(A_3106);
    const Complex t77 = fma(-splat(5.3333335f), A_1091, 21.333334f * A_3106);
    const Vec t78 = re(t77);
    const Vec t79 = im(A_3106);
    const Vec t80 = im(t77);
    const Vec t81 = re(A_3106_c1);
    const Complex t82 = fma(-splat(5.3333335f), A_1091_c1, 21.333334f * A_3106_c1);
    const Vec t83 = re(t82);
    const Vec t84 = im(A_3106_c1);
    const Vec t85 = im(t82);
    const Vec t86 = re(A_19490);
    const Complex t87 = fma(-splat(5.3333335f), A_1107, 21.333334f * A_19490);
    const Vec t88 = re(t87);
    const Vec t89 = im(A_19490);
    const Vec t90 = im(t87);
    const Vec t91 = re(A_19490_c1);
    const Complex t92 = fma(-splat(5.3333335f), A_1107_c1, 21.333334f * A_19490_c1);
    const Vec t93 = re(t92);
    const Vec t94 = im(A_19490_c1);
    const Vec t95 = im(t92);
    const Vec t96 = fma(t94, t95, fma(t91, t93, fma(t89, t90, fma(t86, t88, fma(t84, t85, fma(t81, t83, fma(t79, t80, fma(t76, t78, 21.333334f * t75))))))));
    const Vec t97 = 2.0f * t66 * t96;
    store(to[0].data + 0 * to[0].row_stride + at, t97);
  }
}

extern "C" extern const Size quark_line_colour_sum_work_bytes;
extern "C" const Size quark_line_colour_sum_work_bytes = 12352;

extern "C" void quark_line_colour_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[2] = {};
  if (inputs[0].lane_stride) {
    quark_line_colour_sum_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
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
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 12 * lanes, lanes};
  quark_line_colour_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(12 + row) * lanes + at - whole];
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
