// Attributes of functions that are compiled once for each kind of processor and chosen by what the machine's has.
#pragma once

#ifdef __x86_64__

#define DIAGC_TARGET_AVX2 __attribute__((target("avx2,fma")))

/// Clang takes vectors as wide as they are written; g++ has to be told, in a word that Clang does not know.
#ifdef __clang__
#define DIAGC_TARGET_AVX512 __attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl,avx512bw")))
#else
#define DIAGC_TARGET_AVX512 \
  __attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512")))
#endif

#endif

namespace diagc {

/// Whether functions with these attributes run here.
inline bool runs_avx2() {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

inline bool runs_avx512() {
#ifdef __x86_64__
  return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#else
  return false;
#endif
}

}  // namespace diagc
