// two_quark_lines_colour_sum, n = 4, quark = 1, antiquark = 2, other_quark = 3, other_antiquark = 4, same = false, colours = 3: single precision, CUDA for sm_90, one lane a configuration.
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
// A configuration takes 29 multiplications, 24 additions, 25 fused, 4 divisions, 2 functions,
// 10 loads and 1 stores, in 1 function.
// Launch two_quark_lines_colour_sum_straight: 128 threads and 128 configurations a block.
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
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
two_quark_lines_colour_sum_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S1 = p_1_E - p_1_z;
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S2 = p_2_E - p_2_z;
  const Real Kplus_S1_2 = p_1_E - p_1_z + p_2_E - p_2_z;
  const Real p_3_E = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_3_z = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S3 = p_3_E - p_3_z;
  const Real t1 = Kplus_S1 * Kplus_S2 * Kplus_S3;
  const Real t2 = t1 * t1;
  const Real t3 = sqrt(t2);
  const Real Kminus_S1_2_3 = p_1_E + p_1_z + p_2_E + p_2_z + p_3_E + p_3_z;
  const Real t4 = Kminus_S1_2_3 * Kminus_S1_2_3;
  const Real t5 = sqrt(t4);
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kperp_S1_2 = p_1_x + p_2_x;
  const Real t6 = 1.0f / Kplus_S1_2;
  const Real slope_S1_2 = Kperp_S1_2 * t6;
  const Real t7 = 1.0f / Kplus_S2;
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kperp_S1_2_c1 = p_1_y + p_2_y;
  const Real slope_S1_2_c1 = Kperp_S1_2_c1 * t6;
  const Real t8 = fma(p_2_y, t7, -slope_S1_2_c1);
  const Complex t9 = fma(-Complex{0.0f, 1.0f}, t8, fma(p_2_x, t7, -slope_S1_2));
  const Real t10 = 1.0f / Kplus_S1;
  const Real t11 = fma(p_1_y, t10, -slope_S1_2_c1);
  const Complex t12 = fma(t11, Complex{0.0f, 1.0f}, fma(p_1_x, t10, -slope_S1_2));
  const Complex t13 = t9 + t12;
  const Real Kminus_S1_2 = p_1_E + p_1_z + p_2_E + p_2_z;
  const Real Ksq_S1_2 = fma(-Kperp_S1_2_c1, Kperp_S1_2_c1, fma(-Kperp_S1_2, Kperp_S1_2, Kplus_S1_2 * Kminus_S1_2));
  const Real t14 = 1.0f / Ksq_S1_2;
  const Complex J_34_0 = 0.5f * t13 * t14;
  const Complex t15 = t9 - t12;
  const Complex t16 = 0.5f * Complex{0.0f, 1.0f} * Complex{0.0f, 1.0f} * t15 * t14;
  const Complex bad_1091_0 = J_34_0 + t16;
  const Real t17 = re(bad_1091_0);
  const Real t18 = im(bad_1091_0);
  const Complex structure_3_S_0 = -0.33333334f * bad_1091_0;
  const Real t19 = re(structure_3_S_0);
  const Real t20 = im(structure_3_S_0);
  const Complex bad_1091_1 = J_34_0 - t16;
  const Real t21 = re(bad_1091_1);
  const Real t22 = im(bad_1091_1);
  const Complex structure_3_S_1 = -0.33333334f * bad_1091_1;
  const Real t23 = re(structure_3_S_1);
  const Real t24 = im(structure_3_S_1);
  const Real t25 = fma(t24, t24, fma(t23, t23, fma(t22, t22, fma(t21, t21, fma(t20, t20, fma(t19, t19, fma(t18, t18, t17 * t17)))))));
  const Real t26 = fma(t22, t24, fma(t21, t23, fma(t18, t20, t17 * t19)));
  const Real t27 = fma(6.0f, t26, 9.0f * t25);
  const Real t28 = 2.0f * t3 * t5 * t27;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t28;
}
