// Self-energies of new rows, and their collision integrals.
#include <algorithm>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/device/history_cut.h"
#include "physics/dynamics/device/lane_arrays.h"
#include "physics/dynamics/device/square_maps.h"
#include "physics/dynamics/history.h"

namespace diagc::dynamics {

namespace {

constexpr int capability_of_copy_engine = 90;

}  // namespace

DeviceSelfEnergy DeviceEngine::State::self_energy_parameter() const {
  return {.rows = next->numbers.address(),
          .received = received.address(),
          .factors = factors.address(),
          .results = results.address(),
          .place = place.address(),
          .kept = kept.address(),
          .vertices = of_panel.vertices,
          .weights = of_panel.weights,
          .roots = roots.address(),
          .panels = narrow(panels()),
          .points = narrow(all_points),
          .first_point = narrow(first_point),
          .own_points = narrow(points)};
}

void DeviceEngine::State::evaluate_self_energy(double length) {
  if (fields) return evaluate_stages(length);
  if (shared) {
    share_self_energy();
  } else {
    DeviceSelfEnergy parameter = self_energy_parameter();
    parameter.blocks = narrow(panels() + 1);
    launch_self_energy(parameter);
  }
  evaluate_mixed_self_energy();
}

void DeviceEngine::State::launch_self_energy(const DeviceSelfEnergy& of_blocks) {
  DeviceSelfEnergy parameter = of_blocks;
  const std::size_t pairs = parameter.blocks * shape.order * shape.order;
  const auto all = static_cast<std::size_t>(device.info().multiprocessors);
  if (const auto lanes = lane_arrays(*theory->text, shape.bands, device.info().shared)) {
    if (device.info().capability >= capability_of_copy_engine &&
        parameter.points == theory->text->points)
      move_by_engine(parameter, device, block_bytes(), lanes->box_points);
    timed(seconds.self_energy, [&] {
      code->launch("self_energy", std::min(pairs, all * lanes->blocks), lanes->threads,
                   lanes->shared, parameter, stream);
    });
  } else {
    const std::size_t arrays = theory_shared(*theory->text, true);
    const bool in_shared = arrays <= device.info().shared;
    if (!in_shared) {
      work.reserve(all * theory->text->arrays * theory->text->apart * complex_bytes);
      parameter.work = work.address();
    }
    timed(seconds.self_energy, [&] {
      code->launch("self_energy", std::min(pairs, all), CyclicText::threads,
                   in_shared ? arrays : theory_shared(*theory->text, false), parameter, stream);
    });
  }
  seconds.pairs += static_cast<double>(pairs);
}

void DeviceEngine::State::launch_collide(double length, std::size_t first, std::size_t count,
                                         std::size_t segments, bool adds, const Groups& groups) {
  const std::size_t number = groups.end - groups.first;
  timed(seconds.collisions, [&] {
    code->launch("collide", blocks_of(count * number * shape.pieces(), warps_of_rows),
                 warps_of_rows * 32, 0,
                 DeviceCollision{.rows = next->numbers.address(),
                                 .rows_edge = rows_edge.address(),
                                 .own_sigma = factors.address() + panels() * block_bytes(),
                                 .parts = parts.address(),
                                 .sums = collisions.address(),
                                 .sums_edge = integrals_edge.address(),
                                 .integrals = integrals.address(),
                                 .length = length,
                                 .within = length,
                                 .panels = narrow(panels()),
                                 .own_blocks = narrow(panels() + 1),
                                 .segments = narrow(segments),
                                 .first_point = narrow(first),
                                 .points = narrow(count),
                                 .first_group = narrow(groups.first),
                                 .groups = narrow(number),
                                 .adds = adds ? 1U : 0U},
                 stream);
  });
}

void DeviceEngine::State::collide_by_products(double length) {
  timed(seconds.history, [&] {
    clear(collisions, points * (panels() + 1) * 2 * shape.factor());
    clear(integrals_edge, points * 2 * shape.group());
    history_products->add(*code, shape,
                          {.rows = of_panel.rows,
                           .factors = factors.address(),
                           .shares = shares.address(),
                           .columns = collisions.address(),
                           .of_rows = collisions.address(),
                           .of_edge = integrals_edge.address(),
                           .panels = panels(),
                           .points = points,
                           .singles = compacted(),
                           .first_row = 0,
                           .end_row = panels() + 2});
  });
  has_sums = !branch;
  sum_segments = 0;
  launch_collide(length, 0, points, 0, true, has_sums ? own_groups() : all_groups());
}

HistoryCut DeviceEngine::State::cut_of(std::size_t of_points, std::size_t places_of_device,
                                       std::size_t panels_there) const {
  return cut_history(of_points, blocks_of(panels_there * shape.pieces(), shape.strip),
                     places_of_device, bytes_of_part(panels_there));
}

bool DeviceEngine::State::completes_sums(const HistoryCut& cut, std::size_t of_points) const {
  return !branch && cut.points >= of_points && cut.segments == 1 &&
         (shape.history_blocks > 1 || shape.ring > 0);
}

bool DeviceEngine::State::solves_with_history(std::size_t of_points,
                                              std::size_t places_of_device) const {
  // Blocks of several pieces have a chunk of a column's sums in each of several warps.
  return theory && !history_products && shape.pieces() == 1 && panels() > 0 && compacted() == 0 &&
         completes_sums(cut_of(of_points, places_of_device, panels()), of_points);
}

void DeviceEngine::State::collide(double length, bool looks, bool may_be_last) {
  seconds.history_operations +=
      static_cast<double>(points) * history_operations(panels(), shape.size, shape.size);
  if (history_products) {
    take_rest();
    return collide_by_products(length);
  }
  const HistoryCut cut = cut_of(points, history_places(shape), panels());
  reserve_parts(cut.points * cut.segments * bytes_of_part(panels()));
  // Equal times of all points come before the rows of any, so parts of all must be there.
  const bool at_once = cut.points >= points;
  has_sums = !branch && at_once;
  sum_segments = completes_sums(cut, points) ? 0 : cut.segments;
  has_stored_rows = solves_with_history();
  has_resolution = has_stored_rows && looks;
  if (has_stored_rows) clear(control, control_words / 2);
  begin_integrals_of_others(may_be_last);
  if (at_once) {
    launch_history_of_all(cut, length);
    launch_collide(length, 0, points, cut.segments, false, has_sums ? own_groups() : all_groups());
    if (sent_integrals) send_integrals();
    return;
  }
  if (rest_travels) take(first_arrival);
  for (std::size_t first = 0; first < points; first += cut.points) {
    const std::size_t count = std::min(cut.points, points - first);
    if (rest_travels && first + count > first_written(shared.points->rank())) take_rest();
    launch_history_of_rows(cut, first, count, length, stream);
    if (shared && !branch && first + count == points) {
      // Losses travel while the rest is added up.
      launch_collide(length, first, count, cut.segments, false, own_groups());
      find_losses();
      launch_collide(length, first, count, cut.segments, false, {0, panels() * shape.pieces()});
    } else {
      launch_collide(length, first, count, cut.segments, false, all_groups());
    }
  }
}

void DeviceEngine::State::launch_history_of_all(const HistoryCut& cut, double length) {
  if (!rest_travels) {
    launch_history_of_rows(cut, 0, points, length, stream);
    if (shared) mark(first_points_place, stream);
    return;
  }
  const std::size_t own = shared.points->rank(), first = first_written(own),
                    soonest = soonest_written(own);
  beside->wait_for(mark(history_place, stream));
  launch_history_of_rows(cut, 0, soonest, length, stream);
  if (soonest == first && first < points) {
    mark(first_points_place, stream);
    // They take the places of those before one by one.
    arrival(last_arrival).holds_up(*beside);
    rest_travels = false;
    launch_history_of_rows(cut, first, points - first, length, *beside);
    stream.wait_for(mark(soonest_place, *beside));
    return;
  }
  if (soonest < first) {
    arrival(first_arrival).holds_up(*beside);
    launch_history_of_rows(cut, soonest, first - soonest, length, *beside);
    beside->wait_for(mark(soonest_place, stream));
  }
  const cuda::Event& has_first = mark(first_points_place, soonest < first ? *beside : stream);
  take_rest();
  // They begin as soon as the soonest ones have ended.
  if (first < points) launch_history_of_rows(cut, first, points - first, length, stream);
  if (soonest < first) stream.wait_for(has_first);
}

void DeviceEngine::State::launch_history_of_rows(const HistoryCut& cut, std::size_t first,
                                                 std::size_t count, double length,
                                                 const cuda::Stream& on) {
  DeviceHistory history{
      .rows = of_panel.rows,
      .factors = factors.address(),
      .sums = collisions.address(),
      .parts = parts.address() + first % cut.points * cut.segments * bytes_of_part(panels()),
      .shares = shares.address(),
      .panels = narrow(panels()),
      .factor_blocks = narrow(panels() + 1),
      .sum_blocks = narrow(panels() + 1),
      .strips = narrow(blocks_of(panels() * shape.pieces(), shape.strip)),
      .segments = narrow(cut.segments),
      .first_point = narrow(first),
      .points = narrow(count),
      .completes = completes_sums(cut, points) ? 1U : 0U};
  if (has_stored_rows) {
    history.solved = next->numbers.address();
    history.solver = solver[newest_solver].address();
    history.integrals = integrals.address();
    if (has_resolution) history.coefficients = coefficients.address();
    history.control = control.address();
    history.length = length;
  }
  timed(seconds.history, [&] { launch_history(*code, shape, history, 0, panels() + 2, on); }, on);
}

void DeviceEngine::State::take_integrals_of_rows(double length) {
  if (!has_sums) return;
  has_sums = false;
  if (has_resolution) return;
  const std::size_t tasks = points * panels() * shape.pieces() * 2 * model.bands * shape.width;
  code->launch("integrals_of_rows", blocks_of(tasks, moving_threads), moving_threads, 0,
               DeviceIntegralsOfRows{.edge = edge.address(),
                                     .rows = next->numbers.address(),
                                     .h = solved_h[newest_solver ^ 1U].address(),
                                     .derivatives = derivatives_at_nodes.address(),
                                     .integrals = collisions.address(),
                                     .length = length,
                                     .panels = narrow(panels()),
                                     .points = narrow(points)},
               stream);
}

}  // namespace diagc::dynamics
