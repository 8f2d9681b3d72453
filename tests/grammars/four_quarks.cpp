#include "tests/grammars/four_quarks.h"

#include <algorithm>
#include <cmath>

#include "tests/grammars/colour.h"

namespace diagc::grammars {

namespace {

using grammars::operator*;

using Spinor = std::array<Complex, 4>;
using Vector = std::array<Complex, 4>;
const Complex i_(0, 1);
const std::array<double, 4> metric{1, -1, -1, -1};

/// a̸ s in the chiral representation: upper and lower halves are exchanged by σ·a and σ̄·a.
Spinor slash(const Vector& a, const Spinor& s) {
  const Complex plus = a[0] + a[3], minus = a[0] - a[3], right = a[1] - i_ * a[2],
                left = a[1] + i_ * a[2];
  return {minus * s[2] - right * s[3], -left * s[2] + plus * s[3], plus * s[0] + right * s[1],
          left * s[0] + minus * s[1]};
}

/// Null vector p: p̸ s = 0, of one chirality, s†s = 2|E|.
Spinor spinor(const Momentum& p, bool lower) {
  // (p+, p side) solves the lower equation, (−p side*, p+) the upper one.
  const double plus = p[0] + p[3];
  const Complex side(p[1], p[2]);
  std::array<Complex, 2> s = std::abs(plus) > 1e-9 * std::abs(p[0])
                                 ? std::array<Complex, 2>{Complex(plus), side}
                                 : std::array<Complex, 2>{Complex(0), Complex(1)};
  const double scale = std::sqrt(2 * std::abs(p[0]) / (std::norm(s[0]) + std::norm(s[1])));
  if (lower) return {0, 0, scale * s[0], scale * s[1]};
  return {-scale * std::conj(s[1]), scale * std::conj(s[0]), 0, 0};
}

Complex bar(const Spinor& a, const Spinor& b) {  // a†γ⁰ b
  return std::conj(a[0]) * b[2] + std::conj(a[1]) * b[3] + std::conj(a[2]) * b[0] +
         std::conj(a[3]) * b[1];
}

Vector vector(const Momentum& p) { return {p[0], p[1], p[2], p[3]}; }
Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}
Vector operator-(const Vector& a) { return {-a[0], -a[1], -a[2], -a[3]}; }
Vector operator-(const Vector& a, const Vector& b) { return a + -b; }
Complex operator*(const Vector& a, const Vector& b) {
  return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

/// ū γ^μ s for every μ.
Vector current(const Spinor& u, const Spinor& s) {
  Vector j;
  for (std::size_t m = 0; m < 4; ++m) {
    Vector unit{};
    unit[m] = metric[m];
    j[m] = bar(u, slash(unit, s));
  }
  return j;
}

struct Line {
  Momentum quark, antiquark;
  bool lower = false;  ///< chirality of the quark's spinor
};

/// The amplitudes that multiply TᵍTᵃ ⊗ Tᵃ, TᵃTᵍ ⊗ Tᵃ, Tᵃ ⊗ TᵍTᵃ, Tᵃ ⊗ TᵃTᵍ and −i f^{abg} Tᵃ ⊗ Tᵇ.
std::array<Complex, 5> diagrams(const Line& one, const Line& two, const Momentum& gluon,
                                const Vector& e) {
  const auto parts = [&](const Line& a, const Line& b, std::size_t first,
                         std::array<Complex, 5>& m) {
    const Spinor u = spinor(a.quark, a.lower), v = spinor(a.antiquark, a.lower);
    const Vector other = current(spinor(b.quark, b.lower), spinor(b.antiquark, b.lower));
    const Vector g = vector(gluon), q = vector(a.quark), qbar = vector(a.antiquark);
    const Vector exchange = vector(b.quark) + vector(b.antiquark);
    const Complex s = exchange * exchange;
    m[first] = -bar(u, slash(e, slash(q + g, slash(other, v)))) / ((q + g) * (q + g) * s);
    m[first + 1] =
        bar(u, slash(other, slash(qbar + g, slash(e, v)))) / ((qbar + g) * (qbar + g) * s);
  };
  std::array<Complex, 5> m;
  parts(one, two, 0, m);
  parts(two, one, 2, m);
  const auto flow = [](const Line& a) { return -(vector(a.quark) + vector(a.antiquark)); };
  const auto source = [](const Line& a) {
    return current(spinor(a.quark, a.lower), spinor(a.antiquark, a.lower));
  };
  const Vector k1 = flow(one), k2 = flow(two), k3 = -vector(gluon), a = source(one),
               b = source(two);
  m[4] = ((a * b) * ((k1 - k2) * e) + (b * e) * ((k2 - k3) * a) + (e * a) * ((k3 - k1) * b)) /
         ((k1 * k1) * (k2 * k2));
  return m;
}

/// Tᵃ with Tᵃ and so on by colours of quark, antiquark, other quark, other antiquark, gluon.
using Colours = std::vector<Complex>;

std::size_t at(std::size_t q, std::size_t b, std::size_t Q, std::size_t B, std::size_t g) {
  return (((q * 3 + b) * 3 + Q) * 3 + B) * 8 + g;
}

std::array<Colours, 5> structures() {
  const std::vector<Matrix3> t = generators();
  std::array<Colours, 5> c;
  for (Colours& structure : c) structure.assign(648, 0);
  const auto add = [&](Colours& to, const Matrix3& x, const Matrix3& y, std::size_t g, Complex by) {
    for (std::size_t i = 0; i < 81; ++i) {
      to[at(i / 27, i / 9 % 3, i / 3 % 3, i % 3, g)] +=
          by * x[i / 27][i / 9 % 3] * y[i / 3 % 3][i % 3];
    }
  };
  for (std::size_t g = 0; g < 8; ++g) {
    for (std::size_t a = 0; a < 8; ++a) {
      add(c[0], t[g] * t[a], t[a], g, 1);
      add(c[1], t[a] * t[g], t[a], g, 1);
      add(c[2], t[a], t[g] * t[a], g, 1);
      add(c[3], t[a], t[a] * t[g], g, 1);
      for (std::size_t b = 0; b < 8; ++b) {
        const double f = 2 * (trace(t[a] * t[b] * t[g]) - trace(t[b] * t[a] * t[g])).imag();
        add(c[4], t[a], t[b], g, -i_ * f);
      }
    }
  }
  return c;
}

/// Amplitudes of all colours; exchanged: antiquarks have changed places.
Colours amplitude(const Momenta& p, int helicities, bool exchanged, const Vector& e,
                  const std::array<Colours, 5>& c) {
  // Chirality of each leg's spinor: bits of `helicities`; a line joins legs of equal chirality.
  const auto chirality = [&](int leg) { return (helicities >> leg & 1) != 0; };
  const int first = exchanged ? 3 : 1, second = exchanged ? 1 : 3;
  Colours m(648);
  if (chirality(0) != chirality(first) || chirality(2) != chirality(second)) return m;
  const auto leg = [&](int i) { return p[static_cast<std::size_t>(i)]; };
  const auto parts =
      diagrams({leg(0), leg(first), chirality(0)}, {leg(2), leg(second), chirality(2)}, p[4], e);
  for (std::size_t i = 0; i < 648; ++i) {
    const std::size_t q = i / 216, b = i / 72 % 3, Q = i / 24 % 3, B = i / 8 % 3, g = i % 8;
    const std::size_t from = exchanged ? at(q, B, Q, b, g) : i;
    for (std::size_t k = 0; k < 5; ++k) m[i] += parts[k] * c[k][from];
  }
  return m;
}

}  // namespace

double four_quarks_and_gluon(const Momenta& p, bool same) {
  const auto c = structures();
  double sum = 0;
  for (int helicities = 0; helicities < 16; ++helicities) {
    for (const int sign : {-1, 1}) {
      const Vector e = circular(p[4], sign);
      const Colours direct = amplitude(p, helicities, false, e, c);
      const Colours other = same ? amplitude(p, helicities, true, e, c) : Colours(648);
      for (std::size_t i = 0; i < 648; ++i) sum += std::norm(direct[i] - other[i]);
    }
  }
  return sum;
}

double four_quarks_gauge_violation(const Momenta& p) {
  const auto c = structures();
  double wrong = 0, largest = 0;
  for (int helicities = 0; helicities < 16; ++helicities) {
    for (const Complex& m : amplitude(p, helicities, false, vector(p[4]), c)) {
      wrong = std::max(wrong, std::abs(m));
    }
    for (const Complex& m : amplitude(p, helicities, false, circular(p[4], 1), c)) {
      largest = std::max(largest, std::abs(m));
    }
  }
  return wrong / largest;
}

}  // namespace diagc::grammars
