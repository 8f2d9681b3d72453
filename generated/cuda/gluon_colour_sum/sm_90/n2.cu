// gluon_colour_sum, n = 2, colours = 3, flows = false: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_colour_sum.diag:16: length(x)
//   gluon_colour_sum.diag:19: gluons(x)
//   gluon_colour_sum.diag:20: reversed(x)
//   gluon_colour_sum.diag:27: Kplus(S)
//   gluon_colour_sum.diag:28: Kminus(S)
//   gluon_colour_sum.diag:29: Kperp(S)
//   gluon_colour_sum.diag:30: Ksq(S)
//   gluon_colour_sum.diag:31: slope(S)
//   gluon_colour_sum.diag:32: apart(A, B)
//   gluon_colour_sum.diag:33: common(A, B)
//   gluon_colour_sum.diag:36: beside(x, B)
//   gluon_colour_sum.diag:41: E(x)
//   gluon_colour_sum.diag:44: w(x)
//   gluon_colour_sum.diag:47: J(x)
//   gluon_colour_sum.diag:54: A(x)
//   gluon_colour_sum.diag:57: factorial(m)
//   gluon_colour_sum.diag:60: arranged(S, i, x)
//   gluon_colour_sum.diag:63: polarised(x, S)
//   gluon_colour_sum.diag:66: place(x, a)
//   gluon_colour_sum.diag:69: orbit(x, y, a, S)
//   gluon_colour_sum.diag:70: loops(x, y, S)
//   gluon_colour_sum.diag:71: nested(x, i, y, R)
//   gluon_colour_sum.diag:74: overlap(x, y)
//   gluon_colour_sum.diag:77: relative(x, y)
//   gluon_colour_sum.diag:79: chosen(i)
//   gluon_colour_sum.diag:80: colour(i, j)
//   gluon_colour_sum.diag:84: squared
//   gluon_colour_sum.diag:87: flow(i)
// Order: by demand; at most 0 values live.
// A configuration takes 0 multiplications, 0 additions, 0 fused, 0 divisions, 0 functions,
// 0 loads and 1 stores, in 1 function.
// Launch gluon_colour_sum_straight: 128 threads and 128 configurations a block.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

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
gluon_colour_sum_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Real squared = 0.0f;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = squared;
}
