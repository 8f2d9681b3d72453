// Emitted CUDA programs against the interpreter.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "compiler/emit/layout.h"
#include "compiler/graph/interpret.h"
#include "tests/emit/cuda_on_cpu.h"

namespace diagc {

/// Random inputs and params, with what the interpreter makes of them and how far rounding may lead from that.
template <class T>
struct Problem {
  std::vector<T> inputs, params;
  std::vector<double> expected, magnitude;

  Problem(const Graph& graph, std::size_t n, std::uint64_t seed) {
    const Signature& signature = graph.signature();
    std::mt19937_64 random(seed);
    const auto number = [&] {
      return static_cast<T>(std::uniform_real_distribution<>(0.5, 1.5)(random));
    };
    inputs.resize(rows(signature.inputs) * n);
    for (T& x : inputs) x = number();
    std::vector<std::complex<double>> values;
    for (const Variable& param : signature.params) {
      for (std::int64_t i = 0; i < param.scalars(); ++i) {
        params.push_back(number());
        values.emplace_back(params.back());
        if (param.type == Type::complex) {
          params.push_back(number());
          values.back() += std::complex<double>(0, params.back());
        }
      }
    }
    const std::vector<double> doubles(inputs.begin(), inputs.end());
    expected.resize(rows(signature.outputs) * n);
    magnitude.resize(graph.outputs().size() * n);
    interpret(graph, {doubles.data(), n}, values, {expected.data(), n}, n);
    interpret_absolute(graph, {doubles.data(), n}, values, {magnitude.data(), n}, n);
  }
};

/// The row of `magnitude` for every row of the outputs.
inline std::vector<std::size_t> scalar_of_row(const Graph& graph) {
  std::vector<std::size_t> result;
  std::size_t scalar = 0;
  for (const Variable& output : graph.signature().outputs) {
    for (std::int64_t i = 0; i < output.scalars(); ++i, ++scalar) {
      result.insert(result.end(), static_cast<std::size_t>(rows_of(output.type)), scalar);
    }
  }
  return result;
}

/// The inputs with the first configuration of every other variable in all configurations.
template <class T>
std::vector<T> repeated_inputs(const Graph& graph, std::vector<T> inputs, std::size_t n) {
  const std::vector<Variable>& variables = graph.signature().inputs;
  for (std::size_t v = 0; v < variables.size(); v += 2) {
    for (std::size_t row = 0; row < rows(variables[v]); ++row) {
      const auto first =
          inputs.begin() + static_cast<std::ptrdiff_t>((first_row(variables, v) + row) * n);
      std::fill_n(first, n, *first);
    }
  }
  return inputs;
}

/// 276 configurations, not from the first on; what stands around them must stay.
template <class T>
void check_run(const CudaOnCpu<T>& programs, std::size_t i, const Graph& graph) {
  constexpr std::size_t stride = 290, begin = 7, end = 283;
  const Problem<T> problem(graph, stride, 11);
  std::vector<T> outputs(problem.expected.size(), T(-7));
  programs.run(i, problem.inputs, outputs, problem.params, stride, begin, end);
  const std::vector<std::size_t> scalar = scalar_of_row(graph);
  std::size_t wrong = 0;
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    const std::size_t at = j % stride;
    if (at < begin || at >= end) {
      wrong += outputs[j] != T(-7);
      continue;
    }
    const double expected = problem.expected[j];
    const double tolerance = 64 * static_cast<double>(std::numeric_limits<T>::epsilon()) *
                             problem.magnitude[scalar[j / stride] * stride + at];
    const bool close = std::abs(static_cast<double>(outputs[j]) - expected) <= tolerance;
    // Where double precision overflows or divides by zero, so does this.
    wrong += !close && std::isfinite(expected) && std::isfinite(tolerance);
  }
  CHECK(wrong == 0);

  // Inputs of lane stride 0 are read in the first column alone.
  std::vector<T> repeated(outputs.size(), T(-7)), shared = repeated;
  programs.run(i, repeated_inputs(graph, problem.inputs, stride), repeated, problem.params, stride,
               begin, end);
  programs.run(i, problem.inputs, shared, problem.params, stride, begin, end, 0);
  CHECK(std::memcmp(shared.data(), repeated.data(), shared.size() * sizeof(T)) == 0);
}

}  // namespace diagc
