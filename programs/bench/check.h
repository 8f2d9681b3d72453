// Whether what was measured is right.
#pragma once

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc::bench {

inline constexpr std::size_t checked = 16;  ///< configurations that are compared

/// Some configurations, [row][configuration] as interpret() has them.
struct Sample {
  std::vector<double> inputs;
  std::vector<double> results;
};

/// Compares the results with those of the interpreter: |Δ| ≤ tolerance · A, A the value with every term made absolute
/// (interpret_absolute), wherever `least` ≤ A ≤ `most`. Throws std::logic_error that begins with `what`.
void check(const Sample& sample, const Graph& graph,
           const std::vector<std::complex<double>>& params, double tolerance, double least,
           double most, const std::string& what);

}  // namespace diagc::bench
