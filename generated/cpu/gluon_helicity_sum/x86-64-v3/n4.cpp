// gluon_helicity_sum, n = 4: double precision, 4 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_helicity_sum.diag:14: Kplus(a, b)
//   gluon_helicity_sum.diag:15: Kminus(a, b)
//   gluon_helicity_sum.diag:16: Kperp(a, b)
//   gluon_helicity_sum.diag:17: Ksq(a, b)
//   gluon_helicity_sum.diag:18: slope(a, b)
//   gluon_helicity_sum.diag:19: apart(a, c, b)
//   gluon_helicity_sum.diag:20: common(a, c, b)
//   gluon_helicity_sum.diag:22: right(a, c, b, S)
//   gluon_helicity_sum.diag:24: left(a, c, b, T)
//   gluon_helicity_sum.diag:26: both(a, c, b, S, T)
//   gluon_helicity_sum.diag:32: E(a, b, S)
//   gluon_helicity_sum.diag:34: w(a, b, S)
//   gluon_helicity_sum.diag:35: J(a, b, S)
//   gluon_helicity_sum.diag:43: A(S)
//   gluon_helicity_sum.diag:45: squared
// Order: Kplus, Kminus, Kperp, Ksq, slope, apart, common, right, left, E, J, A, squared by a descending, b ascending, c ascending, S ascending, T ascending, eagerly; at most 25 values live.
// A vector takes 67 multiplications, 27 additions, 47 fused, 9 divisions, 0 functions,
// 12 loads and 1 stores, in 1 function.
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

extern "C" void gluon_helicity_sum_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec Kplus_3_3 = p_3_E - p_3_z;
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_2_2 = p_2_E - p_2_z;
    const Vec t1 = splat(1.0) / Kplus_2_2;
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec slope_2_2 = p_2_x * t1;
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec slope_2_2_c1 = p_2_y * t1;
    const Vec Kminus_2_2 = p_2_E + p_2_z;
    const Vec Kplus_2_3 = Kplus_3_3 + Kplus_2_2;
    const Vec Kminus_2_3 = p_3_E + p_3_z + Kminus_2_2;
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec Kperp_2_3 = p_3_x + p_2_x;
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec Kperp_2_3_c1 = p_3_y + p_2_y;
    const Vec Ksq_2_3 = fma(-Kperp_2_3_c1, Kperp_2_3_c1, fma(-Kperp_2_3, Kperp_2_3, Kplus_2_3 * Kminus_2_3));
    const Vec t2 = splat(1.0) / Ksq_2_3;
    const Vec t3 = splat(1.0) / Kplus_3_3;
    const Vec t4 = fma(-p_3_x, t3, slope_2_2);
    const Vec apart_2_2_3 = 2.0 * t4;
    const Vec right_2_2_3_S = Kplus_3_3 * apart_2_2_3;
    const Vec left_2_2_3_S = Kplus_2_2 * apart_2_2_3;
    const Vec t5 = Kplus_3_3 * Kplus_2_2;
    const Vec t6 = t5 / Kplus_2_3;
    const Vec common_2_2_3 = apart_2_2_3 * t6;
    const Vec t7 = right_2_2_3_S + left_2_2_3_S - common_2_2_3;
    const Vec J_2_3_S = t7 * t2;
    const Vec t8 = Kplus_2_2 - Kplus_3_3;
    const Vec t9 = Kplus_2_3 * Kplus_2_3;
    const Vec E_2_3_S = t8 / t9;
    const Vec t10 = fma(-p_3_y, t3, slope_2_2_c1);
    const Vec apart_2_2_3_c1 = 2.0 * t10;
    const Vec common_2_2_3_c1 = apart_2_2_3_c1 * t6;
    const Vec right_2_2_3_S2 = Kplus_3_3 * apart_2_2_3_c1;
    const Vec J_2_3_S2 = right_2_2_3_S2 * t2;
    const Vec J_2_3_S2_c1 = left_2_2_3_S * t2;
    const Vec left_2_2_3_S3 = Kplus_2_2 * apart_2_2_3_c1;
    const Vec t11 = right_2_2_3_S2 - common_2_2_3_c1 + left_2_2_3_S3;
    const Vec J_2_3_S2_3 = t11 * t2;
    const Vec J_2_3_S3 = left_2_2_3_S3 * t2;
    const Vec J_2_3_S3_c1 = right_2_2_3_S * t2;
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_1_1 = p_1_E - p_1_z;
    const Vec t12 = Kplus_1_1 * E_2_3_S;
    const Vec Kplus_1_2 = Kplus_2_2 + Kplus_1_1;
    const Vec Kminus_1_2 = p_1_E + p_1_z + Kminus_2_2;
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec Kperp_1_2 = p_2_x + p_1_x;
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec Kperp_1_2_c1 = p_2_y + p_1_y;
    const Vec Ksq_1_2 = fma(-Kperp_1_2_c1, Kperp_1_2_c1, fma(-Kperp_1_2, Kperp_1_2, Kplus_1_2 * Kminus_1_2));
    const Vec t13 = splat(1.0) / Ksq_1_2;
    const Vec t14 = splat(1.0) / Kplus_1_1;
    const Vec t15 = fma(p_1_x, t14, -slope_2_2);
    const Vec t16 = fma(p_1_y, t14, -slope_2_2_c1);
    const Vec apart_1_1_2 = 2.0 * t16;
    const Vec apart_1_1_2_c1 = 2.0 * t15;
    const Vec right_1_1_2_S = Kplus_2_2 * apart_1_1_2_c1;
    const Vec left_1_1_2_S = Kplus_1_1 * apart_1_1_2_c1;
    const Vec t17 = Kplus_2_2 * Kplus_1_1;
    const Vec t18 = t17 / Kplus_1_2;
    const Vec common_1_1_2 = apart_1_1_2_c1 * t18;
    const Vec t19 = right_1_1_2_S + left_1_1_2_S - common_1_1_2;
    const Vec J_1_2_S = t19 * t13;
    const Vec t20 = Kplus_1_1 - Kplus_2_2;
    const Vec t21 = Kplus_1_2 * Kplus_1_2;
    const Vec E_1_2_S = t20 / t21;
    const Vec t22 = Kplus_1_2 * E_1_2_S;
    const Vec right_1_1_2_S1 = Kplus_2_2 * apart_1_1_2;
    const Vec J_1_2_S1 = right_1_1_2_S1 * t13;
    const Vec J_1_2_S1_c1 = left_1_1_2_S * t13;
    const Vec left_1_1_2_S2 = Kplus_1_1 * apart_1_1_2;
    const Vec J_1_2_S2 = left_1_1_2_S2 * t13;
    const Vec J_1_2_S2_c1 = right_1_1_2_S * t13;
    const Vec common_1_1_2_c1 = apart_1_1_2 * t18;
    const Vec t23 = right_1_1_2_S1 + left_1_1_2_S2 - common_1_1_2_c1;
    const Vec J_1_2_S1_2 = t23 * t13;
    const Vec t24 = t12 + t22;
    const Vec t25 = fma(-Kperp_1_2, J_1_2_S, -J_2_3_S * p_1_x);
    const Vec A_S = fma(splat(2.0), t25, -t24);
    const Vec t26 = fma(-Kperp_1_2_c1, J_1_2_S, -J_2_3_S * p_1_y);
    const Vec A_S_c1 = 2.0 * t26;
    const Vec t27 = common_2_2_3_c1 * t2;
    const Vec t28 = fma(-Kperp_1_2, J_1_2_S1, t27 * p_1_x);
    const Vec A_S1 = 2.0 * t28;
    const Vec t29 = splat(1.0) - t12;
    const Vec t30 = fma(-Kperp_1_2_c1, J_1_2_S1, t27 * p_1_y);
    const Vec A_S1_c1 = fma(splat(2.0), t30, t29);
    const Vec t31 = fma(-Kperp_1_2, J_1_2_S2, -p_1_x * J_2_3_S2);
    const Vec A_S2 = 2.0 * t31;
    const Vec t32 = fma(-Kperp_1_2_c1, J_1_2_S2, -p_1_y * J_2_3_S2);
    const Vec A_S2_c1 = fma(splat(2.0), t32, -splat(2.0));
    const Vec t33 = splat(1.0) - t22;
    const Vec t34 = common_1_1_2 * t13;
    const Vec t35 = fma(-p_1_x, J_2_3_S2_c1, Kperp_1_2 * t34);
    const Vec A_S1_2 = fma(splat(2.0), t35, t33);
    const Vec t36 = fma(-p_1_y, J_2_3_S2_c1, Kperp_1_2_c1 * t34);
    const Vec A_S1_2_c1 = 2.0 * t36;
    const Vec t37 = common_1_1_2_c1 * t13;
    const Vec t38 = fma(-p_1_x, J_2_3_S3, Kperp_1_2 * t37);
    const Vec A_S3 = 2.0 * t38;
    const Vec t39 = fma(-p_1_y, J_2_3_S3, Kperp_1_2_c1 * t37);
    const Vec A_S3_c1 = fma(splat(2.0), t39, t33);
    const Vec t40 = fma(-Kperp_1_2, J_1_2_S1_c1, -p_1_x * J_2_3_S3_c1);
    const Vec A_S1_3 = fma(splat(2.0), t40, -splat(2.0));
    const Vec t41 = fma(-Kperp_1_2_c1, J_1_2_S1_c1, -p_1_y * J_2_3_S3_c1);
    const Vec A_S1_3_c1 = 2.0 * t41;
    const Vec t42 = common_2_2_3 * t2;
    const Vec t43 = fma(-Kperp_1_2, J_1_2_S2_c1, p_1_x * t42);
    const Vec A_S2_3 = fma(splat(2.0), t43, t29);
    const Vec t44 = fma(-Kperp_1_2_c1, J_1_2_S2_c1, p_1_y * t42);
    const Vec A_S2_3_c1 = 2.0 * t44;
    const Vec t45 = fma(-Kperp_1_2, J_1_2_S1_2, -p_1_x * J_2_3_S2_3);
    const Vec A_S1_2_3 = 2.0 * t45;
    const Vec t46 = fma(-Kperp_1_2_c1, J_1_2_S1_2, -p_1_y * J_2_3_S2_3);
    const Vec A_S1_2_3_c1 = fma(splat(2.0), t46, -t24);
    const Vec squared = fma(A_S1_2_3_c1, A_S1_2_3_c1, fma(A_S1_2_3, A_S1_2_3, fma(A_S2_3_c1, A_S2_3_c1, fma(A_S2_3, A_S2_3, fma(A_S1_3_c1, A_S1_3_c1, fma(A_S1_3, A_S1_3, fma(A_S3_c1, A_S3_c1, fma(A_S3, A_S3, fma(A_S1_2_c1, A_S1_2_c1, fma(A_S1_2, A_S1_2, fma(A_S2_c1, A_S2_c1, fma(A_S2, A_S2, fma(A_S1_c1, A_S1_c1, fma(A_S1, A_S1, fma(A_S_c1, A_S_c1, A_S * A_S)))))))))))))));
    store(to[0].data + 0 * to[0].row_stride + at, squared);
  }
}

extern "C" extern const Size gluon_helicity_sum_work_bytes;
extern "C" const Size gluon_helicity_sum_work_bytes = 6176;

extern "C" void gluon_helicity_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    gluon_helicity_sum_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_helicity_sum_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 12 * lanes, lanes};
  gluon_helicity_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(12 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_helicity_sum(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_helicity_sum_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  gluon_helicity_sum_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
