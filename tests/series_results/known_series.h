// Series whose sums are known: densities of atoms and small clusters, and functions with no model behind them.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace diagc::known {

using Random = std::mt19937_64;

/// Alike with every standard library.
double uniform(Random& random, double low, double high);
double normal(Random& random);

struct Series {
  std::string name;
  double beta_mu = 0;                   ///< of the U = 0 propagator; of models only
  std::vector<double> coefficients;     ///< of U⁰, U¹, …
  std::function<double(double)> value;  ///< at any U ≥ 0
  double radius = 1;  ///< of convergence: the distance of the nearest singularity from U = 0
};

/// Density per flavour of the SU(N) atom at β = 1, with a Hartree shift of `alpha`: at μ + (N − 1) U alpha.
/// Coefficients are those of 50 digits, rounded.
Series atom(int flavours, double mu, double alpha, std::size_t terms);

/// N, βμ in −5 … 5 and whether there is a Hartree shift at random.
Series random_atom(Random& random, std::size_t terms);

/// Dimers of SU(2), SU(3), SU(4) and a triangle of SU(2), by exact diagonalisation; β in 0.5 … 5, βμ in −5 … 5, half of them with a Hartree
/// shift.
Series random_cluster(Random& random, std::size_t terms);

/// Σ residue / (1 − U / pole) over three poles, one on the negative axis, a pair of complex ones; plus a constant.
Series random_rational(Random& random, std::size_t terms);

/// (1 + U/a)^α |1 + U/c|^(2β) e^(γU) with a > 0 and c complex: branch cuts, no poles.
Series random_powers(Random& random, std::size_t terms);

}  // namespace diagc::known
