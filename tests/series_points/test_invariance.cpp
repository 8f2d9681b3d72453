// Numbers of points joined by lines do not depend on threads, ranks and interruptions, and runs go on only under what they were begun with.
#include <catch2/catch.hpp>
#include <memory>
#include <mutex>

#include "physics/series/sampling/integrate.h"
#include "programs/command/progress.h"
#include "programs/integrate/integrand.h"
#include "programs/integrate/plan.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// Of a job with interactions between sites, at two frequencies.
Plan plan_with(const std::string& V = "[1, 0.5]", const std::string& frequencies = "[0, 1]") {
  const Job job = read_job(std::make_shared<const Source>(
      "job.toml",
      "[rules]\nfile = \"pair_interaction_self_energy\"\ninputs = { V = \"interaction\" "
      "}\n[measure]\npoints = " +
          frequencies + "\n[model]\nlattice = \"chain\"\nsize = [4]\nbeta = 1.5\nV = " + V +
          "\n[orders]\nto = 2\n[run]\ntarget = \"cpu\"\nwarm_up = 64\nsteps = 1500000\nwalkers = "
          "1024\n"));
  diagc::Progress progress;
  integrate::Integrand integrand = integrate::read_integrand(job, progress);
  lattice::ModelOptions options = points(job).front();
  integrate::set_lines(integrand, options);
  const lattice::Model model = integrate::model_of(job, options);
  integrate::compile_kernels(integrand, job, {}, progress);
  Plan plan = integrate::plan_of(job, integrand, model, 0);
  plan.threads = 1;
  return plan;
}

void check_same(const Result& a, const Result& b) {
  CHECK(a.orders == b.orders);
  CHECK(a.components == b.components);
}

}  // namespace

TEST_CASE("threads, ranks and a stop between change no bit of what points give") {
  const TemporaryFolder folder;
  Plan plan = plan_with();
  const Result one = series::integrate(plan);
  REQUIRE(one.components.size() == 4);
  CHECK(one.components[1].orders == one.orders);
  CHECK(one.orders.back().steps >= 1500000);
  plan.threads = 3;
  check_same(series::integrate(plan), one);
  plan.threads = 1;

  runs::RankThreads ranks(2);
  Result of_ranks;
  ranks.run([&](runs::Ranks& own) {
    Plan share = plan;
    share.ranks = &own;
    Result result = series::integrate(share);
    if (own.rank() == 0) of_ranks = std::move(result);
  });
  check_same(of_ranks, one);

  Plan first = plan;
  first.checkpoint = folder / "run.checkpoint";
  first.steps = 200000;
  const Result half = series::integrate(first);
  CHECK(half.orders.back().steps < one.orders.back().steps);
  first.steps = plan.steps;
  first.resume = true;
  check_same(series::integrate(first), one);
}

TEST_CASE("a checkpoint of points is that of its lines and of what was measured") {
  const TemporaryFolder folder;
  Plan plan = plan_with();
  plan.checkpoint = folder / "run.checkpoint";
  plan.steps = 1;
  series::integrate(plan);
  const auto refusal = [&](Plan other) {
    other.checkpoint = plan.checkpoint;
    other.resume = true;
    try {
      series::integrate(other);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK_THAT(refusal(plan_with("[1, 0.4]")), Catch::Contains("lines 1"));
  CHECK_THAT(refusal(plan_with("[1, 0.5]", "[0, 2]")), Catch::Contains("points"));
}
