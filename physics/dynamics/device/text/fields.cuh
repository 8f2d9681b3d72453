// Fields besides G on the new rows, of one band: [point][block] as functions of G are. Products along the contour are made as collision integrals are
// (history.cuh, collision.cuh); here are their left factors, and equations T_i = X_i + sum of L_ij @ T_j (fields/volterra.h).
enum : unsigned { BLOCK = 2 * GROUP * PIECES };  // numbers of a block of both functions

// A function of a block: 0 the lesser, 1 the greater one minus it.
__device__ inline Complex get_of(const Complex* block, unsigned function, unsigned row,
                                 unsigned column) {
  return get(block + (column / WIDTH * 2 + function) * GROUP, row, column % WIDTH);
}
__device__ inline void set_of(Complex* block, unsigned function, unsigned row, unsigned column,
                              Complex value) {
  set(block + (column / WIDTH * 2 + function) * GROUP, row, column % WIDTH, value);
}

// A field as left factors times weights of full panels.
struct LeftFactors {
  const Complex* rows;
  Complex* factors;       // [point][block][spectral, lesser]
  const double* weights;  // of all nodes; 1 for those of the new panel
  double sign;
  unsigned panels, points;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    left_factors(const __grid_constant__ LeftFactors l) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % PADDED, row = task / PADDED % PADDED;
  const Long block = task / FACTOR;
  if (block >= (Long)l.points * (l.panels + 1)) return;
  const bool is_node = row < ORDER && column < ORDER;
  const double weight = is_node ? l.sign * l.weights[block % (l.panels + 1) * ORDER + column] : 0;
  const Complex* const from = l.rows + block * BLOCK;
  Complex* const to = l.factors + block * 2 * FACTOR;
  const Complex none = {0, 0};
  set_factor(to, row, column, is_node ? weight * get_of(from, 1, row, column) : none);
  set_factor(to + FACTOR, row, column, is_node ? weight * get_of(from, 0, row, column) : none);
}

// Left factors L_ij of an equation.
struct EquationPart {
  const Complex* rows;
  unsigned row, column;  // i, j
};
struct Equation {
  const EquationPart* parts;
  const Complex* const* rests;  // rows of X_i
  const Complex* const* sums;   // of what products give to them
  Complex* const* unknowns;     // of T_i
  const double* integrals;      // the collocation matrix
  Complex* inverses;            // [point][unknown, node][unknown, node]
  double length;
  unsigned part_count, count;  // of left factors, of unknowns
  unsigned panels, points;
  unsigned first_block, blocks, functions;  // that solve_fields takes
};

// 1 - length A L of the panel's own blocks, in shared memory; quadratures begin at the time of a column, or at that of the panel where it is none.
enum : unsigned { NO_COLUMN = ORDER };
__device__ inline void fill_equation(const Equation& e, Long point, unsigned column_node,
                                     Complex* matrix) {
  const unsigned size = e.count * ORDER;
  for (unsigned at = threadIdx.x; at < size * size; at += INVERTING_THREADS)
    matrix[at] = {at / size == at % size ? 1. : 0., 0};
  block_sync();
  for (unsigned part = 0; part < e.part_count; ++part) {
    const EquationPart own = e.parts[part];
    const Complex* const block = own.rows + (point * (e.panels + 1) + e.panels) * BLOCK;
    for (unsigned at = threadIdx.x; at < ORDER * ORDER; at += INVERTING_THREADS) {
      const unsigned l = at / ORDER, m = at % ORDER;
      const double before = column_node < ORDER ? e.integrals[column_node * ORDER + m] : 0;
      Complex* const to = matrix + (own.row * ORDER + l) * size + own.column * ORDER + m;
      *to = *to - e.length * (e.integrals[at] - before) * get_of(block, 1, l, m);
    }
    block_sync();
  }
}

extern "C" __global__ void __launch_bounds__(INVERTING_THREADS)
    invert_equation(const __grid_constant__ Equation e) {
  const Long point = blockIdx.x;
  const unsigned size = e.count * ORDER;
  Complex* const matrix = (Complex*)diagc_shared;
  fill_equation(e, point, NO_COLUMN, matrix);
  invert(matrix, size);
  for (unsigned at = threadIdx.x; at < size * size; at += INVERTING_THREADS)
    e.inverses[point * size * size + at] = matrix[at];
}

// T = (1 - W)^-1 (X + sums) at some blocks of columns.
extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    solve_fields(const __grid_constant__ Equation e) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned size = e.count * ORDER, column = task % ORDER, row = task / ORDER % size;
  const unsigned function = task / ((Long)ORDER * size) % e.functions;
  const Long at = task / ((Long)ORDER * size * e.functions);
  if (at >= (Long)e.points * e.blocks) return;
  const Long point = at / e.blocks,
             block = (point * (e.panels + 1) + e.first_block + at % e.blocks) * BLOCK;
  const Complex* const inverse = e.inverses + (point * size + row) * size;
  Complex sum = {0, 0};
  for (unsigned of = 0; of < size; ++of) {
    const Complex value = get_of(e.rests[of / ORDER] + block, function, of % ORDER, column) +
                          get_of(e.sums[of / ORDER] + block, function, of % ORDER, column);
    sum = add_product(inverse[of], value, sum);
  }
  set_of(e.unknowns[row / ORDER] + block, function, row % ORDER, column, sum);
}

// T^D at the panel's own columns, whose integrals begin at the times of columns: a block of threads for each.
extern "C" __global__ void __launch_bounds__(INVERTING_THREADS)
    solve_own_fields(const __grid_constant__ Equation e) {
  const Long point = blockIdx.x / ORDER;
  const unsigned column = blockIdx.x % ORDER, size = e.count * ORDER;
  const Long block = (point * (e.panels + 1) + e.panels) * BLOCK;
  Complex* const matrix = (Complex*)diagc_shared;
  fill_equation(e, point, column, matrix);
  invert(matrix, size);
  for (unsigned row = threadIdx.x; row < size; row += INVERTING_THREADS) {
    Complex sum = {0, 0};
    for (unsigned of = 0; of < size; ++of)
      sum = add_product(matrix[row * size + of],
                        get_of(e.rests[of / ORDER] + block, 1, of % ORDER, column), sum);
    set_of(e.unknowns[row / ORDER] + block, 1, row % ORDER, column, sum);
  }
}

// Half the sum of a field's own block and its adjoint's adjoint, which are equal but for errors of quadratures.
struct Settled {
  Complex *one, *other;
  double sign;
  unsigned panels, points;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    settle_fields(const __grid_constant__ Settled s) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned function = task % 2, column = task / 2 % ORDER, row = task / (2 * ORDER) % ORDER;
  const Long point = task / (2 * ORDER * ORDER);
  if (point >= s.points || (s.one == s.other && column < row)) return;
  const Long block = (point * (s.panels + 1) + s.panels) * BLOCK;
  const Complex turned = get_of(s.other + block, function, column, row);
  const Complex half = .5 * (get_of(s.one + block, function, row, column) - s.sign * conj(turned));
  set_of(s.one + block, function, row, column, half);
  set_of(s.other + block, function, column, row, -s.sign * conj(half));
}

// T = (1 - W)^-1 (X + sums) between times and the imaginary branch.
struct MixedEquation {
  const Complex* const* rests;  // [point][node][node of the branch]
  const Complex* const* sums;
  Complex* const* unknowns;
  const Complex* inverses;
  unsigned count, points, width;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    solve_mixed_fields(const __grid_constant__ MixedEquation e) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned size = e.count * ORDER, column = task % e.width, row = task / e.width % size;
  const Long point = task / ((Long)e.width * size);
  if (point >= e.points) return;
  const Complex* const inverse = e.inverses + (point * size + row) * size;
  Complex sum = {0, 0};
  for (unsigned of = 0; of < size; ++of) {
    const Long at = (point * ORDER + of % ORDER) * e.width + column;
    sum = add_product(inverse[of], e.rests[of / ORDER][at] + e.sums[of / ORDER][at], sum);
  }
  e.unknowns[row / ORDER][(point * ORDER + row % ORDER) * e.width + column] = sum;
}
