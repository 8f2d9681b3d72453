// A thread's own numbers in shared memory and rows in the workspace, `threads` apart. On a device accesses stay in the order of the source
// and are none of those that a compiler leaves out: it would keep in registers what was put away because they are full.
extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

#if defined(__CUDA_ARCH__)
__device__ inline unsigned first_slot(unsigned thread) {
  return (unsigned)__cvta_generic_to_shared(diagc_shared) + thread * (unsigned)sizeof(Real);
}
template <int slot>
__device__ inline void store_slot(unsigned slots, float value) {
  asm volatile("st.volatile.shared.f32 [%0+%1], %2;" ::"r"(slots), "n"(slot * threads * 4),
               "f"(value));
}
template <int slot>
__device__ inline void store_slot(unsigned slots, double value) {
  asm volatile("st.volatile.shared.f64 [%0+%1], %2;" ::"r"(slots), "n"(slot * threads * 8),
               "d"(value));
}
template <int slot>
__device__ inline void load_slot(unsigned slots, float &value) {
  asm volatile("ld.volatile.shared.f32 %0, [%1+%2];"
               : "=f"(value)
               : "r"(slots), "n"(slot * threads * 4));
}
template <int slot>
__device__ inline void load_slot(unsigned slots, double &value) {
  asm volatile("ld.volatile.shared.f64 %0, [%1+%2];"
               : "=d"(value)
               : "r"(slots), "n"(slot * threads * 8));
}
template <int row>
__device__ inline void store_row(float *rows, float value) {
  asm volatile("st.volatile.global.f32 [%0+%1], %2;" ::"l"(rows), "n"(row * threads * 4),
               "f"(value));
}
template <int row>
__device__ inline void store_row(double *rows, double value) {
  asm volatile("st.volatile.global.f64 [%0+%1], %2;" ::"l"(rows), "n"(row * threads * 8),
               "d"(value));
}
template <int row>
__device__ inline void load_row(const float *rows, float &value) {
  asm volatile("ld.volatile.global.f32 %0, [%1+%2];"
               : "=f"(value)
               : "l"(rows), "n"(row * threads * 4));
}
template <int row>
__device__ inline void load_row(const double *rows, double &value) {
  asm volatile("ld.volatile.global.f64 %0, [%1+%2];"
               : "=d"(value)
               : "l"(rows), "n"(row * threads * 8));
}
__device__ inline void load_input(const float *from, float &value) {
  asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(value) : "l"(from));
}
__device__ inline void load_input(const double *from, double &value) {
  asm volatile("ld.volatile.global.f64 %0, [%1];" : "=d"(value) : "l"(from));
}
#else
inline unsigned first_slot(unsigned thread) { return thread; }
template <int slot>
inline void store_slot(unsigned slots, Real value) {
  ((Real *)diagc_shared)[slots + slot * threads] = value;
}
template <int slot>
inline void load_slot(unsigned slots, Real &value) {
  value = ((const Real *)diagc_shared)[slots + slot * threads];
}
template <int row>
inline void store_row(Real *rows, Real value) {
  rows[row * threads] = value;
}
template <int row>
inline void load_row(const Real *rows, Real &value) {
  value = rows[row * threads];
}
inline void load_input(const Real *from, Real &value) { value = *from; }
#endif
