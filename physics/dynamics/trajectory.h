// What a propagation leaves: density matrices and energies at all nodes, and at any time between by the panels' polynomials.
#pragma once

#include <span>
#include <vector>

#include "physics/dynamics/model.h"
#include "physics/dynamics/radau.h"

namespace diagc::dynamics {

/// How a panel went.
struct PanelReport {
  double start = 0, end = 0;
  std::size_t sweeps = 0;    ///< of the panel that was taken
  std::size_t rejected = 0;  ///< longer ones that were tried before
  double residual = 0;       ///< the largest change of the last sweep
  double unresolved = 0;     ///< estimated error of values inside of the panel
};

class Trajectory {
 public:
  /// `weights`: of the points, as a Model has them.
  Trajectory(std::size_t points, std::size_t bands, Collocation collocation,
             std::vector<double> weights = {})
      : points_(points),
        bands_(bands),
        collocation_(std::move(collocation)),
        weights_(std::move(weights)) {}

  std::size_t points() const { return points_; }
  std::size_t bands() const { return bands_; }
  const std::vector<double>& weights() const { return weights_; }
  const Collocation& collocation() const { return collocation_; }
  /// Times of nodes; density matrices [k][a][b] and energies per k there.
  const std::vector<double>& times() const { return times_; }
  std::span<const Complex> rho(std::size_t node) const {
    const std::size_t order = collocation_.order;
    return std::span(values_[node / order]).subspan((1 + node % order) * size(), size());
  }
  /// ρ at T⁺ of a panel.
  std::span<const Complex> start(std::size_t panel) const {
    return std::span(values_[panel]).first(size());
  }
  double energy(std::size_t node) const { return energies_[node]; }
  const std::vector<PanelReport>& panels() const { return panels_; }

  /// At any time from 0 to the end: the polynomial through T⁺ and the nodes of a panel. At a kick: before it, at 0 after it.
  std::vector<Complex> rho_at(double time) const;
  /// The polynomial through the nodes of a panel.
  double energy_at(double time) const;

  /// Makes ready for another panel what takes long where memory is touched for the first time.
  void make_room();
  /// `start`: ρ at T⁺; `rho` [node][k][a][b] and `energies` of the nodes of a panel.
  void append(const PanelReport& report, std::span<const Complex> start,
              std::span<const Complex> rho, std::span<const double> energies);

 private:
  std::size_t size() const { return points_ * bands_ * bands_; }
  /// Throws std::runtime_error where there is no such time.
  std::size_t panel_at(double time) const;

  std::size_t points_, bands_;
  Collocation collocation_;
  std::vector<double> weights_;
  std::vector<PanelReport> panels_;
  std::vector<double> times_, energies_;
  std::vector<std::vector<Complex>> values_;  ///< of a panel: ρ at T⁺, then at its nodes
  std::vector<Complex> room_;                 ///< for the next one
};

/// Means over k of tr (h₁ ρ) and ½ tr (h_MF ρ), as energy() has them.
struct EnergyParts {
  double single = 0, mean_field = 0;
};
EnergyParts energy_parts(const Model& model, double time, std::span<const Complex> rho);

/// Energy per k: the mean over k of tr (h₁ ρ) + ½ tr (h_MF ρ) + ½ Im tr I_L(t, t), where h_MF is the part of the mean field that is linear in ρ and
/// h₁ all the rest of h but the field, whose energy is left out: it is constant where nothing depends on time. `correlation`: ½ Im tr I_L summed over
/// k, each with its weight. Where an interaction's constant is no energy (interaction.h), h₁ does without it.
double energy(const Model& model, double time, std::span<const Complex> rho, double correlation);

/// Occupations averaged over k, [a]; `weights` of the points, empty: equal ones.
std::vector<double> densities(std::size_t bands, std::span<const Complex> rho,
                              const std::vector<double>& weights = {});

}  // namespace diagc::dynamics
