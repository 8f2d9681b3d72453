// Graph and candidate → emitted CUDA.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/compilation.h"
#include "compiler/emit/choice/candidates.h"

namespace diagc {

struct GpuPlan {
  CudaCandidate candidate;
  const Graph* graph = nullptr;  ///< that of the program; the planner's
  Schedule schedule;
  CudaProgram program;
  CudaOptions options;  ///< of the emission
  double schedule_seconds = 0;
  double emit_seconds = 0;
};

/// Plans for one graph; it remembers the order of evaluation, which all candidates share. The rules, options and graph must
/// outlive it. Cooperative candidates need a graph of their own, which it makes from the rules.
class GpuPlanner {
 public:
  /// Precision and device of `options` count, the rest comes from candidates.
  GpuPlanner(const rules::Rules& rules, const FrontOptions& front_options, const Graph& graph,
             CudaOptions options);

  /// What a cooperative candidate leaves open is chosen by simulation. Throws std::runtime_error and std::logic_error where the
  /// candidate cannot be emitted for the graph.
  GpuPlan plan(const CudaCandidate& candidate);

  /// See ranked_candidates(). `cores` are those that compile.
  const std::vector<RankedCandidate>& ranked(unsigned cores);

  const Graph& graph() const { return graph_; }
  const CudaOptions& options() const { return options_; }

 private:
  Schedule scheduled(const ScheduleOptions& options);
  const OrderRule& order();
  const Graph& panel_graph();
  const Graph& product_graph();
  template <class Options>
  using Candidates = std::vector<RankedCandidate> (*)(const Graph&, const OrderRule&,
                                                      const CudaOptions&, const Options& asked,
                                                      const std::atomic<bool>* stop);
  /// Of forms that take a graph of their own; the first of `candidates` where the candidate leaves something open.
  template <class Options>
  GpuPlan plan_on(const Graph& graph, const Options& candidate, Candidates<Options> candidates);

  const rules::Rules& rules_;
  const FrontOptions& front_options_;
  const Graph& graph_;
  CudaOptions options_;
  std::optional<OrderRule> order_;
  std::unique_ptr<const Graph> panel_graph_, product_graph_;
  std::vector<RankedCandidate> ranked_;
};

/// The candidate that the text names, nothing for "auto". Throws InputError where the text is neither.
std::optional<CudaCandidate> asked_candidate(const std::string& text);

/// That of the cost model, without a device: the fastest that can be emitted or, of so many seconds, the one that evaluates most in them when
/// compiling takes its part.
GpuPlan modelled_plan(GpuPlanner& planner, unsigned cores, double run_seconds = 0);

}  // namespace diagc
