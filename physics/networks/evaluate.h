// The value of a network: an order that fits the memory, its plan, and what comes of it in the chosen elements.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "compiler/arrays/plan.h"
#include "compiler/arrays/search/search.h"
#include "physics/networks/tensor_values.h"

namespace diagc::networks {

enum class Element : std::uint8_t { f32, f64, c64, c128, count, tropical };
inline constexpr const char* element_names[] = {"f32", "f64", "c64", "c128", "count", "tropical"};

/// Bytes that a plan takes with these elements; all of them, see peak_bytes() in execute.h.
std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan, Element element,
                         unsigned threads);

struct Planned {
  arrays::Order order;
  arrays::Plan plan;
  std::uint64_t peak_bytes = 0;
};

/// The plan of a given order. Throws std::runtime_error where it takes more than `memory` bytes; the message says by how much.
Planned plan_order(const arrays::Network& network, const arrays::Order& order, Element element,
                   std::uint64_t memory, unsigned threads);

/// The plan of an order that is searched, sliced as far as `memory` demands. Throws std::runtime_error where no slicing helps.
Planned plan_search(const arrays::Network& network, arrays::SearchOptions options, Element element,
                    std::uint64_t memory, unsigned threads);

struct Value {
  /// f32, f64, c64, c128: numbers times 2^exponent, in C order of the open axes.
  std::vector<std::complex<double>> numbers;
  std::int64_t exponent = 0;
  double max = 0;  ///< tropical: the largest sum
  boost::multiprecision::cpp_int count =
      0;  ///< count: the value; tropical: how many assignments have the largest sum
};

/// Throws std::runtime_error where the numbers do not fit the element: complex ones for a real one, others than whole ones for `count`, open axes
/// for `count` and `tropical`.
///
/// `count` is exact: computed modulo as many primes below 2^31 as the bound Π extents · Π max |tensor| on its magnitude demands, and put together
/// by the Chinese remainder theorem. So is the number of maxima, whose bound is Π extents.
Value evaluate(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
               Element element, unsigned threads);

}  // namespace diagc::networks
