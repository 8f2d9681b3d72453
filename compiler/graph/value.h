// Value types and exact numbers of the graph, in one place.
#pragma once

#include <complex>
#include <cstdint>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>

namespace diagc {

/// Exact static number of the language; at most `max_number_bits` in numerator or denominator.
using Rational = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;
inline constexpr unsigned max_number_bits = 4096;

/// Type of a graph node's value. Vectors are split into component scalars before the graph.
enum class Type : std::uint8_t { real, complex };

inline Type join(Type a, Type b) {
  return a == Type::complex || b == Type::complex ? Type::complex : Type::real;
}

/// Number of real rows a value of this type takes in a batch.
inline int rows_of(Type type) { return type == Type::complex ? 2 : 1; }

/// Nearest double, also for numerators and denominators outside its range.
double to_double(const Rational& number);
std::string to_string(const Rational& number);

}  // namespace diagc
