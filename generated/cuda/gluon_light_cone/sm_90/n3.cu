// gluon_light_cone, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_light_cone.diag:18: Kplus(a, b)
//   gluon_light_cone.diag:19: Kminus(a, b)
//   gluon_light_cone.diag:20: Kperp(a, b)
//   gluon_light_cone.diag:21: Ksq(a, b)
//   gluon_light_cone.diag:22: slope(a, b)
//   gluon_light_cone.diag:23: apart(a, c, b)
//   gluon_light_cone.diag:24: common(a, c, b)
//   gluon_light_cone.diag:26: right(a, c, b)
//   gluon_light_cone.diag:28: left(a, c, b)
//   gluon_light_cone.diag:30: both(a, c, b)
//   gluon_light_cone.diag:35: E(a, b)
//   gluon_light_cone.diag:36: w(a, b)
//   gluon_light_cone.diag:37: J(a, b)
//   gluon_light_cone.diag:45: amplitude
// Order: by demand; at most 3 values live.
// A configuration takes 4 multiplications, 0 additions, 2 fused, 0 divisions, 0 functions,
// 8 loads and 1 stores, in 1 function.
// Launch gluon_light_cone_straight: 128 threads and 128 configurations a block.
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
gluon_light_cone_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[2] = {at * (sizeof(Real) * batch.inputs[0].lane_stride), at * (sizeof(Real) * batch.inputs[1].lane_stride)};
  const Real e_1_1 = __ldg(in_row(batch.inputs[1].data + 0 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_2_1 = __ldg(in_row(batch.inputs[1].data + 2 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_1_2 = __ldg(in_row(batch.inputs[1].data + 1 * batch.inputs[1].row_stride, offsets[1]));
  const Real e_2_2 = __ldg(in_row(batch.inputs[1].data + 3 * batch.inputs[1].row_stride, offsets[1]));
  const Real t1 = fma(-e_1_2, e_2_2, -e_1_1 * e_2_1);
  const Real p_1_x = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_3_1 = __ldg(in_row(batch.inputs[1].data + 4 * batch.inputs[1].row_stride, offsets[1]));
  const Real p_1_y = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real e_3_2 = __ldg(in_row(batch.inputs[1].data + 5 * batch.inputs[1].row_stride, offsets[1]));
  const Real t2 = fma(-p_1_y, e_3_2, -p_1_x * e_3_1);
  const Real t3 = 2.0f * t1 * t2;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t3;
}
