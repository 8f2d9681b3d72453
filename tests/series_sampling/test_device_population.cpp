// What the host does with walkers on a device, on the fake driver: its kernels are the CUDA source of the step, compiled as C++.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include "physics/series/sampling/device_population.h"
#include "physics/series/sampling/moves.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/step_cuda.h"
#include "physics/series/sampling/step_tables.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/system/temporary_folder.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/series_sampling/fake_gpu.h"
#include "tests/series_sampling/host_kernels.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/step_setup.h"
#include "tests/series_sampling/two_blocks.h"

using namespace diagc;
using namespace diagc::series;

namespace {

HostModule fused_module(const Kernel& kernel, const StepShape& shape) {
  return {cuda_fused_source(kernel_part(kernel, integrand), shape, 227 << 10).source,
          {"step_start", "step_refresh", "step_walk", "step_sum"},
          "Launch"};
}
HostModule split_module(const StepShape& shape) {
  return {cuda_split_source(shape),
          {"step_start", "step_lines", "step_settle", "step_decide_propose",
           "step_decide_propose_all", "step_sum"},
          "Launch"};
}

/// The fused kernels of steps of several orders; a launch says which it is of.
class HostKernels {
 public:
  void add(const series::Term& term, const lattice::Model& model) {
    const std::uint32_t order = integration_order(term.kernel);
    modules_.emplace(
        order, fused_module(term.kernel,
                            SharedTables<float>(model.space, model.table, 16).shape(order, 1)));
  }

  void register_all() {
    for (const std::string& name : modules_.begin()->second.names()) {
      fake_cuda::add_kernel(
          name, sizeof(StepLaunch<float>),
          [this, name](const void* parameters, unsigned grid, unsigned threads) {
            const auto& launch = *static_cast<const StepLaunch<float>*>(parameters);
            return modules_.at(launch.tables.use / 64).run(name, parameters, grid, threads);
          });
    }
  }

 private:
  std::map<std::uint32_t, HostModule> modules_;
};

std::vector<series::Term> gpu_terms(std::uint32_t last) {
  std::vector<series::Term> terms;
  for (std::uint32_t n = 1; n <= last; ++n) {
    fake_cuda::add_kernel("hubbard_sun_density_straight", 80,
                          [](const void*, unsigned, unsigned) { return 1; });
    const Compiled compiled = compile_file(rule_file, {.statics = {{"n", std::to_string(n)}},
                                                       .precision = diagc::Precision::fp32,
                                                       .target = Target::cuda,
                                                       .cuda_schedule = "straight",
                                                       .devices = {0, 1},
                                                       .use_cache = false});
    if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
    terms.push_back({*compiled.kernel, {{"N", {2.0}}}, n % 2 == 1 ? 1.0 : -1.0});
  }
  return terms;
}

/// What walkers did: the sums of their groups of one block, and where they are.
struct Walk {
  std::vector<runs::Sums> sums;
  std::vector<std::vector<std::uint32_t>> places;
};

constexpr std::uint64_t first_step = 3;

void start(OrderPopulation& walkers) {
  for (std::size_t part = 0; part < walkers.parts(); ++part) walkers.start(part, first_step);
}

/// Two stretches from independent places; `again`: the second by other walkers, which were put where the first were and came back there
/// from a detour.
Walk walk(const std::function<std::unique_ptr<OrderPopulation>()>& make, const StepPlan& plan,
          bool again = false) {
  std::unique_ptr<OrderPopulation> walkers = make();
  walkers->set_plan(plan);
  Walk walk;
  const auto stretch = [&](std::uint64_t first, std::uint64_t steps) {
    for (runs::Sums& sums : two_blocks::advance(*walkers, {first, steps}))
      walk.sums.push_back(sums);
    walk.places = two_blocks::places_of(*walkers);
  };
  start(*walkers);
  stretch(first_step, 70);
  if (again) {
    std::vector<runs::Bytes> states;
    for (std::size_t part = 0; part < walkers->parts(); ++part)
      states.push_back(walkers->save(part));
    const runs::Bytes tables = walkers->tables();
    walkers = make();
    walkers->configure(tables);
    for (std::size_t part = 0; part < walkers->parts(); ++part)
      walkers->restore(part, states[part]);
    walkers->take_snapshot();
    two_blocks::advance(*walkers, {first_step + 1000, 20});
    for (std::size_t block = 0; block < two_blocks::numbers.size(); ++block)
      CHECK(two_blocks::places_of(*walkers)[block] != walk.places[block]);
    walkers->roll_back();
  }
  stretch(first_step + 70, 9);
  return walk;
}

/// Walkers that differ in the first `rows` of their rows.
std::size_t walkers_elsewhere(const Walk& a, const Walk& b, std::size_t rows) {
  constexpr std::uint32_t walkers = OrderPopulation::block_walkers;
  std::size_t elsewhere = 0;
  for (std::size_t block = 0; block < two_blocks::numbers.size(); ++block) {
    const auto &here = a.places.at(block), &there = b.places.at(block);
    REQUIRE(here.size() == there.size());
    for (std::uint32_t walker = 0; walker < walkers; ++walker) {
      bool same = true;
      for (std::size_t row = 0; row < rows; ++row) {
        same = same && here.at(row * walkers + walker) == there.at(row * walkers + walker);
      }
      elsewhere += same ? 0 : 1;
    }
  }
  return elsewhere;
}

/// Fused around `straight`, split around each of `others`, and on the processor.
template <class T>
void check_forms(const lattice::Model& model, std::uint32_t order, std::vector<std::uint8_t> moves,
                 const std::vector<std::string>& others) {
  const StepSetup<T> setup(model, "hubbard_sun_density", order, {3}, 8, std::move(moves), 0.01);
  const auto tables = shared_walker_tables(model, precision_of<T>, 8);
  const auto maker = [&](const Kernel& kernel, GpuForm form) {
    return [&tables, kernel, form] {
      return tables->make(kernel, {.params = {3},
                                   .seed = 12345,
                                   .groups = two_blocks::numbers,
                                   .form = form,
                                   .use_cache = false});
    };
  };
  // Graphs for processors are not evaluated in the same order: a decision in hundreds of thousands may differ.
  const Walk expected = walk(maker(setup.kernel, GpuForm::automatic), setup.plan);
  const std::size_t few = 4;
  // Of one site there are times alone; what else is there has no meaning.
  const std::size_t rows = (order + 1) * (model.space.sites == 1 ? 1 : 2);

  Walk fused;
  {
    const GpuKernel straight(order, precision_of<T>, "straight");
    const HostModule module = fused_module(*straight.kernel, setup.shared.shape(order, 1));
    module.register_all();
    CHECK(module.parameter_bytes() == sizeof(StepLaunch<T>));
    fused = walk(maker(*straight.kernel, GpuForm::automatic), setup.plan);
  }
  CHECK(walkers_elsewhere(fused, expected, rows) <= few);
  const HostModule module = split_module(setup.shared.shape(order, 1));
  module.register_all();
  CHECK(module.parameter_bytes() == sizeof(StepLaunch<T>));
  for (const std::string& schedule : others) {
    INFO("split around " << schedule);
    const GpuKernel gpu(order, precision_of<T>, schedule);
    CHECK((gpu.program.launches.size() > 1) == (schedule != "straight"));
    for (const bool again : {false, true}) {
      const Walk split = walk(maker(*gpu.kernel, GpuForm::split), setup.plan, again);
      CHECK(walkers_elsewhere(split, fused, rows) == 0);
      CHECK(walkers_elsewhere(split, expected, rows) <= few);
      CHECK(split.sums == fused.sums);
      for (const runs::Sums& sums : split.sums) {
        CHECK(sums.counts[OrderPopulation::draws] > 0);
        CHECK(sums.counts[OrderPopulation::broken] == 0);
      }
    }
  }
}

lattice::ModelOptions options_of_24_cells(lattice::Lattice kind) {
  lattice::ModelOptions options;
  options.lattice = kind;
  options.size = {4, 6};
  options.filling = 0.4;
  options.beta = 2;
  options.precision = lattice::Precision::fp64;
  return options;
}

}  // namespace

TEST_CASE("the text of a step on a device is one that NVRTC takes", "[devices]") {
  if (!fake_gpu()) return;
  {
    Plan plan;
    plan.model = lattice::make_model(cluster_options({{0}}, 0.3, 2));
    plan.terms = gpu_terms(2);
    const std::string text = step_source(plan, plan.terms.back());
    CHECK(text.find("constexpr unsigned order = 2,") != std::string::npos);
    std::vector<std::string> names;
    for (const auto& kernel : cuda::compile({"step.cu", text}, {.architecture = "sm_90"}).kernels) {
      names.push_back(kernel.name);
    }
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"step_refresh", "step_start", "step_sum", "step_walk"});
  }
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}

TEST_CASE(
    "walkers on devices give the same for any number of threads and devices, resumed or not, and "
    "agree "
    "with exact numbers") {
  if (!fake_gpu()) return;
  {
    Plan plan;
    plan.model = lattice::make_model(cluster_options({{0}}, 0.3, 2));
    plan.terms = gpu_terms(2);
    plan.walkers = 1024;
    plan.warmup_steps = 128;
    plan.steps = 2e6;
    plan.use_cache = false;
    plan.costs = CostModel{.step = 1e-6, .pair = 0, .operation = 0};
    HostKernels kernels;
    for (const series::Term& term : plan.terms) kernels.add(term, plan.model);
    kernels.register_all();

    plan.threads = 1;
    const auto one = series::integrate(plan).orders;
    const auto exact = atom_series(2, 2 * 0.3, 2);
    for (const OrderResult& order : one) {
      const auto n = static_cast<std::size_t>(order.order);
      INFO("order " << n << ": " << order.value << " ± " << order.error << " " << order.warning);
      CHECK(std::abs(order.value - exact[n] * std::pow(2.0, n)) < 5 * order.error);
      CHECK(order.error < 0.2 * std::abs(order.value));
    }
    plan.threads = 4;
    CHECK(series::integrate(plan).orders == one);
    runs::RankThreads(2).run([&](runs::Ranks& ranks) {
      Plan own = plan;
      own.ranks = &ranks;
      own.device = ranks.rank();
      const auto both = series::integrate(own).orders;
      if (ranks.rank() == 0) CHECK(both == one);
    });

    const TemporaryFolder folder;
    plan.checkpoint = folder / "checkpoint";
    plan.steps = 5e5;
    CHECK(series::integrate(plan).orders != one);
    plan.steps = 2e6;
    plan.resume = true;
    CHECK(series::integrate(plan).orders == one);
  }
  const fake_cuda::Alive alive = fake_cuda::alive();
  CHECK(alive.all() == 0);
  fake_cuda::reset();
}

TEST_CASE("both forms of the step on a device make the numbers of the step on a processor",
          "[devices]") {
  if (!fake_gpu()) return;
  const std::vector<std::string> others = {"straight", "chunked:operations=20"};
  SECTION("lattice") {
    const lattice::Model model =
        lattice::make_model(options_of_24_cells(lattice::Lattice::triangular));
    check_forms<float>(model, 3, move_cycle(3, false, true), others);
    check_forms<double>(model, 3, move_cycle(3, false, false), others);
    check_forms<float>(model, 4, move_cycle(4, false, false), {"chunked:operations=60"});
  }
  SECTION("two sites a cell") {
    check_forms<double>(lattice::make_model(options_of_24_cells(lattice::Lattice::honeycomb)), 3,
                        move_cycle(3, false, true), others);
  }
  SECTION("cluster with sites that differ") {
    check_forms<float>(lattice::make_model(
                           cluster_options({{0.3, -1, 0}, {-1, 0, -0.5}, {0, -0.5, -0.2}}, 0.1, 2)),
                       4, move_cycle(4, true, true), {"straight"});
  }
  SECTION("one site") {
    check_forms<float>(lattice::make_model(cluster_options({{0}}, 0.3, 2)), 3,
                       move_cycle(3, false, true), others);
  }
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}

TEST_CASE("split steps count proposals that are no finite number", "[devices]") {
  if (!fake_gpu()) return;
  {
    const StepSetup<float> setup(
        lattice::make_model(options_of_24_cells(lattice::Lattice::triangular)),
        "hubbard_sun_density", 3, {1e30}, 8, move_cycle(3, false, true));
    const HostModule module = split_module(setup.shared.shape(3, 1));
    module.register_all();
    const GpuKernel gpu(3, diagc::Precision::fp32, "straight");
    const auto tables = shared_walker_tables(setup.model, diagc::Precision::fp32, 8);
    const Walk split = walk(
        [&] {
          return tables->make(*gpu.kernel, {.params = {1e30},
                                            .groups = two_blocks::numbers,
                                            .form = GpuForm::split,
                                            .use_cache = false});
        },
        setup.plan);
    REQUIRE(split.sums.size() == 4);
    for (const std::size_t i : {0U, 1U})
      CHECK(split.sums[i].counts[OrderPopulation::broken] == 70U * 128U);
    for (const std::size_t i : {2U, 3U})
      CHECK(split.sums[i].counts[OrderPopulation::broken] == 9U * 128U);
  }
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}

TEST_CASE("steps on a device are fused where the schedule is straight", "[devices]") {
  if (!fake_gpu()) return;
  {
    const auto form = [](std::uint32_t order, const std::string& schedule) {
      return gpu_form(*GpuKernel(order, diagc::Precision::fp32, schedule).kernel);
    };
    CHECK(form(2, "straight") == GpuForm::fused);
    CHECK(form(5, "straight:blocks=3") == GpuForm::fused);
    CHECK(form(6, "straight") == GpuForm::fused);
    CHECK(form(3, "chunked:operations=20") == GpuForm::split);
    CHECK(form(3, "straight:shared=40") == GpuForm::split);
    CHECK(form(3, "straight:warps=2") == GpuForm::split);

    const lattice::Model model =
        lattice::make_model(options_of_24_cells(lattice::Lattice::triangular));
    const auto tables = shared_walker_tables(model, diagc::Precision::fp32, 8);
    const GpuKernel chunked(3, diagc::Precision::fp32, "chunked:operations=20");
    CHECK_THROWS_WITH(
        tables->make(*chunked.kernel,
                     {.params = {3}, .groups = {0}, .form = GpuForm::fused, .use_cache = false}),
        "hubbard_sun_density: found a kernel of schedule chunked:operations=20, expected straight: "
        "the graph stands inside of the step");
  }
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}
