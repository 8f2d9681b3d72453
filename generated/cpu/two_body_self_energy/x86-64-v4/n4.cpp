// two_body_self_energy, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_self_energy.diag:18: S(k, open, v)
//   two_body_self_energy.diag:25: step(k, open, w)
//   two_body_self_energy.diag:28: A(k, open, v)
//   two_body_self_energy.diag:31: D(k, open, v)
//   two_body_self_energy.diag:36: L(k, open, s, u, v)
//   two_body_self_energy.diag:42: hop(k, open, s, w, v)
//   two_body_self_energy.diag:45: rest(k, open)
//   two_body_self_energy.diag:49: W(k, open, s, v)
//   two_body_self_energy.diag:54: self_energy(j)
// Order: by demand, last operand first; at most 39 values live.
// A vector takes 163 multiplications, 0 additions, 172 fused, 0 divisions, 0 functions,
// 42 loads and 5 stores, in 1 function.
#pragma clang fp contract(off)

typedef __SIZE_TYPE__ Size;
typedef float Real;
enum : Size { lanes = 16 };
typedef Real Vec __attribute__((ext_vector_type(16)));
// A vector at any place of a row.
typedef Real Row __attribute__((ext_vector_type(16), aligned(4), may_alias));

static inline Vec splat(Real x) { return x; }
static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); }
static inline Vec load(const Real *row) { return *(const Row *)row; }
static inline void store(Real *row, Vec x) { *(Row *)row = x; }

extern "C" void two_body_self_energy_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  const Vec N = splat(params[0]);
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_3_2 = load(inputs[0] + 17 * input_stride + at);
    const Vec t1 = N * G_3_2;
    const Vec G_8_8 = load(inputs[0] + 63 * input_stride + at);
    const Vec t2 = N * G_8_8;
    const Vec t3 = N * t2;
    const Vec G_8_6 = load(inputs[0] + 61 * input_stride + at);
    const Vec t4 = N * G_8_6;
    const Vec G_7_6 = load(inputs[0] + 53 * input_stride + at);
    const Vec G_7_8 = load(inputs[0] + 55 * input_stride + at);
    const Vec W_4_S4_6_7 = fma(-t4, G_7_8, G_7_6 * t3);
    const Vec G_6_7 = load(inputs[0] + 46 * input_stride + at);
    const Vec W_3_S_6_6 = G_6_7 * W_4_S4_6_7;
    const Vec G_8_4 = load(inputs[0] + 59 * input_stride + at);
    const Vec t5 = N * G_8_4;
    const Vec G_7_4 = load(inputs[0] + 51 * input_stride + at);
    const Vec W_4_S4_4_7 = fma(-t5, G_7_8, G_7_4 * t3);
    const Vec W_3_S_4_6 = G_6_7 * W_4_S4_4_7;
    const Vec G_6_6 = load(inputs[0] + 45 * input_stride + at);
    const Vec G_6_8 = load(inputs[0] + 47 * input_stride + at);
    const Vec W_4_S4_6_6 = fma(-G_6_8, t4, G_6_6 * t3);
    const Vec t6 = N * G_6_6;
    const Vec G_6_4 = load(inputs[0] + 43 * input_stride + at);
    const Vec t7 = N * G_6_4;
    const Vec W_4_S3_4_8 = fma(-G_8_6, t7, t6 * t5);
    const Vec W_4_S4_4_6 = fma(-G_6_8, t5, G_6_4 * t3);
    const Vec W_4_S3_4_4_7 = fma(G_7_6, W_4_S4_4_6, fma(-G_7_4 * N, W_4_S4_6_6, G_7_8 * W_4_S3_4_8));
    const Vec G_5_6 = load(inputs[0] + 37 * input_stride + at);
    const Vec G_5_4 = load(inputs[0] + 35 * input_stride + at);
    const Vec G_5_7 = load(inputs[0] + 38 * input_stride + at);
    const Vec W_3_S3_4_5 = fma(G_5_7, W_4_S3_4_4_7, fma(-N * G_5_4, W_3_S_6_6, G_5_6 * W_3_S_4_6));
    const Vec G_4_5 = load(inputs[0] + 28 * input_stride + at);
    const Vec W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
    const Vec G_5_2 = load(inputs[0] + 33 * input_stride + at);
    const Vec t8 = N * G_5_2;
    const Vec G_8_2 = load(inputs[0] + 57 * input_stride + at);
    const Vec t9 = N * G_8_2;
    const Vec G_7_2 = load(inputs[0] + 49 * input_stride + at);
    const Vec W_4_S4_2_7 = fma(-t9, G_7_8, G_7_2 * t3);
    const Vec W_3_S_2_6 = G_6_7 * W_4_S4_2_7;
    const Vec t10 = N * G_7_2;
    const Vec G_6_2 = load(inputs[0] + 41 * input_stride + at);
    const Vec t11 = N * G_6_2;
    const Vec W_4_S3_2_8 = fma(-G_8_6, t11, t6 * t9);
    const Vec W_4_S4_2_6 = fma(-G_6_8, t9, G_6_2 * t3);
    const Vec W_4_S3_4_2_7 = fma(W_4_S4_2_6, G_7_6, fma(-W_4_S4_6_6, t10, W_4_S3_2_8 * G_7_8));
    const Vec W_3_S3_2_5 = fma(G_5_7, W_4_S3_4_2_7, fma(-W_3_S_6_6, t8, W_3_S_2_6 * G_5_6));
    const Vec G_3_4 = load(inputs[0] + 19 * input_stride + at);
    const Vec t12 = G_3_4 * G_4_5;
    const Vec G_4_4 = load(inputs[0] + 27 * input_stride + at);
    const Vec t13 = N * G_4_4;
    const Vec G_4_6 = load(inputs[0] + 29 * input_stride + at);
    const Vec G_4_7 = load(inputs[0] + 30 * input_stride + at);
    const Vec W_3_S3_4_4 = fma(-W_3_S_6_6, t13, fma(G_4_7, W_4_S3_4_4_7, G_4_6 * W_3_S_4_6));
    const Vec W_3_S_4_4 = G_4_7 * W_4_S4_4_7;
    const Vec t14 = G_6_4 * G_4_7;
    const Vec G_4_8 = load(inputs[0] + 31 * input_stride + at);
    const Vec W_4_S4_4_4 = fma(-G_4_8, t5, G_4_4 * t3);
    const Vec G_4_2 = load(inputs[0] + 25 * input_stride + at);
    const Vec t15 = N * G_4_2;
    const Vec W_4_S2_2_8 = fma(-G_8_4, t15, t13 * t9);
    const Vec W_4_S4_2_4 = fma(-t9, G_4_8, G_4_2 * t3);
    const Vec W_4_S2_4_2_7 = fma(G_7_4, W_4_S4_2_4, fma(-W_4_S4_4_4, t10, W_4_S2_2_8 * G_7_8));
    const Vec W_3_S2_2_6 = fma(G_6_7, W_4_S2_4_2_7, fma(-W_3_S_4_4, t11, W_4_S4_2_7 * t14));
    const Vec W_3_S3_2_4 = fma(-W_3_S_6_6, t15, fma(G_4_7, W_4_S3_4_2_7, G_4_6 * W_3_S_2_6));
    const Vec W_4_S3_4_4_4 = fma(-W_4_S4_6_6, t13, fma(G_4_6, W_4_S4_4_6, G_4_8 * W_4_S3_4_8));
    const Vec W_4_S3_4_4 = fma(-G_4_6, t7, t6 * t13);
    const Vec W_4_S2_2_6 = fma(-G_6_4, t15, t13 * t11);
    const Vec W_4_S3_2_4 = fma(-G_4_6, t11, t6 * t15);
    const Vec W_4_S2_3_2_8 = fma(G_8_4, W_4_S3_2_4, fma(-W_4_S3_4_4, t9, G_8_6 * W_4_S2_2_6));
    const Vec W_4_S2_4_2_6 = fma(G_6_4, W_4_S4_2_4, fma(-W_4_S4_4_4, t11, G_6_8 * W_4_S2_2_8));
    const Vec W_4_S3_4_2_4 = fma(-W_4_S4_6_6, t15, fma(G_4_6, W_4_S4_2_6, G_4_8 * W_4_S3_2_8));
    const Vec W_4_S2_3_4_2_7 = fma(G_7_4, W_4_S3_4_2_4, fma(G_7_6, W_4_S2_4_2_6, fma(-W_4_S3_4_4_4, t10, G_7_8 * W_4_S2_3_2_8)));
    const Vec W_3_S2_3_2_5 = fma(G_5_7, W_4_S2_3_4_2_7, fma(G_5_4, W_3_S3_2_4, fma(-W_3_S3_4_4, t8, G_5_6 * W_3_S2_2_6)));
    const Vec G_3_5 = load(inputs[0] + 20 * input_stride + at);
    const Vec W_2_S2_2_3 = fma(G_3_5, W_3_S2_3_2_5, fma(-W_2_S_4_4, t1, t12 * W_3_S3_2_5));
    const Vec V_3 = load(inputs[1] + 2 * input_stride + at);
    const Vec V_4 = load(inputs[1] + 3 * input_stride + at);
    const Vec t16 = V_3 * V_4;
    const Vec V_1 = load(inputs[1] + 0 * input_stride + at);
    const Vec V_2 = load(inputs[1] + 1 * input_stride + at);
    const Vec t17 = V_1 * V_2;
    const Vec t18 = t17 * t16;
    const Vec G_2_3 = load(inputs[0] + 10 * input_stride + at);
    const Vec self_energy_0 = G_2_3 * t18 * W_2_S2_2_3;
    const Vec G_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec step_2_S1_2_5 = G_3_5 * G_1_3;
    const Vec step_3_S1_2_3_7 = G_5_7 * step_2_S1_2_5;
    const Vec step_4_S1_2_3_4_2 = G_7_2 * step_3_S1_2_3_7;
    const Vec step_2_S1_5 = G_1_3 * t12;
    const Vec step_3_S1_2_3_4 = G_5_4 * step_2_S1_2_5;
    const Vec step_3_S1_3_7 = fma(G_4_7, step_3_S1_2_3_4, G_5_7 * step_2_S1_5);
    const Vec step_4_S1_2_3_4_4 = G_7_4 * step_3_S1_2_3_7;
    const Vec step_4_S1_3_4_2 = fma(G_4_2, step_4_S1_2_3_4_4, G_7_2 * step_3_S1_3_7);
    const Vec step_3_S1_2_3_6 = G_5_6 * step_2_S1_2_5;
    const Vec step_3_S1_2_7 = G_6_7 * step_3_S1_2_3_6;
    const Vec step_4_S1_2_3_4_6 = G_7_6 * step_3_S1_2_3_7;
    const Vec step_4_S1_2_4_2 = fma(G_6_2, step_4_S1_2_3_4_6, G_7_2 * step_3_S1_2_7);
    const Vec step_3_S1_3_6 = fma(G_4_6, step_3_S1_2_3_4, G_5_6 * step_2_S1_5);
    const Vec step_3_S1_7 = fma(G_6_7, step_3_S1_3_6, step_3_S1_2_3_6 * t14);
    const Vec step_4_S1_3_4_6 = fma(G_4_6, step_4_S1_2_3_4_4, G_7_6 * step_3_S1_3_7);
    const Vec step_4_S1_2_4_4 = fma(G_6_4, step_4_S1_2_3_4_6, G_7_4 * step_3_S1_2_7);
    const Vec step_4_S1_4_2 = fma(G_4_2, step_4_S1_2_4_4, fma(G_6_2, step_4_S1_3_4_6, G_7_2 * step_3_S1_7));
    const Vec step_4_S1_2_3_4_8 = G_7_8 * step_3_S1_2_3_7;
    const Vec step_4_S1_2_3_2 = G_8_2 * step_4_S1_2_3_4_8;
    const Vec step_4_S1_3_4_8 = fma(G_4_8, step_4_S1_2_3_4_4, G_7_8 * step_3_S1_3_7);
    const Vec step_4_S1_2_3_4 = G_8_4 * step_4_S1_2_3_4_8;
    const Vec step_4_S1_3_2 = fma(G_4_2, step_4_S1_2_3_4, G_8_2 * step_4_S1_3_4_8);
    const Vec step_4_S1_2_4_8 = fma(G_6_8, step_4_S1_2_3_4_6, G_7_8 * step_3_S1_2_7);
    const Vec step_4_S1_2_3_6 = G_8_6 * step_4_S1_2_3_4_8;
    const Vec step_4_S1_2_2 = fma(G_6_2, step_4_S1_2_3_6, G_8_2 * step_4_S1_2_4_8);
    const Vec step_3_S1_2_3_2 = G_5_2 * step_2_S1_2_5;
    const Vec step_3_S1_3_2 = fma(G_4_2, step_3_S1_2_3_4, G_5_2 * step_2_S1_5);
    const Vec step_3_S1_2_2 = G_6_2 * step_3_S1_2_3_6;
    const Vec step_2_S1_2_2 = G_3_2 * G_1_3;
    const Vec step_4_S1_4_8 = fma(G_4_8, step_4_S1_2_4_4, fma(G_6_8, step_4_S1_3_4_6, G_7_8 * step_3_S1_7));
    const Vec step_4_S1_3_6 = fma(G_4_6, step_4_S1_2_3_4, G_8_6 * step_4_S1_3_4_8);
    const Vec step_4_S1_2_4 = fma(G_6_4, step_4_S1_2_3_6, G_8_4 * step_4_S1_2_4_8);
    const Vec t19 = fma(G_4_2, step_4_S1_2_4, fma(G_6_2, step_4_S1_3_6, fma(G_8_2, step_4_S1_4_8, fma(W_2_S_4_4, step_2_S1_2_2, fma(W_3_S_4_4, step_3_S1_2_2, fma(W_3_S_6_6, step_3_S1_3_2, fma(W_3_S3_4_4, step_3_S1_2_3_2, fma(-t13, step_4_S1_2_2, fma(-t6, step_4_S1_3_2, fma(W_4_S3_4_4, step_4_S1_2_3_2, fma(-t2, step_4_S1_4_2, fma(W_4_S4_4_4, step_4_S1_2_4_2, fma(W_4_S4_6_6, step_4_S1_3_4_2, W_4_S3_4_4_4 * step_4_S1_2_3_4_2)))))))))))));
    const Vec self_energy_1 = t18 * t19;
    const Vec t20 = G_2_3 * t1;
    const Vec G_2_5 = load(inputs[0] + 12 * input_stride + at);
    const Vec G_1_5 = load(inputs[0] + 4 * input_stride + at);
    const Vec step_2_S2_5 = fma(-G_1_5, t20, step_2_S1_2_2 * G_2_5);
    const Vec hop_2_S2_1_5_1 = G_2_3 * G_3_5;
    const Vec t21 = hop_2_S2_1_5_1 * t8;
    const Vec G_2_7 = load(inputs[0] + 14 * input_stride + at);
    const Vec G_1_7 = load(inputs[0] + 6 * input_stride + at);
    const Vec step_3_S2_3_7 = fma(-G_1_7, t21, fma(G_5_7, step_2_S2_5, step_3_S1_2_3_2 * G_2_7));
    const Vec hop_3_S2_3_1_7_1 = G_5_7 * hop_2_S2_1_5_1;
    const Vec t22 = hop_3_S2_3_1_7_1 * t10;
    const Vec G_2_4 = load(inputs[0] + 11 * input_stride + at);
    const Vec G_1_4 = load(inputs[0] + 3 * input_stride + at);
    const Vec step_4_S2_3_4_4 = fma(-G_1_4, t22, fma(G_7_4, step_3_S2_3_7, G_2_4 * step_4_S1_2_3_4_2));
    const Vec G_2_6 = load(inputs[0] + 13 * input_stride + at);
    const Vec G_1_6 = load(inputs[0] + 5 * input_stride + at);
    const Vec step_3_S2_3_6 = fma(-G_1_6, t21, fma(G_5_6, step_2_S2_5, G_2_6 * step_3_S1_2_3_2));
    const Vec hop_3_S2_3_1_6_1 = G_5_6 * hop_2_S2_1_5_1;
    const Vec t23 = hop_3_S2_3_1_6_1 * t11;
    const Vec step_3_S2_7 = fma(-G_1_7, t23, fma(G_6_7, step_3_S2_3_6, step_3_S1_2_2 * G_2_7));
    const Vec step_4_S2_3_4_6 = fma(-G_1_6, t22, fma(G_7_6, step_3_S2_3_7, G_2_6 * step_4_S1_2_3_4_2));
    const Vec hop_3_S2_1_7_1 = G_6_7 * hop_3_S2_3_1_6_1;
    const Vec hop_4_S2_3_4_1_6_1 = G_7_6 * hop_3_S2_3_1_7_1;
    const Vec hop_4_S2_4_1_2_1 = fma(G_6_2, hop_4_S2_3_4_1_6_1, G_7_2 * hop_3_S2_1_7_1);
    const Vec t24 = N * hop_4_S2_4_1_2_1;
    const Vec step_4_S2_4_4 = fma(-G_1_4, t24, fma(G_6_4, step_4_S2_3_4_6, fma(G_7_4, step_3_S2_7, G_2_4 * step_4_S1_2_4_2)));
    const Vec G_2_8 = load(inputs[0] + 15 * input_stride + at);
    const Vec G_1_8 = load(inputs[0] + 7 * input_stride + at);
    const Vec step_4_S2_3_4_8 = fma(-G_1_8, t22, fma(G_7_8, step_3_S2_3_7, G_2_8 * step_4_S1_2_3_4_2));
    const Vec hop_4_S2_3_4_1_8_1 = G_7_8 * hop_3_S2_3_1_7_1;
    const Vec t25 = hop_4_S2_3_4_1_8_1 * t9;
    const Vec step_4_S2_3_4 = fma(-G_1_4, t25, fma(G_8_4, step_4_S2_3_4_8, G_2_4 * step_4_S1_2_3_2));
    const Vec step_3_S2_3_4 = fma(-G_1_4, t21, fma(G_5_4, step_2_S2_5, G_2_4 * step_3_S1_2_3_2));
    const Vec step_4_S2_4_8 = fma(-G_1_8, t24, fma(G_6_8, step_4_S2_3_4_6, fma(G_7_8, step_3_S2_7, G_2_8 * step_4_S1_2_4_2)));
    const Vec step_4_S2_3_6 = fma(-G_1_6, t25, fma(G_8_6, step_4_S2_3_4_8, G_2_6 * step_4_S1_2_3_2));
    const Vec hop_4_S2_4_1_8_1 = fma(G_6_8, hop_4_S2_3_4_1_6_1, G_7_8 * hop_3_S2_1_7_1);
    const Vec hop_4_S2_1_2_1 = fma(G_8_2, hop_4_S2_4_1_8_1, G_6_2 * G_8_6 * hop_4_S2_3_4_1_8_1);
    const Vec t26 = fma(-N * G_1_4, hop_4_S2_1_2_1, fma(G_6_4, step_4_S2_3_6, fma(G_8_4, step_4_S2_4_8, fma(W_3_S_6_6, step_3_S2_3_4, fma(-t6, step_4_S2_3_4, fma(-t2, step_4_S2_4_4, fma(W_4_S4_6_6, step_4_S2_3_4_4, G_2_4 * step_4_S1_2_2)))))));
    const Vec self_energy_2 = t18 * t26;
    const Vec hop_2_S_2_5_2 = G_4_5 * step_2_S1_2_2;
    const Vec hop_3_S3_2_4_2 = fma(G_5_4, hop_2_S_2_5_2, G_4_4 * step_3_S1_2_3_2);
    const Vec D_3_S3_2 = fma(-N, hop_3_S3_2_4_2, step_3_S1_3_2);
    const Vec t27 = G_4_5 * t20;
    const Vec hop_2_S_1_5_1 = G_2_3 * t12;
    const Vec hop_3_S2_3_1_4_1 = G_5_4 * hop_2_S2_1_5_1;
    const Vec t28 = fma(G_4_2, hop_3_S2_3_1_4_1, fma(-G_5_4, t27, fma(-G_4_4, t21, G_5_2 * hop_2_S_1_5_1)));
    const Vec t29 = N * t28;
    const Vec step_3_S3_7 = fma(-G_1_7, t29, fma(G_2_7, D_3_S3_2, G_4_7 * step_3_S2_3_4));
    const Vec hop_3_S3_2_7_2 = fma(G_5_7, hop_2_S_2_5_2, G_4_7 * step_3_S1_2_3_2);
    const Vec hop_4_S3_4_2_4_2 = fma(G_7_4, hop_3_S3_2_7_2, G_4_4 * step_4_S1_2_3_4_2);
    const Vec D_4_S3_4_2 = fma(-N, hop_4_S3_4_2_4_2, step_4_S1_3_4_2);
    const Vec hop_3_S3_2_7_1 = fma(-G_5_7, t27, -G_4_7 * t21);
    const Vec hop_3_S3_1_7_1 = fma(G_4_7, hop_3_S2_3_1_4_1, G_5_7 * hop_2_S_1_5_1);
    const Vec hop_4_S2_3_4_1_4_1 = G_7_4 * hop_3_S2_3_1_7_1;
    const Vec t30 = fma(G_4_2, hop_4_S2_3_4_1_4_1, fma(G_7_2, hop_3_S3_1_7_1, fma(-G_4_4, t22, G_7_4 * hop_3_S3_2_7_1)));
    const Vec t31 = N * t30;
    const Vec step_4_S3_4_6 = fma(-G_1_6, t31, fma(G_2_6, D_4_S3_4_2, fma(G_7_6, step_3_S3_7, G_4_6 * step_4_S2_3_4_4)));
    const Vec step_4_S3_4_8 = fma(-G_1_8, t31, fma(G_2_8, D_4_S3_4_2, fma(G_7_8, step_3_S3_7, G_4_8 * step_4_S2_3_4_4)));
    const Vec hop_4_S3_4_2_8_2 = fma(G_7_8, hop_3_S3_2_7_2, G_4_8 * step_4_S1_2_3_4_2);
    const Vec hop_4_S3_2_4_2 = fma(G_8_4, hop_4_S3_4_2_8_2, G_4_4 * step_4_S1_2_3_2);
    const Vec D_4_S3_2 = fma(-N, hop_4_S3_2_4_2, step_4_S1_3_2);
    const Vec hop_4_S3_4_1_8_1 = fma(G_4_8, hop_4_S2_3_4_1_4_1, G_7_8 * hop_3_S3_1_7_1);
    const Vec t32 = fma(G_7_8, hop_3_S3_2_7_1, fma(-G_4_8, t22, G_4_2 * hop_4_S2_3_4_1_8_1));
    const Vec t33 = fma(G_8_4, t32, fma(-G_4_4, t25, G_8_2 * hop_4_S3_4_1_8_1));
    const Vec t34 = fma(-N * G_1_6, t33, fma(G_2_6, D_4_S3_2, fma(G_8_6, step_4_S3_4_8, fma(-t2, step_4_S3_4_6, G_4_6 * step_4_S2_3_4))));
    const Vec self_energy_3 = t18 * t34;
    const Vec t35 = G_7_6 * G_6_7;
    const Vec hop_4_S4_3_6_4 = fma(step_3_S2_3_4, t35, G_6_6 * step_4_S2_3_4_4);
    const Vec D_4_S4_4 = fma(-N, hop_4_S4_3_6_4, step_4_S2_4_4);
    const Vec hop_3_S3_2_6_2 = fma(G_5_6, hop_2_S_2_5_2, G_4_6 * step_3_S1_2_3_2);
    const Vec hop_3_S_2_7_2 = fma(G_6_7, hop_3_S3_2_6_2, G_4_7 * step_3_S1_2_2);
    const Vec hop_4_S3_4_2_6_2 = fma(G_7_6, hop_3_S3_2_7_2, G_4_6 * step_4_S1_2_3_4_2);
    const Vec t36 = fma(G_6_4, hop_4_S3_4_2_6_2, fma(G_7_4, hop_3_S_2_7_2, fma(D_3_S3_2, t35, fma(G_6_6, D_4_S3_4_2, G_4_4 * step_4_S1_2_4_2))));
    const Vec D_4_S4_2 = fma(-N, t36, step_4_S1_4_2);
    const Vec hop_3_S3_2_6_1 = fma(-G_5_6, t27, -G_4_6 * t21);
    const Vec hop_3_S_2_7_1 = fma(-G_4_7, t23, G_6_7 * hop_3_S3_2_6_1);
    const Vec hop_4_S3_4_2_6_1 = fma(-G_4_6, t22, G_7_6 * hop_3_S3_2_7_1);
    const Vec hop_3_S3_1_6_1 = fma(G_4_6, hop_3_S2_3_1_4_1, G_5_6 * hop_2_S_1_5_1);
    const Vec hop_3_S_1_7_1 = fma(G_6_7, hop_3_S3_1_6_1, hop_3_S2_3_1_6_1 * t14);
    const Vec hop_4_S3_4_1_6_1 = fma(G_4_6, hop_4_S2_3_4_1_4_1, G_7_6 * hop_3_S3_1_7_1);
    const Vec hop_4_S2_4_1_4_1 = fma(G_6_4, hop_4_S2_3_4_1_6_1, G_7_4 * hop_3_S2_1_7_1);
    const Vec t37 = fma(G_4_2, hop_4_S2_4_1_4_1, fma(G_6_2, hop_4_S3_4_1_6_1, fma(G_7_2, hop_3_S_1_7_1, fma(G_6_4, hop_4_S3_4_2_6_1, fma(-t29, t35, fma(-G_6_6, t31, fma(-G_4_4, t24, G_7_4 * hop_3_S_2_7_1)))))));
    const Vec step_4_S4_8 = fma(-N * G_1_8, t37, fma(G_2_8, D_4_S4_2, fma(G_4_8, D_4_S4_4, G_6_8 * step_4_S3_4_6)));
    const Vec self_energy_4 = t18 * step_4_S4_8;
    store(outputs[0] + 0 * output_stride + at, self_energy_0);
    store(outputs[0] + 1 * output_stride + at, self_energy_1);
    store(outputs[0] + 2 * output_stride + at, self_energy_2);
    store(outputs[0] + 3 * output_stride + at, self_energy_3);
    store(outputs[0] + 4 * output_stride + at, self_energy_4);
  }
}

extern "C" extern const Size two_body_self_energy_work_bytes;
extern "C" const Size two_body_self_energy_work_bytes = 4672;

extern "C" void two_body_self_energy_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  two_body_self_energy_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[2];
  Real *some_outputs[1];
  for (Size row = 0; row < 64; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(64 + row) * lanes + lane] = inputs[1][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_inputs[1] = work + 64 * lanes;
  some_outputs[0] = work + 68 * lanes;
  two_body_self_energy_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 5; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(68 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int two_body_self_energy(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (two_body_self_energy_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  two_body_self_energy_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
