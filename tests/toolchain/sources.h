#pragma once

#include <string>

#include "toolchain/client/toolchain.h"

namespace diagc::toolchain {

inline Source source_for(std::string_view text, const std::string& cpu = "native") {
  return {text, "test.cpp", resolve_cpu(cpu), 3};
}

inline Module built(std::string_view text, const std::string& cpu = "native") {
  return Module::load(compile(source_for(text, cpu), Product::object));
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// An axpy kernel on vectors of 64 bytes, in the form in which kernels are emitted.
inline const char* const kAxpy = R"(
typedef float Vec __attribute__((vector_size(64)));
static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); }
extern "C" void axpy(const float *tile, float *work, long groups) {
  const Vec *G = (const Vec *)tile;
  Vec *w = (Vec *)work;
  for (long i = 0; i < groups; ++i) {
    Vec x = G[2 * i];
    x = fma(x, G[2 * i + 1], w[i]);
    w[i] = x;
  }
}
)";

}  // namespace diagc::toolchain
