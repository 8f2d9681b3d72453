// Copies from the device's memory to shared memory that threads do not wait for.
// An address that is not taken apart again where an index is added to it.
template <class T>
__device__ __forceinline__ const T *own_register(const T *address) {
#ifdef __CUDA_ARCH__
  asm("" : "+l"(address));
#endif
  return address;
}
// A number of an array that the kernel does not write.
template <class T>
__device__ __forceinline__ T read_only(const T *from) {
#ifdef __CUDA_ARCH__
  T value;
  if (sizeof(T) == 4)
    *(unsigned *)&value = __ldg((const unsigned *)from);
  else if (sizeof(T) == 8)
    *(uint2 *)&value = __ldg((const uint2 *)from);
  else
    *(uint4 *)&value = __ldg((const uint4 *)from);
  return value;
#else
  return *from;
#endif
}
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
