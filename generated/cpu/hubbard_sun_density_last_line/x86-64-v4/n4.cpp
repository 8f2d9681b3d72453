// hubbard_sun_density_last_line, n = 4: single precision, 16 configurations a vector.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density_last_line.diag:18: W(k, open, s, v)
//   hubbard_sun_density_last_line.diag:25: rest(k, open)
//   hubbard_sun_density_last_line.diag:29: loop(s)
//   hubbard_sun_density_last_line.diag:32: last(open, s)
//   hubbard_sun_density_last_line.diag:36: path(open, b)
//   hubbard_sun_density_last_line.diag:39: loops(m, open)
//   hubbard_sun_density_last_line.diag:41: rest_loops(open)
//   hubbard_sun_density_last_line.diag:43: way(m, open, b)
//   hubbard_sun_density_last_line.diag:45: density
// Order: W, last, path, loops, way by v descending; at most 31 values live.
// A vector takes 110 multiplications, 1 additions, 123 fused, 0 divisions, 0 functions,
// 21 loads and 1 stores, in 1 function.
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

extern "C" void hubbard_sun_density_last_line_vectors(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end) {
  const Vec N = splat(params[0]);
  const Vec t1 = N - splat(1.0f);
  const Vec t2 = N * t1;
  const InputRows from[1] = {inputs[0]};
  const OutputRows to[1] = {outputs[0]};
  for (Size at = begin; at < end; at += lanes) {
    const Vec G_4_0 = load(from[0].data + 20 * from[0].row_stride + at);
    const Vec G_4_4 = load(from[0].data + 24 * from[0].row_stride + at);
    const Vec last_S_0 = G_4_0 * G_4_4 * t1;
    const Vec G_3_4 = load(from[0].data + 19 * from[0].row_stride + at);
    const Vec W_3_S_0_3 = G_3_4 * last_S_0;
    const Vec G_2_2 = load(from[0].data + 12 * from[0].row_stride + at);
    const Vec t3 = N * G_2_2;
    const Vec G_4_2 = load(from[0].data + 22 * from[0].row_stride + at);
    const Vec G_2_4 = load(from[0].data + 14 * from[0].row_stride + at);
    const Vec loops_4_S2 = fma(-G_4_4, t3, G_4_2 * G_2_4);
    const Vec path_S2_2 = G_4_4 * G_4_2;
    const Vec G_2_0 = load(from[0].data + 10 * from[0].row_stride + at);
    const Vec t4 = fma(path_S2_2, G_2_0, G_4_0 * loops_4_S2);
    const Vec last_S2_0 = t1 * t4;
    const Vec W_3_S_0_2 = G_2_4 * last_S_0;
    const Vec t5 = path_S2_2 * t2;
    const Vec t6 = G_2_4 * t5;
    const Vec G_3_2 = load(from[0].data + 17 * from[0].row_stride + at);
    const Vec G_3_0 = load(from[0].data + 15 * from[0].row_stride + at);
    const Vec W_3_S2_0_3 = fma(-G_3_0, t6, fma(G_3_2, W_3_S_0_2, G_3_4 * last_S2_0));
    const Vec G_1_1 = load(from[0].data + 6 * from[0].row_stride + at);
    const Vec t7 = N * G_1_1;
    const Vec G_4_1 = load(from[0].data + 21 * from[0].row_stride + at);
    const Vec G_1_4 = load(from[0].data + 9 * from[0].row_stride + at);
    const Vec loops_4_S1 = fma(-G_4_4, t7, G_4_1 * G_1_4);
    const Vec path_S1_1 = G_4_4 * G_4_1;
    const Vec G_1_0 = load(from[0].data + 5 * from[0].row_stride + at);
    const Vec t8 = fma(G_1_0, path_S1_1, G_4_0 * loops_4_S1);
    const Vec last_S1_0 = t1 * t8;
    const Vec W_3_S_0_1 = G_1_4 * last_S_0;
    const Vec t9 = path_S1_1 * t2;
    const Vec t10 = G_1_4 * t9;
    const Vec G_3_1 = load(from[0].data + 16 * from[0].row_stride + at);
    const Vec W_3_S1_0_3 = fma(-G_3_0, t10, fma(G_3_1, W_3_S_0_1, G_3_4 * last_S1_0));
    const Vec t11 = G_3_4 * t1;
    const Vec G_1_2 = load(from[0].data + 7 * from[0].row_stride + at);
    const Vec G_2_1 = load(from[0].data + 11 * from[0].row_stride + at);
    const Vec loops_2_S1 = fma(-G_2_2, t7, G_1_2 * G_2_1);
    const Vec t12 = N * loops_2_S1;
    const Vec way_4_S1_2_1 = fma(-t3, G_4_1, G_2_1 * G_4_2);
    const Vec way_4_S1_2_2 = fma(-t7, G_4_2, G_1_2 * G_4_1);
    const Vec loops_4_S1_2 = fma(G_2_4, way_4_S1_2_2, fma(-G_4_4, t12, G_1_4 * way_4_S1_2_1));
    const Vec path_S1_2_1 = fma(G_2_1, path_S2_2, G_4_1 * loops_4_S2);
    const Vec path_S1_2_2 = fma(G_1_2, path_S1_1, G_4_2 * loops_4_S1);
    const Vec t13 = fma(G_2_0, path_S1_2_2, fma(G_1_0, path_S1_2_1, G_4_0 * loops_4_S1_2));
    const Vec W_3_S2_0_1 = fma(-G_1_0, t6, fma(G_1_2, W_3_S_0_2, G_1_4 * last_S2_0));
    const Vec W_3_S1_0_2 = fma(-G_2_0, t10, fma(G_2_1, W_3_S_0_1, G_2_4 * last_S1_0));
    const Vec t14 = path_S1_2_1 * t2;
    const Vec t15 = G_2_4 * t9;
    const Vec W_3_S2_1_1 = fma(G_1_2, t15, fma(-t6, t7, G_1_4 * t14));
    const Vec W_3_S1_2_0_3 = fma(-G_3_0, W_3_S2_1_1, fma(G_3_2, W_3_S1_0_2, fma(G_3_1, W_3_S2_0_1, t11 * t13)));
    const Vec t16 = N * G_3_1;
    const Vec W_3_S2_1_3 = fma(-t6, t16, fma(G_3_2, t15, G_3_4 * t14));
    const Vec way_3_S1_2_1 = fma(-G_3_1, t3, G_2_1 * G_3_2);
    const Vec way_3_S1_2_2 = fma(-t7, G_3_2, G_1_2 * G_3_1);
    const Vec G_1_3 = load(from[0].data + 8 * from[0].row_stride + at);
    const Vec G_3_3 = load(from[0].data + 18 * from[0].row_stride + at);
    const Vec G_2_3 = load(from[0].data + 13 * from[0].row_stride + at);
    const Vec loops_3_S1_2 = fma(G_2_3, way_3_S1_2_2, fma(-G_3_3, t12, way_3_S1_2_1 * G_1_3));
    const Vec loops_3_S2 = fma(-G_3_3, t3, G_2_3 * G_3_2);
    const Vec t17 = N * loops_3_S2;
    const Vec t18 = N * G_3_3;
    const Vec G_4_3 = load(from[0].data + 23 * from[0].row_stride + at);
    const Vec way_4_S2_3_2 = fma(-G_4_2, t18, G_3_2 * G_4_3);
    const Vec way_4_S2_3_3 = fma(-t3, G_4_3, G_2_3 * G_4_2);
    const Vec way_4_S1_2_3_1 = fma(G_3_1, way_4_S2_3_3, fma(-G_4_1, t17, G_2_1 * way_4_S2_3_2));
    const Vec loops_3_S1 = fma(-G_3_3, t7, G_3_1 * G_1_3);
    const Vec t19 = N * loops_3_S1;
    const Vec way_4_S1_3_1 = fma(-G_4_1, t18, G_3_1 * G_4_3);
    const Vec way_4_S1_3_3 = fma(-t7, G_4_3, G_1_3 * G_4_1);
    const Vec way_4_S1_2_3_2 = fma(G_3_2, way_4_S1_3_3, fma(-G_4_2, t19, G_1_2 * way_4_S1_3_1));
    const Vec way_4_S1_2_3_3 = fma(G_2_3, way_4_S1_2_2, fma(-t12, G_4_3, G_1_3 * way_4_S1_2_1));
    const Vec loops_4_S1_2_3 = fma(G_3_4, way_4_S1_2_3_3, fma(way_4_S1_2_3_2, G_2_4, fma(-N * G_4_4, loops_3_S1_2, way_4_S1_2_3_1 * G_1_4)));
    const Vec loops_4_S2_3 = fma(G_3_4, way_4_S2_3_3, fma(-G_4_4, t17, way_4_S2_3_2 * G_2_4));
    const Vec loops_4_S3 = fma(-G_4_4, t18, G_3_4 * G_4_3);
    const Vec path_S3_3 = G_4_4 * G_4_3;
    const Vec path_S2_3_2 = fma(G_3_2, path_S3_3, G_4_2 * loops_4_S3);
    const Vec path_S2_3_3 = fma(G_2_3, path_S2_2, G_4_3 * loops_4_S2);
    const Vec path_S1_2_3_1 = fma(G_3_1, path_S2_3_3, fma(G_2_1, path_S2_3_2, G_4_1 * loops_4_S2_3));
    const Vec loops_4_S1_3 = fma(G_3_4, way_4_S1_3_3, fma(-G_4_4, t19, G_1_4 * way_4_S1_3_1));
    const Vec path_S1_3_1 = fma(G_3_1, path_S3_3, G_4_1 * loops_4_S3);
    const Vec path_S1_3_3 = fma(G_1_3, path_S1_1, G_4_3 * loops_4_S1);
    const Vec path_S1_2_3_2 = fma(G_3_2, path_S1_3_3, fma(G_1_2, path_S1_3_1, G_4_2 * loops_4_S1_3));
    const Vec path_S1_2_3_3 = fma(G_2_3, path_S1_2_2, fma(G_1_3, path_S1_2_1, G_4_3 * loops_4_S1_2));
    const Vec t20 = fma(path_S1_2_3_3, G_3_0, fma(path_S1_2_3_2, G_2_0, fma(path_S1_2_3_1, G_1_0, G_4_0 * loops_4_S1_2_3)));
    const Vec t21 = fma(path_S2_3_3, G_3_0, fma(path_S2_3_2, G_2_0, G_4_0 * loops_4_S2_3));
    const Vec last_S2_3_0 = t1 * t21;
    const Vec t22 = fma(path_S3_3, G_3_0, G_4_0 * loops_4_S3);
    const Vec last_S3_0 = t1 * t22;
    const Vec t23 = G_3_4 * path_S3_3 * t2;
    const Vec W_3_S3_0_2 = fma(-G_2_0, t23, fma(G_2_4, last_S3_0, G_2_3 * W_3_S_0_3));
    const Vec t24 = path_S2_3_2 * t2;
    const Vec t25 = G_3_4 * t5;
    const Vec t26 = N * t23;
    const Vec W_3_S3_2_2 = fma(-G_2_2, t26, fma(G_2_3, t25, G_2_4 * t24));
    const Vec W_3_S2_3_0_1 = fma(-G_1_0, W_3_S3_2_2, fma(G_1_2, W_3_S3_0_2, fma(G_1_4, last_S2_3_0, G_1_3 * W_3_S2_0_3)));
    const Vec t27 = fma(path_S1_3_3, G_3_0, fma(G_1_0, path_S1_3_1, G_4_0 * loops_4_S1_3));
    const Vec last_S1_3_0 = t1 * t27;
    const Vec W_3_S3_0_1 = fma(-G_1_0, t23, fma(G_1_4, last_S3_0, G_1_3 * W_3_S_0_3));
    const Vec t28 = path_S1_3_1 * t2;
    const Vec t29 = G_3_4 * t9;
    const Vec W_3_S3_1_1 = fma(G_1_3, t29, fma(-t23, t7, G_1_4 * t28));
    const Vec W_3_S1_3_0_2 = fma(-G_2_0, W_3_S3_1_1, fma(G_2_1, W_3_S3_0_1, fma(G_2_4, last_S1_3_0, G_2_3 * W_3_S1_0_3)));
    const Vec t30 = path_S1_2_3_1 * t2;
    const Vec W_3_S3_1_2 = fma(G_2_3, t29, fma(-G_2_1, t26, G_2_4 * t28));
    const Vec W_3_S2_3_1_1 = fma(G_1_2, W_3_S3_1_2, fma(G_1_4, t30, fma(-W_3_S3_2_2, t7, G_1_3 * W_3_S2_1_3)));
    const Vec W_3_S1_2_3_0_3 = fma(-G_3_0, W_3_S2_3_1_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_1, W_3_S2_3_0_1, fma(t11, t20, G_3_3 * W_3_S1_2_0_3))));
    const Vec W_3_S2_3_0_3 = fma(-G_3_0, W_3_S3_2_2, fma(G_3_2, W_3_S3_0_2, fma(G_3_4, last_S2_3_0, G_3_3 * W_3_S2_0_3)));
    const Vec W_3_S3_0_3 = fma(-G_3_0, t23, fma(G_3_4, last_S3_0, G_3_3 * W_3_S_0_3));
    const Vec W_3_S3_2_3 = fma(-G_3_2, t26, fma(G_3_3, t25, G_3_4 * t24));
    const Vec W_3_S1_3_0_3 = fma(-G_3_0, W_3_S3_1_1, fma(G_3_1, W_3_S3_0_1, fma(G_3_4, last_S1_3_0, G_3_3 * W_3_S1_0_3)));
    const Vec W_3_S3_1_3 = fma(G_3_3, t29, fma(-G_3_1, t26, G_3_4 * t28));
    const Vec W_3_S2_3_1_3 = fma(G_3_2, W_3_S3_1_2, fma(G_3_4, t30, fma(-W_3_S3_2_2, t16, G_3_3 * W_3_S2_1_3)));
    const Vec W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
    const Vec W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
    const Vec t31 = fma(-G_2_0, W_3_S3_1_3, G_2_1 * W_3_S3_0_3);
    const Vec W_2_S1_0_2 = fma(G_1_3, t31, G_2_3 * W_3_S1_3_0_3);
    const Vec W_2_S_1_2 = G_2_3 * W_3_S3_1_3;
    const Vec W_2_S2_0_2 = fma(-G_2_0, W_2_S_2_2, fma(G_2_2, W_2_S_0_2, G_2_3 * W_3_S2_3_0_3));
    const Vec W_2_S2_1_2 = fma(G_2_2, W_2_S_1_2, fma(-N * G_2_1, W_2_S_2_2, G_2_3 * W_3_S2_3_1_3));
    const Vec W_2_S2_0_1 = fma(-G_1_0, W_2_S_2_2, fma(G_1_2, W_2_S_0_2, G_1_3 * W_3_S2_3_0_3));
    const Vec W_2_S2_1_1 = fma(G_1_2, W_2_S_1_2, fma(-W_2_S_2_2, t7, G_1_3 * W_3_S2_3_1_3));
    const Vec t32 = fma(-G_2_0, W_2_S2_1_1, fma(G_2_1, W_2_S2_0_1, fma(-G_1_0, W_2_S2_1_2, fma(G_1_1, W_2_S2_0_2, fma(G_2_2, W_2_S1_0_2, G_2_3 * W_3_S1_2_3_0_3)))));
    const Vec G_0_1 = load(from[0].data + 1 * from[0].row_stride + at);
    const Vec W_0_S_0_0 = G_0_1 * G_1_2 * t32;
    store(to[0].data + 0 * to[0].row_stride + at, W_0_S_0_0);
  }
}

extern "C" extern const Size hubbard_sun_density_last_line_work_bytes;
extern "C" const Size hubbard_sun_density_last_line_work_bytes = 25664;

extern "C" void hubbard_sun_density_last_line_range(const InputRows *inputs, const OutputRows *outputs, const Real *params,
    Size begin, Size end, Real *work) {
  const Size whole = begin + (end - begin) / lanes * lanes;
  InputRows some_inputs[1] = {};
  OutputRows some_outputs[1] = {};
  if (inputs[0].lane_stride) {
    hubbard_sun_density_last_line_vectors(inputs, outputs, params, begin, whole);
  } else {
    for (Size row = 0; row < 25 && !inputs[0].lane_stride; ++row)
      for (Size lane = 0; lane < block * lanes; ++lane)
        work[(0 + row) * block * lanes + lane] = inputs[0].data[row * inputs[0].row_stride];
    for (Size first = begin; first < whole; first += block * lanes) {
      const Size count = whole - first < block * lanes ? whole - first : block * lanes;
      some_inputs[0] = {inputs[0].data + first, inputs[0].row_stride, 1};
      if (!inputs[0].lane_stride) some_inputs[0] = {work + 0 * block * lanes, block * lanes, 1};
      some_outputs[0] = {outputs[0].data + first, outputs[0].row_stride};
      hubbard_sun_density_last_line_vectors(some_inputs, some_outputs, params, 0, count);
    }
  }
  if (whole == end) return;
  // The last vector is not full: its configurations go through rows of their own, the empty lanes repeat the last.
  for (Size row = 0; row < 25; ++row)
    for (Size lane = 0; lane < lanes; ++lane)
      work[(0 + row) * lanes + lane] = inputs[0].data[row * inputs[0].row_stride + inputs[0].lane_stride * (whole + lane < end ? whole + lane : end - 1)];
  some_inputs[0] = {work + 0 * lanes, lanes, 1};
  some_outputs[0] = {work + 25 * lanes, lanes};
  hubbard_sun_density_last_line_vectors(some_inputs, some_outputs, params, 0, lanes);
  for (Size row = 0; row < 1; ++row)
    for (Size at = whole; at < end; ++at)
      outputs[0].data[row * outputs[0].row_stride + at] = work[(25 + row) * lanes + at - whole];
}

extern "C" void *aligned_alloc(Size, Size);
extern "C" void free(void *);
extern "C" int hubbard_sun_density_last_line(const Real *const *inputs, Real *const *outputs, const Real *params, Size batch) {
  Real *work = (Real *)aligned_alloc(64, (hubbard_sun_density_last_line_work_bytes + 63) / 64 * 64);
  if (!work) return 1;
  const InputRows from[1] = {{inputs[0], batch, 1}};
  const OutputRows to[1] = {{outputs[0], batch}};
  hubbard_sun_density_last_line_range(from, to, params, 0, batch, work);
  free(work);
  return 0;
}
