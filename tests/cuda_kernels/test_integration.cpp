// Integrals that a device samples against exact coefficients.
#include <catch2/catch.hpp>

#include <utility>

#include "diagc/compile.h"
#include "runtime/system/temporary_folder.h"
#include "tests/cuda_kernels/worker.h"
#include "tests/series_sampling/check_orders.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

namespace {

CompileOptions gpu_options(diagc::Precision precision, const std::string& schedule) {
  CompileOptions options;
  options.precision = precision;
  options.target = Target::cuda;
  options.cuda_schedule = schedule;
  options.tune_seconds = 0;
  options.compile_worker = {"/proc/self/exe", compile_worker_mode};
  return options;
}

const std::vector<std::vector<double>> plaquette = {
    {0, -1, 0, -1}, {-1, 0, -1, 0}, {0, -1, 0, -1}, {-1, 0, -1, 0}};

}  // namespace

TEST_CASE("a device: the SU(3) atom, orders 1 to 8, against its partition function",
          "[integration]") {
  const double beta = 2, mu = 0.3;
  std::vector<double> exact = atom_series(3, beta * mu, 8);
  for (std::size_t n = 0; n < exact.size(); ++n) exact[n] *= std::pow(beta, n);
  Plan plan;
  plan.model = lattice::make_model(cluster_options({{0}}, mu, beta));
  plan.terms =
      hubbard_terms("hubbard_sun_density", 1, 8, 3, gpu_options(diagc::Precision::fp32, "auto"));
  plan.walkers = 1 << 17;
  plan.steps = 4e9;
  check_orders(series::integrate(plan), exact, 0.2);
}

TEST_CASE("a device: a plaquette, orders 1 to 5, against exact diagonalisation", "[integration]") {
  struct Form {
    const char* schedule;
    GpuForm form;
  };
  for (const double beta : {1.0, 3.0}) {
    const lattice::ModelOptions options = cluster_options(plaquette, -0.4, beta);
    for (const diagc::Precision precision : {diagc::Precision::fp32, diagc::Precision::fp64}) {
      for (const auto& [schedule, form] :
           {Form{"straight", GpuForm::fused}, Form{"straight", GpuForm::split},
            Form{"chunked:operations=500", GpuForm::split}}) {
        lattice::ModelOptions exact_options = options;
        exact_options.precision = precision == diagc::Precision::fp32 ? lattice::Precision::fp32
                                                                      : lattice::Precision::fp64;
        Plan plan;
        plan.model = lattice::make_model(exact_options);
        plan.terms =
            hubbard_terms("hubbard_sun_density", 1, 5, 2, gpu_options(precision, schedule));
        plan.gpu_form = form;
        plan.weight_u = 2;
        plan.walkers = 1 << 16;
        plan.steps = 1e9;
        INFO("β = " << beta << ", " << (precision == diagc::Precision::fp32 ? "fp32 " : "fp64 ")
                    << schedule << (form == GpuForm::fused ? ", fused" : ", split"));
        check_orders(series::integrate(plan), exact_series(options, plan.model, 5), 0.1);
      }
    }
  }
}

TEST_CASE("a device: samples from trees of an uneven cluster against exact diagonalisation",
          "[integration]") {
  struct Form {
    const char* schedule;
    GpuForm form;
    std::uint32_t first;
  };
  const lattice::ModelOptions options =
      cluster_options({{0.3, -1, 0}, {-1, -0.2, -0.7}, {0, -0.7, 0}}, -0.4, 2);
  for (const auto& [sampling, name] :
       {std::pair(Sampling::independent, "independent"), std::pair(Sampling::tree, "tree")}) {
    for (const auto& [schedule, form, first] :
         {Form{"straight", GpuForm::fused, 2}, Form{"straight", GpuForm::split, 2},
          Form{"chunked:operations=500", GpuForm::split, 4},
          Form{"cooperative:matrix", GpuForm::split, 5}}) {
      lattice::ModelOptions with_derivative = options;
      with_derivative.flavours = 3;
      with_derivative.precision = lattice::Precision::fp64;
      with_derivative.derivative = lattice::Derivative::mu;
      Plan plan;
      plan.model = lattice::make_model(with_derivative);
      plan.terms = fixed_terms("hubbard_sun_cdet_density_fixed", first, 5, 3,
                               gpu_options(diagc::Precision::fp64, schedule));
      plan.sampling = sampling;
      plan.gpu_form = form;
      plan.weight_u = 2;
      plan.walkers = 1 << 15;
      plan.steps = 2e8;
      INFO(name << ", " << schedule << (form == GpuForm::fused ? ", fused" : ", split"));
      const series::Result result = series::integrate(plan);
      for (const OrderResult& order : result.orders) CHECK(order.sampling == name);
      check_orders(result, exact_series(with_derivative, plan.model, 5), 0.05);
    }
  }
}

TEST_CASE("a device: a resumed run is one that was not interrupted", "[integration]") {
  const TemporaryFolder folder;
  for (const GpuForm form : {GpuForm::fused, GpuForm::split}) {
    Plan plan;
    plan.model = lattice::make_model(cluster_options(plaquette, -0.4, 2));
    plan.terms = hubbard_terms("hubbard_sun_density", 1, 4, 2,
                               gpu_options(diagc::Precision::fp32, "straight"));
    plan.gpu_form = form;
    plan.walkers = 1 << 14;
    plan.steps = 6e9;
    const auto whole = series::integrate(plan).orders;
    plan.checkpoint = folder / (form == GpuForm::fused ? "fused" : "split");
    plan.steps = 5e8;
    CHECK(series::integrate(plan).orders != whole);
    plan.steps = 6e9;
    plan.resume = true;
    CHECK(series::integrate(plan).orders == whole);
  }
}

TEST_CASE("a device: resumed chains around trees are those that were not interrupted",
          "[integration]") {
  const TemporaryFolder folder;
  for (const GpuForm form : {GpuForm::fused, GpuForm::split}) {
    lattice::ModelOptions options = cluster_options(plaquette, -0.4, 2);
    options.precision = lattice::Precision::fp64;
    options.derivative = lattice::Derivative::mu;
    Plan plan;
    plan.model = lattice::make_model(options);
    plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 2, 4, 2,
                             gpu_options(diagc::Precision::fp64, "straight"));
    plan.sampling = Sampling::tree;
    plan.gpu_form = form;
    plan.walkers = 1 << 14;
    plan.steps = 2e9;
    const auto whole = series::integrate(plan).orders;
    plan.checkpoint = folder / (form == GpuForm::fused ? "fused" : "split");
    plan.steps = 2e8;
    CHECK(series::integrate(plan).orders != whole);
    plan.steps = 2e9;
    plan.resume = true;
    CHECK(series::integrate(plan).orders == whole);
  }
}
