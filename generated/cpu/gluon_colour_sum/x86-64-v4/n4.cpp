// gluon_colour_sum, n = 4, colours = 3, flows = false: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_colour_sum.diag:16: length(x)
//   gluon_colour_sum.diag:19: gluons(x)
//   gluon_colour_sum.diag:20: reversed(x)
//   gluon_colour_sum.diag:27: Kplus(S)
//   gluon_colour_sum.diag:28: Kminus(S)
//   gluon_colour_sum.diag:29: Kperp(S)
//   gluon_colour_sum.diag:30: Ksq(S)
//   gluon_colour_sum.diag:31: slope(S)
//   gluon_colour_sum.diag:32: apart(A, B)
//   gluon_colour_sum.diag:33: common(A, B)
//   gluon_colour_sum.diag:36: beside(x, B)
//   gluon_colour_sum.diag:41: E(x)
//   gluon_colour_sum.diag:44: w(x)
//   gluon_colour_sum.diag:47: J(x)
//   gluon_colour_sum.diag:54: A(x)
//   gluon_colour_sum.diag:57: factorial(m)
//   gluon_colour_sum.diag:60: arranged(S, i, x)
//   gluon_colour_sum.diag:63: polarised(x, S)
//   gluon_colour_sum.diag:66: place(x, a)
//   gluon_colour_sum.diag:69: orbit(x, y, a, S)
//   gluon_colour_sum.diag:70: loops(x, y, S)
//   gluon_colour_sum.diag:71: nested(x, i, y, R)
//   gluon_colour_sum.diag:74: overlap(x, y)
//   gluon_colour_sum.diag:77: relative(x, y)
//   gluon_colour_sum.diag:79: chosen(i)
//   gluon_colour_sum.diag:80: colour(i, j)
//   gluon_colour_sum.diag:84: squared
//   gluon_colour_sum.diag:87: flow(i)
// Order: A by x descending, eagerly; at most 50 values live.
// A vector takes 121 multiplications, 63 additions, 87 fused, 12 divisions, 0 functions,
// 12 loads and 1 stores, in 1 function.
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

extern "C" void gluon_colour_sum_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[2] = {outputs[0], outputs[1]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec p_2_E = load(from[0].data + 4 * from[0].row_stride + at);
    const Vec p_2_z = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec Kplus_S2 = p_2_E - p_2_z;
    const Vec t1 = splat(1.0f) / Kplus_S2;
    const Vec p_2_y = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec slope_S2 = p_2_y * t1;
    const Vec p_3_E = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec p_3_z = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec Kplus_S3 = p_3_E - p_3_z;
    const Vec t2 = splat(1.0f) / Kplus_S3;
    const Vec p_3_y = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec slope_S3 = p_3_y * t2;
    const Vec t3 = slope_S2 - slope_S3;
    const Vec apart_S2_S3 = 2.0f * t3;
    const Vec t4 = Kplus_S3 * Kplus_S2;
    const Vec Kplus_S2_3 = Kplus_S2 + Kplus_S3;
    const Vec t5 = t4 / Kplus_S2_3;
    const Vec common_S2_S3 = apart_S2_S3 * t5;
    const Vec beside_18_S3 = Kplus_S3 * apart_S2_S3;
    const Vec t6 = Kplus_S2 * apart_S2_S3;
    const Vec t7 = beside_18_S3 - common_S2_S3 + t6;
    const Vec p_3_x = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec p_2_x = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec Kperp_S2_3 = p_3_x + p_2_x;
    const Vec Kperp_S2_3_c1 = p_3_y + p_2_y;
    const Vec t8 = p_3_E + p_3_z;
    const Vec t9 = p_2_E + p_2_z;
    const Vec Kminus_S2_3 = t8 + t9;
    const Vec Ksq_S2_3 = fma(-Kperp_S2_3_c1, Kperp_S2_3_c1, fma(-Kperp_S2_3, Kperp_S2_3, Kplus_S2_3 * Kminus_S2_3));
    const Vec t10 = splat(1.0f) / Ksq_S2_3;
    const Vec J_98 = common_S2_S3 * t10;
    const Vec J_579 = beside_18_S3 * t10;
    const Vec J_83 = t6 * t10;
    const Vec J_595 = t7 * t10;
    const Vec p_1_x = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec t11 = p_1_x * J_595;
    const Vec Kperp_S1_3 = p_3_x + p_1_x;
    const Vec p_1_E = load(from[0].data + 0 * from[0].row_stride + at);
    const Vec p_1_z = load(from[0].data + 3 * from[0].row_stride + at);
    const Vec Kplus_S1 = p_1_E - p_1_z;
    const Vec t12 = splat(1.0f) / Kplus_S1;
    const Vec p_1_y = load(from[0].data + 2 * from[0].row_stride + at);
    const Vec slope_S1 = p_1_y * t12;
    const Vec t13 = slope_S1 - slope_S2;
    const Vec t14 = slope_S1 - slope_S3;
    const Vec apart_S1_S3 = 2.0f * t14;
    const Vec apart_S1_S2 = 2.0f * t13;
    const Vec t15 = Kplus_S3 * Kplus_S1;
    const Vec Kplus_S1_3 = Kplus_S3 + Kplus_S1;
    const Vec t16 = t15 / Kplus_S1_3;
    const Vec common_S1_S3 = apart_S1_S3 * t16;
    const Vec beside_17_S3 = Kplus_S3 * apart_S1_S3;
    const Vec t17 = Kplus_S1 * apart_S1_S3;
    const Vec t18 = beside_17_S3 - common_S1_S3 + t17;
    const Vec Kperp_S1_3_c1 = p_3_y + p_1_y;
    const Vec t19 = p_1_E + p_1_z;
    const Vec Kminus_S1_2 = t9 + t19;
    const Vec Kminus_S1_3 = t8 + t19;
    const Vec Ksq_S1_3 = fma(-Kperp_S1_3_c1, Kperp_S1_3_c1, fma(-Kperp_S1_3, Kperp_S1_3, Kplus_S1_3 * Kminus_S1_3));
    const Vec t20 = splat(1.0f) / Ksq_S1_3;
    const Vec t21 = common_S1_S3 * t20;
    const Vec t22 = beside_17_S3 * t20;
    const Vec J_51 = t17 * t20;
    const Vec J_563 = t18 * t20;
    const Vec t23 = fma(-Kperp_S1_3, J_563, t11);
    const Vec A_18034 = 2.0f * t23;
    const Vec t24 = Kplus_S2 - Kplus_S3;
    const Vec t25 = Kplus_S2_3 * Kplus_S2_3;
    const Vec E_67 = t24 / t25;
    const Vec t26 = Kplus_S2_3 * E_67;
    const Vec t27 = Kplus_S1 * E_67;
    const Vec t28 = Kplus_S1 - Kplus_S3;
    const Vec t29 = Kplus_S1_3 * Kplus_S1_3;
    const Vec E_35 = t28 / t29;
    const Vec t30 = Kplus_S1_3 * E_35;
    const Vec t31 = t27 - t30;
    const Vec t32 = p_1_y * J_595;
    const Vec t33 = fma(-Kperp_S1_3_c1, J_563, t32);
    const Vec A_18034_c1 = fma(splat(2.0f), t33, t31);
    const Vec Kperp_S1_2 = p_2_x + p_1_x;
    const Vec t34 = Kplus_S2 * Kplus_S1;
    const Vec Kplus_S1_2 = Kplus_S2 + Kplus_S1;
    const Vec t35 = t34 / Kplus_S1_2;
    const Vec common_S1_S2 = apart_S1_S2 * t35;
    const Vec beside_17_S2 = Kplus_S2 * apart_S1_S2;
    const Vec t36 = Kplus_S1 * apart_S1_S2;
    const Vec t37 = beside_17_S2 - common_S1_S2 + t36;
    const Vec Kperp_S1_2_c1 = p_2_y + p_1_y;
    const Vec Ksq_S1_2 = fma(-Kperp_S1_2_c1, Kperp_S1_2_c1, fma(-Kperp_S1_2, Kperp_S1_2, Kplus_S1_2 * Kminus_S1_2));
    const Vec t38 = splat(1.0f) / Ksq_S1_2;
    const Vec t39 = common_S1_S2 * t38;
    const Vec t40 = beside_17_S2 * t38;
    const Vec J_50 = t36 * t38;
    const Vec J_562 = t37 * t38;
    const Vec t41 = fma(-Kperp_S1_2, J_562, -t11);
    const Vec t42 = fma(-Kperp_S1_2_c1, J_562, -t32);
    const Vec A_18003 = 2.0f * t41;
    const Vec t43 = Kplus_S1 - Kplus_S2;
    const Vec t44 = Kplus_S1_2 * Kplus_S1_2;
    const Vec E_34 = t43 / t44;
    const Vec t45 = Kplus_S1_2 * E_34;
    const Vec t46 = t27 + t45;
    const Vec A_18003_c1 = fma(splat(2.0f), t42, -t46);
    const Vec slope_S2_c1 = p_2_x * t1;
    const Vec slope_S3_c1 = p_3_x * t2;
    const Vec t47 = slope_S2_c1 - slope_S3_c1;
    const Vec apart_S2_S3_c1 = 2.0f * t47;
    const Vec common_S2_S3_c1 = apart_S2_S3_c1 * t5;
    const Vec t48 = Kplus_S2 * apart_S2_S3_c1;
    const Vec t49 = t48 * t10;
    const Vec slope_S1_c1 = p_1_x * t12;
    const Vec t50 = slope_S1_c1 - slope_S2_c1;
    const Vec t51 = slope_S1_c1 - slope_S3_c1;
    const Vec apart_S1_S3_c1 = 2.0f * t51;
    const Vec common_S1_S3_c1 = apart_S1_S3_c1 * t16;
    const Vec apart_S1_S2_c1 = 2.0f * t50;
    const Vec common_S1_S2_c1 = apart_S1_S2_c1 * t35;
    const Vec t52 = Kplus_S1 * apart_S1_S3_c1;
    const Vec J_547 = t52 * t20;
    const Vec t53 = fma(-Kperp_S1_3, J_547, p_1_x * t49);
    const Vec A_17522 = fma(splat(2.0f), t53, -splat(2.0f));
    const Vec t54 = fma(-Kperp_S1_3_c1, J_547, p_1_y * t49);
    const Vec A_17522_c1 = 2.0f * t54;
    const Vec beside_2_S3 = Kplus_S3 * apart_S2_S3_c1;
    const Vec t55 = t48 - common_S2_S3_c1 + beside_2_S3;
    const Vec J_67 = t55 * t10;
    const Vec J_83_c1 = beside_2_S3 * t10;
    const Vec t56 = Kplus_S1 * apart_S1_S2_c1;
    const Vec J_546 = t56 * t38;
    const Vec t57 = fma(-Kperp_S1_2, J_546, -p_1_x * J_83_c1);
    const Vec A_17491 = fma(splat(2.0f), t57, -splat(2.0f));
    const Vec t58 = fma(-Kperp_S1_2_c1, J_546, -p_1_y * J_83_c1);
    const Vec A_17491_c1 = 2.0f * t58;
    const Vec J_593 = common_S1_S2_c1 * t38;
    const Vec t59 = fma(-p_3_x, J_593, Kperp_S2_3 * t49);
    const Vec A_3665 = fma(splat(2.0f), t59, fma(Kplus_S3, E_34, splat(1.0f)));
    const Vec t60 = fma(-p_3_y, J_593, Kperp_S2_3_c1 * t49);
    const Vec A_3665_c1 = 2.0f * t60;
    const Vec t61 = Kperp_S2_3 * J_98;
    const Vec t62 = fma(p_3_x, t40, -t61);
    const Vec A_3153 = 2.0f * t62;
    const Vec t63 = Kperp_S2_3_c1 * J_98;
    const Vec t64 = fma(p_3_y, t40, -t63);
    const Vec A_3153_c1 = fma(splat(2.0f), t64, splat(1.0f) + t26);
    const Vec J_625 = common_S1_S3_c1 * t20;
    const Vec t65 = fma(-p_2_x, J_625, -Kperp_S2_3 * J_83_c1);
    const Vec t66 = fma(-p_2_y, J_625, -Kperp_S2_3_c1 * J_83_c1);
    const Vec A_2673 = 2.0f * t66;
    const Vec A_2673_c1 = fma(splat(2.0f), t65, fma(Kplus_S2, E_35, splat(1.0f)));
    const Vec t67 = fma(p_2_x, t22, t61);
    const Vec A_2161 = 2.0f * t67;
    const Vec t68 = fma(p_2_y, t22, t63);
    const Vec A_2161_c1 = fma(splat(2.0f), t68, splat(1.0f) - t26);
    const Vec J_626 = common_S2_S3_c1 * t10;
    const Vec t69 = p_1_x * J_626;
    const Vec beside_1_S3 = Kplus_S3 * apart_S1_S3_c1;
    const Vec t70 = t52 - common_S1_S3_c1 + beside_1_S3;
    const Vec J_35 = t70 * t20;
    const Vec J_51_c1 = beside_1_S3 * t20;
    const Vec t71 = fma(-Kperp_S1_3, J_51_c1, -t69);
    const Vec A_1650 = fma(splat(2.0f), t71, splat(1.0f) + t27);
    const Vec t72 = p_1_y * J_626;
    const Vec t73 = fma(-Kperp_S1_3_c1, J_51_c1, -t72);
    const Vec A_1650_c1 = 2.0f * t73;
    const Vec t74 = p_1_x * J_83;
    const Vec t75 = fma(-Kperp_S1_3, J_51, t74);
    const Vec A_1634 = 2.0f * t75;
    const Vec t76 = p_1_y * J_83;
    const Vec t77 = fma(-Kperp_S1_3_c1, J_51, t76);
    const Vec A_1634_c1 = fma(splat(2.0f), t77, -splat(2.0f));
    const Vec beside_1_S2 = Kplus_S2 * apart_S1_S2_c1;
    const Vec t78 = t56 - common_S1_S2_c1 + beside_1_S2;
    const Vec J_34 = t78 * t38;
    const Vec J_50_c1 = beside_1_S2 * t38;
    const Vec t79 = fma(-Kperp_S1_2, J_50_c1, t69);
    const Vec t80 = fma(-Kperp_S1_2_c1, J_50_c1, t72);
    const Vec A_1619 = 2.0f * t80;
    const Vec A_1619_c1 = fma(splat(2.0f), t79, splat(1.0f) - t27);
    const Vec t81 = p_1_x * J_579;
    const Vec t82 = fma(-Kperp_S1_2, J_50, -t81);
    const Vec A_1603 = 2.0f * t82;
    const Vec t83 = p_1_y * J_579;
    const Vec t84 = fma(-Kperp_S1_2_c1, J_50, -t83);
    const Vec A_1603_c1 = fma(splat(2.0f), t84, -splat(2.0f));
    const Vec t85 = fma(Kperp_S1_3, t21, t81);
    const Vec A_1138 = 2.0f * t85;
    const Vec t86 = fma(Kperp_S1_3_c1, t21, t83);
    const Vec A_1138_c1 = fma(splat(2.0f), t86, splat(1.0f) - t30);
    const Vec t87 = J_67 * p_1_x;
    const Vec t88 = fma(-Kperp_S1_3, J_35, t87);
    const Vec A_1122 = fma(splat(2.0f), t88, t31);
    const Vec t89 = J_67 * p_1_y;
    const Vec t90 = fma(-Kperp_S1_3_c1, J_35, t89);
    const Vec A_1122_c1 = 2.0f * t90;
    const Vec t91 = fma(Kperp_S1_2, t39, -t74);
    const Vec A_1107 = 2.0f * t91;
    const Vec t92 = fma(Kperp_S1_2_c1, t39, -t76);
    const Vec A_1107_c1 = fma(splat(2.0f), t92, splat(1.0f) - t45);
    const Vec t93 = fma(-Kperp_S1_2, J_34, -t87);
    const Vec A_1091 = fma(splat(2.0f), t93, -t46);
    const Vec t94 = fma(-Kperp_S1_2_c1, J_34, -t89);
    const Vec A_1091_c1 = 2.0f * t94;
    const Vec t95 = fma(A_1091_c1, A_1091_c1, fma(A_1091, A_1091, fma(A_1107_c1, A_1107_c1, fma(A_1107, A_1107, fma(A_1603_c1, A_1603_c1, fma(A_1603, A_1603, fma(A_1619_c1, A_1619_c1, fma(A_1619, A_1619, fma(A_3153_c1, A_3153_c1, fma(A_3153, A_3153, fma(A_3665_c1, A_3665_c1, fma(A_3665, A_3665, fma(A_17491_c1, A_17491_c1, fma(A_17491, A_17491, fma(A_18003_c1, A_18003_c1, A_18003 * A_18003)))))))))))))));
    const Vec t96 = A_1122 + A_1091;
    const Vec t97 = A_1122_c1 + A_1091_c1;
    const Vec t98 = A_3153 + A_2161;
    const Vec t99 = A_3153_c1 + A_2161_c1;
    const Vec t100 = A_1603 + A_1138;
    const Vec t101 = A_1603_c1 + A_1138_c1;
    const Vec t102 = A_17522 + A_3665;
    const Vec t103 = A_17522_c1 + A_3665_c1;
    const Vec t104 = A_1634 + A_1107;
    const Vec t105 = A_1634_c1 + A_1107_c1;
    const Vec t106 = A_17491 + A_2673_c1;
    const Vec t107 = A_17491_c1 + A_2673;
    const Vec t108 = A_1650 + A_1619_c1;
    const Vec t109 = A_1650_c1 + A_1619;
    const Vec t110 = A_18034 + A_18003;
    const Vec t111 = A_18034_c1 + A_18003_c1;
    const Vec squared = fma(72.0f * A_18034_c1, t111, fma(72.0f * A_18034, t110, fma(72.0f * A_1650_c1, t109, fma(72.0f * A_1650, t108, fma(72.0f * A_2673, t107, fma(72.0f * A_2673_c1, t106, fma(72.0f * A_1634_c1, t105, fma(72.0f * A_1634, t104, fma(72.0f * A_17522_c1, t103, fma(72.0f * A_17522, t102, fma(72.0f * A_1138_c1, t101, fma(72.0f * A_1138, t100, fma(72.0f * A_2161_c1, t99, fma(72.0f * A_2161, t98, fma(72.0f * A_1122_c1, t97, fma(72.0f * A_1122, t96, 72.0f * t95))))))))))))))));
    store(to[0].data + 0 * to[0].row_stride + at, squared);
  }
}

extern "C" extern const Size gluon_colour_sum_work_bytes;
extern "C" const Size gluon_colour_sum_work_bytes = 12352;

extern "C" void gluon_colour_sum_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[2] = {};
  if (inputs[0].lane_stride) {
    gluon_colour_sum_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 12 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      gluon_colour_sum_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 12; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 12 * lanes, lanes};
  gluon_colour_sum_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(12 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int gluon_colour_sum(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (gluon_colour_sum_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[2] = {{outputs[0], batch}, {outputs[1], batch}};
  gluon_colour_sum_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
