#if defined(__CUDA_ARCH__)
template <int distance>
__device__ inline void store_shared(unsigned at, float value) {
  asm volatile("st.shared.f32 [%0+%1], %2;" ::"r"(at), "n"(distance), "f"(value) : "memory");
}
template <int distance>
__device__ inline void store_shared(unsigned at, double value) {
  asm volatile("st.shared.f64 [%0+%1], %2;" ::"r"(at), "n"(distance), "d"(value) : "memory");
}
#else
template <int distance>
inline void store_shared(unsigned at, Real value) {
  *(Real *)(diagc_shared + at + distance) = value;
}
#endif
