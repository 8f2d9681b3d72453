// Functions of imaginary time by few poles: a discrete Lehmann representation.
//
// With poles ω_l, chosen so that every function with a spectrum within ±cutoff is a sum of them to about 1e-13,
//
//   G(τ) = −Σ_l g_l K(τ, ω_l),   K(τ, ω) = exp(−τω) / (1 + exp(−βω)),   0 < τ < β,      G(iν) = Σ_l g_l / (iν − ω_l),   ν = (2n + 1) π / β.
//
// Functions that are periodic in imaginary time are sums of the same K; at ν = 2n π / β these have the factor tanh(βω_l / 2) besides.
//
// (J. Kaye, K. Chen, O. Parcollet, Phys. Rev. B 105, 235115 (2022).)
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

namespace diagc::dynamics {

/// K(τ, ω), 0 ≤ τ ≤ β, without overflow.
double thermal_kernel(double beta, double tau, double omega);

class LehmannBasis {
 public:
  /// `cutoff`: the largest frequency.
  LehmannBasis(double beta, double cutoff);

  double beta() const { return beta_; }
  std::size_t rank() const { return poles_.size(); }
  const std::vector<double>& poles() const { return poles_; }
  /// Gauss nodes on intervals that become short towards 0 and β, and weights; node i and node size − 1 − i have the sum β.
  const std::vector<double>& tau() const { return tau_; }
  const std::vector<double>& weights() const { return weights_; }
  /// Matsubara frequencies ν, a few more than poles.
  const std::vector<double>& frequencies() const { return frequencies_; }

  /// [node][pole]: K at the nodes, and at β minus those.
  const Eigen::MatrixXd& kernel() const { return kernel_; }
  const Eigen::MatrixXd& kernel_backwards() const { return kernel_backwards_; }
  /// [frequency][pole]: 1 / (iν − ω).
  const Eigen::MatrixXcd& resolvent() const { return resolvent_; }

  /// The same of periodic functions.
  const std::vector<double>& even_frequencies() const { return even_frequencies_; }
  const Eigen::MatrixXcd& even_resolvent() const { return even_resolvent_; }

  /// g from −G at the nodes, and from G at the frequencies, by least squares; columns are functions.
  Eigen::MatrixXcd from_nodes(const Eigen::MatrixXcd& values) const;
  Eigen::MatrixXcd from_frequencies(const Eigen::MatrixXcd& values) const;
  Eigen::MatrixXcd from_even_frequencies(const Eigen::MatrixXcd& values) const;

  /// For each pole [i][j]: ∫_0^β ℓ_i(s) G_l(s − τ_j) ds, G_l = −K(·, ω_l), antiperiodic or periodic, and ℓ_i the polynomial
  /// on its interval that is 1 at node i, zero elsewhere.
  std::vector<Eigen::MatrixXd> convolutions(bool periodic = false) const;

 private:
  void place_nodes(double cutoff);
  void choose_poles(double cutoff);
  void choose_frequencies(double cutoff, bool even, std::vector<double>& frequencies,
                          Eigen::MatrixXcd& resolvent) const;

  double beta_;
  std::vector<double> edges_, tau_, weights_, poles_, frequencies_, even_frequencies_;
  Eigen::MatrixXd kernel_, kernel_backwards_;
  Eigen::MatrixXcd resolvent_, even_resolvent_;
  // Least squares by singular values: x = right · (left† b), left scaled by the inverse values.
  Eigen::MatrixXd nodes_left_, nodes_right_;
  Eigen::MatrixXcd frequencies_left_, frequencies_right_, even_left_, even_right_;
};

}  // namespace diagc::dynamics
