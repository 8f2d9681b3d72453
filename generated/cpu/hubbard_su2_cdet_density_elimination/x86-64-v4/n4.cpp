// hubbard_su2_cdet_density_elimination, n = 4, shift = 0: single precision, 16 configurations a vector.
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
// Order: A, F, E, M, minor, D, Z, X, Y, density by S descending, V descending, eagerly; at most 32 values live.
// A vector takes 84 multiplications, 0 additions, 108 fused, 3 divisions, 0 functions,
// 25 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_su2_cdet_density_elimination_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_4_4 = load(from[0].data + 24 * from[0].row_stride + at);
    const Vec t1 = splat(1.0f) / G_4_4;
    const Vec G_3_4 = load(from[0].data + 19 * from[0].row_stride + at);
    const Vec F_4_S_3 = G_3_4 * t1;
    const Vec G_3_3 = load(from[0].data + 18 * from[0].row_stride + at);
    const Vec G_4_3 = load(from[0].data + 23 * from[0].row_stride + at);
    const Vec A_4_S4_3_3 = fma(-F_4_S_3, G_4_3, G_3_3);
    const Vec E_S3_4 = G_4_4 * A_4_S4_3_3;
    const Vec G_1_4 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec F_4_S_1 = G_1_4 * t1;
    const Vec G_1_1 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec G_4_1 = load(from[0].data + 21 * from[0].row_stride + at);
    const Vec A_4_S4_1_1 = fma(-F_4_S_1, G_4_1, G_1_1);
    const Vec G_1_3 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec A_4_S4_1_3 = fma(-F_4_S_1, G_4_3, G_1_3);
    const Vec t2 = splat(1.0f) / A_4_S4_3_3;
    const Vec F_3_S4_1 = A_4_S4_1_3 * t2;
    const Vec G_3_1 = load(from[0].data + 16 * from[0].row_stride + at);
    const Vec A_4_S4_3_1 = fma(-G_4_1, F_4_S_3, G_3_1);
    const Vec A_3_S3_4_1_1 = fma(-F_3_S4_1, A_4_S4_3_1, A_4_S4_1_1);
    const Vec G_2_4 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec F_4_S_2 = G_2_4 * t1;
    const Vec G_2_2 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec G_4_2 = load(from[0].data + 22 * from[0].row_stride + at);
    const Vec A_4_S4_2_2 = fma(-F_4_S_2, G_4_2, G_2_2);
    const Vec G_2_3 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec A_4_S4_2_3 = fma(-F_4_S_2, G_4_3, G_2_3);
    const Vec F_3_S4_2 = A_4_S4_2_3 * t2;
    const Vec G_3_2 = load(from[0].data + 17 * from[0].row_stride + at);
    const Vec A_4_S4_3_2 = fma(-G_4_2, F_4_S_3, G_3_2);
    const Vec A_3_S3_4_2_2 = fma(-F_3_S4_2, A_4_S4_3_2, A_4_S4_2_2);
    const Vec G_1_2 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec A_4_S4_1_2 = fma(-F_4_S_1, G_4_2, G_1_2);
    const Vec A_3_S3_4_1_2 = fma(-F_3_S4_1, A_4_S4_3_2, A_4_S4_1_2);
    const Vec G_2_1 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec A_4_S4_2_1 = fma(-G_4_1, F_4_S_2, G_2_1);
    const Vec A_3_S3_4_2_1 = fma(-A_4_S4_3_1, F_3_S4_2, A_4_S4_2_1);
    const Vec minor_S3_4_1_2_1_2 = fma(-A_3_S3_4_1_2, A_3_S3_4_2_1, A_3_S3_4_1_1 * A_3_S3_4_2_2);
    const Vec D_5_S1_2_3_4 = E_S3_4 * minor_S3_4_1_2_1_2;
    const Vec D_5_S2_3_4 = E_S3_4 * A_3_S3_4_2_2;
    const Vec D_5_S1_3_4 = E_S3_4 * A_3_S3_4_1_1;
    const Vec G_0_4 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec F_4_S_0 = G_0_4 * t1;
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec G_4_0 = load(from[0].data + 20 * from[0].row_stride + at);
    const Vec A_4_S4_0_0 = fma(-F_4_S_0, G_4_0, G_0_0);
    const Vec G_0_3 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec A_4_S4_0_3 = fma(-G_4_3, F_4_S_0, G_0_3);
    const Vec F_3_S4_0 = A_4_S4_0_3 * t2;
    const Vec G_3_0 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec A_4_S4_3_0 = fma(-F_4_S_3, G_4_0, G_3_0);
    const Vec A_3_S3_4_0_0 = fma(-F_3_S4_0, A_4_S4_3_0, A_4_S4_0_0);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec A_4_S4_0_1 = fma(-G_4_1, F_4_S_0, G_0_1);
    const Vec A_3_S3_4_0_1 = fma(-A_4_S4_3_1, F_3_S4_0, A_4_S4_0_1);
    const Vec G_1_0 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec A_4_S4_1_0 = fma(-F_4_S_1, G_4_0, G_1_0);
    const Vec A_3_S3_4_1_0 = fma(-F_3_S4_1, A_4_S4_3_0, A_4_S4_1_0);
    const Vec minor_S3_4_0_1_0_1 = fma(-A_3_S3_4_0_1, A_3_S3_4_1_0, A_3_S3_4_1_1 * A_3_S3_4_0_0);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec A_4_S4_0_2 = fma(-G_4_2, F_4_S_0, G_0_2);
    const Vec A_3_S3_4_0_2 = fma(-A_4_S4_3_2, F_3_S4_0, A_4_S4_0_2);
    const Vec G_2_0 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec A_4_S4_2_0 = fma(-F_4_S_2, G_4_0, G_2_0);
    const Vec A_3_S3_4_2_0 = fma(-F_3_S4_2, A_4_S4_3_0, A_4_S4_2_0);
    const Vec minor_S3_4_1_2_0_2 = fma(-A_3_S3_4_1_2, A_3_S3_4_2_0, A_3_S3_4_2_2 * A_3_S3_4_1_0);
    const Vec minor_S3_4_1_2_0_1 = fma(-A_3_S3_4_1_1, A_3_S3_4_2_0, A_3_S3_4_2_1 * A_3_S3_4_1_0);
    const Vec M_S3_4_S0_1_2 = fma(A_3_S3_4_0_2, minor_S3_4_1_2_0_1, fma(-A_3_S3_4_0_1, minor_S3_4_1_2_0_2, minor_S3_4_1_2_1_2 * A_3_S3_4_0_0));
    const Vec minor_S3_4_0_2_0_2 = fma(-A_3_S3_4_0_2, A_3_S3_4_2_0, A_3_S3_4_2_2 * A_3_S3_4_0_0);
    const Vec minor_S4_1_2_1_2 = fma(-A_4_S4_1_2, A_4_S4_2_1, A_4_S4_1_1 * A_4_S4_2_2);
    const Vec D_5_S1_2_4 = G_4_4 * minor_S4_1_2_1_2;
    const Vec D_5_S2_4 = G_4_4 * A_4_S4_2_2;
    const Vec D_5_S1_4 = G_4_4 * A_4_S4_1_1;
    const Vec minor_S4_0_1_0_1 = fma(-A_4_S4_0_1, A_4_S4_1_0, A_4_S4_1_1 * A_4_S4_0_0);
    const Vec minor_S4_0_2_0_2 = fma(-A_4_S4_0_2, A_4_S4_2_0, A_4_S4_2_2 * A_4_S4_0_0);
    const Vec minor_S4_1_2_0_2 = fma(-A_4_S4_1_2, A_4_S4_2_0, A_4_S4_2_2 * A_4_S4_1_0);
    const Vec minor_S4_1_2_0_1 = fma(-A_4_S4_1_1, A_4_S4_2_0, A_4_S4_2_1 * A_4_S4_1_0);
    const Vec M_S4_S0_1_2 = fma(A_4_S4_0_2, minor_S4_1_2_0_1, fma(-A_4_S4_0_1, minor_S4_1_2_0_2, minor_S4_1_2_1_2 * A_4_S4_0_0));
    const Vec t3 = splat(1.0f) / G_3_3;
    const Vec F_3_S_1 = G_1_3 * t3;
    const Vec A_3_S3_1_1 = fma(-F_3_S_1, G_3_1, G_1_1);
    const Vec F_3_S_2 = G_2_3 * t3;
    const Vec A_3_S3_2_2 = fma(-F_3_S_2, G_3_2, G_2_2);
    const Vec A_3_S3_1_2 = fma(-F_3_S_1, G_3_2, G_1_2);
    const Vec A_3_S3_2_1 = fma(-G_3_1, F_3_S_2, G_2_1);
    const Vec minor_S3_1_2_1_2 = fma(-A_3_S3_1_2, A_3_S3_2_1, A_3_S3_1_1 * A_3_S3_2_2);
    const Vec D_5_S1_2_3 = G_3_3 * minor_S3_1_2_1_2;
    const Vec D_5_S2_3 = G_3_3 * A_3_S3_2_2;
    const Vec D_5_S1_3 = G_3_3 * A_3_S3_1_1;
    const Vec F_3_S_0 = G_0_3 * t3;
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
    const Vec Z_S4 = G_4_4 * G_4_4;
    const Vec Z_S3 = G_3_3 * G_3_3;
    const Vec minor_S_1_2_1_2 = fma(-G_1_2, G_2_1, G_2_2 * G_1_1);
    const Vec Z_S2 = G_2_2 * G_2_2;
    const Vec Z_S1 = G_1_1 * G_1_1;
    const Vec Y_S1 = -2.0f * Z_S1;
    const Vec X_S1_2 = fma(-Z_S2, Y_S1, -minor_S_1_2_1_2 * minor_S_1_2_1_2);
    const Vec t4 = fma(-X_S1_2 * E_S3_4, A_3_S3_4_0_0, fma(Z_S1 * D_5_S2_3_4, minor_S3_4_0_2_0_2, fma(-D_5_S1_2_3_4, M_S3_4_S0_1_2, Z_S2 * D_5_S1_3_4 * minor_S3_4_0_1_0_1)));
    const Vec t5 = fma(Z_S2, Z_S1, X_S1_2);
    const Vec Y_S1_2 = 2.0f * t5;
    const Vec Z_S1_3 = D_5_S1_3 * D_5_S1_3;
    const Vec Y_S2 = -2.0f * Z_S2;
    const Vec Z_S2_3 = D_5_S2_3 * D_5_S2_3;
    const Vec X_S1_2_3 = fma(-Y_S1, Z_S2_3, fma(-Z_S1_3, Y_S2, fma(-Z_S3, Y_S1_2, -D_5_S1_2_3 * D_5_S1_2_3)));
    const Vec X_S1_3 = fma(-Z_S3, Y_S1, -Z_S1_3);
    const Vec X_S2_3 = fma(-Z_S3, Y_S2, -Z_S2_3);
    const Vec t6 = fma(-Z_S1, X_S2_3, fma(-Z_S2, X_S1_3, fma(-Z_S3, X_S1_2, X_S1_2_3)));
    const Vec t7 = fma(-X_S2_3 * D_5_S1_4, minor_S4_0_1_0_1, fma(-X_S1_3 * D_5_S2_4, minor_S4_0_2_0_2, fma(-G_4_4 * X_S1_2_3, A_4_S4_0_0, Z_S3 * D_5_S1_2_4 * M_S4_S0_1_2)));
    const Vec Z_S1_4 = D_5_S1_4 * D_5_S1_4;
    const Vec t8 = fma(Z_S3, Z_S2, X_S2_3);
    const Vec Y_S2_3 = 2.0f * t8;
    const Vec Z_S2_4 = D_5_S2_4 * D_5_S2_4;
    const Vec t9 = fma(Z_S3, Z_S1, X_S1_3);
    const Vec Y_S1_3 = 2.0f * t9;
    const Vec Z_S1_2_4 = D_5_S1_2_4 * D_5_S1_2_4;
    const Vec Y_S3 = -2.0f * Z_S3;
    const Vec Z_S3_4 = E_S3_4 * E_S3_4;
    const Vec Z_S1_3_4 = D_5_S1_3_4 * D_5_S1_3_4;
    const Vec Z_S2_3_4 = D_5_S2_3_4 * D_5_S2_3_4;
    const Vec X_S1_2_3_4 = fma(-Y_S1, Z_S2_3_4, fma(-Y_S2, Z_S1_3_4, fma(-Y_S1_2, Z_S3_4, fma(-Z_S1_2_4, Y_S3, fma(-Z_S2_4, Y_S1_3, fma(-Z_S1_4, Y_S2_3, fma(-2.0f * Z_S4, t6, -D_5_S1_2_3_4 * D_5_S1_2_3_4)))))));
    const Vec X_S2_3_4 = fma(-Y_S2, Z_S3_4, fma(-Z_S2_4, Y_S3, fma(-Z_S4, Y_S2_3, -Z_S2_3_4)));
    const Vec X_S1_3_4 = fma(-Y_S1, Z_S3_4, fma(-Z_S1_4, Y_S3, fma(-Z_S4, Y_S1_3, -Z_S1_3_4)));
    const Vec X_S3_4 = fma(-Z_S4, Y_S3, -Z_S3_4);
    const Vec X_S1_2_4 = fma(-Y_S1, Z_S2_4, fma(-Y_S2, Z_S1_4, fma(-Z_S4, Y_S1_2, -Z_S1_2_4)));
    const Vec X_S2_4 = fma(-Z_S4, Y_S2, -Z_S2_4);
    const Vec X_S1_4 = fma(-Z_S4, Y_S1, -Z_S1_4);
    const Vec t10 = fma(-D_5_S2_3 * minor_S3_0_2_0_2, X_S1_4, fma(-D_5_S1_3 * minor_S3_0_1_0_1, X_S2_4, fma(-G_3_3 * A_3_S3_0_0, X_S1_2_4, Z_S4 * D_5_S1_2_3 * M_S3_S0_1_2)));
    const Vec minor_S_0_1_0_1 = fma(-G_0_1, G_1_0, G_0_0 * G_1_1);
    const Vec minor_S_0_2_0_2 = fma(-G_0_2, G_2_0, G_0_0 * G_2_2);
    const Vec minor_S_1_2_0_2 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
    const Vec minor_S_1_2_0_1 = fma(-G_1_1, G_2_0, G_2_1 * G_1_0);
    const Vec M_S_S0_1_2 = fma(G_0_2, minor_S_1_2_0_1, fma(-G_0_1, minor_S_1_2_0_2, G_0_0 * minor_S_1_2_1_2));
    const Vec density = fma(-minor_S_1_2_1_2 * M_S_S0_1_2, X_S3_4, fma(-G_2_2 * minor_S_0_2_0_2, X_S1_3_4, fma(-G_1_1 * minor_S_0_1_0_1, X_S2_3_4, fma(G_3_3, t10, fma(-G_0_0, X_S1_2_3_4, fma(G_4_4, t7, E_S3_4 * t4))))));
    store(to[0].data + 0 * to[0].row_stride + at, density);
  }
}

extern "C" extern const Size hubbard_su2_cdet_density_elimination_work_bytes;
extern "C" const Size hubbard_su2_cdet_density_elimination_work_bytes = 25664;

extern "C" void hubbard_su2_cdet_density_elimination_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_su2_cdet_density_elimination_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 25 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_su2_cdet_density_elimination_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 25; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 25 * lanes, lanes};
  hubbard_su2_cdet_density_elimination_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(25 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet_density_elimination(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_density_elimination_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_su2_cdet_density_elimination_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
