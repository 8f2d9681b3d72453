// hubbard_sun_symmetric_density, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_symmetric_density.diag:21: W(free, open, s, v)
//   hubbard_sun_symmetric_density.diag:27: rest(free, open)
//   hubbard_sun_symmetric_density.diag:31: loop(s)
//   hubbard_sun_symmetric_density.diag:33: density
// Order: W by s descending, free ascending, open ascending, v ascending; at most 22 values live.
// A vector takes 85 multiplications, 3 additions, 88 fused, 0 divisions, 0 functions,
// 15 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_sun_symmetric_density_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = splat(1.0) - N;
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_3 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec t2 = N * G_2_3;
    const Vec G_2_2 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec t3 = N * G_2_2;
    const Vec G_1_3 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec t4 = N * G_1_3;
    const Vec G_1_2 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec W_S_S2_3_1 = fma(-G_1_2, t2, t3 * t4);
    const Vec W_S_S2_3_2 = fma(-G_2_2, t2, t3 * t2);
    const Vec G_2_1 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec t5 = G_2_1 * t4;
    const Vec G_1_1 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec t6 = G_1_1 * t4;
    const Vec t7 = fma(-G_2_2, t6, fma(-G_1_2, t5, G_1_1 * W_S_S2_3_1));
    const Vec t8 = N * G_1_2;
    const Vec t9 = G_1_1 * t8;
    const Vec t10 = G_2_1 * t9;
    const Vec W_S1_S2_3_2 = fma(t10, t2, G_2_1 * t7);
    const Vec G_3_2 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec W_S2_S_3_3 = G_3_2 * W_S_S2_3_2;
    const Vec t11 = fma(-G_2_2, t5, fma(W_S_S2_3_2, G_1_1, G_2_1 * W_S_S2_3_1));
    const Vec G_3_1 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec W_S1_2_S_3_3 = fma(G_3_1 * G_1_2, t11, G_3_2 * W_S1_S2_3_2);
    const Vec t12 = N * G_3_2;
    const Vec G_3_3 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec t13 = N * G_3_3;
    const Vec t14 = N * t13;
    const Vec W_S_S3_2_1 = fma(-G_1_3, t12, G_1_2 * t14);
    const Vec W_S_S3_2_2 = fma(-G_2_3, t12, G_2_2 * t14);
    const Vec W_S_S3_2_3 = fma(-G_3_3, t12, G_3_2 * t14);
    const Vec t15 = G_3_1 * t8;
    const Vec W_S_S1_3_2_1 = fma(-G_1_3, t15, G_1_1 * W_S_S3_2_1);
    const Vec t16 = G_3_1 * t9;
    const Vec t17 = G_3_1 * t6;
    const Vec W_S1_S3_2_2 = fma(t17, t3, fma(-G_2_3, t16, G_2_1 * W_S_S1_3_2_1));
    const Vec W_S1_S3_2_3 = fma(t17, t12, fma(-G_3_3, t16, G_3_1 * W_S_S1_3_2_1));
    const Vec W_S3_S_2_2 = G_2_3 * W_S_S3_2_3;
    const Vec t18 = fma(-G_3_3, t15, fma(W_S_S3_2_3, G_1_1, G_3_1 * W_S_S3_2_1));
    const Vec W_S1_3_S_2_2 = fma(G_2_1 * G_1_3, t18, G_2_3 * W_S1_S3_2_3);
    const Vec G_1_0 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec G_2_0 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec W_S_S2_0_1 = fma(-G_1_2, G_2_0, t3 * G_1_0);
    const Vec t19 = t3 - G_2_2;
    const Vec W_S_S2_0_2 = G_2_0 * t19;
    const Vec G_3_0 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec W_S_S2_0_3 = fma(-G_2_0, G_3_2, G_3_0 * t3);
    const Vec t20 = G_1_0 * G_2_1;
    const Vec W_S_S1_2_0_1 = fma(-G_1_2, t20, W_S_S2_0_1 * G_1_1);
    const Vec W_S_S1_2_0_2 = fma(-G_2_2, t20, G_2_1 * W_S_S2_0_1);
    const Vec W_S_S1_2_0_3 = fma(-G_3_2, t20, G_3_1 * W_S_S2_0_1);
    const Vec W_S_S3_0_1 = fma(-G_3_0, G_1_3, t13 * G_1_0);
    const Vec W_S_S3_0_2 = fma(-G_2_3, G_3_0, G_2_0 * t13);
    const Vec t21 = t13 - G_3_3;
    const Vec W_S_S3_0_3 = G_3_0 * t21;
    const Vec t22 = G_3_1 * G_1_0;
    const Vec W_S_S1_3_0_1 = fma(-G_1_3, t22, W_S_S3_0_1 * G_1_1);
    const Vec W_S_S1_3_0_2 = fma(-G_2_3, t22, G_2_1 * W_S_S3_0_1);
    const Vec W_S_S1_3_0_3 = fma(-G_3_3, t22, G_3_1 * W_S_S3_0_1);
    const Vec W_S_S2_3_0_1 = fma(G_1_2, W_S_S3_0_2, fma(-G_1_0, W_S_S3_2_2, G_1_3 * W_S_S2_0_3));
    const Vec W_S_S2_3_0_2 = fma(W_S_S3_0_2, G_2_2, fma(-G_2_0, W_S_S3_2_2, G_2_3 * W_S_S2_0_3));
    const Vec W_S_S2_3_0_3 = fma(W_S_S3_0_2, G_3_2, fma(-G_3_0, W_S_S3_2_2, G_3_3 * W_S_S2_0_3));
    const Vec W_S_S1_2_3_0_1 = fma(W_S_S2_3_0_1, G_1_1, fma(G_1_2, W_S_S1_3_0_2, G_1_3 * W_S_S1_2_0_3));
    const Vec W_S_S1_2_3_0_2 = fma(W_S_S2_3_0_1, G_2_1, fma(G_2_2, W_S_S1_3_0_2, G_2_3 * W_S_S1_2_0_3));
    const Vec W_S_S1_2_3_0_3 = fma(G_3_1, W_S_S2_3_0_1, fma(G_3_2, W_S_S1_3_0_2, G_3_3 * W_S_S1_2_0_3));
    const Vec t23 = G_1_0 * G_1_1;
    const Vec t24 = G_2_1 * t23;
    const Vec W_S1_S2_0_2 = fma(-G_2_2, t24, fma(G_2_1, W_S_S1_2_0_1, G_2_0 * t10));
    const Vec W_S1_S2_0_3 = fma(-G_3_2, t24, fma(G_3_1, W_S_S1_2_0_1, G_3_0 * t10));
    const Vec t25 = G_3_1 * t23;
    const Vec W_S1_S3_0_2 = fma(-G_2_3, t25, fma(G_2_1, W_S_S1_3_0_1, G_2_0 * t17));
    const Vec W_S1_S3_0_3 = fma(-G_3_3, t25, fma(G_3_1, W_S_S1_3_0_1, G_3_0 * t17));
    const Vec W_S1_S2_3_0_2 = fma(G_2_2, W_S1_S3_0_2, fma(G_2_3, W_S1_S2_0_3, fma(-G_2_0, W_S1_S3_2_2, G_2_1 * W_S_S1_2_3_0_1)));
    const Vec W_S1_S2_3_0_3 = fma(G_3_2, W_S1_S3_0_2, fma(G_3_3, W_S1_S2_0_3, fma(-G_3_0, W_S1_S3_2_2, G_3_1 * W_S_S1_2_3_0_1)));
    const Vec W_S2_S_0_1 = G_1_2 * W_S_S2_0_2;
    const Vec W_S2_S_0_3 = G_3_2 * W_S_S2_0_2;
    const Vec W_S2_S1_0_1 = fma(W_S2_S_0_1, G_1_1, G_1_2 * W_S_S1_2_0_2);
    const Vec W_S2_S1_0_3 = fma(G_3_1, W_S2_S_0_1, G_3_2 * W_S_S1_2_0_2);
    const Vec W_S2_S3_0_1 = fma(G_1_3, W_S2_S_0_3, fma(-G_1_0, W_S2_S_3_3, G_1_2 * W_S_S2_3_0_2));
    const Vec W_S2_S3_0_3 = fma(G_3_3, W_S2_S_0_3, fma(-G_3_0, W_S2_S_3_3, G_3_2 * W_S_S2_3_0_2));
    const Vec W_S2_S1_3_0_1 = fma(W_S2_S3_0_1, G_1_1, fma(G_1_3, W_S2_S1_0_3, G_1_2 * W_S_S1_2_3_0_2));
    const Vec W_S2_S1_3_0_3 = fma(G_3_1, W_S2_S3_0_1, fma(G_3_3, W_S2_S1_0_3, G_3_2 * W_S_S1_2_3_0_2));
    const Vec W_S1_2_S_0_3 = fma(G_3_1, W_S2_S1_0_1, G_3_2 * W_S1_S2_0_2);
    const Vec W_S1_2_S3_0_3 = fma(G_3_3, W_S1_2_S_0_3, fma(G_3_1, W_S2_S1_3_0_1, fma(-G_3_0, W_S1_2_S_3_3, G_3_2 * W_S1_S2_3_0_2)));
    const Vec W_S3_S_0_1 = G_1_3 * W_S_S3_0_3;
    const Vec W_S3_S_0_2 = G_2_3 * W_S_S3_0_3;
    const Vec W_S3_S1_0_1 = fma(W_S3_S_0_1, G_1_1, G_1_3 * W_S_S1_3_0_3);
    const Vec W_S3_S1_0_2 = fma(G_2_1, W_S3_S_0_1, G_2_3 * W_S_S1_3_0_3);
    const Vec W_S3_S2_0_1 = fma(G_1_2, W_S3_S_0_2, fma(-G_1_0, W_S3_S_2_2, G_1_3 * W_S_S2_3_0_3));
    const Vec W_S3_S2_0_2 = fma(G_2_2, W_S3_S_0_2, fma(-G_2_0, W_S3_S_2_2, G_2_3 * W_S_S2_3_0_3));
    const Vec W_S3_S1_2_0_1 = fma(W_S3_S2_0_1, G_1_1, fma(G_1_2, W_S3_S1_0_2, G_1_3 * W_S_S1_2_3_0_3));
    const Vec W_S3_S1_2_0_2 = fma(G_2_1, W_S3_S2_0_1, fma(G_2_2, W_S3_S1_0_2, G_2_3 * W_S_S1_2_3_0_3));
    const Vec W_S1_3_S_0_2 = fma(G_2_1, W_S3_S1_0_1, G_2_3 * W_S1_S3_0_3);
    const Vec W_S1_3_S2_0_2 = fma(G_2_2, W_S1_3_S_0_2, fma(G_2_1, W_S3_S1_2_0_1, fma(-G_2_0, W_S1_3_S_2_2, G_2_3 * W_S1_S2_3_0_3)));
    const Vec W_S2_3_S_0_1 = fma(G_1_2, W_S3_S2_0_2, G_1_3 * W_S2_S3_0_3);
    const Vec W_S2_3_S1_0_1 = fma(G_1_1, W_S2_3_S_0_1, fma(G_1_2, W_S3_S1_2_0_2, G_1_3 * W_S2_S1_3_0_3));
    const Vec G_0_3 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec G_0_2 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec W_S1_2_3_S_0_0 = fma(G_0_1, W_S2_3_S1_0_1, fma(G_0_2, W_S1_3_S2_0_2, G_0_3 * W_S1_2_S3_0_3));
    const Vec density = W_S1_2_3_S_0_0 * t1;
    store(to[0].data + 0 * to[0].row_stride + at, density);
  }
}

extern "C" extern const Size hubbard_sun_symmetric_density_work_bytes;
extern "C" const Size hubbard_sun_symmetric_density_work_bytes = 8224;

extern "C" void hubbard_sun_symmetric_density_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_sun_symmetric_density_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_sun_symmetric_density_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 16 * lanes, lanes};
  hubbard_sun_symmetric_density_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(16 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_symmetric_density(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_symmetric_density_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_symmetric_density_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
