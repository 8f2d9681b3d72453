// Collocation at right Radau nodes: what panels of times are integrated with.
//
// Of a panel [T, T + Δ] the times are t_i = T + Δ c_i, c_i the zeros of P_p(2c − 1) − P_{p−1}(2c − 1) on (0, 1], c_p = 1. With ℓ_j, the polynomial
// of degree p − 1 that is 1 at c_j and 0 at all other nodes,
//
//   A_ij = ∫_0^{c_i} ℓ_j(c) dc,   b_j = A_pj = ∫_0^1 ℓ_j(c) dc.
//
// y = y_0 + Δ A f(y) is the method Radau IIA: of order 2p − 1 at the end of a step, p + 1 inside of it; Σ_j b_j f(c_j) is exact for polynomials to
// degree 2p − 2. (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.5.)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace diagc::dynamics {

/// Orders between these are offered.
inline constexpr std::size_t least_order = 2, largest_order = 16;

struct Collocation {
  std::size_t order = 0;          ///< p
  std::vector<double> nodes;      ///< c_1 < … < c_p = 1
  std::vector<double> integrals;  ///< A, row by row

  double integral(std::size_t node, std::size_t of) const { return integrals[node * order + of]; }
  double weight(std::size_t of) const { return integral(order - 1, of); }
};

/// Throws std::runtime_error where the order is not one of those offered.
Collocation radau(std::size_t order);

/// Values at points from values at nodes, by the polynomial of lowest degree through all of these: [point][node]. Nodes differ from each other.
std::vector<double> interpolation(std::span<const double> nodes, std::span<const double> points);

/// Derivatives at nodes of the polynomial of lowest degree through values at all of them: [node][node].
std::vector<double> derivatives(std::span<const double> nodes);

/// Coefficients of the Legendre polynomials P_n(2c − 1), n = 0 … nodes.size() − 1, of the polynomial through values at nodes: [n][node].
std::vector<double> legendre_coefficients(std::span<const double> nodes);

/// The polynomial of the given degree that fits values at nodes best (least squares). The degree is less than the number of nodes.
class Continuation {
 public:
  Continuation(std::span<const double> nodes, std::size_t degree);
  /// Its values at points from those at nodes: [point][node].
  std::vector<double> at(std::span<const double> points) const;

 private:
  std::size_t nodes_;
  std::vector<long double> coefficients_;  ///< of Legendre polynomials P_n(2c − 1): [n][node]
};

}  // namespace diagc::dynamics
