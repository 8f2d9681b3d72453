// hubbard_su2_cdet_density_elimination, n = 4, shift = 0: single precision, CUDA for sm_90, one lane a configuration.
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
// Order: A, F, E, M, minor, D, Z, X, Y, density by S descending, V descending, eagerly; at most 32 values live.
// A configuration takes 84 multiplications, 0 additions, 108 fused, 3 divisions, 0 functions,
// 25 loads and 1 stores, in 1 function.
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

extern "C" __global__ void __launch_bounds__(128, 6)
hubbard_su2_cdet_density_elimination_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 24 * batch.inputs[0].row_stride, offsets[0]));
  const Real t1 = 1.0f / G_4_4;
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real F_4_S_3 = G_3_4 * t1;
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 18 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_3_3 = fma(-F_4_S_3, G_4_3, G_3_3);
  const Real E_S3_4 = G_4_4 * A_4_S4_3_3;
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real F_4_S_1 = G_1_4 * t1;
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_1_1 = fma(-F_4_S_1, G_4_1, G_1_1);
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_1_3 = fma(-F_4_S_1, G_4_3, G_1_3);
  const Real t2 = 1.0f / A_4_S4_3_3;
  const Real F_3_S4_1 = A_4_S4_1_3 * t2;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_3_1 = fma(-G_4_1, F_4_S_3, G_3_1);
  const Real A_3_S3_4_1_1 = fma(-F_3_S4_1, A_4_S4_3_1, A_4_S4_1_1);
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real F_4_S_2 = G_2_4 * t1;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 22 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_2_2 = fma(-F_4_S_2, G_4_2, G_2_2);
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_2_3 = fma(-F_4_S_2, G_4_3, G_2_3);
  const Real F_3_S4_2 = A_4_S4_2_3 * t2;
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 17 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_3_2 = fma(-G_4_2, F_4_S_3, G_3_2);
  const Real A_3_S3_4_2_2 = fma(-F_3_S4_2, A_4_S4_3_2, A_4_S4_2_2);
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_1_2 = fma(-F_4_S_1, G_4_2, G_1_2);
  const Real A_3_S3_4_1_2 = fma(-F_3_S4_1, A_4_S4_3_2, A_4_S4_1_2);
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_2_1 = fma(-G_4_1, F_4_S_2, G_2_1);
  const Real A_3_S3_4_2_1 = fma(-A_4_S4_3_1, F_3_S4_2, A_4_S4_2_1);
  const Real minor_S3_4_1_2_1_2 = fma(-A_3_S3_4_1_2, A_3_S3_4_2_1, A_3_S3_4_1_1 * A_3_S3_4_2_2);
  const Real D_5_S1_2_3_4 = E_S3_4 * minor_S3_4_1_2_1_2;
  const Real D_5_S2_3_4 = E_S3_4 * A_3_S3_4_2_2;
  const Real D_5_S1_3_4 = E_S3_4 * A_3_S3_4_1_1;
  const Real G_0_4 = __ldg(in_row(batch.inputs[0].data + 4 * batch.inputs[0].row_stride, offsets[0]));
  const Real F_4_S_0 = G_0_4 * t1;
  const Real G_0_0 = __ldg(in_row(batch.inputs[0].data + 0 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_0 = __ldg(in_row(batch.inputs[0].data + 20 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_0_0 = fma(-F_4_S_0, G_4_0, G_0_0);
  const Real G_0_3 = __ldg(in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_0_3 = fma(-G_4_3, F_4_S_0, G_0_3);
  const Real F_3_S4_0 = A_4_S4_0_3 * t2;
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_3_0 = fma(-F_4_S_3, G_4_0, G_3_0);
  const Real A_3_S3_4_0_0 = fma(-F_3_S4_0, A_4_S4_3_0, A_4_S4_0_0);
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_0_1 = fma(-G_4_1, F_4_S_0, G_0_1);
  const Real A_3_S3_4_0_1 = fma(-A_4_S4_3_1, F_3_S4_0, A_4_S4_0_1);
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_1_0 = fma(-F_4_S_1, G_4_0, G_1_0);
  const Real A_3_S3_4_1_0 = fma(-F_3_S4_1, A_4_S4_3_0, A_4_S4_1_0);
  const Real minor_S3_4_0_1_0_1 = fma(-A_3_S3_4_0_1, A_3_S3_4_1_0, A_3_S3_4_1_1 * A_3_S3_4_0_0);
  const Real G_0_2 = __ldg(in_row(batch.inputs[0].data + 2 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_0_2 = fma(-G_4_2, F_4_S_0, G_0_2);
  const Real A_3_S3_4_0_2 = fma(-A_4_S4_3_2, F_3_S4_0, A_4_S4_0_2);
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real A_4_S4_2_0 = fma(-F_4_S_2, G_4_0, G_2_0);
  const Real A_3_S3_4_2_0 = fma(-F_3_S4_2, A_4_S4_3_0, A_4_S4_2_0);
  const Real minor_S3_4_1_2_0_2 = fma(-A_3_S3_4_1_2, A_3_S3_4_2_0, A_3_S3_4_2_2 * A_3_S3_4_1_0);
  const Real minor_S3_4_1_2_0_1 = fma(-A_3_S3_4_1_1, A_3_S3_4_2_0, A_3_S3_4_2_1 * A_3_S3_4_1_0);
  const Real M_S3_4_S0_1_2 = fma(A_3_S3_4_0_2, minor_S3_4_1_2_0_1, fma(-A_3_S3_4_0_1, minor_S3_4_1_2_0_2, minor_S3_4_1_2_1_2 * A_3_S3_4_0_0));
  const Real minor_S3_4_0_2_0_2 = fma(-A_3_S3_4_0_2, A_3_S3_4_2_0, A_3_S3_4_2_2 * A_3_S3_4_0_0);
  const Real minor_S4_1_2_1_2 = fma(-A_4_S4_1_2, A_4_S4_2_1, A_4_S4_1_1 * A_4_S4_2_2);
  const Real D_5_S1_2_4 = G_4_4 * minor_S4_1_2_1_2;
  const Real D_5_S2_4 = G_4_4 * A_4_S4_2_2;
  const Real D_5_S1_4 = G_4_4 * A_4_S4_1_1;
  const Real minor_S4_0_1_0_1 = fma(-A_4_S4_0_1, A_4_S4_1_0, A_4_S4_1_1 * A_4_S4_0_0);
  const Real minor_S4_0_2_0_2 = fma(-A_4_S4_0_2, A_4_S4_2_0, A_4_S4_2_2 * A_4_S4_0_0);
  const Real minor_S4_1_2_0_2 = fma(-A_4_S4_1_2, A_4_S4_2_0, A_4_S4_2_2 * A_4_S4_1_0);
  const Real minor_S4_1_2_0_1 = fma(-A_4_S4_1_1, A_4_S4_2_0, A_4_S4_2_1 * A_4_S4_1_0);
  const Real M_S4_S0_1_2 = fma(A_4_S4_0_2, minor_S4_1_2_0_1, fma(-A_4_S4_0_1, minor_S4_1_2_0_2, minor_S4_1_2_1_2 * A_4_S4_0_0));
  const Real t3 = 1.0f / G_3_3;
  const Real F_3_S_1 = G_1_3 * t3;
  const Real A_3_S3_1_1 = fma(-F_3_S_1, G_3_1, G_1_1);
  const Real F_3_S_2 = G_2_3 * t3;
  const Real A_3_S3_2_2 = fma(-F_3_S_2, G_3_2, G_2_2);
  const Real A_3_S3_1_2 = fma(-F_3_S_1, G_3_2, G_1_2);
  const Real A_3_S3_2_1 = fma(-G_3_1, F_3_S_2, G_2_1);
  const Real minor_S3_1_2_1_2 = fma(-A_3_S3_1_2, A_3_S3_2_1, A_3_S3_1_1 * A_3_S3_2_2);
  const Real D_5_S1_2_3 = G_3_3 * minor_S3_1_2_1_2;
  const Real D_5_S2_3 = G_3_3 * A_3_S3_2_2;
  const Real D_5_S1_3 = G_3_3 * A_3_S3_1_1;
  const Real F_3_S_0 = G_0_3 * t3;
  const Real A_3_S3_0_0 = fma(-F_3_S_0, G_3_0, G_0_0);
  const Real A_3_S3_0_1 = fma(-G_3_1, F_3_S_0, G_0_1);
  const Real A_3_S3_1_0 = fma(-F_3_S_1, G_3_0, G_1_0);
  const Real minor_S3_0_1_0_1 = fma(-A_3_S3_0_1, A_3_S3_1_0, A_3_S3_1_1 * A_3_S3_0_0);
  const Real A_3_S3_0_2 = fma(-G_3_2, F_3_S_0, G_0_2);
  const Real A_3_S3_2_0 = fma(-F_3_S_2, G_3_0, G_2_0);
  const Real minor_S3_1_2_0_2 = fma(-A_3_S3_1_2, A_3_S3_2_0, A_3_S3_2_2 * A_3_S3_1_0);
  const Real minor_S3_1_2_0_1 = fma(-A_3_S3_1_1, A_3_S3_2_0, A_3_S3_2_1 * A_3_S3_1_0);
  const Real M_S3_S0_1_2 = fma(A_3_S3_0_2, minor_S3_1_2_0_1, fma(-A_3_S3_0_1, minor_S3_1_2_0_2, minor_S3_1_2_1_2 * A_3_S3_0_0));
  const Real minor_S3_0_2_0_2 = fma(-A_3_S3_0_2, A_3_S3_2_0, A_3_S3_2_2 * A_3_S3_0_0);
  const Real Z_S4 = G_4_4 * G_4_4;
  const Real Z_S3 = G_3_3 * G_3_3;
  const Real minor_S_1_2_1_2 = fma(-G_1_2, G_2_1, G_2_2 * G_1_1);
  const Real Z_S2 = G_2_2 * G_2_2;
  const Real Z_S1 = G_1_1 * G_1_1;
  const Real Y_S1 = -2.0f * Z_S1;
  const Real X_S1_2 = fma(-Z_S2, Y_S1, -minor_S_1_2_1_2 * minor_S_1_2_1_2);
  const Real t4 = fma(-X_S1_2 * E_S3_4, A_3_S3_4_0_0, fma(Z_S1 * D_5_S2_3_4, minor_S3_4_0_2_0_2, fma(-D_5_S1_2_3_4, M_S3_4_S0_1_2, Z_S2 * D_5_S1_3_4 * minor_S3_4_0_1_0_1)));
  const Real t5 = fma(Z_S2, Z_S1, X_S1_2);
  const Real Y_S1_2 = 2.0f * t5;
  const Real Z_S1_3 = D_5_S1_3 * D_5_S1_3;
  const Real Y_S2 = -2.0f * Z_S2;
  const Real Z_S2_3 = D_5_S2_3 * D_5_S2_3;
  const Real X_S1_2_3 = fma(-Y_S1, Z_S2_3, fma(-Z_S1_3, Y_S2, fma(-Z_S3, Y_S1_2, -D_5_S1_2_3 * D_5_S1_2_3)));
  const Real X_S1_3 = fma(-Z_S3, Y_S1, -Z_S1_3);
  const Real X_S2_3 = fma(-Z_S3, Y_S2, -Z_S2_3);
  const Real t6 = fma(-Z_S1, X_S2_3, fma(-Z_S2, X_S1_3, fma(-Z_S3, X_S1_2, X_S1_2_3)));
  const Real t7 = fma(-X_S2_3 * D_5_S1_4, minor_S4_0_1_0_1, fma(-X_S1_3 * D_5_S2_4, minor_S4_0_2_0_2, fma(-G_4_4 * X_S1_2_3, A_4_S4_0_0, Z_S3 * D_5_S1_2_4 * M_S4_S0_1_2)));
  const Real Z_S1_4 = D_5_S1_4 * D_5_S1_4;
  const Real t8 = fma(Z_S3, Z_S2, X_S2_3);
  const Real Y_S2_3 = 2.0f * t8;
  const Real Z_S2_4 = D_5_S2_4 * D_5_S2_4;
  const Real t9 = fma(Z_S3, Z_S1, X_S1_3);
  const Real Y_S1_3 = 2.0f * t9;
  const Real Z_S1_2_4 = D_5_S1_2_4 * D_5_S1_2_4;
  const Real Y_S3 = -2.0f * Z_S3;
  const Real Z_S3_4 = E_S3_4 * E_S3_4;
  const Real Z_S1_3_4 = D_5_S1_3_4 * D_5_S1_3_4;
  const Real Z_S2_3_4 = D_5_S2_3_4 * D_5_S2_3_4;
  const Real X_S1_2_3_4 = fma(-Y_S1, Z_S2_3_4, fma(-Y_S2, Z_S1_3_4, fma(-Y_S1_2, Z_S3_4, fma(-Z_S1_2_4, Y_S3, fma(-Z_S2_4, Y_S1_3, fma(-Z_S1_4, Y_S2_3, fma(-2.0f * Z_S4, t6, -D_5_S1_2_3_4 * D_5_S1_2_3_4)))))));
  const Real X_S2_3_4 = fma(-Y_S2, Z_S3_4, fma(-Z_S2_4, Y_S3, fma(-Z_S4, Y_S2_3, -Z_S2_3_4)));
  const Real X_S1_3_4 = fma(-Y_S1, Z_S3_4, fma(-Z_S1_4, Y_S3, fma(-Z_S4, Y_S1_3, -Z_S1_3_4)));
  const Real X_S3_4 = fma(-Z_S4, Y_S3, -Z_S3_4);
  const Real X_S1_2_4 = fma(-Y_S1, Z_S2_4, fma(-Y_S2, Z_S1_4, fma(-Z_S4, Y_S1_2, -Z_S1_2_4)));
  const Real X_S2_4 = fma(-Z_S4, Y_S2, -Z_S2_4);
  const Real X_S1_4 = fma(-Z_S4, Y_S1, -Z_S1_4);
  const Real t10 = fma(-D_5_S2_3 * minor_S3_0_2_0_2, X_S1_4, fma(-D_5_S1_3 * minor_S3_0_1_0_1, X_S2_4, fma(-G_3_3 * A_3_S3_0_0, X_S1_2_4, Z_S4 * D_5_S1_2_3 * M_S3_S0_1_2)));
  const Real minor_S_0_1_0_1 = fma(-G_0_1, G_1_0, G_0_0 * G_1_1);
  const Real minor_S_0_2_0_2 = fma(-G_0_2, G_2_0, G_0_0 * G_2_2);
  const Real minor_S_1_2_0_2 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
  const Real minor_S_1_2_0_1 = fma(-G_1_1, G_2_0, G_2_1 * G_1_0);
  const Real M_S_S0_1_2 = fma(G_0_2, minor_S_1_2_0_1, fma(-G_0_1, minor_S_1_2_0_2, G_0_0 * minor_S_1_2_1_2));
  const Real density = fma(-minor_S_1_2_1_2 * M_S_S0_1_2, X_S3_4, fma(-G_2_2 * minor_S_0_2_0_2, X_S1_3_4, fma(-G_1_1 * minor_S_0_1_0_1, X_S2_3_4, fma(G_3_3, t10, fma(-G_0_0, X_S1_2_3_4, fma(G_4_4, t7, E_S3_4 * t4))))));
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = density;
}
