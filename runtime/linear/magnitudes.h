// Magnitudes of floating-point arrays, and powers of two times them, as fast as memory gives them.
#pragma once

#include <cstdint>

namespace diagc::linear {

/// The largest magnitude of some numbers, infinite where one is no number; 0 of none.
float largest_magnitude(const float* numbers, std::uint64_t count);
double largest_magnitude(const double* numbers, std::uint64_t count);

/// Every number times `first`, and that times `second`.
void multiply(float* numbers, std::uint64_t count, float first, float second);
void multiply(double* numbers, std::uint64_t count, double first, double second);

}  // namespace diagc::linear
