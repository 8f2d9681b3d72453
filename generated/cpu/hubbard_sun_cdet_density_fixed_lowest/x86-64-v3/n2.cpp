// hubbard_sun_cdet_density_fixed_lowest, m = 1: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed_lowest.diag:20: D(S)
//   hubbard_sun_cdet_density_fixed_lowest.diag:23: P(S, s, v)
//   hubbard_sun_cdet_density_fixed_lowest.diag:25: dD(S)
//   hubbard_sun_cdet_density_fixed_lowest.diag:26: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed_lowest.diag:32: W(A, B)
//   hubbard_sun_cdet_density_fixed_lowest.diag:37: first(s, v, again)
//   hubbard_sun_cdet_density_fixed_lowest.diag:41: L(A, B, s, v, again)
//   hubbard_sun_cdet_density_fixed_lowest.diag:47: Z(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:52: A(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:60: C(V)
//   hubbard_sun_cdet_density_fixed_lowest.diag:62: density
// Order: L by A ascending, B ascending, s ascending, v ascending, again ascending; at most 8 values live.
// A vector takes 11 multiplications, 4 additions, 8 fused, 0 divisions, 0 functions,
// 8 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_sun_cdet_density_fixed_lowest_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(1.0);
  const Vec t2 = fma(splat(0.5), N, -splat(1.0));
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_1_1 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec first_1_1_false = G_1_1 * t1;
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec t3 = G_0_0 * first_1_1_false;
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec G_1_0 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec t4 = G_0_1 * G_1_0;
    const Vec t5 = first_1_1_false - G_1_1;
    const Vec L_S_S1_0_0_false = fma(-t4, t5, G_1_1 * t2 * t3);
    const Vec L_S1_S_0_0_false = t3 - t4;
    const Vec H_1_1 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec t6 = G_0_0 * H_1_1;
    const Vec H_0_0 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec t7 = fma(H_0_0, G_1_1, t6);
    const Vec H_0_1 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec H_1_0 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-G_1_0, H_0_1, t7));
    const Vec t8 = L_S1_S_0_0_false - t4;
    const Vec t9 = fma(t2 * t6, t8, fma(dP_S1_0_0, L_S1_S_0_0_false, fma(-0.5 * t3 * N, t7, H_0_0 * L_S_S1_0_0_false)));
    const Vec C_S0_1 = t1 * t9;
    store(to[0].data + 0 * to[0].row_stride + at, C_S0_1);
  }
}

extern "C" extern const Size hubbard_sun_cdet_density_fixed_lowest_work_bytes;
extern "C" const Size hubbard_sun_cdet_density_fixed_lowest_work_bytes = 4128;

extern "C" void hubbard_sun_cdet_density_fixed_lowest_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    hubbard_sun_cdet_density_fixed_lowest_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 4 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 4 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(4 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 4 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_sun_cdet_density_fixed_lowest_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 4; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(4 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 4 * lanes, lanes, 1};
  some_outputs[0] = {work + 8 * lanes, lanes};
  hubbard_sun_cdet_density_fixed_lowest_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(8 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_cdet_density_fixed_lowest(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_cdet_density_fixed_lowest_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_cdet_density_fixed_lowest_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
