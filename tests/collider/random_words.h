// Seeds of random tests.
#pragma once

#include <cstdlib>
#include <random>
#include <string_view>

namespace diagc::collider {

/// The same one every time: what is within 4.5 errors of a long-tailed distribution would otherwise be beyond them once in a few thousand
/// runs of a program that nobody changed. DIAGC_TEST_SEED=random draws another, DIAGC_TEST_SEED=7 is 7.
inline unsigned test_seed() {
  const char* given = std::getenv("DIAGC_TEST_SEED");
  if (!given) return 20261123;
  if (given == std::string_view("random")) return std::random_device()();
  return static_cast<unsigned>(std::strtoul(given, nullptr, 10));
}

/// Average and its error.
struct Mean {
  double sum = 0, squares = 0, count = 0;
  void add(double x) { sum += x, squares += x * x, count += 1; }
  double mean() const { return sum / count; }
  double error() const {
    return std::sqrt(std::max(squares / count - mean() * mean(), 0.0) / count);
  }
};

}  // namespace diagc::collider
