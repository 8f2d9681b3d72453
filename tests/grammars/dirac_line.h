// A quark line with gluons by currents in Feynman's gauge: four-vectors and Weyl spinors, for comparison with grammars in another gauge.
#pragma once

#include <cmath>

#include "tests/grammars/partons.h"

namespace diagc::grammars::dirac {

using WeylSpinor = std::array<Complex, 2>;
using PauliMatrix = std::array<std::array<Complex, 2>, 2>;
using FourVector = std::array<Complex, 4>;

inline Complex minkowski(const FourVector& a, const FourVector& b) {
  return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}
inline FourVector added(const FourVector& a, const FourVector& b, Complex by = 1) {
  FourVector c;
  for (std::size_t m = 0; m < 4; ++m) c[m] = a[m] + by * b[m];
  return c;
}
inline FourVector complex_vector(const Momentum& p) { return {p[0], p[1], p[2], p[3]}; }

/// a⁰ + sign a·σ.
inline PauliMatrix pauli(const FourVector& a, double sign) {
  const Complex i(0, 1);
  return {{{a[0] + sign * a[3], sign * (a[1] - i * a[2])},
           {sign * (a[1] + i * a[2]), a[0] - sign * a[3]}}};
}
inline WeylSpinor row_times(const WeylSpinor& row, const PauliMatrix& m) {
  return {row[0] * m[0][0] + row[1] * m[1][0], row[0] * m[0][1] + row[1] * m[1][1]};
}

/// (p⁰ + sign p·σ) s = 0, s†s = 2|p⁰|.
inline WeylSpinor weyl_spinor(const Momentum& p, double sign) {
  const PauliMatrix m = pauli(complex_vector(p), sign);
  WeylSpinor s = std::abs(m[0][0]) > std::abs(m[1][1]) ? WeylSpinor{-m[0][1], m[0][0]}
                                                       : WeylSpinor{m[1][1], -m[1][0]};
  const double scale = std::sqrt(2 * std::abs(p[0]) / (std::norm(s[0]) + std::norm(s[1])));
  for (Complex& x : s) x *= scale;
  return s;
}

/// Currents J(a … b) of neighbouring gluons and their momenta.
class GluonCurrents {
 public:
  GluonCurrents(const Momenta& p, const std::vector<Polarisation>& e) : size_(p.size()) {
    current_.resize(size_ * size_);
    momentum_ = current_;
    for (std::size_t length = 1; length <= size_; ++length)
      for (std::size_t a = 0; a + length <= size_; ++a) add(a, a + length - 1, p, e);
  }
  const FourVector& current(std::size_t a, std::size_t b) const { return current_[a * size_ + b]; }
  const FourVector& momentum(std::size_t a, std::size_t b) const {
    return momentum_[a * size_ + b];
  }

 private:
  void add(std::size_t a, std::size_t b, const Momenta& p, const std::vector<Polarisation>& e) {
    const std::size_t at = a * size_ + b;
    if (a == b) {
      current_[at] = e[a];
      momentum_[at] = complex_vector(p[a]);
      return;
    }
    momentum_[at] = added(momentum(a, b - 1), momentum(b, b));
    FourVector all{};
    for (std::size_t c = a; c < b; ++c) {
      const FourVector &x = current(a, c), &y = current(c + 1, b), &k = momentum(a, c),
                       &q = momentum(c + 1, b);
      all = added(all, y, 2.0 * minkowski(q, x));
      all = added(all, x, -2.0 * minkowski(k, y));
      all = added(all, added(k, q, -1), minkowski(x, y));
      for (std::size_t d = c + 1; d < b; ++d) {
        const FourVector &middle = current(c + 1, d), &last = current(d + 1, b);
        all = added(all, middle, 2.0 * minkowski(x, last));
        all = added(all, last, -minkowski(x, middle));
        all = added(all, x, -minkowski(middle, last));
      }
    }
    current_[at] = added(FourVector{}, all, 1.0 / minkowski(momentum_[at], momentum_[at]));
  }

  std::size_t size_;
  std::vector<FourVector> current_, momentum_;
};

/// Colour-ordered amplitude of antiquark, gluons in this order, quark, all momenta outgoing; of the quark's two helicities the one that
/// `quark_line` has where `chirality` is −1. Without powers of √2: F. A. Berends and W. T. Giele, Nucl. Phys. B 306, 759 (1988).
inline Complex dirac_line(const Momentum& antiquark, const Momenta& gluons,
                          const std::vector<Polarisation>& e, const Momentum& quark,
                          int chirality) {
  const std::size_t count = gluons.size();
  const GluonCurrents currents(gluons, e);
  // lines[c]: the quark with the gluons from c on.
  std::vector<WeylSpinor> lines(count + 1);
  const WeylSpinor end = weyl_spinor(quark, chirality);
  lines[count] = {std::conj(end[0]), std::conj(end[1])};
  WeylSpinor all{};
  for (std::size_t first = count; first-- > 0;) {
    all = {};
    for (std::size_t c = first + 1; c <= count; ++c) {
      const WeylSpinor row = row_times(lines[c], pauli(currents.current(first, c - 1), chirality));
      all = {all[0] + row[0], all[1] + row[1]};
    }
    if (first == 0) break;
    const FourVector k = added(complex_vector(quark), currents.momentum(first, count - 1));
    lines[first] = row_times(all, pauli(k, -chirality));
    for (Complex& x : lines[first]) x /= minkowski(k, k);
  }
  const WeylSpinor begin = weyl_spinor(antiquark, chirality);
  return all[0] * begin[0] + all[1] * begin[1];
}

}  // namespace diagc::grammars::dirac
