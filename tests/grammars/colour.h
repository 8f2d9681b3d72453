// Colour of SU(3) by its matrices, for comparison with what grammars count.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <vector>

namespace diagc::grammars {

using Matrix3 = std::array<std::array<std::complex<double>, 3>, 3>;

inline Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  Matrix3 c{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

inline std::complex<double> trace(const Matrix3& a) { return a[0][0] + a[1][1] + a[2][2]; }

/// Half of Gell-Mann's matrices: Tr T^a T^b = δ^ab / 2.
inline std::vector<Matrix3> generators() {
  std::vector<Matrix3> t;
  const std::complex<double> i(0, 1);
  for (const auto& [a, b] : {std::array<std::size_t, 2>{0, 1}, {0, 2}, {1, 2}}) {
    Matrix3 real{}, imaginary{};
    real[a][b] = real[b][a] = 0.5;
    imaginary[a][b] = -0.5 * i;
    imaginary[b][a] = 0.5 * i;
    t.push_back(real);
    t.push_back(imaginary);
  }
  Matrix3 third{}, eighth{};
  third[0][0] = 0.5;
  third[1][1] = -0.5;
  eighth[0][0] = eighth[1][1] = 0.5 / std::sqrt(3.0);
  eighth[2][2] = -1 / std::sqrt(3.0);
  t.push_back(third);
  t.push_back(eighth);
  return t;
}

}  // namespace diagc::grammars
