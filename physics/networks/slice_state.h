// How far a contraction is: the sums of slices that are done, and what is needed to make a value of them.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "physics/networks/element.h"
#include "physics/networks/slice_sums.h"

namespace diagc::networks {

struct Value {
  /// f32, f64, c64, c128: numbers times 2^exponent, in C order of the open axes.
  std::vector<std::complex<double>> numbers;
  std::int64_t exponent = 0;
  double max = 0;  ///< tropical: the largest sum
  boost::multiprecision::cpp_int count =
      0;  ///< count: the value; tropical: how many assignments have the largest sum
};

struct SliceState {
  Element element = Element::f64;
  std::uint32_t modulus = 0;  ///< of `count`: only the remainder is wanted; 0: the number itself
  SliceLayout layout;
  /// What was taken out of the tensors: factor times 2^exponent.
  std::complex<double> factor = 1;
  std::int64_t exponent = 0;

  /// All slices once: for floating-point elements, or modulo each of the primes.
  struct Pass {
    std::uint32_t prime = 0;
    SliceSums sums;
  };
  std::vector<Pass> passes;

  /// Numbers that an element is made of: 2 for complex ones and for `tropical`.
  std::size_t parts() const { return is_complex(element) || element == Element::tropical ? 2 : 1; }
  SliceArithmetic arithmetic(std::uint32_t prime) const;
  /// Slices of all passes that are there.
  std::uint64_t slices_done() const;
  bool is_complete() const { return slices_done() == layout.slices * passes.size(); }
};

/// Throws std::logic_error where slices are missing.
Value value_of(const SliceState& state);

}  // namespace diagc::networks
