// Seeds of random tests.
#pragma once

#include <cstdlib>
#include <random>

namespace diagc::collider {

inline unsigned test_seed() {
  const char* given = std::getenv("DIAGC_TEST_SEED");
  return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device()();
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
