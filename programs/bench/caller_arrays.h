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
  CallerArrays(const Kernel& kernel, const RowArrays<T>& arrays)
      : configurations_(arrays.configurations()) {
    std::size_t row = 0;
    for (const auto& variable : kernel.inputs()) {
      const std::size_t rows = variable.leaves * (variable.complex ? 2 : 1);
      auto& numbers = numbers_.emplace_back(rows * configurations_);
      for (std::size_t c = 0; c < configurations_; ++c) {
        for (std::size_t r = 0; r < rows; ++r) numbers[c * rows + r] = arrays.input(row + r, c);
      }
      row += rows;
      inputs_.emplace_back(variable.name, element(variable), numbers.data(),
                           configurations_ * variable.leaves);
    }
    for (const auto& variable : kernel.outputs()) {
      auto& numbers =
          numbers_.emplace_back(variable.leaves * (variable.complex ? 2 : 1) * configurations_);
      outputs_.emplace_back(variable.name, element(variable), numbers.data(),
                            configurations_ * variable.leaves);
    }
  }

  void evaluate(const Kernel& kernel, const std::vector<ParamValue>& params) const {
    kernel.evaluate(configurations_, inputs_, params, outputs_);
  }

 private:
  static Element element(const Kernel::Variable& variable) {
    if (sizeof(T) == 4) return variable.complex ? Element::complex_fp32 : Element::fp32;
    return variable.complex ? Element::complex_fp64 : Element::fp64;
  }

  std::size_t configurations_;
  std::vector<std::vector<T>> numbers_;
  std::vector<InputArray> inputs_;
  std::vector<OutputArray> outputs_;
};

}  // namespace diagc::bench
