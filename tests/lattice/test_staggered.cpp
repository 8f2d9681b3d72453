// Staggered fields: propagators on two sublattices and their derivatives by the field, against the same sites as one cluster.
#include <boost/math/special_functions/factorials.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "physics/lattice/fermi.h"
#include "physics/lattice/model.h"
#include "physics/series/exact/cluster_series.h"
#include "tests/lattice/integral.h"

namespace {

using namespace diagc::lattice;
using diagc::series::exact::thermal_series;
using Matrix = std::vector<std::vector<double>>;

ModelOptions in_field(Lattice kind, std::vector<std::uint32_t> size, double field,
                      double beta = 3) {
  ModelOptions options;
  options.lattice = kind;
  options.size = std::move(size);
  options.t = 0.9;
  options.t_prime = kind == Lattice::square ? -0.25 : 0;
  options.beta = beta;
  options.mu = 0.4;
  options.staggered = field;
  options.precision = Precision::fp64;
  options.derivative = Derivative::staggered;
  return options;
}

ModelOptions cluster_in_field(Matrix hopping, double field, double beta, double mu = 0.35) {
  ModelOptions options = in_field(Lattice::cluster, {}, field, beta);
  options.t = 1;
  options.hopping = std::move(hopping);
  options.mu = mu;
  return options;
}

/// A lattice, or a cluster, as the matrix of a cluster, and where its sites stand on the sublattices.
struct Sites {
  Matrix hopping;  ///< without the field
  std::vector<int> signs;
  std::vector<std::size_t> at;  ///< [site of the model in the field]: row of the matrix
};

Sites sites_of(ModelOptions options) {
  if (options.lattice == Lattice::cluster) {
    Sites sites{options.hopping, make_model(options).space.signs, {}};
    for (std::size_t a = 0; a < options.hopping.size(); ++a) sites.at.push_back(a);
    return sites;
  }
  const auto lengths = [&](std::size_t i) {
    return i < options.size.size() ? options.size[i] : 1U;
  };
  options.staggered = 0;
  options.derivative = Derivative::none;
  const Model plain = make_model(options);
  const std::uint32_t count = plain.space.sites;
  Sites sites{Matrix(count, std::vector<double>(count, 0.0)), {}, {}};
  for (std::uint32_t a = 0; a < count; ++a) {
    for (const Neighbour& neighbour : plain.space.neighbours_of(a))
      sites.hopping[a][neighbour.site] = neighbour.hopping;
    const std::uint32_t x = a % lengths(0), y = a / lengths(0) % lengths(1),
                        z = a / lengths(0) / lengths(1);
    sites.signs.push_back(options.lattice == Lattice::honeycomb ? (a % 2 == 0 ? 1 : -1)
                          : (x + y + z) % 2 == 0                ? 1
                                                                : -1);
  }
  for (std::uint32_t site = 0; site < count; ++site) {
    if (options.lattice == Lattice::honeycomb) {
      sites.at.push_back(site);
      continue;
    }
    // Cells along 2 e0, e0 + e1, e0 + e2 hold two neighbours along e0.
    const std::uint32_t cell = site / 2, half = lengths(0) / 2;
    const std::uint32_t y = cell / half % lengths(1), z = cell / half / lengths(1);
    const std::uint32_t x = (2 * (cell % half) + y + z + site % 2) % lengths(0);
    sites.at.push_back(x + lengths(0) * (y + lengths(1) * z));
  }
  return sites;
}

Model as_cluster(const Sites& sites, const ModelOptions& options, double field) {
  ModelOptions cluster = options;
  cluster.lattice = Lattice::cluster;
  cluster.size.clear();
  cluster.t_prime = 0;
  cluster.staggered = 0;
  cluster.derivative = Derivative::none;
  cluster.hopping = sites.hopping;
  for (std::size_t a = 0; a < sites.signs.size(); ++a)
    cluster.hopping[a][a] += field * sites.signs[a];
  return make_model(cluster);
}

std::vector<ModelOptions> models() {
  std::vector<ModelOptions> all;
  for (const double field : {0.0, 0.6}) {
    all.push_back(in_field(Lattice::chain, {2}, field));
    all.push_back(in_field(Lattice::chain, {6}, field, 9));
    all.push_back(in_field(Lattice::square, {4, 4}, field));
    all.push_back(in_field(Lattice::square, {2, 6}, field));
    all.push_back(in_field(Lattice::cubic, {2, 2, 4}, field, 1));
    all.push_back(in_field(Lattice::honeycomb, {2, 3}, field));
    all.push_back(cluster_in_field({{0}}, field, 2));
    all.push_back(cluster_in_field({{0.3, -1}, {-1, -0.4}}, field, 4));
    all.push_back(cluster_in_field(
        {{0.2, -1, 0, 0}, {-1, -0.5, -1, 0}, {0, -1, 0.2, 0}, {0, 0, 0, 0.1}}, field, 6));
  }
  return all;
}

const Integrand fixed{"hubbard_sun_cdet_density_fixed", false, true};

}  // namespace

TEST_CASE("Propagators in a staggered field, and their derivative by it, for every pair of sites") {
  std::mt19937 random(3);
  for (const ModelOptions& options : models()) {
    const Model model = make_model(options);
    CAPTURE(model.description);
    const Sites sites = sites_of(options);
    const double step = 2e-3, field = options.staggered;
    const Model here = as_cluster(sites, options, field),
                far_below = as_cluster(sites, options, field - 2 * step),
                below = as_cluster(sites, options, field - step),
                above = as_cluster(sites, options, field + step),
                far_above = as_cluster(sites, options, field + 2 * step);
    CHECK(model.filling == Approx(here.filling).epsilon(1e-12));
    CHECK(model.energy == Approx(here.energy).epsilon(1e-12));
    CHECK(model.dn_dmu == Approx(here.dn_dmu).epsilon(1e-12));
    const auto minus_slope = [&](const auto& of) {
      return -(8 * (of(above.table) - of(below.table)) -
               (of(far_above.table) - of(far_below.table))) /
             (12 * step);
    };
    std::uniform_real_distribution<double> time(-options.beta, options.beta);
    double staggered = 0;
    for (std::uint32_t a = 0; a < model.space.sites; ++a) {
      for (std::uint32_t b = 0; b < model.space.sites; ++b) {
        const std::uint32_t row = model.space.row(a, b);
        const auto from = static_cast<std::uint32_t>(sites.at[a]),
                   to = static_cast<std::uint32_t>(sites.at[b]);
        const std::uint32_t other = here.space.row(from, to);
        const double tau = time(random);
        CAPTURE(a, b, from, to, tau);
        REQUIRE(value(model.table, row, tau) ==
                Approx(value(here.table, other, tau)).margin(3e-11));
        REQUIRE(model.table.equal_time[row] == Approx(here.table.equal_time[other]).margin(1e-13));
        REQUIRE(value(*model.derivative, row, tau) ==
                Approx(minus_slope([&](const PropagatorTable& table) {
                  return value(table, other, tau);
                })).margin(1e-7));
        REQUIRE(model.derivative->equal_time[row] ==
                Approx(minus_slope([&](const PropagatorTable& table) {
                  return table.equal_time[other];
                })).margin(1e-8));
        if (a == b)
          staggered += sites.signs[sites.at[a]] * here.table.equal_time[other] / model.space.sites;
      }
    }
    CHECK(model.staggered_density == Approx(staggered).margin(1e-13));
    if (field == 0 && options.lattice != Lattice::cluster)
      CHECK(std::abs(model.staggered_density) < 1e-14);
  }
}

TEST_CASE("Divided differences of a level's evolution are right at any distance") {
  for (const double beta : {0.4, 3.0, 40.0}) {
    for (const double xi : {-2.0, -0.1, 0.0, 0.7}) {
      for (const double part : {0.0, 1e-9, 1e-3, 0.3, 0.49, 0.51, 2.0, 30.0}) {
        const double eta = xi + part / beta, tau = 0.3 * beta;
        CAPTURE(beta, xi, part);
        // In long double, where differences of 1e-9 keep ten digits.
        const auto evolved = [&](long double level) {
          return std::exp(-level * tau) / (1 + std::exp(-level * beta));
        };
        const double found = evolution_difference(beta, xi, eta, tau);
        CHECK(found == Approx(evolution_difference(beta, eta, xi, tau)).epsilon(1e-12));
        if (part == 0) {
          CHECK(found == -evolution_slope(beta, xi, tau));
        } else {
          const long double step = static_cast<long double>(eta) - xi;
          const auto expected = static_cast<double>((evolved(eta) - evolved(xi)) / step);
          CHECK(found == Approx(expected).epsilon(part < 1e-6 ? 1e-8 : 1e-11).margin(1e-13 * beta));
        }
      }
    }
  }
}

TEST_CASE("Densities in a staggered field, and staggered ones, against exact diagonalisation") {
  const Matrix dimer{{0.4, -1}, {-1, -0.3}}, path{{0.2, -1, 0}, {-1, -0.5, -0.7}, {0, -0.7, 0.1}},
      ring{{0.3, -1, 0, -0.7}, {-1, -0.5, -1, 0}, {0, -1, 0.1, -1.2}, {-0.7, 0, -1.2, 0.4}};
  for (const auto& [hopping, flavours, beta, field, orders] :
       {std::tuple{dimer, 2, 1.4, 0.5, 4}, std::tuple{dimer, 6, 0.5, -0.3, 3},
        std::tuple{path, 2, 3.0, 0.0, 3}, std::tuple{path, 3, 1.0, 0.8, 2},
        std::tuple{ring, 2, 2.0, 0.4, 3}}) {
    for (const bool shift : {false, true}) {
      ModelOptions options = cluster_in_field(hopping, field, beta);
      options.flavours = flavours;
      options.hartree_shift = shift;
      const Model staggered = make_model(options);
      options.derivative = Derivative::mu;
      const Model usual = make_model(options);
      CAPTURE(staggered.description, flavours);
      const std::vector<int>& signs = staggered.space.signs;
      Matrix h = hopping;
      for (std::size_t a = 0; a < h.size(); ++a) h[a][a] += field * signs[a];
      const auto exact =
          thermal_series({h, beta, staggered.mu, flavours, staggered.hartree_alpha, signs}, orders);
      CHECK(staggered.staggered_density == Approx(exact.staggered_density[0]).margin(1e-12));
      for (int n = 1; n <= orders; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const double factor = (n % 2 == 1 ? -1 : 1) / boost::math::factorial<double>(n);
        CHECK(factor * integral(staggered, fixed, n, flavours) ==
              Approx(exact.staggered_density[at]).margin(1e-10));
        CHECK(factor * integral(usual, fixed, n, flavours) ==
              Approx(exact.density[at]).margin(1e-10));
      }
    }
  }
}

TEST_CASE("A chain in a staggered field is a ring of two sublattices") {
  for (const double field : {0.0, 0.7}) {
    ModelOptions options = in_field(Lattice::chain, {4}, field, 1.6);
    options.t = 1;
    const Model model = make_model(options);
    Matrix ring(4, std::vector<double>(4, 0.0));
    const std::vector<int> signs{1, -1, 1, -1};
    for (std::size_t a = 0; a < 4; ++a) {
      ring[a][(a + 1) % 4] = ring[(a + 1) % 4][a] = -1;
      ring[a][a] = field * signs[a];
    }
    const auto exact = thermal_series({ring, options.beta, *options.mu, 2, 0, signs}, 3);
    CHECK(model.staggered_density == Approx(exact.staggered_density[0]).margin(1e-12));
    for (int n = 1; n <= 3; ++n) {
      const double factor = (n % 2 == 1 ? -1 : 1) / boost::math::factorial<double>(n);
      const double found = factor * integral(model, fixed, n, 2);
      CHECK(found == Approx(exact.staggered_density[static_cast<std::size_t>(n)]).margin(1e-10));
      if (field == 0) CHECK(std::abs(found) < 1e-11);
    }
  }
}

TEST_CASE("An infinite lattice in a staggered field is a large one of its size") {
  ModelOptions options = in_field(Lattice::square, {}, 0.5, 1.5);
  options.infinite_bound = 1e-5;
  const Model infinite = make_model(options);
  CHECK(infinite.finite_size_error > 0);
  CHECK(infinite.finite_size_error <= 1e-5);
  CHECK(infinite.space.extents[1] == 2 * infinite.space.extents[0]);
  options.size = {32, 32};
  const Model large = make_model(options);
  for (const double tau : {-1.2, 0.4}) {
    for (const std::uint32_t to : {0U, 1U, 2U, 3U}) {
      CHECK(value(infinite.table, infinite.space.row(1, to), tau) ==
            Approx(value(large.table, large.space.row(1, to), tau)).margin(2e-5));
    }
  }
}

TEST_CASE("Lattices without two sublattices have no staggered field") {
  const auto refusal = [](const ModelOptions& options) -> std::string {
    try {
      make_model(options);
    } catch (const WrongModel& wrong) {
      return wrong.option + ": " + wrong.what();
    }
    return "";
  };
  CHECK(refusal(in_field(Lattice::square, {4, 8}, 0.2)).empty());
  CHECK(refusal(in_field(Lattice::square, {8, 4}, 0.2)).empty());
  CHECK(refusal(in_field(Lattice::triangular, {4, 4}, 0.2)) ==
        "lattice: found a staggered field on the triangular lattice, expected a lattice of two "
        "sublattices: chain, square, cubic, honeycomb, or a cluster of two");
  CHECK(refusal(in_field(Lattice::chain, {5}, 0.2)) ==
        "size: found the extents [5] with a staggered field, expected even ones that are multiples "
        "of the smallest: they are tiled by pairs of neighbours");
  CHECK(refusal(in_field(Lattice::square, {4, 6}, 0)) ==
        "size: found the extents [4, 6] with a staggered field, expected even ones that are "
        "multiples of the smallest: they are tiled by pairs of neighbours");
  CHECK(refusal(in_field(Lattice::chain, {4}, INFINITY)) ==
        "staggered: found staggered = inf, expected a finite number");
  CHECK(refusal(cluster_in_field({{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}}, 0.2, 1)) ==
        "hopping: found hopping between sites 1 and 2, which other hops connect by an even number "
        "of steps, expected two sublattices, between which alone there is hopping: a staggered "
        "field needs them");
}
