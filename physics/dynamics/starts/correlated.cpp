#include "physics/dynamics/starts/correlated.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/LU>

#include "physics/dynamics/starts/imaginary_fields.h"
#include "physics/dynamics/starts/lehmann_basis.h"
#include "physics/dynamics/starts/thermal.h"

namespace diagc::dynamics {

namespace {

constexpr double settled_start = 1e-13;
constexpr std::size_t most_start_iterations = 2000;
constexpr double most_beta_cutoff = 1e6;

Eigen::Index place(std::size_t number) { return static_cast<Eigen::Index>(number); }

/// The largest sum of a row's absolute values, of all matrices.
double largest_row(std::span<const Complex> matrices, std::size_t bands) {
  double largest = 0;
  for (std::size_t row = 0; row < matrices.size(); row += bands) {
    double sum = 0;
    for (std::size_t b = 0; b < bands; ++b) sum += std::abs(matrices[row + b]);
    largest = std::max(largest, sum);
  }
  return largest;
}

/// The largest interaction of two electrons, along the axis, too: the mean field of as many as there are points, all at the first one.
double largest_interaction(const Model& model, std::span<const double> vertices) {
  double points = 0;
  for (std::size_t k = 0; k < model.points(); ++k) points += model.weight(k);
  std::vector<Complex> rho(model.h.size()), alone(model.h.size()), field(model.h.size());
  model.interaction->add_mean_field_of(vertices, rho, alone);
  for (std::size_t a = 0; a < model.bands; ++a) rho[a * model.bands + a] = points / model.weight(0);
  model.interaction->add_mean_field_of(vertices, rho, field);
  for (std::size_t i = 0; i < field.size(); ++i) field[i] -= alone[i];
  return largest_row(field, model.bands);
}

/// The largest frequency that spectra are expected to have, with a margin: three particles share what the self-energy has.
double cutoff_of(const Model& model, const Equilibrium& equilibrium) {
  std::vector<double> vertices = {equilibrium.vertex};
  vertices.insert(vertices.end(), equilibrium.further_vertices.begin(),
                  equilibrium.further_vertices.end());
  const double largest =
      largest_row(model.h, model.bands) + std::abs(equilibrium.mu.value_or(0)) +
      std::max(std::abs(equilibrium.vertex), largest_interaction(model, vertices));
  const double cutoff = std::max(6 * largest, 20 / equilibrium.beta);
  if (!(equilibrium.beta * cutoff <= most_beta_cutoff)) {
    throw std::runtime_error(
        fmt::format("found beta = {} with energies up to {:.3g}, expected beta times these of at "
                    "most {:.3g}: poles "
                    "and times of the imaginary branch reach no further",
                    equilibrium.beta, cutoff, most_beta_cutoff));
  }
  return cutoff;
}

class Matsubara {
 public:
  Matsubara(const Model& model, const Equilibrium& equilibrium)
      : model_(model),
        equilibrium_(equilibrium),
        basis_(equilibrium.beta, cutoff_of(model, equilibrium)),
        points_(model.points()),
        size_(model.bands * model.bands),
        g_(points_, Eigen::MatrixXcd::Zero(place(basis_.rank()), place(size_))),
        sigma_(g_) {
    for (std::size_t l = 0; l < basis_.rank(); ++l) {
      at_beta_.push_back(thermal_kernel(basis_.beta(), basis_.beta(), basis_.poles()[l]));
    }
    width_ = 1 + 1 / equilibrium.beta;
    vertices_ = {equilibrium.vertex};
    vertices_.insert(vertices_.end(), equilibrium.further_vertices.begin(),
                     equilibrium.further_vertices.end());
    if (const StagedTheory* const theory = model.interaction->staged())
      fields_.emplace(basis_, *theory, model.bands, vertices_);
  }

  CorrelatedStart solve() {
    CorrelatedStart start;
    start.rho = thermal_density(model_.h, model_.bands, equilibrium_.beta, equilibrium_.mu,
                                equilibrium_.filling);
    std::vector<Eigen::MatrixXcd> before = g_;
    double share = 1, last = INFINITY;
    for (start.iterations = 1; start.iterations <= most_start_iterations; ++start.iterations) {
      start.mu = update_green(start.rho);
      double change = 0;
      const std::vector<Complex> rho = density();
      for (std::size_t i = 0; i < rho.size(); ++i) {
        change = std::max(change, std::abs(rho[i] - start.rho[i]));
        start.rho[i] += share * (rho[i] - start.rho[i]);
      }
      for (std::size_t k = 0; k < points_; ++k) {
        change = std::max(change, (basis_.kernel() * (g_[k] - before[k])).cwiseAbs().maxCoeff());
      }
      before = g_;
      if (change < settled_start || (change < 1e-11 && change >= last)) break;
      if (!(change < last)) share = std::max(0.2, 0.8 * share);
      last = change;
      if (model_.interaction->correlated()) update_self_energy(share);
    }
    if (start.iterations > most_start_iterations) {
      throw std::runtime_error(
          fmt::format("found that the correlated start does not settle: {} iterations leave a "
                      "change of {:.2g}; "
                      "expected a smaller U or a higher temperature",
                      most_start_iterations, last));
    }
    start.rho = density();
    start.poles = basis_.rank();
    if (model_.interaction->correlated()) start.branch = branch();
    return start;
  }

 private:
  /// G of all points; the chemical potential.
  double update_green(const std::vector<Complex>& rho) {
    std::vector<Complex> h = model_.h;
    model_.interaction->add_mean_field_of(vertices_, rho, h);
    const auto solve_at = [&](double mu) {
      for (std::size_t k = 0; k < points_; ++k) solve_point(h, mu, k);
    };
    if (!equilibrium_.filling) {
      solve_at(equilibrium_.mu.value_or(0));
      return equilibrium_.mu.value_or(0);
    }
    const auto filling_at = [&](double mu) {
      solve_at(mu);
      const std::vector<double> all = densities_of(density());
      double sum = 0;
      for (const double value : all) sum += value;
      return sum / static_cast<double>(model_.bands);
    };
    // Where the last potential still gives the filling, as by symmetry, there is nothing to search.
    if (std::abs(filling_at(mu_) - *equilibrium_.filling) > 1e-15) {
      const double before = mu_;
      mu_ = chemical_potential(mu_, width_, *equilibrium_.filling, filling_at);
      width_ = std::max(2 * std::abs(mu_ - before), 1e-12);
      solve_at(mu_);
    }
    return mu_;
  }

  std::vector<double> densities_of(const std::vector<Complex>& rho) const {
    std::vector<double> sums(model_.bands);
    double all = 0;
    for (std::size_t k = 0; k < points_; ++k) {
      const double weight = model_.weight(k);
      for (std::size_t a = 0; a < model_.bands; ++a) {
        sums[a] += weight * rho[k * size_ + a * model_.bands + a].real();
      }
      all += weight;
    }
    for (double& sum : sums) sum /= all;
    return sums;
  }

  void solve_point(const std::vector<Complex>& h, double mu, std::size_t k) {
    const std::size_t bands = model_.bands;
    const Eigen::MatrixXcd sigma = basis_.resolvent() * sigma_[k];
    Eigen::MatrixXcd values(place(basis_.frequencies().size()), place(size_));
    Eigen::MatrixXcd inverse(place(bands), place(bands));
    for (std::size_t n = 0; n < basis_.frequencies().size(); ++n) {
      for (std::size_t i = 0; i < size_; ++i) {
        const Complex diagonal =
            i / bands == i % bands ? Complex(mu, basis_.frequencies()[n]) : Complex();
        inverse(place(i / bands), place(i % bands)) =
            diagonal - h[k * size_ + i] - sigma(place(n), place(i));
      }
      const Eigen::MatrixXcd green = inverse.inverse();
      for (std::size_t i = 0; i < size_; ++i) {
        values(place(n), place(i)) = green(place(i / bands), place(i % bands));
      }
    }
    g_[k] = basis_.from_frequencies(values);
  }

  /// ρ = −G(β⁻).
  std::vector<Complex> density() const {
    std::vector<Complex> rho(points_ * size_);
    for (std::size_t k = 0; k < points_; ++k) {
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t l = 0; l < basis_.rank(); ++l) {
          rho[k * size_ + i] += at_beta_[l] * g_[k](place(l), place(i));
        }
      }
    }
    return rho;
  }

  void update_self_energy(double share) {
    if (fields_) {
      const std::vector<Eigen::MatrixXcd> sigma = fields_->self_energy(g_);
      for (std::size_t k = 0; k < points_; ++k) sigma_[k] += share * (sigma[k] - sigma_[k]);
      return;
    }
    const Interaction& interaction = *model_.interaction;
    const std::size_t nodes = basis_.tau().size(), most = interaction.pairs();
    std::vector<Eigen::MatrixXcd> forward, backward, sigma;
    for (std::size_t k = 0; k < points_; ++k) {
      forward.emplace_back(basis_.kernel() * g_[k]);  // −G(τ)
      backward.emplace_back(basis_.kernel_backwards() * g_[k]);
      sigma.emplace_back(place(nodes), place(size_));
    }
    const std::vector<double> vertices(most, equilibrium_.vertex * equilibrium_.vertex);
    const std::size_t numbers = size_ * most * interaction.distance();
    for (std::size_t first = 0; first < nodes; first += most) {
      const std::size_t count = std::min(most, nodes - first);
      const Numbers memory(4 * numbers);
      auto* values = reinterpret_cast<Complex*>(memory.data());
      const PairValues lesser{values, model_.bands, most, interaction.distance()};
      const PairValues greater{values + numbers, model_.bands, most, interaction.distance()};
      const auto each = [&](auto action) {
        for (std::size_t k = 0; k < points_; ++k) {
          for (std::size_t pair = 0; pair < count; ++pair) {
            for (std::size_t i = 0; i < size_; ++i) {
              action(k, place(first + pair), place(i),
                     lesser.at(i / model_.bands, i % model_.bands, pair)[k],
                     greater.at(i / model_.bands, i % model_.bands, pair)[k]);
            }
          }
        }
      };
      each([&](std::size_t k, Eigen::Index node, Eigen::Index i, Complex& l, Complex& g) {
        l = Complex(0, -1) * forward[k](node, i);
        g = Complex(0, 1) * backward[k](node, i);
      });
      interaction.self_energy(vertices, lesser, greater);
      each([&](std::size_t k, Eigen::Index node, Eigen::Index i, Complex& l, Complex&) {
        sigma[k](node, i) = Complex(0, 1) * l;  // −Σ(τ)
      });
    }
    for (std::size_t k = 0; k < points_; ++k) {
      sigma_[k] += share * (basis_.from_nodes(sigma[k]) - sigma_[k]);
    }
  }

  std::shared_ptr<const ImaginaryBranch> branch() {
    const std::size_t nodes = basis_.tau().size(), bands = model_.bands;
    auto branch = std::make_shared<ImaginaryBranch>();
    branch->beta = equilibrium_.beta;
    branch->tau = basis_.tau();
    branch->weights = basis_.weights();
    branch->vertex = equilibrium_.vertex;
    branch->vertices = vertices_;
    branch->initial = BlockRows(points_, 1, bands, nodes * bands);
    branch->continuation = BlockRows(points_, 1, nodes * bands, nodes * bands);
    const std::vector<Eigen::MatrixXd> convolutions = basis_.convolutions();
    for (std::size_t k = 0; k < points_; ++k) {
      const Eigen::MatrixXcd backward = basis_.kernel_backwards() * g_[k];
      for (std::size_t i = 0; i < size_; ++i) {
        const std::size_t a = i / bands, b = i % bands;
        Eigen::MatrixXcd sum = Eigen::MatrixXcd::Zero(place(nodes), place(nodes));
        for (std::size_t l = 0; l < basis_.rank(); ++l) {
          sum += convolutions[l] * g_[k](place(l), place(i));
        }
        for (std::size_t j = 0; j < nodes; ++j) {
          branch->initial.at(k, 0).set(a, j * bands + b,
                                       Complex(0, 1) * backward(place(j), place(i)));
          for (std::size_t m = 0; m < nodes; ++m) {
            branch->continuation.at(k, 0).set(m * bands + a, j * bands + b,
                                              sum(place(m), place(j)));
          }
        }
      }
    }
    if (fields_) {
      fields_->self_energy(g_);
      branch->field_continuations = fields_->continuations();
    }
    return branch;
  }

  const Model& model_;
  const Equilibrium& equilibrium_;
  LehmannBasis basis_;
  std::size_t points_, size_;
  std::vector<Eigen::MatrixXcd> g_, sigma_;  ///< of each point [pole][(a, b)]
  std::vector<double> at_beta_;              ///< K(β, ω)
  std::vector<double> vertices_;
  std::optional<ImaginaryFields> fields_;
  double mu_ = 0, width_ = 0;  ///< the chemical potential, and by how much it may change
};

}  // namespace

CorrelatedStart correlated_start(const Model& model, const Equilibrium& equilibrium) {
  return Matsubara(model, equilibrium).solve();
}

}  // namespace diagc::dynamics
