// hubbard_sun_cdet_density_fixed_apart, m = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed_apart.diag:21: D(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:24: P(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:26: dD(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:27: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:35: W(e, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:41: Y(e, v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:45: dW(A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:50: E(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:54: dE(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:56: Z(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:62: dF(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:65: dZ(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:70: C(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:72: density
// Order: P by S ascending, s ascending, v ascending, eagerly; at most 111 values live.
// A vector takes 276 multiplications, 5 additions, 563 fused, 0 divisions, 0 functions,
// 32 loads and 1 stores, in 1 function.
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
enum : Size { block = 16 };  // vectors of configurations in rows of inputs that all configurations share

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};

extern "C" void hubbard_sun_cdet_density_fixed_apart_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(3.0);
  const Vec t2 = N - splat(5.0);
  const Vec t3 = N - splat(7.0);
  const Vec t4 = fma(splat(0.5), N, -splat(3.0));
  const Vec t5 = 2.0 * t4;
  const Vec t6 = fma(splat(0.5), N, -splat(2.0));
  const Vec t7 = 0.5 * t2;
  const Vec t8 = 2.0 * t6;
  const Vec t9 = 0.5 * t1;
  const Vec t10 = N - splat(2.0);
  const Vec t11 = N - splat(1.0);
  const Vec t12 = N * t11;
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec G_1_1 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec t13 = G_0_0 * G_1_1;
    const Vec G_1_0 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec P_S0_1_1 = fma(-G_1_0, G_0_1, t13);
    const Vec G_1_2 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec P_S0_2_1 = fma(-G_0_2, G_1_0, G_0_0 * G_1_2);
    const Vec G_2_2 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec t14 = G_0_0 * G_2_2;
    const Vec G_2_0 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec P_S0_2_2 = fma(-G_2_0, G_0_2, t14);
    const Vec G_1_3 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec G_0_3 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec P_S0_3_1 = fma(-G_0_3, G_1_0, G_0_0 * G_1_3);
    const Vec G_2_3 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec P_S0_3_2 = fma(-G_2_0, G_0_3, G_0_0 * G_2_3);
    const Vec G_3_3 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec G_3_0 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec P_S0_3_3 = fma(-G_3_0, G_0_3, G_0_0 * G_3_3);
    const Vec P_S1_2_0 = fma(-G_1_2, G_0_1, G_1_1 * G_0_2);
    const Vec t15 = G_2_2 * G_1_1;
    const Vec G_2_1 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec P_S1_2_2 = fma(-G_2_1, G_1_2, t15);
    const Vec P_S1_3_0 = fma(-G_1_3, G_0_1, G_1_1 * G_0_3);
    const Vec P_S1_3_2 = fma(-G_2_1, G_1_3, G_1_1 * G_2_3);
    const Vec G_3_1 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec P_S1_3_3 = fma(-G_3_1, G_1_3, G_3_3 * G_1_1);
    const Vec P_S0_1_2_2 = fma(-G_2_0, P_S1_2_0, fma(-G_2_1, P_S0_2_1, G_2_2 * P_S0_1_1));
    const Vec P_S0_1_3_2 = fma(-G_2_0, P_S1_3_0, fma(-G_2_1, P_S0_3_1, G_2_3 * P_S0_1_1));
    const Vec P_S0_1_3_3 = fma(-G_3_0, P_S1_3_0, fma(-G_3_1, P_S0_3_1, G_3_3 * P_S0_1_1));
    const Vec P_S2_3_0 = fma(-G_2_3, G_0_2, G_2_2 * G_0_3);
    const Vec P_S2_3_1 = fma(-G_1_2, G_2_3, G_2_2 * G_1_3);
    const Vec G_3_2 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec P_S2_3_3 = fma(-G_2_3, G_3_2, G_3_3 * G_2_2);
    const Vec P_S0_2_3_1 = fma(-P_S2_3_0, G_1_0, fma(-G_1_2, P_S0_3_2, G_1_3 * P_S0_2_2));
    const Vec P_S0_2_3_3 = fma(-G_3_0, P_S2_3_0, fma(-G_3_2, P_S0_3_2, G_3_3 * P_S0_2_2));
    const Vec P_S1_2_3_0 = fma(-P_S2_3_1, G_0_1, fma(-P_S1_3_2, G_0_2, P_S1_2_2 * G_0_3));
    const Vec P_S1_2_3_3 = fma(-G_3_1, P_S2_3_1, fma(-G_3_2, P_S1_3_2, G_3_3 * P_S1_2_2));
    const Vec P_S0_1_2_3_3 = fma(-G_3_0, P_S1_2_3_0, fma(-G_3_1, P_S0_2_3_1, fma(-G_3_2, P_S0_1_3_2, G_3_3 * P_S0_1_2_2)));
    const Vec H_1_1 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec H_0_0 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec t16 = fma(H_0_0, G_1_1, G_0_0 * H_1_1);
    const Vec H_1_0 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec H_0_1 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec dP_S0_1_1 = fma(-G_1_0, H_0_1, fma(-G_0_1, H_1_0, t16));
    const Vec dW_S0_1_S = fma(t1, t16, dP_S0_1_1);
    const Vec t17 = G_2_2 * dP_S0_1_1;
    const Vec H_0_2 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec H_1_2 = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec dP_S1_2_0 = fma(-G_0_1, H_1_2, fma(-G_1_2, H_0_1, fma(H_1_1, G_0_2, G_1_1 * H_0_2)));
    const Vec dP_S0_2_1 = fma(-G_1_0, H_0_2, fma(-G_0_2, H_1_0, fma(H_0_0, G_1_2, G_0_0 * H_1_2)));
    const Vec H_2_2 = load(from[1].data + 10 * from[1].row_stride + at);
    const Vec H_2_1 = load(from[1].data + 9 * from[1].row_stride + at);
    const Vec H_2_0 = load(from[1].data + 8 * from[1].row_stride + at);
    const Vec dP_S0_1_2_2 = fma(-G_2_1, dP_S0_2_1, fma(-G_2_0, dP_S1_2_0, fma(-H_2_0, P_S1_2_0, fma(-H_2_1, P_S0_2_1, fma(P_S0_1_1, H_2_2, t17)))));
    const Vec t18 = fma(G_2_2, H_1_1, G_1_1 * H_2_2);
    const Vec dP_S1_2_2 = fma(-G_2_1, H_1_2, fma(-G_1_2, H_2_1, t18));
    const Vec dW_S1_2_S = fma(t1, t18, dP_S1_2_2);
    const Vec H_1_3 = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec H_2_3 = load(from[1].data + 11 * from[1].row_stride + at);
    const Vec dP_S2_3_1 = fma(-G_1_2, H_2_3, fma(-G_2_3, H_1_2, fma(G_1_3, H_2_2, G_2_2 * H_1_3)));
    const Vec dP_S1_3_2 = fma(-G_2_1, H_1_3, fma(-G_1_3, H_2_1, fma(G_2_3, H_1_1, G_1_1 * H_2_3)));
    const Vec H_0_3 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec dP_S1_2_3_0 = fma(-G_0_2, dP_S1_3_2, fma(-G_0_1, dP_S2_3_1, fma(G_0_3, dP_S1_2_2, fma(-P_S2_3_1, H_0_1, fma(-P_S1_3_2, H_0_2, P_S1_2_2 * H_0_3)))));
    const Vec t19 = fma(H_0_0, G_2_2, G_0_0 * H_2_2);
    const Vec dP_S0_2_2 = fma(-G_2_0, H_0_2, fma(-G_0_2, H_2_0, t19));
    const Vec dW_S0_2_S = fma(t1, t19, dP_S0_2_2);
    const Vec dP_S2_3_0 = fma(-G_0_2, H_2_3, fma(-G_2_3, H_0_2, fma(G_0_3, H_2_2, G_2_2 * H_0_3)));
    const Vec dP_S0_3_2 = fma(-G_2_0, H_0_3, fma(-G_0_3, H_2_0, fma(H_0_0, G_2_3, G_0_0 * H_2_3)));
    const Vec dP_S0_2_3_1 = fma(-G_1_2, dP_S0_3_2, fma(-G_1_0, dP_S2_3_0, fma(G_1_3, dP_S0_2_2, fma(-P_S2_3_0, H_1_0, fma(-P_S0_3_2, H_1_2, P_S0_2_2 * H_1_3)))));
    const Vec dP_S1_3_0 = fma(-G_0_1, H_1_3, fma(-G_1_3, H_0_1, fma(H_1_1, G_0_3, G_1_1 * H_0_3)));
    const Vec dP_S0_3_1 = fma(-G_1_0, H_0_3, fma(-G_0_3, H_1_0, fma(H_0_0, G_1_3, G_0_0 * H_1_3)));
    const Vec dP_S0_1_3_2 = fma(-G_2_1, dP_S0_3_1, fma(-G_2_0, dP_S1_3_0, fma(G_2_3, dP_S0_1_1, fma(-P_S1_3_0, H_2_0, fma(-P_S0_3_1, H_2_1, P_S0_1_1 * H_2_3)))));
    const Vec H_3_3 = load(from[1].data + 15 * from[1].row_stride + at);
    const Vec H_3_2 = load(from[1].data + 14 * from[1].row_stride + at);
    const Vec H_3_1 = load(from[1].data + 13 * from[1].row_stride + at);
    const Vec H_3_0 = load(from[1].data + 12 * from[1].row_stride + at);
    const Vec dP_S0_1_2_3_3 = fma(-G_3_2, dP_S0_1_3_2, fma(-G_3_1, dP_S0_2_3_1, fma(-G_3_0, dP_S1_2_3_0, fma(G_3_3, dP_S0_1_2_2, fma(-P_S1_2_3_0, H_3_0, fma(-P_S0_2_3_1, H_3_1, fma(-P_S0_1_3_2, H_3_2, P_S0_1_2_2 * H_3_3)))))));
    const Vec t20 = G_2_2 * t2;
    const Vec E_1_S0_S = G_1_1 * P_S0_1_1;
    const Vec Y_7_1_S0_S = fma(t13, t3, P_S0_1_1);
    const Vec t21 = fma(G_1_1, Y_7_1_S0_S, E_1_S0_S);
    const Vec t22 = G_1_1 * G_1_1;
    const Vec W_5_S_S1 = t22 * t4;
    const Vec Y_6_1_S0_S = fma(t13, t5, P_S0_1_1);
    const Vec t23 = G_1_1 * P_S0_1_2_2;
    const Vec t24 = fma(P_S1_2_2, Y_6_1_S0_S, fma(P_S0_2_2, W_5_S_S1, fma(G_2_2 * t21, t4, t23)));
    const Vec t25 = G_1_1 * P_S1_2_2;
    const Vec t26 = fma(G_2_2, W_5_S_S1, t25);
    const Vec Y_5_2_S_S1 = t2 * t26;
    const Vec t27 = fma(G_0_0, P_S1_2_2, G_1_1 * P_S0_2_2);
    const Vec t28 = fma(G_2_2, Y_6_1_S0_S, t27);
    const Vec Y_5_2_S0_1_S = fma(t2, t28, P_S0_1_2_2);
    const Vec Y_5_2_S1_S = fma(t15, t2, P_S1_2_2);
    const Vec t29 = fma(Y_5_2_S1_S, P_S0_1_2_2, fma(P_S1_2_2, Y_5_2_S0_1_S, fma(P_S0_2_2, Y_5_2_S_S1, t20 * t24)));
    const Vec t30 = G_0_0 * P_S0_1_1;
    const Vec t31 = G_0_0 * G_0_0;
    const Vec t32 = fma(0.5 * G_1_1 * t31, t3, t30);
    const Vec Y_6_1_S_S0 = t5 * t32;
    const Vec W_5_S_S0 = t31 * t4;
    const Vec t33 = G_0_0 * P_S0_1_2_2;
    const Vec t34 = fma(P_S1_2_2, W_5_S_S0, fma(G_2_2, Y_6_1_S_S0, fma(P_S0_2_2, Y_6_1_S0_S, t33)));
    const Vec t35 = G_0_0 * P_S0_2_2;
    const Vec t36 = fma(G_2_2, W_5_S_S0, t35);
    const Vec Y_5_2_S_S0 = t2 * t36;
    const Vec Y_5_2_S0_S = fma(t14, t2, P_S0_2_2);
    const Vec t37 = fma(Y_5_2_S0_S, P_S0_1_2_2, fma(P_S1_2_2, Y_5_2_S_S0, fma(t20, t34, P_S0_2_2 * Y_5_2_S0_1_S)));
    const Vec t38 = fma(H_1_1, t37, H_0_0 * t29);
    const Vec t39 = G_2_2 * P_S0_1_2_2;
    const Vec t40 = fma(P_S1_2_2, Y_5_2_S0_S, fma(P_S0_2_2, Y_5_2_S1_S, fma(G_2_2, Y_5_2_S0_1_S, t39)));
    const Vec W_3_S0_1_S2 = t6 * t40;
    const Vec t41 = fma(G_1_1, Y_6_1_S_S0, P_S0_1_1 * Y_6_1_S0_S);
    const Vec t42 = fma(G_1_1, Y_6_1_S0_S, E_1_S0_S);
    const Vec W_4_S0_S1 = t7 * t42;
    const Vec t43 = fma(G_1_1, W_5_S_S0, t30);
    const Vec Y_5_1_S_S0 = t2 * t43;
    const Vec Y_5_1_S0_S = fma(t13, t2, P_S0_1_1);
    const Vec t44 = fma(Y_5_1_S0_S, P_S0_1_2_2, fma(P_S1_2_2, Y_5_1_S_S0, fma(P_S0_2_2, W_4_S0_S1, G_2_2 * t7 * t41)));
    const Vec Y_4_2_S_S0_1 = t8 * t44;
    const Vec W_4_S_S1 = t7 * t22;
    const Vec t45 = fma(P_S0_2_2, W_4_S_S1, fma(P_S1_2_2, Y_5_1_S0_S, fma(G_2_2, W_4_S0_S1, t23)));
    const Vec Y_4_2_S0_S1 = t8 * t45;
    const Vec W_4_S_S0 = t31 * t7;
    const Vec t46 = fma(P_S1_2_2, W_4_S_S0, fma(P_S0_2_2, Y_5_1_S0_S, fma(G_2_2, Y_5_1_S_S0, t33)));
    const Vec Y_4_2_S1_S0 = t8 * t46;
    const Vec t47 = fma(G_2_2, Y_5_1_S0_S, t27);
    const Vec Y_4_2_S0_1_S = fma(t8, t47, P_S0_1_2_2);
    const Vec t48 = fma(dP_S0_1_2_2, Y_4_2_S0_1_S, fma(dP_S1_2_2, Y_4_2_S1_S0, fma(dP_S0_2_2, Y_4_2_S0_S1, fma(H_2_2, Y_4_2_S_S0_1, fma(dP_S0_1_1, W_3_S0_1_S2, t6 * t38)))));
    const Vec E_3_S_S = 0.5 * G_3_3 * G_3_3;
    const Vec t49 = fma(P_S1_2_2, Y_5_2_S1_S, G_2_2 * Y_5_2_S_S1);
    const Vec E_2_S1_S = G_2_2 * P_S1_2_2;
    const Vec t50 = fma(G_2_2, Y_5_2_S1_S, E_2_S1_S);
    const Vec W_3_S1_S2 = t6 * t50;
    const Vec t51 = fma(G_2_2, W_4_S_S1, t25);
    const Vec Y_4_2_S_S1 = t8 * t51;
    const Vec Y_4_2_S1_S = fma(t15, t8, P_S1_2_2);
    const Vec t52 = fma(Y_4_2_S1_S, dP_S0_1_2_2, fma(dP_S0_2_2, Y_4_2_S_S1, fma(dP_S0_1_1, W_3_S1_S2, fma(H_0_0 * t6, t49, fma(dP_S1_2_2, Y_4_2_S0_1_S, fma(H_2_2, Y_4_2_S0_S1, H_1_1 * W_3_S0_1_S2))))));
    const Vec E_3_S0_S = G_3_3 * P_S0_3_3;
    const Vec t53 = fma(P_S0_2_2, Y_5_2_S0_S, G_2_2 * Y_5_2_S_S0);
    const Vec E_2_S0_S = G_2_2 * P_S0_2_2;
    const Vec t54 = fma(G_2_2, Y_5_2_S0_S, E_2_S0_S);
    const Vec W_3_S0_S2 = t6 * t54;
    const Vec t55 = fma(G_2_2, W_4_S_S0, t35);
    const Vec Y_4_2_S_S0 = t8 * t55;
    const Vec Y_4_2_S0_S = fma(t14, t8, P_S0_2_2);
    const Vec t56 = fma(Y_4_2_S0_S, dP_S0_1_2_2, fma(Y_4_2_S_S0, dP_S1_2_2, fma(dP_S0_1_1, W_3_S0_S2, fma(H_1_1 * t6, t53, fma(dP_S0_2_2, Y_4_2_S0_1_S, fma(H_2_2, Y_4_2_S1_S0, H_0_0 * W_3_S0_1_S2))))));
    const Vec E_3_S1_S = G_3_3 * P_S1_3_3;
    const Vec t57 = G_2_2 * G_2_2;
    const Vec W_3_S_S2 = t6 * t57;
    const Vec t58 = G_2_2 * dP_S0_1_2_2;
    const Vec t59 = fma(dP_S0_1_1, W_3_S_S2, fma(Y_4_2_S0_S, dP_S1_2_2, fma(H_1_1, W_3_S0_S2, fma(dP_S0_2_2, Y_4_2_S1_S, fma(H_0_0, W_3_S1_S2, fma(H_2_2, Y_4_2_S0_1_S, t58))))));
    const Vec E_3_S0_1_S = fma(G_3_3, P_S0_1_3_3, P_S1_3_3 * P_S0_3_3);
    const Vec t60 = fma(P_S0_1_1, Y_5_1_S0_S, G_1_1 * Y_5_1_S_S0);
    const Vec W_3_S_S0_1 = t6 * t60;
    const Vec t61 = fma(G_1_1, Y_5_1_S0_S, E_1_S0_S);
    const Vec W_3_S0_S1 = t61 * t6;
    const Vec t62 = fma(G_1_1, W_4_S_S0, t30);
    const Vec Y_4_1_S_S0 = t62 * t8;
    const Vec Y_4_1_S0_S = fma(t13, t8, P_S0_1_1);
    const Vec t63 = fma(Y_4_1_S0_S, H_2_2, fma(H_1_1, Y_4_2_S0_S, fma(H_0_0, Y_4_2_S1_S, fma(G_1_1, dP_S0_2_2, fma(G_0_0, dP_S1_2_2, t17)))));
    const Vec t64 = fma(G_2_2, Y_4_1_S0_S, t27);
    const Vec Y_3_2_S0_1_S = fma(t1, t64, P_S0_1_2_2);
    const Vec dW_S0_1_2_S = fma(t1, t63, dP_S0_1_2_2);
    const Vec t65 = fma(Y_4_1_S0_S, dP_S0_1_2_2, fma(Y_4_1_S_S0, dP_S1_2_2, fma(W_3_S0_S1, dP_S0_2_2, fma(H_2_2, W_3_S_S0_1, fma(dP_S0_1_1, Y_4_2_S0_1_S, fma(H_1_1, Y_4_2_S1_S0, H_0_0 * Y_4_2_S0_S1))))));
    const Vec E_3_S2_S = G_3_3 * P_S2_3_3;
    const Vec W_3_S_S1 = t6 * t22;
    const Vec t66 = fma(G_2_2, W_3_S_S1, t25);
    const Vec t67 = fma(P_S0_2_2, W_3_S_S1, fma(P_S1_2_2, Y_4_1_S0_S, fma(G_2_2, W_3_S0_S1, t23)));
    const Vec Y_3_2_S_S1 = t1 * t66;
    const Vec t68 = fma(dP_S0_2_2, W_3_S_S1, fma(Y_4_1_S0_S, dP_S1_2_2, fma(W_3_S0_S1, H_2_2, fma(dP_S0_1_1, Y_4_2_S1_S, fma(H_0_0, Y_4_2_S_S1, fma(H_1_1, Y_4_2_S0_1_S, G_1_1 * dP_S0_1_2_2))))));
    const Vec E_3_S0_2_S = fma(G_3_3, P_S0_2_3_3, P_S2_3_3 * P_S0_3_3);
    const Vec W_3_S_S0 = t6 * t31;
    const Vec t69 = fma(G_1_1, W_3_S_S0, t30);
    const Vec t70 = fma(G_2_2, W_3_S_S0, t35);
    const Vec t71 = fma(P_S1_2_2, W_3_S_S0, fma(P_S0_2_2, Y_4_1_S0_S, fma(G_2_2, Y_4_1_S_S0, t33)));
    const Vec Y_3_2_S_S0 = t1 * t70;
    const Vec Y_3_1_S_S0 = t1 * t69;
    const Vec t72 = fma(dP_S1_2_2, W_3_S_S0, fma(Y_4_1_S0_S, dP_S0_2_2, fma(Y_4_1_S_S0, H_2_2, fma(dP_S0_1_1, Y_4_2_S0_S, fma(H_1_1, Y_4_2_S_S0, fma(H_0_0, Y_4_2_S0_1_S, G_0_0 * dP_S0_1_2_2))))));
    const Vec E_3_S1_2_S = fma(G_3_3, P_S1_2_3_3, P_S2_3_3 * P_S1_3_3);
    const Vec t73 = fma(Y_4_1_S0_S, P_S0_1_2_2, fma(P_S1_2_2, Y_4_1_S_S0, fma(P_S0_2_2, W_3_S0_S1, G_2_2 * W_3_S_S0_1)));
    const Vec dP_S2_3_3 = fma(-G_3_2, H_2_3, fma(-G_2_3, H_3_2, fma(G_3_3, H_2_2, G_2_2 * H_3_3)));
    const Vec dE_3_S2_S = fma(G_3_3, dP_S2_3_3, P_S2_3_3 * H_3_3);
    const Vec dP_S0_2_3_3 = fma(-G_3_2, dP_S0_3_2, fma(-G_3_0, dP_S2_3_0, fma(G_3_3, dP_S0_2_2, fma(-P_S2_3_0, H_3_0, fma(-P_S0_3_2, H_3_2, P_S0_2_2 * H_3_3)))));
    const Vec dP_S0_3_3 = fma(-G_3_0, H_0_3, fma(-G_0_3, H_3_0, fma(H_0_0, G_3_3, G_0_0 * H_3_3)));
    const Vec dE_3_S0_2_S = fma(P_S2_3_3, dP_S0_3_3, fma(G_3_3, dP_S0_2_3_3, fma(P_S0_3_3, dP_S2_3_3, P_S0_2_3_3 * H_3_3)));
    const Vec dP_S1_2_3_3 = fma(-G_3_2, dP_S1_3_2, fma(-G_3_1, dP_S2_3_1, fma(G_3_3, dP_S1_2_2, fma(-P_S2_3_1, H_3_1, fma(-P_S1_3_2, H_3_2, P_S1_2_2 * H_3_3)))));
    const Vec dP_S1_3_3 = fma(-G_3_1, H_1_3, fma(-G_1_3, H_3_1, fma(G_3_3, H_1_1, G_1_1 * H_3_3)));
    const Vec dE_3_S1_2_S = fma(P_S2_3_3, dP_S1_3_3, fma(G_3_3, dP_S1_2_3_3, fma(P_S1_3_3, dP_S2_3_3, P_S1_2_3_3 * H_3_3)));
    const Vec t74 = fma(t71, dE_3_S1_2_S, fma(t67, dE_3_S0_2_S, fma(t73, dE_3_S2_S, fma(t72, E_3_S1_2_S, fma(t68, E_3_S0_2_S, fma(t65, E_3_S2_S, fma(t59, E_3_S0_1_S, fma(t56, E_3_S1_S, fma(t52, E_3_S0_S, t48 * E_3_S_S)))))))));
    const Vec t75 = fma(P_S0_1_2_2, Y_4_2_S0_1_S, fma(P_S1_2_2, Y_4_2_S1_S0, fma(P_S0_2_2, Y_4_2_S0_S1, G_2_2 * Y_4_2_S_S0_1)));
    const Vec dE_3_S_S = G_3_3 * H_3_3;
    const Vec t76 = fma(Y_4_2_S1_S, P_S0_1_2_2, fma(P_S0_2_2, Y_4_2_S_S1, fma(P_S1_2_2, Y_4_2_S0_1_S, G_2_2 * Y_4_2_S0_S1)));
    const Vec dE_3_S0_S = fma(G_3_3, dP_S0_3_3, P_S0_3_3 * H_3_3);
    const Vec t77 = fma(Y_4_2_S0_S, P_S0_1_2_2, fma(P_S1_2_2, Y_4_2_S_S0, fma(P_S0_2_2, Y_4_2_S0_1_S, G_2_2 * Y_4_2_S1_S0)));
    const Vec dE_3_S1_S = fma(G_3_3, dP_S1_3_3, P_S1_3_3 * H_3_3);
    const Vec t78 = fma(P_S1_2_2, Y_4_2_S0_S, fma(P_S0_2_2, Y_4_2_S1_S, fma(G_2_2, Y_4_2_S0_1_S, t39)));
    const Vec dP_S0_1_3_3 = fma(-G_3_1, dP_S0_3_1, fma(-G_3_0, dP_S1_3_0, fma(G_3_3, dP_S0_1_1, fma(-P_S1_3_0, H_3_0, fma(-P_S0_3_1, H_3_1, P_S0_1_1 * H_3_3)))));
    const Vec dE_3_S0_1_S = fma(G_3_3, dP_S0_1_3_3, fma(P_S0_3_3, dP_S1_3_3, fma(P_S1_3_3, dP_S0_3_3, P_S0_1_3_3 * H_3_3)));
    const Vec t79 = fma(t78, dE_3_S0_1_S, fma(t77, dE_3_S1_S, fma(t76, dE_3_S0_S, t75 * dE_3_S_S)));
    const Vec t80 = fma(H_0_0, P_S1_2_3_3, fma(H_1_1, P_S0_2_3_3, H_2_2 * P_S0_1_3_3));
    const Vec t81 = H_0_0 * G_0_0;
    const Vec dW_S_S0 = t1 * t81;
    const Vec E_3_S_S1_2 = 0.5 * P_S1_2_3_3 * P_S1_2_3_3;
    const Vec dE_1_S_S = G_1_1 * H_1_1;
    const Vec dW_S_S1 = t1 * dE_1_S_S;
    const Vec E_3_S_S0_2 = 0.5 * P_S0_2_3_3 * P_S0_2_3_3;
    const Vec t82 = fma(dP_S0_1_1, Y_4_1_S0_S, fma(H_1_1, Y_4_1_S_S0, H_0_0 * W_3_S0_S1));
    const Vec dW_S_S0_1 = t1 * t82;
    const Vec E_3_S_S2 = 0.5 * P_S2_3_3 * P_S2_3_3;
    const Vec dE_2_S_S = G_2_2 * H_2_2;
    const Vec dW_S_S2 = t1 * dE_2_S_S;
    const Vec E_3_S_S0_1 = 0.5 * P_S0_1_3_3 * P_S0_1_3_3;
    const Vec t83 = fma(dP_S0_2_2, Y_4_2_S0_S, fma(H_2_2, Y_4_2_S_S0, H_0_0 * W_3_S0_S2));
    const Vec dW_S_S0_2 = t1 * t83;
    const Vec E_3_S_S1 = 0.5 * P_S1_3_3 * P_S1_3_3;
    const Vec t84 = fma(dP_S1_2_2, Y_4_2_S1_S, fma(H_2_2, Y_4_2_S_S1, H_1_1 * W_3_S1_S2));
    const Vec dW_S_S1_2 = t1 * t84;
    const Vec E_3_S_S0 = 0.5 * P_S0_3_3 * P_S0_3_3;
    const Vec t85 = G_1_1 * dP_S0_1_1;
    const Vec t86 = fma(H_0_0, W_3_S_S1, fma(H_1_1, Y_4_1_S0_S, t85));
    const Vec dW_S0_S1 = t1 * t86;
    const Vec E_3_S0_S2 = P_S0_2_3_3 * P_S2_3_3;
    const Vec t87 = G_2_2 * dP_S0_2_2;
    const Vec t88 = fma(H_0_0, W_3_S_S2, fma(H_2_2, Y_4_2_S0_S, t87));
    const Vec dW_S0_S2 = t1 * t88;
    const Vec E_3_S0_S1 = P_S0_1_3_3 * P_S1_3_3;
    const Vec t89 = fma(H_1_1, W_3_S_S0, fma(H_0_0, Y_4_1_S0_S, G_0_0 * dP_S0_1_1));
    const Vec dW_S1_S0 = t1 * t89;
    const Vec E_3_S1_S2 = P_S1_2_3_3 * P_S2_3_3;
    const Vec t90 = G_2_2 * dP_S1_2_2;
    const Vec t91 = fma(H_1_1, W_3_S_S2, fma(H_2_2, Y_4_2_S1_S, t90));
    const Vec dW_S1_S2 = t1 * t91;
    const Vec E_3_S1_S0 = P_S0_1_3_3 * P_S0_3_3;
    const Vec E_3_S0_1_S2 = fma(P_S2_3_3, P_S0_1_2_3_3, P_S1_2_3_3 * P_S0_2_3_3);
    const Vec t92 = fma(H_2_2, W_3_S_S0, fma(H_0_0, Y_4_2_S0_S, G_0_0 * dP_S0_2_2));
    const Vec dW_S2_S0 = t1 * t92;
    const Vec E_3_S2_S1 = P_S1_2_3_3 * P_S1_3_3;
    const Vec t93 = fma(H_2_2, W_3_S_S1, fma(H_1_1, Y_4_2_S1_S, G_1_1 * dP_S1_2_2));
    const Vec dW_S2_S1 = t1 * t93;
    const Vec E_3_S2_S0 = P_S0_2_3_3 * P_S0_3_3;
    const Vec t94 = fma(dW_S2_S1, E_3_S2_S0, fma(dW_S2_S0, E_3_S2_S1, fma(dW_S0_1_S, E_3_S0_1_S2, fma(dW_S1_S2, E_3_S1_S0, fma(dW_S1_S0, E_3_S1_S2, fma(dW_S0_S2, E_3_S0_S1, fma(dW_S0_S1, E_3_S0_S2, fma(dW_S_S1_2, E_3_S_S0, fma(dW_S_S0_2, E_3_S_S1, fma(dW_S_S2, E_3_S_S0_1, fma(dW_S_S0_1, E_3_S_S2, fma(dW_S_S1, E_3_S_S0_2, fma(dW_S_S0, E_3_S_S1_2, fma(P_S0_1_2_3_3, t80, fma(t9, t79, t1 * t74)))))))))))))));
    const Vec E_3_S0_2_S1 = fma(P_S1_3_3, P_S0_1_2_3_3, P_S1_2_3_3 * P_S0_1_3_3);
    const Vec E_3_S1_2_S0 = fma(P_S0_3_3, P_S0_1_2_3_3, P_S0_2_3_3 * P_S0_1_3_3);
    const Vec E_3_S0_1_2_S = fma(G_3_3, P_S0_1_2_3_3, fma(P_S1_2_3_3, P_S0_3_3, fma(P_S0_2_3_3, P_S1_3_3, P_S2_3_3 * P_S0_1_3_3)));
    const Vec W_2_S_S0 = t31 * t9;
    const Vec dE_3_S_S1_2 = P_S1_2_3_3 * dP_S1_2_3_3;
    const Vec W_2_S_S1 = t22 * t9;
    const Vec dE_3_S_S0_2 = P_S0_2_3_3 * dP_S0_2_3_3;
    const Vec t95 = fma(P_S0_1_1, Y_4_1_S0_S, G_1_1 * Y_4_1_S_S0);
    const Vec W_2_S_S0_1 = t9 * t95;
    const Vec dE_3_S_S2 = P_S2_3_3 * dP_S2_3_3;
    const Vec W_2_S_S2 = t57 * t9;
    const Vec dE_3_S_S0_1 = P_S0_1_3_3 * dP_S0_1_3_3;
    const Vec t96 = fma(P_S0_2_2, Y_4_2_S0_S, G_2_2 * Y_4_2_S_S0);
    const Vec W_2_S_S0_2 = t9 * t96;
    const Vec dE_3_S_S1 = P_S1_3_3 * dP_S1_3_3;
    const Vec t97 = fma(P_S1_2_2, Y_4_2_S1_S, G_2_2 * Y_4_2_S_S1);
    const Vec W_2_S_S1_2 = t9 * t97;
    const Vec dE_3_S_S0 = P_S0_3_3 * dP_S0_3_3;
    const Vec dE_3_S0_S1_2 = fma(P_S0_1_2_3_3, dP_S1_2_3_3, P_S1_2_3_3 * dP_S0_1_2_3_3);
    const Vec t98 = fma(G_1_1, Y_4_1_S0_S, E_1_S0_S);
    const Vec W_2_S0_S1 = t9 * t98;
    const Vec dE_3_S0_S2 = fma(P_S2_3_3, dP_S0_2_3_3, P_S0_2_3_3 * dP_S2_3_3);
    const Vec t99 = fma(G_2_2, Y_4_2_S0_S, E_2_S0_S);
    const Vec W_2_S0_S2 = t9 * t99;
    const Vec dE_3_S0_S1 = fma(P_S1_3_3, dP_S0_1_3_3, P_S0_1_3_3 * dP_S1_3_3);
    const Vec dE_3_S1_S0_2 = fma(P_S0_1_2_3_3, dP_S0_2_3_3, P_S0_2_3_3 * dP_S0_1_2_3_3);
    const Vec dE_3_S1_S2 = fma(P_S2_3_3, dP_S1_2_3_3, P_S1_2_3_3 * dP_S2_3_3);
    const Vec t100 = fma(G_2_2, Y_4_2_S1_S, E_2_S1_S);
    const Vec W_2_S1_S2 = t9 * t100;
    const Vec dE_3_S1_S0 = fma(P_S0_3_3, dP_S0_1_3_3, P_S0_1_3_3 * dP_S0_3_3);
    const Vec t101 = fma(W_2_S1_S2, dE_3_S1_S0, fma(Y_3_1_S_S0, dE_3_S1_S2, fma(G_1_1, dE_3_S1_S0_2, fma(W_2_S0_S2, dE_3_S0_S1, fma(W_2_S0_S1, dE_3_S0_S2, fma(G_0_0, dE_3_S0_S1_2, fma(W_2_S_S1_2, dE_3_S_S0, fma(W_2_S_S0_2, dE_3_S_S1, fma(W_2_S_S2, dE_3_S_S0_1, fma(W_2_S_S0_1, dE_3_S_S2, fma(W_2_S_S1, dE_3_S_S0_2, fma(W_2_S_S0, dE_3_S_S1_2, fma(dW_S0_1_2_S, E_3_S0_1_2_S, fma(dW_S1_2_S, E_3_S1_2_S0, fma(dW_S0_2_S, E_3_S0_2_S1, t94)))))))))))))));
    const Vec Y_3_1_S0_S = fma(t1, t13, P_S0_1_1);
    const Vec t102 = fma(Y_3_1_S0_S, dE_3_S0_1_S, fma(G_1_1, dE_3_S1_S0, fma(G_0_0, dE_3_S0_S1, fma(W_2_S0_S1, dE_3_S0_S, fma(W_2_S_S1, dE_3_S_S0, fma(W_2_S_S0, dE_3_S_S1, fma(W_2_S_S0_1, dE_3_S_S, fma(H_1_1, E_3_S1_S0, fma(dW_S1_S0, E_3_S1_S, fma(H_0_0, E_3_S0_S1, fma(dW_S0_S1, E_3_S0_S, fma(dW_S_S1, E_3_S_S0, fma(dW_S_S0, E_3_S_S1, fma(dW_S_S0_1, E_3_S_S, fma(Y_3_1_S_S0, dE_3_S1_S, dW_S0_1_S * E_3_S0_1_S)))))))))))))));
    const Vec dZ_S0_1_3 = fma(t10, t102, dE_3_S_S0_1);
    const Vec dE_3_S0_1_S2 = fma(P_S0_2_3_3, dP_S1_2_3_3, fma(P_S1_2_3_3, dP_S0_2_3_3, fma(P_S0_1_2_3_3, dP_S2_3_3, P_S2_3_3 * dP_S0_1_2_3_3)));
    const Vec dE_3_S2_S0_1 = fma(P_S0_1_2_3_3, dP_S0_1_3_3, P_S0_1_3_3 * dP_S0_1_2_3_3);
    const Vec dE_3_S2_S1 = fma(P_S1_2_3_3, dP_S1_3_3, P_S1_3_3 * dP_S1_2_3_3);
    const Vec dE_3_S2_S0 = fma(P_S0_2_3_3, dP_S0_3_3, P_S0_3_3 * dP_S0_2_3_3);
    const Vec Y_3_2_S0_S = fma(t1, t14, P_S0_2_2);
    const Vec t103 = fma(Y_3_2_S0_S, dE_3_S0_2_S, fma(G_2_2, dE_3_S2_S0, fma(W_2_S0_S2, dE_3_S0_S, fma(G_0_0, dE_3_S0_S2, fma(W_2_S_S2, dE_3_S_S0, fma(W_2_S_S0_2, dE_3_S_S, fma(W_2_S_S0, dE_3_S_S2, fma(H_2_2, E_3_S2_S0, fma(dW_S2_S0, E_3_S2_S, fma(dW_S0_S2, E_3_S0_S, fma(H_0_0, E_3_S0_S2, fma(dW_S_S2, E_3_S_S0, fma(dW_S_S0_2, E_3_S_S, fma(dW_S_S0, E_3_S_S2, fma(Y_3_2_S_S0, dE_3_S2_S, dW_S0_2_S * E_3_S0_2_S)))))))))))))));
    const Vec dZ_S0_2_3 = fma(t10, t103, dE_3_S_S0_2);
    const Vec dE_3_S0_2_S1 = fma(P_S1_2_3_3, dP_S0_1_3_3, fma(P_S0_1_2_3_3, dP_S1_3_3, fma(P_S0_1_3_3, dP_S1_2_3_3, P_S1_3_3 * dP_S0_1_2_3_3)));
    const Vec Y_3_2_S1_S = fma(t1, t15, P_S1_2_2);
    const Vec t104 = fma(Y_3_2_S1_S, dE_3_S1_2_S, fma(G_2_2, dE_3_S2_S1, fma(W_2_S1_S2, dE_3_S1_S, fma(G_1_1, dE_3_S1_S2, fma(W_2_S_S1_2, dE_3_S_S, fma(W_2_S_S2, dE_3_S_S1, fma(W_2_S_S1, dE_3_S_S2, fma(dW_S2_S1, E_3_S2_S, fma(H_2_2, E_3_S2_S1, fma(dW_S1_S2, E_3_S1_S, fma(H_1_1, E_3_S1_S2, fma(dW_S_S1_2, E_3_S_S, fma(dW_S_S2, E_3_S_S1, fma(dW_S_S1, E_3_S_S2, fma(Y_3_2_S_S1, dE_3_S2_S, dW_S1_2_S * E_3_S1_2_S)))))))))))))));
    const Vec dZ_S1_2_3 = fma(t10, t104, dE_3_S_S1_2);
    const Vec dE_3_S1_2_S0 = fma(P_S0_2_3_3, dP_S0_1_3_3, fma(P_S0_1_2_3_3, dP_S0_3_3, fma(P_S0_1_3_3, dP_S0_2_3_3, P_S0_3_3 * dP_S0_1_2_3_3)));
    const Vec dE_3_S0_1_2_S = fma(P_S2_3_3, dP_S0_1_3_3, fma(P_S0_2_3_3, dP_S1_3_3, fma(P_S0_3_3, dP_S1_2_3_3, fma(P_S1_2_3_3, dP_S0_3_3, fma(P_S1_3_3, dP_S0_2_3_3, fma(P_S0_1_3_3, dP_S2_3_3, fma(G_3_3, dP_S0_1_2_3_3, P_S0_1_2_3_3 * H_3_3)))))));
    const Vec t105 = fma(Y_3_2_S0_1_S, dE_3_S0_1_2_S, fma(Y_3_2_S1_S, dE_3_S1_2_S0, fma(Y_3_2_S0_S, dE_3_S0_2_S1, fma(Y_3_2_S_S1, dE_3_S2_S0, fma(Y_3_2_S_S0, dE_3_S2_S1, fma(G_2_2, dE_3_S2_S0_1, fma(Y_3_1_S0_S, dE_3_S0_1_S2, t101)))))));
    const Vec C_S3 = dE_3_S_S * t11;
    const Vec E_2_S_S1 = 0.5 * P_S1_2_2 * P_S1_2_2;
    const Vec E_2_S_S0 = 0.5 * P_S0_2_2 * P_S0_2_2;
    const Vec E_2_S_S = 0.5 * t57;
    const Vec E_2_S0_S1 = P_S1_2_2 * P_S0_1_2_2;
    const Vec E_2_S1_S0 = P_S0_2_2 * P_S0_1_2_2;
    const Vec E_2_S0_1_S = fma(P_S1_2_2, P_S0_2_2, t39);
    const Vec t106 = fma(Y_3_1_S0_S, E_2_S0_1_S, fma(G_1_1, E_2_S1_S0, fma(G_0_0, E_2_S0_S1, fma(W_2_S_S0_1, E_2_S_S, fma(W_2_S_S1, E_2_S_S0, fma(W_2_S_S0, E_2_S_S1, fma(E_2_S0_S, W_2_S0_S1, E_2_S1_S * Y_3_1_S_S0)))))));
    const Vec t107 = fma(t10, t106, 0.5 * P_S0_1_2_2 * P_S0_1_2_2);
    const Vec C_S2 = t11 * dE_2_S_S;
    const Vec t108 = fma(E_3_S0_1_S, Y_3_1_S0_S, fma(E_3_S0_S, W_2_S0_S1, fma(E_3_S_S, W_2_S_S0_1, fma(E_3_S_S0, W_2_S_S1, fma(E_3_S_S1, W_2_S_S0, fma(G_1_1, E_3_S1_S0, fma(G_0_0, E_3_S0_S1, E_3_S1_S * Y_3_1_S_S0)))))));
    const Vec t109 = fma(t10, t108, E_3_S_S0_1);
    const Vec C_S1 = t11 * dE_1_S_S;
    const Vec t110 = fma(E_3_S0_2_S, Y_3_2_S0_S, fma(E_3_S0_S, W_2_S0_S2, fma(E_3_S_S, W_2_S_S0_2, fma(E_3_S_S0, W_2_S_S2, fma(E_3_S_S2, W_2_S_S0, fma(G_2_2, E_3_S2_S0, fma(G_0_0, E_3_S0_S2, E_3_S2_S * Y_3_2_S_S0)))))));
    const Vec t111 = fma(t10, t110, E_3_S_S0_2);
    const Vec C_S0 = t11 * t81;
    const Vec t112 = fma(E_3_S1_2_S, Y_3_2_S1_S, fma(E_3_S1_S, W_2_S1_S2, fma(E_3_S_S, W_2_S_S1_2, fma(E_3_S_S1, W_2_S_S2, fma(E_3_S_S2, W_2_S_S1, fma(G_2_2, E_3_S2_S1, fma(G_1_1, E_3_S1_S2, E_3_S2_S * Y_3_2_S_S1)))))));
    const Vec t113 = fma(t10, t112, E_3_S_S1_2);
    const Vec t114 = fma(-C_S0, t113, fma(-C_S1, t111, fma(-C_S2, t109, -C_S3 * t107)));
    const Vec t115 = fma(N, t114, fma(t105, t10, P_S0_1_2_3_3 * dP_S0_1_2_3_3));
    const Vec Z_S0 = 0.5 * t31 * t12;
    const Vec E_1_S_S = 0.5 * t22;
    const Vec Z_S1 = E_1_S_S * t12;
    const Vec t116 = fma(W_2_S_S2, dE_3_S_S, fma(dW_S_S2, E_3_S_S, fma(G_2_2, dE_3_S2_S, H_2_2 * E_3_S2_S)));
    const Vec dZ_S2_3 = fma(t10, t116, dE_3_S_S2);
    const Vec Z_S2 = E_2_S_S * t12;
    const Vec Z_S3 = E_3_S_S * t12;
    const Vec C_S2_3 = fma(-Z_S3, C_S2, fma(-Z_S2, C_S3, t11 * dZ_S2_3));
    const Vec t117 = fma(W_2_S_S1, dE_3_S_S, fma(dW_S_S1, E_3_S_S, fma(G_1_1, dE_3_S1_S, H_1_1 * E_3_S1_S)));
    const Vec dZ_S1_3 = fma(t10, t117, dE_3_S_S1);
    const Vec C_S1_3 = fma(-Z_S3, C_S1, fma(-Z_S1, C_S3, t11 * dZ_S1_3));
    const Vec t118 = fma(W_2_S_S1, E_2_S_S, G_1_1 * E_2_S1_S);
    const Vec t119 = fma(t10, t118, E_2_S_S1);
    const Vec Z_S1_2 = t12 * t119;
    const Vec dE_2_S_S1 = P_S1_2_2 * dP_S1_2_2;
    const Vec dE_2_S1_S = fma(P_S1_2_2, H_2_2, t90);
    const Vec t120 = fma(G_1_1, dE_2_S1_S, fma(dW_S_S1, E_2_S_S, fma(W_2_S_S1, dE_2_S_S, H_1_1 * E_2_S1_S)));
    const Vec dZ_S1_2 = fma(t10, t120, dE_2_S_S1);
    const Vec C_S1_2 = fma(-Z_S2, C_S1, fma(-Z_S1, C_S2, t11 * dZ_S1_2));
    const Vec t121 = fma(E_3_S_S, W_2_S_S1, G_1_1 * E_3_S1_S);
    const Vec t122 = fma(t10, t121, E_3_S_S1);
    const Vec Z_S1_3 = t12 * t122;
    const Vec t123 = fma(E_3_S_S, W_2_S_S2, G_2_2 * E_3_S2_S);
    const Vec t124 = fma(t10, t123, E_3_S_S2);
    const Vec Z_S2_3 = t12 * t124;
    const Vec C_S1_2_3 = fma(-C_S1, Z_S2_3, fma(-C_S2, Z_S1_3, fma(-Z_S3, C_S1_2, fma(-C_S3, Z_S1_2, fma(-Z_S2, C_S1_3, fma(-Z_S1, C_S2_3, t11 * dZ_S1_2_3))))));
    const Vec t125 = fma(W_2_S_S0, dE_3_S_S, fma(dW_S_S0, E_3_S_S, fma(G_0_0, dE_3_S0_S, H_0_0 * E_3_S0_S)));
    const Vec dZ_S0_3 = fma(t10, t125, dE_3_S_S0);
    const Vec C_S0_3 = fma(-Z_S3, C_S0, fma(-Z_S0, C_S3, t11 * dZ_S0_3));
    const Vec t126 = fma(W_2_S_S0, E_2_S_S, G_0_0 * E_2_S0_S);
    const Vec t127 = fma(t10, t126, E_2_S_S0);
    const Vec Z_S0_2 = t12 * t127;
    const Vec dE_2_S_S0 = P_S0_2_2 * dP_S0_2_2;
    const Vec dE_2_S0_S = fma(P_S0_2_2, H_2_2, t87);
    const Vec t128 = fma(G_0_0, dE_2_S0_S, fma(dW_S_S0, E_2_S_S, fma(W_2_S_S0, dE_2_S_S, H_0_0 * E_2_S0_S)));
    const Vec dZ_S0_2 = fma(t10, t128, dE_2_S_S0);
    const Vec C_S0_2 = fma(-Z_S2, C_S0, fma(-Z_S0, C_S2, t11 * dZ_S0_2));
    const Vec t129 = fma(E_3_S_S, W_2_S_S0, G_0_0 * E_3_S0_S);
    const Vec t130 = fma(t10, t129, E_3_S_S0);
    const Vec Z_S0_3 = t12 * t130;
    const Vec C_S0_2_3 = fma(-C_S2, Z_S0_3, fma(-Z_S3, C_S0_2, fma(-C_S3, Z_S0_2, fma(-Z_S2, C_S0_3, fma(-Z_S2_3, C_S0, fma(-Z_S0, C_S2_3, t11 * dZ_S0_2_3))))));
    const Vec t131 = fma(W_2_S_S0, E_1_S_S, G_0_0 * E_1_S0_S);
    const Vec t132 = fma(t10, t131, 0.5 * P_S0_1_1 * P_S0_1_1);
    const Vec Z_S0_1 = t12 * t132;
    const Vec dE_1_S0_S = fma(H_1_1, P_S0_1_1, t85);
    const Vec t133 = fma(G_0_0, dE_1_S0_S, fma(dW_S_S0, E_1_S_S, fma(W_2_S_S0, dE_1_S_S, H_0_0 * E_1_S0_S)));
    const Vec dZ_S0_1 = fma(t10, t133, P_S0_1_1 * dP_S0_1_1);
    const Vec C_S0_1 = fma(-Z_S1, C_S0, fma(-Z_S0, C_S1, t11 * dZ_S0_1));
    const Vec C_S0_1_3 = fma(-Z_S3, C_S0_1, fma(-C_S3, Z_S0_1, fma(-C_S1, Z_S0_3, fma(-Z_S1, C_S0_3, fma(-Z_S1_3, C_S0, fma(-Z_S0, C_S1_3, t11 * dZ_S0_1_3))))));
    const Vec dE_2_S0_S1 = fma(dP_S1_2_2, P_S0_1_2_2, P_S1_2_2 * dP_S0_1_2_2);
    const Vec dE_2_S1_S0 = fma(dP_S0_2_2, P_S0_1_2_2, P_S0_2_2 * dP_S0_1_2_2);
    const Vec dE_2_S0_1_S = fma(P_S1_2_2, dP_S0_2_2, fma(P_S0_2_2, dP_S1_2_2, fma(H_2_2, P_S0_1_2_2, t58)));
    const Vec t134 = fma(Y_3_1_S0_S, dE_2_S0_1_S, fma(G_1_1, dE_2_S1_S0, fma(G_0_0, dE_2_S0_S1, fma(W_2_S0_S1, dE_2_S0_S, fma(W_2_S_S1, dE_2_S_S0, fma(Y_3_1_S_S0, dE_2_S1_S, fma(W_2_S_S0, dE_2_S_S1, fma(dW_S0_1_S, E_2_S0_1_S, fma(H_1_1, E_2_S1_S0, fma(H_0_0, E_2_S0_S1, fma(dW_S_S0_1, E_2_S_S, fma(dW_S_S1, E_2_S_S0, fma(dW_S_S0, E_2_S_S1, fma(W_2_S_S0_1, dE_2_S_S, fma(E_2_S1_S, dW_S1_S0, E_2_S0_S * dW_S0_S1)))))))))))))));
    const Vec dZ_S0_1_2 = fma(t10, t134, P_S0_1_2_2 * dP_S0_1_2_2);
    const Vec C_S0_1_2 = fma(-Z_S2, C_S0_1, fma(-C_S2, Z_S0_1, fma(-Z_S1, C_S0_2, fma(-C_S1, Z_S0_2, fma(-Z_S0, C_S1_2, fma(-Z_S1_2, C_S0, t11 * dZ_S0_1_2))))));
    const Vec C_S0_1_2_3 = fma(-Z_S3, C_S0_1_2, fma(-Z_S2, C_S0_1_3, fma(-Z_S2_3, C_S0_1, fma(-C_S2_3, Z_S0_1, fma(-Z_S1, C_S0_2_3, fma(-C_S1_2, Z_S0_3, fma(-Z_S1_3, C_S0_2, fma(-C_S1_3, Z_S0_2, fma(-Z_S1_2, C_S0_3, fma(-Z_S0, C_S1_2_3, t11 * t115))))))))));
    store(to[0].data + 0 * to[0].row_stride + at, C_S0_1_2_3);
  }
}

extern "C" extern const Size hubbard_sun_cdet_density_fixed_apart_work_bytes;
extern "C" const Size hubbard_sun_cdet_density_fixed_apart_work_bytes = 16416;

extern "C" void hubbard_sun_cdet_density_fixed_apart_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    hubbard_sun_cdet_density_fixed_apart_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 16 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(16 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 16 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_sun_cdet_density_fixed_apart_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(16 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 16 * lanes, lanes, 1};
  some_outputs[0] = {work + 32 * lanes, lanes};
  hubbard_sun_cdet_density_fixed_apart_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(32 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_cdet_density_fixed_apart(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_cdet_density_fixed_apart_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_cdet_density_fixed_apart_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
