#include "physics/series/resummation/approximants.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/resummation/pade.h"

namespace diagc::series {

namespace {

constexpr int most_off_diagonal = 1;
constexpr double near_axis = std::numbers::pi / 4;

}  // namespace

std::string name(const Approximant& approximant) {
  switch (approximant.method) {
    case Method::partial_sum:
      return fmt::format("order {}", approximant.order);
    case Method::pade:
      return fmt::format("Padé [{}/{}]", approximant.L, approximant.M);
    case Method::dlog_pade:
      return fmt::format("Dlog-Padé [{}/{}]", approximant.L, approximant.M);
  }
  throw std::logic_error("name: no such method");
}

std::vector<Approximant> near_diagonal(Method method, int order) {
  std::vector<Approximant> result;
  const int degrees = method == Method::pade ? order : order - 1;
  for (int apart = 0; apart <= most_off_diagonal; ++apart) {
    for (const int difference : {apart, -apart}) {
      const int L = (degrees + difference) / 2, M = degrees - L;
      const bool exists = (degrees + difference) % 2 == 0 && L >= 0 && M >= (degrees > 0 ? 1 : 0);
      if (exists) result.push_back({method, order, L, M});
      if (apart == 0) break;
    }
  }
  return result;
}

Continuation continued(const Approximant& approximant, const std::vector<double>& coefficients,
                       const std::vector<double>& couplings) {
  const bool of_logarithm = approximant.method == Method::dlog_pade;
  const RationalFunction function =
      of_logarithm ? pade(logarithmic_derivative(coefficients), approximant.L, approximant.M)
                   : pade(coefficients, approximant.L, approximant.M);
  Continuation result;
  if (!function.exists) {
    result.exists = false;
    result.at.assign(couplings.size(), std::nan(""));
    return result;
  }
  const double end = furthest(couplings);
  if (of_logarithm) {
    std::vector<double> outwards = couplings;
    if (end < 0) std::reverse(outwards.begin(), outwards.end());
    result.at = exponential_of_integral(function, coefficients[0], outwards);
    if (end < 0) std::reverse(result.at.begin(), result.at.end());
  } else {
    for (const double coupling : couplings) result.at.push_back(function(coupling));
  }
  const std::vector<std::complex<double>> poles = uncancelled_poles(function);
  for (const std::complex<double> pole : poles) {
    const double distance = std::abs(pole);
    const std::complex<double> along = end < 0 ? -pole : pole;
    if (std::abs(std::arg(along)) > near_axis) continue;
    if (result.near_pole == 0 || distance < result.near_pole) result.near_pole = distance;
  }
  result.axis_pole = first_pole(poles, end);
  return result;
}

double furthest(const std::vector<double>& couplings) {
  return std::abs(couplings.front()) > std::abs(couplings.back()) ? couplings.front()
                                                                  : couplings.back();
}

}  // namespace diagc::series
