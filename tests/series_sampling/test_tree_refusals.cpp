// What samples from trees refuse: terms that cannot be sampled, and tables that cannot be.
#include <catch2/catch.hpp>

#include <random>

#include "physics/series/sampling/sampling_options.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/tree_models.h"

using namespace diagc;
using namespace diagc::series;

TEST_CASE("what cannot be sampled is refused") {
  const auto options = with_derivative(cluster_options({{0}}, 0.4, 2));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.steps = 1e4;
  const auto message = [&] {
    try {
      integrate(plan);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 2, 2, 2);
  plan.sampling = Sampling::chain;
  CHECK(message() ==
        "hubbard_su2_cdet_density_fixed: found chains for an integrand that takes a derivative of "
        "the propagator, expected independent samples");
  plan.terms.front().single =
      fixed_terms("hubbard_su2_cdet_density_fixed", 2, 2, 2, {.precision = diagc::Precision::fp32})
          .front()
          .kernel;
  CHECK(message() ==
        "hubbard_su2_cdet_density_fixed: found mixed precision for Markov chains, expected "
        "independent samples");
  plan.sampling = Sampling::automatic;
  plan.terms.front().single = plan.terms.front().kernel;
  CHECK(message() ==
        "hubbard_su2_cdet_density_fixed: found kernels for mixed precision that are not of fp64 "
        "and fp32 and of one target, expected such");
  plan.terms.front().single.reset();
  plan.draws = Draws::sobol;
  plan.sampling = Sampling::tree;
  CHECK(message() ==
        "hubbard_su2_cdet_density_fixed: found points of Sobol's sequence for Markov chains, "
        "expected independent samples");
  plan.draws = Draws::automatic;
  plan.sampling = Sampling::independent;
  plan.model.derivative.reset();
  CHECK(
      message() ==
      "found a model without the derivative of its propagator, expected one: an input of the rule "
      "file takes it");
  plan.terms = hubbard_terms("hubbard_su2_cdet_density", 2, 2, 2);
  CHECK(
      message() ==
      "hubbard_su2_cdet_density: found independent samples for an integrand of labelled vertices, "
      "expected chains, or one that sums all labellings");
}

TEST_CASE("orders whose code is not there in half of the time limit are left out, but the lowest") {
  Plan plan;
  plan.model = lattice::make_model(with_derivative(cluster_options({{0}}, 0.4, 2)));
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 2, 4, 2);
  plan.seconds = 1e-3;
  plan.use_cache = false;
  plan.threads = 1;
  std::vector<std::string> notes;
  plan.left_out = [&](std::uint32_t order, const std::string& why) {
    notes.push_back(std::to_string(order) + ": " + why);
  };
  const Result result = integrate(plan);
  REQUIRE(result.orders.size() == 1);
  CHECK(result.orders.front().order == 2);
  CHECK(result.orders.front().evaluations > 0);
  CHECK(notes ==
        std::vector<std::string>{"3: order 3 and those above are left out: its code was not "
                                 "there after 0.0005 s, half of the time limit"});
}

TEST_CASE("tables of samples that cannot be are refused") {
  const auto options = with_derivative(lattice_options(lattice::Lattice::triangular, {4, 3}));
  const lattice::Model model = lattice::make_model(options);
  const series::Term term = fixed_terms("hubbard_sun_cdet_density_fixed", 4, 4, 3).front();
  const auto tables = shared_tree_tables(model, diagc::Precision::fp64, true);
  const auto members =
      tables->make({.kernel = term.kernel, .form = integrand_form(term), .order = 4, .alike = true},
                   {.params = {3}, .groups = {0}, .use_cache = false});
  std::mt19937 random(5);
  TreePlan plan{.links = random_links(model.space, tables->classes(), true, true, random),
                .size = 0.3};
  const auto refusal = [&](const TreePlan& wrong, std::size_t cut = 0) {
    members->set_plan(wrong);
    runs::Bytes bytes = members->tables();
    bytes.resize(bytes.size() - cut);
    try {
      members->configure(bytes);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal(plan).empty());
  CHECK(members->shape().state_bytes == 0);
  plan.normalisation = 2;
  CHECK(refusal(plan).empty());
  CHECK(members->shape().state_bytes > 0);
  CHECK(refusal(plan, 8) == "it ends too early");
  TreePlan wrong = plan;
  wrong.sobol = 17;
  CHECK(refusal(wrong) == "its draws are none of this order");
  wrong.normalisation = 0;
  CHECK(refusal(wrong).empty());
  CHECK(members->draws() == "sobol");
  wrong = plan;
  wrong.normalisation = -1;
  CHECK(refusal(wrong) == "its normalisation is none of this order");
  wrong = plan;
  wrong.links.alpha = 2;
  CHECK(refusal(wrong) == "its weight of the root is none of this order");
  wrong = plan;
  wrong.links.other.density[0] *= 2;
  CHECK(refusal(wrong) == "its links are no distribution of this lattice");
  wrong = plan;
  wrong.links.other = random_links(model.space, tables->classes(), true, false, random).other;
  CHECK(refusal(wrong) == "its links are not the same both ways");
}

TEST_CASE("chains are not compared where millions of evaluations of a large graph would tell") {
  CHECK(compares_chains(64, 4096, 6'000'000));
  CHECK(compares_chains(64, 337'920, 90'000));
  CHECK_FALSE(compares_chains(64, 337'920, 400'000));
  CHECK_FALSE(compares_chains(64, 337'920, 1'600'000));
}
