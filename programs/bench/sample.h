// The first configurations of a batch against the interpreter.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "programs/bench/check.h"
#include "programs/bench/row_arrays.h"

namespace diagc::bench {

/// The first configurations with what the kernel gave for them.
template <class T>
Sample sample_of(const RowArrays<T>& arrays) {
  Sample sample;
  for (std::size_t row = 0; row < arrays.input_rows(); ++row) {
    for (std::size_t c = 0; c < checked; ++c)
      sample.inputs.push_back(static_cast<double>(arrays.input(row, c)));
  }
  for (std::size_t row = 0; row < arrays.output_rows(); ++row) {
    for (std::size_t c = 0; c < checked; ++c)
      sample.results.push_back(static_cast<double>(arrays.output(row, c)));
  }
  return sample;
}

/// Throws as check() does, with the tolerance of T.
template <class T>
void check_results(const Sample& sample, const Graph& graph,
                   const std::vector<std::complex<double>>& params, const std::string& what) {
  using Limits = std::numeric_limits<T>;
  check(sample, graph, params, 1000 * static_cast<double>(Limits::epsilon()),
        static_cast<double>(Limits::min()), static_cast<double>(Limits::max()), what);
}

}  // namespace diagc::bench
