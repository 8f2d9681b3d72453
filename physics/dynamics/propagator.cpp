#include "physics/dynamics/propagator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/equal_time_energy.h"
#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/panel.h"

namespace diagc::dynamics {

namespace {

/// Panels that need more sweeps than this do not grow.
constexpr std::size_t many_sweeps = 12;

/// Times at which a panel begins or ends in any case: 0, kicks, breaks, the end.
std::vector<double> panel_ends(const Propagation& propagation) {
  std::vector<double> ends = propagation.breaks;
  ends.push_back(0);
  for (const Kick& kick : propagation.kicks) ends.push_back(kick.at);
  ends.push_back(propagation.end);
  std::erase_if(ends, [&](double time) { return !(time >= 0) || time > propagation.end; });
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

/// By what a panel's length is multiplied, so that polynomials of degree p resolve it.
double length_factor(double tolerance, double unresolved, std::size_t order) {
  if (unresolved <= 0) return 2;
  return 0.85 * std::pow(tolerance / unresolved, 1 / static_cast<double>(order + 1));
}

/// The largest sum of a row of h at the beginning.
double largest_of_h(const Model& model, std::span<const Complex> rho) {
  std::vector<Complex> h(rho.size());
  hamiltonian(model, 0, rho, h);
  double largest = 0;
  for (std::size_t row = 0; row < h.size(); row += model.bands) {
    double sum = 0;
    for (std::size_t b = 0; b < model.bands; ++b) sum += std::abs(h[row + b]);
    largest = std::max(largest, sum);
  }
  return std::max(largest, 1e-3);
}

/// Of the first panel: what h turns in it is about a quarter of what the polynomials can follow.
double first_length(const Model& model, std::span<const Complex> rho, std::size_t order) {
  return static_cast<double>(order) / (4 * largest_of_h(model, rho));
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
  const std::vector<double> within = energy_within_panel(model, past.collocation(), length, panel);
  std::vector<double> energies;
  for (std::size_t l = 0; l < order; ++l) {
    double correlation = within[l];
    for (std::size_t k = 0; k < panel.collisions.lesser.points(); ++k) {
      const Block own = panel.collisions.lesser.at(k, panel.collisions.lesser.blocks() - 1);
      for (std::size_t a = 0; a < bands; ++a) {
        correlation += model.weight(k) * own.at(l * bands + a, l * bands + a).imag() / 2;
      }
    }
    const std::span<const Complex> rho(panel.equal_times.rho.data() + l * count, count);
    energies.push_back(
        energy(model, start + length * past.collocation().nodes[l], rho, correlation));
  }
  return energies;
}

}  // namespace

double least_panels(const Model& model, const Propagation& propagation,
                    std::span<const Complex> rho) {
  double length = propagation.step;
  if (length == 0) {
    // The coefficient of degree p + 1 of exp(−iht) on a panel is about (h Δ / 4)^(p + 1) / (p + 1)!.
    const double degree = static_cast<double>(propagation.order) + 1;
    length = 4 / largest_of_h(model, rho) *
             std::pow(propagation.tolerance * std::tgamma(degree + 1), 1 / degree);
  }
  const std::vector<double> ends = panel_ends(propagation);
  double panels = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    panels += std::ceil((ends[i + 1] - ends[i]) / length * (1 - 1e-12));
  }
  if (propagation.memory <= 0) return panels;
  return std::min(panels, std::ceil(propagation.memory / length));
}

Propagator::Propagator(const Model& model, const Propagation& propagation, TwoTime& past)
    : model_(model),
      propagation_(propagation),
      past_(past),
      trajectory_(past.points(), past.bands(), past.collocation(), model.weights) {
  check(model, propagation);
  if (past.panels() != 0 || past.collocation().order != propagation.order ||
      past.points() != model.points() || past.bands() != model.bands) {
    throw std::logic_error("a propagation that does not begin with its own density matrix");
  }
  ends_ = panel_ends(propagation);
}

void Propagator::resume(Trajectory trajectory, Continuation continuation) {
  trajectory_ = std::move(trajectory);
  continuation_ = std::move(continuation);
  compact_old_panels();
}

void Propagator::enter_segment() {
  if (entered_ == past_.end() || std::ranges::count(ends_, past_.end()) == 0) return;
  entered_ = past_.end();
  for (const Kick& kick : propagation_.kicks) {
    if (kick.at != past_.end()) continue;
    past_.kick(kick.matrix);
    continuation_.before.reset();
  }
  if (std::ranges::count(propagation_.breaks, past_.end()) > 0) continuation_.before.reset();
}

double Propagator::next_end() const {
  return *std::ranges::find_if(ends_, [&](double end) { return end > past_.end(); });
}

double Propagator::next_length(double remaining) const {
  return propagation_.step == 0 ? fitting_length(remaining, continuation_.wanted)
                                : even_length(remaining, propagation_.step);
}

void Propagator::check_memory() const {
  const std::size_t imaginary = past_.branch() ? past_.branch()->nodes() : 0;
  const auto of_panels = [&](std::size_t panels) {
    return TwoTime::bytes(past_.points(), past_.bands(), past_.collocation().order, panels,
                          imaginary, stored_fields(model_.interaction->staged()));
  };
  // Old panels in single precision have half.
  const double bytes = of_panels(past_.panels() + 1) - of_panels(past_.compacted()) / 2;
  if (propagation_.most_bytes <= 0 || bytes <= propagation_.most_bytes) return;
  throw std::runtime_error(fmt::format(
      "found {:.3g} bytes for G at {} nodes at t = {:.6g}, expected at most {:.3g}: a larger "
      "tolerance, fewer k points or a shorter time take less",
      bytes, past_.nodes() + past_.collocation().order, past_.end(), propagation_.most_bytes));
}

const PanelReport& Propagator::advance() {
  if (done()) throw std::logic_error("a propagation that goes on beyond its end");
  enter_segment();
  const bool adaptive = propagation_.step == 0;
  const PanelSettings settings{propagation_.tolerance, 40, propagation_.threads, adaptive};
  const double start = past_.end(), next_break = next_end(), remaining = next_break - start;
  const std::vector<Complex> at_start = past_.edge_density();
  double& wanted = continuation_.wanted;
  if (wanted == 0) wanted = first_length(model_, at_start, propagation_.order);
  PanelReport report{start, start, 0, 0, 0, 0};
  check_memory();
  for (;; ++report.rejected) {
    const double length = next_length(remaining);
    if (length < shortest_panel * propagation_.end && length < remaining) {
      throw std::runtime_error(fmt::format(
          "found that no panel of {:.3g} or longer at t = {:.6g} reaches the tolerance {:.3g}, "
          "expected functions of time that are smooth there: name times of jumps as breaks",
          length, start, propagation_.tolerance));
    }
    Panel panel = solve_panel(model_, past_, length,
                              continuation_.before ? &*continuation_.before : nullptr, settings);
    if (panel.end == PanelEnd::converged) {
      report.end = length == remaining ? next_break : start + length;
      report.sweeps = panel.sweeps;
      report.residual = panel.residual;
      report.unresolved = panel.unresolved;
      const double factor =
          length_factor(propagation_.tolerance, panel.unresolved, propagation_.order);
      const double most = report.rejected > 0 || panel.sweeps > many_sweeps ? 1.0 : 2.0;
      const double next = length * std::clamp(factor, 0.3, most);
      // A break may have made this panel shorter than it had to be.
      wanted = factor >= 1 && length < wanted ? std::max(wanted, next) : next;
      trajectory_.append(report, at_start, panel.equal_times.rho,
                         panel_energies(model_, past_, start, length, panel));
      past_.append(panel.rows, report.end);
      if (model_.interaction->correlated()) continuation_.before = std::move(panel.collisions);
      forget_old_panels();
      compact_old_panels();
      return trajectory_.panels().back();
    }
    if (!adaptive) {
      throw std::runtime_error(fmt::format(
          "found that sweeps of the panel of length {:.6g} at t = {:.6g} do not converge, "
          "expected a shorter step, or 0 to leave it open",
          length, start));
    }
    wanted = panel.end == PanelEnd::diverged
                 ? length / 2
                 : length * std::clamp(length_factor(propagation_.tolerance, panel.unresolved,
                                                     propagation_.order),
                                       0.2, 0.8);
  }
}

void Propagator::compact_old_panels() {
  if (propagation_.compact <= 0) return;
  std::size_t old = past_.compacted();
  while (old < past_.panels() &&
         past_.start(old) + past_.length(old) <= past_.end() - propagation_.compact) {
    ++old;
  }
  past_.compact(old);
}

void Propagator::forget_old_panels() {
  if (propagation_.memory <= 0) return;
  std::size_t old = 0;
  while (old + 1 < past_.panels() &&
         past_.start(old) + past_.length(old) <= past_.end() - propagation_.memory) {
    ++old;
  }
  if (old == 0) return;
  past_.forget(old);
  if (!continuation_.before) return;
  for (BlockRows* rows : {&continuation_.before->lesser, &continuation_.before->spectral}) {
    *rows = without_first_blocks(*rows, old);
  }
}

}  // namespace diagc::dynamics
