// NVRTC compiles what samples from trees are emitted as, of all forms, precisions and orders; skipped where it is not there.
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>

#include "physics/series/sampling/tree/tree_cuda.h"
#include "runtime/cuda/compile.h"
#include "tests/series_sampling/device_trees.h"

using namespace diagc;
using namespace diagc::series;

TEST_CASE("NVRTC takes samples from trees", "[devices]") {
  if (!fake_gpu()) return;
  auto options = options_of_12_cells(lattice::Lattice::square);
  options.size = {16, 16};
  options.derivative = lattice::Derivative::mu;
  const lattice::Model model = lattice::make_model(options);
  const auto check = [](const std::string& source, std::size_t launch, const std::string& first) {
    const cuda::Object object = cuda::compile({"step.cu", source}, {.architecture = "sm_90"});
    bool found = false;
    for (const auto& kernel : object.kernels) {
      found = found || kernel.name == first;
      CHECK(kernel.parameter_bytes == launch);
      if (std::getenv("SHOW"))
        std::printf("  %s: %d registers, %zu spill bytes, %zu stack\n", kernel.name.c_str(),
                    kernel.registers, static_cast<std::size_t>(kernel.spill_stores),
                    static_cast<std::size_t>(kernel.stack_bytes));
    }
    CHECK(found);
  };
  const SharedTables<double> doubles(model.space, model.table, tree_bins, &*model.derivative);
  const SharedTables<float> floats(model.space, model.table, tree_bins, &*model.derivative);
  for (const std::uint32_t m : {1U, 9U}) {
    for (const bool symmetric : {true, false}) {
      StepShape shape = doubles.shape(m, 1);
      shape.derivative_input = 1;
      shape.alike = shape.symmetric = symmetric;
      if (std::getenv("SHOW")) std::printf("m = %u, symmetric %d\n", m, symmetric);
      check(cuda_tree_split_source(shape), sizeof(TreeLaunch<double>), "tree_draw");
      check(cuda_tree_chain_split_source(shape), sizeof(TreeLaunch<double>), "tree_propose");
      StepShape mixed = shape;
      mixed.mixed = true;
      check(cuda_tree_split_source(mixed), sizeof(TreeLaunch<double>), "tree_select");
      StepShape single = floats.shape(m, 1);
      single.derivative_input = 1;
      single.alike = single.symmetric = symmetric;
      check(cuda_tree_split_source(single), sizeof(TreeLaunch<float>), "tree_draw");
      check(cuda_tree_chain_split_source(single), sizeof(TreeLaunch<float>), "tree_propose");
    }
  }
  for (const std::uint32_t m : {2U, 4U}) {
    const GpuKernel gpu(m, diagc::Precision::fp64, "straight", fixed_file, "m");
    StepShape shape = doubles.shape(m, 1);
    shape.derivative_input = 1;
    shape.alike = shape.symmetric = true;
    if (std::getenv("SHOW")) std::printf("fused, m = %u\n", m);
    check(cuda_tree_fused_source(kernel_part(*gpu.kernel, integrand), shape, 227 << 10).source,
          sizeof(TreeLaunch<double>), "tree_walk");
    check(
        cuda_tree_chain_fused_source(kernel_part(*gpu.kernel, integrand), shape, 227 << 10).source,
        sizeof(TreeLaunch<double>), "tree_chain");
  }
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}
