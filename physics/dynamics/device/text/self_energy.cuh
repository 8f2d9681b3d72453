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

// Brings what read_pair() takes to the second-level cache.
__device__ inline void fetch_pair(const SelfEnergy& s, const PairPlace& of) {
#if defined(__CUDA_ARCH__)
#pragma unroll
  for (unsigned a = 0; a < BANDS; ++a) {
    for (unsigned b = 0; b < BANDS; b += 2) {
      const unsigned row = of.row_node * BANDS + a, column = of.column_node * BANDS + b;
      for_all<POINTS * 2>([&](unsigned task) {
        const Complex* const group = of.group(s.place[task / 2], column) + task % 2 * GROUP;
        asm volatile(
            "prefetch.global.L2 [%0];" ::"l"((const double*)group + place(row, column % WIDTH)));
      });
    }
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

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    self_energy(const __grid_constant__ SelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = arrays_of_block(numbers, s.work);
  const unsigned pairs = s.blocks * ORDER * ORDER;
  for (unsigned pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
    const PairPlace of(s, pair);
    const unsigned column = (s.first_block + of.block) * ORDER + of.column_node;
    block_sync();
    read_pair(s, values, of);
    set_vertices(numbers, s.vertices[s.panels * ORDER + of.row_node] * s.vertices[column]);
    if (pair + gridDim.x < pairs) fetch_pair(s, PairPlace(s, pair + gridDim.x));
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
    write_pair(s, values, of.block, of.row_node, of.column_node, s.weights[column]);
  }
}
