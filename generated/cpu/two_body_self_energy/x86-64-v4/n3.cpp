// two_body_self_energy, n = 3: single precision, 16 configurations a vector.
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
// Order: W by k ascending, open ascending, s ascending, v ascending; at most 18 values live.
// A vector takes 50 multiplications, 0 additions, 31 fused, 0 divisions, 0 functions,
// 24 loads and 4 stores, in 1 function.
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
enum : Size { block = 13 };  // vectors of configurations in rows of inputs that all configurations share

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
    const Vec G_6_4 = load(from[0].data + 33 * from[0].row_stride + at);
    const Vec t1 = N * G_6_4;
    const Vec G_6_6 = load(from[0].data + 35 * from[0].row_stride + at);
    const Vec t2 = N * G_6_6;
    const Vec t3 = N * t2;
    const Vec G_5_4 = load(from[0].data + 27 * from[0].row_stride + at);
    const Vec G_5_6 = load(from[0].data + 29 * from[0].row_stride + at);
    const Vec W_3_S3_4_5 = fma(-G_5_6, t1, G_5_4 * t3);
    const Vec G_4_5 = load(from[0].data + 22 * from[0].row_stride + at);
    const Vec W_2_S_4_4 = G_4_5 * W_3_S3_4_5;
    const Vec G_6_2 = load(from[0].data + 31 * from[0].row_stride + at);
    const Vec t4 = N * G_6_2;
    const Vec G_4_2 = load(from[0].data + 19 * from[0].row_stride + at);
    const Vec G_4_6 = load(from[0].data + 23 * from[0].row_stride + at);
    const Vec W_3_S3_2_4 = fma(-G_4_6, t4, G_4_2 * t3);
    const Vec t5 = G_4_2 * G_6_4;
    const Vec G_4_4 = load(from[0].data + 21 * from[0].row_stride + at);
    const Vec t6 = N * G_4_4;
    const Vec t7 = fma(G_6_2, t6, -t5);
    const Vec W_3_S3_4_4 = fma(-G_4_6, t1, G_4_4 * t3);
    const Vec G_5_2 = load(from[0].data + 25 * from[0].row_stride + at);
    const Vec t8 = N * G_5_2;
    const Vec W_3_S2_3_2_5 = fma(-W_3_S3_4_4, t8, fma(G_5_6 * N, t7, G_5_4 * W_3_S3_2_4));
    const Vec G_3_4 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec t9 = G_3_4 * G_4_5;
    const Vec W_3_S3_2_5 = fma(-t4, G_5_6, G_5_2 * t3);
    const Vec G_3_2 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec t10 = N * G_3_2;
    const Vec G_3_5 = load(from[0].data + 16 * from[0].row_stride + at);
    const Vec W_2_S2_2_3 = fma(-W_2_S_4_4, t10, fma(t9, W_3_S3_2_5, G_3_5 * W_3_S2_3_2_5));
    const Vec V_1 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec V_2 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec t11 = V_1 * V_2;
    const Vec V_3 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec t12 = V_3 * t11;
    const Vec G_2_3 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec t13 = -G_2_3 * t12 * W_2_S2_2_3;
    const Vec G_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec step_2_S1_2_5 = G_3_5 * G_1_3;
    const Vec step_3_S1_2_3_6 = G_5_6 * step_2_S1_2_5;
    const Vec step_3_S1_2_3_4 = G_5_4 * step_2_S1_2_5;
    const Vec step_2_S1_5 = G_1_3 * t9;
    const Vec step_3_S1_3_6 = fma(G_5_6, step_2_S1_5, G_4_6 * step_3_S1_2_3_4);
    const Vec step_2_S1_2_2 = G_3_2 * G_1_3;
    const Vec step_3_S1_2_2 = G_6_2 * step_3_S1_2_3_6;
    const Vec step_3_S1_3_2 = fma(G_5_2, step_2_S1_5, G_4_2 * step_3_S1_2_3_4);
    const Vec step_3_S1_2_3_2 = G_5_2 * step_2_S1_2_5;
    const Vec t14 = fma(W_3_S3_4_4, step_3_S1_2_3_2, fma(-t2, step_3_S1_3_2, fma(-t6, step_3_S1_2_2, fma(W_2_S_4_4, step_2_S1_2_2, fma(G_6_2, step_3_S1_3_6, step_3_S1_2_3_6 * t5)))));
    const Vec t15 = -t12 * t14;
    const Vec hop_2_S2_1_5_1 = G_2_3 * G_3_5;
    const Vec t16 = hop_2_S2_1_5_1 * t8;
    const Vec t17 = G_2_3 * t10;
    const Vec G_2_5 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec G_1_5 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec step_2_S2_5 = fma(-G_1_5, t17, step_2_S1_2_2 * G_2_5);
    const Vec G_2_6 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec G_1_6 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec step_3_S2_3_6 = fma(G_5_6, step_2_S2_5, fma(-G_1_6, t16, G_2_6 * step_3_S1_2_3_2));
    const Vec G_2_4 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec G_1_4 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec step_3_S2_3_4 = fma(G_5_4, step_2_S2_5, fma(-G_1_4, t16, G_2_4 * step_3_S1_2_3_2));
    const Vec t18 = fma(-t2, step_3_S2_3_4, fma(G_6_4, step_3_S2_3_6, fma(-G_5_6 * G_1_4 * hop_2_S2_1_5_1, t4, G_2_4 * step_3_S1_2_2)));
    const Vec t19 = -t12 * t18;
    const Vec t20 = fma(-G_4_5, t17, G_4_2 * hop_2_S2_1_5_1);
    const Vec t21 = fma(G_5_4, t20, fma(-G_4_4, t16, G_2_3 * G_5_2 * t9));
    const Vec hop_3_S3_2_4_2 = fma(G_4_4, step_3_S1_2_3_2, G_5_4 * G_4_5 * step_2_S1_2_2);
    const Vec D_3_S3_2 = fma(-N, hop_3_S3_2_4_2, step_3_S1_3_2);
    const Vec step_3_S3_6 = fma(G_2_6, D_3_S3_2, fma(-N * G_1_6, t21, G_4_6 * step_3_S2_3_4));
    const Vec t22 = -t12 * step_3_S3_6;
    store(to[0].data + 0 * to[0].row_stride + at, t13);
    store(to[0].data + 1 * to[0].row_stride + at, t15);
    store(to[0].data + 2 * to[0].row_stride + at, t19);
    store(to[0].data + 3 * to[0].row_stride + at, t22);
  }
}

extern "C" extern const Size two_body_self_energy_work_bytes;
extern "C" const Size two_body_self_energy_work_bytes = 32704;

extern "C" void two_body_self_energy_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    two_body_self_energy_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 36 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 3 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(36 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 36 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      two_body_self_energy_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 36; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 3; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(36 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 36 * lanes, lanes, 1};
  some_outputs[0] = {work + 39 * lanes, lanes};
  two_body_self_energy_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 4; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(39 + row) * lanes + at - whole];
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
