#include "physics/series/resummation/pade.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <Eigen/Dense>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <unsupported/Eigen/Polynomials>

namespace diagc::series {

namespace {

using Complex = std::complex<double>;

template <class T>
T horner(std::span<const double> coefficients, T x) {
  T sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

/// A length on which the coefficients neither grow nor fall, so that linear systems of them are well conditioned.
double natural_scale(std::span<const double> coefficients) {
  std::size_t first = coefficients.size(), last = 0;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i] == 0) continue;
    first = std::min(first, i);
    last = i;
  }
  if (first >= last) return 1;
  const double scale = std::pow(std::abs(coefficients[first] / coefficients[last]),
                                1.0 / static_cast<double>(last - first));
  return std::isfinite(scale) && scale > 0 ? scale : 1;
}

std::vector<Complex> roots(std::vector<double> coefficients) {
  if (std::any_of(coefficients.begin(), coefficients.end(),
                  [](double c) { return !std::isfinite(c); }))
    return {};
  const double scale = natural_scale(coefficients);
  double power = 1;
  for (double& coefficient : coefficients) {
    coefficient *= power;
    power *= scale;
  }
  double most = 0;
  for (const double coefficient : coefficients) most = std::max(most, std::abs(coefficient));
  // Roots that lie 10¹² scales away are rounding errors of a lower degree.
  while (!coefficients.empty() && std::abs(coefficients.back()) <= 1e-12 * most)
    coefficients.pop_back();
  if (coefficients.size() < 2 || !std::isfinite(most)) return {};
  const Eigen::Map<const Eigen::VectorXd> polynomial(
      coefficients.data(), static_cast<Eigen::Index>(coefficients.size()));
  const Eigen::PolynomialSolver<double, Eigen::Dynamic> solver(polynomial);
  std::vector<Complex> result;
  for (const Complex root : solver.roots()) result.push_back(root * scale);
  return result;
}

/// Real parts of ∫₀ˣ of a rational function from its partial fractions: poles must be apart.
class PartialFractions {
 public:
  explicit PartialFractions(const RationalFunction& function) : poles_(function.poles()) {
    // Polynomial part by division, from the highest power.
    std::vector<double> rest = function.numerator;
    std::vector<double> divisor = function.denominator;
    divisor.resize(poles_.size() + 1);
    while (rest.size() >= divisor.size()) {
      const double factor = rest.back() / divisor.back();
      const std::size_t shift = rest.size() - divisor.size();
      if (polynomial_.size() <= shift) polynomial_.resize(shift + 1);
      polynomial_[shift] = factor;
      for (std::size_t i = 0; i < divisor.size(); ++i) rest[shift + i] -= factor * divisor[i];
      rest.pop_back();
    }
    std::vector<double> slope;
    for (std::size_t i = 1; i < divisor.size(); ++i)
      slope.push_back(static_cast<double>(i) * divisor[i]);
    for (const Complex pole : poles_)
      residues_.push_back(horner<Complex>(rest, pole) / horner<Complex>(slope, pole));
  }

  double integral(double x) const {
    double sum = 0;
    for (std::size_t i = polynomial_.size(); i-- > 0;)
      sum = (sum + polynomial_[i] / static_cast<double>(i + 1)) * x;
    for (std::size_t i = 0; i < poles_.size(); ++i) {
      const Complex argument = 1.0 - x / poles_[i];
      // On the real axis the principal value.
      const Complex logarithm =
          poles_[i].imag() == 0 ? Complex(std::log(std::abs(argument.real()))) : std::log(argument);
      sum += (residues_[i] * logarithm).real();
    }
    return sum;
  }

 private:
  std::vector<double> polynomial_;
  std::vector<Complex> poles_, residues_;
};

}  // namespace

double RationalFunction::operator()(double x) const {
  return horner(std::span<const double>(numerator), x) /
         horner(std::span<const double>(denominator), x);
}

std::vector<Complex> RationalFunction::poles() const { return roots(denominator); }
std::vector<Complex> RationalFunction::zeros() const { return roots(numerator); }

RationalFunction pade(std::span<const double> coefficients, int L, int M) {
  if (L < 0 || M < 0 ||
      coefficients.size() < static_cast<std::size_t>(L) + static_cast<std::size_t>(M) + 1)
    throw std::logic_error("pade: too few coefficients");
  const auto terms = static_cast<std::size_t>(L) + static_cast<std::size_t>(M) + 1;
  const double scale = natural_scale(coefficients.first(terms));
  std::vector<double> scaled(terms);
  double power = 1;
  for (std::size_t i = 0; i < terms; ++i) {
    scaled[i] = coefficients[i] * power;
    power *= scale;
  }
  const auto at = [&](int i) { return i < 0 ? 0.0 : scaled[static_cast<std::size_t>(i)]; };

  RationalFunction result;
  result.denominator = {1};
  if (M > 0) {
    Eigen::MatrixXd matrix(M, M);
    Eigen::VectorXd right(M);
    for (int i = 0; i < M; ++i) {
      right[i] = -at(L + 1 + i);
      for (int j = 0; j < M; ++j) matrix(i, j) = at(L + i - j);
    }
    // The solution of least norm where the rank is less than M.
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(M, M);
    decomposition.setThreshold(1e-13);
    decomposition.compute(matrix);
    const Eigen::VectorXd denominator = decomposition.solve(right);
    for (int i = 0; i < M; ++i) result.denominator.push_back(denominator[i]);
    result.exists = (matrix * denominator - right).norm() <= 1e-6 * right.norm();
  }
  for (int i = 0; i <= L; ++i) {
    double sum = 0;
    for (int j = 0; j <= std::min(i, M); ++j)
      sum += result.denominator[static_cast<std::size_t>(j)] * at(i - j);
    result.numerator.push_back(sum);
  }
  for (std::vector<double>* part : {&result.numerator, &result.denominator}) {
    power = 1;
    for (double& coefficient : *part) {
      coefficient *= power;
      power /= scale;
    }
  }
  return result;
}

std::vector<double> logarithmic_derivative(std::span<const double> coefficients) {
  if (coefficients.empty() || coefficients[0] == 0)
    throw std::logic_error("logarithmic_derivative: the series begins with 0");
  std::vector<double> derivative;
  for (std::size_t k = 0; k + 1 < coefficients.size(); ++k) {
    double sum = static_cast<double>(k + 1) * coefficients[k + 1];
    for (std::size_t j = 0; j < k; ++j) sum -= derivative[j] * coefficients[k - j];
    derivative.push_back(sum / coefficients[0]);
  }
  return derivative;
}

namespace {

/// To 10⁻¹² or so, absolutely: the integral is an exponent. Relative to an interval among hundreds that would be less than the rounding of
/// the integrand, in vain divided to the last.
double integral_between(const RationalFunction& integrand, double from, double to) {
  using Rule = boost::math::quadrature::gauss_kronrod<double, 15>;
  constexpr double bound = 1e-12;
  double error = 0, size = 0;
  const double integral = Rule::integrate(integrand, from, to, 0, 0, &error, &size);
  if (error <= bound) return integral;
  return Rule::integrate(integrand, from, to, 10, std::max(bound / size, 1e-13));
}

}  // namespace

std::vector<double> exponential_of_integral(const RationalFunction& derivative, double at_zero,
                                            std::span<const double> x) {
  std::vector<double> values;
  if (x.empty()) return values;
  if (first_pole(derivative.poles(), x.back()) != 0) {
    const PartialFractions fractions(derivative);
    for (const double to : x) values.push_back(at_zero * std::exp(fractions.integral(to)));
    return values;
  }
  double integral = 0, from = 0;
  for (const double to : x) {
    if (to != from) integral += integral_between(derivative, from, to);
    from = to;
    values.push_back(at_zero * std::exp(integral));
  }
  return values;
}

std::vector<Complex> uncancelled_poles(const RationalFunction& function, double doublet) {
  std::vector<Complex> poles = function.poles();
  const std::vector<Complex> zeros = function.zeros();
  std::erase_if(poles, [&](Complex pole) {
    return std::any_of(zeros.begin(), zeros.end(), [&](Complex zero) {
      return std::abs(zero - pole) <= doublet * std::abs(pole);
    });
  });
  return poles;
}

double first_pole(std::span<const Complex> poles, double x) {
  double first = 0;
  for (const Complex pole : poles) {
    const double at = pole.real();
    const bool on_the_way =
        std::abs(pole.imag()) <= 1e-9 * std::abs(pole) && at * x > 0 && std::abs(at) <= std::abs(x);
    if (on_the_way && (first == 0 || std::abs(at) < std::abs(first))) first = at;
  }
  return first;
}

}  // namespace diagc::series
