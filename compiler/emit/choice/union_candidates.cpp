#include "compiler/emit/choice/union_candidates.h"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "compiler/emit/layout.h"
#include "compiler/emit/unions/plan.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

CudaEstimate estimate_unions(const Graph& graph, const UnionPlan& plan,
                             const CudaOptions& options) {
  // Warps of a scheduler leave their waits to each other: cycles of the simulation are of three of them.
  const double real_bytes = options.single_precision ? 4 : 8;
  const double beside = 3.0 / (plan.warps / 4.0);
  std::size_t terms = 0;
  for (const UnionForm& form : plan.unions.forms) {
    for (const UnionValue& value : form.values) terms += value.terms.size();
    for (const auto& sum : form.inner) terms += sum.size();
  }
  CudaEstimate estimate;
  estimate.warps = plan.warps;
  estimate.registers = 65536 / plan.threads() / 8 * 8;
  estimate.code_bytes = estimate.largest_code = 32 * terms;
  estimate.cache_bytes = 4 * plan.words.size() / plan.lanes;
  estimate.memory_bytes = static_cast<std::size_t>(
      (rows(graph.signature().inputs) + rows(graph.signature().outputs)) * real_bytes);
  const double cycles =
      plan.lists.cycles / std::max(beside, 1.0) / plan.lanes * (options.single_precision ? 1 : 2);
  estimate.seconds =
      std::max(cycles / (options.device.multiprocessors * options.device.clock),
               static_cast<double>(estimate.memory_bytes) / options.device.memory_bytes_per_s);
  estimate.compile_seconds = estimate.longest_compile = 1 + 0.002 * static_cast<double>(terms);
  return estimate;
}

}  // namespace

std::vector<RankedCandidate> union_candidates(const Graph& graph, const OrderRule& order,
                                              const CudaOptions& options, const UnionOptions& asked,
                                              const std::atomic<bool>* stop) {
  ScheduleOptions how = schedule_options(UnionOptions{});
  how.hint = &order;
  how.stop = stop;
  const Schedule schedule = make_schedule(graph, how);
  std::vector<RankedCandidate> list;
  std::exception_ptr error;
  // The most configurations that fit; more than eight warps leave too few registers for what units hold then.
  for (const unsigned lanes : {32U, 16U, 8U, 4U}) {
    if (asked.lanes > 0 && asked.lanes != lanes) continue;
    const unsigned warps = asked.warps > 0 ? asked.warps : lanes == 32 ? 12 : 8;
    throw_if_stopped(stop);
    try {
      const UnionOptions form{lanes, warps};
      const CudaOptions of_form = cuda_options(form, options);
      const UnionPlan plan = plan_unions(graph, schedule, of_form, stop);
      list.push_back({form, estimate_unions(graph, plan, of_form)});
      break;
    } catch (const Stopped&) {
      throw;
    } catch (const std::runtime_error&) {
      if (!error) error = std::current_exception();
    }
  }
  if (list.empty()) std::rethrow_exception(error);
  return list;
}

}  // namespace diagc
