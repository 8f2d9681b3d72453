#include "physics/series/exact/diagonalised.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>

namespace diagc::series::exact {

using Eigen::ArrayXd, Eigen::MatrixXcd, Eigen::MatrixXd;

namespace {

/// Occupations of electrons, bit flavour · sites + site, and of oscillators, digits in the base of their levels.
struct State {
  std::uint32_t electrons = 0, oscillators = 0;
  auto operator<=>(const State&) const = default;
};

struct Sector {
  std::vector<State> states;
  MatrixXd vectors;  ///< columns belong to energies
  ArrayXd energies, weights;

  Eigen::Index find(const State& state) const {
    return std::ranges::lower_bound(states, state) - states.begin();
  }
};

int sign_below(std::uint32_t bits, int bit) {
  return std::popcount(bits & ((1U << bit) - 1)) % 2 == 0 ? 1 : -1;
}

}  // namespace

struct Diagonalised::States {
  Electrons electrons;
  int sites;
  std::map<std::vector<int>, Sector> sectors;  ///< by particles of each flavour
  double lowest = 0, z = 0;

  explicit States(const Electrons& of) : electrons(of), sites(static_cast<int>(of.hopping.size())) {
    std::uint32_t oscillators = 1;
    for (int i = 0; i < sites; ++i) oscillators *= static_cast<std::uint32_t>(of.levels);
    for (std::uint32_t bits = 0; bits < 1U << (sites * of.flavours); ++bits) {
      std::vector<int> particles;
      for (int s = 0; s < of.flavours; ++s)
        particles.push_back(std::popcount(bits >> (s * sites) & ((1U << sites) - 1)));
      for (std::uint32_t b = 0; b < oscillators; ++b)
        sectors[particles].states.push_back({bits, b});
    }
    lowest = 1e300;
    for (auto& [particles, sector] : sectors) {
      const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(hamiltonian(sector));
      sector.vectors = solver.eigenvectors();
      sector.energies = solver.eigenvalues().array();
      lowest = std::min(lowest, sector.energies.minCoeff());
    }
    for (auto& [particles, sector] : sectors) {
      sector.weights = (-of.beta * (sector.energies - lowest)).exp();
      z += sector.weights.sum();
    }
  }

  int bit(int flavour, int site) const { return flavour * sites + site; }
  int occupied(const State& state, int flavour, int site) const {
    return static_cast<int>(state.electrons >> bit(flavour, site) & 1U);
  }
  int on_site(const State& state, int site) const {
    int sum = 0;
    for (int s = 0; s < electrons.flavours; ++s) sum += occupied(state, s, site);
    return sum;
  }

  double diagonal(const State& state) const {
    double energy = 0;
    std::uint32_t rest = state.oscillators;
    for (int i = 0; i < sites; ++i) {
      const int n = on_site(state, i);
      energy += electrons.U * n * (n - 1) / 2 - electrons.mu * n;
      if (electrons.flavours > 1)
        energy -= electrons.field * (occupied(state, 0, i) - occupied(state, 1, i)) / 2;
      energy += electrons.hopping[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] * n;
      energy += electrons.omega0 * (rest % static_cast<std::uint32_t>(electrons.levels));
      rest /= static_cast<std::uint32_t>(electrons.levels);
      for (int j = 0; j < sites && !electrons.V.empty(); ++j) {
        if (j != i)
          energy += electrons.V[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] * n *
                    on_site(state, j) / 2;
      }
    }
    return energy;
  }

  MatrixXd hamiltonian(const Sector& sector) const {
    const auto size = static_cast<Eigen::Index>(sector.states.size());
    MatrixXd h = MatrixXd::Zero(size, size);
    for (Eigen::Index column = 0; column < size; ++column) {
      const State& state = sector.states[static_cast<std::size_t>(column)];
      h(column, column) += diagonal(state);
      for (int s = 0; s < electrons.flavours; ++s) {
        for (int b = 0; b < sites; ++b) {
          if (!occupied(state, s, b)) continue;
          const std::uint32_t without = state.electrons & ~(1U << bit(s, b));
          for (int a = 0; a < sites; ++a) {
            if (a == b || (without >> bit(s, a) & 1U)) continue;
            const State image{without | 1U << bit(s, a), state.oscillators};
            h(sector.find(image), column) +=
                sign_below(without, bit(s, a)) * sign_below(without, bit(s, b)) *
                electrons.hopping[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
          }
        }
      }
      std::uint32_t power = 1;
      for (int i = 0; i < sites; ++i, power *= static_cast<std::uint32_t>(electrons.levels)) {
        const auto level = static_cast<int>(state.oscillators / power %
                                            static_cast<std::uint32_t>(electrons.levels));
        if (level + 1 >= electrons.levels) continue;
        const State raised{state.electrons, state.oscillators + power};
        const double element = electrons.g * on_site(state, i) * std::sqrt(level + 1.0);
        const Eigen::Index row = sector.find(raised);
        h(row, column) += element;
        h(column, row) += element;
      }
    }
    return h;
  }

  /// Mean of what is diagonal in occupations.
  double mean(const std::function<double(const State&)>& value) const {
    double sum = 0;
    for (const auto& [particles, sector] : sectors) {
      const Eigen::VectorXd probability = sector.vectors.cwiseAbs2() * sector.weights.matrix();
      for (Eigen::Index i = 0; i < probability.size(); ++i)
        sum += probability(i) * value(sector.states[static_cast<std::size_t>(i)]);
    }
    return sum / z;
  }

  /// Σ over pairs of eigenstates joined by c_a of flavour s: function(E of more particles − E of fewer, weights, ⟨fewer|c_a|more⟩ of all a).
  template <class Function>
  void for_pairs(int s, const Function& function) const {
    for (const auto& [particles, more] : sectors) {
      std::vector<int> less_particles = particles;
      if (--less_particles[static_cast<std::size_t>(s)] < 0) continue;
      const Sector& fewer = sectors.at(less_particles);
      std::vector<MatrixXd> annihilators;
      for (int a = 0; a < sites; ++a) {
        MatrixXd c = MatrixXd::Zero(fewer.vectors.rows(), more.vectors.rows());
        for (std::size_t i = 0; i < more.states.size(); ++i) {
          const State& state = more.states[i];
          if (!occupied(state, s, a)) continue;
          const State image{state.electrons & ~(1U << bit(s, a)), state.oscillators};
          c(fewer.find(image), static_cast<Eigen::Index>(i)) =
              sign_below(state.electrons, bit(s, a));
        }
        annihilators.emplace_back(fewer.vectors.transpose() * c * more.vectors);
      }
      for (Eigen::Index m = 0; m < fewer.energies.size(); ++m) {
        for (Eigen::Index n = 0; n < more.energies.size(); ++n) {
          Eigen::VectorXd elements(sites);
          for (int a = 0; a < sites; ++a)
            elements(a) = annihilators[static_cast<std::size_t>(a)](m, n);
          function(more.energies(n) - fewer.energies(m), fewer.weights(m), more.weights(n),
                   elements);
        }
      }
    }
  }
};

Diagonalised::Diagonalised(const Electrons& electrons)
    : states_(std::make_unique<States>(electrons)) {}
Diagonalised::~Diagonalised() = default;

double Diagonalised::log_z() const {
  return std::log(states_->z) - states_->electrons.beta * states_->lowest;
}

double Diagonalised::energy() const {
  const States& all = *states_;
  double sum = 0;
  for (const auto& [particles, sector] : all.sectors)
    sum += (sector.weights * sector.energies).sum();
  const double particles = all.mean([&](const State& state) {
    double on_sites = 0;
    for (int i = 0; i < all.sites; ++i) on_sites += all.on_site(state, i);
    return on_sites;
  });
  return (sum / all.z + all.electrons.mu * particles) / all.sites;
}

double Diagonalised::density(int flavour) const {
  const States& all = *states_;
  return all.mean([&](const State& state) {
    double sum = 0;
    for (int i = 0; i < all.sites; ++i) sum += all.occupied(state, flavour, i);
    return sum / all.sites;
  });
}

double Diagonalised::double_occupancy() const {
  const States& all = *states_;
  return all.mean([&](const State& state) {
    double sum = 0;
    for (int i = 0; i < all.sites; ++i)
      sum += all.occupied(state, 0, i) * all.occupied(state, 1, i);
    return sum / all.sites;
  });
}

MatrixXcd Diagonalised::green(int flavour, int m) const {
  const States& all = *states_;
  const std::complex<double> iw(0, (2 * m + 1) * std::numbers::pi / all.electrons.beta);
  MatrixXcd green = MatrixXcd::Zero(all.sites, all.sites);
  all.for_pairs(flavour, [&](double energy, double fewer, double more, const Eigen::VectorXd& c) {
    green += (fewer + more) / all.z / (iw - energy) * (c * c.transpose());
  });
  return green;
}

std::vector<Diagonalised::Pole> Diagonalised::poles(int flavour) const {
  std::vector<Pole> poles;
  states_->for_pairs(flavour,
                     [&](double energy, double fewer, double more, const Eigen::VectorXd& c) {
                       const MatrixXd weight = (fewer + more) / states_->z * (c * c.transpose());
                       if (weight.cwiseAbs().maxCoeff() > 1e-15) poles.push_back({energy, weight});
                     });
  return poles;
}

MatrixXd Diagonalised::green_at(int flavour, double tau) const {
  const States& all = *states_;
  const double beta = all.electrons.beta;
  MatrixXd green = MatrixXd::Zero(all.sites, all.sites);
  // Of the two forms of e^(−τE) that of the smaller exponent.
  all.for_pairs(flavour, [&](double energy, double fewer, double more, const Eigen::VectorXd& c) {
    const double weight =
        energy > 0 ? fewer * std::exp(-tau * energy) : more * std::exp((beta - tau) * energy);
    green -= weight / all.z * (c * c.transpose());
  });
  return green;
}

MatrixXd Diagonalised::susceptibility(int flavour, int m) const {
  const States& all = *states_;
  const double beta = all.electrons.beta, w = 2 * m * std::numbers::pi / beta;
  MatrixXd result = MatrixXd::Zero(all.sites, all.sites);
  std::vector<double> own(static_cast<std::size_t>(all.sites)), total = own;
  for (int i = 0; i < all.sites; ++i) {
    own[static_cast<std::size_t>(i)] =
        all.mean([&](const State& state) { return double(all.occupied(state, flavour, i)); });
    total[static_cast<std::size_t>(i)] =
        all.mean([&](const State& state) { return double(all.on_site(state, i)); });
  }
  for (const auto& [particles, sector] : all.sectors) {
    const auto transformed = [&](const std::function<double(const State&)>& value) {
      ArrayXd diagonal(sector.energies.size());
      for (Eigen::Index i = 0; i < diagonal.size(); ++i)
        diagonal(i) = value(sector.states[static_cast<std::size_t>(i)]);
      return MatrixXd(sector.vectors.transpose() * diagonal.matrix().asDiagonal() * sector.vectors);
    };
    std::vector<MatrixXd> left, right;
    for (int i = 0; i < all.sites; ++i) {
      left.push_back(
          transformed([&](const State& state) { return double(all.occupied(state, flavour, i)); }));
      right.push_back(
          transformed([&](const State& state) { return double(all.on_site(state, i)); }));
    }
    for (Eigen::Index k = 0; k < sector.energies.size(); ++k) {
      for (Eigen::Index l = 0; l < sector.energies.size(); ++l) {
        // ∫ e^(iωτ) e^(τ(E_k − E_l)) e^(−βE_k); the imaginary part cancels against the pair (l, k).
        const double gap = sector.energies(l) - sector.energies(k);
        const double factor = std::abs(gap) < 1e-9 ? (m == 0 ? beta * sector.weights(k) : 0)
                                                   : (sector.weights(k) - sector.weights(l)) * gap /
                                                         (gap * gap + w * w);
        for (int a = 0; a < all.sites; ++a) {
          for (int b = 0; b < all.sites; ++b)
            result(a, b) += factor * left[static_cast<std::size_t>(a)](k, l) *
                            right[static_cast<std::size_t>(b)](l, k) / all.z;
        }
      }
    }
  }
  if (m == 0) {
    for (int a = 0; a < all.sites; ++a) {
      for (int b = 0; b < all.sites; ++b)
        result(a, b) -=
            beta * own[static_cast<std::size_t>(a)] * total[static_cast<std::size_t>(b)];
    }
  }
  return result;
}

std::vector<double> taylor(const std::function<double(double)>& f, int order, double radius) {
  constexpr int nodes = 16;
  // In powers of x/radius, by solving for the polynomial through all nodes.
  MatrixXd powers(nodes, nodes);
  Eigen::VectorXd values(nodes);
  for (int i = 0; i < nodes; ++i) {
    const double x = std::cos(std::numbers::pi * (i + 0.5) / nodes);
    values(i) = f(radius * x);
    for (int p = 0; p < nodes; ++p) powers(i, p) = std::pow(x, p);
  }
  const Eigen::VectorXd solution = powers.fullPivLu().solve(values);
  std::vector<double> coefficients;
  for (int n = 0; n <= order; ++n) coefficients.push_back(solution(n) / std::pow(radius, n));
  return coefficients;
}

}  // namespace diagc::series::exact
