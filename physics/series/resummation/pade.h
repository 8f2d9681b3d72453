// Padé approximants of power series, and Dlog-Padé: those of the logarithmic derivative, integrated again.
//
//   Padé [L/M]: P(x)/Q(x) of degrees L and M, Q(0) = 1, that agrees with the series to order L + M.
//   Dlog-Padé [L/M]: f(0) exp ∫₀ˣ P/Q, with P/Q the Padé approximant of f'/f; it agrees with f to order L + M + 1 and is exact for
//   products of powers such as (1 + x/a)^γ.
// (G. A. Baker and P. Graves-Morris, Padé Approximants, Cambridge 1996.)
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace diagc::series {

struct RationalFunction {
  std::vector<double> numerator, denominator;  ///< coefficients of x⁰, x¹, …; denominator[0] is 1
  bool exists = true;  ///< false: no such function agrees with the series to order L + M

  double operator()(double x) const;
  /// Roots of the denominator, common factors with the numerator included.
  std::vector<std::complex<double>> poles() const;
  std::vector<std::complex<double>> zeros() const;
};

/// Uses coefficients[0 … L + M], all of which must be there. Where the conditions do not fix the denominator (f is
/// rational of lower degree), the smallest one is taken.
RationalFunction pade(std::span<const double> coefficients, int L, int M);

/// Coefficients of f'/f, one less than of f, whose first must not be 0.
std::vector<double> logarithmic_derivative(std::span<const double> coefficients);

/// f(0) exp ∫₀ˣ of a rational function, at ascending x ≥ 0 (or descending x ≤ 0). Beyond a pole on the way the integral is the principal
/// value, so that weak poles, as noise makes them, do little.
std::vector<double> exponential_of_integral(const RationalFunction& derivative, double at_zero,
                                            std::span<const double> x);

/// The poles, without those that a nearby zero hides (Froissart doublets: closer than `doublet` of the pole's distance from 0).
std::vector<std::complex<double>> uncancelled_poles(const RationalFunction& function,
                                                    double doublet = 1e-2);

/// The smallest of these poles that is real and between 0 and the far end `x`, 0 if there is none.
double first_pole(std::span<const std::complex<double>> poles, double x);

}  // namespace diagc::series
