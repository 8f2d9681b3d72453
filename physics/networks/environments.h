// Environments of all tensors of a network, as they come of slices one after the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "physics/networks/execute.h"
#include "physics/networks/gradient.h"
#include "physics/networks/tensor_stride.h"

namespace diagc::networks {

/// The numbers of a network, each tensor's largest near 1.
template <class V>
std::vector<ScaledArray<V>> scaled_tensors(const TensorValues& values) {
  std::vector<ScaledArray<V>> tensors;
  const std::size_t parts = values.is_complex ? 2 : 1;
  for (const std::vector<double>& numbers : values.numbers) {
    ScaledArray<V>& tensor = tensors.emplace_back();
    for (std::size_t k = 0; k < numbers.size(); k += parts) {
      if constexpr (std::is_floating_point_v<V>) {
        tensor.values.push_back(numbers[k]);
      } else {
        tensor.values.emplace_back(numbers[k], parts == 2 ? numbers[k + 1] : 0);
      }
    }
    normalise(tensor);
  }
  return tensors;
}

/// V is double or std::complex<double>.
template <class V>
class Environments {
 public:
  /// The network must outlive it.
  explicit Environments(const arrays::Network& network)
      : network_(network), is_empty_(network.tensors.size(), true) {
    for (const auto& axes : network.tensors)
      sums_.push_back({std::vector<V>(*arrays::element_count(network, axes)), 0});
  }

  /// The derivative of one slice, which begins at element `start` of the tensor and runs over `labels` of it, each once. `numbers`, times
  /// 2^exponent, have the axes `own`, the last one fastest: along labels that it lacks the derivative is the same.
  void add(std::size_t tensor, std::uint64_t start, const std::vector<arrays::Label>& labels,
           const std::vector<arrays::Label>& own, const V* numbers, std::int64_t exponent) {
    struct Axis {
      std::uint64_t extent, to, from, index = 0;
    };
    std::vector<Axis> axes;
    std::uint64_t count = 1;
    for (const arrays::Label label : labels) {
      axes.push_back({network_.extents[label],
                      tensor_stride(network_, network_.tensors[tensor], label),
                      tensor_stride(network_, own, label)});
      count *= axes.back().extent;
    }
    const std::uint64_t elements = *arrays::element_count(network_, own);
    const std::span<const V> all(numbers, elements);
    if (std::ranges::all_of(all, [](const V& number) { return number == V(); })) return;
    ScaledArray<V>& sum = sums_[tensor];
    const std::int64_t common = is_empty_[tensor] ? exponent : std::max(exponent, sum.exponent);
    is_empty_[tensor] = false;
    if (sum.exponent != common) {
      for (V& number : sum.values) number = shifted(number, sum.exponent - common);
    }
    sum.exponent = common;
    std::uint64_t to = start, from = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
      sum.values[to] += shifted(all[from], exponent - common);
      for (std::size_t axis = axes.size(); axis-- > 0;) {
        Axis& one = axes[axis];
        to += one.to;
        from += one.from;
        if (++one.index < one.extent) break;
        to -= one.extent * one.to;
        from -= one.extent * one.from;
        one.index = 0;
      }
    }
  }

  Gradient gradient(std::uint64_t most_elements = 0) {
    Gradient gradient;
    gradient.most_elements = most_elements;
    gradient.environments.is_complex = !std::is_floating_point_v<V>;
    for (ScaledArray<V>& sum : sums_) {
      normalise(sum);
      gradient.exponents.push_back(sum.exponent);
      auto& numbers = gradient.environments.numbers.emplace_back();
      for (const V& number : sum.values) {
        numbers.push_back(std::real(number));
        if constexpr (!std::is_floating_point_v<V>) numbers.push_back(number.imag());
      }
    }
    return gradient;
  }

 private:
  static V shifted(const V& number, std::int64_t by) {
    const auto power = static_cast<int>(std::max<std::int64_t>(by, -100'000));
    if constexpr (std::is_floating_point_v<V>) {
      return std::ldexp(number, power);
    } else {
      return {std::ldexp(number.real(), power), std::ldexp(number.imag(), power)};
    }
  }

  const arrays::Network& network_;
  std::vector<ScaledArray<V>> sums_;  ///< by tensor
  std::vector<bool> is_empty_;        ///< by tensor: nothing was added yet
};

}  // namespace diagc::networks
