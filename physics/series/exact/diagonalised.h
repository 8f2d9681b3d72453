// Clusters of electrons with any density–density interaction, in a field, and with oscillators, by exact diagonalisation: thermal means and
// correlation functions by Lehmann's formula, and their Taylor coefficients in a coupling.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <functional>
#include <memory>
#include <vector>

namespace diagc::series::exact {

/// H = Σ_ab h_ab c†_a c_b − μ Σ n − field Σ_i (n_i0 − n_i1)/2 + Σ_i (U/2) Σ_{s≠s'} n_is n_is' + ½ Σ_{i≠j} V_ij n_i n_j
///     + Σ_i ω0 b†_i b_i + g Σ_i n_i (b_i + b†_i),    n_i of all flavours.
struct Electrons {
  std::vector<std::vector<double>> hopping;
  double beta = 1, mu = 0;
  int flavours = 2;
  double field = 0;  ///< of two flavours
  double U = 0;
  std::vector<std::vector<double>> V = {};  ///< symmetric; empty: none
  double omega0 = 1, g = 0;
  int levels = 1;  ///< of each oscillator, the lowest ones; 1: there is none
};

/// Sectors of particle numbers are diagonalised one by one: 256 states for a dimer of two flavours with eight levels a site.
class Diagonalised {
 public:
  explicit Diagonalised(const Electrons& electrons);
  ~Diagonalised();

  double log_z() const;   ///< ln Z of the whole cluster, up to a constant that no coupling changes
  double energy() const;  ///< ⟨H + μ Σ n⟩, per site
  double density(int flavour) const;  ///< ⟨n⟩, the mean over the sites
  /// ⟨n_0 n_1⟩ of flavours 0 and 1 on a site, the mean over the sites.
  double double_occupancy() const;
  /// −∫_0^β e^(iωτ) ⟨c_a(τ) c†_b⟩ at ω = (2m + 1)π/β.
  Eigen::MatrixXcd green(int flavour, int m) const;
  /// green() is Σ over poles of weight / (iω − energy).
  struct Pole {
    double energy = 0;
    Eigen::MatrixXd weight;
  };
  std::vector<Pole> poles(int flavour) const;
  /// −⟨c_a(τ) c†_b⟩, 0 ≤ τ ≤ β.
  Eigen::MatrixXd green_at(int flavour, double tau) const;
  /// ∫_0^β e^(iωτ) (⟨n_a(τ) n_b⟩ − ⟨n_a⟩⟨n_b⟩) of a flavour at a and all at b, ω = 2mπ/β.
  Eigen::MatrixXd susceptibility(int flavour, int m) const;

 private:
  struct States;
  std::unique_ptr<States> states_;
};

/// Coefficients 0 … order of f at 0, from its values at Chebyshev points of [−radius, radius]. Where f is smooth on twice that they are right to
/// about 1e-13 radius^−n.
std::vector<double> taylor(const std::function<double(double)>& f, int order, double radius);

}  // namespace diagc::series::exact
