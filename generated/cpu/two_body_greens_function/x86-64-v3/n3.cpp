// two_body_greens_function, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_greens_function.diag:17: X(k, open, v)
//   two_body_greens_function.diag:21: step(k, open, w)
//   two_body_greens_function.diag:25: rest(k, open)
//   two_body_greens_function.diag:30: W(k, open, s, v)
//   two_body_greens_function.diag:35: amputated(b)
// Order: step, W by k ascending, s descending, open descending, w ascending, v ascending, eagerly; at most 22 values live.
// A vector takes 54 multiplications, 0 additions, 41 fused, 0 divisions, 0 functions,
// 23 loads and 6 stores, in 1 function.
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

extern "C" void two_body_greens_function_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_2_3 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec G_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec step_1_S_3 = G_2_3 * G_1_2;
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
    const Vec t5 = N * G_4_2;
    const Vec G_4_4 = load(from[0].data + 21 * from[0].row_stride + at);
    const Vec t6 = N * G_4_4;
    const Vec W_3_S2_2_6 = fma(-G_6_4, t5, t6 * t4);
    const Vec W_3_S3_4_4 = fma(-G_4_6, t1, G_4_4 * t3);
    const Vec G_5_2 = load(from[0].data + 25 * from[0].row_stride + at);
    const Vec W_3_S2_3_2_5 = fma(-N * G_5_2, W_3_S3_4_4, fma(G_5_6, W_3_S2_2_6, G_5_4 * W_3_S3_2_4));
    const Vec W_3_S3_2_5 = fma(-t4, G_5_6, G_5_2 * t3);
    const Vec W_2_S_2_4 = G_4_5 * W_3_S3_2_5;
    const Vec G_2_2 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec t7 = N * G_2_2;
    const Vec G_2_4 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec G_2_6 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec W_3_S2_3_2_2 = fma(-W_3_S3_4_4, t7, fma(W_3_S2_2_6, G_2_6, W_3_S3_2_4 * G_2_4));
    const Vec W_3_S2_2_2 = fma(-t5, G_2_4, t6 * t7);
    const Vec G_2_5 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec W_2_S2_2_2 = fma(-W_2_S_4_4, t7, fma(W_2_S_2_4, G_2_4, W_3_S2_3_2_5 * G_2_5));
    const Vec G_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec t8 = fma(G_1_3, W_2_S2_2_2, W_2_S_4_4 * step_1_S_3);
    const Vec G_3_5 = load(from[0].data + 16 * from[0].row_stride + at);
    const Vec G_3_2 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec G_3_4 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec W_2_S2_2_3 = fma(G_3_4, W_2_S_2_4, fma(-N * G_3_2, W_2_S_4_4, G_3_5 * W_3_S2_3_2_5));
    const Vec step_2_S1_2_2 = G_3_2 * G_1_3;
    const Vec step_2_S1_2_4 = G_3_4 * G_1_3;
    const Vec step_2_S1_2_5 = G_3_5 * G_1_3;
    const Vec step_2_S2_4 = fma(G_2_4, step_2_S1_2_2, G_3_4 * step_1_S_3);
    const Vec step_2_S2_5 = fma(step_2_S1_2_2, G_2_5, G_3_5 * step_1_S_3);
    const Vec step_2_S1_5 = G_4_5 * step_2_S1_2_4;
    const Vec t9 = step_2_S1_2_4 * G_2_5;
    const Vec step_2_S_5 = fma(G_4_2, t9, G_4_5 * step_2_S2_4);
    const Vec W_3_S3_2_2 = fma(-t4, G_2_6, G_2_2 * t3);
    const Vec t10 = fma(step_2_S1_5, W_3_S3_2_2, fma(-t2, step_2_S_5, fma(W_3_S3_4_4, step_2_S2_5, step_2_S1_2_5 * W_3_S2_3_2_2)));
    const Vec step_3_S1_2_3_2 = G_5_2 * step_2_S1_2_5;
    const Vec step_3_S1_2_3_4 = G_5_4 * step_2_S1_2_5;
    const Vec step_3_S1_2_3_6 = G_5_6 * step_2_S1_2_5;
    const Vec step_3_S2_3_4 = fma(G_2_4, step_3_S1_2_3_2, G_5_4 * step_2_S2_5);
    const Vec step_3_S2_3_6 = fma(G_2_6, step_3_S1_2_3_2, G_5_6 * step_2_S2_5);
    const Vec step_3_S1_3_2 = fma(G_4_2, step_3_S1_2_3_4, G_5_2 * step_2_S1_5);
    const Vec step_3_S1_3_6 = fma(G_4_6, step_3_S1_2_3_4, G_5_6 * step_2_S1_5);
    const Vec t11 = fma(-step_3_S1_3_6, t7, fma(G_2_6, step_3_S1_3_2, fma(-t6, step_3_S2_3_6, fma(G_4_6, step_3_S2_3_4, fma(step_3_S1_2_3_6, W_3_S2_2_2, G_5_6 * step_2_S_5)))));
    const Vec step_3_S1_2_2 = G_6_2 * step_3_S1_2_3_6;
    const Vec step_3_S1_2_4 = G_6_4 * step_3_S1_2_3_6;
    const Vec t12 = fma(G_4_2, step_3_S1_2_4, fma(-t6, step_3_S1_2_2, fma(G_6_2, step_3_S1_3_6, fma(-t2, step_3_S1_3_2, fma(W_3_S3_4_4, step_3_S1_2_3_2, W_2_S_4_4 * step_2_S1_2_2)))));
    const Vec t13 = fma(-step_3_S1_2_4, t7, fma(G_2_4, step_3_S1_2_2, fma(G_6_4, step_3_S2_3_6, fma(-t2, step_3_S2_3_4, fma(step_3_S1_2_3_4, W_3_S3_2_2, W_3_S3_2_5 * t9)))));
    const Vec V_1 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec V_2 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec t14 = V_1 * V_2;
    const Vec V_3 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec t15 = V_3 * t14;
    const Vec t16 = -G_2_3 * t15 * W_2_S2_2_3;
    const Vec t17 = -t15 * t12;
    const Vec t18 = -t15 * t8;
    const Vec t19 = -t15 * t13;
    const Vec t20 = -t15 * t10;
    const Vec t21 = -t15 * t11;
    store(to[0].data + 0 * to[0].row_stride + at, t16);
    store(to[0].data + 1 * to[0].row_stride + at, t17);
    store(to[0].data + 2 * to[0].row_stride + at, t18);
    store(to[0].data + 3 * to[0].row_stride + at, t19);
    store(to[0].data + 4 * to[0].row_stride + at, t20);
    store(to[0].data + 5 * to[0].row_stride + at, t21);
  }
}

extern "C" extern const Size two_body_greens_function_work_bytes;
extern "C" const Size two_body_greens_function_work_bytes = 20160;

extern "C" void two_body_greens_function_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    two_body_greens_function_vectors(inputs, outputs, params, begin, whole);
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
      two_body_greens_function_vectors(some_inputs, some_outputs, params, 0, count);
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
  two_body_greens_function_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 6; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(39 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int two_body_greens_function(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (two_body_greens_function_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  two_body_greens_function_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
