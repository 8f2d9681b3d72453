// hubbard_su3_cdet_density_fixed, m = 2: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su3_cdet_density_fixed.diag:16: D(S)
//   hubbard_su3_cdet_density_fixed.diag:19: P(S, s, v)
//   hubbard_su3_cdet_density_fixed.diag:21: dD(S)
//   hubbard_su3_cdet_density_fixed.diag:22: dP(S, s, v)
//   hubbard_su3_cdet_density_fixed.diag:27: W(A, B)
//   hubbard_su3_cdet_density_fixed.diag:31: Z(V)
//   hubbard_su3_cdet_density_fixed.diag:32: A(V)
//   hubbard_su3_cdet_density_fixed.diag:35: C(V)
//   hubbard_su3_cdet_density_fixed.diag:37: density
// Order: P, dP, W, Z, A, C by S descending; at most 25 values live.
// A vector takes 51 multiplications, 10 additions, 62 fused, 0 divisions, 0 functions,
// 18 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_su3_cdet_density_fixed_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_1_1 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec G_2_2 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec t1 = G_1_1 * G_2_2;
    const Vec G_1_2 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec G_2_1 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec P_S2_1_1 = fma(-G_1_2, G_2_1, t1);
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec t2 = G_0_0 * P_S2_1_1;
    const Vec G_1_0 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec G_2_0 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
    const Vec P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, t2));
    const Vec H_0_0 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec t3 = H_0_0 * P_S2_1_1;
    const Vec H_1_1 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec H_2_2 = load(from[1].data + 8 * from[1].row_stride + at);
    const Vec H_1_2 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec H_2_1 = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
    const Vec H_1_0 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec H_2_0 = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-G_2_0, H_1_2, fma(G_1_0, H_2_2, G_2_2 * H_1_0)));
    const Vec dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-G_1_0, H_2_1, fma(G_2_0, H_1_1, G_1_1 * H_2_0)));
    const Vec H_0_1 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec H_0_2 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(G_0_0, dP_S2_1_1, fma(-P_S1_0_2, H_0_2, fma(-P_S2_0_1, H_0_1, t3)))));
    const Vec t4 = G_0_0 * G_2_2;
    const Vec P_S2_0_0 = fma(-G_2_0, G_0_2, t4);
    const Vec dP_S2_0_0 = fma(-G_0_2, H_2_0, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
    const Vec dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
    const Vec t5 = G_0_0 * G_1_1;
    const Vec P_S1_0_0 = fma(-G_0_1, G_1_0, t5);
    const Vec W_S0_S = 2.0f * G_0_0;
    const Vec t6 = G_0_0 + W_S0_S;
    const Vec Z_S0 = G_0_0 * t6;
    const Vec W_S1_S2 = 2.0f * G_2_2 * P_S2_1_1;
    const Vec W_S2_S1 = 2.0f * G_1_1 * P_S2_1_1;
    const Vec t7 = t1 + P_S2_1_1;
    const Vec W_S1_2_S = 2.0f * t7;
    const Vec W_S1_S = 2.0f * G_1_1;
    const Vec t8 = G_1_1 + W_S1_S;
    const Vec Z_S1 = G_1_1 * t8;
    const Vec W_S2_S = 2.0f * G_2_2;
    const Vec A_S2 = H_2_2 * W_S2_S;
    const Vec t9 = G_2_2 + W_S2_S;
    const Vec Z_S2 = G_2_2 * t9;
    const Vec A_S1 = H_1_1 * W_S1_S;
    const Vec t10 = P_S2_1_1 + W_S1_2_S;
    const Vec Z_S1_2 = fma(P_S2_1_1, t10, fma(G_2_2, W_S2_S1, G_1_1 * W_S1_S2));
    const Vec C_S1_2 = fma(-Z_S2, A_S1, fma(-Z_S1, A_S2, fma(dP_S2_1_1, W_S1_2_S, fma(H_2_2, W_S2_S1, H_1_1 * W_S1_S2))));
    const Vec W_S0_S2 = 2.0f * G_2_2 * P_S2_0_0;
    const Vec W_S2_S0 = 2.0f * G_0_0 * P_S2_0_0;
    const Vec t11 = t4 + P_S2_0_0;
    const Vec W_S0_2_S = 2.0f * t11;
    const Vec A_S0 = H_0_0 * W_S0_S;
    const Vec t12 = P_S2_0_0 + W_S0_2_S;
    const Vec Z_S0_2 = fma(P_S2_0_0, t12, fma(G_2_2, W_S2_S0, G_0_0 * W_S0_S2));
    const Vec C_S0_2 = fma(-Z_S2, A_S0, fma(dP_S2_0_0, W_S0_2_S, fma(H_2_2, W_S2_S0, fma(-Z_S0, A_S2, H_0_0 * W_S0_S2))));
    const Vec W_S0_S1 = 2.0f * G_1_1 * P_S1_0_0;
    const Vec W_S1_S0 = 2.0f * G_0_0 * P_S1_0_0;
    const Vec t13 = t5 + P_S1_0_0;
    const Vec W_S0_1_S = 2.0f * t13;
    const Vec t14 = P_S1_0_0 + W_S0_1_S;
    const Vec Z_S0_1 = fma(P_S1_0_0, t14, fma(G_1_1, W_S1_S0, G_0_0 * W_S0_S1));
    const Vec C_S0_1 = fma(dP_S1_0_0, W_S0_1_S, fma(H_1_1, W_S1_S0, fma(-Z_S1, A_S0, fma(-Z_S0, A_S1, H_0_0 * W_S0_S1))));
    const Vec t15 = fma(H_2_2, P_S1_0_0, fma(H_1_1, P_S2_0_0, t3));
    const Vec t16 = fma(P_S2_1_1, P_S2_0_0, G_2_2 * P_S1_2_0_0);
    const Vec t17 = fma(P_S2_1_1, P_S1_0_0, G_1_1 * P_S1_2_0_0);
    const Vec t18 = fma(P_S2_0_0, P_S1_0_0, G_0_0 * P_S1_2_0_0);
    const Vec t19 = fma(G_2_2, P_S1_0_0, fma(G_1_1, P_S2_0_0, t2 + P_S1_2_0_0));
    const Vec C_S0_1_2 = fma(2.0f * dP_S1_2_0_0, t19, fma(2.0f * dP_S2_1_1, t18, fma(2.0f * dP_S2_0_0, t17, fma(2.0f * dP_S1_0_0, t16, fma(-Z_S2, C_S0_1, fma(-A_S2, Z_S0_1, fma(-Z_S1, C_S0_2, fma(-A_S1, Z_S0_2, fma(-Z_S1_2, A_S0, fma(-Z_S0, C_S1_2, 2.0f * P_S1_2_0_0 * t15))))))))));
    store(to[0].data + 0 * to[0].row_stride + at, C_S0_1_2);
  }
}

extern "C" extern const Size hubbard_su3_cdet_density_fixed_work_bytes;
extern "C" const Size hubbard_su3_cdet_density_fixed_work_bytes = 18496;

extern "C" void hubbard_su3_cdet_density_fixed_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    hubbard_su3_cdet_density_fixed_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 9 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 9 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(9 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 9 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_su3_cdet_density_fixed_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 9; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 9; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(9 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 9 * lanes, lanes, 1};
  some_outputs[0] = {work + 18 * lanes, lanes};
  hubbard_su3_cdet_density_fixed_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(18 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su3_cdet_density_fixed(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su3_cdet_density_fixed_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_su3_cdet_density_fixed_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
