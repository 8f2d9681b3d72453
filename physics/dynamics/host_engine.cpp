#include "physics/dynamics/host_engine.h"

#include <utility>

#include "physics/dynamics/fields/staged_theory.h"

namespace diagc::dynamics {

namespace {

std::vector<double> correlation_at_nodes(const Model& model, const TwoTime& past,
                                         const Panel& panel) {
  const std::size_t order = past.collocation().order, bands = model.bands;
  std::vector<double> sums(order);
  for (std::size_t l = 0; l < order; ++l) {
    for (std::size_t k = 0; k < panel.collisions.lesser.points(); ++k) {
      const Block own = panel.collisions.lesser.at(k, panel.collisions.lesser.blocks() - 1);
      for (std::size_t a = 0; a < bands; ++a) {
        sums[l] += model.weight(k) * own.at(l * bands + a, l * bands + a).imag() / 2;
      }
    }
  }
  return sums;
}

}  // namespace

SolvedPanel HostEngine::solve(double length, const PanelSettings& settings) {
  panel_ = {};  // memory of a panel that was too long goes first
  panel_ = solve_panel(model_, past_, length, before(), settings);
  SolvedPanel solved{panel_.end, panel_.sweeps, panel_.residual, panel_.unresolved, {}, {}};
  if (panel_.end != PanelEnd::converged) return solved;
  solved.rho = panel_.equal_times.rho;
  solved.correlation = correlation_at_nodes(model_, past_, panel_);
  return solved;
}

void HostEngine::keep(double end) {
  if (model_.interaction->correlated()) before_ = std::move(panel_.collisions);
  past_.append(panel_.rows, end);
  panel_ = {};
}

void HostEngine::forget(std::size_t count) {
  past_.forget(count);
  if (!before_) return;
  for (BlockRows* rows : {&before_->lesser, &before_->spectral}) {
    *rows = without_first_blocks(*rows, count);
  }
}

double HostEngine::bytes(std::size_t panels, std::size_t compacted) const {
  const std::size_t imaginary = past_.branch() ? past_.branch()->nodes() : 0;
  const auto of_panels = [&](std::size_t number) {
    return TwoTime::bytes(past_.points(), past_.bands(), past_.collocation().order, number,
                          imaginary, stored_fields(model_.interaction->staged()));
  };
  // Old panels in single precision have half.
  return of_panels(panels) - of_panels(compacted) / 2;
}

}  // namespace diagc::dynamics
