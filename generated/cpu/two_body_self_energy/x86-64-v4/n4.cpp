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
enum : Size { block = 7 };  // vectors of configurations in rows of inputs that all configurations share

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};

extern "C" void two_body_self_energy_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_3_2 = load(from[0].data + 17 * from[0].row_stride + at);
    const Vec t1 = N * G_3_2;
    const Vec G_8_8 = load(from[0].data + 63 * from[0].row_stride + at);
    const Vec t2 = N * G_8_8;
    const Vec t3 = N * t2;
    const Vec G_8_6 = load(from[0].data + 61 * from[0].row_stride + at);
    const Vec t4 = N * G_8_6;
    const Vec G_7_6 = load(from[0].data + 53 * from[0].row_stride + at);
    const Vec G_7_8 = load(from[0].data + 55 * from[0].row_stride + at);
    const Vec W_4_S4_6_7 = fma(-t4, G_7_8, G_7_6 * t3);
    const Vec G_6_7 = load(from[0].data + 46 * from[0].row_stride + at);
    const Vec W_3_S_6_6 = G_6_7 * W_4_S4_6_7;
    const Vec G_8_4 = load(from[0].data + 59 * from[0].row_stride + at);
    const Vec t5 = N * G_8_4;
    const Vec G_7_4 = load(from[0].data + 51 * from[0].row_stride + at);
    const Vec W_4_S4_4_7 = fma(-t5, G_7_8, G_7_4 * t3);
    const Vec W_3_S_4_6 = G_6_7 * W_4_S4_4_7;
    const Vec G_6_6 = load(from[0].data + 45 * from[0].row_stride + at);
    const Vec G_6_8 = load(from[0].data + 47 * from[0].row_stride + at);
    const Vec W_4_S4_6_6 = fma(-G_6_8, t4, G_6_6 * t3);
    const Vec t6 = N * G_6_6;
    const Vec G_6_4 = load(from[0].data + 43 * from[0].row_stride + at);
    const Vec t7 = N * G_6_4;
    const Vec W_4_S3_4_8 = fma(-G_8_6, t7, t6 * t5);
    const Vec W_4_S4_4_6 = fma(-G_6_8, t5, G_6_4 * t3);
    const Vec W_4_S3_4_4_7 = fma(G_7_6, W_4_S4_4_6, fma(-G_7_4 * N, W_4_S4_6_6, G_7_8 * W_4_S3_4_8));
    const Vec G_5_6 = load(from[0].data + 37 * from[0].row_stride + at);
    const Vec G_5_4 = load(from[0].data + 35 * from[0].row_stride + at);
    const Vec G_5_7 = load(from[0].data + 38 * from[0].row_stride + at);
    const Vec W_3_S3_4_5 = fma(G_5_7, W_4_S3_4_4_7, fma(-N * G_5_4, W_3_S_6_6, G_5_6 * W_3_S_4_6));
    const Vec G_4_5 = load(from[0].data + 28 * from[0].row_stride + at);
    const Vec W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
    const Vec G_5_2 = load(from[0].data + 33 * from[0].row_stride + at);
    const Vec t8 = N * G_5_2;
    const Vec G_8_2 = load(from[0].data + 57 * from[0].row_stride + at);
    const Vec t9 = N * G_8_2;
    const Vec G_7_2 = load(from[0].data + 49 * from[0].row_stride + at);
    const Vec W_4_S4_2_7 = fma(-t9, G_7_8, G_7_2 * t3);
    const Vec W_3_S_2_6 = G_6_7 * W_4_S4_2_7;
    const Vec t10 = N * G_7_2;
    const Vec G_6_2 = load(from[0].data + 41 * from[0].row_stride + at);
    const Vec t11 = N * G_6_2;
    const Vec W_4_S3_2_8 = fma(-G_8_6, t11, t6 * t9);
    const Vec W_4_S4_2_6 = fma(-G_6_8, t9, G_6_2 * t3);
    const Vec W_4_S3_4_2_7 = fma(W_4_S4_2_6, G_7_6, fma(-W_4_S4_6_6, t10, W_4_S3_2_8 * G_7_8));
    const Vec W_3_S3_2_5 = fma(G_5_7, W_4_S3_4_2_7, fma(-W_3_S_6_6, t8, W_3_S_2_6 * G_5_6));
    const Vec G_3_4 = load(from[0].data + 19 * from[0].row_stride + at);
    const Vec t12 = G_3_4 * G_4_5;
    const Vec G_4_4 = load(from[0].data + 27 * from[0].row_stride + at);
    const Vec t13 = N * G_4_4;
    const Vec G_4_6 = load(from[0].data + 29 * from[0].row_stride + at);
    const Vec G_4_7 = load(from[0].data + 30 * from[0].row_stride + at);
    const Vec W_3_S3_4_4 = fma(-W_3_S_6_6, t13, fma(G_4_7, W_4_S3_4_4_7, G_4_6 * W_3_S_4_6));
    const Vec W_3_S_4_4 = G_4_7 * W_4_S4_4_7;
    const Vec t14 = G_6_4 * G_4_7;
    const Vec G_4_8 = load(from[0].data + 31 * from[0].row_stride + at);
    const Vec W_4_S4_4_4 = fma(-G_4_8, t5, G_4_4 * t3);
    const Vec G_4_2 = load(from[0].data + 25 * from[0].row_stride + at);
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
    const Vec G_3_5 = load(from[0].data + 20 * from[0].row_stride + at);
    const Vec W_2_S2_2_3 = fma(G_3_5, W_3_S2_3_2_5, fma(-W_2_S_4_4, t1, t12 * W_3_S3_2_5));
    const Vec V_3 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec V_4 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec t16 = V_3 * V_4;
    const Vec V_1 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec V_2 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec t17 = V_1 * V_2;
    const Vec t18 = t17 * t16;
    const Vec G_2_3 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec self_energy_0 = G_2_3 * t18 * W_2_S2_2_3;
    const Vec G_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
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
    const Vec G_2_5 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec G_1_5 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec step_2_S2_5 = fma(-G_1_5, t20, step_2_S1_2_2 * G_2_5);
    const Vec hop_2_S2_1_5_1 = G_2_3 * G_3_5;
    const Vec t21 = hop_2_S2_1_5_1 * t8;
    const Vec G_2_7 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec G_1_7 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec step_3_S2_3_7 = fma(-G_1_7, t21, fma(G_5_7, step_2_S2_5, step_3_S1_2_3_2 * G_2_7));
    const Vec hop_3_S2_3_1_7_1 = G_5_7 * hop_2_S2_1_5_1;
    const Vec t22 = hop_3_S2_3_1_7_1 * t10;
    const Vec G_2_4 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec G_1_4 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec step_4_S2_3_4_4 = fma(-G_1_4, t22, fma(G_7_4, step_3_S2_3_7, G_2_4 * step_4_S1_2_3_4_2));
    const Vec G_2_6 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec G_1_6 = load(from[0].data + 5 * from[0].row_stride + at);
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
    const Vec G_2_8 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec G_1_8 = load(from[0].data + 7 * from[0].row_stride + at);
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
    store(to[0].data + 0 * to[0].row_stride + at, self_energy_0);
    store(to[0].data + 1 * to[0].row_stride + at, self_energy_1);
    store(to[0].data + 2 * to[0].row_stride + at, self_energy_2);
    store(to[0].data + 3 * to[0].row_stride + at, self_energy_3);
    store(to[0].data + 4 * to[0].row_stride + at, self_energy_4);
  }
}

extern "C" extern const Size two_body_self_energy_work_bytes;
extern "C" const Size two_body_self_energy_work_bytes = 30784;

extern "C" void two_body_self_energy_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    two_body_self_energy_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 64 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 4 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(64 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 64 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      two_body_self_energy_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 64; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(64 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 64 * lanes, lanes, 1};
  some_outputs[0] = {work + 68 * lanes, lanes};
  two_body_self_energy_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 5; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(68 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int two_body_self_energy(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (two_body_self_energy_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  two_body_self_energy_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
