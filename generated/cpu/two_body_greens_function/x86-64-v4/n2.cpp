// two_body_greens_function, n = 2: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   two_body_greens_function.diag:17: X(k, open, v)
//   two_body_greens_function.diag:21: step(k, open, w)
//   two_body_greens_function.diag:25: rest(k, open)
//   two_body_greens_function.diag:30: W(k, open, s, v)
//   two_body_greens_function.diag:35: amputated(b)
// Order: step, W, amputated by w ascending, k descending, open ascending, s ascending, v ascending, b descending, eagerly; at most 6 values live.
// A vector takes 18 multiplications, 0 additions, 6 fused, 0 divisions, 0 functions,
// 11 loads and 4 stores, in 1 function.
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

extern "C" void two_body_greens_function_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_4_2 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec t1 = N * G_4_2;
    const Vec G_4_4 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec t2 = N * G_4_4;
    const Vec t3 = N * t2;
    const Vec G_2_2 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec G_2_4 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec W_2_S2_2_2 = fma(-t1, G_2_4, G_2_2 * t3);
    const Vec G_3_2 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec G_3_4 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec W_2_S2_2_3 = fma(-G_3_4, t1, G_3_2 * t3);
    const Vec V_1 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec V_2 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec t4 = V_1 * V_2;
    const Vec G_2_3 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec amputated_1 = G_2_3 * t4 * W_2_S2_2_3;
    const Vec G_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec step_2_S1_2_2 = G_3_2 * G_1_3;
    const Vec G_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec step_1_S_3 = G_2_3 * G_1_2;
    const Vec t5 = fma(-t2, step_1_S_3, G_1_3 * W_2_S2_2_2);
    const Vec amputated_3 = t4 * t5;
    const Vec step_2_S1_2_4 = G_3_4 * G_1_3;
    const Vec t6 = fma(-t2, step_2_S1_2_2, G_4_2 * step_2_S1_2_4);
    const Vec t7 = fma(-N * G_2_2, step_2_S1_2_4, fma(G_3_4, step_1_S_3, G_2_4 * step_2_S1_2_2));
    const Vec amputated_4 = t4 * t7;
    const Vec amputated_2 = t4 * t6;
    store(to[0].data + 0 * to[0].row_stride + at, amputated_1);
    store(to[0].data + 1 * to[0].row_stride + at, amputated_2);
    store(to[0].data + 2 * to[0].row_stride + at, amputated_3);
    store(to[0].data + 3 * to[0].row_stride + at, amputated_4);
  }
}

extern "C" extern const Size two_body_greens_function_work_bytes;
extern "C" const Size two_body_greens_function_work_bytes = 18688;

extern "C" void two_body_greens_function_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    two_body_greens_function_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 2 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(16 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 16 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      two_body_greens_function_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 2; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(16 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 16 * lanes, lanes, 1};
  some_outputs[0] = {work + 18 * lanes, lanes};
  two_body_greens_function_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 4; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(18 + row) * lanes + at - whole];
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
