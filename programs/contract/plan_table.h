// Plans of contractions as text: what every step is, which kernel takes it, what it is expected to take and what it took.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "programs/contract/subject.h"

namespace diagc::contract {

/// Seconds that kernels took, all slices together.
struct KernelTimes {
  std::vector<double> seconds;  ///< by kernel of the plan; empty: not measured
  std::uint64_t slices = 0;     ///< in which that was
  unsigned threads = 1;
};

/// A line a step: values, the number of labels' values in each group (batch, m, n, k), elements of the result, share of all operations. The
/// first step of a kernel has its number, its kind, the reason of a relayout, and seconds of one slice on one thread: expected by the model
/// of compiler/arrays/place.h and, where there are times, measured.
std::string plan_text(const Subject& subject, const networks::Planned& planned,
                      const KernelTimes& times = {});

/// Everything about the step that makes `value`: groups and places of its labels, how its operands are read, its kernel. Throws UsageError
/// where no step does.
std::string step_text(const Subject& subject, const networks::Planned& planned, std::int64_t value);

}  // namespace diagc::contract
