// determinant, n = 6: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   determinant.diag:13: walk(m, h, v)
//   determinant.diag:18: next(m, h)
//   determinant.diag:20: det
// Order: walk, next by m ascending, h descending, v ascending; at most 25 values live.
// A vector takes 72 multiplications, 27 additions, 261 fused, 0 divisions, 0 functions,
// 36 loads and 1 stores, in 1 function.
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

extern "C" void determinant_vectors(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end) {
  for (Size at = begin; at < end; at += lanes) {
    const Vec A_5_5 = load(inputs[0] + 28 * input_stride + at);
    const Vec A_6_6 = load(inputs[0] + 35 * input_stride + at);
    const Vec t1 = A_5_5 + A_6_6;
    const Vec A_4_4 = load(inputs[0] + 21 * input_stride + at);
    const Vec t2 = A_4_4 + t1;
    const Vec A_3_3 = load(inputs[0] + 14 * input_stride + at);
    const Vec t3 = A_3_3 + t2;
    const Vec A_2_2 = load(inputs[0] + 7 * input_stride + at);
    const Vec next_1_1 = -A_2_2 - t3;
    const Vec A_5_6 = load(inputs[0] + 29 * input_stride + at);
    const Vec A_6_5 = load(inputs[0] + 34 * input_stride + at);
    const Vec walk_2_5_5 = fma(-A_5_6, A_6_5, A_5_5 * A_6_6);
    const Vec t4 = A_6_5 - A_6_5;
    const Vec walk_2_5_6 = A_6_6 * t4;
    const Vec A_4_5 = load(inputs[0] + 22 * input_stride + at);
    const Vec A_5_4 = load(inputs[0] + 27 * input_stride + at);
    const Vec A_4_6 = load(inputs[0] + 23 * input_stride + at);
    const Vec A_6_4 = load(inputs[0] + 33 * input_stride + at);
    const Vec walk_2_4_4 = fma(-A_4_6, A_6_4, fma(-A_4_5, A_5_4, A_4_4 * t1));
    const Vec t5 = t1 - A_5_5;
    const Vec walk_2_4_5 = fma(-A_5_6, A_6_4, A_5_4 * t5);
    const Vec t6 = t1 - A_6_6;
    const Vec walk_2_4_6 = fma(-A_5_4, A_6_5, A_6_4 * t6);
    const Vec next_2_3 = walk_2_5_5 + walk_2_4_4;
    const Vec A_3_4 = load(inputs[0] + 15 * input_stride + at);
    const Vec A_4_3 = load(inputs[0] + 20 * input_stride + at);
    const Vec A_3_5 = load(inputs[0] + 16 * input_stride + at);
    const Vec A_5_3 = load(inputs[0] + 26 * input_stride + at);
    const Vec A_3_6 = load(inputs[0] + 17 * input_stride + at);
    const Vec A_6_3 = load(inputs[0] + 32 * input_stride + at);
    const Vec walk_2_3_3 = fma(-A_3_6, A_6_3, fma(-A_3_5, A_5_3, fma(-A_3_4, A_4_3, A_3_3 * t2)));
    const Vec t7 = t2 - A_4_4;
    const Vec walk_2_3_4 = fma(-A_4_6, A_6_3, fma(-A_4_5, A_5_3, A_4_3 * t7));
    const Vec t8 = t2 - A_5_5;
    const Vec walk_2_3_5 = fma(-A_5_6, A_6_3, fma(-A_4_3, A_5_4, A_5_3 * t8));
    const Vec t9 = t2 - A_6_6;
    const Vec walk_2_3_6 = fma(-A_5_3, A_6_5, fma(-A_4_3, A_6_4, A_6_3 * t9));
    const Vec next_2_2 = next_2_3 + walk_2_3_3;
    const Vec t10 = t3 - A_3_3;
    const Vec A_3_2 = load(inputs[0] + 13 * input_stride + at);
    const Vec A_4_2 = load(inputs[0] + 19 * input_stride + at);
    const Vec A_5_2 = load(inputs[0] + 25 * input_stride + at);
    const Vec A_6_2 = load(inputs[0] + 31 * input_stride + at);
    const Vec walk_2_2_3 = fma(-A_3_6, A_6_2, fma(-A_3_5, A_5_2, fma(-A_3_4, A_4_2, A_3_2 * t10)));
    const Vec t11 = t3 - A_4_4;
    const Vec walk_2_2_4 = fma(-A_4_6, A_6_2, fma(-A_4_5, A_5_2, fma(-A_3_2, A_4_3, A_4_2 * t11)));
    const Vec t12 = t3 - A_5_5;
    const Vec walk_2_2_5 = fma(-A_5_6, A_6_2, fma(-A_4_2, A_5_4, fma(-A_3_2, A_5_3, A_5_2 * t12)));
    const Vec t13 = t3 - A_6_6;
    const Vec walk_2_2_6 = fma(-A_5_2, A_6_5, fma(-A_4_2, A_6_4, fma(-A_3_2, A_6_3, A_6_2 * t13)));
    const Vec A_2_3 = load(inputs[0] + 8 * input_stride + at);
    const Vec A_2_4 = load(inputs[0] + 9 * input_stride + at);
    const Vec A_2_5 = load(inputs[0] + 10 * input_stride + at);
    const Vec A_2_6 = load(inputs[0] + 11 * input_stride + at);
    const Vec next_2_1 = fma(A_2_2, t3, fma(-A_2_6, A_6_2, fma(-A_2_5, A_5_2, fma(-A_2_4, A_4_2, fma(-A_2_3, A_3_2, next_2_2)))));
    const Vec t14 = -A_2_2 - next_1_1;
    const Vec A_2_1 = load(inputs[0] + 6 * input_stride + at);
    const Vec A_3_1 = load(inputs[0] + 12 * input_stride + at);
    const Vec A_4_1 = load(inputs[0] + 18 * input_stride + at);
    const Vec A_5_1 = load(inputs[0] + 24 * input_stride + at);
    const Vec A_6_1 = load(inputs[0] + 30 * input_stride + at);
    const Vec walk_2_1_2 = fma(-A_2_6, A_6_1, fma(-A_2_5, A_5_1, fma(-A_2_4, A_4_1, fma(-A_2_3, A_3_1, A_2_1 * t14))));
    const Vec t15 = -A_3_3 - next_1_1;
    const Vec walk_2_1_3 = fma(-A_6_1, A_3_6, fma(-A_5_1, A_3_5, fma(-A_4_1, A_3_4, fma(-A_2_1, A_3_2, A_3_1 * t15))));
    const Vec t16 = -A_4_4 - next_1_1;
    const Vec walk_2_1_4 = fma(-A_6_1, A_4_6, fma(-A_5_1, A_4_5, fma(-A_3_1, A_4_3, fma(-A_2_1, A_4_2, A_4_1 * t16))));
    const Vec t17 = -A_5_5 - next_1_1;
    const Vec walk_2_1_5 = fma(-A_6_1, A_5_6, fma(-A_4_1, A_5_4, fma(-A_3_1, A_5_3, fma(-A_2_1, A_5_2, A_5_1 * t17))));
    const Vec t18 = -A_6_6 - next_1_1;
    const Vec walk_2_1_6 = fma(-A_5_1, A_6_5, fma(-A_4_1, A_6_4, fma(-A_3_1, A_6_3, fma(-A_2_1, A_6_2, A_6_1 * t18))));
    const Vec walk_3_5_5 = A_5_6 * walk_2_5_6;
    const Vec walk_3_5_6 = A_6_6 * walk_2_5_6;
    const Vec walk_3_4_4 = fma(A_4_6, walk_2_4_6, fma(-A_4_4, walk_2_5_5, A_4_5 * walk_2_4_5));
    const Vec walk_3_4_5 = fma(A_5_6, walk_2_4_6, fma(-A_5_4, walk_2_5_5, A_5_5 * walk_2_4_5));
    const Vec walk_3_4_6 = fma(A_6_6, walk_2_4_6, fma(-A_6_4, walk_2_5_5, A_6_5 * walk_2_4_5));
    const Vec next_3_3 = walk_3_5_5 + walk_3_4_4;
    const Vec walk_3_3_3 = fma(A_3_6, walk_2_3_6, fma(A_3_5, walk_2_3_5, fma(-A_3_3, next_2_3, A_3_4 * walk_2_3_4)));
    const Vec walk_3_3_4 = fma(A_4_6, walk_2_3_6, fma(A_4_5, walk_2_3_5, fma(-A_4_3, next_2_3, A_4_4 * walk_2_3_4)));
    const Vec walk_3_3_5 = fma(A_5_6, walk_2_3_6, fma(A_5_5, walk_2_3_5, fma(-A_5_3, next_2_3, A_5_4 * walk_2_3_4)));
    const Vec walk_3_3_6 = fma(A_6_6, walk_2_3_6, fma(A_6_5, walk_2_3_5, fma(-A_6_3, next_2_3, A_6_4 * walk_2_3_4)));
    const Vec next_3_2 = next_3_3 + walk_3_3_3;
    const Vec walk_3_2_3 = fma(A_3_6, walk_2_2_6, fma(A_3_5, walk_2_2_5, fma(A_3_4, walk_2_2_4, fma(-A_3_2, next_2_2, A_3_3 * walk_2_2_3))));
    const Vec walk_3_2_4 = fma(A_4_6, walk_2_2_6, fma(A_4_5, walk_2_2_5, fma(A_4_4, walk_2_2_4, fma(-A_4_2, next_2_2, A_4_3 * walk_2_2_3))));
    const Vec walk_3_2_5 = fma(A_5_6, walk_2_2_6, fma(A_5_5, walk_2_2_5, fma(A_5_4, walk_2_2_4, fma(-A_5_2, next_2_2, A_5_3 * walk_2_2_3))));
    const Vec walk_3_2_6 = fma(A_6_6, walk_2_2_6, fma(A_6_5, walk_2_2_5, fma(A_6_4, walk_2_2_4, fma(-A_6_2, next_2_2, A_6_3 * walk_2_2_3))));
    const Vec next_3_1 = fma(A_2_6, walk_2_2_6, fma(A_2_5, walk_2_2_5, fma(A_2_4, walk_2_2_4, fma(A_2_3, walk_2_2_3, fma(-A_2_2, next_2_2, next_3_2)))));
    const Vec walk_3_1_2 = fma(A_2_6, walk_2_1_6, fma(A_2_5, walk_2_1_5, fma(A_2_4, walk_2_1_4, fma(A_2_3, walk_2_1_3, fma(-A_2_1, next_2_1, A_2_2 * walk_2_1_2)))));
    const Vec walk_3_1_3 = fma(A_3_6, walk_2_1_6, fma(A_3_5, walk_2_1_5, fma(A_3_4, walk_2_1_4, fma(A_3_3, walk_2_1_3, fma(-A_3_1, next_2_1, walk_2_1_2 * A_3_2)))));
    const Vec walk_3_1_4 = fma(A_4_6, walk_2_1_6, fma(A_4_5, walk_2_1_5, fma(A_4_4, walk_2_1_4, fma(walk_2_1_3, A_4_3, fma(-A_4_1, next_2_1, walk_2_1_2 * A_4_2)))));
    const Vec walk_3_1_5 = fma(A_5_6, walk_2_1_6, fma(A_5_5, walk_2_1_5, fma(walk_2_1_4, A_5_4, fma(walk_2_1_3, A_5_3, fma(-A_5_1, next_2_1, walk_2_1_2 * A_5_2)))));
    const Vec walk_3_1_6 = fma(A_6_6, walk_2_1_6, fma(walk_2_1_5, A_6_5, fma(walk_2_1_4, A_6_4, fma(walk_2_1_3, A_6_3, fma(-A_6_1, next_2_1, walk_2_1_2 * A_6_2)))));
    const Vec walk_4_5_5 = A_5_6 * walk_3_5_6;
    const Vec walk_4_5_6 = A_6_6 * walk_3_5_6;
    const Vec walk_4_4_4 = fma(A_4_6, walk_3_4_6, fma(-A_4_4, walk_3_5_5, A_4_5 * walk_3_4_5));
    const Vec walk_4_4_5 = fma(A_5_6, walk_3_4_6, fma(-A_5_4, walk_3_5_5, A_5_5 * walk_3_4_5));
    const Vec walk_4_4_6 = fma(A_6_6, walk_3_4_6, fma(-A_6_4, walk_3_5_5, A_6_5 * walk_3_4_5));
    const Vec next_4_3 = walk_4_5_5 + walk_4_4_4;
    const Vec walk_4_3_3 = fma(A_3_6, walk_3_3_6, fma(A_3_5, walk_3_3_5, fma(-A_3_3, next_3_3, A_3_4 * walk_3_3_4)));
    const Vec walk_4_3_4 = fma(A_4_6, walk_3_3_6, fma(A_4_5, walk_3_3_5, fma(-A_4_3, next_3_3, A_4_4 * walk_3_3_4)));
    const Vec walk_4_3_5 = fma(A_5_6, walk_3_3_6, fma(A_5_5, walk_3_3_5, fma(-A_5_3, next_3_3, A_5_4 * walk_3_3_4)));
    const Vec walk_4_3_6 = fma(A_6_6, walk_3_3_6, fma(A_6_5, walk_3_3_5, fma(-A_6_3, next_3_3, A_6_4 * walk_3_3_4)));
    const Vec next_4_2 = next_4_3 + walk_4_3_3;
    const Vec walk_4_2_3 = fma(A_3_6, walk_3_2_6, fma(A_3_5, walk_3_2_5, fma(A_3_4, walk_3_2_4, fma(-A_3_2, next_3_2, A_3_3 * walk_3_2_3))));
    const Vec walk_4_2_4 = fma(A_4_6, walk_3_2_6, fma(A_4_5, walk_3_2_5, fma(A_4_4, walk_3_2_4, fma(-A_4_2, next_3_2, A_4_3 * walk_3_2_3))));
    const Vec walk_4_2_5 = fma(A_5_6, walk_3_2_6, fma(A_5_5, walk_3_2_5, fma(A_5_4, walk_3_2_4, fma(-A_5_2, next_3_2, A_5_3 * walk_3_2_3))));
    const Vec walk_4_2_6 = fma(A_6_6, walk_3_2_6, fma(A_6_5, walk_3_2_5, fma(A_6_4, walk_3_2_4, fma(-A_6_2, next_3_2, A_6_3 * walk_3_2_3))));
    const Vec next_4_1 = fma(A_2_6, walk_3_2_6, fma(A_2_5, walk_3_2_5, fma(A_2_4, walk_3_2_4, fma(A_2_3, walk_3_2_3, fma(-A_2_2, next_3_2, next_4_2)))));
    const Vec walk_4_1_2 = fma(A_2_6, walk_3_1_6, fma(A_2_5, walk_3_1_5, fma(A_2_4, walk_3_1_4, fma(A_2_3, walk_3_1_3, fma(-A_2_1, next_3_1, A_2_2 * walk_3_1_2)))));
    const Vec walk_4_1_3 = fma(A_3_6, walk_3_1_6, fma(A_3_5, walk_3_1_5, fma(A_3_4, walk_3_1_4, fma(A_3_3, walk_3_1_3, fma(-A_3_1, next_3_1, A_3_2 * walk_3_1_2)))));
    const Vec walk_4_1_4 = fma(A_4_6, walk_3_1_6, fma(A_4_5, walk_3_1_5, fma(A_4_4, walk_3_1_4, fma(A_4_3, walk_3_1_3, fma(-A_4_1, next_3_1, A_4_2 * walk_3_1_2)))));
    const Vec walk_4_1_5 = fma(A_5_6, walk_3_1_6, fma(A_5_5, walk_3_1_5, fma(A_5_4, walk_3_1_4, fma(A_5_3, walk_3_1_3, fma(-A_5_1, next_3_1, A_5_2 * walk_3_1_2)))));
    const Vec walk_4_1_6 = fma(A_6_6, walk_3_1_6, fma(A_6_5, walk_3_1_5, fma(A_6_4, walk_3_1_4, fma(A_6_3, walk_3_1_3, fma(-A_6_1, next_3_1, A_6_2 * walk_3_1_2)))));
    const Vec walk_5_5_5 = A_5_6 * walk_4_5_6;
    const Vec walk_5_4_4 = fma(A_4_6, walk_4_4_6, fma(-A_4_4, walk_4_5_5, A_4_5 * walk_4_4_5));
    const Vec walk_5_4_5 = fma(A_5_6, walk_4_4_6, fma(-A_5_4, walk_4_5_5, A_5_5 * walk_4_4_5));
    const Vec walk_5_4_6 = fma(A_6_6, walk_4_4_6, fma(-A_6_4, walk_4_5_5, A_6_5 * walk_4_4_5));
    const Vec next_5_3 = walk_5_5_5 + walk_5_4_4;
    const Vec walk_5_3_3 = fma(A_3_6, walk_4_3_6, fma(A_3_5, walk_4_3_5, fma(-A_3_3, next_4_3, A_3_4 * walk_4_3_4)));
    const Vec walk_5_3_4 = fma(A_4_6, walk_4_3_6, fma(A_4_5, walk_4_3_5, fma(-A_4_3, next_4_3, A_4_4 * walk_4_3_4)));
    const Vec walk_5_3_5 = fma(A_5_6, walk_4_3_6, fma(A_5_5, walk_4_3_5, fma(-A_5_3, next_4_3, A_5_4 * walk_4_3_4)));
    const Vec walk_5_3_6 = fma(A_6_6, walk_4_3_6, fma(A_6_5, walk_4_3_5, fma(-A_6_3, next_4_3, A_6_4 * walk_4_3_4)));
    const Vec next_5_2 = next_5_3 + walk_5_3_3;
    const Vec walk_5_2_3 = fma(A_3_6, walk_4_2_6, fma(A_3_5, walk_4_2_5, fma(A_3_4, walk_4_2_4, fma(-A_3_2, next_4_2, A_3_3 * walk_4_2_3))));
    const Vec walk_5_2_4 = fma(A_4_6, walk_4_2_6, fma(A_4_5, walk_4_2_5, fma(A_4_4, walk_4_2_4, fma(-A_4_2, next_4_2, A_4_3 * walk_4_2_3))));
    const Vec walk_5_2_5 = fma(A_5_6, walk_4_2_6, fma(A_5_5, walk_4_2_5, fma(A_5_4, walk_4_2_4, fma(-A_5_2, next_4_2, A_5_3 * walk_4_2_3))));
    const Vec walk_5_2_6 = fma(A_6_6, walk_4_2_6, fma(A_6_5, walk_4_2_5, fma(A_6_4, walk_4_2_4, fma(-A_6_2, next_4_2, A_6_3 * walk_4_2_3))));
    const Vec next_5_1 = fma(A_2_6, walk_4_2_6, fma(A_2_5, walk_4_2_5, fma(A_2_4, walk_4_2_4, fma(A_2_3, walk_4_2_3, fma(-A_2_2, next_4_2, next_5_2)))));
    const Vec walk_5_1_2 = fma(A_2_6, walk_4_1_6, fma(A_2_5, walk_4_1_5, fma(A_2_4, walk_4_1_4, fma(A_2_3, walk_4_1_3, fma(-A_2_1, next_4_1, A_2_2 * walk_4_1_2)))));
    const Vec walk_5_1_3 = fma(A_3_6, walk_4_1_6, fma(A_3_5, walk_4_1_5, fma(A_3_4, walk_4_1_4, fma(A_3_3, walk_4_1_3, fma(-A_3_1, next_4_1, A_3_2 * walk_4_1_2)))));
    const Vec walk_5_1_4 = fma(A_4_6, walk_4_1_6, fma(A_4_5, walk_4_1_5, fma(A_4_4, walk_4_1_4, fma(A_4_3, walk_4_1_3, fma(-A_4_1, next_4_1, A_4_2 * walk_4_1_2)))));
    const Vec walk_5_1_5 = fma(A_5_6, walk_4_1_6, fma(A_5_5, walk_4_1_5, fma(A_5_4, walk_4_1_4, fma(A_5_3, walk_4_1_3, fma(-A_5_1, next_4_1, A_5_2 * walk_4_1_2)))));
    const Vec walk_5_1_6 = fma(A_6_6, walk_4_1_6, fma(A_6_5, walk_4_1_5, fma(A_6_4, walk_4_1_4, fma(A_6_3, walk_4_1_3, fma(-A_6_1, next_4_1, A_6_2 * walk_4_1_2)))));
    const Vec A_1_1 = load(inputs[0] + 0 * input_stride + at);
    const Vec A_1_2 = load(inputs[0] + 1 * input_stride + at);
    const Vec A_1_3 = load(inputs[0] + 2 * input_stride + at);
    const Vec A_1_4 = load(inputs[0] + 3 * input_stride + at);
    const Vec A_1_5 = load(inputs[0] + 4 * input_stride + at);
    const Vec A_1_6 = load(inputs[0] + 5 * input_stride + at);
    const Vec next_6_0 = fma(A_1_6, walk_5_1_6, fma(A_1_5, walk_5_1_5, fma(A_1_4, walk_5_1_4, fma(A_1_3, walk_5_1_3, fma(A_1_2, walk_5_1_2, fma(-A_1_1, next_5_1, fma(A_2_6, walk_5_2_6, fma(A_2_5, walk_5_2_5, fma(A_2_4, walk_5_2_4, fma(A_2_3, walk_5_2_3, fma(-A_2_2, next_5_2, fma(A_3_6, walk_5_3_6, fma(A_3_5, walk_5_3_5, fma(A_3_4, walk_5_3_4, fma(-A_3_3, next_5_3, fma(A_4_6, walk_5_4_6, fma(A_4_5, walk_5_4_5, fma(-A_4_4, walk_5_5_5, A_6_6 * walk_5_5_5))))))))))))))))));
    store(outputs[0] + 0 * output_stride + at, next_6_0);
  }
}

extern "C" extern const Size determinant_work_bytes;
extern "C" const Size determinant_work_bytes = 1184;

extern "C" void determinant_range(const Real *const *inputs, Size input_stride, Real *const *outputs,
    Size output_stride, const Real *params, Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  determinant_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  const Real *some_inputs[1];
  Real *some_outputs[1];
  for (Size row = 0; row < 36; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0][row * input_stride + (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = work + 0 * lanes;
  some_outputs[0] = work + 36 * lanes;
  determinant_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0][row * output_stride + at] = work[(36 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int determinant(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (determinant_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  determinant_range(inputs, batch, outputs, batch, params, 0, batch, work);
  free(work);
  return 0;
}
