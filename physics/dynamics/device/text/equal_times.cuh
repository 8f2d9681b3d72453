// Density matrices at the nodes by their own equation (equal_times.h). Blocks of a launch of several iterations
// wait for each other, so all of them must run at once.
struct EqualTimes {
  const Complex* one_particle;  // h without mean field: [node][point][element]
  const Complex* constants;     // the mean field for rho = 0: [node][element]
  const Complex* matrices;      // and what is linear in the mean of rho: [node][element][element]
  const double* weights;        // of points, over their sum
  const double* integrals;      // the collocation matrix
  const Complex* initial;       // rho at T+: [point][element]
  const Complex* loss;          // I + I^+: [point][node][element]
  Complex* rho[2];              // of this iteration and of the next, [node][point][element]
  Complex* means[2];            // their means' parts: [block][node][element]
  double* changes
      [2];  // of the iteration before, of this one, two each: of the last iteration, and whether it is over: [block]
  Complex* h;     // with field and mean field: [node][point][element]
  Long* arrived;  // of each block, how often it has come where blocks wait for each other
  double length, tolerance;
  unsigned points,
      begins;           // the first iteration of a sweep: none before it says whether they are over
  unsigned iterations;  // of this launch at most; numbers end where this many would leave them
};

enum : unsigned {
  EQUAL_THREADS = 128,
  EQUAL_POINTS = EQUAL_THREADS / ELEMENTS,  // of a block
  MEANS = ORDER * ELEMENTS,
  MEAN_THREADS = MEANS < EQUAL_THREADS ? EQUAL_THREADS / MEANS : 1,  // that add up one
  EQUAL_SUMS = MEANS * MEAN_THREADS
};

// Returns when all blocks have come here as often, with all that they have written; `turn` counts how often, from what `arrived` has of this block on.
// Each block tells that in a place of its own, which no other one writes, and looks at all places at once. The processor's launches of several iterations
// have one block.
__device__ inline void wait_for_blocks(Long* arrived, Long& turn) {
  block_sync();
#if defined(__CUDA_ARCH__)
  ++turn;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) {
      __threadfence();
      *(volatile Long*)(arrived + blockIdx.x) = turn;
    }
    for (unsigned block = threadIdx.x; block < gridDim.x; block += 32) {
      while (*(volatile Long*)(arrived + block) < turn) {
      }
    }
    __threadfence();
  }
  block_sync();
#endif
}

// Sums of `count` numbers that stand `apart` from each other, one for every node and element, whose first number `first` tells: several threads add up
// one of them, each a part. `shared`: EQUAL_SUMS numbers.
template <class First>
__device__ inline void add_parts(Complex* shared, unsigned count, Long apart, First first) {
  for (unsigned at = threadIdx.x; at < MEANS * MEAN_THREADS; at += EQUAL_THREADS) {
    const unsigned own = at / MEANS;
    const Complex* const from = first(at % MEANS);
    Complex sum = {0, 0};
    // Several are asked for before the first one is waited for.
    enum : unsigned { TOGETHER = 8 };
    for (unsigned first_of = own; first_of < count; first_of += TOGETHER * MEAN_THREADS) {
      Complex values[TOGETHER];
#pragma unroll
      for (unsigned i = 0; i < TOGETHER; ++i) {
        const unsigned number = first_of + i * MEAN_THREADS;
        values[i] = from[(number < count ? number : own) * apart];
      }
#pragma unroll
      for (unsigned i = 0; i < TOGETHER; ++i)
        if (first_of + i * MEAN_THREADS < count) sum = sum + values[i];
    }
    shared[at] = sum;
  }
}
// The sums of these parts. Threads meet before it returns.
__device__ inline void join_parts(Complex* sums, const Complex* shared) {
  block_sync();
  for (unsigned at = threadIdx.x; at < MEANS; at += EQUAL_THREADS) {
    Complex sum = shared[at];
    for (unsigned other = 1; other < MEAN_THREADS; ++other) sum = sum + shared[other * MEANS + at];
    sums[at] = sum;
  }
  block_sync();
}

// The block's part of the means of values that its threads have, for all nodes. `shared`: [node][thread], then what add_parts() takes.
__device__ inline void keep_means(Complex* means, const Complex* values, double weight,
                                  Complex* shared) {
#pragma unroll
  for (unsigned node = 0; node < ORDER; ++node)
    shared[node * EQUAL_THREADS + threadIdx.x] = weight * values[node];
  block_sync();
  Complex* const sums = shared + ORDER * EQUAL_THREADS;
  add_parts(sums, EQUAL_POINTS, ELEMENTS,
            [&](unsigned at) { return shared + at / ELEMENTS * EQUAL_THREADS + at % ELEMENTS; });
  join_parts(means + (Long)blockIdx.x * MEANS, sums);
}

extern "C" __global__ void __launch_bounds__(EQUAL_THREADS)
    begin_equal_times(const __grid_constant__ EqualTimes e) {
  Complex* const shared = (Complex*)diagc_shared;
  const unsigned element = threadIdx.x % ELEMENTS;
  const Long point = (Long)blockIdx.x * EQUAL_POINTS + threadIdx.x / ELEMENTS;
  const bool is_point = threadIdx.x < EQUAL_POINTS * ELEMENTS && point < e.points;
  const Complex initial = is_point ? e.initial[point * ELEMENTS + element] : Complex{0, 0};
  Complex values[ORDER];
  for (unsigned node = 0; node < ORDER; ++node) {
    values[node] = initial;
    if (is_point) e.rho[0][((Long)node * e.points + point) * ELEMENTS + element] = initial;
  }
  keep_means(e.means[0], values, is_point ? e.weights[point] : 0, shared);
}

// What stays in shared memory through the iterations of a launch; of numbers by point threads have [node][thread].
struct EqualMemory {
  Complex *mean, *field;
  Complex* rho;   // between iterations; in one of them keep_means() has it
  Complex* sums;  // of add_parts()
  Complex* one_particle;
  double* collocation;
  Long* largest;  // of the iteration before, of the one before that, of this one in turn
};

__device__ inline EqualMemory equal_memory(unsigned char* memory) {
  enum : unsigned { BY_POINT = ORDER * EQUAL_THREADS };
  Complex *const mean = (Complex*)memory, *const field = mean + MEANS, *const rho = field + MEANS,
                 *const sums = rho + BY_POINT, *const one_particle = sums + EQUAL_SUMS;
  double* const collocation = (double*)(one_particle + BY_POINT);
  return {mean, field, rho, sums, one_particle, collocation, (Long*)(collocation + ORDER * ORDER)};
}

// What a thread has at equal times: an element at all nodes.
struct EqualElement {
  unsigned a, b, first;  // of its point the first thread
  Long point;
  bool is_there;

  __device__ explicit EqualElement(unsigned points)
      : a(threadIdx.x % ELEMENTS / BANDS),
        b(threadIdx.x % BANDS),
        first(threadIdx.x / ELEMENTS * ELEMENTS),
        point((Long)blockIdx.x * EQUAL_POINTS + threadIdx.x / ELEMENTS),
        is_there(threadIdx.x < EQUAL_POINTS * ELEMENTS && point < points) {}
  __device__ unsigned element() const { return a * BANDS + b; }
  __device__ Long place(const EqualTimes& e, unsigned node) const {
    return ((Long)node * e.points + point) * ELEMENTS + element();
  }
};

// The mean field's numbers for rho = 0 and what is linear in the mean, which do not change; a thread has those of one sum where there are few.
struct EqualField {
  enum : unsigned { HELD = MEANS <= EQUAL_THREADS && ELEMENTS <= 4, LINEAR = HELD ? ELEMENTS : 1 };
  Complex constant, linear[LINEAR];

  __device__ explicit EqualField(const EqualTimes& e) {
    if (!HELD || threadIdx.x >= MEANS) return;
    constant = e.constants[threadIdx.x];
#pragma unroll
    for (unsigned of = 0; of < LINEAR; ++of)
      linear[of] = e.matrices[(Long)threadIdx.x * ELEMENTS + of];
  }
  __device__ Complex at(const EqualTimes& e, const Complex* mean, unsigned number) const {
    const Complex* const of_node = mean + number / ELEMENTS * ELEMENTS;
    Complex sum = HELD ? constant : e.constants[number];
    for (unsigned of = 0; of < ELEMENTS; ++of)
      sum = add_product(HELD ? linear[of % LINEAR] : e.matrices[(Long)number * ELEMENTS + of],
                        of_node[of], sum);
    return sum;
  }
};

// The mean field at all nodes, from the means' parts of all blocks. Returns the largest changes of all of them, of an iteration and of the one before it;
// every block finds the same. `largest`: two numbers that are 0. Threads meet before it returns.
__device__ inline Pair find_field(const EqualTimes& e, const EqualMemory& m,
                                  const EqualField& field, unsigned old, Long* largest) {
  // Changes and means are asked for together.
  const auto change_of = [&](unsigned block) {
    return block < gridDim.x ? ((const Pair*)e.changes[old])[block] : Pair{{0, 0}};
  };
  const auto keep = [&](const Pair& own) {
    keep_largest(largest, own.of[0]);
    keep_largest(largest + 1, own.of[1]);
  };
  const Pair own = change_of(threadIdx.x);
  add_parts(m.sums, gridDim.x, MEANS, [&](unsigned at) { return e.means[old] + at; });
  if (threadIdx.x / 32 * 32 < gridDim.x) keep(own);
  for (unsigned first = EQUAL_THREADS + threadIdx.x / 32 * 32; first < gridDim.x;
       first += EQUAL_THREADS)
    keep(change_of(first + threadIdx.x % 32));
  join_parts(m.mean, m.sums);
  for (unsigned at = threadIdx.x; at < MEANS; at += EQUAL_THREADS)
    m.field[at] = field.at(e, m.mean, at);
  block_sync();
  return {{number_of(largest[0]), number_of(largest[1])}};
}

// An iteration from numbers in `values`, which shared memory has, too, to their successors; the thread's largest change.
__device__ inline double iterate_equal_times(const EqualMemory& m, const EqualElement& own,
                                             Complex initial, const Complex (&loss)[ORDER],
                                             Complex (&values)[ORDER], Complex (&own_h)[ORDER]) {
  if (!own.is_there) return 0;
  const unsigned element = own.element();
  Complex rates[ORDER];
#pragma unroll
  for (unsigned node = 0; node < ORDER; ++node) {
    const unsigned at = node * EQUAL_THREADS + own.first;
    const Complex *const one = m.one_particle + at, *const rho = m.rho + at,
                         *const local = m.field + node * ELEMENTS;
    Complex commutator = {0, 0};
    for (unsigned c = 0; c < BANDS; ++c) {
      const unsigned left = own.a * BANDS + c, right = c * BANDS + own.b;
      commutator = commutator + (one[left] + local[left]) * rho[right] -
                   rho[left] * (one[right] + local[right]);
    }
    rates[node] = {commutator.im - loss[node].re, -commutator.re - loss[node].im};
    own_h[node] = one[element] + local[element];
  }
  double change = 0;
#pragma unroll
  for (unsigned node = 0; node < ORDER; ++node) {
    Complex value = initial;
#pragma unroll
    for (unsigned other = 0; other < ORDER; ++other)
      value = value + m.collocation[node * ORDER + other] * rates[other];
    change = largest_of(
        change, largest_of(fabs(value.re - values[node].re), fabs(value.im - values[node].im)));
    values[node] = value;
  }
  return change;
}

extern "C" __global__ void __launch_bounds__(EQUAL_THREADS)
    equal_times(const __grid_constant__ EqualTimes e) {
  const EqualMemory m = equal_memory(diagc_shared);
  const EqualElement own(e.points);
  Complex values[ORDER], own_h[ORDER], loss[ORDER], initial = {0, 0};
  for (unsigned at = threadIdx.x; at < ORDER * ORDER; at += EQUAL_THREADS)
    m.collocation[at] = e.length * e.integrals[at];
  if (threadIdx.x < 3) m.largest[threadIdx.x] = 0;
  block_sync();
  if (own.is_there) initial = e.initial[own.point * ELEMENTS + own.element()];
#pragma unroll
  for (unsigned node = 0; node < ORDER; ++node) {
    const unsigned at = node * EQUAL_THREADS + threadIdx.x;
    values[node] = own.is_there ? e.rho[0][own.place(e, node)] : Complex{0, 0};
    own_h[node] = loss[node] = {0, 0};
    if (!own.is_there) continue;
    m.rho[at] = values[node];
    m.one_particle[at] = e.one_particle[own.place(e, node)];
    loss[node] = e.loss[(own.point * ORDER + node) * ELEMENTS + own.element()];
  }
  const double weight = own.is_there ? e.weights[own.point] : 0;
  const EqualField field(e);
  Long turn = e.arrived[blockIdx.x];
  double change = 0, before = 0;
  unsigned iteration = 0;
  for (; iteration < e.iterations; ++iteration) {
    if (iteration > 0) wait_for_blocks(e.arrived, turn);
    const unsigned old = iteration % 2, next = old ^ 1;
    // Those of this iteration in turn with those of the one before, which others may still read.
    Long* const largest = m.largest + old * 3;
    const Pair of_blocks = find_field(e, m, field, old, largest);
    change = of_blocks.of[0], before = of_blocks.of[1];
    if (!(e.begins && iteration == 0) &&
        (change <= e.tolerance || (change < 1e-14 && change >= before)))
      break;
    const double own_change = iterate_equal_times(m, own, initial, loss, values, own_h);
    // All have read what is replaced.
    block_sync();
    keep_means(e.means[next], values, weight, m.rho);
#pragma unroll
    for (unsigned node = 0; node < ORDER; ++node)
      m.rho[node * EQUAL_THREADS + threadIdx.x] = values[node];
    keep_largest(largest + 2, own_change);
    if (threadIdx.x < 3) m.largest[next * 3 + threadIdx.x] = 0;
    block_sync();
    if (threadIdx.x == 0) {
      e.changes[next][2 * blockIdx.x] = number_of(largest[2]);
      e.changes[next][2 * blockIdx.x + 1] = change;
    }
  }
  // Numbers end where all iterations would leave them.
  const unsigned last = e.iterations % 2;
  if (iteration < e.iterations && iteration % 2 != last) {
    for (unsigned at = threadIdx.x; at < MEANS; at += EQUAL_THREADS)
      e.means[last][(Long)blockIdx.x * MEANS + at] =
          e.means[last ^ 1][(Long)blockIdx.x * MEANS + at];
    if (threadIdx.x == 0) {
      e.changes[last][2 * blockIdx.x] = change;
      e.changes[last][2 * blockIdx.x + 1] = before;
    }
  }
#pragma unroll
  for (unsigned node = 0; node < ORDER; ++node) {
    if (!own.is_there) continue;
    e.rho[last][own.place(e, node)] = values[node];
    // Where iterations were over before, h stays that of the last one.
    if (iteration > 0) e.h[own.place(e, node)] = own_h[node];
  }
}

// I + I^+ at equal times, and of each node and point half of Im tr I.
struct Losses {
  const Complex* integrals;  // [point][groups], the panel's own block the last
  double* correlation;       // [node][point]
  Complex* loss[8];  // [point][node][element], in the memory of every device that takes them
  unsigned devices, panels, points;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    losses(const __grid_constant__ Losses l) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  if (task >= (Long)ORDER * l.points) return;
  const unsigned node = task / l.points;
  const Long point = task % l.points, group = (point * (l.panels + 1) + l.panels) * PIECES;
  double trace = 0;
  for (unsigned a = 0; a < BANDS; ++a) {
    for (unsigned b = 0; b < BANDS; ++b) {
      const unsigned row = node * BANDS + a, column = node * BANDS + b;
      const Complex value =
          get(l.integrals + (group + column / WIDTH) * 2 * GROUP, row, column % WIDTH);
      const Complex turned =
          get(l.integrals + (group + row / WIDTH) * 2 * GROUP, column, row % WIDTH);
      const Long at = (point * ORDER + node) * ELEMENTS + a * BANDS + b;
      for (unsigned device = 0; device < l.devices; ++device)
        l.loss[device][at] = value + conj(turned);
      if (a == b) trace += value.im;
    }
  }
  l.correlation[task] = trace / 2;
}

// What the energy gains where Sigma and G of the panel are integrated as a product of polynomials (equal_time_energy.h).
struct Within {
  const Complex* rows;       // [point][groups], the panel's own block the last
  const Complex* own_sigma;  // sigma D, sigma < of the panel itself, as left factors: [point][2]
  const double* integrals;   // [node][node][node]
  double* energies;          // [node][point]
  double length;
  unsigned panels, own_blocks, points;
};

enum : unsigned {
  WITHIN_VALUES = MOVING_THREADS / ORDER
};  // of a block, each a thread for each node of Sigma

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    energy_within(const __grid_constant__ Within w) {
  double* const parts = (double*)diagc_shared;
  const unsigned own = threadIdx.x / ORDER, m = threadIdx.x % ORDER;
  const Long task = (Long)blockIdx.x * WITHIN_VALUES + own;
  const bool is_value = own < WITHIN_VALUES && task < (Long)ORDER * w.points;
  double sum = 0;
  if (is_value) {
    const unsigned node = task / w.points;
    const Long point = task % w.points;
    const Complex* const rows = w.rows + (point * (w.panels + 1) + w.panels) * PIECES * 2 * GROUP;
    const Complex* const sigma = w.own_sigma + point * w.own_blocks * 2 * FACTOR;
    for (unsigned n = 0; n < ORDER; ++n) {
      double trace = 0;
      for (unsigned a = 0; a < BANDS; ++a) {
        for (unsigned c = 0; c < BANDS; ++c) {
          const unsigned row = node * BANDS + a, inner = m * BANDS + c, other = n * BANDS + c;
          const Complex* const group = rows + row / WIDTH * 2 * GROUP;
          const Complex lesser = get(group, other, row % WIDTH);
          const Complex spectral = get(group + GROUP, other, row % WIDTH);
          trace += (get_factor(sigma, row, inner) * lesser).im -
                   (get_factor(sigma + FACTOR, row, inner) * spectral).im;
        }
      }
      sum += w.integrals[(node * ORDER + m) * ORDER + n] * trace;
    }
  }
  parts[threadIdx.x] = sum;
  block_sync();
  if (!is_value || m != 0) return;
  for (unsigned other = 1; other < ORDER; ++other) sum += parts[threadIdx.x + other];
  w.energies[task] = w.length / 2 * sum;
}
