// Copies from the device's memory to shared memory that threads do not wait for.
// Begins to copy to shared memory. Copies are gathered by end_of_copies(); all but the last `left` gatherings have come after wait_for_copies().
template <class T>
__device__ __forceinline__ void begin_copy(T *to, const T *from) {
#ifdef __CUDA_ARCH__
  const unsigned at = (unsigned)__cvta_generic_to_shared(to);
  if (sizeof(T) == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from),
                 "n"(sizeof(T) == 16 ? 8 : (int)sizeof(T))
                 : "memory");
#else
  *to = *from;
#endif
}
__device__ __forceinline__ void end_of_copies() {
#ifdef __CUDA_ARCH__
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <unsigned left>
__device__ __forceinline__ void wait_for_copies() {
#ifdef __CUDA_ARCH__
  asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
#endif
}
