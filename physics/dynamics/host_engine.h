// Panels on the threads of a processor.
#pragma once

#include <optional>

#include "physics/dynamics/engine.h"

namespace diagc::dynamics {

class HostEngine final : public Engine {
 public:
  /// All must outlive it. `share`: whose points `past` holds, where ranks share them; the model is that of all points. Compiles what sums over stored
  /// rows go by.
  HostEngine(const Model& model, TwoTime& past, const PointShare* share = nullptr);

  const PanelTimes& times() const override { return past_.panel_times(); }
  std::vector<Complex> edge_density() const override { return density_of_all(past_, share_); }
  void kick(std::span<const Complex> matrix) override { past_.kick(matrix); }
  SolvedPanel solve(double length, const PanelSettings& settings) override;
  void keep(double end) override;
  PanelResults results() override { return {rho_, energies_}; }
  void start_anew() override { before_.reset(); }
  void forget(std::size_t count) override;
  void compact(std::size_t count) override { past_.compact(count); }
  std::size_t compacted() const override { return past_.compacted(); }
  double bytes() const override { return past_.bytes(); }
  double bytes(std::size_t panels, std::size_t compacted) const override;
  PanelRows rows(std::size_t panel) const override { return past_.doubles_of(panel); }
  const PanelRows* before() override { return before_ ? &*before_ : nullptr; }
  void restore(PanelRows rows, double start, double end, std::size_t forgotten) override {
    past_.restore(std::move(rows), start, end, forgotten);
  }
  void restore_before(PanelRows before) override { before_ = std::move(before); }
  std::size_t own_points() const override { return past_.points(); }
  std::size_t mixed_columns() const override {
    return past_.branch() ? past_.branch()->nodes() * past_.bands() : 0;
  }
  std::size_t bands() const override { return past_.bands(); }
  const TwoTime& past() override { return past_; }

 private:
  const Model& model_;
  TwoTime& past_;
  const PointShare* share_;
  Panel panel_;               ///< solved last
  std::vector<Complex> rho_;  ///< of the last one that converged, and its energies
  std::vector<double> energies_;
  std::optional<PanelRows> before_;  ///< collision integrals of the panel before
};

}  // namespace diagc::dynamics
