// hubbard_su2_cdet_density_elimination, n = 5, shift = 0: single precision, 16 configurations a vector.
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
// Order: A, F, E, M, minor, D, Z, X, Y, density by S descending, eagerly; at most 74 values live.
// A vector takes 182 multiplications, 0 additions, 295 fused, 7 divisions, 0 functions,
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

extern "C" void hubbard_su2_cdet_density_elimination_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_5_5 = load(inputs[0] + 35 * input_stride + at);
    const Vec t1 = splat(1.0f) / G_5_5;
    const Vec G_4_5 = load(inputs[0] + 29 * input_stride + at);
    const Vec F_5_S_4 = G_4_5 * t1;
    const Vec G_4_4 = load(inputs[0] + 28 * input_stride + at);
    const Vec G_5_4 = load(inputs[0] + 34 * input_stride + at);
    const Vec A_5_S5_4_4 = fma(-F_5_S_4, G_5_4, G_4_4);
    const Vec E_S4_5 = G_5_5 * A_5_S5_4_4;
    const Vec G_3_5 = load(inputs[0] + 23 * input_stride + at);
    const Vec F_5_S_3 = G_3_5 * t1;
    const Vec G_3_3 = load(inputs[0] + 21 * input_stride + at);
    const Vec G_5_3 = load(inputs[0] + 33 * input_stride + at);
    const Vec A_5_S5_3_3 = fma(-F_5_S_3, G_5_3, G_3_3);
    const Vec G_3_4 = load(inputs[0] + 22 * input_stride + at);
    const Vec A_5_S5_3_4 = fma(-F_5_S_3, G_5_4, G_3_4);
    const Vec t2 = splat(1.0f) / A_5_S5_4_4;
    const Vec F_4_S5_3 = A_5_S5_3_4 * t2;
    const Vec G_4_3 = load(inputs[0] + 27 * input_stride + at);
    const Vec A_5_S5_4_3 = fma(-G_5_3, F_5_S_4, G_4_3);
    const Vec A_4_S4_5_3_3 = fma(-F_4_S5_3, A_5_S5_4_3, A_5_S5_3_3);
    const Vec E_S3_4_5 = E_S4_5 * A_4_S4_5_3_3;
    const Vec G_1_5 = load(inputs[0] + 11 * input_stride + at);
    const Vec F_5_S_1 = G_1_5 * t1;
    const Vec G_1_1 = load(inputs[0] + 7 * input_stride + at);
    const Vec G_5_1 = load(inputs[0] + 31 * input_stride + at);
    const Vec A_5_S5_1_1 = fma(-F_5_S_1, G_5_1, G_1_1);
    const Vec G_1_4 = load(inputs[0] + 10 * input_stride + at);
    const Vec A_5_S5_1_4 = fma(-F_5_S_1, G_5_4, G_1_4);
    const Vec F_4_S5_1 = A_5_S5_1_4 * t2;
    const Vec G_4_1 = load(inputs[0] + 25 * input_stride + at);
    const Vec A_5_S5_4_1 = fma(-G_5_1, F_5_S_4, G_4_1);
    const Vec A_4_S4_5_1_1 = fma(-F_4_S5_1, A_5_S5_4_1, A_5_S5_1_1);
    const Vec G_1_3 = load(inputs[0] + 9 * input_stride + at);
    const Vec A_5_S5_1_3 = fma(-F_5_S_1, G_5_3, G_1_3);
    const Vec A_4_S4_5_1_3 = fma(-F_4_S5_1, A_5_S5_4_3, A_5_S5_1_3);
    const Vec t3 = splat(1.0f) / A_4_S4_5_3_3;
    const Vec F_3_S4_5_1 = A_4_S4_5_1_3 * t3;
    const Vec G_3_1 = load(inputs[0] + 19 * input_stride + at);
    const Vec A_5_S5_3_1 = fma(-G_5_1, F_5_S_3, G_3_1);
    const Vec A_4_S4_5_3_1 = fma(-A_5_S5_4_1, F_4_S5_3, A_5_S5_3_1);
    const Vec A_3_S3_4_5_1_1 = fma(-F_3_S4_5_1, A_4_S4_5_3_1, A_4_S4_5_1_1);
    const Vec G_2_5 = load(inputs[0] + 17 * input_stride + at);
    const Vec F_5_S_2 = G_2_5 * t1;
    const Vec G_2_2 = load(inputs[0] + 14 * input_stride + at);
    const Vec G_5_2 = load(inputs[0] + 32 * input_stride + at);
    const Vec A_5_S5_2_2 = fma(-F_5_S_2, G_5_2, G_2_2);
    const Vec G_2_4 = load(inputs[0] + 16 * input_stride + at);
    const Vec A_5_S5_2_4 = fma(-F_5_S_2, G_5_4, G_2_4);
    const Vec F_4_S5_2 = A_5_S5_2_4 * t2;
    const Vec G_4_2 = load(inputs[0] + 26 * input_stride + at);
    const Vec A_5_S5_4_2 = fma(-G_5_2, F_5_S_4, G_4_2);
    const Vec A_4_S4_5_2_2 = fma(-F_4_S5_2, A_5_S5_4_2, A_5_S5_2_2);
    const Vec G_2_3 = load(inputs[0] + 15 * input_stride + at);
    const Vec A_5_S5_2_3 = fma(-F_5_S_2, G_5_3, G_2_3);
    const Vec A_4_S4_5_2_3 = fma(-F_4_S5_2, A_5_S5_4_3, A_5_S5_2_3);
    const Vec F_3_S4_5_2 = A_4_S4_5_2_3 * t3;
    const Vec G_3_2 = load(inputs[0] + 20 * input_stride + at);
    const Vec A_5_S5_3_2 = fma(-G_5_2, F_5_S_3, G_3_2);
    const Vec A_4_S4_5_3_2 = fma(-A_5_S5_4_2, F_4_S5_3, A_5_S5_3_2);
    const Vec A_3_S3_4_5_2_2 = fma(-F_3_S4_5_2, A_4_S4_5_3_2, A_4_S4_5_2_2);
    const Vec G_1_2 = load(inputs[0] + 8 * input_stride + at);
    const Vec A_5_S5_1_2 = fma(-F_5_S_1, G_5_2, G_1_2);
    const Vec A_4_S4_5_1_2 = fma(-F_4_S5_1, A_5_S5_4_2, A_5_S5_1_2);
    const Vec A_3_S3_4_5_1_2 = fma(-F_3_S4_5_1, A_4_S4_5_3_2, A_4_S4_5_1_2);
    const Vec G_2_1 = load(inputs[0] + 13 * input_stride + at);
    const Vec A_5_S5_2_1 = fma(-G_5_1, F_5_S_2, G_2_1);
    const Vec A_4_S4_5_2_1 = fma(-A_5_S5_4_1, F_4_S5_2, A_5_S5_2_1);
    const Vec A_3_S3_4_5_2_1 = fma(-A_4_S4_5_3_1, F_3_S4_5_2, A_4_S4_5_2_1);
    const Vec minor_S3_4_5_1_2_1_2 = fma(-A_3_S3_4_5_1_2, A_3_S3_4_5_2_1, A_3_S3_4_5_1_1 * A_3_S3_4_5_2_2);
    const Vec D_6_S1_2_3_4_5 = E_S3_4_5 * minor_S3_4_5_1_2_1_2;
    const Vec D_6_S2_3_4_5 = E_S3_4_5 * A_3_S3_4_5_2_2;
    const Vec D_6_S1_3_4_5 = E_S3_4_5 * A_3_S3_4_5_1_1;
    const Vec G_0_5 = load(inputs[0] + 5 * input_stride + at);
    const Vec F_5_S_0 = G_0_5 * t1;
    const Vec G_0_0 = load(inputs[0] + 0 * input_stride + at);
    const Vec G_5_0 = load(inputs[0] + 30 * input_stride + at);
    const Vec A_5_S5_0_0 = fma(-F_5_S_0, G_5_0, G_0_0);
    const Vec G_0_4 = load(inputs[0] + 4 * input_stride + at);
    const Vec A_5_S5_0_4 = fma(-G_5_4, F_5_S_0, G_0_4);
    const Vec F_4_S5_0 = A_5_S5_0_4 * t2;
    const Vec G_4_0 = load(inputs[0] + 24 * input_stride + at);
    const Vec A_5_S5_4_0 = fma(-F_5_S_4, G_5_0, G_4_0);
    const Vec A_4_S4_5_0_0 = fma(-F_4_S5_0, A_5_S5_4_0, A_5_S5_0_0);
    const Vec G_0_3 = load(inputs[0] + 3 * input_stride + at);
    const Vec A_5_S5_0_3 = fma(-G_5_3, F_5_S_0, G_0_3);
    const Vec A_4_S4_5_0_3 = fma(-A_5_S5_4_3, F_4_S5_0, A_5_S5_0_3);
    const Vec F_3_S4_5_0 = A_4_S4_5_0_3 * t3;
    const Vec G_3_0 = load(inputs[0] + 18 * input_stride + at);
    const Vec A_5_S5_3_0 = fma(-F_5_S_3, G_5_0, G_3_0);
    const Vec A_4_S4_5_3_0 = fma(-F_4_S5_3, A_5_S5_4_0, A_5_S5_3_0);
    const Vec A_3_S3_4_5_0_0 = fma(-F_3_S4_5_0, A_4_S4_5_3_0, A_4_S4_5_0_0);
    const Vec G_0_1 = load(inputs[0] + 1 * input_stride + at);
    const Vec A_5_S5_0_1 = fma(-G_5_1, F_5_S_0, G_0_1);
    const Vec A_4_S4_5_0_1 = fma(-A_5_S5_4_1, F_4_S5_0, A_5_S5_0_1);
    const Vec A_3_S3_4_5_0_1 = fma(-A_4_S4_5_3_1, F_3_S4_5_0, A_4_S4_5_0_1);
    const Vec G_1_0 = load(inputs[0] + 6 * input_stride + at);
    const Vec A_5_S5_1_0 = fma(-F_5_S_1, G_5_0, G_1_0);
    const Vec A_4_S4_5_1_0 = fma(-F_4_S5_1, A_5_S5_4_0, A_5_S5_1_0);
    const Vec A_3_S3_4_5_1_0 = fma(-F_3_S4_5_1, A_4_S4_5_3_0, A_4_S4_5_1_0);
    const Vec minor_S3_4_5_0_1_0_1 = fma(-A_3_S3_4_5_0_1, A_3_S3_4_5_1_0, A_3_S3_4_5_1_1 * A_3_S3_4_5_0_0);
    const Vec G_0_2 = load(inputs[0] + 2 * input_stride + at);
    const Vec A_5_S5_0_2 = fma(-G_5_2, F_5_S_0, G_0_2);
    const Vec A_4_S4_5_0_2 = fma(-A_5_S5_4_2, F_4_S5_0, A_5_S5_0_2);
    const Vec A_3_S3_4_5_0_2 = fma(-A_4_S4_5_3_2, F_3_S4_5_0, A_4_S4_5_0_2);
    const Vec G_2_0 = load(inputs[0] + 12 * input_stride + at);
    const Vec A_5_S5_2_0 = fma(-F_5_S_2, G_5_0, G_2_0);
    const Vec A_4_S4_5_2_0 = fma(-F_4_S5_2, A_5_S5_4_0, A_5_S5_2_0);
    const Vec A_3_S3_4_5_2_0 = fma(-F_3_S4_5_2, A_4_S4_5_3_0, A_4_S4_5_2_0);
    const Vec minor_S3_4_5_1_2_0_2 = fma(-A_3_S3_4_5_1_2, A_3_S3_4_5_2_0, A_3_S3_4_5_2_2 * A_3_S3_4_5_1_0);
    const Vec minor_S3_4_5_1_2_0_1 = fma(-A_3_S3_4_5_1_1, A_3_S3_4_5_2_0, A_3_S3_4_5_2_1 * A_3_S3_4_5_1_0);
    const Vec M_S3_4_5_S0_1_2 = fma(A_3_S3_4_5_0_2, minor_S3_4_5_1_2_0_1, fma(-A_3_S3_4_5_0_1, minor_S3_4_5_1_2_0_2, minor_S3_4_5_1_2_1_2 * A_3_S3_4_5_0_0));
    const Vec minor_S3_4_5_0_2_0_2 = fma(-A_3_S3_4_5_0_2, A_3_S3_4_5_2_0, A_3_S3_4_5_2_2 * A_3_S3_4_5_0_0);
    const Vec minor_S4_5_1_2_1_2 = fma(-A_4_S4_5_1_2, A_4_S4_5_2_1, A_4_S4_5_1_1 * A_4_S4_5_2_2);
    const Vec D_6_S1_2_4_5 = E_S4_5 * minor_S4_5_1_2_1_2;
    const Vec D_6_S2_4_5 = E_S4_5 * A_4_S4_5_2_2;
    const Vec D_6_S1_4_5 = E_S4_5 * A_4_S4_5_1_1;
    const Vec minor_S4_5_0_1_0_1 = fma(-A_4_S4_5_0_1, A_4_S4_5_1_0, A_4_S4_5_1_1 * A_4_S4_5_0_0);
    const Vec minor_S4_5_0_2_0_2 = fma(-A_4_S4_5_0_2, A_4_S4_5_2_0, A_4_S4_5_2_2 * A_4_S4_5_0_0);
    const Vec minor_S4_5_1_2_0_2 = fma(-A_4_S4_5_1_2, A_4_S4_5_2_0, A_4_S4_5_2_2 * A_4_S4_5_1_0);
    const Vec minor_S4_5_1_2_0_1 = fma(-A_4_S4_5_1_1, A_4_S4_5_2_0, A_4_S4_5_2_1 * A_4_S4_5_1_0);
    const Vec M_S4_5_S0_1_2 = fma(A_4_S4_5_0_2, minor_S4_5_1_2_0_1, fma(-A_4_S4_5_0_1, minor_S4_5_1_2_0_2, minor_S4_5_1_2_1_2 * A_4_S4_5_0_0));
    const Vec E_S3_5 = G_5_5 * A_5_S5_3_3;
    const Vec t4 = splat(1.0f) / A_5_S5_3_3;
    const Vec F_3_S5_1 = A_5_S5_1_3 * t4;
    const Vec F_3_S5_2 = A_5_S5_2_3 * t4;
    const Vec F_3_S5_0 = A_5_S5_0_3 * t4;
    const Vec A_3_S3_5_1_1 = fma(-F_3_S5_1, A_5_S5_3_1, A_5_S5_1_1);
    const Vec A_3_S3_5_2_2 = fma(-F_3_S5_2, A_5_S5_3_2, A_5_S5_2_2);
    const Vec A_3_S3_5_1_2 = fma(-F_3_S5_1, A_5_S5_3_2, A_5_S5_1_2);
    const Vec A_3_S3_5_2_1 = fma(-A_5_S5_3_1, F_3_S5_2, A_5_S5_2_1);
    const Vec minor_S3_5_1_2_1_2 = fma(-A_3_S3_5_1_2, A_3_S3_5_2_1, A_3_S3_5_1_1 * A_3_S3_5_2_2);
    const Vec D_6_S1_2_3_5 = E_S3_5 * minor_S3_5_1_2_1_2;
    const Vec D_6_S2_3_5 = E_S3_5 * A_3_S3_5_2_2;
    const Vec D_6_S1_3_5 = E_S3_5 * A_3_S3_5_1_1;
    const Vec A_3_S3_5_0_0 = fma(-F_3_S5_0, A_5_S5_3_0, A_5_S5_0_0);
    const Vec A_3_S3_5_0_1 = fma(-A_5_S5_3_1, F_3_S5_0, A_5_S5_0_1);
    const Vec A_3_S3_5_1_0 = fma(-F_3_S5_1, A_5_S5_3_0, A_5_S5_1_0);
    const Vec minor_S3_5_0_1_0_1 = fma(-A_3_S3_5_0_1, A_3_S3_5_1_0, A_3_S3_5_1_1 * A_3_S3_5_0_0);
    const Vec A_3_S3_5_0_2 = fma(-A_5_S5_3_2, F_3_S5_0, A_5_S5_0_2);
    const Vec A_3_S3_5_2_0 = fma(-F_3_S5_2, A_5_S5_3_0, A_5_S5_2_0);
    const Vec minor_S3_5_1_2_0_2 = fma(-A_3_S3_5_1_2, A_3_S3_5_2_0, A_3_S3_5_2_2 * A_3_S3_5_1_0);
    const Vec minor_S3_5_1_2_0_1 = fma(-A_3_S3_5_1_1, A_3_S3_5_2_0, A_3_S3_5_2_1 * A_3_S3_5_1_0);
    const Vec M_S3_5_S0_1_2 = fma(A_3_S3_5_0_2, minor_S3_5_1_2_0_1, fma(-A_3_S3_5_0_1, minor_S3_5_1_2_0_2, minor_S3_5_1_2_1_2 * A_3_S3_5_0_0));
    const Vec minor_S3_5_0_2_0_2 = fma(-A_3_S3_5_0_2, A_3_S3_5_2_0, A_3_S3_5_2_2 * A_3_S3_5_0_0);
    const Vec minor_S5_1_2_1_2 = fma(-A_5_S5_1_2, A_5_S5_2_1, A_5_S5_1_1 * A_5_S5_2_2);
    const Vec D_6_S1_2_5 = G_5_5 * minor_S5_1_2_1_2;
    const Vec D_6_S2_5 = G_5_5 * A_5_S5_2_2;
    const Vec D_6_S1_5 = G_5_5 * A_5_S5_1_1;
    const Vec minor_S5_0_1_0_1 = fma(-A_5_S5_0_1, A_5_S5_1_0, A_5_S5_1_1 * A_5_S5_0_0);
    const Vec minor_S5_0_2_0_2 = fma(-A_5_S5_0_2, A_5_S5_2_0, A_5_S5_2_2 * A_5_S5_0_0);
    const Vec minor_S5_1_2_0_2 = fma(-A_5_S5_1_2, A_5_S5_2_0, A_5_S5_2_2 * A_5_S5_1_0);
    const Vec minor_S5_1_2_0_1 = fma(-A_5_S5_1_1, A_5_S5_2_0, A_5_S5_2_1 * A_5_S5_1_0);
    const Vec M_S5_S0_1_2 = fma(A_5_S5_0_2, minor_S5_1_2_0_1, fma(-A_5_S5_0_1, minor_S5_1_2_0_2, minor_S5_1_2_1_2 * A_5_S5_0_0));
    const Vec t5 = splat(1.0f) / G_4_4;
    const Vec F_4_S_3 = G_3_4 * t5;
    const Vec A_4_S4_3_3 = fma(-F_4_S_3, G_4_3, G_3_3);
    const Vec E_S3_4 = G_4_4 * A_4_S4_3_3;
    const Vec F_4_S_1 = G_1_4 * t5;
    const Vec A_4_S4_1_1 = fma(-F_4_S_1, G_4_1, G_1_1);
    const Vec A_4_S4_1_3 = fma(-F_4_S_1, G_4_3, G_1_3);
    const Vec t6 = splat(1.0f) / A_4_S4_3_3;
    const Vec F_3_S4_1 = A_4_S4_1_3 * t6;
    const Vec A_4_S4_3_1 = fma(-G_4_1, F_4_S_3, G_3_1);
    const Vec A_3_S3_4_1_1 = fma(-F_3_S4_1, A_4_S4_3_1, A_4_S4_1_1);
    const Vec F_4_S_2 = G_2_4 * t5;
    const Vec A_4_S4_2_2 = fma(-F_4_S_2, G_4_2, G_2_2);
    const Vec A_4_S4_2_3 = fma(-F_4_S_2, G_4_3, G_2_3);
    const Vec F_3_S4_2 = A_4_S4_2_3 * t6;
    const Vec A_4_S4_3_2 = fma(-G_4_2, F_4_S_3, G_3_2);
    const Vec A_3_S3_4_2_2 = fma(-F_3_S4_2, A_4_S4_3_2, A_4_S4_2_2);
    const Vec A_4_S4_1_2 = fma(-F_4_S_1, G_4_2, G_1_2);
    const Vec A_3_S3_4_1_2 = fma(-F_3_S4_1, A_4_S4_3_2, A_4_S4_1_2);
    const Vec A_4_S4_2_1 = fma(-G_4_1, F_4_S_2, G_2_1);
    const Vec A_3_S3_4_2_1 = fma(-A_4_S4_3_1, F_3_S4_2, A_4_S4_2_1);
    const Vec minor_S3_4_1_2_1_2 = fma(-A_3_S3_4_1_2, A_3_S3_4_2_1, A_3_S3_4_1_1 * A_3_S3_4_2_2);
    const Vec D_6_S1_2_3_4 = E_S3_4 * minor_S3_4_1_2_1_2;
    const Vec D_6_S2_3_4 = E_S3_4 * A_3_S3_4_2_2;
    const Vec D_6_S1_3_4 = E_S3_4 * A_3_S3_4_1_1;
    const Vec F_4_S_0 = G_0_4 * t5;
    const Vec A_4_S4_0_0 = fma(-F_4_S_0, G_4_0, G_0_0);
    const Vec A_4_S4_0_3 = fma(-G_4_3, F_4_S_0, G_0_3);
    const Vec F_3_S4_0 = A_4_S4_0_3 * t6;
    const Vec A_4_S4_3_0 = fma(-F_4_S_3, G_4_0, G_3_0);
    const Vec A_3_S3_4_0_0 = fma(-F_3_S4_0, A_4_S4_3_0, A_4_S4_0_0);
    const Vec A_4_S4_0_1 = fma(-G_4_1, F_4_S_0, G_0_1);
    const Vec A_3_S3_4_0_1 = fma(-A_4_S4_3_1, F_3_S4_0, A_4_S4_0_1);
    const Vec A_4_S4_1_0 = fma(-F_4_S_1, G_4_0, G_1_0);
    const Vec A_3_S3_4_1_0 = fma(-F_3_S4_1, A_4_S4_3_0, A_4_S4_1_0);
    const Vec minor_S3_4_0_1_0_1 = fma(-A_3_S3_4_0_1, A_3_S3_4_1_0, A_3_S3_4_1_1 * A_3_S3_4_0_0);
    const Vec A_4_S4_0_2 = fma(-G_4_2, F_4_S_0, G_0_2);
    const Vec A_3_S3_4_0_2 = fma(-A_4_S4_3_2, F_3_S4_0, A_4_S4_0_2);
    const Vec A_4_S4_2_0 = fma(-F_4_S_2, G_4_0, G_2_0);
    const Vec A_3_S3_4_2_0 = fma(-F_3_S4_2, A_4_S4_3_0, A_4_S4_2_0);
    const Vec minor_S3_4_1_2_0_2 = fma(-A_3_S3_4_1_2, A_3_S3_4_2_0, A_3_S3_4_2_2 * A_3_S3_4_1_0);
    const Vec minor_S3_4_1_2_0_1 = fma(-A_3_S3_4_1_1, A_3_S3_4_2_0, A_3_S3_4_2_1 * A_3_S3_4_1_0);
    const Vec M_S3_4_S0_1_2 = fma(A_3_S3_4_0_2, minor_S3_4_1_2_0_1, fma(-A_3_S3_4_0_1, minor_S3_4_1_2_0_2, minor_S3_4_1_2_1_2 * A_3_S3_4_0_0));
    const Vec minor_S3_4_0_2_0_2 = fma(-A_3_S3_4_0_2, A_3_S3_4_2_0, A_3_S3_4_2_2 * A_3_S3_4_0_0);
    const Vec minor_S4_1_2_1_2 = fma(-A_4_S4_1_2, A_4_S4_2_1, A_4_S4_1_1 * A_4_S4_2_2);
    const Vec D_6_S1_2_4 = G_4_4 * minor_S4_1_2_1_2;
    const Vec D_6_S2_4 = G_4_4 * A_4_S4_2_2;
    const Vec D_6_S1_4 = G_4_4 * A_4_S4_1_1;
    const Vec minor_S4_0_1_0_1 = fma(-A_4_S4_0_1, A_4_S4_1_0, A_4_S4_1_1 * A_4_S4_0_0);
    const Vec minor_S4_0_2_0_2 = fma(-A_4_S4_0_2, A_4_S4_2_0, A_4_S4_2_2 * A_4_S4_0_0);
    const Vec minor_S4_1_2_0_2 = fma(-A_4_S4_1_2, A_4_S4_2_0, A_4_S4_2_2 * A_4_S4_1_0);
    const Vec minor_S4_1_2_0_1 = fma(-A_4_S4_1_1, A_4_S4_2_0, A_4_S4_2_1 * A_4_S4_1_0);
    const Vec M_S4_S0_1_2 = fma(A_4_S4_0_2, minor_S4_1_2_0_1, fma(-A_4_S4_0_1, minor_S4_1_2_0_2, minor_S4_1_2_1_2 * A_4_S4_0_0));
    const Vec t7 = splat(1.0f) / G_3_3;
    const Vec F_3_S_1 = G_1_3 * t7;
    const Vec A_3_S3_1_1 = fma(-F_3_S_1, G_3_1, G_1_1);
    const Vec F_3_S_2 = G_2_3 * t7;
    const Vec A_3_S3_2_2 = fma(-F_3_S_2, G_3_2, G_2_2);
    const Vec A_3_S3_1_2 = fma(-F_3_S_1, G_3_2, G_1_2);
    const Vec A_3_S3_2_1 = fma(-G_3_1, F_3_S_2, G_2_1);
    const Vec minor_S3_1_2_1_2 = fma(-A_3_S3_1_2, A_3_S3_2_1, A_3_S3_1_1 * A_3_S3_2_2);
    const Vec D_6_S1_2_3 = G_3_3 * minor_S3_1_2_1_2;
    const Vec D_6_S2_3 = G_3_3 * A_3_S3_2_2;
    const Vec D_6_S1_3 = G_3_3 * A_3_S3_1_1;
    const Vec F_3_S_0 = G_0_3 * t7;
    const Vec A_3_S3_0_0 = fma(-F_3_S_0, G_3_0, G_0_0);
    const Vec A_3_S3_0_1 = fma(-G_3_1, F_3_S_0, G_0_1);
    const Vec A_3_S3_1_0 = fma(-F_3_S_1, G_3_0, G_1_0);
    const Vec minor_S3_0_1_0_1 = fma(-A_3_S3_0_1, A_3_S3_1_0, A_3_S3_1_1 * A_3_S3_0_0);
    const Vec A_3_S3_0_2 = fma(-G_3_2, F_3_S_0, G_0_2);
    const Vec A_3_S3_2_0 = fma(-F_3_S_2, G_3_0, G_2_0);
    const Vec minor_S3_1_2_0_2 = fma(-A_3_S3_1_2, A_3_S3_2_0, A_3_S3_2_2 * A_3_S3_1_0);
    const Vec minor_S3_1_2_0_1 = fma(-A_3_S3_1_1, A_3_S3_2_0, A_3_S3_2_1 * A_3_S3_1_0);
    const Vec M_S3_S0_1_2 = fma(A_3_S3_0_2, minor_S3_1_2_0_1, fma(-A_3_S3_0_1, minor_S3_1_2_0_2, minor_S3_1_2_1_2 * A_3_S3_0_0));
    const Vec minor_S3_0_2_0_2 = fma(-A_3_S3_0_2, A_3_S3_2_0, A_3_S3_2_2 * A_3_S3_0_0);
    const Vec Z_S5 = G_5_5 * G_5_5;
    const Vec Z_S4 = G_4_4 * G_4_4;
    const Vec Z_S3 = G_3_3 * G_3_3;
    const Vec Z_S2 = G_2_2 * G_2_2;
    const Vec Z_S1 = G_1_1 * G_1_1;
    const Vec Y_S1 = -2.0f * Z_S1;
    const Vec minor_S_1_2_1_2 = fma(-G_1_2, G_2_1, G_2_2 * G_1_1);
    const Vec X_S1_2 = fma(-minor_S_1_2_1_2, minor_S_1_2_1_2, -Z_S2 * Y_S1);
    const Vec t8 = fma(-X_S1_2 * E_S3_4_5, A_3_S3_4_5_0_0, fma(Z_S1 * D_6_S2_3_4_5, minor_S3_4_5_0_2_0_2, fma(-D_6_S1_2_3_4_5, M_S3_4_5_S0_1_2, Z_S2 * D_6_S1_3_4_5 * minor_S3_4_5_0_1_0_1)));
    const Vec t9 = fma(Z_S2, Z_S1, X_S1_2);
    const Vec Y_S1_2 = 2.0f * t9;
    const Vec Z_S1_3 = D_6_S1_3 * D_6_S1_3;
    const Vec Y_S2 = -2.0f * Z_S2;
    const Vec Z_S2_3 = D_6_S2_3 * D_6_S2_3;
    const Vec X_S1_2_3 = fma(-Y_S1, Z_S2_3, fma(-Z_S1_3, Y_S2, fma(-Z_S3, Y_S1_2, -D_6_S1_2_3 * D_6_S1_2_3)));
    const Vec Z_S1_4 = D_6_S1_4 * D_6_S1_4;
    const Vec X_S1_4 = fma(-Z_S4, Y_S1, -Z_S1_4);
    const Vec X_S2_3 = fma(-Z_S3, Y_S2, -Z_S2_3);
    const Vec Z_S2_4 = D_6_S2_4 * D_6_S2_4;
    const Vec X_S2_4 = fma(-Z_S4, Y_S2, -Z_S2_4);
    const Vec X_S1_3 = fma(-Z_S3, Y_S1, -Z_S1_3);
    const Vec t10 = fma(-X_S1_3 * D_6_S2_4_5, minor_S4_5_0_2_0_2, fma(-X_S2_3 * D_6_S1_4_5, minor_S4_5_0_1_0_1, fma(-X_S1_2_3 * E_S4_5, A_4_S4_5_0_0, Z_S3 * D_6_S1_2_4_5 * M_S4_5_S0_1_2)));
    const Vec Z_S1_2_4 = D_6_S1_2_4 * D_6_S1_2_4;
    const Vec X_S1_2_4 = fma(-Y_S1, Z_S2_4, fma(-Y_S2, Z_S1_4, fma(-Z_S4, Y_S1_2, -Z_S1_2_4)));
    const Vec t11 = fma(-X_S1_2_4 * E_S3_5, A_3_S3_5_0_0, fma(-X_S2_4 * D_6_S1_3_5, minor_S3_5_0_1_0_1, fma(-X_S1_4 * D_6_S2_3_5, minor_S3_5_0_2_0_2, Z_S4 * D_6_S1_2_3_5 * M_S3_5_S0_1_2)));
    const Vec Y_S3 = -2.0f * Z_S3;
    const Vec Z_S3_4 = E_S3_4 * E_S3_4;
    const Vec X_S3_4 = fma(-Z_S4, Y_S3, -Z_S3_4);
    const Vec t12 = fma(Z_S3, Z_S1, X_S1_3);
    const Vec Y_S1_3 = 2.0f * t12;
    const Vec Z_S1_3_4 = D_6_S1_3_4 * D_6_S1_3_4;
    const Vec X_S1_3_4 = fma(-Z_S4, Y_S1_3, fma(-Y_S1, Z_S3_4, fma(-Z_S1_4, Y_S3, -Z_S1_3_4)));
    const Vec t13 = fma(Z_S3, Z_S2, X_S2_3);
    const Vec Y_S2_3 = 2.0f * t13;
    const Vec Z_S2_3_4 = D_6_S2_3_4 * D_6_S2_3_4;
    const Vec X_S2_3_4 = fma(-Z_S4, Y_S2_3, fma(-Y_S2, Z_S3_4, fma(-Z_S2_4, Y_S3, -Z_S2_3_4)));
    const Vec t14 = fma(-Z_S2, X_S1_3, fma(-Z_S1, X_S2_3, fma(-Z_S3, X_S1_2, X_S1_2_3)));
    const Vec Y_S1_2_3 = 2.0f * t14;
    const Vec X_S1_2_3_4 = fma(-Z_S4, Y_S1_2_3, fma(-Y_S1, Z_S2_3_4, fma(-Z_S1_4, Y_S2_3, fma(-Y_S2, Z_S1_3_4, fma(-Z_S2_4, Y_S1_3, fma(-Y_S1_2, Z_S3_4, fma(-Z_S1_2_4, Y_S3, -D_6_S1_2_3_4 * D_6_S1_2_3_4)))))));
    const Vec t15 = fma(-Z_S1, X_S2_3_4, fma(-Z_S2, X_S1_3_4, fma(X_S1_2, X_S3_4, fma(-Z_S3, X_S1_2_4, fma(X_S2_4, X_S1_3, fma(X_S1_4, X_S2_3, fma(-Z_S4, X_S1_2_3, X_S1_2_3_4)))))));
    const Vec t16 = fma(-G_5_5 * X_S1_2_3_4, A_5_S5_0_0, fma(-X_S2_3_4 * D_6_S1_5, minor_S5_0_1_0_1, fma(-X_S1_3_4 * D_6_S2_5, minor_S5_0_2_0_2, -X_S3_4 * D_6_S1_2_5 * M_S5_S0_1_2)));
    const Vec Z_S1_5 = D_6_S1_5 * D_6_S1_5;
    const Vec t17 = fma(-Z_S2, X_S3_4, fma(-Z_S3, X_S2_4, fma(-Z_S4, X_S2_3, X_S2_3_4)));
    const Vec Y_S2_3_4 = 2.0f * t17;
    const Vec Z_S2_5 = D_6_S2_5 * D_6_S2_5;
    const Vec t18 = fma(-Z_S1, X_S3_4, fma(-Z_S4, X_S1_3, fma(-Z_S3, X_S1_4, X_S1_3_4)));
    const Vec Y_S1_3_4 = 2.0f * t18;
    const Vec Z_S1_2_5 = D_6_S1_2_5 * D_6_S1_2_5;
    const Vec t19 = fma(Z_S4, Z_S3, X_S3_4);
    const Vec Y_S3_4 = 2.0f * t19;
    const Vec Z_S3_5 = E_S3_5 * E_S3_5;
    const Vec t20 = fma(-Z_S1, X_S2_4, fma(-Z_S2, X_S1_4, fma(-Z_S4, X_S1_2, X_S1_2_4)));
    const Vec Y_S1_2_4 = 2.0f * t20;
    const Vec Z_S1_3_5 = D_6_S1_3_5 * D_6_S1_3_5;
    const Vec t21 = fma(Z_S4, Z_S2, X_S2_4);
    const Vec Y_S2_4 = 2.0f * t21;
    const Vec Z_S2_3_5 = D_6_S2_3_5 * D_6_S2_3_5;
    const Vec t22 = fma(Z_S4, Z_S1, X_S1_4);
    const Vec Y_S1_4 = 2.0f * t22;
    const Vec Z_S1_2_3_5 = D_6_S1_2_3_5 * D_6_S1_2_3_5;
    const Vec Y_S4 = -2.0f * Z_S4;
    const Vec Z_S4_5 = E_S4_5 * E_S4_5;
    const Vec Z_S1_4_5 = D_6_S1_4_5 * D_6_S1_4_5;
    const Vec Z_S2_4_5 = D_6_S2_4_5 * D_6_S2_4_5;
    const Vec Z_S1_2_4_5 = D_6_S1_2_4_5 * D_6_S1_2_4_5;
    const Vec Z_S3_4_5 = E_S3_4_5 * E_S3_4_5;
    const Vec Z_S1_3_4_5 = D_6_S1_3_4_5 * D_6_S1_3_4_5;
    const Vec Z_S2_3_4_5 = D_6_S2_3_4_5 * D_6_S2_3_4_5;
    const Vec X_S1_2_3_4_5 = fma(-Y_S1, Z_S2_3_4_5, fma(-Y_S2, Z_S1_3_4_5, fma(-Y_S1_2, Z_S3_4_5, fma(-Y_S3, Z_S1_2_4_5, fma(-Y_S1_3, Z_S2_4_5, fma(-Y_S2_3, Z_S1_4_5, fma(-Y_S1_2_3, Z_S4_5, fma(-Z_S1_2_3_5, Y_S4, fma(-Z_S2_3_5, Y_S1_4, fma(-Z_S1_3_5, Y_S2_4, fma(-Z_S3_5, Y_S1_2_4, fma(-Z_S1_2_5, Y_S3_4, fma(-Z_S2_5, Y_S1_3_4, fma(-Z_S1_5, Y_S2_3_4, fma(-2.0f * Z_S5, t15, -D_6_S1_2_3_4_5 * D_6_S1_2_3_4_5)))))))))))))));
    const Vec minor_S_0_1_0_1 = fma(-G_0_1, G_1_0, G_0_0 * G_1_1);
    const Vec X_S2_3_4_5 = fma(-Y_S2, Z_S3_4_5, fma(-Y_S3, Z_S2_4_5, fma(-Y_S2_3, Z_S4_5, fma(-Z_S2_3_5, Y_S4, fma(-Z_S3_5, Y_S2_4, fma(-Z_S2_5, Y_S3_4, fma(-Z_S5, Y_S2_3_4, -Z_S2_3_4_5)))))));
    const Vec minor_S_0_2_0_2 = fma(-G_0_2, G_2_0, G_0_0 * G_2_2);
    const Vec X_S1_3_4_5 = fma(-Y_S1, Z_S3_4_5, fma(-Y_S3, Z_S1_4_5, fma(-Y_S1_3, Z_S4_5, fma(-Z_S1_3_5, Y_S4, fma(-Z_S3_5, Y_S1_4, fma(-Z_S1_5, Y_S3_4, fma(-Z_S5, Y_S1_3_4, -Z_S1_3_4_5)))))));
    const Vec minor_S_1_2_0_2 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
    const Vec minor_S_1_2_0_1 = fma(-G_1_1, G_2_0, G_2_1 * G_1_0);
    const Vec M_S_S0_1_2 = fma(G_0_2, minor_S_1_2_0_1, fma(-G_0_1, minor_S_1_2_0_2, G_0_0 * minor_S_1_2_1_2));
    const Vec X_S3_4_5 = fma(-Y_S3, Z_S4_5, fma(-Z_S3_5, Y_S4, fma(-Z_S5, Y_S3_4, -Z_S3_4_5)));
    const Vec X_S1_2_4_5 = fma(-Y_S1, Z_S2_4_5, fma(-Y_S2, Z_S1_4_5, fma(-Y_S1_2, Z_S4_5, fma(-Z_S1_2_5, Y_S4, fma(-Z_S2_5, Y_S1_4, fma(-Z_S1_5, Y_S2_4, fma(-Z_S5, Y_S1_2_4, -Z_S1_2_4_5)))))));
    const Vec X_S2_4_5 = fma(-Y_S2, Z_S4_5, fma(-Z_S2_5, Y_S4, fma(-Z_S5, Y_S2_4, -Z_S2_4_5)));
    const Vec X_S1_4_5 = fma(-Y_S1, Z_S4_5, fma(-Z_S1_5, Y_S4, fma(-Z_S5, Y_S1_4, -Z_S1_4_5)));
    const Vec X_S4_5 = fma(-Z_S5, Y_S4, -Z_S4_5);
    const Vec t23 = fma(-D_6_S1_2_3 * M_S3_S0_1_2, X_S4_5, fma(-D_6_S2_3 * minor_S3_0_2_0_2, X_S1_4_5, fma(-D_6_S1_3 * minor_S3_0_1_0_1, X_S2_4_5, -G_3_3 * A_3_S3_0_0 * X_S1_2_4_5)));
    const Vec X_S1_2_3_5 = fma(-Y_S1, Z_S2_3_5, fma(-Y_S2, Z_S1_3_5, fma(-Y_S1_2, Z_S3_5, fma(-Y_S3, Z_S1_2_5, fma(-Y_S1_3, Z_S2_5, fma(-Y_S2_3, Z_S1_5, fma(-Z_S5, Y_S1_2_3, -Z_S1_2_3_5)))))));
    const Vec X_S2_3_5 = fma(-Y_S2, Z_S3_5, fma(-Y_S3, Z_S2_5, fma(-Z_S5, Y_S2_3, -Z_S2_3_5)));
    const Vec X_S1_3_5 = fma(-Y_S1, Z_S3_5, fma(-Y_S3, Z_S1_5, fma(-Z_S5, Y_S1_3, -Z_S1_3_5)));
    const Vec X_S3_5 = fma(-Z_S5, Y_S3, -Z_S3_5);
    const Vec t24 = fma(-D_6_S1_2_4 * M_S4_S0_1_2, X_S3_5, fma(-D_6_S2_4 * minor_S4_0_2_0_2, X_S1_3_5, fma(-D_6_S1_4 * minor_S4_0_1_0_1, X_S2_3_5, -G_4_4 * A_4_S4_0_0 * X_S1_2_3_5)));
    const Vec X_S1_2_5 = fma(-Y_S1, Z_S2_5, fma(-Y_S2, Z_S1_5, fma(-Z_S5, Y_S1_2, -Z_S1_2_5)));
    const Vec X_S2_5 = fma(-Z_S5, Y_S2, -Z_S2_5);
    const Vec X_S1_5 = fma(-Z_S5, Y_S1, -Z_S1_5);
    const Vec t25 = fma(-D_6_S2_3_4 * minor_S3_4_0_2_0_2, X_S1_5, fma(-D_6_S1_3_4 * minor_S3_4_0_1_0_1, X_S2_5, fma(-E_S3_4 * A_3_S3_4_0_0, X_S1_2_5, Z_S5 * D_6_S1_2_3_4 * M_S3_4_S0_1_2)));
    const Vec density = fma(E_S3_4, t25, fma(G_4_4, t24, fma(G_3_3, t23, fma(-minor_S_1_2_1_2 * M_S_S0_1_2, X_S3_4_5, fma(-G_2_2 * minor_S_0_2_0_2, X_S1_3_4_5, fma(-G_1_1 * minor_S_0_1_0_1, X_S2_3_4_5, fma(-G_0_0, X_S1_2_3_4_5, fma(G_5_5, t16, fma(E_S3_5, t11, fma(E_S4_5, t10, E_S3_4_5 * t8))))))))));
    store(outputs[0] + 0 * output_stride + at, density);
  }
}

extern "C" extern const Size hubbard_su2_cdet_density_elimination_work_bytes;
extern "C" const Size hubbard_su2_cdet_density_elimination_work_bytes = 2368;

extern "C" void hubbard_su2_cdet_density_elimination_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  hubbard_su2_cdet_density_elimination_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 36; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 36 * lanes;
  hubbard_su2_cdet_density_elimination_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(36 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet_density_elimination(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_density_elimination_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  hubbard_su2_cdet_density_elimination_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
