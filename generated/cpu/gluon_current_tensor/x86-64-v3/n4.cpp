// gluon_current_tensor, n = 4: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_current_tensor.diag:21: K(a, b)
//   gluon_current_tensor.diag:23: electric(a, b)
//   gluon_current_tensor.diag:24: magnetic(a, b)
//   gluon_current_tensor.diag:26: V(a, b)
//   gluon_current_tensor.diag:31: J(a, b)
//   gluon_current_tensor.diag:33: amplitude
// Order: as expanded, eagerly; at most 24 values live.
// A vector takes 59 multiplications, 24 additions, 117 fused, 2 divisions, 0 functions,
// 28 loads and 1 stores, in 1 function.
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
    const Vec e_2_E = load(from[1].data + 4 * from[1].row_stride + at);
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec e_2_x = load(from[1].data + 5 * from[1].row_stride + at);
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec e_2_y = load(from[1].data + 6 * from[1].row_stride + at);
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec e_2_z = load(from[1].data + 7 * from[1].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec t1 = fma(-e_2_z, p_3_z, fma(-e_2_y, p_3_y, fma(-e_2_x, p_3_x, e_2_E * p_3_E)));
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec e_3_E = load(from[1].data + 8 * from[1].row_stride + at);
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec e_3_x = load(from[1].data + 9 * from[1].row_stride + at);
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec e_3_y = load(from[1].data + 10 * from[1].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec e_3_z = load(from[1].data + 11 * from[1].row_stride + at);
    const Vec t2 = fma(-p_2_z, e_3_z, fma(-p_2_y, e_3_y, fma(-p_2_x, e_3_x, p_2_E * e_3_E)));
    const Vec t3 = fma(-e_2_z, e_3_z, fma(-e_2_y, e_3_y, fma(-e_2_x, e_3_x, e_2_E * e_3_E)));
    const Vec t4 = p_2_E - p_3_E;
    const Vec t5 = p_2_x - p_3_x;
    const Vec t6 = p_2_y - p_3_y;
    const Vec t7 = p_2_z - p_3_z;
    const Vec t8 = fma(-e_2_E, t2, e_3_E * t1);
    const Vec V_2_3 = fma(splat(2.0), t8, t3 * t4);
    const Vec t9 = fma(-e_2_x, t2, e_3_x * t1);
    const Vec V_2_3_c1 = fma(splat(2.0), t9, t3 * t5);
    const Vec t10 = fma(-e_2_y, t2, e_3_y * t1);
    const Vec V_2_3_c2 = fma(splat(2.0), t10, t3 * t6);
    const Vec t11 = fma(-e_2_z, t2, e_3_z * t1);
    const Vec V_2_3_c3 = fma(splat(2.0), t11, t3 * t7);
    const Vec K_2_3 = p_2_E + p_3_E;
    const Vec K_2_3_c1 = p_2_x + p_3_x;
    const Vec K_2_3_c2 = p_2_y + p_3_y;
    const Vec K_2_3_c3 = p_2_z + p_3_z;
    const Vec t12 = fma(-K_2_3_c3, K_2_3_c3, fma(-K_2_3_c2, K_2_3_c2, fma(-K_2_3_c1, K_2_3_c1, K_2_3 * K_2_3)));
    const Vec t13 = splat(1.0) / t12;
    const Vec J_2_3 = V_2_3 * t13;
    const Vec J_2_3_c1 = V_2_3_c1 * t13;
    const Vec J_2_3_c2 = V_2_3_c2 * t13;
    const Vec J_2_3_c3 = V_2_3_c3 * t13;
    const Vec e_1_E = load(from[1].data + 0 * from[1].row_stride + at);
    const Vec e_1_x = load(from[1].data + 1 * from[1].row_stride + at);
    const Vec e_1_y = load(from[1].data + 2 * from[1].row_stride + at);
    const Vec e_1_z = load(from[1].data + 3 * from[1].row_stride + at);
    const Vec t14 = fma(-e_1_z, K_2_3_c3, fma(-e_1_y, K_2_3_c2, fma(-e_1_x, K_2_3_c1, e_1_E * K_2_3)));
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec t15 = fma(-p_1_z, J_2_3_c3, fma(-p_1_y, J_2_3_c2, fma(-p_1_x, J_2_3_c1, p_1_E * J_2_3)));
    const Vec t16 = fma(-e_1_z, J_2_3_c3, fma(-e_1_y, J_2_3_c2, fma(-e_1_x, J_2_3_c1, e_1_E * J_2_3)));
    const Vec t17 = p_1_E - K_2_3;
    const Vec t18 = p_1_x - K_2_3_c1;
    const Vec t19 = p_1_y - K_2_3_c2;
    const Vec t20 = p_1_z - K_2_3_c3;
    const Vec t21 = fma(-e_1_z, p_2_z, fma(-e_1_y, p_2_y, fma(-e_1_x, p_2_x, e_1_E * p_2_E)));
    const Vec t22 = fma(-p_1_z, e_2_z, fma(-p_1_y, e_2_y, fma(-p_1_x, e_2_x, p_1_E * e_2_E)));
    const Vec t23 = fma(-e_1_z, e_2_z, fma(-e_1_y, e_2_y, fma(-e_1_x, e_2_x, e_1_E * e_2_E)));
    const Vec t24 = p_1_E - p_2_E;
    const Vec t25 = p_1_x - p_2_x;
    const Vec t26 = p_1_y - p_2_y;
    const Vec t27 = p_1_z - p_2_z;
    const Vec t28 = fma(-e_1_E, t22, e_2_E * t21);
    const Vec V_1_2 = fma(splat(2.0), t28, t23 * t24);
    const Vec t29 = fma(-e_1_x, t22, e_2_x * t21);
    const Vec V_1_2_c1 = fma(splat(2.0), t29, t23 * t25);
    const Vec t30 = fma(-e_1_y, t22, e_2_y * t21);
    const Vec V_1_2_c2 = fma(splat(2.0), t30, t23 * t26);
    const Vec t31 = fma(-e_1_z, t22, e_2_z * t21);
    const Vec V_1_2_c3 = fma(splat(2.0), t31, t23 * t27);
    const Vec K_1_2 = p_1_E + p_2_E;
    const Vec K_1_2_c1 = p_1_x + p_2_x;
    const Vec K_1_2_c2 = p_1_y + p_2_y;
    const Vec K_1_2_c3 = p_1_z + p_2_z;
    const Vec t32 = fma(-K_1_2_c3, K_1_2_c3, fma(-K_1_2_c2, K_1_2_c2, fma(-K_1_2_c1, K_1_2_c1, K_1_2 * K_1_2)));
    const Vec t33 = splat(1.0) / t32;
    const Vec J_1_2 = V_1_2 * t33;
    const Vec J_1_2_c1 = V_1_2_c1 * t33;
    const Vec J_1_2_c2 = V_1_2_c2 * t33;
    const Vec J_1_2_c3 = V_1_2_c3 * t33;
    const Vec t34 = fma(-p_3_z, J_1_2_c3, fma(-p_3_y, J_1_2_c2, fma(-p_3_x, J_1_2_c1, p_3_E * J_1_2)));
    const Vec t35 = fma(-e_3_z, K_1_2_c3, fma(-e_3_y, K_1_2_c2, fma(-e_3_x, K_1_2_c1, e_3_E * K_1_2)));
    const Vec t36 = fma(-J_1_2, t35, fma(e_3_E, t34, fma(-e_1_E, t15, J_2_3 * t14)));
    const Vec t37 = fma(-J_1_2_c1, t35, fma(e_3_x, t34, fma(-e_1_x, t15, J_2_3_c1 * t14)));
    const Vec t38 = fma(-J_1_2_c2, t35, fma(e_3_y, t34, fma(-e_1_y, t15, J_2_3_c2 * t14)));
    const Vec t39 = fma(-J_1_2_c3, t35, fma(e_3_z, t34, fma(-e_1_z, t15, J_2_3_c3 * t14)));
    const Vec t40 = fma(-e_3_z, J_1_2_c3, fma(-e_3_y, J_1_2_c2, fma(-e_3_x, J_1_2_c1, e_3_E * J_1_2)));
    const Vec t41 = K_1_2 - p_3_E;
    const Vec t42 = K_1_2_c1 - p_3_x;
    const Vec t43 = K_1_2_c2 - p_3_y;
    const Vec t44 = K_1_2_c3 - p_3_z;
    const Vec electric_1_2 = fma(-e_1_x, e_2_E, e_1_E * e_2_x);
    const Vec electric_1_2_c1 = fma(-e_1_y, e_2_E, e_1_E * e_2_y);
    const Vec electric_1_2_c2 = fma(-e_1_z, e_2_E, e_1_E * e_2_z);
    const Vec magnetic_1_2 = fma(-e_1_y, e_2_x, e_1_x * e_2_y);
    const Vec magnetic_1_2_c1 = fma(-e_1_x, e_2_z, e_1_z * e_2_x);
    const Vec magnetic_1_2_c2 = fma(-e_1_z, e_2_y, e_1_y * e_2_z);
    const Vec electric_2_3 = fma(-e_2_x, e_3_E, e_2_E * e_3_x);
    const Vec electric_2_3_c1 = fma(-e_2_y, e_3_E, e_2_E * e_3_y);
    const Vec electric_2_3_c2 = fma(-e_2_z, e_3_E, e_2_E * e_3_z);
    const Vec V_1_3 = fma(-e_1_z, electric_2_3_c2, fma(-e_1_y, electric_2_3_c1, fma(-e_1_x, electric_2_3, fma(e_3_z, electric_1_2_c2, fma(e_3_y, electric_1_2_c1, fma(e_3_x, electric_1_2, fma(t40, t41, fma(splat(2.0), t36, t16 * t17))))))));
    const Vec magnetic_2_3 = fma(-e_2_y, e_3_x, e_2_x * e_3_y);
    const Vec magnetic_2_3_c1 = fma(-e_2_x, e_3_z, e_2_z * e_3_x);
    const Vec V_1_3_c1 = fma(e_1_z, magnetic_2_3_c1, fma(-e_1_y, magnetic_2_3, fma(-e_1_E, electric_2_3, fma(-e_3_z, magnetic_1_2_c1, fma(e_3_y, magnetic_1_2, fma(e_3_E, electric_1_2, fma(t40, t42, fma(splat(2.0), t37, t16 * t18))))))));
    const Vec magnetic_2_3_c2 = fma(-e_2_z, e_3_y, e_2_y * e_3_z);
    const Vec V_1_3_c2 = fma(-e_1_z, magnetic_2_3_c2, fma(e_1_x, magnetic_2_3, fma(-e_1_E, electric_2_3_c1, fma(e_3_z, magnetic_1_2_c2, fma(-e_3_x, magnetic_1_2, fma(e_3_E, electric_1_2_c1, fma(t40, t43, fma(splat(2.0), t38, t16 * t19))))))));
    const Vec V_1_3_c3 = fma(e_1_y, magnetic_2_3_c2, fma(-e_1_x, magnetic_2_3_c1, fma(-e_1_E, electric_2_3_c2, fma(-e_3_y, magnetic_1_2_c2, fma(e_3_x, magnetic_1_2_c1, fma(e_3_E, electric_1_2_c2, fma(t40, t44, fma(splat(2.0), t39, t16 * t20))))))));
    const Vec e_4_E = load(from[1].data + 12 * from[1].row_stride + at);
    const Vec e_4_x = load(from[1].data + 13 * from[1].row_stride + at);
    const Vec e_4_y = load(from[1].data + 14 * from[1].row_stride + at);
    const Vec e_4_z = load(from[1].data + 15 * from[1].row_stride + at);
    const Vec amplitude = fma(-V_1_3_c3, e_4_z, fma(-V_1_3_c2, e_4_y, fma(-V_1_3_c1, e_4_x, V_1_3 * e_4_E)));
    store(to[0].data + 0 * to[0].row_stride + at, amplitude);
  }
}

extern "C" extern const Size gluon_current_tensor_work_bytes;
extern "C" const Size gluon_current_tensor_work_bytes = 16416;

extern "C" void gluon_current_tensor_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[2] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride && inputs[1].lane_stride) {
    gluon_current_tensor_vectors(inputs, outputs, params, begin, whole);
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
      gluon_current_tensor_vectors(some_inputs, some_outputs, params, 0, count);
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
  gluon_current_tensor_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(32 + row) * lanes + at - whole];
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
