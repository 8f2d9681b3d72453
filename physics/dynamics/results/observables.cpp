#include "physics/dynamics/results/observables.h"

#include <algorithm>
#include <cmath>

namespace diagc::dynamics {

namespace {

/// Fills a result time by time.
class Collector {
 public:
  Collector(const Job& job, const Setup& setup, bool with_rho)
      : setup_(setup), with_rho_(with_rho), bands_(setup.model.bands) {
    result_.job = std::string(job.given.source->text());
    result_.rules = job.rules.file;
    result_.grid.assign(job.lattice.grid.begin(), job.lattice.grid.end());
    result_.bands = bands_;
    result_.warnings = setup.warnings;
    result_.run.points_kept = setup.points.kept.size();
    result_.run.mu = setup.mu;
    result_.run.threads = setup.propagation.threads;
    if (job.output.current) {
      strides_ = strides_of(job.lattice.grid, bands_, setup.hopping, job.model.direction);
    }
  }

  /// `rho`: of the points that are kept.
  void add(double time, std::span<const Complex> rho, double energy) {
    const std::size_t size = bands_ * bands_;
    const std::vector<Complex> all = spread(setup_.points, size, rho);
    result_.t.push_back(time);
    double particles = 0;
    for (std::size_t at = 0; at < all.size(); at += size) {
      for (std::size_t a = 0; a < bands_; ++a) {
        result_.n_k.values.push_back(all[at + a * bands_ + a].real());
      }
    }
    for (const double value : densities(bands_, all)) {
      result_.density.values.push_back(value);
      particles += value;
    }
    result_.particles.push_back(particles);
    result_.energy.push_back(energy);
    const EnergyParts parts = energy_parts(setup_.model, time, rho);
    result_.single_energy.push_back(parts.single);
    result_.mean_field_energy.push_back(parts.mean_field);
    if (!strides_.empty()) result_.current.push_back(current(time, all));
    if (!with_rho_) return;
    for (const Complex value : all) {
      result_.rho.values.push_back(value.real());
      result_.rho.values.push_back(value.imag());
    }
  }

  Result take() {
    const std::uint64_t times = result_.t.size(), points = setup_.points.place.size();
    result_.n_k.extents = {times, points, bands_};
    result_.density.extents = {times, bands_};
    result_.rho.extents = {with_rho_ ? times : 0, points, bands_, bands_, 2};
    for (SpectrumResult* spectrum : {&result_.spectral, &result_.arpes}) {
      spectrum->values.extents = {0, points, 0};
    }
    for (runs::NumberArray* green : {&result_.green.lesser, &result_.green.greater}) {
      green->extents = {points, 0, bands_, 0, bands_, 2};
    }
    return std::move(result_);
  }

 private:
  /// Mean over k of tr v ρ, v = Σ_d i d exp(−i A d) h_d(k).
  double current(double time, const std::vector<Complex>& rho) const {
    const Model& model = setup_.model;
    const double potential = model.vector_potential ? model.vector_potential(time) : 0;
    const std::size_t size = bands_ * bands_;
    Complex sum = 0;
    for (const Stride& stride : strides_) {
      const Complex factor =
          Complex(0, stride.distance) * std::polar(1.0, -potential * stride.distance);
      for (std::size_t at = 0; at < rho.size(); at += size) {
        for (std::size_t i = 0; i < size; ++i) {
          sum += factor * stride.h[at + i] * rho[at + i % bands_ * bands_ + i / bands_];
        }
      }
    }
    return sum.real() / static_cast<double>(rho.size() / size);
  }

  const Setup& setup_;
  bool with_rho_;
  std::size_t bands_;
  std::vector<Stride> strides_;
  Result result_;
};

double range_of(const std::vector<double>& values, std::size_t first) {
  if (first >= values.size()) return 0;
  const auto [least, most] =
      std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
  return *most - *least;
}

/// Of a result at all nodes.
void set_conservation(const Setup& setup, Result& result) {
  ConservationResult& conservation = result.conservation;
  for (const Kick& kick : setup.propagation.kicks) {
    conservation.since = std::max(conservation.since, kick.at);
  }
  for (const double time : setup.propagation.breaks) {
    conservation.since = std::max(conservation.since, time);
  }
  const auto first = std::ranges::find_if(
      result.t, [&](double time) { return is_after(time, conservation.since); });
  conservation.particles = range_of(result.particles, 0);
  conservation.energy = range_of(result.energy, static_cast<std::size_t>(first - result.t.begin()));
}

std::vector<PanelResult> panels_of(const Trajectory& trajectory) {
  std::vector<PanelResult> panels;
  for (const PanelReport& panel : trajectory.panels()) {
    panels.push_back(
        {panel.start, panel.end, panel.sweeps, panel.rejected, panel.residual, panel.unresolved});
  }
  return panels;
}

}  // namespace

Result at_times(const Job& job, const Setup& setup, const Trajectory& trajectory) {
  Collector collector(job, setup, false);
  for (const double time : job.output.times) {
    if (trajectory.panels().empty() || time > trajectory.panels().back().end) break;
    collector.add(time, trajectory.rho_at(time), trajectory.energy_at(time));
  }
  Result result = collector.take();
  result.panels = panels_of(trajectory);
  return result;
}

Result at_times(const Job& job, const Setup& setup, const UniformTrajectory& trajectory) {
  Collector collector(job, setup, false);
  for (const double time : job.output.times) {
    const auto at = static_cast<std::size_t>(std::llround(time / job.time.step));
    if (at >= trajectory.times.size()) break;
    collector.add(time, trajectory.rho[at], trajectory.energies[at]);
  }
  return collector.take();
}

Result at_nodes(const Job& job, const Setup& setup, const Trajectory& trajectory) {
  Collector collector(job, setup, true);
  if (!trajectory.panels().empty()) {
    collector.add(0, trajectory.start(0), trajectory.energy_at(0));
  }
  for (std::size_t node = 0; node < trajectory.times().size(); ++node) {
    collector.add(trajectory.times()[node], trajectory.rho(node), trajectory.energy(node));
  }
  Result result = collector.take();
  result.panels = panels_of(trajectory);
  set_conservation(setup, result);
  return result;
}

Result at_nodes(const Job& job, const Setup& setup, const UniformTrajectory& trajectory) {
  Collector collector(job, setup, true);
  for (std::size_t step = 0; step < trajectory.times.size(); ++step) {
    collector.add(trajectory.times[step], trajectory.rho[step], trajectory.energies[step]);
  }
  Result result = collector.take();
  set_conservation(setup, result);
  return result;
}

}  // namespace diagc::dynamics
