// The SU(N) Hubbard atom for any real N, as a power series in βU: exact where Number is, an exact rational or a number of many digits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace diagc::series::exact {

/// Coefficients of (βU)⁰ … (βU)^order.
template <typename Number>
struct AtomSeries {
  std::vector<Number> log_z;             ///< ln Z/Z₀
  std::vector<Number> density;           ///< ⟨n_σ⟩ of one flavour
  std::vector<Number> double_occupancy;  ///< ⟨n_σ n_σ'⟩ of one pair of flavours
};

namespace atom {

/// Σ_j c_j k(k−1)…(k−j+1), a polynomial in the number k of particles in factorial powers: without U, that of power j has the mean
/// N(N−1)…(N−j+1) fʲ for any real N.
template <typename Number>
using Factorial = std::vector<Number>;

/// k p, as k times factorial power j is factorial power j+1 and j times power j.
template <typename Number>
Factorial<Number> times_k(const Factorial<Number>& p) {
  Factorial<Number> result(p.size() + 1);
  for (std::size_t j = 0; j < p.size(); ++j) {
    result[j + 1] += p[j];
    result[j] += static_cast<int>(j) * p[j];
  }
  return result;
}

/// a / b up to the order of a.
template <typename Number>
std::vector<Number> quotient(std::vector<Number> a, const std::vector<Number>& b) {
  for (std::size_t n = 0; n < a.size(); ++n) {
    for (std::size_t i = 0; i < n; ++i) a[n] -= a[i] * b[n - i];
    a[n] /= b[0];
  }
  return a;
}

}  // namespace atom

/// H = (U/2) Σ_{σ≠σ'} n_σ n_σ' − μ Σ n − (N − 1) U α Σ n with the filling f = 1/(1 + e^(−βμ)) of U = 0. Every
/// coefficient is a polynomial in N, from Z/Z₀ = Σ_n (−βU)ⁿ/n! ⟨(k(k−1)/2 − (N−1) α k)ⁿ⟩ over the binomial
/// distribution of k, whose factorial moments are polynomials in N.
template <typename Number>
AtomSeries<Number> atom_series(const Number& flavours, const Number& filling, int order,
                               const Number& alpha = 0) {
  const auto size = static_cast<std::size_t>(order) + 1;
  const Number slope = (flavours - 1) * alpha;
  std::vector<Number> z, particles, pairs;  // Z/Z₀; times ⟨k⟩/N; times ⟨k(k−1)⟩/(N(N−1))
  atom::Factorial<Number> power{Number(1)};
  Number factor = 1;
  for (std::size_t n = 0; n < size; ++n) {
    if (n > 0) factor /= -static_cast<int>(n);
    // The mean of p/(N(N−1)…), the first `less` factors left out; p has no factorial powers below `less`.
    const auto mean = [&](const atom::Factorial<Number>& p, std::size_t less) {
      Number sum = 0, moment = 1;
      for (std::size_t j = 0; j < p.size(); ++j) {
        if (j >= less) sum += p[j] * moment;
        moment *= filling;
        if (j >= less) moment *= flavours - static_cast<int>(j);
      }
      return Number(factor * sum);
    };
    const atom::Factorial<Number> k = atom::times_k(power);
    atom::Factorial<Number> pair = atom::times_k(k);
    for (std::size_t j = 0; j < k.size(); ++j) pair[j] -= k[j];
    z.push_back(mean(power, 0));
    particles.push_back(mean(k, 1));
    pairs.push_back(mean(pair, 2));
    power = pair;
    for (std::size_t j = 0; j < power.size(); ++j) {
      power[j] /= 2;
      if (j < k.size()) power[j] -= slope * k[j];
    }
  }
  AtomSeries<Number> result;
  result.density = atom::quotient(particles, z);
  result.double_occupancy = atom::quotient(pairs, z);
  // Z ∂(ln Z) = ∂Z.
  std::vector<Number> derivative;
  for (std::size_t n = 1; n < size; ++n) derivative.push_back(static_cast<int>(n) * z[n]);
  derivative = atom::quotient(derivative, z);
  result.log_z.push_back(Number(0));
  for (std::size_t n = 1; n < size; ++n) {
    result.log_z.push_back(derivative[n - 1] / static_cast<int>(n));
  }
  return result;
}

}  // namespace diagc::series::exact
