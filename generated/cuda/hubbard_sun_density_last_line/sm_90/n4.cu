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
// Order: W, last, path, loops, way by v descending; at most 31 values live.
// A configuration takes 110 multiplications, 1 additions, 123 fused, 0 divisions, 0 functions,
// 21 loads and 1 stores, in 1 function.
// Launch hubbard_sun_density_last_line_straight: 128 threads and 128 configurations a block.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

struct Batch {
  const Real *inputs[1];
  Real *outputs[1];
  Size input_stride, output_stride;
  Size begin, end;
  Real *work;
  Real params[1];
};

extern "C" __global__ void __launch_bounds__(128, 6)
hubbard_sun_density_last_line_straight(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  const Real N = batch.params[0];
  const Real t1 = N - 1.0f;
  const Real t2 = N * t1;
  const Real G_4_0 = __ldg(batch.inputs[0] + 20 * batch.input_stride + at);
  const Real G_4_4 = __ldg(batch.inputs[0] + 24 * batch.input_stride + at);
  const Real last_S_0 = G_4_0 * G_4_4 * t1;
  const Real G_3_4 = __ldg(batch.inputs[0] + 19 * batch.input_stride + at);
  const Real W_3_S_0_3 = G_3_4 * last_S_0;
  const Real G_2_2 = __ldg(batch.inputs[0] + 12 * batch.input_stride + at);
  const Real t3 = N * G_2_2;
  const Real G_4_2 = __ldg(batch.inputs[0] + 22 * batch.input_stride + at);
  const Real G_2_4 = __ldg(batch.inputs[0] + 14 * batch.input_stride + at);
  const Real loops_4_S2 = fma(-G_4_4, t3, G_4_2 * G_2_4);
  const Real path_S2_2 = G_4_4 * G_4_2;
  const Real G_2_0 = __ldg(batch.inputs[0] + 10 * batch.input_stride + at);
  const Real t4 = fma(path_S2_2, G_2_0, G_4_0 * loops_4_S2);
  const Real last_S2_0 = t1 * t4;
  const Real W_3_S_0_2 = G_2_4 * last_S_0;
  const Real t5 = path_S2_2 * t2;
  const Real t6 = G_2_4 * t5;
  const Real G_3_2 = __ldg(batch.inputs[0] + 17 * batch.input_stride + at);
  const Real G_3_0 = __ldg(batch.inputs[0] + 15 * batch.input_stride + at);
  const Real W_3_S2_0_3 = fma(-G_3_0, t6, fma(G_3_2, W_3_S_0_2, G_3_4 * last_S2_0));
  const Real G_1_1 = __ldg(batch.inputs[0] + 6 * batch.input_stride + at);
  const Real t7 = N * G_1_1;
  const Real G_4_1 = __ldg(batch.inputs[0] + 21 * batch.input_stride + at);
  const Real G_1_4 = __ldg(batch.inputs[0] + 9 * batch.input_stride + at);
  const Real loops_4_S1 = fma(-G_4_4, t7, G_4_1 * G_1_4);
  const Real path_S1_1 = G_4_4 * G_4_1;
  const Real G_1_0 = __ldg(batch.inputs[0] + 5 * batch.input_stride + at);
  const Real t8 = fma(G_1_0, path_S1_1, G_4_0 * loops_4_S1);
  const Real last_S1_0 = t1 * t8;
  const Real W_3_S_0_1 = G_1_4 * last_S_0;
  const Real t9 = path_S1_1 * t2;
  const Real t10 = G_1_4 * t9;
  const Real G_3_1 = __ldg(batch.inputs[0] + 16 * batch.input_stride + at);
  const Real W_3_S1_0_3 = fma(-G_3_0, t10, fma(G_3_1, W_3_S_0_1, G_3_4 * last_S1_0));
  const Real t11 = G_3_4 * t1;
  const Real G_1_2 = __ldg(batch.inputs[0] + 7 * batch.input_stride + at);
  const Real G_2_1 = __ldg(batch.inputs[0] + 11 * batch.input_stride + at);
  const Real loops_2_S1 = fma(-G_2_2, t7, G_1_2 * G_2_1);
  const Real t12 = N * loops_2_S1;
  const Real way_4_S1_2_1 = fma(-t3, G_4_1, G_2_1 * G_4_2);
  const Real way_4_S1_2_2 = fma(-t7, G_4_2, G_1_2 * G_4_1);
  const Real loops_4_S1_2 = fma(G_2_4, way_4_S1_2_2, fma(-G_4_4, t12, G_1_4 * way_4_S1_2_1));
  const Real path_S1_2_1 = fma(G_2_1, path_S2_2, G_4_1 * loops_4_S2);
  const Real path_S1_2_2 = fma(G_1_2, path_S1_1, G_4_2 * loops_4_S1);
  const Real t13 = fma(G_2_0, path_S1_2_2, fma(G_1_0, path_S1_2_1, G_4_0 * loops_4_S1_2));
  const Real W_3_S2_0_1 = fma(-G_1_0, t6, fma(G_1_2, W_3_S_0_2, G_1_4 * last_S2_0));
  const Real W_3_S1_0_2 = fma(-G_2_0, t10, fma(G_2_1, W_3_S_0_1, G_2_4 * last_S1_0));
  const Real t14 = path_S1_2_1 * t2;
  const Real t15 = G_2_4 * t9;
  const Real W_3_S2_1_1 = fma(G_1_2, t15, fma(-t6, t7, G_1_4 * t14));
  const Real W_3_S1_2_0_3 = fma(-G_3_0, W_3_S2_1_1, fma(G_3_2, W_3_S1_0_2, fma(G_3_1, W_3_S2_0_1, t11 * t13)));
  const Real t16 = N * G_3_1;
  const Real W_3_S2_1_3 = fma(-t6, t16, fma(G_3_2, t15, G_3_4 * t14));
  const Real way_3_S1_2_1 = fma(-G_3_1, t3, G_2_1 * G_3_2);
  const Real way_3_S1_2_2 = fma(-t7, G_3_2, G_1_2 * G_3_1);
  const Real G_1_3 = __ldg(batch.inputs[0] + 8 * batch.input_stride + at);
  const Real G_3_3 = __ldg(batch.inputs[0] + 18 * batch.input_stride + at);
  const Real G_2_3 = __ldg(batch.inputs[0] + 13 * batch.input_stride + at);
  const Real loops_3_S1_2 = fma(G_2_3, way_3_S1_2_2, fma(-G_3_3, t12, way_3_S1_2_1 * G_1_3));
  const Real loops_3_S2 = fma(-G_3_3, t3, G_2_3 * G_3_2);
  const Real t17 = N * loops_3_S2;
  const Real t18 = N * G_3_3;
  const Real G_4_3 = __ldg(batch.inputs[0] + 23 * batch.input_stride + at);
  const Real way_4_S2_3_2 = fma(-G_4_2, t18, G_3_2 * G_4_3);
  const Real way_4_S2_3_3 = fma(-t3, G_4_3, G_2_3 * G_4_2);
  const Real way_4_S1_2_3_1 = fma(G_3_1, way_4_S2_3_3, fma(-G_4_1, t17, G_2_1 * way_4_S2_3_2));
  const Real loops_3_S1 = fma(-G_3_3, t7, G_3_1 * G_1_3);
  const Real t19 = N * loops_3_S1;
  const Real way_4_S1_3_1 = fma(-G_4_1, t18, G_3_1 * G_4_3);
  const Real way_4_S1_3_3 = fma(-t7, G_4_3, G_1_3 * G_4_1);
  const Real way_4_S1_2_3_2 = fma(G_3_2, way_4_S1_3_3, fma(-G_4_2, t19, G_1_2 * way_4_S1_3_1));
  const Real way_4_S1_2_3_3 = fma(G_2_3, way_4_S1_2_2, fma(-t12, G_4_3, G_1_3 * way_4_S1_2_1));
  const Real loops_4_S1_2_3 = fma(G_3_4, way_4_S1_2_3_3, fma(way_4_S1_2_3_2, G_2_4, fma(-N * G_4_4, loops_3_S1_2, way_4_S1_2_3_1 * G_1_4)));
  const Real loops_4_S2_3 = fma(G_3_4, way_4_S2_3_3, fma(-G_4_4, t17, way_4_S2_3_2 * G_2_4));
  const Real loops_4_S3 = fma(-G_4_4, t18, G_3_4 * G_4_3);
  const Real path_S3_3 = G_4_4 * G_4_3;
  const Real path_S2_3_2 = fma(G_3_2, path_S3_3, G_4_2 * loops_4_S3);
  const Real path_S2_3_3 = fma(G_2_3, path_S2_2, G_4_3 * loops_4_S2);
  const Real path_S1_2_3_1 = fma(G_3_1, path_S2_3_3, fma(G_2_1, path_S2_3_2, G_4_1 * loops_4_S2_3));
  const Real loops_4_S1_3 = fma(G_3_4, way_4_S1_3_3, fma(-G_4_4, t19, G_1_4 * way_4_S1_3_1));
  const Real path_S1_3_1 = fma(G_3_1, path_S3_3, G_4_1 * loops_4_S3);
  const Real path_S1_3_3 = fma(G_1_3, path_S1_1, G_4_3 * loops_4_S1);
  const Real path_S1_2_3_2 = fma(G_3_2, path_S1_3_3, fma(G_1_2, path_S1_3_1, G_4_2 * loops_4_S1_3));
  const Real path_S1_2_3_3 = fma(G_2_3, path_S1_2_2, fma(G_1_3, path_S1_2_1, G_4_3 * loops_4_S1_2));
  const Real t20 = fma(path_S1_2_3_3, G_3_0, fma(path_S1_2_3_2, G_2_0, fma(path_S1_2_3_1, G_1_0, G_4_0 * loops_4_S1_2_3)));
  const Real t21 = fma(path_S2_3_3, G_3_0, fma(path_S2_3_2, G_2_0, G_4_0 * loops_4_S2_3));
  const Real last_S2_3_0 = t1 * t21;
  const Real t22 = fma(path_S3_3, G_3_0, G_4_0 * loops_4_S3);
  const Real last_S3_0 = t1 * t22;
  const Real t23 = G_3_4 * path_S3_3 * t2;
  const Real W_3_S3_0_2 = fma(-G_2_0, t23, fma(G_2_4, last_S3_0, G_2_3 * W_3_S_0_3));
  const Real t24 = path_S2_3_2 * t2;
  const Real t25 = G_3_4 * t5;
  const Real t26 = N * t23;
  const Real W_3_S3_2_2 = fma(-G_2_2, t26, fma(G_2_3, t25, G_2_4 * t24));
  const Real W_3_S2_3_0_1 = fma(-G_1_0, W_3_S3_2_2, fma(G_1_2, W_3_S3_0_2, fma(G_1_4, last_S2_3_0, G_1_3 * W_3_S2_0_3)));
  const Real t27 = fma(path_S1_3_3, G_3_0, fma(G_1_0, path_S1_3_1, G_4_0 * loops_4_S1_3));
  const Real last_S1_3_0 = t1 * t27;
  const Real W_3_S3_0_1 = fma(-G_1_0, t23, fma(G_1_4, last_S3_0, G_1_3 * W_3_S_0_3));
  const Real t28 = path_S1_3_1 * t2;
  const Real t29 = G_3_4 * t9;
  const Real W_3_S3_1_1 = fma(G_1_3, t29, fma(-t23, t7, G_1_4 * t28));
  const Real W_3_S1_3_0_2 = fma(-G_2_0, W_3_S3_1_1, fma(G_2_1, W_3_S3_0_1, fma(G_2_4, last_S1_3_0, G_2_3 * W_3_S1_0_3)));
  const Real t30 = path_S1_2_3_1 * t2;
  const Real W_3_S3_1_2 = fma(G_2_3, t29, fma(-G_2_1, t26, G_2_4 * t28));
  const Real W_3_S2_3_1_1 = fma(G_1_2, W_3_S3_1_2, fma(G_1_4, t30, fma(-W_3_S3_2_2, t7, G_1_3 * W_3_S2_1_3)));
  const Real W_3_S1_2_3_0_3 = fma(-G_3_0, W_3_S2_3_1_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_1, W_3_S2_3_0_1, fma(t11, t20, G_3_3 * W_3_S1_2_0_3))));
  const Real W_3_S2_3_0_3 = fma(-G_3_0, W_3_S3_2_2, fma(G_3_2, W_3_S3_0_2, fma(G_3_4, last_S2_3_0, G_3_3 * W_3_S2_0_3)));
  const Real W_3_S3_0_3 = fma(-G_3_0, t23, fma(G_3_4, last_S3_0, G_3_3 * W_3_S_0_3));
  const Real W_3_S3_2_3 = fma(-G_3_2, t26, fma(G_3_3, t25, G_3_4 * t24));
  const Real W_3_S1_3_0_3 = fma(-G_3_0, W_3_S3_1_1, fma(G_3_1, W_3_S3_0_1, fma(G_3_4, last_S1_3_0, G_3_3 * W_3_S1_0_3)));
  const Real W_3_S3_1_3 = fma(G_3_3, t29, fma(-G_3_1, t26, G_3_4 * t28));
  const Real W_3_S2_3_1_3 = fma(G_3_2, W_3_S3_1_2, fma(G_3_4, t30, fma(-W_3_S3_2_2, t16, G_3_3 * W_3_S2_1_3)));
  const Real W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
  const Real W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
  const Real t31 = fma(-G_2_0, W_3_S3_1_3, G_2_1 * W_3_S3_0_3);
  const Real W_2_S1_0_2 = fma(G_1_3, t31, G_2_3 * W_3_S1_3_0_3);
  const Real W_2_S_1_2 = G_2_3 * W_3_S3_1_3;
  const Real W_2_S2_0_2 = fma(-G_2_0, W_2_S_2_2, fma(G_2_2, W_2_S_0_2, G_2_3 * W_3_S2_3_0_3));
  const Real W_2_S2_1_2 = fma(G_2_2, W_2_S_1_2, fma(-N * G_2_1, W_2_S_2_2, G_2_3 * W_3_S2_3_1_3));
  const Real W_2_S2_0_1 = fma(-G_1_0, W_2_S_2_2, fma(G_1_2, W_2_S_0_2, G_1_3 * W_3_S2_3_0_3));
  const Real W_2_S2_1_1 = fma(G_1_2, W_2_S_1_2, fma(-W_2_S_2_2, t7, G_1_3 * W_3_S2_3_1_3));
  const Real t32 = fma(-G_2_0, W_2_S2_1_1, fma(G_2_1, W_2_S2_0_1, fma(-G_1_0, W_2_S2_1_2, fma(G_1_1, W_2_S2_0_2, fma(G_2_2, W_2_S1_0_2, G_2_3 * W_3_S1_2_3_0_3)))));
  const Real G_0_1 = __ldg(batch.inputs[0] + 1 * batch.input_stride + at);
  const Real W_0_S_0_0 = G_0_1 * G_1_2 * t32;
  batch.outputs[0][0 * batch.output_stride + at] = W_0_S_0_0;
}
