// hubbard_sun_density, n = 4: single precision, CUDA for sm_90, one block a configuration.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density.diag:19: W(k, open, s, v)
//   hubbard_sun_density.diag:25: rest(k, open)
//   hubbard_sun_density.diag:29: loop(s)
//   hubbard_sun_density.diag:31: density
// 284 edges and 13 other steps on 9 levels; 148 numbers a configuration.
// Launch hubbard_sun_density_windowed: 64 threads and 1 configuration a block, 116 bytes of dynamic shared memory.
// Slabs of 63360 configurations; the workspace takes 476 bytes for each of them.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

struct Batch {
  const Real *inputs[1];
  Real *outputs[1];
  Size input_stride, output_stride;
  Size begin, end;
  Real *work;
  const void *tables[6];
  Real params[1];
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

// Adds a product of operands.
__device__ inline void add_product(Real *to, const unsigned *operands, unsigned count, const Real *values, const Real *known) {
  Real product = *find(operands[0], values, known);
  for (unsigned i = 1; i < count; ++i) product = product * *find(operands[i], values, known);
  atomicAdd(to, product);
}

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

extern "C" __global__ void __launch_bounds__(64)
hubbard_sun_density_windowed(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 119ull;
  Real *const values = work + 0;
  Real *const known = (Real *)diagc_shared + 0;
  for (unsigned row = threadIdx.x; row < 25; row += 64)
    known[0 + row] = batch.inputs[0][row * batch.input_stride + at];
  const Real *const numbers = (const Real *)batch.tables[4];
  for (unsigned i = threadIdx.x; i < 2; i += 64) known[25 + i] = numbers[i];
  for (unsigned i = threadIdx.x; i < 119; i += 64) values[i] = i == 0;
  if (threadIdx.x == 0) {  // what depends on params alone
  const Real N = batch.params[0];
  known[27] = N;
  known[28] = -N;
  }
  __syncthreads();
  const Edge *const edges = (const Edge *)batch.tables[0];
  const Step *const steps = (const Step *)batch.tables[1];
  const unsigned *const operands = (const unsigned *)batch.tables[2];
  const Level *const levels = (const Level *)batch.tables[3];
  unsigned first_edge = 0, first_step = 0;
  for (unsigned level = 0; level < 9; ++level) {
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
      }
    }
    first_step = end.steps_end;
    __syncthreads();
  }
  const Output *const to = (const Output *)batch.tables[5];
  for (unsigned i = threadIdx.x; i < 1; i += 64) {
    const Real value = to[i].place == no_place ? Real(0) : *find(to[i].place, values, known);
    batch.outputs[to[i].variable][to[i].row * batch.output_stride + at] = value;
  }
}
