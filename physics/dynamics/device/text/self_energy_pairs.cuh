// Sigma at a pair of times of the new rows: a block of threads takes G of all points of the lattice, evaluates the theory, and writes what points
// that are kept need, as left factors: times weights of full panels for columns of stored nodes.
struct __align__(128) TensorMap {
  Long of[16];
};
// Of rows, received, factors, and results: [point][square][number].
struct SquareMaps {
  TensorMap rows, received, factors, results;
};
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
  unsigned by_engine;                // whether the copy engine moves G and Sigma, by these maps
  SquareMaps maps;
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
