#include "physics/dynamics/propagator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/host_engine.h"

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

Propagator::Propagator(const Model& model, const Propagation& propagation, Engine& engine)
    : model_(model),
      propagation_(propagation),
      engine_(engine),
      trajectory_(model.points(), model.bands, engine.times().collocation(), model.weights) {
  check(model, propagation);
  if (engine.times().panels() != 0 || engine.times().collocation().order != propagation.order ||
      engine.bands() != model.bands || engine.edge_density().size() != model.h.size()) {
    throw std::logic_error("a propagation that does not begin with its own density matrix");
  }
  ends_ = panel_ends(propagation);
}

Propagator::Propagator(const Model& model, const Propagation& propagation,
                       std::unique_ptr<Engine> engine)
    : Propagator(model, propagation, *engine) {
  own_engine_ = std::move(engine);
}

Propagator::Propagator(const Model& model, const Propagation& propagation, TwoTime& past)
    : Propagator(model, propagation, std::make_unique<HostEngine>(model, past)) {}

void Propagator::resume(Trajectory trajectory, double wanted) {
  trajectory_ = std::move(trajectory);
  wanted_ = wanted;
  compact_old_panels();
}

void Propagator::enter_segment() {
  const double now = engine_.times().end();
  if (entered_ == now || std::ranges::count(ends_, now) == 0) return;
  entered_ = now;
  for (const Kick& kick : propagation_.kicks) {
    if (kick.at != now) continue;
    engine_.kick(kick.matrix);
    engine_.start_anew();
  }
  if (std::ranges::count(propagation_.breaks, now) > 0) engine_.start_anew();
}

double Propagator::next_end(double now) const {
  return *std::ranges::find_if(ends_, [&](double end) { return end > now; });
}

double Propagator::next_length(double remaining) const {
  return propagation_.step == 0 ? fitting_length(remaining, wanted_)
                                : even_length(remaining, propagation_.step);
}

bool Propagator::is_too_short(double length, double remaining) const {
  return length < shortest_panel * propagation_.end && length < remaining;
}

PanelSettings Propagator::settings_of(double length, double remaining, double next_end) {
  double following = std::ceil((remaining - length) / length * (1 - 1e-12));
  if (next_end < propagation_.end)
    following += std::max(std::ceil((propagation_.end - next_end) / length), 1.0);
  return {.tolerance = propagation_.tolerance,
          .most_sweeps = 40,
          .threads = propagation_.threads,
          .resolved = propagation_.step == 0,
          .usual_sweeps = trajectory_.panels().empty() ? 2 : trajectory_.panels().back().sweeps,
          .following = static_cast<std::size_t>(std::min(following, 1e6)),
          .meanwhile = [this] { trajectory_.make_room(); }};
}

double Propagator::bytes_of(std::size_t panels) const {
  return engine_.bytes(panels, engine_.compacted());
}

void Propagator::check_memory() const {
  const PanelTimes& times = engine_.times();
  const double bytes = bytes_of(times.panels() + 1);
  if (propagation_.most_bytes <= 0 || bytes <= propagation_.most_bytes) return;
  throw std::runtime_error(fmt::format(
      "found {:.3g} bytes for G at {} nodes at t = {:.6g}, expected at most {:.3g}: a larger "
      "tolerance, fewer k points or a shorter time take less",
      bytes, (times.panels() + 1) * times.collocation().order, times.end(),
      propagation_.most_bytes));
}

std::optional<double> Propagator::length_behind(double end) const {
  // What happens at the end of a segment, and to old panels, comes before the next panel.
  if (std::ranges::count(ends_, end) > 0 || propagation_.memory > 0 || propagation_.compact > 0)
    return std::nullopt;
  const double remaining = next_end(end) - end, length = next_length(remaining);
  if (is_too_short(length, remaining)) return std::nullopt;
  if (propagation_.most_bytes > 0 &&
      bytes_of(engine_.times().panels() + 2) > propagation_.most_bytes)
    return std::nullopt;
  return length;
}

void Propagator::keep_and_begin_next(double end) {
  const std::optional<double> length = length_behind(end);
  if (!length) return engine_.keep(end);
  const double next = next_end(end);
  engine_.keep_and_begin(end, *length, settings_of(*length, next - end, next));
}

const PanelReport& Propagator::advance() {
  if (done()) throw std::logic_error("a propagation that goes on beyond its end");
  enter_segment();
  const bool adaptive = propagation_.step == 0;
  const double start = engine_.times().end(), next_break = next_end(start),
               remaining = next_break - start;
  const std::vector<Complex> at_start = engine_.edge_density();
  if (wanted_ == 0) wanted_ = first_length(model_, at_start, propagation_.order);
  PanelReport report{start, start, 0, 0, 0, 0};
  check_memory();
  for (;; ++report.rejected) {
    const double length = next_length(remaining);
    if (is_too_short(length, remaining)) {
      throw std::runtime_error(fmt::format(
          "found that no panel of {:.3g} or longer at t = {:.6g} reaches the tolerance {:.3g}, "
          "expected functions of time that are smooth there: name times of jumps as breaks",
          length, start, propagation_.tolerance));
    }
    const SolvedPanel panel = engine_.solve(length, settings_of(length, remaining, next_break));
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
      wanted_ = factor >= 1 && length < wanted_ ? std::max(wanted_, next) : next;
      keep_and_begin_next(report.end);
      const PanelResults results = engine_.results();
      trajectory_.append(report, at_start, results.rho, results.energies);
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
    wanted_ = panel.end == PanelEnd::diverged
                  ? length / 2
                  : length * std::clamp(length_factor(propagation_.tolerance, panel.unresolved,
                                                      propagation_.order),
                                        0.2, 0.8);
  }
}

void Propagator::compact_old_panels() {
  if (propagation_.compact <= 0) return;
  const PanelTimes& times = engine_.times();
  std::size_t old = engine_.compacted();
  while (old < times.panels() &&
         times.start(old) + times.length(old) <= times.end() - propagation_.compact) {
    ++old;
  }
  engine_.compact(old);
}

void Propagator::forget_old_panels() {
  if (propagation_.memory <= 0) return;
  const PanelTimes& times = engine_.times();
  std::size_t old = 0;
  while (old + 1 < times.panels() &&
         times.start(old) + times.length(old) <= times.end() - propagation_.memory) {
    ++old;
  }
  if (old > 0) engine_.forget(old);
}

}  // namespace diagc::dynamics
