// Order by order ∂n/∂U = −((N − 1)/2) ∂D/∂μ: density and double occupancy come from integrands of their own.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include <fmt/format.h>

#include "physics/series/sampling/orders.h"
#include "tests/series_references/check.h"
#include "tests/series_references/terms.h"

using namespace diagc;
using namespace diagc::series;

namespace {

constexpr double mu = -0.6, beta = 2, flavours = 3;
constexpr std::uint32_t last = 4;

lattice::Model model_at(double mu) {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::square;
  options.size = {4, 4};
  options.beta = beta;
  options.mu = mu;
  options.flavours = flavours;
  options.precision = lattice::Precision::fp64;
  options.derivative = lattice::Derivative::mu;
  return lattice::make_model(options);
}

/// The derivative at 0, its error of order step⁴, from values at −2 … 2 steps.
double slope(const std::vector<double>& values, double step) {
  return (8 * (values[3] - values[1]) - (values[4] - values[0])) / (12 * step);
}

/// The average and its error, of numbers of one variance.
std::pair<double, double> average(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

TreePlan bubble_plan(const SharedTreeTables& tables, const lattice::Model& model) {
  const std::vector<double> weights = bubble_weights(tables.classes(), model.space, model.table);
  const LinkDistribution link = symmetrised(
      model.space, tables.classes(), link_distribution(tables.classes(), weights, weights, 1));
  return {.links = {.root = link, .other = link, .alpha = 1}};
}

/// The coefficient from each of 64 groups of samples. Their random numbers depend on the number of integrated vertices alone.
std::vector<double> coefficients(const lattice::Model& model, const Term& term,
                                 const TreePlan& plan) {
  const auto tables = shared_tree_tables(model, Precision::fp64, !term.derivative.empty());
  TreeIntegrand integrand = tree_integrand(term);
  integrand.order = integrand.form.m;
  std::vector<std::uint32_t> groups(64);
  std::iota(groups.begin(), groups.end(), 0U);
  const auto population = tables->make(
      integrand, {.params = term.kernel.param_numbers(term.params), .seed = 17, .groups = groups});
  population->set_plan(plan);
  std::vector<double> result;
  for (std::size_t part = 0; part < population->parts(); ++part) {
    std::vector<runs::Sums> sums(population->groups(part).size(),
                                 {TreePopulation::quantities, TreePopulation::counters});
    population->advance(part, {.first = 0, .count = 40}, {.groups = sums, .histogram = {}});
    for (const runs::Sums& sum : sums) {
      result.push_back(term.prefactor * std::pow(beta, integrand.form.m) *
                       sum.first[TreePopulation::integrand] / static_cast<double>(sum.rows));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("density by U and double occupancy by the chemical potential, common random numbers") {
  // The same samples at all chemical potentials, and for both observables.
  constexpr double step = 0.05;
  const lattice::Model centre = model_at(mu);
  const TreePlan plan = bubble_plan(*shared_tree_tables(centre, Precision::fp64, false), centre);
  const std::vector<Term> densities = terms_of(Form::fixed, 2, last, flavours),
                          pairs = terms_of(Form::double_occupancy, 1, last - 1, flavours);
  for (std::size_t i = 0; i < densities.size(); ++i) {
    const double order = densities[i].order;
    std::vector<double> by_u = coefficients(centre, densities[i], plan), difference = by_u;
    for (double& value : by_u) value *= order;
    std::vector<std::vector<double>> shifted;
    for (int k = -2; k <= 2; ++k) {
      shifted.push_back(coefficients(model_at(mu + k * step), pairs[i], plan));
    }
    for (std::size_t group = 0; group < by_u.size(); ++group) {
      std::vector<double> values;
      for (const auto& of_model : shifted) values.push_back(of_model[group]);
      difference[group] = by_u[group] + (flavours - 1) / 2 * slope(values, step);
    }
    const auto [value, error] = average(by_u);
    const auto [rest, rest_error] = average(difference);
    const std::string line =
        fmt::format("order {}: {:.6g} ± {:.2g}, less the other side {:.2g} ± {:.2g}", order, value,
                    error, rest, rest_error);
    if (std::getenv("SHOW")) std::cout << line << "\n";
    INFO(line);
    CHECK(error < 0.2 * std::abs(value));
    // What is left is the error of the differences.
    CHECK(std::abs(rest) < 1e-4 * std::abs(value));
    CHECK(rest_error < 0.01 * error);
  }
}

TEST_CASE("density by U and double occupancy by the chemical potential, each integrated") {
  constexpr double step = 0.12;
  Plan plan;
  plan.seed = 17;
  plan.steps = 2e6;
  std::vector<std::vector<OrderResult>> pairs;
  for (int k = -2; k <= 2; ++k) {
    plan.model = model_at(mu + k * step);
    plan.terms = terms_of(Form::double_occupancy, 1, last - 1, flavours);
    std::vector<OrderResult> orders =
        k == 0 ? std::vector<OrderResult>(last - 1) : integrate(plan).orders;
    OrderResult free;  // order 0
    free.value = plan.model.filling * plan.model.filling;
    orders.insert(orders.begin(), free);
    pairs.push_back(std::move(orders));
  }
  plan.model = model_at(mu);
  plan.terms = terms_of(Form::fixed, 1, last, flavours);
  for (const OrderResult& density : integrate(plan).orders) {
    std::vector<double> values, errors;
    for (const auto& orders : pairs) {
      values.push_back(orders[static_cast<std::size_t>(density.order) - 1].value);
      errors.push_back(orders[static_cast<std::size_t>(density.order) - 1].error);
    }
    const double factor = (flavours - 1) / 2;
    const double slope_error =
        std::hypot(8 * errors[1], 8 * errors[3], std::hypot(errors[0], errors[4])) / (12 * step);
    const double by_u = density.order * density.value, by_mu = -factor * slope(values, step);
    const double error = std::hypot(density.order * density.error, factor * slope_error);
    const std::string line =
        fmt::format("order {}: {:.6g}, {:.6g} ± {:.2g}", density.order, by_u, by_mu, error);
    if (std::getenv("SHOW")) std::cout << line << "\n";
    INFO(line);
    // Differences of order 0, which has no error, are good to 2e-4.
    CHECK(std::abs(by_u - by_mu) < 4 * error + 2e-4 * std::abs(by_u));
    CHECK(error < 0.1 * std::abs(by_u));
  }
}
