#pragma once

#include <vector>

// Exact diagonalisation of small clusters of the SU(N) Hubbard model, as a power series in U. No differences are taken: all arithmetic
// is on polynomials in U, cut off at the highest order.
namespace diagc::series::exact {

/// H = Σ_ab h_ab c†_a c_b − μ Σ n + (U/2) Σ_i Σ_{σ≠σ'} n_iσ n_iσ' − (N − 1) U α Σ n, h real symmetric.
/// With α = 0 the coefficients are those at fixed μ; with a Hartree shift, those at μ + (N − 1) U α.
struct Cluster {
  std::vector<std::vector<double>> hopping;
  double beta = 1;
  double mu = 0;
  int flavours = 2;
  double alpha = 0;
  std::vector<int> signs = {};  ///< of sites, 1 and −1; empty: none
};

/// Coefficients of (U − centre)⁰ … (U − centre)^order, averaged over the sites. Order 0 is the value at U = centre.
struct ThermalSeries {
  std::vector<double> log_z;              ///< ln Z(U)/Z(centre)
  std::vector<double> density;            ///< ⟨n_σ⟩ of one flavour
  std::vector<double> staggered_density;  ///< s_i ⟨n_iσ⟩ of one flavour, s the signs
  std::vector<double>
      double_occupancy;  ///< ⟨n_σ n_σ'⟩ of one pair of flavours; zero for one flavour
  std::vector<double>
      energy;  ///< ⟨Σ h c†c + (U/2) Σ n n'⟩ of all flavours, without the terms in μ and α
};

/// All of them are traces with e^(−βH), whatever α is. Time and memory are those of the largest sector: 36 states for 2 × 2 sites and
/// two flavours, 64 for a dimer with six flavours. Rounding grows with β times the bandwidth: on four sites at β = 8, t = 1, order 6 has ten digits.
ThermalSeries thermal_series(const Cluster& cluster, int order, double centre = 0);

/// The density alone, as above.
std::vector<double> density_series(const Cluster& cluster, int order, double centre = 0);

/// Coefficients of the partition function Tr e^(−βH), an entire function of U. Its zeros are the poles of the density.
std::vector<double> partition_series(const Cluster& cluster, int order, double centre = 0);

}  // namespace diagc::series::exact
