// Independent samples of mixed precision: every sample against its definition, averages, and what they do not depend on.
#include <catch2/catch.hpp>

#include <cmath>

#include "physics/series/results/run_table.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/tree/tree_code.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/tree_models.h"

using namespace diagc;
using namespace diagc::series;

namespace {

std::vector<series::Term> mixed_terms(const std::string& file, std::uint32_t first,
                                      std::uint32_t last, double flavours) {
  std::vector<series::Term> terms = fixed_terms(file, first, last, flavours);
  const std::vector<series::Term> singles = fixed_terms(
      file, first, last, flavours, {.precision = diagc::Precision::fp32, .machine_code = false});
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (order_of(terms[i]) > 1) terms[i].single = singles[i].kernel;
  }
  return terms;
}

/// f of one member of a block, in the precision of the kernel.
template <class T>
T value_of(const Kernel& kernel, const StepBlock<double>& block, std::uint32_t member,
           std::uint32_t rows) {
  std::vector<T> numbers(rows);
  for (std::uint32_t row = 0; row < rows; ++row)
    numbers[row] = static_cast<T>(block.numbers[row * block.stride + member]);
  const std::span<const T> all(numbers);
  std::vector<T> f(1);
  kernel.evaluate(1, {{"G", all.first(rows / 2)}, {"H", all.last(rows / 2)}}, {{"N", {3.0}}},
                  {{kernel.outputs().front().name, std::span(f)}});
  return f.front();
}

}  // namespace

TEST_CASE("samples of mixed precision are what their definition says") {
  const auto options = with_derivative(lattice_options(lattice::Lattice::triangular, {4, 3}));
  const lattice::Model model = lattice::make_model(options);
  const series::Term term = fixed_terms("hubbard_sun_cdet_density_fixed", 4, 4, 3, {}).front(),
                     single = fixed_terms("hubbard_sun_cdet_density_fixed", 4, 4, 3,
                                          {.precision = diagc::Precision::fp32})
                                  .front();
  const SharedTables<double> shared(model.space, model.table, 8, &*model.derivative);
  const IntegrandForm form = integrand_form(term);
  StepShape shape = shared.shape(form.m, lane_count(term.kernel));
  shape.propagator_input = static_cast<std::uint32_t>(form.propagator);
  shape.derivative_input = static_cast<std::uint32_t>(*form.derivative);
  shape.alike = shape.symmetric = true;
  const TreeCode<double> code(term.kernel, single.kernel, shape, false);
  std::mt19937 random(1);
  TreePlan plan;
  plan.links = random_links(model.space, shared.classes(), true, true, random);
  constexpr std::uint32_t members = TreeCode<double>::members, first = 5 * members;
  std::size_t above = 0, different = 0;
  for (const double size : {0.0, 2e-4}) {
    plan.size = size;
    const TreeTables<double> tables(shared, plan, term.kernel.param_numbers(term.params),
                                    {.seed = 99, .use = 64}, form.m, true,
                                    tree_moves(form.m, model.space));
    for (const std::uint64_t step : {3U, 59U}) {  // the second checks this block
      StepBlock<double> block = code.block(first);
      TreeSums sums;
      code.walk(tables.pointers(), block, step, 1, sums);
      double x = 0;
      for (std::uint32_t member = 0; member < members; ++member) {
        const double w = block.numbers[(code.f_row() + 1) * block.stride + member],
                     f = block.numbers[code.f_row() * block.stride + member],
                     f32 = value_of<float>(single.kernel, block, member, code.f_row()),
                     f64 = value_of<double>(term.kernel, block, member, code.f_row());
        const bool is_above = std::abs(f32) > 8 * size * w;
        above += is_above ? 1 : 0;
        different += f32 == f64 ? 0 : 1;
        const double expected = is_above ? f64 : step == 59 ? f32 + 64 * (f64 - f32) : f32;
        CHECK(f == Approx(expected).epsilon(1e-12).margin(1e-20));
        x += f / w;
      }
      CHECK(sums.x == Approx(x));
    }
  }
  CHECK(above > 2 * members);
  CHECK(above < 4 * members);
  CHECK(different > 3 * members);
}

TEST_CASE("mixed precision has the average of double precision, whatever single precision is") {
  const auto options = with_derivative(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.warmup_steps = 512;
  plan.steps = 2e6;
  plan.sampling = Sampling::independent;
  auto exact_options = options;
  exact_options.flavours = 3;
  const auto exact = exact_series(exact_options, plan.model, 3);
  // In place of single precision stands SU(2), which is far off.
  plan.terms = fixed_terms("hubbard_su3_cdet_density_fixed", 2, 3, 3);
  const auto wrong = fixed_terms("hubbard_su2_cdet_density_fixed", 2, 3, 2,
                                 {.precision = diagc::Precision::fp32, .machine_code = false});
  for (std::size_t i = 0; i < wrong.size(); ++i) plan.terms[i].single = wrong[i].kernel;
  const Result result = integrate(plan);
  CHECK(result.run.precision == "mixed");
  INFO(order_table(result, true));
  plan.terms = wrong;
  const Result alone = integrate(plan);
  INFO(order_table(alone, true));
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    const OrderResult &row = result.orders[i], &off = alone.orders[i];
    const double value = exact.at(static_cast<std::size_t>(row.order));
    CHECK(std::abs(row.value - value) < 4 * row.error);
    CHECK(row.error < 0.05 * std::abs(value));
    CHECK(std::abs(off.value - value) > 0.2 * std::abs(value));
  }
}

TEST_CASE("samples of mixed precision are the same to the last bit, however they are made") {
  const TemporaryFolder folder;
  const auto options = with_derivative(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 3, 3, 2);
  plan.warmup_steps = 256;
  plan.walkers = 2000;
  plan.steps = 3e6;
  const auto doubles = integrate(plan).orders;
  plan.terms = mixed_terms("hubbard_su2_cdet_density_fixed", 3, 3, 2);
  const auto run = [&](unsigned threads) {
    plan.threads = threads;
    return integrate(plan).orders;
  };
  const auto one = run(1);
  // The same points, to digits of single precision.
  CHECK_FALSE(one == doubles);
  CHECK(one[0].value == Approx(doubles[0].value).epsilon(1e-5));
  CHECK(one[0].error == Approx(doubles[0].error).epsilon(0.01));
  CHECK(run(3) == one);
  runs::RankThreads(2).run([&](runs::Ranks& ranks) {
    Plan own = plan;
    own.ranks = &ranks;
    const bool same = integrate(own).orders == one;
    const auto all = ranks.gather(std::as_bytes(std::span(&same, 1)));
    if (ranks.rank() != 0) return;
    for (const auto& part : all) CHECK(part.front() == std::byte{1});
  });
  plan.checkpoint = folder.path() / "run";
  plan.steps = 2e5;
  CHECK_FALSE(run(2) == one);
  plan.steps = 3e6;
  plan.resume = true;
  CHECK(run(2) == one);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 3, 3, 2);
  CHECK_THROWS_WITH(run(1), Catch::Contains("precision"));
}
