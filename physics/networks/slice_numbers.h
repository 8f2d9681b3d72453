// Values of every kind as the numbers of a SliceSum.
#pragma once

#include <complex>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "runtime/linear/contract.h"

namespace diagc::networks {

/// Numbers that stand for a value.
template <class Value>
constexpr std::size_t parts =
    std::is_floating_point_v<Value> || std::is_same_v<Value, linear::Residue> ? 1 : 2;

template <class Value>
void append(std::vector<double>& numbers, const Value& value) {
  if constexpr (std::is_same_v<Value, linear::Residue>) {
    numbers.push_back(value.value);
  } else if constexpr (std::is_same_v<Value, linear::Tropical>) {
    numbers.insert(numbers.end(), {value.max, static_cast<double>(value.count)});
  } else if constexpr (parts<Value> == 2) {
    numbers.insert(numbers.end(), {value.real(), value.imag()});
  } else {
    numbers.push_back(value);
  }
}

}  // namespace diagc::networks
