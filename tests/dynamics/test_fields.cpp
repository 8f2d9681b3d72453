// Theories with products along the contour: their self-energies against direct sums, expansions in U, conservation, equilibrium, positivity.
#include <cmath>

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/fields/staged_self_energy.h"
#include "physics/dynamics/propagator.h"
#include "physics/dynamics/starts/correlated.h"
#include "tests/dynamics/dense_contour.h"
#include "tests/dynamics/rule_theories.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

/// The last panel of a trajectory, as solve_panel() has it: a column of T⁺ before its own block.
PanelRows last_panel(const TwoTime& past) {
  const std::size_t panels = past.panels(), order = past.collocation().order;
  const std::size_t size = past.block_size();
  const PanelRows& rows = past.rows(panels - 1);
  PanelRows result{BlockRows(past.points(), panels + 1, size, size),
                   BlockRows(past.points(), panels + 1, size, size)};
  for (std::size_t k = 0; k < past.points(); ++k) {
    for (std::size_t block = 0; block < panels; ++block) {
      const std::size_t to = block + 1 < panels ? block : panels;
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          result.lesser.at(k, to).set(i, j, rows.lesser.at(k, block).at(i, j));
          result.spectral.at(k, to).set(i, j, rows.spectral.at(k, block).at(i, j));
        }
      }
    }
  }
  CHECK(order > 0);
  return result;
}

/// Σ_ab of the last panel's rows as the theory's stages make it: [t][s].
struct LastRows {
  PanelRows self_energy;
  std::size_t first = 0, order = 0, bands = 0, panels = 0;

  Complex lesser(std::size_t t, std::size_t s, std::size_t a, std::size_t b) const {
    return at(self_energy.lesser, t, s, a, b);
  }
  Complex spectral(std::size_t t, std::size_t s, std::size_t a, std::size_t b) const {
    return at(self_energy.spectral, t, s, a, b);
  }

 private:
  Complex at(const BlockRows& rows, std::size_t t, std::size_t s, std::size_t a,
             std::size_t b) const {
    const std::size_t block = s / order < panels ? s / order : panels + 1;
    return rows.at(0, block).at((t - first) * bands + a, s % order * bands + b);
  }
};

LastRows self_energy_of_last_panel(const Model& model, const TwoTime& past) {
  const std::size_t panels = past.panels() - 1, order = past.collocation().order;
  std::vector<Complex> rho(past.points() * past.bands() * past.bands());
  TwoTime earlier(past.points(), past.bands(), past.collocation(), rho);
  for (std::size_t p = 0; p < panels; ++p)
    earlier.restore(past.doubles_of(p), past.start(p), past.start(p + 1), 0);
  const std::span<const double> times = std::span(past.times()).subspan(panels * order, order);
  const std::size_t size = past.block_size();
  LastRows result{{BlockRows(past.points(), panels + 2, size, size),
                   BlockRows(past.points(), panels + 2, size, size)},
                  panels * order,
                  order,
                  past.bands(),
                  panels};
  PanelRows panel = last_panel(past);
  staged_self_energy(model, *model.interaction->staged(), earlier, past.length(panels), times,
                     panel, result.self_energy, 1);
  return result;
}

std::vector<Complex> first_site_filled() { return {1, 0, 0, 0}; }

/// Four panels of a dimer.
TwoTime propagated(const Model& model) {
  Propagation propagation;
  propagation.end = 1;
  propagation.step = 0.25;
  propagation.tolerance = 1e-12;
  TwoTime past(1, 2, radau(8), first_site_filled());
  propagate(model, propagation, past);
  return past;
}

/// X[i][j] of a dimer.
using DenseMatrix = std::vector<DenseFunction>;

DenseMatrix matrix_product(const DenseContour& contour, const DenseMatrix& a,
                           const DenseMatrix& b) {
  DenseMatrix result;
  for (std::size_t e = 0; e < 4; ++e) {
    result.push_back(contour.product(a[e / 2 * 2], b[e % 2])
                         .plus(contour.product(a[e / 2 * 2 + 1], b[2 + e % 2])));
  }
  return result;
}

DenseMatrix pairs_of(const DenseContour& contour, bool holes) {
  DenseMatrix result;
  for (std::size_t e = 0; e < 4; ++e) {
    const DenseFunction green = contour.green(0, e / 2, e % 2);
    const DenseFunction other = holes ? contour.green(0, e % 2, e / 2).exchanged() : green;
    result.push_back(pointwise(green, other).times(Complex(0, -1)));
  }
  return result;
}

double largest_error(const TwoTime& past, const LastRows& rows, const DenseMatrix& expected) {
  double largest = 0;
  for (std::size_t t = rows.first; t < past.nodes(); ++t) {
    for (std::size_t s = 0; s < past.nodes(); ++s) {
      for (std::size_t e = 0; e < 4; ++e) {
        const auto i = static_cast<Eigen::Index>(t), j = static_cast<Eigen::Index>(s);
        largest =
            std::max({largest, std::abs(rows.lesser(t, s, e / 2, e % 2) - expected[e].lesser(i, j)),
                      std::abs(rows.spectral(t, s, e / 2, e % 2) - expected[e].spectral(i, j))});
      }
    }
  }
  return largest;
}

const std::string ladder_of_third_order =
    "grammar ladder\naxis k : cyclic\nvertex U : real\ngreen G[0..1, 0..1](k)\n"
    "local G[i, j](x) = if i == j then U * (mean(y : k) rho(G)[i, i](y) - 1/2) else 0\n"
    "def F(i, j)(q) = -I * mean(y : k) G[i, j](y) * G[i, j](q-y)\n"
    "def C(i, j)(q) = sum(l in 0..1) F(i, l)(q) @ (U * F(l, j)(q))\n"
    "self G[i, j](x) = I * U * U' * mean(q : k) (F(i, j)(q) - C(i, j)(q)) * G'[j, i](q-x)\n";

TheoryOptions two_sites() {
  TheoryOptions options;
  options.statics = {{"sites", "2"}};
  return options;
}

/// ρ of a dimer at the end of a quench.
std::vector<Complex> end_of_quench(std::shared_ptr<const Interaction> interaction, double vertex) {
  const Model model = dimer_of(std::move(interaction), vertex);
  Propagation propagation;
  propagation.end = 1.5;
  propagation.tolerance = 1e-11;
  return propagate(model, propagation, first_site_filled()).rho_at(1.5);
}

double largest_difference_of(const std::vector<Complex>& one, const std::vector<Complex>& other) {
  double largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    largest = std::max(largest, std::abs(one[i] - other[i]));
  return largest;
}

}  // namespace

TEST_CASE("third order and T-matrix equal direct sums over all nodes") {
  const double u = 1.3;
  const Complex i_u(0, u * u);
  SECTION("third order") {
    const Model model = dimer_of(theory_of_grammar("hubbard_third_order", {1}, two_sites()), u);
    const TwoTime past = propagated(model);
    const DenseContour contour(past);
    const DenseMatrix f = pairs_of(contour, false), e = pairs_of(contour, true);
    const DenseMatrix of_pairs = matrix_product(contour, f, f);
    const DenseMatrix of_holes = matrix_product(contour, e, e);
    DenseMatrix expected;
    for (std::size_t k = 0; k < 4; ++k) {
      const DenseFunction green = contour.green(0, k / 2, k % 2);
      const DenseFunction turned = contour.green(0, k % 2, k / 2).exchanged();
      const DenseFunction ph = pointwise(e[k].plus(of_holes[k].times(-u)), green);
      const DenseFunction pp = pointwise(of_pairs[k].times(-u), turned);
      expected.push_back(ph.plus(pp).times(i_u));
    }
    CHECK(largest_error(past, self_energy_of_last_panel(model, past), expected) < 1e-12);
  }
  SECTION("T-matrix") {
    const Model model = dimer_of(theory_of_grammar("hubbard_t_matrix", {1}, two_sites()), u);
    const TwoTime past = propagated(model);
    const DenseContour contour(past);
    const DenseMatrix f = pairs_of(contour, false);
    // T = F − F @ (U T) by iteration, which converges as of every Volterra equation. It is its own adjoint but for errors of quadratures.
    DenseMatrix t = f;
    for (int iteration = 0; iteration < 25; ++iteration) {
      const DenseMatrix next = matrix_product(contour, f, t);
      for (std::size_t k = 0; k < 4; ++k) t[k] = f[k].plus(next[k].times(-u));
    }
    DenseMatrix expected;
    for (std::size_t k = 0; k < 4; ++k) {
      expected.push_back(pointwise(t[k], contour.green(0, k % 2, k / 2).exchanged()).times(i_u));
    }
    CHECK(largest_error(past, self_energy_of_last_panel(model, past), expected) < 1e-10);
  }
}

TEST_CASE("the T-matrix expanded in U is second Born and the ladder of third order") {
  const auto t_matrix = theory_of_grammar("hubbard_t_matrix", {1}, two_sites());
  const auto second = theory_of_grammar("hubbard_second_born", {1}, two_sites());
  const auto ladder = theory_of_text(ladder_of_third_order, {1});
  std::vector<double> to_second, to_ladder;
  for (const double u : {0.16, 0.08}) {
    const auto exact = end_of_quench(t_matrix, u);
    to_second.push_back(largest_difference_of(exact, end_of_quench(second, u)));
    to_ladder.push_back(largest_difference_of(exact, end_of_quench(ladder, u)));
  }
  CHECK(std::log2(to_second[0] / to_second[1]) == Approx(3).margin(0.15));
  CHECK(std::log2(to_ladder[0] / to_ladder[1]) == Approx(4).margin(0.15));
  CHECK(to_ladder[1] > 1e-9);
}

TEST_CASE("GW without interaction between sites begins as twice second Born") {
  const std::size_t points = 4;
  TheoryOptions options;
  options.along_axis = {{"V", std::vector<double>(points, 0.0)}};
  const auto gw = theory_of_grammar("extended_hubbard_gw", {points}, options);
  const auto twice = theory_of_text(
      "grammar t\naxis k : cyclic\nvertex U : real\ngreen G(k)\n"
      "local G(x) = U * (mean(y : k) rho(G)(y) - 1/2)\n"
      "self G(x) = 2 * U * U' * mean(y : k, q : k) G(y+q) * G'(y) * G(x-q)\n",
      {points});
  std::vector<double> differences;
  for (const double u : {0.2, 0.1}) {
    std::vector<std::vector<Complex>> rho;
    for (const auto& theory : {gw, twice}) {
      Model model = ring_of(theory, u);
      model.further_vertices = {[](double) { return 1.0; }};
      if (theory == twice) model.further_vertices.clear();
      Propagation propagation;
      propagation.end = 1.5;
      propagation.tolerance = 1e-11;
      rho.push_back(
          propagate(model, propagation, std::vector<Complex>{1, 0, 0.3, 0.6}).rho_at(1.5));
    }
    differences.push_back(largest_difference_of(rho[0], rho[1]));
  }
  CHECK(std::log2(differences[0] / differences[1]) == Approx(3).margin(0.15));
}

TEST_CASE("equilibrium with products along the contour stays as it is") {
  struct Case {
    std::string grammar;
    Model model;
    std::vector<double> further;
  };
  std::vector<Case> cases;
  cases.push_back(
      {"T-matrix", dimer_of(theory_of_grammar("hubbard_t_matrix", {1}, two_sites()), 1.5), {}});
  cases.push_back(
      {"third order", dimer_of(theory_of_grammar("hubbard_third_order", {1}, two_sites()), 1), {}});
  TheoryOptions with_v;
  with_v.along_axis = {{"V", {0.8, 0, -0.8, 0}}};
  cases.push_back({"GW", ring_of(theory_of_grammar("extended_hubbard_gw", {4}, with_v), 1), {0.7}});
  for (Case& own : cases) {
    INFO(own.grammar);
    for (const double value : own.further)
      own.model.further_vertices.emplace_back([value](double) { return value; });
    const CorrelatedStart start = correlated_start(own.model, {.beta = 4,
                                                               .mu = {},
                                                               .filling = 0.4,
                                                               .vertex = own.model.vertex(0),
                                                               .further_vertices = own.further});
    Propagation propagation;
    propagation.end = 2;
    propagation.tolerance = 1e-9;
    TwoTime past(own.model.points(), own.model.bands, radau(8), start.rho, start.branch);
    const Trajectory trajectory = propagate(own.model, propagation, past);
    double largest = 0;
    for (std::size_t node = 0; node < trajectory.times().size(); ++node) {
      const auto rho = trajectory.rho(node);
      for (std::size_t i = 0; i < rho.size(); ++i)
        largest = std::max(largest, std::abs(rho[i] - start.rho[i]));
    }
    CHECK(largest < 1e-9);
    // G(t, t') depends on t − t' alone: the occupied part of the spectrum does not change. Rows of equal distances in two panels of equal length
    // would be equal; here the energy is.
    for (std::size_t node = 0; node < trajectory.times().size(); ++node)
      CHECK(std::abs(trajectory.energy(node) - trajectory.energy(0)) < 5e-9);
  }
}

TEST_CASE("particles and energy are conserved, and occupations are positive, in a T-matrix") {
  const Model model = ring_of(theory_of_grammar("hubbard_t_matrix", {4}), 2);
  Propagation propagation;
  propagation.end = 3;
  propagation.tolerance = 1e-10;
  TwoTime past(4, 1, radau(8), std::vector<Complex>{1, 0.2, 0, 0.7});
  const Trajectory trajectory = propagate(model, propagation, past);
  double particles = 0, energy = 0;
  for (std::size_t node = 0; node < trajectory.times().size(); ++node) {
    Complex sum = 0;
    for (const Complex value : trajectory.rho(node)) sum += value;
    particles = std::max(particles, std::abs(sum - 1.9));
    energy = std::max(energy, std::abs(trajectory.energy(node) - trajectory.energy(0)));
  }
  CHECK(particles < 1e-9);
  CHECK(energy < 1e-9);
  const DenseContour contour(past);
  for (std::size_t k = 0; k < 4; ++k) {
    const DenseFunction green = contour.green(k, 0, 0);
    for (const Eigen::MatrixXcd& occupied : {Eigen::MatrixXcd(Complex(0, -1) * green.lesser),
                                             Eigen::MatrixXcd(Complex(0, 1) * green.greater())}) {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(occupied,
                                                                   Eigen::EigenvaluesOnly);
      CHECK(solver.eigenvalues().minCoeff() > -1e-9 * solver.eigenvalues().maxCoeff());
    }
  }
}

TEST_CASE("what is stored besides G takes part in threads, symmetry, memory and single precision") {
  const auto theory = theory_of_grammar("hubbard_t_matrix", {6});
  const Model model = ring_of(theory, 1.5);
  const std::vector<Complex> rho{1, 0.8, 0.3, 0, 0.3, 0.8};
  Propagation propagation;
  propagation.end = 2.5;
  propagation.tolerance = 1e-8;
  const auto end_of = [&](const Model& of, const Propagation& how,
                          const std::vector<Complex>& from) {
    return propagate(of, how, from).rho_at(2.5);
  };
  const auto plain = end_of(model, propagation, rho);
  Propagation threads = propagation;
  threads.threads = 4;
  CHECK(largest_difference_of(plain, end_of(model, threads, rho)) == 0);
  Propagation remembers = propagation;
  remembers.memory = 10;
  CHECK(largest_difference_of(plain, end_of(model, remembers, rho)) == 0);
  remembers.memory = 0.5;
  CHECK(largest_difference_of(plain, end_of(model, remembers, rho)) > 1e-8);
  Propagation compact = propagation;
  compact.compact = 0.3;
  const double rounded = largest_difference_of(plain, end_of(model, compact, rho));
  CHECK(rounded > 0);
  CHECK(rounded < 1e-5);
  const PointMap kept = equivalent_points(model.grid, {model.h, rho});
  CHECK(kept.kept.size() == 4);
  const Model reduced = of_kept_points(model, kept);
  CHECK(largest_difference_of(
            plain, spread(kept, 1, end_of(reduced, propagation, picked(kept, 1, rho)))) < 1e-12);
  TwoTime past(6, 1, radau(8), rho);
  propagate(model, propagation, past);
  CHECK(past.bytes() == TwoTime::bytes(6, 1, 8, past.panels(), 0, 1));
}

TEST_CASE("at half filling the terms of third order cancel on a lattice of two sublattices") {
  const auto third = theory_of_grammar("hubbard_third_order", {1}, two_sites());
  const auto second = theory_of_grammar("hubbard_second_born", {1}, two_sites());
  std::vector<std::vector<Complex>> rho;
  for (const auto& theory : {third, second}) {
    Model model = dimer_of(theory, 1.2);
    model.h = {0, -1, -1, 0};
    Propagation propagation;
    propagation.end = 1;
    propagation.tolerance = 1e-10;
    rho.push_back(
        propagate(model, propagation, std::vector<Complex>{0.5, 0.2, 0.2, 0.5}).rho_at(1));
  }
  CHECK(largest_difference_of(rho[0], rho[1]) < 1e-10);
  CHECK(std::abs(rho[0][1] - 0.2) > 1e-3);
}

TEST_CASE("sums by transforms and direct ones propagate alike") {
  TheoryOptions options;
  options.along_axis = {{"V", {0.8, -0.4, -0.4}}};
  std::vector<std::vector<Complex>> rho;
  for (const bool transforms : {true, false}) {
    options.transforms = transforms;
    Model model = ring_of(theory_of_grammar("extended_hubbard_gw", {3}, options), 1);
    model.further_vertices = {[](double t) { return 0.5 + 0.1 * t; }};
    Propagation propagation;
    propagation.end = 1;
    propagation.tolerance = 1e-9;
    rho.push_back(propagate(model, propagation, std::vector<Complex>{1, 0.2, 0.4}).rho_at(1));
  }
  CHECK(largest_difference_of(rho[0], rho[1]) < 1e-13);
}
