#include "physics/dynamics/host_engine.h"

#include <utility>

#include "physics/dynamics/equal_time_energy.h"
#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/trajectory.h"

namespace diagc::dynamics {

namespace {

std::vector<double> correlation_at_nodes(const Model& model, const TwoTime& past, double length,
                                         const Panel& panel, const PointShare* share) {
  const std::size_t order = past.collocation().order, bands = model.bands;
  std::vector<double> within =
      energy_within_panel(bands, past.collocation(), length, panel);  // [k][node]
  std::vector<double> traces;                                         // [k][node][band]
  for (std::size_t k = 0; k < panel.collisions.lesser.points(); ++k) {
    const Block own = panel.collisions.lesser.at(k, panel.collisions.lesser.blocks() - 1);
    for (std::size_t at = 0; at < order * bands; ++at) traces.push_back(own.at(at, at).imag() / 2);
  }
  if (share) {
    traces = share->gather(std::span<const double>(traces));
    within = share->gather(std::span<const double>(within));
  }
  std::vector<double> sums(order);
  for (std::size_t k = 0; k < within.size() / order; ++k) {
    for (std::size_t l = 0; l < order; ++l) {
      double sum = within[k * order + l];
      for (std::size_t a = 0; a < bands; ++a) sum += traces[(k * order + l) * bands + a];
      sums[l] += model.weight(k) * sum;
    }
  }
  return sums;
}

}  // namespace

HostEngine::HostEngine(const Model& model, TwoTime& past, const PointShare* share)
    : model_(model), past_(past), share_(share) {
  if (!model.interaction->correlated()) return;
  const std::size_t size = past.block_size(), order = past.collocation().order;
  HistoryCode of_g(size, size);
  HistoryCode of_fields;
  if (model.interaction->staged()) of_fields = size == order ? of_g : HistoryCode(order, order);
  past.set_history_code(std::move(of_g), std::move(of_fields));
}

SolvedPanel HostEngine::solve(double length, const PanelSettings& settings) {
  panel_ = {};  // memory of a panel that was too long goes first
  panel_ = solve_panel(model_, past_, length, before(), settings, share_);
  const SolvedPanel solved{panel_.end, panel_.sweeps, panel_.residual, panel_.unresolved};
  if (panel_.end != PanelEnd::converged) return solved;
  rho_ = panel_.equal_times.rho;
  energies_.clear();
  const std::vector<double> correlation =
      correlation_at_nodes(model_, past_, length, panel_, share_);
  const std::size_t count = rho_.size() / correlation.size();
  for (std::size_t l = 0; l < correlation.size(); ++l) {
    energies_.push_back(energy(model_, past_.end() + length * past_.collocation().nodes[l],
                               std::span(rho_).subspan(l * count, count), correlation[l]));
  }
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
