// hubbard_sun_cdet_greens_function, n = 4: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_greens_function.diag:17: D(S)
//   hubbard_sun_cdet_greens_function.diag:20: P(S, s, v)
//   hubbard_sun_cdet_greens_function.diag:23: Q(S, v, b)
//   hubbard_sun_cdet_greens_function.diag:27: W(A, B)
//   hubbard_sun_cdet_greens_function.diag:33: L(A, B, s, v, again)
//   hubbard_sun_cdet_greens_function.diag:38: Z(V)
//   hubbard_sun_cdet_greens_function.diag:40: A(V, b)
//   hubbard_sun_cdet_greens_function.diag:44: C(V, b)
//   hubbard_sun_cdet_greens_function.diag:46: amputated(b)
// Order: L by B ascending, s descending, A ascending, v ascending, again ascending, eagerly; at most 62 values live.
// A vector takes 203 multiplications, 11 additions, 309 fused, 0 divisions, 0 functions,
// 16 loads and 4 stores, in 1 function.
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

extern "C" void hubbard_sun_cdet_greens_function_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(1.0);
  const Vec t2 = fma(splat(0.5), N, -splat(1.0));
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_3_3 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec W_S3_S = G_3_3 * t1;
    const Vec G_4_3 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec L_S_S_3_4_true = G_4_3 * W_S3_S;
    const Vec G_4_4 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec W_S4_S = G_4_4 * t1;
    const Vec G_3_4 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec t3 = G_3_4 * G_4_3;
    const Vec L_S4_S_3_3_false = fma(G_3_3, W_S4_S, -t3);
    const Vec W_S3_4_S = t1 * L_S4_S_3_3_false;
    const Vec L_S4_S_3_3_true = fma(-G_3_4, L_S_S_3_4_true, G_3_3 * W_S3_4_S);
    const Vec W_S4_S3 = t2 * L_S4_S_3_3_true;
    const Vec L_S4_S_3_4_true = fma(-G_4_4, L_S_S_3_4_true, G_4_3 * W_S3_4_S);
    const Vec G_2_2 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec W_S2_S = G_2_2 * t1;
    const Vec G_3_2 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec L_S_S_2_3_true = G_3_2 * W_S2_S;
    const Vec G_4_2 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec L_S_S_2_4_true = G_4_2 * W_S2_S;
    const Vec G_2_3 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec t4 = G_2_3 * G_3_2;
    const Vec L_S3_S_2_2_false = fma(G_2_2, W_S3_S, -t4);
    const Vec W_S2_3_S = t1 * L_S3_S_2_2_false;
    const Vec L_S3_S_2_2_true = fma(-G_2_3, L_S_S_2_3_true, G_2_2 * W_S2_3_S);
    const Vec W_S3_S2 = t2 * L_S3_S_2_2_true;
    const Vec t5 = W_S3_S - G_3_3;
    const Vec L_S3_S_2_3_false = G_3_2 * t5;
    const Vec L_S3_S_2_3_true = fma(-G_3_3, L_S_S_2_3_true, G_3_2 * W_S2_3_S);
    const Vec t6 = G_4_3 * G_3_2;
    const Vec L_S3_S_2_4_false = fma(W_S3_S, G_4_2, -t6);
    const Vec L_S3_S_2_4_true = fma(-G_4_3, L_S_S_2_3_true, G_4_2 * W_S2_3_S);
    const Vec G_2_4 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec t7 = G_4_2 * G_2_4;
    const Vec L_S4_S_2_2_false = fma(G_2_2, W_S4_S, -t7);
    const Vec W_S2_4_S = t1 * L_S4_S_2_2_false;
    const Vec L_S4_S_2_2_true = fma(-G_2_4, L_S_S_2_4_true, G_2_2 * W_S2_4_S);
    const Vec W_S4_S2 = t2 * L_S4_S_2_2_true;
    const Vec t8 = G_3_4 * G_4_2;
    const Vec L_S4_S_2_3_false = fma(W_S4_S, G_3_2, -t8);
    const Vec L_S4_S_2_3_true = fma(-G_3_4, L_S_S_2_4_true, G_3_2 * W_S2_4_S);
    const Vec t9 = W_S4_S - G_4_4;
    const Vec L_S4_S_2_4_false = t9 * G_4_2;
    const Vec L_S4_S_2_4_true = fma(-G_4_4, L_S_S_2_4_true, G_4_2 * W_S2_4_S);
    const Vec L_S3_4_S_2_2_false = fma(-G_2_3, L_S4_S_2_3_false, fma(-L_S3_S_2_4_false, G_2_4, G_2_2 * W_S3_4_S));
    const Vec W_S2_3_4_S = t1 * L_S3_4_S_2_2_false;
    const Vec L_S3_4_S_2_2_true = fma(-G_2_3, L_S4_S_2_3_true, fma(-G_2_4, L_S3_S_2_4_true, G_2_2 * W_S2_3_4_S));
    const Vec W_S3_4_S2 = t2 * L_S3_4_S_2_2_true;
    const Vec L_S3_4_S_2_3_false = fma(-G_3_3, L_S4_S_2_3_false, fma(-G_3_4, L_S3_S_2_4_false, W_S3_4_S * G_3_2));
    const Vec L_S3_4_S_2_3_true = fma(-G_3_3, L_S4_S_2_3_true, fma(-G_3_4, L_S3_S_2_4_true, G_3_2 * W_S2_3_4_S));
    const Vec L_S3_4_S_2_4_false = fma(-G_4_3, L_S4_S_2_3_false, fma(-G_4_4, L_S3_S_2_4_false, W_S3_4_S * G_4_2));
    const Vec L_S3_4_S_2_4_true = fma(-G_4_3, L_S4_S_2_3_true, fma(-G_4_4, L_S3_S_2_4_true, G_4_2 * W_S2_3_4_S));
    const Vec G_1_1 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec G_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec G_2_1 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec L_S2_S_1_1_false = fma(-G_1_2, G_2_1, G_1_1 * W_S2_S);
    const Vec W_S1_2_S = t1 * L_S2_S_1_1_false;
    const Vec t10 = W_S2_S - G_2_2;
    const Vec L_S2_S_1_2_false = G_2_1 * t10;
    const Vec G_3_1 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec L_S2_S_1_3_false = fma(-G_3_2, G_2_1, W_S2_S * G_3_1);
    const Vec G_4_1 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec L_S2_S_1_4_false = fma(-G_4_2, G_2_1, W_S2_S * G_4_1);
    const Vec G_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec L_S3_S_1_1_false = fma(-G_3_1, G_1_3, G_1_1 * W_S3_S);
    const Vec W_S1_3_S = t1 * L_S3_S_1_1_false;
    const Vec L_S3_S_1_2_false = fma(-G_2_3, G_3_1, W_S3_S * G_2_1);
    const Vec L_S3_S_1_3_false = t5 * G_3_1;
    const Vec L_S3_S_1_4_false = fma(-G_4_3, G_3_1, W_S3_S * G_4_1);
    const Vec L_S2_3_S_1_1_false = fma(-G_1_2, L_S3_S_1_2_false, fma(-L_S2_S_1_3_false, G_1_3, G_1_1 * W_S2_3_S));
    const Vec W_S1_2_3_S = t1 * L_S2_3_S_1_1_false;
    const Vec L_S2_3_S_1_2_false = fma(-G_2_2, L_S3_S_1_2_false, fma(-G_2_3, L_S2_S_1_3_false, W_S2_3_S * G_2_1));
    const Vec L_S2_3_S_1_3_false = fma(-G_3_2, L_S3_S_1_2_false, fma(-G_3_3, L_S2_S_1_3_false, W_S2_3_S * G_3_1));
    const Vec L_S2_3_S_1_4_false = fma(-G_4_2, L_S3_S_1_2_false, fma(-G_4_3, L_S2_S_1_3_false, W_S2_3_S * G_4_1));
    const Vec G_1_4 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec L_S4_S_1_1_false = fma(-G_4_1, G_1_4, G_1_1 * W_S4_S);
    const Vec W_S1_4_S = t1 * L_S4_S_1_1_false;
    const Vec L_S4_S_1_2_false = fma(-G_2_4, G_4_1, W_S4_S * G_2_1);
    const Vec L_S4_S_1_3_false = fma(-G_3_4, G_4_1, W_S4_S * G_3_1);
    const Vec L_S4_S_1_4_false = t9 * G_4_1;
    const Vec L_S2_4_S_1_1_false = fma(-G_1_2, L_S4_S_1_2_false, fma(-L_S2_S_1_4_false, G_1_4, G_1_1 * W_S2_4_S));
    const Vec W_S1_2_4_S = t1 * L_S2_4_S_1_1_false;
    const Vec L_S2_4_S_1_2_false = fma(-G_2_2, L_S4_S_1_2_false, fma(-G_2_4, L_S2_S_1_4_false, W_S2_4_S * G_2_1));
    const Vec L_S2_4_S_1_3_false = fma(-G_3_2, L_S4_S_1_2_false, fma(-G_3_4, L_S2_S_1_4_false, W_S2_4_S * G_3_1));
    const Vec L_S2_4_S_1_4_false = fma(-G_4_2, L_S4_S_1_2_false, fma(-G_4_4, L_S2_S_1_4_false, W_S2_4_S * G_4_1));
    const Vec L_S3_4_S_1_1_false = fma(-L_S4_S_1_3_false, G_1_3, fma(-L_S3_S_1_4_false, G_1_4, G_1_1 * W_S3_4_S));
    const Vec W_S1_3_4_S = t1 * L_S3_4_S_1_1_false;
    const Vec L_S3_4_S_1_2_false = fma(-G_2_3, L_S4_S_1_3_false, fma(-G_2_4, L_S3_S_1_4_false, W_S3_4_S * G_2_1));
    const Vec L_S3_4_S_1_3_false = fma(-G_3_3, L_S4_S_1_3_false, fma(-G_3_4, L_S3_S_1_4_false, W_S3_4_S * G_3_1));
    const Vec L_S3_4_S_1_4_false = fma(-G_4_3, L_S4_S_1_3_false, fma(-G_4_4, L_S3_S_1_4_false, W_S3_4_S * G_4_1));
    const Vec L_S2_3_4_S_1_1_false = fma(-G_1_2, L_S3_4_S_1_2_false, fma(-L_S2_4_S_1_3_false, G_1_3, fma(-L_S2_3_S_1_4_false, G_1_4, G_1_1 * W_S2_3_4_S)));
    const Vec W_S1_2_3_4_S = t1 * L_S2_3_4_S_1_1_false;
    const Vec L_S2_3_4_S_1_2_false = fma(-G_2_2, L_S3_4_S_1_2_false, fma(-G_2_3, L_S2_4_S_1_3_false, fma(-G_2_4, L_S2_3_S_1_4_false, W_S2_3_4_S * G_2_1)));
    const Vec L_S2_3_4_S_1_3_false = fma(-G_3_2, L_S3_4_S_1_2_false, fma(-G_3_3, L_S2_4_S_1_3_false, fma(-G_3_4, L_S2_3_S_1_4_false, W_S2_3_4_S * G_3_1)));
    const Vec L_S2_3_4_S_1_4_false = fma(-G_4_2, L_S3_4_S_1_2_false, fma(-G_4_3, L_S2_4_S_1_3_false, fma(-G_4_4, L_S2_3_S_1_4_false, W_S2_3_4_S * G_4_1)));
    const Vec t11 = G_2_2 * W_S2_S;
    const Vec W_S_S2 = t2 * t11;
    const Vec Z_S2 = t11 + W_S_S2;
    const Vec L_S_S2_1_1_false = fma(-G_1_2, L_S2_S_1_2_false, G_1_1 * W_S_S2);
    const Vec L_S_S2_1_3_false = fma(-G_3_2, L_S2_S_1_2_false, G_3_1 * W_S_S2);
    const Vec L_S_S2_1_4_false = fma(-G_4_2, L_S2_S_1_2_false, G_4_1 * W_S_S2);
    const Vec L_S3_S2_1_1_false = fma(-G_1_3, L_S_S2_1_3_false, fma(-G_1_2, L_S2_3_S_1_2_false, G_1_1 * W_S3_S2));
    const Vec W_S1_3_S2 = t1 * L_S3_S2_1_1_false;
    const Vec L_S3_S2_1_3_false = fma(-G_3_3, L_S_S2_1_3_false, fma(-G_3_2, L_S2_3_S_1_2_false, G_3_1 * W_S3_S2));
    const Vec L_S3_S2_1_4_false = fma(-G_4_3, L_S_S2_1_3_false, fma(-G_4_2, L_S2_3_S_1_2_false, G_4_1 * W_S3_S2));
    const Vec L_S4_S2_1_1_false = fma(-L_S_S2_1_4_false, G_1_4, fma(-G_1_2, L_S2_4_S_1_2_false, G_1_1 * W_S4_S2));
    const Vec W_S1_4_S2 = t1 * L_S4_S2_1_1_false;
    const Vec L_S4_S2_1_3_false = fma(-G_3_4, L_S_S2_1_4_false, fma(-G_3_2, L_S2_4_S_1_2_false, G_3_1 * W_S4_S2));
    const Vec L_S4_S2_1_4_false = fma(-G_4_4, L_S_S2_1_4_false, fma(-G_4_2, L_S2_4_S_1_2_false, G_4_1 * W_S4_S2));
    const Vec L_S3_4_S2_1_1_false = fma(-G_1_3, L_S4_S2_1_3_false, fma(-L_S3_S2_1_4_false, G_1_4, fma(-G_1_2, L_S2_3_4_S_1_2_false, G_1_1 * W_S3_4_S2)));
    const Vec W_S1_3_4_S2 = t1 * L_S3_4_S2_1_1_false;
    const Vec L_S3_4_S2_1_3_false = fma(-G_3_3, L_S4_S2_1_3_false, fma(-G_3_4, L_S3_S2_1_4_false, fma(-G_3_2, L_S2_3_4_S_1_2_false, G_3_1 * W_S3_4_S2)));
    const Vec L_S3_4_S2_1_4_false = fma(-G_4_3, L_S4_S2_1_3_false, fma(-G_4_4, L_S3_S2_1_4_false, fma(-G_4_2, L_S2_3_4_S_1_2_false, G_4_1 * W_S3_4_S2)));
    const Vec t12 = G_3_3 * W_S3_S;
    const Vec W_S_S3 = t2 * t12;
    const Vec Z_S3 = t12 + W_S_S3;
    const Vec L_S_S3_2_2_false = fma(-G_2_3, L_S3_S_2_3_false, G_2_2 * W_S_S3);
    const Vec W_S2_S3 = t1 * L_S_S3_2_2_false;
    const Vec t13 = G_2_2 * W_S2_S3;
    const Vec L_S_S3_2_2_true = fma(-G_2_3, L_S3_S_2_3_true, t13);
    const Vec W_S_S2_3 = t2 * L_S_S3_2_2_true;
    const Vec L_S_S3_2_4_false = fma(-G_4_3, L_S3_S_2_3_false, G_4_2 * W_S_S3);
    const Vec L_S_S3_2_4_true = fma(-G_4_3, L_S3_S_2_3_true, G_4_2 * W_S2_S3);
    const Vec L_S4_S3_2_2_false = fma(-G_2_4, L_S_S3_2_4_false, fma(-G_2_3, L_S3_4_S_2_3_false, G_2_2 * W_S4_S3));
    const Vec W_S2_4_S3 = t1 * L_S4_S3_2_2_false;
    const Vec L_S4_S3_2_2_true = fma(-G_2_4, L_S_S3_2_4_true, fma(-G_2_3, L_S3_4_S_2_3_true, G_2_2 * W_S2_4_S3));
    const Vec W_S4_S2_3 = t2 * L_S4_S3_2_2_true;
    const Vec L_S4_S3_2_4_false = fma(-G_4_4, L_S_S3_2_4_false, fma(-G_4_3, L_S3_4_S_2_3_false, G_4_2 * W_S4_S3));
    const Vec L_S4_S3_2_4_true = fma(-G_4_4, L_S_S3_2_4_true, fma(-G_4_3, L_S3_4_S_2_3_true, G_4_2 * W_S2_4_S3));
    const Vec L_S_S3_1_1_false = fma(-L_S3_S_1_3_false, G_1_3, G_1_1 * W_S_S3);
    const Vec L_S_S3_1_2_false = fma(-G_2_3, L_S3_S_1_3_false, W_S_S3 * G_2_1);
    const Vec L_S_S3_1_4_false = fma(-G_4_3, L_S3_S_1_3_false, W_S_S3 * G_4_1);
    const Vec L_S2_S3_1_1_false = fma(-G_1_2, L_S_S3_1_2_false, fma(-L_S2_3_S_1_3_false, G_1_3, G_1_1 * W_S2_S3));
    const Vec W_S1_2_S3 = t1 * L_S2_S3_1_1_false;
    const Vec L_S2_S3_1_2_false = fma(-G_2_2, L_S_S3_1_2_false, fma(-G_2_3, L_S2_3_S_1_3_false, W_S2_S3 * G_2_1));
    const Vec L_S2_S3_1_4_false = fma(-G_4_2, L_S_S3_1_2_false, fma(-G_4_3, L_S2_3_S_1_3_false, W_S2_S3 * G_4_1));
    const Vec L_S4_S3_1_1_false = fma(-L_S_S3_1_4_false, G_1_4, fma(-L_S3_4_S_1_3_false, G_1_3, G_1_1 * W_S4_S3));
    const Vec W_S1_4_S3 = t1 * L_S4_S3_1_1_false;
    const Vec L_S4_S3_1_2_false = fma(-G_2_4, L_S_S3_1_4_false, fma(-G_2_3, L_S3_4_S_1_3_false, W_S4_S3 * G_2_1));
    const Vec L_S4_S3_1_4_false = fma(-G_4_4, L_S_S3_1_4_false, fma(-G_4_3, L_S3_4_S_1_3_false, W_S4_S3 * G_4_1));
    const Vec L_S2_4_S3_1_1_false = fma(-G_1_2, L_S4_S3_1_2_false, fma(-L_S2_S3_1_4_false, G_1_4, fma(-L_S2_3_4_S_1_3_false, G_1_3, G_1_1 * W_S2_4_S3)));
    const Vec W_S1_2_4_S3 = t1 * L_S2_4_S3_1_1_false;
    const Vec L_S2_4_S3_1_2_false = fma(-G_2_2, L_S4_S3_1_2_false, fma(-G_2_4, L_S2_S3_1_4_false, fma(-G_2_3, L_S2_3_4_S_1_3_false, W_S2_4_S3 * G_2_1)));
    const Vec L_S2_4_S3_1_4_false = fma(-G_4_2, L_S4_S3_1_2_false, fma(-G_4_4, L_S2_S3_1_4_false, fma(-G_4_3, L_S2_3_4_S_1_3_false, W_S2_4_S3 * G_4_1)));
    const Vec L_S_S2_3_1_1_false = fma(-G_1_2, L_S2_S3_1_2_false, fma(-G_1_3, L_S3_S2_1_3_false, G_1_1 * W_S_S2_3));
    const Vec L_S_S2_3_1_4_false = fma(-G_4_2, L_S2_S3_1_2_false, fma(-G_4_3, L_S3_S2_1_3_false, G_4_1 * W_S_S2_3));
    const Vec L_S4_S2_3_1_1_false = fma(-G_1_4, L_S_S2_3_1_4_false, fma(-G_1_2, L_S2_4_S3_1_2_false, fma(-G_1_3, L_S3_4_S2_1_3_false, G_1_1 * W_S4_S2_3)));
    const Vec W_S1_4_S2_3 = t1 * L_S4_S2_3_1_1_false;
    const Vec L_S4_S2_3_1_4_false = fma(-G_4_4, L_S_S2_3_1_4_false, fma(-G_4_2, L_S2_4_S3_1_2_false, fma(-G_4_3, L_S3_4_S2_1_3_false, G_4_1 * W_S4_S2_3)));
    const Vec t14 = G_4_4 * W_S4_S;
    const Vec W_S_S4 = t2 * t14;
    const Vec L_S_S4_3_3_false = fma(-t9, t3, G_3_3 * W_S_S4);
    const Vec Z_S4 = t14 + W_S_S4;
    const Vec W_S3_S4 = t1 * L_S_S4_3_3_false;
    const Vec t15 = G_3_3 * W_S3_S4;
    const Vec L_S_S4_3_3_true = fma(-G_3_4, L_S4_S_3_4_true, t15);
    const Vec W_S_S3_4 = t2 * L_S_S4_3_3_true;
    const Vec L_S_S4_2_2_false = fma(-L_S4_S_2_4_false, G_2_4, G_2_2 * W_S_S4);
    const Vec W_S2_S4 = t1 * L_S_S4_2_2_false;
    const Vec t16 = G_2_2 * W_S2_S4;
    const Vec L_S_S4_2_2_true = fma(-G_2_4, L_S4_S_2_4_true, t16);
    const Vec W_S_S2_4 = t2 * L_S_S4_2_2_true;
    const Vec L_S_S4_2_3_false = fma(-G_3_4, L_S4_S_2_4_false, W_S_S4 * G_3_2);
    const Vec L_S_S4_2_3_true = fma(-G_3_4, L_S4_S_2_4_true, G_3_2 * W_S2_S4);
    const Vec L_S3_S4_2_2_false = fma(-G_2_3, L_S_S4_2_3_false, fma(-L_S3_4_S_2_4_false, G_2_4, G_2_2 * W_S3_S4));
    const Vec W_S2_3_S4 = t1 * L_S3_S4_2_2_false;
    const Vec L_S3_S4_2_2_true = fma(-G_2_3, L_S_S4_2_3_true, fma(-G_2_4, L_S3_4_S_2_4_true, G_2_2 * W_S2_3_S4));
    const Vec W_S3_S2_4 = t2 * L_S3_S4_2_2_true;
    const Vec L_S3_S4_2_3_false = fma(-G_3_3, L_S_S4_2_3_false, fma(-G_3_4, L_S3_4_S_2_4_false, W_S3_S4 * G_3_2));
    const Vec L_S_S3_4_2_2_false = fma(-G_2_3, L_S3_S4_2_3_false, fma(-G_2_4, L_S4_S3_2_4_false, G_2_2 * W_S_S3_4));
    const Vec W_S2_S3_4 = t1 * L_S_S3_4_2_2_false;
    const Vec L_S3_S4_2_3_true = fma(-G_3_3, L_S_S4_2_3_true, fma(-G_3_4, L_S3_4_S_2_4_true, G_3_2 * W_S2_3_S4));
    const Vec L_S_S4_1_1_false = fma(-L_S4_S_1_4_false, G_1_4, G_1_1 * W_S_S4);
    const Vec L_S_S4_1_2_false = fma(-G_2_4, L_S4_S_1_4_false, W_S_S4 * G_2_1);
    const Vec L_S_S4_1_3_false = fma(-G_3_4, L_S4_S_1_4_false, W_S_S4 * G_3_1);
    const Vec L_S2_S4_1_1_false = fma(-G_1_2, L_S_S4_1_2_false, fma(-L_S2_4_S_1_4_false, G_1_4, G_1_1 * W_S2_S4));
    const Vec W_S1_2_S4 = t1 * L_S2_S4_1_1_false;
    const Vec L_S2_S4_1_2_false = fma(-G_2_2, L_S_S4_1_2_false, fma(-G_2_4, L_S2_4_S_1_4_false, W_S2_S4 * G_2_1));
    const Vec L_S2_S4_1_3_false = fma(-G_3_2, L_S_S4_1_2_false, fma(-G_3_4, L_S2_4_S_1_4_false, W_S2_S4 * G_3_1));
    const Vec L_S3_S4_1_1_false = fma(-L_S_S4_1_3_false, G_1_3, fma(-L_S3_4_S_1_4_false, G_1_4, G_1_1 * W_S3_S4));
    const Vec W_S1_3_S4 = t1 * L_S3_S4_1_1_false;
    const Vec L_S3_S4_1_2_false = fma(-G_2_3, L_S_S4_1_3_false, fma(-G_2_4, L_S3_4_S_1_4_false, W_S3_S4 * G_2_1));
    const Vec L_S3_S4_1_3_false = fma(-G_3_3, L_S_S4_1_3_false, fma(-G_3_4, L_S3_4_S_1_4_false, W_S3_S4 * G_3_1));
    const Vec L_S2_3_S4_1_1_false = fma(-G_1_2, L_S3_S4_1_2_false, fma(-L_S2_S4_1_3_false, G_1_3, fma(-L_S2_3_4_S_1_4_false, G_1_4, G_1_1 * W_S2_3_S4)));
    const Vec W_S1_2_3_S4 = t1 * L_S2_3_S4_1_1_false;
    const Vec L_S2_3_S4_1_2_false = fma(-G_2_2, L_S3_S4_1_2_false, fma(-G_2_3, L_S2_S4_1_3_false, fma(-G_2_4, L_S2_3_4_S_1_4_false, W_S2_3_S4 * G_2_1)));
    const Vec L_S2_3_S4_1_3_false = fma(-G_3_2, L_S3_S4_1_2_false, fma(-G_3_3, L_S2_S4_1_3_false, fma(-G_3_4, L_S2_3_4_S_1_4_false, W_S2_3_S4 * G_3_1)));
    const Vec L_S_S2_4_1_1_false = fma(-G_1_2, L_S2_S4_1_2_false, fma(-L_S4_S2_1_4_false, G_1_4, G_1_1 * W_S_S2_4));
    const Vec L_S_S2_4_1_3_false = fma(-G_3_2, L_S2_S4_1_2_false, fma(-G_3_4, L_S4_S2_1_4_false, G_3_1 * W_S_S2_4));
    const Vec L_S3_S2_4_1_1_false = fma(-G_1_3, L_S_S2_4_1_3_false, fma(-G_1_2, L_S2_3_S4_1_2_false, fma(-L_S3_4_S2_1_4_false, G_1_4, G_1_1 * W_S3_S2_4)));
    const Vec W_S1_3_S2_4 = t1 * L_S3_S2_4_1_1_false;
    const Vec L_S3_S2_4_1_3_false = fma(-G_3_3, L_S_S2_4_1_3_false, fma(-G_3_2, L_S2_3_S4_1_2_false, fma(-G_3_4, L_S3_4_S2_1_4_false, G_3_1 * W_S3_S2_4)));
    const Vec t17 = G_2_2 * W_S2_S3_4;
    const Vec L_S_S3_4_2_2_true = fma(-G_2_3, L_S3_S4_2_3_true, fma(-G_2_4, L_S4_S3_2_4_true, t17));
    const Vec W_S_S2_3_4 = t2 * L_S_S3_4_2_2_true;
    const Vec L_S_S3_4_1_1_false = fma(-L_S3_S4_1_3_false, G_1_3, fma(-L_S4_S3_1_4_false, G_1_4, G_1_1 * W_S_S3_4));
    const Vec L_S_S3_4_1_2_false = fma(-G_2_3, L_S3_S4_1_3_false, fma(-G_2_4, L_S4_S3_1_4_false, W_S_S3_4 * G_2_1));
    const Vec L_S2_S3_4_1_1_false = fma(-G_1_2, L_S_S3_4_1_2_false, fma(-L_S2_3_S4_1_3_false, G_1_3, fma(-L_S2_4_S3_1_4_false, G_1_4, G_1_1 * W_S2_S3_4)));
    const Vec W_S1_2_S3_4 = t1 * L_S2_S3_4_1_1_false;
    const Vec L_S2_S3_4_1_2_false = fma(-G_2_2, L_S_S3_4_1_2_false, fma(-G_2_3, L_S2_3_S4_1_3_false, fma(-G_2_4, L_S2_4_S3_1_4_false, W_S2_S3_4 * G_2_1)));
    const Vec L_S_S2_3_4_1_1_false = fma(-G_1_2, L_S2_S3_4_1_2_false, fma(-G_1_3, L_S3_S2_4_1_3_false, fma(-G_1_4, L_S4_S2_3_1_4_false, G_1_1 * W_S_S2_3_4)));
    const Vec P_S3_2_2 = fma(G_2_2, G_3_3, -t4);
    const Vec Z_S2_3 = fma(W_S2_3_S, P_S3_2_2, fma(G_3_3, W_S3_S2, t13) + W_S_S2_3);
    const Vec P_S4_2_2 = fma(G_2_2, G_4_4, -t7);
    const Vec Z_S2_4 = fma(W_S2_4_S, P_S4_2_2, fma(G_4_4, W_S4_S2, t16) + W_S_S2_4);
    const Vec P_S4_3_3 = fma(G_3_3, G_4_4, -t3);
    const Vec Z_S3_4 = fma(W_S3_4_S, P_S4_3_3, fma(G_4_4, W_S4_S3, t15) + W_S_S3_4);
    const Vec P_S4_2_3 = fma(G_4_4, G_3_2, -t8);
    const Vec P_S3_2_4 = fma(G_3_3, G_4_2, -t6);
    const Vec P_S3_4_2_2 = fma(-G_2_4, P_S3_2_4, fma(-G_2_3, P_S4_2_3, G_2_2 * P_S4_3_3));
    const Vec Z_S2_3_4 = fma(W_S2_3_4_S, P_S3_4_2_2, fma(W_S3_4_S2, P_S4_3_3, fma(W_S2_4_S3, P_S4_2_2, fma(W_S2_3_S4, P_S3_2_2, fma(G_3_3, W_S3_S2_4, fma(G_4_4, W_S4_S2_3, t17)) + W_S_S2_3_4))));
    const Vec W_S1_S = G_1_1 * t1;
    const Vec C_S1_4_1 = fma(-t1, L_S_S4_1_1_false, fma(-G_4_4, W_S1_4_S, Z_S4 * W_S1_S));
    const Vec C_S1_3_1 = fma(-t1, L_S_S3_1_1_false, fma(-G_3_3, W_S1_3_S, Z_S3 * W_S1_S));
    const Vec C_S1_2_1 = fma(-t1, L_S_S2_1_1_false, fma(-G_2_2, W_S1_2_S, Z_S2 * W_S1_S));
    const Vec C_S1_2_3_1 = fma(-Z_S3, C_S1_2_1, fma(-Z_S2, C_S1_3_1, fma(-P_S3_2_2, W_S1_2_3_S, fma(-t1, L_S_S2_3_1_1_false, fma(-G_2_2, W_S1_2_S3, fma(-G_3_3, W_S1_3_S2, W_S1_S * Z_S2_3))))));
    const Vec C_S1_3_4_1 = fma(-Z_S4, C_S1_3_1, fma(-Z_S3, C_S1_4_1, fma(-P_S4_3_3, W_S1_3_4_S, fma(-t1, L_S_S3_4_1_1_false, fma(-G_3_3, W_S1_3_S4, fma(-G_4_4, W_S1_4_S3, W_S1_S * Z_S3_4))))));
    const Vec C_S1_2_4_1 = fma(-Z_S4, C_S1_2_1, fma(-Z_S2, C_S1_4_1, fma(-P_S4_2_2, W_S1_2_4_S, fma(-t1, L_S_S2_4_1_1_false, fma(-G_2_2, W_S1_2_S4, fma(-G_4_4, W_S1_4_S2, W_S1_S * Z_S2_4))))));
    const Vec C_S1_2_3_4_1 = fma(-Z_S3, C_S1_2_4_1, fma(-Z_S2, C_S1_3_4_1, fma(-Z_S4, C_S1_2_3_1, fma(-Z_S3_4, C_S1_2_1, fma(-C_S1_3_1, Z_S2_4, fma(-C_S1_4_1, Z_S2_3, fma(-P_S3_4_2_2, W_S1_2_3_4_S, fma(-P_S4_3_3, W_S1_3_4_S2, fma(-P_S4_2_2, W_S1_2_4_S3, fma(-P_S3_2_2, W_S1_2_3_S4, fma(-t1, L_S_S2_3_4_1_1_false, fma(-G_2_2, W_S1_2_S3_4, fma(-G_3_3, W_S1_3_S2_4, fma(-G_4_4, W_S1_4_S2_3, W_S1_S * Z_S2_3_4))))))))))))));
    const Vec Q_S2_3_1_2 = fma(-G_3_2, G_1_3, G_3_3 * G_1_2);
    const Vec Q_S2_4_1_2 = fma(-G_4_2, G_1_4, G_4_4 * G_1_2);
    const Vec Q_S2_3_4_1_2 = fma(-G_1_4, P_S3_2_4, fma(-G_1_3, P_S4_2_3, G_1_2 * P_S4_3_3));
    const Vec A_S1_2_2 = G_1_2 * W_S1_2_S;
    const Vec C_S1_2_4_2 = fma(-Z_S4, A_S1_2_2, fma(W_S1_2_4_S, Q_S2_4_1_2, G_1_2 * W_S1_2_S4));
    const Vec C_S1_2_3_2 = fma(-Z_S3, A_S1_2_2, fma(W_S1_2_3_S, Q_S2_3_1_2, G_1_2 * W_S1_2_S3));
    const Vec C_S1_2_3_4_2 = fma(-Z_S4, C_S1_2_3_2, fma(-Z_S3, C_S1_2_4_2, fma(-Z_S3_4, A_S1_2_2, fma(W_S1_2_3_4_S, Q_S2_3_4_1_2, fma(W_S1_2_4_S3, Q_S2_4_1_2, fma(W_S1_2_3_S4, Q_S2_3_1_2, G_1_2 * W_S1_2_S3_4))))));
    const Vec Q_S2_3_1_3 = fma(-G_2_3, G_1_2, G_2_2 * G_1_3);
    const Vec Q_S3_4_1_3 = fma(-G_4_3, G_1_4, G_4_4 * G_1_3);
    const Vec Q_S3_4_2_3 = fma(-G_4_3, G_2_4, G_4_4 * G_2_3);
    const Vec Q_S2_3_4_3 = fma(-G_2_3, G_4_2, G_2_2 * G_4_3);
    const Vec Q_S2_3_4_1_3 = fma(-G_1_4, Q_S2_3_4_3, fma(-G_1_2, Q_S3_4_2_3, G_1_3 * P_S4_2_2));
    const Vec A_S1_3_3 = G_1_3 * W_S1_3_S;
    const Vec C_S1_3_4_3 = fma(-Z_S4, A_S1_3_3, fma(W_S1_3_4_S, Q_S3_4_1_3, G_1_3 * W_S1_3_S4));
    const Vec C_S1_2_3_3 = fma(-Z_S2, A_S1_3_3, fma(W_S1_2_3_S, Q_S2_3_1_3, G_1_3 * W_S1_3_S2));
    const Vec C_S1_2_3_4_3 = fma(-Z_S4, C_S1_2_3_3, fma(-Z_S2, C_S1_3_4_3, fma(-Z_S2_4, A_S1_3_3, fma(W_S1_2_3_4_S, Q_S2_3_4_1_3, fma(W_S1_3_4_S2, Q_S3_4_1_3, fma(W_S1_2_3_S4, Q_S2_3_1_3, G_1_3 * W_S1_3_S2_4))))));
    const Vec Q_S2_4_1_4 = fma(-G_2_4, G_1_2, G_2_2 * G_1_4);
    const Vec Q_S3_4_1_4 = fma(-G_3_4, G_1_3, G_3_3 * G_1_4);
    const Vec Q_S3_4_2_4 = fma(-G_3_4, G_2_3, G_3_3 * G_2_4);
    const Vec Q_S2_4_3_4 = fma(-G_3_2, G_2_4, G_2_2 * G_3_4);
    const Vec Q_S2_3_4_1_4 = fma(-G_1_3, Q_S2_4_3_4, fma(-G_1_2, Q_S3_4_2_4, G_1_4 * P_S3_2_2));
    const Vec A_S1_4_4 = G_1_4 * W_S1_4_S;
    const Vec C_S1_3_4_4 = fma(-Z_S3, A_S1_4_4, fma(W_S1_3_4_S, Q_S3_4_1_4, G_1_4 * W_S1_4_S3));
    const Vec C_S1_2_4_4 = fma(-Z_S2, A_S1_4_4, fma(W_S1_2_4_S, Q_S2_4_1_4, G_1_4 * W_S1_4_S2));
    const Vec C_S1_2_3_4_4 = fma(-Z_S3, C_S1_2_4_4, fma(-Z_S2, C_S1_3_4_4, fma(-Z_S2_3, A_S1_4_4, fma(W_S1_2_3_4_S, Q_S2_3_4_1_4, fma(W_S1_3_4_S2, Q_S3_4_1_4, fma(W_S1_2_4_S3, Q_S2_4_1_4, G_1_4 * W_S1_4_S2_3))))));
    store(to[0].data + 0 * to[0].row_stride + at, C_S1_2_3_4_1);
    store(to[0].data + 1 * to[0].row_stride + at, C_S1_2_3_4_2);
    store(to[0].data + 2 * to[0].row_stride + at, C_S1_2_3_4_3);
    store(to[0].data + 3 * to[0].row_stride + at, C_S1_2_3_4_4);
  }
}

extern "C" extern const Size hubbard_sun_cdet_greens_function_work_bytes;
extern "C" const Size hubbard_sun_cdet_greens_function_work_bytes = 8320;

extern "C" void hubbard_sun_cdet_greens_function_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_sun_cdet_greens_function_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_sun_cdet_greens_function_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 16 * lanes, lanes};
  hubbard_sun_cdet_greens_function_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 4; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(16 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_cdet_greens_function(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_cdet_greens_function_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_cdet_greens_function_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
