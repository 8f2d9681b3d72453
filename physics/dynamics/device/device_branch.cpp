// G between times and the imaginary branch, on a device: what mixed_collision.h says.
#include <algorithm>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

std::vector<Complex> mixed_numbers_of(const BlockRows& mixed) {
  std::vector<Complex> numbers;
  for (std::size_t k = 0; k < mixed.points(); ++k) {
    const Block own = mixed.at(k, 0);
    for (std::size_t row = 0; row < mixed.rows(); ++row) {
      for (std::size_t column = 0; column < mixed.columns(); ++column)
        numbers.push_back(own.at(row, column));
    }
  }
  return numbers;
}

BlockRows DeviceEngine::State::host_mixed(const DeviceNumbers& of, std::size_t rows_of_point,
                                          std::size_t columns) const {
  BlockRows result(points, 1, rows_of_point, columns);
  const auto all = of.read<Complex>(points * rows_of_point * columns);
  for (std::size_t at = 0; at < all.size(); ++at) {
    const std::size_t column = at % columns, row = at / columns % rows_of_point;
    result.at(at / columns / rows_of_point, 0).set(row, column, all[at]);
  }
  return result;
}

void DeviceEngine::State::begin_branch() {
  if (!branch) return;
  mixed_edge.write(mixed_numbers_of(branch->initial));
  along_branch.write(mixed_numbers_of(branch->continuation));
  branch_weights.write(branch->weights);
}

void DeviceEngine::State::reserve_for_branch() {
  if (!branch) return;
  const std::size_t bytes = mixed_numbers() * complex_bytes;
  for (DeviceNumbers* each : {&mixed_integrals, &mixed_sigma}) each->reserve(bytes);
}

void DeviceEngine::State::take_mixed_edge(DeviceAddress of_rows, DeviceAddress kick) {
  if (!branch) return;
  code->launch("take_mixed_edge", blocks_of(points * width(), moving_threads), moving_threads, 0,
               DeviceMixedEdge{.rows = of_rows,
                               .edge = mixed_edge.address(),
                               .matrix = kick,
                               .points = narrow(points),
                               .width = narrow(width())},
               stream);
}

void DeviceEngine::State::continue_mixed() {
  if (!branch) return;
  code->launch("continue_mixed", mixed_blocks(), moving_threads, 0,
               DeviceMixedContinued{.before = mixed_before.address(),
                                    .integrals = mixed_integrals.address(),
                                    .factors = has_before ? of_panel.continuation : 0,
                                    .points = narrow(points),
                                    .width = narrow(width())},
               stream);
}

void DeviceEngine::State::solve_mixed() {
  if (!branch) return;
  code->launch("solve_mixed", resident(mixed_blocks()), moving_threads, 0,
               DeviceMixedSolution{.solver = solver[newest_solver].address(),
                                   .edge = mixed_edge.address(),
                                   .integrals = mixed_integrals.address(),
                                   .rows = next->mixed.address(),
                                   .control = control.address(),
                                   .points = narrow(points),
                                   .width = narrow(width())},
               stream);
}

DeviceAddress DeviceEngine::State::mixed_rows_of_all() {
  if (!shared) return next->mixed.address();
  // They do not grow with the square of times: every device has those of all points.
  const std::size_t of_point = shape.size * width() * complex_bytes;
  all_mixed.reserve(all_points * of_point);
  const SharedArray array{next->mixed.address(), all_mixed.address(), of_point};
  share_with_all(std::span(&array, 1));
  take_shared();
  return all_mixed.address();
}

void DeviceEngine::State::evaluate_mixed_self_energy() {
  if (!branch) return;
  const DeviceAddress mixed_rows = mixed_rows_of_all();
  const std::size_t arrays = theory_shared(*theory->text, true);
  const bool in_shared = arrays <= device.info().shared;
  timed(seconds.self_energy, [&] {
    code->launch("mixed_self_energy",
                 std::min(shape.order * branch->nodes(),
                          static_cast<std::size_t>(device.info().multiprocessors)),
                 CyclicText::threads, in_shared ? arrays : theory_shared(*theory->text, false),
                 DeviceMixedSelfEnergy{
                     .rows = mixed_rows,
                     .sigma = mixed_sigma.address(),
                     .place = place.address(),
                     .kept = kept.address() + first_point * sizeof(std::uint32_t),
                     .vertices = of_panel.vertices + panels() * shape.order * sizeof(double),
                     .roots = roots.address(),
                     .work = work.address(),
                     .vertex = branch->vertex,
                     .points = narrow(points),
                     .width = narrow(width())},
                 stream);
  });
}

void DeviceEngine::State::collide_with_branch(double length) {
  if (!branch) return;
  timed(seconds.collisions, [&] {
    code->launch("mixed_integrals", mixed_blocks(), moving_threads, 0,
                 DeviceMixedCollision{.rows = of_panel.mixed_rows,
                                      .factors = factors.address(),
                                      .sigma = mixed_sigma.address(),
                                      .continuation = along_branch.address(),
                                      .integrals = mixed_integrals.address(),
                                      .collocation = integrals.address(),
                                      .length = length,
                                      .panels = narrow(panels()),
                                      .points = narrow(points),
                                      .width = narrow(width())},
                 stream);
    const std::size_t columns = (panels() + 1) * shape.size + model.bands;
    code->launch("add_branch", blocks_of(points * columns * shape.size, moving_threads),
                 moving_threads, 0,
                 DeviceBranch{.rows = of_panel.mixed_rows,
                              .edge = mixed_edge.address(),
                              .sigma = mixed_sigma.address(),
                              .weights = branch_weights.address(),
                              .integrals = collisions.address(),
                              .integrals_edge = integrals_edge.address(),
                              .panels = narrow(panels()),
                              .points = narrow(points),
                              .width = narrow(width()),
                              .columns = narrow(columns)},
                 stream);
  });
}

}  // namespace diagc::dynamics
