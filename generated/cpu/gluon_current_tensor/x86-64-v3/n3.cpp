// gluon_current_tensor, n = 3: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_current_tensor.diag:21: K(a, b)
//   gluon_current_tensor.diag:23: electric(a, b)
//   gluon_current_tensor.diag:24: magnetic(a, b)
//   gluon_current_tensor.diag:26: V(a, b)
//   gluon_current_tensor.diag:31: J(a, b)
//   gluon_current_tensor.diag:33: amplitude
// Order: V by a ascending, b ascending; at most 8 values live.
// A vector takes 12 multiplications, 4 additions, 20 fused, 0 divisions, 0 functions,
// 20 loads and 1 stores, in 1 function.
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

extern "C" void gluon_current_tensor_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec e_1_E = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec e_1_x = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec e_1_y = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec e_1_z = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec t1 = fma(-e_1_z, p_2_z, fma(-e_1_y, p_2_y, fma(-e_1_x, p_2_x, e_1_E * p_2_E)));
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec e_2_E = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec e_2_x = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec e_2_y = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec e_2_z = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec t2 = fma(-p_1_z, e_2_z, fma(-p_1_y, e_2_y, fma(-p_1_x, e_2_x, p_1_E * e_2_E)));
    const Vec t3 = fma(-e_1_E, t2, e_2_E * t1);
    const Vec t4 = fma(-e_1_z, e_2_z, fma(-e_1_y, e_2_y, fma(-e_1_x, e_2_x, e_1_E * e_2_E)));
    const Vec t5 = p_1_E - p_2_E;
    const Vec V_1_2 = fma(t4, t5, 2.0 * t3);
    const Vec t6 = fma(-e_1_x, t2, e_2_x * t1);
    const Vec t7 = p_1_x - p_2_x;
    const Vec V_1_2_c1 = fma(t4, t7, 2.0 * t6);
    const Vec t8 = fma(-e_1_y, t2, e_2_y * t1);
    const Vec t9 = p_1_y - p_2_y;
    const Vec V_1_2_c2 = fma(t4, t9, 2.0 * t8);
    const Vec t10 = fma(-e_1_z, t2, e_2_z * t1);
    const Vec t11 = p_1_z - p_2_z;
    const Vec V_1_2_c3 = fma(t4, t11, 2.0 * t10);
    const Vec e_3_E = load(from[1].data + 8 * from[1].row_stride + at);
    const Vec e_3_x = load(from[1].data + 9 * from[1].row_stride + at);
    const Vec e_3_y = load(from[1].data + 10 * from[1].row_stride + at);
    const Vec e_3_z = load(from[1].data + 11 * from[1].row_stride + at);
    const Vec amplitude = fma(-V_1_2_c3, e_3_z, fma(-V_1_2_c2, e_3_y, fma(-V_1_2_c1, e_3_x, V_1_2 * e_3_E)));
    store(to[0].data + 0 * to[0].row_stride + at, amplitude);
  }
}

extern "C" extern const Size gluon_current_tensor_work_bytes;
extern "C" const Size gluon_current_tensor_work_bytes = 12320;

extern "C" void gluon_current_tensor_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    gluon_current_tensor_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 12 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(12 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 12 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_current_tensor_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(12 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 12 * lanes, lanes, 1};
  some_outputs[0] = {work + 24 * lanes, lanes};
  gluon_current_tensor_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(24 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_current_tensor(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_current_tensor_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[2] = {{inputs[0], batch, 1}, {inputs[1], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  gluon_current_tensor_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
