// two_body_greens_function, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_greens_function.diag:17: X(k, open, v)
//   two_body_greens_function.diag:21: step(k, open, w)
//   two_body_greens_function.diag:25: rest(k, open)
//   two_body_greens_function.diag:30: W(k, open, s, v)
//   two_body_greens_function.diag:35: amputated(b)
// Order: step, W, amputated by s descending, b descending, eagerly; at most 58 values live.
// A vector takes 140 multiplications, 0 additions, 172 fused, 0 divisions, 0 functions,
// 39 loads and 8 stores, in 1 function.
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

extern "C" void two_body_greens_function_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  const Vec N = splat(params[0]);
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_8_6 = load(inputs[0] + 61 * input_stride + at);
    const Vec t1 = N * G_8_6;
    const Vec G_8_8 = load(inputs[0] + 63 * input_stride + at);
    const Vec t2 = N * G_8_8;
    const Vec t3 = N * t2;
    const Vec G_6_6 = load(inputs[0] + 45 * input_stride + at);
    const Vec G_6_8 = load(inputs[0] + 47 * input_stride + at);
    const Vec W_4_S4_6_6 = fma(-G_6_8, t1, G_6_6 * t3);
    const Vec G_7_6 = load(inputs[0] + 53 * input_stride + at);
    const Vec G_7_8 = load(inputs[0] + 55 * input_stride + at);
    const Vec W_4_S4_6_7 = fma(-t1, G_7_8, G_7_6 * t3);
    const Vec G_6_7 = load(inputs[0] + 46 * input_stride + at);
    const Vec W_3_S_6_6 = G_6_7 * W_4_S4_6_7;
    const Vec G_8_4 = load(inputs[0] + 59 * input_stride + at);
    const Vec t4 = N * G_8_4;
    const Vec G_4_4 = load(inputs[0] + 27 * input_stride + at);
    const Vec G_4_8 = load(inputs[0] + 31 * input_stride + at);
    const Vec W_4_S4_4_4 = fma(-G_4_8, t4, G_4_4 * t3);
    const Vec G_6_4 = load(inputs[0] + 43 * input_stride + at);
    const Vec t5 = N * G_6_4;
    const Vec t6 = N * G_6_6;
    const Vec t7 = N * G_4_4;
    const Vec G_4_6 = load(inputs[0] + 29 * input_stride + at);
    const Vec W_4_S3_4_4 = fma(-G_4_6, t5, t6 * t7);
    const Vec W_4_S4_4_6 = fma(-G_6_8, t4, G_6_4 * t3);
    const Vec W_4_S3_4_8 = fma(-G_8_6, t5, t6 * t4);
    const Vec W_4_S3_4_4_4 = fma(G_4_8, W_4_S3_4_8, fma(-W_4_S4_6_6, t7, G_4_6 * W_4_S4_4_6));
    const Vec G_7_4 = load(inputs[0] + 51 * input_stride + at);
    const Vec W_4_S4_4_7 = fma(-t4, G_7_8, G_7_4 * t3);
    const Vec G_4_7 = load(inputs[0] + 30 * input_stride + at);
    const Vec W_3_S_4_4 = G_4_7 * W_4_S4_4_7;
    const Vec W_4_S3_4_4_7 = fma(G_7_8, W_4_S3_4_8, fma(-G_7_4 * N, W_4_S4_6_6, G_7_6 * W_4_S4_4_6));
    const Vec W_3_S_4_6 = G_6_7 * W_4_S4_4_7;
    const Vec W_3_S3_4_4 = fma(G_4_6, W_3_S_4_6, fma(-W_3_S_6_6, t7, G_4_7 * W_4_S3_4_4_7));
    const Vec t8 = N * W_3_S_6_6;
    const Vec G_5_7 = load(inputs[0] + 38 * input_stride + at);
    const Vec G_5_6 = load(inputs[0] + 37 * input_stride + at);
    const Vec G_5_4 = load(inputs[0] + 35 * input_stride + at);
    const Vec W_3_S3_4_5 = fma(-G_5_4, t8, fma(G_5_6, W_3_S_4_6, G_5_7 * W_4_S3_4_4_7));
    const Vec G_4_5 = load(inputs[0] + 28 * input_stride + at);
    const Vec W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
    const Vec G_8_2 = load(inputs[0] + 57 * input_stride + at);
    const Vec t9 = N * G_8_2;
    const Vec G_6_2 = load(inputs[0] + 41 * input_stride + at);
    const Vec W_4_S4_2_6 = fma(-G_6_8, t9, G_6_2 * t3);
    const Vec t10 = N * G_6_2;
    const Vec W_4_S3_2_8 = fma(-G_8_6, t10, t6 * t9);
    const Vec G_4_2 = load(inputs[0] + 25 * input_stride + at);
    const Vec t11 = N * G_4_2;
    const Vec W_4_S3_4_2_4 = fma(-W_4_S4_6_6, t11, fma(G_4_8, W_4_S3_2_8, G_4_6 * W_4_S4_2_6));
    const Vec W_4_S4_2_4 = fma(-t9, G_4_8, G_4_2 * t3);
    const Vec W_4_S2_2_8 = fma(-G_8_4, t11, t7 * t9);
    const Vec W_4_S2_4_2_6 = fma(G_6_8, W_4_S2_2_8, fma(-W_4_S4_4_4, t10, G_6_4 * W_4_S4_2_4));
    const Vec W_4_S3_2_4 = fma(-G_4_6, t10, t6 * t11);
    const Vec W_4_S2_2_6 = fma(-G_6_4, t11, t7 * t10);
    const Vec W_4_S2_3_2_8 = fma(G_8_6, W_4_S2_2_6, fma(-W_4_S3_4_4, t9, G_8_4 * W_4_S3_2_4));
    const Vec G_7_2 = load(inputs[0] + 49 * input_stride + at);
    const Vec t12 = N * G_7_2;
    const Vec W_4_S2_3_4_2_7 = fma(-W_4_S3_4_4_4, t12, fma(G_7_8, W_4_S2_3_2_8, fma(G_7_6, W_4_S2_4_2_6, G_7_4 * W_4_S3_4_2_4)));
    const Vec W_4_S3_4_2_7 = fma(-W_4_S4_6_6, t12, fma(W_4_S3_2_8, G_7_8, W_4_S4_2_6 * G_7_6));
    const Vec W_4_S4_2_7 = fma(-t9, G_7_8, G_7_2 * t3);
    const Vec W_3_S_2_6 = G_6_7 * W_4_S4_2_7;
    const Vec G_5_2 = load(inputs[0] + 33 * input_stride + at);
    const Vec W_3_S3_2_5 = fma(W_3_S_2_6, G_5_6, fma(-G_5_2, t8, G_5_7 * W_4_S3_4_2_7));
    const Vec W_3_S3_2_4 = fma(G_4_6, W_3_S_2_6, fma(-W_3_S_6_6, t11, G_4_7 * W_4_S3_4_2_7));
    const Vec W_4_S2_4_2_7 = fma(-W_4_S4_4_4, t12, fma(W_4_S2_2_8, G_7_8, G_7_4 * W_4_S4_2_4));
    const Vec W_3_S_2_4 = G_4_7 * W_4_S4_2_7;
    const Vec W_3_S2_2_6 = fma(G_6_4, W_3_S_2_4, fma(-W_3_S_4_4, t10, G_6_7 * W_4_S2_4_2_7));
    const Vec W_3_S2_3_2_5 = fma(G_5_6, W_3_S2_2_6, fma(G_5_4, W_3_S3_2_4, fma(-N * G_5_2, W_3_S3_4_4, G_5_7 * W_4_S2_3_4_2_7)));
    const Vec W_2_S_2_4 = G_4_5 * W_3_S3_2_5;
    const Vec G_3_5 = load(inputs[0] + 20 * input_stride + at);
    const Vec G_3_2 = load(inputs[0] + 17 * input_stride + at);
    const Vec G_3_4 = load(inputs[0] + 19 * input_stride + at);
    const Vec W_2_S2_2_3 = fma(G_3_4, W_2_S_2_4, fma(-N * G_3_2, W_2_S_4_4, G_3_5 * W_3_S2_3_2_5));
    const Vec G_2_2 = load(inputs[0] + 9 * input_stride + at);
    const Vec t13 = N * G_2_2;
    const Vec G_2_5 = load(inputs[0] + 12 * input_stride + at);
    const Vec G_2_4 = load(inputs[0] + 11 * input_stride + at);
    const Vec W_2_S2_2_2 = fma(-W_2_S_4_4, t13, fma(W_2_S_2_4, G_2_4, W_3_S2_3_2_5 * G_2_5));
    const Vec G_2_7 = load(inputs[0] + 14 * input_stride + at);
    const Vec G_2_6 = load(inputs[0] + 13 * input_stride + at);
    const Vec W_3_S3_2_2 = fma(-W_3_S_6_6, t13, fma(W_3_S_2_6, G_2_6, W_4_S3_4_2_7 * G_2_7));
    const Vec W_4_S3_2_2 = fma(-t10, G_2_6, t6 * t13);
    const Vec G_2_8 = load(inputs[0] + 15 * input_stride + at);
    const Vec W_4_S4_2_2 = fma(-t9, G_2_8, t2 * t13);
    const Vec W_4_S3_4_2_2 = fma(-W_4_S4_6_6, t13, fma(W_4_S3_2_8, G_2_8, W_4_S4_2_6 * G_2_6));
    const Vec W_3_S2_3_2_2 = fma(-W_3_S3_4_4, t13, fma(W_3_S2_2_6, G_2_6, fma(W_3_S3_2_4, G_2_4, W_4_S2_3_4_2_7 * G_2_7)));
    const Vec W_3_S2_2_2 = fma(-W_3_S_4_4, t13, fma(W_3_S_2_4, G_2_4, W_4_S2_4_2_7 * G_2_7));
    const Vec W_4_S2_2_2 = fma(-t11, G_2_4, t7 * t13);
    const Vec W_4_S2_4_2_2 = fma(-W_4_S4_4_4, t13, fma(W_4_S2_2_8, G_2_8, W_4_S4_2_4 * G_2_4));
    const Vec W_4_S2_3_4_2_2 = fma(-W_4_S3_4_4_4, t13, fma(W_4_S2_3_2_8, G_2_8, fma(W_4_S2_4_2_6, G_2_6, W_4_S3_4_2_4 * G_2_4)));
    const Vec W_4_S2_3_2_2 = fma(-W_4_S3_4_4, t13, fma(W_4_S2_2_6, G_2_6, W_4_S3_2_4 * G_2_4));
    const Vec W_3_S_2_2 = W_4_S4_2_7 * G_2_7;
    const Vec V_1 = load(inputs[1] + 0 * input_stride + at);
    const Vec V_2 = load(inputs[1] + 1 * input_stride + at);
    const Vec t14 = V_1 * V_2;
    const Vec V_3 = load(inputs[1] + 2 * input_stride + at);
    const Vec V_4 = load(inputs[1] + 3 * input_stride + at);
    const Vec t15 = V_3 * V_4;
    const Vec t16 = t14 * t15;
    const Vec G_2_3 = load(inputs[0] + 10 * input_stride + at);
    const Vec amputated_1 = G_2_3 * t16 * W_2_S2_2_3;
    const Vec G_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec step_2_S1_2_5 = G_3_5 * G_1_3;
    const Vec step_3_S1_2_3_7 = G_5_7 * step_2_S1_2_5;
    const Vec step_4_S1_2_3_4_6 = G_7_6 * step_3_S1_2_3_7;
    const Vec step_3_S1_2_3_6 = G_5_6 * step_2_S1_2_5;
    const Vec step_3_S1_2_7 = G_6_7 * step_3_S1_2_3_6;
    const Vec step_4_S1_2_4_4 = fma(G_7_4, step_3_S1_2_7, G_6_4 * step_4_S1_2_3_4_6);
    const Vec step_4_S1_2_3_4_4 = G_7_4 * step_3_S1_2_3_7;
    const Vec step_3_S1_2_3_4 = G_5_4 * step_2_S1_2_5;
    const Vec step_2_S1_2_4 = G_3_4 * G_1_3;
    const Vec step_2_S1_5 = G_4_5 * step_2_S1_2_4;
    const Vec step_3_S1_3_7 = fma(G_5_7, step_2_S1_5, G_4_7 * step_3_S1_2_3_4);
    const Vec step_4_S1_3_4_6 = fma(G_7_6, step_3_S1_3_7, G_4_6 * step_4_S1_2_3_4_4);
    const Vec step_3_S1_2_4 = G_6_4 * step_3_S1_2_3_6;
    const Vec step_3_S1_3_6 = fma(G_5_6, step_2_S1_5, G_4_6 * step_3_S1_2_3_4);
    const Vec step_3_S1_7 = fma(G_6_7, step_3_S1_3_6, G_4_7 * step_3_S1_2_4);
    const Vec step_4_S1_4_2 = fma(G_7_2, step_3_S1_7, fma(G_6_2, step_4_S1_3_4_6, G_4_2 * step_4_S1_2_4_4));
    const Vec step_4_S1_2_4_2 = fma(G_7_2, step_3_S1_2_7, G_6_2 * step_4_S1_2_3_4_6);
    const Vec step_4_S1_2_3_4_2 = G_7_2 * step_3_S1_2_3_7;
    const Vec step_3_S1_2_3_2 = G_5_2 * step_2_S1_2_5;
    const Vec step_2_S1_2_2 = G_3_2 * G_1_3;
    const Vec G_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec step_1_S_3 = G_2_3 * G_1_2;
    const Vec t17 = fma(W_2_S_4_4, step_1_S_3, G_1_3 * W_2_S2_2_2);
    const Vec amputated_3 = t16 * t17;
    const Vec step_2_S2_5 = fma(G_3_5, step_1_S_3, step_2_S1_2_2 * G_2_5);
    const Vec step_3_S2_3_7 = fma(G_5_7, step_2_S2_5, step_3_S1_2_3_2 * G_2_7);
    const Vec step_4_S2_3_4_6 = fma(G_7_6, step_3_S2_3_7, G_2_6 * step_4_S1_2_3_4_2);
    const Vec step_3_S1_2_2 = G_6_2 * step_3_S1_2_3_6;
    const Vec step_3_S2_3_6 = fma(G_5_6, step_2_S2_5, G_2_6 * step_3_S1_2_3_2);
    const Vec step_3_S2_7 = fma(G_6_7, step_3_S2_3_6, step_3_S1_2_2 * G_2_7);
    const Vec step_4_S2_4_4 = fma(G_7_4, step_3_S2_7, fma(G_6_4, step_4_S2_3_4_6, G_2_4 * step_4_S1_2_4_2));
    const Vec step_4_S1_3_4_2 = fma(G_7_2, step_3_S1_3_7, G_4_2 * step_4_S1_2_3_4_4);
    const Vec step_4_S2_3_4_4 = fma(G_7_4, step_3_S2_3_7, G_2_4 * step_4_S1_2_3_4_2);
    const Vec step_3_S1_3_2 = fma(G_5_2, step_2_S1_5, G_4_2 * step_3_S1_2_3_4);
    const Vec step_3_S2_3_4 = fma(G_5_4, step_2_S2_5, G_2_4 * step_3_S1_2_3_2);
    const Vec t18 = step_2_S1_2_4 * G_2_5;
    const Vec step_2_S2_4 = fma(G_3_4, step_1_S_3, G_2_4 * step_2_S1_2_2);
    const Vec step_2_S_5 = fma(G_4_5, step_2_S2_4, G_4_2 * t18);
    const Vec t19 = fma(W_3_S_6_6, step_2_S_5, fma(W_3_S3_4_4, step_2_S2_5, fma(step_2_S1_5, W_3_S3_2_2, step_2_S1_2_5 * W_3_S2_3_2_2)));
    const Vec amputated_5 = t16 * t19;
    const Vec step_3_S3_7 = fma(G_5_7, step_2_S_5, fma(G_4_7, step_3_S2_3_4, step_3_S1_3_2 * G_2_7));
    const Vec step_4_S3_4_6 = fma(G_7_6, step_3_S3_7, fma(G_4_6, step_4_S2_3_4_4, G_2_6 * step_4_S1_3_4_2));
    const Vec step_3_S1_2 = fma(G_6_2, step_3_S1_3_6, G_4_2 * step_3_S1_2_4);
    const Vec step_3_S2_4 = fma(G_6_4, step_3_S2_3_6, G_2_4 * step_3_S1_2_2);
    const Vec step_3_S3_6 = fma(G_5_6, step_2_S_5, fma(G_4_6, step_3_S2_3_4, G_2_6 * step_3_S1_3_2));
    const Vec step_3_S_7 = fma(G_6_7, step_3_S3_6, fma(G_4_7, step_3_S2_4, step_3_S1_2 * G_2_7));
    const Vec t20 = fma(-t2, step_3_S_7, fma(W_4_S4_6_6, step_3_S3_7, fma(W_4_S4_4_4, step_3_S2_7, fma(W_4_S3_4_4_4, step_3_S2_3_7, fma(step_3_S1_7, W_4_S4_2_2, fma(step_3_S1_3_7, W_4_S3_4_2_2, fma(step_3_S1_2_7, W_4_S2_4_2_2, step_3_S1_2_3_7 * W_4_S2_3_4_2_2)))))));
    const Vec amputated_7 = t16 * t20;
    const Vec step_4_S1_4_8 = fma(G_7_8, step_3_S1_7, fma(G_6_8, step_4_S1_3_4_6, G_4_8 * step_4_S1_2_4_4));
    const Vec step_4_S2_4_8 = fma(G_7_8, step_3_S2_7, fma(G_6_8, step_4_S2_3_4_6, G_2_8 * step_4_S1_2_4_2));
    const Vec step_4_S1_2_4_8 = fma(G_7_8, step_3_S1_2_7, G_6_8 * step_4_S1_2_3_4_6);
    const Vec step_4_S3_4_8 = fma(G_7_8, step_3_S3_7, fma(G_4_8, step_4_S2_3_4_4, G_2_8 * step_4_S1_3_4_2));
    const Vec step_4_S1_3_4_8 = fma(G_7_8, step_3_S1_3_7, G_4_8 * step_4_S1_2_3_4_4);
    const Vec step_4_S2_3_4_8 = fma(G_7_8, step_3_S2_3_7, G_2_8 * step_4_S1_2_3_4_2);
    const Vec step_4_S1_2_3_4_8 = G_7_8 * step_3_S1_2_3_7;
    const Vec t21 = fma(step_4_S1_2_3_4_8, W_4_S2_3_2_2, fma(W_4_S3_4_4, step_4_S2_3_4_8, fma(step_4_S1_3_4_8, W_4_S3_2_2, fma(-t6, step_4_S3_4_8, fma(step_4_S1_2_4_8, W_4_S2_2_2, fma(-t7, step_4_S2_4_8, fma(-step_4_S1_4_8, t13, fma(G_7_8, step_3_S_7, fma(G_6_8, step_4_S3_4_6, fma(G_4_8, step_4_S2_4_4, G_2_8 * step_4_S1_4_2))))))))));
    const Vec amputated_8 = t16 * t21;
    const Vec step_4_S1_2_3_4 = G_8_4 * step_4_S1_2_3_4_8;
    const Vec step_4_S1_3_2 = fma(G_4_2, step_4_S1_2_3_4, G_8_2 * step_4_S1_3_4_8);
    const Vec step_4_S1_2_3_2 = G_8_2 * step_4_S1_2_3_4_8;
    const Vec step_4_S2_3_4 = fma(G_2_4, step_4_S1_2_3_2, G_8_4 * step_4_S2_3_4_8);
    const Vec step_4_S1_3_6 = fma(G_4_6, step_4_S1_2_3_4, G_8_6 * step_4_S1_3_4_8);
    const Vec step_4_S2_3_6 = fma(G_2_6, step_4_S1_2_3_2, G_8_6 * step_4_S2_3_4_8);
    const Vec step_4_S1_2_3_6 = G_8_6 * step_4_S1_2_3_4_8;
    const Vec t22 = fma(step_4_S1_2_3_6, W_4_S2_2_2, fma(-t7, step_4_S2_3_6, fma(-step_4_S1_3_6, t13, fma(G_4_6, step_4_S2_3_4, fma(G_2_6, step_4_S1_3_2, fma(G_8_6, step_4_S3_4_8, fma(-t2, step_4_S3_4_6, fma(W_3_S_4_4, step_3_S2_3_6, fma(W_4_S4_4_4, step_4_S2_3_4_6, fma(step_3_S1_3_6, W_3_S_2_2, fma(step_4_S1_3_4_6, W_4_S4_2_2, fma(step_3_S1_2_3_6, W_3_S2_2_2, step_4_S1_2_3_4_6 * W_4_S2_4_2_2))))))))))));
    const Vec amputated_6 = t16 * t22;
    const Vec step_4_S1_2_2 = fma(G_6_2, step_4_S1_2_3_6, G_8_2 * step_4_S1_2_4_8);
    const Vec step_4_S1_2_4 = fma(G_6_4, step_4_S1_2_3_6, G_8_4 * step_4_S1_2_4_8);
    const Vec t23 = fma(G_4_2, step_4_S1_2_4, fma(-t7, step_4_S1_2_2, fma(G_6_2, step_4_S1_3_6, fma(W_4_S3_4_4, step_4_S1_2_3_2, fma(-t6, step_4_S1_3_2, fma(G_8_2, step_4_S1_4_8, fma(W_3_S_6_6, step_3_S1_3_2, fma(W_4_S4_6_6, step_4_S1_3_4_2, fma(W_3_S_4_4, step_3_S1_2_2, fma(W_2_S_4_4, step_2_S1_2_2, fma(W_3_S3_4_4, step_3_S1_2_3_2, fma(W_4_S3_4_4_4, step_4_S1_2_3_4_2, fma(-t2, step_4_S1_4_2, W_4_S4_4_4 * step_4_S1_2_4_2)))))))))))));
    const Vec t24 = fma(-step_4_S1_2_4, t13, fma(G_2_4, step_4_S1_2_2, fma(G_6_4, step_4_S2_3_6, fma(-t6, step_4_S2_3_4, fma(step_4_S1_2_3_4, W_4_S3_2_2, fma(G_8_4, step_4_S2_4_8, fma(W_3_S3_2_5, t18, fma(W_3_S_6_6, step_3_S2_3_4, fma(W_4_S4_6_6, step_4_S2_3_4_4, fma(-t2, step_4_S2_4_4, fma(step_3_S1_2_4, W_3_S_2_2, fma(step_3_S1_2_3_4, W_3_S3_2_2, fma(step_4_S1_2_3_4_4, W_4_S3_4_2_2, step_4_S1_2_4_4 * W_4_S4_2_2)))))))))))));
    const Vec amputated_4 = t16 * t24;
    const Vec amputated_2 = t16 * t23;
    store(outputs[0] + 0 * output_stride + at, amputated_1);
    store(outputs[0] + 1 * output_stride + at, amputated_2);
    store(outputs[0] + 2 * output_stride + at, amputated_3);
    store(outputs[0] + 3 * output_stride + at, amputated_4);
    store(outputs[0] + 4 * output_stride + at, amputated_5);
    store(outputs[0] + 5 * output_stride + at, amputated_6);
    store(outputs[0] + 6 * output_stride + at, amputated_7);
    store(outputs[0] + 7 * output_stride + at, amputated_8);
  }
}

extern "C" extern const Size two_body_greens_function_work_bytes;
extern "C" const Size two_body_greens_function_work_bytes = 4864;

extern "C" void two_body_greens_function_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  two_body_greens_function_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
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
  two_body_greens_function_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 8; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(68 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int two_body_greens_function(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (two_body_greens_function_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  two_body_greens_function_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
