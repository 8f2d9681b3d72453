#include "physics/dynamics/heun.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/host_uniform_grid.h"
#include "runtime/system/checked.h"

namespace diagc::dynamics {

namespace {

/// The step that a kick stands at.
std::size_t step_of(const Kick& kick, double step) {
  const double number = kick.at / step;
  if (std::abs(number - std::round(number)) > 1e-9) {
    throw std::runtime_error(
        fmt::format("found a kick at {}, expected a multiple of the step, {}", kick.at, step));
  }
  return static_cast<std::size_t>(std::llround(number));
}

}  // namespace

void check_steps(const Model& model, const UniformSteps& steps, std::size_t points) {
  check(model);
  if (model.interaction->staged()) {
    throw std::runtime_error(
        "found a theory with products along the contour or several vertices, expected a "
        "self-energy "
        "from G at the same two times and U alone");
  }
  if (!(steps.step > 0) || !std::isfinite(steps.step)) {
    throw std::runtime_error(fmt::format("found step = {}, expected a time after 0", steps.step));
  }
  if (steps.steps == 0) throw std::runtime_error("found steps = 0, expected at least 1");
  for (const Kick& kick : steps.kicks) {
    check_kick(kick, model.bands, steps.step * static_cast<double>(steps.steps));
    step_of(kick, steps.step);
  }
  const auto times = checked_sum({steps.steps, 1});
  auto bytes =
      times
          ? checked_product({2, sizeof(Complex), points, *times, *times, model.bands, model.bands})
          : std::nullopt;
  if (bytes && steps.is_triangle) *bytes = *bytes / *times / *times * octet * octets_to(*times);
  if (!bytes || (steps.most_bytes > 0 && static_cast<double>(*bytes) > steps.most_bytes)) {
    throw std::runtime_error(fmt::format(
        "found {} bytes for G at {} times, expected at most {}: a longer step, fewer k points or "
        "a shorter time take less",
        bytes ? fmt::format("{:.3g}", static_cast<double>(*bytes)) : "more than 2^63", steps.steps,
        bytes ? fmt::format("{:.3g}", steps.most_bytes) : "2^63"));
  }
}

namespace {

/// After check_steps(), before there is a grid.
const UniformSteps& checked(const Model& model, const UniformSteps& steps,
                            std::span<const Complex> rho, std::size_t points) {
  check_steps(model, steps, points);
  if (rho.size() != model.h.size()) {
    throw std::logic_error("a density matrix of another size than the lattice");
  }
  return steps;
}

}  // namespace

UniformPropagator::UniformPropagator(const Model& model, const UniformSteps& steps,
                                     std::span<const Complex> rho, const PointShare* share)
    : UniformPropagator(model, checked(model, steps, rho, share ? share->count() : model.points()),
                        std::make_unique<HostUniformGrid>(model, steps.step, steps.steps + 1, rho,
                                                          steps.threads, share)) {}

UniformPropagator::UniformPropagator(const Model& model, const UniformSteps& steps,
                                     std::unique_ptr<UniformGrid> grid)
    : model_(model), steps_(steps), grid_(std::move(grid)) {
  check_steps(model, steps, grid_->points());
  grid_->collide(0, StepEnd::first);
  keep(0);
}

UniformPropagator::~UniformPropagator() = default;

void UniformPropagator::keep(std::size_t step) {
  trajectory_.times.push_back(time_of(step));
  trajectory_.rho.push_back(grid_->density(step));
  trajectory_.energies.push_back(
      energy(model_, time_of(step), trajectory_.rho.back(), grid_->correlation()));
}

void UniformPropagator::resume(UniformTrajectory trajectory) {
  trajectory_ = std::move(trajectory);
  grid_->collide(step(), StepEnd::first);
}

void UniformPropagator::advance() {
  const std::size_t own = step();
  for (const Kick& kick : steps_.kicks) {
    if (step_of(kick, steps_.step) != own) continue;
    grid_->kick(own, kick.matrix);
    grid_->collide(own, StepEnd::first);
  }
  const std::vector<Complex> before = grid_->density(own);
  std::vector<Complex> h(model_.h.size()), h_next(model_.h.size());
  for (std::size_t evaluation = 0; evaluation <= steps_.correctors; ++evaluation) {
    // At a jump what holds after it.
    const double start = time_of(own) + (model_.jumps.empty() ? 0 : 1e-9 * steps_.step);
    hamiltonian(model_, start, before, h);
    hamiltonian(model_, time_of(own + 1), evaluation == 0 ? before : grid_->density(own + 1),
                h_next);
    for (std::size_t i = 0; i < h.size(); ++i) h[i] = (h[i] + h_next[i]) / 2.0;
    grid_->advance(own, h, evaluation > 0);
    grid_->collide(own + 1, StepEnd::last);
  }
  grid_->turn();
  keep(own + 1);
}

UniformTrajectory propagate_uniformly(const Model& model, const UniformSteps& steps,
                                      std::span<const Complex> rho) {
  UniformPropagator propagator(model, steps, rho);
  while (!propagator.done()) propagator.advance();
  return propagator.trajectory();
}

}  // namespace diagc::dynamics
