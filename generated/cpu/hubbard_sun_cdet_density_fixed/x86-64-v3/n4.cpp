// hubbard_sun_cdet_density_fixed, m = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed.diag:20: D(S)
//   hubbard_sun_cdet_density_fixed.diag:23: P(S, s, v)
//   hubbard_sun_cdet_density_fixed.diag:25: dD(S)
//   hubbard_sun_cdet_density_fixed.diag:26: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed.diag:32: W(A, B)
//   hubbard_sun_cdet_density_fixed.diag:38: L(A, B, s, v, again)
//   hubbard_sun_cdet_density_fixed.diag:43: Z(V)
//   hubbard_sun_cdet_density_fixed.diag:44: A(V)
//   hubbard_sun_cdet_density_fixed.diag:47: C(V)
//   hubbard_sun_cdet_density_fixed.diag:49: density
// Order: P, dP, W, L, Z, A, C by again ascending; at most 96 values live.
// A vector takes 311 multiplications, 11 additions, 602 fused, 0 divisions, 0 functions,
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

extern "C" void hubbard_sun_cdet_density_fixed_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(1.0);
  const Vec t2 = fma(splat(0.5), N, -splat(1.0));
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_3_3 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec W_S3_S = G_3_3 * t1;
    const Vec t3 = G_3_3 * W_S3_S;
    const Vec W_S_S3 = t2 * t3;
    const Vec t4 = W_S3_S - G_3_3;
    const Vec G_2_3 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec G_3_2 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec t5 = G_2_3 * G_3_2;
    const Vec G_2_2 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec L_S_S3_2_2_false = fma(-t4, t5, G_2_2 * W_S_S3);
    const Vec W_S2_S3 = t1 * L_S_S3_2_2_false;
    const Vec L_S3_S_2_2_false = fma(G_2_2, W_S3_S, -t5);
    const Vec W_S2_3_S = t1 * L_S3_S_2_2_false;
    const Vec W_S2_S = G_2_2 * t1;
    const Vec t6 = G_2_2 * W_S2_S3;
    const Vec L_S_S_2_3_true = G_3_2 * W_S2_S;
    const Vec L_S3_S_2_3_true = fma(-G_3_3, L_S_S_2_3_true, G_3_2 * W_S2_3_S);
    const Vec L_S_S3_2_2_true = fma(-G_2_3, L_S3_S_2_3_true, t6);
    const Vec W_S_S2_3 = t2 * L_S_S3_2_2_true;
    const Vec G_3_1 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec L_S3_S_1_3_false = t4 * G_3_1;
    const Vec G_2_1 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec L_S_S3_1_2_false = fma(-G_2_3, L_S3_S_1_3_false, W_S_S3 * G_2_1);
    const Vec t7 = G_2_3 * G_3_1;
    const Vec L_S3_S_1_2_false = fma(W_S3_S, G_2_1, -t7);
    const Vec t8 = G_3_2 * G_2_1;
    const Vec L_S2_S_1_3_false = fma(W_S2_S, G_3_1, -t8);
    const Vec L_S2_3_S_1_3_false = fma(-G_3_3, L_S2_S_1_3_false, fma(-G_3_2, L_S3_S_1_2_false, W_S2_3_S * G_3_1));
    const Vec L_S2_S3_1_2_false = fma(-G_2_3, L_S2_3_S_1_3_false, fma(-G_2_2, L_S_S3_1_2_false, W_S2_S3 * G_2_1));
    const Vec L_S3_S_2_2_true = fma(-G_2_3, L_S_S_2_3_true, G_2_2 * W_S2_3_S);
    const Vec W_S3_S2 = t2 * L_S3_S_2_2_true;
    const Vec t9 = G_2_2 * W_S2_S;
    const Vec W_S_S2 = t2 * t9;
    const Vec t10 = W_S2_S - G_2_2;
    const Vec L_S2_S_1_2_false = G_2_1 * t10;
    const Vec L_S_S2_1_3_false = fma(-G_3_2, L_S2_S_1_2_false, G_3_1 * W_S_S2);
    const Vec L_S2_3_S_1_2_false = fma(-G_2_3, L_S2_S_1_3_false, fma(-G_2_2, L_S3_S_1_2_false, W_S2_3_S * G_2_1));
    const Vec L_S3_S2_1_3_false = fma(-G_3_2, L_S2_3_S_1_2_false, fma(-G_3_3, L_S_S2_1_3_false, G_3_1 * W_S3_S2));
    const Vec G_1_1 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec G_1_2 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec G_1_3 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec L_S_S2_3_1_1_false = fma(-G_1_3, L_S3_S2_1_3_false, fma(-G_1_2, L_S2_S3_1_2_false, G_1_1 * W_S_S2_3));
    const Vec W_S1_S2_3 = t1 * L_S_S2_3_1_1_false;
    const Vec L_S2_S3_1_1_false = fma(-L_S2_3_S_1_3_false, G_1_3, fma(-G_1_2, L_S_S3_1_2_false, G_1_1 * W_S2_S3));
    const Vec W_S1_2_S3 = t1 * L_S2_S3_1_1_false;
    const Vec L_S_S3_1_1_false = fma(-L_S3_S_1_3_false, G_1_3, G_1_1 * W_S_S3);
    const Vec W_S1_S3 = t1 * L_S_S3_1_1_false;
    const Vec t11 = G_3_1 * G_1_3;
    const Vec L_S3_S_1_1_false = fma(G_1_1, W_S3_S, -t11);
    const Vec W_S1_3_S = t1 * L_S3_S_1_1_false;
    const Vec W_S1_S = G_1_1 * t1;
    const Vec L_S2_3_S_1_1_false = fma(-L_S2_S_1_3_false, G_1_3, fma(-G_1_2, L_S3_S_1_2_false, G_1_1 * W_S2_3_S));
    const Vec W_S1_2_3_S = t1 * L_S2_3_S_1_1_false;
    const Vec t12 = G_1_2 * G_2_1;
    const Vec L_S2_S_1_1_false = fma(G_1_1, W_S2_S, -t12);
    const Vec W_S1_2_S = t1 * L_S2_S_1_1_false;
    const Vec L_S3_S2_1_1_false = fma(-G_1_2, L_S2_3_S_1_2_false, fma(-G_1_3, L_S_S2_1_3_false, G_1_1 * W_S3_S2));
    const Vec W_S1_3_S2 = t1 * L_S3_S2_1_1_false;
    const Vec L_S_S2_1_1_false = fma(-G_1_2, L_S2_S_1_2_false, G_1_1 * W_S_S2);
    const Vec W_S1_S2 = t1 * L_S_S2_1_1_false;
    const Vec t13 = G_1_1 * W_S1_S2_3;
    const Vec L_S_S_1_3_true = G_3_1 * W_S1_S;
    const Vec L_S3_S_1_3_true = fma(-G_3_3, L_S_S_1_3_true, G_3_1 * W_S1_3_S);
    const Vec L_S_S3_1_2_true = fma(-G_2_3, L_S3_S_1_3_true, G_2_1 * W_S1_S3);
    const Vec L_S3_S_1_2_true = fma(-G_2_3, L_S_S_1_3_true, G_2_1 * W_S1_3_S);
    const Vec L_S_S_1_2_true = G_2_1 * W_S1_S;
    const Vec L_S2_S_1_3_true = fma(-G_3_2, L_S_S_1_2_true, G_3_1 * W_S1_2_S);
    const Vec L_S2_3_S_1_3_true = fma(-G_3_3, L_S2_S_1_3_true, fma(-G_3_2, L_S3_S_1_2_true, G_3_1 * W_S1_2_3_S));
    const Vec L_S2_S3_1_2_true = fma(-G_2_3, L_S2_3_S_1_3_true, fma(-G_2_2, L_S_S3_1_2_true, G_2_1 * W_S1_2_S3));
    const Vec L_S2_S_1_2_true = fma(-G_2_2, L_S_S_1_2_true, G_2_1 * W_S1_2_S);
    const Vec L_S_S2_1_3_true = fma(-G_3_2, L_S2_S_1_2_true, G_3_1 * W_S1_S2);
    const Vec L_S2_3_S_1_2_true = fma(-G_2_3, L_S2_S_1_3_true, fma(-G_2_2, L_S3_S_1_2_true, G_2_1 * W_S1_2_3_S));
    const Vec L_S3_S2_1_3_true = fma(-G_3_2, L_S2_3_S_1_2_true, fma(-G_3_3, L_S_S2_1_3_true, G_3_1 * W_S1_3_S2));
    const Vec L_S_S2_3_1_1_true = fma(-G_1_3, L_S3_S2_1_3_true, fma(-G_1_2, L_S2_S3_1_2_true, t13));
    const Vec W_S_S1_2_3 = t2 * L_S_S2_3_1_1_true;
    const Vec G_3_0 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec L_S3_S_0_3_false = t4 * G_3_0;
    const Vec G_2_0 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec L_S_S3_0_2_false = fma(-G_2_3, L_S3_S_0_3_false, W_S_S3 * G_2_0);
    const Vec t14 = G_2_3 * G_3_0;
    const Vec L_S3_S_0_2_false = fma(W_S3_S, G_2_0, -t14);
    const Vec t15 = G_3_2 * G_2_0;
    const Vec L_S2_S_0_3_false = fma(W_S2_S, G_3_0, -t15);
    const Vec L_S2_3_S_0_3_false = fma(-G_3_3, L_S2_S_0_3_false, fma(-G_3_2, L_S3_S_0_2_false, W_S2_3_S * G_3_0));
    const Vec L_S2_S3_0_2_false = fma(-G_2_3, L_S2_3_S_0_3_false, fma(-G_2_2, L_S_S3_0_2_false, W_S2_S3 * G_2_0));
    const Vec L_S2_S_0_2_false = t10 * G_2_0;
    const Vec L_S_S2_0_3_false = fma(-G_3_2, L_S2_S_0_2_false, W_S_S2 * G_3_0);
    const Vec L_S2_3_S_0_2_false = fma(-G_2_3, L_S2_S_0_3_false, fma(-G_2_2, L_S3_S_0_2_false, W_S2_3_S * G_2_0));
    const Vec L_S3_S2_0_3_false = fma(-G_3_2, L_S2_3_S_0_2_false, fma(-G_3_3, L_S_S2_0_3_false, W_S3_S2 * G_3_0));
    const Vec G_1_0 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec L_S_S2_3_0_1_false = fma(-G_1_3, L_S3_S2_0_3_false, fma(-G_1_2, L_S2_S3_0_2_false, W_S_S2_3 * G_1_0));
    const Vec L_S2_S3_0_1_false = fma(-G_1_3, L_S2_3_S_0_3_false, fma(-G_1_2, L_S_S3_0_2_false, W_S2_S3 * G_1_0));
    const Vec L_S_S3_0_1_false = fma(-G_1_3, L_S3_S_0_3_false, W_S_S3 * G_1_0);
    const Vec t16 = G_1_3 * G_3_0;
    const Vec L_S3_S_0_1_false = fma(W_S3_S, G_1_0, -t16);
    const Vec t17 = G_3_1 * G_1_0;
    const Vec L_S1_S_0_3_false = fma(W_S1_S, G_3_0, -t17);
    const Vec L_S1_3_S_0_3_false = fma(-G_3_3, L_S1_S_0_3_false, fma(-G_3_1, L_S3_S_0_1_false, W_S1_3_S * G_3_0));
    const Vec L_S1_S3_0_2_false = fma(-G_2_3, L_S1_3_S_0_3_false, fma(-G_2_1, L_S_S3_0_1_false, W_S1_S3 * G_2_0));
    const Vec L_S2_3_S_0_1_false = fma(-G_1_3, L_S2_S_0_3_false, fma(-G_1_2, L_S3_S_0_2_false, W_S2_3_S * G_1_0));
    const Vec L_S1_3_S_0_2_false = fma(-G_2_3, L_S1_S_0_3_false, fma(-G_2_1, L_S3_S_0_1_false, W_S1_3_S * G_2_0));
    const Vec t18 = G_1_2 * G_2_0;
    const Vec L_S2_S_0_1_false = fma(W_S2_S, G_1_0, -t18);
    const Vec t19 = G_2_1 * G_1_0;
    const Vec L_S1_S_0_2_false = fma(W_S1_S, G_2_0, -t19);
    const Vec L_S1_2_S_0_3_false = fma(-G_3_2, L_S1_S_0_2_false, fma(-G_3_1, L_S2_S_0_1_false, W_S1_2_S * G_3_0));
    const Vec L_S1_2_3_S_0_3_false = fma(-G_3_3, L_S1_2_S_0_3_false, fma(-G_3_2, L_S1_3_S_0_2_false, fma(-G_3_1, L_S2_3_S_0_1_false, W_S1_2_3_S * G_3_0)));
    const Vec L_S1_2_S3_0_2_false = fma(-G_2_3, L_S1_2_3_S_0_3_false, fma(-G_2_2, L_S1_S3_0_2_false, fma(-G_2_1, L_S2_S3_0_1_false, W_S1_2_S3 * G_2_0)));
    const Vec L_S3_S2_0_1_false = fma(-G_1_2, L_S2_3_S_0_2_false, fma(-G_1_3, L_S_S2_0_3_false, W_S3_S2 * G_1_0));
    const Vec L_S_S2_0_1_false = fma(-G_1_2, L_S2_S_0_2_false, W_S_S2 * G_1_0);
    const Vec L_S1_2_S_0_2_false = fma(-G_2_2, L_S1_S_0_2_false, fma(-G_2_1, L_S2_S_0_1_false, W_S1_2_S * G_2_0));
    const Vec L_S1_S2_0_3_false = fma(-G_3_2, L_S1_2_S_0_2_false, fma(-G_3_1, L_S_S2_0_1_false, W_S1_S2 * G_3_0));
    const Vec L_S1_2_3_S_0_2_false = fma(-G_2_3, L_S1_2_S_0_3_false, fma(-G_2_2, L_S1_3_S_0_2_false, fma(-G_2_1, L_S2_3_S_0_1_false, W_S1_2_3_S * G_2_0)));
    const Vec L_S1_3_S2_0_3_false = fma(-G_3_2, L_S1_2_3_S_0_2_false, fma(-G_3_3, L_S1_S2_0_3_false, fma(-G_3_1, L_S3_S2_0_1_false, W_S1_3_S2 * G_3_0)));
    const Vec L_S1_S2_3_0_1_false = fma(-G_1_3, L_S1_3_S2_0_3_false, fma(-G_1_2, L_S1_2_S3_0_2_false, fma(-G_1_1, L_S_S2_3_0_1_false, W_S1_S2_3 * G_1_0)));
    const Vec L_S2_S3_1_1_true = fma(-G_1_3, L_S2_3_S_1_3_true, fma(-G_1_2, L_S_S3_1_2_true, G_1_1 * W_S1_2_S3));
    const Vec W_S2_S1_3 = t2 * L_S2_S3_1_1_true;
    const Vec t20 = G_1_1 * W_S1_S3;
    const Vec L_S_S3_1_1_true = fma(-G_1_3, L_S3_S_1_3_true, t20);
    const Vec W_S_S1_3 = t2 * L_S_S3_1_1_true;
    const Vec L_S1_S3_0_1_false = fma(-G_1_3, L_S1_3_S_0_3_false, fma(-G_1_1, L_S_S3_0_1_false, W_S1_S3 * G_1_0));
    const Vec L_S3_S_1_1_true = fma(-G_1_3, L_S_S_1_3_true, G_1_1 * W_S1_3_S);
    const Vec W_S3_S1 = t2 * L_S3_S_1_1_true;
    const Vec t21 = G_1_1 * W_S1_S;
    const Vec W_S_S1 = t2 * t21;
    const Vec t22 = W_S1_S - G_1_1;
    const Vec L_S1_S_0_1_false = G_1_0 * t22;
    const Vec L_S_S1_0_3_false = fma(-G_3_1, L_S1_S_0_1_false, G_3_0 * W_S_S1);
    const Vec L_S1_3_S_0_1_false = fma(-G_1_3, L_S1_S_0_3_false, fma(-G_1_1, L_S3_S_0_1_false, W_S1_3_S * G_1_0));
    const Vec L_S3_S1_0_3_false = fma(-G_3_1, L_S1_3_S_0_1_false, fma(-G_3_3, L_S_S1_0_3_false, G_3_0 * W_S3_S1));
    const Vec L_S_S1_3_0_2_false = fma(-G_2_3, L_S3_S1_0_3_false, fma(-G_2_1, L_S1_S3_0_1_false, G_2_0 * W_S_S1_3));
    const Vec L_S1_2_S3_0_1_false = fma(-G_1_3, L_S1_2_3_S_0_3_false, fma(-G_1_2, L_S1_S3_0_2_false, fma(-G_1_1, L_S2_S3_0_1_false, W_S1_2_S3 * G_1_0)));
    const Vec L_S2_3_S_1_1_true = fma(-G_1_3, L_S2_S_1_3_true, fma(-G_1_2, L_S3_S_1_2_true, G_1_1 * W_S1_2_3_S));
    const Vec W_S2_3_S1 = t2 * L_S2_3_S_1_1_true;
    const Vec L_S3_S1_0_2_false = fma(-G_2_1, L_S1_3_S_0_1_false, fma(-G_2_3, L_S_S1_0_3_false, G_2_0 * W_S3_S1));
    const Vec L_S2_S_1_1_true = fma(-G_1_2, L_S_S_1_2_true, G_1_1 * W_S1_2_S);
    const Vec W_S2_S1 = t2 * L_S2_S_1_1_true;
    const Vec L_S_S1_0_2_false = fma(-G_2_1, L_S1_S_0_1_false, G_2_0 * W_S_S1);
    const Vec L_S1_2_S_0_1_false = fma(-G_1_2, L_S1_S_0_2_false, fma(-G_1_1, L_S2_S_0_1_false, W_S1_2_S * G_1_0));
    const Vec L_S2_S1_0_3_false = fma(-G_3_1, L_S1_2_S_0_1_false, fma(-G_3_2, L_S_S1_0_2_false, G_3_0 * W_S2_S1));
    const Vec L_S1_2_3_S_0_1_false = fma(-G_1_3, L_S1_2_S_0_3_false, fma(-G_1_2, L_S1_3_S_0_2_false, fma(-G_1_1, L_S2_3_S_0_1_false, W_S1_2_3_S * G_1_0)));
    const Vec L_S2_3_S1_0_3_false = fma(-G_3_1, L_S1_2_3_S_0_1_false, fma(-G_3_3, L_S2_S1_0_3_false, fma(-G_3_2, L_S3_S1_0_2_false, G_3_0 * W_S2_3_S1)));
    const Vec L_S2_S1_3_0_2_false = fma(-G_2_3, L_S2_3_S1_0_3_false, fma(-G_2_1, L_S1_2_S3_0_1_false, fma(-G_2_2, L_S_S1_3_0_2_false, G_2_0 * W_S2_S1_3)));
    const Vec L_S3_S2_1_1_true = fma(-G_1_2, L_S2_3_S_1_2_true, fma(-G_1_3, L_S_S2_1_3_true, G_1_1 * W_S1_3_S2));
    const Vec W_S3_S1_2 = t2 * L_S3_S2_1_1_true;
    const Vec t23 = G_1_1 * W_S1_S2;
    const Vec L_S_S2_1_1_true = fma(-G_1_2, L_S2_S_1_2_true, t23);
    const Vec W_S_S1_2 = t2 * L_S_S2_1_1_true;
    const Vec L_S1_S2_0_1_false = fma(-G_1_2, L_S1_2_S_0_2_false, fma(-G_1_1, L_S_S2_0_1_false, W_S1_S2 * G_1_0));
    const Vec L_S2_S1_0_2_false = fma(-G_2_1, L_S1_2_S_0_1_false, fma(-G_2_2, L_S_S1_0_2_false, G_2_0 * W_S2_S1));
    const Vec L_S_S1_2_0_3_false = fma(-G_3_2, L_S2_S1_0_2_false, fma(-G_3_1, L_S1_S2_0_1_false, G_3_0 * W_S_S1_2));
    const Vec L_S1_3_S2_0_1_false = fma(-G_1_2, L_S1_2_3_S_0_2_false, fma(-G_1_3, L_S1_S2_0_3_false, fma(-G_1_1, L_S3_S2_0_1_false, W_S1_3_S2 * G_1_0)));
    const Vec L_S2_3_S1_0_2_false = fma(-G_2_1, L_S1_2_3_S_0_1_false, fma(-G_2_3, L_S2_S1_0_3_false, fma(-G_2_2, L_S3_S1_0_2_false, G_2_0 * W_S2_3_S1)));
    const Vec L_S3_S1_2_0_3_false = fma(-G_3_2, L_S2_3_S1_0_2_false, fma(-G_3_1, L_S1_3_S2_0_1_false, fma(-G_3_3, L_S_S1_2_0_3_false, G_3_0 * W_S3_S1_2)));
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec G_0_3 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec L_S_S1_2_3_0_0_false = fma(-G_0_3, L_S3_S1_2_0_3_false, fma(-G_0_2, L_S2_S1_3_0_2_false, fma(-G_0_1, L_S1_S2_3_0_1_false, G_0_0 * W_S_S1_2_3)));
    const Vec L_S1_S2_3_0_0_false = fma(-L_S1_3_S2_0_3_false, G_0_3, fma(-L_S1_2_S3_0_2_false, G_0_2, fma(-G_0_1, L_S_S2_3_0_1_false, G_0_0 * W_S1_S2_3)));
    const Vec W_S0_1_S2_3 = t1 * L_S1_S2_3_0_0_false;
    const Vec L_S_S2_3_0_0_false = fma(-L_S3_S2_0_3_false, G_0_3, fma(-L_S2_S3_0_2_false, G_0_2, G_0_0 * W_S_S2_3));
    const Vec W_S0_S2_3 = t1 * L_S_S2_3_0_0_false;
    const Vec L_S2_S3_0_0_false = fma(-L_S2_3_S_0_3_false, G_0_3, fma(-L_S_S3_0_2_false, G_0_2, G_0_0 * W_S2_S3));
    const Vec W_S0_2_S3 = t1 * L_S2_S3_0_0_false;
    const Vec L_S_S3_0_0_false = fma(-L_S3_S_0_3_false, G_0_3, G_0_0 * W_S_S3);
    const Vec W_S0_S3 = t1 * L_S_S3_0_0_false;
    const Vec t24 = G_3_0 * G_0_3;
    const Vec L_S3_S_0_0_false = fma(G_0_0, W_S3_S, -t24);
    const Vec W_S0_3_S = t1 * L_S3_S_0_0_false;
    const Vec W_S0_S = G_0_0 * t1;
    const Vec L_S2_3_S_0_0_false = fma(-L_S2_S_0_3_false, G_0_3, fma(-L_S3_S_0_2_false, G_0_2, G_0_0 * W_S2_3_S));
    const Vec W_S0_2_3_S = t1 * L_S2_3_S_0_0_false;
    const Vec t25 = G_2_0 * G_0_2;
    const Vec L_S2_S_0_0_false = fma(G_0_0, W_S2_S, -t25);
    const Vec W_S0_2_S = t1 * L_S2_S_0_0_false;
    const Vec L_S3_S2_0_0_false = fma(-L_S2_3_S_0_2_false, G_0_2, fma(-L_S_S2_0_3_false, G_0_3, G_0_0 * W_S3_S2));
    const Vec W_S0_3_S2 = t1 * L_S3_S2_0_0_false;
    const Vec L_S_S2_0_0_false = fma(-L_S2_S_0_2_false, G_0_2, G_0_0 * W_S_S2);
    const Vec W_S0_S2 = t1 * L_S_S2_0_0_false;
    const Vec L_S1_2_S3_0_0_false = fma(-L_S1_2_3_S_0_3_false, G_0_3, fma(-L_S1_S3_0_2_false, G_0_2, fma(-G_0_1, L_S2_S3_0_1_false, G_0_0 * W_S1_2_S3)));
    const Vec W_S0_1_2_S3 = t1 * L_S1_2_S3_0_0_false;
    const Vec L_S1_S3_0_0_false = fma(-L_S1_3_S_0_3_false, G_0_3, fma(-G_0_1, L_S_S3_0_1_false, G_0_0 * W_S1_S3));
    const Vec W_S0_1_S3 = t1 * L_S1_S3_0_0_false;
    const Vec L_S1_3_S_0_0_false = fma(-L_S1_S_0_3_false, G_0_3, fma(-G_0_1, L_S3_S_0_1_false, G_0_0 * W_S1_3_S));
    const Vec W_S0_1_3_S = t1 * L_S1_3_S_0_0_false;
    const Vec t26 = G_0_1 * G_1_0;
    const Vec L_S1_S_0_0_false = fma(G_0_0, W_S1_S, -t26);
    const Vec W_S0_1_S = t1 * L_S1_S_0_0_false;
    const Vec L_S1_2_3_S_0_0_false = fma(-L_S1_2_S_0_3_false, G_0_3, fma(-L_S1_3_S_0_2_false, G_0_2, fma(-G_0_1, L_S2_3_S_0_1_false, G_0_0 * W_S1_2_3_S)));
    const Vec W_S0_1_2_3_S = t1 * L_S1_2_3_S_0_0_false;
    const Vec L_S1_2_S_0_0_false = fma(-L_S1_S_0_2_false, G_0_2, fma(-G_0_1, L_S2_S_0_1_false, G_0_0 * W_S1_2_S));
    const Vec W_S0_1_2_S = t1 * L_S1_2_S_0_0_false;
    const Vec L_S1_3_S2_0_0_false = fma(-L_S1_2_3_S_0_2_false, G_0_2, fma(-L_S1_S2_0_3_false, G_0_3, fma(-G_0_1, L_S3_S2_0_1_false, G_0_0 * W_S1_3_S2)));
    const Vec W_S0_1_3_S2 = t1 * L_S1_3_S2_0_0_false;
    const Vec L_S1_S2_0_0_false = fma(-L_S1_2_S_0_2_false, G_0_2, fma(-G_0_1, L_S_S2_0_1_false, G_0_0 * W_S1_S2));
    const Vec W_S0_1_S2 = t1 * L_S1_S2_0_0_false;
    const Vec H_0_0 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec H_1_1 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec H_0_1 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec H_1_0 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
    const Vec L_S2_S1_3_0_0_false = fma(-L_S2_3_S1_0_3_false, G_0_3, fma(-G_0_1, L_S1_2_S3_0_1_false, fma(-G_0_2, L_S_S1_3_0_2_false, G_0_0 * W_S2_S1_3)));
    const Vec W_S0_2_S1_3 = t1 * L_S2_S1_3_0_0_false;
    const Vec L_S_S1_3_0_0_false = fma(-L_S3_S1_0_3_false, G_0_3, fma(-G_0_1, L_S1_S3_0_1_false, G_0_0 * W_S_S1_3));
    const Vec W_S0_S1_3 = t1 * L_S_S1_3_0_0_false;
    const Vec L_S3_S1_0_0_false = fma(-G_0_1, L_S1_3_S_0_1_false, fma(-L_S_S1_0_3_false, G_0_3, G_0_0 * W_S3_S1));
    const Vec W_S0_3_S1 = t1 * L_S3_S1_0_0_false;
    const Vec L_S_S1_0_0_false = fma(-G_0_1, L_S1_S_0_1_false, G_0_0 * W_S_S1);
    const Vec W_S0_S1 = t1 * L_S_S1_0_0_false;
    const Vec L_S2_3_S1_0_0_false = fma(-G_0_1, L_S1_2_3_S_0_1_false, fma(-L_S2_S1_0_3_false, G_0_3, fma(-G_0_2, L_S3_S1_0_2_false, G_0_0 * W_S2_3_S1)));
    const Vec W_S0_2_3_S1 = t1 * L_S2_3_S1_0_0_false;
    const Vec L_S2_S1_0_0_false = fma(-G_0_1, L_S1_2_S_0_1_false, fma(-G_0_2, L_S_S1_0_2_false, G_0_0 * W_S2_S1));
    const Vec W_S0_2_S1 = t1 * L_S2_S1_0_0_false;
    const Vec H_2_2 = load(from[1].data + 10 * from[1].row_stride + at);
    const Vec H_0_2 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec H_2_0 = load(from[1].data + 8 * from[1].row_stride + at);
    const Vec dP_S2_0_0 = fma(-G_0_2, H_2_0, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
    const Vec H_1_2 = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec H_2_1 = load(from[1].data + 9 * from[1].row_stride + at);
    const Vec dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
    const Vec P_S2_1_1 = fma(G_1_1, G_2_2, -t12);
    const Vec P_S2_0_1 = fma(G_2_2, G_1_0, -t18);
    const Vec dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-G_2_0, H_1_2, fma(G_1_0, H_2_2, G_2_2 * H_1_0)));
    const Vec P_S1_0_2 = fma(G_1_1, G_2_0, -t19);
    const Vec dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-G_1_0, H_2_1, fma(G_2_0, H_1_1, G_1_1 * H_2_0)));
    const Vec dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-H_0_2, P_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(-H_0_1, P_S2_0_1, fma(H_0_0, P_S2_1_1, G_0_0 * dP_S2_1_1)))));
    const Vec L_S3_S1_2_0_0_false = fma(-G_0_2, L_S2_3_S1_0_2_false, fma(-G_0_1, L_S1_3_S2_0_1_false, fma(-G_0_3, L_S_S1_2_0_3_false, G_0_0 * W_S3_S1_2)));
    const Vec W_S0_3_S1_2 = t1 * L_S3_S1_2_0_0_false;
    const Vec L_S_S1_2_0_0_false = fma(-G_0_2, L_S2_S1_0_2_false, fma(-G_0_1, L_S1_S2_0_1_false, G_0_0 * W_S_S1_2));
    const Vec W_S0_S1_2 = t1 * L_S_S1_2_0_0_false;
    const Vec H_3_3 = load(from[1].data + 15 * from[1].row_stride + at);
    const Vec H_0_3 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec H_3_0 = load(from[1].data + 12 * from[1].row_stride + at);
    const Vec dP_S3_0_0 = fma(-G_0_3, H_3_0, fma(-G_3_0, H_0_3, fma(G_0_0, H_3_3, H_0_0 * G_3_3)));
    const Vec H_1_3 = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec H_3_1 = load(from[1].data + 13 * from[1].row_stride + at);
    const Vec dP_S3_1_1 = fma(-G_1_3, H_3_1, fma(-G_3_1, H_1_3, fma(G_1_1, H_3_3, G_3_3 * H_1_1)));
    const Vec P_S3_1_1 = fma(G_1_1, G_3_3, -t11);
    const Vec P_S3_0_1 = fma(G_3_3, G_1_0, -t16);
    const Vec dP_S3_0_1 = fma(-G_1_3, H_3_0, fma(-G_3_0, H_1_3, fma(G_1_0, H_3_3, G_3_3 * H_1_0)));
    const Vec P_S1_0_3 = fma(G_1_1, G_3_0, -t17);
    const Vec dP_S1_0_3 = fma(-G_3_1, H_1_0, fma(-G_1_0, H_3_1, fma(G_3_0, H_1_1, G_1_1 * H_3_0)));
    const Vec dP_S1_3_0_0 = fma(-G_0_3, dP_S1_0_3, fma(-H_0_3, P_S1_0_3, fma(-G_0_1, dP_S3_0_1, fma(-H_0_1, P_S3_0_1, fma(H_0_0, P_S3_1_1, G_0_0 * dP_S3_1_1)))));
    const Vec H_2_3 = load(from[1].data + 11 * from[1].row_stride + at);
    const Vec H_3_2 = load(from[1].data + 14 * from[1].row_stride + at);
    const Vec dP_S3_2_2 = fma(-G_2_3, H_3_2, fma(-G_3_2, H_2_3, fma(G_2_2, H_3_3, G_3_3 * H_2_2)));
    const Vec P_S3_2_2 = fma(G_2_2, G_3_3, -t5);
    const Vec P_S3_0_2 = fma(G_3_3, G_2_0, -t14);
    const Vec dP_S3_0_2 = fma(-G_2_3, H_3_0, fma(-G_3_0, H_2_3, fma(G_2_0, H_3_3, G_3_3 * H_2_0)));
    const Vec P_S2_0_3 = fma(G_2_2, G_3_0, -t15);
    const Vec dP_S2_0_3 = fma(-G_3_2, H_2_0, fma(-G_2_0, H_3_2, fma(G_3_0, H_2_2, G_2_2 * H_3_0)));
    const Vec dP_S2_3_0_0 = fma(-G_0_3, dP_S2_0_3, fma(-H_0_3, P_S2_0_3, fma(-G_0_2, dP_S3_0_2, fma(-H_0_2, P_S3_0_2, fma(H_0_0, P_S3_2_2, G_0_0 * dP_S3_2_2)))));
    const Vec P_S3_1_2 = fma(G_3_3, G_2_1, -t7);
    const Vec dP_S3_1_2 = fma(-G_2_3, H_3_1, fma(-G_3_1, H_2_3, fma(G_2_1, H_3_3, G_3_3 * H_2_1)));
    const Vec P_S2_1_3 = fma(G_2_2, G_3_1, -t8);
    const Vec dP_S2_1_3 = fma(-G_3_2, H_2_1, fma(-G_2_1, H_3_2, fma(G_3_1, H_2_2, G_2_2 * H_3_1)));
    const Vec dP_S2_3_1_1 = fma(-G_1_3, dP_S2_1_3, fma(-H_1_3, P_S2_1_3, fma(-G_1_2, dP_S3_1_2, fma(-H_1_2, P_S3_1_2, fma(H_1_1, P_S3_2_2, G_1_1 * dP_S3_2_2)))));
    const Vec P_S2_3_1_1 = fma(-G_1_3, P_S2_1_3, fma(-G_1_2, P_S3_1_2, G_1_1 * P_S3_2_2));
    const Vec P_S2_3_0_1 = fma(-G_1_3, P_S2_0_3, fma(-G_1_2, P_S3_0_2, G_1_0 * P_S3_2_2));
    const Vec dP_S2_3_0_1 = fma(-G_1_3, dP_S2_0_3, fma(-H_1_3, P_S2_0_3, fma(-G_1_2, dP_S3_0_2, fma(-H_1_2, P_S3_0_2, fma(H_1_0, P_S3_2_2, G_1_0 * dP_S3_2_2)))));
    const Vec P_S1_3_0_2 = fma(-G_2_3, P_S1_0_3, fma(-G_2_1, P_S3_0_1, G_2_0 * P_S3_1_1));
    const Vec dP_S1_3_0_2 = fma(-G_2_3, dP_S1_0_3, fma(-P_S1_0_3, H_2_3, fma(-G_2_1, dP_S3_0_1, fma(-H_2_1, P_S3_0_1, fma(H_2_0, P_S3_1_1, G_2_0 * dP_S3_1_1)))));
    const Vec P_S1_2_0_3 = fma(-G_3_2, P_S1_0_2, fma(-G_3_1, P_S2_0_1, G_3_0 * P_S2_1_1));
    const Vec dP_S1_2_0_3 = fma(-G_3_2, dP_S1_0_2, fma(-P_S1_0_2, H_3_2, fma(-G_3_1, dP_S2_0_1, fma(-P_S2_0_1, H_3_1, fma(P_S2_1_1, H_3_0, G_3_0 * dP_S2_1_1)))));
    const Vec dP_S1_2_3_0_0 = fma(-G_0_3, dP_S1_2_0_3, fma(-H_0_3, P_S1_2_0_3, fma(-G_0_2, dP_S1_3_0_2, fma(-H_0_2, P_S1_3_0_2, fma(-G_0_1, dP_S2_3_0_1, fma(-H_0_1, P_S2_3_0_1, fma(H_0_0, P_S2_3_1_1, G_0_0 * dP_S2_3_1_1)))))));
    const Vec t27 = fma(t2, W_S0_S, W_S0_S);
    const Vec Z_S0 = G_0_0 * t27;
    const Vec Z_S1 = t21 + W_S_S1;
    const Vec Z_S2 = t9 + W_S_S2;
    const Vec A_S3 = W_S3_S * H_3_3;
    const Vec Z_S3 = t3 + W_S_S3;
    const Vec A_S2 = W_S2_S * H_2_2;
    const Vec Z_S2_3 = fma(W_S2_3_S, P_S3_2_2, fma(G_3_3, W_S3_S2, t6 + W_S_S2_3));
    const Vec C_S2_3 = fma(-Z_S3, A_S2, fma(-Z_S2, A_S3, fma(W_S2_3_S, dP_S3_2_2, fma(W_S3_S2, H_3_3, W_S2_S3 * H_2_2))));
    const Vec A_S1 = W_S1_S * H_1_1;
    const Vec Z_S1_3 = fma(W_S1_3_S, P_S3_1_1, fma(G_3_3, W_S3_S1, t20 + W_S_S1_3));
    const Vec C_S1_3 = fma(-Z_S3, A_S1, fma(-Z_S1, A_S3, fma(W_S1_3_S, dP_S3_1_1, fma(W_S3_S1, H_3_3, W_S1_S3 * H_1_1))));
    const Vec Z_S1_2 = fma(W_S1_2_S, P_S2_1_1, fma(G_2_2, W_S2_S1, t23) + W_S_S1_2);
    const Vec C_S1_2 = fma(-Z_S2, A_S1, fma(-Z_S1, A_S2, fma(W_S1_2_S, dP_S2_1_1, fma(W_S2_S1, H_2_2, W_S1_S2 * H_1_1))));
    const Vec Z_S1_2_3 = fma(W_S1_2_3_S, P_S2_3_1_1, fma(W_S2_3_S1, P_S3_2_2, fma(W_S1_3_S2, P_S3_1_1, fma(W_S1_2_S3, P_S2_1_1, fma(G_3_3, W_S3_S1_2, fma(G_2_2, W_S2_S1_3, t13 + W_S_S1_2_3))))));
    const Vec C_S1_2_3 = fma(-Z_S3, C_S1_2, fma(-A_S3, Z_S1_2, fma(-Z_S2, C_S1_3, fma(-A_S2, Z_S1_3, fma(-Z_S2_3, A_S1, fma(-Z_S1, C_S2_3, fma(W_S1_2_3_S, dP_S2_3_1_1, fma(W_S2_3_S1, dP_S3_2_2, fma(W_S1_3_S2, dP_S3_1_1, fma(W_S1_2_S3, dP_S2_1_1, fma(W_S3_S1_2, H_3_3, fma(W_S2_S1_3, H_2_2, W_S1_S2_3 * H_1_1))))))))))));
    const Vec L_S_S_0_3_true = G_3_0 * W_S0_S;
    const Vec L_S3_S_0_3_true = fma(-G_3_3, L_S_S_0_3_true, G_3_0 * W_S0_3_S);
    const Vec L_S_S3_0_2_true = fma(-G_2_3, L_S3_S_0_3_true, G_2_0 * W_S0_S3);
    const Vec L_S3_S_0_2_true = fma(-G_2_3, L_S_S_0_3_true, G_2_0 * W_S0_3_S);
    const Vec L_S_S_0_2_true = G_2_0 * W_S0_S;
    const Vec L_S2_S_0_3_true = fma(-G_3_2, L_S_S_0_2_true, G_3_0 * W_S0_2_S);
    const Vec L_S2_3_S_0_3_true = fma(-G_3_3, L_S2_S_0_3_true, fma(-G_3_2, L_S3_S_0_2_true, G_3_0 * W_S0_2_3_S));
    const Vec L_S2_S3_0_0_true = fma(-G_0_3, L_S2_3_S_0_3_true, fma(-G_0_2, L_S_S3_0_2_true, G_0_0 * W_S0_2_S3));
    const Vec W_S2_S0_3 = t2 * L_S2_S3_0_0_true;
    const Vec L_S2_S_0_2_true = fma(-G_2_2, L_S_S_0_2_true, G_2_0 * W_S0_2_S);
    const Vec L_S_S2_0_3_true = fma(-G_3_2, L_S2_S_0_2_true, G_3_0 * W_S0_S2);
    const Vec L_S2_3_S_0_2_true = fma(-G_2_3, L_S2_S_0_3_true, fma(-G_2_2, L_S3_S_0_2_true, G_2_0 * W_S0_2_3_S));
    const Vec L_S3_S2_0_0_true = fma(-G_0_2, L_S2_3_S_0_2_true, fma(-G_0_3, L_S_S2_0_3_true, G_0_0 * W_S0_3_S2));
    const Vec W_S3_S0_2 = t2 * L_S3_S2_0_0_true;
    const Vec L_S2_3_S_0_0_true = fma(-G_0_3, L_S2_S_0_3_true, fma(-G_0_2, L_S3_S_0_2_true, G_0_0 * W_S0_2_3_S));
    const Vec W_S2_3_S0 = t2 * L_S2_3_S_0_0_true;
    const Vec L_S3_S_0_0_true = fma(-G_0_3, L_S_S_0_3_true, G_0_0 * W_S0_3_S);
    const Vec W_S3_S0 = t2 * L_S3_S_0_0_true;
    const Vec A_S0 = H_0_0 * W_S0_S;
    const Vec P_S3_0_0 = fma(G_0_0, G_3_3, -t24);
    const Vec t28 = G_0_0 * W_S0_S3;
    const Vec L_S_S3_0_0_true = fma(-G_0_3, L_S3_S_0_3_true, t28);
    const Vec Z_S0_3 = fma(t2, L_S_S3_0_0_true, fma(W_S0_3_S, P_S3_0_0, fma(G_3_3, W_S3_S0, t28)));
    const Vec C_S0_3 = fma(-Z_S3, A_S0, fma(H_3_3, W_S3_S0, fma(-Z_S0, A_S3, fma(W_S0_3_S, dP_S3_0_0, H_0_0 * W_S0_S3))));
    const Vec L_S2_S_0_0_true = fma(-G_0_2, L_S_S_0_2_true, G_0_0 * W_S0_2_S);
    const Vec W_S2_S0 = t2 * L_S2_S_0_0_true;
    const Vec P_S2_0_0 = fma(G_0_0, G_2_2, -t25);
    const Vec t29 = G_0_0 * W_S0_S2;
    const Vec L_S_S2_0_0_true = fma(-G_0_2, L_S2_S_0_2_true, t29);
    const Vec Z_S0_2 = fma(t2, L_S_S2_0_0_true, fma(W_S0_2_S, P_S2_0_0, fma(G_2_2, W_S2_S0, t29)));
    const Vec C_S0_2 = fma(H_2_2, W_S2_S0, fma(-Z_S2, A_S0, fma(-Z_S0, A_S2, fma(W_S0_2_S, dP_S2_0_0, H_0_0 * W_S0_S2))));
    const Vec P_S2_3_0_0 = fma(-G_0_3, P_S2_0_3, fma(-G_0_2, P_S3_0_2, G_0_0 * P_S3_2_2));
    const Vec t30 = G_0_0 * W_S0_S2_3;
    const Vec L_S2_S3_0_2_true = fma(-G_2_3, L_S2_3_S_0_3_true, fma(-G_2_2, L_S_S3_0_2_true, G_2_0 * W_S0_2_S3));
    const Vec L_S3_S2_0_3_true = fma(-G_3_2, L_S2_3_S_0_2_true, fma(-G_3_3, L_S_S2_0_3_true, G_3_0 * W_S0_3_S2));
    const Vec L_S_S2_3_0_0_true = fma(-G_0_3, L_S3_S2_0_3_true, fma(-G_0_2, L_S2_S3_0_2_true, t30));
    const Vec Z_S0_2_3 = fma(t2, L_S_S2_3_0_0_true, fma(W_S0_2_3_S, P_S2_3_0_0, fma(W_S0_2_S3, P_S2_0_0, fma(W_S0_3_S2, P_S3_0_0, fma(P_S3_2_2, W_S2_3_S0, fma(G_3_3, W_S3_S0_2, fma(G_2_2, W_S2_S0_3, t30)))))));
    const Vec C_S0_2_3 = fma(-Z_S3, C_S0_2, fma(-A_S3, Z_S0_2, fma(-Z_S2, C_S0_3, fma(-A_S2, Z_S0_3, fma(-Z_S2_3, A_S0, fma(dP_S3_2_2, W_S2_3_S0, fma(H_3_3, W_S3_S0_2, fma(H_2_2, W_S2_S0_3, fma(-Z_S0, C_S2_3, fma(W_S0_2_3_S, dP_S2_3_0_0, fma(W_S0_3_S2, dP_S3_0_0, fma(W_S0_2_S3, dP_S2_0_0, H_0_0 * W_S0_S2_3))))))))))));
    const Vec L_S_S_0_1_true = G_1_0 * W_S0_S;
    const Vec L_S1_S_0_0_true = fma(-G_0_1, L_S_S_0_1_true, G_0_0 * W_S0_1_S);
    const Vec W_S1_S0 = t2 * L_S1_S_0_0_true;
    const Vec P_S1_0_0 = fma(G_0_0, G_1_1, -t26);
    const Vec t31 = G_0_0 * W_S0_S1;
    const Vec L_S1_S_0_1_true = fma(-G_1_1, L_S_S_0_1_true, G_1_0 * W_S0_1_S);
    const Vec L_S_S1_0_0_true = fma(-G_0_1, L_S1_S_0_1_true, t31);
    const Vec Z_S0_1 = fma(t2, L_S_S1_0_0_true, fma(W_S0_1_S, P_S1_0_0, fma(G_1_1, W_S1_S0, t31)));
    const Vec L_S_S3_0_1_true = fma(-G_1_3, L_S3_S_0_3_true, G_1_0 * W_S0_S3);
    const Vec L_S3_S_0_1_true = fma(-G_1_3, L_S_S_0_3_true, G_1_0 * W_S0_3_S);
    const Vec L_S1_S_0_3_true = fma(-G_3_1, L_S_S_0_1_true, G_3_0 * W_S0_1_S);
    const Vec L_S1_3_S_0_3_true = fma(-G_3_3, L_S1_S_0_3_true, fma(-G_3_1, L_S3_S_0_1_true, G_3_0 * W_S0_1_3_S));
    const Vec L_S1_S3_0_0_true = fma(-G_0_3, L_S1_3_S_0_3_true, fma(-G_0_1, L_S_S3_0_1_true, G_0_0 * W_S0_1_S3));
    const Vec W_S1_S0_3 = t2 * L_S1_S3_0_0_true;
    const Vec L_S_S1_0_3_true = fma(-G_3_1, L_S1_S_0_1_true, G_3_0 * W_S0_S1);
    const Vec L_S1_3_S_0_1_true = fma(-G_1_3, L_S1_S_0_3_true, fma(-G_1_1, L_S3_S_0_1_true, G_1_0 * W_S0_1_3_S));
    const Vec L_S3_S1_0_0_true = fma(-G_0_1, L_S1_3_S_0_1_true, fma(-G_0_3, L_S_S1_0_3_true, G_0_0 * W_S0_3_S1));
    const Vec W_S3_S0_1 = t2 * L_S3_S1_0_0_true;
    const Vec L_S1_3_S_0_0_true = fma(-G_0_3, L_S1_S_0_3_true, fma(-G_0_1, L_S3_S_0_1_true, G_0_0 * W_S0_1_3_S));
    const Vec W_S1_3_S0 = t2 * L_S1_3_S_0_0_true;
    const Vec C_S0_1 = fma(H_1_1, W_S1_S0, fma(-Z_S1, A_S0, fma(-Z_S0, A_S1, fma(H_0_0, W_S0_S1, W_S0_1_S * dP_S1_0_0))));
    const Vec P_S1_3_0_0 = fma(-G_0_3, P_S1_0_3, fma(-G_0_1, P_S3_0_1, G_0_0 * P_S3_1_1));
    const Vec t32 = G_0_0 * W_S0_S1_3;
    const Vec L_S1_S3_0_1_true = fma(-G_1_3, L_S1_3_S_0_3_true, fma(-G_1_1, L_S_S3_0_1_true, G_1_0 * W_S0_1_S3));
    const Vec L_S3_S1_0_3_true = fma(-G_3_1, L_S1_3_S_0_1_true, fma(-G_3_3, L_S_S1_0_3_true, G_3_0 * W_S0_3_S1));
    const Vec L_S_S1_3_0_0_true = fma(-G_0_3, L_S3_S1_0_3_true, fma(-G_0_1, L_S1_S3_0_1_true, t32));
    const Vec Z_S0_1_3 = fma(t2, L_S_S1_3_0_0_true, fma(W_S0_1_3_S, P_S1_3_0_0, fma(P_S3_1_1, W_S1_3_S0, fma(G_3_3, W_S3_S0_1, fma(G_1_1, W_S1_S0_3, fma(W_S0_1_S3, P_S1_0_0, fma(W_S0_3_S1, P_S3_0_0, t32)))))));
    const Vec C_S0_1_3 = fma(-Z_S3, C_S0_1, fma(dP_S3_1_1, W_S1_3_S0, fma(H_3_3, W_S3_S0_1, fma(H_1_1, W_S1_S0_3, fma(-A_S3, Z_S0_1, fma(-Z_S1, C_S0_3, fma(-A_S1, Z_S0_3, fma(-Z_S1_3, A_S0, fma(-Z_S0, C_S1_3, fma(W_S0_1_3_S, dP_S1_3_0_0, fma(W_S0_3_S1, dP_S3_0_0, fma(H_0_0, W_S0_S1_3, W_S0_1_S3 * dP_S1_0_0))))))))))));
    const Vec L_S_S2_0_1_true = fma(-G_1_2, L_S2_S_0_2_true, G_1_0 * W_S0_S2);
    const Vec L_S2_S_0_1_true = fma(-G_1_2, L_S_S_0_2_true, G_1_0 * W_S0_2_S);
    const Vec L_S1_S_0_2_true = fma(-G_2_1, L_S_S_0_1_true, G_2_0 * W_S0_1_S);
    const Vec L_S1_2_S_0_2_true = fma(-G_2_2, L_S1_S_0_2_true, fma(-G_2_1, L_S2_S_0_1_true, G_2_0 * W_S0_1_2_S));
    const Vec L_S1_S2_0_0_true = fma(-G_0_2, L_S1_2_S_0_2_true, fma(-G_0_1, L_S_S2_0_1_true, G_0_0 * W_S0_1_S2));
    const Vec W_S1_S0_2 = t2 * L_S1_S2_0_0_true;
    const Vec L_S_S1_0_2_true = fma(-G_2_1, L_S1_S_0_1_true, G_2_0 * W_S0_S1);
    const Vec L_S1_2_S_0_1_true = fma(-G_1_2, L_S1_S_0_2_true, fma(-G_1_1, L_S2_S_0_1_true, G_1_0 * W_S0_1_2_S));
    const Vec L_S2_S1_0_0_true = fma(-G_0_1, L_S1_2_S_0_1_true, fma(-G_0_2, L_S_S1_0_2_true, G_0_0 * W_S0_2_S1));
    const Vec W_S2_S0_1 = t2 * L_S2_S1_0_0_true;
    const Vec L_S1_2_S_0_0_true = fma(-G_0_2, L_S1_S_0_2_true, fma(-G_0_1, L_S2_S_0_1_true, G_0_0 * W_S0_1_2_S));
    const Vec W_S1_2_S0 = t2 * L_S1_2_S_0_0_true;
    const Vec P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, G_0_0 * P_S2_1_1));
    const Vec t33 = G_0_0 * W_S0_S1_2;
    const Vec L_S1_S2_0_1_true = fma(-G_1_2, L_S1_2_S_0_2_true, fma(-G_1_1, L_S_S2_0_1_true, G_1_0 * W_S0_1_S2));
    const Vec L_S2_S1_0_2_true = fma(-G_2_1, L_S1_2_S_0_1_true, fma(-G_2_2, L_S_S1_0_2_true, G_2_0 * W_S0_2_S1));
    const Vec L_S_S1_2_0_0_true = fma(-G_0_2, L_S2_S1_0_2_true, fma(-G_0_1, L_S1_S2_0_1_true, t33));
    const Vec Z_S0_1_2 = fma(t2, L_S_S1_2_0_0_true, fma(W_S0_1_2_S, P_S1_2_0_0, fma(P_S2_1_1, W_S1_2_S0, fma(G_2_2, W_S2_S0_1, fma(G_1_1, W_S1_S0_2, fma(W_S0_1_S2, P_S1_0_0, fma(W_S0_2_S1, P_S2_0_0, t33)))))));
    const Vec C_S0_1_2 = fma(dP_S2_1_1, W_S1_2_S0, fma(H_2_2, W_S2_S0_1, fma(H_1_1, W_S1_S0_2, fma(-Z_S2, C_S0_1, fma(-A_S2, Z_S0_1, fma(-Z_S1, C_S0_2, fma(-A_S1, Z_S0_2, fma(-Z_S1_2, A_S0, fma(-Z_S0, C_S1_2, fma(H_0_0, W_S0_S1_2, fma(W_S0_1_2_S, dP_S1_2_0_0, fma(W_S0_2_S1, dP_S2_0_0, W_S0_1_S2 * dP_S1_0_0))))))))))));
    const Vec L_S_S2_3_0_1_true = fma(-G_1_3, L_S3_S2_0_3_true, fma(-G_1_2, L_S2_S3_0_2_true, G_1_0 * W_S0_S2_3));
    const Vec L_S2_S3_0_1_true = fma(-G_1_3, L_S2_3_S_0_3_true, fma(-G_1_2, L_S_S3_0_2_true, G_1_0 * W_S0_2_S3));
    const Vec L_S1_S3_0_2_true = fma(-G_2_3, L_S1_3_S_0_3_true, fma(-G_2_1, L_S_S3_0_1_true, G_2_0 * W_S0_1_S3));
    const Vec L_S2_3_S_0_1_true = fma(-G_1_3, L_S2_S_0_3_true, fma(-G_1_2, L_S3_S_0_2_true, G_1_0 * W_S0_2_3_S));
    const Vec L_S1_3_S_0_2_true = fma(-G_2_3, L_S1_S_0_3_true, fma(-G_2_1, L_S3_S_0_1_true, G_2_0 * W_S0_1_3_S));
    const Vec L_S1_2_S_0_3_true = fma(-G_3_2, L_S1_S_0_2_true, fma(-G_3_1, L_S2_S_0_1_true, G_3_0 * W_S0_1_2_S));
    const Vec L_S1_2_3_S_0_3_true = fma(-G_3_3, L_S1_2_S_0_3_true, fma(-G_3_2, L_S1_3_S_0_2_true, fma(-G_3_1, L_S2_3_S_0_1_true, G_3_0 * W_S0_1_2_3_S)));
    const Vec L_S1_2_S3_0_2_true = fma(-G_2_3, L_S1_2_3_S_0_3_true, fma(-G_2_2, L_S1_S3_0_2_true, fma(-G_2_1, L_S2_S3_0_1_true, G_2_0 * W_S0_1_2_S3)));
    const Vec L_S3_S2_0_1_true = fma(-G_1_2, L_S2_3_S_0_2_true, fma(-G_1_3, L_S_S2_0_3_true, G_1_0 * W_S0_3_S2));
    const Vec L_S1_S2_0_3_true = fma(-G_3_2, L_S1_2_S_0_2_true, fma(-G_3_1, L_S_S2_0_1_true, G_3_0 * W_S0_1_S2));
    const Vec L_S1_2_3_S_0_2_true = fma(-G_2_3, L_S1_2_S_0_3_true, fma(-G_2_2, L_S1_3_S_0_2_true, fma(-G_2_1, L_S2_3_S_0_1_true, G_2_0 * W_S0_1_2_3_S)));
    const Vec L_S1_3_S2_0_3_true = fma(-G_3_2, L_S1_2_3_S_0_2_true, fma(-G_3_3, L_S1_S2_0_3_true, fma(-G_3_1, L_S3_S2_0_1_true, G_3_0 * W_S0_1_3_S2)));
    const Vec L_S1_S2_3_0_0_true = fma(-G_0_3, L_S1_3_S2_0_3_true, fma(-G_0_2, L_S1_2_S3_0_2_true, fma(-G_0_1, L_S_S2_3_0_1_true, G_0_0 * W_S0_1_S2_3)));
    const Vec L_S_S1_3_0_2_true = fma(-G_2_3, L_S3_S1_0_3_true, fma(-G_2_1, L_S1_S3_0_1_true, G_2_0 * W_S0_S1_3));
    const Vec L_S1_2_S3_0_1_true = fma(-G_1_3, L_S1_2_3_S_0_3_true, fma(-G_1_2, L_S1_S3_0_2_true, fma(-G_1_1, L_S2_S3_0_1_true, G_1_0 * W_S0_1_2_S3)));
    const Vec L_S3_S1_0_2_true = fma(-G_2_1, L_S1_3_S_0_1_true, fma(-G_2_3, L_S_S1_0_3_true, G_2_0 * W_S0_3_S1));
    const Vec L_S2_S1_0_3_true = fma(-G_3_1, L_S1_2_S_0_1_true, fma(-G_3_2, L_S_S1_0_2_true, G_3_0 * W_S0_2_S1));
    const Vec L_S1_2_3_S_0_1_true = fma(-G_1_3, L_S1_2_S_0_3_true, fma(-G_1_2, L_S1_3_S_0_2_true, fma(-G_1_1, L_S2_3_S_0_1_true, G_1_0 * W_S0_1_2_3_S)));
    const Vec L_S2_3_S1_0_3_true = fma(-G_3_1, L_S1_2_3_S_0_1_true, fma(-G_3_3, L_S2_S1_0_3_true, fma(-G_3_2, L_S3_S1_0_2_true, G_3_0 * W_S0_2_3_S1)));
    const Vec L_S2_S1_3_0_0_true = fma(-G_0_3, L_S2_3_S1_0_3_true, fma(-G_0_1, L_S1_2_S3_0_1_true, fma(-G_0_2, L_S_S1_3_0_2_true, G_0_0 * W_S0_2_S1_3)));
    const Vec L_S1_2_S3_0_0_true = fma(-G_0_3, L_S1_2_3_S_0_3_true, fma(-G_0_2, L_S1_S3_0_2_true, fma(-G_0_1, L_S2_S3_0_1_true, G_0_0 * W_S0_1_2_S3)));
    const Vec L_S_S1_2_0_3_true = fma(-G_3_2, L_S2_S1_0_2_true, fma(-G_3_1, L_S1_S2_0_1_true, G_3_0 * W_S0_S1_2));
    const Vec L_S1_3_S2_0_1_true = fma(-G_1_2, L_S1_2_3_S_0_2_true, fma(-G_1_3, L_S1_S2_0_3_true, fma(-G_1_1, L_S3_S2_0_1_true, G_1_0 * W_S0_1_3_S2)));
    const Vec L_S2_3_S1_0_2_true = fma(-G_2_1, L_S1_2_3_S_0_1_true, fma(-G_2_3, L_S2_S1_0_3_true, fma(-G_2_2, L_S3_S1_0_2_true, G_2_0 * W_S0_2_3_S1)));
    const Vec L_S3_S1_2_0_0_true = fma(-G_0_2, L_S2_3_S1_0_2_true, fma(-G_0_1, L_S1_3_S2_0_1_true, fma(-G_0_3, L_S_S1_2_0_3_true, G_0_0 * W_S0_3_S1_2)));
    const Vec L_S1_3_S2_0_0_true = fma(-G_0_2, L_S1_2_3_S_0_2_true, fma(-G_0_3, L_S1_S2_0_3_true, fma(-G_0_1, L_S3_S2_0_1_true, G_0_0 * W_S0_1_3_S2)));
    const Vec L_S2_3_S1_0_0_true = fma(-G_0_1, L_S1_2_3_S_0_1_true, fma(-G_0_3, L_S2_S1_0_3_true, fma(-G_0_2, L_S3_S1_0_2_true, G_0_0 * W_S0_2_3_S1)));
    const Vec L_S1_2_3_S_0_0_true = fma(-G_0_3, L_S1_2_S_0_3_true, fma(-G_0_2, L_S1_3_S_0_2_true, fma(-G_0_1, L_S2_3_S_0_1_true, G_0_0 * W_S0_1_2_3_S)));
    const Vec t34 = fma(dP_S2_3_1_1, L_S1_2_3_S_0_0_true, fma(dP_S3_2_2, L_S2_3_S1_0_0_true, fma(dP_S3_1_1, L_S1_3_S2_0_0_true, fma(H_3_3, L_S3_S1_2_0_0_true, fma(dP_S2_1_1, L_S1_2_S3_0_0_true, fma(H_2_2, L_S2_S1_3_0_0_true, H_1_1 * L_S1_S2_3_0_0_true))))));
    const Vec C_S0_1_2_3 = fma(t2, t34, fma(-Z_S3, C_S0_1_2, fma(-A_S3, Z_S0_1_2, fma(-Z_S2, C_S0_1_3, fma(-A_S2, Z_S0_1_3, fma(-Z_S2_3, C_S0_1, fma(-C_S2_3, Z_S0_1, fma(-Z_S1, C_S0_2_3, fma(-A_S1, Z_S0_2_3, fma(-Z_S1_3, C_S0_2, fma(-C_S1_3, Z_S0_2, fma(-Z_S1_2, C_S0_3, fma(-C_S1_2, Z_S0_3, fma(-Z_S1_2_3, A_S0, fma(-Z_S0, C_S1_2_3, fma(W_S0_1_2_3_S, dP_S1_2_3_0_0, fma(W_S0_2_3_S1, dP_S2_3_0_0, fma(W_S0_1_3_S2, dP_S1_3_0_0, fma(W_S0_3_S1_2, dP_S3_0_0, fma(W_S0_1_2_S3, dP_S1_2_0_0, fma(W_S0_2_S1_3, dP_S2_0_0, fma(W_S0_1_S2_3, dP_S1_0_0, H_0_0 * t1 * L_S_S1_2_3_0_0_false))))))))))))))))))))));
    store(to[0].data + 0 * to[0].row_stride + at, C_S0_1_2_3);
  }
}

extern "C" extern const Size hubbard_sun_cdet_density_fixed_work_bytes;
extern "C" const Size hubbard_sun_cdet_density_fixed_work_bytes = 16416;

extern "C" void hubbard_sun_cdet_density_fixed_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    hubbard_sun_cdet_density_fixed_vectors(inputs, outputs, params, begin, whole);
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
      hubbard_sun_cdet_density_fixed_vectors(some_inputs, some_outputs, params, 0, count);
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
  hubbard_sun_cdet_density_fixed_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(32 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_cdet_density_fixed(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_cdet_density_fixed_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_cdet_density_fixed_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
