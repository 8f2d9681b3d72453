// Samples from trees on devices, independent ones and Markov chains, in both forms against those of a processor.
#include <catch2/catch.hpp>

#include <functional>
#include <memory>

#include "physics/series/sampling/tree/tree_cuda.h"
#include "tests/series_sampling/device_trees.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// What two groups of two blocks gave, with samples counted and without.
struct TreeWalk {
  std::vector<runs::Sums> sums;
  std::vector<std::int64_t> counts;
};
TreeWalk walk(TreePopulation& members, const TreePlan& plan) {
  members.set_plan(plan);
  TreeWalk walk;
  const auto stretch = [&](runs::Steps steps, std::span<std::int64_t> histogram) {
    std::vector<runs::Sums> sums(2,
                                 runs::Sums(TreePopulation::quantities, TreePopulation::counters));
    for (std::size_t part = 0; part < members.parts(); ++part) {
      const runs::GroupRange range = members.groups(part);
      members.advance(
          part, steps,
          {.groups = std::span(sums).subspan(range.first, range.size()), .histogram = histogram});
    }
    walk.sums.insert(walk.sums.end(), sums.begin(), sums.end());
  };
  stretch({3, 5}, {});
  walk.counts.resize(members.shape().cells);
  stretch({8, 2}, walk.counts);
  return walk;
}

/// To rounding errors of single samples.
void check_alike(const TreeWalk& a, const TreeWalk& b, double tolerance) {
  for (std::size_t i = 0; i < a.sums.size(); ++i) {
    const auto &x = a.sums[i], &y = b.sums[i];
    CHECK(x.rows == y.rows);
    CHECK(x.counts == y.counts);
    const double size = x.first[TreePopulation::magnitude];
    CHECK(size > 0);
    CHECK(std::abs(x.first[0] - y.first[0]) < tolerance * size);
    for (std::size_t j = 1; j < x.first.size(); ++j)
      CHECK(x.first[j] == Approx(y.first[j]).epsilon(tolerance));
    for (std::size_t j = 0; j < x.largest.size(); ++j)
      CHECK(x.largest[j] == Approx(y.largest[j]).epsilon(tolerance));
    for (const std::size_t j : {0, 3, 5})
      CHECK(x.second[j] == Approx(y.second[j]).epsilon(10 * tolerance));
  }
  std::int64_t all = 0, apart = 0;
  for (std::size_t cell = 0; cell < a.counts.size(); ++cell) {
    all += a.counts[cell];
    apart += std::abs(a.counts[cell] - b.counts[cell]);
  }
  CHECK(all > 0);
  CHECK(static_cast<double>(apart) < 1e-3 * static_cast<double>(all));
}

/// What chains of two groups of two blocks did: sums of two stretches, and where they are, [group] as processors save it: blocks of 64, rows of each.
struct Chain {
  std::vector<runs::Sums> sums;
  std::vector<std::vector<std::uint32_t>> places;
};

std::vector<std::vector<std::uint32_t>> places_of(const TreePopulation& members) {
  std::vector<std::vector<std::uint32_t>> places;
  for (std::size_t part = 0; part < members.parts(); ++part) {
    const runs::Bytes states = members.save(part);
    std::span<const std::byte> from(states);
    for (std::size_t group = 0; group < members.groups(part).size(); ++group) {
      auto& own = places.emplace_back(members.shape().state_bytes / sizeof(std::uint32_t));
      runs::read_numbers(from, std::span(own));
    }
    CHECK(from.empty());
  }
  return places;
}

std::vector<runs::Sums> sums_of_chains(TreePopulation& members, runs::Steps steps) {
  std::vector<runs::Sums> sums(2, runs::Sums(TreePopulation::quantities, TreePopulation::counters));
  for (std::size_t part = 0; part < members.parts(); ++part) {
    const runs::GroupRange range = members.groups(part);
    members.advance(
        part, steps,
        {.groups = std::span(sums).subspan(range.first, range.size()), .histogram = {}});
  }
  return sums;
}

/// `again`: the second stretch by other members, which were put where the first were and came back there from a detour.
Chain chain(const std::function<std::unique_ptr<TreePopulation>()>& make, const TreePlan& plan,
            bool again = false) {
  std::unique_ptr<TreePopulation> members = make();
  members->set_plan(plan);
  REQUIRE(members->walks());
  Chain chain;
  for (std::size_t part = 0; part < members->parts(); ++part) members->start(part, 2);
  const auto stretch = [&](runs::Steps steps) {
    for (const runs::Sums& sums : sums_of_chains(*members, steps)) chain.sums.push_back(sums);
    chain.places = places_of(*members);
  };
  stretch({3, 25});
  if (again) {
    std::vector<runs::Bytes> states;
    for (std::size_t part = 0; part < members->parts(); ++part)
      states.push_back(members->save(part));
    const runs::Bytes tables = members->tables();
    members = make();
    members->configure(tables);
    for (std::size_t part = 0; part < members->parts(); ++part)
      members->restore(part, states[part]);
    members->take_snapshot();
    sums_of_chains(*members, {1000, 7});
    CHECK(places_of(*members) != chain.places);
    members->roll_back();
  }
  stretch({28, 6});
  return chain;
}

/// As processors save them: devices have blocks of 128.
std::vector<std::uint32_t> in_halves(const std::vector<std::uint32_t>& places, std::size_t rows) {
  constexpr std::size_t block = TreePopulation::block_members, half = block / 2;
  std::vector<std::uint32_t> result;
  for (std::size_t first = 0; first < places.size(); first += rows * block) {
    for (const std::size_t part : {std::size_t{0}, half}) {
      for (std::size_t row = 0; row < rows; ++row) {
        const auto from = places.begin() + static_cast<std::ptrdiff_t>(first + row * block + part);
        result.insert(result.end(), from, from + half);
      }
    }
  }
  return result;
}

/// `rows`: of places, the first `meant` of which mean something.
void check_chains(const Chain& device, const Chain& processor, std::size_t rows, std::size_t meant,
                  double tolerance) {
  constexpr std::size_t half = TreePopulation::block_members / 2;
  std::size_t elsewhere = 0, all = 0;
  for (std::size_t group = 0; group < processor.places.size(); ++group) {
    const auto here = in_halves(device.places.at(group), rows);
    const auto& there = processor.places[group];
    REQUIRE(here.size() == there.size());
    for (std::size_t first = 0; first < here.size(); first += rows * half) {
      for (std::size_t i = 0; i < meant * half; ++i)
        elsewhere += here[first + i] == there[first + i] ? 0 : 1;
      all += meant * half;
    }
  }
  CHECK(all > 0);
  // Graphs for processors are not evaluated in the same order: a decision in hundreds of thousands may differ, in single precision one in thousands.
  CHECK(static_cast<double>(elsewhere) <= 10 * tolerance * static_cast<double>(all));
  for (std::size_t i = 0; i < processor.sums.size(); ++i) {
    const auto &x = device.sums[i], &y = processor.sums[i];
    const auto count = static_cast<double>(x.rows);
    CHECK(x.rows == y.rows);
    CHECK(x.counts[TreePopulation::broken] == 0);
    CHECK(x.counts[TreePopulation::accepted] > x.rows / 10);
    CHECK(std::abs(double(x.counts[TreePopulation::accepted]) -
                   double(y.counts[TreePopulation::accepted])) <= 10 * tolerance * count);
    for (std::size_t j = 0; j < x.first.size(); ++j)
      CHECK(std::abs(x.first[j] - y.first[j]) <= tolerance * count);
    for (std::size_t j = 0; j < x.second.size(); ++j)
      CHECK(std::abs(x.second[j] - y.second[j]) <= tolerance * count);
  }
}

template <class T>
void check_forms(lattice::ModelOptions options, const DeviceTree& which, double tolerance) {
  options.precision = lattice::Precision::fp64;
  options.derivative = lattice::Derivative::mu;
  const lattice::Model model = lattice::make_model(options);
  INFO(model.description);
  constexpr diagc::Precision precision =
      sizeof(T) == 4 ? diagc::Precision::fp32 : diagc::Precision::fp64;
  const auto tables = shared_tree_tables(model, precision, !which.derivative.empty());
  const SharedTables<T> shared(model.space, model.table, tree_bins,
                               which.derivative.empty() ? nullptr : &*model.derivative);
  const auto weights = bubble_weights(tables->classes(), model.space, model.table);
  LinkDistribution link = link_distribution(tables->classes(), weights, weights, 1);
  const bool alike = !which.derivative.empty();
  if (alike && model.space.cell_sites == 1)
    link = symmetrised(model.space, tables->classes(), link);
  const TreePlan plan{.links = {link, link, alike ? 1 : 0.6}, .size = 0.01};
  TreePlan sobol_plan = plan;
  sobol_plan.sobol = 1;
  const auto sums_by = [&](const TreePlan& by, const Kernel& kernel) {
    const auto members =
        tables->make(integrand_of(which, kernel),
                     {.seed = 12345, .groups = {1, 15}, .group_blocks = 2, .use_cache = false});
    return walk(*members, by);
  };
  const Compiled compiled = compile_file(
      which.file,
      {.statics = {{which.order_static, std::to_string(which.m)}}, .precision = precision});
  TreePlan chain_plan = plan;
  chain_plan.normalisation = 0.02;
  const auto chain_of = [&](const Kernel& kernel, bool again) {
    return chain(
        [&] {
          return tables->make(
              integrand_of(which, kernel),
              {.seed = 12345, .groups = {1, 15}, .group_blocks = 2, .use_cache = false});
        },
        chain_plan, again);
  };
  const std::size_t rows = (shared.codes().one_code() ? 2 : 3) * (which.m + 1),
                    meant = model.space.sites == 1 ? which.m + 1 : rows;
  const TreeWalk expected = sums_by(plan, *compiled.kernel);
  const TreeWalk expected_sobol = sums_by(sobol_plan, *compiled.kernel);
  CHECK(expected_sobol.sums != expected.sums);
  const Chain expected_chain = chain_of(*compiled.kernel, false);
  CHECK(expected.sums[0].rows == 5 * 256);
  CHECK(expected.sums[2].rows == 2 * 256);
  {
    const GpuKernel gpu(which.m, precision, "straight", which.file, which.order_static);
    const StepShape shape = tree_shape(shared, model.space, integrand_of(which, *gpu.kernel), 1);
    const HostModule module(
        cuda_tree_fused_source(kernel_part(*gpu.kernel, integrand), shape, 227 << 10).source,
        {"tree_walk", "tree_sum"}, "Launch");
    module.register_all();
    CHECK(module.parameter_bytes() == sizeof(TreeLaunch<T>));
    check_alike(sums_by(plan, *gpu.kernel), expected, tolerance);
    check_alike(sums_by(sobol_plan, *gpu.kernel), expected_sobol, tolerance);
    const HostModule chains(
        cuda_tree_chain_fused_source(kernel_part(*gpu.kernel, integrand), shape, 227 << 10).source,
        {"tree_start", "tree_refresh", "tree_chain", "tree_sum"}, "Launch");
    chains.register_all();
    check_chains(chain_of(*gpu.kernel, true), expected_chain, rows, meant, tolerance);
  }
  const GpuKernel gpu(which.m, precision, "chunked:operations=60", which.file, which.order_static);
  const StepShape shape = tree_shape(shared, model.space, integrand_of(which, *gpu.kernel), 1);
  const HostModule module(cuda_tree_split_source(shape), {"tree_draw", "tree_add", "tree_sum"},
                          "Launch");
  module.register_all();
  CHECK(module.parameter_bytes() == sizeof(TreeLaunch<T>));
  check_alike(sums_by(plan, *gpu.kernel), expected, tolerance);
  check_alike(sums_by(sobol_plan, *gpu.kernel), expected_sobol, tolerance);
  const HostModule chains(
      cuda_tree_chain_split_source(shape),
      {"tree_start", "tree_lines", "tree_settle", "tree_propose", "tree_decide", "tree_sum"},
      "Launch");
  chains.register_all();
  check_chains(chain_of(*gpu.kernel, true), expected_chain, rows, meant, tolerance);
}

}  // namespace

TEST_CASE("both forms of samples from trees on a device make the numbers of a processor",
          "[devices]") {
  if (!fake_gpu()) return;
  check_forms<double>(options_of_12_cells(lattice::Lattice::triangular), on_fixed, 1e-9);
  check_forms<double>(options_of_12_cells(lattice::Lattice::honeycomb), on_measured, 1e-9);
  check_forms<double>(cluster_options({{0.3, -1}, {-1, -0.2}}, 0.1, 2), on_measured, 1e-9);
  check_forms<double>(cluster_options({{0}}, 0.3, 2), on_fixed, 1e-9);
  check_forms<float>(options_of_12_cells(lattice::Lattice::triangular), on_fixed, 2e-3);
  CHECK(fake_cuda::alive().all() == 0);
  fake_cuda::reset();
}
