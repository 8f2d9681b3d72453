// hubbard_su2_cdet_density_fixed, m = 3: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_su2_cdet_density_fixed.diag:16: D(S)
//   hubbard_su2_cdet_density_fixed.diag:19: P(S, s, v)
//   hubbard_su2_cdet_density_fixed.diag:21: dD(S)
//   hubbard_su2_cdet_density_fixed.diag:22: dP(S, s, v)
//   hubbard_su2_cdet_density_fixed.diag:26: Z(V)
//   hubbard_su2_cdet_density_fixed.diag:29: C(V)
//   hubbard_su2_cdet_density_fixed.diag:31: density
// Order: P, dP, Z, C by S descending, s ascending, v ascending, V ascending, eagerly; at most 31 values live.
// A vector takes 73 multiplications, 0 additions, 165 fused, 0 divisions, 0 functions,
// 32 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_su2_cdet_density_fixed_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_2 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec G_3_3 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec G_2_3 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec G_3_2 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec P_S3_2_2 = fma(-G_2_3, G_3_2, G_2_2 * G_3_3);
    const Vec G_2_1 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec G_3_1 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec P_S3_1_2 = fma(-G_2_3, G_3_1, G_3_3 * G_2_1);
    const Vec P_S2_1_3 = fma(-G_3_2, G_2_1, G_2_2 * G_3_1);
    const Vec G_1_1 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec G_1_2 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec G_1_3 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec P_S2_3_1_1 = fma(-G_1_3, P_S2_1_3, fma(-G_1_2, P_S3_1_2, G_1_1 * P_S3_2_2));
    const Vec H_2_2 = load(from[1].data + 10 * from[1].row_stride + at);
    const Vec H_3_3 = load(from[1].data + 15 * from[1].row_stride + at);
    const Vec H_2_3 = load(from[1].data + 11 * from[1].row_stride + at);
    const Vec H_3_2 = load(from[1].data + 14 * from[1].row_stride + at);
    const Vec dP_S3_2_2 = fma(-G_2_3, H_3_2, fma(-G_3_2, H_2_3, fma(G_2_2, H_3_3, G_3_3 * H_2_2)));
    const Vec H_2_1 = load(from[1].data + 9 * from[1].row_stride + at);
    const Vec H_3_1 = load(from[1].data + 13 * from[1].row_stride + at);
    const Vec dP_S3_1_2 = fma(-G_2_3, H_3_1, fma(-G_3_1, H_2_3, fma(G_2_1, H_3_3, G_3_3 * H_2_1)));
    const Vec dP_S2_1_3 = fma(-G_3_2, H_2_1, fma(-G_2_1, H_3_2, fma(G_3_1, H_2_2, G_2_2 * H_3_1)));
    const Vec H_1_1 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec H_1_2 = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec H_1_3 = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec dP_S2_3_1_1 = fma(-G_1_3, dP_S2_1_3, fma(-G_1_2, dP_S3_1_2, fma(G_1_1, dP_S3_2_2, fma(-P_S2_1_3, H_1_3, fma(-P_S3_1_2, H_1_2, P_S3_2_2 * H_1_1)))));
    const Vec G_2_0 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec G_3_0 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec P_S3_0_2 = fma(-G_2_3, G_3_0, G_3_3 * G_2_0);
    const Vec P_S2_0_3 = fma(-G_3_2, G_2_0, G_2_2 * G_3_0);
    const Vec G_1_0 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec P_S2_3_0_1 = fma(-G_1_3, P_S2_0_3, fma(-G_1_2, P_S3_0_2, P_S3_2_2 * G_1_0));
    const Vec H_2_0 = load(from[1].data + 8 * from[1].row_stride + at);
    const Vec H_3_0 = load(from[1].data + 12 * from[1].row_stride + at);
    const Vec dP_S3_0_2 = fma(-G_2_3, H_3_0, fma(-H_2_3, G_3_0, fma(H_3_3, G_2_0, G_3_3 * H_2_0)));
    const Vec dP_S2_0_3 = fma(-G_3_2, H_2_0, fma(-H_3_2, G_2_0, fma(H_2_2, G_3_0, G_2_2 * H_3_0)));
    const Vec H_1_0 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec dP_S2_3_0_1 = fma(-G_1_3, dP_S2_0_3, fma(-G_1_2, dP_S3_0_2, fma(-H_1_3, P_S2_0_3, fma(-H_1_2, P_S3_0_2, fma(dP_S3_2_2, G_1_0, P_S3_2_2 * H_1_0)))));
    const Vec P_S3_1_1 = fma(-G_3_1, G_1_3, G_1_1 * G_3_3);
    const Vec P_S3_0_1 = fma(-G_1_3, G_3_0, G_3_3 * G_1_0);
    const Vec P_S1_0_3 = fma(-G_3_1, G_1_0, G_1_1 * G_3_0);
    const Vec P_S1_3_0_2 = fma(-G_2_3, P_S1_0_3, fma(-G_2_1, P_S3_0_1, G_2_0 * P_S3_1_1));
    const Vec dP_S3_1_1 = fma(-G_1_3, H_3_1, fma(-G_3_1, H_1_3, fma(G_1_1, H_3_3, G_3_3 * H_1_1)));
    const Vec dP_S3_0_1 = fma(-G_1_3, H_3_0, fma(-H_1_3, G_3_0, fma(H_3_3, G_1_0, G_3_3 * H_1_0)));
    const Vec dP_S1_0_3 = fma(-G_3_1, H_1_0, fma(-H_3_1, G_1_0, fma(H_1_1, G_3_0, G_1_1 * H_3_0)));
    const Vec dP_S1_3_0_2 = fma(-G_2_3, dP_S1_0_3, fma(-G_2_1, dP_S3_0_1, fma(G_2_0, dP_S3_1_1, fma(-H_2_3, P_S1_0_3, fma(-H_2_1, P_S3_0_1, H_2_0 * P_S3_1_1)))));
    const Vec P_S2_1_1 = fma(-G_1_2, G_2_1, G_1_1 * G_2_2);
    const Vec P_S2_0_1 = fma(-G_1_2, G_2_0, G_2_2 * G_1_0);
    const Vec P_S1_0_2 = fma(-G_2_1, G_1_0, G_1_1 * G_2_0);
    const Vec P_S1_2_0_3 = fma(-G_3_2, P_S1_0_2, fma(-G_3_1, P_S2_0_1, G_3_0 * P_S2_1_1));
    const Vec dP_S2_1_1 = fma(-G_1_2, H_2_1, fma(-G_2_1, H_1_2, fma(G_1_1, H_2_2, G_2_2 * H_1_1)));
    const Vec dP_S2_0_1 = fma(-G_1_2, H_2_0, fma(-H_1_2, G_2_0, fma(H_2_2, G_1_0, G_2_2 * H_1_0)));
    const Vec dP_S1_0_2 = fma(-G_2_1, H_1_0, fma(-H_2_1, G_1_0, fma(H_1_1, G_2_0, G_1_1 * H_2_0)));
    const Vec dP_S1_2_0_3 = fma(-G_3_2, dP_S1_0_2, fma(-G_3_1, dP_S2_0_1, fma(G_3_0, dP_S2_1_1, fma(-H_3_2, P_S1_0_2, fma(-H_3_1, P_S2_0_1, H_3_0 * P_S2_1_1)))));
    const Vec H_0_0 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec G_0_0 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec H_0_1 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec H_0_2 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec H_0_3 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec G_0_3 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec dP_S1_2_3_0_0 = fma(-G_0_3, dP_S1_2_0_3, fma(-H_0_3, P_S1_2_0_3, fma(-G_0_2, dP_S1_3_0_2, fma(-H_0_2, P_S1_3_0_2, fma(-G_0_1, dP_S2_3_0_1, fma(-H_0_1, P_S2_3_0_1, fma(G_0_0, dP_S2_3_1_1, H_0_0 * P_S2_3_1_1)))))));
    const Vec P_S1_2_3_0_0 = fma(-P_S1_2_0_3, G_0_3, fma(-P_S1_3_0_2, G_0_2, fma(-P_S2_3_0_1, G_0_1, P_S2_3_1_1 * G_0_0)));
    const Vec dP_S2_3_0_0 = fma(-dP_S2_0_3, G_0_3, fma(-dP_S3_0_2, G_0_2, fma(-P_S2_0_3, H_0_3, fma(-P_S3_0_2, H_0_2, fma(G_0_0, dP_S3_2_2, H_0_0 * P_S3_2_2)))));
    const Vec P_S2_3_0_0 = fma(-P_S2_0_3, G_0_3, fma(-P_S3_0_2, G_0_2, P_S3_2_2 * G_0_0));
    const Vec dP_S1_3_0_0 = fma(-dP_S1_0_3, G_0_3, fma(-G_0_1, dP_S3_0_1, fma(G_0_0, dP_S3_1_1, fma(-P_S1_0_3, H_0_3, fma(-H_0_1, P_S3_0_1, H_0_0 * P_S3_1_1)))));
    const Vec P_S1_3_0_0 = fma(-P_S1_0_3, G_0_3, fma(-G_0_1, P_S3_0_1, G_0_0 * P_S3_1_1));
    const Vec dP_S3_0_0 = fma(-H_3_0, G_0_3, fma(-G_3_0, H_0_3, fma(G_0_0, H_3_3, H_0_0 * G_3_3)));
    const Vec P_S3_0_0 = fma(-G_3_0, G_0_3, G_3_3 * G_0_0);
    const Vec P_S1_2_0_0 = fma(-G_0_2, P_S1_0_2, fma(-G_0_1, P_S2_0_1, G_0_0 * P_S2_1_1));
    const Vec dP_S1_2_0_0 = fma(-G_0_2, dP_S1_0_2, fma(-G_0_1, dP_S2_0_1, fma(G_0_0, dP_S2_1_1, fma(-H_0_2, P_S1_0_2, fma(-H_0_1, P_S2_0_1, H_0_0 * P_S2_1_1)))));
    const Vec P_S2_0_0 = fma(-G_2_0, G_0_2, G_2_2 * G_0_0);
    const Vec dP_S2_0_0 = fma(-H_2_0, G_0_2, fma(-G_2_0, H_0_2, fma(G_0_0, H_2_2, H_0_0 * G_2_2)));
    const Vec P_S1_0_0 = fma(-G_1_0, G_0_1, G_1_1 * G_0_0);
    const Vec dP_S1_0_0 = fma(-G_0_1, H_1_0, fma(-H_0_1, G_1_0, fma(G_0_0, H_1_1, H_0_0 * G_1_1)));
    const Vec Z_S0 = G_0_0 * G_0_0;
    const Vec C_S0 = H_0_0 * G_0_0;
    const Vec Z_S1 = G_1_1 * G_1_1;
    const Vec C_S1 = G_1_1 * H_1_1;
    const Vec C_S0_1 = fma(-Z_S0, C_S1, fma(-Z_S1, C_S0, P_S1_0_0 * dP_S1_0_0));
    const Vec Z_S0_1 = P_S1_0_0 * P_S1_0_0;
    const Vec Z_S2 = G_2_2 * G_2_2;
    const Vec C_S2 = G_2_2 * H_2_2;
    const Vec C_S1_2 = fma(-Z_S1, C_S2, fma(-Z_S2, C_S1, P_S2_1_1 * dP_S2_1_1));
    const Vec C_S0_2 = fma(-Z_S0, C_S2, fma(-Z_S2, C_S0, P_S2_0_0 * dP_S2_0_0));
    const Vec Z_S0_2 = P_S2_0_0 * P_S2_0_0;
    const Vec Z_S1_2 = P_S2_1_1 * P_S2_1_1;
    const Vec C_S0_1_2 = fma(-Z_S1_2, C_S0, fma(-C_S1, Z_S0_2, fma(-Z_S1, C_S0_2, fma(-Z_S0, C_S1_2, fma(-C_S2, Z_S0_1, fma(-Z_S2, C_S0_1, P_S1_2_0_0 * dP_S1_2_0_0))))));
    const Vec Z_S3 = G_3_3 * G_3_3;
    const Vec C_S3 = G_3_3 * H_3_3;
    const Vec C_S2_3 = fma(-Z_S2, C_S3, fma(-Z_S3, C_S2, P_S3_2_2 * dP_S3_2_2));
    const Vec C_S1_3 = fma(-Z_S1, C_S3, fma(-Z_S3, C_S1, P_S3_1_1 * dP_S3_1_1));
    const Vec C_S0_3 = fma(-Z_S0, C_S3, fma(-Z_S3, C_S0, dP_S3_0_0 * P_S3_0_0));
    const Vec Z_S0_3 = P_S3_0_0 * P_S3_0_0;
    const Vec Z_S1_3 = P_S3_1_1 * P_S3_1_1;
    const Vec C_S0_1_3 = fma(-Z_S1_3, C_S0, fma(-C_S1, Z_S0_3, fma(-Z_S1, C_S0_3, fma(-Z_S0, C_S1_3, fma(-C_S3, Z_S0_1, fma(-Z_S3, C_S0_1, dP_S1_3_0_0 * P_S1_3_0_0))))));
    const Vec Z_S2_3 = P_S3_2_2 * P_S3_2_2;
    const Vec C_S1_2_3 = fma(-Z_S2_3, C_S1, fma(-C_S2, Z_S1_3, fma(-Z_S2, C_S1_3, fma(-Z_S1, C_S2_3, fma(-C_S3, Z_S1_2, fma(-Z_S3, C_S1_2, P_S2_3_1_1 * dP_S2_3_1_1))))));
    const Vec C_S0_2_3 = fma(-Z_S2_3, C_S0, fma(-C_S2, Z_S0_3, fma(-Z_S2, C_S0_3, fma(-Z_S0, C_S2_3, fma(-C_S3, Z_S0_2, fma(-Z_S3, C_S0_2, dP_S2_3_0_0 * P_S2_3_0_0))))));
    const Vec C_S0_1_2_3 = fma(-Z_S1, C_S0_2_3, fma(-Z_S0, C_S1_2_3, fma(-Z_S2_3, C_S0_1, fma(-Z_S2, C_S0_1_3, fma(-Z_S1_3, C_S0_2, fma(-C_S1_2, Z_S0_3, fma(-Z_S1_2, C_S0_3, fma(-C_S1_3, Z_S0_2, fma(-C_S2_3, Z_S0_1, fma(-C_S3 * P_S1_2_0_0, P_S1_2_0_0, fma(-Z_S3, C_S0_1_2, fma(-C_S2 * P_S1_3_0_0, P_S1_3_0_0, fma(-C_S1 * P_S2_3_0_0, P_S2_3_0_0, fma(-P_S2_3_1_1 * P_S2_3_1_1, C_S0, dP_S1_2_3_0_0 * P_S1_2_3_0_0))))))))))))));
    store(to[0].data + 0 * to[0].row_stride + at, C_S0_1_2_3);
  }
}

extern "C" extern const Size hubbard_su2_cdet_density_fixed_work_bytes;
extern "C" const Size hubbard_su2_cdet_density_fixed_work_bytes = 32832;

extern "C" void hubbard_su2_cdet_density_fixed_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    hubbard_su2_cdet_density_fixed_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 16 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(16 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 16 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_su2_cdet_density_fixed_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(16 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 16 * lanes, lanes, 1};
  some_outputs[0] = {work + 32 * lanes, lanes};
  hubbard_su2_cdet_density_fixed_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(32 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_su2_cdet_density_fixed(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_su2_cdet_density_fixed_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_su2_cdet_density_fixed_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
