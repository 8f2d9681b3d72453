// quark_line, n = 2, antiquark = 1: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: by demand; at most 0 values live.
// A configuration takes 0 multiplications, 0 additions, 0 fused, 0 divisions, 0 functions,
// 0 loads and 1 stores, in 1 function.
// Launch quark_line_straight: 128 threads and 128 configurations a block.
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
  const Real amplitude = 0.0f;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = amplitude;
}
