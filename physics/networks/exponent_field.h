// What kernels of devices leave of the power of two of an array (compiler/arrays/device/text/floating.cuh), and the kinds of elements they have.
#pragma once

#include <algorithm>
#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include "physics/networks/element.h"
#include "physics/networks/scaling.h"

namespace diagc::networks {

template <class Value>
constexpr Element kind_of() {
  if constexpr (std::is_same_v<Value, float>) return Element::f32;
  if constexpr (std::is_same_v<Value, double>) return Element::f64;
  if constexpr (std::is_same_v<Value, std::complex<float>>) return Element::c64;
  if constexpr (std::is_same_v<Value, std::complex<double>>) return Element::c128;
  if constexpr (std::is_same_v<Value, linear::Residue>) return Element::count;
  return Element::tropical;
}

/// The exponent of floating-point numbers as it stands in them, and back. Reading kernels take numbers that are 0, too small to be normal, or
/// infinite as they are.
template <class Value>
class ExponentField {
 public:
  static int of(const std::vector<Value>& numbers) {
    if constexpr (has_scale<Value>) {
      const int exponent = largest_exponent(numbers.data(), numbers.size(), 1);
      return std::clamp(exponent + bias, 1, 2 * bias);
    }
    return 0;
  }

  /// The power of two by which readers divide.
  static int power(int field) {
    if constexpr (has_scale<Value>) {
      if (field == 0 || field > 2 * bias) return 0;
      return std::min(field, 2 * bias - 1) - bias;
    }
    return 0;
  }

 private:
  static constexpr int bias = [] {
    if constexpr (has_scale<Value>) {
      return std::numeric_limits<decltype(std::abs(Value()))>::max_exponent - 1;
    } else {
      return 0;
    }
  }();
};

}  // namespace diagc::networks
