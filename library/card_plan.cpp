#include "library/card_plan.h"

#include <chrono>
#include <exception>

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

CardPlanner::CardPlanner(const rules::Rules& rules, const FrontOptions& front_options,
                         const Graph& graph, CudaOptions options)
    : rules_(rules), front_options_(front_options), graph_(graph), options_(std::move(options)) {}

Schedule CardPlanner::scheduled(const ScheduleOptions& options) {
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

CardPlan CardPlanner::plan(const CudaCandidate& candidate) {
  CardPlan plan;
  plan.candidate = candidate;
  plan.graph = &graph_;
  plan.schedule =
      timed(plan.schedule_seconds, [&] { return scheduled(schedule_options(candidate)); });
  plan.program = timed(plan.emit_seconds, [&] {
    return emit_cuda(graph_, plan.schedule, cuda_options(candidate, options_));
  });
  return plan;
}

const std::vector<RankedCandidate>& CardPlanner::ranked(unsigned cores) {
  if (ranked_.empty()) {
    const Schedule whole = scheduled(schedule_options(CudaSchedule::straight));
    ranked_ =
        ranked_candidates(graph_, whole, options_, {.cores = cores}, front_options_.passes.stop);
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

CardPlan modelled_plan(CardPlanner& planner, unsigned cores) {
  std::exception_ptr first;
  for (const RankedCandidate& ranked : planner.ranked(cores)) {
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
