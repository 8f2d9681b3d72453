#include "physics/dynamics/propagate.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/propagator.h"

namespace diagc::dynamics {

void check_kick(const Kick& kick, std::size_t bands, double end) {
  if (!(kick.at >= 0) || !(kick.at < end)) {
    throw std::runtime_error(fmt::format(
        "found a kick at {}, expected a time from 0 on and before the end, {}", kick.at, end));
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
  if (propagation.step > 0 && propagation.step < shortest_panel * propagation.end) {
    refuse("step", propagation.step,
           fmt::format("at least {:.3g}, {} of the whole time", shortest_panel * propagation.end,
                       shortest_panel));
  }
  if (!(propagation.memory >= 0)) {
    refuse("memory", propagation.memory, "a time after 0, or 0 to forget nothing");
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
  Propagator propagator(model, propagation, past);
  while (!propagator.done()) {
    const PanelReport& report = propagator.advance();
    if (progress) progress(report);
  }
  return propagator.trajectory();
}

}  // namespace diagc::dynamics
