// hubbard_sun_cdet_self_energy, n = 2: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_self_energy.diag:19: D(S)
//   hubbard_sun_cdet_self_energy.diag:22: P(S, s, v)
//   hubbard_sun_cdet_self_energy.diag:25: Q(S, v, b)
//   hubbard_sun_cdet_self_energy.diag:29: W(A, B)
//   hubbard_sun_cdet_self_energy.diag:35: L(A, B, s, v, again)
//   hubbard_sun_cdet_self_energy.diag:40: Z(V)
//   hubbard_sun_cdet_self_energy.diag:42: A(V, a, b)
//   hubbard_sun_cdet_self_energy.diag:46: C(V, a, b)
//   hubbard_sun_cdet_self_energy.diag:50: E(V, b)
//   hubbard_sun_cdet_self_energy.diag:53: leg(V, d)
//   hubbard_sun_cdet_self_energy.diag:55: self_energy(b)
// Order: L by A ascending, B ascending, s ascending, v ascending, again ascending; at most 6 values live.
// A vector takes 9 multiplications, 3 additions, 6 fused, 0 divisions, 0 functions,
// 4 loads and 2 stores, in 1 function.
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

extern "C" void hubbard_sun_cdet_self_energy_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(1.0);
  const Vec t2 = fma(splat(0.5), N, -splat(1.0));
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_2 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec W_S2_S = G_2_2 * t1;
    const Vec t3 = G_2_2 * W_S2_S;
    const Vec W_S_S2 = t3 * t2;
    const Vec G_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec G_2_1 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec t4 = G_1_2 * G_2_1;
    const Vec t5 = W_S2_S - G_2_2;
    const Vec G_1_1 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec L_S_S2_1_1_false = fma(-t4, t5, G_1_1 * W_S_S2);
    const Vec L_S2_S_1_1_false = fma(G_1_1, W_S2_S, -t4);
    const Vec W_S1_2_S = t1 * L_S2_S_1_1_false;
    const Vec Z_S2 = t3 + W_S_S2;
    const Vec W_S1_S = G_1_1 * t1;
    const Vec C_S1_2_1_1 = fma(-G_2_2, W_S1_2_S, fma(-t1, L_S_S2_1_1_false, Z_S2 * W_S1_S));
    const Vec t6 = fma(-W_S2_S, W_S1_S, W_S1_2_S);
    const Vec E_S1_2_2 = G_1_2 * t6;
    store(to[0].data + 0 * to[0].row_stride + at, C_S1_2_1_1);
    store(to[0].data + 1 * to[0].row_stride + at, E_S1_2_2);
  }
}

extern "C" extern const Size hubbard_sun_cdet_self_energy_work_bytes;
extern "C" const Size hubbard_sun_cdet_self_energy_work_bytes = 2112;

extern "C" void hubbard_sun_cdet_self_energy_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_sun_cdet_self_energy_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 4 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_sun_cdet_self_energy_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 4 * lanes, lanes};
  hubbard_sun_cdet_self_energy_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 2; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(4 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_cdet_self_energy(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_cdet_self_energy_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_cdet_self_energy_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
