// Self-energies of new rows, and their collision integrals.
#include <algorithm>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/history.h"

namespace diagc::dynamics {

namespace {

/// Parts of history sums at once: enough points for all multiprocessors.
constexpr std::size_t part_bytes = std::size_t{128} << 20U;

}  // namespace

void DeviceEngine::State::evaluate_self_energy() {
  const std::size_t pairs = (panels() + 1) * shape.order * shape.order;
  const std::size_t arrays = theory_shared(*theory->text, true);
  const bool in_shared = arrays <= device.info().shared;
  DeviceSelfEnergy parameter{.rows = next->numbers.address(),
                             .factors = factors.address(),
                             .place = place.address(),
                             .kept = kept.address(),
                             .vertices = node_vertices.address(),
                             .weights = node_weights.address(),
                             .roots = roots.address(),
                             .panels = narrow(panels()),
                             .points = narrow(points),
                             .pairs = narrow(pairs)};
  const std::size_t grid = std::min(pairs, static_cast<std::size_t>(device.info().multiprocessors));
  if (!in_shared) {
    work.reserve(grid * theory->text->arrays * theory->text->apart * complex_bytes);
    parameter.work = work.address();
  }
  timed(seconds.self_energy, [&] {
    code->launch("self_energy", grid, CyclicText::threads,
                 in_shared ? arrays : theory_shared(*theory->text, false), parameter, stream);
  });
  seconds.pairs += static_cast<double>(pairs);
}

void DeviceEngine::State::collide(double length) {
  const std::size_t strips = blocks_of(panels() * shape.pieces(), shape.strip);
  const std::size_t of_point =
      std::max<std::size_t>(strips, 1) * (panels() + 2) * shape.factor() * complex_bytes;
  const std::size_t at_once = std::clamp<std::size_t>(part_bytes / of_point, 1, points);
  if (strips > 0) parts.reserve(at_once * of_point);
  const std::size_t singles = compacted();
  for (std::size_t first = 0; first < points; first += at_once) {
    const std::size_t count = std::min(at_once, points - first);
    DeviceHistory history{.rows = row_table.address(),
                          .factors = factors.address(),
                          .sums = collisions.address(),
                          .parts = parts.address(),
                          .shares = shares.address(),
                          .panels = narrow(panels()),
                          .factor_blocks = narrow(panels() + 1),
                          .sum_blocks = narrow(panels() + 1),
                          .strips = narrow(strips),
                          .end_row = narrow(singles),
                          .first_point = narrow(first),
                          .points = narrow(count)};
    timed(seconds.history, [&] {
      if (singles > 0) {
        code->launch("history_single", strips * count, shape.history_threads(),
                     shape.history_shared(complex_bytes / 2), history, stream);
      }
      history.first_row = narrow(singles);
      history.end_row = narrow(panels() + 2);
      history.adds = singles > 0 ? 1 : 0;
      code->launch("history", strips * count, shape.history_threads(),
                   shape.history_shared(complex_bytes), history, stream);
    });
    const std::size_t groups = (panels() + 1) * shape.pieces() + 1;
    timed(seconds.collisions, [&] {
      code->launch("collide", blocks_of(count * groups * shape.pieces(), warps_of_rows),
                   warps_of_rows * 32, 0,
                   DeviceCollision{.rows = next->numbers.address(),
                                   .rows_edge = rows_edge.address(),
                                   .own_sigma = factors.address() + panels() * block_bytes(),
                                   .parts = parts.address(),
                                   .sums = collisions.address(),
                                   .sums_edge = integrals_edge.address(),
                                   .integrals = integrals.address(),
                                   .length = length,
                                   .panels = narrow(panels()),
                                   .own_blocks = narrow(panels() + 1),
                                   .strips = narrow(strips),
                                   .first_point = narrow(first),
                                   .points = narrow(count)},
                   stream);
    });
  }
  seconds.history_operations +=
      static_cast<double>(points) * history_operations(panels(), shape.size, shape.size);
}

}  // namespace diagc::dynamics
