// Self-energies of new rows, and their collision integrals.
#include <algorithm>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/history.h"

namespace diagc::dynamics {

namespace {

/// Parts of history sums at once.
constexpr std::size_t part_bytes = std::size_t{160} << 20U;

/// How a launch of the history is cut: strips of a point among so many blocks of threads, of so many points at once.
struct HistoryCut {
  std::size_t segments = 1, points = 1;
};

/// Blocks of a launch take about equally long, so that launches take a whole number of rounds over all places for them: the cut with the fewest
/// rounds for all points, and of these the one that takes the least memory.
HistoryCut cut_history(std::size_t points, std::size_t strips, std::size_t places,
                       std::size_t bytes_of_block) {
  constexpr std::size_t most_segments = 8;
  const std::size_t most_blocks = std::max<std::size_t>(part_bytes / bytes_of_block, 1);
  HistoryCut best;
  double least = 0;
  for (std::size_t segments = 1; segments <= std::min(strips, most_segments); ++segments) {
    for (std::size_t rounds = 1; rounds == 1 || rounds * places <= most_blocks; ++rounds) {
      const std::size_t at_once =
          std::clamp<std::size_t>(std::min(rounds * places, most_blocks) / segments, 1, points);
      const std::size_t launches = points / at_once, rest = points % at_once;
      const auto time = static_cast<double>(launches * blocks_of(at_once * segments, places) +
                                            blocks_of(rest * segments, places)) /
                        static_cast<double>(segments);
      if (least > 0 && time >= least) continue;
      least = time;
      best = {segments, at_once};
    }
  }
  return best;
}

}  // namespace

DeviceSelfEnergy DeviceEngine::State::self_energy_parameter() const {
  return {.rows = next->numbers.address(),
          .received = received.address(),
          .factors = factors.address(),
          .results = results.address(),
          .place = place.address(),
          .kept = kept.address(),
          .vertices = node_vertices.address(),
          .weights = node_weights.address(),
          .roots = roots.address(),
          .panels = narrow(panels()),
          .points = narrow(all_points),
          .first_point = narrow(first_point),
          .own_points = narrow(points)};
}

void DeviceEngine::State::evaluate_self_energy() {
  DeviceSelfEnergy parameter = self_energy_parameter();
  parameter.blocks = narrow(panels() + 1);
  launch_self_energy(parameter);
  evaluate_mixed_self_energy();
}

void DeviceEngine::State::launch_self_energy(const DeviceSelfEnergy& of_blocks) {
  DeviceSelfEnergy parameter = of_blocks;
  const std::size_t pairs = parameter.blocks * shape.order * shape.order;
  const std::size_t arrays = theory_shared(*theory->text, true);
  const bool in_shared = arrays <= device.info().shared;
  const auto all = static_cast<std::size_t>(device.info().multiprocessors);
  const std::size_t grid = std::min(pairs, all);
  if (!in_shared) {
    work.reserve(all * theory->text->arrays * theory->text->apart * complex_bytes);
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
  const std::size_t of_block = (panels() + 2) * shape.factor() * complex_bytes;
  const std::size_t places =
      shape.history_blocks * static_cast<std::size_t>(device.info().multiprocessors);
  const HistoryCut cut = strips > 0 ? cut_history(points, strips, places, of_block)
                                    : HistoryCut{.segments = 0, .points = points};
  // With room for later panels: to free memory waits for the device.
  if (parts.bytes() < cut.points * cut.segments * of_block)
    parts.reserve(cut.points * cut.segments * of_block + part_bytes / 8);
  const std::size_t singles = compacted();
  for (std::size_t first = 0; first < points; first += cut.points) {
    const std::size_t count = std::min(cut.points, points - first);
    DeviceHistory history{.rows = row_table.address(),
                          .factors = factors.address(),
                          .sums = collisions.address(),
                          .parts = parts.address(),
                          .shares = shares.address(),
                          .panels = narrow(panels()),
                          .factor_blocks = narrow(panels() + 1),
                          .sum_blocks = narrow(panels() + 1),
                          .strips = narrow(strips),
                          .segments = narrow(cut.segments),
                          .end_row = narrow(singles),
                          .first_point = narrow(first),
                          .points = narrow(count)};
    timed(seconds.history, [&] {
      if (singles > 0) {
        code->launch("history_single", cut.segments * count, shape.history_threads(),
                     shape.history_shared(complex_bytes / 2), history, stream);
      }
      history.first_row = narrow(singles);
      history.end_row = narrow(panels() + 2);
      history.adds = singles > 0 ? 1 : 0;
      code->launch("history", cut.segments * count, shape.history_threads(),
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
                                   .segments = narrow(cut.segments),
                                   .first_point = narrow(first),
                                   .points = narrow(count)},
                   stream);
    });
  }
  seconds.history_operations +=
      static_cast<double>(points) * history_operations(panels(), shape.size, shape.size);
}

}  // namespace diagc::dynamics
