// Networks with whole numbers, whose contractions are exact in double precision, on a device and on processors.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "physics/networks/device_execution.h"
#include "physics/networks/scaling.h"
#include "runtime/cache/cache.h"
#include "tests/arrays/random_networks.h"
#include "tests/networks/all_slices.h"

namespace diagc::networks {

inline constexpr std::uint32_t test_prime = 2147483629;

/// A random network of at least one tensor, in which every label stands.
inline arrays::Network plannable_network(std::mt19937& random, arrays::RandomSizes sizes) {
  while (true) {
    arrays::Network network = random_network(random, sizes);
    if (network.tensors.empty()) continue;
    for (arrays::Label label = 0; label < network.extents.size(); ++label) {
      bool stands = false;
      for (const auto& axes : network.tensors)
        stands = stands || std::ranges::count(axes, label) > 0;
      if (!stands) network.tensors[random() % network.tensors.size()].push_back(label);
    }
    return network;
  }
}

inline arrays::Order sliced_order(const arrays::Network& network, std::mt19937& random) {
  arrays::Order order = random_order(network, random);
  for (arrays::Label label = 0; label < network.extents.size() && order.sliced.size() < 3; ++label)
    if (random() % 4 == 0) order.sliced.push_back(label);
  return order;
}

template <class Value>
Value whole_number(int re, int im) {
  if constexpr (std::is_same_v<Value, linear::Residue>) {
    return {re < 0 ? test_prime - static_cast<std::uint32_t>(-re) : static_cast<std::uint32_t>(re)};
  } else if constexpr (std::is_same_v<Value, linear::Tropical>) {
    return {static_cast<double>(re), 1};
  } else if constexpr (std::is_floating_point_v<Value>) {
    return static_cast<Value>(re);
  } else {
    using Real = typename Value::value_type;
    return {static_cast<Real>(re), static_cast<Real>(im)};
  }
}

/// Whole numbers of −2 … 2. Not brought near 1, and with a power of two that changes nothing.
template <class Value>
std::vector<ScaledArray<Value>> whole_numbers(const arrays::Network& network,
                                              std::mt19937& random) {
  std::vector<ScaledArray<Value>> tensors;
  for (const auto& axes : network.tensors) {
    ScaledArray<Value>& own = tensors.emplace_back();
    own.values.resize(*element_count(network, axes));
    for (Value& value : own.values)
      value = whole_number<Value>(static_cast<int>(random() % 5) - 2,
                                  static_cast<int>(random() % 5) - 2);
  }
  return tensors;
}

/// The largest difference as a share of the largest number; infinite where kinds that are exact differ at all.
template <class Value>
double difference(const ScaledArray<Value>& found, const ScaledArray<Value>& expected) {
  if (found.values.size() != expected.values.size()) return HUGE_VAL;
  if constexpr (!has_scale<Value>) {
    return found.values == expected.values ? 0 : HUGE_VAL;
  } else {
    const auto shift = static_cast<int>(found.exponent - expected.exponent);
    double most = 0, largest = 0;
    for (std::size_t k = 0; k < found.values.size(); ++k) {
      const std::complex<double> own(found.values[k]), other(expected.values[k]);
      const std::complex<double> shifted(std::ldexp(own.real(), shift),
                                         std::ldexp(own.imag(), shift));
      most = std::max(most, std::abs(shifted - other));
      largest = std::max(largest, std::abs(other));
    }
    if (most == 0) return 0;
    return largest == 0 ? HUGE_VAL : most / largest;
  }
}

/// With sums over sliced labels that are not of `outer` ending as early as they can.
inline arrays::Plan plan_of_steps(const arrays::Network& network, const arrays::Order& order,
                                  std::uint64_t element_bytes, bool is_complex,
                                  const std::vector<arrays::Label>& outer) {
  return make_plan(network, order,
                   {.element_bytes = element_bytes, .is_complex = is_complex, .fuse = false},
                   slice_loops(network, order, outer));
}

inline arrays::Plan plan_of_steps(const arrays::Network& network, const arrays::Order& order,
                                  std::uint64_t element_bytes, bool is_complex) {
  return plan_of_steps(network, order, element_bytes, is_complex, order.sliced);
}

/// The difference between the device and processors, on which all sums over sliced labels end last.
template <class Value>
double compare_on_device(const arrays::Network& network, const arrays::Order& order,
                         const std::vector<ScaledArray<Value>>& tensors, const DeviceSetup& setup,
                         const std::vector<arrays::Label>& outer) {
  constexpr bool is_complex = !std::is_floating_point_v<Value> && has_scale<Value>;
  const std::uint32_t prime = has_scale<Value> ? 0 : test_prime;
  const ScaledArray<Value> expected = execute<Value>(
      network, plan_of_steps(network, order, sizeof(Value), is_complex), tensors, 2, prime);
  const arrays::Plan plan = plan_of_steps(network, order, sizeof(Value), is_complex, outer);
  DeviceExecution<Value> execution(network, plan, tensors, setup, 2, prime);
  return difference(all_slices<Value>(network, plan, execution, prime), expected);
}

template <class Value>
double compare_on_device(const arrays::Network& network, const arrays::Order& order,
                         const std::vector<ScaledArray<Value>>& tensors, const DeviceSetup& setup) {
  return compare_on_device(network, order, tensors, setup, order.sliced);
}

/// By the largest number by which single precision may be off; others are exact.
template <class Value>
constexpr double allowed_of_whole_numbers =
    has_scale<Value> && sizeof(Value) <= 8 && !std::is_same_v<Value, double> ? 1e-5 : 0;

/// Calls `body` with a value of each kind of element in turn.
template <class Body>
auto with_kind(int kind, const Body& body) {
  switch (kind) {
    case 0:
      return body(float());
    case 1:
      return body(double());
    case 2:
      return body(std::complex<float>());
    case 3:
      return body(std::complex<double>());
    case 4:
      return body(linear::Residue());
    default:
      return body(linear::Tropical());
  }
}

}  // namespace diagc::networks
