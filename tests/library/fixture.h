// What the tests of the library share: grammars, random numbers, a cache of their own.
#pragma once

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "diagc/diagc.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"

namespace diagc {

inline std::string grammar_file(const std::string& name) {
  return std::string(DIAGC_SOURCE_DIR) + "/grammars/" + name + ".diag";
}

/// The tests leave the user's cache alone and share one folder, so that a kernel is compiled once.
inline const std::filesystem::path& test_cache() {
  static const TemporaryFolder folder;
  setenv("DIAGC_CACHE_DIR", folder.path().c_str(), 1);
  return folder.path();
}

/// The kernel, or a failed test that says why there is none.
inline Kernel compiled(const Compiled& result) {
  std::string text;
  for (const auto& diagnostic : result.diagnostics) text += diagnostic.rendered + "\n";
  INFO(text);
  REQUIRE(result.kernel);
  REQUIRE(result.diagnostics.empty());
  return *result.kernel;
}

inline Kernel kernel_from_file(const std::string& grammar, const CompileOptions& options) {
  test_cache();
  return compiled(compile_file(grammar_file(grammar), options));
}

inline Kernel kernel_from_text(const std::string& text, const CompileOptions& options = {}) {
  test_cache();
  return compiled(compile_text(text, "test.diag", options));
}

template <class T>
std::vector<T> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<T> values(count);
  for (T& value : values) {
    if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(uniform(generator));
    } else {
      const double re = uniform(generator);
      value = T(static_cast<typename T::value_type>(re),
                static_cast<typename T::value_type>(uniform(generator)));
    }
  }
  return values;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// [configuration][leaf] ↔ [leaf][configuration]
template <class T>
std::vector<T> transposed(const std::vector<T>& from, std::size_t outer, std::size_t inner) {
  std::vector<T> to(from.size());
  for (std::size_t i = 0; i < outer; ++i) {
    for (std::size_t j = 0; j < inner; ++j) to[j * outer + i] = from[i * inner + j];
  }
  return to;
}

}  // namespace diagc
