// hubbard_sun_density_last_line, n = 4: single precision, CUDA for sm_90, one lane a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density_last_line.diag:18: W(k, open, s, v)
//   hubbard_sun_density_last_line.diag:25: rest(k, open)
//   hubbard_sun_density_last_line.diag:29: loop(s)
//   hubbard_sun_density_last_line.diag:32: last(open, s)
//   hubbard_sun_density_last_line.diag:36: path(open, b)
//   hubbard_sun_density_last_line.diag:39: loops(m, open)
//   hubbard_sun_density_last_line.diag:41: rest_loops(open)
//   hubbard_sun_density_last_line.diag:43: way(m, open, b)
//   hubbard_sun_density_last_line.diag:45: density
// Order: W, last, path, loops, way by v descending; at most 28 values live.
// A configuration takes 125 multiplications, 1 additions, 123 fused, 0 divisions, 0 functions,
// 21 loads and 1 stores, in 1 function.
// Launch hubbard_sun_density_last_line_straight: 128 threads and 128 configurations a block.
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
  Real params[1];
};

// The number that is so many bytes behind the first of a row.
__device__ inline const Real *in_row(const Real *row, Size bytes) {
  return (const Real *)((const char *)row + bytes);
}

extern "C" __global__ void __launch_bounds__(128, 8)
hubbard_sun_density_last_line_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Size offsets[1] = {at * (sizeof(Real) * batch.inputs[0].lane_stride)};
  const Real N = batch.params[0];
  const Real t1 = N - 1.0f;
  const Real G_4_0 = __ldg(in_row(batch.inputs[0].data + 20 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_4_4 = __ldg(in_row(batch.inputs[0].data + 24 * batch.inputs[0].row_stride, offsets[0]));
  const Real last_S_0 = G_4_0 * G_4_4 * t1;
  const Real G_3_4 = __ldg(in_row(batch.inputs[0].data + 19 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S_0_3 = G_3_4 * last_S_0;
  const Real G_2_2 = __ldg(in_row(batch.inputs[0].data + 12 * batch.inputs[0].row_stride, offsets[0]));
  const Real t2 = N * G_2_2;
  const Real G_4_2 = __ldg(in_row(batch.inputs[0].data + 22 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_4 = __ldg(in_row(batch.inputs[0].data + 14 * batch.inputs[0].row_stride, offsets[0]));
  const Real loops_4_S2 = fma(-G_4_4, t2, G_4_2 * G_2_4);
  const Real path_S2_2 = G_4_4 * G_4_2;
  const Real G_2_0 = __ldg(in_row(batch.inputs[0].data + 10 * batch.inputs[0].row_stride, offsets[0]));
  const Real t3 = fma(path_S2_2, G_2_0, G_4_0 * loops_4_S2);
  const Real last_S2_0 = t1 * t3;
  const Real W_3_S_0_2 = G_2_4 * last_S_0;
  const Real t4 = N * path_S2_2 * t1;
  const Real t5 = G_2_4 * t4;
  const Real G_3_2 = __ldg(in_row(batch.inputs[0].data + 17 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_0 = __ldg(in_row(batch.inputs[0].data + 15 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S2_0_3 = fma(-G_3_0, t5, fma(G_3_2, W_3_S_0_2, G_3_4 * last_S2_0));
  const Real G_1_1 = __ldg(in_row(batch.inputs[0].data + 6 * batch.inputs[0].row_stride, offsets[0]));
  const Real t6 = N * G_1_1;
  const Real G_4_1 = __ldg(in_row(batch.inputs[0].data + 21 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_1_4 = __ldg(in_row(batch.inputs[0].data + 9 * batch.inputs[0].row_stride, offsets[0]));
  const Real loops_4_S1 = fma(-G_4_4, t6, G_4_1 * G_1_4);
  const Real path_S1_1 = G_4_4 * G_4_1;
  const Real G_1_0 = __ldg(in_row(batch.inputs[0].data + 5 * batch.inputs[0].row_stride, offsets[0]));
  const Real t7 = fma(G_1_0, path_S1_1, G_4_0 * loops_4_S1);
  const Real last_S1_0 = t1 * t7;
  const Real W_3_S_0_1 = G_1_4 * last_S_0;
  const Real t8 = N * path_S1_1 * t1;
  const Real t9 = G_1_4 * t8;
  const Real G_3_1 = __ldg(in_row(batch.inputs[0].data + 16 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_3_S1_0_3 = fma(-G_3_0, t9, fma(G_3_1, W_3_S_0_1, G_3_4 * last_S1_0));
  const Real G_1_2 = __ldg(in_row(batch.inputs[0].data + 7 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_1 = __ldg(in_row(batch.inputs[0].data + 11 * batch.inputs[0].row_stride, offsets[0]));
  const Real loops_2_S1 = fma(-G_2_2, t6, G_1_2 * G_2_1);
  const Real t10 = N * loops_2_S1;
  const Real way_4_S1_2_1 = fma(-t2, G_4_1, G_2_1 * G_4_2);
  const Real way_4_S1_2_2 = fma(-t6, G_4_2, G_1_2 * G_4_1);
  const Real loops_4_S1_2 = fma(G_2_4, way_4_S1_2_2, fma(-G_4_4, t10, G_1_4 * way_4_S1_2_1));
  const Real path_S1_2_1 = fma(G_2_1, path_S2_2, G_4_1 * loops_4_S2);
  const Real path_S1_2_2 = fma(G_1_2, path_S1_1, G_4_2 * loops_4_S1);
  const Real t11 = fma(G_2_0, path_S1_2_2, fma(G_1_0, path_S1_2_1, G_4_0 * loops_4_S1_2));
  const Real W_3_S2_0_1 = fma(-G_1_0, t5, fma(G_1_2, W_3_S_0_2, G_1_4 * last_S2_0));
  const Real W_3_S1_0_2 = fma(-G_2_0, t9, fma(G_2_1, W_3_S_0_1, G_2_4 * last_S1_0));
  const Real t12 = N * path_S1_2_1 * t1;
  const Real t13 = G_2_4 * t8;
  const Real W_3_S2_1_1 = fma(G_1_2, t13, fma(-N * G_1_1, t5, G_1_4 * t12));
  const Real W_3_S1_2_0_3 = fma(-G_3_0, W_3_S2_1_1, fma(G_3_2, W_3_S1_0_2, fma(G_3_1, W_3_S2_0_1, G_3_4 * t1 * t11)));
  const Real W_3_S2_1_3 = fma(G_3_2, t13, fma(-N * G_3_1, t5, G_3_4 * t12));
  const Real way_3_S1_2_1 = fma(-G_3_1, t2, G_2_1 * G_3_2);
  const Real way_3_S1_2_2 = fma(-t6, G_3_2, G_1_2 * G_3_1);
  const Real G_1_3 = __ldg(in_row(batch.inputs[0].data + 8 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_3_3 = __ldg(in_row(batch.inputs[0].data + 18 * batch.inputs[0].row_stride, offsets[0]));
  const Real G_2_3 = __ldg(in_row(batch.inputs[0].data + 13 * batch.inputs[0].row_stride, offsets[0]));
  const Real loops_3_S1_2 = fma(G_2_3, way_3_S1_2_2, fma(-G_3_3, t10, way_3_S1_2_1 * G_1_3));
  const Real loops_3_S2 = fma(-G_3_3, t2, G_2_3 * G_3_2);
  const Real t14 = N * loops_3_S2;
  const Real t15 = N * G_3_3;
  const Real G_4_3 = __ldg(in_row(batch.inputs[0].data + 23 * batch.inputs[0].row_stride, offsets[0]));
  const Real way_4_S2_3_2 = fma(-G_4_2, t15, G_3_2 * G_4_3);
  const Real way_4_S2_3_3 = fma(-t2, G_4_3, G_2_3 * G_4_2);
  const Real way_4_S1_2_3_1 = fma(G_3_1, way_4_S2_3_3, fma(-G_4_1, t14, G_2_1 * way_4_S2_3_2));
  const Real loops_3_S1 = fma(-G_3_3, t6, G_3_1 * G_1_3);
  const Real t16 = N * loops_3_S1;
  const Real way_4_S1_3_1 = fma(-G_4_1, t15, G_3_1 * G_4_3);
  const Real way_4_S1_3_3 = fma(-t6, G_4_3, G_1_3 * G_4_1);
  const Real way_4_S1_2_3_2 = fma(G_3_2, way_4_S1_3_3, fma(-G_4_2, t16, G_1_2 * way_4_S1_3_1));
  const Real way_4_S1_2_3_3 = fma(G_2_3, way_4_S1_2_2, fma(-t10, G_4_3, G_1_3 * way_4_S1_2_1));
  const Real loops_4_S1_2_3 = fma(G_3_4, way_4_S1_2_3_3, fma(way_4_S1_2_3_2, G_2_4, fma(-N * G_4_4, loops_3_S1_2, way_4_S1_2_3_1 * G_1_4)));
  const Real loops_4_S2_3 = fma(G_3_4, way_4_S2_3_3, fma(-G_4_4, t14, way_4_S2_3_2 * G_2_4));
  const Real loops_4_S3 = fma(-G_4_4, t15, G_3_4 * G_4_3);
  const Real path_S3_3 = G_4_4 * G_4_3;
  const Real path_S2_3_2 = fma(G_3_2, path_S3_3, G_4_2 * loops_4_S3);
  const Real path_S2_3_3 = fma(G_2_3, path_S2_2, G_4_3 * loops_4_S2);
  const Real path_S1_2_3_1 = fma(G_3_1, path_S2_3_3, fma(G_2_1, path_S2_3_2, G_4_1 * loops_4_S2_3));
  const Real loops_4_S1_3 = fma(G_3_4, way_4_S1_3_3, fma(-G_4_4, t16, G_1_4 * way_4_S1_3_1));
  const Real path_S1_3_1 = fma(G_3_1, path_S3_3, G_4_1 * loops_4_S3);
  const Real path_S1_3_3 = fma(G_1_3, path_S1_1, G_4_3 * loops_4_S1);
  const Real path_S1_2_3_2 = fma(G_3_2, path_S1_3_3, fma(G_1_2, path_S1_3_1, G_4_2 * loops_4_S1_3));
  const Real path_S1_2_3_3 = fma(G_2_3, path_S1_2_2, fma(G_1_3, path_S1_2_1, G_4_3 * loops_4_S1_2));
  const Real t17 = fma(path_S1_2_3_3, G_3_0, fma(path_S1_2_3_2, G_2_0, fma(path_S1_2_3_1, G_1_0, G_4_0 * loops_4_S1_2_3)));
  const Real t18 = fma(path_S2_3_3, G_3_0, fma(path_S2_3_2, G_2_0, G_4_0 * loops_4_S2_3));
  const Real last_S2_3_0 = t1 * t18;
  const Real t19 = fma(path_S3_3, G_3_0, G_4_0 * loops_4_S3);
  const Real last_S3_0 = t1 * t19;
  const Real t20 = G_3_4 * N * path_S3_3 * t1;
  const Real W_3_S3_0_2 = fma(-G_2_0, t20, fma(G_2_4, last_S3_0, G_2_3 * W_3_S_0_3));
  const Real t21 = N * path_S2_3_2 * t1;
  const Real t22 = G_3_4 * t4;
  const Real W_3_S3_2_2 = fma(G_2_3, t22, fma(-N * G_2_2, t20, G_2_4 * t21));
  const Real W_3_S2_3_0_1 = fma(-G_1_0, W_3_S3_2_2, fma(G_1_2, W_3_S3_0_2, fma(G_1_4, last_S2_3_0, G_1_3 * W_3_S2_0_3)));
  const Real t23 = fma(path_S1_3_3, G_3_0, fma(G_1_0, path_S1_3_1, G_4_0 * loops_4_S1_3));
  const Real last_S1_3_0 = t1 * t23;
  const Real W_3_S3_0_1 = fma(-G_1_0, t20, fma(G_1_4, last_S3_0, G_1_3 * W_3_S_0_3));
  const Real t24 = N * path_S1_3_1 * t1;
  const Real t25 = G_3_4 * t8;
  const Real W_3_S3_1_1 = fma(G_1_3, t25, fma(-N * G_1_1, t20, G_1_4 * t24));
  const Real W_3_S1_3_0_2 = fma(-G_2_0, W_3_S3_1_1, fma(G_2_1, W_3_S3_0_1, fma(G_2_4, last_S1_3_0, G_2_3 * W_3_S1_0_3)));
  const Real t26 = N * path_S1_2_3_1 * t1;
  const Real W_3_S3_1_2 = fma(G_2_3, t25, fma(-N * G_2_1, t20, G_2_4 * t24));
  const Real W_3_S2_3_1_1 = fma(G_1_2, W_3_S3_1_2, fma(G_1_4, t26, fma(-N * G_1_1, W_3_S3_2_2, G_1_3 * W_3_S2_1_3)));
  const Real W_3_S1_2_3_0_3 = fma(-G_3_0, W_3_S2_3_1_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_1, W_3_S2_3_0_1, fma(G_3_4 * t17, t1, G_3_3 * W_3_S1_2_0_3))));
  const Real W_3_S2_3_0_3 = fma(-G_3_0, W_3_S3_2_2, fma(G_3_2, W_3_S3_0_2, fma(G_3_4, last_S2_3_0, G_3_3 * W_3_S2_0_3)));
  const Real W_3_S3_0_3 = fma(-G_3_0, t20, fma(G_3_4, last_S3_0, G_3_3 * W_3_S_0_3));
  const Real W_3_S3_2_3 = fma(G_3_3, t22, fma(-N * G_3_2, t20, G_3_4 * t21));
  const Real W_3_S1_3_0_3 = fma(-G_3_0, W_3_S3_1_1, fma(G_3_1, W_3_S3_0_1, fma(G_3_4, last_S1_3_0, G_3_3 * W_3_S1_0_3)));
  const Real W_3_S3_1_3 = fma(G_3_3, t25, fma(-N * G_3_1, t20, G_3_4 * t24));
  const Real W_3_S2_3_1_3 = fma(G_3_2, W_3_S3_1_2, fma(G_3_4, t26, fma(-N * G_3_1, W_3_S3_2_2, G_3_3 * W_3_S2_1_3)));
  const Real W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
  const Real W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
  const Real t27 = fma(-G_2_0, W_3_S3_1_3, G_2_1 * W_3_S3_0_3);
  const Real W_2_S1_0_2 = fma(G_1_3, t27, G_2_3 * W_3_S1_3_0_3);
  const Real W_2_S_1_2 = G_2_3 * W_3_S3_1_3;
  const Real W_2_S2_0_2 = fma(-G_2_0, W_2_S_2_2, fma(G_2_2, W_2_S_0_2, G_2_3 * W_3_S2_3_0_3));
  const Real W_2_S2_1_2 = fma(G_2_2, W_2_S_1_2, fma(-N * G_2_1, W_2_S_2_2, G_2_3 * W_3_S2_3_1_3));
  const Real W_2_S2_0_1 = fma(-G_1_0, W_2_S_2_2, fma(G_1_2, W_2_S_0_2, G_1_3 * W_3_S2_3_0_3));
  const Real W_2_S2_1_1 = fma(G_1_2, W_2_S_1_2, fma(-N * G_1_1, W_2_S_2_2, G_1_3 * W_3_S2_3_1_3));
  const Real t28 = fma(-G_2_0, W_2_S2_1_1, fma(G_2_1, W_2_S2_0_1, fma(-G_1_0, W_2_S2_1_2, fma(G_1_1, W_2_S2_0_2, fma(G_2_2, W_2_S1_0_2, G_2_3 * W_3_S1_2_3_0_3)))));
  const Real G_0_1 = __ldg(in_row(batch.inputs[0].data + 1 * batch.inputs[0].row_stride, offsets[0]));
  const Real W_0_S_0_0 = G_0_1 * G_1_2 * t28;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = W_0_S_0_0;
}
