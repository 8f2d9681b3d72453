// gluon_light_cone, n = 4: single precision, 16 configurations a vector.
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
// Order: as expanded, eagerly; at most 15 values live.
// A vector takes 45 multiplications, 16 additions, 37 fused, 9 divisions, 0 functions,
// 20 loads and 1 stores, in 1 function.
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

extern "C" void gluon_light_cone_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[2] = {inputs[0], inputs[1]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec e_2_1 = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec e_3_2 = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec e_2_2 = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec e_3_1 = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec w_2_3 = fma(-e_2_2, e_3_1, e_2_1 * e_3_2);
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec Kplus_3_3 = p_3_E - p_3_z;
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_2_2 = p_2_E - p_2_z;
    const Vec t1 = splat(1.0f) / Kplus_2_2;
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec slope_2_2 = p_2_x * t1;
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec slope_2_2_c1 = p_2_y * t1;
    const Vec t2 = splat(1.0f) / Kplus_3_3;
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec t3 = fma(-p_3_x, t2, slope_2_2);
    const Vec apart_2_2_3 = 2.0f * t3;
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec t4 = fma(-p_3_y, t2, slope_2_2_c1);
    const Vec apart_2_2_3_c1 = 2.0f * t4;
    const Vec t5 = fma(-e_2_2, apart_2_2_3_c1, -e_2_1 * apart_2_2_3);
    const Vec t6 = Kplus_3_3 * t5;
    const Vec t7 = fma(-e_3_2, apart_2_2_3_c1, -e_3_1 * apart_2_2_3);
    const Vec t8 = Kplus_2_2 * t7;
    const Vec t9 = fma(-e_2_2, e_3_2, -e_2_1 * e_3_1);
    const Vec Kplus_2_3 = Kplus_3_3 + Kplus_2_2;
    const Vec t10 = Kplus_3_3 * Kplus_2_2;
    const Vec t11 = t10 / Kplus_2_3;
    const Vec t12 = t9 * t11;
    const Vec t13 = fma(-e_2_1, t8, fma(-e_3_1, t6, apart_2_2_3 * t12));
    const Vec t14 = fma(-e_2_2, t8, fma(-e_3_2, t6, apart_2_2_3_c1 * t12));
    const Vec Kminus_2_2 = p_2_E + p_2_z;
    const Vec Kminus_2_3 = p_3_E + p_3_z + Kminus_2_2;
    const Vec Kperp_2_3 = p_3_x + p_2_x;
    const Vec Kperp_2_3_c1 = p_3_y + p_2_y;
    const Vec Ksq_2_3 = fma(-Kperp_2_3_c1, Kperp_2_3_c1, fma(-Kperp_2_3, Kperp_2_3, Kplus_2_3 * Kminus_2_3));
    const Vec t15 = splat(1.0f) / Ksq_2_3;
    const Vec e_1_1 = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec e_1_2 = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec t16 = fma(-e_1_2 * t14, t15, -e_1_1 * t13 * t15);
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_1_1 = p_1_E - p_1_z;
    const Vec t17 = Kplus_2_2 - Kplus_3_3;
    const Vec t18 = t9 * t17;
    const Vec t19 = Kplus_2_3 * Kplus_2_3;
    const Vec t20 = t18 / t19;
    const Vec t21 = Kplus_1_1 * t20;
    const Vec w_1_2 = fma(-e_2_1, e_1_2, e_2_2 * e_1_1);
    const Vec t22 = splat(1.0f) / Kplus_1_1;
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec t23 = fma(p_1_x, t22, -slope_2_2);
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec t24 = fma(p_1_y, t22, -slope_2_2_c1);
    const Vec apart_1_1_2 = 2.0f * t24;
    const Vec apart_1_1_2_c1 = 2.0f * t23;
    const Vec t25 = fma(-e_1_1, apart_1_1_2_c1, -e_1_2 * apart_1_1_2);
    const Vec t26 = Kplus_2_2 * t25;
    const Vec t27 = fma(-e_2_1, apart_1_1_2_c1, -e_2_2 * apart_1_1_2);
    const Vec t28 = Kplus_1_1 * t27;
    const Vec t29 = fma(-e_2_2, e_1_2, -e_2_1 * e_1_1);
    const Vec Kplus_1_2 = Kplus_2_2 + Kplus_1_1;
    const Vec t30 = Kplus_2_2 * Kplus_1_1;
    const Vec t31 = t30 / Kplus_1_2;
    const Vec t32 = t29 * t31;
    const Vec t33 = fma(-e_1_1, t28, fma(-e_2_1, t26, apart_1_1_2_c1 * t32));
    const Vec t34 = fma(-e_1_2, t28, fma(-e_2_2, t26, apart_1_1_2 * t32));
    const Vec Kminus_1_2 = p_1_E + p_1_z + Kminus_2_2;
    const Vec Kperp_1_2 = p_2_x + p_1_x;
    const Vec Kperp_1_2_c1 = p_2_y + p_1_y;
    const Vec Ksq_1_2 = fma(-Kperp_1_2_c1, Kperp_1_2_c1, fma(-Kperp_1_2, Kperp_1_2, Kplus_1_2 * Kminus_1_2));
    const Vec t35 = splat(1.0f) / Ksq_1_2;
    const Vec t36 = fma(-e_3_2 * t34, t35, -e_3_1 * t33 * t35);
    const Vec t37 = fma(Kperp_1_2, t36, t16 * p_1_x);
    const Vec t38 = fma(Kperp_1_2_c1, t36, t16 * p_1_y);
    const Vec t39 = Kplus_1_1 - Kplus_2_2;
    const Vec t40 = t29 * t39;
    const Vec t41 = Kplus_1_2 * Kplus_1_2;
    const Vec t42 = t40 / t41;
    const Vec t43 = Kplus_1_2 * t42;
    const Vec t44 = fma(e_3_1, t43, fma(splat(2.0f), t37, fma(e_3_2, w_1_2, fma(-w_2_3, e_1_2, e_1_1 * t21))));
    const Vec t45 = fma(e_3_2, t43, fma(splat(2.0f), t38, fma(-e_3_1, w_1_2, fma(e_1_2, t21, w_2_3 * e_1_1))));
    const Vec e_4_1 = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec e_4_2 = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec amplitude = fma(-e_4_2, t45, -e_4_1 * t44);
    store(to[0].data + 0 * to[0].row_stride + at, amplitude);
  }
}

extern "C" extern const Size gluon_light_cone_work_bytes;
extern "C" const Size gluon_light_cone_work_bytes = 20544;

extern "C" void gluon_light_cone_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    gluon_light_cone_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size row = 0; row < 8 && !inputs[1].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(12 + row) * block * lanes + lane] = inputs[1].data[row * inputs[1].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_inputs[1] = {inputs[1].data + first, inputs[1].row_stride, 1};
      if (!inputs[1].lane_stride) some_inputs[1] = {work + 12 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_light_cone_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  for (Size row = 0; row < 8; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(12 + row) * lanes + lane] = inputs[1].data[row * inputs[1].row_stride + inputs[1].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[1] = {work + 12 * lanes, lanes, 1};
  some_outputs[0] = {work + 20 * lanes, lanes};
  gluon_light_cone_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(20 + row) * lanes + at - whole];
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
