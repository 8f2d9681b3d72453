// two_body_density, n = 4: double precision, 4 configurations a vector.
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
typedef double Real;
enum : Size { lanes = 4 };
typedef Real Vec __attribute__((ext_vector_type(4)));
// A vector at any place of a row.
typedef Real Row __attribute__((ext_vector_type(4), aligned(8), may_alias));

static inline Vec splat(Real x) { return x; }
static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); }
static inline Vec load(const Real *row) { return *(const Row *)row; }
static inline void store(Real *row, Vec x) { *(Row *)row = x; }
enum : Size { block = 12 };  // vectors of configurations in rows of inputs that all configurations share

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};

extern "C" void two_body_density_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_2 = load(from[0].data + 20 * from[0].row_stride + at);
    const Vec t1 = N * G_2_2;
    const Vec G_4_0 = load(from[0].data + 36 * from[0].row_stride + at);
    const Vec G_2_0 = load(from[0].data + 18 * from[0].row_stride + at);
    const Vec G_4_2 = load(from[0].data + 38 * from[0].row_stride + at);
    const Vec W_4_S1_0_4 = fma(-G_2_0, G_4_2, G_4_0 * t1);
    const Vec G_6_0 = load(from[0].data + 54 * from[0].row_stride + at);
    const Vec G_6_2 = load(from[0].data + 56 * from[0].row_stride + at);
    const Vec W_4_S1_0_6 = fma(-G_2_0, G_6_2, G_6_0 * t1);
    const Vec G_8_0 = load(from[0].data + 72 * from[0].row_stride + at);
    const Vec G_8_2 = load(from[0].data + 74 * from[0].row_stride + at);
    const Vec W_4_S1_0_8 = fma(-G_2_0, G_8_2, G_8_0 * t1);
    const Vec G_4_4 = load(from[0].data + 40 * from[0].row_stride + at);
    const Vec t2 = N * G_4_4;
    const Vec G_2_4 = load(from[0].data + 22 * from[0].row_stride + at);
    const Vec W_4_S2_0_2 = fma(-G_2_4, G_4_0, t2 * G_2_0);
    const Vec G_6_4 = load(from[0].data + 58 * from[0].row_stride + at);
    const Vec W_4_S2_0_6 = fma(-G_4_0, G_6_4, G_6_0 * t2);
    const Vec G_8_4 = load(from[0].data + 76 * from[0].row_stride + at);
    const Vec W_4_S2_0_8 = fma(-G_4_0, G_8_4, G_8_0 * t2);
    const Vec t3 = N * G_4_2;
    const Vec W_4_S2_2_2 = fma(-G_2_4, t3, t2 * t1);
    const Vec t4 = N * G_6_2;
    const Vec W_4_S2_2_6 = fma(-G_6_4, t3, t2 * t4);
    const Vec t5 = N * G_8_2;
    const Vec W_4_S2_2_8 = fma(-G_8_4, t3, t2 * t5);
    const Vec W_4_S1_2_0_6 = fma(-G_6_0, W_4_S2_2_2, fma(G_6_2, W_4_S2_0_2, G_6_4 * W_4_S1_0_4));
    const Vec W_4_S1_2_0_8 = fma(-G_8_0, W_4_S2_2_2, fma(G_8_2, W_4_S2_0_2, G_8_4 * W_4_S1_0_4));
    const Vec G_6_6 = load(from[0].data + 60 * from[0].row_stride + at);
    const Vec t6 = N * G_6_6;
    const Vec G_2_6 = load(from[0].data + 24 * from[0].row_stride + at);
    const Vec W_4_S3_0_2 = fma(-G_6_0, G_2_6, t6 * G_2_0);
    const Vec G_4_6 = load(from[0].data + 42 * from[0].row_stride + at);
    const Vec W_4_S3_0_4 = fma(-G_4_6, G_6_0, t6 * G_4_0);
    const Vec G_8_6 = load(from[0].data + 78 * from[0].row_stride + at);
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
    const Vec G_8_8 = load(from[0].data + 80 * from[0].row_stride + at);
    const Vec t9 = N * G_8_8;
    const Vec G_2_8 = load(from[0].data + 26 * from[0].row_stride + at);
    const Vec W_4_S4_0_2 = fma(-G_8_0, G_2_8, t9 * G_2_0);
    const Vec G_4_8 = load(from[0].data + 44 * from[0].row_stride + at);
    const Vec W_4_S4_0_4 = fma(-G_8_0, G_4_8, t9 * G_4_0);
    const Vec G_6_8 = load(from[0].data + 62 * from[0].row_stride + at);
    const Vec W_4_S4_0_6 = fma(-G_6_8, G_8_0, G_6_0 * t9);
    const Vec G_7_0 = load(from[0].data + 63 * from[0].row_stride + at);
    const Vec G_7_8 = load(from[0].data + 71 * from[0].row_stride + at);
    const Vec W_4_S4_0_7 = fma(-G_8_0, G_7_8, t9 * G_7_0);
    const Vec W_4_S4_2_2 = fma(-G_2_8, t5, t9 * t1);
    const Vec t10 = N * t9;
    const Vec W_4_S4_2_4 = fma(-G_4_8, t5, G_4_2 * t10);
    const Vec W_4_S4_2_6 = fma(-G_6_8, t5, G_6_2 * t10);
    const Vec G_7_2 = load(from[0].data + 65 * from[0].row_stride + at);
    const Vec W_4_S4_2_7 = fma(-t5, G_7_8, G_7_2 * t10);
    const Vec t11 = N * G_8_4;
    const Vec W_4_S4_4_4 = fma(-G_4_8, t11, G_4_4 * t10);
    const Vec W_4_S4_4_6 = fma(-G_6_8, t11, G_6_4 * t10);
    const Vec G_7_4 = load(from[0].data + 67 * from[0].row_stride + at);
    const Vec W_4_S4_4_7 = fma(-t11, G_7_8, G_7_4 * t10);
    const Vec t12 = N * G_8_6;
    const Vec W_4_S4_6_6 = fma(-G_6_8, t12, G_6_6 * t10);
    const Vec G_7_6 = load(from[0].data + 69 * from[0].row_stride + at);
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
    const Vec G_2_7 = load(from[0].data + 25 * from[0].row_stride + at);
    const Vec W_3_S_0_2 = G_2_7 * W_4_S4_0_7;
    const Vec G_4_7 = load(from[0].data + 43 * from[0].row_stride + at);
    const Vec W_3_S_0_4 = G_4_7 * W_4_S4_0_7;
    const Vec G_6_7 = load(from[0].data + 61 * from[0].row_stride + at);
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
    const Vec G_5_7 = load(from[0].data + 52 * from[0].row_stride + at);
    const Vec G_5_6 = load(from[0].data + 51 * from[0].row_stride + at);
    const Vec G_5_0 = load(from[0].data + 45 * from[0].row_stride + at);
    const Vec W_3_S3_0_5 = fma(-W_3_S_6_6, G_5_0, fma(W_3_S_0_6, G_5_6, G_5_7 * W_4_S3_4_0_7));
    const Vec W_3_S3_2_2 = fma(-W_3_S_6_6, t1, fma(G_2_6, W_3_S_2_6, G_2_7 * W_4_S3_4_2_7));
    const Vec t15 = N * W_3_S_6_6;
    const Vec W_3_S3_2_4 = fma(-G_4_2, t15, fma(G_4_6, W_3_S_2_6, G_4_7 * W_4_S3_4_2_7));
    const Vec G_5_2 = load(from[0].data + 47 * from[0].row_stride + at);
    const Vec W_3_S3_2_5 = fma(-G_5_2, t15, fma(W_3_S_2_6, G_5_6, G_5_7 * W_4_S3_4_2_7));
    const Vec W_3_S3_4_4 = fma(-G_4_4, t15, fma(G_4_6, W_3_S_4_6, G_4_7 * W_4_S3_4_4_7));
    const Vec G_5_4 = load(from[0].data + 49 * from[0].row_stride + at);
    const Vec W_3_S3_4_5 = fma(-G_5_4, t15, fma(W_3_S_4_6, G_5_6, G_5_7 * W_4_S3_4_4_7));
    const Vec W_3_S1_3_0_4 = fma(-G_4_0, W_3_S3_2_2, fma(G_4_2, W_3_S3_0_2, fma(G_4_6, W_3_S1_0_6, G_4_7 * W_4_S1_3_4_0_7)));
    const Vec W_3_S1_3_0_5 = fma(-W_3_S3_2_2, G_5_0, fma(G_5_2, W_3_S3_0_2, fma(W_3_S1_0_6, G_5_6, G_5_7 * W_4_S1_3_4_0_7)));
    const Vec W_3_S2_3_0_2 = fma(-G_2_0, W_3_S3_4_4, fma(G_2_4, W_3_S3_0_4, fma(G_2_6, W_3_S2_0_6, G_2_7 * W_4_S2_3_4_0_7)));
    const Vec W_3_S2_3_0_5 = fma(-W_3_S3_4_4, G_5_0, fma(W_3_S3_0_4, G_5_4, fma(W_3_S2_0_6, G_5_6, G_5_7 * W_4_S2_3_4_0_7)));
    const Vec W_3_S2_3_2_2 = fma(-W_3_S3_4_4, t1, fma(G_2_4, W_3_S3_2_4, fma(G_2_6, W_3_S2_2_6, G_2_7 * W_4_S2_3_4_2_7)));
    const Vec W_3_S2_3_2_5 = fma(-N * G_5_2, W_3_S3_4_4, fma(G_5_4, W_3_S3_2_4, fma(G_5_6, W_3_S2_2_6, G_5_7 * W_4_S2_3_4_2_7)));
    const Vec W_3_S1_2_3_0_5 = fma(-G_5_0, W_3_S2_3_2_2, fma(G_5_2, W_3_S2_3_0_2, fma(G_5_4, W_3_S1_3_0_4, fma(G_5_6, W_3_S1_2_0_6, G_5_7 * W_4_S1_2_3_4_0_7))));
    const Vec G_4_5 = load(from[0].data + 41 * from[0].row_stride + at);
    const Vec W_2_S_0_4 = G_4_5 * W_3_S3_0_5;
    const Vec W_2_S_2_4 = G_4_5 * W_3_S3_2_5;
    const Vec W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
    const Vec t16 = fma(-G_4_0, W_3_S3_2_5, G_4_2 * W_3_S3_0_5);
    const Vec G_2_5 = load(from[0].data + 23 * from[0].row_stride + at);
    const Vec W_2_S1_0_4 = fma(G_2_5, t16, G_4_5 * W_3_S1_3_0_5);
    const Vec W_2_S2_0_2 = fma(-G_2_0, W_2_S_4_4, fma(G_2_4, W_2_S_0_4, G_2_5 * W_3_S2_3_0_5));
    const Vec G_3_5 = load(from[0].data + 32 * from[0].row_stride + at);
    const Vec G_3_4 = load(from[0].data + 31 * from[0].row_stride + at);
    const Vec G_3_0 = load(from[0].data + 27 * from[0].row_stride + at);
    const Vec W_2_S2_0_3 = fma(-W_2_S_4_4, G_3_0, fma(W_2_S_0_4, G_3_4, G_3_5 * W_3_S2_3_0_5));
    const Vec W_2_S2_2_2 = fma(-W_2_S_4_4, t1, fma(G_2_4, W_2_S_2_4, G_2_5 * W_3_S2_3_2_5));
    const Vec G_3_2 = load(from[0].data + 29 * from[0].row_stride + at);
    const Vec W_2_S2_2_3 = fma(-N * G_3_2, W_2_S_4_4, fma(G_3_4, W_2_S_2_4, G_3_5 * W_3_S2_3_2_5));
    const Vec W_2_S1_2_0_3 = fma(-G_3_0, W_2_S2_2_2, fma(G_3_2, W_2_S2_0_2, fma(G_3_4, W_2_S1_0_4, G_3_5 * W_3_S1_2_3_0_5)));
    const Vec G_1_2 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec G_1_0 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec t17 = fma(-G_1_0, W_2_S2_2_3, G_1_2 * W_2_S2_0_3);
    const Vec G_1_3 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec G_2_3 = load(from[0].data + 21 * from[0].row_stride + at);
    const Vec W_1_S1_0_1 = fma(G_2_3, t17, G_1_3 * W_2_S1_2_0_3);
    const Vec V_1 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec V_2 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec V_3 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec V_4 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec t18 = -V_1 * V_2 * V_3 * V_4 * G_0_1 * W_1_S1_0_1;
    store(to[0].data + 0 * to[0].row_stride + at, t18);
  }
}

extern "C" extern const Size two_body_density_work_bytes;
extern "C" const Size two_body_density_work_bytes = 32672;

extern "C" void two_body_density_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    two_body_density_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 81 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 4 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(81 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 81 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      two_body_density_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 81; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(81 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 81 * lanes, lanes, 1};
  some_outputs[0] = {work + 85 * lanes, lanes};
  two_body_density_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(85 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int two_body_density(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (two_body_density_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  two_body_density_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
