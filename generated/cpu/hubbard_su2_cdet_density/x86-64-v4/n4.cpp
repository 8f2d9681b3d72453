// hubbard_su2_cdet_density, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_density.diag:14: D(S)
//   hubbard_su2_cdet_density.diag:17: P(S, s, v)
//   hubbard_su2_cdet_density.diag:19: Z(V)
//   hubbard_su2_cdet_density.diag:22: C(V)
//   hubbard_su2_cdet_density.diag:24: density
// Order: P by S descending, s ascending, v ascending; at most 32 values live.
// A vector takes 94 multiplications, 1 additions, 175 fused, 0 divisions, 0 functions,
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

extern "C" void hubbard_su2_cdet_density_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_3_3 = load(from[0].data + 18 * from[0].row_stride + at);
    const Vec G_4_4 = load(from[0].data + 24 * from[0].row_stride + at);
    const Vec G_3_4 = load(from[0].data + 19 * from[0].row_stride + at);
    const Vec G_4_3 = load(from[0].data + 23 * from[0].row_stride + at);
    const Vec P_S4_3_3 = fma(-G_3_4, G_4_3, G_3_3 * G_4_4);
    const Vec G_3_2 = load(from[0].data + 17 * from[0].row_stride + at);
    const Vec G_4_2 = load(from[0].data + 22 * from[0].row_stride + at);
    const Vec P_S4_2_3 = fma(-G_3_4, G_4_2, G_4_4 * G_3_2);
    const Vec P_S3_2_4 = fma(-G_4_3, G_3_2, G_3_3 * G_4_2);
    const Vec G_2_2 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec G_2_3 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec G_2_4 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec P_S3_4_2_2 = fma(-G_2_4, P_S3_2_4, fma(-G_2_3, P_S4_2_3, G_2_2 * P_S4_3_3));
    const Vec G_3_0 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec G_4_0 = load(from[0].data + 20 * from[0].row_stride + at);
    const Vec P_S4_0_3 = fma(-G_3_4, G_4_0, G_4_4 * G_3_0);
    const Vec P_S3_0_4 = fma(-G_4_3, G_3_0, G_3_3 * G_4_0);
    const Vec G_2_0 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec P_S3_4_0_2 = fma(-G_2_4, P_S3_0_4, fma(-G_2_3, P_S4_0_3, P_S4_3_3 * G_2_0));
    const Vec P_S4_2_2 = fma(-G_4_2, G_2_4, G_2_2 * G_4_4);
    const Vec P_S4_0_2 = fma(-G_2_4, G_4_0, G_4_4 * G_2_0);
    const Vec P_S2_0_4 = fma(-G_4_2, G_2_0, G_2_2 * G_4_0);
    const Vec P_S2_4_0_3 = fma(-G_3_4, P_S2_0_4, fma(-G_3_2, P_S4_0_2, P_S4_2_2 * G_3_0));
    const Vec P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
    const Vec P_S3_0_2 = fma(-G_2_3, G_3_0, G_3_3 * G_2_0);
    const Vec P_S2_0_3 = fma(-G_3_2, G_2_0, G_2_2 * G_3_0);
    const Vec P_S2_3_0_4 = fma(-G_4_3, P_S2_0_3, fma(-G_4_2, P_S3_0_2, P_S3_2_2 * G_4_0));
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec G_0_3 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec G_0_4 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec P_S2_3_4_0_0 = fma(-P_S2_3_0_4, G_0_4, fma(-P_S2_4_0_3, G_0_3, fma(-P_S3_4_0_2, G_0_2, G_0_0 * P_S3_4_2_2)));
    const Vec G_1_0 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec G_1_2 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec G_1_3 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec G_1_4 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec P_S2_3_4_0_1 = fma(-G_1_4, P_S2_3_0_4, fma(-G_1_3, P_S2_4_0_3, fma(-G_1_2, P_S3_4_0_2, P_S3_4_2_2 * G_1_0)));
    const Vec G_3_1 = load(from[0].data + 16 * from[0].row_stride + at);
    const Vec G_4_1 = load(from[0].data + 21 * from[0].row_stride + at);
    const Vec P_S4_1_3 = fma(-G_3_4, G_4_1, G_4_4 * G_3_1);
    const Vec P_S3_1_4 = fma(-G_4_3, G_3_1, G_3_3 * G_4_1);
    const Vec G_2_1 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec P_S3_4_1_2 = fma(-G_2_4, P_S3_1_4, fma(-G_2_3, P_S4_1_3, P_S4_3_3 * G_2_1));
    const Vec P_S4_1_2 = fma(-G_2_4, G_4_1, G_4_4 * G_2_1);
    const Vec P_S2_1_4 = fma(-G_4_2, G_2_1, G_2_2 * G_4_1);
    const Vec P_S2_4_1_3 = fma(-G_3_4, P_S2_1_4, fma(-G_3_2, P_S4_1_2, G_3_1 * P_S4_2_2));
    const Vec P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
    const Vec P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
    const Vec P_S2_3_1_4 = fma(-G_4_3, P_S2_1_3, fma(-G_4_2, P_S3_1_2, G_4_1 * P_S3_2_2));
    const Vec G_1_1 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec P_S2_3_4_1_1 = fma(-G_1_4, P_S2_3_1_4, fma(-G_1_3, P_S2_4_1_3, fma(-G_1_2, P_S3_4_1_2, G_1_1 * P_S3_4_2_2)));
    const Vec P_S3_4_1_1 = fma(-P_S3_1_4, G_1_4, fma(-P_S4_1_3, G_1_3, G_1_1 * P_S4_3_3));
    const Vec P_S3_4_0_1 = fma(-G_1_4, P_S3_0_4, fma(-G_1_3, P_S4_0_3, P_S4_3_3 * G_1_0));
    const Vec P_S4_1_1 = fma(-G_4_1, G_1_4, G_1_1 * G_4_4);
    const Vec P_S4_0_1 = fma(-G_1_4, G_4_0, G_4_4 * G_1_0);
    const Vec P_S1_0_4 = fma(-G_4_1, G_1_0, G_1_1 * G_4_0);
    const Vec P_S1_4_0_3 = fma(-G_3_4, P_S1_0_4, fma(-G_3_1, P_S4_0_1, G_3_0 * P_S4_1_1));
    const Vec P_S3_1_1 = fma(-G_3_1, G_1_3, G_1_1 * G_3_3);
    const Vec P_S3_0_1 = fma(-G_1_3, G_3_0, G_3_3 * G_1_0);
    const Vec P_S1_0_3 = fma(-G_3_1, G_1_0, G_1_1 * G_3_0);
    const Vec P_S1_3_0_4 = fma(-G_4_3, P_S1_0_3, fma(-G_4_1, P_S3_0_1, G_4_0 * P_S3_1_1));
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec P_S1_3_4_0_0 = fma(-P_S1_3_0_4, G_0_4, fma(-P_S1_4_0_3, G_0_3, fma(-G_0_1, P_S3_4_0_1, G_0_0 * P_S3_4_1_1)));
    const Vec P_S1_3_4_0_2 = fma(-G_2_4, P_S1_3_0_4, fma(-G_2_3, P_S1_4_0_3, fma(-G_2_1, P_S3_4_0_1, G_2_0 * P_S3_4_1_1)));
    const Vec P_S3_4_0_0 = fma(-P_S3_0_4, G_0_4, fma(-P_S4_0_3, G_0_3, G_0_0 * P_S4_3_3));
    const Vec P_S2_4_1_1 = fma(-P_S2_1_4, G_1_4, fma(-G_1_2, P_S4_1_2, G_1_1 * P_S4_2_2));
    const Vec P_S2_4_0_1 = fma(-G_1_4, P_S2_0_4, fma(-G_1_2, P_S4_0_2, P_S4_2_2 * G_1_0));
    const Vec P_S1_4_0_2 = fma(-G_2_4, P_S1_0_4, fma(-G_2_1, P_S4_0_1, G_2_0 * P_S4_1_1));
    const Vec P_S2_1_1 = fma(-G_1_2, G_2_1, G_1_1 * G_2_2);
    const Vec P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
    const Vec P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
    const Vec P_S1_2_0_4 = fma(-G_4_2, P_S1_0_2, fma(-G_4_1, P_S2_0_1, G_4_0 * P_S2_1_1));
    const Vec P_S1_2_4_0_0 = fma(-P_S1_2_0_4, G_0_4, fma(-G_0_2, P_S1_4_0_2, fma(-G_0_1, P_S2_4_0_1, G_0_0 * P_S2_4_1_1)));
    const Vec P_S1_2_4_0_3 = fma(-G_3_4, P_S1_2_0_4, fma(-G_3_2, P_S1_4_0_2, fma(-G_3_1, P_S2_4_0_1, G_3_0 * P_S2_4_1_1)));
    const Vec P_S2_4_0_0 = fma(-P_S2_0_4, G_0_4, fma(-P_S4_0_2, G_0_2, G_0_0 * P_S4_2_2));
    const Vec P_S1_4_0_0 = fma(-P_S1_0_4, G_0_4, fma(-G_0_1, P_S4_0_1, G_0_0 * P_S4_1_1));
    const Vec P_S4_0_0 = fma(-G_4_0, G_0_4, G_0_0 * G_4_4);
    const Vec P_S2_3_1_1 = fma(-G_1_3, P_S2_1_3, fma(-G_1_2, P_S3_1_2, G_1_1 * P_S3_2_2));
    const Vec P_S2_3_0_1 = fma(-G_1_3, P_S2_0_3, fma(-G_1_2, P_S3_0_2, P_S3_2_2 * G_1_0));
    const Vec P_S1_3_0_2 = fma(-G_2_3, P_S1_0_3, fma(-G_2_1, P_S3_0_1, G_2_0 * P_S3_1_1));
    const Vec P_S1_2_0_3 = fma(-G_3_2, P_S1_0_2, fma(-G_3_1, P_S2_0_1, G_3_0 * P_S2_1_1));
    const Vec P_S1_2_3_0_0 = fma(-G_0_3, P_S1_2_0_3, fma(-G_0_2, P_S1_3_0_2, fma(-G_0_1, P_S2_3_0_1, G_0_0 * P_S2_3_1_1)));
    const Vec P_S1_2_3_0_4 = fma(-G_4_3, P_S1_2_0_3, fma(-G_4_2, P_S1_3_0_2, fma(-G_4_1, P_S2_3_0_1, G_4_0 * P_S2_3_1_1)));
    const Vec P_S2_3_0_0 = fma(-P_S2_0_3, G_0_3, fma(-P_S3_0_2, G_0_2, G_0_0 * P_S3_2_2));
    const Vec P_S1_3_0_0 = fma(-P_S1_0_3, G_0_3, fma(-G_0_1, P_S3_0_1, G_0_0 * P_S3_1_1));
    const Vec P_S3_0_0 = fma(-G_3_0, G_0_3, G_0_0 * G_3_3);
    const Vec P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, G_0_0 * P_S2_1_1));
    const Vec P_S2_0_0 = fma(-G_2_0, G_0_2, G_0_0 * G_2_2);
    const Vec P_S1_0_0 = fma(-G_0_1, G_1_0, G_0_0 * G_1_1);
    const Vec t1 = G_0_0 * P_S2_3_4_1_1;
    const Vec t2 = fma(G_0_4, P_S1_2_3_0_4, fma(G_0_3, P_S1_2_4_0_3, fma(G_0_2, P_S1_3_4_0_2, fma(G_0_1, P_S2_3_4_0_1, t1)))) - t1;
    const Vec Z_S1 = G_1_1 * G_1_1;
    const Vec Z_S2 = G_2_2 * G_2_2;
    const Vec Z_S3 = G_3_3 * G_3_3;
    const Vec Z_S4 = G_4_4 * G_4_4;
    const Vec C_S4 = fma(-G_0_0, Z_S4, G_4_4 * P_S4_0_0);
    const Vec C_S3 = fma(-G_0_0, Z_S3, G_3_3 * P_S3_0_0);
    const Vec Z_S3_4 = P_S4_3_3 * P_S4_3_3;
    const Vec C_S3_4 = fma(-G_0_0, Z_S3_4, fma(-Z_S4, C_S3, fma(-Z_S3, C_S4, P_S4_3_3 * P_S3_4_0_0)));
    const Vec C_S2 = fma(-G_0_0, Z_S2, G_2_2 * P_S2_0_0);
    const Vec Z_S2_4 = P_S4_2_2 * P_S4_2_2;
    const Vec C_S2_4 = fma(-G_0_0, Z_S2_4, fma(-Z_S4, C_S2, fma(-Z_S2, C_S4, P_S4_2_2 * P_S2_4_0_0)));
    const Vec Z_S2_3 = P_S3_2_2 * P_S3_2_2;
    const Vec C_S2_3 = fma(-G_0_0, Z_S2_3, fma(-Z_S3, C_S2, fma(-Z_S2, C_S3, P_S3_2_2 * P_S2_3_0_0)));
    const Vec Z_S2_3_4 = P_S3_4_2_2 * P_S3_4_2_2;
    const Vec C_S2_3_4 = fma(-G_0_0, Z_S2_3_4, fma(-Z_S4, C_S2_3, fma(-C_S4, Z_S2_3, fma(-Z_S3, C_S2_4, fma(-C_S3, Z_S2_4, fma(-Z_S3_4, C_S2, fma(-Z_S2, C_S3_4, P_S3_4_2_2 * P_S2_3_4_0_0)))))));
    const Vec C_S1 = fma(-G_0_0, Z_S1, G_1_1 * P_S1_0_0);
    const Vec Z_S1_4 = P_S4_1_1 * P_S4_1_1;
    const Vec C_S1_4 = fma(-G_0_0, Z_S1_4, fma(-Z_S4, C_S1, fma(-Z_S1, C_S4, P_S4_1_1 * P_S1_4_0_0)));
    const Vec Z_S1_3 = P_S3_1_1 * P_S3_1_1;
    const Vec C_S1_3 = fma(-G_0_0, Z_S1_3, fma(-Z_S3, C_S1, fma(-Z_S1, C_S3, P_S3_1_1 * P_S1_3_0_0)));
    const Vec Z_S1_3_4 = P_S3_4_1_1 * P_S3_4_1_1;
    const Vec C_S1_3_4 = fma(-G_0_0, Z_S1_3_4, fma(-Z_S4, C_S1_3, fma(-C_S4, Z_S1_3, fma(-Z_S3, C_S1_4, fma(-C_S3, Z_S1_4, fma(-Z_S3_4, C_S1, fma(-Z_S1, C_S3_4, P_S3_4_1_1 * P_S1_3_4_0_0)))))));
    const Vec Z_S1_2 = P_S2_1_1 * P_S2_1_1;
    const Vec C_S1_2 = fma(-G_0_0, Z_S1_2, fma(-Z_S2, C_S1, fma(-Z_S1, C_S2, P_S2_1_1 * P_S1_2_0_0)));
    const Vec Z_S1_2_4 = P_S2_4_1_1 * P_S2_4_1_1;
    const Vec C_S1_2_4 = fma(-G_0_0, Z_S1_2_4, fma(-Z_S4, C_S1_2, fma(-C_S4, Z_S1_2, fma(-Z_S2, C_S1_4, fma(-C_S2, Z_S1_4, fma(-Z_S2_4, C_S1, fma(-Z_S1, C_S2_4, P_S2_4_1_1 * P_S1_2_4_0_0)))))));
    const Vec Z_S1_2_3 = P_S2_3_1_1 * P_S2_3_1_1;
    const Vec C_S1_2_3 = fma(-G_0_0, Z_S1_2_3, fma(-Z_S3, C_S1_2, fma(-C_S3, Z_S1_2, fma(-Z_S2, C_S1_3, fma(-C_S2, Z_S1_3, fma(-Z_S2_3, C_S1, fma(-Z_S1, C_S2_3, P_S2_3_1_1 * P_S1_2_3_0_0)))))));
    const Vec t3 = fma(Z_S4, C_S1_2_3, fma(C_S4, Z_S1_2_3, fma(Z_S3, C_S1_2_4, fma(C_S3, Z_S1_2_4, fma(Z_S3_4, C_S1_2, fma(C_S3_4, Z_S1_2, fma(Z_S2, C_S1_3_4, fma(C_S2, Z_S1_3_4, fma(Z_S2_4, C_S1_3, fma(C_S2_4, Z_S1_3, fma(Z_S2_3, C_S1_4, fma(C_S2_3, Z_S1_4, fma(Z_S2_3_4, C_S1, fma(Z_S1, C_S2_3_4, P_S2_3_4_1_1 * t2))))))))))))));
    store(to[0].data + 0 * to[0].row_stride + at, t3);
  }
}

extern "C" extern const Size hubbard_su2_cdet_density_work_bytes;
extern "C" const Size hubbard_su2_cdet_density_work_bytes = 25664;

extern "C" void hubbard_su2_cdet_density_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_su2_cdet_density_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 25 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_su2_cdet_density_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 25; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 25 * lanes, lanes};
  hubbard_su2_cdet_density_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(25 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet_density(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_density_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_su2_cdet_density_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
