// gluon_helicity, n = 4, negative = 10: single precision, CUDA for sm_90, one lane a configuration.
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
// A configuration takes 19 multiplications, 14 additions, 22 fused, 7 divisions, 0 functions,
// 12 loads and 2 stores, in 1 function.
// Launch gluon_helicity_straight: 128 threads and 128 configurations a block.
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
gluon_helicity_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real p_3_E = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_3_z = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_3_3 = p_3_E - p_3_z;
  const Real p_2_x = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_y = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Complex t1 = fma(-p_2_y, Complex{0.0f, 1.0f}, p_2_x);
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_2_2 = p_2_E - p_2_z;
  const Real t2 = 1.0f / Kplus_2_2;
  const Complex slope_2_2_m1 = t1 * t2;
  const Real Kminus_2_2 = p_2_E + p_2_z;
  const Real p_3_x = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_3_y = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Complex t3 = fma(-p_3_y, Complex{0.0f, 1.0f}, p_3_x);
  const Real t4 = 1.0f / Kplus_3_3;
  const Complex apart_2_2_3_m1 = fma(-t3, t4, slope_2_2_m1);
  const Real Kplus_2_3 = Kplus_3_3 + Kplus_2_2;
  const Real Kminus_2_3 = p_3_E + p_3_z + Kminus_2_2;
  const Real Kside_2_3_1 = p_2_x + p_3_x;
  const Real Kside_2_3_2 = p_2_y + p_3_y;
  const Real Ksq_2_3 = fma(-Kside_2_3_2, Kside_2_3_2, fma(-Kside_2_3_1, Kside_2_3_1, Kplus_2_3 * Kminus_2_3));
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_1_1 = p_1_E - p_1_z;
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Complex t5 = fma(-p_1_y, Complex{0.0f, 1.0f}, p_1_x);
  const Real t6 = 1.0f / Kplus_1_1;
  const Complex apart_1_1_2_m1 = fma(t5, t6, -slope_2_2_m1);
  const Real Kplus_1_2 = Kplus_2_2 + Kplus_1_1;
  const Real Kminus_1_2 = p_1_E + p_1_z + Kminus_2_2;
  const Real Kside_1_2_1 = p_1_x + p_2_x;
  const Real Kside_1_2_2 = p_1_y + p_2_y;
  const Real Ksq_1_2 = fma(-Kside_1_2_2, Kside_1_2_2, fma(-Kside_1_2_1, Kside_1_2_1, Kplus_1_2 * Kminus_1_2));
  const Real t7 = Kplus_2_2 * Kplus_2_2;
  const Real t8 = 1.0f / Kplus_2_3;
  const Real t9 = 1.0f / Ksq_2_3;
  const Real t10 = 1.0f / Kplus_1_2;
  const Real t11 = 1.0f / Ksq_1_2;
  const Complex t12 = fma(-Complex{0.0f, 1.0f}, Kside_1_2_2, Kside_1_2_1);
  const Complex amplitude = fma(-t7 * apart_1_1_2_m1 * t10 * t11, t12, -t7 * apart_2_2_3_m1 * t8 * t9 * t5);
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = amplitude.re;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = amplitude.im;
}
