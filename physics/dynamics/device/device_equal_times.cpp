// Density matrices at the nodes of a panel (equal_times.h).
#include <algorithm>

#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

namespace {

/// Iterations at equal times of the first sweep of a panel and of others, at most.
constexpr std::uint32_t first_iterations = 14, next_iterations = 8;
constexpr double settled_change = 4e-16;

}  // namespace

void DeviceEngine::State::find_losses() {
  DeviceLosses parameter{.integrals = collisions.address(),
                         .correlation = correlation.address(),
                         .panels = narrow(panels()),
                         .points = narrow(points)};
  const DeviceAddress before = first_point * shape.order * elements * complex_bytes;
  parameter.loss[0] = loss.address() + before;
  if (!loss_of_all.empty()) {
    parameter.devices = narrow(loss_of_all.size());
    for (std::size_t rank = 0; rank < loss_of_all.size(); ++rank)
      parameter.loss[rank] = loss_of_all[rank] + before;
  }
  timed(seconds.equal_times, [&] {
    code->launch("losses", blocks_of(shape.order * points, moving_threads), moving_threads, 0,
                 parameter, stream);
  });
  if (shared) share_losses();
  has_losses = true;
}

void DeviceEngine::State::take_losses() {
  if (!has_losses) find_losses();
  has_losses = false;
  if (shared) take_shared_losses();
}

void DeviceEngine::State::solve_equal_times(double length, double tolerance, bool is_first) {
  if (!theory && is_first) clear(loss, shape.order * all_points * elements);
  DeviceEqualTimes parameter{.one_particle = one_particle.address(),
                             .constants = of_panel.constants,
                             .matrices = of_panel.matrices,
                             .weights = point_weights.address(),
                             .integrals = integrals.address(),
                             .initial = initial.address(),
                             .loss = loss.address(),
                             .h = h.address(),
                             .arrived = arrived.address(),
                             .length = length,
                             .tolerance = std::max(tolerance, settled_change),
                             .points = narrow(all_points)};
  const auto turn = [&](std::size_t from) {
    for (std::size_t i = 0; i < 2; ++i) {
      parameter.rho[i] = rho[(from + i) % 2].address();
      parameter.means[i] = means[(from + i) % 2].address();
      parameter.changes[i] = changes((from + i) % 2);
    }
  };
  if (is_first) {
    newest = 0;
    turn(newest);
    code->launch("begin_equal_times", equal_blocks(), DeviceShape::equal_threads,
                 shape.equal_shared(), parameter, stream);
  }
  const std::uint32_t iterations = is_first ? first_iterations : next_iterations;
  // All in one launch where its blocks may wait for each other.
  const bool together = equal_blocks() == 1 || runs_together(equal_blocks());
  parameter.iterations = together ? iterations : 1;
  for (std::uint32_t done = 0; done < iterations; done += parameter.iterations) {
    turn(newest);
    parameter.begins = done == 0 ? 1 : 0;
    const auto launch = together && equal_blocks() > 1
                            ? &DeviceCode::launch_together<DeviceEqualTimes>
                            : &DeviceCode::launch<DeviceEqualTimes>;
    (*code.*launch)("equal_times", equal_blocks(), DeviceShape::equal_threads, shape.equal_shared(),
                    parameter, stream);
    newest = (newest + parameter.iterations) % 2;
  }
}

bool DeviceEngine::State::solve_equal_times_on_host(double length, double tolerance,
                                                    bool is_first) {
  const std::size_t count = all_points * elements;
  take_density();
  if (is_first) {
    newest = 0;
    host_equal_times.rho.clear();
    for (std::size_t l = 0; l < shape.order; ++l)
      host_equal_times.rho.insert(host_equal_times.rho.end(), density.begin(), density.end());
    host_equal_times.h.resize(host_equal_times.rho.size());
  }
  std::vector<Complex> losses(shape.order * count);
  if (theory) {
    stream.synchronize();
    const auto by_point = loss.read<Complex>(losses.size());  // [point][node][element]
    for (std::size_t at = 0; at < losses.size(); ++at) {
      const std::size_t element = at % elements, l = at / elements % shape.order;
      losses[l * count + at / elements / shape.order * elements + element] = by_point[at];
    }
  }
  if (!dynamics::solve_equal_times(model, collocation(), times.end(), length, density, losses,
                                   tolerance, host_equal_times)) {
    return false;
  }
  stream.synchronize();
  rho[newest].write(host_equal_times.rho);
  h.write(host_equal_times.h);
  return true;
}

}  // namespace diagc::dynamics
