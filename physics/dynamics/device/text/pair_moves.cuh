// How G of a pair of times comes to shared memory and Sigma goes from there: [point][numbers of a function], as they stand in memory, where two bands fill
// 64 bytes; these are turned as the copy engine turns them, so that lanes find them in different banks. The engine copies boxes of points. Threads copy
// where a lattice has equivalent points, where the points of a device are no whole boxes, on older devices, and for one band.
enum : unsigned {
  SQUARE = 2 * ELEMENTS,       // numbers of a function at a point
  CHUNK = BANDS == 2 ? 2 : 1,  // of them side by side
  CHUNKS = SQUARE / CHUNK,
  IMAGINARY = BANDS == 2 ? 4 : 1,  // from the real part, on the side that a bit says
  BOX_POINTS = 8 * RADIX,          // that are written together
  BOXES = POINTS / BOX_POINTS,
  BOX = BOX_POINTS * SQUARE,
  BLOCK_SQUARES = 4 * FACTOR / SQUARE,
  ALIGNED = 64,  // numbers, as the engine turns them
  // Boxes on their way have places where numbers are exchanged, and one of their own, but where a multiprocessor has more blocks without that.
  OWN_STAGES = RADIX == 16 && BANDS == 2 ? 0 : 1,
  STAGES_BESIDE = OWN_STAGES + (FUNCTION_EXCHANGED - ALIGNED) / BOX,
  BOX_STAGES = STAGES_BESIDE < BOXES ? STAGES_BESIDE : BOXES,
  STAGED_APART = (FUNCTION_EXCHANGED + ALIGNED - 1) / ALIGNED * ALIGNED
};

// Where the chunk of a point stands.
__device__ inline unsigned chunk_place(unsigned point, unsigned chunk) {
  return point * SQUARE + (BANDS == 2 ? chunk ^ point / 2 % 4 : chunk) * CHUNK;
}
// The real part of an element, of even rows of two bands.
__device__ inline unsigned number_place(unsigned point, unsigned element) {
  return BANDS == 2 ? chunk_place(point, element / 2) + element % 2 : chunk_place(point, element);
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
__device__ inline void fetch(double* to, const double* from) {
  if (CHUNK == 2) {
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
        "l"(from)
        : "memory");
  } else {
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 8;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
        "l"(from)
        : "memory");
  }
}
__device__ inline void wait_for_fetched() { asm volatile("cp.async.wait_all;" ::: "memory"); }
#else
__device__ inline void fetch(double* to, const double* from) {
  for (unsigned i = 0; i < CHUNK; ++i) to[i] = from[i];
}
__device__ inline void wait_for_fetched() {}
#endif

// The kept point that has the values of a point.
__device__ inline unsigned kept_point(const SelfEnergy& s, unsigned at) {
  return s.points == POINTS ? at : s.place[at];
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && BANDS == 2
enum : unsigned { HAS_ENGINE = 1 };
__device__ inline void fetch_box(const TensorMap& map, double* to, unsigned square, unsigned point,
                                 Long* full) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(shared_address(to)),
      "l"(&map), "r"(0), "r"(square), "r"(point), "r"(shared_address(full))
      : "memory");
}
__device__ inline void write_box(const TensorMap& map, const double* from, unsigned square,
                                 unsigned point) {
  asm volatile(
      "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%1, %2, %3}], [%4];\n"
      "cp.async.bulk.commit_group;" ::"l"(&map),
      "r"(0), "r"(square), "r"(point), "r"(shared_address(from))
      : "memory");
}
// Until the engine has read all but the newest boxes that are written.
template <unsigned NEWEST>
__device__ inline void wait_for_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(NEWEST) : "memory");
}
__device__ inline void wait_for_written() {
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
// What threads have stored is seen by the engine, behind a barrier.
__device__ inline void show_to_engine() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
#else
enum : unsigned { HAS_ENGINE = 0 };
__device__ inline void fetch_box(const TensorMap&, double*, unsigned, unsigned, Long*) {}
__device__ inline void write_box(const TensorMap&, const double*, unsigned, unsigned) {}
template <unsigned NEWEST>
__device__ inline void wait_for_read() {}
__device__ inline void wait_for_written() {}
__device__ inline void show_to_engine() {}
#endif

// Where a box stands among points that are here, or among all others.
struct BoxPlace {
  bool is_here;
  unsigned block, point;

  __device__ BoxPlace(const SelfEnergy& s, unsigned of_block, unsigned box) {
    const unsigned first = box * BOX_POINTS, here = first - s.first_point;
    is_here = here < s.own_points;
    block = is_here ? s.first_block + of_block : of_block;
    point = is_here ? here : first < s.first_point ? first : first - s.own_points;
  }
};

// What a thread does for its function.
struct PairMoves {
  const SelfEnergy& s;
  unsigned function, of_function;
  double *fetched, *staged, *exchanged;  // of the block; of the function
  Long* full;
  bool by_engine;

  __device__ PairMoves(const SelfEnergy& own, double* shared_numbers, double* staged_numbers,
                       double* exchanged_numbers, Long* barriers)
      : s(own),
        function(threadIdx.x / FUNCTION_THREADS),
        of_function(threadIdx.x % FUNCTION_THREADS),
        fetched(shared_numbers + function * POINTS * SQUARE),
        staged(staged_numbers + function * BOX),
        exchanged(exchanged_numbers + function * STAGED_APART),
        full(barriers + function),
        by_engine(HAS_ENGINE && s.by_engine) {}
  __device__ bool leads() const { return of_function == 0; }

  __device__ void fetch_pair(const PairPlace& of) const {
    const unsigned row = of.row_node * BANDS, column = of.column_node * BANDS,
                   at = place(row, column % WIDTH);
    if (by_engine) {
      if (!leads()) return;
      const unsigned square = ((column / WIDTH * 2 + function) * 2 * GROUP + at) / SQUARE;
      expect(POINTS * SQUARE * sizeof(double), full);
      for (unsigned box = 0; box < BOXES; ++box) {
        const BoxPlace from(s, of.block, box);
        fetch_box(from.is_here ? s.maps.rows : s.maps.received, fetched + box * BOX,
                  from.block * BLOCK_SQUARES + square, from.point, full);
      }
      return;
    }
    const unsigned chunk = of_function % CHUNKS,
                   from_group = 2 * function * GROUP + chunk_of(at, chunk);
#pragma unroll 4
    for (unsigned point = of_function / CHUNKS; point < POINTS;
         point += FUNCTION_THREADS / CHUNKS) {
      fetch(fetched + chunk_place(point, chunk),
            (const double*)of.group(kept_point(s, point), column) + from_group);
    }
  }
  // All threads of the function have what was fetched; `phase`: of every second pair 1.
  __device__ void wait_for_pair(unsigned phase) const {
    if (by_engine) return wait_for(full, phase);
    wait_for_fetched();
    function_sync();
  }

  __device__ double* stage(unsigned box) const {
    const unsigned number = box % BOX_STAGES;
    return OWN_STAGES == 1 && number == 0 ? staged : exchanged + (number - OWN_STAGES) * BOX;
  }
  // Before numbers are exchanged, and before boxes are staged: the threads of the function meet behind it.
  __device__ void leave_exchanged() const {
    if (by_engine && leads()) wait_for_read<OWN_STAGES && (BOXES - 1) % BOX_STAGES == 0 ? 1 : 0>();
  }
  __device__ void leave_staged() const {
    if (by_engine && leads()) wait_for_read<0>();
  }
  // Numbers q of lanes are those of points stretch + RADIX q; `at`: of a lane's real part at its point of a stretch.
  __device__ void write_pair(const PairPlace& of, const Complex (&x)[RADIX], unsigned at,
                             double weight) const {
    const unsigned to_number = factor_place(of.row_node * BANDS, of.column_node * BANDS);
    const unsigned square = ((1 - function) * 2 * FACTOR + to_number) / SQUARE;
#pragma unroll
    for (unsigned round = 0; round < BOXES; round += BOX_STAGES) {
      if (round > 0) {
        if (by_engine && leads()) wait_for_read<BOX_STAGES - 1>();
        function_sync();
      }
#pragma unroll
      for (unsigned box = round; box < round + BOX_STAGES && box < BOXES; ++box) {
#pragma unroll
        for (unsigned q = 0; q < 8; ++q) {
          double* const to = stage(box) + q * RADIX * SQUARE;
          to[at] = weight * x[8 * box + q].re, to[at ^ IMAGINARY] = weight * x[8 * box + q].im;
        }
      }
      show_to_engine();
      function_sync();
#pragma unroll
      for (unsigned box = round; box < round + BOX_STAGES && box < BOXES; ++box) {
        if (!by_engine) {
          write_by_threads(of, box, to_number);
        } else if (leads()) {
          const BoxPlace to(s, of.block, box);
          write_box(to.is_here ? s.maps.factors : s.maps.results, stage(box),
                    to.block * BLOCK_SQUARES + square, to.point);
        }
      }
    }
  }
  __device__ void write_by_threads(const PairPlace& of, unsigned box, unsigned to_number) const {
    const unsigned chunk = of_function % CHUNKS, to_chunk = chunk_of(to_number, chunk);
#pragma unroll 4
    for (unsigned i = of_function / CHUNKS; i < BOX_POINTS; i += FUNCTION_THREADS / CHUNKS) {
      const unsigned at = box * BOX_POINTS + i, point = kept_point(s, at);
      if (s.points < POINTS && s.kept[point] != at) continue;
      Complex* const factor =
          block_of(s, s.factors, s.results, point, of.block) + (1 - function) * FACTOR;
      const double* const from = stage(box) + chunk_place(i, chunk);
      double* const to = (double*)factor + to_chunk;
#if BANDS == 2
      *(Pair*)to = *(const Pair*)from;
#else
      *to = *from;
#endif
    }
  }
  // Of a square's real part.
  static __device__ unsigned chunk_of(unsigned at, unsigned chunk) {
    return BANDS == 2 ? at / 8 * 8 + chunk * CHUNK : at ^ 4 * chunk;
  }
};
