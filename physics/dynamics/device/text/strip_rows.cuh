// Rows of strips on their way through a ring of stages in shared memory, which warps enter and leave on their own; the warp that leaves a stage last
// begins the copy of the row that comes to it next.
enum : unsigned {
  COLUMN_WARPS = STRIP,
  ROW_WARPS = PIECES * PIECES,
  ALL_WARPS = COLUMN_WARPS + ROW_WARPS,
  STRIP_PANELS = STRIP / PIECES,       // whose columns a strip has
  STAGED_NUMBERS = STRIP * 2 * GROUP,  // of a row
  STAGED_BYTES = STAGED_NUMBERS * sizeof(STORED) + FACTOR * sizeof(Complex),
  STRIP_FACTORS = STRIP_PANELS * 2 * FACTOR
};

// A row of a strip, in the order that a block of threads takes them.
struct StripRow {
  unsigned round, strip, row;
};

struct Strips {
  const History& history;
  unsigned segment;

  // Segments take strips in turn, forwards and backwards, so that all have about as many rows.
  __device__ unsigned strip_of(unsigned round) const {
    return round * history.segments + (round % 2 == 0 ? segment : history.segments - 1 - segment);
  }
  __device__ bool is_round(unsigned round) const {
    return round * history.segments < history.strips && strip_of(round) < history.strips;
  }
  // The first row that has columns of the strip: the diagonal block of its first panel.
  __device__ unsigned first_row(unsigned strip) const {
    const unsigned first = strip * STRIP_PANELS;
    return history.first_row < first ? first : history.first_row;
  }
  __device__ StripRow first() const { return of_round(0); }
  __device__ StripRow of_round(unsigned round) const {
    for (; is_round(round); ++round) {
      const unsigned strip = strip_of(round), row = first_row(strip);
      if (row < history.end_row) return {round, strip, row};
    }
    return {round, 0, history.end_row};
  }
  __device__ bool is_there(const StripRow& at) const { return at.row < history.end_row; }
  __device__ void next(StripRow& at) const {
    if (at.row + 1 < history.end_row) {
      ++at.row;
    } else if (is_there(at)) {
      at = of_round(at.round + 1);
    }
  }
};

// What the warps of a block of threads share.
struct Ring {
  unsigned char* stages;
  Complex* factors;  // of the strip's columns: [panel][sigma D, sigma <]
  Long* full;        // by stage, and behind them that of factors
  Long* left;        // what warps that leave a stage arrive at
  unsigned* strips;  // how often warps of rows have left those of a strip's own panels
  Row* sources;      // by stage: where the row stands that comes to it next
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__device__ inline void begin_leaving(Long* left) {
  if (threadIdx.x < STAGES) begin_barrier(left + threadIdx.x, ALL_WARPS);
}
// Whether all the others have left before; then their arrivals are seen.
__device__ inline bool leave_as_last(Long* left) {
  Long state;
  unsigned pending;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
               : "=l"(state)
               : "r"(shared_address(left))
               : "memory");
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
  if (pending != 1) return false;
  unsigned is_over;
  do {
    asm volatile(
        "{\n"
        ".reg .pred over;\n"
        "mbarrier.test_wait.shared::cta.b64 over, [%1], %2;\n"
        "selp.u32 %0, 1, 0, over;\n"
        "}"
        : "=r"(is_over)
        : "r"(shared_address(left)), "l"(state)
        : "memory");
  } while (!is_over);
  return true;
}
__device__ inline void add_to_count(unsigned* count) {
  asm volatile("red.release.cta.shared::cta.add.u32 [%0], 1;" ::"r"(shared_address(count))
               : "memory");
}
__device__ inline void wait_for_count(const unsigned* count, unsigned wanted) {
  unsigned now;
  do {
    asm volatile("ld.acquire.cta.shared::cta.u32 %0, [%1];"
                 : "=r"(now)
                 : "r"(shared_address(count))
                 : "memory");
  } while (now < wanted);
}
__device__ inline void row_warps_sync() {
  asm volatile("barrier.sync 1, %0;" ::"n"(ROW_WARPS * 32) : "memory");
}
#elif defined(__CUDA_ARCH__)
#error "by roles on a device of compute capability 9.0 or more alone"
#else
inline void begin_leaving(Long* left) {
  if (threadIdx.x < STAGES) left[threadIdx.x] = 0;
}
inline bool leave_as_last(Long* left) { return ++*left % ALL_WARPS == 0; }
inline void add_to_count(unsigned* count) { ++*count; }
inline void wait_for_count(const unsigned* count, unsigned wanted) {
  while (*(const volatile unsigned*)count < wanted) __syncthreads();
}
static Arrivals arrivals_of_rows;
inline void row_warps_sync() { arrive(arrivals_of_rows, ROW_WARPS * 32); }
#endif

struct Walk {
  const History& history;
  const Strips strips;
  const Ring ring;
  Long point;
  unsigned turn;  // twice the stage, and the phase that its barriers are in

  __device__ unsigned stage() const { return turn / 2; }
  // Panels of the strip that a row has columns of, with that of the diagonal.
  __device__ unsigned panels_of(const StripRow& at) const {
    const unsigned first = at.strip * STRIP_PANELS,
                   end = at.row < history.panels ? at.row + 1 : history.panels;
    return end - first < STRIP_PANELS ? end - first : STRIP_PANELS;
  }
  __device__ bool is_edge(unsigned row) const { return row > history.panels; }
  __device__ unsigned group_numbers(unsigned row) const {
    return 2 * (is_edge(row) ? EDGE_GROUP : GROUP);
  }
  __device__ const Complex* factor(unsigned block) const {
    return history.factors + (point * history.factor_blocks + block) * 2 * FACTOR;
  }
  // By one thread, with the place of the row that comes to the stage next.
  __device__ void fetch_row(const StripRow& at, const Row from, unsigned of_stage) const {
    if (!strips.is_there(at)) return;
    StripRow then = at;
    for (unsigned step = 0; step < STAGES; ++step) strips.next(then);
    const unsigned of_source = strips.is_there(then) ? sizeof(Row) : 0;
    const Long group = (point * from.blocks + from.first) * PIECES + (is_edge(at.row) ? point : 0) +
                       at.strip * STRIP;
    const unsigned bytes = panels_of(at) * PIECES * group_numbers(at.row) * sizeof(STORED),
                   of_factor = at.row < history.panels ? FACTOR * sizeof(Complex) : 0;
    unsigned char* const to = ring.stages + of_stage * STAGED_BYTES;
    Long* const full = ring.full + of_stage;
    expect(bytes + of_factor + of_source, full);
    fetch_once(to, (const unsigned char*)from.data + group * group_numbers(at.row) * sizeof(STORED),
               bytes, full);
    if (of_factor > 0) fetch(to + STAGED_NUMBERS * sizeof(STORED), factor(at.row), of_factor, full);
    if (of_source > 0) fetch(ring.sources + of_stage, history.rows + then.row, of_source, full);
  }
  __device__ const STORED* numbers() const {
    return (const STORED*)(ring.stages + stage() * STAGED_BYTES);
  }
  __device__ const Complex* row_factor() const {
    return (const Complex*)(ring.stages + stage() * STAGED_BYTES + STAGED_NUMBERS * sizeof(STORED));
  }
  // By one thread.
  __device__ void begin() const {
    StripRow at = strips.first();
    for (unsigned first = 0; first < STAGES; ++first) {
      if (strips.is_there(at)) fetch_row(at, history.rows[at.row], first);
      strips.next(at);
    }
  }
  __device__ void enter() const { wait_for(ring.full + stage(), turn % 2); }
  __device__ void leave(StripRow at) {
    warp_sync();
    if (threadIdx.x % 32 == 0 && leave_as_last(ring.left + stage())) {
      for (unsigned step = 0; step < STAGES; ++step) strips.next(at);
      fetch_row(at, ring.sources[stage()], stage());
    }
    turn = stage() + 1 == STAGES ? turn % 2 ^ 1 : turn + 2;
  }
};
