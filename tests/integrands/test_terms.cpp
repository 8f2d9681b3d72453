// Jobs to coefficients, by quadrature in place of Monte Carlo: rule files, factors and order 0 against exact diagonalisation.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>

#include "physics/series/exact/atom_series.h"
#include "physics/series/exact/cluster_series.h"
#include "programs/command/progress.h"
#include "programs/integrate/best_form.h"
#include "programs/integrate/form.h"
#include "programs/integrate/integrand.h"
#include "programs/integrate/pivots.h"
#include "runtime/system/temporary_folder.h"
#include "tests/lattice/integral.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;

namespace {

struct Found {
  std::string grammar, observable;
  std::vector<double> values;  ///< from order 0 on
};

/// What `diagc integrate` does, but for the sampling.
Found coefficients_of(const std::string& text, const std::string& path = "job.toml") {
  series::Job job = series::read_job(std::make_shared<const Source>(path, text));
  lattice::ModelOptions options = series::points(job).front();
  if (job.chooses_form()) {
    const auto observable = job.rules.observable.value_or(series::Observable::density);
    options.derivative = lattice::Derivative::mu;
    const bool without =
        job.model.lattice == lattice::Lattice::own && !lattice::make_model(options).derivative;
    job.rules.file = integrate::best_form(observable, job.model.flavours, without);
    job.rules.observable = observable;
  }
  diagc::Progress progress;
  integrate::Integrand integrand = integrate::read_integrand(job, progress);
  options.derivative = integrate::derivative_of(integrand.observable, integrand.form);
  const lattice::Model model = lattice::make_model(options);
  integrate::require_derivative(integrand, job, model);
  integrate::require_pivots(integrand, job, model, progress);
  integrate::compile_kernels(integrand, job, {}, progress);
  Found result{integrand.rules.rules.file->name, integrate::observable_name(integrand), {}};
  result.values.push_back(integrate::zeroth_order(integrand, job, model));
  for (const series::Term& term : integrate::terms(integrand, job, model)) {
    const int vertices = integrate::vertices_of(integrand.observable, static_cast<int>(term.order));
    const Kernel kernel = compile_kernel(
        integrand.rules.source,
        integrate::probe_options(job, integrand.rules, integrand.form.static_of(vertices)),
        progress);
    CHECK(term.order == result.values.size());
    CHECK(term.all_labellings == (integrand.labellings == series::Labellings::all));
    const std::size_t points = series::integrand_form(term).m + 1;
    result.values.push_back(term.prefactor * lattice::integral(model, kernel, term.params, points));
  }
  return result;
}

void agrees(const std::vector<double>& found, const std::vector<double>& exact) {
  REQUIRE(found.size() <= exact.size());
  for (std::size_t n = 0; n < found.size(); ++n) {
    CAPTURE(n);
    CHECK(found[n] == Approx(exact[n]).margin(1e-10));
  }
}

constexpr const char* dimer_model =
    "[model]\nlattice = \"cluster\"\nhopping = [[0.4, -1], [-1, -0.3]]\nbeta = 1.4\nmu = 0.35\n";

series::exact::ThermalSeries exact_dimer(int flavours, int orders) {
  return series::exact::thermal_series({{{0.4, -1}, {-1, -0.3}}, 1.4, 0.35, flavours, 0}, orders);
}

std::string dimer(const std::string& rules, int flavours, int orders) {
  return "[rules]\n" + rules + dimer_model + "flavours = " + std::to_string(flavours) +
         "\n[orders]\nto = " + std::to_string(orders) + "\n";
}

}  // namespace

TEST_CASE("a time limit holds what came before sampling") {
  CHECK(integrate::seconds_for_sampling(60, 0) == 60);
  CHECK(integrate::seconds_for_sampling(60, 38) == 22);
  CHECK(integrate::seconds_for_sampling(60, 57) == 3);
  CHECK(integrate::seconds_for_sampling(60, 59) == 3);  // there is a result
  CHECK(integrate::seconds_for_sampling(60, 100) == 3);
}

TEST_CASE("What auto takes gives every observable") {
  for (const int flavours : {2, 3, 4, 6}) {
    const int orders = flavours > 4 ? 2 : 3;
    const series::exact::ThermalSeries exact = exact_dimer(flavours, orders);
    const auto found = [&](const char* observable, int to) {
      CAPTURE(flavours, observable);
      const Found result = coefficients_of(dimer(
          std::string("file = \"auto\"\nobservable = \"") + observable + "\"\n", flavours, to));
      CHECK(result.observable == observable);
      return result;
    };
    const Found density = found("density", orders), energy = found("energy", orders);
    const std::string name = flavours == 6
                                 ? "hubbard_sun_cdet_density_fixed"
                                 : "hubbard_su" + std::to_string(flavours) + "_cdet_density_fixed";
    CHECK(density.grammar == name);
    CHECK(energy.grammar == name);
    agrees(density.values, exact.density);
    agrees(energy.values, exact.energy);
    const Found log_z = found("log_z", orders), pairs = found("double_occupancy", orders - 1);
    CHECK(log_z.grammar == "hubbard_sun_cdet_log_z");
    CHECK(pairs.grammar == "hubbard_sun_cdet_log_z");
    agrees(log_z.values, exact.log_z);
    agrees(pairs.values, exact.double_occupancy);
  }
}

TEST_CASE("Every form gives the density by its name") {
  const series::exact::ThermalSeries exact = exact_dimer(2, 2);
  for (const char* name :
       {"hubbard_sun_density", "hubbard_sun_density_first_line", "hubbard_sun_density_last_line",
        "hubbard_su2_cdet_density", "hubbard_su2_cdet_density_elimination",
        "hubbard_sun_cdet_density", "hubbard_sun_symmetric_density",
        "hubbard_sun_cdet_density_fixed", "hubbard_su2_cdet_density_fixed"}) {
    CAPTURE(name);
    const Found found = coefficients_of(dimer(std::string("file = \"") + name + "\"\n", 2, 2));
    CHECK(found.grammar == name);
    CHECK(found.observable == "density");
    agrees(found.values, exact.density);
  }
  const Found log_z = coefficients_of(dimer("file = \"hubbard_sun_cdet_log_z\"\n", 2, 2));
  CHECK(log_z.observable == "log_z");
  agrees(log_z.values, exact.log_z);
  agrees(coefficients_of(
             dimer("file = \"hubbard_su2_cdet_density_fixed\"\nobservable = \"energy\"\n", 2, 2))
             .values,
         exact.energy);
}

TEST_CASE("Elimination is refused where a Hartree shift leaves no pivots, and right elsewhere") {
  const std::string atom =
      "[model]\nlattice = \"cluster\"\nhopping = [[0]]\nbeta = 1.4\nmu = "
      "0.35\nhartree_shift = true\n[orders]\nto = 3\n";
  const std::string file = "[rules]\nfile = \"hubbard_su2_cdet_density_elimination\"\n";
  const double filling = 1 / (1 + std::exp(-1.4 * 0.35));
  const auto exact = series::exact::thermal_series({{{0}}, 1.4, 0.35, 2, filling}, 3);
  agrees(coefficients_of(file + "statics = { shift = 1 }\n" + atom).values, exact.density);
  CHECK_THROWS_AS(coefficients_of(file + atom), InputError);
  // Sites that differ keep a propagator from a vertex to itself.
  const auto uneven = exact_dimer(2, 2);
  const double mean = uneven.density[0];
  const auto shifted =
      series::exact::thermal_series({{{0.4, -1}, {-1, -0.3}}, 1.4, 0.35, 2, mean}, 2);
  agrees(coefficients_of(file + dimer_model + "hartree_shift = true\n[orders]\nto = 2\n").values,
         shifted.density);
}

TEST_CASE("Names of static and inputs are the job's business") {
  const TemporaryFolder folder;
  std::ofstream(folder / "own.diag")
      << "grammar own\nstatic order : int\ninput G[0..order, 0..order] : real\n"
         "input H[0..order, 0..order] : real\n"
         "output first = H[0,0] * G[0,0] * (if order == 0 then 1 else 0)\n";
  // The density of order 1 with the roles of the two inputs exchanged is the same.
  const std::string rules = "file = \"" + (folder / "own.diag").string() +
                            "\"\norder = \"order\"\npropagator = \"G\"\nderivative = \"H\"\n"
                            "labellings = \"all\"\n";
  const Found found = coefficients_of(dimer(rules, 2, 1));
  CHECK(found.observable == "density");
  CHECK(found.values[1] == Approx(exact_dimer(2, 1).density[1]).margin(1e-10));
}

TEST_CASE("The number of flavours is any real number") {
  const double N = -1.5, beta = 1.3, mu = 0.4, epsilon = 0.25;
  const double f = 1 / (1 + std::exp(-beta * (mu - epsilon)));
  const int orders = 3;
  const auto exact = series::exact::atom_series<double>(N, f, orders);
  const auto found = [&](const char* observable, int to) {
    return coefficients_of(std::string("[rules]\nfile = \"auto\"\nobservable = \"") + observable +
                           "\"\n[model]\nlattice = \"cluster\"\nhopping = [[0.25]]\nbeta = 1.3\nmu "
                           "= 0.4\nflavours = -1.5\n[orders]\nto = " +
                           std::to_string(to) + "\n")
        .values;
  };
  const auto density = found("density", orders), pairs = found("double_occupancy", orders - 1),
             energy = found("energy", orders), log_z = found("log_z", orders);
  for (std::size_t n = 0; n <= orders; ++n) {
    CAPTURE(n);
    const double power = std::pow(beta, n);
    CHECK(density[n] == Approx(power * exact.density[n]).margin(1e-11));
    CHECK(log_z[n] == Approx(power * exact.log_z[n]).margin(1e-11));
    if (n < pairs.size())
      CHECK(pairs[n] == Approx(power * exact.double_occupancy[n]).margin(1e-11));
    // Nε n + U N(N − 1)/2 D.
    const double interaction =
        n == 0 ? 0 : N * (N - 1) / 2 * std::pow(beta, n - 1) * exact.double_occupancy[n - 1];
    CHECK(energy[n] == Approx(N * epsilon * power * exact.density[n] + interaction).margin(1e-11));
  }
}

TEST_CASE("A Hartree shift goes with the density") {
  const auto exact =
      series::exact::thermal_series({{{0, -1}, {-1, 0}}, 1.4, 0.35, 3, 0}, 0).density[0];
  const auto shifted =
      series::exact::thermal_series({{{0, -1}, {-1, 0}}, 1.4, 0.35, 3, exact}, 3).density;
  const std::string job =
      "[model]\nlattice = \"cluster\"\nhopping = [[0, -1], [-1, 0]]\nbeta = 1.4\nmu = "
      "0.35\nflavours = 3\nhartree_shift = true\n[orders]\nto = 3\n";
  const Found found = coefficients_of(job);
  CHECK(found.grammar == "hubbard_su3_cdet_density_fixed");
  agrees(found.values, shifted);
  agrees(coefficients_of("[rules]\nfile = \"hubbard_sun_cdet_density\"\n" + job).values, shifted);
}

TEST_CASE("The staggered density is the derivative of ln Z by the field") {
  const auto model = [](const std::string& sites, double field, int flavours) {
    return "[model]\n" + sites + "beta = 1.4\nmu = 0.35\nstaggered = " + std::to_string(field) +
           "\nflavours = " + std::to_string(flavours) + "\n[orders]\nto = 2\n";
  };
  const auto of = [&](const char* observable, const std::string& sites, double field,
                      int flavours) {
    return coefficients_of(std::string("[rules]\nobservable = \"") + observable + "\"\n" +
                           model(sites, field, flavours));
  };
  const std::string cluster =
      "lattice = \"cluster\"\nhopping = [[0.4, -1, 0], [-1, -0.3, -0.6], [0, -0.6, 0.1]]\n";
  for (const std::string& sites :
       {cluster, std::string("lattice = \"square\"\nsize = [2, 2]\nt_prime = 0.2\n"),
        std::string("lattice = \"honeycomb\"\nsize = [1, 2]\n")}) {
    for (const int flavours : {2, 5}) {
      CAPTURE(sites, flavours);
      constexpr double field = 0.3, step = 0.02;
      const Found found = of("staggered_density", sites, field, flavours);
      CHECK(found.grammar == integrate::best_form(series::Observable::density, flavours, false));
      CHECK(found.observable == "staggered_density");
      std::vector<std::vector<double>> log_z;
      for (int k = -2; k <= 2; ++k)
        log_z.push_back(of("log_z", sites, field + k * step, flavours).values);
      for (std::size_t n = 1; n <= 2; ++n) {
        const double slope =
            (8 * (log_z[3][n] - log_z[1][n]) - (log_z[4][n] - log_z[0][n])) / (12 * step);
        CHECK(found.values[n] == Approx(-slope / (1.4 * flavours)).margin(1e-7));
        CHECK(std::abs(found.values[n]) > 1e-4);
      }
      if (sites == cluster) continue;
      for (const double value : of("staggered_density", sites, 0, flavours).values)
        CHECK(std::abs(value) < 1e-11);
    }
  }
}

TEST_CASE("A staggered density goes with a Hartree shift, and every observable with a field") {
  const std::vector<std::vector<double>> hopping{{0.7, -1}, {-1, -0.6}};  // 0.4 and −0.3 in 0.3
  const std::vector<int> signs{1, -1};
  const std::string job =
      "[model]\nlattice = \"cluster\"\nhopping = [[0.4, -1], [-1, -0.3]]\nstaggered = 0.3\nbeta = "
      "1.4\nmu = 0.35\nflavours = 3\n";
  const auto exact = series::exact::thermal_series({hopping, 1.4, 0.35, 3, 0, signs}, 2);
  const auto found = [&](const std::string& observable, const std::string& more) {
    return coefficients_of("[rules]\nobservable = \"" + observable + "\"\n" + job + more +
                           "[orders]\nto = 2\n")
        .values;
  };
  agrees(found("density", ""), exact.density);
  agrees(found("staggered_density", ""), exact.staggered_density);
  agrees(found("energy", ""), exact.energy);
  agrees(found("double_occupancy", ""), exact.double_occupancy);
  const auto shifted =
      series::exact::thermal_series({hopping, 1.4, 0.35, 3, exact.density[0], signs}, 2);
  agrees(found("staggered_density", "hartree_shift = true\n"), shifted.staggered_density);
}

TEST_CASE("An own propagator takes the form that its derivative allows") {
  if (!toolchain::why_unavailable().empty()) return;
  const TemporaryFolder folder;
  const std::string path = folder / "job.toml";
  const std::string level =
      "double g0(int dx, double tau) {\n"
      "  const double x = dx == 0 ? 1 : 0;\n"
      "  return -x * exp(-0.4 * tau) / (1 + exp(-0.4 * 1.5));\n}\n";
  const std::string slope =
      "double g0_mu(int dx, double tau) {\n"
      "  return g0(dx, tau) * (tau - 1.5 / (1 + exp(0.4 * 1.5)));\n}\n";
  const std::string model =
      "[model]\nlattice = \"own\"\npropagator = \"g0.h\"\nsize = [2]\nbeta = 1.5\nflavours = "
      "3\n[orders]\nto = 2\n";
  const double f = 1 / (1 + std::exp(0.4 * 1.5));
  const auto exact = series::exact::atom_series<double>(3, f, 2);
  const auto is_exact = [&](const Found& found) {
    for (std::size_t n = 0; n < found.values.size(); ++n)
      CHECK(found.values[n] == Approx(std::pow(1.5, n) * exact.density[n]).margin(1e-10));
  };
  std::ofstream(folder / "g0.h") << level;
  const Found measured = coefficients_of(model, path);
  CHECK(measured.grammar == "hubbard_sun_cdet_density");
  is_exact(measured);
  const std::string by_name = "[rules]\nfile = \"hubbard_sun_cdet_density_fixed\"\n" + model;
  try {
    coefficients_of(by_name, path);
    FAIL("there is no derivative");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(),
               Catch::Contains("job.toml:2:1: error: found hubbard_sun_cdet_density_fixed, which "
                               "takes a derivative of the propagator, but no g0_mu in"));
  }
  std::ofstream(folder / "g0.h") << level << slope;
  const Found integrated = coefficients_of(model, path);
  CHECK(integrated.grammar == "hubbard_su3_cdet_density_fixed");
  is_exact(integrated);
  const auto pairs =
      coefficients_of("[rules]\nobservable = \"double_occupancy\"\n" + model, path).values;
  for (std::size_t n = 0; n < pairs.size(); ++n)
    CHECK(pairs[n] == Approx(std::pow(1.5, n) * exact.double_occupancy[n]).margin(1e-10));
  is_exact(coefficients_of(by_name, path));
}

TEST_CASE("Theories have their signs: the factor is 1") {
  const series::exact::ThermalSeries exact = exact_dimer(2, 2);
  for (const char* name : {"hubbard_density", "hubbard_density_all_labellings"}) {
    CAPTURE(name);
    const std::string rules = std::string("file = \"") + name + "\"\n";
    const Found found = coefficients_of(dimer(rules, 2, 2));
    CHECK(found.grammar == name);
    CHECK(found.observable == "density");
    agrees(found.values, exact.density);
    try {
      coefficients_of(dimer(rules + "sign = \"positive\"\n", 2, 2));
      FAIL("its vertices have signs");
    } catch (const InputError& error) {
      CHECK_THAT(error.what(),
                 Catch::StartsWith("job.toml:3:1: error: found `sign` with the theory " +
                                   std::string(name) +
                                   ", whose vertices have their signs, expected no such key"));
    }
  }
}
