struct Quad {
  unsigned x, y, z, w;
};
#if defined(__CUDA_ARCH__)
__device__ inline Quad load_quad(unsigned at) {
  Quad value;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "r"(at));
  return value;
}
__device__ inline void store_value(unsigned at, float value) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(value) : "memory");
}
__device__ inline void store_value(unsigned at, double value) {
  asm volatile("st.shared.f64 [%0], %1;" ::"r"(at), "d"(value) : "memory");
}
__device__ inline void block_sync(unsigned) { __syncthreads(); }
#else
inline Quad load_quad(unsigned at) { return *(const Quad *)(diagc_shared + at); }
inline void store_value(unsigned at, Real value) { *(Real *)(diagc_shared + at) = value; }
// All threads have come as often as this one.
inline void block_sync(unsigned arrivals) {
  const unsigned all = (load_word(arrivals) / THREADS + 1) * THREADS;
  store_word(arrivals, load_word(arrivals) + 1);
  while (load_word(arrivals) < all) __syncthreads();
}
#endif

// The numbers that a word names; `own` is where this lane's of slot 0 is.
__device__ inline Real low(unsigned word, unsigned own) {
  return load_shared<0>(own + (word & SLOT_MASK) * SLOT_BYTES, Real());
}
__device__ inline Real high(unsigned word, unsigned own) {
  return load_shared<0>(own + (word >> SLOT_BITS), Real());
}

// Adds two products an entry.
__device__ inline void add_pairs(Real &sum, unsigned &entry, unsigned entries, unsigned own) {
#pragma unroll 4
  for (unsigned i = 0; i < entries; ++i) {
    const uint2 words = load_words(entry);
    entry += ENTRY_STEP;
    sum = fma(low(words.x, own), high(words.x, own), sum);
    sum = fma(low(words.y, own), high(words.y, own), sum);
  }
}

// Adds two products to each sum, of numbers that they share.
__device__ inline void add_stars(Real &a, Real &b, Real &c, unsigned &quad, unsigned quads,
                                 unsigned own) {
#pragma unroll 2
  for (unsigned i = 0; i < quads; ++i) {
    const Quad words = load_quad(quad);
    quad += QUAD_STEP;
    const Real x = low(words.x, own), y = low(words.z, own);
    a = fma(x, high(words.x, own), a), b = fma(x, low(words.y, own), b),
    c = fma(x, high(words.y, own), c);
    a = fma(y, high(words.z, own), a), b = fma(y, low(words.w, own), b),
    c = fma(y, high(words.w, own), c);
  }
}
