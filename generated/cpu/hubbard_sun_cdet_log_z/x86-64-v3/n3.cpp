// hubbard_sun_cdet_log_z, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_log_z.diag:16: D(S)
//   hubbard_sun_cdet_log_z.diag:19: P(S, s, v)
//   hubbard_sun_cdet_log_z.diag:23: W(A, B)
//   hubbard_sun_cdet_log_z.diag:29: L(A, B, s, v, again)
//   hubbard_sun_cdet_log_z.diag:35: E(v, A, B)
//   hubbard_sun_cdet_log_z.diag:39: Z(V)
//   hubbard_sun_cdet_log_z.diag:45: C(V)
//   hubbard_sun_cdet_log_z.diag:47: connected
// Order: P by S ascending, s ascending, v ascending, eagerly; at most 19 values live.
// A vector takes 48 multiplications, 3 additions, 33 fused, 0 divisions, 0 functions,
// 9 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_sun_cdet_log_z_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(2.0);
  const Vec t2 = fma(splat(0.5), N, -splat(1.5));
  const Vec t3 = N - splat(1.0);
  const Vec t4 = N * t3;
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec G_2_1 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec t5 = G_1_2 * G_2_1;
    const Vec G_1_1 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec G_2_2 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec P_S2_1_1 = fma(G_1_1, G_2_2, -t5);
    const Vec G_3_1 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec G_3_2 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
    const Vec G_3_3 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec G_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec P_S3_1_1 = fma(-G_3_1, G_1_3, G_1_1 * G_3_3);
    const Vec G_2_3 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
    const Vec P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
    const Vec P_S2_3_1_1 = fma(-G_1_2, P_S3_1_2, fma(-G_1_3, P_S2_1_3, G_1_1 * P_S3_2_2));
    const Vec W_S1_S = G_1_1 * t1;
    const Vec W_S2_S = G_2_2 * t1;
    const Vec t6 = fma(W_S2_S, P_S3_1_1, P_S3_2_2 * W_S1_S);
    const Vec t7 = fma(splat(2.0), t6, P_S2_3_1_1);
    const Vec W_S_S2 = G_2_2 * t2 * W_S2_S;
    const Vec t8 = W_S2_S - G_2_2;
    const Vec L_S_S2_1_1_false = fma(-t5, t8, G_1_1 * W_S_S2);
    const Vec W_S1_S2 = t1 * L_S_S2_1_1_false;
    const Vec L_S2_S_1_1_false = fma(G_1_1, W_S2_S, -t5);
    const Vec W_S1_2_S = t1 * L_S2_S_1_1_false;
    const Vec L_S_S_1_2_true = G_2_1 * W_S1_S;
    const Vec L_S2_S_1_2_true = fma(-G_2_2, L_S_S_1_2_true, G_2_1 * W_S1_2_S);
    const Vec L_S_S2_1_1_true = fma(-G_1_2, L_S2_S_1_2_true, G_1_1 * W_S1_S2);
    const Vec E_3_S_S = G_3_3 * G_3_3;
    const Vec L_S2_S_1_1_true = fma(-G_1_2, L_S_S_1_2_true, G_1_1 * W_S1_2_S);
    const Vec E_3_S2_S = 2.0 * G_3_3 * P_S3_2_2;
    const Vec t9 = fma(L_S2_S_1_1_true, E_3_S2_S, L_S_S2_1_1_true * E_3_S_S);
    const Vec W_S_S1 = G_1_1 * W_S1_S * t2;
    const Vec E_3_S_S2 = P_S3_2_2 * P_S3_2_2;
    const Vec t10 = fma(W_S2_S, E_3_S2_S, fma(W_S_S2, E_3_S_S, E_3_S_S2));
    const Vec E_3_S_S1 = P_S3_1_1 * P_S3_1_1;
    const Vec E_3_S1_S = 2.0 * G_3_3 * P_S3_1_1;
    const Vec t11 = fma(G_3_3, P_S2_3_1_1, P_S3_2_2 * P_S3_1_1);
    const Vec Z_S3 = 0.5 * E_3_S_S * t4;
    const Vec t12 = fma(2.0 * G_2_2, W_S1_S, P_S2_1_1);
    const Vec E_2_S_S = G_2_2 * G_2_2;
    const Vec t13 = fma(W_S_S1, E_2_S_S, P_S2_1_1 * t12);
    const Vec t14 = fma(-Z_S3, t13, fma(2.0 * W_S1_2_S, t11, fma(W_S1_S2, E_3_S1_S, fma(W_S_S2, E_3_S_S1, fma(W_S_S1, E_3_S_S2, fma(t2, t9, P_S2_3_1_1 * t7))))));
    const Vec Z_S1 = 0.5 * G_1_1 * G_1_1 * t4;
    const Vec Z_S2 = 0.5 * E_2_S_S * t4;
    const Vec C_S2_3 = fma(-Z_S2, Z_S3, 0.5 * t4 * t10);
    const Vec t15 = fma(W_S1_S, E_3_S1_S, fma(W_S_S1, E_3_S_S, E_3_S_S1));
    const Vec C_S1_3 = fma(-Z_S1, Z_S3, 0.5 * t4 * t15);
    const Vec C_S1_2_3 = fma(-Z_S2, C_S1_3, fma(-Z_S1, C_S2_3, 0.5 * t4 * t14));
    store(to[0].data + 0 * to[0].row_stride + at, C_S1_2_3);
  }
}

extern "C" extern const Size hubbard_sun_cdet_log_z_work_bytes;
extern "C" const Size hubbard_sun_cdet_log_z_work_bytes = 4640;

extern "C" void hubbard_sun_cdet_log_z_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_sun_cdet_log_z_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 9 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_sun_cdet_log_z_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 9; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 9 * lanes, lanes};
  hubbard_sun_cdet_log_z_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(9 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_cdet_log_z(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_cdet_log_z_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_cdet_log_z_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
