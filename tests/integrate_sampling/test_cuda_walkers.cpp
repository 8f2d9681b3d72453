// What the host does with walkers on a card, on the fake driver: its kernels are the CUDA source of the step, compiled as C++.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>

#include <unistd.h>

#include "compiler/emit/names.h"
#include "programs/integrate/sampling/step_code.h"
#include "programs/integrate/sampling/step_cuda.h"
#include "programs/integrate/sampling/step_tables.h"
#include "runtime/cuda/nvrtc.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/integrate_sampling/cuda_shim.h"
#include "tests/integrate_sampling/plans.h"

using namespace diagc;
using namespace diagc::integrate;

namespace {

using Launch = StepLaunch<float>;

/// The kernels of steps of several orders; a launch says which it is of.
class HostKernels {
 public:
  void add(const integrate::Term& term, const Model& model) {
    const std::uint32_t order = integration_order(term.kernel);
    StepShape shape = SharedTables<float>(model.space, model.table, 16).shape(order, 1);
    shape.params = 1;
    const std::string text = cuda_shim + cuda_step_source(term.kernel.source(),
                                                          kernel_symbol(term.kernel.name()), shape);
    modules_.emplace(order, toolchain::Module::load(toolchain::compile(
                                {text, "step.cu", toolchain::resolve_cpu("native")},
                                toolchain::Product::object)));
  }

  void register_all() {
    for (const char* name : {"step_start", "step_refresh", "step_walk", "step_sum"}) {
      fake_cuda::add_kernel(name, sizeof(Launch),
                            [this, name](const void* parameters, unsigned grid, unsigned threads) {
                              const auto& launch = *static_cast<const Launch*>(parameters);
                              const toolchain::Module& module = modules_.at(launch.tables.use / 64);
                              auto* const kernel = module.function<void(Launch)>(name);
                              auto& block = *static_cast<std::uint32_t*>(module.symbol("blockIdx"));
                              auto& thread =
                                  *static_cast<std::uint32_t*>(module.symbol("threadIdx"));
                              for (block = 0; block < grid; ++block) {
                                for (thread = 0; thread < threads; ++thread) kernel(launch);
                              }
                              return 0;
                            });
    }
  }

 private:
  std::map<std::uint32_t, toolchain::Module> modules_;
};

std::vector<integrate::Term> card_terms(std::uint32_t last) {
  std::vector<integrate::Term> terms;
  for (std::uint32_t n = 1; n <= last; ++n) {
    fake_cuda::add_kernel("hubbard_sun_density_straight", 80,
                          [](const void*, unsigned, unsigned) { return 1; });
    const Compiled compiled =
        compile_file(DIAGC_SOURCE_DIR "/grammars/hubbard/hubbard_sun_density.diag",
                     {.statics = {{"n", std::to_string(n)}},
                      .precision = diagc::Precision::fp32,
                      .target = Target::cuda,
                      .cuda_schedule = "straight",
                      .use_cache = false});
    if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
    terms.push_back({*compiled.kernel, {{"N", {2.0}}}, n % 2 == 1 ? 1.0 : -1.0});
  }
  return terms;
}

}  // namespace

TEST_CASE(
    "walkers on cards give the same for any number of threads, resumed or not, and agree with "
    "exact numbers") {
  if (const std::string why = cuda::why_no_nvrtc(); !why.empty()) {
    WARN("skipped: " << why);
    return;
  }
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  fake_cuda::reset();
  {
    Plan plan;
    plan.model = make_model(cluster_options({{0}}, 0.3, 2));
    plan.terms = card_terms(2);
    plan.walkers = 1024;
    plan.warmup_steps = 128;
    plan.steps = 5e5;
    plan.use_cache = false;
    plan.costs = CostModel{.step = 1e-6, .pair = 0, .operation = 0};
    HostKernels kernels;
    for (const integrate::Term& term : plan.terms) kernels.add(term, plan.model);
    kernels.register_all();

    plan.threads = 1;
    const auto one = integrate::integrate(plan).orders;
    const auto exact = atom_series(2, 2 * 0.3, 2);
    for (const OrderResult& order : one) {
      const auto n = static_cast<std::size_t>(order.order);
      INFO("order " << n << ": " << order.value << " ± " << order.error << " " << order.warning);
      CHECK(std::abs(order.value - exact[n] * std::pow(2.0, n)) < 5 * order.error);
      CHECK(order.error < 0.2 * std::abs(order.value));
    }
    plan.threads = 4;
    CHECK(integrate::integrate(plan).orders == one);

    plan.checkpoint = "/tmp/diagc-card-" + std::to_string(getpid());
    plan.steps = 1e5;
    CHECK(integrate::integrate(plan).orders != one);
    plan.steps = 5e5;
    plan.resume = true;
    CHECK(integrate::integrate(plan).orders == one);
    std::filesystem::remove(plan.checkpoint);
  }
  const fake_cuda::Alive alive = fake_cuda::alive();
  CHECK(alive.all() == 0);
  fake_cuda::reset();
}
