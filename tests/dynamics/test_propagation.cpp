// Propagation against exact solutions, conservation laws, and numbers of a reference program.
#include <cmath>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "tests/dynamics/two_bands.h"

using namespace diagc::dynamics;

namespace {

using Matrix2 = Eigen::Matrix2cd;

double largest_of(const Trajectory& trajectory, auto value_at) {
  double largest = 0;
  for (std::size_t node = 0; node < trajectory.times().size(); ++node) {
    largest = std::max(largest, std::abs(value_at(trajectory.rho(node))));
  }
  return largest;
}

double conduction(std::span<const Complex> rho) { return densities(2, rho)[1]; }

Matrix2 evolution(const Matrix2& h, double time) {
  const Eigen::SelfAdjointEigenSolver<Matrix2> solver(h);
  const Eigen::Vector2cd phases =
      (Complex(0, -time) * solver.eigenvalues().cast<Complex>()).array().exp();
  return solver.eigenvectors() * phases.asDiagonal() * solver.eigenvectors().adjoint();
}

Matrix2 matrix_of(const Complex* values) {
  Matrix2 matrix;
  matrix << values[0], values[1], values[2], values[3];
  return matrix;
}

/// The largest difference of L and D on all stored pairs.
double difference(const TwoTime& a, const TwoTime& b) {
  double largest = 0;
  for (std::size_t panel = 0; panel < a.panels(); ++panel) {
    for (const auto& [one, other] : {std::pair(&a.rows(panel).lesser, &b.rows(panel).lesser),
                                     std::pair(&a.rows(panel).spectral, &b.rows(panel).spectral)}) {
      const double *x = one->at(0, 0).re, *y = other->at(0, 0).re;
      for (std::size_t i = 0; i < one->bytes() / sizeof(double); ++i) {
        largest = std::max(largest, std::abs(x[i] - y[i]));
      }
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("without interaction G is that of the exact evolution") {
  Model model = two_bands({3}, 0.0);
  // Bands that mix, so that the evolution is none of phases alone.
  const std::vector<Hop> hops = {
      {{0}, 1, 1, 0.7}, {{0}, 0, 0, -0.6}, {{1}, 0, 1, Complex(0.4, 0.2)}};
  model.h = bands_from_hopping({3}, 2, hops);
  Propagation propagation = kicked(3, 1e-12);
  const auto rho = filled_valence(model);
  TwoTime past(3, 2, radau(8), rho);
  propagate(model, propagation, past);
  double largest = 0;
  const Matrix2 kick = matrix_of(propagation.kicks[0].matrix.data());
  for (std::size_t k = 0; k < 3; ++k) {
    const Matrix2 h = matrix_of(model.h.data() + 4 * k), start = matrix_of(rho.data() + 4 * k);
    std::vector<Matrix2> u;
    for (const double t : past.times()) {
      u.push_back(t <= 0.5 ? evolution(h, t)
                           : Matrix2(evolution(h, t - 0.5) * kick * evolution(h, 0.5)));
    }
    for (std::size_t i = 0; i < u.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const Matrix2 lesser = Complex(0, 1) * u[i] * start * u[j].adjoint();
        const Matrix2 spectral = Complex(0, -1) * u[i] * u[j].adjoint();
        const Block l = past.rows(i / 8).lesser.at(k, j / 8),
                    d = past.rows(i / 8).spectral.at(k, j / 8);
        for (std::size_t a = 0; a < 2; ++a) {
          for (std::size_t b = 0; b < 2; ++b) {
            const std::size_t row = i % 8 * 2 + a, column = j % 8 * 2 + b;
            const auto ea = static_cast<Eigen::Index>(a), eb = static_cast<Eigen::Index>(b);
            largest = std::max({largest, std::abs(l.at(row, column) - lesser(ea, eb)),
                                std::abs(d.at(row, column) - spectral(ea, eb))});
          }
        }
      }
    }
  }
  CHECK(past.nodes() > 16);
  CHECK(largest < 1e-12);
}

TEST_CASE("at one k point second Born equals Hartree-Fock at all pairs of times") {
  Propagation propagation = kicked(4, 1e-11);
  propagation.step = 0.4;
  std::vector<TwoTime> found;
  for (const auto approximation : {Approximation::second_born, Approximation::hartree_fock}) {
    const Model model = two_bands({1}, 1.5, approximation);
    found.emplace_back(1, 2, radau(8), filled_valence(model));
    const Trajectory trajectory = propagate(model, propagation, found.back());
    // Something happens: the coherence turns.
    CHECK(std::abs(trajectory.rho_at(4)[1] - trajectory.rho_at(2)[1]) > 0.1);
  }
  CHECK(difference(found[0], found[1]) < 1e-10);
}

TEST_CASE("two bands, eight k points: numbers of the reference program, conservation") {
  const Model model = two_bands({8}, 1.0);
  const Trajectory trajectory = propagate(model, kicked(5), filled_valence(model));
  const auto rho = trajectory.rho(trajectory.times().size() - 1);
  const double expected[] = {0.45367587853, 0.2318288762, 0.079838741842, 0.051370276666,
                             0.033421494665};
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(rho[4 * k + 3].real() == Approx(expected[k]).margin(1e-9));
    // k and −k.
    CHECK(rho[4 * k + 3].real() == Approx(rho[4 * ((8 - k) % 8) + 3].real()).margin(1e-12));
  }
  CHECK(std::abs(rho[1] - Complex(-0.331582812333, -0.208081812265)) < 1e-9);
  const std::size_t last = trajectory.times().size() - 1;
  CHECK(trajectory.energy(last) == Approx(-0.84835335467).margin(1e-9));
  const double excited = std::sin(0.4) * std::sin(0.4);
  CHECK(largest_of(trajectory, [&](auto r) { return densities(2, r)[0] + conduction(r) - 1; }) <
        1e-13);
  double drift = 0, of_excited = 0;
  for (std::size_t node = 0; node < trajectory.times().size(); ++node) {
    if (trajectory.times()[node] <= 0.5) continue;
    drift = std::max(drift, std::abs(trajectory.energy(node) - trajectory.energy(last)));
    of_excited = std::max(of_excited, std::abs(conduction(trajectory.rho(node)) - excited));
  }
  CHECK(drift < 1e-9);
  CHECK(of_excited < 1e-13);
  // Between nodes, by polynomials; at a kick what was before it.
  CHECK(conduction(trajectory.rho_at(0.5)) == 0);
  CHECK(conduction(trajectory.rho_at(3.21)) == Approx(excited).margin(1e-13));
  CHECK(trajectory.energy_at(3.21) == Approx(trajectory.energy(last)).margin(1e-9));
  for (const PanelReport& panel : trajectory.panels()) {
    CHECK(panel.residual < 1e-11);
    CHECK(panel.unresolved <= 1e-10);
  }
}

TEST_CASE("a square lattice and any number of threads: the same bits") {
  const Model model = two_bands({4, 2}, 2.0);
  Propagation propagation = kicked(1.5, 1e-7);
  const Trajectory one = propagate(model, propagation, filled_valence(model));
  propagation.threads = 3;
  const Trajectory three = propagate(model, propagation, filled_valence(model));
  REQUIRE(one.times() == three.times());
  const auto a = one.rho(one.times().size() - 1), b = three.rho(one.times().size() - 1);
  CHECK(std::ranges::equal(a, b));
  CHECK(one.energy_at(1) == three.energy_at(1));
  const double excited = std::sin(0.4) * std::sin(0.4);
  CHECK(std::abs(conduction(a) - excited) < 1e-13);
}

TEST_CASE("a kick of 1024 k points: what it excites stays, particles and energy too") {
  const Model model = two_bands({1024}, 2.0);
  Propagation propagation = kicked(1);
  propagation.threads = 2;
  const Trajectory trajectory = propagate(model, propagation, filled_valence(model));
  const double excited = std::sin(0.4) * std::sin(0.4);
  const std::size_t end = trajectory.times().size() - 1;
  const auto last = trajectory.rho(end);
  double drift = 0, of_excited = 0;
  for (std::size_t node = 0; node <= end; ++node) {
    if (trajectory.times()[node] <= 0.5) continue;
    drift = std::max(drift, std::abs(trajectory.energy(node) - trajectory.energy(end)));
    of_excited = std::max(of_excited, std::abs(conduction(trajectory.rho(node)) - excited));
  }
  CHECK(drift < 1e-9);
  CHECK(of_excited < 1e-13);
  CHECK(largest_of(trajectory, [&](auto r) { return densities(2, r)[0] + conduction(r) - 1; }) <
        1e-13);
  // Points part: without interaction between them all would stay at sin².
  CHECK(std::abs(last[3].real() - excited) > 1e-3);
}

TEST_CASE("G at all times: positive, anti-Hermitian, of a spectral weight of one") {
  const Model model = two_bands({4}, 2.0);
  TwoTime past(4, 2, radau(8), filled_valence(model));
  propagate(model, kicked(4), past);
  const std::size_t size = past.block_size();
  const auto all = static_cast<Eigen::Index>(past.nodes() * 2);
  // Blocks on the diagonal are stored whole; at equal times D is -i times the unit matrix.
  double asymmetry = 0, weight = 0;
  for (std::size_t panel = 0; panel < past.panels(); ++panel) {
    const PanelRows& rows = past.rows(panel);
    for (std::size_t k = 0; k < 4; ++k) {
      const Block blocks[] = {rows.lesser.at(k, panel), rows.spectral.at(k, panel)};
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          for (const Block& block : blocks)
            asymmetry = std::max(asymmetry, std::abs(block.at(i, j) + std::conj(block.at(j, i))));
          if (i / 2 == j / 2)
            weight =
                std::max(weight, std::abs(blocks[1].at(i, j) - Complex(0, i == j ? -1.0 : 0.0)));
        }
      }
    }
  }
  CHECK(asymmetry < 1e-10);
  CHECK(weight < 1e-10);
  for (std::size_t k = 0; k < 4; ++k) {
    Eigen::MatrixXcd lesser(all, all), greater(all, all);
    for (std::size_t i = 0; i < past.nodes() * 2; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const PanelRows& rows = past.rows(i / size);
        const Complex l = rows.lesser.at(k, j / size).at(i % size, j % size);
        const Complex d = rows.spectral.at(k, j / size).at(i % size, j % size);
        const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
        // The solver reads the lower triangle.
        lesser(row, column) = Complex(0, -1) * l;
        greater(row, column) = Complex(0, 1) * (l + d);
      }
    }
    for (const Eigen::MatrixXcd& matrix : {lesser, greater}) {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(matrix, Eigen::EigenvaluesOnly);
      const double highest = solver.eigenvalues().maxCoeff();
      CHECK(highest > 1);
      CHECK(solver.eigenvalues().minCoeff() > -1e-9 * highest);
    }
  }
}

TEST_CASE("errors fall by the order 2p - 1 of the panels' length") {
  const Model model = two_bands({8}, 1.0);
  const auto last = [&](std::size_t order, double step, double kick) {
    Propagation propagation = kicked(5, 1e-12);
    propagation.kicks[0].at = kick;
    propagation.order = order;
    propagation.step = step;
    const Trajectory trajectory = propagate(model, propagation, filled_valence(model));
    return trajectory.rho_at(5);
  };
  const auto error = [](const std::vector<Complex>& a, const std::vector<Complex>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  };
  struct Case {
    std::size_t order;
    double step;
  };
  const auto exact = last(12, 0.625, 0);
  for (const Case c : {Case{2, 0.25}, Case{3, 0.5}, Case{4, 0.5}, Case{6, 1.25}}) {
    const double coarse = error(last(c.order, c.step, 0), exact);
    const double fine = error(last(c.order, c.step / 2, 0), exact);
    const double slope = std::log2(coarse / fine);
    INFO("order " << c.order << ": errors " << coarse << ", " << fine << ", slope " << slope);
    CHECK(slope > 2 * static_cast<double>(c.order) - 1.5);
  }
  // 32 nodes.
  CHECK(error(last(8, 1.5, 0.5), last(12, 0.625, 0.5)) < 1e-7);
}
