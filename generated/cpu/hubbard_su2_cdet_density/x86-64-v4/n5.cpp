// hubbard_su2_cdet_density, n = 5: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_density.diag:14: D(S)
//   hubbard_su2_cdet_density.diag:17: P(S, s, v)
//   hubbard_su2_cdet_density.diag:20: C(V)
//   hubbard_su2_cdet_density.diag:22: density
// Order: P by s descending, S ascending, v ascending; at most 70 values live.
// A vector takes 232 multiplications, 1 additions, 561 fused, 0 divisions, 0 functions,
// 36 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_su2_cdet_density_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_4_4 = load(inputs[0] + 28 * input_stride + at);
    const Vec G_5_5 = load(inputs[0] + 35 * input_stride + at);
    const Vec G_4_5 = load(inputs[0] + 29 * input_stride + at);
    const Vec G_5_4 = load(inputs[0] + 34 * input_stride + at);
    const Vec P_S5_4_4 = fma(-G_4_5, G_5_4, G_4_4 * G_5_5);
    const Vec G_3_3 = load(inputs[0] + 21 * input_stride + at);
    const Vec G_3_4 = load(inputs[0] + 22 * input_stride + at);
    const Vec G_4_3 = load(inputs[0] + 27 * input_stride + at);
    const Vec P_S4_3_3 = fma(-G_3_4, G_4_3, G_3_3 * G_4_4);
    const Vec G_5_3 = load(inputs[0] + 33 * input_stride + at);
    const Vec P_S4_3_5 = fma(-G_5_4, G_4_3, G_4_4 * G_5_3);
    const Vec G_3_5 = load(inputs[0] + 23 * input_stride + at);
    const Vec P_S5_3_3 = fma(-G_5_3, G_3_5, G_3_3 * G_5_5);
    const Vec P_S5_3_4 = fma(-G_4_5, G_5_3, G_5_5 * G_4_3);
    const Vec P_S4_5_3_3 = fma(-G_3_4, P_S5_3_4, fma(-G_3_5, P_S4_3_5, G_3_3 * P_S5_4_4));
    const Vec G_2_2 = load(inputs[0] + 14 * input_stride + at);
    const Vec G_2_3 = load(inputs[0] + 15 * input_stride + at);
    const Vec G_3_2 = load(inputs[0] + 20 * input_stride + at);
    const Vec P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
    const Vec G_4_2 = load(inputs[0] + 26 * input_stride + at);
    const Vec P_S3_2_4 = fma(-G_4_3, G_3_2, G_3_3 * G_4_2);
    const Vec G_5_2 = load(inputs[0] + 32 * input_stride + at);
    const Vec P_S3_2_5 = fma(-G_5_3, G_3_2, G_3_3 * G_5_2);
    const Vec G_2_4 = load(inputs[0] + 16 * input_stride + at);
    const Vec P_S4_2_2 = fma(-G_4_2, G_2_4, G_2_2 * G_4_4);
    const Vec P_S4_2_3 = fma(-G_3_4, G_4_2, G_4_4 * G_3_2);
    const Vec P_S4_2_5 = fma(-G_5_4, G_4_2, G_4_4 * G_5_2);
    const Vec P_S3_4_2_2 = fma(-G_2_3, P_S4_2_3, fma(-G_2_4, P_S3_2_4, G_2_2 * P_S4_3_3));
    const Vec P_S3_4_2_5 = fma(-G_5_3, P_S4_2_3, fma(-G_5_4, P_S3_2_4, G_5_2 * P_S4_3_3));
    const Vec G_2_5 = load(inputs[0] + 17 * input_stride + at);
    const Vec P_S5_2_2 = fma(-G_5_2, G_2_5, G_2_2 * G_5_5);
    const Vec P_S5_2_3 = fma(-G_3_5, G_5_2, G_5_5 * G_3_2);
    const Vec P_S5_2_4 = fma(-G_4_5, G_5_2, G_5_5 * G_4_2);
    const Vec P_S3_5_2_2 = fma(-G_2_3, P_S5_2_3, fma(-P_S3_2_5, G_2_5, G_2_2 * P_S5_3_3));
    const Vec P_S3_5_2_4 = fma(-G_4_3, P_S5_2_3, fma(-G_4_5, P_S3_2_5, G_4_2 * P_S5_3_3));
    const Vec P_S4_5_2_2 = fma(-P_S5_2_4, G_2_4, fma(-P_S4_2_5, G_2_5, G_2_2 * P_S5_4_4));
    const Vec P_S4_5_2_3 = fma(-G_3_4, P_S5_2_4, fma(-G_3_5, P_S4_2_5, P_S5_4_4 * G_3_2));
    const Vec P_S3_4_5_2_2 = fma(-G_2_3, P_S4_5_2_3, fma(-G_2_4, P_S3_5_2_4, fma(-G_2_5, P_S3_4_2_5, G_2_2 * P_S4_5_3_3)));
    const Vec G_1_1 = load(inputs[0] + 7 * input_stride + at);
    const Vec G_1_2 = load(inputs[0] + 8 * input_stride + at);
    const Vec G_2_1 = load(inputs[0] + 13 * input_stride + at);
    const Vec P_S2_1_1 = fma(-G_1_2, G_2_1, G_1_1 * G_2_2);
    const Vec G_3_1 = load(inputs[0] + 19 * input_stride + at);
    const Vec P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
    const Vec G_4_1 = load(inputs[0] + 25 * input_stride + at);
    const Vec P_S2_1_4 = fma(-G_4_2, G_2_1, G_2_2 * G_4_1);
    const Vec G_5_1 = load(inputs[0] + 31 * input_stride + at);
    const Vec P_S2_1_5 = fma(-G_5_2, G_2_1, G_2_2 * G_5_1);
    const Vec G_1_3 = load(inputs[0] + 9 * input_stride + at);
    const Vec P_S3_1_1 = fma(-G_3_1, G_1_3, G_1_1 * G_3_3);
    const Vec P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
    const Vec P_S3_1_4 = fma(-G_4_3, G_3_1, G_3_3 * G_4_1);
    const Vec P_S3_1_5 = fma(-G_5_3, G_3_1, G_3_3 * G_5_1);
    const Vec P_S2_3_1_1 = fma(-G_1_2, P_S3_1_2, fma(-G_1_3, P_S2_1_3, G_1_1 * P_S3_2_2));
    const Vec P_S2_3_1_4 = fma(-G_4_2, P_S3_1_2, fma(-G_4_3, P_S2_1_3, G_4_1 * P_S3_2_2));
    const Vec P_S2_3_1_5 = fma(-G_5_2, P_S3_1_2, fma(-G_5_3, P_S2_1_3, G_5_1 * P_S3_2_2));
    const Vec G_1_4 = load(inputs[0] + 10 * input_stride + at);
    const Vec P_S4_1_1 = fma(-G_4_1, G_1_4, G_1_1 * G_4_4);
    const Vec P_S4_1_2 = fma(-G_2_4, G_4_1, G_4_4 * G_2_1);
    const Vec P_S4_1_3 = fma(-G_3_4, G_4_1, G_4_4 * G_3_1);
    const Vec P_S4_1_5 = fma(-G_5_4, G_4_1, G_4_4 * G_5_1);
    const Vec P_S2_4_1_1 = fma(-G_1_2, P_S4_1_2, fma(-P_S2_1_4, G_1_4, G_1_1 * P_S4_2_2));
    const Vec P_S2_4_1_3 = fma(-G_3_2, P_S4_1_2, fma(-G_3_4, P_S2_1_4, G_3_1 * P_S4_2_2));
    const Vec P_S2_4_1_5 = fma(-G_5_2, P_S4_1_2, fma(-G_5_4, P_S2_1_4, G_5_1 * P_S4_2_2));
    const Vec P_S3_4_1_1 = fma(-P_S4_1_3, G_1_3, fma(-P_S3_1_4, G_1_4, G_1_1 * P_S4_3_3));
    const Vec P_S3_4_1_2 = fma(-G_2_3, P_S4_1_3, fma(-G_2_4, P_S3_1_4, P_S4_3_3 * G_2_1));
    const Vec P_S3_4_1_5 = fma(-G_5_3, P_S4_1_3, fma(-G_5_4, P_S3_1_4, P_S4_3_3 * G_5_1));
    const Vec P_S2_3_4_1_1 = fma(-G_1_2, P_S3_4_1_2, fma(-G_1_3, P_S2_4_1_3, fma(-G_1_4, P_S2_3_1_4, G_1_1 * P_S3_4_2_2)));
    const Vec P_S2_3_4_1_5 = fma(-G_5_2, P_S3_4_1_2, fma(-G_5_3, P_S2_4_1_3, fma(-G_5_4, P_S2_3_1_4, G_5_1 * P_S3_4_2_2)));
    const Vec G_1_5 = load(inputs[0] + 11 * input_stride + at);
    const Vec P_S5_1_1 = fma(-G_5_1, G_1_5, G_1_1 * G_5_5);
    const Vec P_S5_1_2 = fma(-G_2_5, G_5_1, G_5_5 * G_2_1);
    const Vec P_S5_1_3 = fma(-G_3_5, G_5_1, G_5_5 * G_3_1);
    const Vec P_S5_1_4 = fma(-G_4_5, G_5_1, G_5_5 * G_4_1);
    const Vec P_S2_5_1_1 = fma(-G_1_2, P_S5_1_2, fma(-P_S2_1_5, G_1_5, G_1_1 * P_S5_2_2));
    const Vec P_S2_5_1_3 = fma(-G_3_2, P_S5_1_2, fma(-G_3_5, P_S2_1_5, G_3_1 * P_S5_2_2));
    const Vec P_S2_5_1_4 = fma(-G_4_2, P_S5_1_2, fma(-G_4_5, P_S2_1_5, G_4_1 * P_S5_2_2));
    const Vec P_S3_5_1_1 = fma(-P_S5_1_3, G_1_3, fma(-P_S3_1_5, G_1_5, G_1_1 * P_S5_3_3));
    const Vec P_S3_5_1_2 = fma(-G_2_3, P_S5_1_3, fma(-G_2_5, P_S3_1_5, P_S5_3_3 * G_2_1));
    const Vec P_S3_5_1_4 = fma(-G_4_3, P_S5_1_3, fma(-G_4_5, P_S3_1_5, P_S5_3_3 * G_4_1));
    const Vec P_S2_3_5_1_1 = fma(-G_1_2, P_S3_5_1_2, fma(-G_1_3, P_S2_5_1_3, fma(-P_S2_3_1_5, G_1_5, G_1_1 * P_S3_5_2_2)));
    const Vec P_S2_3_5_1_4 = fma(-G_4_2, P_S3_5_1_2, fma(-G_4_3, P_S2_5_1_3, fma(-G_4_5, P_S2_3_1_5, G_4_1 * P_S3_5_2_2)));
    const Vec P_S4_5_1_1 = fma(-P_S5_1_4, G_1_4, fma(-P_S4_1_5, G_1_5, G_1_1 * P_S5_4_4));
    const Vec P_S4_5_1_2 = fma(-G_2_4, P_S5_1_4, fma(-G_2_5, P_S4_1_5, P_S5_4_4 * G_2_1));
    const Vec P_S4_5_1_3 = fma(-G_3_4, P_S5_1_4, fma(-G_3_5, P_S4_1_5, P_S5_4_4 * G_3_1));
    const Vec P_S2_4_5_1_1 = fma(-G_1_2, P_S4_5_1_2, fma(-P_S2_5_1_4, G_1_4, fma(-P_S2_4_1_5, G_1_5, G_1_1 * P_S4_5_2_2)));
    const Vec P_S2_4_5_1_3 = fma(-G_3_2, P_S4_5_1_2, fma(-G_3_4, P_S2_5_1_4, fma(-G_3_5, P_S2_4_1_5, G_3_1 * P_S4_5_2_2)));
    const Vec P_S3_4_5_1_1 = fma(-P_S4_5_1_3, G_1_3, fma(-P_S3_5_1_4, G_1_4, fma(-P_S3_4_1_5, G_1_5, G_1_1 * P_S4_5_3_3)));
    const Vec P_S3_4_5_1_2 = fma(-G_2_3, P_S4_5_1_3, fma(-G_2_4, P_S3_5_1_4, fma(-G_2_5, P_S3_4_1_5, P_S4_5_3_3 * G_2_1)));
    const Vec P_S2_3_4_5_1_1 = fma(-G_1_2, P_S3_4_5_1_2, fma(-G_1_3, P_S2_4_5_1_3, fma(-G_1_4, P_S2_3_5_1_4, fma(-G_1_5, P_S2_3_4_1_5, G_1_1 * P_S3_4_5_2_2))));
    const Vec G_0_0 = load(inputs[0] + 0 * input_stride + at);
    const Vec G_0_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec G_1_0 = load(inputs[0] + 6 * input_stride + at);
    const Vec P_S1_0_0 = fma(-G_0_1, G_1_0, G_0_0 * G_1_1);
    const Vec G_2_0 = load(inputs[0] + 12 * input_stride + at);
    const Vec P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
    const Vec G_3_0 = load(inputs[0] + 18 * input_stride + at);
    const Vec P_S1_0_3 = fma(-G_3_1, G_1_0, G_1_1 * G_3_0);
    const Vec G_4_0 = load(inputs[0] + 24 * input_stride + at);
    const Vec P_S1_0_4 = fma(-G_4_1, G_1_0, G_1_1 * G_4_0);
    const Vec G_5_0 = load(inputs[0] + 30 * input_stride + at);
    const Vec P_S1_0_5 = fma(-G_5_1, G_1_0, G_1_1 * G_5_0);
    const Vec G_0_2 = load(inputs[0] + 2 * input_stride + at);
    const Vec P_S2_0_0 = fma(-G_2_0, G_0_2, G_0_0 * G_2_2);
    const Vec P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
    const Vec P_S2_0_3 = fma(-G_3_2, G_2_0, G_2_2 * G_3_0);
    const Vec P_S2_0_4 = fma(-G_4_2, G_2_0, G_2_2 * G_4_0);
    const Vec P_S2_0_5 = fma(-G_5_2, G_2_0, G_2_2 * G_5_0);
    const Vec P_S1_2_0_0 = fma(-G_0_1, P_S2_0_1, fma(-G_0_2, P_S1_0_2, G_0_0 * P_S2_1_1));
    const Vec P_S1_2_0_3 = fma(-G_3_1, P_S2_0_1, fma(-G_3_2, P_S1_0_2, G_3_0 * P_S2_1_1));
    const Vec P_S1_2_0_4 = fma(-G_4_1, P_S2_0_1, fma(-G_4_2, P_S1_0_2, G_4_0 * P_S2_1_1));
    const Vec P_S1_2_0_5 = fma(-G_5_1, P_S2_0_1, fma(-G_5_2, P_S1_0_2, G_5_0 * P_S2_1_1));
    const Vec G_0_3 = load(inputs[0] + 3 * input_stride + at);
    const Vec P_S3_0_0 = fma(-G_3_0, G_0_3, G_0_0 * G_3_3);
    const Vec P_S3_0_1 = fma(-G_1_3, G_3_0, G_3_3 * G_1_0);
    const Vec P_S3_0_2 = fma(-G_2_3, G_3_0, G_3_3 * G_2_0);
    const Vec P_S3_0_4 = fma(-G_4_3, G_3_0, G_3_3 * G_4_0);
    const Vec P_S3_0_5 = fma(-G_5_3, G_3_0, G_3_3 * G_5_0);
    const Vec P_S1_3_0_0 = fma(-G_0_1, P_S3_0_1, fma(-P_S1_0_3, G_0_3, G_0_0 * P_S3_1_1));
    const Vec P_S1_3_0_2 = fma(-G_2_1, P_S3_0_1, fma(-G_2_3, P_S1_0_3, G_2_0 * P_S3_1_1));
    const Vec P_S1_3_0_4 = fma(-G_4_1, P_S3_0_1, fma(-G_4_3, P_S1_0_3, G_4_0 * P_S3_1_1));
    const Vec P_S1_3_0_5 = fma(-G_5_1, P_S3_0_1, fma(-G_5_3, P_S1_0_3, G_5_0 * P_S3_1_1));
    const Vec P_S2_3_0_0 = fma(-P_S3_0_2, G_0_2, fma(-P_S2_0_3, G_0_3, G_0_0 * P_S3_2_2));
    const Vec P_S2_3_0_1 = fma(-G_1_2, P_S3_0_2, fma(-G_1_3, P_S2_0_3, P_S3_2_2 * G_1_0));
    const Vec P_S2_3_0_4 = fma(-G_4_2, P_S3_0_2, fma(-G_4_3, P_S2_0_3, P_S3_2_2 * G_4_0));
    const Vec P_S2_3_0_5 = fma(-G_5_2, P_S3_0_2, fma(-G_5_3, P_S2_0_3, P_S3_2_2 * G_5_0));
    const Vec P_S1_2_3_0_0 = fma(-G_0_1, P_S2_3_0_1, fma(-G_0_2, P_S1_3_0_2, fma(-G_0_3, P_S1_2_0_3, G_0_0 * P_S2_3_1_1)));
    const Vec P_S1_2_3_0_4 = fma(-G_4_1, P_S2_3_0_1, fma(-G_4_2, P_S1_3_0_2, fma(-G_4_3, P_S1_2_0_3, G_4_0 * P_S2_3_1_1)));
    const Vec P_S1_2_3_0_5 = fma(-G_5_1, P_S2_3_0_1, fma(-G_5_2, P_S1_3_0_2, fma(-G_5_3, P_S1_2_0_3, G_5_0 * P_S2_3_1_1)));
    const Vec G_0_4 = load(inputs[0] + 4 * input_stride + at);
    const Vec P_S4_0_0 = fma(-G_4_0, G_0_4, G_0_0 * G_4_4);
    const Vec P_S4_0_1 = fma(-G_1_4, G_4_0, G_4_4 * G_1_0);
    const Vec P_S4_0_2 = fma(-G_2_4, G_4_0, G_4_4 * G_2_0);
    const Vec P_S4_0_3 = fma(-G_3_4, G_4_0, G_4_4 * G_3_0);
    const Vec P_S4_0_5 = fma(-G_5_4, G_4_0, G_4_4 * G_5_0);
    const Vec P_S1_4_0_0 = fma(-G_0_1, P_S4_0_1, fma(-P_S1_0_4, G_0_4, G_0_0 * P_S4_1_1));
    const Vec P_S1_4_0_2 = fma(-G_2_1, P_S4_0_1, fma(-G_2_4, P_S1_0_4, G_2_0 * P_S4_1_1));
    const Vec P_S1_4_0_3 = fma(-G_3_1, P_S4_0_1, fma(-G_3_4, P_S1_0_4, G_3_0 * P_S4_1_1));
    const Vec P_S1_4_0_5 = fma(-G_5_1, P_S4_0_1, fma(-G_5_4, P_S1_0_4, G_5_0 * P_S4_1_1));
    const Vec P_S2_4_0_0 = fma(-P_S4_0_2, G_0_2, fma(-P_S2_0_4, G_0_4, G_0_0 * P_S4_2_2));
    const Vec P_S2_4_0_1 = fma(-G_1_2, P_S4_0_2, fma(-G_1_4, P_S2_0_4, P_S4_2_2 * G_1_0));
    const Vec P_S2_4_0_3 = fma(-G_3_2, P_S4_0_2, fma(-G_3_4, P_S2_0_4, P_S4_2_2 * G_3_0));
    const Vec P_S2_4_0_5 = fma(-G_5_2, P_S4_0_2, fma(-G_5_4, P_S2_0_4, P_S4_2_2 * G_5_0));
    const Vec P_S1_2_4_0_0 = fma(-G_0_1, P_S2_4_0_1, fma(-G_0_2, P_S1_4_0_2, fma(-P_S1_2_0_4, G_0_4, G_0_0 * P_S2_4_1_1)));
    const Vec P_S1_2_4_0_3 = fma(-G_3_1, P_S2_4_0_1, fma(-G_3_2, P_S1_4_0_2, fma(-G_3_4, P_S1_2_0_4, G_3_0 * P_S2_4_1_1)));
    const Vec P_S1_2_4_0_5 = fma(-G_5_1, P_S2_4_0_1, fma(-G_5_2, P_S1_4_0_2, fma(-G_5_4, P_S1_2_0_4, G_5_0 * P_S2_4_1_1)));
    const Vec P_S3_4_0_0 = fma(-P_S4_0_3, G_0_3, fma(-P_S3_0_4, G_0_4, G_0_0 * P_S4_3_3));
    const Vec P_S3_4_0_1 = fma(-G_1_3, P_S4_0_3, fma(-G_1_4, P_S3_0_4, P_S4_3_3 * G_1_0));
    const Vec P_S3_4_0_2 = fma(-G_2_3, P_S4_0_3, fma(-G_2_4, P_S3_0_4, P_S4_3_3 * G_2_0));
    const Vec P_S3_4_0_5 = fma(-G_5_3, P_S4_0_3, fma(-G_5_4, P_S3_0_4, P_S4_3_3 * G_5_0));
    const Vec P_S1_3_4_0_0 = fma(-G_0_1, P_S3_4_0_1, fma(-P_S1_4_0_3, G_0_3, fma(-P_S1_3_0_4, G_0_4, G_0_0 * P_S3_4_1_1)));
    const Vec P_S1_3_4_0_2 = fma(-G_2_1, P_S3_4_0_1, fma(-G_2_3, P_S1_4_0_3, fma(-G_2_4, P_S1_3_0_4, G_2_0 * P_S3_4_1_1)));
    const Vec P_S1_3_4_0_5 = fma(-G_5_1, P_S3_4_0_1, fma(-G_5_3, P_S1_4_0_3, fma(-G_5_4, P_S1_3_0_4, G_5_0 * P_S3_4_1_1)));
    const Vec P_S2_3_4_0_0 = fma(-P_S3_4_0_2, G_0_2, fma(-P_S2_4_0_3, G_0_3, fma(-P_S2_3_0_4, G_0_4, G_0_0 * P_S3_4_2_2)));
    const Vec P_S2_3_4_0_1 = fma(-G_1_2, P_S3_4_0_2, fma(-G_1_3, P_S2_4_0_3, fma(-G_1_4, P_S2_3_0_4, P_S3_4_2_2 * G_1_0)));
    const Vec P_S2_3_4_0_5 = fma(-G_5_2, P_S3_4_0_2, fma(-G_5_3, P_S2_4_0_3, fma(-G_5_4, P_S2_3_0_4, P_S3_4_2_2 * G_5_0)));
    const Vec P_S1_2_3_4_0_0 = fma(-G_0_1, P_S2_3_4_0_1, fma(-G_0_2, P_S1_3_4_0_2, fma(-G_0_3, P_S1_2_4_0_3, fma(-G_0_4, P_S1_2_3_0_4, G_0_0 * P_S2_3_4_1_1))));
    const Vec P_S1_2_3_4_0_5 = fma(-G_5_1, P_S2_3_4_0_1, fma(-G_5_2, P_S1_3_4_0_2, fma(-G_5_3, P_S1_2_4_0_3, fma(-G_5_4, P_S1_2_3_0_4, G_5_0 * P_S2_3_4_1_1))));
    const Vec G_0_5 = load(inputs[0] + 5 * input_stride + at);
    const Vec P_S5_0_0 = fma(-G_5_0, G_0_5, G_0_0 * G_5_5);
    const Vec P_S5_0_1 = fma(-G_1_5, G_5_0, G_5_5 * G_1_0);
    const Vec P_S5_0_2 = fma(-G_2_5, G_5_0, G_5_5 * G_2_0);
    const Vec P_S5_0_3 = fma(-G_3_5, G_5_0, G_5_5 * G_3_0);
    const Vec P_S5_0_4 = fma(-G_4_5, G_5_0, G_5_5 * G_4_0);
    const Vec P_S1_5_0_0 = fma(-G_0_1, P_S5_0_1, fma(-P_S1_0_5, G_0_5, G_0_0 * P_S5_1_1));
    const Vec P_S1_5_0_2 = fma(-G_2_1, P_S5_0_1, fma(-G_2_5, P_S1_0_5, G_2_0 * P_S5_1_1));
    const Vec P_S1_5_0_3 = fma(-G_3_1, P_S5_0_1, fma(-G_3_5, P_S1_0_5, G_3_0 * P_S5_1_1));
    const Vec P_S1_5_0_4 = fma(-G_4_1, P_S5_0_1, fma(-G_4_5, P_S1_0_5, G_4_0 * P_S5_1_1));
    const Vec P_S2_5_0_0 = fma(-P_S5_0_2, G_0_2, fma(-P_S2_0_5, G_0_5, G_0_0 * P_S5_2_2));
    const Vec P_S2_5_0_1 = fma(-G_1_2, P_S5_0_2, fma(-G_1_5, P_S2_0_5, P_S5_2_2 * G_1_0));
    const Vec P_S2_5_0_3 = fma(-G_3_2, P_S5_0_2, fma(-G_3_5, P_S2_0_5, P_S5_2_2 * G_3_0));
    const Vec P_S2_5_0_4 = fma(-G_4_2, P_S5_0_2, fma(-G_4_5, P_S2_0_5, P_S5_2_2 * G_4_0));
    const Vec P_S1_2_5_0_0 = fma(-G_0_1, P_S2_5_0_1, fma(-G_0_2, P_S1_5_0_2, fma(-P_S1_2_0_5, G_0_5, G_0_0 * P_S2_5_1_1)));
    const Vec P_S1_2_5_0_3 = fma(-G_3_1, P_S2_5_0_1, fma(-G_3_2, P_S1_5_0_2, fma(-G_3_5, P_S1_2_0_5, G_3_0 * P_S2_5_1_1)));
    const Vec P_S1_2_5_0_4 = fma(-G_4_1, P_S2_5_0_1, fma(-G_4_2, P_S1_5_0_2, fma(-G_4_5, P_S1_2_0_5, G_4_0 * P_S2_5_1_1)));
    const Vec P_S3_5_0_0 = fma(-P_S5_0_3, G_0_3, fma(-P_S3_0_5, G_0_5, G_0_0 * P_S5_3_3));
    const Vec P_S3_5_0_1 = fma(-G_1_3, P_S5_0_3, fma(-G_1_5, P_S3_0_5, P_S5_3_3 * G_1_0));
    const Vec P_S3_5_0_2 = fma(-G_2_3, P_S5_0_3, fma(-G_2_5, P_S3_0_5, P_S5_3_3 * G_2_0));
    const Vec P_S3_5_0_4 = fma(-G_4_3, P_S5_0_3, fma(-G_4_5, P_S3_0_5, P_S5_3_3 * G_4_0));
    const Vec P_S1_3_5_0_0 = fma(-G_0_1, P_S3_5_0_1, fma(-P_S1_5_0_3, G_0_3, fma(-P_S1_3_0_5, G_0_5, G_0_0 * P_S3_5_1_1)));
    const Vec P_S1_3_5_0_2 = fma(-G_2_1, P_S3_5_0_1, fma(-G_2_3, P_S1_5_0_3, fma(-G_2_5, P_S1_3_0_5, G_2_0 * P_S3_5_1_1)));
    const Vec P_S1_3_5_0_4 = fma(-G_4_1, P_S3_5_0_1, fma(-G_4_3, P_S1_5_0_3, fma(-G_4_5, P_S1_3_0_5, G_4_0 * P_S3_5_1_1)));
    const Vec P_S2_3_5_0_0 = fma(-P_S3_5_0_2, G_0_2, fma(-P_S2_5_0_3, G_0_3, fma(-P_S2_3_0_5, G_0_5, G_0_0 * P_S3_5_2_2)));
    const Vec P_S2_3_5_0_1 = fma(-G_1_2, P_S3_5_0_2, fma(-G_1_3, P_S2_5_0_3, fma(-G_1_5, P_S2_3_0_5, P_S3_5_2_2 * G_1_0)));
    const Vec P_S2_3_5_0_4 = fma(-G_4_2, P_S3_5_0_2, fma(-G_4_3, P_S2_5_0_3, fma(-G_4_5, P_S2_3_0_5, P_S3_5_2_2 * G_4_0)));
    const Vec P_S1_2_3_5_0_0 = fma(-G_0_1, P_S2_3_5_0_1, fma(-G_0_2, P_S1_3_5_0_2, fma(-G_0_3, P_S1_2_5_0_3, fma(-P_S1_2_3_0_5, G_0_5, G_0_0 * P_S2_3_5_1_1))));
    const Vec P_S1_2_3_5_0_4 = fma(-G_4_1, P_S2_3_5_0_1, fma(-G_4_2, P_S1_3_5_0_2, fma(-G_4_3, P_S1_2_5_0_3, fma(-G_4_5, P_S1_2_3_0_5, G_4_0 * P_S2_3_5_1_1))));
    const Vec P_S4_5_0_0 = fma(-P_S5_0_4, G_0_4, fma(-P_S4_0_5, G_0_5, G_0_0 * P_S5_4_4));
    const Vec P_S4_5_0_1 = fma(-G_1_4, P_S5_0_4, fma(-G_1_5, P_S4_0_5, P_S5_4_4 * G_1_0));
    const Vec P_S4_5_0_2 = fma(-G_2_4, P_S5_0_4, fma(-G_2_5, P_S4_0_5, P_S5_4_4 * G_2_0));
    const Vec P_S4_5_0_3 = fma(-G_3_4, P_S5_0_4, fma(-G_3_5, P_S4_0_5, P_S5_4_4 * G_3_0));
    const Vec P_S1_4_5_0_0 = fma(-G_0_1, P_S4_5_0_1, fma(-P_S1_5_0_4, G_0_4, fma(-P_S1_4_0_5, G_0_5, G_0_0 * P_S4_5_1_1)));
    const Vec P_S1_4_5_0_2 = fma(-G_2_1, P_S4_5_0_1, fma(-G_2_4, P_S1_5_0_4, fma(-G_2_5, P_S1_4_0_5, G_2_0 * P_S4_5_1_1)));
    const Vec P_S1_4_5_0_3 = fma(-G_3_1, P_S4_5_0_1, fma(-G_3_4, P_S1_5_0_4, fma(-G_3_5, P_S1_4_0_5, G_3_0 * P_S4_5_1_1)));
    const Vec P_S2_4_5_0_0 = fma(-P_S4_5_0_2, G_0_2, fma(-P_S2_5_0_4, G_0_4, fma(-P_S2_4_0_5, G_0_5, G_0_0 * P_S4_5_2_2)));
    const Vec P_S2_4_5_0_1 = fma(-G_1_2, P_S4_5_0_2, fma(-G_1_4, P_S2_5_0_4, fma(-G_1_5, P_S2_4_0_5, P_S4_5_2_2 * G_1_0)));
    const Vec P_S2_4_5_0_3 = fma(-G_3_2, P_S4_5_0_2, fma(-G_3_4, P_S2_5_0_4, fma(-G_3_5, P_S2_4_0_5, P_S4_5_2_2 * G_3_0)));
    const Vec P_S1_2_4_5_0_0 = fma(-G_0_1, P_S2_4_5_0_1, fma(-G_0_2, P_S1_4_5_0_2, fma(-P_S1_2_5_0_4, G_0_4, fma(-P_S1_2_4_0_5, G_0_5, G_0_0 * P_S2_4_5_1_1))));
    const Vec P_S1_2_4_5_0_3 = fma(-G_3_1, P_S2_4_5_0_1, fma(-G_3_2, P_S1_4_5_0_2, fma(-G_3_4, P_S1_2_5_0_4, fma(-G_3_5, P_S1_2_4_0_5, G_3_0 * P_S2_4_5_1_1))));
    const Vec P_S3_4_5_0_0 = fma(-P_S4_5_0_3, G_0_3, fma(-P_S3_5_0_4, G_0_4, fma(-P_S3_4_0_5, G_0_5, G_0_0 * P_S4_5_3_3)));
    const Vec P_S3_4_5_0_1 = fma(-G_1_3, P_S4_5_0_3, fma(-G_1_4, P_S3_5_0_4, fma(-G_1_5, P_S3_4_0_5, P_S4_5_3_3 * G_1_0)));
    const Vec P_S3_4_5_0_2 = fma(-G_2_3, P_S4_5_0_3, fma(-G_2_4, P_S3_5_0_4, fma(-G_2_5, P_S3_4_0_5, P_S4_5_3_3 * G_2_0)));
    const Vec P_S1_3_4_5_0_0 = fma(-G_0_1, P_S3_4_5_0_1, fma(-P_S1_4_5_0_3, G_0_3, fma(-P_S1_3_5_0_4, G_0_4, fma(-P_S1_3_4_0_5, G_0_5, G_0_0 * P_S3_4_5_1_1))));
    const Vec P_S1_3_4_5_0_2 = fma(-G_2_1, P_S3_4_5_0_1, fma(-G_2_3, P_S1_4_5_0_3, fma(-G_2_4, P_S1_3_5_0_4, fma(-G_2_5, P_S1_3_4_0_5, G_2_0 * P_S3_4_5_1_1))));
    const Vec P_S2_3_4_5_0_0 = fma(-P_S3_4_5_0_2, G_0_2, fma(-P_S2_4_5_0_3, G_0_3, fma(-P_S2_3_5_0_4, G_0_4, fma(-P_S2_3_4_0_5, G_0_5, G_0_0 * P_S3_4_5_2_2))));
    const Vec P_S2_3_4_5_0_1 = fma(-G_1_2, P_S3_4_5_0_2, fma(-G_1_3, P_S2_4_5_0_3, fma(-G_1_4, P_S2_3_5_0_4, fma(-G_1_5, P_S2_3_4_0_5, P_S3_4_5_2_2 * G_1_0))));
    const Vec t1 = G_0_0 * P_S2_3_4_5_1_1;
    const Vec t2 = fma(G_0_1, P_S2_3_4_5_0_1, fma(G_0_2, P_S1_3_4_5_0_2, fma(G_0_3, P_S1_2_4_5_0_3, fma(G_0_4, P_S1_2_3_5_0_4, fma(G_0_5, P_S1_2_3_4_0_5, t1))))) - t1;
    const Vec t3 = G_1_1 * G_1_1;
    const Vec t4 = G_2_2 * G_2_2;
    const Vec t5 = G_3_3 * G_3_3;
    const Vec t6 = G_4_4 * G_4_4;
    const Vec t7 = G_5_5 * G_5_5;
    const Vec C_S5 = fma(-G_0_0, t7, G_5_5 * P_S5_0_0);
    const Vec C_S4 = fma(-G_0_0, t6, G_4_4 * P_S4_0_0);
    const Vec t8 = P_S5_4_4 * P_S5_4_4;
    const Vec C_S4_5 = fma(-G_0_0, t8, fma(-t7, C_S4, fma(-t6, C_S5, P_S5_4_4 * P_S4_5_0_0)));
    const Vec C_S3 = fma(-G_0_0, t5, G_3_3 * P_S3_0_0);
    const Vec t9 = P_S5_3_3 * P_S5_3_3;
    const Vec C_S3_5 = fma(-G_0_0, t9, fma(-t7, C_S3, fma(-t5, C_S5, P_S5_3_3 * P_S3_5_0_0)));
    const Vec t10 = P_S4_3_3 * P_S4_3_3;
    const Vec C_S3_4 = fma(-G_0_0, t10, fma(-t6, C_S3, fma(-t5, C_S4, P_S4_3_3 * P_S3_4_0_0)));
    const Vec t11 = P_S4_5_3_3 * P_S4_5_3_3;
    const Vec C_S3_4_5 = fma(-G_0_0, t11, fma(-t7, C_S3_4, fma(-C_S5, t10, fma(-t6, C_S3_5, fma(-C_S4, t9, fma(-t8, C_S3, fma(-t5, C_S4_5, P_S4_5_3_3 * P_S3_4_5_0_0)))))));
    const Vec C_S2 = fma(-G_0_0, t4, G_2_2 * P_S2_0_0);
    const Vec t12 = P_S5_2_2 * P_S5_2_2;
    const Vec C_S2_5 = fma(-G_0_0, t12, fma(-t7, C_S2, fma(-t4, C_S5, P_S5_2_2 * P_S2_5_0_0)));
    const Vec t13 = P_S4_2_2 * P_S4_2_2;
    const Vec C_S2_4 = fma(-G_0_0, t13, fma(-t6, C_S2, fma(-t4, C_S4, P_S4_2_2 * P_S2_4_0_0)));
    const Vec t14 = P_S4_5_2_2 * P_S4_5_2_2;
    const Vec C_S2_4_5 = fma(-G_0_0, t14, fma(-t7, C_S2_4, fma(-C_S5, t13, fma(-t6, C_S2_5, fma(-C_S4, t12, fma(-t8, C_S2, fma(-t4, C_S4_5, P_S4_5_2_2 * P_S2_4_5_0_0)))))));
    const Vec t15 = P_S3_2_2 * P_S3_2_2;
    const Vec C_S2_3 = fma(-G_0_0, t15, fma(-t5, C_S2, fma(-t4, C_S3, P_S3_2_2 * P_S2_3_0_0)));
    const Vec t16 = P_S3_5_2_2 * P_S3_5_2_2;
    const Vec C_S2_3_5 = fma(-G_0_0, t16, fma(-t7, C_S2_3, fma(-C_S5, t15, fma(-t5, C_S2_5, fma(-C_S3, t12, fma(-t9, C_S2, fma(-t4, C_S3_5, P_S3_5_2_2 * P_S2_3_5_0_0)))))));
    const Vec t17 = P_S3_4_2_2 * P_S3_4_2_2;
    const Vec C_S2_3_4 = fma(-G_0_0, t17, fma(-t6, C_S2_3, fma(-C_S4, t15, fma(-t5, C_S2_4, fma(-C_S3, t13, fma(-t10, C_S2, fma(-t4, C_S3_4, P_S3_4_2_2 * P_S2_3_4_0_0)))))));
    const Vec t18 = P_S3_4_5_2_2 * P_S3_4_5_2_2;
    const Vec C_S2_3_4_5 = fma(-G_0_0, t18, fma(-t7, C_S2_3_4, fma(-C_S5, t17, fma(-t6, C_S2_3_5, fma(-C_S4, t16, fma(-t8, C_S2_3, fma(-C_S4_5, t15, fma(-t5, C_S2_4_5, fma(-C_S3, t14, fma(-t9, C_S2_4, fma(-C_S3_5, t13, fma(-t10, C_S2_5, fma(-C_S3_4, t12, fma(-t11, C_S2, fma(-t4, C_S3_4_5, P_S3_4_5_2_2 * P_S2_3_4_5_0_0)))))))))))))));
    const Vec C_S1 = fma(-G_0_0, t3, G_1_1 * P_S1_0_0);
    const Vec t19 = P_S5_1_1 * P_S5_1_1;
    const Vec C_S1_5 = fma(-G_0_0, t19, fma(-t7, C_S1, fma(-t3, C_S5, P_S5_1_1 * P_S1_5_0_0)));
    const Vec t20 = P_S4_1_1 * P_S4_1_1;
    const Vec C_S1_4 = fma(-G_0_0, t20, fma(-t6, C_S1, fma(-t3, C_S4, P_S4_1_1 * P_S1_4_0_0)));
    const Vec t21 = P_S4_5_1_1 * P_S4_5_1_1;
    const Vec C_S1_4_5 = fma(-G_0_0, t21, fma(-t7, C_S1_4, fma(-C_S5, t20, fma(-t6, C_S1_5, fma(-C_S4, t19, fma(-t8, C_S1, fma(-t3, C_S4_5, P_S4_5_1_1 * P_S1_4_5_0_0)))))));
    const Vec t22 = P_S3_1_1 * P_S3_1_1;
    const Vec C_S1_3 = fma(-G_0_0, t22, fma(-t5, C_S1, fma(-t3, C_S3, P_S3_1_1 * P_S1_3_0_0)));
    const Vec t23 = P_S3_5_1_1 * P_S3_5_1_1;
    const Vec C_S1_3_5 = fma(-G_0_0, t23, fma(-t7, C_S1_3, fma(-C_S5, t22, fma(-t5, C_S1_5, fma(-C_S3, t19, fma(-t9, C_S1, fma(-t3, C_S3_5, P_S3_5_1_1 * P_S1_3_5_0_0)))))));
    const Vec t24 = P_S3_4_1_1 * P_S3_4_1_1;
    const Vec C_S1_3_4 = fma(-G_0_0, t24, fma(-t6, C_S1_3, fma(-C_S4, t22, fma(-t5, C_S1_4, fma(-C_S3, t20, fma(-t10, C_S1, fma(-t3, C_S3_4, P_S3_4_1_1 * P_S1_3_4_0_0)))))));
    const Vec t25 = P_S3_4_5_1_1 * P_S3_4_5_1_1;
    const Vec C_S1_3_4_5 = fma(-G_0_0, t25, fma(-t7, C_S1_3_4, fma(-C_S5, t24, fma(-t6, C_S1_3_5, fma(-C_S4, t23, fma(-t8, C_S1_3, fma(-C_S4_5, t22, fma(-t5, C_S1_4_5, fma(-C_S3, t21, fma(-t9, C_S1_4, fma(-C_S3_5, t20, fma(-t10, C_S1_5, fma(-C_S3_4, t19, fma(-t11, C_S1, fma(-t3, C_S3_4_5, P_S3_4_5_1_1 * P_S1_3_4_5_0_0)))))))))))))));
    const Vec t26 = P_S2_1_1 * P_S2_1_1;
    const Vec C_S1_2 = fma(-G_0_0, t26, fma(-t4, C_S1, fma(-t3, C_S2, P_S2_1_1 * P_S1_2_0_0)));
    const Vec t27 = P_S2_5_1_1 * P_S2_5_1_1;
    const Vec C_S1_2_5 = fma(-G_0_0, t27, fma(-t7, C_S1_2, fma(-C_S5, t26, fma(-t4, C_S1_5, fma(-C_S2, t19, fma(-t12, C_S1, fma(-t3, C_S2_5, P_S2_5_1_1 * P_S1_2_5_0_0)))))));
    const Vec t28 = P_S2_4_1_1 * P_S2_4_1_1;
    const Vec C_S1_2_4 = fma(-G_0_0, t28, fma(-t6, C_S1_2, fma(-C_S4, t26, fma(-t4, C_S1_4, fma(-C_S2, t20, fma(-t13, C_S1, fma(-t3, C_S2_4, P_S2_4_1_1 * P_S1_2_4_0_0)))))));
    const Vec t29 = P_S2_4_5_1_1 * P_S2_4_5_1_1;
    const Vec C_S1_2_4_5 = fma(-G_0_0, t29, fma(-t7, C_S1_2_4, fma(-C_S5, t28, fma(-t6, C_S1_2_5, fma(-C_S4, t27, fma(-t8, C_S1_2, fma(-C_S4_5, t26, fma(-t4, C_S1_4_5, fma(-C_S2, t21, fma(-t12, C_S1_4, fma(-C_S2_5, t20, fma(-t13, C_S1_5, fma(-C_S2_4, t19, fma(-t14, C_S1, fma(-t3, C_S2_4_5, P_S2_4_5_1_1 * P_S1_2_4_5_0_0)))))))))))))));
    const Vec t30 = P_S2_3_1_1 * P_S2_3_1_1;
    const Vec C_S1_2_3 = fma(-G_0_0, t30, fma(-t5, C_S1_2, fma(-C_S3, t26, fma(-t4, C_S1_3, fma(-C_S2, t22, fma(-t15, C_S1, fma(-t3, C_S2_3, P_S2_3_1_1 * P_S1_2_3_0_0)))))));
    const Vec t31 = P_S2_3_5_1_1 * P_S2_3_5_1_1;
    const Vec C_S1_2_3_5 = fma(-G_0_0, t31, fma(-t7, C_S1_2_3, fma(-C_S5, t30, fma(-t5, C_S1_2_5, fma(-C_S3, t27, fma(-t9, C_S1_2, fma(-C_S3_5, t26, fma(-t4, C_S1_3_5, fma(-C_S2, t23, fma(-t12, C_S1_3, fma(-C_S2_5, t22, fma(-t15, C_S1_5, fma(-C_S2_3, t19, fma(-t16, C_S1, fma(-t3, C_S2_3_5, P_S2_3_5_1_1 * P_S1_2_3_5_0_0)))))))))))))));
    const Vec t32 = P_S2_3_4_1_1 * P_S2_3_4_1_1;
    const Vec t33 = fma(C_S5, t32, fma(t6, C_S1_2_3_5, fma(C_S4_5, t30, fma(t5, C_S1_2_4_5, fma(C_S3_5, t28, fma(t10, C_S1_2_5, fma(C_S3_4_5, t26, fma(t4, C_S1_3_4_5, fma(C_S2_5, t24, fma(t13, C_S1_3_5, fma(C_S2_4_5, t22, fma(t15, C_S1_4_5, fma(C_S2_3_5, t20, fma(t17, C_S1_5, fma(t3, C_S2_3_4_5, P_S2_3_4_5_1_1 * t2)))))))))))))));
    const Vec C_S1_2_3_4 = fma(-G_0_0, t32, fma(-t6, C_S1_2_3, fma(-C_S4, t30, fma(-t5, C_S1_2_4, fma(-C_S3, t28, fma(-t10, C_S1_2, fma(-C_S3_4, t26, fma(-t4, C_S1_3_4, fma(-C_S2, t24, fma(-t13, C_S1_3, fma(-C_S2_4, t22, fma(-t15, C_S1_4, fma(-C_S2_3, t20, fma(-t17, C_S1, fma(-t3, C_S2_3_4, P_S2_3_4_1_1 * P_S1_2_3_4_0_0)))))))))))))));
    const Vec t34 = fma(t7, C_S1_2_3_4, fma(C_S4, t31, fma(t8, C_S1_2_3, fma(C_S3, t29, fma(t9, C_S1_2_4, fma(C_S3_4, t27, fma(t11, C_S1_2, fma(C_S2, t25, fma(t12, C_S1_3_4, fma(C_S2_4, t23, fma(t14, C_S1_3, fma(C_S2_3, t21, fma(t16, C_S1_4, fma(C_S2_3_4, t19, fma(t18, C_S1, t33)))))))))))))));
    store(outputs[0] + 0 * output_stride + at, t34);
  }
}

extern "C" extern const Size hubbard_su2_cdet_density_work_bytes;
extern "C" const Size hubbard_su2_cdet_density_work_bytes = 2368;

extern "C" void hubbard_su2_cdet_density_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  hubbard_su2_cdet_density_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 36; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 36 * lanes;
  hubbard_su2_cdet_density_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(36 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet_density(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_density_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  hubbard_su2_cdet_density_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
