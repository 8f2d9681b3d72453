// Theories on an uneven dimer, order by order, against exact diagonalisation.
#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>

#include <fmt/format.h>

#include "tests/series_points/jobs.h"

using namespace diagc;
using namespace diagc::series;
using exact::Diagonalised;
using exact::Electrons;

namespace {

const std::vector<std::vector<double>> dimer{{0.4, -1}, {-1, -0.3}};
constexpr double beta = 1.4, mu = 0.35;

std::string job(const std::string& rules, const std::string& model, int orders, double steps,
                const std::string& measure = "",
                const std::string& hopping = "[[0.4, -1], [-1, -0.3]]",
                const std::string& orders_keys = "") {
  return "[rules]\n" + rules + "\n" + measure +
         "\n[model]\nlattice = \"cluster\"\nhopping = " + hopping + "\nbeta = 1.4\nmu = 0.35\n" +
         model + "\n[orders]\nto = " + std::to_string(orders) + "\n" + orders_keys +
         "\n[run]\ntarget = \"cpu\"\nwalkers = 1024\nsteps = " + std::to_string(steps) + "\n";
}

Electrons electrons() { return {.hopping = dimer, .beta = beta, .mu = mu}; }
void in_u(Electrons& of, double U) { of.U = U; }

}  // namespace

TEST_CASE("ln Z and double occupancy of the Hubbard model from its theory") {
  const double z0 = Diagonalised(electrons()).log_z();
  const auto log_z = exact_series(
      electrons(), in_u, [&](const Diagonalised& d) { return (d.log_z() - z0) / 2; }, 4);
  check_component(run_job(job("file = \"hubbard_log_z\"", "", 4, 1e6)).at(0), log_z, 3e-4);
  const auto pairs = exact_series(
      electrons(), in_u, [](const Diagonalised& d) { return d.double_occupancy(); }, 3);
  check_component(
      run_job(job("file = \"hubbard_log_z\"\nobservable = \"double_occupancy\"", "", 3, 1e6)).at(0),
      pairs, 1e-3);
  const auto energy =
      exact_series(electrons(), in_u, [](const Diagonalised& d) { return d.energy(); }, 4);
  check_component(
      run_job(job("file = \"hubbard_log_z\"\nobservable = \"energy\"", "", 4, 1e6)).at(0), energy,
      3e-3);
}

TEST_CASE("Two propagators: density of up spins in a field") {
  Electrons in_field = electrons();
  in_field.field = 0.6;
  const auto density =
      exact_series(in_field, in_u, [](const Diagonalised& d) { return d.density(0); }, 3);
  check_component(run_job(job("file = \"hubbard_in_a_field\"\n[rules.inputs]\nGup = "
                              "\"propagator:up\"\nGdn = \"propagator:down\"",
                              "field = 0.6", 3, 1e6))
                      .at(0),
                  density, 1e-3);
  check_component(run_job(job("file = \"hubbard_two_spins\"\ninputs = { G = \"propagator\" }",
                              "field = 0.6", 3, 1e6))
                      .at(0),
                  density, 1e-3);
}

TEST_CASE("An interaction between sites: the extended Hubbard model") {
  const auto at = [](Electrons& of, double U) {
    of.U = U;
    of.V = {{0, 0.5 * U}, {0.5 * U, 0}};
  };
  const auto density =
      exact_series(electrons(), at, [](const Diagonalised& d) { return d.density(0); }, 2);
  const std::string inputs = "\n[rules.inputs]\nG = \"propagator\"\nV = \"interaction\"";
  check_component(
      run_job(job("file = \"pair_interaction_density\"" + inputs, "V = [1, 0.5]", 2, 2e6)).at(0),
      density, 2e-3);
  // Of neighbours alone, and a rule file that has no signs.
  const auto only = [](Electrons& of, double U) { of.V = {{0, U}, {U, 0}}; };
  const auto neighbours =
      exact_series(electrons(), only, [](const Diagonalised& d) { return d.density(0); }, 2);
  check_component(
      run_job(job("file = \"pair_interaction_density\"" + inputs, "V = 1", 2, 2e6)).at(0),
      neighbours, 2e-3);
  check_component(
      run_job(job("file = \"two_body_density\"\nsign = \"positive\"" + inputs, "V = 1", 2, 2e6))
          .at(0),
      neighbours, 2e-3);
}

TEST_CASE("An interaction between neighbours of a lattice") {
  const Electrons ring{.hopping = {{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}}, .beta = beta, .mu = mu};
  const auto at = [](Electrons& of, double U) {
    of.U = U;
    of.V = {{0, U / 2, U / 2}, {U / 2, 0, U / 2}, {U / 2, U / 2, 0}};
  };
  const auto density =
      exact_series(ring, at, [](const Diagonalised& d) { return d.density(0); }, 2);
  check_component(
      run_job("[rules]\nfile = \"pair_interaction_density\"\n[rules.inputs]\nV = \"interaction\"\n"
              "[model]\nlattice = \"chain\"\nsize = [3]\nbeta = 1.4\nmu = 0.35\nV = [1, 0.5]\n"
              "[orders]\nto = 2\n[run]\ntarget = \"cpu\"\nwalkers = 1024\nsteps = 2e6\n")
          .at(0),
      density, 4e-3);
}

TEST_CASE("Phonons: density of the Holstein model") {
  Electrons with = electrons();
  with.levels = 9;
  with.omega0 = 2.5;
  // In powers of g², whose odd powers of g vanish.
  const auto in_g = exact_series(
      with, [](Electrons& of, double g) { of.g = g; },
      [](const Diagonalised& d) { return d.density(0); }, 4, 0.5);
  const std::vector<double> density{in_g[0], in_g[2], in_g[4]};
  check_component(
      run_job(job("file = \"electron_phonon\"\n[rules.inputs]\nG = \"propagator\"\nD = \"phonon\"",
                  "omega0 = 2.5", 2, 2e6))
          .at(0),
      density, 2e-3);
  check_component(run_job(job("file = \"pair_interaction_density\"\nstatics = "
                              "{}\n[rules.inputs]\nG = \"propagator\"\nV = \"phonon\"",
                              "omega0 = 2.5", 1, 2e6))
                      .at(0),
                  {density[0], -density[1]}, 2e-3);
}

TEST_CASE("Green's function and self-energy at frequencies") {
  const auto mean = [](const Eigen::MatrixXcd& g) { return std::complex<double>(g.trace() / 2.0); };
  const auto sigma = [](const Diagonalised& d, int m) {
    const Eigen::MatrixXcd bare = Diagonalised(electrons()).green(0, m);
    return Eigen::MatrixXcd(bare.inverse() - d.green(0, m).inverse());
  };
  const std::string measure = "[measure]\nat = \"iw\"\npoints = [0, 2]";
  const auto green = run_job(job("file = \"hubbard_green\"", "", 3, 2e6, measure));
  const auto self = run_job(job("file = \"hubbard_self_energy\"", "", 4, 2e6, measure));
  REQUIRE(green.size() == 4);
  const int frequencies[] = {0, 2};
  for (int i = 0; i < 4; ++i) {
    const int m = frequencies[i / 2];
    const auto part = [&](std::complex<double> z) { return i % 2 == 0 ? z.real() : z.imag(); };
    check_component(
        green[static_cast<std::size_t>(i)],
        exact_series(
            electrons(), in_u, [&](const Diagonalised& d) { return part(mean(d.green(0, m))); }, 3),
        2e-3);
    check_component(
        self[static_cast<std::size_t>(i)],
        exact_series(
            electrons(), in_u, [&](const Diagonalised& d) { return part(mean(sigma(d, m))); }, 4),
        2e-3);
  }
}

TEST_CASE("Means over bins of time, and the part at equal times") {
  // The mean of G over a bin, from its poles: integrals of exponentials.
  const auto averaged = [](const Diagonalised& d, double from, double to) {
    double sum = 0;
    for (const Diagonalised::Pole& pole : d.poles(0)) {
      const double e = pole.energy, weight = pole.weight.trace() / 2 / (1 + std::exp(-beta * e));
      const double integral = std::abs(e) < 1e-9
                                  ? beta * (to - from)
                                  : (std::exp(-e * beta * from) - std::exp(-e * beta * to)) / e;
      sum -= weight * integral / (beta * (to - from));
    }
    return sum;
  };
  const auto green = run_job(
      job("file = \"hubbard_green\"", "", 2, 2e6, "[measure]\nat = \"tau\"\npoints = [0, 0.2, 1]"));
  REQUIRE(green.size() == 3);
  CHECK(green[0].name == "delta(tau)");
  CHECK(green[1].name == "tau/beta 0..0.2");
  for (const OrderResult& order : green[0].orders) CHECK(order.value == 0);
  check_component(
      green[1],
      exact_series(
          electrons(), in_u, [&](const Diagonalised& d) { return averaged(d, 0, 0.2); }, 2),
      3e-3);
  check_component(
      green[2],
      exact_series(
          electrons(), in_u, [&](const Diagonalised& d) { return averaged(d, 0.2, 1); }, 2),
      3e-3);
  // Order 1 of a self-energy is all at equal times; the other parts sum to what ω → 0 has, less that.
  const auto self = run_job(job("file = \"hubbard_self_energy\"", "", 3, 1e6,
                                "[measure]\nat = \"tau\"\npoints = [0, 1]"));
  const double filling = Diagonalised(electrons()).density(0);
  CHECK(self[0].orders[1].value == Approx(filling));
  CHECK(self[1].orders[1].value == Approx(0).margin(1e-12));
  const auto local =
      exact_series(electrons(), in_u, [](const Diagonalised& d) { return d.density(0); }, 2);
  check_component(
      {"", {self[0].orders[0], self[0].orders[1], self[0].orders[2], self[0].orders[3]}},
      {0, local[0], local[1], local[2]}, 3e-3);
}

TEST_CASE("Momenta and susceptibilities of a ring of three") {
  // A chain of three sites: ε_k = −2 cos k.
  const std::vector<std::vector<double>> ring{{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}};
  Electrons on_ring{.hopping = ring, .beta = beta, .mu = mu};
  const auto ring_job = [](const std::string& file, const std::string& measure, int orders) {
    return "[rules]\nfile = \"" + file + "\"\n[measure]\n" + measure +
           "\n[model]\nlattice = \"chain\"\nsize = [3]\nbeta = 1.4\nmu = 0.35\n[orders]\nto = " +
           std::to_string(orders) + "\n[run]\ntarget = \"cpu\"\nwalkers = 1024\nsteps = 2e6\n";
  };
  const auto at_momentum = [](const auto& matrix, double k) {
    std::complex<double> sum = 0;
    for (int r = 0; r < 3; ++r) sum += matrix(r, 0) * std::polar(1.0, -2 * M_PI * k * r);
    return sum;
  };
  for (const double k : {0.0, 1.0 / 3}) {
    const auto green = run_job(ring_job("hubbard_green", fmt::format("momentum = [{}]", k), 2));
    check_component(
        green[1],
        exact_series(
            on_ring, in_u,
            [&](const Diagonalised& d) { return at_momentum(d.green(0, 0), k).imag(); }, 2),
        5e-3);
    const auto density = run_job(
        ring_job("hubbard_density_density", fmt::format("points = [0, 1]\nmomentum = [{}]", k), 1));
    for (int m : {0, 1}) {
      check_component(
          density[static_cast<std::size_t>(2 * m)],
          exact_series(
              on_ring, in_u,
              [&](const Diagonalised& d) { return at_momentum(d.susceptibility(0, m), k).real(); },
              1),
          1e-2);
    }
  }
}

TEST_CASE("Phonon lines beside contact interactions: the Hubbard-Holstein model") {
  Electrons with = electrons();
  with.levels = 4;
  with.omega0 = 4;
  // Of U^n those that have one phonon line, which is g².
  constexpr double g = 0.7;
  std::vector<double> in_both = exact::taylor(
      [&](double U) {
        with.U = U;
        return exact_series(
            with, [](Electrons& of, double coupling) { of.g = coupling; },
            [](const Diagonalised& d) { return d.density(0); }, 2, 0.4)[2];
      },
      2, 0.4);
  for (double& value : in_both) value *= g * g;
  const auto found =
      run_job(job("file = \"hubbard_holstein\"\nstatics = { lines = 1 }\n[rules.inputs]\nG = "
                  "\"propagator\"\nD = \"phonon\"",
                  "omega0 = 4\ng = 0.7", 2, 3e6, "", "[[0.4, -1], [-1, -0.3]]",
                  "zeroth = " + std::to_string(in_both[0])));
  check_component({"", {found[0].orders[1], found[0].orders[2]}}, in_both, 2e-3);
}
