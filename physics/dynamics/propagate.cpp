#include "physics/dynamics/propagate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/panel.h"

namespace diagc::dynamics {

namespace {

/// Panels that need more sweeps than this do not grow.
constexpr std::size_t many_sweeps = 12;
constexpr double shortest = 1e-9;  ///< panel, as a share of the whole time

/// Times at which a panel ends, the end among them.
std::vector<double> panel_ends(const Propagation& propagation) {
  std::vector<double> ends = propagation.breaks;
  for (const Kick& kick : propagation.kicks) ends.push_back(kick.at);
  ends.push_back(propagation.end);
  std::erase_if(ends, [&](double time) { return !(time > 0) || time > propagation.end; });
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

/// By what a panel's length is multiplied, so that polynomials of degree p resolve it.
double length_factor(double tolerance, double unresolved, std::size_t order) {
  if (unresolved <= 0) return 2;
  return 0.85 * std::pow(tolerance / unresolved, 1 / static_cast<double>(order + 1));
}

/// Of the first panel: what h turns in it is about a quarter of what the polynomials can follow.
double first_length(const Model& model, std::span<const Complex> rho, std::size_t order) {
  std::vector<Complex> h(rho.size());
  hamiltonian(model, 0, rho, h);
  double largest = 0;
  for (std::size_t row = 0; row < h.size(); row += model.bands) {
    double sum = 0;
    for (std::size_t b = 0; b < model.bands; ++b) sum += std::abs(h[row + b]);
    largest = std::max(largest, sum);
  }
  return static_cast<double>(order) / (4 * std::max(largest, 1e-3));
}

/// Of what remains to a break: panels of a given length at most, of equal length.
double even_length(double remaining, double step) {
  return remaining / std::max(1.0, std::ceil(remaining / step * (1 - 1e-12)));
}

/// The same where lengths change on the way: no short panel is left at the end.
double fitting_length(double remaining, double wanted) {
  if (wanted >= remaining) return remaining;
  return 2 * wanted > remaining ? remaining / 2 : wanted;
}

std::vector<double> panel_energies(const Model& model, const TwoTime& past, double start,
                                   double length, const Panel& panel) {
  const std::size_t order = past.collocation().order, bands = model.bands;
  const std::size_t count = past.points() * bands * bands;
  std::vector<double> energies;
  for (std::size_t l = 0; l < order; ++l) {
    double correlation = 0;
    for (std::size_t k = 0; k < panel.collisions.lesser.points(); ++k) {
      const Block own = panel.collisions.lesser.at(k, panel.collisions.lesser.blocks() - 1);
      for (std::size_t a = 0; a < bands; ++a) {
        correlation += own.at(l * bands + a, l * bands + a).imag() / 2;
      }
    }
    const std::span<const Complex> rho(panel.equal_times.rho.data() + l * count, count);
    energies.push_back(
        energy(model, start + length * past.collocation().nodes[l], rho, correlation));
  }
  return energies;
}

void check_memory(const TwoTime& past, const Propagation& propagation) {
  const double bytes =
      TwoTime::bytes(past.points(), past.bands(), past.collocation().order, past.panels() + 1);
  if (propagation.most_bytes <= 0 || bytes <= propagation.most_bytes) return;
  throw std::runtime_error(fmt::format(
      "found {:.3g} bytes for G at {} nodes at t = {:.6g}, expected at most {:.3g}: a larger "
      "tolerance, fewer k points or a shorter time take less",
      bytes, past.nodes() + past.collocation().order, past.end(), propagation.most_bytes));
}

}  // namespace

void check_kick(const Kick& kick, std::size_t bands, double end) {
  if (!(kick.at >= 0) || !(kick.at < end)) {
    throw std::runtime_error(
        fmt::format("found a kick at {}, expected a time from 0 to the end, {}, and before that",
                    kick.at, end));
  }
  if (kick.matrix.size() != bands * bands) {
    throw std::runtime_error(fmt::format("found a kick of {} numbers, expected {} x {}",
                                         kick.matrix.size(), bands, bands));
  }
  for (std::size_t a = 0; a < bands; ++a) {
    for (std::size_t b = 0; b < bands; ++b) {
      Complex sum = a == b ? -1 : 0;
      for (std::size_t c = 0; c < bands; ++c) {
        sum += kick.matrix[a * bands + c] * std::conj(kick.matrix[b * bands + c]);
      }
      if (!(std::abs(sum) <= 1e-12)) {
        throw std::runtime_error(
            fmt::format("found a kick at {} whose rows {} and {} are not orthonormal, expected a "
                        "unitary matrix",
                        kick.at, a, b));
      }
    }
  }
}

void check(const Model& model, const Propagation& propagation) {
  check(model);
  const auto refuse = [](const std::string& name, double value, const std::string& expected) {
    throw std::runtime_error(fmt::format("found {} = {}, expected {}", name, value, expected));
  };
  if (!(propagation.end > 0) || !std::isfinite(propagation.end)) {
    refuse("end", propagation.end, "a time after 0");
  }
  if (!(propagation.tolerance >= 1e-12) || propagation.tolerance > 0.1) {
    refuse("tolerance", propagation.tolerance, "1e-12, about what double precision allows, to 0.1");
  }
  if (!(propagation.step >= 0) || !std::isfinite(propagation.step)) {
    refuse("step", propagation.step, "a length of panels, or 0 to leave it open");
  }
  if (propagation.step > 0 && propagation.step < shortest * propagation.end) {
    refuse(
        "step", propagation.step,
        fmt::format("at least {:.3g}, {} of the whole time", shortest * propagation.end, shortest));
  }
  for (const Kick& kick : propagation.kicks) check_kick(kick, model.bands, propagation.end);
}

Trajectory propagate(const Model& model, const Propagation& propagation,
                     std::span<const Complex> rho,
                     const std::function<void(const PanelReport&)>& progress) {
  check(model, propagation);
  TwoTime past(model.points(), model.bands, radau(propagation.order), rho);
  return propagate(model, propagation, past, progress);
}

Trajectory propagate(const Model& model, const Propagation& propagation, TwoTime& past,
                     const std::function<void(const PanelReport&)>& progress) {
  check(model, propagation);
  if (past.panels() != 0 || past.collocation().order != propagation.order ||
      past.points() != model.points() || past.bands() != model.bands) {
    throw std::logic_error("a propagation that does not begin with its own density matrix");
  }
  const bool adaptive = propagation.step == 0;
  const PanelSettings settings{propagation.tolerance, 40, propagation.threads, adaptive};
  Trajectory trajectory(past.points(), past.bands(), past.collocation());
  std::optional<PanelRows> before;
  double wanted = 0;
  for (const double next_break : panel_ends(propagation)) {
    for (const Kick& kick : propagation.kicks) {
      if (kick.at != past.end()) continue;
      past.kick(kick.matrix);
      before.reset();
    }
    if (std::ranges::count(propagation.breaks, past.end()) > 0) before.reset();
    while (past.end() < next_break) {
      const double start = past.end(), remaining = next_break - start;
      const std::vector<Complex> at_start = past.edge_density();
      if (wanted == 0) wanted = first_length(model, at_start, propagation.order);
      PanelReport report{start, start, 0, 0, 0, 0};
      check_memory(past, propagation);
      for (;; ++report.rejected) {
        const double length =
            adaptive ? fitting_length(remaining, wanted) : even_length(remaining, propagation.step);
        if (length < shortest * propagation.end && length < remaining) {
          throw std::runtime_error(fmt::format(
              "found that no panel of {:.3g} or longer at t = {:.6g} reaches the tolerance {:.3g}, "
              "expected functions of time that are smooth there: name times of jumps as breaks",
              length, start, propagation.tolerance));
        }
        Panel panel = solve_panel(model, past, length, before ? &*before : nullptr, settings);
        if (panel.end == PanelEnd::converged) {
          report.end = length == remaining ? next_break : start + length;
          report.sweeps = panel.sweeps;
          report.residual = panel.residual;
          report.unresolved = panel.unresolved;
          const double factor =
              length_factor(propagation.tolerance, panel.unresolved, propagation.order);
          const double most = report.rejected > 0 || panel.sweeps > many_sweeps ? 1.0 : 2.0;
          const double next = length * std::clamp(factor, 0.3, most);
          // A break may have made this panel shorter than it had to be.
          wanted = factor >= 1 && length < wanted ? std::max(wanted, next) : next;
          trajectory.append(report, at_start, panel.equal_times.rho,
                            panel_energies(model, past, start, length, panel));
          past.append(panel.rows, report.end);
          if (model.interaction->correlated()) before = std::move(panel.collisions);
          break;
        }
        if (!adaptive) {
          throw std::runtime_error(fmt::format(
              "found that sweeps of the panel of length {:.6g} at t = {:.6g} do not converge, "
              "expected a shorter step, or 0 to leave it open",
              length, start));
        }
        wanted = panel.end == PanelEnd::diverged
                     ? length / 2
                     : length * std::clamp(length_factor(propagation.tolerance, panel.unresolved,
                                                         propagation.order),
                                           0.2, 0.8);
      }
      if (progress) progress(report);
    }
  }
  return trajectory;
}

}  // namespace diagc::dynamics
