// quark_line, n = 3, antiquark = 1: single precision, CUDA for sm_90, one lane a configuration.
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
// A configuration takes 4 multiplications, 4 additions, 2 fused, 0 divisions, 2 functions,
// 6 loads and 2 stores, in 1 function.
// Launch quark_line_straight: 128 threads and 128 configurations a block.
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
  InputRows inputs[2];
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
quark_line_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real p_1_E = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_1_z = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kplus_1_1 = p_1_E - p_1_z;
  const Real p_2_E = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real p_2_z = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real Kminus_1_2 = p_1_E + p_1_z + p_2_E + p_2_z;
  const Real t1 = Kplus_1_1 * Kminus_1_2;
  const Real t2 = t1 * t1;
  const Real t3 = sqrt(t2);
  const Real t4 = sqrt(t3);
  const Real e_2_1 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_2_2 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Complex bad_1_2 = fma(e_2_2, Complex{0.0f, 1.0f}, -e_2_1);
  const Complex amplitude = t4 * bad_1_2;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = amplitude.re;
  batch.outputs[0].data[1 * batch.outputs[0].row_stride + at] = amplitude.im;
}
