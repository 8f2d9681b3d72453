#pragma once

#include <cstdint>
#include <vector>

namespace diagc::lattice {

/// The propagator of U = 0, G0(r, τ) = −⟨T c_r(τ) c†_0(0)⟩, real, as piecewise polynomials in τ.
/// G[a,b] of a rule file, "from vertex a to vertex b", is G0(r_b − r_a, τ_b − τ_a): on one site
/// positive (the filling) at τ → 0⁻ and negative (−1 + filling) at τ → 0⁺.
///
/// A row is a class of displacements that share one function of τ (lattices), or an ordered pair of
/// sites (clusters); Space::row tells which.
struct PropagatorTable {
  /// Times are differences in (−β, β). The coefficients cover (0, β]; values at τ ≤ 0 follow from
  /// antiperiodicity, G0(τ) = −G0(τ + β).
  double beta = 1;
  std::uint32_t rows = 0;
  std::uint32_t intervals = 0;  ///< equal parts of (0, β], a power of two
  std::uint32_t degree = 0;
  /// [row][interval][degree + 1]: factors of the powers 0, 1, … of the position x in [0, 1] within
  /// the interval.
  std::vector<double> coefficients;
  /// The largest |value − exact| over all rows, at points between the nodes of the interpolation:
  /// absolute, in double precision, and with coefficients and arithmetic in single precision at
  /// times that are exact in single precision.
  double measured_error = 0;
  double measured_error_float = 0;
  /// [row]: the value at τ → 0⁻, which is what the line from a vertex to itself takes, G[a,a]. In
  /// the row of a site with itself the Hartree shift is subtracted where the model has one.
  std::vector<double> equal_time;
};

/// The propagator of a row at τ in [−β, β]; τ = 0 is the limit τ → 0⁻, without Hartree shift.
double value(const PropagatorTable& table, std::uint32_t row, double tau);

/// The same in single precision; a compiler that contracts products and sums may differ in the last bit.
float value_float(const PropagatorTable& table, const std::vector<float>& coefficients,
                  std::uint32_t row, float tau);

}  // namespace diagc::lattice
