// The Hubbard model in second Born approximation: sums, equilibrium, the quench of a dimer.
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "physics/dynamics/hubbard_second_born.h"
#include "physics/dynamics/propagate.h"
#include "physics/dynamics/starts/correlated.h"
#include "physics/dynamics/starts/lehmann_basis.h"
#include "physics/dynamics/starts/thermal.h"
#include "physics/dynamics/two_band_second_born.h"

using namespace diagc::dynamics;

namespace {

struct PairMemory {
  std::vector<Complex> numbers;
  PairValues values;
  PairMemory(const Interaction& interaction)
      : numbers(interaction.bands() * interaction.bands() * interaction.pairs() *
                interaction.distance()),
        values{numbers.data(), interaction.bands(), interaction.pairs(), interaction.distance()} {}
};

Model hubbard_dimer(double vertex) {
  Model model;
  model.grid = {1};
  model.bands = 2;
  model.h = {0, -1, -1, 0};
  model.interaction = std::make_shared<HubbardSecondBorn>(model.grid, 2);
  model.vertex = [vertex](double) { return vertex; };
  return model;
}

}  // namespace

TEST_CASE("the Hubbard self-energy equals sums over k points") {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (const auto& [grid, sites] :
       {std::pair(std::vector<std::size_t>{1}, std::size_t{3}), {{5}, 1}, {{4}, 2}, {{3, 2}, 2}}) {
    const HubbardSecondBorn theory(grid, sites, 2);
    const std::size_t points = theory.points();
    const auto place_of = [&grid = grid](std::size_t k) {
      std::vector<std::size_t> place(grid.size());
      for (std::size_t axis = grid.size(); axis-- > 0; k /= grid[axis])
        place[axis] = k % grid[axis];
      return place;
    };
    // k + sign q.
    const auto shifted = [&](std::size_t k, std::size_t q, bool minus) {
      const auto a = place_of(k), b = place_of(q);
      std::size_t result = 0;
      for (std::size_t axis = 0; axis < grid.size(); ++axis) {
        const std::size_t step = minus ? grid[axis] - b[axis] : b[axis];
        result = result * grid[axis] + (a[axis] + step) % grid[axis];
      }
      return result;
    };
    PairMemory lesser(theory), greater(theory);
    for (PairMemory* memory : {&lesser, &greater}) {
      for (Complex& number : memory->numbers) number = {normal(random), normal(random)};
    }
    const std::vector<Complex> l = lesser.numbers, g = greater.numbers;
    const PairValues x{const_cast<Complex*>(l.data()), sites, 2, theory.distance()};
    const PairValues y{const_cast<Complex*>(g.data()), sites, 2, theory.distance()};
    const std::vector<double> vertices = {1.5, -0.5};
    theory.self_energy(vertices, lesser.values, greater.values);
    double largest = 0;
    for (std::size_t pair = 0; pair < 2; ++pair) {
      for (std::size_t i = 0; i < sites; ++i) {
        for (std::size_t j = 0; j < sites; ++j) {
          for (std::size_t k = 0; k < points; ++k) {
            Complex of_lesser = 0, of_greater = 0;
            // Σ_ij(k) = U U' / N² Σ_pq X_ij(k − q) X_ij(p + q) Y'_ji(p), Y'_ji(p) = −conj Y_ij(p).
            for (std::size_t p = 0; p < points; ++p) {
              for (std::size_t q = 0; q < points; ++q) {
                const std::size_t one = shifted(k, q, true), other = shifted(p, q, false);
                of_lesser -= x.at(i, j, pair)[one] * x.at(i, j, pair)[other] *
                             std::conj(y.at(i, j, pair)[p]);
                of_greater -= y.at(i, j, pair)[one] * y.at(i, j, pair)[other] *
                              std::conj(x.at(i, j, pair)[p]);
              }
            }
            const double scale = vertices[pair] / static_cast<double>(points * points);
            largest =
                std::max({largest, std::abs(lesser.values.at(i, j, pair)[k] - scale * of_lesser),
                          std::abs(greater.values.at(i, j, pair)[k] - scale * of_greater)});
          }
        }
      }
    }
    CHECK(largest < 1e-12);
    std::vector<Complex> rho(points * sites * sites, 0.25), h(rho.size());
    theory.add_mean_field(2, rho, h);
    CHECK(std::abs(h[0] + 0.5) < 1e-15);
    if (sites > 1) CHECK(h[1] == 0.0);
  }
}

TEST_CASE("poles represent what has a spectrum below the cutoff") {
  const double beta = 15;
  const LehmannBasis basis(beta, 10);
  CHECK(basis.rank() < 60);
  Eigen::MatrixXcd values(static_cast<Eigen::Index>(basis.tau().size()), 3);
  Eigen::MatrixXcd of_frequencies(static_cast<Eigen::Index>(basis.frequencies().size()), 3);
  const double levels[] = {-6.3, 0.11, 9.7};
  for (Eigen::Index level = 0; level < 3; ++level) {
    for (std::size_t i = 0; i < basis.tau().size(); ++i) {
      values(static_cast<Eigen::Index>(i), level) =
          thermal_kernel(beta, basis.tau()[i], levels[level]);
    }
    for (std::size_t i = 0; i < basis.frequencies().size(); ++i) {
      of_frequencies(static_cast<Eigen::Index>(i), level) =
          1.0 / Complex(-levels[level], basis.frequencies()[i]);
    }
  }
  double total = 0;
  for (std::size_t i = 0; i < basis.tau().size(); ++i) {
    total += basis.weights()[i];
    CHECK(basis.tau()[i] + basis.tau()[basis.tau().size() - 1 - i] == Approx(beta).epsilon(1e-15));
  }
  CHECK(total == Approx(beta).epsilon(1e-14));
  for (const Eigen::MatrixXcd& g :
       {basis.from_nodes(values), basis.from_frequencies(of_frequencies)}) {
    CHECK((basis.kernel() * g - values).cwiseAbs().maxCoeff() < 1e-11);
    CHECK((basis.resolvent() * g - of_frequencies).cwiseAbs().maxCoeff() < 1e-10);
  }
}

TEST_CASE("convolutions over the imaginary branch are exact for two levels") {
  const double beta = 8, one = 0.7, other = -1.3;
  const LehmannBasis basis(beta, 6);
  const auto convolutions = basis.convolutions();
  const auto nodes = static_cast<Eigen::Index>(basis.tau().size());
  // G of the other level by poles; ∫ F(s) G(s − τ) ds with F(s) = K(s, one) by the closed form.
  Eigen::MatrixXcd values(nodes, 1);
  for (Eigen::Index i = 0; i < nodes; ++i) {
    values(i, 0) = thermal_kernel(beta, basis.tau()[static_cast<std::size_t>(i)], other);
  }
  const Eigen::MatrixXcd g = basis.from_nodes(values);
  double largest = 0;
  for (Eigen::Index j = 0; j < nodes; ++j) {
    const double tau = basis.tau()[static_cast<std::size_t>(j)];
    Complex sum = 0;
    for (Eigen::Index i = 0; i < nodes; ++i) {
      const double f = thermal_kernel(beta, basis.tau()[static_cast<std::size_t>(i)], one);
      for (std::size_t l = 0; l < basis.rank(); ++l) {
        sum += f * convolutions[l](i, j) * g(static_cast<Eigen::Index>(l), 0);
      }
    }
    // −∫_τ^β e^{−one s} e^{−other (s − τ)} + ∫_0^τ e^{−one s} e^{−other (s − τ + β)}, over both denominators.
    const double rate = one + other;
    const auto integral = [&](double from, double to) {
      return (std::exp(-rate * from) - std::exp(-rate * to)) / rate;
    };
    const double exact = (-std::exp(other * tau) * integral(tau, beta) +
                          std::exp(other * (tau - beta)) * integral(0, tau)) /
                         ((1 + std::exp(-beta * one)) * (1 + std::exp(-beta * other)));
    largest = std::max(largest, std::abs(sum - exact));
  }
  CHECK(largest < 1e-9);
}

TEST_CASE(
    "a correlated start without interaction is the thermal one, and its branch that of free "
    "electrons") {
  Model model = hubbard_dimer(0);
  model.h = {0.3, -1, -1, -0.2};
  const CorrelatedStart start =
      correlated_start(model, {.beta = 6, .mu = {}, .filling = 0.4, .vertex = 0});
  const auto exact = thermal_density(model.h, 2, 6, {}, 0.4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(start.rho[i] - exact[i]) < 1e-10);
  REQUIRE(start.branch);
  // G^⌉(0, τ) = i ⟨c†(−iτ) c⟩ at τ → 0 is iρ, so that nodes near 0 are near it.
  const auto at = [&](std::size_t node) { return start.branch->initial.at(0, 0).at(0, 2 * node); };
  CHECK(std::abs(at(0) - Complex(0, 1) * exact[0]) < 0.05);
}

TEST_CASE("equilibrium with interaction stays as it is") {
  const Model model = hubbard_dimer(2);
  const CorrelatedStart start =
      correlated_start(model, {.beta = 5, .mu = {}, .filling = 0.5, .vertex = 2});
  CHECK(start.mu == Approx(0).margin(1e-9));
  Propagation propagation;
  propagation.end = 3;
  propagation.tolerance = 1e-10;
  TwoTime past(1, 2, radau(8), start.rho, start.branch);
  const Trajectory trajectory = propagate(model, propagation, past);
  double largest = 0, drift = 0;
  for (std::size_t node = 0; node < trajectory.times().size(); ++node) {
    for (std::size_t i = 0; i < 4; ++i) {
      largest = std::max(largest, std::abs(trajectory.rho(node)[i] - start.rho[i]));
    }
    drift = std::max(drift, std::abs(trajectory.energy(node) - trajectory.energy(0)));
  }
  CHECK(largest < 1e-8);
  CHECK(drift < 1e-8);
  // Without the branch nothing stays.
  TwoTime forgetful(1, 2, radau(8), start.rho);
  const Trajectory other = propagate(model, propagation, forgetful);
  CHECK(std::abs(other.rho_at(1)[1] - start.rho[1]) > 1e-3);
}

TEST_CASE("the dimer in second Born approximation after a quench") {
  Model model = hubbard_dimer(1);
  model.jumps = {{0, {5, 0, 0, 0}}};
  const CorrelatedStart start =
      correlated_start(model, {.beta = 20, .mu = {}, .filling = 0.5, .vertex = 1});
  Propagation propagation;
  propagation.end = 10;
  propagation.tolerance = 1e-9;
  propagation.breaks = {0};
  TwoTime past(1, 2, radau(8), start.rho, start.branch);
  const Trajectory trajectory = propagate(model, propagation, past);
  // Of an independent program; exact dynamics, without approximation, is another one.
  for (const auto& [time, density] : {std::pair(0.5, 0.177687922),
                                      {1.0, 0.351387001},
                                      {2.0, 0.246574039},
                                      {3.0, 0.292388372},
                                      {5.0, 0.329608966},
                                      {7.5, 0.322289579},
                                      {10.0, 0.320335919}}) {
    const auto rho = trajectory.rho_at(time);
    CHECK(rho[0].real() == Approx(density).margin(2e-9));
    CHECK(rho[0].real() + rho[3].real() == Approx(1).margin(1e-12));
  }
  CHECK(std::abs(trajectory.rho_at(1)[0].real() - 0.338745538) > 0.01);
  CHECK(std::abs(trajectory.rho_at(2)[0].real() - 0.210782297) > 0.01);
  const std::size_t last = trajectory.times().size() - 1;
  CHECK(trajectory.energy(last) == Approx(1.72044572).margin(1e-8));
  double least = 1e9, most = -1e9;
  for (std::size_t node = 0; node <= last; ++node) {
    least = std::min(least, trajectory.energy(node));
    most = std::max(most, trajectory.energy(node));
  }
  CHECK(most - least < 1e-8);
}

TEST_CASE(
    "equilibrium with interaction stays as it is on lattices, away from half filling, for both "
    "theories") {
  struct Lattice {
    Model model;
    Equilibrium equilibrium;
  };
  std::vector<Lattice> lattices(2);
  Model& square = lattices[0].model;
  square.grid = {4, 4};
  square.bands = 1;
  square.h = bands_from_hopping(square.grid, 1, {{{1, 0}, 0, 0, -1.0}, {{0, 1}, 0, 0, -1.0}});
  square.interaction = std::make_shared<HubbardSecondBorn>(square.grid, 1);
  lattices[0].equilibrium = {.beta = 3, .mu = {}, .filling = 0.4, .vertex = 2};
  Model& bands = lattices[1].model;
  bands.grid = {5};
  bands.bands = 2;
  bands.h = bands_from_hopping(bands.grid, 2,
                               {{{0}, 1, 1, 1.0},
                                {{1}, 1, 1, -0.25},
                                {{0}, 0, 0, -1.0},
                                {{1}, 0, 0, 0.25},
                                {{0}, 0, 1, 0.3}});
  bands.interaction = std::make_shared<TwoBand>(bands.grid, Approximation::second_born);
  lattices[1].equilibrium = {.beta = 2, .mu = 0.3, .filling = {}, .vertex = 1.5};
  for (auto& [model, equilibrium] : lattices) {
    const double vertex = equilibrium.vertex;
    model.vertex = [vertex](double) { return vertex; };
    const CorrelatedStart start = correlated_start(model, equilibrium);
    if (equilibrium.filling) {
      CHECK(densities(model.bands, start.rho)[0] == Approx(0.4).margin(1e-12));
    }
    Propagation propagation;
    propagation.end = 1.5;
    propagation.tolerance = 1e-9;
    TwoTime past(model.points(), model.bands, radau(8), start.rho, start.branch);
    const Trajectory trajectory = propagate(model, propagation, past);
    double largest = 0, drift = 0;
    for (std::size_t node = 0; node < trajectory.times().size(); ++node) {
      for (std::size_t i = 0; i < start.rho.size(); ++i) {
        largest = std::max(largest, std::abs(trajectory.rho(node)[i] - start.rho[i]));
      }
      drift = std::max(drift, std::abs(trajectory.energy(node) - trajectory.energy(7)));
    }
    CHECK(largest < 1e-7);
    CHECK(drift < 1e-7);
  }
}
