#include "physics/lattice/propagator_table.h"

#include <algorithm>
#include <cmath>

namespace diagc::lattice {
namespace {

template <typename Real>
Real interpolate(const PropagatorTable& table, const Real* coefficients, std::uint32_t row,
                 Real tau) {
  const bool later = tau > 0;
  const Real position = (later ? tau : tau + static_cast<Real>(table.beta)) *
                        static_cast<Real>(table.intervals / table.beta);
  const auto interval = std::min(static_cast<std::uint32_t>(position), table.intervals - 1);
  const Real x = position - static_cast<Real>(interval);
  const Real* c =
      coefficients + (std::size_t{row} * table.intervals + interval) * (table.degree + 1);
  Real sum = c[table.degree];
  for (std::uint32_t power = table.degree; power-- > 0;) sum = sum * x + c[power];
  return later ? sum : -sum;
}

}  // namespace

double value(const PropagatorTable& table, std::uint32_t row, double tau) {
  return interpolate(table, table.coefficients.data(), row, tau);
}

float value_float(const PropagatorTable& table, const std::vector<float>& coefficients,
                  std::uint32_t row, float tau) {
  return interpolate(table, coefficients.data(), row, tau);
}

}  // namespace diagc::lattice
