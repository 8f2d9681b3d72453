// e^(iπx) by a table, in a few nanoseconds.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <numbers>

namespace diagc::series {

/// The rest is at most π/1024, and the first term left out of it 2e-18.
inline constexpr int half_turn_parts = 512;
/// e^(iπk/512), rounded.
extern const std::array<std::complex<double>, half_turn_parts + 1> half_turn_points;

/// Without a test for infinite parts, which the operator of complex numbers has.
inline std::complex<double> times(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// e^(iπx) for 0 ≤ x ≤ 1, to 4e-16: the nearest point of the table, times a polynomial of the small rest.
inline std::complex<double> half_turn(double x) {
  const int nearest = static_cast<int>(x * half_turn_parts + 0.5);
  const double angle = std::numbers::pi * (x - nearest * (1.0 / half_turn_parts));
  const double square = angle * angle;
  return times(
      half_turn_points[static_cast<std::size_t>(nearest)],
      {1 - square * (0.5 - square / 24), angle - angle * square * (1.0 / 6 - square / 120)});
}

/// z to any power by squares, |z| = 1.
std::complex<double> unit_power(std::complex<double> z, int exponent);

}  // namespace diagc::series
