// hubbard_su2_cdet, n = 4: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet.diag:15: A(m, S, i, j)
//   hubbard_su2_cdet.diag:20: D(S)
//   hubbard_su2_cdet.diag:23: C(V)
//   hubbard_su2_cdet.diag:25: connected
// Order: A by m ascending, S ascending, i ascending, j ascending, eagerly; at most 16 values live.
// A vector takes 37 multiplications, 4 additions, 36 fused, 7 divisions, 0 functions,
// 16 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_su2_cdet_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_1_1 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec t1 = splat(1.0) / G_1_1;
    const Vec G_2_1 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec t2 = G_2_1 * t1;
    const Vec G_2_2 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec G_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec A_1_S1_2_2 = fma(-G_1_2, t2, G_2_2);
    const Vec G_2_3 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec G_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec A_1_S1_2_3 = fma(-G_1_3, t2, G_2_3);
    const Vec G_2_4 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec G_1_4 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec A_1_S1_2_4 = fma(-G_1_4, t2, G_2_4);
    const Vec G_3_1 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec t3 = t1 * G_3_1;
    const Vec G_3_2 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec A_1_S1_3_2 = fma(-G_1_2, t3, G_3_2);
    const Vec G_3_3 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec A_1_S1_3_3 = fma(-G_1_3, t3, G_3_3);
    const Vec G_3_4 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec A_1_S1_3_4 = fma(-G_1_4, t3, G_3_4);
    const Vec G_4_1 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec t4 = t1 * G_4_1;
    const Vec G_4_2 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec A_1_S1_4_2 = fma(-G_1_2, t4, G_4_2);
    const Vec G_4_3 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec A_1_S1_4_3 = fma(-G_1_3, t4, G_4_3);
    const Vec G_4_4 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec A_1_S1_4_4 = fma(-G_1_4, t4, G_4_4);
    const Vec t5 = splat(1.0) / G_2_2;
    const Vec t6 = G_3_2 * t5;
    const Vec A_2_S2_3_3 = fma(-G_2_3, t6, G_3_3);
    const Vec A_2_S2_3_4 = fma(-G_2_4, t6, G_3_4);
    const Vec t7 = G_4_2 * t5;
    const Vec A_2_S2_4_3 = fma(-G_2_3, t7, G_4_3);
    const Vec t8 = A_2_S2_4_3 * A_2_S2_3_4;
    const Vec t9 = t8 / A_2_S2_3_3;
    const Vec A_2_S2_4_4 = fma(-G_2_4, t7, G_4_4);
    const Vec A_3_S2_3_4_4 = A_2_S2_4_4 - t9;
    const Vec t10 = splat(1.0) / A_1_S1_2_2;
    const Vec t11 = A_1_S1_3_2 * t10;
    const Vec t12 = t10 * A_1_S1_4_2;
    const Vec A_2_S1_2_3_3 = fma(-A_1_S1_2_3, t11, A_1_S1_3_3);
    const Vec A_2_S1_2_3_4 = fma(-A_1_S1_2_4, t11, A_1_S1_3_4);
    const Vec A_2_S1_2_4_3 = fma(-A_1_S1_2_3, t12, A_1_S1_4_3);
    const Vec t13 = A_2_S1_2_4_3 * A_2_S1_2_3_4;
    const Vec t14 = t13 / A_2_S1_2_3_3;
    const Vec A_2_S1_2_4_4 = fma(-A_1_S1_2_4, t12, A_1_S1_4_4);
    const Vec A_3_S1_2_3_4_4 = A_2_S1_2_4_4 - t14;
    const Vec t15 = G_4_3 * G_3_4;
    const Vec t16 = t15 / G_3_3;
    const Vec A_3_S3_4_4 = G_4_4 - t16;
    const Vec D_S3_4 = G_3_3 * A_3_S3_4_4;
    const Vec t17 = D_S3_4 * D_S3_4;
    const Vec t18 = A_1_S1_4_3 * A_1_S1_3_4;
    const Vec t19 = t18 / A_1_S1_3_3;
    const Vec A_3_S1_3_4_4 = A_1_S1_4_4 - t19;
    const Vec D_S1_2 = G_1_1 * A_1_S1_2_2;
    const Vec D_S1_2_3 = A_2_S1_2_3_3 * D_S1_2;
    const Vec D_S1_2_4 = D_S1_2 * A_2_S1_2_4_4;
    const Vec D_S1_2_3_4 = D_S1_2_3 * A_3_S1_2_3_4_4;
    const Vec t20 = G_2_2 * G_2_2;
    const Vec D_S1_3 = G_1_1 * A_1_S1_3_3;
    const Vec D_S1_3_4 = D_S1_3 * A_3_S1_3_4_4;
    const Vec t21 = G_3_3 * G_3_3;
    const Vec D_S1_4 = G_1_1 * A_1_S1_4_4;
    const Vec t22 = G_4_4 * G_4_4;
    const Vec C_S1 = G_1_1 * G_1_1;
    const Vec C_S1_4 = fma(-t22, C_S1, D_S1_4 * D_S1_4);
    const Vec C_S1_3 = fma(-t21, C_S1, D_S1_3 * D_S1_3);
    const Vec C_S1_2 = fma(-t20, C_S1, D_S1_2 * D_S1_2);
    const Vec C_S1_3_4 = fma(-t22, C_S1_3, fma(-t21, C_S1_4, fma(-C_S1, t17, D_S1_3_4 * D_S1_3_4)));
    const Vec D_S2_4 = G_2_2 * A_2_S2_4_4;
    const Vec t23 = D_S2_4 * D_S2_4;
    const Vec C_S1_2_4 = fma(-C_S1, t23, fma(-t22, C_S1_2, fma(-t20, C_S1_4, D_S1_2_4 * D_S1_2_4)));
    const Vec D_S2_3 = G_2_2 * A_2_S2_3_3;
    const Vec D_S2_3_4 = D_S2_3 * A_3_S2_3_4_4;
    const Vec t24 = D_S2_3 * D_S2_3;
    const Vec C_S1_2_3 = fma(-C_S1, t24, fma(-t21, C_S1_2, fma(-t20, C_S1_3, D_S1_2_3 * D_S1_2_3)));
    const Vec C_S1_2_3_4 = fma(-t22, C_S1_2_3, fma(-C_S1_4, t24, fma(-C_S1 * D_S2_3_4, D_S2_3_4, fma(-t21, C_S1_2_4, fma(-C_S1_3, t23, fma(-t20, C_S1_3_4, fma(-t17, C_S1_2, D_S1_2_3_4 * D_S1_2_3_4)))))));
    store(to[0].data + 0 * to[0].row_stride + at, C_S1_2_3_4);
  }
}

extern "C" extern const Size hubbard_su2_cdet_work_bytes;
extern "C" const Size hubbard_su2_cdet_work_bytes = 8224;

extern "C" void hubbard_su2_cdet_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_su2_cdet_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_su2_cdet_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 16 * lanes, lanes};
  hubbard_su2_cdet_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(16 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_su2_cdet_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
