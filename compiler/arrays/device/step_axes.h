// Axes of a step's values on a device: strides of labels, which axes are fastest, which are one.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/label_sets.h"
#include "compiler/arrays/plan.h"

namespace diagc::arrays {

using AxisStride = std::uint64_t PlanAxis::*;

/// Labels and strides of the values of a plan.
class StepAxes {
 public:
  StepAxes(const Network& network, const Plan& plan) : network_(network), plan_(plan) {}

  /// Ascending, without those of slices and loops and those that have one value.
  Labels labels(std::uint32_t value) const;

  /// Of a label that stands twice, along the diagonal; 0 where it does not stand.
  std::uint64_t stride(std::uint32_t value, Label label) const;

 private:
  const Network& network_;
  const Plan& plan_;
};

/// How many neighbours are wanted, and which strides they have at most.
struct Neighbours {
  std::uint64_t wanted = 32;       ///< those of a warp
  std::uint64_t most_stride = 64;  ///< within a few lines of memory
};

/// Fastest first: of each array in turn the axes in which it has neighbours, as many as are wanted, then all others as they lie in `rest`.
std::vector<PlanAxis> ordered(std::vector<PlanAxis> axes, const std::vector<AxisStride>& near,
                              AxisStride rest, Neighbours neighbours = {});

/// Axes that are one in all arrays become one. In: fastest first; out: fastest last.
std::vector<PlanAxis> merged(const std::vector<PlanAxis>& fastest_first);

}  // namespace diagc::arrays
