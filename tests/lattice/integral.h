// Coefficients of a series by quadrature over the propagators of a model, without any Monte Carlo.
#pragma once

#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "physics/lattice/model.h"

namespace diagc::lattice {

struct Point {
  double x, weight;
};

/// Gauss–Legendre on [0, 1], from the eigenvalues of the Jacobi matrix.
std::vector<Point> quadrature(int points);

/// A rule file of grammars/hubbard and the points of its inputs.
struct Integrand {
  std::string grammar;
  bool measured = true;  ///< order n has the measured point and n vertices; false: n vertices alone
  bool derivative = false;  ///< H[…], from model.derivative, is an input besides G[…]
  std::string output = "density";
};

/// Σ over sites ∫dτ of order n of the output: the first point stands on every root in turn, its mean is taken, at τ = 0; the others take all
/// sites and times. Gauss–Legendre with 14 points a time on every order of the times, which is exact to rounding for smooth propagators.
double integral(const Model& model, const Integrand& integrand, int n, double flavours);

/// The same of a kernel of so many points, whose propagator is called G and its derivative H.
double integral(const Model& model, const Kernel& kernel, const std::vector<ParamValue>& params,
                std::size_t points);

}  // namespace diagc::lattice
