// Samples from trees on devices that are evaluated in single precision, and some of them again in double, against those of a processor.
#include <catch2/catch.hpp>

#include "physics/series/sampling/tree/tree_cuda.h"
#include "tests/series_sampling/device_trees.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// Of two groups of two blocks: f in single precision is chosen, counted and evaluated again as on a processor; and what a group gives does not
/// depend on the others of its device.
void check_mixed(const lattice::ModelOptions& given) {
  lattice::ModelOptions options = given;
  options.precision = lattice::Precision::fp64;
  options.derivative = lattice::Derivative::mu;
  const lattice::Model model = lattice::make_model(options);
  INFO(model.description);
  const auto tables = shared_tree_tables(model, diagc::Precision::fp64, true);
  const SharedTables<double> shared(model.space, model.table, tree_bins, &*model.derivative);
  const auto weights = bubble_weights(tables->classes(), model.space, model.table);
  LinkDistribution link = link_distribution(tables->classes(), weights, weights, 1);
  if (model.space.cell_sites == 1) link = symmetrised(model.space, tables->classes(), link);
  const auto sums_of = [&](const Kernel& kernel, const Kernel& single, double size,
                           const std::vector<std::uint32_t>& groups) {
    TreeIntegrand integrand = integrand_of(on_fixed, kernel);
    integrand.single = single;
    const auto members = tables->make(
        integrand, {.seed = 12345, .groups = groups, .group_blocks = 2, .use_cache = false});
    members->set_plan({.links = {link, link, 1}, .size = size});
    std::vector<runs::Sums> sums(groups.size(),
                                 runs::Sums(TreePopulation::quantities, TreePopulation::counters));
    for (std::size_t part = 0; part < members->parts(); ++part) {
      const runs::GroupRange range = members->groups(part);
      // One of the steps checks all members of half a block of group 1.
      members->advance(
          part, {58, 5},
          {.groups = std::span(sums).subspan(range.first, range.size()), .histogram = {}});
    }
    return sums;
  };
  const auto on_processor = [&](diagc::Precision precision) {
    return *compile_file(on_fixed.file, {.statics = {{"m", "3"}}, .precision = precision}).kernel;
  };
  const Kernel kernel = on_processor(diagc::Precision::fp64),
               single = on_processor(diagc::Precision::fp32);
  const GpuKernel gpu(3, diagc::Precision::fp64, "chunked:operations=60", on_fixed.file, "m"),
      single_gpu(3, diagc::Precision::fp32, "straight", on_fixed.file, "m");
  TreeIntegrand integrand = integrand_of(on_fixed, *gpu.kernel);
  integrand.single = *single_gpu.kernel;
  const HostModule module(cuda_tree_split_source(tree_shape(shared, model.space, integrand, 1)),
                          {"tree_draw", "tree_select", "tree_add", "tree_sum"}, "Launch");
  module.register_all();
  CHECK(module.parameter_bytes() == sizeof(TreeLaunch<double>));
  for (const double size : {0.0, 1e-4, 1e9}) {  // all, some, none are above it
    const auto expected = sums_of(kernel, single, size, {1, 15}),
               found = sums_of(*gpu.kernel, *single_gpu.kernel, size, {1, 15});
    for (std::size_t group = 0; group < 2; ++group) {
      const double magnitude = expected[group].first[TreePopulation::magnitude];
      CHECK(magnitude > 0);
      for (std::size_t i = 0; i < expected[group].first.size(); ++i) {
        CHECK(found[group].first[i] ==
              Approx(expected[group].first[i]).margin((size > 0 ? 1e-4 : 1e-9) * magnitude));
      }
      const std::uint32_t number[] = {1, 15};
      CHECK(sums_of(*gpu.kernel, *single_gpu.kernel, size, {number[group]}).front() ==
            found[group]);
    }
  }
}

}  // namespace

TEST_CASE("samples of mixed precision on a device are those of a processor", "[devices]") {
  if (!fake_gpu()) return;
  check_mixed(options_of_12_cells(lattice::Lattice::triangular));
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}
