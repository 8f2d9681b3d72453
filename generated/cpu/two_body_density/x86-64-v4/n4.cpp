// two_body_density, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_density.diag:20: W(k, open, s, v)
//   two_body_density.diag:26: rest(k, open)
//   two_body_density.diag:30: loop(s)
//   two_body_density.diag:32: density
// Order: W by k descending, open ascending, s ascending, v ascending; at most 31 values live.
// A vector takes 130 multiplications, 0 additions, 179 fused, 0 divisions, 0 functions,
// 48 loads and 1 stores, in 1 function.
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

extern "C" void two_body_density_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  const Vec N = splat(params[0]);
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_2 = load(inputs[0] + 20 * input_stride + at);
    const Vec t1 = N * G_2_2;
    const Vec G_4_0 = load(inputs[0] + 36 * input_stride + at);
    const Vec G_2_0 = load(inputs[0] + 18 * input_stride + at);
    const Vec G_4_2 = load(inputs[0] + 38 * input_stride + at);
    const Vec W_4_S1_0_4 = fma(-G_2_0, G_4_2, G_4_0 * t1);
    const Vec G_6_0 = load(inputs[0] + 54 * input_stride + at);
    const Vec G_6_2 = load(inputs[0] + 56 * input_stride + at);
    const Vec W_4_S1_0_6 = fma(-G_2_0, G_6_2, G_6_0 * t1);
    const Vec G_8_0 = load(inputs[0] + 72 * input_stride + at);
    const Vec G_8_2 = load(inputs[0] + 74 * input_stride + at);
    const Vec W_4_S1_0_8 = fma(-G_2_0, G_8_2, G_8_0 * t1);
    const Vec G_4_4 = load(inputs[0] + 40 * input_stride + at);
    const Vec t2 = N * G_4_4;
    const Vec G_2_4 = load(inputs[0] + 22 * input_stride + at);
    const Vec W_4_S2_0_2 = fma(-G_2_4, G_4_0, t2 * G_2_0);
    const Vec G_6_4 = load(inputs[0] + 58 * input_stride + at);
    const Vec W_4_S2_0_6 = fma(-G_4_0, G_6_4, G_6_0 * t2);
    const Vec G_8_4 = load(inputs[0] + 76 * input_stride + at);
    const Vec W_4_S2_0_8 = fma(-G_4_0, G_8_4, G_8_0 * t2);
    const Vec t3 = N * G_4_2;
    const Vec W_4_S2_2_2 = fma(-G_2_4, t3, t2 * t1);
    const Vec t4 = N * G_6_2;
    const Vec W_4_S2_2_6 = fma(-G_6_4, t3, t2 * t4);
    const Vec t5 = N * G_8_2;
    const Vec W_4_S2_2_8 = fma(-G_8_4, t3, t2 * t5);
    const Vec W_4_S1_2_0_6 = fma(-G_6_0, W_4_S2_2_2, fma(G_6_2, W_4_S2_0_2, G_6_4 * W_4_S1_0_4));
    const Vec W_4_S1_2_0_8 = fma(-G_8_0, W_4_S2_2_2, fma(G_8_2, W_4_S2_0_2, G_8_4 * W_4_S1_0_4));
    const Vec G_6_6 = load(inputs[0] + 60 * input_stride + at);
    const Vec t6 = N * G_6_6;
    const Vec G_2_6 = load(inputs[0] + 24 * input_stride + at);
    const Vec W_4_S3_0_2 = fma(-G_6_0, G_2_6, t6 * G_2_0);
    const Vec G_4_6 = load(inputs[0] + 42 * input_stride + at);
    const Vec W_4_S3_0_4 = fma(-G_4_6, G_6_0, t6 * G_4_0);
    const Vec G_8_6 = load(inputs[0] + 78 * input_stride + at);
    const Vec W_4_S3_0_8 = fma(-G_6_0, G_8_6, G_8_0 * t6);
    const Vec W_4_S3_2_2 = fma(-G_2_6, t4, t6 * t1);
    const Vec t7 = N * t6;
    const Vec W_4_S3_2_4 = fma(-G_4_6, t4, G_4_2 * t7);
    const Vec W_4_S3_2_8 = fma(-G_8_6, t4, G_8_2 * t7);
    const Vec t8 = N * G_6_4;
    const Vec W_4_S3_4_4 = fma(-G_4_6, t8, G_4_4 * t7);
    const Vec W_4_S3_4_8 = fma(-G_8_6, t8, G_8_4 * t7);
    const Vec W_4_S1_3_0_4 = fma(-G_4_0, W_4_S3_2_2, fma(G_4_2, W_4_S3_0_2, G_4_6 * W_4_S1_0_6));
    const Vec W_4_S1_3_0_8 = fma(-G_8_0, W_4_S3_2_2, fma(G_8_2, W_4_S3_0_2, G_8_6 * W_4_S1_0_6));
    const Vec W_4_S2_3_0_2 = fma(-W_4_S3_4_4, G_2_0, fma(G_2_4, W_4_S3_0_4, G_2_6 * W_4_S2_0_6));
    const Vec W_4_S2_3_0_8 = fma(-G_8_0, W_4_S3_4_4, fma(G_8_4, W_4_S3_0_4, G_8_6 * W_4_S2_0_6));
    const Vec W_4_S2_3_2_2 = fma(-W_4_S3_4_4, t1, fma(G_2_4, W_4_S3_2_4, G_2_6 * W_4_S2_2_6));
    const Vec W_4_S2_3_2_8 = fma(-W_4_S3_4_4, t5, fma(G_8_4, W_4_S3_2_4, G_8_6 * W_4_S2_2_6));
    const Vec W_4_S1_2_3_0_8 = fma(-G_8_0, W_4_S2_3_2_2, fma(G_8_2, W_4_S2_3_0_2, fma(G_8_4, W_4_S1_3_0_4, G_8_6 * W_4_S1_2_0_6)));
    const Vec G_8_8 = load(inputs[0] + 80 * input_stride + at);
    const Vec t9 = N * G_8_8;
    const Vec G_2_8 = load(inputs[0] + 26 * input_stride + at);
    const Vec W_4_S4_0_2 = fma(-G_8_0, G_2_8, t9 * G_2_0);
    const Vec G_4_8 = load(inputs[0] + 44 * input_stride + at);
    const Vec W_4_S4_0_4 = fma(-G_8_0, G_4_8, t9 * G_4_0);
    const Vec G_6_8 = load(inputs[0] + 62 * input_stride + at);
    const Vec W_4_S4_0_6 = fma(-G_6_8, G_8_0, G_6_0 * t9);
    const Vec G_7_0 = load(inputs[0] + 63 * input_stride + at);
    const Vec G_7_8 = load(inputs[0] + 71 * input_stride + at);
    const Vec W_4_S4_0_7 = fma(-G_8_0, G_7_8, t9 * G_7_0);
    const Vec W_4_S4_2_2 = fma(-G_2_8, t5, t9 * t1);
    const Vec t10 = N * t9;
    const Vec W_4_S4_2_4 = fma(-G_4_8, t5, G_4_2 * t10);
    const Vec W_4_S4_2_6 = fma(-G_6_8, t5, G_6_2 * t10);
    const Vec G_7_2 = load(inputs[0] + 65 * input_stride + at);
    const Vec W_4_S4_2_7 = fma(-t5, G_7_8, G_7_2 * t10);
    const Vec t11 = N * G_8_4;
    const Vec W_4_S4_4_4 = fma(-G_4_8, t11, G_4_4 * t10);
    const Vec W_4_S4_4_6 = fma(-G_6_8, t11, G_6_4 * t10);
    const Vec G_7_4 = load(inputs[0] + 67 * input_stride + at);
    const Vec W_4_S4_4_7 = fma(-t11, G_7_8, G_7_4 * t10);
    const Vec t12 = N * G_8_6;
    const Vec W_4_S4_6_6 = fma(-G_6_8, t12, G_6_6 * t10);
    const Vec G_7_6 = load(inputs[0] + 69 * input_stride + at);
    const Vec W_4_S4_6_7 = fma(-t12, G_7_8, G_7_6 * t10);
    const Vec W_4_S1_4_0_4 = fma(-G_4_0, W_4_S4_2_2, fma(G_4_2, W_4_S4_0_2, G_4_8 * W_4_S1_0_8));
    const Vec W_4_S1_4_0_6 = fma(-G_6_0, W_4_S4_2_2, fma(G_6_2, W_4_S4_0_2, G_6_8 * W_4_S1_0_8));
    const Vec W_4_S1_4_0_7 = fma(-W_4_S4_2_2, G_7_0, fma(G_7_2, W_4_S4_0_2, W_4_S1_0_8 * G_7_8));
    const Vec W_4_S2_4_0_2 = fma(-W_4_S4_4_4, G_2_0, fma(G_2_4, W_4_S4_0_4, W_4_S2_0_8 * G_2_8));
    const Vec W_4_S2_4_0_6 = fma(-G_6_0, W_4_S4_4_4, fma(G_6_4, W_4_S4_0_4, G_6_8 * W_4_S2_0_8));
    const Vec W_4_S2_4_0_7 = fma(-W_4_S4_4_4, G_7_0, fma(W_4_S4_0_4, G_7_4, W_4_S2_0_8 * G_7_8));
    const Vec W_4_S2_4_2_2 = fma(-W_4_S4_4_4, t1, fma(G_2_4, W_4_S4_2_4, G_2_8 * W_4_S2_2_8));
    const Vec W_4_S2_4_2_6 = fma(-W_4_S4_4_4, t4, fma(G_6_4, W_4_S4_2_4, G_6_8 * W_4_S2_2_8));
    const Vec t13 = G_7_2 * N;
    const Vec W_4_S2_4_2_7 = fma(-W_4_S4_4_4, t13, fma(G_7_4, W_4_S4_2_4, W_4_S2_2_8 * G_7_8));
    const Vec W_4_S1_2_4_0_6 = fma(-G_6_0, W_4_S2_4_2_2, fma(G_6_2, W_4_S2_4_0_2, fma(G_6_4, W_4_S1_4_0_4, G_6_8 * W_4_S1_2_0_8)));
    const Vec W_4_S1_2_4_0_7 = fma(-W_4_S2_4_2_2, G_7_0, fma(G_7_2, W_4_S2_4_0_2, fma(G_7_4, W_4_S1_4_0_4, W_4_S1_2_0_8 * G_7_8)));
    const Vec W_4_S3_4_0_2 = fma(-W_4_S4_6_6, G_2_0, fma(W_4_S4_0_6, G_2_6, W_4_S3_0_8 * G_2_8));
    const Vec W_4_S3_4_0_4 = fma(-G_4_0, W_4_S4_6_6, fma(G_4_6, W_4_S4_0_6, G_4_8 * W_4_S3_0_8));
    const Vec W_4_S3_4_0_7 = fma(-W_4_S4_6_6, G_7_0, fma(W_4_S4_0_6, G_7_6, W_4_S3_0_8 * G_7_8));
    const Vec W_4_S3_4_2_2 = fma(-W_4_S4_6_6, t1, fma(G_2_6, W_4_S4_2_6, G_2_8 * W_4_S3_2_8));
    const Vec t14 = N * W_4_S4_6_6;
    const Vec W_4_S3_4_2_4 = fma(-G_4_2, t14, fma(G_4_6, W_4_S4_2_6, G_4_8 * W_4_S3_2_8));
    const Vec W_4_S3_4_2_7 = fma(-G_7_2, t14, fma(W_4_S4_2_6, G_7_6, W_4_S3_2_8 * G_7_8));
    const Vec W_4_S3_4_4_4 = fma(-G_4_4, t14, fma(G_4_6, W_4_S4_4_6, G_4_8 * W_4_S3_4_8));
    const Vec W_4_S3_4_4_7 = fma(-G_7_4, t14, fma(W_4_S4_4_6, G_7_6, W_4_S3_4_8 * G_7_8));
    const Vec W_4_S1_3_4_0_4 = fma(-G_4_0, W_4_S3_4_2_2, fma(G_4_2, W_4_S3_4_0_2, fma(G_4_6, W_4_S1_4_0_6, G_4_8 * W_4_S1_3_0_8)));
    const Vec W_4_S1_3_4_0_7 = fma(-W_4_S3_4_2_2, G_7_0, fma(G_7_2, W_4_S3_4_0_2, fma(W_4_S1_4_0_6, G_7_6, W_4_S1_3_0_8 * G_7_8)));
    const Vec W_4_S2_3_4_0_2 = fma(-G_2_0, W_4_S3_4_4_4, fma(G_2_4, W_4_S3_4_0_4, fma(G_2_6, W_4_S2_4_0_6, G_2_8 * W_4_S2_3_0_8)));
    const Vec W_4_S2_3_4_0_7 = fma(-W_4_S3_4_4_4, G_7_0, fma(W_4_S3_4_0_4, G_7_4, fma(W_4_S2_4_0_6, G_7_6, W_4_S2_3_0_8 * G_7_8)));
    const Vec W_4_S2_3_4_2_2 = fma(-W_4_S3_4_4_4, t1, fma(G_2_4, W_4_S3_4_2_4, fma(G_2_6, W_4_S2_4_2_6, G_2_8 * W_4_S2_3_2_8)));
    const Vec W_4_S2_3_4_2_7 = fma(-W_4_S3_4_4_4, t13, fma(G_7_4, W_4_S3_4_2_4, fma(G_7_6, W_4_S2_4_2_6, G_7_8 * W_4_S2_3_2_8)));
    const Vec W_4_S1_2_3_4_0_7 = fma(-G_7_0, W_4_S2_3_4_2_2, fma(G_7_2, W_4_S2_3_4_0_2, fma(G_7_4, W_4_S1_3_4_0_4, fma(G_7_6, W_4_S1_2_4_0_6, G_7_8 * W_4_S1_2_3_0_8))));
    const Vec G_2_7 = load(inputs[0] + 25 * input_stride + at);
    const Vec W_3_S_0_2 = G_2_7 * W_4_S4_0_7;
    const Vec G_4_7 = load(inputs[0] + 43 * input_stride + at);
    const Vec W_3_S_0_4 = G_4_7 * W_4_S4_0_7;
    const Vec G_6_7 = load(inputs[0] + 61 * input_stride + at);
    const Vec W_3_S_0_6 = G_6_7 * W_4_S4_0_7;
    const Vec W_3_S_2_2 = G_2_7 * W_4_S4_2_7;
    const Vec W_3_S_2_4 = G_4_7 * W_4_S4_2_7;
    const Vec W_3_S_2_6 = G_6_7 * W_4_S4_2_7;
    const Vec W_3_S_4_4 = G_4_7 * W_4_S4_4_7;
    const Vec W_3_S_4_6 = G_6_7 * W_4_S4_4_7;
    const Vec W_3_S_6_6 = G_6_7 * W_4_S4_6_7;
    const Vec W_3_S1_0_4 = fma(-G_4_0, W_3_S_2_2, fma(G_4_2, W_3_S_0_2, G_4_7 * W_4_S1_4_0_7));
    const Vec W_3_S1_0_6 = fma(-G_6_0, W_3_S_2_2, fma(G_6_2, W_3_S_0_2, G_6_7 * W_4_S1_4_0_7));
    const Vec W_3_S2_0_2 = fma(-G_2_0, W_3_S_4_4, fma(G_2_4, W_3_S_0_4, G_2_7 * W_4_S2_4_0_7));
    const Vec W_3_S2_0_6 = fma(-G_6_0, W_3_S_4_4, fma(G_6_4, W_3_S_0_4, G_6_7 * W_4_S2_4_0_7));
    const Vec W_3_S2_2_2 = fma(-W_3_S_4_4, t1, fma(G_2_4, W_3_S_2_4, G_2_7 * W_4_S2_4_2_7));
    const Vec W_3_S2_2_6 = fma(-W_3_S_4_4, t4, fma(G_6_4, W_3_S_2_4, G_6_7 * W_4_S2_4_2_7));
    const Vec W_3_S1_2_0_6 = fma(-G_6_0, W_3_S2_2_2, fma(G_6_2, W_3_S2_0_2, fma(G_6_4, W_3_S1_0_4, G_6_7 * W_4_S1_2_4_0_7)));
    const Vec W_3_S3_0_2 = fma(-G_2_0, W_3_S_6_6, fma(G_2_6, W_3_S_0_6, G_2_7 * W_4_S3_4_0_7));
    const Vec W_3_S3_0_4 = fma(-G_4_0, W_3_S_6_6, fma(G_4_6, W_3_S_0_6, G_4_7 * W_4_S3_4_0_7));
    const Vec G_5_7 = load(inputs[0] + 52 * input_stride + at);
    const Vec G_5_6 = load(inputs[0] + 51 * input_stride + at);
    const Vec G_5_0 = load(inputs[0] + 45 * input_stride + at);
    const Vec W_3_S3_0_5 = fma(-W_3_S_6_6, G_5_0, fma(W_3_S_0_6, G_5_6, G_5_7 * W_4_S3_4_0_7));
    const Vec W_3_S3_2_2 = fma(-W_3_S_6_6, t1, fma(G_2_6, W_3_S_2_6, G_2_7 * W_4_S3_4_2_7));
    const Vec t15 = N * W_3_S_6_6;
    const Vec W_3_S3_2_4 = fma(-G_4_2, t15, fma(G_4_6, W_3_S_2_6, G_4_7 * W_4_S3_4_2_7));
    const Vec G_5_2 = load(inputs[0] + 47 * input_stride + at);
    const Vec W_3_S3_2_5 = fma(-G_5_2, t15, fma(W_3_S_2_6, G_5_6, G_5_7 * W_4_S3_4_2_7));
    const Vec W_3_S3_4_4 = fma(-G_4_4, t15, fma(G_4_6, W_3_S_4_6, G_4_7 * W_4_S3_4_4_7));
    const Vec G_5_4 = load(inputs[0] + 49 * input_stride + at);
    const Vec W_3_S3_4_5 = fma(-G_5_4, t15, fma(W_3_S_4_6, G_5_6, G_5_7 * W_4_S3_4_4_7));
    const Vec W_3_S1_3_0_4 = fma(-G_4_0, W_3_S3_2_2, fma(G_4_2, W_3_S3_0_2, fma(G_4_6, W_3_S1_0_6, G_4_7 * W_4_S1_3_4_0_7)));
    const Vec W_3_S1_3_0_5 = fma(-W_3_S3_2_2, G_5_0, fma(G_5_2, W_3_S3_0_2, fma(W_3_S1_0_6, G_5_6, G_5_7 * W_4_S1_3_4_0_7)));
    const Vec W_3_S2_3_0_2 = fma(-G_2_0, W_3_S3_4_4, fma(G_2_4, W_3_S3_0_4, fma(G_2_6, W_3_S2_0_6, G_2_7 * W_4_S2_3_4_0_7)));
    const Vec W_3_S2_3_0_5 = fma(-W_3_S3_4_4, G_5_0, fma(W_3_S3_0_4, G_5_4, fma(W_3_S2_0_6, G_5_6, G_5_7 * W_4_S2_3_4_0_7)));
    const Vec W_3_S2_3_2_2 = fma(-W_3_S3_4_4, t1, fma(G_2_4, W_3_S3_2_4, fma(G_2_6, W_3_S2_2_6, G_2_7 * W_4_S2_3_4_2_7)));
    const Vec W_3_S2_3_2_5 = fma(-N * G_5_2, W_3_S3_4_4, fma(G_5_4, W_3_S3_2_4, fma(G_5_6, W_3_S2_2_6, G_5_7 * W_4_S2_3_4_2_7)));
    const Vec W_3_S1_2_3_0_5 = fma(-G_5_0, W_3_S2_3_2_2, fma(G_5_2, W_3_S2_3_0_2, fma(G_5_4, W_3_S1_3_0_4, fma(G_5_6, W_3_S1_2_0_6, G_5_7 * W_4_S1_2_3_4_0_7))));
    const Vec G_4_5 = load(inputs[0] + 41 * input_stride + at);
    const Vec W_2_S_0_4 = G_4_5 * W_3_S3_0_5;
    const Vec W_2_S_2_4 = G_4_5 * W_3_S3_2_5;
    const Vec W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
    const Vec t16 = fma(-G_4_0, W_3_S3_2_5, G_4_2 * W_3_S3_0_5);
    const Vec G_2_5 = load(inputs[0] + 23 * input_stride + at);
    const Vec W_2_S1_0_4 = fma(G_2_5, t16, G_4_5 * W_3_S1_3_0_5);
    const Vec W_2_S2_0_2 = fma(-G_2_0, W_2_S_4_4, fma(G_2_4, W_2_S_0_4, G_2_5 * W_3_S2_3_0_5));
    const Vec G_3_5 = load(inputs[0] + 32 * input_stride + at);
    const Vec G_3_4 = load(inputs[0] + 31 * input_stride + at);
    const Vec G_3_0 = load(inputs[0] + 27 * input_stride + at);
    const Vec W_2_S2_0_3 = fma(-W_2_S_4_4, G_3_0, fma(W_2_S_0_4, G_3_4, G_3_5 * W_3_S2_3_0_5));
    const Vec W_2_S2_2_2 = fma(-W_2_S_4_4, t1, fma(G_2_4, W_2_S_2_4, G_2_5 * W_3_S2_3_2_5));
    const Vec G_3_2 = load(inputs[0] + 29 * input_stride + at);
    const Vec W_2_S2_2_3 = fma(-N * G_3_2, W_2_S_4_4, fma(G_3_4, W_2_S_2_4, G_3_5 * W_3_S2_3_2_5));
    const Vec W_2_S1_2_0_3 = fma(-G_3_0, W_2_S2_2_2, fma(G_3_2, W_2_S2_0_2, fma(G_3_4, W_2_S1_0_4, G_3_5 * W_3_S1_2_3_0_5)));
    const Vec G_1_2 = load(inputs[0] + 11 * input_stride + at);
    const Vec G_1_0 = load(inputs[0] + 9 * input_stride + at);
    const Vec t17 = fma(-G_1_0, W_2_S2_2_3, G_1_2 * W_2_S2_0_3);
    const Vec G_1_3 = load(inputs[0] + 12 * input_stride + at);
    const Vec G_2_3 = load(inputs[0] + 21 * input_stride + at);
    const Vec W_1_S1_0_1 = fma(G_2_3, t17, G_1_3 * W_2_S1_2_0_3);
    const Vec V_1 = load(inputs[1] + 0 * input_stride + at);
    const Vec V_2 = load(inputs[1] + 1 * input_stride + at);
    const Vec V_3 = load(inputs[1] + 2 * input_stride + at);
    const Vec V_4 = load(inputs[1] + 3 * input_stride + at);
    const Vec G_0_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec t18 = -V_1 * V_2 * V_3 * V_4 * G_0_1 * W_1_S1_0_1;
    store(outputs[0] + 0 * output_stride + at, t18);
  }
}

extern "C" extern const Size two_body_density_work_bytes;
extern "C" const Size two_body_density_work_bytes = 5504;

extern "C" void two_body_density_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  two_body_density_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[2];
  Real *some_outputs[1];
  for (Size row = 0; row < 81; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(81 + row) * lanes + lane] = inputs[1][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_inputs[1] = work + 81 * lanes;
  some_outputs[0] = work + 85 * lanes;
  two_body_density_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(85 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int two_body_density(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (two_body_density_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  two_body_density_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
