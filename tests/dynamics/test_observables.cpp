// Currents, spectra and conservation of jobs, against closed forms.
#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "physics/dynamics/propagator.h"
#include "physics/dynamics/results/figure.h"
#include "physics/dynamics/results/observables.h"
#include "physics/dynamics/results/result_file.h"
#include "physics/dynamics/results/spectra_of_job.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

constexpr double pi = std::numbers::pi;

/// Free electrons on a chain of six points in a pulse of A(t), in equilibrium before.
Job chain_job() {
  return read_job(std::make_shared<const Source>(
      "chain.toml",
      "[rules]\nfile = \"hubbard_second_born\"\n[lattice]\ngrid = [6]\n[model]\n"
      "hopping = [ {R=[1], from=0, to=0, value=-1.0} ]\ngauge = \"peierls\"\n[U]\nvalue = 0\n"
      "[[pulse]]\nkind = \"gauss\"\nat = 2\nwidth = 0.3\namplitude = 1.2\nfrequency = 2\n"
      "[start]\nkind = \"thermal\"\nbeta = 2\nfilling = 0.3\n"
      "[time]\nend = 4\ntolerance = 1e-9\n"
      "[output]\ntimes = [0, 1.7, 2, 2.3, 4]\ncurrent = true\n"
      "arpes = { times = [2], omega = [-3, 3, 61], probe = 0.25 }\n"
      "spectral = { times = [3], omega = [-3, 3, 7] }\n"));
}

struct Propagated {
  Job job;
  Setup setup;
  TwoTime past;
  Trajectory trajectory;

  explicit Propagated(Job of)
      : job(std::move(of)),
        setup(set_up(job)),
        past(setup.model.points(), setup.model.bands, radau(setup.propagation.order), setup.rho,
             setup.branch),
        trajectory(propagate(setup.model, setup.propagation, past)) {}
};

}  // namespace

TEST_CASE("a pulse of A moves h(k), and drives the current of what is occupied") {
  const Propagated run(chain_job());
  const auto potential = [](double t) {
    return 1.2 * std::exp(-(t - 2) * (t - 2) / 0.18) * std::cos(2 * (t - 2));
  };
  std::vector<Complex> h(6);
  one_particle(run.setup.model, 2.1, h);
  // A(t) makes k differ from −k.
  REQUIRE(run.setup.points.kept.size() == 6);
  for (std::size_t k = 0; k < 6; ++k) {
    const double angle = 2 * pi * static_cast<double>(k) / 6;
    CHECK(std::abs(h[k] + 2 * std::cos(angle - potential(2.1))) < 1e-14);
  }
  const Result result = at_times(run.job, run.setup, run.trajectory);
  double filling = 0;
  for (std::size_t i = 0; i < result.t.size(); ++i) {
    double current = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      const double angle = 2 * pi * static_cast<double>(k) / 6;
      const double occupation = result.n_k.values[i * 6 + k];
      CHECK(occupation == Approx(result.n_k.values[k]).margin(1e-12));
      current += 2 * std::sin(angle - potential(result.t[i])) * occupation / 6;
    }
    CHECK(result.current[i] == Approx(current).margin(1e-12));
    filling = result.particles[i];
    CHECK(filling == Approx(0.3).margin(1e-13));
  }
  CHECK(std::abs(result.current[2]) > 0.1);
}

TEST_CASE("parts of the energy: mean fields are those of densities and coherence") {
  Job job = read_job(std::make_shared<const Source>(
      "bands.toml",
      "[rules]\nfile = \"two_band_second_born\"\n[lattice]\ngrid = [4]\n[model]\n"
      "hopping = [ {R=[0], from=1, to=1, value=1.0}, {R=[1], from=1, to=1, value=-0.25}, "
      "{R=[0], from=0, to=0, value=-1.0}, {R=[1], from=0, to=0, value=0.25} ]\n[U]\nvalue = 1.5\n"
      "[[pulse]]\nkind = \"kick\"\nat = 0\nangle = 0.6\n[start]\nkind = \"filled\"\nbands = [0]\n"
      "[time]\nend = 2\ntolerance = 1e-8\n"));
  const Propagated run(std::move(job));
  const Result result = at_nodes(run.job, run.setup, run.trajectory);
  double largest = 0, correlation = 0;
  for (std::size_t i = 0; i < result.t.size(); ++i) {
    Complex coherence = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const double* entry = result.rho.values.data() + ((i * 4 + k) * 4 + 1) * 2;
      coherence += Complex(entry[0], entry[1]) / 4.0;
    }
    const double product = result.density.values[2 * i] * result.density.values[2 * i + 1];
    largest = std::max(
        largest, std::abs(result.mean_field_energy[i] - 1.5 * (product - std::norm(coherence))));
    correlation = std::max(correlation, std::abs(result.energy[i] - result.single_energy[i] -
                                                 result.mean_field_energy[i]));
  }
  CHECK(largest < 1e-13);
  CHECK(correlation > 1e-3);
}

TEST_CASE("spectra of free electrons are those of their levels") {
  Job job = chain_job();
  job.pulses.clear();
  Propagated run(std::move(job));
  Result result = at_nodes(run.job, run.setup, run.trajectory);
  add_spectra(run.job, run.setup, run.past, result);
  CHECK(run.setup.points.kept.size() == 4);
  REQUIRE(result.spectral.values.extents == std::vector<std::uint64_t>{1, 6, 7});
  double worst = 0, of_emission = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    const double level = -2 * std::cos(2 * pi * static_cast<double>(k) / 6);
    for (std::size_t i = 0; i < 7; ++i) {
      // sin((ω − ε) t) / π (ω − ε): what three units of time see of a level.
      const double x = result.spectral.omega[i] - level;
      const double exact = std::abs(x) < 1e-12 ? 3 / pi : std::sin(3 * x) / (pi * x);
      worst = std::max(worst, std::abs(result.spectral.values.values[k * 7 + i] - exact));
    }
    const double occupation = result.n_k.values[k];
    for (std::size_t i = 0; i < 61; ++i) {
      // A Gaussian of width 1 / (√2 σ) around the level.
      const double x = 0.25 * (result.arpes.omega[i] - level);
      const double exact = occupation * 0.25 / std::sqrt(pi) * std::exp(-x * x);
      of_emission = std::max(of_emission, std::abs(result.arpes.values.values[k * 61 + i] - exact));
      CHECK(result.arpes.values.values[k * 61 + i] >= 0);
    }
  }
  CHECK(worst < 1e-7);
  CHECK(of_emission < 1e-7);
  CHECK(result.conservation.particles < 1e-13);
  CHECK(result.conservation.energy < 1e-12);
  // Occupations and energy, and a plot for each time of photoemission.
  const auto plots = figure(result);
  CHECK(plots.size() == 4);
  CHECK(plots[0].series.size() == 1 + 4);
  const Result back = [&] {
    const auto text = to_json(result);
    return runs::records_from<Result>(runs::FileFormat::json, text, "r.json",
                                      result_kind(runs::FileFormat::json))
        .at(0);
  }();
  CHECK(back.arpes == result.arpes);
  CHECK(back.n_k == result.n_k);
}
