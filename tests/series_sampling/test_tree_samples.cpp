// Independent samples from all spanning trees: single steps against their definitions, and integrals against exact numbers.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

#include "physics/series/results/run_table.h"
#include "physics/series/sampling/tree/tree_code.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/step_setup.h"
#include "tests/series_sampling/tree_models.h"

using namespace diagc;
using namespace diagc::series;

namespace {

std::vector<lattice::ModelOptions> several_spaces() {
  return {cluster_options({{0}}, -0.3, 2), cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 2),
          lattice_options(lattice::Lattice::triangular, {4, 3}),
          lattice_options(lattice::Lattice::honeycomb, {3, 3})};
}

TreeLinks random_links(const lattice::Space& space, const LinkClasses& classes, bool alike,
                       bool symmetric, std::mt19937& random) {
  std::uniform_real_distribution<double> number(0.2, 1);
  const auto one = [&] {
    std::vector<double> weights(classes.cells());
    for (double& weight : weights) weight = number(random);
    const LinkDistribution link = link_distribution(classes, weights, weights, 0);
    return symmetric ? symmetrised(space, classes, link) : link;
  };
  TreeLinks links{.root = one(), .other = one(), .alpha = alike ? 1 : 0.7};
  if (alike) links.root = links.other;
  return links;
}

/// A step of independent samples, with its last block.
template <class T>
struct Samples {
  Samples(const lattice::ModelOptions& options, const Term& term, std::uint32_t seed)
      : model(lattice::make_model(options)),
        kernel(term.kernel),
        form(integrand_form(term)),
        alike(!term.measured),
        shared(model.space, model.table, 8, form.derivative ? &*model.derivative : nullptr),
        shape(shape_of()),
        code(kernel, shape, false) {
    std::mt19937 random(seed);
    plan.links = random_links(model.space, shared.classes(), alike, shape.symmetric, random);
    tables.emplace(shared, plan, kernel.param_numbers(term.params), 99 + seed, 64, form.m, alike,
                   tree_moves(form.m, model.space));
  }
  StepShape shape_of() const {
    StepShape result = shared.shape(form.m, lane_count(kernel));
    result.propagator_input = static_cast<std::uint32_t>(form.propagator);
    result.derivative_input = static_cast<std::uint32_t>(form.derivative.value_or(0));
    result.alike = alike;
    result.symmetric = alike && model.space.cell_sites == 1;
    return result;
  }

  std::uint32_t ticks(std::uint32_t v, std::uint32_t member) const {
    return block.integers[v * block.stride + member];
  }
  std::uint32_t site(std::uint32_t v, std::uint32_t member) const {
    if (model.space.sites == 1) return 0;
    const std::uint32_t code = block.integers[(form.m + 1 + v) * block.stride + member];
    const auto& codes = shared.codes().code;
    const auto found = std::ranges::find(codes, code);
    REQUIRE(found != codes.end());
    return static_cast<std::uint32_t>(found - codes.begin());
  }
  /// Of the sample of a member.
  double weight(const TreeLinks& links, std::uint32_t member) const {
    LinkMatrix matrix(form.m);
    const PairCodes& codes = shared.codes();
    for (std::uint32_t u = 0; u <= form.m; ++u) {
      for (std::uint32_t v = 1; v <= form.m; ++v) {
        if (u == v) continue;
        const std::uint32_t cell =
            shared.cell(codes.anchor[site(u, member)], codes.code[site(v, member)],
                        ticks(v, member) - ticks(u, member));
        matrix(u, v) = (u == 0 ? links.root : links.other).density[cell];
      }
    }
    return tree_weight(matrix, links.alpha);
  }
  double number(std::uint32_t row, std::uint32_t member) const {
    return static_cast<double>(block.numbers[row * block.stride + member]);
  }

  lattice::Model model;
  Kernel kernel;
  IntegrandForm form;
  bool alike;
  SharedTables<T> shared;
  StepShape shape;
  TreeCode<T> code;
  TreePlan plan;
  std::optional<TreeTables<T>> tables;
  StepBlock<T> block{};
};

template <class T>
void check_samples(const lattice::ModelOptions& options, const Term& term, double tolerance) {
  Samples<T> samples(options, term, 1);
  samples.block = samples.code.block(256);
  TreeSums sums;
  samples.code.walk(samples.tables->pointers(), samples.block, 5, 1, sums);
  CHECK(sums.broken == 0);
  const lattice::Model& model = samples.model;
  const std::uint32_t m = samples.form.m, vertices = m + 1, members = TreeCode<T>::members;
  double x = 0, square = 0, fourth = 0, largest = 0;
  for (std::uint32_t member = 0; member < members; ++member) {
    CHECK(samples.ticks(0, member) == 0);
    for (std::uint32_t a = 0; a < vertices; ++a) {
      for (std::uint32_t b = 0; b < vertices; ++b) {
        const double tau = (static_cast<double>(samples.ticks(b, member)) -
                            static_cast<double>(samples.ticks(a, member))) *
                           0x1p-32 * model.beta;
        const std::uint32_t row = model.space.row(samples.site(a, member), samples.site(b, member));
        const auto expected = [&](const lattice::PropagatorTable& table) {
          return a == b ? table.equal_time[row] : lattice::value(table, row, tau);
        };
        INFO("member " << member << ", " << a << " to " << b << " at τ = " << tau);
        REQUIRE(samples.number(a * vertices + b, member) ==
                Approx(expected(model.table)).margin(tolerance));
        if (samples.form.derivative) {
          REQUIRE(samples.number((vertices + a) * vertices + b, member) ==
                  Approx(expected(*model.derivative)).margin(10 * tolerance));
        }
      }
    }
    const double f = samples.number(samples.code.f_row(), member),
                 w = samples.number(samples.code.f_row() + 1, member);
    CHECK(w == Approx(samples.weight(samples.plan.links, member)).epsilon(100 * tolerance));
    x += f / w;
    square += f / w * f / w;
    fourth += std::pow(f / w, 4);
    largest = std::max(largest, std::abs(f / w));
  }
  CHECK(sums.x == Approx(x).margin(1e-5 * std::sqrt(square)));
  CHECK(sums.square == Approx(square).epsilon(1e-5));
  CHECK(sums.fourth == Approx(fourth).epsilon(1e-5));
  CHECK(sums.largest == Approx(largest).epsilon(1e-5));
}

/// The average of w'/w over samples of w, w' being another weight, is the sum of w' over all configurations: 1.
template <class T>
void check_draws(const lattice::ModelOptions& options, const Term& term) {
  Samples<T> samples(options, term, 2);
  std::mt19937 random(77);
  const TreeLinks other = random_links(samples.model.space, samples.shared.classes(), samples.alike,
                                       samples.shape.symmetric, random);
  double sum = 0, square = 0, count = 0;
  for (std::uint32_t block = 0; block < 120; ++block) {
    samples.block = samples.code.block(block * TreeCode<T>::members);
    TreeSums sums;
    samples.code.walk(samples.tables->pointers(), samples.block, 3, 1, sums);
    for (std::uint32_t member = 0; member < TreeCode<T>::members; ++member) {
      const double ratio =
          samples.weight(other, member) / samples.weight(samples.plan.links, member);
      sum += ratio;
      square += ratio * ratio;
      ++count;
    }
  }
  const double mean = sum / count,
               error = std::sqrt(square / count - mean * mean) / std::sqrt(count);
  INFO("mean " << mean << ", error " << error);
  CHECK(error < 0.02);
  CHECK(std::abs(mean - 1) < 4 * error);
}

Term fixed_term(std::uint32_t order, diagc::Precision precision) {
  return fixed_terms("hubbard_sun_cdet_density_fixed", order, order, 3, {.precision = precision})
      .front();
}
Term measured_term(std::uint32_t order, diagc::Precision precision) {
  Term term =
      hubbard_terms("hubbard_su2_cdet_density", order, order, 2, {.precision = precision}).front();
  term.all_labellings = true;
  return term;
}

}  // namespace

TEST_CASE("samples carry what their places say") {
  for (const auto& options : several_spaces()) {
    for (const std::uint32_t order : {2U, 4U}) {
      INFO(lattice::make_model(options).description << ", order " << order);
      check_samples<double>(with_derivative(options), fixed_term(order, diagc::Precision::fp64),
                            1e-10);
      check_samples<double>(with_derivative(options), measured_term(order, diagc::Precision::fp64),
                            1e-10);
      check_samples<float>(with_derivative(options), fixed_term(order, diagc::Precision::fp32),
                           3e-6);
    }
  }
}

TEST_CASE("samples are drawn as their weight says") {
  for (const auto& options : several_spaces()) {
    INFO(lattice::make_model(options).description);
    check_draws<double>(with_derivative(options), fixed_term(5, diagc::Precision::fp64));
    check_draws<double>(with_derivative(options), measured_term(4, diagc::Precision::fp64));
  }
}

TEST_CASE("parents of trees are packed as steps take them out") {
  CHECK(packed_parents({0}) == 0);
  CHECK(packed_parents({0, 1}) == 1);
  CHECK(packed_parents({0, 1, 2, 3, 4}) == (1 | 2 << 1 | 3 << 3 | 4 << 5));
}

TEST_CASE("an order of one vertex is exact") {
  const auto options = with_derivative(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 2));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_sun_cdet_density_fixed", 1, 1, 2);
  plan.steps = 1;
  const Result result = integrate(plan);
  REQUIRE(result.orders.size() == 1);
  CHECK(result.orders[0].value == Approx(exact_series(options, plan.model, 1)[1]).epsilon(1e-9));
  CHECK(result.orders[0].error == 0);
  CHECK(result.orders[0].sampling.empty());
}

TEST_CASE("independent samples of clusters, orders 1 to 5, against exact diagonalisation") {
  for (const auto& [options, flavours] :
       {std::pair(cluster_options({{0}}, 0.4, 2), 3),
        std::pair(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5), 2),
        std::pair(cluster_options({{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}}, -0.4, 1), 2)}) {
    auto full = with_derivative(options);
    full.flavours = flavours;
    const lattice::Model model = lattice::make_model(full);
    const auto exact = exact_series(full, model, 5);
    const auto check = [&](std::vector<Term> terms) {
      Plan plan;
      plan.model = model;
      plan.terms = std::move(terms);
      plan.steps = 1.5e6;
      plan.warmup_steps = 512;
      const Result result = integrate(plan);
      INFO(order_table(result, true));
      for (const OrderResult& row : result.orders) {
        CHECK(row.sampling == (row.error == 0 ? "" : "independent"));
        CHECK(row.trustworthy);
        CHECK(std::abs(row.value - exact.at(static_cast<std::size_t>(row.order))) <
              4 * row.error + 1e-9);
        CHECK(row.error < 0.002 * std::abs(exact[1]));
      }
    };
    check(fixed_terms("hubbard_sun_cdet_density_fixed", 1, 5, flavours));
    auto measured = hubbard_terms("hubbard_sun_cdet_density", 1, 5, flavours);
    for (Term& term : measured) {
      term.all_labellings = true;
      term.params = {{"N", {double(flavours)}}};
    }
    check(measured);
  }
}

TEST_CASE("SU(6) at T = 0.3: coefficients and relative variances", "[slow]") {
  auto options = with_derivative(lattice_options(lattice::Lattice::square, {16, 16}));
  options.filling = 0.3;
  options.beta = 1 / 0.3;
  options.flavours = 6;
  options.hartree_shift = true;
  Plan plan;
  plan.model = lattice::make_model(options);
  const char* const last = std::getenv("DIAGC_LAST_ORDER");
  plan.terms = fixed_terms("hubbard_sun_cdet_density_fixed", 2, last ? std::stoul(last) : 5, 6);
  plan.steps = 1e6 * static_cast<double>(plan.terms.size());
  plan.weight_u = 1;
  const Result result = integrate(plan);
  if (std::getenv("SHOW")) std::cout << order_table(result, true);
  // By the prototype of independent samples.
  const std::vector<double> value = {0,        0,        0.0140185, -0.017988,
                                     0.018227, -0.01785, 0.01761,   -0.01808},
                            error = {0, 0, 6e-7, 4e-6, 1.3e-5, 4e-5, 6e-5, 1.2e-4},
                            variance = {0, 0, 0.11, 2.7, 8.1, 22, 60, 153};
  for (const OrderResult& row : result.orders) {
    const auto n = static_cast<std::size_t>(row.order);
    CHECK(std::abs(row.value - value[n]) < 4 * std::hypot(row.error, error[n]));
    CHECK(row.relative_variance < (n == 2 ? 2 : 1.3) * variance[n]);
  }
}

TEST_CASE(
    "independent samples are the same to the last bit for 1, 2 and 4 threads, resumed or not") {
  const TemporaryFolder folder;
  const auto options = with_derivative(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 1, 4, 2);
  plan.warmup_steps = 256;
  plan.walkers = 2000;
  plan.steps = 6e6;
  const auto run = [&](unsigned threads, runs::Ranks* ranks = nullptr) {
    plan.threads = threads;
    plan.ranks = ranks;
    return integrate(plan).orders;
  };
  const auto one = run(1);
  CHECK(run(2) == one);
  CHECK(run(4) == one);
  for (const int size : {2, 3}) {
    std::vector<std::vector<OrderResult>> of_ranks(static_cast<std::size_t>(size));
    runs::RankThreads(size).run([&](runs::Ranks& ranks) {
      Plan own = plan;
      own.threads = 1;
      own.ranks = &ranks;
      of_ranks[static_cast<std::size_t>(ranks.rank())] = integrate(own).orders;
    });
    for (const auto& orders : of_ranks) CHECK(orders == one);
  }

  plan.checkpoint = folder.path() / "run";
  plan.steps = 3e5;
  const auto early = run(2);
  CHECK_FALSE(early == one);
  plan.steps = 6e6;
  plan.resume = true;
  CHECK(run(2) == one);
  // Tables and sums are all there is: 8 bytes a number, and no places of members.
  const auto bytes = std::filesystem::file_size(plan.checkpoint);
  INFO(bytes);
  CHECK(bytes < 1'000'000);
}

TEST_CASE("heavy tails are told") {
  auto options = with_derivative(lattice_options(lattice::Lattice::square, {16, 16}));
  options.filling = 0.4285;
  options.beta = 8;
  options.hartree_shift = true;
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 6, 6, 2);
  plan.walkers = 1024;
  plan.warmup_steps = 512;
  plan.costs = CostModel{.step = 1e-4, .pair = 0, .operation = 0};  // for short rounds
  plan.steps = 2048;
  plan.sampling = Sampling::independent;
  const OrderResult few = integrate(plan).orders.front();
  INFO(few.largest_share << " " << few.warning);
  CHECK_FALSE(few.trustworthy);
  CHECK(few.warning.find("heavy tails: one of") != std::string::npos);
  CHECK(few.largest_share > 0.02);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 2, 2, 2);
  const OrderResult light = integrate(plan).orders.front();
  INFO(light.warning);
  CHECK(light.trustworthy);
  CHECK(light.largest_share < 0.01);
}

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

TEST_CASE("tables of samples that cannot be are refused") {
  const auto options = with_derivative(lattice_options(lattice::Lattice::triangular, {4, 3}));
  const lattice::Model model = lattice::make_model(options);
  const Term term = fixed_term(4, diagc::Precision::fp64);
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
