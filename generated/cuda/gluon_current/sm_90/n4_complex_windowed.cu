// gluon_current, n = 4: single precision, CUDA for sm_90, one block a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   gluon_current.diag:17: K(a, b)
//   gluon_current.diag:19: V(a, b)
//   gluon_current.diag:23: J(a, b)
//   gluon_current.diag:25: amplitude
// 0 edges and 194 other steps on 8 levels; 217 numbers a configuration.
// Launch gluon_current_windowed: 64 threads and 1 configuration a block, 272 bytes of dynamic shared memory.
// Slabs of 50688 configurations; the workspace takes 596 bytes for each of them.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

struct Complex {
  Real re, im;
  Complex() = default;
  __device__ Complex(Real re, Real im) : re(re), im(im) {}
  __device__ Complex(Real re) : re(re), im(Real{}) {}
};
__device__ inline Complex operator-(Complex a) { return {-a.re, -a.im}; }
__device__ inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ inline Complex operator+(Complex a, Real b) { return {a.re + b, a.im}; }
__device__ inline Complex operator+(Real a, Complex b) { return {a + b.re, b.im}; }
__device__ inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ inline Complex operator-(Complex a, Real b) { return {a.re - b, a.im}; }
__device__ inline Complex operator-(Real a, Complex b) { return {a - b.re, -b.im}; }
__device__ inline Complex operator*(Real a, Complex b) { return {a * b.re, a * b.im}; }
__device__ inline Complex operator*(Complex a, Real b) { return {a.re * b, a.im * b}; }
__device__ inline Complex operator*(Complex a, Complex b) {
  return {fma(-a.im, b.im, a.re * b.re), fma(a.im, b.re, a.re * b.im)};
}
__device__ inline Complex operator/(Complex a, Real b) { return {a.re / b, a.im / b}; }
__device__ inline Complex fma(Real a, Real b, Complex c) { return {fma(a, b, c.re), c.im}; }
__device__ inline Complex fma(Real a, Complex b, Complex c) {
  return {fma(a, b.re, c.re), fma(a, b.im, c.im)};
}
__device__ inline Complex fma(Complex a, Real b, Complex c) {
  return {fma(a.re, b, c.re), fma(a.im, b, c.im)};
}
__device__ inline Complex fma(Complex a, Complex b, Complex c) {
  return {fma(-a.im, b.im, fma(a.re, b.re, c.re)), fma(a.im, b.re, fma(a.re, b.im, c.im))};
}
__device__ inline Complex conj(Complex a) { return {a.re, -a.im}; }
__device__ inline Real re(Complex a) { return a.re; }
__device__ inline Real im(Complex a) { return a.im; }
__device__ inline Complex operator/(Real a, Complex b) { return a * conj(b) / fma(b.re, b.re, b.im * b.im); }
__device__ inline Complex operator/(Complex a, Complex b) {
  return a * conj(b) / fma(b.re, b.re, b.im * b.im);
}

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};
struct Batch {
  InputRows inputs[2];
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
  const void *tables[6];
};

// values[dst] += values[src] * known[leaf] * known[scalar]
struct __align__(16) Edge {
  unsigned dst, src, leaf, scalar;
};
// An operation on `count` operands, into values[dst].
struct __align__(16) Step {
  unsigned dst, operation, first, count;
};
// The records of a level end here.
struct Level {
  unsigned edges_end, steps_end;
};
// Row `row` of an output is the number at a place; a place of no number is 0.
struct Output {
  unsigned variable, row, place;
};

// Places: an index with two marks.
enum : unsigned { is_complex = 1u << 31, is_known = 1u << 30, no_place = ~0u };

__device__ inline const Real *find(unsigned place, const Real *values, const Real *known) {
  return (place & is_known ? known : values) + (place & (is_known - 1));
}

__device__ inline Complex complex_at(const Real *number) { return {number[0], number[1]}; }
__device__ inline void set(Real *to, Complex value) { to[0] = value.re, to[1] = value.im; }

// Adds a product of operands; the real ones make a factor of their own.
__device__ inline void add_product(Real *to, const unsigned *operands, unsigned count,
                                   const Real *values, const Real *known) {
  Real scale = *find(operands[0], values, known);
  Complex product;
  bool complex = false;
  for (unsigned i = 1; i < count; ++i) {
    const Real *factor = find(operands[i], values, known);
    if (operands[i] & is_complex) {
      product = complex ? product * complex_at(factor) : complex_at(factor);
      complex = true;
    } else {
      scale = scale * *factor;
    }
  }
  atomicAdd(to, complex ? scale * product.re : scale);
  if (complex) atomicAdd(to + 1, scale * product.im);
}

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

extern "C" __global__ void __launch_bounds__(64)
gluon_current_windowed(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 149ull;
  Real *const values = work + 0;
  Real *const known = (Real *)diagc_shared + 0;
  for (unsigned row = threadIdx.x; row < 32; row += 64)
    known[0 + row] = batch.inputs[0].data[row * batch.inputs[0].row_stride + at * batch.inputs[0].lane_stride];
  for (unsigned row = threadIdx.x; row < 32; row += 64)
    known[32 + row] = batch.inputs[1].data[row * batch.inputs[1].row_stride + at * batch.inputs[1].lane_stride];
  const Real *const numbers = (const Real *)batch.tables[4];
  for (unsigned i = threadIdx.x; i < 3; i += 64) known[64 + i] = numbers[i];
  for (unsigned i = threadIdx.x; i < 149; i += 64) values[i] = i == 0;
  if (threadIdx.x == 0) {  // what depends on params alone
  known[67] = 1.0f;
  }
  __syncthreads();
  const Edge *const edges = (const Edge *)batch.tables[0];
  const Step *const steps = (const Step *)batch.tables[1];
  const unsigned *const operands = (const unsigned *)batch.tables[2];
  const Level *const levels = (const Level *)batch.tables[3];
  unsigned first_edge = 0, first_step = 0;
  for (unsigned level = 0; level < 8; ++level) {
    const Level end = levels[level];
    for (unsigned e = first_edge + threadIdx.x; e < end.edges_end; e += 64) {
      const Edge edge = edges[e];
      atomicAdd(values + edge.dst, values[edge.src] * known[edge.leaf] * known[edge.scalar]);
    }
    first_edge = end.edges_end;
    for (unsigned s = first_step + threadIdx.x; s < end.steps_end; s += 64) {
      const Step step = steps[s];
      const unsigned *const from = operands + step.first;
      Real *const to = values + step.dst;
      switch (step.operation) {
        case 0: add_product(to, from, step.count, values, known); break;
        case 1: set(to, *find(from[0], values, known) / complex_at(find(from[1], values, known))); break;
      }
    }
    first_step = end.steps_end;
    __syncthreads();
  }
  const Output *const to = (const Output *)batch.tables[5];
  for (unsigned i = threadIdx.x; i < 2; i += 64) {
    const Real value = to[i].place == no_place ? Real(0) : *find(to[i].place, values, known);
    const OutputRows rows = batch.outputs[to[i].variable];
    rows.data[to[i].row * rows.row_stride + at] = value;
  }
}

// The tables, level by level. Names stand for numbers, their places in values and known in parentheses.
// Level 0: 0 edges, 60 other steps
//   K_1_2 (1) += p_1_E (0)
//   K_1_2_c1 (3) += p_1_x (2)
//   K_1_2_c2 (5) += p_1_y (4)
//   K_1_2_c3 (7) += p_1_z (6)
//   K_2_3 (9) += p_2_E (8)
//   K_2_3_c1 (11) += p_2_x (10)
//   K_2_3_c2 (13) += p_2_y (12)
//   K_2_3_c3 (15) += p_2_z (14)
//   t1 (17) += e_2_E (40) * p_3_E (16)
//   t2 (19) += p_2_E (8) * e_3_E (48)
//   t4 (21) += e_2_E (40) * e_3_E (48)
//   t5 (23) += p_2_E (8)
//   t10 (25) += p_2_x (10)
//   t12 (27) += p_2_y (12)
//   t14 (29) += p_2_z (14)
//   t16 (31) += e_1_E (32) * p_2_E (8)
//   t17 (33) += p_1_E (0) * e_2_E (40)
//   t19 (35) += e_1_E (32) * e_2_E (40)
//   t20 (37) += p_1_E (0)
//   t24 (39) += p_1_x (2)
//   t26 (41) += p_1_y (4)
//   t28 (43) += p_1_z (6)
//   t31 (45) += e_1_E (32) * e_3_E (48)
//   K_1_2 (1) += p_2_E (8)
//   K_1_2_c1 (3) += p_2_x (10)
//   K_1_2_c2 (5) += p_2_y (12)
//   K_1_2_c3 (7) += p_2_z (14)
//   K_2_3 (9) += p_3_E (16)
//   K_2_3_c1 (11) += p_3_x (18)
//   K_2_3_c2 (13) += p_3_y (20)
//   K_2_3_c3 (15) += p_3_z (22)
//   t1 (17) += -1.0f (65) * e_2_x (42) * p_3_x (18)
//   t2 (19) += -1.0f (65) * p_2_x (10) * e_3_x (50)
//   t4 (21) += -1.0f (65) * e_2_x (42) * e_3_x (50)
//   t5 (23) += -1.0f (65) * p_3_E (16)
//   t10 (25) += -1.0f (65) * p_3_x (18)
//   t12 (27) += -1.0f (65) * p_3_y (20)
//   t14 (29) += -1.0f (65) * p_3_z (22)
//   t16 (31) += -1.0f (65) * e_1_x (34) * p_2_x (10)
//   t17 (33) += -1.0f (65) * p_1_x (2) * e_2_x (42)
//   t19 (35) += -1.0f (65) * e_1_x (34) * e_2_x (42)
//   t20 (37) += -1.0f (65) * p_2_E (8)
//   t24 (39) += -1.0f (65) * p_2_x (10)
//   t26 (41) += -1.0f (65) * p_2_y (12)
//   t28 (43) += -1.0f (65) * p_2_z (14)
//   t31 (45) += -1.0f (65) * e_1_x (34) * e_3_x (50)
//   t1 (17) += -1.0f (65) * e_2_y (44) * p_3_y (20)
//   t2 (19) += -1.0f (65) * p_2_y (12) * e_3_y (52)
//   t4 (21) += -1.0f (65) * e_2_y (44) * e_3_y (52)
//   t16 (31) += -1.0f (65) * e_1_y (36) * p_2_y (12)
//   t17 (33) += -1.0f (65) * p_1_y (4) * e_2_y (44)
//   t19 (35) += -1.0f (65) * e_1_y (36) * e_2_y (44)
//   t31 (45) += -1.0f (65) * e_1_y (36) * e_3_y (52)
//   t1 (17) += -1.0f (65) * e_2_z (46) * p_3_z (22)
//   t2 (19) += -1.0f (65) * p_2_z (14) * e_3_z (54)
//   t4 (21) += -1.0f (65) * e_2_z (46) * e_3_z (54)
//   t16 (31) += -1.0f (65) * e_1_z (38) * p_2_z (14)
//   t17 (33) += -1.0f (65) * p_1_z (6) * e_2_z (46)
//   t19 (35) += -1.0f (65) * e_1_z (38) * e_2_z (46)
//   t31 (45) += -1.0f (65) * e_1_z (38) * e_3_z (54)
// Level 1: 0 edges, 48 other steps
//   t3 (47) += e_3_E (48) * t1 (17)
//   t6 (49) += K_2_3 (9) * K_2_3 (9)
//   t8 (51) += e_1_E (32) * K_2_3 (9)
//   t9 (53) += e_3_x (50) * t1 (17)
//   t11 (55) += e_3_y (52) * t1 (17)
//   t13 (57) += e_3_z (54) * t1 (17)
//   t18 (59) += e_2_E (40) * t16 (31)
//   t21 (61) += K_1_2 (1) * K_1_2 (1)
//   t23 (63) += e_2_x (42) * t16 (31)
//   t25 (65) += e_2_y (44) * t16 (31)
//   t27 (67) += e_2_z (46) * t16 (31)
//   t30 (69) += e_3_E (48) * K_1_2 (1)
//   t34 (71) += p_1_E (0)
//   t36 (73) += K_1_2 (1)
//   t38 (75) += p_1_x (2)
//   t39 (77) += K_1_2_c1 (3)
//   t41 (79) += p_1_y (4)
//   t42 (81) += K_1_2_c2 (5)
//   t44 (83) += p_1_z (6)
//   t45 (85) += K_1_2_c3 (7)
//   t3 (47) += -1.0f (65) * e_2_E (40) * t2 (19)
//   t6 (49) += -1.0f (65) * K_2_3_c1 (11) * K_2_3_c1 (11)
//   t8 (51) += -1.0f (65) * e_1_x (34) * K_2_3_c1 (11)
//   t9 (53) += -1.0f (65) * e_2_x (42) * t2 (19)
//   t11 (55) += -1.0f (65) * e_2_y (44) * t2 (19)
//   t13 (57) += -1.0f (65) * e_2_z (46) * t2 (19)
//   t18 (59) += -1.0f (65) * e_1_E (32) * t17 (33)
//   t21 (61) += -1.0f (65) * K_1_2_c1 (3) * K_1_2_c1 (3)
//   t23 (63) += -1.0f (65) * e_1_x (34) * t17 (33)
//   t25 (65) += -1.0f (65) * e_1_y (36) * t17 (33)
//   t27 (67) += -1.0f (65) * e_1_z (38) * t17 (33)
//   t30 (69) += -1.0f (65) * e_3_x (50) * K_1_2_c1 (3)
//   t34 (71) += -1.0f (65) * K_2_3 (9)
//   t36 (73) += -1.0f (65) * p_3_E (16)
//   t38 (75) += -1.0f (65) * K_2_3_c1 (11)
//   t39 (77) += -1.0f (65) * p_3_x (18)
//   t41 (79) += -1.0f (65) * K_2_3_c2 (13)
//   t42 (81) += -1.0f (65) * p_3_y (20)
//   t44 (83) += -1.0f (65) * K_2_3_c3 (15)
//   t45 (85) += -1.0f (65) * p_3_z (22)
//   t6 (49) += -1.0f (65) * K_2_3_c2 (13) * K_2_3_c2 (13)
//   t8 (51) += -1.0f (65) * e_1_y (36) * K_2_3_c2 (13)
//   t21 (61) += -1.0f (65) * K_1_2_c2 (5) * K_1_2_c2 (5)
//   t30 (69) += -1.0f (65) * e_3_y (52) * K_1_2_c2 (5)
//   t6 (49) += -1.0f (65) * K_2_3_c3 (15) * K_2_3_c3 (15)
//   t8 (51) += -1.0f (65) * e_1_z (38) * K_2_3_c3 (15)
//   t21 (61) += -1.0f (65) * K_1_2_c3 (7) * K_1_2_c3 (7)
//   t30 (69) += -1.0f (65) * e_3_z (54) * K_1_2_c3 (7)
// Level 2: 0 edges, 18 other steps
//   V_2_3 (87) += 2.0f (66) * t3 (47)
//   V_2_3_c1 (91) += 2.0f (66) * t9 (53)
//   V_2_3_c2 (93) += 2.0f (66) * t11 (55)
//   V_2_3_c3 (95) += 2.0f (66) * t13 (57)
//   V_1_2 (97) += 2.0f (66) * t18 (59)
//   V_1_2_c1 (101) += 2.0f (66) * t23 (63)
//   V_1_2_c2 (103) += 2.0f (66) * t25 (65)
//   V_1_2_c3 (105) += 2.0f (66) * t27 (67)
//   V_2_3 (87) += t4 (21) * t5 (23)
//   V_2_3_c1 (91) += t4 (21) * t10 (25)
//   V_2_3_c2 (93) += t4 (21) * t12 (27)
//   V_2_3_c3 (95) += t4 (21) * t14 (29)
//   V_1_2 (97) += t19 (35) * t20 (37)
//   V_1_2_c1 (101) += t19 (35) * t24 (39)
//   V_1_2_c2 (103) += t19 (35) * t26 (41)
//   V_1_2_c3 (105) += t19 (35) * t28 (43)
//   t7 (89) = 1.0f (67) / t6 (49)
//   t22 (99) = 1.0f (67) / t21 (61)
// Level 3: 0 edges, 8 other steps
//   J_2_3 (107) += V_2_3 (87) * t7 (89)
//   J_2_3_c1 (109) += V_2_3_c1 (91) * t7 (89)
//   J_2_3_c2 (111) += V_2_3_c2 (93) * t7 (89)
//   J_2_3_c3 (113) += V_2_3_c3 (95) * t7 (89)
//   J_1_2 (115) += V_1_2 (97) * t22 (99)
//   J_1_2_c1 (117) += V_1_2_c1 (101) * t22 (99)
//   J_1_2_c2 (119) += V_1_2_c2 (103) * t22 (99)
//   J_1_2_c3 (121) += V_1_2_c3 (105) * t22 (99)
// Level 4: 0 edges, 16 other steps
//   t15 (123) += p_1_E (0) * J_2_3 (107)
//   t29 (125) += p_3_E (16) * J_1_2 (115)
//   t33 (127) += e_1_E (32) * J_2_3 (107)
//   t35 (129) += e_3_E (48) * J_1_2 (115)
//   t15 (123) += -1.0f (65) * p_1_x (2) * J_2_3_c1 (109)
//   t29 (125) += -1.0f (65) * p_3_x (18) * J_1_2_c1 (117)
//   t33 (127) += -1.0f (65) * e_1_x (34) * J_2_3_c1 (109)
//   t35 (129) += -1.0f (65) * e_3_x (50) * J_1_2_c1 (117)
//   t15 (123) += -1.0f (65) * p_1_y (4) * J_2_3_c2 (111)
//   t29 (125) += -1.0f (65) * p_3_y (20) * J_1_2_c2 (119)
//   t33 (127) += -1.0f (65) * e_1_y (36) * J_2_3_c2 (111)
//   t35 (129) += -1.0f (65) * e_3_y (52) * J_1_2_c2 (119)
//   t15 (123) += -1.0f (65) * p_1_z (6) * J_2_3_c3 (113)
//   t29 (125) += -1.0f (65) * p_3_z (22) * J_1_2_c3 (121)
//   t33 (127) += -1.0f (65) * e_1_z (38) * J_2_3_c3 (113)
//   t35 (129) += -1.0f (65) * e_3_z (54) * J_1_2_c3 (121)
// Level 5: 0 edges, 20 other steps
//   t32 (131) += J_2_3 (107) * t8 (51)
//   t37 (133) += J_2_3_c1 (109) * t8 (51)
//   t40 (135) += J_2_3_c2 (111) * t8 (51)
//   t43 (137) += J_2_3_c3 (113) * t8 (51)
//   t32 (131) += -1.0f (65) * e_1_E (32) * t15 (123)
//   t37 (133) += -1.0f (65) * e_1_x (34) * t15 (123)
//   t40 (135) += -1.0f (65) * e_1_y (36) * t15 (123)
//   t43 (137) += -1.0f (65) * e_1_z (38) * t15 (123)
//   t32 (131) += e_3_E (48) * t29 (125)
//   t37 (133) += e_3_x (50) * t29 (125)
//   t40 (135) += e_3_y (52) * t29 (125)
//   t43 (137) += e_3_z (54) * t29 (125)
//   t32 (131) += -1.0f (65) * J_1_2 (115) * t30 (69)
//   t37 (133) += -1.0f (65) * J_1_2_c1 (117) * t30 (69)
//   t40 (135) += -1.0f (65) * J_1_2_c2 (119) * t30 (69)
//   t43 (137) += -1.0f (65) * J_1_2_c3 (121) * t30 (69)
//   t32 (131) += e_2_E (40) * t31 (45)
//   t37 (133) += e_2_x (42) * t31 (45)
//   t40 (135) += e_2_y (44) * t31 (45)
//   t43 (137) += e_2_z (46) * t31 (45)
// Level 6: 0 edges, 20 other steps
//   V_1_3 (139) += 2.0f (66) * t32 (131)
//   V_1_3_c1 (141) += 2.0f (66) * t37 (133)
//   V_1_3_c2 (143) += 2.0f (66) * t40 (135)
//   V_1_3_c3 (145) += 2.0f (66) * t43 (137)
//   V_1_3 (139) += -1.0f (65) * e_1_E (32) * t4 (21)
//   V_1_3_c1 (141) += -1.0f (65) * e_1_x (34) * t4 (21)
//   V_1_3_c2 (143) += -1.0f (65) * e_1_y (36) * t4 (21)
//   V_1_3_c3 (145) += -1.0f (65) * e_1_z (38) * t4 (21)
//   V_1_3 (139) += -1.0f (65) * e_3_E (48) * t19 (35)
//   V_1_3_c1 (141) += -1.0f (65) * e_3_x (50) * t19 (35)
//   V_1_3_c2 (143) += -1.0f (65) * e_3_y (52) * t19 (35)
//   V_1_3_c3 (145) += -1.0f (65) * e_3_z (54) * t19 (35)
//   V_1_3 (139) += t33 (127) * t34 (71)
//   V_1_3_c1 (141) += t33 (127) * t38 (75)
//   V_1_3_c2 (143) += t33 (127) * t41 (79)
//   V_1_3_c3 (145) += t33 (127) * t44 (83)
//   V_1_3 (139) += t35 (129) * t36 (73)
//   V_1_3_c1 (141) += t35 (129) * t39 (77)
//   V_1_3_c2 (143) += t35 (129) * t42 (81)
//   V_1_3_c3 (145) += t35 (129) * t45 (85)
// Level 7: 0 edges, 4 other steps
//   amplitude (147) += V_1_3 (139) * e_4_E (56)
//   amplitude (147) += -1.0f (65) * V_1_3_c1 (141) * e_4_x (58)
//   amplitude (147) += -1.0f (65) * V_1_3_c2 (143) * e_4_y (60)
//   amplitude (147) += -1.0f (65) * V_1_3_c3 (145) * e_4_z (62)
