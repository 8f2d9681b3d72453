#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "compiler/driver/compilation.h"
#include "compiler/emit/cuda/part.h"
#include "physics/series/sampling/step_cuda.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/nvrtc.h"
#include "tests/series_sampling/cuda_shim.h"
#include "tests/series_sampling/step_setup.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// A kernel as a part for devices, made without one.
KernelPart gpu_part(std::uint32_t order, bool single_precision) {
  const rules::Rules rules =
      read_rules(read_source(DIAGC_SOURCE_DIR "/grammars/hubbard/hubbard_sun_density.diag"));
  FrontOptions front;
  front.expand.statics = {{"n", std::to_string(order)}};
  const Graph graph = expand_and_simplify(rules, front).graph;
  CudaOptions options;
  options.single_precision = single_precision;
  Part part =
      emit_cuda_part(graph, schedule_kernel(rules, front, graph, schedule_options(options.form)),
                     options, integrand);
  KernelPart result;
  result.source = std::move(part.source);
  result.name = integrand;
  result.resources.threads = part.threads;
  result.resources.blocks = part.blocks;
  return result;
}

/// The same steps by the CUDA source, compiled as C++, and by the step of this processor: the same walkers at the same places.
template <class T>
void check_same_walk(const lattice::Model& model, std::uint32_t order,
                     std::vector<std::uint8_t> moves) {
  StepSetup<T> setup(model, "hubbard_sun_density", order, {3}, 8, std::move(moves), 0.01);
  const StepShape shape = setup.shared.shape(order, 1);
  const std::string text =
      cuda_shim + cuda_fused_source(gpu_part(order, sizeof(T) == 4), shape, 227 << 10).source;
  const auto module = toolchain::Module::load(toolchain::compile(
      {text, "step.cu", toolchain::resolve_cpu("native")}, toolchain::Product::object));
  auto* const thread = static_cast<std::uint32_t*>(module.symbol("threadIdx"));
  auto* const block = static_cast<std::uint32_t*>(module.symbol("blockIdx"));

  constexpr std::uint32_t walkers = WalkerBlock<T>::walkers, blocks = 2, all = blocks * walkers;
  const std::uint32_t numbers[blocks] = {5, 2};
  std::vector<T> rows(setup.code.number_rows() * all), scratch(setup.code.scratch_rows() * all);
  std::vector<std::uint32_t> integers(setup.code.integer_rows() * all), scratch_integers(integers);
  std::vector<StepSums> walker_sums(all), sums(blocks);
  std::vector<T> history(2 * history_steps * all);
  std::vector<std::uint32_t> broken(all);
  StepLaunch<T> launch{.tables = setup.tables.pointers(),
                       .block = {.numbers = rows.data(),
                                 .scratch_numbers = scratch.data(),
                                 .integers = integers.data(),
                                 .scratch_integers = scratch_integers.data(),
                                 .work = nullptr,
                                 .stride = all,
                                 .walkers = all,
                                 .first_walker = 0},
                       .block_numbers = numbers,
                       .walker_sums = walker_sums.data(),
                       .sums = sums.data(),
                       .first = 3,
                       .steps = 100,
                       .history = history.data(),
                       .broken = broken.data()};
  const auto run = [&](const char* name, std::uint32_t grid) {
    auto* const kernel = module.function<void(StepLaunch<T>)>(name);
    for (*block = 0; *block < grid; ++*block) {
      for (*thread = 0; *thread < walkers; ++*thread) kernel(launch);
    }
  };
  run("step_start", blocks);
  run("step_refresh", blocks);
  run("step_walk", blocks);
  run("step_sum", 1);

  for (std::uint32_t b = 0; b < blocks; ++b) {
    WalkerBlock<T> expected(setup.code, numbers[b] * walkers);
    StepBlock<T> view = expected.view(setup.code);
    StepSums expected_sums;
    setup.code.start(setup.tables.pointers(), view, 3);
    setup.code.walk(setup.tables.pointers(), view, 3, 100, expected_sums);
    for (std::uint32_t row = 0; row < setup.code.integer_rows(); ++row) {
      INFO("block " << b << ", row " << row);
      CHECK(std::equal(expected.integers(row), expected.integers(row) + walkers,
                       integers.begin() + row * all + b * walkers));
    }
    CHECK(sums[b].f == Approx(expected_sums.f).epsilon(1e-5));
    CHECK(sums[b].w == Approx(expected_sums.w).epsilon(1e-5));
    CHECK(sums[b].ff == Approx(expected_sums.ff).epsilon(1e-5));
    CHECK(sums[b].fw == Approx(expected_sums.fw).epsilon(1e-5));
    CHECK(sums[b].ww == Approx(expected_sums.ww).epsilon(1e-5));
    for (int kind = 0; kind < 4; ++kind)
      CHECK(sums[b].accepted[kind] == expected_sums.accepted[kind]);
    CHECK(sums[b].broken == 0);
  }
}

lattice::ModelOptions small_lattice(lattice::Lattice kind) {
  lattice::ModelOptions options;
  options.lattice = kind;
  options.size = {4, 6};
  options.filling = 0.4;
  options.beta = 2;
  options.precision = lattice::Precision::fp64;
  return options;
}

std::vector<std::uint8_t> every_move(std::uint32_t order, bool roots) {
  std::vector<std::uint8_t> moves{0};
  for (std::uint32_t v = 1; v <= order; ++v) {
    moves.push_back(move_number(Move::draw, order, v));
    moves.push_back(move_number(Move::shift, order, v));
  }
  if (roots) moves.push_back(move_number(Move::root, order, 0));
  return moves;
}

}  // namespace

TEST_CASE("steps of devices walk as steps of processors do", "[devices]") {
  SECTION("lattice") {
    const lattice::Model model = lattice::make_model(small_lattice(lattice::Lattice::triangular));
    check_same_walk<float>(model, 3, every_move(3, false));
    check_same_walk<double>(model, 2, every_move(2, false));
  }
  SECTION("two sites a cell") {
    check_same_walk<double>(lattice::make_model(small_lattice(lattice::Lattice::honeycomb)), 2,
                            every_move(2, false));
  }
  SECTION("cluster with sites that differ") {
    lattice::ModelOptions options;
    options.lattice = lattice::Lattice::cluster;
    options.hopping = {{0.3, -1, 0}, {-1, 0, -0.5}, {0, -0.5, -0.2}};
    options.mu = 0.1;
    options.beta = 2;
    check_same_walk<float>(lattice::make_model(options), 4, every_move(4, true));
  }
}

TEST_CASE("a block of fused steps takes no more shared memory than a device has", "[devices]") {
  const lattice::Model model = lattice::make_model(small_lattice(lattice::Lattice::triangular));
  const StepShape shape = SharedTables<float>(model.space, model.table, 16).shape(7, 1);
  const KernelPart kernel = gpu_part(7, true);
  const FusedStep large = cuda_fused_source(kernel, shape, 227 << 10),
                  small = cuda_fused_source(kernel, shape, large.shared_bytes - 1);
  CHECK(large.threads == 256);
  CHECK(small.threads == 128);
  CHECK(small.shared_bytes == large.shared_bytes / 2);
  for (const FusedStep& step : {large, small}) {
    const std::string bounds =
        "constexpr unsigned threads = " + std::to_string(step.threads) + ", blocks = 1,";
    CHECK(step.source.find(bounds) != std::string::npos);
  }
}

TEST_CASE("NVRTC takes the steps of devices", "[devices]") {
  if (const std::string why = cuda::why_no_nvrtc(); !why.empty()) {
    WARN("skipped: " << why);
    return;
  }
  const lattice::Model model = lattice::make_model(small_lattice(lattice::Lattice::triangular));
  const auto check = [](const std::string& source, std::size_t launch,
                        const std::vector<std::string>& expected) {
    const cuda::Object object = cuda::compile({"step.cu", source}, {.architecture = "sm_90"});
    std::vector<std::string> names;
    for (const auto& kernel : object.kernels) {
      names.push_back(kernel.name);
      CHECK(kernel.parameter_bytes == launch);
      if (std::getenv("SHOW"))
        std::printf("  %s: %d registers, %zu spill bytes, %zu stack\n", kernel.name.c_str(),
                    kernel.registers, static_cast<std::size_t>(kernel.spill_stores),
                    static_cast<std::size_t>(kernel.stack_bytes));
    }
    std::ranges::sort(names);
    CHECK(names == expected);
  };
  for (const bool single : {true, false}) {
    const std::size_t launch = single ? sizeof(StepLaunch<float>) : sizeof(StepLaunch<double>);
    for (const std::uint32_t order : {1U, 4U, 5U, 6U, 7U, 8U}) {
      const StepShape shape =
          single ? SharedTables<float>(model.space, model.table, 16).shape(order, 1)
                 : SharedTables<double>(model.space, model.table, 16).shape(order, 1);
      if (std::getenv("SHOW")) std::printf("order %u %s\n", order, single ? "fp32" : "fp64");
      if (order <= 4)
        check(cuda_fused_source(gpu_part(order, single), shape, 227 << 10).source, launch,
              {"step_refresh", "step_start", "step_sum", "step_walk"});
      check(cuda_split_source(shape), launch,
            {"step_decide_propose", "step_decide_propose_all", "step_lines", "step_settle",
             "step_start", "step_sum"});
    }
  }
}
