// A panel: sweeps until they change little.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/resolution.h"

namespace diagc::dynamics {

namespace {

/// The residual that sweeps end with, and the one of equal times in a sweep.
double enough_of_sweeps(double tolerance) { return tolerance / 10; }
double equal_times_tolerance(double tolerance) { return enough_of_sweeps(tolerance) / 100; }

}  // namespace

void DeviceEngine::State::continue_integrals() {
  if (has_before) {
    // Rows at stored columns are solved from those of the panel before themselves.
    code->launch("continue_integrals", points * 2, DeviceShape::continuing_threads,
                 shape.continuing_shared(),
                 DeviceContinued{.before = before.address(),
                                 .integrals = collisions.address(),
                                 .integrals_edge = integrals_edge.address(),
                                 .factors = of_panel.shift,
                                 .panels = narrow(panels()),
                                 .blocks = narrow(before_blocks)},
                 stream);
  } else {
    clear(collisions, points * (panels() + 1) * 2 * shape.factor());
    clear(integrals_edge, points * 2 * shape.group());
  }
  continue_mixed();
}

double DeviceEngine::State::change_here() const {
  const auto* const found = pinned->as<double>();
  double change = found[0];
  for (std::size_t block = 0; !has_equal_times_on_host && block < equal_blocks(); ++block) {
    const double own = found[control_words + 2 * block];
    if (!(own <= change)) change = own;
  }
  return std::isfinite(change) ? change : NAN;
}

void DeviceEngine::State::ask_for_change(bool with_resolution) {
  if (!has_equal_times_on_host && newest != 0)
    throw std::logic_error("equal times end where they do not begin");
  report.wait_for(mark(reported_place, stream));
  bring_change(with_resolution);
}

void DeviceEngine::State::bring_change(bool with_resolution) {
  if (with_resolution) find_resolution();
  auto* const found = pinned->as<double>();
  const std::size_t all =
      has_equal_times_on_host ? control_words : control_words + 2 * equal_blocks();
  report.copy_out(found, control.address(), all * sizeof(double));
  asked.record(report);
}

void DeviceEngine::State::find_resolution() {
  const std::size_t own_first = first_point * elements * complex_bytes;
  const std::size_t stored = panels() * shape.pieces(), first_group = has_resolution ? stored : 0;
  const std::size_t tasks =
      points * (stored + 1 - first_group) * 2 * model.bands * shape.width + points * elements;
  const auto launch = [&] {
    code->launch("unresolved", resident(blocks_of(tasks, moving_threads)), moving_threads, 0,
                 DeviceResolution{.edge = edge.address(),
                                  .rows = next->numbers.address(),
                                  .rows_edge = rows_edge.address(),
                                  .initial = initial.address() + own_first,
                                  .rho = rho[newest].address() + own_first,
                                  .coefficients = coefficients.address(),
                                  .control = control.address() + control_words / 2 * sizeof(double),
                                  .panels = narrow(panels()),
                                  .points = narrow(points),
                                  .all_points = narrow(all_points),
                                  .first_group = narrow(first_group)},
                 report);
  };
  timed(seconds.resolution, launch, report);
}

DeviceEngine::State::Swept DeviceEngine::State::swept(bool with_resolution) {
  const auto* const found = pinned->as<double>() + control_words / 2;
  std::array<double, 4> all{change_here()};
  if (with_resolution) std::copy(found + 1, found + 4, all.begin() + 1);
  timed_on_host(seconds.meetings, [&] { all = largest_of(all); });
  Swept result{all[0], {}};
  if (with_resolution) result.unresolved = unresolved_from({all[1], all[2], all[3]});
  return result;
}

void DeviceEngine::State::begin(double length, const PanelSettings& settings,
                                bool all_have_memory) {
  // Others may still read what has been begun.
  if (begun) {
    stream.synchronize();
    largest(0);
    begun.reset();
  }
  has_sums = false;
  has_stored_rows = false;
  has_resolution = false;
  has_losses = false;
  find_spare(settings);
  timed_on_host(seconds.memory, [&] { reserve_for_panel(); });
  timed_on_host(seconds.times, [&] { write_times(length); });
  timed_on_host(seconds.memory, [&] { reserve_rows(); });
  // Where one has no memory for it none begins what others wait for.
  if (!all_have_memory) largest(0);
  of_panel.send(stream);
  if (has_integrals_of_others) mark(edge_place, stream);
  timed(seconds.moves, [&] { continue_integrals(); });
  timed(seconds.moves, [&] {
    // The first sweep writes all but what fills the panel's own block up.
    if (shape.size < shape.padded)
      clear(next->numbers, points * (panels() + 1) * 2 * shape.factor());
  });
  // All devices find the same.
  begun = {length, settings.tolerance,
           sweep_rows(length, equal_times_tolerance(settings.tolerance), true)};
  if (!begun->settles || !theory) return;
  evaluate_self_energy(length);
  const bool may_be_last = settings.usual_sweeps <= 2;
  find_integrals(length, may_be_last, may_be_last);
}

void DeviceEngine::State::begin_ahead(double length, const PanelSettings& settings) {
  find_spare(settings);
  bool has_memory = true;
  try {
    reserve_for_panel();
    reserve_own_rows();
  } catch (const cuda::OutOfMemory&) {
    has_memory = false;
  }
  if (largest(has_memory ? 0 : 1) == 0) begin(length, settings, true);
}

void DeviceEngine::State::find_integrals(double length, bool looks, bool may_be_last) {
  collide(length, looks, may_be_last);
  collide_with_branch(length);
}

SolvedPanel DeviceEngine::State::solve(double length, const PanelSettings& settings) {
  SolvedPanel solved;
  if (!begun || !begun->holds || begun->length != length || begun->tolerance != settings.tolerance)
    begin(length, settings);
  const bool settles = begun->settles;
  begun.reset();
  take_density();
  const double enough = enough_of_sweeps(settings.tolerance);
  double change = 0;
  bool looked = false;
  // Of the next sweep, if changes go on as they did; none while that is not known.
  std::optional<double> expected;
  // Whether a sweep may be the last one, and whether what it does not resolve may be looked at before, by what the one before has changed.
  const auto outlook = [&](std::size_t sweep, double last) {
    const bool may_end =
        expected ? next_change(*expected, last) < 1.5 * enough : sweep >= settings.usual_sweeps;
    const bool may_look =
        settings.resolved && !looked && expected && *expected < 30 * settings.tolerance;
    return std::pair(may_end, may_look);
  };
  // All devices find the same.
  if (!settles) solved.residual = NAN;
  for (solved.sweeps = 2; settles && solved.sweeps <= settings.most_sweeps; ++solved.sweeps) {
    const double last = change;
    if (!sweep_rows(length, equal_times_tolerance(settings.tolerance), false)) {
      solved.residual = NAN;
      return solved;
    }
    // A sweep that may be the last one brings all that the end of a panel takes; behind one that hardly is the last the device goes on.
    const auto [may_end, may_look] = outlook(solved.sweeps, last);
    const bool goes_on = !may_end && evaluates_ahead();
    // Far from its end a panel has one more sweep, whatever changes: the device goes on up to the integrals that it begins with.
    const bool is_far = goes_on && (expected ? next_change(*expected, last) > 100 * enough
                                             : solved.sweeps + 2 <= settings.usual_sweeps);
    const bool has_correlation = goes_on && !is_far;
    const auto give_up = [&] {
      // Others may still read what is here.
      if (goes_on) {
        take_rest();
        stream.synchronize();
        largest(0);
      }
      return solved;
    };
    ask_for_change(may_end || may_look);
    // Nothing is decided by what comes behind.
    if (may_end) {
      ask_for_results(length);
      // It takes longer than to look, which keep() may wait for.
      if (expected && next_change(*expected, last) < enough / 2)
        timed(seconds.moves, [&] { take_integrals_of_rows(length); });
    } else if (has_correlation) {
      find_correlation(length);
    }
    if (goes_on) evaluate_self_energy(length);
    // Rows stay until it is known that they are not the last ones.
    const bool has_integrals = is_far && !solves_with_history();
    if (has_integrals) find_integrals(length, false, false);
    // The device has something to do yet.
    if (theory && settings.following > 0) reserve_ahead(solved.sweeps - 2, settings.usual_sweeps);
    if (solved.sweeps == 2 && settings.meanwhile) settings.meanwhile();
    asked.synchronize();
    // All that the panel before has left to do is done.
    if (solved.sweeps == 2 && theory) release_smaller();
    Swept found = swept(may_end || may_look);
    change = found.residual;
    solved.residual = next_change(change, last);
    if (!std::isfinite(change)) return give_up();
    // Where Σ is another one the energy is not there any more.
    const bool converged =
        !theory || (solved.residual < enough && (may_end || !goes_on || has_correlation));
    if (converged || (settings.resolved && !looked && change < 30 * settings.tolerance)) {
      looked = true;
      if (!found.unresolved) {
        bring_change(true);
        asked.synchronize();
        found = swept(true);
      }
      if (converged && !may_end) {
        ask_for_results(length, goes_on);
        take_rest();
        stream.synchronize();
        largest(0);
      }
      solved.unresolved = *found.unresolved;
      if (settings.resolved && solved.unresolved > (converged ? 1 : 3) * settings.tolerance) {
        solved.end = PanelEnd::unresolved;
        return converged ? solved : give_up();
      }
    }
    if (converged) {
      timed_on_host(seconds.results, [&] { finish(length, solved); });
      return solved;
    }
    if (solved.sweeps > 3 && change > last) return give_up();
    if (solved.sweeps > 2) expected = change / last * change;
    if (!goes_on) evaluate_self_energy(length);
    const auto [next_may_end, next_may_look] = outlook(solved.sweeps + 1, change);
    if (!has_integrals) find_integrals(length, next_may_end || next_may_look, next_may_end);
  }
  return solved;
}

void DeviceEngine::State::finish(double length, SolvedPanel& solved) {
  solved.end = PanelEnd::converged;
  solved_from = times.end();
  solved_length = length;
  solved_fields = mean_fields;
  collect_seconds();
}

}  // namespace diagc::dynamics
