// What bench --integrate measures of a rule file: which steps, and how many of them a call is.
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "diagc/compile.h"
#include "process.h"
#include "programs/bench/row_arrays.h"
#include "programs/bench/step_rates.h"

using namespace diagc;
using namespace diagc::bench;

namespace {

/// Calls the kernel once and the steps five times.
std::vector<double> clock_of_steps(const std::vector<std::function<void()>>& functions) {
  REQUIRE(functions.size() == 2);
  functions[0]();
  for (int call = 0; call < 5; ++call) functions[1]();
  return {2, 3};
}

Kernel density(const std::string& name, const std::string& order) {
  CompileOptions options;
  options.statics = {{order, "2"}};
  options.precision = Precision::fp64;
  options.use_cache = false;
  const Compiled compiled = compile_file(grammar(name), options);
  REQUIRE(compiled.kernel);
  return *compiled.kernel;
}

StepRates measured(const Kernel& kernel, const StepKind& kind) {
  Machine machine;
  machine.l2 = 1U << 17U;
  return measure_steps(kernel, {{"N", {6.0}}}, kind, machine,
                       {.walkers = 300, .timer = clock_of_steps});
}

double configurations(const Kernel& kernel) {
  Machine machine;
  machine.l2 = 1U << 17U;
  return static_cast<double>(cached_batch<double>(kernel, machine).configurations());
}

/// What `diagc bench ARGUMENTS --integrate -p N=6 --json` prints as its only row.
nlohmann::json row(const std::string& arguments) {
  const Finished done = Folder().diagc("bench " + arguments + " --integrate -p N=6 --json");
  INFO(done.err);
  REQUIRE(done.code == 0);
  return nlohmann::json::parse(done.out).at(0);
}

}  // namespace

TEST_CASE("bench: rates of independent samples are those of four stretches of a group") {
  const Kernel kernel = density("hubbard_sun_cdet_density_fixed", "m");
  const StepKind kind{.form = series::integrand_form(kernel, "G", "H"),
                      .all_labellings = true,
                      .sampling = series::Sampling::independent};
  const StepRates rates = measured(kernel, kind);
  CHECK(rates.evaluations == 2 * configurations(kernel));
  CHECK(rates.steps == 3 * 4 * 32 * 128);  // of so few operations stretches have 32 steps
  CHECK(rates.sampling == "independent");
  CHECK(rates.acceptance == 1);
  CHECK(rates.walker_bytes == 0);
  CHECK(rates.changed == 12);  // G and H there and back, of three pairs
}

TEST_CASE("bench: chains are measured around rule files that sum one labelling") {
  const Kernel kernel = density("hubbard_sun_density", "n");
  const StepRates rates = measured(kernel, {.form = series::integrand_form(kernel)});
  CHECK(rates.evaluations == 2 * configurations(kernel));
  CHECK(rates.steps > 0);
  CHECK(rates.sampling == "chain");
  CHECK(rates.acceptance > 0.1);
  CHECK(rates.acceptance < 0.9);
  CHECK(rates.walker_bytes > 0);
  CHECK(rates.changed == 4);
}

TEST_CASE("bench: chains around trees keep places and reject") {
  const Kernel kernel = density("hubbard_sun_cdet_density", "n");
  const StepKind kind{.form = series::integrand_form(kernel),
                      .all_labellings = true,
                      .sampling = series::Sampling::tree};
  const StepRates rates = measured(kernel, kind);
  CHECK(rates.sampling == "tree");
  CHECK(rates.acceptance > 0.1);
  CHECK(rates.acceptance < 0.95);
  CHECK(rates.walker_bytes == 4 * 2 * 3);  // times and codes of three vertices
  CHECK(rates.changed == 6);
}

TEST_CASE("bench: steps of every form of rule file, by default as integrate takes them", "[slow]") {
  const auto independent = row("hubbard_sun_cdet_density_fixed -D m=2 --precision fp64");
  CHECK(independent.at("sampling") == "independent");
  CHECK(independent.at("propagators") == 12);
  CHECK(independent.at("steps_per_s") > 1e5);
  CHECK(row("hubbard_sun_cdet_log_z -D n=3 --precision fp64").at("sampling") == "independent");
  CHECK(row("hubbard_sun_symmetric_density -D n=2").at("sampling") == "independent");
  CHECK(row("hubbard_sun_symmetric_density -D n=2 --sampling chain").at("sampling") == "chain");
  CHECK(row("hubbard_sun_density -D n=2").at("sampling") == "chain");
  const auto mixed =
      row("hubbard_sun_cdet_density_fixed -D m=2 --precision mixed --sampling independent");
  CHECK(mixed.at("sampling") == "independent");
  CHECK(mixed.at("steps_per_s") > 1e5);
}

TEST_CASE("bench: steps that a rule file cannot make") {
  const auto refused = [](const std::string& arguments, const std::string& message) {
    const Finished done = Folder().diagc("bench " + arguments);
    INFO(done.err);
    CHECK(done.code == 2);
    CHECK(done.err.find(message) != std::string::npos);
  };
  refused("hubbard_sun_density -D n=2 -p N=6 --integrate --sampling independent",
          "found --sampling independent for hubbard_sun_density, which sums one labelling");
  refused("hubbard_sun_cdet_density_fixed -D m=2 -p N=6 --integrate --sampling chain",
          "found no measured vertex in hubbard_sun_cdet_density_fixed");
  refused("hubbard_sun_cdet_density_fixed -D m=0 -p N=6 --integrate",
          "found hubbard_sun_cdet_density_fixed of one vertex");
  refused("hubbard_sun_density -D n=2 -p N=6 --sampling chain",
          "found --sampling without --integrate");
  refused("hubbard_sun_cdet_density_fixed -D m=2 -p N=6 --precision mixed",
          "found --precision mixed without --integrate, expected both, or fp32 or fp64");
  refused("hubbard_sun_cdet_density_fixed -D m=2 -p N=6 --integrate --precision mixed",
          "found --precision mixed without --sampling independent, expected both, or fp64");
}
