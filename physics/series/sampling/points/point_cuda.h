// Steps of walkers at any points as CUDA source, in the two forms that steps have (step_cuda.h); in both, a thread is a walker.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "diagc/embed.h"
#include "physics/series/sampling/points/point_form.h"
#include "physics/series/sampling/step_cuda.h"
#include "physics/series/sampling/step_text.h"

namespace diagc::series {

/// What the text of a step is made from, besides the graph.
struct PointStep {
  StepShape shape;
  const PointForm& form;
  std::vector<bool> periodic;  ///< [table], as periodic_lines() gives it
  double beta = 1;
};

/// Rows of numbers and of integers that a walker has, and those of a trial.
struct PointRows {
  std::size_t inputs = 0;   ///< of the graph, the first of a trial's
  std::size_t outputs = 1;  ///< behind them, and the first that a walker has
  std::size_t numbers = 0, scratch_numbers = 0, integers = 0;
  std::size_t weight() const { return numbers - 2; }  ///< Σ |f| + λ w; behind it λ w
};
PointRows point_rows(const PointForm& form, bool one_code);

/// Kernels point_start, point_refresh, point_walk, point_sum. `graph` is a part for devices; it stands inside of the step.
FusedStep point_fused_source(const KernelPart& graph, const PointStep& step,
                             std::size_t most_shared_bytes);
/// Whether shared memory of so many bytes holds the walkers of a block.
bool fits_fused(const PointStep& step, std::size_t most_shared_bytes);

/// Kernels point_start, point_lines and point_settle (before and after the graph), point_propose and point_decide (likewise), point_sum. The
/// graph's inputs and outputs are rows of a trial.
std::string point_split_source(const PointStep& step);

}  // namespace diagc::series
