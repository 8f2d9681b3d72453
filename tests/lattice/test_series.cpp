// Signs and conventions: the series of rule files, integrated over the propagators of a model without
// any Monte Carlo, against exact diagonalisation and a published number.
#include <boost/math/special_functions/factorials.hpp>
#include <catch2/catch.hpp>
#include <cmath>

#include "physics/series/exact/cluster_series.h"
#include "tests/lattice/integral.h"

namespace {

using namespace diagc::lattice;

ModelOptions cluster(std::vector<std::vector<double>> hopping, double beta, double mu,
                     int flavours) {
  ModelOptions options;
  options.lattice = Lattice::cluster;
  options.hopping = std::move(hopping);
  options.beta = beta;
  options.mu = mu;
  options.flavours = flavours;
  options.precision = Precision::fp64;
  return options;
}

const std::vector<std::vector<double>> dimer{{0, -1}, {-1, 0}};
const std::vector<std::vector<double>> uneven{{0.4, -1}, {-1, -0.3}};
const std::vector<std::vector<double>> triangle{{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}};
const std::vector<std::vector<double>> uneven_triangle{
    {0.2, -1, 0.4}, {-1, -0.3, -0.8}, {0.4, -0.8, 0}};
const std::vector<std::vector<double>> square{
    {0, -1, -1, 0}, {-1, 0, 0, -1}, {-1, 0, 0, -1}, {0, -1, -1, 0}};

}  // namespace

TEST_CASE("The integrated series of clusters is that of exact diagonalisation") {
  for (const auto& [hopping, flavours, orders] :
       {std::tuple{dimer, 2, 3}, std::tuple{dimer, 3, 3}, std::tuple{uneven, 2, 3},
        std::tuple{triangle, 2, 2}, std::tuple{triangle, 3, 2}, std::tuple{square, 2, 2}}) {
    for (const bool shift : {false, true}) {
      ModelOptions options = cluster(hopping, 1.4, 0.35, flavours);
      options.hartree_shift = shift;
      const Model model = make_model(options);
      const auto exact = diagc::series::exact::density_series(
          {hopping, options.beta, model.mu, flavours, model.hartree_alpha}, orders);
      CAPTURE(model.description, flavours);
      CHECK(model.filling == Approx(exact[0]).epsilon(1e-12));
      for (int n = 1; n <= orders; ++n) {
        const double sign = n % 2 == 1 ? 1 : -1;
        CHECK(sign * integral(model, {"hubbard_sun_density"}, n, flavours) ==
              Approx(exact[static_cast<std::size_t>(n)]).margin(1e-10));
      }
    }
  }
}

TEST_CASE("Connected determinants need 1/n!, the other forms of the recurrence nothing") {
  const Model model = make_model(cluster(dimer, 2, -0.3, 2));
  const auto exact = diagc::series::exact::density_series({dimer, 2, -0.3, 2, 0}, 3);
  for (const auto& [grammar, determinants] :
       {std::pair{"hubbard_sun_density_first_line", false},
        std::pair{"hubbard_sun_density_last_line", false},
        std::pair{"hubbard_su2_cdet_density", true},
        std::pair{"hubbard_su2_cdet_density_elimination", true}}) {
    CAPTURE(grammar);
    for (int n = 1; n <= 3; ++n) {
      const double factor =
          (n % 2 == 1 ? 1 : -1) / (determinants ? boost::math::factorial<double>(n) : 1);
      CHECK(factor * integral(model, {grammar}, n, 2) ==
            Approx(exact[static_cast<std::size_t>(n)]).margin(1e-10));
    }
  }
}

TEST_CASE(
    "Clusters with the measured point integrated out, and ln Z, against exact diagonalisation") {
  const Integrand fixed{"hubbard_sun_cdet_density_fixed", false, true},
      log_z{"hubbard_sun_cdet_log_z", false, false, "connected"};
  for (const auto& [hopping, flavours, beta, orders] :
       {std::tuple{dimer, 2, 1.4, 4}, std::tuple{uneven, 2, 3.0, 3}, std::tuple{uneven, 6, 0.5, 3},
        std::tuple{uneven_triangle, 2, 2.0, 3}, std::tuple{uneven_triangle, 3, 1.0, 2}}) {
    for (const bool shift : {false, true}) {
      ModelOptions options = cluster(hopping, beta, 0.35, flavours);
      options.hartree_shift = shift;
      options.derivative = Derivative::mu;
      const Model model = make_model(options);
      const diagc::series::exact::ThermalSeries exact = diagc::series::exact::thermal_series(
          {hopping, options.beta, model.mu, flavours, model.hartree_alpha}, orders);
      CAPTURE(model.description, flavours);
      const double pairs = flavours * (flavours - 1) / 2.0;
      for (int n = 1; n <= orders; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const double factor = (n % 2 == 1 ? -1 : 1) / boost::math::factorial<double>(n);
        CHECK(factor * integral(model, fixed, n, flavours) ==
              Approx(exact.density[at]).margin(1e-10));
        // Diagrams of shifted propagators are those of (U/2) Σ (n − α)(n' − α): a constant more than the shift of μ.
        const double constant =
            n == 1 ? options.beta * pairs * model.hartree_alpha * model.hartree_alpha : 0.0;
        const double connected = integral(model, log_z, n, flavours);
        CHECK(factor * options.beta * connected ==
              Approx(exact.log_z[at] - constant).margin(1e-10));
        if (shift) continue;
        CHECK(-n * factor / pairs * connected ==
              Approx(exact.double_occupancy[at - 1]).margin(1e-10));
      }
    }
  }
}

TEST_CASE(
    "The energy of clusters with the measured point integrated out, against exact "
    "diagonalisation") {
  for (const auto& [hopping, flavours, beta, orders] :
       {std::tuple{dimer, 2, 1.4, 3}, std::tuple{uneven, 2, 3.0, 4}, std::tuple{uneven, 6, 0.5, 3},
        std::tuple{uneven_triangle, 3, 1.0, 2}}) {
    ModelOptions options = cluster(hopping, beta, 0.35, flavours);
    options.derivative = Derivative::energy;
    const Model model = make_model(options);
    const auto exact = diagc::series::exact::thermal_series(
        {hopping, options.beta, model.mu, flavours, 0}, orders);
    CAPTURE(model.description, flavours);
    CHECK(flavours * model.energy == Approx(exact.energy[0]).epsilon(1e-12));
    for (int n = 1; n <= orders; ++n) {
      const double factor = -flavours * (n % 2 == 1 ? -1 : 1) / boost::math::factorial<double>(n);
      CHECK(factor *
                integral(model, {"hubbard_sun_cdet_density_fixed", false, true}, n, flavours) ==
            Approx(exact.energy[static_cast<std::size_t>(n)]).margin(1e-10));
    }
  }
}

TEST_CASE("The first coefficient of lattices is -(N - 1) n dn/dmu") {
  for (const Lattice lattice : {Lattice::square, Lattice::triangular, Lattice::honeycomb}) {
    ModelOptions options;
    options.lattice = lattice;
    options.size = {4, 4};
    options.beta = 2;
    options.mu = 0.6;
    options.flavours = 3;
    options.precision = Precision::fp64;
    const Model model = make_model(options);
    CAPTURE(model.description);
    CHECK(integral(model, {"hubbard_sun_density"}, 1, 3) ==
          Approx(-2 * model.filling * model.dn_dmu).margin(1e-10));
  }
}

TEST_CASE("The second coefficient of the triangular lattice is the published one") {
  // With the diagonal shifted away, Ω₂ = −U²/2 Σ_r ∫dτ [G0(r,τ) G0(r,−τ)]² a site and SU(2), and the
  // density of a flavour is −½ dΩ/dμ. Published: 1.3924(12)e-3, and dn/dμ = 0.1479(1), with errors of
  // Monte Carlo (arXiv:2209.09237, file density_up_B2_triang.txt, which has a global minus sign).
  ModelOptions options;
  options.lattice = Lattice::triangular;
  options.beta = 2;
  options.filling = 0.5;
  options.infinite_bound = 1e-6;
  options.precision = Precision::fp64;
  const Model model = make_model(options);
  const double step = 1e-3;
  const auto potential = [&](double mu) {
    ModelOptions at = options;
    at.filling.reset();
    at.mu = mu;
    at.size = {model.space.extents[0], model.space.extents[1]};
    const Model shifted = make_model(at);
    double sum = 0;
    for (const auto& [x, weight] : quadrature(40)) {
      const double tau = options.beta * x;
      for (std::uint32_t site = 0; site < shifted.space.sites; ++site) {
        const std::uint32_t row = shifted.space.row(0, site);
        const double pair = value(shifted.table, row, tau) * value(shifted.table, row, -tau);
        sum += weight * options.beta * pair * pair;
      }
    }
    return -sum / 2;
  };
  const double coefficient =
      -(potential(model.mu + step) - potential(model.mu - step)) / (2 * step) / 2;
  CHECK(coefficient == Approx(1.392400e-3).margin(2 * 1.2257e-6));
  CHECK(model.dn_dmu == Approx(0.1478922036).margin(2 * 0.0001174));
}
