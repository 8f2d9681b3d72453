// determinant, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   determinant.diag:13: walk(m, h, v)
//   determinant.diag:18: next(m, h)
//   determinant.diag:20: det
// Order: walk by m descending, h ascending, v ascending; at most 10 values live.
// A vector takes 14 multiplications, 8 additions, 35 fused, 0 divisions, 0 functions,
// 16 loads and 1 stores, in 1 function.
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

extern "C" void determinant_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec A_3_3 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec A_4_4 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec t1 = A_3_3 + A_4_4;
    const Vec A_2_2 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec next_1_1 = -A_2_2 - t1;
    const Vec t2 = -A_2_2 - next_1_1;
    const Vec A_2_1 = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec A_2_3 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec A_3_1 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec A_2_4 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec A_4_1 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec walk_2_1_2 = fma(-A_2_4, A_4_1, fma(-A_2_3, A_3_1, A_2_1 * t2));
    const Vec t3 = -A_3_3 - next_1_1;
    const Vec A_3_2 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec A_3_4 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec walk_2_1_3 = fma(-A_4_1, A_3_4, fma(-A_2_1, A_3_2, A_3_1 * t3));
    const Vec t4 = -A_4_4 - next_1_1;
    const Vec A_4_2 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec A_4_3 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec walk_2_1_4 = fma(-A_3_1, A_4_3, fma(-A_2_1, A_4_2, A_4_1 * t4));
    const Vec walk_2_3_3 = fma(-A_3_4, A_4_3, A_3_3 * A_4_4);
    const Vec next_2_1 = fma(A_2_2, t1, fma(-A_2_4, A_4_2, fma(-A_2_3, A_3_2, walk_2_3_3)));
    const Vec walk_3_1_2 = fma(-A_2_1, next_2_1, fma(A_2_4, walk_2_1_4, fma(A_2_3, walk_2_1_3, A_2_2 * walk_2_1_2)));
    const Vec walk_3_1_3 = fma(-A_3_1, next_2_1, fma(A_3_4, walk_2_1_4, fma(A_3_3, walk_2_1_3, walk_2_1_2 * A_3_2)));
    const Vec walk_3_1_4 = fma(-A_4_1, next_2_1, fma(A_4_4, walk_2_1_4, fma(walk_2_1_3, A_4_3, walk_2_1_2 * A_4_2)));
    const Vec t5 = t1 - A_3_3;
    const Vec walk_2_2_3 = fma(-A_3_4, A_4_2, A_3_2 * t5);
    const Vec t6 = t1 - A_4_4;
    const Vec walk_2_2_4 = fma(-A_3_2, A_4_3, A_4_2 * t6);
    const Vec walk_3_2_3 = fma(A_3_4, walk_2_2_4, fma(-A_3_2, walk_2_3_3, A_3_3 * walk_2_2_3));
    const Vec walk_3_2_4 = fma(A_4_4, walk_2_2_4, fma(-A_4_2, walk_2_3_3, A_4_3 * walk_2_2_3));
    const Vec t7 = A_4_3 - A_4_3;
    const Vec walk_2_3_4 = A_4_4 * t7;
    const Vec walk_3_3_3 = A_3_4 * walk_2_3_4;
    const Vec next_3_1 = fma(A_2_4, walk_2_2_4, fma(A_2_3, walk_2_2_3, fma(-A_2_2, walk_2_3_3, walk_3_3_3)));
    const Vec A_1_2 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec A_1_3 = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec A_1_4 = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec A_1_1 = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec next_4_0 = fma(-A_1_1, next_3_1, fma(A_4_4, walk_3_3_3, fma(-A_2_2, walk_3_3_3, fma(A_2_4, walk_3_2_4, fma(A_2_3, walk_3_2_3, fma(A_1_4, walk_3_1_4, fma(A_1_3, walk_3_1_3, A_1_2 * walk_3_1_2)))))));
    store(to[0].data + 0 * to[0].row_stride + at, next_4_0);
  }
}

extern "C" extern const Size determinant_work_bytes;
extern "C" const Size determinant_work_bytes = 16448;

extern "C" void determinant_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    determinant_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 16 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      determinant_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 16; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 16 * lanes, lanes};
  determinant_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(16 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int determinant(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (determinant_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  determinant_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
