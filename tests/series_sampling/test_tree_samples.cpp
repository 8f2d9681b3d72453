// Single steps of independent samples from all spanning trees, against their definitions.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include "physics/series/sampling/tree/tree_code.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "physics/series/sampling/tree/tree_shapes.h"
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

/// A step of independent samples, with its last block.
template <class T>
struct Samples {
  /// `sobol`: draws are points of Sobol's sequence, groups have 128 members.
  Samples(const lattice::ModelOptions& options, const series::Term& term, std::uint32_t seed,
          bool sobol = false)
      : model(lattice::make_model(options)),
        kernel(term.kernel),
        form(integrand_form(term)),
        alike(!term.measured),
        shared(model.space, model.table, 8, form.derivative ? &*model.derivative : nullptr),
        shape(shape_of()),
        code(kernel, shape, false) {
    std::mt19937 random(seed);
    plan.links = random_links(model.space, shared.classes(), alike, shape.symmetric, random);
    if (sobol) plan.sobol = 2;
    const TreeNumbers numbers{.seed = 99 + seed, .use = 64, .group_bits = 7, .groups = 64};
    tables.emplace(shared, plan, kernel.param_numbers(term.params), numbers, form.m, alike,
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
void check_samples(const lattice::ModelOptions& options, const series::Term& term,
                   double tolerance) {
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
void check_draws(const lattice::ModelOptions& options, const series::Term& term, bool sobol) {
  Samples<T> samples(options, term, 2, sobol);
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

series::Term fixed_term(std::uint32_t order, diagc::Precision precision) {
  return fixed_terms("hubbard_sun_cdet_density_fixed", order, order, 3, {.precision = precision})
      .front();
}
series::Term measured_term(std::uint32_t order, diagc::Precision precision) {
  series::Term term =
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
    for (const bool sobol : {false, true}) {
      INFO(lattice::make_model(options).description << (sobol ? ", Sobol" : ", random"));
      check_draws<double>(with_derivative(options), fixed_term(5, diagc::Precision::fp64), sobol);
      check_draws<double>(with_derivative(options), measured_term(4, diagc::Precision::fp64),
                          sobol);
    }
  }
}

TEST_CASE("points of Sobol's sequence fill the cells of a link evenly") {
  const auto options = with_derivative(lattice_options(lattice::Lattice::triangular, {4, 3}));
  // Over all cells of a link: squares of what is found less what is expected, over what is expected.
  const auto unevenness = [&](bool sobol) {
    Samples<double> samples(options, fixed_term(2, diagc::Precision::fp64), 5, sobol);
    const LinkClasses& classes = samples.shared.classes();
    constexpr std::uint32_t quarters = 4;  // of a bin
    const std::uint32_t times = quarters * classes.bins;
    std::vector<double> found(classes.class_of.size() * times);
    const lattice::Space& space = samples.model.space;
    double all = 0;
    for (std::uint64_t step = 2; step < 2 + 512; ++step) {  // one group
      for (const std::uint32_t half : {0U, 1U}) {
        samples.block = samples.code.block(5 * 128 + half * 64);
        TreeSums sums;
        samples.code.walk(samples.tables->pointers(), samples.block, step, 1, sums);
        for (std::uint32_t member = 0; member < 64; ++member) {
          const std::uint32_t d =
              space.displacement(samples.site(0, member), samples.site(1, member));
          const std::uint64_t ticks = samples.ticks(1, member) - samples.ticks(0, member);
          ++found[d * times + (ticks * times >> 32U)];
          ++all;
        }
      }
    }
    double sum = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t cell = classes.class_of[i / times] * classes.bins + i % times / quarters;
      const double expected = all * samples.plan.links.other.density[cell] / times;
      sum += (found[i] - expected) * (found[i] - expected) / expected;
    }
    return sum / static_cast<double>(found.size());
  };
  CHECK(unevenness(false) == Approx(1).margin(0.5));
  CHECK(unevenness(true) < 0.05);
}

TEST_CASE("parents of trees are packed as steps take them out") {
  CHECK(packed_parents({0}) == 0);
  CHECK(packed_parents({0, 1}) == 1);
  CHECK(packed_parents({0, 1, 2, 3, 4}) == (1 | 2 << 1 | 3 << 3 | 4 << 5));
}
