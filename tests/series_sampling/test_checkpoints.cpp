// Runs of series that go on: what they go on from, and with what.
#include <catch2/catch.hpp>

#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "physics/series/sampling/order_digest.h"
#include "runtime/system/temporary_folder.h"
#include "tests/series_sampling/check_orders.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;
namespace fs = std::filesystem;

namespace {

struct CheckpointPath {
  const TemporaryFolder folder;
  const fs::path path = folder / "checkpoint";
};

Plan dimer_plan(std::uint32_t last) {
  Plan plan;
  plan.model = lattice::make_model(cluster_options({{0, -1}, {-1, 0.4}}, 0.3, 2));
  plan.terms = hubbard_terms("hubbard_sun_density", 1, last, 2);
  plan.walkers = 1024;
  plan.warmup_steps = 256;
  plan.seed = 5;
  return plan;
}

/// One order by rules with another static, two outputs and a param.
series::Term two_outputs(const std::string& m, const std::string& output, double h,
                         diagc::Precision precision = diagc::Precision::fp32) {
  const Compiled compiled = compile_text(
      "grammar two\nstatic n : int\nstatic m : int\ninput G[0..n, 0..n] : real\nparam h : real\n"
      "output a = h * G[0,1] * G[n,0]\noutput b = h * G[0,1] * G[n,0] * G[1,1]\n",
      "two.diag", {.statics = {{"n", "1"}, {"m", m}}, .outputs = {output}, .precision = precision});
  if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
  return {.kernel = *compiled.kernel, .params = {{"h", {h}}}, .prefactor = 1, .rules = "the rules"};
}

}  // namespace

TEST_CASE("an order goes on under the same rules, model and sampling only") {
  const CheckpointPath checkpoint;
  Plan plan = dimer_plan(1);
  plan.terms = {two_outputs("1", "a", 1)};
  plan.steps = 1e5;
  plan.checkpoint = checkpoint.path;
  const Result first = series::integrate(plan);
  plan.resume = true;
  // What the numbers do not depend on may differ.
  plan.threads = 3;
  plan.steps = 2e5;
  plan.seconds = 100;
  plan.checkpoint_seconds = 1;
  plan.weight_u = 3;
  CHECK(series::integrate(plan).orders.size() == 1);

  struct Case {
    std::string line;
    std::function<void(Plan&)> change;
  };
  const auto with_term = [](const std::string& m, const std::string& output, double h,
                            diagc::Precision precision = diagc::Precision::fp32) {
    return [=](Plan& plan) { plan.terms = {two_outputs(m, output, h, precision)}; };
  };
  const std::vector<Case> cases = {
      {"rules", [](Plan& plan) { plan.terms[0].rules += "# more"; }},
      {"statics", with_term("2", "a", 1)},
      {"output", with_term("1", "b", 1)},
      {"params", with_term("1", "a", 2)},
      {"prefactor", [](Plan& plan) { plan.terms[0].prefactor = -1; }},
      {"model", [](Plan& plan) { plan.model.description += ", in another unit"; }},
      {"beta", [](Plan& plan) { plan.model.table.beta *= 1.5; }},
      {"sites", [](Plan& plan) { plan.model.space.root_weights = {0.25, 0.75}; }},
      {"sites",
       [](Plan& plan) { std::swap(plan.model.space.row_of[0], plan.model.space.row_of[1]); }},
      {"propagators", [](Plan& plan) { plan.model.table.equal_time[0] += 1e-3; }},
      {"propagators", [](Plan& plan) { plan.model.table.coefficients[7] += 1e-3; }},
      {"sampling", [](Plan& plan) { plan.warmup_steps = 128; }},
      {"precision", with_term("1", "a", 1, diagc::Precision::fp64)},
      {"seed", [](Plan& plan) { plan.seed = 6; }},
      {"walkers", [](Plan& plan) { plan.walkers = 2048; }},
  };
  std::set<std::string> tested = {"target"};  // by a test of the program, with a device
  for (const Case& other : cases) {
    INFO(other.line);
    tested.insert(other.line);
    Plan changed = plan;
    other.change(changed);
    std::string refusal;
    try {
      series::integrate(changed);
    } catch (const std::runtime_error& error) {
      refusal = error.what();
    }
    INFO(refusal);
    CHECK(refusal.starts_with(
        fmt::format("{}: found a checkpoint that cannot be resumed: it belongs to another job: "
                    "order 1, {}: found ",
                    checkpoint.path.string(), other.line)));
  }
  std::set<std::string> lines;
  const runs::Digest digest = order_digest(plan, plan.terms[0], 1024);
  for (const auto& [name, value] : digest.lines()) lines.insert(name);
  CHECK(lines == tested);
}

TEST_CASE("a finished run takes more orders and later ends") {
  const CheckpointPath checkpoint;
  Plan plan = dimer_plan(2);
  plan.checkpoint = checkpoint.path;
  plan.steps = 8e6;
  const Result two = series::integrate(plan);
  CHECK(two.run.ended_by == "steps");

  // More orders: those that were there keep their samples, the new ones catch up.
  plan = dimer_plan(4);
  plan.checkpoint = checkpoint.path;
  plan.resume = true;
  plan.steps = 4e7;
  const Result four = series::integrate(plan);
  REQUIRE(four.orders.size() == 4);
  for (std::size_t i = 0; i < 2; ++i) CHECK(four.orders[i].steps > two.orders[i].steps);
  Plan fresh = dimer_plan(4);
  fresh.steps = 4e7;
  const Result anew = series::integrate(fresh);
  for (std::size_t i = 0; i < 4; ++i) {
    INFO("order " << i + 1 << ": " << four.orders[i].steps << " steps, " << anew.orders[i].steps
                  << " where all began at once");
    CHECK(static_cast<double>(four.orders[i].steps) >
          0.4 * static_cast<double>(anew.orders[i].steps));
  }
  const lattice::ModelOptions options = cluster_options({{0, -1}, {-1, 0.4}}, 0.3, 2);
  check_orders(four, exact_series(options, plan.model, 4), 0.5);

  // Nothing is left to do.
  CHECK(series::integrate(plan).orders == four.orders);
  // A smaller error.
  plan.steps.reset();
  double error = 0;
  for (const OrderResult& order : four.orders) error += order.error * order.error;
  plan.target_error = 0.7 * std::sqrt(error);
  const Result better = series::integrate(plan);
  CHECK(better.run.ended_by == "target error");
  CHECK(better.run.steps > four.run.steps);
  // More time.
  plan.target_error.reset();
  plan.seconds = 0.5;
  const Result longer = series::integrate(plan);
  CHECK(longer.run.ended_by == "time limit");
  CHECK(longer.run.steps >= better.run.steps);
  // Of a scan, what ended by the same ends is left as it is.
  plan.keep_finished = true;
  CHECK(series::integrate(plan).orders == longer.orders);

  // Orders that are left out would lose their samples.
  plan = dimer_plan(1);
  plan.checkpoint = checkpoint.path;
  plan.resume = true;
  plan.steps = 1.0;
  CHECK_THROWS_WITH(
      series::integrate(plan),
      checkpoint.path.string() +
          ": found a checkpoint that cannot be resumed: it holds order 2, which this job lacks; "
          "expected one that this job has written");
}

TEST_CASE("a warm-up of new orders that is interrupted leaves the old ones and the file alone") {
  const CheckpointPath checkpoint;
  Plan plan = dimer_plan(1);
  plan.checkpoint = checkpoint.path;
  plan.steps = 1e5;
  const Result one = series::integrate(plan);
  const auto written = fs::last_write_time(checkpoint.path);
  plan = dimer_plan(2);
  plan.checkpoint = checkpoint.path;
  plan.resume = true;
  plan.steps = 1e9;
  std::stop_source stop;
  const Result stopped = series::integrate(
      plan,
      [&](const Snapshot& snapshot) {
        if (snapshot.stage == "warm-up") stop.request_stop();
      },
      stop.get_token());
  CHECK(stopped.run.ended_by == "interrupt");
  CHECK(stopped.orders == one.orders);
  CHECK(fs::last_write_time(checkpoint.path) == written);
}

namespace {

/// What a population says of bytes that are not its own; empty where it takes them.
template <class Action>
std::string refusal_of(const Action& action) {
  try {
    action();
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("tables and walkers that cannot be are refused, others are gone on with") {
  for (const bool several_roots : {false, true}) {
    lattice::ModelOptions options =
        cluster_options({{0.3, -1, 0}, {-1, 0, -0.5}, {0, -0.5, -0.6}}, 0.2, 1.5);
    if (!several_roots) {
      options = {};
      options.lattice = lattice::Lattice::honeycomb;
      options.size = {2, 3};
      options.filling = 0.4;
      options.beta = 2;
    }
    const lattice::Model model = lattice::make_model(options);
    const auto terms = hubbard_terms("hubbard_sun_density", 2, 2, 2);
    const auto tables = shared_walker_tables(model, diagc::Precision::fp32, 4);
    const auto population =
        tables->make(terms[0].kernel, {.params = {2}, .groups = {0}, .use_cache = false});
    const auto weights = bubble_weights(tables->classes(), model.space, model.table);
    population->set_plan(
        {.links = std::vector(2, link_distribution(tables->classes(), weights, weights, 1)),
         .moves = {1, 3, 2, 4},
         .shift_ticks = 1U << 29U,
         .normalisation = 0.01});
    population->start(0, 0);
    const runs::Bytes plan = population->tables(), states = population->save(0);
    CHECK(plan.size() <= population->shape().most_table_bytes);
    CHECK(states.size() == population->shape().state_bytes);
    const auto advance = [&] {
      std::vector<runs::Sums> sums(
          1, runs::Sums(OrderPopulation::quantities, OrderPopulation::counters));
      population->advance(0, {.first = 1, .count = 8}, {.groups = sums, .histogram = {}});
    };
    std::size_t taken = 0, refused = 0;
    const auto look = [&](const std::string& why) {
      if (!why.empty()) {
        ++refused;
        return;
      }
      ++taken;
      advance();
    };
    for (std::size_t at = 0; at + 4 <= plan.size(); at += 4) {
      for (const std::uint32_t value : {0U, 1U, 5U, 0x7fffffffU, 0xffffffffU, 0x7ff00000U}) {
        runs::Bytes changed = plan;
        std::memcpy(changed.data() + at, &value, sizeof value);
        look(refusal_of([&] { population->configure(changed); }));
      }
    }
    CHECK(taken > 0);
    CHECK(refused > plan.size() / 8);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{7}, plan.size() / 2, plan.size() - 1})
      CHECK_FALSE(refusal_of([&] { population->configure(std::span(plan).first(size)); }).empty());
    population->configure(plan);

    taken = refused = 0;
    for (std::size_t at = 0; at + 4 <= states.size(); at += 44) {
      for (const std::uint32_t value : {0U, 1U, 2U, 11U, 12U, 40U, 0x7fffffffU, 0xffffffffU}) {
        runs::Bytes changed = states;
        std::memcpy(changed.data() + at, &value, sizeof value);
        look(refusal_of([&] { population->restore(0, changed); }));
      }
    }
    CHECK(taken > 0);
    CHECK(refused > 0);
  }
}
