// hubbard_sun_density_last_line, n = 5: double precision, 4 configurations a vector.
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
// Order: W, last, path, loops, way by v descending; at most 73 values live.
// A vector takes 287 multiplications, 1 additions, 435 fused, 0 divisions, 0 functions,
// 31 loads and 1 stores, in 1 function.
#pragma clang fp contract(off)

typedef __SIZE_TYPE__ Size;
typedef double Real;
enum : Size { lanes = 4 };
typedef Real Vec __attribute__((ext_vector_type(4)));
// A vector at any place of a row.
typedef Real Row __attribute__((ext_vector_type(4), aligned(8), may_alias));

static inline Vec splat(Real x) { return x; }
static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); }
static inline Vec load(const Real *row) { return *(const Row *)row; }
static inline void store(Real *row, Vec x) { *(Row *)row = x; }

extern "C" void hubbard_sun_density_last_line_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(1.0);
  const Vec t2 = N * t1;
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_5_0 = load(inputs[0] + 30 * input_stride + at);
    const Vec G_5_5 = load(inputs[0] + 35 * input_stride + at);
    const Vec last_S_0 = G_5_0 * G_5_5 * t1;
    const Vec G_4_5 = load(inputs[0] + 29 * input_stride + at);
    const Vec W_4_S_0_4 = G_4_5 * last_S_0;
    const Vec G_3_3 = load(inputs[0] + 21 * input_stride + at);
    const Vec t3 = N * G_3_3;
    const Vec G_5_3 = load(inputs[0] + 33 * input_stride + at);
    const Vec G_3_5 = load(inputs[0] + 23 * input_stride + at);
    const Vec loops_5_S3 = fma(-G_5_5, t3, G_5_3 * G_3_5);
    const Vec path_S3_3 = G_5_5 * G_5_3;
    const Vec G_3_0 = load(inputs[0] + 18 * input_stride + at);
    const Vec t4 = fma(path_S3_3, G_3_0, G_5_0 * loops_5_S3);
    const Vec last_S3_0 = t1 * t4;
    const Vec W_4_S_0_3 = G_3_5 * last_S_0;
    const Vec t5 = path_S3_3 * t2;
    const Vec t6 = G_3_5 * t5;
    const Vec G_4_3 = load(inputs[0] + 27 * input_stride + at);
    const Vec G_4_0 = load(inputs[0] + 24 * input_stride + at);
    const Vec W_4_S3_0_4 = fma(-G_4_0, t6, fma(G_4_3, W_4_S_0_3, G_4_5 * last_S3_0));
    const Vec G_2_2 = load(inputs[0] + 14 * input_stride + at);
    const Vec t7 = N * G_2_2;
    const Vec G_5_2 = load(inputs[0] + 32 * input_stride + at);
    const Vec G_2_5 = load(inputs[0] + 17 * input_stride + at);
    const Vec loops_5_S2 = fma(-G_5_5, t7, G_5_2 * G_2_5);
    const Vec path_S2_2 = G_5_5 * G_5_2;
    const Vec G_2_0 = load(inputs[0] + 12 * input_stride + at);
    const Vec t8 = fma(path_S2_2, G_2_0, G_5_0 * loops_5_S2);
    const Vec last_S2_0 = t1 * t8;
    const Vec W_4_S_0_2 = G_2_5 * last_S_0;
    const Vec t9 = path_S2_2 * t2;
    const Vec t10 = G_2_5 * t9;
    const Vec G_4_2 = load(inputs[0] + 26 * input_stride + at);
    const Vec W_4_S2_0_4 = fma(-G_4_0, t10, fma(G_4_2, W_4_S_0_2, G_4_5 * last_S2_0));
    const Vec G_2_3 = load(inputs[0] + 15 * input_stride + at);
    const Vec G_3_2 = load(inputs[0] + 20 * input_stride + at);
    const Vec loops_3_S2 = fma(-G_3_3, t7, G_2_3 * G_3_2);
    const Vec t11 = N * loops_3_S2;
    const Vec way_5_S2_3_2 = fma(-t3, G_5_2, G_3_2 * G_5_3);
    const Vec way_5_S2_3_3 = fma(-t7, G_5_3, G_2_3 * G_5_2);
    const Vec loops_5_S2_3 = fma(way_5_S2_3_3, G_3_5, fma(-G_5_5, t11, way_5_S2_3_2 * G_2_5));
    const Vec path_S2_3_2 = fma(G_3_2, path_S3_3, G_5_2 * loops_5_S3);
    const Vec path_S2_3_3 = fma(G_2_3, path_S2_2, G_5_3 * loops_5_S2);
    const Vec t12 = fma(path_S2_3_3, G_3_0, fma(path_S2_3_2, G_2_0, G_5_0 * loops_5_S2_3));
    const Vec last_S2_3_0 = t1 * t12;
    const Vec W_4_S3_0_2 = fma(-G_2_0, t6, fma(G_2_3, W_4_S_0_3, G_2_5 * last_S3_0));
    const Vec W_4_S2_0_3 = fma(-G_3_0, t10, fma(G_3_2, W_4_S_0_2, G_3_5 * last_S2_0));
    const Vec t13 = path_S2_3_2 * t2;
    const Vec t14 = G_3_5 * t9;
    const Vec W_4_S3_2_2 = fma(G_2_3, t14, fma(-t6, t7, G_2_5 * t13));
    const Vec W_4_S2_3_0_4 = fma(-G_4_0, W_4_S3_2_2, fma(G_4_3, W_4_S2_0_3, fma(G_4_2, W_4_S3_0_2, G_4_5 * last_S2_3_0)));
    const Vec t15 = N * G_4_2;
    const Vec W_4_S3_2_4 = fma(-t6, t15, fma(G_4_3, t14, G_4_5 * t13));
    const Vec G_1_1 = load(inputs[0] + 7 * input_stride + at);
    const Vec t16 = N * G_1_1;
    const Vec G_5_1 = load(inputs[0] + 31 * input_stride + at);
    const Vec G_1_5 = load(inputs[0] + 11 * input_stride + at);
    const Vec loops_5_S1 = fma(-G_5_5, t16, G_5_1 * G_1_5);
    const Vec path_S1_1 = G_5_5 * G_5_1;
    const Vec G_1_0 = load(inputs[0] + 6 * input_stride + at);
    const Vec t17 = fma(G_1_0, path_S1_1, G_5_0 * loops_5_S1);
    const Vec last_S1_0 = t1 * t17;
    const Vec W_4_S_0_1 = G_1_5 * last_S_0;
    const Vec t18 = path_S1_1 * t2;
    const Vec t19 = G_1_5 * t18;
    const Vec G_4_1 = load(inputs[0] + 25 * input_stride + at);
    const Vec W_4_S1_0_4 = fma(-G_4_0, t19, fma(G_4_1, W_4_S_0_1, G_4_5 * last_S1_0));
    const Vec G_3_1 = load(inputs[0] + 19 * input_stride + at);
    const Vec G_1_3 = load(inputs[0] + 9 * input_stride + at);
    const Vec loops_3_S1 = fma(-G_3_3, t16, G_3_1 * G_1_3);
    const Vec t20 = N * loops_3_S1;
    const Vec way_5_S1_3_1 = fma(-t3, G_5_1, G_3_1 * G_5_3);
    const Vec way_5_S1_3_3 = fma(-t16, G_5_3, G_1_3 * G_5_1);
    const Vec loops_5_S1_3 = fma(way_5_S1_3_3, G_3_5, fma(-G_5_5, t20, G_1_5 * way_5_S1_3_1));
    const Vec path_S1_3_1 = fma(G_3_1, path_S3_3, G_5_1 * loops_5_S3);
    const Vec path_S1_3_3 = fma(G_1_3, path_S1_1, G_5_3 * loops_5_S1);
    const Vec t21 = fma(path_S1_3_3, G_3_0, fma(G_1_0, path_S1_3_1, G_5_0 * loops_5_S1_3));
    const Vec last_S1_3_0 = t1 * t21;
    const Vec W_4_S3_0_1 = fma(-G_1_0, t6, fma(G_1_3, W_4_S_0_3, G_1_5 * last_S3_0));
    const Vec W_4_S1_0_3 = fma(-G_3_0, t19, fma(G_3_1, W_4_S_0_1, G_3_5 * last_S1_0));
    const Vec t22 = path_S1_3_1 * t2;
    const Vec t23 = G_3_5 * t18;
    const Vec W_4_S3_1_1 = fma(G_1_3, t23, fma(-t6, t16, G_1_5 * t22));
    const Vec W_4_S1_3_0_4 = fma(-G_4_0, W_4_S3_1_1, fma(G_4_3, W_4_S1_0_3, fma(G_4_1, W_4_S3_0_1, G_4_5 * last_S1_3_0)));
    const Vec t24 = N * G_4_1;
    const Vec W_4_S3_1_4 = fma(-t6, t24, fma(G_4_3, t23, G_4_5 * t22));
    const Vec G_1_2 = load(inputs[0] + 8 * input_stride + at);
    const Vec G_2_1 = load(inputs[0] + 13 * input_stride + at);
    const Vec loops_2_S1 = fma(-G_2_2, t16, G_1_2 * G_2_1);
    const Vec t25 = N * loops_2_S1;
    const Vec way_5_S1_2_1 = fma(-t7, G_5_1, G_2_1 * G_5_2);
    const Vec way_5_S1_2_2 = fma(-t16, G_5_2, G_1_2 * G_5_1);
    const Vec loops_5_S1_2 = fma(G_2_5, way_5_S1_2_2, fma(-G_5_5, t25, G_1_5 * way_5_S1_2_1));
    const Vec path_S1_2_1 = fma(G_2_1, path_S2_2, G_5_1 * loops_5_S2);
    const Vec path_S1_2_2 = fma(G_1_2, path_S1_1, G_5_2 * loops_5_S1);
    const Vec t26 = fma(G_2_0, path_S1_2_2, fma(G_1_0, path_S1_2_1, G_5_0 * loops_5_S1_2));
    const Vec last_S1_2_0 = t1 * t26;
    const Vec W_4_S2_0_1 = fma(-G_1_0, t10, fma(G_1_2, W_4_S_0_2, G_1_5 * last_S2_0));
    const Vec W_4_S1_0_2 = fma(-G_2_0, t19, fma(G_2_1, W_4_S_0_1, G_2_5 * last_S1_0));
    const Vec t27 = path_S1_2_1 * t2;
    const Vec t28 = G_2_5 * t18;
    const Vec W_4_S2_1_1 = fma(G_1_2, t28, fma(-t10, t16, G_1_5 * t27));
    const Vec W_4_S1_2_0_4 = fma(-G_4_0, W_4_S2_1_1, fma(G_4_2, W_4_S1_0_2, fma(G_4_1, W_4_S2_0_1, G_4_5 * last_S1_2_0)));
    const Vec W_4_S2_1_4 = fma(G_4_2, t28, fma(-t10, t24, G_4_5 * t27));
    const Vec t29 = G_4_5 * t1;
    const Vec way_3_S1_2_1 = fma(-G_3_1, t7, G_2_1 * G_3_2);
    const Vec way_3_S1_2_2 = fma(-t16, G_3_2, G_1_2 * G_3_1);
    const Vec loops_3_S1_2 = fma(G_2_3, way_3_S1_2_2, fma(-G_3_3, t25, way_3_S1_2_1 * G_1_3));
    const Vec t30 = N * loops_3_S1_2;
    const Vec way_5_S1_2_3_1 = fma(G_3_1, way_5_S2_3_3, fma(-t11, G_5_1, G_2_1 * way_5_S2_3_2));
    const Vec way_5_S1_2_3_2 = fma(G_3_2, way_5_S1_3_3, fma(-t20, G_5_2, G_1_2 * way_5_S1_3_1));
    const Vec way_5_S1_2_3_3 = fma(G_2_3, way_5_S1_2_2, fma(-t25, G_5_3, G_1_3 * way_5_S1_2_1));
    const Vec loops_5_S1_2_3 = fma(G_3_5, way_5_S1_2_3_3, fma(G_2_5, way_5_S1_2_3_2, fma(-G_5_5, t30, G_1_5 * way_5_S1_2_3_1)));
    const Vec path_S1_2_3_1 = fma(G_3_1, path_S2_3_3, fma(G_2_1, path_S2_3_2, G_5_1 * loops_5_S2_3));
    const Vec path_S1_2_3_2 = fma(G_3_2, path_S1_3_3, fma(G_1_2, path_S1_3_1, G_5_2 * loops_5_S1_3));
    const Vec path_S1_2_3_3 = fma(G_2_3, path_S1_2_2, fma(G_1_3, path_S1_2_1, G_5_3 * loops_5_S1_2));
    const Vec t31 = fma(G_3_0, path_S1_2_3_3, fma(G_2_0, path_S1_2_3_2, fma(G_1_0, path_S1_2_3_1, G_5_0 * loops_5_S1_2_3)));
    const Vec W_4_S2_3_0_1 = fma(-G_1_0, W_4_S3_2_2, fma(G_1_3, W_4_S2_0_3, fma(G_1_2, W_4_S3_0_2, G_1_5 * last_S2_3_0)));
    const Vec W_4_S1_3_0_2 = fma(-G_2_0, W_4_S3_1_1, fma(G_2_3, W_4_S1_0_3, fma(G_2_1, W_4_S3_0_1, G_2_5 * last_S1_3_0)));
    const Vec W_4_S1_2_0_3 = fma(-G_3_0, W_4_S2_1_1, fma(G_3_2, W_4_S1_0_2, fma(G_3_1, W_4_S2_0_1, G_3_5 * last_S1_2_0)));
    const Vec t32 = path_S1_2_3_1 * t2;
    const Vec t33 = N * G_2_1;
    const Vec W_4_S3_1_2 = fma(-t6, t33, fma(G_2_3, t23, G_2_5 * t22));
    const Vec t34 = N * G_3_1;
    const Vec W_4_S2_1_3 = fma(-t10, t34, fma(G_3_2, t28, G_3_5 * t27));
    const Vec W_4_S2_3_1_1 = fma(G_1_3, W_4_S2_1_3, fma(G_1_2, W_4_S3_1_2, fma(-W_4_S3_2_2, t16, G_1_5 * t32)));
    const Vec W_4_S1_2_3_0_4 = fma(-G_4_0, W_4_S2_3_1_1, fma(G_4_3, W_4_S1_2_0_3, fma(G_4_2, W_4_S1_3_0_2, fma(G_4_1, W_4_S2_3_0_1, t29 * t31))));
    const Vec W_4_S2_3_1_4 = fma(G_4_3, W_4_S2_1_3, fma(G_4_2, W_4_S3_1_2, fma(-W_4_S3_2_2, t24, G_4_5 * t32)));
    const Vec way_4_S2_3_2 = fma(-G_4_2, t3, G_3_2 * G_4_3);
    const Vec way_4_S2_3_3 = fma(-t7, G_4_3, G_2_3 * G_4_2);
    const Vec way_4_S1_2_3_1 = fma(G_3_1, way_4_S2_3_3, fma(-G_4_1, t11, G_2_1 * way_4_S2_3_2));
    const Vec way_4_S1_3_1 = fma(-G_4_1, t3, G_3_1 * G_4_3);
    const Vec way_4_S1_3_3 = fma(-t16, G_4_3, G_1_3 * G_4_1);
    const Vec way_4_S1_2_3_2 = fma(G_3_2, way_4_S1_3_3, fma(-G_4_2, t20, G_1_2 * way_4_S1_3_1));
    const Vec way_4_S1_2_1 = fma(-t7, G_4_1, G_2_1 * G_4_2);
    const Vec way_4_S1_2_2 = fma(-t16, G_4_2, G_1_2 * G_4_1);
    const Vec way_4_S1_2_3_3 = fma(G_2_3, way_4_S1_2_2, fma(-t25, G_4_3, G_1_3 * way_4_S1_2_1));
    const Vec G_1_4 = load(inputs[0] + 10 * input_stride + at);
    const Vec G_4_4 = load(inputs[0] + 28 * input_stride + at);
    const Vec G_2_4 = load(inputs[0] + 16 * input_stride + at);
    const Vec G_3_4 = load(inputs[0] + 22 * input_stride + at);
    const Vec loops_4_S1_2_3 = fma(G_3_4, way_4_S1_2_3_3, fma(way_4_S1_2_3_2, G_2_4, fma(-G_4_4, t30, way_4_S1_2_3_1 * G_1_4)));
    const Vec loops_4_S2_3 = fma(G_3_4, way_4_S2_3_3, fma(-G_4_4, t11, way_4_S2_3_2 * G_2_4));
    const Vec t35 = N * loops_4_S2_3;
    const Vec loops_4_S3 = fma(-G_4_4, t3, G_3_4 * G_4_3);
    const Vec t36 = N * loops_4_S3;
    const Vec t37 = N * G_4_4;
    const Vec G_5_4 = load(inputs[0] + 34 * input_stride + at);
    const Vec way_5_S3_4_3 = fma(-G_5_3, t37, G_4_3 * G_5_4);
    const Vec way_5_S3_4_4 = fma(-t3, G_5_4, G_3_4 * G_5_3);
    const Vec way_5_S2_3_4_2 = fma(G_4_2, way_5_S3_4_4, fma(-G_5_2, t36, G_3_2 * way_5_S3_4_3));
    const Vec loops_4_S2 = fma(-G_4_4, t7, G_4_2 * G_2_4);
    const Vec t38 = N * loops_4_S2;
    const Vec way_5_S2_4_2 = fma(-G_5_2, t37, G_4_2 * G_5_4);
    const Vec way_5_S2_4_4 = fma(-t7, G_5_4, G_2_4 * G_5_2);
    const Vec way_5_S2_3_4_3 = fma(G_4_3, way_5_S2_4_4, fma(-G_5_3, t38, G_2_3 * way_5_S2_4_2));
    const Vec way_5_S2_3_4_4 = fma(G_3_4, way_5_S2_3_3, fma(-t11, G_5_4, G_2_4 * way_5_S2_3_2));
    const Vec way_5_S1_2_3_4_1 = fma(G_4_1, way_5_S2_3_4_4, fma(G_3_1, way_5_S2_3_4_3, fma(-G_5_1, t35, G_2_1 * way_5_S2_3_4_2)));
    const Vec loops_4_S1_3 = fma(G_3_4, way_4_S1_3_3, fma(-G_4_4, t20, G_1_4 * way_4_S1_3_1));
    const Vec t39 = N * loops_4_S1_3;
    const Vec way_5_S1_3_4_1 = fma(G_4_1, way_5_S3_4_4, fma(-G_5_1, t36, G_3_1 * way_5_S3_4_3));
    const Vec loops_4_S1 = fma(-G_4_4, t16, G_4_1 * G_1_4);
    const Vec t40 = N * loops_4_S1;
    const Vec way_5_S1_4_1 = fma(-G_5_1, t37, G_4_1 * G_5_4);
    const Vec way_5_S1_4_4 = fma(-t16, G_5_4, G_1_4 * G_5_1);
    const Vec way_5_S1_3_4_3 = fma(G_4_3, way_5_S1_4_4, fma(-G_5_3, t40, G_1_3 * way_5_S1_4_1));
    const Vec way_5_S1_3_4_4 = fma(G_3_4, way_5_S1_3_3, fma(-t20, G_5_4, G_1_4 * way_5_S1_3_1));
    const Vec way_5_S1_2_3_4_2 = fma(G_4_2, way_5_S1_3_4_4, fma(G_3_2, way_5_S1_3_4_3, fma(-G_5_2, t39, G_1_2 * way_5_S1_3_4_1)));
    const Vec loops_4_S1_2 = fma(G_2_4, way_4_S1_2_2, fma(-G_4_4, t25, G_1_4 * way_4_S1_2_1));
    const Vec t41 = N * loops_4_S1_2;
    const Vec way_5_S1_2_4_1 = fma(G_4_1, way_5_S2_4_4, fma(-G_5_1, t38, G_2_1 * way_5_S2_4_2));
    const Vec way_5_S1_2_4_2 = fma(G_4_2, way_5_S1_4_4, fma(-G_5_2, t40, G_1_2 * way_5_S1_4_1));
    const Vec way_5_S1_2_4_4 = fma(G_2_4, way_5_S1_2_2, fma(-t25, G_5_4, G_1_4 * way_5_S1_2_1));
    const Vec way_5_S1_2_3_4_3 = fma(G_4_3, way_5_S1_2_4_4, fma(G_2_3, way_5_S1_2_4_2, fma(-G_5_3, t41, G_1_3 * way_5_S1_2_4_1)));
    const Vec way_5_S1_2_3_4_4 = fma(G_3_4, way_5_S1_2_3_3, fma(G_2_4, way_5_S1_2_3_2, fma(-t30, G_5_4, G_1_4 * way_5_S1_2_3_1)));
    const Vec loops_5_S1_2_3_4 = fma(G_4_5, way_5_S1_2_3_4_4, fma(way_5_S1_2_3_4_3, G_3_5, fma(way_5_S1_2_3_4_2, G_2_5, fma(-N * G_5_5, loops_4_S1_2_3, way_5_S1_2_3_4_1 * G_1_5))));
    const Vec loops_5_S2_3_4 = fma(G_4_5, way_5_S2_3_4_4, fma(way_5_S2_3_4_3, G_3_5, fma(-G_5_5, t35, way_5_S2_3_4_2 * G_2_5)));
    const Vec loops_5_S3_4 = fma(G_4_5, way_5_S3_4_4, fma(-G_5_5, t36, way_5_S3_4_3 * G_3_5));
    const Vec loops_5_S4 = fma(-G_5_5, t37, G_4_5 * G_5_4);
    const Vec path_S4_4 = G_5_5 * G_5_4;
    const Vec path_S3_4_3 = fma(G_4_3, path_S4_4, G_5_3 * loops_5_S4);
    const Vec path_S3_4_4 = fma(G_3_4, path_S3_3, G_5_4 * loops_5_S3);
    const Vec path_S2_3_4_2 = fma(G_4_2, path_S3_4_4, fma(G_3_2, path_S3_4_3, G_5_2 * loops_5_S3_4));
    const Vec loops_5_S2_4 = fma(G_4_5, way_5_S2_4_4, fma(-G_5_5, t38, way_5_S2_4_2 * G_2_5));
    const Vec path_S2_4_2 = fma(G_4_2, path_S4_4, G_5_2 * loops_5_S4);
    const Vec path_S2_4_4 = fma(G_2_4, path_S2_2, G_5_4 * loops_5_S2);
    const Vec path_S2_3_4_3 = fma(G_4_3, path_S2_4_4, fma(G_2_3, path_S2_4_2, G_5_3 * loops_5_S2_4));
    const Vec path_S2_3_4_4 = fma(G_3_4, path_S2_3_3, fma(G_2_4, path_S2_3_2, G_5_4 * loops_5_S2_3));
    const Vec path_S1_2_3_4_1 = fma(G_4_1, path_S2_3_4_4, fma(G_3_1, path_S2_3_4_3, fma(G_2_1, path_S2_3_4_2, G_5_1 * loops_5_S2_3_4)));
    const Vec loops_5_S1_3_4 = fma(G_4_5, way_5_S1_3_4_4, fma(way_5_S1_3_4_3, G_3_5, fma(-G_5_5, t39, G_1_5 * way_5_S1_3_4_1)));
    const Vec path_S1_3_4_1 = fma(G_4_1, path_S3_4_4, fma(G_3_1, path_S3_4_3, G_5_1 * loops_5_S3_4));
    const Vec loops_5_S1_4 = fma(G_4_5, way_5_S1_4_4, fma(-G_5_5, t40, G_1_5 * way_5_S1_4_1));
    const Vec path_S1_4_1 = fma(G_4_1, path_S4_4, G_5_1 * loops_5_S4);
    const Vec path_S1_4_4 = fma(G_1_4, path_S1_1, G_5_4 * loops_5_S1);
    const Vec path_S1_3_4_3 = fma(G_4_3, path_S1_4_4, fma(G_1_3, path_S1_4_1, G_5_3 * loops_5_S1_4));
    const Vec path_S1_3_4_4 = fma(G_3_4, path_S1_3_3, fma(G_1_4, path_S1_3_1, G_5_4 * loops_5_S1_3));
    const Vec path_S1_2_3_4_2 = fma(G_4_2, path_S1_3_4_4, fma(G_3_2, path_S1_3_4_3, fma(G_1_2, path_S1_3_4_1, G_5_2 * loops_5_S1_3_4)));
    const Vec loops_5_S1_2_4 = fma(G_4_5, way_5_S1_2_4_4, fma(G_2_5, way_5_S1_2_4_2, fma(-G_5_5, t41, G_1_5 * way_5_S1_2_4_1)));
    const Vec path_S1_2_4_1 = fma(G_4_1, path_S2_4_4, fma(G_2_1, path_S2_4_2, G_5_1 * loops_5_S2_4));
    const Vec path_S1_2_4_2 = fma(G_4_2, path_S1_4_4, fma(G_1_2, path_S1_4_1, G_5_2 * loops_5_S1_4));
    const Vec path_S1_2_4_4 = fma(G_2_4, path_S1_2_2, fma(G_1_4, path_S1_2_1, G_5_4 * loops_5_S1_2));
    const Vec path_S1_2_3_4_3 = fma(G_4_3, path_S1_2_4_4, fma(G_2_3, path_S1_2_4_2, fma(G_1_3, path_S1_2_4_1, G_5_3 * loops_5_S1_2_4)));
    const Vec path_S1_2_3_4_4 = fma(G_3_4, path_S1_2_3_3, fma(G_2_4, path_S1_2_3_2, fma(G_1_4, path_S1_2_3_1, G_5_4 * loops_5_S1_2_3)));
    const Vec t42 = fma(path_S1_2_3_4_4, G_4_0, fma(path_S1_2_3_4_3, G_3_0, fma(path_S1_2_3_4_2, G_2_0, fma(path_S1_2_3_4_1, G_1_0, G_5_0 * loops_5_S1_2_3_4))));
    const Vec t43 = fma(path_S2_3_4_4, G_4_0, fma(path_S2_3_4_3, G_3_0, fma(path_S2_3_4_2, G_2_0, G_5_0 * loops_5_S2_3_4)));
    const Vec last_S2_3_4_0 = t1 * t43;
    const Vec t44 = fma(path_S3_4_4, G_4_0, fma(path_S3_4_3, G_3_0, G_5_0 * loops_5_S3_4));
    const Vec last_S3_4_0 = t1 * t44;
    const Vec t45 = fma(path_S4_4, G_4_0, G_5_0 * loops_5_S4);
    const Vec last_S4_0 = t1 * t45;
    const Vec t46 = G_4_5 * path_S4_4 * t2;
    const Vec W_4_S4_0_3 = fma(-G_3_0, t46, fma(G_3_5, last_S4_0, G_3_4 * W_4_S_0_4));
    const Vec t47 = path_S3_4_3 * t2;
    const Vec t48 = G_4_5 * t5;
    const Vec t49 = N * t46;
    const Vec W_4_S4_3_3 = fma(-G_3_3, t49, fma(G_3_4, t48, G_3_5 * t47));
    const Vec W_4_S3_4_0_2 = fma(-G_2_0, W_4_S4_3_3, fma(G_2_3, W_4_S4_0_3, fma(G_2_5, last_S3_4_0, G_2_4 * W_4_S3_0_4)));
    const Vec t50 = fma(path_S2_4_4, G_4_0, fma(path_S2_4_2, G_2_0, G_5_0 * loops_5_S2_4));
    const Vec last_S2_4_0 = t1 * t50;
    const Vec W_4_S4_0_2 = fma(-G_2_0, t46, fma(G_2_5, last_S4_0, G_2_4 * W_4_S_0_4));
    const Vec t51 = path_S2_4_2 * t2;
    const Vec t52 = G_4_5 * t9;
    const Vec W_4_S4_2_2 = fma(G_2_4, t52, fma(-G_2_2, t49, G_2_5 * t51));
    const Vec W_4_S2_4_0_3 = fma(-G_3_0, W_4_S4_2_2, fma(G_3_2, W_4_S4_0_2, fma(G_3_5, last_S2_4_0, G_3_4 * W_4_S2_0_4)));
    const Vec t53 = path_S2_3_4_2 * t2;
    const Vec W_4_S4_2_3 = fma(G_3_4, t52, fma(-G_3_2, t49, G_3_5 * t51));
    const Vec W_4_S3_4_2_2 = fma(G_2_3, W_4_S4_2_3, fma(G_2_5, t53, fma(-W_4_S4_3_3, t7, G_2_4 * W_4_S3_2_4)));
    const Vec W_4_S2_3_4_0_1 = fma(-G_1_0, W_4_S3_4_2_2, fma(G_1_3, W_4_S2_4_0_3, fma(G_1_2, W_4_S3_4_0_2, fma(G_1_5, last_S2_3_4_0, G_1_4 * W_4_S2_3_0_4))));
    const Vec t54 = fma(path_S1_3_4_4, G_4_0, fma(path_S1_3_4_3, G_3_0, fma(G_1_0, path_S1_3_4_1, G_5_0 * loops_5_S1_3_4)));
    const Vec last_S1_3_4_0 = t1 * t54;
    const Vec W_4_S3_4_0_1 = fma(-G_1_0, W_4_S4_3_3, fma(G_1_3, W_4_S4_0_3, fma(G_1_5, last_S3_4_0, G_1_4 * W_4_S3_0_4)));
    const Vec t55 = fma(path_S1_4_4, G_4_0, fma(G_1_0, path_S1_4_1, G_5_0 * loops_5_S1_4));
    const Vec last_S1_4_0 = t1 * t55;
    const Vec W_4_S4_0_1 = fma(-G_1_0, t46, fma(G_1_5, last_S4_0, G_1_4 * W_4_S_0_4));
    const Vec t56 = path_S1_4_1 * t2;
    const Vec t57 = G_4_5 * t18;
    const Vec W_4_S4_1_1 = fma(G_1_4, t57, fma(-t46, t16, G_1_5 * t56));
    const Vec W_4_S1_4_0_3 = fma(-G_3_0, W_4_S4_1_1, fma(G_3_1, W_4_S4_0_1, fma(G_3_5, last_S1_4_0, G_3_4 * W_4_S1_0_4)));
    const Vec t58 = path_S1_3_4_1 * t2;
    const Vec W_4_S4_1_3 = fma(G_3_4, t57, fma(-G_3_1, t49, G_3_5 * t56));
    const Vec W_4_S3_4_1_1 = fma(G_1_3, W_4_S4_1_3, fma(G_1_5, t58, fma(-W_4_S4_3_3, t16, G_1_4 * W_4_S3_1_4)));
    const Vec W_4_S1_3_4_0_2 = fma(-G_2_0, W_4_S3_4_1_1, fma(G_2_3, W_4_S1_4_0_3, fma(G_2_1, W_4_S3_4_0_1, fma(G_2_5, last_S1_3_4_0, G_2_4 * W_4_S1_3_0_4))));
    const Vec t59 = fma(path_S1_2_4_4, G_4_0, fma(G_2_0, path_S1_2_4_2, fma(G_1_0, path_S1_2_4_1, G_5_0 * loops_5_S1_2_4)));
    const Vec last_S1_2_4_0 = t1 * t59;
    const Vec W_4_S2_4_0_1 = fma(-G_1_0, W_4_S4_2_2, fma(G_1_2, W_4_S4_0_2, fma(G_1_5, last_S2_4_0, G_1_4 * W_4_S2_0_4)));
    const Vec W_4_S1_4_0_2 = fma(-G_2_0, W_4_S4_1_1, fma(G_2_1, W_4_S4_0_1, fma(G_2_5, last_S1_4_0, G_2_4 * W_4_S1_0_4)));
    const Vec t60 = path_S1_2_4_1 * t2;
    const Vec W_4_S4_1_2 = fma(G_2_4, t57, fma(-G_2_1, t49, G_2_5 * t56));
    const Vec W_4_S2_4_1_1 = fma(G_1_2, W_4_S4_1_2, fma(G_1_5, t60, fma(-W_4_S4_2_2, t16, G_1_4 * W_4_S2_1_4)));
    const Vec W_4_S1_2_4_0_3 = fma(-G_3_0, W_4_S2_4_1_1, fma(G_3_2, W_4_S1_4_0_2, fma(G_3_1, W_4_S2_4_0_1, fma(G_3_5, last_S1_2_4_0, G_3_4 * W_4_S1_2_0_4))));
    const Vec t61 = path_S1_2_3_4_1 * t2;
    const Vec W_4_S3_4_1_2 = fma(G_2_3, W_4_S4_1_3, fma(G_2_5, t58, fma(-W_4_S4_3_3, t33, G_2_4 * W_4_S3_1_4)));
    const Vec W_4_S2_4_1_3 = fma(G_3_2, W_4_S4_1_2, fma(G_3_5, t60, fma(-W_4_S4_2_2, t34, G_3_4 * W_4_S2_1_4)));
    const Vec W_4_S2_3_4_1_1 = fma(G_1_3, W_4_S2_4_1_3, fma(G_1_2, W_4_S3_4_1_2, fma(G_1_5, t61, fma(-W_4_S3_4_2_2, t16, G_1_4 * W_4_S2_3_1_4))));
    const Vec W_4_S1_2_3_4_0_4 = fma(-G_4_0, W_4_S2_3_4_1_1, fma(G_4_3, W_4_S1_2_4_0_3, fma(G_4_2, W_4_S1_3_4_0_2, fma(G_4_1, W_4_S2_3_4_0_1, fma(t29, t42, G_4_4 * W_4_S1_2_3_0_4)))));
    const Vec W_4_S2_3_4_0_4 = fma(-G_4_0, W_4_S3_4_2_2, fma(G_4_3, W_4_S2_4_0_3, fma(G_4_2, W_4_S3_4_0_2, fma(G_4_5, last_S2_3_4_0, G_4_4 * W_4_S2_3_0_4))));
    const Vec W_4_S3_4_0_4 = fma(-G_4_0, W_4_S4_3_3, fma(G_4_3, W_4_S4_0_3, fma(G_4_5, last_S3_4_0, G_4_4 * W_4_S3_0_4)));
    const Vec W_4_S4_0_4 = fma(-G_4_0, t46, fma(G_4_5, last_S4_0, G_4_4 * W_4_S_0_4));
    const Vec W_4_S4_3_4 = fma(-G_4_3, t49, fma(G_4_4, t48, G_4_5 * t47));
    const Vec W_4_S2_4_0_4 = fma(-G_4_0, W_4_S4_2_2, fma(G_4_2, W_4_S4_0_2, fma(G_4_5, last_S2_4_0, G_4_4 * W_4_S2_0_4)));
    const Vec W_4_S4_2_4 = fma(G_4_4, t52, fma(-G_4_2, t49, G_4_5 * t51));
    const Vec W_4_S3_4_2_4 = fma(G_4_3, W_4_S4_2_3, fma(G_4_5, t53, fma(-W_4_S4_3_3, t15, G_4_4 * W_4_S3_2_4)));
    const Vec W_4_S1_3_4_0_4 = fma(-G_4_0, W_4_S3_4_1_1, fma(G_4_3, W_4_S1_4_0_3, fma(G_4_1, W_4_S3_4_0_1, fma(G_4_5, last_S1_3_4_0, G_4_4 * W_4_S1_3_0_4))));
    const Vec W_4_S1_4_0_4 = fma(-G_4_0, W_4_S4_1_1, fma(G_4_1, W_4_S4_0_1, fma(G_4_5, last_S1_4_0, G_4_4 * W_4_S1_0_4)));
    const Vec W_4_S4_1_4 = fma(G_4_4, t57, fma(-G_4_1, t49, G_4_5 * t56));
    const Vec W_4_S3_4_1_4 = fma(G_4_3, W_4_S4_1_3, fma(G_4_5, t58, fma(-W_4_S4_3_3, t24, G_4_4 * W_4_S3_1_4)));
    const Vec W_4_S1_2_4_0_4 = fma(-G_4_0, W_4_S2_4_1_1, fma(G_4_2, W_4_S1_4_0_2, fma(G_4_1, W_4_S2_4_0_1, fma(G_4_5, last_S1_2_4_0, G_4_4 * W_4_S1_2_0_4))));
    const Vec W_4_S2_4_1_4 = fma(G_4_2, W_4_S4_1_2, fma(G_4_5, t60, fma(-W_4_S4_2_2, t24, G_4_4 * W_4_S2_1_4)));
    const Vec W_4_S2_3_4_1_4 = fma(G_4_3, W_4_S2_4_1_3, fma(G_4_2, W_4_S3_4_1_2, fma(G_4_5, t61, fma(-W_4_S3_4_2_2, t24, G_4_4 * W_4_S2_3_1_4))));
    const Vec W_3_S_0_3 = G_3_4 * W_4_S4_0_4;
    const Vec W_3_S_3_3 = G_3_4 * W_4_S4_3_4;
    const Vec W_3_S_0_2 = G_2_4 * W_4_S4_0_4;
    const Vec W_3_S_2_2 = G_2_4 * W_4_S4_2_4;
    const Vec W_3_S2_0_3 = fma(-G_3_0, W_3_S_2_2, fma(G_3_2, W_3_S_0_2, G_3_4 * W_4_S2_4_0_4));
    const Vec W_3_S_2_3 = G_3_4 * W_4_S4_2_4;
    const Vec W_3_S_0_1 = G_1_4 * W_4_S4_0_4;
    const Vec W_3_S_1_1 = G_1_4 * W_4_S4_1_4;
    const Vec W_3_S1_0_3 = fma(-G_3_0, W_3_S_1_1, fma(G_3_1, W_3_S_0_1, G_3_4 * W_4_S1_4_0_4));
    const Vec W_3_S_1_3 = G_3_4 * W_4_S4_1_4;
    const Vec W_3_S2_0_1 = fma(-G_1_0, W_3_S_2_2, fma(G_1_2, W_3_S_0_2, G_1_4 * W_4_S2_4_0_4));
    const Vec W_3_S1_0_2 = fma(-G_2_0, W_3_S_1_1, fma(G_2_1, W_3_S_0_1, G_2_4 * W_4_S1_4_0_4));
    const Vec W_3_S_1_2 = G_2_4 * W_4_S4_1_4;
    const Vec W_3_S2_1_1 = fma(G_1_2, W_3_S_1_2, fma(-W_3_S_2_2, t16, G_1_4 * W_4_S2_4_1_4));
    const Vec W_3_S1_2_0_3 = fma(-G_3_0, W_3_S2_1_1, fma(G_3_2, W_3_S1_0_2, fma(G_3_1, W_3_S2_0_1, G_3_4 * W_4_S1_2_4_0_4)));
    const Vec W_3_S2_1_3 = fma(G_3_2, W_3_S_1_2, fma(-W_3_S_2_2, t34, G_3_4 * W_4_S2_4_1_4));
    const Vec W_3_S3_0_2 = fma(-G_2_0, W_3_S_3_3, fma(G_2_3, W_3_S_0_3, G_2_4 * W_4_S3_4_0_4));
    const Vec W_3_S3_2_2 = fma(G_2_3, W_3_S_2_3, fma(-W_3_S_3_3, t7, G_2_4 * W_4_S3_4_2_4));
    const Vec W_3_S2_3_0_1 = fma(-G_1_0, W_3_S3_2_2, fma(G_1_2, W_3_S3_0_2, fma(G_1_3, W_3_S2_0_3, G_1_4 * W_4_S2_3_4_0_4)));
    const Vec W_3_S3_0_1 = fma(-G_1_0, W_3_S_3_3, fma(G_1_3, W_3_S_0_3, G_1_4 * W_4_S3_4_0_4));
    const Vec W_3_S3_1_1 = fma(G_1_3, W_3_S_1_3, fma(-W_3_S_3_3, t16, G_1_4 * W_4_S3_4_1_4));
    const Vec W_3_S1_3_0_2 = fma(-G_2_0, W_3_S3_1_1, fma(G_2_1, W_3_S3_0_1, fma(G_2_3, W_3_S1_0_3, G_2_4 * W_4_S1_3_4_0_4)));
    const Vec W_3_S3_1_2 = fma(G_2_3, W_3_S_1_3, fma(-W_3_S_3_3, t33, G_2_4 * W_4_S3_4_1_4));
    const Vec W_3_S2_3_1_1 = fma(G_1_2, W_3_S3_1_2, fma(-W_3_S3_2_2, t16, fma(G_1_3, W_3_S2_1_3, G_1_4 * W_4_S2_3_4_1_4)));
    const Vec W_3_S1_2_3_0_3 = fma(-G_3_0, W_3_S2_3_1_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_1, W_3_S2_3_0_1, fma(G_3_3, W_3_S1_2_0_3, G_3_4 * W_4_S1_2_3_4_0_4))));
    const Vec W_3_S2_3_0_3 = fma(-G_3_0, W_3_S3_2_2, fma(G_3_2, W_3_S3_0_2, fma(G_3_3, W_3_S2_0_3, G_3_4 * W_4_S2_3_4_0_4)));
    const Vec W_3_S3_0_3 = fma(-G_3_0, W_3_S_3_3, fma(G_3_3, W_3_S_0_3, G_3_4 * W_4_S3_4_0_4));
    const Vec W_3_S3_2_3 = fma(G_3_3, W_3_S_2_3, fma(-N * G_3_2, W_3_S_3_3, G_3_4 * W_4_S3_4_2_4));
    const Vec W_3_S1_3_0_3 = fma(-G_3_0, W_3_S3_1_1, fma(G_3_1, W_3_S3_0_1, fma(G_3_3, W_3_S1_0_3, G_3_4 * W_4_S1_3_4_0_4)));
    const Vec W_3_S3_1_3 = fma(G_3_3, W_3_S_1_3, fma(-W_3_S_3_3, t34, G_3_4 * W_4_S3_4_1_4));
    const Vec W_3_S2_3_1_3 = fma(G_3_2, W_3_S3_1_2, fma(-W_3_S3_2_2, t34, fma(G_3_3, W_3_S2_1_3, G_3_4 * W_4_S2_3_4_1_4)));
    const Vec W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
    const Vec W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
    const Vec t62 = fma(-G_2_0, W_3_S3_1_3, G_2_1 * W_3_S3_0_3);
    const Vec W_2_S1_0_2 = fma(G_1_3, t62, G_2_3 * W_3_S1_3_0_3);
    const Vec W_2_S_1_2 = G_2_3 * W_3_S3_1_3;
    const Vec W_2_S2_0_2 = fma(-G_2_0, W_2_S_2_2, fma(G_2_2, W_2_S_0_2, G_2_3 * W_3_S2_3_0_3));
    const Vec W_2_S2_1_2 = fma(G_2_2, W_2_S_1_2, fma(-W_2_S_2_2, t33, G_2_3 * W_3_S2_3_1_3));
    const Vec W_2_S2_0_1 = fma(-G_1_0, W_2_S_2_2, fma(G_1_2, W_2_S_0_2, G_1_3 * W_3_S2_3_0_3));
    const Vec W_2_S2_1_1 = fma(G_1_2, W_2_S_1_2, fma(-W_2_S_2_2, t16, G_1_3 * W_3_S2_3_1_3));
    const Vec t63 = fma(-G_2_0, W_2_S2_1_1, fma(G_2_1, W_2_S2_0_1, fma(-G_1_0, W_2_S2_1_2, fma(G_1_1, W_2_S2_0_2, fma(G_2_2, W_2_S1_0_2, G_2_3 * W_3_S1_2_3_0_3)))));
    const Vec G_0_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec W_0_S_0_0 = G_0_1 * G_1_2 * t63;
    store(outputs[0] + 0 * output_stride + at, W_0_S_0_0);
  }
}

extern "C" extern const Size hubbard_sun_density_last_line_work_bytes;
extern "C" const Size hubbard_sun_density_last_line_work_bytes = 1184;

extern "C" void hubbard_sun_density_last_line_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  hubbard_sun_density_last_line_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 36; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 36 * lanes;
  hubbard_sun_density_last_line_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(36 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_density_last_line(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_density_last_line_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  hubbard_sun_density_last_line_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
