#include "programs/dynamics/report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/dynamics/fields/staged_theory.h"
#include "runs/report/number_text.h"

namespace diagc::dynamics {

namespace {

/// Bytes as people write them.
std::string bytes_text(double bytes) {
  for (const auto& [unit, size] : {std::pair("TB", 1e12), {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}) {
    if (bytes >= size) return fmt::format("{:.3g} {}", bytes / size, unit);
  }
  return fmt::format("{:.0f} B", bytes);
}

std::string points_text(const Job& job, const Setup& setup) {
  if (job.is_cluster()) return fmt::format("cluster of {} sites", setup.model.bands);
  const std::size_t points = setup.points.place.size(), kept = setup.points.kept.size();
  std::string text = fmt::format("{} k points", fmt::join(job.lattice.grid, " x "));
  if (kept < points) text += fmt::format(" ({} kept)", kept);
  return text + fmt::format(", {} band{}", setup.model.bands, setup.model.bands == 1 ? "" : "s");
}

std::string scheme_text(const Job& job) {
  if (job.time.heun) return fmt::format("heun in steps of {}", job.time.step);
  std::string text = fmt::format("tolerance {:g}", job.time.tolerance);
  if (job.time.step > 0) text += fmt::format(", panels of {}", job.time.step);
  return text;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Times cost more the later they come: work up to a fraction of them grows as its cube.
std::string left_text(double fraction, double seconds) {
  if (fraction <= 0.05) return "";
  return fmt::format(", {} left", runs::duration_text(seconds * (1 / std::pow(fraction, 3) - 1)));
}

}  // namespace

std::string title_of(const Job& job, const Setup& setup) {
  return fmt::format("{}: {}, to t = {}, {}", job.rules.file, points_text(job, setup), job.time.end,
                     scheme_text(job));
}

std::string result_text(const Result& result, const Result& nodes) {
  std::string text = fmt::format("{:>10}{:>20}{:>20}", "t", "particles", "energy");
  const bool cluster = result.n_k.extents.at(1) == 1;
  for (std::size_t band = 0; band < result.bands; ++band) {
    text += fmt::format("{:>18}", fmt::format("{} {}", cluster ? "site" : "band", band));
  }
  if (!result.current.empty()) text += fmt::format("{:>18}", "current");
  text += '\n';
  for (std::size_t i = 0; i < result.t.size(); ++i) {
    text += fmt::format("{:>10.6g}{:>20.12f}{:>20.12f}", result.t[i], result.particles[i],
                        result.energy[i]);
    for (std::size_t band = 0; band < result.bands; ++band) {
      text += fmt::format("{:>18.10f}", result.density.values[i * result.bands + band]);
    }
    if (!result.current.empty()) text += fmt::format("{:>18.10f}", result.current[i]);
    text += '\n';
  }
  const ConservationResult& conservation = nodes.conservation;
  text += fmt::format(
      "{} nodes in {} panels, {} of G, {}\nparticles change by {:.1e}, the energy by {:.1e} after "
      "t = {:.6g}\n",
      nodes.run.nodes, nodes.panels.size(), bytes_text(nodes.run.bytes),
      runs::duration_text(nodes.run.seconds), conservation.particles, conservation.energy,
      conservation.since);
  return text;
}

std::string plan_text(const Job& job, const Setup& setup) {
  const Model& model = setup.model;
  const std::size_t bands = model.bands, order = job.time.order, kept = model.points();
  const std::size_t imaginary = setup.branch ? setup.branch->nodes() : 0;
  const StagedTheory* const staged = model.interaction->staged();
  const std::size_t fields = stored_fields(staged);
  std::size_t products = 0;
  for (std::size_t s = 0; staged && s < staged->plan().stages.size(); ++s) {
    const arrays::TwoTimeStage& stage = staged->plan().stages[s];
    products += stage.products.size();
    for (const auto& equation : stage.equations) products += equation.left.size();
  }
  const bool correlated = model.interaction->correlated();
  std::string text = title_of(job, setup) + "\n\n";
  if (!setup.plan.empty()) text += setup.plan + "\nthis job\n";
  text += fmt::format("  points stored           {} of {}\n", kept, setup.points.place.size());
  text += fmt::format("  blocks of G             {0} x {0}, of a panel of {1} nodes\n",
                      order * bands, order);
  if (fields > 0)
    text += fmt::format("  fields besides G        {}, blocks of {} x {}\n", fields, order, order);
  if (imaginary > 0) text += fmt::format("  imaginary times         {}\n", imaginary);
  const double squares = static_cast<double>(bands * bands),
               cubes = squares * static_cast<double>(bands);
  const auto points = static_cast<double>(kept);
  const double bytes = 16 * (squares + static_cast<double>(fields)) * points;
  const double operations = correlated ? 16 * (cubes + static_cast<double>(products)) * points : 0;
  text += fmt::format(
      "  at n nodes              {:.4g} n (n + {}) bytes\n"
      "  a row and sweep         {:.4g} n^2 operations of history, n pairs for Sigma\n",
      bytes, order, operations);
  text += fmt::format("{:>8}{:>16}{:>20}\n", "n", "bytes", "operations a row");
  for (const double nodes : {64.0, 256.0, 1024.0}) {
    const auto panels = static_cast<std::size_t>(nodes / static_cast<double>(order));
    text += fmt::format("{:>8}{:>16}{:>20.3g}\n", nodes,
                        bytes_text(TwoTime::bytes(kept, bands, order, panels, imaginary, fields)),
                        operations * nodes * nodes);
  }
  return text;
}

void RunTable::show(const Propagator& propagator, double end, double seconds) {
  const Trajectory& trajectory = propagator.trajectory();
  const PanelReport& panel = trajectory.panels().back();
  const std::size_t node = trajectory.times().size() - 1;
  const double particles =
      sum_of(densities(trajectory.bands(), trajectory.rho(node), trajectory.weights()));
  const double bytes = propagator.engine().bytes();
  const double fraction = panel.end / end;
  const std::string left = left_text(fraction, seconds);
  text_.show(
      "t", fraction,
      fmt::format("t {:.4g} of {}, panel {} of {:.3g}, {} sweeps, residual {:.1e}, N {:.10f}, "
                  "E {:.10f}, {}{}",
                  panel.end, end, trajectory.panels().size(), panel.end - panel.start, panel.sweeps,
                  panel.residual, particles, trajectory.energy(node), bytes_text(bytes), left));
}

void RunTable::show(const UniformPropagator& propagator, double end, double seconds) {
  const UniformTrajectory& trajectory = propagator.trajectory();
  const Model& model = propagator.model();
  const double particles = sum_of(densities(model.bands, trajectory.rho.back(), model.weights));
  const double time = trajectory.times.back();
  text_.show(
      "t", time / end,
      fmt::format("t {:.4g} of {}, step {}, N {:.10f}, E {:.10f}{}", time, end, propagator.step(),
                  particles, trajectory.energies.back(), left_text(time / end, seconds)));
}

}  // namespace diagc::dynamics
