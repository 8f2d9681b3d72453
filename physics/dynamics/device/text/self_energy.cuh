// Sigma at a pair of times of the new rows: a block of threads takes G of all points of the lattice, evaluates the theory, and writes what points
// that are kept need, as left factors: times weights of full panels for columns of stored nodes.
struct SelfEnergy {
  const Complex* rows;      // L and D on the new rows, of points here: [point][group]
  const Complex* received;  // and of all others, of the blocks that are evaluated here
  Complex* factors;         // of points here: [point][block][sigma D, sigma <]
  Complex* results;         // and of all others, as `received`
  const unsigned* place;    // of every point of the lattice: the kept one that has its G
  const unsigned* kept;     // of every kept point: itself on the lattice
  const double* vertices;   // U at all nodes, those of the new panel last
  const double* weights;    // of all nodes; 1 for those of the new panel
  const Complex* roots;
  Complex* work;                     // of every block, where shared memory is too small
  unsigned panels, points;           // stored panels, kept points
  unsigned first_point, own_points;  // of them those here
  unsigned first_block, blocks;      // of columns, that are evaluated
};

// Block number `block` of those that are evaluated: of a point that is here, or of another one.
template <class Number>
__device__ inline Number* block_of(const SelfEnergy& s, Number* own, Number* others, unsigned point,
                                   unsigned block) {
  const unsigned here = point - s.first_point;
  if (here < s.own_points)
    return own + ((Long)here * (s.panels + 1) + s.first_block + block) * 2 * FACTOR;
  const unsigned other = point < s.first_point ? point : point - s.own_points;
  return others + ((Long)other * s.blocks + block) * 2 * FACTOR;
}

// Where G of a pair of times stands, as places of place() from the group on.
struct PairPlace {
  const SelfEnergy& s;
  unsigned block, row_node, column_node;

  __device__ PairPlace(const SelfEnergy& own, unsigned pair)
      : s(own),
        block(pair / (ORDER * ORDER)),
        row_node(pair / ORDER % ORDER),
        column_node(pair % ORDER) {}
  __device__ const Complex* group(unsigned point, unsigned column) const {
    return block_of(s, s.rows, s.received, point, block) + column / WIDTH * 2 * GROUP;
  }
};

// G of a pair of times at all points. Of an even number of bands a lane reads real or imaginary parts of two bands side by side, and two lanes
// fill 32 bytes.
__device__ inline void read_pair(const SelfEnergy& s, Complex* values, const PairPlace& of) {
#if BANDS % 2 == 0
#pragma unroll
  for (unsigned pair = 0; pair < ELEMENTS / 2; ++pair) {
    const unsigned a = pair / (BANDS / 2), b = pair % (BANDS / 2) * 2;
    const unsigned row = of.row_node * BANDS + a, column = of.column_node * BANDS + b;
    const unsigned at_group = place(row, column % WIDTH);
    for_all<POINTS * 2>([&](unsigned task) {
      const unsigned part = task % 2, at = task / 2, from = at_group ^ (2 * part);
      const Complex* const group = of.group(s.place[at], column);
      const Pair lesser = *(const Pair*)((const double*)group + from);
      const Pair spectral = *(const Pair*)((const double*)(group + GROUP) + from);
#pragma unroll
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned element = a * BANDS + b + i;
        ((double*)(values + input_place(element) * APART + spread(at)))[part] = lesser.of[i];
        ((double*)(values + input_place(ELEMENTS + element) * APART + spread(at)))[part] =
            lesser.of[i] + spectral.of[i];
      }
    });
  }
#else
#pragma unroll
  for (unsigned element = 0; element < ELEMENTS; ++element) {
    const unsigned row = of.row_node * BANDS + element / BANDS,
                   column = of.column_node * BANDS + element % BANDS;
    for_all<POINTS>([&](unsigned at) {
      const Complex* const group = of.group(s.place[at], column);
      const Complex lesser = get(group, row, column % WIDTH);
      values[input_place(element) * APART + spread(at)] = lesser;
      values[input_place(ELEMENTS + element) * APART + spread(at)] =
          lesser + get(group + GROUP, row, column % WIDTH);
    });
  }
#endif
}

// Sigma there, of the points that are kept; lanes side by side have numbers of one point. Of an even number of bands a lane has those of two bands
// side by side, and two lanes fill 32 bytes.
__device__ inline void write_pair(const SelfEnergy& s, const Complex* values, unsigned block,
                                  unsigned row_node, unsigned column_node, double weight) {
  enum : unsigned { SIDE = BANDS % 2 == 0 ? 2 : 1, TASKS = ELEMENTS / SIDE * 2 };
#pragma unroll 8
  for (unsigned task = threadIdx.x; task < s.points * TASKS; task += THREADS) {
    const unsigned a = task % BANDS, part = task / BANDS % 2,
                   b = task / (2 * BANDS) % (BANDS / SIDE) * SIDE, point = task / TASKS;
    const unsigned from = spread(s.kept[point]);
    double* const to = (double*)block_of(s, s.factors, s.results, point, block) +
                       factor_place(row_node * BANDS + a, column_node * BANDS + b) +
                       part * 32 * TILES;
    double lesser[SIDE], spectral[SIDE];
#pragma unroll
    for (unsigned i = 0; i < SIDE; ++i) {
      const unsigned element = a * BANDS + b + i;
      const double own = ((const double*)(values + output_place(element) * APART + from))[part];
      const double greater =
          ((const double*)(values + output_place(ELEMENTS + element) * APART + from))[part];
      lesser[i] = weight * own, spectral[i] = weight * (greater - own);
    }
#if BANDS % 2 == 0
    *(Pair*)to = {{spectral[0], spectral[1]}};
    *(Pair*)(to + 2 * FACTOR) = {{lesser[0], lesser[1]}};
#else
    to[0] = spectral[0], to[2 * FACTOR] = lesser[0];
#endif
  }
}

#if HAS_OUTER_PASS && BANDS == 2
// The outer passes, in whose registers numbers come from G and go to Sigma: four lanes have the elements of a stretch of points.
enum : unsigned { OUTER_TASKS = Outer::STRETCHES * ELEMENTS };

struct OuterTask {
  unsigned b, a, element, stretch;
  __device__ explicit OuterTask(unsigned task)
      : b(task % 2), a(task / 2 % 2), element(task % 4), stretch(task / 4) {}
};

#if defined(__CUDA_ARCH__)
// Of two lanes side by side the first one reads real parts of two bands, the second one imaginary ones; each then gets the numbers of one band. So they
// write, too.
typedef Pair Part;
__device__ inline double of_other_lane(double value) {
  return __shfl_xor_sync(__activemask(), value, 1);
}
__device__ inline Part read_part(const Complex* function, unsigned row, unsigned column,
                                 unsigned b) {
  return *(const Pair*)((const double*)function + (place(row, column) ^ (2 * b)));
}
__device__ inline Complex own_band(Part part, unsigned b) {
  const double other = of_other_lane(b ? part.of[0] : part.of[1]);
  return b ? Complex{other, part.of[1]} : Complex{part.of[0], other};
}
__device__ inline Part own_part(Complex value, unsigned b) {
  const double other = of_other_lane(b ? value.re : value.im);
  return b ? Pair{{other, value.im}} : Pair{{value.re, other}};
}
__device__ inline void write_part(Complex* factor, unsigned row, unsigned column, unsigned b,
                                  Part part) {
  *(Pair*)((double*)factor + factor_place(row, column) + b * 32 * TILES) = part;
}
#else
typedef Complex Part;
inline Part read_part(const Complex* function, unsigned row, unsigned column, unsigned b) {
  return get(function, row, column + b);
}
inline Complex own_band(Part part, unsigned) { return part; }
inline Part own_part(Complex value, unsigned) { return value; }
inline void write_part(Complex* factor, unsigned row, unsigned column, unsigned b, Part part) {
  set_factor(factor, row, column + b, part);
}
#endif

__device__ inline void begin_pair(const SelfEnergy& s, Complex* values, const PairPlace& of) {
  const unsigned column = of.column_node * BANDS;
  for_all<OUTER_TASKS>([&](unsigned number) {
    const OuterTask task(number);
    const unsigned row = of.row_node * BANDS + task.a;
    Part lesser[Outer::RADIX], spectral[Outer::RADIX];
#pragma unroll
    for (unsigned q = 0; q < Outer::RADIX; ++q) {
      const Complex* const group = of.group(s.place[Outer::point(task.stretch, q)], column);
      lesser[q] = read_part(group, row, column % WIDTH, task.b);
      spectral[q] = read_part(group + GROUP, row, column % WIDTH, task.b);
    }
    Complex x[Outer::RADIX], y[Outer::RADIX];
#pragma unroll
    for (unsigned q = 0; q < Outer::RADIX; ++q) {
      x[q] = own_band(lesser[q], task.b);
      y[q] = x[q] + own_band(spectral[q], task.b);
    }
    Complex* const to = values + input_place(task.element) * APART;
    Outer::forward(x, task.stretch, s.roots);
#pragma unroll
    for (unsigned q = 0; q < Outer::RADIX; ++q) to[spread(Outer::point(task.stretch, q))] = x[q];
    Complex* const greater = values + input_place(ELEMENTS + task.element) * APART;
    Outer::forward(y, task.stretch, s.roots);
#pragma unroll
    for (unsigned q = 0; q < Outer::RADIX; ++q)
      greater[spread(Outer::point(task.stretch, q))] = y[q];
  });
}

__device__ inline void end_pair(const SelfEnergy& s, const Complex* values, const PairPlace& of,
                                double weight) {
  const unsigned column = of.column_node * BANDS;
  for_all<OUTER_TASKS>([&](unsigned number) {
    const OuterTask task(number);
    const unsigned row = of.row_node * BANDS + task.a;
    const Complex* const lesser = values + output_place(task.element) * APART;
    const Complex* const greater = values + output_place(ELEMENTS + task.element) * APART;
    Complex x[Outer::RADIX], y[Outer::RADIX];
#pragma unroll
    for (unsigned q = 0; q < Outer::RADIX; ++q)
      x[q] = lesser[spread(Outer::point(task.stretch, q))];
    Outer::inverse(x, task.stretch, s.roots);
#pragma unroll
    for (unsigned q = 0; q < Outer::RADIX; ++q)
      y[q] = greater[spread(Outer::point(task.stretch, q))];
    Outer::inverse(y, task.stretch, s.roots);
#pragma unroll
    for (unsigned q = 0; q < Outer::RADIX; ++q) {
      const Part of_lesser = own_part(weight * x[q], task.b),
                 of_spectral = own_part(weight * (y[q] - x[q]), task.b);
      const unsigned at = Outer::point(task.stretch, q), point = s.place[at];
      if (s.kept[point] != at) continue;
      Complex* const factor = block_of(s, s.factors, s.results, point, of.block);
      write_part(factor, row, column, task.b, of_spectral);
      write_part(factor + FACTOR, row, column, task.b, of_lesser);
    }
  });
}
#endif

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    self_energy(const __grid_constant__ SelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = arrays_of_block(numbers, s.work);
  const unsigned pairs = s.blocks * ORDER * ORDER;
  for (unsigned pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
    const PairPlace of(s, pair);
    const unsigned column = (s.first_block + of.block) * ORDER + of.column_node;
    block_sync();
#if HAS_OUTER_PASS && BANDS == 2
    begin_pair(s, values, of);
#else
    read_pair(s, values, of);
#endif
    set_vertices(numbers, s.vertices[s.panels * ORDER + of.row_node] * s.vertices[column]);
    block_sync();
#if HAS_OUTER_PASS && BANDS == 2
    evaluate_within(values, numbers, s.roots);
    end_pair(s, values, of, s.weights[column]);
#else
    evaluate_cyclic(values, numbers, s.roots);
    write_pair(s, values, of.block, of.row_node, of.column_node, s.weights[column]);
#endif
  }
}
