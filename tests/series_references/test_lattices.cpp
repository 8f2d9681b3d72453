// Lattices: small ones against exact diagonalisation, larger ones form against form and against numbers that others found.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/series_references/check.h"
#include "tests/series_references/terms.h"

using namespace diagc;
using namespace diagc::series;

namespace {

std::vector<OrderResult> integrated_lattice(const lattice::Model& model, std::vector<Term> terms,
                                            double steps, double weight_u, std::uint64_t seed = 5) {
  Plan plan;
  plan.model = model;
  plan.terms = std::move(terms);
  plan.steps = steps;
  plan.warmup_steps = 256;
  plan.weight_u = weight_u;
  plan.seed = seed;
  return integrate(plan).orders;
}

lattice::ModelOptions lattice_options(lattice::Lattice kind, std::vector<std::uint32_t> size,
                                      double beta) {
  lattice::ModelOptions options;
  options.lattice = kind;
  options.size = std::move(size);
  options.beta = beta;
  options.precision = lattice::Precision::fp64;
  options.derivative = lattice::Derivative::mu;
  return options;
}

void check_agreement(const std::vector<OrderResult>& some, const std::vector<OrderResult>& others,
                     double relative) {
  REQUIRE(some.size() == others.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    INFO("order " << some[i].order << ": " << some[i].value << " ± " << some[i].error << ", "
                  << others[i].value << " ± " << others[i].error << " " << some[i].warning << " "
                  << others[i].warning);
    CHECK((some[i].trustworthy && others[i].trustworthy));
    CHECK(std::abs(some[i].value - others[i].value) <
          4.5 * std::hypot(some[i].error, others[i].error) + 1e-9 * std::abs(some[i].value));
    CHECK(others[i].error < relative * std::abs(some[i].value));
  }
}

}  // namespace

TEST_CASE("lattices of four sites to order 6 against exact diagonalisation") {
  // An extent of 2 counts a bond once for each way around; sites of a cell follow each other.
  struct Case {
    lattice::Lattice kind;
    std::vector<std::uint32_t> size;
    std::vector<std::vector<double>> hopping;
  };
  const std::vector<Case> cases{
      {lattice::Lattice::chain,
       {4},
       {{0, -1, 0, -1}, {-1, 0, -1, 0}, {0, -1, 0, -1}, {-1, 0, -1, 0}}},
      {lattice::Lattice::square,
       {2, 2},
       {{0, -2, -2, 0}, {-2, 0, 0, -2}, {-2, 0, 0, -2}, {0, -2, -2, 0}}},
      {lattice::Lattice::triangular,
       {2, 2},
       {{0, -2, -2, -2}, {-2, 0, -2, -2}, {-2, -2, 0, -2}, {-2, -2, -2, 0}}},
      {lattice::Lattice::honeycomb,
       {2, 1},
       {{0, -2, 0, -1}, {-2, 0, -1, 0}, {0, -1, 0, -2}, {-1, 0, -2, 0}}},
  };
  for (const Case& which : cases) {
    for (const bool hartree_shift : {false, true}) {
      lattice::ModelOptions options = lattice_options(which.kind, which.size, 1.5);
      options.mu = -0.4;
      options.hartree_shift = hartree_shift;
      const lattice::Model model = lattice::make_model(options);
      options.hopping = which.hopping;
      const exact::ThermalSeries exact = exact_series(options, model, 2, 6);
      INFO(model.description);
      REQUIRE(model.filling == Approx(exact.density[0]));
      // With a shift the first order vanishes.
      check_orders(
          integrated_lattice(
              model, terms_of(Form::su2_fixed, hartree_shift ? 2 : 1, hartree_shift ? 5 : 6, 2),
              1e6, 1),
          exact.density, 0.1);
    }
  }
}

TEST_CASE("density and staggered density of a chain in a staggered field, orders to 5") {
  for (const lattice::Derivative derivative :
       {lattice::Derivative::mu, lattice::Derivative::staggered}) {
    lattice::ModelOptions options = lattice_options(lattice::Lattice::chain, {4}, 1.5);
    options.mu = -0.4;
    options.staggered = 0.5;
    options.derivative = derivative;
    const lattice::Model model = lattice::make_model(options);
    REQUIRE(model.space.roots.size() == 2);
    const exact::ThermalSeries exact = exact::thermal_series(
        {.hopping = {{0.5, -1, 0, -1}, {-1, -0.5, -1, 0}, {0, -1, 0.5, -1}, {-1, 0, -1, -0.5}},
         .beta = options.beta,
         .mu = *options.mu,
         .flavours = 2,
         .signs = {1, -1, 1, -1}},
        5);
    const bool staggered = derivative == lattice::Derivative::staggered;
    check_orders(integrated_lattice(model, terms_of(Form::su2_fixed, 1, 5, 2), 1e6, 1),
                 staggered ? exact.staggered_density : exact.density, 0.1);
  }
}

TEST_CASE("densities on lattices: measured point integrated out, measured point, one labelling") {
  for (const lattice::Lattice kind : {lattice::Lattice::square, lattice::Lattice::triangular}) {
    for (const bool hartree_shift : {false, true}) {
      lattice::ModelOptions options = lattice_options(kind, {6, 6}, 2);
      options.mu = -1.5;
      options.flavours = 3;
      options.hartree_shift = hartree_shift;
      const lattice::Model model = lattice::make_model(options);
      const std::uint32_t first = hartree_shift ? 2 : 1;
      INFO(model.description);
      const auto fixed = integrated_lattice(model, terms_of(Form::fixed, first, 4, 3), 2e6, 1, 1);
      check_agreement(
          fixed, integrated_lattice(model, terms_of(Form::measured, first, 4, 3), 5e6, 1, 2), 0.1);
      check_agreement(
          fixed, integrated_lattice(model, terms_of(Form::labelled, first, 4, 3), 8e6, 1, 3), 0.1);
    }
  }
}

TEST_CASE("SU(6) on the square lattice at T = 0.3 against an independent program") {
  // Orders 2 … 5 at filling 0.3 on 16 × 16 sites, Hartree-shifted; order 3 by quadrature.
  const double expected[] = {0.0140185, -0.01799809, 0.018227, -0.01785, 0.01761},
               errors[] = {6e-7, 5e-9, 1.3e-5, 4e-5, 6e-5};
  lattice::ModelOptions options = lattice_options(lattice::Lattice::square, {16, 16}, 1 / 0.3);
  options.filling = 0.3;
  options.flavours = 6;
  options.hartree_shift = true;
  const lattice::Model model = lattice::make_model(options);
  for (OrderResult& order : integrated_lattice(model, terms_of(Form::fixed, 2, 5, 6), 4e6, 1)) {
    const std::size_t at = static_cast<std::size_t>(order.order) - 2;
    order.error = std::hypot(order.error, errors[at]);
    check_orders({order}, {0, 0, expected[0], expected[1], expected[2], expected[3]}, 0.01);
  }
}

TEST_CASE("the infinite triangular lattice, vertices alone, against FastFeynmanDiagrammatics",
          "[slow]") {
  // arXiv:2209.09237: orders 2, 3, 4 at half filling of U = 0, Hartree-shifted; the sign depends on that of t. The published numbers are
  // those of a filling of 0.50015 (tests/series_sampling/test_integrate.cpp).
  constexpr double other_filling = 1e-3;
  const double magnitudes[] = {1.392400e-3, 2.036755e-4, 1.18035e-5};
  lattice::ModelOptions options = lattice_options(lattice::Lattice::triangular, {}, 2);
  options.filling = 0.5;
  options.hartree_shift = true;
  options.infinite_bound = 1e-5;
  const lattice::Model model = lattice::make_model(options);
  for (const OrderResult& order :
       integrated_lattice(model, terms_of(Form::su2_fixed, 2, 4, 2), 3e7, 4)) {
    const double expected = magnitudes[order.order - 2];
    INFO("order " << order.order << ": " << order.value << " ± " << order.error << ", expected ±"
                  << expected << " " << order.warning);
    CHECK(std::abs(std::abs(order.value) - expected) < 5 * order.error + other_filling * expected);
    CHECK(order.error < 0.005 * expected);
    CHECK(order.trustworthy);
  }
}
