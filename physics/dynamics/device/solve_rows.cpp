// The rows of a sweep: at columns of T⁺ and of the panel itself, and at stored columns.
#include <algorithm>

#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

bool DeviceEngine::State::sweep_rows(double length, double tolerance, bool is_first) {
  bool settles = true;
  if (!has_stored_rows) clear(control, control_words / 2);
  // Only in the first sweep they wait for equal times.
  if (!is_first) timed(seconds.rows, [&] { solve_stored(length, is_first); });
  if (theory) take_losses();
  timed(seconds.equal_times, [&] {
    if (has_equal_times_on_host) {
      settles = solve_equal_times_on_host(length, tolerance, is_first);
    } else {
      solve_equal_times(length, tolerance, is_first);
    }
  });
  if (!settles) return false;
  timed(seconds.rows, [&] {
    solve_own(length, is_first);
    if (is_first) solve_stored(length, is_first);
    if (solves_for_others_first()) mark(last_rows_place, stream);
    solve_mixed();
  });
  return true;
}

void DeviceEngine::State::solve_own(double length, bool is_first) {
  newest_solver ^= 1U;
  const DeviceAddress own_points = first_point * elements * complex_bytes;
  code->launch(
      "solve_own", points, DeviceShape::own_threads, shape.own_shared(),
      DeviceOwnRows{.solver = {.h = h.address() + own_points,
                               .integrals = integrals.address(),
                               .solver = solver[newest_solver].address(),
                               .solved_h = solved_h[newest_solver].address(),
                               .continued = is_first && has_before ? of_panel.continuation : 0,
                               .of_before = own_solver.address(),
                               .length = length,
                               .all_points = narrow(all_points)},
                    .edge = edge.address(),
                    .integrals = collisions.address(),
                    .integrals_edge = integrals_edge.address(),
                    .rows = next->numbers.address(),
                    .rows_edge = rows_edge.address(),
                    .rho = rho[newest].address() + own_points,
                    .control = control.address(),
                    .panels = narrow(panels()),
                    .correlated = theory ? 1U : 0U,
                    .begins = is_first ? 1U : 0U},
      stream);
}

void DeviceEngine::State::turn_own_sigma(double length) {
  code->launch("turn_own_sigma", points, moving_threads, 0,
               DeviceOwnSigma{.solver = solver[newest_solver].address(),
                              .sigma = factors.address() + panels() * block_bytes(),
                              .integrals = integrals.address(),
                              .own_solver = own_solver.address(),
                              .length = length,
                              .blocks = narrow(panels() + 1)},
               stream);
}

void DeviceEngine::State::solve_groups(bool is_first, std::size_t first, std::size_t end) {
  const std::size_t tasks = points * (end - first) * shape.pieces();
  if (!has_sums) {
    const bool continues = is_first && has_before;
    const std::size_t of_group = 2 * shape.group() * complex_bytes,
                      of_rows = (panels() + 1) * shape.pieces();
    code->launch("solve_rows", resident(blocks_of(tasks, warps_of_rows)), warps_of_rows * 32, 0,
                 DevicePanelRows{
                     .edge = edge.address() + first * 2 * shape.edge_group() * complex_bytes,
                     .solver = solver[newest_solver].address(),
                     .integrals = continues ? before.address() +
                                                  (before_first * shape.pieces() + first) * of_group
                                            : collisions.address() + first * of_group,
                     .of_before = continues ? own_solver.address() : 0,
                     .rows = next->numbers.address() + first * of_group,
                     .control = control.address(),
                     .points = narrow(points),
                     .correlated = theory ? 1U : 0U,
                     .begins = is_first ? 1U : 0U,
                     .groups = narrow(end - first),
                     .of_edge = narrow(panels() * shape.pieces() + 1),
                     .of_integrals = narrow(continues ? before_blocks * shape.pieces() : of_rows),
                     .of_rows = narrow(of_rows)},
                 stream);
    return;
  }
  const std::size_t warps =
      std::max<std::size_t>(warps_of_rows / shape.pieces(), 1) * shape.pieces();
  // More than are there at once: those that end early leave room for others.
  code->launch("solve_summed", resident(blocks_of(tasks, warps), 32), warps * 32, 0,
               DeviceSummedRows{.edge = edge.address(),
                                .solver = solver[newest_solver].address(),
                                .own_solver = own_solver.address(),
                                .sums = collisions.address(),
                                .parts = parts.address(),
                                .rows = next->numbers.address(),
                                .control = control.address(),
                                .panels = narrow(panels()),
                                .points = narrow(points),
                                .segments = narrow(sum_segments),
                                .first_group = narrow(first),
                                .end_group = narrow(end)},
               stream);
}

void DeviceEngine::State::solve_blocks(std::size_t first, std::size_t end) {
  end = std::min(end, panels());
  if (first < end) solve_groups(is_first_sweep, first * shape.pieces(), end * shape.pieces());
}

void DeviceEngine::State::solve_rows_for_others(std::size_t first, std::size_t end) {
  const BlockPieces blocks = pieces_of_columns(panels(), solves_at_columns);
  for (std::size_t rank = 0; rank < shared.points->size(); ++rank) {
    if (rank != shared.points->rank())
      solve_blocks(blocks.first(rank, first), blocks.first(rank, end));
  }
}

void DeviceEngine::State::solve_stored(double length, bool is_first) {
  const bool are_solved = has_stored_rows;
  has_stored_rows = false;
  is_first_sweep = is_first;
  solves_at_columns = is_first && has_before && has_integrals_of_others;
  if (has_sums && !are_solved) turn_own_sigma(length);
  if (!solves_for_others_first()) {
    if (!are_solved) solve_blocks(0, panels());
    return;
  }
  if (are_solved) {
    mark(first_rows_place, stream);
    mark(rows_place, stream);
    return;
  }
  // What is evaluated here need not travel.
  const BlockPieces blocks = pieces_of_columns(panels(), solves_at_columns);
  const std::size_t pieces = blocks.pieces(), own = shared.points->rank();
  if (solves_at_columns) {
    mark(solver_place, stream);
    solve_rows_for_others(BlockPieces::piece_read, BlockPieces::piece_read + 1);
  } else {
    solve_rows_for_others(0, blocks.solved_first());
    mark(first_rows_place, stream);
    solve_rows_for_others(blocks.solved_first(), pieces);
  }
  mark(first_points_place, stream);
  mark(rows_place, stream);
  solve_blocks(blocks.first(own, 0), blocks.first(own, pieces));
}

}  // namespace diagc::dynamics
