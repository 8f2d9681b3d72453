// Walkers at any points on devices, on the fake driver: kernels are their CUDA source, compiled as C++.
#include <catch2/catch.hpp>

#include <cmath>
#include <memory>
#include <numeric>

#include "physics/series/sampling/points/device_point_population.h"
#include "physics/series/sampling/points/point_cuda.h"
#include "physics/series/sampling/points/point_population.h"
#include "physics/series/sampling/points/point_walkers.h"
#include "physics/series/sampling/step_code.h"
#include "programs/command/progress.h"
#include "programs/integrate/integrand.h"
#include "programs/integrate/plan.h"
#include "runtime/cuda/compile.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/series_sampling/fake_gpu.h"
#include "tests/series_sampling/host_kernels.h"
#include "tests/series_sampling/two_blocks.h"

using namespace diagc;
using namespace diagc::series;

namespace device_points {

/// One order of a theory's job, with kernels for the processor.
struct Points {
  explicit Points(const std::string& text)
      : job(read_job(std::make_shared<const Source>("job.toml", text))) {
    diagc::Progress progress;
    integrand = integrate::read_integrand(job, progress);
    lattice::ModelOptions options = points(job).front();
    integrate::set_lines(*integrand, options);
    model = integrate::model_of(job, options);
    integrate::compile_kernels(*integrand, job, {}, progress);
    plan = integrate::plan_of(job, *integrand, *model, 0);
  }
  const series::Term& term() const { return plan->terms.front(); }
  std::string file() const {
    return DIAGC_SOURCE_DIR "/grammars/theories/" + integrand->rules.rules.file->name + ".diag";
  }

  Job job;
  std::optional<integrate::Integrand> integrand;
  std::optional<lattice::Model> model;
  std::optional<Plan> plan;
};

struct Walk {
  std::vector<runs::Sums> sums;
  std::vector<std::vector<std::uint32_t>> places;  ///< [group]
  std::vector<std::int64_t> counts;
};

StepPlan plan_of(const OrderPopulation& walkers, const Points& points) {
  StepPlan plan{
      .links = {}, .moves = walkers.moves(true), .shift_ticks = 1U << 29U, .normalisation = 0.01};
  const auto tables = shared_point_tables(*points.model, points.term().kernel.precision(), 8);
  for (std::uint32_t v = 1; v <= points.term().points->m(); ++v) {
    const std::vector<double> weights = walkers.background(v, *points.model);
    plan.links.push_back(link_distribution(tables->classes(), weights, weights, 1));
  }
  return plan;
}

/// Two stretches; `again`: the second by other walkers, which were put where the first were and came back there from a detour.
Walk walk(const SharedPointTables& tables, const Points& points, const Kernel& kernel, GpuForm form,
          bool again = false) {
  const auto make = [&] {
    return tables.make(kernel, *points.term().points,
                       {.params = kernel.param_numbers(points.term().params),
                        .seed = 12345,
                        .groups = two_blocks::numbers,
                        .form = form});
  };
  std::unique_ptr<OrderPopulation> walkers = make();
  walkers->set_plan(plan_of(*walkers, points));
  Walk walk;
  for (std::size_t part = 0; part < walkers->parts(); ++part) walkers->start(part, 2);
  std::vector<double> sizes;
  for (std::size_t part = 0; part < walkers->parts(); ++part) {
    const std::vector<double> own = walkers->chain_sizes(part);
    sizes.insert(sizes.end(), own.begin(), own.end());
  }
  REQUIRE(sizes.size() == two_blocks::numbers.size());
  walk.sums = two_blocks::advance(*walkers, {3, 31});
  if (again) {
    std::vector<runs::Bytes> states;
    for (std::size_t part = 0; part < walkers->parts(); ++part)
      states.push_back(walkers->save(part));
    const runs::Bytes configured = walkers->tables();
    const auto before = two_blocks::places_of(*walkers);
    walkers = make();
    walkers->configure(configured);
    for (std::size_t part = 0; part < walkers->parts(); ++part)
      walkers->restore(part, states[part]);
    walkers->take_snapshot();
    two_blocks::advance(*walkers, {1000, 9});
    CHECK(two_blocks::places_of(*walkers) != before);
    walkers->roll_back();
    CHECK(two_blocks::places_of(*walkers) == before);
  }
  walk.counts.resize(walkers->shape().cells);
  for (const runs::Sums& sums : two_blocks::advance(*walkers, {34, 12}, walk.counts))
    walk.sums.push_back(sums);
  walk.places = two_blocks::places_of(*walkers);
  // Every group's |f| / w at its start is a number of its own.
  walk.sums.emplace_back(1, 1);
  walk.sums.back().first = sizes;
  return walk;
}

std::size_t walkers_elsewhere(const Walk& a, const Walk& b, const Points& points) {
  constexpr std::size_t walkers = OrderPopulation::block_walkers;
  // Of one site there are times alone.
  const std::size_t rows =
      (points.term().points->m() + 1) * (points.model->space.sites == 1 ? 1 : 2);
  std::size_t elsewhere = 0;
  for (std::size_t group = 0; group < two_blocks::numbers.size(); ++group) {
    for (std::size_t walker = 0; walker < walkers; ++walker) {
      bool same = true;
      for (std::size_t row = 0; row < rows; ++row)
        same &= a.places.at(group).at(row * walkers + walker) ==
                b.places.at(group).at(row * walkers + walker);
      elsewhere += same ? 0 : 1;
    }
  }
  return elsewhere;
}

/// Up to what a few walkers that went elsewhere give, as decisions on rounding errors may be others.
void check_alike(const Walk& a, const Walk& b, double tolerance) {
  REQUIRE(a.sums.size() == b.sums.size());
  for (std::size_t i = 0; i < a.sums.size(); ++i) {
    const runs::Sums &x = a.sums[i], &y = b.sums[i];
    CHECK(x.rows == y.rows);
    double size = 0;
    for (const double sum : y.first) size = std::max(size, std::abs(sum));
    for (std::size_t j = 0; j < x.first.size(); ++j)
      CHECK(x.first[j] == Approx(y.first[j]).epsilon(tolerance).margin(tolerance * size));
    for (std::size_t j = 0; j < x.second.size(); ++j)
      CHECK(x.second[j] == Approx(y.second[j]).epsilon(tolerance).margin(tolerance * size));
    for (std::size_t j = 0; j < x.counts.size(); ++j)
      CHECK(static_cast<double>(x.counts[j]) == Approx(static_cast<double>(y.counts[j])).margin(4));
  }
  std::int64_t all = 0, apart = 0;
  for (std::size_t cell = 0; cell < a.counts.size(); ++cell) {
    all += a.counts[cell];
    apart += std::abs(a.counts[cell] - b.counts[cell]);
  }
  CHECK(all > 0);
  CHECK(static_cast<double>(apart) < 0.01 * static_cast<double>(all));
}

HostModule fused_module(const Kernel& kernel, const PointStep& step) {
  return {point_fused_source(kernel_part(kernel, integrand), step, 227 << 10).source,
          {"point_start", "point_refresh", "point_walk", "point_sum"},
          "Launch"};
}
HostModule split_module(const PointStep& step) {
  return {
      point_split_source(step),
      {"point_start", "point_lines", "point_settle", "point_propose", "point_decide", "point_sum"},
      "Launch"};
}

template <class T>
void check_forms(const std::string& text, std::uint32_t order) {
  INFO(text);
  const Points points(text);
  const series::Term& term = points.term();
  const auto tables = shared_point_tables(*points.model, term.kernel.precision(), 8);
  const Walk expected = walk(*tables, points, term.kernel, GpuForm::automatic);
  std::vector<const lattice::PropagatorTable*> lines;
  for (const lattice::LineTable& line : points.model->lines) lines.push_back(&line.table);
  const PointStep step{
      .shape = SharedTables<T>(points.model->space, lines, 8).shape(term.points->m(), 1),
      .form = *term.points,
      .periodic = periodic_lines(*points.model),
      .beta = points.model->beta};
  constexpr std::size_t few = 4;
  const double tolerance = sizeof(T) == 4 ? 2e-2 : 1e-9;
  Walk fused;
  {
    const GpuKernel straight(order, term.kernel.precision(), "straight", points.file());
    const HostModule module = fused_module(*straight.kernel, step);
    module.register_all();
    CHECK(module.parameter_bytes() == sizeof(PointLaunch<T>));
    fused = walk(*tables, points, *straight.kernel, GpuForm::fused);
  }
  CHECK(walkers_elsewhere(fused, expected, points) <= (sizeof(T) == 4 ? few : 0));
  check_alike(fused, expected, tolerance);
  const HostModule module = split_module(step);
  module.register_all();
  const GpuKernel gpu(order, term.kernel.precision(), "chunked:operations=8", points.file());
  CHECK(gpu.program.launches.size() > 1);
  for (const bool again : {false, true}) {
    const Walk split = walk(*tables, points, *gpu.kernel, GpuForm::automatic, again);
    CHECK(walkers_elsewhere(split, fused, points) == 0);
    CHECK(split.counts == fused.counts);
    check_alike(split, fused, 1e-9);
    CHECK(std::accumulate(split.sums.begin(), split.sums.end() - 1, std::uint64_t{0},
                          [](std::uint64_t sum, const runs::Sums& sums) {
                            return sum + sums.counts[OrderPopulation::broken];
                          }) == 0);
  }
}

std::string job_of(const std::string& rules, const std::string& more, const std::string& model,
                   int order, const char* precision) {
  return "[rules]\n" + rules + "\n" + more + "\n[model]\nbeta = 1.4\nmu = 0.35\n" + model +
         "\n[orders]\nfrom = " + std::to_string(order) + "\nto = " + std::to_string(order) +
         "\n[run]\ntarget = \"cpu\"\nwalkers = 256\nprecision = \"" + precision + "\"\n";
}
constexpr const char* dimer = "lattice = \"cluster\"\nhopping = [[0.4, -1], [-1, -0.3]]\n";
constexpr const char* ring = "lattice = \"chain\"\nsize = [3]\n";

TEST_CASE("both forms of walkers at any points make the numbers of those on a processor",
          "[devices]") {
  if (!fake_gpu()) return;
  SECTION("two propagators, one site") {
    check_forms<double>(
        job_of("file = \"hubbard_in_a_field\"\n[rules.inputs]\nGup = "
               "\"propagator:up\"\nGdn = \"propagator:down\"",
               "", "lattice = \"cluster\"\nhopping = [[0]]\nfield = 0.6\n", 3, "fp64"),
        3);
  }
  SECTION("phonons") {
    check_forms<float>(
        job_of("file = \"electron_phonon\"\n[rules.inputs]\nG = \"propagator\"\nD = \"phonon\"", "",
               std::string(dimer) + "omega0 = 2.5\n", 2, "fp32"),
        2);
  }
  SECTION("an interaction between sites, whose ends share a time") {
    check_forms<double>(job_of("file = \"pair_interaction_density\"\n[rules.inputs]\nV = "
                               "\"interaction\"",
                               "", std::string(ring) + "V = [1, 0.5]\n", 2, "fp64"),
                        2);
  }
  SECTION("frequencies at a momentum") {
    check_forms<double>(
        job_of("file = \"hubbard_green\"",
               "[measure]\nat = \"iw\"\npoints = [-3, 0, 1]\nmomentum = [0.25]", ring, 3, "fp64"),
        3);
    check_forms<float>(
        job_of("file = \"hubbard_density_density\"",
               "[measure]\nat = \"iw\"\npoints = [0, 2]\nmomentum = [0.25]", ring, 2, "fp32"),
        2);
  }
  SECTION("bins of time, and all ends of a line") {
    check_forms<double>(job_of("file = \"hubbard_self_energy\"",
                               "[measure]\nat = \"tau\"\npoints = [0, 0.2, 1]", dimer, 3, "fp64"),
                        3);
  }
  SECTION("two sites a cell, and no ends") {
    check_forms<float>(job_of("file = \"hubbard_log_z\"", "",
                              "lattice = \"honeycomb\"\nsize = [2, 3]\n", 3, "fp32"),
                       3);
  }
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}

}  // namespace device_points
