// quark_line_colour_sum, n = 2, quark = 1, antiquark = 2, colours = 3, flows = false: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: by demand; at most 0 values live.
// A configuration takes 0 multiplications, 0 additions, 0 fused, 0 divisions, 0 functions,
// 0 loads and 1 stores, in 1 function.
// Launch quark_line_colour_sum_straight: 128 threads and 128 configurations a block.
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
quark_line_colour_sum_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Real t1 = 0.0f;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t1;
}
