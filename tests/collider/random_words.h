// What tests of events average over.
#pragma once

#include <algorithm>
#include <cmath>

#include "tests/test_seed.h"

namespace diagc::collider {

using diagc::test_seed;

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
