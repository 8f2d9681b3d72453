// Copies to stages of shared memory that come while others are used. One thread begins a copy, of which `full` counts the bytes; on devices without
// such copies all threads of a block copy, and meet.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__device__ inline unsigned shared_address(const void* p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
__device__ inline bool begins_copies() { return threadIdx.x == 0; }
__device__ inline void begin_barrier(Long* barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(arrivals)
               : "memory");
}
__device__ inline void begin_stages(Long* full, unsigned stages) {
  if (threadIdx.x == 0) {
    for (unsigned stage = 0; stage < stages; ++stage) begin_barrier(full + stage, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
}
__device__ inline void expect(unsigned bytes, Long* full) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(full)),
               "r"(bytes)
               : "memory");
}
__device__ inline void fetch(void* to, const void* from, unsigned bytes, Long* full) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(full))
      : "memory");
}
// Of what is read once, so that the second-level cache keeps other things: factors, and parts of rows for the strips to come.
__device__ inline void fetch_once(void* to, const void* from, unsigned bytes, Long* full) {
  asm volatile(
      "{\n"
      ".reg .b64 policy;\n"
      "createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
      "[%0], [%1], %2, [%3], policy;\n"
      "}" ::"r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(full))
      : "memory");
}
__device__ inline void wait_for(const Long* full, unsigned phase) {
  asm volatile(
      "{\n"
      ".reg .pred there;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 there, [%0], %1;\n"
      "@there bra done;\n"
      "bra again;\n"
      "done:\n"
      "}" ::"r"(shared_address(full)),
      "r"(phase)
      : "memory");
}
#elif defined(__CUDA_ARCH__)
__device__ inline bool begins_copies() { return true; }
__device__ inline void begin_stages(Long*, unsigned) { block_sync(); }
__device__ inline void expect(unsigned, Long*) {}
__device__ inline void fetch(void* to, const void* from, unsigned bytes, Long*) {
  for (unsigned at = threadIdx.x; at < bytes / 16; at += blockDim.x)
    ((Complex*)to)[at] = ((const Complex*)from)[at];
}
__device__ inline void fetch_once(void* to, const void* from, unsigned bytes, Long* full) {
  fetch(to, from, bytes, full);
}
__device__ inline void wait_for(const Long*, unsigned) { block_sync(); }
#else
inline bool begins_copies() { return threadIdx.x == 0; }
// Bytes that are missing, and above them how often there were none.
inline void begin_stages(Long* full, unsigned stages) {
  if (threadIdx.x < stages) full[threadIdx.x] = 0;
  block_sync();
}
inline void expect(unsigned bytes, Long* full) { *full += bytes; }
inline void fetch(void* to, const void* from, unsigned bytes, Long* full) {
  for (unsigned at = 0; at < bytes / 16; ++at) ((Complex*)to)[at] = ((const Complex*)from)[at];
  *full -= bytes;
  if ((unsigned)*full == 0) *full += 1ULL << 32;
}
inline void fetch_once(void* to, const void* from, unsigned bytes, Long* full) {
  fetch(to, from, bytes, full);
}
inline void wait_for(const Long* full, unsigned phase) {
  while (*(const volatile Long*)full / (1ULL << 32) % 2 == phase) __syncthreads();
}
#endif
