// hubbard_su2_cdet_density_elimination, n = 2, shift = 0: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_density_elimination.diag:18: A(m, S, i, j)
//   hubbard_su2_cdet_density_elimination.diag:23: F(m, S, i)
//   hubbard_su2_cdet_density_elimination.diag:25: E(S)
//   hubbard_su2_cdet_density_elimination.diag:29: M(S, R)
//   hubbard_su2_cdet_density_elimination.diag:35: minor(S, a, b, c, d)
//   hubbard_su2_cdet_density_elimination.diag:38: D(m, S)
//   hubbard_su2_cdet_density_elimination.diag:43: Z(V)
//   hubbard_su2_cdet_density_elimination.diag:45: O(V)
//   hubbard_su2_cdet_density_elimination.diag:48: X(V)
//   hubbard_su2_cdet_density_elimination.diag:52: Y(V)
//   hubbard_su2_cdet_density_elimination.diag:56: density
// Order: minor by S ascending, a ascending, b ascending, c ascending, d ascending; at most 8 values live.
// A configuration takes 13 multiplications, 0 additions, 11 fused, 0 divisions, 0 functions,
// 9 loads and 1 stores, in 1 function.
// Launch hubbard_su2_cdet_density_elimination_straight: 128 threads and 128 configurations a block.
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
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
hubbard_su2_cdet_density_elimination_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real minor_S_0_1_0_1 = fma(-G_0_1, G_1_0, G_0_0 * G_1_1);
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real minor_S_0_2_0_2 = fma(-G_0_2, G_2_0, G_0_0 * G_2_2);
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real minor_S_1_2_0_1 = fma(-G_1_1, G_2_0, G_2_1 * G_1_0);
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real minor_S_1_2_0_2 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real minor_S_1_2_1_2 = fma(-G_1_2, G_2_1, G_2_2 * G_1_1);
  const Real M_S_S0_1_2 = fma(G_0_0, minor_S_1_2_1_2, fma(-G_0_1, minor_S_1_2_0_2, G_0_2 * minor_S_1_2_0_1));
  const Real Z_S2 = G_2_2 * G_2_2;
  const Real Z_S1 = G_1_1 * G_1_1;
  const Real X_S1_2 = fma(-minor_S_1_2_1_2, minor_S_1_2_1_2, 2.0f * Z_S2 * Z_S1);
  const Real density = fma(-G_0_0, X_S1_2, fma(G_2_2 * Z_S1, minor_S_0_2_0_2, fma(-minor_S_1_2_1_2, M_S_S0_1_2, Z_S2 * G_1_1 * minor_S_0_1_0_1)));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = density;
}
