// A batch as most callers have it.
#pragma once

#include <vector>

#include "diagc/array.h"
#include "programs/bench/row_arrays.h"

namespace diagc::bench {

/// The configurations of a batch of rows as [configuration][leaf], which a kernel converts on the way in and out.
template <class T>
class CallerArrays {
 public:
  CallerArrays(const Kernel& kernel, const RowArrays<T>& arrays) {
    const std::size_t configurations = arrays.configurations();
    std::size_t row = 0;
    for (const auto& variable : kernel.inputs()) {
      const std::size_t rows = variable.leaves * (variable.complex ? 2 : 1);
      auto& numbers = numbers_.emplace_back(rows * configurations);
      for (std::size_t c = 0; c < configurations; ++c) {
        for (std::size_t r = 0; r < rows; ++r) numbers[c * rows + r] = arrays.input(row + r, c);
      }
      row += rows;
    }
    for (const auto& variable : kernel.outputs())
      numbers_.emplace_back(variable.leaves * (variable.complex ? 2 : 1) * configurations);
  }

  /// Of configurations `first` …, `count` of them.
  void evaluate(const Kernel& kernel, const std::vector<ParamValue>& params, std::size_t first,
                std::size_t count) {
    std::vector<InputArray> inputs;
    std::vector<OutputArray> outputs;
    auto numbers = numbers_.begin();
    const auto from_first = [&](const Kernel::Variable& variable) {
      return (numbers++)->data() + first * variable.leaves * (variable.complex ? 2 : 1);
    };
    for (const auto& variable : kernel.inputs())
      inputs.emplace_back(variable.name, element(variable), from_first(variable),
                          count * variable.leaves);
    for (const auto& variable : kernel.outputs())
      outputs.emplace_back(variable.name, element(variable), from_first(variable),
                           count * variable.leaves);
    kernel.evaluate(count, inputs, params, outputs);
  }

 private:
  static Element element(const Kernel::Variable& variable) {
    if (sizeof(T) == 4) return variable.complex ? Element::complex_fp32 : Element::fp32;
    return variable.complex ? Element::complex_fp64 : Element::fp64;
  }

  std::vector<std::vector<T>> numbers_;  // of inputs, then of outputs
};

}  // namespace diagc::bench
