#include <catch2/catch.hpp>
#include <cmath>

#include "physics/lattice/equivalence.h"
#include "physics/lattice/model.h"

namespace {

using namespace diagc::lattice;

ModelOptions cluster(std::vector<std::vector<double>> hopping, double beta, double mu) {
  ModelOptions options;
  options.lattice = Lattice::cluster;
  options.hopping = std::move(hopping);
  options.beta = beta;
  options.mu = mu;
  options.precision = Precision::fp64;
  return options;
}

}  // namespace

TEST_CASE("The atom's propagator is one exponential") {
  for (const double mu : {-30.0, -0.7, 0.0, 1.3, 40.0}) {
    const double beta = 2;
    const Model model = make_model(cluster({{0}}, beta, mu));
    const double f = 1 / (std::exp(-beta * mu) + 1);
    CHECK(model.filling == Approx(f).epsilon(1e-14));
    CHECK(model.dn_dmu == Approx(beta * f / (1 + std::exp(beta * mu))).epsilon(1e-13));
    CHECK(model.table.equal_time[0] == model.filling);
    for (const double tau : {0.003, 0.5, 1.0, 1.9}) {
      const double exact = -std::exp(mu * tau) / (1 + std::exp(beta * mu));
      CHECK(value(model.table, 0, tau) == Approx(exact).margin(1e-11));
      CHECK(value(model.table, 0, tau - beta) == Approx(-exact).margin(1e-11));
    }
  }
}

TEST_CASE("At mu = 0 the atom's propagator is +1/2 backwards and -1/2 forwards in time") {
  // G[a,b] = f if a is not earlier than b, else −(1 − f): with τ = τ_b − τ_a.
  const Model model = make_model(cluster({{0}}, 1, 0));
  CHECK(value(model.table, 0, 0.3) == Approx(-0.5).epsilon(1e-13));
  CHECK(value(model.table, 0, -0.3) == Approx(0.5).epsilon(1e-13));
  CHECK(value(model.table, 0, 0) == Approx(0.5).epsilon(1e-13));
}

TEST_CASE("The dimer's propagators are those of its bonding and antibonding levels") {
  const double t = 0.8, beta = 4, mu = 0.3;
  const Model model = make_model(cluster({{0, -t}, {-t, 0}}, beta, mu));
  const auto level = [&](double energy, double tau) {
    return -std::exp(-(energy - mu) * tau) / (1 + std::exp(-beta * (energy - mu)));
  };
  for (const double tau : {0.01, 1.0, 2.0, 3.99}) {
    const double bonding = level(-t, tau), antibonding = level(t, tau);
    CHECK(value(model.table, model.space.row(0, 0), tau) ==
          Approx((bonding + antibonding) / 2).margin(1e-11));
    CHECK(value(model.table, model.space.row(1, 0), tau) ==
          Approx((bonding - antibonding) / 2).margin(1e-11));
  }
  CHECK(model.space.roots == std::vector<std::uint32_t>{0});
  CHECK(model.space.root_weights == std::vector<double>{1});
  CHECK(model.table.rows == 3);
}

TEST_CASE("A ring of sites is a chain") {
  const std::uint32_t sites = 6;
  std::vector<std::vector<double>> ring(sites, std::vector<double>(sites, 0));
  for (std::uint32_t i = 0; i < sites; ++i)
    ring[i][(i + 1) % sites] = ring[(i + 1) % sites][i] = -1;
  const Model of_ring = make_model(cluster(ring, 5, -0.6));
  ModelOptions options;
  options.lattice = Lattice::chain;
  options.size = {sites};
  options.beta = 5;
  options.mu = -0.6;
  options.precision = Precision::fp64;
  const Model of_chain = make_model(options);
  CHECK(of_ring.filling == Approx(of_chain.filling).epsilon(1e-13));
  CHECK(of_ring.dn_dmu == Approx(of_chain.dn_dmu).epsilon(1e-13));
  CHECK(of_ring.space.roots.size() == 1);
  for (std::uint32_t a = 0; a < sites; ++a) {
    for (std::uint32_t b = 0; b < sites; ++b) {
      for (const double tau : {-4.3, -0.2, 0.7, 3.1}) {
        CHECK(value(of_ring.table, of_ring.space.row(a, b), tau) ==
              Approx(value(of_chain.table, of_chain.space.row(a, b), tau)).margin(2e-11));
      }
    }
  }
}

TEST_CASE("The filling of unequal sites is their average, and roots stand for their classes") {
  // An open chain of three sites: the ends are equivalent.
  ModelOptions options = cluster({{0.2, -1, 0}, {-1, -0.5, -1}, {0, -1, 0.2}}, 2, 0.3);
  const Model model = make_model(options);
  CHECK(model.space.roots == std::vector<std::uint32_t>{0, 1});
  CHECK(model.space.root_weights[0] == Approx(2.0 / 3));
  CHECK(model.space.root_weights[1] == Approx(1.0 / 3));
  double average = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint32_t root = model.space.roots[i];
    average += model.space.root_weights[i] * model.table.equal_time[model.space.row(root, root)];
  }
  CHECK(average == Approx(model.filling).epsilon(1e-13));

  options.hartree_shift = true;
  const Model shifted = make_model(options);
  CHECK(shifted.hartree_alpha == Approx(model.filling).epsilon(1e-14));
  for (std::uint32_t a = 0; a < 3; ++a) {
    for (std::uint32_t b = 0; b < 3; ++b) {
      const double difference = model.table.equal_time[model.space.row(a, b)] -
                                shifted.table.equal_time[shifted.space.row(a, b)];
      CHECK(difference == Approx(a == b ? model.filling : 0).margin(1e-15));
    }
  }
}

TEST_CASE("Half filling of bipartite lattices is at chemical potential zero") {
  for (const Lattice lattice :
       {Lattice::chain, Lattice::square, Lattice::cubic, Lattice::honeycomb}) {
    ModelOptions options;
    options.lattice = lattice;
    options.size.assign(lattice == Lattice::chain ? 1 : lattice == Lattice::cubic ? 3 : 2, 4);
    options.beta = 10.0 / 3;
    options.filling = 0.5;
    CHECK(make_model(options).mu == 0);
  }
}

TEST_CASE("The Hartree shift makes the diagonal of a lattice zero") {
  for (const Lattice lattice : {Lattice::triangular, Lattice::honeycomb}) {
    ModelOptions options;
    options.lattice = lattice;
    options.size = {4, 4};
    options.beta = 2;
    options.filling = 0.3;
    options.hartree_shift = true;
    const Model model = make_model(options);
    CHECK(model.table.equal_time[model.space.row(0, 0)] == 0);
    CHECK(model.hartree_alpha == Approx(0.3).epsilon(1e-13));
    // The function of τ is not touched.
    CHECK(value(model.table, model.space.row(0, 0), 0) == Approx(0.3).margin(1e-7));
  }
}

TEST_CASE("Equivalent sites are found by the symmetry of the matrix") {
  const auto counts = [](const std::vector<std::vector<double>>& hopping) {
    std::vector<std::uint32_t> list;
    for (const SiteClass& sites : equivalent_sites(hopping)) list.push_back(sites.count);
    return list;
  };
  using Counts = std::vector<std::uint32_t>;
  CHECK(counts({{0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 1, 0}}) == Counts{4});
  CHECK(counts({{0, 1}, {1, 0.5}}) == Counts{1, 1});
  CHECK(counts({{0, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 0, 1}, {0, 0, 1, 0}}) == Counts{2, 2});
  CHECK(counts({{0, 0}, {0, 0}}) == Counts{2});
  // A ring of six and two rings of three, each site with the same row of numbers: two classes,
  // though no site's row tells them apart.
  std::vector<std::vector<double>> rings(12, std::vector<double>(12, 0));
  const auto join = [&](int a, int b) { rings[a][b] = rings[b][a] = -1; };
  for (int i = 0; i < 6; ++i) join(i, (i + 1) % 6);
  for (int i = 0; i < 3; ++i) join(6 + i, 6 + (i + 1) % 3), join(9 + i, 9 + (i + 1) % 3);
  CHECK(counts(rings) == Counts{6, 6});
}
