// The numbers of networks that are measured.
#pragma once

#include <algorithm>
#include <complex>
#include <type_traits>
#include <vector>

#include "physics/networks/execute.h"
#include "physics/networks/tensor_values.h"
#include "programs/bench/machine_loops.h"

namespace diagc::bench {

/// In single precision, the largest number of each near 1.
template <class Value>
std::vector<networks::ScaledArray<Value>> tensors_of(const networks::TensorValues& values) {
  std::vector<networks::ScaledArray<Value>> tensors;
  const std::size_t parts = values.is_complex ? 2 : 1;
  for (const std::vector<double>& numbers : values.numbers) {
    auto& own = tensors.emplace_back();
    for (std::size_t k = 0; k < numbers.size(); k += parts) {
      if constexpr (std::is_same_v<Value, float>)
        own.values.push_back(static_cast<float>(numbers[k]));
      else
        own.values.emplace_back(static_cast<float>(numbers[k]),
                                static_cast<float>(parts == 2 ? numbers[k + 1] : 0));
    }
    networks::normalise(own);
  }
  return tensors;
}

}  // namespace diagc::bench
