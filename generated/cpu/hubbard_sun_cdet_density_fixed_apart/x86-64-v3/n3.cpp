// hubbard_sun_cdet_density_fixed_apart, m = 2: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed_apart.diag:21: D(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:24: P(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:26: dD(S)
//   hubbard_sun_cdet_density_fixed_apart.diag:27: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed_apart.diag:35: W(e, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:41: Y(e, v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:45: dW(A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:50: E(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:54: dE(v, A, B)
//   hubbard_sun_cdet_density_fixed_apart.diag:56: Z(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:62: dF(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:65: dZ(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:70: C(V)
//   hubbard_sun_cdet_density_fixed_apart.diag:72: density
// Order: dE by v ascending, A ascending, B ascending; at most 34 values live.
// A vector takes 78 multiplications, 4 additions, 98 fused, 0 divisions, 0 functions,
// 18 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_sun_cdet_density_fixed_apart_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = fma(splat(0.5), N, -splat(2.0));
  const Vec t2 = N - splat(5.0);
  const Vec t3 = 2.0 * t1;
  const Vec t4 = N - splat(3.0);
  const Vec t5 = 0.5 * t4;
  const Vec t6 = N - splat(1.0);
  const Vec t7 = N - splat(2.0);
  const Vec t8 = N * t6;
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_1_1 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec H_1_1 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec dE_1_S_S = G_1_1 * H_1_1;
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec H_0_0 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec t9 = fma(H_0_0, G_1_1, G_0_0 * H_1_1);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec H_1_0 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec G_1_0 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec H_0_1 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec dP_S0_1_1 = fma(-G_1_0, H_0_1, fma(-G_0_1, H_1_0, t9));
    const Vec t10 = G_1_1 * dP_S0_1_1;
    const Vec t11 = G_0_0 * G_1_1;
    const Vec P_S0_1_1 = fma(-G_1_0, G_0_1, t11);
    const Vec dE_1_S0_S = fma(H_1_1, P_S0_1_1, t10);
    const Vec G_2_2 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec H_2_2 = load(from[1].data + 8 * from[1].row_stride + at);
    const Vec dE_2_S_S = G_2_2 * H_2_2;
    const Vec G_2_0 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec P_S0_2_2 = fma(-G_2_0, G_0_2, G_0_0 * G_2_2);
    const Vec H_2_0 = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec H_0_2 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec dP_S0_2_2 = fma(-G_2_0, H_0_2, fma(-G_0_2, H_2_0, fma(H_0_0, G_2_2, G_0_0 * H_2_2)));
    const Vec dE_2_S_S0 = P_S0_2_2 * dP_S0_2_2;
    const Vec G_2_1 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec G_1_2 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec P_S1_2_2 = fma(-G_2_1, G_1_2, G_2_2 * G_1_1);
    const Vec H_2_1 = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec H_1_2 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec dP_S1_2_2 = fma(-G_2_1, H_1_2, fma(-G_1_2, H_2_1, fma(G_2_2, H_1_1, G_1_1 * H_2_2)));
    const Vec dE_2_S_S1 = P_S1_2_2 * dP_S1_2_2;
    const Vec dE_2_S0_S = fma(G_2_2, dP_S0_2_2, P_S0_2_2 * H_2_2);
    const Vec P_S1_2_0 = fma(-G_1_2, G_0_1, G_1_1 * G_0_2);
    const Vec dP_S1_2_0 = fma(-G_0_1, H_1_2, fma(-G_1_2, H_0_1, fma(H_1_1, G_0_2, G_1_1 * H_0_2)));
    const Vec P_S0_2_1 = fma(-G_0_2, G_1_0, G_0_0 * G_1_2);
    const Vec dP_S0_2_1 = fma(-G_1_0, H_0_2, fma(-G_0_2, H_1_0, fma(H_0_0, G_1_2, G_0_0 * H_1_2)));
    const Vec dP_S0_1_2_2 = fma(-G_2_1, dP_S0_2_1, fma(-P_S0_2_1, H_2_1, fma(-G_2_0, dP_S1_2_0, fma(-P_S1_2_0, H_2_0, fma(P_S0_1_1, H_2_2, G_2_2 * dP_S0_1_1)))));
    const Vec P_S0_1_2_2 = fma(-G_2_1, P_S0_2_1, fma(-G_2_0, P_S1_2_0, G_2_2 * P_S0_1_1));
    const Vec dE_2_S0_S1 = fma(P_S0_1_2_2, dP_S1_2_2, P_S1_2_2 * dP_S0_1_2_2);
    const Vec dE_2_S1_S = fma(G_2_2, dP_S1_2_2, P_S1_2_2 * H_2_2);
    const Vec dE_2_S1_S0 = fma(P_S0_1_2_2, dP_S0_2_2, P_S0_2_2 * dP_S0_1_2_2);
    const Vec dE_2_S0_1_S = fma(P_S0_1_2_2, H_2_2, fma(G_2_2, dP_S0_1_2_2, fma(P_S0_2_2, dP_S1_2_2, P_S1_2_2 * dP_S0_2_2)));
    const Vec t12 = H_0_0 * t1;
    const Vec Y_5_1_S0_S = fma(t11, t2, P_S0_1_1);
    const Vec E_1_S0_S = G_1_1 * P_S0_1_1;
    const Vec t13 = fma(G_1_1, Y_5_1_S0_S, E_1_S0_S);
    const Vec t14 = G_0_0 * G_0_0;
    const Vec t15 = G_0_0 * P_S0_1_1;
    const Vec t16 = fma(0.5 * G_1_1 * t2, t14, t15);
    const Vec Y_4_1_S_S0 = t16 * t3;
    const Vec Y_4_1_S0_S = fma(t11, t3, P_S0_1_1);
    const Vec t17 = fma(dP_S0_1_1, Y_4_1_S0_S, fma(H_1_1, Y_4_1_S_S0, t12 * t13));
    const Vec E_2_S_S = 0.5 * G_2_2 * G_2_2;
    const Vec t18 = G_1_1 * G_1_1;
    const Vec t19 = fma(t18, t12, fma(H_1_1, Y_4_1_S0_S, t10));
    const Vec E_2_S0_S = G_2_2 * P_S0_2_2;
    const Vec W_3_S_S0 = t1 * t14;
    const Vec t20 = fma(H_1_1, W_3_S_S0, fma(H_0_0, Y_4_1_S0_S, G_0_0 * dP_S0_1_1));
    const Vec E_2_S1_S = G_2_2 * P_S1_2_2;
    const Vec t21 = fma(G_1_1, W_3_S_S0, t15);
    const Vec t22 = fma(t21, dE_2_S1_S, fma(t20, E_2_S1_S, fma(t19, E_2_S0_S, t17 * E_2_S_S)));
    const Vec t23 = fma(H_0_0, P_S1_2_2, H_1_1 * P_S0_2_2);
    const Vec t24 = fma(P_S0_1_1, Y_4_1_S0_S, G_1_1 * Y_4_1_S_S0);
    const Vec t25 = fma(G_1_1, Y_4_1_S0_S, E_1_S0_S);
    const Vec t26 = fma(t25, dE_2_S0_S, t24 * dE_2_S_S);
    const Vec t27 = H_0_0 * G_0_0;
    const Vec dW_S_S0 = t4 * t27;
    const Vec E_2_S_S1 = 0.5 * P_S1_2_2 * P_S1_2_2;
    const Vec dW_S_S1 = t4 * dE_1_S_S;
    const Vec E_2_S_S0 = 0.5 * P_S0_2_2 * P_S0_2_2;
    const Vec dW_S0_1_S = fma(t4, t9, dP_S0_1_1);
    const Vec E_2_S0_1_S = fma(G_2_2, P_S0_1_2_2, P_S1_2_2 * P_S0_2_2);
    const Vec W_2_S_S0 = t14 * t5;
    const Vec W_2_S_S1 = t18 * t5;
    const Vec Y_3_1_S0_S = fma(t4, t11, P_S0_1_1);
    const Vec t28 = fma(Y_3_1_S0_S, dE_2_S0_1_S, fma(W_2_S_S1, dE_2_S_S0, fma(W_2_S_S0, dE_2_S_S1, fma(dW_S0_1_S, E_2_S0_1_S, fma(dW_S_S1, E_2_S_S0, fma(dW_S_S0, E_2_S_S1, fma(t5, t26, fma(P_S0_1_2_2, t23, fma(t4, t22, fma(G_1_1, dE_2_S1_S0, G_0_0 * dE_2_S0_S1))))))))));
    const Vec C_S2 = dE_2_S_S * t6;
    const Vec E_1_S_S = 0.5 * t18;
    const Vec t29 = fma(W_2_S_S0, E_1_S_S, G_0_0 * E_1_S0_S);
    const Vec t30 = fma(t7, t29, 0.5 * P_S0_1_1 * P_S0_1_1);
    const Vec C_S1 = t6 * dE_1_S_S;
    const Vec t31 = fma(E_2_S_S, W_2_S_S0, G_0_0 * E_2_S0_S);
    const Vec t32 = fma(t7, t31, E_2_S_S0);
    const Vec C_S0 = t6 * t27;
    const Vec t33 = fma(E_2_S_S, W_2_S_S1, G_1_1 * E_2_S1_S);
    const Vec t34 = fma(t7, t33, E_2_S_S1);
    const Vec t35 = fma(-C_S0, t34, fma(-C_S1, t32, -C_S2 * t30));
    const Vec t36 = fma(N, t35, fma(t28, t7, P_S0_1_2_2 * dP_S0_1_2_2));
    const Vec Z_S0 = 0.5 * t14 * t8;
    const Vec t37 = fma(W_2_S_S1, dE_2_S_S, fma(dW_S_S1, E_2_S_S, fma(H_1_1, E_2_S1_S, G_1_1 * dE_2_S1_S)));
    const Vec dZ_S1_2 = fma(t7, t37, dE_2_S_S1);
    const Vec Z_S1 = E_1_S_S * t8;
    const Vec Z_S2 = E_2_S_S * t8;
    const Vec C_S1_2 = fma(-Z_S2, C_S1, fma(-Z_S1, C_S2, t6 * dZ_S1_2));
    const Vec t38 = fma(W_2_S_S0, dE_2_S_S, fma(dW_S_S0, E_2_S_S, fma(H_0_0, E_2_S0_S, G_0_0 * dE_2_S0_S)));
    const Vec dZ_S0_2 = fma(t7, t38, dE_2_S_S0);
    const Vec C_S0_2 = fma(-Z_S2, C_S0, fma(-Z_S0, C_S2, t6 * dZ_S0_2));
    const Vec t39 = fma(dW_S_S0, E_1_S_S, fma(W_2_S_S0, dE_1_S_S, fma(H_0_0, E_1_S0_S, G_0_0 * dE_1_S0_S)));
    const Vec dZ_S0_1 = fma(t7, t39, P_S0_1_1 * dP_S0_1_1);
    const Vec C_S0_1 = fma(-Z_S1, C_S0, fma(-Z_S0, C_S1, t6 * dZ_S0_1));
    const Vec C_S0_1_2 = fma(-Z_S2, C_S0_1, fma(-Z_S1, C_S0_2, fma(-Z_S0, C_S1_2, t6 * t36)));
    store(to[0].data + 0 * to[0].row_stride + at, C_S0_1_2);
  }
}

extern "C" extern const Size hubbard_sun_cdet_density_fixed_apart_work_bytes;
extern "C" const Size hubbard_sun_cdet_density_fixed_apart_work_bytes = 9248;

extern "C" void hubbard_sun_cdet_density_fixed_apart_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    hubbard_sun_cdet_density_fixed_apart_vectors(inputs, outputs, params, begin, whole);
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
      hubbard_sun_cdet_density_fixed_apart_vectors(some_inputs, some_outputs, params, 0, count);
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
  hubbard_sun_cdet_density_fixed_apart_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(18 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_cdet_density_fixed_apart(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_cdet_density_fixed_apart_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_cdet_density_fixed_apart_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
