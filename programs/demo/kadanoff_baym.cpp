#include "programs/demo/kadanoff_baym.h"

#include <chrono>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "physics/dynamics/hubbard_second_born.h"
#include "physics/dynamics/propagate.h"
#include "physics/dynamics/starts/correlated.h"
#include "physics/dynamics/two_band_second_born.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "runs/report/plot.h"
#include "runtime/system/thread_pool.h"

namespace diagc::demo {

namespace {

using dynamics::Trajectory;
using runs::plot::Plot;
using runs::plot::Series;

constexpr double kick_angle = 0.4, kick_time = 0.5;

/// ε_c = 1/2 + (1 − cos k)/2 = −ε_v, U = 1, valence band filled.
Trajectory kicked_bands() {
  dynamics::Model model;
  model.grid = {8};
  model.bands = 2;
  model.h = dynamics::bands_from_hopping(
      model.grid, 2, {{{0}, 1, 1, 1.0}, {{1}, 1, 1, -0.25}, {{0}, 0, 0, -1.0}, {{1}, 0, 0, 0.25}});
  model.interaction =
      std::make_shared<dynamics::TwoBand>(model.grid, dynamics::Approximation::second_born);
  model.vertex = [](double) { return 1.0; };
  dynamics::Propagation propagation;
  propagation.end = 5;
  propagation.tolerance = 1e-9;
  propagation.kicks = {{kick_time, dynamics::kick_between(2, 0, 1, kick_angle)}};
  propagation.threads = available_threads();
  return propagate(model, propagation, dynamics::filled(8, 2, {0}));
}

/// t = U = 1, β = 20, half filled; a potential of 5 on site 1 from t = 0 on.
Trajectory quenched_dimer() {
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
  propagation.threads = available_threads();
  dynamics::TwoTime past(1, 2, dynamics::radau(propagation.order), start.rho, start.branch);
  return propagate(model, propagation, past);
}

struct Reference {
  double time, panels, nessi;
};
/// The density of site 1: converged to 1e-9, and NESSi 1.0.2 with steps of 0.025.
constexpr Reference dimer_densities[] = {{0.5, 0.177687922, 0.177687}, {1, 0.351387001, 0.351384},
                                         {2, 0.246574039, 0.246571},   {3, 0.292388372, 0.292385},
                                         {5, 0.329608966, 0.329605},   {7.5, 0.322289579, 0.322284},
                                         {10, 0.320335919, 0.320329}};

void print_bands(const Trajectory& bands, double seconds) {
  const double excited = std::sin(kick_angle) * std::sin(kick_angle);
  std::string text = fmt::format(
      "\nKadanoff-Baym equations (diagc dynamics), {} nodes in {:.2f} s\ntwo bands at 8 k points, "
      "U = 1, second Born, kick of {} at t = {}\n\n{:>6}{:>16}{:>16}{:>16}{:>16}{:>18}\n",
      bands.times().size(), seconds, kick_angle, kick_time, "t", "n_c(k = 0)", "n_c(k = pi)",
      "N - 1", "n_c - sin^2", "energy");
  for (const double time : {1.0, 2.0, 3.0, 4.0, 5.0}) {
    const auto rho = bands.rho_at(time);
    const std::vector<double> mean = dynamics::densities(2, rho);
    text += fmt::format("{:>6}{:>16.9f}{:>16.9f}{:>16.1e}{:>16.1e}{:>18.12f}\n", time,
                        rho[3].real(), rho[4 * 4 + 3].real(), mean[0] + mean[1] - 1,
                        mean[1] - excited, bands.energy_at(time));
  }
  write_out(text);
}

void print_dimer(const Trajectory& dimer, double seconds) {
  std::string text = fmt::format(
      "\nHubbard dimer, U = 1, in equilibrium at beta = 20, potential 5 on site 1 from t = 0 on: "
      "{} "
      "nodes in {:.2f} s\n\n{:>6}{:>18}{:>14}{:>14}{:>20}\n",
      dimer.times().size(), seconds, "t", "density, site 1", "NESSi", "difference",
      "energy per spin");
  for (const Reference& reference : dimer_densities) {
    const double density = dimer.rho_at(reference.time)[0].real();
    text +=
        fmt::format("{:>6}{:>18.9f}{:>14.6f}{:>14.1e}{:>20.10f}\n", reference.time, density,
                    reference.nessi, density - reference.nessi, dimer.energy_at(reference.time));
  }
  write_out(text);
}

Series curve_of(const Trajectory& trajectory, const std::string& label, std::size_t colour,
                std::size_t entry) {
  Series series;
  series.label = label;
  series.colour = runs::plot::colour(colour);
  constexpr int steps = 400;
  for (int step = 0; step <= steps; ++step) {
    const double time = trajectory.times().back() * step / steps;
    series.points.emplace_back(time, trajectory.rho_at(time)[entry].real());
  }
  return series;
}

std::string picture_of(const Trajectory& bands, const Trajectory& dimer) {
  Plot upper, lower;
  upper.title = "Two bands after a kick, second Born";
  upper.x_label = lower.x_label = "time";
  upper.y_label = "occupation of the conduction band";
  upper.x_max = bands.times().back();
  upper.y_max = 0.6;
  for (std::size_t k = 0; k < 5; ++k) {
    upper.series.push_back(curve_of(bands, fmt::format("k = {} pi / 4", k), k, 4 * k + 3));
  }
  lower.title = "Hubbard dimer after a quench, second Born";
  lower.y_label = "density of site 1";
  lower.x_max = dimer.times().back();
  lower.y_max = 0.6;
  lower.series.push_back(curve_of(dimer, "panels", 1, 0));
  Series dots;
  dots.label = "NESSi";
  dots.colour = runs::plot::colour(0);
  dots.style = Series::Style::dots;
  for (const Reference& reference : dimer_densities) {
    dots.points.emplace_back(reference.time, reference.nessi);
  }
  lower.series.push_back(std::move(dots));
  return runs::plot::to_svg({upper, lower});
}

}  // namespace

std::string propagate_bands_and_dimer(const std::string& folder, Progress& progress) {
  const auto timed = [&](const char* what, auto propagate) {
    progress.stage(what);
    const auto start = std::chrono::steady_clock::now();
    Trajectory trajectory = propagate();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress.stage("");
    Progress::clear_line();
    return std::pair(std::move(trajectory), seconds);
  };
  const auto [bands, of_bands] = timed("propagating two bands", kicked_bands);
  print_bands(bands, of_bands);
  const auto [dimer, of_dimer] = timed("propagating a dimer", quenched_dimer);
  print_dimer(dimer, of_dimer);
  const std::string path = (std::filesystem::path(folder) / dynamics_picture).string();
  write_result(path, picture_of(bands, dimer));
  return path;
}

}  // namespace diagc::demo
