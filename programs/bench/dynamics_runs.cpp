#include "programs/bench/dynamics_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/heun.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/hubbard_second_born.h"
#include "physics/dynamics/propagator.h"
#include "physics/dynamics/ranks/own_points.h"
#include "physics/dynamics/starts/correlated.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/two_bands.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/elapsed.h"

namespace diagc::bench {

namespace {

using dynamics::Complex;
using Found = std::function<void(const DynamicsRate&)>;

double seconds_of(const std::function<void()>& action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  return seconds_since(begin);
}

double conduction_difference(std::span<const Complex> a, std::span<const Complex> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); i += 4) {
    largest = std::max(largest, std::abs(a[i + 3].real() - b[i + 3].real()));
  }
  return largest;
}

dynamics::Propagation after_kick(double end, std::size_t order, double tolerance) {
  dynamics::Propagation propagation;
  propagation.end = end;
  propagation.order = order;
  propagation.tolerance = tolerance;
  propagation.kicks = {{0.5, dynamics::kick_between(2, 0, 1, 0.4)}};
  return propagation;
}

/// Seconds of the last step, of a point.
double beside_uniform_steps(const Found& found, std::size_t points,
                            std::initializer_list<double> lengths) {
  double last_step = 0;
  constexpr double end = 5;
  const dynamics::Model model = two_bands({points});
  const auto start = dynamics::filled(points, 2, {0});
  const auto exact = dynamics::propagate(model, after_kick(end, 12, 1e-11), start).rho_at(end);
  for (const double step : lengths) {
    dynamics::UniformSteps steps;
    steps.step = step;
    steps.steps = static_cast<std::size_t>(std::llround(end / step));
    steps.correctors = 1;
    steps.kicks = after_kick(end, 8, 1).kicks;
    DynamicsRate rate;
    dynamics::UniformPropagator uniform(model, steps, start);
    rate.beside_seconds = 0;
    while (!uniform.done()) {
      last_step = seconds_of([&] { uniform.advance(); });
      *rate.beside_seconds += last_step;
    }
    rate.beside_error = conduction_difference(uniform.trajectory().rho.back(), exact);
    rate.beside = "steps of " + std::to_string(step).substr(0, 5);
    std::optional<dynamics::Trajectory> panels;
    rate.seconds = seconds_of(
        [&] { panels = propagate(model, after_kick(end, 8, *rate.beside_error / 10), start); });
    rate.error = conduction_difference(panels->rho_at(end), exact);
    rate.measured = "trajectory by panels";
    rate.points = points;
    rate.nodes = panels->times().size();
    rate.ratio = *rate.beside_seconds / rate.seconds;
    found(rate);
  }
  return last_step / static_cast<double>(points);
}

/// The case of the published tables: 1024 points, 500 times.
/// `step_of_point`: seconds of a step by heun at 500 times, of a point.
void beside_published_method(double sums_seconds, double transforms_seconds, double step_of_point,
                             const Found& found) {
  constexpr std::size_t points = 1024;
  // A step has 499 pairs of times with both components, in the predictor and the corrector.
  constexpr double evaluations = 2 * 499;
  DynamicsRate rate;
  rate.measured = "self-energy of a step, 500 times";
  rate.points = points;
  rate.nodes = 500;
  rate.seconds = evaluations * transforms_seconds;
  rate.beside = "sums";
  rate.beside_seconds = evaluations * sums_seconds;
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
  // With its history, which is that of as many points.
  rate.measured = "a step by heun, transforms";
  rate.seconds += step_of_point * points;
  rate.beside = "a step by heun, sums";
  *rate.beside_seconds += step_of_point * points;
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
  const dynamics::Model model = two_bands({points});
  std::optional<dynamics::Trajectory> panels;
  rate.measured = "whole trajectory by panels";
  rate.seconds = seconds_of(
      [&] { panels = propagate(model, after_kick(5, 8, 1e-7), dynamics::filled(points, 2, {0})); });
  rate.nodes = panels->times().size();
  rate.beside = "a step by heun, sums";
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
}

void beside_two_runs(const Found& found) {
  constexpr std::size_t points = 64;
  const dynamics::Model model = two_bands({points});
  const auto start = dynamics::filled(points, 2, {0});
  const dynamics::Propagation propagation = after_kick(12, 8, 1e-7);
  std::array<double, 2> best = {INFINITY, INFINITY};
  DynamicsRate rate;
  for (int round = 0; round < 3; ++round) {
    best[0] = std::min(
        best[0], seconds_of([&] {
          runs::RankThreads(2).run([&](runs::Ranks& ranks) {
            const dynamics::PointShare share(points, ranks, dynamics::exchange_of_threads(ranks));
            dynamics::TwoTime past =
                past_of_own_points(share, 2, dynamics::radau(propagation.order), start);
            dynamics::HostEngine engine(model, past, &share);
            dynamics::Propagator propagator(model, propagation, engine);
            while (!propagator.done()) propagator.advance();
            if (share.rank() == 0) rate.nodes = propagator.trajectory().times().size();
          });
        }));
    best[1] = std::min(best[1], seconds_of([&] {
                         const std::jthread other([&] { propagate(model, propagation, start); });
                         propagate(model, propagation, start);
                       }));
  }
  rate.measured = "trajectory by two ranks";
  rate.points = points;
  rate.seconds = best[0];
  rate.beside = "two runs at once";
  rate.beside_seconds = best[1];
  rate.ratio = best[1] / (2 * best[0]);
  found(rate);
}

void beside_all_points(const Found& found) {
  const dynamics::Model model = two_bands({24, 24});
  const auto start = dynamics::filled(model.points(), 2, {0});
  const dynamics::PointMap map = dynamics::equivalent_points(model.grid, {model.h, start});
  const dynamics::Model kept = dynamics::of_kept_points(model, map);
  const dynamics::Propagation propagation = after_kick(16, 8, 1e-6);
  DynamicsRate rate;
  dynamics::TwoTime all(model.points(), 2, dynamics::radau(8), start);
  dynamics::TwoTime some(kept.points(), 2, dynamics::radau(8), dynamics::picked(map, 4, start));
  rate.seconds = seconds_of([&] { propagate(kept, propagation, some); });
  rate.beside_seconds = seconds_of([&] { propagate(model, propagation, all); });
  rate.measured = "24 x 24, equivalent points";
  rate.points = kept.points();
  rate.nodes = some.nodes();
  rate.beside = "all of its points";
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
  rate.measured = "bytes of it";
  rate.seconds = some.bytes();
  rate.beside_seconds = all.bytes();
  rate.ratio = all.bytes() / some.bytes();
  found(rate);
}

void dimer(const Found& found) {
  dynamics::Model model;
  model.grid = {1};
  model.bands = 2;
  model.h = {0, -1, -1, 0};
  model.interaction = std::make_shared<dynamics::HubbardSecondBorn>(model.grid, 2);
  model.vertex = [](double) { return 1.0; };
  model.jumps = {{0, {5, 0, 0, 0}}};
  const auto start =
      dynamics::correlated_start(model, {.beta = 20, .mu = {}, .filling = 0.5, .vertex = 1});
  dynamics::Propagation propagation;
  propagation.end = 10;
  propagation.tolerance = 1e-8;
  propagation.breaks = {0};
  DynamicsRate rate;
  rate.seconds = INFINITY;
  std::optional<dynamics::Trajectory> trajectory;
  for (int round = 0; round < 3; ++round) {
    rate.seconds =
        std::min(rate.seconds, seconds_of([&] {
                   dynamics::TwoTime past(1, 2, dynamics::radau(8), start.rho, start.branch);
                   trajectory = propagate(model, propagation, past);
                 }));
  }
  const PeakLoop peak(sizeof(double));
  const double of_core = rates_in_turn({[&] { peak.run(); }})[0] * peak.flops();
  // Converged to 1e-9.
  constexpr std::pair<double, double> densities[] = {
      {0.5, 0.177687922}, {1, 0.351387001},   {2, 0.246574039}, {3, 0.292388372},
      {5, 0.329608966},   {7.5, 0.322289579}, {10, 0.320335919}};
  rate.error = 0;
  for (const auto& [time, density] : densities) {
    rate.error = std::max(*rate.error, std::abs(trajectory->rho_at(time)[0].real() - density));
  }
  rate.measured = "Hubbard dimer, real times";
  rate.points = 1;
  rate.nodes = trajectory->times().size();
  rate.beside = "0.6 s at 58 Gflop/s";
  rate.beside_seconds = 0.6 * 58e9 / of_core;
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
}

}  // namespace

void measure_runs(double sums_seconds, double transforms_seconds, const Found& found) {
  dimer(found);
  beside_two_runs(found);
  beside_all_points(found);
  beside_uniform_steps(found, 8, {0.05, 0.025});
  const double step_of_point = beside_uniform_steps(found, 64, {0.01});
  beside_published_method(sums_seconds, transforms_seconds, step_of_point, found);
}

}  // namespace diagc::bench
