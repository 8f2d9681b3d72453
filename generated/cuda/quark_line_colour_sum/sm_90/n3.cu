// quark_line_colour_sum, n = 3, quark = 1, antiquark = 2, colours = 3, flows = false: single precision, CUDA for sm_90, one lane a configuration.
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
// A configuration takes 16 multiplications, 6 additions, 9 fused, 2 divisions, 1 functions,
// 8 loads and 1 stores, in 1 function.
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

extern "C" __global__ void __launch_bounds__(128, 8)
quark_line_colour_sum_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S1 = p_1_E - p_1_z;
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_S2 = p_2_E - p_2_z;
  const Real t1 = Kplus_S1 * Kplus_S2;
  const Real t2 = t1 * t1;
  const Real t3 = sqrt(t2);
  const Real t4 = 1.0f / Kplus_S2;
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Complex t5 = fma(-Complex{0.0f, 1.0f} * p_2_y, t4, p_2_x * t4);
  const Real t6 = 1.0f / Kplus_S1;
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Complex t7 = fma(p_1_y * t6, Complex{0.0f, 1.0f}, p_1_x * t6);
  const Complex t8 = t5 + t7;
  const Complex A_34 = 0.5f * t8;
  const Real t9 = re(A_34);
  const Real t10 = im(A_34);
  const Complex t11 = t5 - t7;
  const Complex A_34_c1 = 0.5f * Complex{0.0f, 1.0f} * t11;
  const Real t12 = re(A_34_c1);
  const Real t13 = im(A_34_c1);
  const Real t14 = fma(t13, t13, fma(t12, t12, fma(t10, t10, t9 * t9)));
  const Real t15 = 32.0f * t3 * t14;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t15;
}
