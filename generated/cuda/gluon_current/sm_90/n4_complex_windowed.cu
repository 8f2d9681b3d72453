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
__device__ inline Complex fma(Real a, Complex b, Complex c) { return {fma(a, b.re, c.re), fma(a, b.im, c.im)}; }
__device__ inline Complex fma(Complex a, Real b, Complex c) { return {fma(a.re, b, c.re), fma(a.im, b, c.im)}; }
__device__ inline Complex fma(Complex a, Complex b, Complex c) {
  return {fma(-a.im, b.im, fma(a.re, b.re, c.re)), fma(a.im, b.re, fma(a.re, b.im, c.im))};
}
__device__ inline Complex conj(Complex a) { return {a.re, -a.im}; }
__device__ inline Real re(Complex a) { return a.re; }
__device__ inline Real im(Complex a) { return a.im; }
__device__ inline Complex operator/(Real a, Complex b) { return a * conj(b) / fma(b.re, b.re, b.im * b.im); }
__device__ inline Complex operator/(Complex a, Complex b) { return a * conj(b) / fma(b.re, b.re, b.im * b.im); }

struct Batch {
  const Real *inputs[2];
  Real *outputs[1];
  Size input_stride, output_stride;
  Size begin, end;
  Real *work;
  const void *tables[6];
};

// values[dst] += values[src] * known[leaf] * known[scalar]
struct __align__(16) Edge { unsigned dst, src, leaf, scalar; };
// An operation on `count` operands, into values[dst].
struct __align__(16) Step { unsigned dst, operation, first, count; };
// The records of a level end here.
struct Level { unsigned edges_end, steps_end; };
// Row `row` of an output is the number at a place; a place of no number is 0.
struct Output { unsigned variable, row, place; };

// Places: an index with two marks.
enum : unsigned { is_complex = 1u << 31, is_known = 1u << 30, no_place = ~0u };

__device__ inline const Real *find(unsigned place, const Real *values, const Real *known) {
  return (place & is_known ? known : values) + (place & (is_known - 1));
}

__device__ inline Complex complex_at(const Real *number) { return {number[0], number[1]}; }
__device__ inline void set(Real *to, Complex value) { to[0] = value.re, to[1] = value.im; }

// Adds a product of operands; the real ones make a factor of their own.
__device__ inline void add_product(Real *to, const unsigned *operands, unsigned count, const Real *values, const Real *known) {
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
    known[0 + row] = batch.inputs[0][row * batch.input_stride + at];
  for (unsigned row = threadIdx.x; row < 32; row += 64)
    known[32 + row] = batch.inputs[1][row * batch.input_stride + at];
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
    batch.outputs[to[i].variable][to[i].row * batch.output_stride + at] = value;
  }
}
