// The digest of an order, part by part: a run goes on where nothing has changed that its numbers depend on.
#include <catch2/catch.hpp>

#include <functional>
#include <set>

#include "physics/series/sampling/order_digest.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

namespace {

constexpr std::uint32_t walkers = 1024;

/// Order 3 of a trimer whose measured point is integrated out: the integrand takes the propagator's derivative, too.
Plan trimer() {
  lattice::ModelOptions options = cluster_options({{0, -1, 0}, {-1, 0.4, -1}, {0, -1, 0}}, 0.3, 2);
  options.derivative = lattice::Derivative::mu;
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_sun_cdet_density_fixed", 3, 3, 2, {.machine_code = false});
  return plan;
}

runs::Digest digest_of(const Plan& plan) { return order_digest(plan, plan.terms.front(), walkers); }

}  // namespace

TEST_CASE("every part of a line of an order's digest counts") {
  const Plan plan = trimer();
  const runs::Digest digest = digest_of(plan);
  struct Case {
    const char* line;
    std::function<void(Plan&)> change;
  };
  const std::vector<Case> cases = {
      {"sites", [](Plan& to) { to.model.space.roots[0] = 2; }},
      {"sites", [](Plan& to) { to.model.space.root_weights[0] += 0.1; }},
      {"sites", [](Plan& to) { ++to.model.space.row_of[0]; }},
      {"propagators", [](Plan& to) { ++to.model.table.rows; }},
      {"propagators", [](Plan& to) { to.model.table.intervals *= 2; }},
      {"propagators", [](Plan& to) { ++to.model.table.degree; }},
      {"propagators", [](Plan& to) { to.model.table.coefficients.back() += 1e-3; }},
      {"propagators", [](Plan& to) { to.model.table.equal_time.back() += 1e-3; }},
      {"derivative", [](Plan& to) { ++to.model.derivative->rows; }},
      {"derivative", [](Plan& to) { to.model.derivative->intervals *= 2; }},
      {"derivative", [](Plan& to) { ++to.model.derivative->degree; }},
      {"derivative", [](Plan& to) { to.model.derivative->coefficients.back() += 1e-3; }},
      {"derivative", [](Plan& to) { to.model.derivative->equal_time.back() += 1e-3; }},
      {"derivative", [](Plan& to) { to.model.derivative.reset(); }},
      {"sampling", [](Plan& to) { to.sampling = Sampling::tree; }},
      {"sampling", [](Plan& to) { to.draws = Draws::random; }},
      {"sampling", [](Plan& to) { to.warmup_steps *= 2; }},
      {"sampling", [](Plan& to) { ++to.terms[0].order; }},
      {"rules", [](Plan& to) { to.terms[0].rules = "other rules"; }},
  };
  for (const Case& each : cases) {
    INFO(each.line);
    Plan other = plan;
    each.change(other);
    const std::string difference = runs::difference(digest_of(other), digest);
    INFO(difference);
    CHECK(difference.starts_with(each.line + std::string(": found ")));
  }
}

TEST_CASE("an order's digest is that of another machine") {
  const Plan plan = trimer();
  Plan other = plan;
  // Tables may differ in their last digits, a kernel in its code.
  for (double& coefficient : other.model.table.coefficients) coefficient *= 1 + 1e-15;
  for (double& coefficient : other.model.derivative->coefficients) coefficient *= 1 + 1e-15;
  const char* const rules = "the same rules";
  Plan with_rules = plan;
  with_rules.terms[0].rules = other.terms[0].rules = rules;
  CHECK(digest_of(other) == digest_of(with_rules));
}
