// determinant, n = 3: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   determinant.diag:13: walk(m, h, v)
//   determinant.diag:18: next(m, h)
//   determinant.diag:20: det
// Order: walk by m ascending, h ascending, v ascending; at most 5 values live.
// A configuration takes 5 multiplications, 4 additions, 6 fused, 0 divisions, 0 functions,
// 9 loads and 1 stores, in 1 function.
// Launch determinant_straight: 128 threads and 128 configurations a block.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

struct Batch {
  const Real *inputs[1];
  Real *outputs[1];
  Size input_stride, output_stride;
  Size begin, end;
  Real *work;
};

extern "C" __global__ void __launch_bounds__(128, 8)
determinant_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Real A_2_2 = __ldg(batch.inputs[0] + 4 * batch.input_stride + at);
  const Real A_3_3 = __ldg(batch.inputs[0] + 8 * batch.input_stride + at);
  const Real next_1_1 = -A_2_2 - A_3_3;
  const Real t1 = -A_2_2 - next_1_1;
  const Real A_2_1 = __ldg(batch.inputs[0] + 3 * batch.input_stride + at);
  const Real A_2_3 = __ldg(batch.inputs[0] + 5 * batch.input_stride + at);
  const Real A_3_1 = __ldg(batch.inputs[0] + 6 * batch.input_stride + at);
  const Real walk_2_1_2 = fma(-A_2_3, A_3_1, A_2_1 * t1);
  const Real t2 = -A_3_3 - next_1_1;
  const Real A_3_2 = __ldg(batch.inputs[0] + 7 * batch.input_stride + at);
  const Real walk_2_1_3 = fma(-A_2_1, A_3_2, A_3_1 * t2);
  const Real walk_2_2_2 = fma(-A_2_3, A_3_2, A_2_2 * A_3_3);
  const Real t3 = A_3_2 - A_3_2;
  const Real A_1_1 = __ldg(batch.inputs[0] + 0 * batch.input_stride + at);
  const Real A_1_2 = __ldg(batch.inputs[0] + 1 * batch.input_stride + at);
  const Real A_1_3 = __ldg(batch.inputs[0] + 2 * batch.input_stride + at);
  const Real t4 = fma(-A_2_3 * A_3_3, t3, fma(-A_1_3, walk_2_1_3, fma(-A_1_2, walk_2_1_2, A_1_1 * walk_2_2_2)));
  batch.outputs[0][0 * batch.output_stride + at] = t4;
}
