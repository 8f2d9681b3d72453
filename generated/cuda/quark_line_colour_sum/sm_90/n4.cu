// quark_line_colour_sum, n = 4, quark = 1, antiquark = 2, colours = 3, flows = false: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: A by x ascending, eagerly; at most 25 values live.
// A configuration takes 112 multiplications, 59 additions, 111 fused, 10 divisions, 1 functions,
// 12 loads and 1 stores, in 1 function.
// Launch quark_line_colour_sum_straight: 128 threads and 128 configurations a block.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

struct Complex {
  Real re, im;
  Complex() = default;
  __device__ Complex(Real re, Real im) : re(re), im(im) {}
  __device__ Complex(Real re) : re(re), im(Real{}) {}
};
__device__ inline Complex operator-(Complex a) { return {-a.re, -a.im}; }
__device__ inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ inline Complex operator+(Complex a, Real b) { return {a.re + b, a.im}; }
__device__ inline Complex operator+(Real a, Complex b) { return {a + b.re, b.im}; }
__device__ inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ inline Complex operator-(Complex a, Real b) { return {a.re - b, a.im}; }
__device__ inline Complex operator-(Real a, Complex b) { return {a - b.re, -b.im}; }
__device__ inline Complex operator*(Real a, Complex b) { return {a * b.re, a * b.im}; }
__device__ inline Complex operator*(Complex a, Real b) { return {a.re * b, a.im * b}; }
__device__ inline Complex operator*(Complex a, Complex b) {
  return {fma(-a.im, b.im, a.re * b.re), fma(a.im, b.re, a.re * b.im)};
}
__device__ inline Complex operator/(Complex a, Real b) { return {a.re / b, a.im / b}; }
__device__ inline Complex fma(Real a, Real b, Complex c) { return {fma(a, b, c.re), c.im}; }
__device__ inline Complex fma(Real a, Complex b, Complex c) {
  return {fma(a, b.re, c.re), fma(a, b.im, c.im)};
}
__device__ inline Complex fma(Complex a, Real b, Complex c) {
  return {fma(a.re, b, c.re), fma(a.im, b, c.im)};
}
__device__ inline Complex fma(Complex a, Complex b, Complex c) {
  return {fma(-a.im, b.im, fma(a.re, b.re, c.re)), fma(a.im, b.re, fma(a.re, b.im, c.im))};
}
__device__ inline Complex conj(Complex a) { return {a.re, -a.im}; }
__device__ inline Real re(Complex a) { return a.re; }
__device__ inline Real im(Complex a) { return a.im; }
__device__ inline Complex operator/(Real a, Complex b) { return a * conj(b) / fma(b.re, b.re, b.im * b.im); }
__device__ inline Complex operator/(Complex a, Complex b) {
  return a * conj(b) / fma(b.re, b.re, b.im * b.im);
}

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};
struct Batch {
  InputRows inputs[1];
  OutputRows outputs[2];
  Size begin, end;
  Real *work;
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 5)
quark_line_colour_sum_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S1_2 = p_1_E - p_1_z + p_2_E - p_2_z;
  const Real t1 = Kplus_S1_2 * Kplus_S1_2;
  const Real t2 = 1.0f / t1;
  const Real t3 = Kplus_S1_2 * t2;
  const Real p_3_E = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_3_z = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S2_3 = p_2_E - p_2_z + p_3_E - p_3_z;
  const Real t4 = 1.0f / Kplus_S2_3;
  const Real Kplus_S2 = p_2_E - p_2_z;
  const Real t5 = 1.0f / Kplus_S2;
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S2 = p_2_x * t5;
  const Real Kplus_S3 = p_3_E - p_3_z;
  const Real t6 = Kplus_S3 * t2;
  const Real t7 = 1.0f / Kplus_S3;
  const Real p_3_x = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S3 = p_3_x * t7;
  const Real t8 = slope_S2 - slope_S3;
  const Real apart_S2_S3 = 2.0f * t8;
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S2_c1 = p_2_y * t5;
  const Real p_3_y = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S3_c1 = p_3_y * t7;
  const Real t9 = slope_S2_c1 - slope_S3_c1;
  const Real t10 = 2.0f * t9;
  const Complex t11 = Complex{0.0f, 1.0f} * t10;
  const Complex t12 = -apart_S2_S3 - t11;
  const Complex t13 = Kplus_S2 * t12;
  const Complex t14 = t11 - apart_S2_S3;
  const Complex t15 = 0.5f * t14;
  const Complex t16 = Kplus_S2_3 * t15;
  const Complex t17 = fma(-0.5f, t13, -t16);
  const Real Kperp_S2_3 = p_2_x + p_3_x;
  const Real Kperp_S2_3_c1 = p_2_y + p_3_y;
  const Real Kminus_S2_3 = p_2_E + p_2_z + p_3_E + p_3_z;
  const Real Ksq_S2_3 = fma(-Kperp_S2_3_c1, Kperp_S2_3_c1, fma(-Kperp_S2_3, Kperp_S2_3, Kplus_S2_3 * Kminus_S2_3));
  const Real t18 = 1.0f / Ksq_S2_3;
  const Complex u_67 = t17 * t18;
  const Complex t19 = fma(-Complex{0.0f, 1.0f} * Kperp_S2_3_c1, t4, Kperp_S2_3 * t4);
  const Complex t20 = fma(u_67, t19, t4);
  const Real Kplus_S1 = p_1_E - p_1_z;
  const Real t21 = Kplus_S1 * Kplus_S2;
  const Real t22 = t21 * t21;
  const Real t23 = sqrt(t22);
  const Real t24 = 1.0f / Kplus_S1;
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S1 = p_1_x * t24;
  const Real t25 = slope_S1 - slope_S3;
  const Real apart_S1_S3 = 2.0f * t25;
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real slope_S1_c1 = p_1_y * t24;
  const Real t26 = slope_S1_c1 - slope_S3_c1;
  const Real t27 = 2.0f * t26;
  const Complex t28 = Complex{0.0f, 1.0f} * t27;
  const Complex t29 = fma(Complex{0.0f, 1.0f}, slope_S1_c1, slope_S1);
  const Complex t30 = u_67 * t29;
  const Complex t31 = t20 + t30;
  const Real Kperp_S1_2 = p_1_x + p_2_x;
  const Real t32 = 1.0f / Kplus_S1_2;
  const Real slope_S1_2 = Kperp_S1_2 * t32;
  const Real Kperp_S1_2_c1 = p_1_y + p_2_y;
  const Real slope_S1_2_c1 = Kperp_S1_2_c1 * t32;
  const Real t33 = slope_S1_c1 - slope_S1_2_c1;
  const Complex t34 = fma(Complex{0.0f, 1.0f}, t33, slope_S1 - slope_S1_2);
  const Real t35 = slope_S2_c1 - slope_S1_2_c1;
  const Complex t36 = fma(-Complex{0.0f, 1.0f}, t35, slope_S2 - slope_S1_2);
  const Complex t37 = t34 + t36;
  const Real Kminus_S1_2 = p_1_E + p_1_z + p_2_E + p_2_z;
  const Real Ksq_S1_2 = fma(-Kperp_S1_2_c1, Kperp_S1_2_c1, fma(-Kperp_S1_2, Kperp_S1_2, Kplus_S1_2 * Kminus_S1_2));
  const Real t38 = 1.0f / Ksq_S1_2;
  const Complex J_34 = 0.5f * t37 * t38;
  const Complex A_1091 = fma(-2.0f * Kperp_S1_2, J_34, fma(0.5f, t31, t3));
  const Complex t39 = t20 - t30;
  const Complex A_1091_c1 = fma(-2.0f * Kperp_S1_2_c1, J_34, 0.5f * Complex{0.0f, 1.0f} * t39);
  const Complex t40 = fma(0.5f, t13, -t16);
  const Complex u_83 = Complex{0.0f, 1.0f} * t40 * t18;
  const Complex t41 = fma(-Complex{0.0f, 1.0f}, t4, t19 * u_83);
  const Complex t42 = t29 * u_83;
  const Complex t43 = t41 + t42;
  const Complex t44 = t36 - t34;
  const Complex J_34_c1 = 0.5f * Complex{0.0f, 1.0f} * t44 * t38;
  const Complex A_1107 = fma(-2.0f * Kperp_S1_2, J_34_c1, 0.5f * t43);
  const Complex t45 = t41 - t42;
  const Complex A_1107_c1 = fma(0.5f * Complex{0.0f, 1.0f}, t45, fma(-2.0f * Kperp_S1_2_c1, J_34_c1, t3));
  const Complex t46 = t28 - apart_S1_S3;
  const Complex t47 = Kplus_S1 * t46;
  const Real Kplus_S1_3 = p_1_E - p_1_z + p_3_E - p_3_z;
  const Complex t48 = -apart_S1_S3 - t28;
  const Complex t49 = 0.5f * t48;
  const Complex t50 = Kplus_S1_3 * t49;
  const Complex t51 = fma(0.5f, t47, t50);
  const Real Kperp_S1_3 = p_1_x + p_3_x;
  const Real Kperp_S1_3_c1 = p_1_y + p_3_y;
  const Real Kminus_S1_3 = p_1_E + p_1_z + p_3_E + p_3_z;
  const Real Ksq_S1_3 = fma(-Kperp_S1_3_c1, Kperp_S1_3_c1, fma(-Kperp_S1_3, Kperp_S1_3, Kplus_S1_3 * Kminus_S1_3));
  const Real t52 = 1.0f / Ksq_S1_3;
  const Complex u_97 = t51 * t52;
  const Complex t53 = fma(-slope_S2_c1, Complex{0.0f, 1.0f}, slope_S2);
  const Complex t54 = u_97 * t53;
  const Real z_97 = 1.0f / Kplus_S1_3;
  const Complex t55 = fma(Complex{0.0f, 1.0f} * Kperp_S1_3_c1, z_97, Kperp_S1_3 * z_97);
  const Complex t56 = fma(u_97, t55, -z_97);
  const Complex t57 = t54 + t56;
  const Complex A_3106 = fma(0.5f, t57, fma(-2.0f * p_3_x, J_34, t6));
  const Complex t58 = t54 - t56;
  const Complex A_3106_c1 = fma(-2.0f * p_3_y, J_34, 0.5f * Complex{0.0f, 1.0f} * t58);
  const Complex t59 = fma(0.5f, t47, -t50);
  const Complex u_609 = Complex{0.0f, 1.0f} * t59 * t52;
  const Complex t60 = t53 * u_609;
  const Complex t61 = fma(-Complex{0.0f, 1.0f}, z_97, t55 * u_609);
  const Complex t62 = t60 + t61;
  const Complex A_19490 = fma(-2.0f * p_3_x, J_34_c1, 0.5f * t62);
  const Complex t63 = t60 - t61;
  const Complex A_19490_c1 = fma(0.5f * Complex{0.0f, 1.0f}, t63, fma(-2.0f * p_3_y, J_34_c1, t6));
  const Real t64 = re(A_1091);
  const Real t65 = im(A_1091);
  const Real t66 = re(A_1091_c1);
  const Real t67 = im(A_1091_c1);
  const Real t68 = re(A_1107);
  const Real t69 = im(A_1107);
  const Real t70 = re(A_1107_c1);
  const Real t71 = im(A_1107_c1);
  const Real t72 = fma(t71, t71, fma(t70, t70, fma(t69, t69, fma(t68, t68, fma(t67, t67, fma(t66, t66, fma(t65, t65, t64 * t64)))))));
  const Real t73 = re(A_3106);
  const Complex t74 = fma(-5.3333335f, A_1091, 21.333334f * A_3106);
  const Real t75 = re(t74);
  const Real t76 = im(A_3106);
  const Real t77 = im(t74);
  const Real t78 = re(A_3106_c1);
  const Complex t79 = fma(-5.3333335f, A_1091_c1, 21.333334f * A_3106_c1);
  const Real t80 = re(t79);
  const Real t81 = im(A_3106_c1);
  const Real t82 = im(t79);
  const Real t83 = re(A_19490);
  const Complex t84 = fma(-5.3333335f, A_1107, 21.333334f * A_19490);
  const Real t85 = re(t84);
  const Real t86 = im(A_19490);
  const Real t87 = im(t84);
  const Real t88 = re(A_19490_c1);
  const Complex t89 = fma(-5.3333335f, A_1107_c1, 21.333334f * A_19490_c1);
  const Real t90 = re(t89);
  const Real t91 = im(A_19490_c1);
  const Real t92 = im(t89);
  const Real t93 = fma(t91, t92, fma(t88, t90, fma(t86, t87, fma(t83, t85, fma(t81, t82, fma(t78, t80, fma(t76, t77, fma(t73, t75, 21.333334f * t72))))))));
  const Real t94 = 2.0f * t23 * t93;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t94;
}
