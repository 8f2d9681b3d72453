// Graphs and options of a device for tests of the cost model and of candidates.
#pragma once

#include <catch2/catch.hpp>

#include "compiler/emit/choice/candidates.h"
#include "tests/emit/grammar_graphs.h"

namespace diagc {

inline const std::string density = "hubbard/hubbard_sun_density";

inline CudaOptions h200(bool single_precision = true) {
  CudaOptions options;
  options.single_precision = single_precision;
  options.device.cache_bytes = 60U << 20U;
  return options;
}

struct Subject {
  Graph graph;
  Schedule whole;
};

inline Subject subject(const std::string& grammar, int n) {
  GrammarKernel kernel = grammar_kernel(grammar, n, false, {cuda_disabled_pass});
  Schedule whole = make_schedule(kernel.graph, schedule_options(StraightOptions{}));
  return {std::move(kernel.graph), std::move(whole)};
}

inline std::vector<RankedCandidate> ranked(const Subject& subject, const CudaOptions& options,
                                           const CompileBudget& budget = {.cores = 16}) {
  return ranked_candidates(subject.graph, subject.whole, options, budget);
}

inline Graph panel_graph(const std::string& grammar, int n, bool complex = false) {
  return panel_kernel(grammar, n, complex).graph;
}

inline double seconds(const std::vector<RankedCandidate>& list, const std::string& name) {
  for (const RankedCandidate& each : list) {
    if (to_string(each.candidate) == name) return each.estimate.seconds;
  }
  FAIL(name << " is no candidate");
  return 0;
}

}  // namespace diagc
