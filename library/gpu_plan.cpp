#include "library/gpu_plan.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "compiler/emit/choice/cooperative_candidates.h"
#include "compiler/emit/choice/determinant_candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/choice/product_candidates.h"
#include "compiler/emit/choice/union_candidates.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

template <class Work>
auto timed(double& seconds, Work work) {
  const auto start = std::chrono::steady_clock::now();
  auto result = work();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

GpuPlanner::GpuPlanner(const rules::Rules& rules, const FrontOptions& front_options,
                       const Graph& graph, CudaOptions options)
    : rules_(rules), front_options_(front_options), graph_(graph), options_(std::move(options)) {}

Schedule GpuPlanner::scheduled(const ScheduleOptions& options) {
  if (!order_) {
    Schedule schedule = schedule_kernel(rules_, front_options_, graph_, options);
    order_ = schedule.order;
    return schedule;
  }
  ScheduleOptions again = options;
  again.hint = &*order_;
  again.stop = front_options_.passes.stop;
  return make_schedule(graph_, again);
}

const OrderRule& GpuPlanner::order() {
  if (!order_) scheduled(schedule_options(StraightOptions{}));
  return *order_;
}

const Graph& GpuPlanner::panel_graph() {
  if (!panel_graph_) {
    FrontOptions options = for_panels(front_options_);
    options.passes.after = nullptr;
    panel_graph_ = std::make_unique<const Graph>(expand_and_simplify(rules_, options).graph);
  }
  return *panel_graph_;
}

const Graph& GpuPlanner::product_graph() {
  if (!product_graph_) {
    product_graph_ = std::make_unique<const Graph>(diagc::product_graph(rules_, front_options_));
  }
  return *product_graph_;
}

template <class Options>
GpuPlan GpuPlanner::plan_on(const Graph& graph, const Options& candidate,
                            Candidates<Options> candidates) {
  GpuPlan plan;
  plan.graph = &graph;
  const std::atomic<bool>* stop = front_options_.passes.stop;
  plan.schedule = timed(plan.schedule_seconds, [&] {
    const OrderRule& rule = order();
    plan.candidate = complete(candidate)
                         ? CudaCandidate(candidate)
                         : candidates(graph, rule, options_, candidate, stop).front().candidate;
    ScheduleOptions options = schedule_options(plan.candidate);
    options.hint = &rule;
    options.stop = stop;
    return make_schedule(graph, options);
  });
  plan.program = timed(plan.emit_seconds, [&] {
    plan.options = cuda_options(plan.candidate, options_);
    return emit_cuda(graph, plan.schedule, plan.options);
  });
  return plan;
}

GpuPlan GpuPlanner::plan(const CudaCandidate& candidate) {
  if (const auto* by_panels = std::get_if<CooperativeOptions>(&candidate)) {
    const auto planned = [&] { return plan_on(panel_graph(), *by_panels, cooperative_candidates); };
    if (!may_be_packed(*by_panels)) return planned();
    try {
      return planned();
    } catch (const Stopped&) {
      throw;
    } catch (const std::runtime_error&) {
      return plan(packed(*by_panels));  // no panels, or none that fit
    }
  }
  if (const auto* products = std::get_if<ProductOptions>(&candidate))
    return plan_on(product_graph(), *products, product_candidates);
  if (const auto* unions = std::get_if<UnionOptions>(&candidate))
    return plan_on(product_graph(), *unions, union_candidates);
  GpuPlan plan;
  plan.candidate = candidate;
  plan.graph = &graph_;
  plan.schedule =
      timed(plan.schedule_seconds, [&] { return scheduled(schedule_options(candidate)); });
  plan.program = timed(plan.emit_seconds, [&] {
    const auto* asked = std::get_if<PackedOptions>(&candidate);
    if (asked && !complete(candidate)) {
      plan.candidate =
          packed_candidates(graph_, plan.schedule, options_, *asked, front_options_.passes.stop)
              .front()
              .candidate;
    }
    const auto* matrix = std::get_if<MatrixOptions>(&candidate);
    if (matrix && !complete(candidate)) {
      plan.candidate =
          matrix_candidates(graph_, plan.schedule, options_, *matrix).front().candidate;
    }
    const auto* determinants = std::get_if<DeterminantOptions>(&candidate);
    if (determinants && !complete(candidate)) {
      plan.candidate = determinant_candidates(graph_, options_, *determinants).front().candidate;
    }
    plan.options = cuda_options(plan.candidate, options_);
    return emit_cuda(graph_, plan.schedule, plan.options);
  });
  return plan;
}

const std::vector<RankedCandidate>& GpuPlanner::ranked(unsigned cores) {
  if (ranked_.empty()) {
    const Schedule whole = scheduled(schedule_options(StraightOptions{}));
    ranked_ = ranked_candidates(
        graph_, whole, options_, {.cores = cores}, front_options_.passes.stop,
        [this]() -> const Graph& { return panel_graph(); },
        [this]() -> const Graph& { return product_graph(); });
  }
  return ranked_;
}

std::optional<CudaCandidate> asked_candidate(const std::string& text) {
  if (text == "auto") return std::nullopt;
  if (const std::optional<CudaCandidate> candidate = cuda_candidate(text)) return candidate;
  throw InputError(
      Diagnostic{.code = Code::definition,
                 .path = {},
                 .position = {0, 0},
                 .message = "found the CUDA schedule " + diagc::quoted(text) + ", expected " +
                            cuda_schedule_names() +
                            ", one of them with options such as chunked:operations=3500, or auto"});
}

namespace {

/// The one that evaluates most in so many seconds first; those that take them all to compile by the time that they take.
std::vector<RankedCandidate> ranked_within(std::vector<RankedCandidate> candidates, unsigned cores,
                                           double seconds) {
  const auto order = [&](const RankedCandidate& ranked) {
    const double left = seconds - compile_time(ranked.estimate, {.cores = cores});
    return left > 0 ? -left / ranked.estimate.seconds : -left;
  };
  std::ranges::stable_sort(candidates, {}, order);
  return candidates;
}

}  // namespace

GpuPlan modelled_plan(GpuPlanner& planner, unsigned cores, double run_seconds) {
  std::vector<RankedCandidate> candidates = planner.ranked(cores);
  if (run_seconds > 0) candidates = ranked_within(std::move(candidates), cores, run_seconds);
  std::exception_ptr first;
  for (const RankedCandidate& ranked : candidates) {
    try {
      return planner.plan(ranked.candidate);
    } catch (const Stopped&) {
      throw;
    } catch (const std::exception&) {
      if (!first) first = std::current_exception();
    }
  }
  std::rethrow_exception(first);
}

}  // namespace diagc
