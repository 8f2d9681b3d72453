// Signs and conventions: the series of rule files, integrated over the propagators of a model without
// any Monte Carlo, against exact diagonalisation and a published number.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "diagc/compile.h"
#include "physics/lattice/model.h"
#include "physics/series/exact/cluster_series.h"

namespace {

using namespace diagc::lattice;

struct Point {
  double x, weight;
};

/// Gauss–Legendre on [0, 1], from the eigenvalues of the Jacobi matrix.
std::vector<Point> quadrature(int points) {
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(points, points);
  for (int i = 1; i < points; ++i) {
    jacobi(i, i - 1) = jacobi(i - 1, i) = i / std::sqrt(4.0 * i * i - 1);
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
  std::vector<Point> result;
  for (int i = 0; i < points; ++i) {
    const double first = solver.eigenvectors()(0, i);
    result.push_back({(1 + solver.eigenvalues()(i)) / 2, first * first});
  }
  return result;
}

double factorial(int n) { return std::tgamma(n + 1.0); }

/// Σ over sites ∫dτ_1 … dτ_n of a rule file's `density`, vertex 0 on every root in turn at τ = 0.
double integral(const Model& model, const std::string& grammar, int n, double flavours) {
  diagc::CompileOptions options;
  options.statics = {{"n", std::to_string(n)}};
  options.target = diagc::Target::interpreter;
  const auto compiled = diagc::compile_file(
      std::string(DIAGC_SOURCE_DIR) + "/grammars/hubbard/" + grammar + ".diag", options);
  REQUIRE(compiled.kernel);
  const auto vertices = static_cast<std::size_t>(n) + 1;
  const std::vector<Point> rule = quadrature(14);

  std::vector<double> propagators, weights;
  const auto add = [&](const std::vector<std::uint32_t>& site, const std::vector<double>& time,
                       double weight) {
    for (std::size_t a = 0; a < vertices; ++a) {
      for (std::size_t b = 0; b < vertices; ++b) {
        const std::uint32_t row = model.space.row(site[a], site[b]);
        propagators.push_back(a == b ? model.table.equal_time[row]
                                     : value(model.table, row, time[b] - time[a]));
      }
    }
    weights.push_back(weight);
  };
  // Times in ascending order fill a simplex; every vertex takes every place in that order.
  std::vector<double> ascending(vertices, 0), time(vertices, 0);
  std::vector<std::uint32_t> site(vertices, 0);
  const auto over_sites = [&](double weight) {
    for (std::size_t i = 0; i < model.space.roots.size(); ++i) {
      std::fill(site.begin(), site.end(), 0);
      site[0] = model.space.roots[i];
      for (bool more = true; more;) {
        add(site, time, weight * model.space.root_weights[i]);
        more = false;
        for (std::size_t v = 1; v < vertices && !more; ++v) {
          more = ++site[v] < model.space.sites;
          if (!more) site[v] = 0;
        }
      }
    }
  };
  const auto over_orders = [&](double weight) {
    std::vector<std::size_t> place(vertices);
    std::iota(place.begin(), place.end(), 0);
    do {
      for (std::size_t v = 0; v < vertices; ++v) time[v] = ascending[place[v]];
      over_sites(weight);
    } while (std::next_permutation(place.begin() + 1, place.end()));
  };
  const auto over_times = [&](const auto& self, std::size_t next, double weight) -> void {
    if (next == vertices) return over_orders(weight);
    const double rest = model.beta - ascending[next - 1];
    for (const auto& [x, w] : rule) {
      ascending[next] = ascending[next - 1] + rest * x;
      self(self, next + 1, weight * w * rest);
    }
  };
  over_times(over_times, 1, 1.0);

  std::vector<double> density(weights.size());
  std::vector<diagc::ParamValue> params;
  if (!compiled.kernel->params().empty()) params.push_back({"N", {flavours}});
  compiled.kernel->evaluate(weights.size(), {{"G", std::span<const double>(propagators)}}, params,
                            {{"density", std::span<double>(density)}});
  return std::inner_product(weights.begin(), weights.end(), density.begin(), 0.0);
}

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
        CHECK(sign * integral(model, "hubbard_sun_density", n, flavours) ==
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
      const double factor = (n % 2 == 1 ? 1 : -1) / (determinants ? factorial(n) : 1);
      CHECK(factor * integral(model, grammar, n, 2) ==
            Approx(exact[static_cast<std::size_t>(n)]).margin(1e-10));
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
    CHECK(integral(model, "hubbard_sun_density", 1, 3) ==
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
