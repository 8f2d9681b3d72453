// gluon_light_cone, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_light_cone.diag:18: Kplus(a, b)
//   gluon_light_cone.diag:19: Kminus(a, b)
//   gluon_light_cone.diag:20: Kperp(a, b)
//   gluon_light_cone.diag:21: Ksq(a, b)
//   gluon_light_cone.diag:22: slope(a, b)
//   gluon_light_cone.diag:23: apart(a, c, b)
//   gluon_light_cone.diag:24: common(a, c, b)
//   gluon_light_cone.diag:26: right(a, c, b)
//   gluon_light_cone.diag:28: left(a, c, b)
//   gluon_light_cone.diag:30: both(a, c, b)
//   gluon_light_cone.diag:35: E(a, b)
//   gluon_light_cone.diag:36: w(a, b)
//   gluon_light_cone.diag:37: J(a, b)
//   gluon_light_cone.diag:45: amplitude
// Order: by demand; at most 3 values live.
// A vector takes 4 multiplications, 0 additions, 2 fused, 0 divisions, 0 functions,
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

extern "C" void gluon_light_cone_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec e_1_1 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec e_2_1 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec e_1_2 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec e_2_2 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec t1 = fma(-e_1_2, e_2_2, -e_1_1 * e_2_1);
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec e_3_1 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec e_3_2 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec t2 = fma(-p_1_y, e_3_2, -p_1_x * e_3_1);
    const Vec t3 = 2.0 * t1 * t2;
    store(to[0].data + 0 * to[0].row_stride + at, t3);
  }
}

extern "C" extern const Size gluon_light_cone_work_bytes;
extern "C" const Size gluon_light_cone_work_bytes = 7200;

extern "C" void gluon_light_cone_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    gluon_light_cone_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 8 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 6 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(8 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 8 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_light_cone_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 6; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(8 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 8 * lanes, lanes, 1};
  some_outputs[0] = {work + 14 * lanes, lanes};
  gluon_light_cone_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(14 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_light_cone(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_light_cone_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  gluon_light_cone_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
